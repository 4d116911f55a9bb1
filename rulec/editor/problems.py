"""Editor diagnostics, and quick fixes from their hints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from rulec.base.diagnostics import Diagnostic, Note
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.editor.document import Edit, edits_between
from rulec.repair.hint_text import typed_in

_TRIED: Final = 12  # quick fixes tried for a range of lines
_STEP: Final = re.compile(r"(\d+) for each level")


@dataclass(frozen=True)
class Problem:
    """Diagnostic in one document; those of a base game are shown where it is named."""

    diagnostic: Diagnostic
    span: Span
    message: str
    related: tuple[Note, ...]


@dataclass(frozen=True)
class Fix:
    title: str
    edits: tuple[Edit, ...]
    diagnostic: Diagnostic


def problems_in(document: str, lines: Sequence[str], found: Sequence[Diagnostic]) -> list[Problem]:
    """Map diagnostics to spans in the document."""
    return [_problem(document, lines, one) for one in found]


def _problem(document: str, lines: Sequence[str], one: Diagnostic) -> Problem:
    message = f"{one.message}\nhint: {one.hint}" if one.hint else one.message
    if one.span.file == document:
        return Problem(one, _visible(lines, one.span), message, one.notes)
    head = next((n for n, line in enumerate(lines, start=1) if line.startswith("variant ")), 1)
    width = len(lines[head - 1]) if head <= len(lines) else 1
    there = Note(one.span, "here")
    return Problem(one, Span.at(document, head, 1, width), message, (there, *one.notes))


def _visible(lines: Sequence[str], span: Span) -> Span:
    """Extend an empty span to one character where possible."""
    if span.line > len(lines):
        return Span(span.file, len(lines), 1, len(lines), max(2, len(lines[-1]) + 1)) if lines else span
    if span.end_line == span.line and span.column > len(lines[span.line - 1]) > 0:
        return Span(span.file, span.line, len(lines[span.line - 1]), span.line, span.column)
    return span


def fix_of(source: SourceText, one: Diagnostic) -> Fix | None:
    """Quick fix described by a diagnostic's hint, or None."""
    after = _fixed(source, one)
    return None if after is None else _as_fix(source, one, after)


def _fixed(source: SourceText, one: Diagnostic) -> str | None:
    """Return the text with the hint of a diagnostic typed in; None if that changes nothing."""
    if not one.hint or one.span.file != source.name:
        return None
    after = _with_spaces(source, one.hint) if one.code == "R101" else typed_in(source.text, one)
    return None if after == source.text else after


def _as_fix(source: SourceText, one: Diagnostic, after: str) -> Fix:
    edits = edits_between(source.name, list(source.lines), after.split("\n"))
    return Fix(one.hint[:1].upper() + one.hint[1:], tuple(edits), one)


def _helps(
    source: SourceText, one: Diagnostic, found: Sequence[Diagnostic], after: Sequence[Diagnostic]
) -> bool:
    """Check whether a problem is gone without another one in its line."""

    def in_line(diagnostics: Sequence[Diagnostic]) -> Counter[str]:
        place = (source.name, one.span.line)
        return Counter(other.code for other in diagnostics if (other.span.file, other.span.line) == place)

    allowed = in_line(found)
    allowed[one.code] -= 1
    return in_line(after) <= allowed


def _with_spaces(source: SourceText, hint: str) -> str | None:
    """Indent all lines with spaces, as many for a tab as the hint says."""
    step = _STEP.search(hint)
    if step is None:
        return None
    lines = []
    for line in source.lines:
        code = line.lstrip()
        width = sum(int(step[1]) if char == "\t" else 1 for char in line[: len(line) - len(code)])
        lines.append(" " * width + code if code else line)
    return "\n".join(lines)


def fixes_in(
    source: SourceText,
    found: Sequence[Diagnostic],
    first: int,
    last: int,
    tried: Callable[[str], Sequence[Diagnostic]],
) -> list[Fix]:
    """Quick fixes of problems that touch the lines `first` to `last`, both from 1.

    Each is verified with the diagnostics that `tried` returns for a text.
    """
    fixes: list[Fix] = []
    touching = (one for one in found if one.span.line <= last and first <= one.span.end_line)
    changed = ((one, _fixed(source, one)) for one in touching)
    for one, after in islice(((one, after) for one, after in changed if after is not None), _TRIED):
        if _helps(source, one, found, tried(after)):
            fixes.append(_as_fix(source, one, after))
    return fixes
