"""Formats explanations of legality, for `rulec why` and `why` in `rulec play`."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rulec.cli.shared import output
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from pathlib import Path

    from rulec.base.source_text import Span
    from rulec.face import Game, State
    from rulec.interp.legality_explainer import ClauseResult, DeadEnd, LegalityExplainer
    from rulec.ir.program import Decision

_ALIKE = 8  # options that end for the same reason and are named
_REASONS = 4  # ends of the ways behind an option
Verdict = Literal["legal", "not asked now", "ruled out", "can't be completed"]


@dataclass(frozen=True)
class Answer:
    action: str
    verdict: Verdict
    why: str
    clauses: tuple[ClauseResult, ...] = ()
    stuck: tuple[DeadEnd, ...] = ()


class LegalityPrinter:
    def __init__(self, game: Game, state: State, reasons: LegalityExplainer) -> None:
        from rulec.runtime import codec

        self.game, self.state, self.reasons = game, state, reasons
        schema = reasons.machine.schema
        # Of the same rules; what was lowered besides has no part in how a state is laid out.
        if schema.layout_hash != game.LAYOUT_HASH:
            raise RulecError("the rules file has been changed since this game began", "begin it anew")
        start, data = len(codec.header(schema)), state.to_bytes()
        self.cells = codec.unpack(schema, data[start:-4])
        self.ids = {row.label: row.id for row in game.action_table()}
        self.pending: Decision | None = reasons.asked(self.cells)

    def labels(self) -> list[str]:
        """Labels of the pending decision's options."""
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
        return f"asked is `{one.name}` of player {seat}, in `{one.rule}` ({_place(one.span)})"

    def answer(self, label: str) -> Answer:
        action = self.ids[label]
        if self.pending is None:
            return Answer(label, "not asked now", self.about())
        group = self.reasons.group(self.pending, action)
        if group is None or not label.startswith(f"{self.pending.name}: "):
            return Answer(label, "not asked now", self._elsewhere(action))
        clauses = self.reasons.clauses(self.cells, group, action)
        if action in self.state.legal_actions():
            why = "it passes all that is asked" if clauses else "nothing is asked of it"
            return Answer(label, "legal", why, clauses)
        if not self.reasons.possible(self.cells, action):
            return self._ruled_out(label, clauses)
        stuck, whole = self.reasons.stuck(self.cells, action)
        why = "what it begins can't be carried out to the end"
        if not whole:
            why += " (of very many ways some were tried)"
        return Answer(label, "can't be completed", why, clauses, stuck[:_REASONS])

    def _ruled_out(self, label: str, clauses: tuple[ClauseResult, ...]) -> Answer:
        if any(one.holds is False for one in clauses):
            return Answer(label, "ruled out", "it does not pass what the choice asks", clauses)
        untold = [one for one in clauses if one.holds is None]
        if untold:  # all others hold
            barred = tuple(dataclasses.replace(one, holds=False) if one in untold else one for one in clauses)
            return Answer(label, "ruled out", "it does not pass what the choice asks", barred)
        assert self.pending is not None
        line = f"{_place(self.pending.span)}: {self.reasons_line(self.pending.span)}"
        return Answer(label, "ruled out", f"it is not among those that this line leads to: {line}", clauses)

    def _elsewhere(self, action: int) -> str:
        """Sentence on where the action is offered instead."""
        places = [
            one for one in self.reasons.program.decisions if self.reasons.group(one, action) is not None
        ]
        where = " or ".join(dict.fromkeys(f"`{one.rule}` ({_place(one.span)})" for one in places))
        name = places[0].name if places else ""
        return f"it is an option of `{name}`, which is asked in {where}" if places else "no rule asks for it"

    # --- text -------------------------------------------------------------------------------------------

    def show(self, one: Answer) -> None:
        words, action = self.state.description().wording, self.ids[one.action]
        said = f" ({words.action(action)})" if words.is_worded(action) else ""
        print(f"{output.paint(one.action, 'bold')}{said}: {self._verdict(one)}; {one.why}")
        for clause in one.clauses:
            self._clause(clause, 1)
        for end in one.stuck:
            self._stuck(end)

    def show_all(self, answers: list[Answer]) -> None:
        """Print answers, grouped by equal reasons; individual failures by themselves."""
        alike: dict[object, list[Answer]] = {}
        for one in answers:
            failed = tuple(_failed(two) for two in one.clauses if two.holds is False)
            ends = tuple((two.span, two.message) for two in one.stuck[:1])
            why = "" if one.verdict == "legal" else one.why
            alike.setdefault((one.verdict, why, failed, ends), []).append(one)
        for same in alike.values():
            first = same[0]
            labels = [one.action.partition(": ")[2] for one in same]
            shown = ", ".join(labels[:_ALIKE])
            more = f" and {len(labels) - _ALIKE} more" if len(labels) > _ALIKE else ""
            print(f"{output.paint(shown + more, 'bold')}: {self._verdict(first)}")
            if first.verdict == "legal":
                continue
            if not any(one.holds is False for one in first.clauses) and not first.stuck:
                print(f"  {first.why}")
            for clause in first.clauses:
                if clause.holds is False:
                    self._clause(_only_failed(clause, len(same) == 1), 1)
            for end in first.stuck[:1]:
                self._stuck(end)

    def _verdict(self, one: Answer) -> str:
        return output.paint(one.verdict, "green" if one.verdict == "legal" else "red")

    def _clause(self, one: ClauseResult, depth: int) -> None:
        sign = {True: output.paint("yes", "green"), False: output.paint("no ", "red"), None: "?  "}[one.holds]
        more = (
            f"   ({'; '.join(part for part in (one.words, one.values) if part)})"
            if one.words or one.values
            else ""
        )
        print(f"{'  ' * depth}{sign} {_place(one.span)}: {one.text}{output.paint(more, 'dim')}")
        for part in one.parts:
            self._clause(part, depth + 1)

    def _stuck(self, end: DeadEnd) -> None:
        way = " then ".join(f'"{label}"' for label in end.path)
        text = self.reasons_line(end.span)
        print(f"  after {way}" if way else "  at once")
        print(f"    {_place(end.span)}: {output.paint(end.message, 'yellow')}")
        print(f"      | {text}")
        for names, clauses in end.groups:
            print(f"      {names}:")
            for clause in clauses:
                self._clause(clause, 4)

    def reasons_line(self, span: Span) -> str:
        from rulec.interp.legality_explainer import line_of

        return line_of(self.reasons.program, span)


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


class Explainer:
    """Explainer for interactive games; compiles the rules on first use."""

    def __init__(self, file: Path, game: Game) -> None:
        self.file, self.game = file, game
        self.reasons: LegalityExplainer | None = None

    def __call__(self, state: State, action: str) -> None:
        if self.reasons is None:
            from rulec.compiled import Compiled

            with doing(f"compiling {self.file}"):
                self.reasons = Compiled(self.file).reasons
        teller = LegalityPrinter(self.game, state, self.reasons)
        if action:
            teller.show(teller.answer(whole_label(self.game, state, action)))
        else:
            teller.show_all([teller.answer(one) for one in teller.labels()])


def _failed(one: ClauseResult) -> object:
    """Key of a failing clause, independent of its values."""
    return (one.span, one.words, tuple(_failed(part) for part in one.parts if part.holds is False))


def _only_failed(one: ClauseResult, alone: bool) -> ClauseResult:
    parts = tuple(_only_failed(part, alone) for part in one.parts if part.holds is False)
    return dataclasses.replace(one, parts=parts, values=one.values if alone else "")


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"
