"""Derives necessary conditions for ever leaving a loop of choices.

Effects in any order around one payment: a search would try every order of all effects, though most of them
yield nothing towards the payment. This pass analyses the rules instead. An exit has known conditions. An
unmet one must be established by an option that changes its inputs (increases the sum, where it compares
numbers), and whose own conditions hold or are established in turn. The result is a test of the state; where
it fails, a look-ahead is pruned.

The test over-approximates: it treats each option by itself and adds all gains at their best. It may hold in
a state without an exit, but never fails in a state with one. (A path that ends in a mistake of the rules, a
number out of range, does not count as an exit.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulec.analysis.effects import Effects, statements_in
from rulec.analysis.linear_conditions import Sum, as_sum, may_raise, raised
from rulec.analysis.path_conditions import cheapest
from rulec.analysis.visit_bounds import VisitBounds
from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.control_flow import without_options
from rulec.ir.nodes import Block, Const, Expr, Field
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.simplify import FALSE, TRUE, both, either
from rulec.ir.walk import READS, always_has_a_value, conjuncts, locals_read, parts, size
from rulec.passes.reach_conditions import Reach

MOST_HELPERS = 6  # options that may establish a condition; with more the condition is dropped
DEEPEST = 2  # nested options whose demands are sums
LARGEST_REACH = 100  # nodes of the condition for an option to reach the block where it helps
LARGEST_GAIN = 10_000  # larger gains count as unbounded
LARGEST = 1000  # nodes of a test


def mark_exit_conditions(program: Program) -> Program:
    """Mark each decision of a loop with the condition for leaving the loop."""
    if not any(
        group.legality.needs_search or group.free_action < 0
        for one in program.decisions
        for group in one.groups
    ):
        return program
    analysis = _ExitConditions(program)
    return replace(
        program, decisions=tuple(map(analysis.marked, program.decisions, range(len(program.decisions))))
    )


@dataclass(frozen=True)
class _Stretch:
    """The region behind an option, up to the next time its decision is asked."""

    blocks: frozenset[int]
    changed: frozenset[Field]  # variables that these blocks may change
    again: bool  # the decision may recur
    left: bool  # the decision may not recur: the region leads to the end of the rule, or to a cut
    askers: frozenset[Field | None]  # other deciders within the region
    nested: bool  # the decision may recur within itself, by a recursive rule


@dataclass(frozen=True)
class _Way:
    """An option of the decision, or its else-edge: its demands and its region."""

    number: int
    demands: tuple[Expr, ...]
    stretch: _Stretch


class _ExitConditions:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects.of(program)
        self.nothing = without_options(program.blocks)

    def marked(self, decision: Decision, number: int) -> Decision:
        asked = [n for n, block in enumerate(self.program.blocks) if _asks(block, number)]
        if len(asked) != 1 or not isinstance(decision.who, nodes.ReadField):
            return decision
        exit_condition = _Loop(self, asked[0], decision, self.nothing.get(number)).exit_condition()
        if not _is_worth_asking(exit_condition):
            return decision
        return decision.marked(exit_condition=exit_condition)


def _asks(block: Block, decision: int) -> bool:
    return isinstance(block.end, nodes.Ask) and block.end.decision == decision


def _is_worth_asking(exit_condition: Expr) -> bool:
    """Return whether the test reads more than the loop's own bookkeeping and is small enough."""
    read = [part.field for part in parts(exit_condition) if isinstance(part, READS)]
    return any(field.role != "frame" for field in read) and size(exit_condition) <= LARGEST


class _Loop:
    """A decision and the ways that return to it."""

    def __init__(self, analysis: _ExitConditions, head: int, decision: Decision, nothing: int | None) -> None:
        self.analysis, self.program, self.head, self.decision = analysis, analysis.program, head, decision
        starts = [(group.resume, self._demands(group)) for group in decision.groups]
        if nothing is not None:
            starts.append((nothing, self._checks(nothing)))
        ways = []
        for number, (start, demands) in enumerate(starts):
            ways.append(_Way(number, demands, self._stretch(start)))
        self.ways = tuple(ways)
        self.reached: dict[tuple[int, ...], Expr] = {}  # of a way and where it is to come to

    def exit_condition(self) -> Expr:
        """Return the necessary condition for leaving the decision eventually."""
        named = self.ways[: len(self.decision.groups)]
        parts_of_it = [
            way
            for way, group in zip(named, self.decision.groups, strict=True)
            if way.stretch.again and not way.stretch.left and group.free_action < 0
        ]
        if not parts_of_it or any(way.stretch.nested for way in self.ways):
            return TRUE
        found: Expr = FALSE
        for way in self.ways:
            if way.stretch.left or way.stretch.askers - self._own(way.stretch):
                found = _or(found, self._of(way, frozenset()))
        return found

    def _of(self, way: _Way, before: frozenset[int]) -> Expr:
        """Return the necessary condition for taking this way, helped by ways not in `before`."""
        found: Expr = TRUE
        for demand in way.demands:
            found = both(found, self._met(demand, before | {way.number}))
        return found

    def _met(self, demand: Expr, before: frozenset[int]) -> Expr:
        """Return the demand, or the conditions of the ways that may establish it."""
        amount = as_sum(demand)
        amount = amount if amount is not None and amount.fits else None
        if amount is not None:
            demand = amount.holds()  # it makes sense in every state, where a difference may not
        if (amount is not None and len(before) > DEEPEST) or not always_has_a_value(demand):
            return TRUE
        ways = [way for way in self._helpers(demand) if way.number not in before]
        if amount is not None:
            return self._paid(amount, ways, before)
        bits = _bits_wanted(demand)
        helping = [way for way in ways if bits is None or self._may_add(bits, way)]
        if len(helping) > MOST_HELPERS:
            return TRUE
        found = demand
        for way in helping:
            found = _or(found, self._of(way, before))
        return found

    def _paid(self, amount: Sum, ways: list[_Way], before: frozenset[int]) -> Expr:
        """Return the condition that the sum is at least 0, or that other ways raise it enough.

        Gains are bounded for ways taken once, and unbounded for the others.
        """
        found: Expr = FALSE
        gains: list[tuple[Expr, Sum]] = []
        better = []  # ways that change a variable in the sum
        helpers = 0
        for way in ways:
            goals = [number for number in sorted(way.stretch.blocks) if self._raises(number, amount)]
            known = {number: self._gain(amount, way, number, ways) for number in goals}
            for number, gain in known.items():
                if gain is not None:
                    gains.append((both(self._come_to(way, [number], before), self._of(way, before)), gain))
            goals = [number for number, gain in known.items() if gain is None]
            if goals:
                found = _or(found, both(self._come_to(way, goals, before), self._of(way, before)))
            elif amount.at_best(way.stretch.changed, self.analysis.effects) is not None:
                better.append(way)
            elif not known:
                continue
            helpers += 1
        if helpers > MOST_HELPERS:
            return TRUE
        # What several ways change of it may all come out well.
        changed = frozenset[Field]().union(*(one.stretch.changed for one in ways))
        for way in better:
            most = amount.at_most(
                lambda term: isinstance(term, nodes.ReadField) or not self._reads(term, changed)
            )
            most = self._with_gains(
                most,
                [(when, gain.at_most(lambda term: not self._reads(term, changed))) for when, gain in gains],
            )
            found = _or(found, both(most.holds() if most.fits else TRUE, self._of(way, before)))
        whole = self._with_gains(amount, gains)
        return _or(whole.holds() if whole.fits else TRUE, found)

    def _with_gains(self, amount: Sum, gains: list[tuple[Expr, Sum]]) -> Sum:
        for when, gain in gains:
            amount = amount.with_gain(when, gain)
        return amount

    def _reads(self, term: Expr, fields: frozenset[Field]) -> bool:
        return bool(self.analysis.effects.read_by(term) & fields)

    def _gain(self, amount: Sum, way: _Way, number: int, ways: list[_Way]) -> Sum | None:
        """Bound the gain of a sum in a block that the way visits at most once; None if unbounded."""
        if not (self._is_gone_once(way) and self._comes_once(way, number)):
            return None
        gain = raised(amount, self.program.blocks[number].body, self.program)
        if gain is None:
            return None
        # What it will be is known now if nothing else changes that than the ways that are looked at.
        fickle = frozenset[Field]().union(
            *(
                one.stretch.changed
                for one in self.ways
                if one.stretch.again and (one is way or one not in ways)
            )
        )
        gain = gain.at_most(lambda term: not (locals_read(term) or self._reads(term, fickle)))
        return gain if gain.constant < LARGEST_GAIN else None

    def _helpers(self, demand: Expr) -> list[_Way]:
        """Return the ways back to the decision that change something the demand reads."""
        read = self.analysis.effects.read_by(demand)
        return [way for way in self.ways if way.stretch.again and read & way.stretch.changed]

    def _come_to(self, way: _Way, goals: list[int], before: frozenset[int]) -> Expr:
        """Return the necessary condition for this way to reach a goal block."""
        reached = self._reached(way, goals)
        return TRUE if reached == TRUE else self._somehow(reached, way, before)

    def _raises(self, block: int, amount: Sum) -> bool:
        return may_raise(amount, self.program.blocks[block].body, self.program)

    def _reached(self, way: _Way, goals: list[int]) -> Expr:
        """Compute, memoized, the necessary condition for a single option to reach a goal block."""
        if way.number >= len(self.decision.groups):
            return TRUE
        group = self.decision.groups[way.number]
        if group.domain.size > 1:
            return TRUE
        known = self.reached.get((way.number, *goals))
        if known is None:
            needed = Reach(self.program, self.head, goals).needed(self.decision, group)
            needed = cheapest(needed, LARGEST_REACH)
            known = needed if always_has_a_value(needed) else TRUE
            self.reached[(way.number, *goals)] = known
        return known

    def _somehow(self, test: Expr, way: _Way, before: frozenset[int]) -> Expr:
        """Return the test, or the conditions of ways that change its inputs.

        This includes the way itself if it may be taken more than once.
        """
        found = test
        for other in self._helpers(test):
            if other.number == way.number:
                found = found if self._is_gone_once(way) else TRUE
            elif other.number not in before:
                found = _or(found, self._of(other, before | {way.number}))
        return found

    def _is_gone_once(self, way: _Way) -> bool:
        """Return whether the way requires an unset flag and sets it at once, and no way clears the flag."""
        for demand in way.demands:
            match demand:
                case nodes.Not(nodes.Some(nodes.SetOp("&", nodes.ReadField(field, ()), Const(done)))):
                    start = self.program.blocks[self.decision.groups[way.number].resume]
                    noted = any(
                        isinstance(one, nodes.Assign) and one.field == field and _adds(field, one.value, done)
                        for one in start.body
                    )
                    kept = not any(self._may_add((field, 0), one) for one in self.ways if one.stretch.again)
                    if noted and kept:
                        return True
                case _:
                    pass
        return False

    def _may_add(self, bits: tuple[Field, int], way: _Way) -> bool:
        """Return whether this way may add a wanted member to a set, or remove any if none is wanted."""
        field, wanted = bits
        for number in way.stretch.blocks:
            for statement in statements_in(self.program.blocks[number].body):
                match statement:
                    case nodes.Assign(same, (), value) if same == field:
                        if _adds(field, value, wanted):
                            return True
                    case nodes.CallProcedure(name):
                        if field in self.analysis.effects.changes[name]:
                            return True
                    case nodes.Save(fields):
                        if field in fields:
                            return True
                    case nodes.Assign() | nodes.SetLocal() | nodes.If() | nodes.ForEach() | nodes.Require():
                        pass
                    case _ as other:
                        assert_never(other)
        return False

    # --- what an option demands -------------------------------------------------------------------------

    def _demands(self, group: OptionGroup) -> tuple[Expr, ...]:
        found: list[Expr] = []
        options = group.options
        while isinstance(options, nodes.IfElse) and _is_nothing(options.otherwise):
            found += conjuncts(options.condition)
            options = options.then
        if _is_nothing(options):
            return (FALSE,)
        return tuple(dict.fromkeys(one for one in found if not locals_read(one)))

    def _checks(self, number: int) -> tuple[Expr, ...]:
        """Return the leading dead-end checks of a block."""
        found: list[Expr] = []
        for statement in self.program.blocks[number].body:
            if not isinstance(statement, nodes.Require):
                break
            if self.program.faults[statement.fault].kind == "dead end":
                found += conjuncts(statement.condition)
        return tuple(dict.fromkeys(one for one in found if not locals_read(one)))

    # --- where options lead -----------------------------------------------------------------------------

    def _stretch(self, first: int) -> _Stretch:
        """Collect the blocks from here to the next time the decision is asked."""
        blocks: set[int] = set()
        again = left = nested = False
        askers: set[Field | None] = set()
        waiting = [(first, False)]  # a block, and whether it belongs to a rule that has been called
        seen = set(waiting)
        while waiting:
            number, called = waiting.pop()
            blocks.add(number)
            if number == self.head:  # what comes before it is asked is done once more
                again, nested = True, nested or called
                continue
            block = self.program.blocks[number]
            after: list[tuple[int, bool]] = []
            match block.end:
                case nodes.Goto(target) | nodes.ProbeSuccess(_, target):
                    after = [(target, called)]
                case nodes.Branch(_, then, otherwise):
                    after = [(then, called), (otherwise, called)]
                case nodes.Switch(_, cases, otherwise):
                    after = [(target, called) for target in (*(case for _, case in cases), otherwise)]
                case nodes.Call(target, back):
                    after = [(target, True), (back, called)]
                case nodes.Return():
                    left = left or not called
                case nodes.Ask(decision, nothing):
                    one = self.program.decisions[decision]
                    askers.add(one.who.field if isinstance(one.who, nodes.ReadField) else None)
                    after = [(group.resume, called) for group in one.groups]
                    after += [] if nothing is None else [(nothing, called)]
                case nodes.Chance(resume=resume, certain=True):
                    after = [(resume, called)]
                case _:  # the end of the turn, of the game; chance
                    left = True
            waiting += [one for one in after if one not in seen]
            seen.update(after)
        bodies = (self.program.blocks[number].body for number in blocks)
        changed = frozenset[Field]().union(*map(self.analysis.effects.changed_by, bodies))
        return _Stretch(frozenset(blocks), changed, again, left, frozenset(askers), nested)

    def _comes_once(self, way: _Way, goal: int) -> bool:
        """Return whether the goal block is visited at most once on this way, for all choices."""
        group = self.decision.groups[way.number] if way.number < len(self.decision.groups) else None
        return group is not None and VisitBounds(self.program, self.head, goal).most(group.resume) == 1

    def _own(self, stretch: _Stretch) -> frozenset[Field | None]:
        """Return the fields that hold the actor of this decision: its own and copies for called rules."""
        assert isinstance(self.decision.who, nodes.ReadField)
        given: dict[Field, set[Expr]] = {}
        for number in stretch.blocks:
            for statement in self.program.blocks[number].body:
                if isinstance(statement, nodes.Assign) and not (statement.index or _is_reset(statement)):
                    given.setdefault(statement.field, set()).add(statement.value)
        here = self.decision.who.field
        if here in given:
            return frozenset()
        own = {here}
        while True:
            known = {nodes.ReadField(field, ()) for field in own}
            more = {field for field, values in given.items() if values <= known} - own
            if not more:
                return frozenset(own)
            own |= more


def _is_reset(statement: nodes.Assign) -> bool:
    """Return whether the statement restores the field's initial value."""
    return isinstance(statement.value, Const) and statement.value.value == statement.field.initial


def _is_nothing(options: Expr) -> bool:
    return isinstance(options, Const) and options.value == 0


def _or(left: Expr, right: Expr) -> Expr:
    if TRUE in (left, right):
        return TRUE
    return left if left == right else either(left, right)


def _adds(field: Field, value: Expr, wanted: int) -> bool:
    """Return whether the assignment may add a wanted member, or remove any if none is wanted."""
    match value:
        case nodes.SetOp("|", nodes.ReadField(same, ()), Const(more)) if same == field:
            return bool(wanted & more)
        case Const(members):
            return bool(wanted & members) if wanted else True
        case _:
            pass
    return True


def _bits_wanted(demand: Expr) -> tuple[Field, int] | None:
    """Return a set variable and the members of which the demand wants one.

    None if something else is demanded; no members where more of them never helps.
    """
    match demand:
        case nodes.Contains(nodes.ReadField(field, ()), Const(member)):
            return field, 1 << member
        case nodes.Not(nodes.Some(nodes.SetOp("-", Const(members), nodes.ReadField(field, ())))):
            return field, members
        case nodes.Some(nodes.SetOp("&", nodes.ReadField(field, ()), Const(members))):
            return field, members
        case nodes.Not(nodes.Some(nodes.SetOp("&", nodes.ReadField(field, ()), Const(_)))):
            return field, 0
        case nodes.Not(nodes.Contains(nodes.ReadField(field, ()), Const(_))):
            return field, 0
        case _:
            pass
    return None
