"""Invariants of control variables at each stop: a forward analysis over all blocks.

Positions from outside are held to them. Not every impossible position is found out, but no possible one is
refused: a join forgets whatever does not hold on every way.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from rulec.ir import nodes
from rulec.ir.control_flow import reached
from rulec.ir.frame_facts import MOST_VALUES, NOTHING, Facts, Values, every, key_of, local_key
from rulec.ir.nodes import Block, Const, Expr, Field, Stmt
from rulec.ir.program import OptionGroup, Program
from rulec.ir.schema import rule_starts, saved_fields
from rulec.ir.types import SetType, bounds
from rulec.runtime.schema import FrameInvariant, Stop

_VISITS: Final = 8  # after so many a number that still grows is taken to be any of its range
_WIDEST: Final = 62  # bits of a number in the schema
_DEEPEST: Final = 16


def frame_invariants(program: Program) -> tuple[FrameInvariant, ...]:
    """Return the invariants of the control variables at each stop."""
    return tuple(_FrameInvariants(program).found())


class _FrameInvariants:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.fields = {
            field.name: field
            for field in program.fields
            if field.role in ("frame", "running") and not field.dims
        }
        self.chances = {block: place for place, block in enumerate(program.chances)}
        self.starts = rule_starts(program)
        self.depths = _depths(program, self.starts)
        self.procedures = {one.name: one for one in program.procedures}
        self.changed: dict[int, frozenset[str]] = {}  # by the first block of a rule
        self.saved = {field.name for block in program.blocks for field in saved_fields(block)}
        self.before: dict[int, Facts] = {}
        self.visits = Counter[int]()

    def found(self) -> Iterator[FrameInvariant]:
        """Solve the analysis; yield the invariant of each stop."""
        waiting: list[int] = []
        for block, facts in self._entries():
            self._reach(block, facts, waiting)
        while waiting:
            number = heapq.heappop(waiting)
            if waiting and waiting[0] == number:
                continue
            for following, facts in self._following(number):
                self._reach(following, facts, waiting)
        stops: dict[tuple[Stop, int], Facts] = {}
        for number in sorted(self.before):
            for stop in self._stops(number):
                facts = self._while_stopped(number)
                stops[stop] = facts if stop not in stops else stops[stop].joined(facts)
        for (kind, place), facts in stops.items():
            told = self._told(kind, place, facts)
            if told is not None:
                yield told

    def _entries(self) -> Iterator[tuple[int, Facts]]:
        yield self.program.start, NOTHING
        for point in self.program.checkpoints:
            facts = NOTHING
            for field in point.running:
                facts = facts.assigned(field.name, Const(1, field.type))
            for owner in point.owners if point.seat is not None else ():
                assert point.seat is not None
                facts = facts.assigned(owner.name, nodes.ReadField(point.seat, ()))
            yield point.block, facts

    def _reach(self, block: int, facts: Facts, waiting: list[int]) -> None:
        if facts.impossible:
            return
        known = self.before.get(block)
        joined = facts if known is None else known.joined(facts)
        if known is not None and joined == known:
            return
        self.visits[block] += 1
        if known is not None and self.visits[block] > _VISITS:
            joined = self._widened(known, joined)
        self.before[block] = joined
        heapq.heappush(waiting, block)

    def _widened(self, known: Facts, joined: Facts) -> Facts:
        """Take a number that still grows for any of its range."""
        values = dict(joined.values)
        for name, now in joined.values.items():
            field = self.fields.get(name)
            if field is None or now == known.values.get(name) or isinstance(field.type, SetType):
                continue
            whole = every(field)
            if whole is None:
                del values[name]
            else:
                values[name] = whole
        return Facts(values, joined.relations)

    # --- one block ------------------------------------------------------------------------------------

    def _behind(self, number: int) -> Facts:
        """Return the facts behind the last statement of a block."""
        block = self.program.blocks[number]
        return self._body(block.body, self.before[number], self.depths.get(self.starts.get(number, -1)))

    def _body(self, body: Iterable[Stmt], facts: Facts, depths: Values | None) -> Facts:
        for one in body:
            match one:
                case nodes.SetLocal(name, value):
                    facts = facts.assigned(local_key(name), value, depths)
                case nodes.Assign(field, (), value) if field.name in self.fields:
                    facts = facts.assigned(field.name, value, depths)
                case nodes.Require(condition):
                    facts = facts.assumed(condition, True)
                case nodes.If(condition, then, otherwise):
                    yes = self._body(then, facts.assumed(condition, True), depths)
                    no = self._body(otherwise, facts.assumed(condition, False), depths)
                    facts = yes.joined(no)
                case nodes.ForEach() | nodes.CallProcedure():
                    facts = facts.without(self._assigned((one,)))
                case nodes.Assign() | nodes.Save():
                    pass
        return facts

    def _assigned(self, body: Iterable[Stmt], seen: set[str] | None = None) -> Iterator[str]:
        """Yield the names that statements may assign; of each procedure once, as chains of them grow."""
        seen = set() if seen is None else seen
        for one in body:
            match one:
                case nodes.SetLocal(name):
                    yield local_key(name)
                case nodes.Assign(field):
                    yield field.name
                case nodes.If(_, then, otherwise):
                    yield from self._assigned((*then, *otherwise), seen)
                case nodes.ForEach(var, _, inner):
                    yield local_key(var)
                    yield from self._assigned(inner, seen)
                case nodes.CallProcedure(name) if name not in seen:
                    seen.add(name)
                    yield from self._assigned(self.procedures[name].body, seen)
                case nodes.CallProcedure() | nodes.Require() | nodes.Save():
                    pass

    def _following(self, number: int) -> Iterator[tuple[int, Facts]]:
        """Yield the next blocks with the facts that hold where they begin."""
        block, facts = self.program.blocks[number], self._behind(number).without_locals()
        end = block.end
        match end:
            case nodes.Branch(condition, then, otherwise):
                yield then, facts.assumed(condition, True)
                yield otherwise, facts.assumed(condition, False)
            case nodes.Ask(decision, nothing):
                for group in self.program.decisions[decision].groups:
                    yield group.resume, self._chosen(group, facts)
                if nothing is not None:
                    yield nothing, facts
            case nodes.Call(target, back):
                yield target, facts
                yield back, self._during_call(block, target, facts)
            case nodes.Unwind(_, target):
                yield target, facts.without(self.saved)
            case _:
                yield from ((target, facts) for target in reached(end, lambda _: []))

    def _chosen(self, group: OptionGroup, facts: Facts) -> Facts:
        """Return the facts where one of the options of a group was chosen."""
        parameter = self.program.blocks[group.resume].parameter
        options: Expr = group.options
        while True:
            match options:
                case nodes.IfElse(condition, then, Const(0)):
                    facts, options = facts.assumed(condition, True), then
                case nodes.SetOp("-", left, gone):
                    if parameter is not None and (name := key_of(gone)) is not None:
                        facts = facts.apart(local_key(parameter[0]), name)
                    options = left
                case _:
                    return facts

    def _changed_below(self, root: int) -> frozenset[str]:
        """Return the names that a rule or those that it calls may assign."""
        if root not in self.changed:
            seen, waiting = {root}, [root]
            while waiting:
                end = self.program.blocks[waiting.pop()].end
                for target in reached(end, self._resumes):
                    if target not in seen:
                        seen.add(target)
                        waiting.append(target)
            self.changed[root] = frozenset(
                name for number in seen for name in self._assigned(self.program.blocks[number].body)
            )
        return self.changed[root]

    def _resumes(self, decision: int) -> list[int]:
        return [group.resume for group in self.program.decisions[decision].groups]

    # --- what is told -----------------------------------------------------------------------------------

    def _stops(self, number: int) -> Iterator[tuple[Stop, int]]:
        match self.program.blocks[number].end:
            case nodes.Ask(decision):
                yield "decision", decision
            case nodes.Chance():
                yield "chance", self.chances[number]
            case nodes.Call(_, back):
                yield "return", back
            case _:
                pass

    def _while_stopped(self, number: int) -> Facts:
        """Return the facts that hold as long as the game stops, or the call is active."""
        block, facts = self.program.blocks[number], self._behind(number)
        if isinstance(block.end, nodes.Call):
            return self._during_call(block, block.end.target, facts)
        return facts

    def _during_call(self, block: Block, target: int, facts: Facts) -> Facts:
        """Forget the variables that a call may assign, and those saved around it."""
        return facts.without(self._changed_below(target) | {field.name for field in saved_fields(block)})

    def _told(self, stop: Stop, number: int, facts: Facts) -> FrameInvariant | None:
        """Return the invariant of a stop, restricted to facts that positions can violate."""
        values = []
        for name, known in sorted(facts.values.items()):
            field = self.fields.get(name)
            if field is not None and self._is_narrow(field, known):
                values.append((name, tuple(sorted(known))))
        pairs: dict[str, list[tuple[str, str]]] = {"same": [], "apart": [], "less": []}
        for kind, one, other in sorted(facts.relations):
            # Of names that are the same the first one stands for all.
            told = kind in pairs and one in self.fields and other in self.fields
            if told and one == min(facts.same(one)) and (kind != "same" or one < other):
                pairs[kind].append((one, other))
        same, apart, less = (tuple(pairs[kind]) for kind in ("same", "apart", "less"))
        once = tuple(sorted(one for kind, one, _ in facts.relations if kind == "once" and one in self.fields))
        if not (values or same or apart or less or once):
            return None
        return FrameInvariant(stop, number, tuple(values), same, apart, less, once)

    def _is_narrow(self, field: Field, known: Values) -> bool:
        """Return whether a declared value is impossible; not of a local that does not matter, which is 0."""
        if known == {0} and field.role == "frame":
            return False
        if isinstance(field.type, SetType):
            return field.type.domain.size <= _WIDEST and len(known) < 1 << field.type.domain.size
        have = bounds(field.type)
        return len(known) <= have.hi - have.lo and len(known) <= MOST_VALUES


def _depths(program: Program, starts: dict[int, int]) -> dict[int, Values]:
    """Return how many calls may be active in each rule, by its first block; recursive rules are left out."""
    found: dict[int, set[int]] = {program.start: {0}}
    calls = [
        (starts[number], block.end.target)
        for number, block in enumerate(program.blocks)
        if isinstance(block.end, nodes.Call) and number in starts
    ]
    for _ in range(_DEEPEST):
        before = {root: set(known) for root, known in found.items()}
        for caller, called in calls:
            found.setdefault(called, set()).update(one + 1 for one in before.get(caller, ()))
        if found == before:
            return {root: frozenset(known) for root, known in found.items()}
    return {}
