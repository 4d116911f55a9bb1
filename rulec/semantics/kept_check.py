"""Reuse of the last semantic checks during typing.

Most keystrokes leave the declarations as they were: a line that does not parse yet, a comment, a blank line
or a line of an example. Their check then reports the same as before, provided that the reporter answers it as
before. Examples are checked one by one, and unchanged ones are reused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulec.base import limits
from rulec.base.diagnostics import Diagnostic, Reporter, TooManyProblems
from rulec.base.fast_dataclass import dataclass
from rulec.semantics import typed
from rulec.semantics.check import Declared
from rulec.semantics.kept_examples import KeptExamples, KeptFindings, line_at
from rulec.semantics.kept_interface import interface_of
from rulec.semantics.scope import Resolution
from rulec.syntax import ast

_KEPT: Final = 2  # checks of declarations: those of a text with and without an error of the syntax

Check = Callable[[Resolution], Declared | None]


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
    declared: Declared | None
    examples: KeptExamples | None
    found: tuple[Diagnostic, ...]
    lost: frozenset[str]  # names that the check itself reported
    silent: int


class KeptCheck:
    """The last complete checks, with the trees and the answers of the reporter on which they depend."""

    def __init__(self, findings_only: bool = False) -> None:
        """Create an empty memory; with `findings_only`, examples of the games are not fit for use."""
        self._kept: list[_Last] = []  # newest last
        self._findings = KeptFindings() if findings_only else None
        self.is_waiting = False  # the last run left the examples to a later one

    def run(
        self,
        tree: ast.RulesFile,
        report: Reporter,
        resolution: Resolution,
        check: Check,
        examples: bool = True,
    ) -> typed.Game | None:
        """Check declarations and examples, or repeat current results with their reports.

        Without `examples` they wait for the next run if the declarations had to be checked.
        """
        self.is_waiting = False
        last = next((one for one in reversed(self._kept) if _is_current(one, tree, report)), None)
        if last is None:
            last = self._checked(tree, report, resolution, check)
            self.is_waiting = not examples and last is not None and last.examples is not None
        else:
            self._kept.remove(last)
            report.found += last.found
            report.lost |= last.lost
            report.silent += last.silent
            resolution.owners.update(last.resolution.owners)
            resolution.locals.update(last.resolution.locals)
            resolution.columns.update(last.resolution.columns)
            resolution.globals = last.resolution.globals
        if last is None or last.declared is None or last.examples is None:
            self._keep(last)
            return None
        if self.is_waiting:
            self._keep(last)
            return last.declared.game
        try:
            return last.examples.check(tree.examples, report, resolution)
        except TooManyProblems:
            return None
        finally:
            self._keep(last)

    def _checked(
        self, tree: ast.RulesFile, report: Reporter, resolution: Resolution, check: Check
    ) -> _Last | None:
        state = _state(report)
        self._kept = [one for one in self._kept if one.answers.state != state][-_KEPT + 1 :]
        before, lost, silent = len(report.found), frozenset(report.lost), report.silent
        report.asked, report.quoted = set(), set()
        own = Resolution()
        declared = check(own)
        vars(resolution).update(owners=dict(own.owners), locals=dict(own.locals), columns=dict(own.columns))
        resolution.globals = own.globals
        examples = None if declared is None else self._examples(tree, declared, report)
        if len(report.found) >= limits.DIAGNOSTICS_FOUND:
            return None
        asked = frozenset(report.asked)
        quoted = {place: line_at(report, place) for place in report.quoted}
        answers = _Answers(state, lost & asked, quoted)
        found, new = tuple(report.found[before:]), frozenset(report.lost - lost)
        return _Last(tree, answers, asked, own, declared, examples, found, new, report.silent - silent)

    def _examples(self, tree: ast.RulesFile, declared: Declared, report: Reporter) -> KeptExamples:
        if self._findings is None:
            return KeptExamples(declared, report)
        return KeptExamples(declared, report, self._findings.under(interface_of(tree, declared)))

    def _keep(self, last: _Last | None) -> None:
        if last is not None and (last.examples is None or not last.examples.is_spoilt):
            self._kept.append(last)
        elif last is not None and self._findings is not None:
            self._findings.clear()


def _is_current(last: _Last, tree: ast.RulesFile, report: Reporter) -> bool:
    answers, known = last.answers, last.tree
    return (
        len(report.found) + len(last.found) < limits.DIAGNOSTICS_FOUND
        and _state(report) == answers.state
        and report.lost & last.asked == answers.lost
        and all(line_at(report, place) == line for place, line in answers.quoted.items())
        and tree.declarations == known.declarations
        and (tree.name, tree.assumed, tree.bases) == (known.name, known.assumed, known.bases)
        and tree.order == known.order
    )


def _state(report: Reporter) -> tuple[Any, ...]:
    return (
        report.failed,
        bool(report.found),
        bool(report.lost),
        frozenset(report.lost_sections),
        dict(report.removed),
    )
