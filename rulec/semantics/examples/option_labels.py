"""Static labels of all options, against which the choices in examples are checked."""

from __future__ import annotations

from collections.abc import Iterable

from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.example_labels import Label, Offered, Play
from rulec.semantics import typed
from rulec.semantics.typed.walk import body_parts
from rulec.semantics.types import Sort

_NAMED = 8  # limit of decisions in a hint
_MEANT = 3  # limit of suggested labels for an option


def check_labels(game: typed.Game, report: Reporter) -> None:
    """Check the labels in the examples of a game without errors."""
    known = Labels(game)
    for example in game.examples:
        for line in example.lines:
            for label in line.labels if isinstance(line, Play | Offered) else ():
                known.check(label, report)


def check_opened(game: typed.Game, report: Reporter) -> None:
    """Report decisions whose options include the name of a free action offered there."""
    if not game.openings:
        return
    columns: dict[typed.Decision, set[str]] = {}
    for one in (one for rule in game.rules for one in body_parts(rule)):
        if isinstance(one, typed.Choose):
            named = columns.setdefault(one.decision, set())
            named |= {label for group in one.groups for label in group.labels}
    reported: set[typed.Rule] = set()
    for opening in game.openings:
        decision, rule = opening.decision, opening.action.rule
        options = columns.get(decision, set()).union(*(_of_group(*group) for group in decision.groups))
        if rule.name in options and rule not in reported:
            reported.add(rule)
            message = f"`{rule.name}` is open at `{decision.name}`, which has an option of this name"
            hint, note = (
                "give the free action or the option another name",
                Note(decision.span, "the decision"),
            )
            report.error("R414", rule.span, message, hint, [note])


class Labels:
    """Option labels of all decisions and chance events, by question."""

    def __init__(self, game: typed.Game) -> None:
        self._known: dict[str, dict[str, None]] = {}
        self._reported: set[str] = set()
        renamed: set[tuple[typed.Decision, int]] = set()
        for rule in game.rules:
            for one in body_parts(rule):
                if isinstance(one, typed.Choose):
                    for number, group in enumerate(one.groups):
                        if group.labels:
                            renamed.add((one.decision, number))
                            self._enter(one.decision.name, group.labels)
        for decision in game.decisions:
            for number, (sort, label) in enumerate(decision.groups):
                if (decision, number) not in renamed:
                    self._enter(decision.name, _of_group(sort, label))
        for opening in game.openings:
            self._enter(opening.decision.name, (opening.action.rule.name,))
        for event in game.events:
            numbers = range(event.numbers.lo, event.numbers.hi + 1)
            self._enter(event.name, event.sort.members if event.sort is not None else map(str, numbers))

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """All options of each decision and chance event, by question."""
        return {question: tuple(found) for question, found in self._known.items()}

    def _enter(self, question: str, options: Iterable[str]) -> None:
        self._known.setdefault(question, {}).update(dict.fromkeys(options))

    def check(self, label: Label, report: Reporter) -> None:
        """Report an unknown label, at its first occurrence only."""
        problem = self.problem(label.text)
        if problem is not None and label.text not in self._reported:
            self._reported.add(label.text)
            report.error("R433", label.span, *problem)

    def problem(self, label: str) -> tuple[str, str] | None:
        """Return message and hint for an unknown label; None for a possible one."""
        question, colon, option = label.partition(": ")
        options = self._known.get(question)
        if options is not None and option in options:
            return None
        if options is not None:
            message = f"`{question}` never has the option `{option}`"
            return message, did_you_mean(option, options) or _examples(question, options)
        if not colon:
            return f"`{label}` does not name its decision", self._whole(label)
        hint = did_you_mean(question, self._known) or self._questions()
        return f"nobody is ever asked for `{question}`", hint

    def _whole(self, option: str) -> str:
        meant = [question for question, options in self._known.items() if option in options]
        if meant:
            return "write " + " or ".join(f'`"{one}: {option}"`' for one in meant[:_MEANT])
        return self._questions()

    def _questions(self) -> str:
        names = list(self._known)
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        return "decisions are " + ", ".join(f"`{one}`" for one in names[:_NAMED]) + more


def _examples(question: str, options: Iterable[str]) -> str:
    names = list(options)
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"options of `{question}` are " + ", ".join(f"`{one}`" for one in names[:_NAMED]) + more


def _of_group(sort: Sort | None, label: str) -> tuple[str, ...]:
    if sort is None:
        return (label,)
    return tuple(f"{label} {one}" for one in sort.members) if label else tuple(sort.members)
