"""Symbolic execution to the next commit point: computes bounds on the precondition for completability."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from typing import assert_never

from rulec.analysis.counted_payments import counted_payments, plain_sums
from rulec.analysis.effects import Effects, FaultSites
from rulec.analysis.path_conditions import (
    ALWAYS_COMPLETABLE,
    IMPOSSIBLE,
    LARGEST_NEEDED,
    UNKNOWN,
    PathBounds,
    either_way,
    one_or_other,
    some,
    untried,
)
from rulec.analysis.symbolic_state import Check, NotExpressible, Reading, equal, forgetting, one_of
from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.control_flow import following
from rulec.ir.nodes import Block, Const, Expr, Field
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.simplify import FALSE, TRUE, both, either, negate
from rulec.ir.types import BOOL, ElemType
from rulec.ir.walk import always_has_a_value, size
from rulec.passes.needs_search import MustSucceed

_SEEKER = "seeker~"  # the local for the player who decides on the option
LARGEST_BEHIND = 100  # nodes of the condition of an own decision on the path
MOST_BLOCKS = 150  # blocks walked for one option


@dataclass(frozen=True)
class Path:
    """The call stack and the loop visits of a symbolic path."""

    backs: tuple[int, ...] = ()  # where the rules that were called go back to
    once: frozenset[int] = frozenset()
    twice: frozenset[int] = frozenset()

    def through(self, number: int) -> Path:
        return replace(self, once=self.once | {number}, twice=self.twice | (self.once & {number}))

    def called(self, back: int) -> Path:
        return replace(self, backs=(*self.backs, back))

    def returned(self) -> Path:
        return replace(self, backs=self.backs[:-1])


class PathExploration:
    """Explores all paths behind an option, loops once, and joins their bounds."""

    largest_behind = LARGEST_BEHIND

    def __init__(self, program: Program, must_succeed: MustSucceed) -> None:
        self.program, self.must_succeed = program, must_succeed
        self.effects, self.obstacles = Effects.of(program), FaultSites.of(program)
        self.names = count(1)
        self.left = 0  # blocks that may still be walked
        self.who: Expr = FALSE
        self.changed: dict[int, frozenset[Field]] = {}
        self.payments = counted_payments(program, self.effects)

    def behind(self, group: OptionGroup, member: nodes.ReadLocal | None, who: Expr) -> PathBounds:
        """Compute the bounds for completing an option."""
        self.left, self.who = MOST_BLOCKS, who
        reading = Reading(self.program, self.effects, self.obstacles)
        return self._from(group.resume, reading, Path(), member)

    def member(self, group: OptionGroup) -> nodes.ReadLocal | None:
        """Return a fresh local for the chosen member."""
        parameter = self.program.blocks[group.resume].parameter
        if parameter is None:
            return None
        return nodes.ReadLocal(f"{parameter[0]}.{next(self.names)}", ElemType(group.domain))

    # --- from block to block ----------------------------------------------------------------------------

    def _from(self, number: int, reading: Reading, path: Path, member: Expr | None = None) -> PathBounds:
        """Compute the bounds from the start of a block."""
        self.left -= 1
        known = self._known(number, reading, path)
        if known is not None:
            return known
        if path.backs and self.must_succeed.completable_in_rule[number]:
            return self._stepped_over(number, reading, path)
        block = self.program.blocks[number]
        if block.parameter is not None:
            reading.locals[block.parameter[0]] = member
        return self._through(number, block.body, reading, path.through(number))

    def _known(self, number: int, reading: Reading, path: Path) -> PathBounds | None:
        """Return the bounds of a block if they need no execution."""
        if self.must_succeed.completable[number]:
            return ALWAYS_COMPLETABLE
        paid = self._paid(number, reading)
        if paid is not None:
            return paid
        return UNKNOWN if number in path.twice or self.left < 0 else None

    def _paid(self, number: int, reading: Reading) -> PathBounds | None:
        """Return the bounds of a loop of equal payments; they are exact if nothing behind it can fail."""
        loop = self.payments.get(number)
        if loop is None or not self.must_succeed.completable[loop.after]:
            return None
        decision = self.program.decisions[loop.decision]
        try:
            if equal(reading.read(decision.who), self.who) != TRUE:
                return None
            test = plain_sums(reading.read(loop.condition))
        except NotExpressible:
            return None
        return PathBounds(test, test)

    def _through(self, number: int, body: Iterable[nodes.Stmt], reading: Reading, path: Path) -> PathBounds:
        """Compute the bounds before the last statements of a block."""
        checks: list[Check] = []
        found = UNKNOWN
        try:
            for one in body:
                checked = reading.go_through([one])
                checks += checked
                if (True, FALSE) in checked:  # a mistake of the rules before it is found all the same
                    found = IMPOSSIBLE
                    break
            else:
                found = self._end(number, self.program.blocks[number], reading, path)
        except NotExpressible:
            pass
        for dead_end, test in reversed(checks):
            found = self._after(test, found) if dead_end else self._unless(negate(test), found)
        return found

    def _after(self, test: Expr, found: PathBounds) -> PathBounds:
        """Combine a dead-end check with the bounds behind it."""
        return found.after(test)

    def _unless(self, mistake: Expr, found: PathBounds) -> PathBounds:
        """Weaken the bounds by a mistake of the rules: a look-ahead ends there."""
        return found.unless(mistake)

    def _stepped_over(self, number: int, reading: Reading, path: Path) -> PathBounds:
        """Compute the bounds behind a called rule that cannot fail; before that a look-ahead may succeed."""
        reading = forgetting(reading, self._changed_from(number))
        found = self._from(path.backs[-1], reading, path.returned())
        return found if found == ALWAYS_COMPLETABLE else PathBounds(found.sufficient, TRUE)

    def _changed_from(self, first: int) -> frozenset[Field]:
        """Compute the fields that may change from a block to the end of its rule."""
        known = self.changed.get(first)
        if known is None:
            known = self.changed[first] = self._changed_until(first, frozenset())
        return known

    def _changed_until(self, first: int, ends: frozenset[int], cuts: bool = False) -> frozenset[Field]:
        """Compute the fields that may change from a block up to the `ends`, and with `cuts` up to a cut."""
        seen, waiting = {first, *ends}, [first]
        fields: set[Field] = set()
        while waiting:
            number = waiting.pop()
            block = self.program.blocks[number]
            fields |= self.effects.changed_by(block.body)
            if cuts and isinstance(block.end, nodes.Cut):
                continue
            after = following(self.program, number)
            waiting += [one for one in after if one not in seen]
            seen.update(after)
        return frozenset(fields)

    def _end(self, number: int, block: Block, reading: Reading, path: Path) -> PathBounds:
        match block.end:
            case nodes.Goto(target):
                return self._from(target, reading, path)
            case nodes.ProbeSuccess(probe, target):
                return self._succeeded(probe, self._from(target, reading, path), path)
            case nodes.Branch():
                return self._branch(number, block.end, reading, path)
            case nodes.Switch():
                return self._switch(block.end, reading, path)
            case nodes.Call(target, back):
                return self._from(target, reading, path.called(back))
            case nodes.Return():
                return self._back(number, reading, path)
            case nodes.Ask(decision, nothing):
                return self._asked(number, decision, nothing, reading, path)
            case nodes.Chance(certain=certain):
                return UNKNOWN if certain else self._cut(block, reading)
            case nodes.Cut():
                return self._cut(block, reading)
            case nodes.Finish():
                return ALWAYS_COMPLETABLE
            case nodes.Unwind():
                pass
            case _ as other:
                assert_never(other)
        return UNKNOWN

    def _succeeded(self, probe: int, found: PathBounds, path: Path) -> PathBounds:
        """Weaken the bounds behind a probe that was entered before the option: its own trial ends here."""
        if found == ALWAYS_COMPLETABLE or self.program.probes[probe].block in path.once:
            return found
        return PathBounds(found.sufficient, TRUE)

    def _branch(self, number: int, end: nodes.Branch, reading: Reading, path: Path) -> PathBounds:
        test = reading.read(end.condition)
        if isinstance(test, Const):
            return self._from(end.then if test.value else end.otherwise, reading, path)
        yes = self._from(end.then, reading.copy(), path)
        return either_way(test, yes, self._from(end.otherwise, reading, path))

    def _switch(self, end: nodes.Switch, reading: Reading, path: Path) -> PathBounds:
        """Join the bounds of the cases; cases with equal bounds are merged."""
        chosen = reading.read(end.value)
        found = self._from(end.otherwise, reading.copy(), path)
        alike: dict[PathBounds, list[int]] = {}
        for case, target in end.cases:
            alike.setdefault(self._from(target, reading.copy(), path), []).append(case)
        for demand, cases in alike.items():
            found = either_way(one_of(chosen, cases), demand, found)
        return found

    def _back(self, number: int, reading: Reading, path: Path) -> PathBounds:
        if path.backs:
            return self._from(path.backs[-1], reading, path.returned())
        sure = all(self.must_succeed.completable[back] for back in self.must_succeed.callers.get(number, ()))
        return ALWAYS_COMPLETABLE if sure else UNKNOWN

    # --- where nobody looks behind ----------------------------------------------------------------------

    def _cut(self, block: Block, reading: Reading) -> PathBounds:
        """Return the bounds at a cut: obligations must be met here."""
        return self._met(reading) if block.owed and self.program.duties else ALWAYS_COMPLETABLE

    def _met(self, reading: Reading) -> PathBounds:
        """Return the bounds for all obligations met; one that may be open counts as open."""
        enough: Expr = TRUE
        exact = True
        seeker = nodes.ReadLocal(_SEEKER, self.who.type)
        reading = reading.copy()
        reading.locals[_SEEKER] = self.who  # as it was before
        try:
            for duty in self.program.duties:
                owner = seeker if duty.owner is None else nodes.ReadField(duty.owner, ())
                running = nodes.ReadField(duty.running, ())
                holds = reading.read(nodes.CallFunction(duty.function, (owner,), BOOL))
                if reading.fields.get(duty.running, ()) is None:
                    exact = False
                else:
                    closed = nodes.Compare("<", running, Const(1, running.type))
                    holds = either(reading.read(closed), holds)
                enough = both(enough, holds)
        except NotExpressible:
            return UNKNOWN
        return PathBounds(enough, enough if exact else TRUE)

    # --- decisions --------------------------------------------------------------------------------------

    def _asked(
        self, number: int, decision: int, nothing: int | None, reading: Reading, path: Path
    ) -> PathBounds:
        """Some option must be completable; one of another player must only be there."""
        if self.must_succeed.completable_decisions[decision]:
            return ALWAYS_COMPLETABLE
        asked = self.program.decisions[decision]
        others = negate(equal(reading.read(asked.who), self.who))
        if others == FALSE:
            return self._own(number, decision, nothing, reading, path)
        cut = self._of_another(number, asked, nothing, reading, path)
        return either_way(others, cut, self._own(number, decision, nothing, reading, path))

    def _of_another(
        self, number: int, asked: Decision, nothing: int | None, reading: Reading, path: Path
    ) -> PathBounds:
        """Return the bounds at the decision of another player: a cut if it is asked."""
        cut = self._cut(self.program.blocks[number], reading)
        if nothing is None and asked.legality.never_empty:
            return cut
        unasked = IMPOSSIBLE if nothing is None else self._from(nothing, reading.copy(), path)
        if unasked == cut:
            return cut
        there, exact = self._is_asked(asked, nothing, reading)
        if exact:
            return either_way(there, cut, unasked)
        return PathBounds(
            both(cut.sufficient, one_or_other(there, unasked.sufficient)),
            one_or_other(cut.necessary, unasked.necessary),
        )

    def _is_asked(self, asked: Decision, nothing: int | None, reading: Reading) -> tuple[Expr, bool]:
        """Return a sufficient condition for a reason to ask; also return whether it is necessary."""
        there: Expr = FALSE
        exact = nothing is None or asked.has_pending_work is None
        for group in asked.groups:
            if nothing is not None and group.is_noop:
                continue
            try:
                there = one_or_other(there, some(reading.read(group.options), None, TRUE))
            except NotExpressible:
                exact = False
        return there, exact

    def _own(
        self, number: int, decision: int, nothing: int | None, reading: Reading, path: Path
    ) -> PathBounds:
        """Return the bounds at an own decision: some option must be completable.

        At the second visit in a loop, only options that may end the loop are walked: examining each pair of
        members is no faster than trying them.
        """
        asked = self.program.decisions[decision]
        found = IMPOSSIBLE if nothing is None else self._from(nothing, reading.copy(), path)
        tried = []
        for group in sorted(asked.groups, key=lambda one: (one.free_action >= 0, one.domain.size)):
            if (
                group.is_noop
                and nothing is not None
                and (group.free_action < 0 or asked.has_pending_work is None)
            ):
                continue  # nobody asks for it if nothing else is left; and if something is, that will do
            tried.append(group)
        for n, group in enumerate(tried):
            if found == ALWAYS_COMPLETABLE:
                break
            if group.free_action >= 0:
                found = self._or_free(found, asked, group, nothing, reading)
                continue
            if number in path.twice and group.domain.size > 1:
                found = found.or_else(UNKNOWN)
                continue
            left = self.left
            self.left = share = left // (len(tried) - n)  # one of them is not to use up what there is for all
            found = found.or_else(self._choosing(group, reading, path))
            self.left += left - share
        if asked.legality.exit_condition is not None and not found.exact:
            found = replace(
                found,
                necessary=both(self._exit_condition(asked.legality.exit_condition, reading), found.necessary),
            )
        return found

    def _exit_condition(self, condition: Expr, reading: Reading) -> Expr:
        try:
            return reading.read(condition)
        except NotExpressible:
            return TRUE

    def _or_free(
        self, found: PathBounds, decision: Decision, free: OptionGroup, nothing: int | None, reading: Reading
    ) -> PathBounds:
        """Join the bounds of a free action.

        It is part of the search only while an obligation is open with which it helps.
        """
        if not any(free.free_action in duty.helpers for duty in self.program.duties):
            return found
        unmet = negate(self._met(reading).sufficient)
        needed = self._needed_after(found, decision, nothing, reading)
        for after in (both(unmet, needed), unmet):
            either_of_them = found.or_else(PathBounds(FALSE, after))
            if size(either_of_them.necessary) <= LARGEST_NEEDED:
                return either_of_them
        return PathBounds(found.sufficient, needed)  # options of the first visit remain after free actions

    def _needed_after(
        self, found: PathBounds, decision: Decision, nothing: int | None, reading: Reading
    ) -> Expr:
        """Return the necessary condition after free actions: they return to the same decision."""
        changed = self._changed_by_free_actions(decision)
        if changed is None:
            return TRUE
        if not reading.fields.keys() & changed:
            return self._whatever(found.necessary, changed)[0]
        if nothing is not None:
            return TRUE
        needed: Expr = FALSE  # `found` may name overwritten cells, so only the options themselves count
        for group in decision.groups:
            if group.free_action < 0:
                needed = one_or_other(needed, self._there_after(group, reading, changed))
        return needed

    def _there_after(self, group: OptionGroup, reading: Reading, changed: frozenset[Field]) -> Expr:
        """Return the necessary condition for an option of the group, for all values of these fields."""
        if reading.fields.keys() & changed & self.effects.read_by(group.options):
            return TRUE
        try:
            return self._whatever(some(reading.read(group.options), None, TRUE), changed)[0]
        except NotExpressible:
            return TRUE

    def _whatever(self, test: Expr, changed: frozenset[Field], before: bool = True) -> tuple[Expr, bool]:
        """Weaken a test until it ignores these fields (quantify them away); also return equivalence.

        A test that is total only under its predecessors stays if all of them stay.
        """
        if not self.effects.read_by(test) & changed and (before or always_has_a_value(test)):
            return test, before
        match test:
            case nodes.Logic("and", left, right):
                one, before = self._whatever(left, changed, before)
                other, before = self._whatever(right, changed, before)
                return both(one, other), before
            case nodes.Logic("or", left, right):
                one, whole = self._whatever(left, changed, before)
                other, too = self._whatever(right, changed, before and whole)
                return either(one, other), whole and too
            case nodes.Exists(_, value, condition) if not self.effects.read_by(value) & changed:
                if before or always_has_a_value(value):
                    return replace(test, condition=self._whatever(condition, changed, before)[0]), False
            case nodes.Some(nodes.Filter(var, value, condition)):
                return self._whatever(nodes.Exists(var, value, condition), changed, before)
            case nodes.Some(nodes.IfElse(condition, then, Const(0))):
                return self._whatever(both(condition, nodes.Some(then)), changed, before)
            case _:
                pass
        return TRUE, False

    def _changed_by_free_actions(self, decision: Decision) -> frozenset[Field] | None:
        """Return the fields that a decision's free actions may change; None if unknown."""
        changed = frozenset[Field]()
        for group in decision.groups:
            if group.free_action >= 0:
                more = self._changed_by_free(group)
                if more is None:
                    return None
                changed |= more
        return changed

    def _changed_by_free(self, free: OptionGroup) -> frozenset[Field] | None:
        """Return the fields that a free action may change; None if unknown."""
        end = self.program.blocks[free.resume].end
        if not isinstance(end, nodes.Call):
            return None
        return self._changed_from(end.target) | self.effects.changed_by(self.program.blocks[free.resume].body)

    def _choosing(self, group: OptionGroup, reading: Reading, path: Path) -> PathBounds:
        member = self.member(group)
        demand = self._from(group.resume, reading.copy(), path, member).within(self.largest_behind)
        try:
            options = reading.read(group.options)
        except NotExpressible:
            return PathBounds(self._some_untried(group, reading, member, demand.sufficient), TRUE)
        enough = some(options, member, demand.sufficient)
        return PathBounds(enough, enough if demand.exact else some(options, member, demand.necessary))

    def _some_untried(
        self, group: OptionGroup, reading: Reading, member: nodes.ReadLocal | None, test: Expr
    ) -> Expr:
        """Return the condition that the test holds for some option, over options defined without a probe."""
        try:
            return some(reading.read(untried(group.options)), member, test)
        except NotExpressible:
            return FALSE
