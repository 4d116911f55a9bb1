"""Symbolic post-state of straight-line code, in terms of the state before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from rulec.analysis.effects import Effects, FaultSites
from rulec.analysis.partial_evaluation import settled
from rulec.base.fast_dataclass import replaced
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr, Field, Stmt
from rulec.ir.program import Program
from rulec.ir.simplify import FALSE, TRUE, both, either, negate, surely
from rulec.ir.types import ElemType, IntType, SetType, Type, bounds
from rulec.ir.verify import within
from rulec.ir.walk import READS, children, locals_read, may_be_none, parts, size, substitute, with_children

MOST_UNROLLED = 8  # members of a domain; loops over more are quantified where iterations are independent
LARGEST = 1200  # parts of an expression; larger ones are not worth more than a trial


class NotExpressible(Exception):
    """A value that cannot be expressed in terms of the state before the option."""


Write = tuple[tuple[Expr, ...], Expr]
Writes = tuple[Write, ...]
Check = tuple[bool, Expr]  # is it a dead end if this does not hold (or a mistake of the rules)?


def _all_within(node: Any) -> bool:
    """Are all indexes within range? Memoized on the shared node."""
    kept = node.__dict__
    known: bool | None = kept.get("_sound")
    if known is None:
        fits = not isinstance(node, READS) or within(node)
        kept["_sound"] = known = fits and all(map(_all_within, children(node)))
    return known


def _settled_throughout(node: Any) -> Any:
    """Fold every part, innermost first. Memoized on the shared node."""
    kept = node.__dict__
    known = kept.get("_settled")
    if known is None:
        kept["_settled"] = known = settled(with_children(node, _settled_throughout))
    return known


def _widened(value: Expr) -> Expr:
    """Widen the type of a sum with a constant to all its values.

    A count of pieces at home has room for one more only if one is elsewhere, and conditions are evaluated
    for options, too, that never come to the statement.
    """
    if not isinstance(value, nodes.Arithmetic) or value.op != "+" or not isinstance(value.right, Const):
        return value
    most = bounds(value.left.type).hi + value.right.value
    if most <= value.type.hi:
        return value
    return cast(Expr, replaced(value, {"type": IntType(value.type.lo, most)}))


class Reading:
    """The symbolic post-state: expressions over the state before the option."""

    def __init__(self, program: Program, effects: Effects, obstacles: FaultSites) -> None:
        self.program, self.effects, self.obstacles = program, effects, obstacles
        self.locals: dict[str, Expr | None] = {}  # None: cannot be said
        self.fields: dict[Field, Writes | None] = {}  # writes so far, the latest last
        self.written: set[Field] = set()  # the keys of `fields`, with their hashes at hand
        self.known: dict[Expr, Expr] = {}  # tests of which it is known on this way whether they hold

    def copy(self) -> Reading:
        other = Reading(self.program, self.effects, self.obstacles)
        other.locals = dict(self.locals)
        other.fields = self.fields.copy()
        other.written = self.written.copy()
        other.known = self.known
        return other

    def given(self, test: Expr) -> Reading:
        """Copy the state with a test assumed true."""
        other = self.copy()
        other.known = {**self.known, test: TRUE, negate(test): FALSE}
        return other

    def read(self, value: Expr) -> Expr:
        """Express a value in terms of the state before."""
        if isinstance(value, Const):
            return value
        if self._is_as_before(value):
            return self.known.get(value, value)
        found: Expr = self._rewritten(value)
        if size(found) > LARGEST or (found is not value and not _all_within(found)):
            raise NotExpressible
        return self.known.get(found, found)

    def _is_as_before(self, value: Expr) -> bool:
        """Return whether the value is trivially unaffected by all writes so far."""
        read = self.effects.looked_at(value)
        if read is None or not read.isdisjoint(self.written):
            return False
        return not any(name in self.locals for name in locals_read(value))

    def _rewritten(self, node: Any) -> Any:
        """Rewrite with `_before`; unaffected parts are folded once for all states."""
        if self._is_as_before(node):
            return _settled_throughout(node)
        return self._before(with_children(node, self._rewritten))

    def _before(self, part: Any) -> Any:
        match part:
            case nodes.ReadLocal(name, type_) if name in self.locals:
                given = self.locals[name]
                if given is None:
                    raise NotExpressible
                if may_be_none(given.type) and isinstance(type_, ElemType) and not type_.optional:
                    return surely(given, type_)  # a check in between makes sure of it: it is part of the test
                return given
            case nodes.ReadField(field, index) if field in self.fields:
                return self._cell(field, index)
            case nodes.Column(field, index) if field in self.fields:
                return self._column(field, index)
            case nodes.CallFunction(name, arguments, _) if self.effects.reads[name] & self.fields.keys():
                return self._inlined(name, arguments)
            case nodes.Can() | nodes.Depth():
                raise NotExpressible
            case _:
                pass
        if isinstance(part, READS) and part.field in self.fields:
            raise NotExpressible
        return settled(part)

    def _writes(self, field: Field) -> Writes:
        writes = self.fields[field]
        if writes is None:
            raise NotExpressible
        return writes

    def _cell(self, field: Field, index: tuple[Expr, ...]) -> Expr:
        found: Expr = nodes.ReadField(field, index)
        for where, value in self._writes(field):
            if may_be_none(value.type) and isinstance(field.type, ElemType) and not field.type.optional:
                value = surely(value, field.type)
            found = choice(_same(where, index), value, found)
        return found

    def _column(self, field: Field, index: tuple[Expr, ...]) -> Expr:
        axis, column = field.axis, nodes.Column(field, index)
        assert axis is not None
        greater = bounds(field.type).hi
        found: Expr = column
        for where, value in self._writes(field):
            if not isinstance(value, Const):
                raise NotExpressible
            member = nodes.Single(where[axis], column.type)
            changed = nodes.SetOp("|" if value.value == greater else "-", found, member, column.type)
            found = choice(_same((*where[:axis], *where[axis + 1 :]), index), changed, found)
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
        """Execute statements; return their checks."""
        checks: list[Check] = []
        for one in body:
            checks += self._pass(one)
        return checks

    def _pass(self, statement: Stmt) -> list[Check]:
        match statement:
            case nodes.SetLocal(name, value):
                self.locals[name] = self._said(value)
            case nodes.Assign(field, index, value):
                self._write(field, tuple(map(self._said, index)), self._said(_widened(value)))
            case nodes.Require(condition, fault):
                kind = self.program.faults[fault].kind
                if kind == "dead end":
                    return [(True, self.read(condition))]
                said = self._said(condition)  # a mistake of the rules does not stand in the way
                return [] if said is None else [(False, said)]
            case nodes.If():
                return self._branches(statement)
            case nodes.ForEach():
                return self._loop(statement)
            case nodes.CallProcedure(name, arguments):
                procedure = next(one for one in self.program.procedures if one.name == name)
                given = [self._said(one) for one in arguments]
                for (parameter, _), argument in zip(procedure.parameters, given, strict=True):
                    self.locals[parameter] = argument
                return self.go_through(procedure.body)
            case nodes.Save():
                raise NotExpressible
        return []

    def _loop(self, loop: nodes.ForEach) -> list[Check]:
        """Forget the fields a loop changes; unroll or quantify a loop with checks."""
        if not self.obstacles.within(loop.body):
            for field in self.effects.changed_by(loop.body):
                self.forget(field)
            return []
        type_, members = loop.value.type, self.read(loop.value)
        if not isinstance(type_, SetType):
            raise NotExpressible
        if type_.domain.size <= MOST_UNROLLED:
            return self._unrolled(loop, members, type_)
        if own_cells(loop, self.effects) is None:
            raise NotExpressible
        return self._for_every(loop, members, type_)

    def _unrolled(self, loop: nodes.ForEach, members: Expr, type_: SetType) -> list[Check]:
        """Execute the body for each member of the domain that lies in the set."""
        those = f"{loop.var}.all"
        self.locals[those] = members
        element = ElemType(type_.domain)
        checks: list[Check] = []
        for number in range(type_.domain.size):
            self.locals[loop.var] = member = Const(number, element)
            there = nodes.Contains(nodes.ReadLocal(those, type_), member)
            checks += self._branches(nodes.If(there, loop.body, ()))
        return checks

    def _for_every(self, loop: nodes.ForEach, members: Expr, type_: SetType) -> list[Check]:
        """Quantify the checks of independent iterations over the members."""
        one = self.copy()
        member = nodes.ReadLocal(f"{loop.var}.every", ElemType(type_.domain))
        one.locals[loop.var] = member
        holds: Expr = TRUE
        for dead_end, test in one.go_through(loop.body):
            holds = both(holds, test) if dead_end else holds
        for field in self.effects.changed_by(loop.body):
            self.forget(field)
        if holds == TRUE:
            return []
        return [(True, negate(nodes.Exists(member.name, members, negate(holds))))]

    def _said(self, value: Expr) -> Expr | None:
        try:
            return self.read(value)
        except NotExpressible:
            return None

    def _write(self, field: Field, index: tuple[Expr | None, ...], value: Expr | None) -> None:
        if value is None or None in index:
            self.forget(field)
            return
        where = cast(tuple[Expr, ...], index)
        before = self.fields.get(field, ()) if where else ()  # the whole variable is written
        if before is not None:
            kept = tuple(one for one in before if one[0] != where)
            self.put(field, (*(kept if _apart(kept, where) else before), (where, value)))

    def put(self, field: Field, writes: Writes | None) -> None:
        self.fields[field] = writes
        self.written.add(field)

    def forget(self, field: Field) -> None:
        """Mark a field as unknown."""
        self.put(field, None)

    def _branches(self, statement: nodes.If) -> list[Check]:
        condition = self._said(statement.condition)
        if condition is None:
            if self.obstacles.within([statement]):
                raise NotExpressible
            for field in self.effects.changed_by([statement]):
                self.forget(field)
            return []
        if isinstance(condition, Const):
            return self.go_through(statement.then if condition.value else statement.otherwise)
        yes, no = self.copy(), self.copy()
        checks = [(dead, either(negate(condition), test)) for dead, test in yes.go_through(statement.then)]
        checks += [(dead, either(condition, test)) for dead, test in no.go_through(statement.otherwise)]
        for field in self.effects.changed_by([statement]):
            there, here = yes.fields.get(field, ()), no.fields.get(field, ())
            self.put(field, self._joined(field, condition, there, here))
        return checks

    def _joined(self, field: Field, condition: Expr, yes: Writes | None, no: Writes | None) -> Writes | None:
        """Merge the writes of two branches."""
        if yes is None or no is None:
            return None
        if [where for where, _ in yes] == [where for where, _ in no]:
            return tuple((where, choice(condition, a, b)) for (where, a), (_, b) in zip(yes, no, strict=True))
        before = self.fields.get(field, ())
        if before is None or field.axis is not None:
            return None
        one = Reading(self.program, self.effects, self.obstacles)
        one.put(field, before)
        for writes, holds in ((yes, True), (no, False)):
            if writes[: len(before)] != before:
                return None
            for where, value in writes[len(before) :]:
                old = one._cell(field, where)
                kept = choice(condition, value, old) if holds else choice(condition, old, value)
                one.put(field, (*one._writes(field), (where, kept)))
        return one.fields[field]


def equal(left: Expr, right: Expr) -> Expr:
    if left == right:
        return TRUE
    if isinstance(left, Const) and isinstance(right, Const):
        return TRUE if left.value == right.value else FALSE
    return nodes.Compare("==", left, right)


def one_of(value: Expr, those: list[int]) -> Expr:
    """Return the test that a value is one of some constants."""
    if isinstance(value.type, ElemType):
        members = sum(1 << one for one in those)
        return cast(Expr, settled(nodes.Contains(Const(members, SetType(value.type.domain)), value)))
    found: Expr = FALSE
    for one in those:
        found = either(found, equal(value, Const(one, value.type)))
    return found


def _same(where: tuple[Expr, ...], index: tuple[Expr, ...]) -> Expr:
    found: Expr = TRUE
    for one, other in zip(where, index, strict=True):
        found = both(found, equal(one, other))
    return found


def _apart(writes: Writes, where: tuple[Expr, ...]) -> bool:
    """Return whether the kept writes provably go to other cells, so that their order does not matter."""
    return all(_same(one, where) == FALSE for one, _ in writes)


def choice(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    if isinstance(test, Const):
        return then if test.value else otherwise
    return then if then == otherwise else nodes.IfElse(test, then, otherwise, _wider(then, otherwise))


def _wider(one: Expr, other: Expr) -> Type:
    """Return a type that holds either value of a variable."""
    a, b = one.type, other.type
    if isinstance(a, ElemType) and isinstance(b, ElemType):
        return a if a.optional else b
    if isinstance(a, IntType) and isinstance(b, IntType):
        return IntType(min(a.lo, b.lo), max(a.hi, b.hi))
    return a


def own_cells(loop: nodes.ForEach, effects: Effects) -> dict[Field, int] | None:
    """Map changed fields to the index of the loop's member, if iterations are independent."""
    changed = effects.changed_by(loop.body)
    axes: dict[Field, int] = {}
    for part in (part for statement in loop.body for part in parts(statement)):
        match part:
            case nodes.CallProcedure() | nodes.Save() | nodes.Can() | nodes.Depth():
                return None
            case nodes.CallFunction(name) if effects.reads[name] & changed:
                return None
            case nodes.Assign(field, index) | nodes.ReadField(field, index) if field in changed:
                own = [n for n, one in enumerate(index) if _is_local(one, loop.var)]
                if not own or axes.setdefault(field, own[0]) != own[0]:
                    return None
            case _ if isinstance(part, READS) and part.field in changed:
                return None
            case _:
                pass
    return axes


def _is_local(value: Expr, name: str) -> bool:
    return isinstance(value, nodes.ReadLocal) and value.name == name


def forgetting(reading: Reading, fields: frozenset[Field]) -> Reading:
    """Copy the state with these fields unknown."""
    found = reading.copy()
    for field in fields:
        found.forget(field)
    return found
