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

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from typing import Any, cast

from rulec.ir import nodes
from rulec.ir.nodes import Block, Const, Expr, Field, Stmt
from rulec.ir.program import FOUND, Decision, OptionGroup, Program
from rulec.ir.settle import settled
from rulec.ir.simplify import FALSE, TRUE, both, either, negate
from rulec.ir.types import ElemType, IntType, SetType, Type, bounds
from rulec.ir.verify import within
from rulec.ir.walk import READS, conjuncts, locals_read, parts, rewrite, substitute
from rulec.passes.effects import Effects, Obstacles
from rulec.passes.sureness import Sureness
from rulec.records import dataclass

LARGEST = 1200  # parts of a test; larger ones are not worth more than a trial
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

    def or_else(self, other: _Demand) -> _Demand:
        enough = either(self.enough, other.enough)
        exact = self.exact and other.exact
        return _Demand(enough, enough if exact else either(self.needed, other.needed))


_NOTHING = _Demand(TRUE, TRUE)
_UNKNOWN = _Demand(FALSE, TRUE)
_IMPOSSIBLE = _Demand(FALSE, FALSE)


class _Unsayable(Exception):
    """A value that cannot be said in terms of the state before the option."""


Write = tuple[tuple[Expr, ...], Expr]
Check = tuple[bool, Expr]  # is it a dead end if this does not hold (or a mistake of the rules)?


class _Reading:
    """The state that has been reached, in terms of the state before the option."""

    def __init__(self, program: Program, effects: Effects, obstacles: Obstacles) -> None:
        self.program, self.effects, self.obstacles = program, effects, obstacles
        self.locals: dict[str, Expr | None] = {}  # None: cannot be said
        self.fields: dict[Field, list[Write] | None] = {}  # what has been written, the latest last

    def copy(self) -> _Reading:
        other = _Reading(self.program, self.effects, self.obstacles)
        other.locals = dict(self.locals)
        other.fields = {field: writes and list(writes) for field, writes in self.fields.items()}
        return other

    def read(self, value: Expr) -> Expr:
        """The value in terms of the state before."""
        found = cast(Expr, rewrite(value, self._before))
        for number, part in enumerate(parts(found)):
            if number > LARGEST or (isinstance(part, READS) and not within(part)):
                raise _Unsayable
        return found

    def _before(self, part: Any) -> Any:
        match part:
            case nodes.ReadLocal(name, type_) if name in self.locals:
                given = self.locals[name]
                if given is None or (_may_be_none(given.type) and not _may_be_none(type_)):
                    raise _Unsayable  # a check in between made sure of it, which nobody knows before
                return given
            case nodes.ReadField(field, index) if field in self.fields:
                return self._cell(field, index)
            case nodes.Column(field, index) if field in self.fields:
                return self._column(field, index)
            case nodes.CallFunction(name, arguments, _) if self.effects.reads[name] & self.fields.keys():
                return self._inlined(name, arguments)
            case nodes.Can() | nodes.Depth():
                raise _Unsayable
        if isinstance(part, READS) and part.field in self.fields:
            raise _Unsayable
        return settled(part)

    def _writes(self, field: Field) -> list[Write]:
        writes = self.fields[field]
        if writes is None:
            raise _Unsayable
        return writes

    def _cell(self, field: Field, index: tuple[Expr, ...]) -> Expr:
        found: Expr = nodes.ReadField(field, index)
        for where, value in self._writes(field):
            found = _choice(_same(where, index), value, found)
        return found

    def _column(self, field: Field, index: tuple[Expr, ...]) -> Expr:
        axis, column = field.axis, nodes.Column(field, index)
        assert axis is not None
        greater = bounds(field.type).hi
        found: Expr = column
        for where, value in self._writes(field):
            if not isinstance(value, Const):
                raise _Unsayable
            member = nodes.Single(where[axis], column.type)
            changed = nodes.SetOp("|" if value.value == greater else "-", found, member, column.type)
            found = _choice(_same((*where[:axis], *where[axis + 1 :]), index), changed, found)
        return found

    def _inlined(self, name: str, arguments: tuple[Expr, ...]) -> Expr:
        function = next(one for one in self.program.functions if one.name == name)
        inside = self.copy()
        inside.locals = {}
        result = inside.read(function.result)
        for (parameter, _), argument in zip(function.parameters, arguments, strict=True):
            result = substitute(result, parameter, argument)
        return result

    # --- statements -------------------------------------------------------------------------------------

    def go_through(self, body: Iterable[Stmt]) -> list[Check]:
        """Pass statements; what they check on the way."""
        checks: list[Check] = []
        for one in body:
            checks += self._pass(one)
        return checks

    def _pass(self, statement: Stmt) -> list[Check]:
        match statement:
            case nodes.SetLocal(name, value):
                self.locals[name] = self._said(value)
            case nodes.Assign(field, index, value):
                self._write(field, tuple(map(self._said, index)), self._said(value))
            case nodes.Require(condition, fault):
                kind = self.program.faults[fault].kind
                if kind == "dead end":
                    return [(True, self.read(condition))]
                said = self._said(condition)  # a mistake of the rules does not stand in the way
                return [] if said is None else [(False, said)]
            case nodes.If():
                return self._branches(statement)
            case nodes.ForEach(_, _, body):
                if self.obstacles.within(body):
                    raise _Unsayable
                for field in self.effects.changed_by(body):
                    self.fields[field] = None
            case nodes.CallProcedure(name, arguments):
                procedure = next(one for one in self.program.procedures if one.name == name)
                given = [self._said(one) for one in arguments]
                for (parameter, _), argument in zip(procedure.parameters, given, strict=True):
                    self.locals[parameter] = argument
                return self.go_through(procedure.body)
            case nodes.Save():
                raise _Unsayable
        return []

    def _said(self, value: Expr) -> Expr | None:
        try:
            return self.read(value)
        except _Unsayable:
            return None

    def _write(self, field: Field, index: tuple[Expr | None, ...], value: Expr | None) -> None:
        if value is None or None in index:
            self.fields[field] = None
            return
        where = cast(tuple[Expr, ...], index)
        before = self.fields.get(field, [])
        if before is not None:
            kept = [one for one in before if one[0] != where]
            self.fields[field] = [*kept, (where, value)] if _apart(kept, where) else [*before, (where, value)]

    def _branches(self, statement: nodes.If) -> list[Check]:
        condition = self._said(statement.condition)
        if condition is None:
            if self.obstacles.within([statement]):
                raise _Unsayable
            for field in self.effects.changed_by([statement]):
                self.fields[field] = None
            return []
        if isinstance(condition, Const):
            return self.go_through(statement.then if condition.value else statement.otherwise)
        yes, no = self.copy(), self.copy()
        checks = [(dead, either(negate(condition), test)) for dead, test in yes.go_through(statement.then)]
        checks += [(dead, either(condition, test)) for dead, test in no.go_through(statement.otherwise)]
        for field in self.effects.changed_by([statement]):
            there, here = yes.fields.get(field, []), no.fields.get(field, [])
            self.fields[field] = self._joined(field, condition, there, here)
        return checks

    def _joined(
        self, field: Field, condition: Expr, yes: list[Write] | None, no: list[Write] | None
    ) -> list[Write] | None:
        """What has been written, where one of two branches was taken."""
        if yes is None or no is None:
            return None
        if [where for where, _ in yes] == [where for where, _ in no]:
            return [(where, _choice(condition, a, b)) for (where, a), (_, b) in zip(yes, no, strict=True)]
        before = self.fields.get(field, [])
        if before is None or field.axis is not None:
            return None
        one = _Reading(self.program, self.effects, self.obstacles)
        one.fields[field] = list(before)
        for writes, holds in ((yes, True), (no, False)):
            if writes[: len(before)] != before:
                return None
            for where, value in writes[len(before) :]:
                old = one._cell(field, where)
                kept = _choice(condition, value, old) if holds else _choice(condition, old, value)
                one._writes(field).append((where, kept))
        return one.fields[field]


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

    def decision(self, decision: Decision) -> Decision:
        groups = tuple(self._foreseen(decision, group) for group in decision.groups)
        return decision if groups == decision.groups else replace(decision, groups=groups)

    def _foreseen(self, decision: Decision, group: OptionGroup) -> OptionGroup:
        if self.sureness.sure[group.resume]:
            return group
        self.left, self.who = MOST_BLOCKS, decision.who
        member, reading = self._member(group), _Reading(self.program, self.effects, self.obstacles)
        demand = self._from(group.resume, reading, _Path(), member)
        enough, needed = _small(demand.enough, FALSE), _small(demand.needed, TRUE)
        if (enough, needed) == (FALSE, TRUE):
            return group
        if enough == needed:
            return replace(group, options=_only(group.options, enough, member), possible=group.options)
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

    def _from(self, number: int, reading: _Reading, path: _Path, member: Expr | None = None) -> _Demand:
        """What must hold so that there is a way on from the beginning of this block."""
        self.left -= 1
        if self.sureness.sure[number]:
            return _NOTHING
        if number in path.twice or self.left < 0:
            return _UNKNOWN
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
        except _Unsayable:
            pass
        for dead_end, test in reversed(checks):
            found = found.after(test) if dead_end else found.unless(negate(test))
        return found

    def _end(self, number: int, block: Block, reading: _Reading, path: _Path) -> _Demand:
        if block.owed and self.program.duties and not isinstance(block.end, nodes.Goto | nodes.Branch):
            return _UNKNOWN
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
                    test = _equal(chosen, Const(case, value.type))
                    found = _either_way(test, self._from(target, reading.copy(), path), found)
                return found
            case nodes.Call(target, back):
                return self._from(target, reading, path.called(back))
            case nodes.Return():
                return self._back(number, reading, path)
            case nodes.Ask(decision, nothing):
                return self._asked(decision, nothing, reading, path, only_stop=number in path.twice)
            case nodes.Chance(certain=certain):
                return _UNKNOWN if certain else _NOTHING
            case nodes.Finish() | nodes.Cut():
                return _NOTHING
        return _UNKNOWN

    def _back(self, number: int, reading: _Reading, path: _Path) -> _Demand:
        if path.backs:
            return self._from(path.backs[-1], reading, path.returned())
        sure = all(self.sureness.sure[back] for back in self.sureness.callers.get(number, ()))
        return _NOTHING if sure else _UNKNOWN

    def _asked(
        self, number: int, nothing: int | None, reading: _Reading, path: _Path, only_stop: bool
    ) -> _Demand:
        """There must be an option with a way on, unless somebody else decides.

        The second time in a loop only what may end it is walked: to look at each pair of members is no
        quicker than to try them out.
        """
        decision = self.program.decisions[number]
        if self.sureness.settled[number]:
            return _NOTHING
        others = negate(_equal(reading.read(decision.who), self.who))
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
        return found.unless(others)

    def _choosing(self, group: OptionGroup, reading: _Reading, path: _Path) -> _Demand:
        try:
            options = reading.read(group.options)
        except _Unsayable:
            return _UNKNOWN
        member = self._member(group)
        demand = self._from(group.resume, reading.copy(), path, member)
        enough = _some(options, member, demand.enough)
        return _Demand(enough, enough if demand.exact else _some(options, member, demand.needed))


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
    return either(both(test, yes), both(negate(test), no))


def _small(test: Expr, otherwise: Expr) -> Expr:
    return test if sum(1 for _ in parts(test)) <= LARGEST else otherwise


def _may_be_none(type_: Any) -> bool:
    return isinstance(type_, ElemType) and type_.optional


def _equal(left: Expr, right: Expr) -> Expr:
    if left == right:
        return TRUE
    if isinstance(left, Const) and isinstance(right, Const):
        return TRUE if left.value == right.value else FALSE
    return nodes.Compare("==", left, right)


def _same(where: tuple[Expr, ...], index: tuple[Expr, ...]) -> Expr:
    found: Expr = TRUE
    for one, other in zip(where, index, strict=True):
        found = both(found, _equal(one, other))
    return found


def _apart(writes: list[Write], where: tuple[Expr, ...]) -> bool:
    """Do the writes that are kept all go elsewhere, so that their order is of no matter?"""
    return all(_same(one, where) == FALSE for one, _ in writes)


def _choice(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    if isinstance(test, Const):
        return then if test.value else otherwise
    return then if then == otherwise else nodes.IfElse(test, then, otherwise, _wider(then, otherwise))


def _wider(one: Expr, other: Expr) -> Type:
    """A type for either of two values of one variable."""
    a, b = one.type, other.type
    if isinstance(a, ElemType) and isinstance(b, ElemType):
        return a if a.optional else b
    if isinstance(a, IntType) and isinstance(b, IntType):
        return IntType(min(a.lo, b.lo), max(a.hi, b.hi))
    return a


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
        return _choice(options.condition, _only(options.then, test, member), nothing)
    outside, inside = _apart_from(member, test)
    if member is None and inside != TRUE:
        there: Expr = TRUE if isinstance(options, Const) else nodes.Some(options)
        outside = both(both(outside, there), inside)
    elif inside != TRUE:
        assert member is not None
        options = nodes.Filter(member.name, options, inside, type_)
    return _choice(outside, options, nothing)


def _apart_from(member: nodes.ReadLocal | None, test: Expr) -> tuple[Expr, Expr]:
    """What can be asked before it is known whether there is an option, and what is asked of each.

    What makes sense only for an option, as one piece less of those that are there, is left with it.
    """
    outside: Expr = TRUE
    inside: Expr = TRUE
    for one in conjuncts(test):
        of_all = (member is None or member.name not in locals_read(one)) and _always_has_a_value(one)
        outside, inside = (both(outside, one), inside) if of_all else (outside, both(inside, one))
    return outside, inside


def _always_has_a_value(test: Expr) -> bool:
    return not any(
        (isinstance(part, nodes.Arithmetic) and part.op in ("-", "//", "%"))
        or isinstance(part, nodes.Pick | nodes.Best | nodes.CallFunction)
        or (
            isinstance(part, nodes.ReadField | nodes.Lookup) and any(_may_be_none(i.type) for i in part.index)
        )
        for part in parts(test)
    )
