"""Records that answer why an option is or is not offered in a position."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.base.source_text import Span
    from rulec.face import Game, State
    from rulec.interp.legality_explainer import ClauseResult, DeadEnd, LegalityExplainer
    from rulec.ir.program import Decision

_REASONS = 4  # dead ends shown for an option
Verdict = Literal["legal", "not asked now", "ruled out", "can't be completed", "not offered"]


@dataclass(frozen=True)
class Answer:
    action: str
    verdict: Verdict
    why: str
    clauses: tuple[ClauseResult, ...] = ()
    stuck: tuple[DeadEnd, ...] = ()
    whole: bool = True  # whether everything was tried


class Answers:
    """Answers about the options of a position."""

    def __init__(self, game: Game, state: State, reasons: LegalityExplainer) -> None:
        from rulec.runtime import codec

        self.game, self.state, self.reasons = game, state, reasons
        schema = reasons.machine.schema
        # Both come from the same rules; further lowered code does not affect the layout of the state.
        if schema.layout_hash != game.LAYOUT_HASH:
            raise RulecError("the rules file has been changed since this game began", "begin it anew")
        start, data = len(codec.header(schema)), state.to_bytes()
        self.cells = codec.unpack(schema, data[start:-4])
        self.ids = {row.label: row.id for row in game.action_table()}
        self.pending: Decision | None = reasons.asked(self.cells)

    def labels(self) -> list[str]:
        """Labels of the options of the pending decision."""
        if self.pending is None:
            raise RulecError("nothing is asked in this position", self.about())
        return [f"{self.pending.name}: {label}" for group in self.pending.groups for label in group.labels]

    def about(self) -> str:
        if self.state.is_terminal():
            return "the game is over in this position"
        if self.pending is None:
            return f"chance decides `{self.state.decision()}` in this position"
        one = self.pending
        seat = self.state.current_player() + 1
        return f"asked is `{one.name}` of player {seat}, in `{one.rule}` ({place_of(one.span)})"

    def answer(self, label: str) -> Answer:
        from rulec.interp.legality_explainer import Stopped
        from rulec.interp.statements import Fault

        action = self.ids[label]
        if self.pending is None:
            return Answer(label, "not asked now", self.about())
        group = self.reasons.group(self.pending, action)
        if group is None or not label.startswith(f"{self.pending.name}: "):
            return Answer(label, "not asked now", self._elsewhere(action))
        legal = action in self.state.legal_actions()
        clauses: tuple[ClauseResult, ...] = ()
        try:
            clauses = self.reasons.clauses(self.cells, group, action)
            possible = legal or self.reasons.possible(self.cells, group, action)
        except (Fault, Stopped):
            return _unfinished(label, legal, clauses)
        if legal:
            why = "it passes all that is asked" if clauses else "nothing is asked of it"
            return Answer(label, "legal", why, clauses)
        if not possible:
            return self._ruled_out(label, clauses)
        stuck, whole = self.reasons.stuck(self.cells, action)
        why = "what it begins can't be carried out to the end"
        if not whole:
            why += " (of very many ways some were tried)"
        return Answer(label, "can't be completed", why, clauses, stuck[:_REASONS], whole)

    def _ruled_out(self, label: str, clauses: tuple[ClauseResult, ...]) -> Answer:
        if any(one.holds is False for one in clauses):
            return Answer(label, "ruled out", "it does not pass what the choice asks", clauses)
        untold = [one for one in clauses if one.holds is None]
        if untold:  # all others hold
            barred = tuple(dataclasses.replace(one, holds=False) if one in untold else one for one in clauses)
            return Answer(label, "ruled out", "it does not pass what the choice asks", barred)
        assert self.pending is not None
        line = f"{place_of(self.pending.span)}: {self.reasons_line(self.pending.span)}"
        return Answer(label, "ruled out", f"it is not among those that this line leads to: {line}", clauses)

    def _elsewhere(self, action: int) -> str:
        """Return a sentence on the decisions that offer the action instead."""
        places = [
            one for one in self.reasons.program.decisions if self.reasons.group(one, action) is not None
        ]
        where = " or ".join(dict.fromkeys(f"`{one.rule}` ({place_of(one.span)})" for one in places))
        name = places[0].name if places else ""
        return f"it is an option of `{name}`, which is asked in {where}" if places else "no rule asks for it"

    def reasons_line(self, span: Span) -> str:
        from rulec.interp.legality_explainer import line_of

        return line_of(self.reasons.program, span)


def _unfinished(label: str, legal: bool, clauses: tuple[ClauseResult, ...]) -> Answer:
    """Return the part of an answer found before too many ways, or too little time, ended it."""
    if legal:
        return Answer(label, "legal", "which lines allow it was not found out", clauses, whole=False)
    if any(one.holds is False for one in clauses):
        return Answer(label, "ruled out", "it does not pass what the choice asks", clauses)
    why = "there were too many ways to try them all, so that the reason is not known"
    return Answer(label, "not offered", why, clauses, whole=False)


def whole_label(game: Game, state: State, action: str) -> str:
    """Complete a label; options of the pending decision may omit its name."""
    labels = {row.label for row in game.action_table()}
    asked = f"{state.decision()}: {action}"
    if action in labels or asked in labels:
        return action if action in labels else asked
    from rulec.base.diagnostics import did_you_mean

    options = [one.removeprefix(f"{state.decision()}: ") for one in labels]
    hint = did_you_mean(action, labels) or did_you_mean(action, options)
    known = ", ".join(dict.fromkeys(row.decision for row in game.action_table()))
    raise RulecError(
        f"{game.TITLE} has no option `{action}`", hint or f"an option begins with its decision: {known}"
    )


def place_of(span: Span) -> str:
    return f"{span.file}:{span.line}"
