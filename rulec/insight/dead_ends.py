"""Hints for dead ends of a game: the line of the decision, and the lines that refuse its options."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from rulec.base.source_text import NOWHERE
from rulec.errors import DEAD_END_HINT, RulecError, RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulec.base.source_text import Span
    from rulec.interp.legality_explainer import DeadEnd, LegalityExplainer

_CAUSES: Final = 3
_LETTERS: Final = 80


def hint_for(reasons: Callable[[], LegalityExplainer], fault: RulesError) -> str:
    """Return the hint for an error of the rules; for a dead end, with its causes."""
    if fault.kind != "dead end":
        return fault.hint
    try:
        return dead_end_hint(reasons(), fault)
    except RulecError:  # the file has been changed since
        return fault.hint


def dead_end_hint(reasons: LegalityExplainer, fault: RulesError) -> str:
    """Return a hint with the line of a dead end and the lines that refuse."""
    from rulec.interp.legality_explainer import line_of

    causes: dict[str, None] = {}
    for end in _ends(reasons, fault):
        for span, text in _refusals(end):
            if text or span.line != fault.line:
                said = _short(text or line_of(reasons.program, span))
                causes[f"`{said}` ({_place(span)})"] = None
    here = next((one.span for one in reasons.program.faults if _place(one.span) == fault.place), NOWHERE)
    stops = f"`{_short(line_of(reasons.program, here))}` ({fault.place}) stops"
    refused = f", refused by {', '.join(list(causes)[:_CAUSES])}" if causes else ""
    return f"{stops}{refused}; {DEAD_END_HINT}"


def _place(span: Span) -> str:
    return f"{PurePath(span.file).name}:{span.line}"


def _ends(reasons: LegalityExplainer, fault: RulesError) -> tuple[DeadEnd, ...]:
    """Return the refusals behind the action that led to the dead end."""
    from rulec.interp.legality_explainer import Stopped
    from rulec.interp.statements import Fault
    from rulec.runtime import codec

    schema = reasons.machine.schema
    start = len(codec.header(schema))
    if fault.action is None or len(fault.state) <= start:
        return ()
    try:
        cells = codec.unpack(schema, fault.state[start:-4])
        return reasons.refused(cells, fault.action)
    except (Fault, Stopped, RulecError):
        return ()


def _refusals(end: DeadEnd) -> Iterator[tuple[Span, str]]:
    """Yield the places that refuse, with the text of a clause where one is known."""
    for _, clauses in end.groups:
        for clause in clauses:
            yield clause.span, clause.text
    if not end.groups:
        yield end.span, ""


def _short(text: str) -> str:
    code = " ".join(text.partition(" #")[0].split())
    return code if len(code) <= _LETTERS else f"{code[:_LETTERS]}..."
