"""Sufficient condition for completability along the shortest path.

With effects in any order, each leading to others, the condition over all paths grows too large. But most
options are completable, mostly by a short path: the compulsory parts alone, no deal due, nothing owed. The
condition of this path is expressed in the state before; where it fails, the search decides.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from rulec.analysis.path_conditions import ALWAYS_COMPLETABLE, UNKNOWN, PathBounds, one_or_other, small
from rulec.analysis.symbolic_state import NotExpressible, Reading, equal, forgetting
from rulec.ir import nodes
from rulec.ir.control_flow import following
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.program import OptionGroup, Program
from rulec.ir.simplify import FALSE, TRUE, both, negate
from rulec.ir.types import ListType
from rulec.ir.walk import size
from rulec.passes.needs_search import mark_needs_search
from rulec.passes.path_preconditions import Path, PathExploration
from rulec.passes.trial_order import Distances, order_trials

MOST_TRIED = 2  # options walked at one decision
LARGEST_BEHIND = 350  # nodes of the condition of a decision on the path
LARGEST_OTHER = 100  # nodes that an equally short alternative may add to this condition


class _Pass:
    """One iteration of a loop, checked to return to the head with the outer state unchanged."""

    def __init__(self, head: int, backs: tuple[int, ...], before: Reading, own: frozenset[Field]) -> None:
        self.head, self.backs, self.own = head, backs, own
        self.fields = dict(before.fields)
        self.over = False

    def ends(self, reading: Reading) -> PathBounds:
        self.over = True
        changed = {field for field, writes in reading.fields.items() if self.fields.get(field, ()) != writes}
        return ALWAYS_COMPLETABLE if changed <= self.own else UNKNOWN


class ShortestPathExploration(PathExploration):
    """Symbolic execution along the shortest path from an option (see `trial_order`)."""

    largest_behind = LARGEST_BEHIND
    passes: tuple[_Pass, ...] = ()  # through the loops in which the walk is

    @cached_property
    def _marked(self) -> Program:
        return mark_needs_search(self.program)

    @cached_property
    def _ordered(self) -> Program:
        """The program with the trial costs of its options."""
        return order_trials(self._marked)

    @cached_property
    def _distances(self) -> Distances:
        return Distances(self._marked)

    def _known(self, number: int, reading: Reading, path: Path) -> PathBounds | None:
        if self.must_succeed.completable[number]:
            return ALWAYS_COMPLETABLE
        if self.left < 0:
            return UNKNOWN
        if self.must_succeed.completable_if_met[number] and self._stays_met(number):
            return replace(self._met(reading), necessary=TRUE)
        if self.passes and (self.passes[-1].head, self.passes[-1].backs) == (number, path.backs):
            return self.passes[-1].ends(reading)
        return None

    def _unless(self, mistake: Expr, found: PathBounds) -> PathBounds:
        return found.after(negate(mistake))

    # --- obligations ------------------------------------------------------------------------------------

    def _stays_met(self, first: int) -> bool:
        """Return whether the obligations stay unchanged from this block to the next cut, on every path."""
        seen, waiting = {first}, [first]
        while waiting:
            number = waiting.pop()
            block = self.program.blocks[number]
            if self.effects.changed_by(block.body) & self._owed or any(map(self._opens, block.body)):
                return False
            if isinstance(block.end, nodes.Cut):
                continue
            after = {*following(self.program, number), *self.must_succeed.callers.get(number, ())}
            waiting += after - seen
            seen |= after
        return True

    @cached_property
    def _owed(self) -> frozenset[Field]:
        """The fields that obligations read."""
        reads = (self.effects.reads[duty.function] for duty in self.program.duties)
        return frozenset[Field]().union(*reads)

    def _opens(self, statement: nodes.Stmt) -> bool:
        """Return whether the statement opens an obligation."""
        if not isinstance(statement, nodes.Assign) or statement.value == Const(0, statement.field.type):
            return False
        return statement.field in {duty.running for duty in self.program.duties}

    # --- one way instead of all -------------------------------------------------------------------------

    def _branch(self, number: int, end: nodes.Branch, reading: Reading, path: Path) -> PathBounds:
        found = self._each(number, end, reading, path)
        if found is not None:
            return found
        test = reading.read(end.condition)
        return self._nearest([(test, end.then), (negate(test), end.otherwise)], reading, path)

    def _switch(self, end: nodes.Switch, reading: Reading, path: Path) -> PathBounds:
        chosen = reading.read(end.value)
        ways = [(equal(chosen, Const(case, end.value.type)), target) for case, target in end.cases]
        return self._nearest(ways, reading, path)

    def _nearest(self, ways: list[tuple[Expr, int]], reading: Reading, path: Path) -> PathBounds:
        """Return the condition along the nearest path that has a sufficient one."""
        for test, target in sorted(ways, key=lambda one: self._distances.from_block(one[1])):
            if test == FALSE:
                continue
            enough = self._from(target, reading.given(test), path).sufficient
            if enough != FALSE:
                return PathBounds(both(test, enough), TRUE)
        return UNKNOWN

    def _joined(self, found: Expr, other: Expr) -> Expr:
        """Join another path of the same distance."""
        if found == FALSE:
            return other
        largest = min(size(found) + LARGEST_OTHER, self.largest_behind)
        return small(one_or_other(found, other), found, largest)

    def _own(
        self, number: int, decision: int, nothing: int | None, reading: Reading, path: Path
    ) -> PathBounds:
        """Return the sufficient condition of the nearest options, or of the else-edge.

        Who decides must be known: somebody else may be asked whatever is offered.
        """
        if reading.read(self.program.decisions[decision].who) != self.who:
            return UNKNOWN
        if nothing is not None:
            without = self._from(nothing, reading.copy(), path)
            if without.sufficient != FALSE:
                return without
        ways = []
        for group in self._ordered.decisions[decision].groups:
            if group.free_action >= 0 or (group.is_noop and nothing is not None):
                continue
            there = self._is_there(group, reading)
            if there is not False:
                ways.append((group.legality.trial_cost, not there, group.first, group))
        found: Expr = FALSE
        nearest = 0
        for distance, *_, group in sorted(ways, key=lambda one: one[:3])[:MOST_TRIED]:
            if found != FALSE and distance > nearest:
                break
            if found == FALSE:
                nearest = distance
            found = self._joined(found, self._choosing(group, reading, path).sufficient)
        return PathBounds(found, TRUE)

    def _is_there(self, group: OptionGroup, reading: Reading) -> bool | None:
        """Is the group certainly non-empty, or certainly empty? None if unknown."""
        try:
            options = reading.read(group.options)
        except NotExpressible:
            return None
        return options.value != 0 if isinstance(options, Const) else None

    # --- loops over members -----------------------------------------------------------------------------

    def _each(self, head: int, end: nodes.Branch, reading: Reading, path: Path) -> PathBounds | None:
        """Return the condition of a loop over members: for each of them, and behind the loop.

        None for any other loop. A round may change only the variables of the loop itself.
        """
        match end.condition, self.program.blocks[end.then].body:
            case nodes.Some(nodes.ReadField(rest, ())), (
                nodes.Assign(member, (), nodes.Pick("first", nodes.ReadField(same, ()))),
                nodes.Assign(again, (), _),
                *body,
            ) if rest == same == again:
                pass
            case _:
                return None
        members = reading.read(nodes.ReadField(rest, ()))
        those = members.value if isinstance(members, nodes.InOrder) else members
        if isinstance(members, Const) or isinstance(those.type, ListType):
            return None
        one = nodes.ReadLocal(f"each.{next(self.names)}", member.type)
        changed = self._changed_until(end.then, frozenset({head}), cuts=True)  # in one pass
        own = frozenset(field for field in changed if field.role == "frame")
        inside = forgetting(reading, own)
        inside.put(member, (((), one),))
        outcome = _Pass(head, path.backs, inside, own)
        self.passes = (*self.passes, outcome)
        passed = self._through(end.then, body, inside, path).sufficient
        self.passes = self.passes[:-1]
        behind = self._from(end.otherwise, forgetting(reading, own), path)
        if not outcome.over:  # the first of them is the end of it
            behind = behind.unless(nodes.Some(members))
        if passed == FALSE:
            behind = behind.after(negate(nodes.Some(members)))
        elif passed != TRUE:
            behind = behind.after(negate(nodes.Exists(one.name, those, negate(passed))))
        return replace(behind, necessary=TRUE)
