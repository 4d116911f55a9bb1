"""Reuse of the last semantic check during typing.

Most keystrokes leave the tree as it was: a line that does not parse yet, a comment or a blank line changes
only the text. The check then reports the same as before, provided that the reporter answers it as before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulec.base import limits
from rulec.base.diagnostics import Diagnostic, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.semantics import typed
from rulec.semantics.scope import Resolution
from rulec.syntax import ast


@dataclass(frozen=True)
class _Answers:
    """All that a check reads from its reporter apart from its own reports."""

    state: tuple[Any, ...]
    lost: frozenset[str]  # names in unparsable lines, as far as the check asked about them
    quoted: dict[tuple[str, int], str]  # lines of the text that messages quote


@dataclass(frozen=True)
class _Last:
    tree: ast.RulesFile
    answers: _Answers
    asked: frozenset[str]
    resolution: Resolution
    game: typed.Game | None
    found: tuple[Diagnostic, ...]


class KeptCheck:
    """The last complete check, with the tree and the answers of the reporter on which it depends."""

    def __init__(self) -> None:
        self._last: _Last | None = None

    def run(
        self,
        tree: ast.RulesFile,
        report: Reporter,
        resolution: Resolution,
        check: Callable[[Resolution], typed.Game | None],
    ) -> typed.Game | None:
        """Run `check`, or repeat its last result and reports if these are still current."""
        last = self._last
        if last is not None and self._is_current(last, tree, report):
            report.found += last.found
            vars(resolution).update(vars(last.resolution))
            return last.game
        self._last = None  # a check that is cancelled leaves nothing
        before, state, lost = len(report.found), _state(report), frozenset(report.lost)
        report.asked, report.quoted = set(), set()
        game = check(resolution)
        if len(report.found) < limits.DIAGNOSTICS_FOUND:
            asked = frozenset(report.asked)
            quoted = {place: _line(report, place) for place in report.quoted}
            answers = _Answers(state, lost & asked, quoted)
            found = tuple(report.found[before:])
            self._last = _Last(tree, answers, asked, resolution, game, found)
        return game

    def _is_current(self, last: _Last, tree: ast.RulesFile, report: Reporter) -> bool:
        answers = last.answers
        return (
            len(report.found) + len(last.found) < limits.DIAGNOSTICS_FOUND
            and _state(report) == answers.state
            and report.lost & last.asked == answers.lost
            and all(_line(report, place) == line for place, line in answers.quoted.items())
            and tree == last.tree
            and tree.order == last.tree.order
        )


def _state(report: Reporter) -> tuple[Any, ...]:
    return (
        report.failed,
        bool(report.found),
        bool(report.lost),
        frozenset(report.lost_sections),
        dict(report.removed),
    )


def _line(report: Reporter, place: tuple[str, int]) -> str:
    source = report.sources.get(place[0])
    return "" if source is None else source.line(place[1])
