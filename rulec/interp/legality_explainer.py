"""Explains the legality of options in a position, with the deciding lines of the rules: `rulec why`.

Two things decide: what the choice itself asks for, clause by clause, and whether what the option begins can
be completed. The first is worked out with the clauses as they are written, the second by trying everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, Span
from rulec.interp.block_runner import group_of
from rulec.interp.machine import Machine
from rulec.interp.search import Search
from rulec.interp.statements import Fault
from rulec.interp.value_maker import Cells
from rulec.ir import nodes
from rulec.ir.clauses import Clause
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.reports.expression_printer import constant
from rulec.ir.types import IntType

_WAYS = 4_000  # decisions that are tried to find out what can't be completed
_TRIED = 12  # options of a dead end whose causes are sought
_SHOWN = 5  # members that still pass
Watch = Callable[[int], bool]  # given the decisions tried so far, returns whether to go on


class Stopped(Exception):
    """An explanation was stopped by its watch."""


@dataclass(frozen=True)
class ClauseResult:
    """A clause and its result; `holds` is None where it can't be separated from the rest."""

    span: Span
    text: str
    holds: bool | None
    values: str = ""  # `3 <= 2`
    words: str = ""
    parts: tuple[ClauseResult, ...] = ()


@dataclass(frozen=True)
class DeadEnd:
    """A dead end behind an option, and the path to it."""

    path: tuple[str, ...]
    message: str
    span: Span
    times: int
    groups: tuple[
        tuple[str, tuple[ClauseResult, ...]], ...
    ] = ()  # of a decision without options: what bars each
    undone: bool = False  # parts of an order are left that must be done


_NEGATED = {"it is one of these": "it is none of these", "it takes part": "it takes no part"}


def _said(words: str, holds: bool) -> str:
    """Return the words of a clause as they apply: negated if it fails."""
    return words if holds else _NEGATED.get(words, words)


class LegalityExplainer:
    """Explains positions of a game, on the program before the legality passes."""

    def __init__(self, program: Program, clauses: tuple[tuple[Clause, ...], ...]) -> None:
        self.program, self.clause_lists = replace(program, lookahead_limit=_WAYS), clauses
        self.machine = _Plain(self.program)

    def watched_by(self, watch: Watch | None) -> None:
        """Call `watch` at every decision tried from now on; if it returns False, `Stopped` is raised."""
        self.machine.watch, self.machine.tried = watch, 0

    def asked(self, cells: Cells) -> Decision | None:
        return self.machine.pending(cells)

    def group(self, decision: Decision, action: int) -> OptionGroup | None:
        """Return the decision's group of the option."""
        found = group_of(decision, action) if action >= decision.first else None
        inside = found is not None and found.first <= action < found.first + found.domain.size
        return found if inside else None

    def possible(self, cells: Cells, group: OptionGroup, action: int) -> bool:
        """Return whether the pending decision's option is locally legal."""
        options = self.machine.evaluator.value(group.options)(cells, {})
        return bool(options >> (action - group.first) & 1)

    def clauses(self, cells: Cells, group: OptionGroup, action: int) -> tuple[ClauseResult, ...]:
        """Evaluate the option's clauses, as written in the rules."""
        clauses = self.clause_lists[group.clause_id] if group.clause_id >= 0 else ()
        return tuple(self._passed(one, cells, action - group.first) for one in clauses)

    def _passed(self, clause: Clause, cells: Cells, member: int) -> ClauseResult:
        text = text_of(self.program, clause.span)
        test = clause.test
        env: dict[str, int] = {}
        if isinstance(test, nodes.Filter):
            env[test.var] = member
            test = test.condition
        if test is None:
            return ClauseResult(clause.span, text, None, "", clause.words)
        value = bool(self.machine.evaluator.value(test)(cells, env))
        parts = tuple(self._passed(one, cells, member) for one in clause.parts)
        values = "" if clause.words else self._values(test, cells, env)
        return ClauseResult(clause.span, text, value, values, _said(clause.words, value), parts)

    def _values(self, test: nodes.Expr, cells: Cells, env: dict[str, int]) -> str:
        """Format the values of both sides of a comparison; empty for other tests."""
        if not isinstance(test, nodes.Compare):
            return ""
        shown = []
        for side in (test.left, test.right):
            value = self.machine.evaluator.value(side)(cells, env)
            shown.append(str(value) if isinstance(side.type, IntType) else constant(value, side.type))
        return f"{shown[0]} {'=' if test.op == '==' else test.op} {shown[1]}"

    # --- what can't be completed ------------------------------------------------------------------------

    def stuck(self, cells: Cells, action: int) -> tuple[tuple[DeadEnd, ...], bool]:
        """Return the dead ends behind an option, deepest first, and whether the search was exhaustive."""
        decision = self.machine.pending(cells)
        assert decision is not None
        search = _Trying(self, self.machine.decider(cells))
        whole = True
        try:
            search.begin(list(cells), decision, action)
        except (Fault, Stopped):
            whole = False  # there are too many ways
        # What was come to last says most; that something is left undone follows from the rest.
        found = sorted(search.ends.values(), key=lambda one: (one.undone, -len(one.path), -one.times))
        return tuple(found), whole

    def refused(self, cells: Cells, action: int) -> tuple[DeadEnd, ...]:
        """Return the causes of a dead end right behind an action."""
        after, failed = list(cells), None
        try:
            self.machine.choose(after, action)  # which leaves out options only where they are ruled out
        except Fault as fault:
            failed = self.program.faults[fault.number]
        decision = self.machine.pending(after)
        if failed is not None and (decision is None or decision.span != failed.span):
            return (DeadEnd((), failed.message, failed.span, 1),)
        if decision is None:
            return ()
        groups = tuple(self.barring(decision, after))
        found = [DeadEnd((), "", decision.span, 1, groups)] if groups else []
        for option in self.machine.possible(decision, after)[:_TRIED]:
            found += self.stuck(after, option)[0][:1]
        return tuple(found)

    def barring(self, decision: Decision, cells: Cells) -> Iterator[tuple[str, tuple[ClauseResult, ...]]]:
        """Yield, for a decision without options, the clauses that empty each group."""
        for group in decision.groups:
            clauses = self.clause_lists[group.clause_id] if group.clause_id >= 0 else ()
            if group.free_action >= 0 or not clauses:
                continue
            if group.domain.size == 1:
                bad = [one for one in self.clauses(cells, group, group.first) if one.holds is False]
                if bad:
                    yield group.labels[0], tuple(bad)
                continue
            yield from self._emptied(group, clauses, cells)

    def _emptied(
        self, group: OptionGroup, clauses: tuple[Clause, ...], cells: Cells
    ) -> Iterator[tuple[str, tuple[ClauseResult, ...]]]:
        """Yield the clause that excludes the last members left by the clauses before it."""
        left = list(range(group.domain.size))
        for clause in clauses:
            results = {one: self._passed(clause, cells, one) for one in left}
            after = [one for one in left if results[one].holds is not False]
            if not after and left:
                names = ", ".join(group.labels[one] for one in left[:_SHOWN])
                names += f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
                first = results[left[0]]
                values = first.values if len(left) == 1 else ""
                yield names, (replace(first, values=values, parts=()),)
                return
            left = after


class _Everything(Search):
    """A search without static shortcuts."""

    def _completes_now(self, group: OptionGroup, nothing: int | None, cells: Cells) -> bool:
        return False

    def _decided(self, cells: Cells, options: list[int], depth: int) -> bool:
        machine = cast("_Plain", self.machine)
        machine.tried += 1
        if machine.watch is not None and not machine.watch(machine.tried):
            raise Stopped
        return super()._decided(cells, options, depth)


class _Plain(Machine):
    """A machine whose probes are decided by exhaustive search, too."""

    search = _Everything
    watch: Watch | None = None
    tried = 0


class _Trying(_Everything):
    """An exhaustive search that records its dead ends."""

    def __init__(self, reasons: LegalityExplainer, seat: int) -> None:
        super().__init__(reasons.machine, seat)
        self.reasons = reasons
        self.path: list[str] = []
        self.ends: dict[tuple[str, Span], DeadEnd] = {}

    def begin(self, cells: Cells, decision: Decision, action: int) -> bool:
        group = group_of(decision, action)
        return self.goes_on(cells, group.resume, action - group.first, 1)

    def _decided(self, cells: Cells, options: list[int], depth: int) -> bool:
        before, tried = sum(one.times for one in self.ends.values()), self.nodes
        found = super()._decided(cells, options, depth)
        if not found and self.nodes > tried and sum(one.times for one in self.ends.values()) == before:
            decision = self.machine.pending(cells)  # where free actions alone are left, which lead to nothing
            assert decision is not None
            self.ended(decision.dead_end, cells)
        return found

    def ended(self, number: int, cells: Cells) -> None:
        fault = self.machine.program.faults[number]
        decision = self.machine.pending(cells)
        # It has no option, or it is a loop or an order of parts that can't be left as yet.
        asked = decision is not None and decision.span == fault.span
        undone = asked and decision is not None and any(one.labels == ("done",) for one in decision.groups)
        key = (fault.message, fault.span)
        known = self.ends.get(key)
        if known is not None:
            self.ends[key] = replace(known, times=known.times + 1)
            return
        groups = tuple(self.reasons.barring(decision, cells)) if asked and decision is not None else ()
        self.ends[key] = DeadEnd(
            tuple(self.path), fault.message, fault.span, 1, () if undone else groups, undone
        )

    def _nothing_owed(self, cells: Cells) -> bool:
        for duty in self.machine.program.duties:
            if self._open(duty, cells) and not self._met(duty, cells):
                key = (duty.name, duty.span)
                known = self.ends.get(key)
                message = f"the obligation `{duty.name}` is not met"
                found = known or DeadEnd(tuple(self.path), message, duty.span, 0)
                self.ends[key] = replace(found, times=found.times + 1)
                return False
        return True

    def _after(self, cells: Cells, decision: Decision, action: int, depth: int) -> bool:
        group = group_of(decision, action)
        self.path.append(f"{decision.name}: {group.labels[action - group.first]}")
        try:
            return super()._after(cells, decision, action, depth)
        finally:
            self.path.pop()


def text_of(program: Program, span: Span) -> str:
    """Return the source text of a span on one line."""
    if span == NOWHERE:
        return ""
    lines = list(program.lines_of(span.file)[span.line - 1 : span.end_line])
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(part.partition(" #")[0].strip() for part in lines)


def line_of(program: Program, span: Span) -> str:
    lines = program.lines_of(span.file)
    return lines[span.line - 1].strip() if 1 <= span.line <= len(lines) else ""
