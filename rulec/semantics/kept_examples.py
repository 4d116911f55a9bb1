"""Reuse of checked examples during typing, as long as the declarations stay as they are.

A check that serves for its findings alone also reuses those of examples behind an edit in the body of a rule.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import Any

from rulec.base import limits
from rulec.base.diagnostics import Diagnostic, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.check import Declared, example_checker
from rulec.semantics.examples.checker import ExampleChecker
from rulec.semantics.kept_interface import Interface, depends_on_bodies, labels_of
from rulec.semantics.scope import Globals, Resolution
from rulec.semantics.typed import examples as evidence
from rulec.syntax.ast import examples as written

_VARIANTS = 3  # of one example: as checked in files with and without errors, and with lost names
_INTERFACES = 3  # with findings that may serve again


@dataclass(frozen=True)
class _Kept:
    """A checked example, its reports, and all that the check read from reporter and symbol table."""

    node: written.Example
    checked: evidence.Example
    found: tuple[Diagnostic, ...]
    silent: int
    lost: frozenset[str]  # names that it reported
    given: dict[str, Span]  # local names that it binds first
    resolution: Resolution
    failed: bool
    any_lost: bool
    asked: dict[str, tuple[bool, Span | None]]  # unknown names: whether lost, and bound elsewhere
    quoted: dict[tuple[str, int], str]
    depends_on_bodies: bool


_ByExample = dict[int, tuple[_Kept, ...]]  # by the identity of the example's node, latest first


@dataclass(eq=False)
class Findings:
    """Findings in examples under one interface of the declarations."""

    interface: Interface
    kept: _ByExample


class KeptFindings:
    """Findings in examples under the last interfaces, for checks whose games have no other use."""

    def __init__(self) -> None:
        self._kept: list[Findings] = []  # latest last

    def under(self, interface: Interface) -> Findings:
        found = next((one for one in reversed(self._kept) if one.interface.is_same(interface)), None)
        if found is None:
            found = Findings(interface, {})
        else:
            self._kept.remove(found)
            found.interface = interface
        self._kept = [*self._kept, found][-_INTERFACES:]
        return found

    def clear(self) -> None:
        self._kept.clear()


class KeptExamples:
    """The checked examples of one set of declarations, and the checkers with which to check others."""

    def __init__(self, declared: Declared, report: Reporter, findings: Findings | None = None) -> None:
        self.declared = declared
        self.is_spoilt = False  # an example changed what declarations left, which happens in wrong examples
        self._own = report  # the reporter that the checkers refer to
        self._checker: ExampleChecker | None = None
        self._kept: _ByExample = {}
        self._findings = findings
        self._game: typed.Game | None = None
        self._before = tuple(_sizes(declared))

    def check(
        self, examples: tuple[written.Example, ...], report: Reporter, resolution: Resolution
    ) -> typed.Game:
        """Check changed examples, and repeat the reports of others; return the game with all of them."""
        own, globals_ = self._own, self.declared.declarer.globals
        given = dict(globals_.given)
        if own is not report:
            vars(own).update(vars(report))
        try:
            return self._check(examples, own, resolution, globals_)
        finally:
            globals_.given.clear()
            globals_.given.update(given)
            globals_.resolution = resolution
            self.is_spoilt = self.is_spoilt or tuple(_sizes(self.declared)) != self._before
            if own is not report:
                vars(report).update(vars(own))
                self._own.sources = {}

    def _check(
        self,
        examples: tuple[written.Example, ...],
        report: Reporter,
        resolution: Resolution,
        globals_: Globals,
    ) -> typed.Game:
        kept: _ByExample = {}
        inherited = {} if self._findings is None else self._findings.kept
        for node in examples:
            known = self._kept.get(id(node)) or inherited.get(id(node), ())
            found = next((one for one in known if _is_current(one, report, globals_)), None)
            if found is not None:
                _repeat(found, report, globals_)
            else:
                found = self._example(node, report, globals_)
            resolution.owners.update(found.resolution.owners)
            resolution.locals.update(found.resolution.locals)
            resolution.columns.update(found.resolution.columns)
            kept[id(node)] = (found, *(one for one in known if one is not found))[:_VARIANTS]
            report.settle()
        checked = [kept[id(node)][0].checked for node in examples]
        if self._game is None or not _are_same(self._game.examples, checked):
            self._game = copy.copy(self.declared.game)
            self._game.examples = checked
        self._kept = kept
        if self._findings is not None:
            self._findings.kept = {one: tuple(filter(_outlasts_bodies, all_)) for one, all_ in kept.items()}
        return self._game

    def _example(self, node: written.Example, report: Reporter, globals_: Globals) -> _Kept:
        if self._checker is None:
            self._checker = example_checker(self.declared)
        before, silent, lost, given = len(report.found), report.silent, set(report.lost), set(globals_.given)
        failed, own = report.failed, Resolution(globals=globals_)
        report.asked, report.quoted = set(), set()
        globals_.resolution = own
        bound = dict(globals_.given)
        checked = self._checker.example(node)
        depends = depends_on_bodies(checked)
        if self._findings is not None:
            checked, own = labels_of(checked), Resolution()
        return _Kept(
            node,
            checked,
            tuple(report.found[before:]),
            report.silent - silent,
            frozenset(report.lost - lost),
            {name: span for name, span in globals_.given.items() if name not in given},
            own,
            failed,
            bool(lost),
            {name: (name in lost, bound.get(name)) for name in report.asked},
            {place: line_at(report, place) for place in report.quoted},
            depends,
        )


def _outlasts_bodies(kept: _Kept) -> bool:
    """Check that edits in bodies of rules can't change a finding; refused lines may have called a rule."""
    return not kept.depends_on_bodies and not kept.found and not kept.silent


def _is_current(kept: _Kept, report: Reporter, globals_: Globals) -> bool:
    return (
        len(report.found) + len(kept.found) < limits.DIAGNOSTICS_FOUND
        and report.failed == kept.failed
        and bool(report.lost) == kept.any_lost
        and all((one in report.lost, globals_.given.get(one)) == was for one, was in kept.asked.items())
        and all(line_at(report, place) == line for place, line in kept.quoted.items())
    )


def _repeat(kept: _Kept, report: Reporter, globals_: Globals) -> None:
    report.found += kept.found
    report.silent += kept.silent
    report.lost |= kept.lost
    for name, span in kept.given.items():
        globals_.given.setdefault(name, span)


def line_at(report: Reporter, place: tuple[str, int]) -> str:
    """Return a line of the text that messages may quote."""
    source = report.sources.get(place[0])
    return "" if source is None else source.line(place[1])


def _are_same(before: list[evidence.Example], now: list[evidence.Example]) -> bool:
    return len(before) == len(now) and all(a is b for a, b in zip(before, now, strict=True))


# --- what declarations left ---------------------------------------------------------------------------------


def _sizes(declared: Declared) -> Iterator[int]:
    """Yield the sizes of all collections that checks add to, apart from those of reporter and examples."""
    globals_, declarer, game = declared.declarer.globals, declared.declarer, declared.game
    for one in (globals_, declarer, game, declared.expressions, declared.sentences, declarer.effects):
        yield from (len(value) for value in _collections(one, vars(one).items()))
    yield from (len(words) for words in globals_.own.values())
    for rule in game.rules:
        yield from (len(rule.given), len(rule.names))


def _collections(owner: object, values: Iterable[tuple[str, Any]]) -> Iterator[Any]:
    without = {"given", "resolution"} if isinstance(owner, Globals) else {"examples"}
    return (one for name, one in values if name not in without and isinstance(one, dict | list | set))
