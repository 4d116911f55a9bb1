"""What must hold so that everything after an option can be carried out, as a test of the state before it.

To find out by trial whether `upgrade_city` can be chosen, a copy of the state is changed until it is known
that there is a city and money. Here the compiler walks the same blocks once, with expressions in place of
values, up to where no look-ahead looks behind: what it finds are two tests of the state before the option.
Where the one holds there is a way on; where the other does not there is none. If both are the same, nothing
has to be tried out. Otherwise, and where the tests would grow too large, the option is searched as before.

Loops are walked once; what cannot be said of the state before (what a loop over members changes, what is on
the stack of calls) makes the two tests part.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from rulec.ir import nodes
from rulec.ir.loops import reached
from rulec.ir.nodes import Block, Const, Expr, Field
from rulec.ir.program import FOUND, Decision, OptionGroup, Program
from rulec.ir.simplify import FALSE, TRUE, both, either, negate
from rulec.ir.types import BOOL, ElemType, SetType
from rulec.ir.walk import always_has_a_value, conjuncts, locals_read, parts, substitute
from rulec.passes.effects import Effects, Obstacles
from rulec.passes.reading import LARGEST, Check, Reading, Unsayable, choice, equal
from rulec.passes.sureness import Sureness
from rulec.records import dataclass

_SEEKER = "seeker~"  # the local for whoever decides on the option
# Parts of a test that saves trying out. There is seldom no way on: a large test of that is mostly in vain.
LARGEST_EXACT = 200
LARGEST_ENOUGH = 300
LARGEST_NEEDED = 60
LARGEST_BEHIND = 100  # of what is said of an own decision on the way
MOST_BLOCKS = 150  # that are walked for one option


def foresee(program: Program) -> Program:
    """Options after which it can be told what they demand are offered if that holds."""
    sureness = Sureness.of(program)
    if all(sureness.sure[group.resume] for one in program.decisions for group in one.groups):
        return program
    foresight = _Foresight(program, sureness)
    return replace(program, decisions=tuple(map(foresight.decision, program.decisions)))


@dataclass(frozen=True)
class _Demand:
    """Two tests of the state before an option: with `enough` there is a way on, without `needed` none."""

    enough: Expr
    needed: Expr

    @property
    def exact(self) -> bool:
        return self.enough == self.needed

    def after(self, test: Expr) -> _Demand:
        """The same where this has to hold first."""
        enough = both(test, self.enough)
        return _Demand(enough, enough if self.exact else both(test, self.needed))

    def unless(self, test: Expr) -> _Demand:
        """The same where nothing more is looked at if this holds."""
        enough = either(test, self.enough)
        return _Demand(enough, enough if self.exact else either(test, self.needed))

    def within(self, largest: int) -> _Demand:
        """The same if neither test is larger than that: what is larger is found out as quickly by trial."""
        enough = _small(self.enough, FALSE, largest)
        if self.exact and enough == self.enough:
            return self
        return _Demand(enough, _small(self.needed, TRUE, LARGEST_NEEDED))

    def or_else(self, other: _Demand) -> _Demand:
        enough = either(self.enough, other.enough)
        exact = self.exact and other.exact
        return _Demand(enough, enough if exact else either(self.needed, other.needed))


_NOTHING = _Demand(TRUE, TRUE)
_UNKNOWN = _Demand(FALSE, TRUE)
_IMPOSSIBLE = _Demand(FALSE, FALSE)


@dataclass(frozen=True)
class _Path:
    """How a block has been reached."""

    backs: tuple[int, ...] = ()  # where the rules that were called go back to
    once: frozenset[int] = frozenset()
    twice: frozenset[int] = frozenset()

    def through(self, number: int) -> _Path:
        return replace(self, once=self.once | {number}, twice=self.twice | (self.once & {number}))

    def called(self, back: int) -> _Path:
        return replace(self, backs=(*self.backs, back))

    def returned(self) -> _Path:
        return replace(self, backs=self.backs[:-1])


class _Foresight:
    def __init__(self, program: Program, sureness: Sureness) -> None:
        self.program, self.sureness = program, sureness
        self.effects, self.obstacles = Effects.of(program), Obstacles.of(program)
        self.names = count(1)
        self.left = 0  # blocks that may still be walked
        self.who: Expr = FALSE
        self.changed: dict[int, frozenset[Field]] = {}

    def decision(self, decision: Decision) -> Decision:
        groups = tuple(self._foreseen(decision, group) for group in decision.groups)
        return decision if groups == decision.groups else replace(decision, groups=groups)

    def _foreseen(self, decision: Decision, group: OptionGroup) -> OptionGroup:
        if self.sureness.sure[group.resume]:
            return group
        self.left, self.who = MOST_BLOCKS, decision.who
        member, reading = self._member(group), Reading(self.program, self.effects, self.obstacles)
        demand = self._from(group.resume, reading, _Path(), member)
        if demand.exact and _small(demand.enough, FALSE, LARGEST_EXACT) != FALSE:
            return replace(group, options=_only(group.options, demand.enough, member), possible=group.options)
        enough = _small(demand.enough, FALSE, LARGEST_ENOUGH)
        needed = _small(demand.needed, TRUE, LARGEST_NEEDED)
        if (enough, needed) == (FALSE, TRUE):
            return group
        found = nodes.ReadLocal(FOUND, group.options.type)
        return replace(
            group,
            enough=None if enough == FALSE else _only(found, enough, member),
            needed=None if needed == TRUE else _only(found, needed, member),
        )

    def _member(self, group: OptionGroup) -> nodes.ReadLocal | None:
        parameter = self.program.blocks[group.resume].parameter
        if parameter is None:
            return None
        return nodes.ReadLocal(f"{parameter[0]}.{next(self.names)}", ElemType(group.domain))

    # --- from block to block ----------------------------------------------------------------------------

    def _from(self, number: int, reading: Reading, path: _Path, member: Expr | None = None) -> _Demand:
        """What must hold so that there is a way on from the beginning of this block."""
        self.left -= 1
        if self.sureness.sure[number]:
            return _NOTHING
        if number in path.twice or self.left < 0:
            return _UNKNOWN
        if path.backs and self.sureness.through[number]:
            return self._behind(number, reading, path)
        path = path.through(number)
        block = self.program.blocks[number]
        if block.parameter is not None:
            reading.locals[block.parameter[0]] = member
        checks: list[Check] = []
        found = _UNKNOWN
        try:
            for one in block.body:
                checks += reading.go_through([one])
            found = self._end(number, block, reading, path)
        except Unsayable:
            pass
        for dead_end, test in reversed(checks):
            found = found.after(test) if dead_end else found.unless(negate(test))
        return found

    def _behind(self, number: int, reading: Reading, path: _Path) -> _Demand:
        """What must hold where a rule goes back to that can't fail; before that a look-ahead may end well."""
        reading = reading.copy()
        for field in self._changed_from(number):
            reading.fields[field] = None
        found = self._from(path.backs[-1], reading, path.returned())
        return found if found == _NOTHING else _Demand(found.enough, TRUE)

    def _changed_from(self, first: int) -> frozenset[Field]:
        """What may be changed from a block up to the end of its rule."""
        known = self.changed.get(first)
        if known is None:
            seen, waiting = {first}, [first]
            fields: set[Field] = set()
            while waiting:
                block = self.program.blocks[waiting.pop()]
                fields |= self.effects.changed_by(block.body)
                after = reached(block.end, self._resumes)
                waiting += [one for one in after if one not in seen]
                seen.update(after)
            known = self.changed[first] = frozenset(fields)
        return known

    def _resumes(self, decision: int) -> list[int]:
        return [group.resume for group in self.program.decisions[decision].groups]

    def _end(self, number: int, block: Block, reading: Reading, path: _Path) -> _Demand:
        match block.end:
            case nodes.Goto(target) | nodes.Mark(_, target):
                return self._from(target, reading, path)
            case nodes.Branch(condition, then, otherwise):
                test = reading.read(condition)
                if isinstance(test, Const):
                    return self._from(then if test.value else otherwise, reading, path)
                yes = self._from(then, reading.copy(), path)
                return _either_way(test, yes, self._from(otherwise, reading, path))
            case nodes.Switch(value, cases, otherwise):
                chosen = reading.read(value)
                found = self._from(otherwise, reading.copy(), path)
                for case, target in cases:
                    test = equal(chosen, Const(case, value.type))
                    found = _either_way(test, self._from(target, reading.copy(), path), found)
                return found
            case nodes.Call(target, back):
                return self._from(target, reading, path.called(back))
            case nodes.Return():
                return self._back(number, reading, path)
            case nodes.Ask(decision, nothing):
                return self._asked(block, decision, nothing, reading, path, only_stop=number in path.twice)
            case nodes.Chance(certain=certain):
                return _UNKNOWN if certain else self._cut(block, reading)
            case nodes.Cut():
                return self._cut(block, reading)
            case nodes.Finish():
                return _NOTHING
        return _UNKNOWN

    def _cut(self, block: Block, reading: Reading) -> _Demand:
        """Nobody looks behind this: what is owed must be met here."""
        if not block.owed or not self.program.duties:
            return _NOTHING
        test: Expr = TRUE
        seeker = nodes.ReadLocal(_SEEKER, self.who.type)
        reading = reading.copy()
        reading.locals[_SEEKER] = self.who  # as it was before
        for duty in self.program.duties:
            owner = seeker if duty.owner is None else nodes.ReadField(duty.owner, ())
            running = nodes.ReadField(duty.running, ())
            closed = nodes.Compare("<", running, Const(1, running.type))
            test = both(test, either(closed, nodes.CallFunction(duty.function, (owner,), BOOL)))
        try:
            test = reading.read(test)
        except Unsayable:
            return _UNKNOWN
        return _Demand(test, test)

    def _back(self, number: int, reading: Reading, path: _Path) -> _Demand:
        if path.backs:
            return self._from(path.backs[-1], reading, path.returned())
        sure = all(self.sureness.sure[back] for back in self.sureness.callers.get(number, ()))
        return _NOTHING if sure else _UNKNOWN

    def _asked(
        self, block: Block, number: int, nothing: int | None, reading: Reading, path: _Path, only_stop: bool
    ) -> _Demand:
        """There must be an option with a way on, unless somebody else decides.

        The second time in a loop only what may end it is walked: to look at each pair of members is no
        quicker than to try them out.
        """
        decision = self.program.decisions[number]
        if self.sureness.settled[number]:
            return _NOTHING
        others = negate(equal(reading.read(decision.who), self.who))
        cut = self._cut(block, reading)
        found = _IMPOSSIBLE
        if nothing is not None:
            found = self._from(nothing, reading.copy(), path)
        for group in sorted(decision.groups, key=lambda one: one.domain.size):
            if found == _NOTHING:
                break
            if group.idle and nothing is not None:
                continue  # nobody asks for it if nothing else is left; and if something is, that will do
            if group.free >= 0 or (only_stop and group.domain.size > 1):
                found = found.or_else(_UNKNOWN)
            else:
                found = found.or_else(self._choosing(group, reading, path))
        return _either_way(others, cut, found)

    def _choosing(self, group: OptionGroup, reading: Reading, path: _Path) -> _Demand:
        member = self._member(group)
        demand = self._from(group.resume, reading.copy(), path, member).within(LARGEST_BEHIND)
        try:
            options = reading.read(group.options)
        except Unsayable:
            return _Demand(self._some_untried(group, reading, member, demand.enough), TRUE)
        enough = _some(options, member, demand.enough)
        return _Demand(enough, enough if demand.exact else _some(options, member, demand.needed))

    def _some_untried(
        self, group: OptionGroup, reading: Reading, member: nodes.ReadLocal | None, test: Expr
    ) -> Expr:
        """Is there an option with which this holds among those that are there whatever a trial would say?"""
        try:
            return _some(reading.read(_untried(group.options)), member, test)
        except Unsayable:
            return FALSE


def _untried(options: Expr) -> Expr:
    """Of a set those members for which nothing has to be tried out."""
    nothing = Const(0, options.type)
    match options:
        case nodes.SetOp("|" | "&" as op, left, right):
            return nodes.SetOp(op, _untried(left), _untried(right), options.type)
        case nodes.SetOp("-", left, right) if not _tries(right):
            return nodes.SetOp("-", _untried(left), right, options.type)
        case nodes.IfElse(condition, then, otherwise) if not _tries(condition):
            return choice(condition, _untried(then), _untried(otherwise))
    return nothing if _tries(options) else options


def _tries(value: Expr) -> bool:
    return any(isinstance(part, nodes.Can) for part in parts(value))


def _either_way(test: Expr, yes: _Demand, no: _Demand) -> _Demand:
    if yes == no:
        return yes
    exact = yes.exact and no.exact
    enough = _chosen(test, yes.enough, no.enough)
    return _Demand(enough, enough if exact else _chosen(test, yes.needed, no.needed))


def _chosen(test: Expr, yes: Expr, no: Expr) -> Expr:
    """One test where something holds, another where it does not."""
    if yes == no:
        return yes
    if isinstance(yes, Const):
        return either(test, no) if yes.value else both(negate(test), no)
    if isinstance(no, Const):
        return either(negate(test), yes) if no.value else both(test, yes)
    shared = [one for one in conjuncts(yes) if one in conjuncts(no) and always_has_a_value(one)]
    if shared:
        yes, no = (_all_of([i for i in conjuncts(one) if i not in shared]) for one in (yes, no))
        return both(_all_of(shared), _chosen(test, yes, no))
    return either(both(test, yes), both(negate(test), no))


def _all_of(tests: list[Expr]) -> Expr:
    found: Expr = TRUE
    for one in tests:
        found = both(found, one)
    return found


def _small(test: Expr, otherwise: Expr, largest: int = LARGEST) -> Expr:
    return test if sum(1 for _ in parts(test)) <= largest else otherwise


def _some(options: Expr, member: nodes.ReadLocal | None, test: Expr) -> Expr:
    """Is there an option with which this holds?"""
    if test == FALSE:
        return FALSE
    match options:
        case Const(value) if not value:
            return FALSE
        case nodes.IfElse(condition, then, Const(value=0)):
            return both(condition, _some(then, member, test))
    outside, inside = _apart_from(member, test)
    if member is None or inside == TRUE:
        there: Expr = TRUE if isinstance(options, Const) else nodes.Some(options)
        return both(both(outside, there), inside)
    if isinstance(options, nodes.Filter):
        condition = substitute(options.condition, options.var, member)
        return both(outside, nodes.Exists(member.name, options.value, both(condition, inside)))
    return both(outside, nodes.Exists(member.name, options, inside))


def _only(options: Expr, test: Expr, member: nodes.ReadLocal | None) -> Expr:
    """The options with which this holds."""
    type_ = options.type
    assert isinstance(type_, SetType)
    nothing = Const(0, type_)
    if isinstance(options, nodes.IfElse) and options.otherwise == nothing:
        return choice(options.condition, _only(options.then, test, member), nothing)
    outside, inside = _apart_from(member, test)
    if member is None and inside != TRUE:
        there: Expr = TRUE if isinstance(options, Const) else nodes.Some(options)
        outside = both(both(outside, there), inside)
    elif inside != TRUE:
        assert member is not None
        options = nodes.Filter(member.name, options, inside, type_)
    return choice(outside, options, nothing)


def _apart_from(member: nodes.ReadLocal | None, test: Expr) -> tuple[Expr, Expr]:
    """What can be asked before it is known whether there is an option, and what is asked of each.

    What makes sense only for an option, as one piece less of those that are there, is left with it.
    """
    outside: Expr = TRUE
    inside: Expr = TRUE
    for one in conjuncts(test):
        of_all = (member is None or member.name not in locals_read(one)) and always_has_a_value(one)
        outside, inside = (both(outside, one), inside) if of_all else (outside, both(inside, one))
    return outside, inside
