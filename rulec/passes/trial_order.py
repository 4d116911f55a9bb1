"""Orders the options that a look-ahead tries, by their distance to the next cut.

Most look-aheads succeed, and any completing path suffices. Behind one option it may be three decisions long
without a check; behind another it must be paid for, and the search would explore every way to the money. The
distance to the next cut is computed from the blocks alone: one step for each decision, many for each check
that may fail. Of the state only sets among the locals are tracked; at the decision itself they are empty.

The order never affects legality, only how soon a path is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple, assert_never

from rulec.analysis.effects import Effects, FaultSites
from rulec.ir import nodes
from rulec.ir.control_flow import without_options
from rulec.ir.nodes import Block, Expr, Field, Stmt
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.simplify import ARITHMETIC, holds
from rulec.ir.types import ListType, SetType

CHECK: Final = 16  # steps that a check counts for that may fail
MOST_PLACES: Final = 2000  # that are looked at for one option
FAR: Final = 10_000

Known = dict[str, int]  # variables by their names
# A statement that is followed, or the checks and changes of one that is not.
_Followed = tuple[nodes.Require | nodes.Assign | None, int, frozenset[str]]


class _Place(NamedTuple):
    """A search node: a block, the return stack, and the known variables."""

    block: int
    backs: tuple[int, ...]
    known: frozenset[tuple[str, int]]


def order_trials(program: Program) -> Program:
    """Mark each option with its distance to the next cut."""
    if not program.searches:
        return program
    distances = Distances(program)
    ordered = replace(program, decisions=tuple(map(distances.of_decision, program.decisions)))
    nothing = without_options(program.blocks)
    decisions = (_begun(ordered, one, number in nothing) for number, one in enumerate(ordered.decisions))
    return replace(ordered, decisions=tuple(decisions))


def _begun(program: Program, decision: Decision, nothing: bool) -> Decision:
    """Mark the first action of a look-ahead at a decision, where it is the same in every state.

    Where it is, no test is asked before; else single options of which one may tell are asked first.
    """
    if any(group.members_completable and not (group.is_noop and nothing) for group in decision.groups):
        return _mark_tested_first(decision)
    if nothing:
        asked = any(
            group.always_there and not group.is_noop and group.free_action < 0 for group in decision.groups
        )
        return decision.marked(always_asked=True) if asked else _mark_tested_first(decision)
    helpful = {action for duty in program.duties for action in duty.helpers}
    tried = (group for group in decision.groups if group.free_action < 0 or group.free_action in helpful)
    first = min(tried, key=lambda group: (group.legality.trial_cost, group.first), default=None)
    if first is None or first.free_action >= 0 or not first.always_there or _has_static_test(first):
        return _mark_tested_first(decision)
    assert isinstance(first.options, nodes.Const)
    lowest = (first.options.value & -first.options.value).bit_length() - 1
    return decision.marked(constant_option=first.first + lowest)


def _mark_tested_first(decision: Decision) -> Decision:
    groups = (group.marked(tested_first=_has_static_test(group)) for group in decision.groups)
    return replace(decision, groups=tuple(groups))


def _has_static_test(group: OptionGroup) -> bool:
    return (
        group.legality.sufficient is not None
        and group.domain.size == 1
        and group.free_action < 0
        and not group.is_noop
    )


class Distances:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects, self.obstacles = Effects.of(program), FaultSites.of(program)
        self.blocks: dict[int, tuple[int, int]] = {}
        self.statements: dict[int, list[_Followed]] = {}

    def of_decision(self, decision: Decision) -> Decision:
        if len(decision.groups) < 2:
            return decision
        begun = {field.name: field.initial for field in decision.locals if _is_followed(field)}
        groups = tuple(group.marked(trial_cost=self._of_group(group, begun)) for group in decision.groups)
        return replace(decision, groups=groups)

    def from_block(self, number: int) -> tuple[int, int]:
        """Return the length of the shortest path from a block, and its number of blocks."""
        known = self.blocks.get(number)
        if known is None:
            known = self.blocks[number] = self._of(_Place(number, (), frozenset()))
        return known

    def _of_group(self, group: OptionGroup, begun: Known) -> int:
        return self._of(_Place(group.resume, (), frozenset(begun.items())))[0]

    def _of(self, start: _Place) -> tuple[int, int]:
        """Compute the shortest path to a cut, or to the end of the decision's rule (Dijkstra)."""
        number = count()  # of two places that are as far the one that was found first
        waiting = [(0, 0, next(number), start)]
        seen: set[_Place] = set()
        while waiting and len(seen) < MOST_PLACES:
            so_far, blocks, _, place = heappop(waiting)
            if place in seen:
                continue
            seen.add(place)
            block, known = self.program.blocks[place.block], dict(place.known)
            checks = self._go_through(place.block, known)
            if checks is None:
                continue
            here = so_far + CHECK * checks
            if self._is_over(block, place.backs):
                return here, blocks
            held = frozenset(known.items())
            for steps, target, backs in self._onward(block, place.backs, known):
                heappush(waiting, (here + steps, blocks + 1, next(number), _Place(target, backs, held)))
        return FAR, 0

    def _go_through(self, number: int, known: Known) -> int | None:
        """Count the checks in a block that may fail; None if one surely fails."""
        checks = 0
        for one, others, changed in self._followed(number):
            match one:
                case nodes.Require(condition):
                    holds_there = value_of(condition, known)
                    if holds_there == 0:
                        return None
                    checks += holds_there is None
                case nodes.Assign(field, (), value):
                    now = value_of(value, known)
                    if now is None:
                        known.pop(field.name, None)
                    else:
                        known[field.name] = now
                case None:
                    checks += others
                    for name in changed:
                        known.pop(name, None)
                case nodes.Assign():
                    pass
                case _ as other:
                    assert_never(other)
        return checks

    def _followed(self, number: int) -> list[_Followed]:
        """Classify, memoized, the statements of a block as tracked or summarized."""
        steps = self.statements.get(number)
        if steps is None:
            steps = self.statements[number] = [self._step(one) for one in self.program.blocks[number].body]
        return steps

    def _step(self, one: Stmt) -> _Followed:
        match one:
            case nodes.Require(_, fault) if fault in self.obstacles.faults:
                return one, 0, frozenset()
            case nodes.Assign(field, (), _) if _is_followed(field):
                return one, 0, frozenset()
        changed = frozenset(field.name for field in self.effects.changed_by([one]) if _is_followed(field))
        return None, int(self.obstacles.within([one])), changed

    def _is_over(self, block: Block, backs: tuple[int, ...]) -> bool:
        match block.end:
            case nodes.Return():
                return not backs
            case nodes.Ask(decision):
                return self.program.decisions[decision].legality.completable
            case nodes.Chance(certain=certain):
                return not certain
            case nodes.Cut() | nodes.Finish():
                return True
            case (
                nodes.Goto()
                | nodes.Branch()
                | nodes.Switch()
                | nodes.Call()
                | nodes.ProbeSuccess()
                | nodes.Unwind()
            ):
                return False
            case _ as other:
                assert_never(other)

    def _onward(
        self, block: Block, backs: tuple[int, ...], known: Known
    ) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield the cost, block and return stack of each successor."""
        match block.end:
            case nodes.Goto(target) | nodes.Unwind(_, target) | nodes.ProbeSuccess(_, target):
                yield 0, target, backs
            case nodes.Branch(condition, then, otherwise):
                yes = value_of(condition, known)
                if yes != 0:
                    yield 0, then, backs
                if not yes:
                    yield 0, otherwise, backs
            case nodes.Switch(_, cases, otherwise):
                for target in (*(target for _, target in cases), otherwise):
                    yield 0, target, backs
            case nodes.Call(target, back):
                yield 0, target, (*backs, back)
            case nodes.Return():
                yield 0, backs[-1], backs[:-1]
            case nodes.Chance(resume=resume):
                yield 0, resume, backs
            case nodes.Ask(number, nothing):
                if nothing is not None:
                    yield 0, nothing, backs
                for group in self.program.decisions[number].groups:
                    if group.free_action < 0 and value_of(group.options, known) != 0:
                        yield 1, group.resume, backs
            case nodes.Finish() | nodes.Cut():
                pass
            case _ as other:
                assert_never(other)


def _is_followed(field: Field) -> bool:
    is_set = isinstance(field.type, SetType) and not isinstance(field.type, ListType)
    return field.role == "frame" and not field.dims and is_set


def value_of(node: Expr, known: Known) -> int | None:
    """Evaluate an expression from known values; None if they do not determine it."""
    match node:
        case nodes.Const(value):
            return value
        case nodes.ReadField(field, ()):
            return known.get(field.name)
        case nodes.Not(value):
            inner = value_of(value, known)
            return None if inner is None else int(not inner)
        case nodes.Logic(op, left, right):
            return _joined(value_of(left, known), value_of(right, known), int(op == "or"))
        case nodes.IfElse(condition, then, otherwise):
            test = value_of(condition, known)
            if test is None:
                one, other = value_of(then, known), value_of(otherwise, known)
                return one if one == other else None
            return value_of(then if test else otherwise, known)
        case _:
            pass
    return _worked_out(node, known)


def _joined(left: int | None, right: int | None, decisive: int) -> int | None:
    if decisive in (left, right):
        return decisive
    return None if left is None or right is None else 1 - decisive


def _worked_out(node: Expr, known: Known) -> int | None:
    """Evaluate an expression all of whose operands are needed."""
    match node:
        case nodes.Some(inside) | nodes.Count(inside) | nodes.Single(inside):
            value = value_of(inside, known)
            if value is None:
                return None
            if isinstance(node, nodes.Single):
                return 1 << value if value >= 0 else 0
            return value.bit_count() if isinstance(node, nodes.Count) else int(value != 0)
        case nodes.SetOp(op, left, right):
            a, b = value_of(left, known), value_of(right, known)
            if op == "&" and 0 in (a, b):
                return 0
            if a is None or b is None:
                return None
            return {"|": a | b, "&": a & b, "-": a & ~b}[op]
        case nodes.Contains(value=members, member=member):
            a, b = value_of(members, known), value_of(member, known)
            return None if a is None or b is None or b < 0 else a >> b & 1
        case nodes.Compare(op, left, right):
            a, b = value_of(left, known), value_of(right, known)
            return None if a is None or b is None else int(holds(op, a, b))
        case nodes.Arithmetic(op, left, right) if op in ARITHMETIC and op not in ("//", "%"):
            a, b = value_of(left, known), value_of(right, known)
            return None if a is None or b is None else ARITHMETIC[op](a, b)
    return None
