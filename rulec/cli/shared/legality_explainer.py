"""Formats explanations of legality, for `rulec why` and `why` in `rulec play`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from rulec.cli.shared import output
from rulec.cli.shared.progress import doing
from rulec.insight.legality_answers import Answer, Answers, place_of, whole_label

if TYPE_CHECKING:
    from pathlib import Path

    from rulec.face import Game, State
    from rulec.interp.legality_explainer import ClauseResult, DeadEnd, LegalityExplainer

_ALIKE = 8  # options named per common reason


class LegalityPrinter(Answers):
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
        print(f"{'  ' * depth}{sign} {place_of(one.span)}: {one.text}{output.paint(more, 'dim')}")
        for part in one.parts:
            self._clause(part, depth + 1)

    def _stuck(self, end: DeadEnd) -> None:
        way = " then ".join(f'"{label}"' for label in end.path)
        text = self.reasons_line(end.span)
        print(f"  after {way}" if way else "  at once")
        print(f"    {place_of(end.span)}: {output.paint(end.message, 'yellow')}")
        print(f"      | {text}")
        for names, clauses in end.groups:
            print(f"      {names}:")
            for clause in clauses:
                self._clause(clause, 4)


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
