"""Converts predicates of members to set algebra.

This is what makes legality fast: "the squares where C" is not a loop that tests every square but, wherever
C allows, a few operations on bit sets; and "the steps where C" are the squares from which each direction
can be taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import cast

from rulec.base.fast_dataclass import dataclass
from rulec.base.geometry import Geometry, back_of, move_of
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Table
from rulec.ir.types import BoolType, Domain, ElemType, IntType, ListType, SetType, Type, bounds
from rulec.ir.walk import locals_read, parts, rewrite
from rulec.lower.expressions.constant_sets import members_known, option_of, with_option

_MIRROR: dict[str, nodes.CompareOp] = {
    "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=",
}  # fmt: skip
_TABLE_ROWS = 256  # a comparison with a number of this many values is looked up
_UNITED = 32  # "one of these" is a union of so many sets at most
_TWICE = 64  # parts of a set that is written twice
_SHIFTS = 4  # a move of more parts than this is looked up member by member

TableOf = Callable[[str, Type, Domain, tuple[int, ...]], Table]


@dataclass(frozen=True)
class Members:
    """The members of a domain (those outside of `among` do not matter)."""

    var: str
    domain: Domain
    among: int
    table_of: TableOf  # a table with these values, made only once

    @property
    def type(self) -> SetType:
        return SetType(self.domain)

    def where(self, test: Expr) -> Expr | None:
        """Return the set of members that satisfy `test`, by set operations; None if not expressible."""
        if self.var not in locals_read(test):
            return self._all_or_none(test)
        found = self._by_operations(test) or members_known(test, self.var, self.type, self.table_of)
        found = self._for_each_value(test) if found is None else found
        return self._by_cases(test) if found is None else found

    def _for_each_value(self, test: Expr) -> Expr | None:
        """Convert a test that depends on an option: one set for each of its values."""
        option = option_of(test)
        if option is None:
            return None
        found: Expr | None = None
        have = bounds(option.type)
        for value in reversed(range(have.lo, have.hi + 1)):
            part = self._by_operations(with_option(test, option, value))
            if part is None:
                return None
            chosen = nodes.Compare("==", nodes.ReadField(option, ()), Const(value, option.type))
            found = part if found is None else nodes.IfElse(chosen, part, found, self.type)
        return found

    def _by_operations(self, test: Expr) -> Expr | None:
        match test:
            case nodes.Not(value):
                inner = self.where(value)
                return None if inner is None else s.difference(s.full(self.domain), inner, self.type)
            case nodes.Logic(op, left, right):
                return self._both(op, left, right)
            case nodes.IfElse(condition, then, otherwise):
                return self._either(condition, then, otherwise)
            case nodes.Contains(value, member):
                return self._contains(value, member)
            case nodes.Some(value):
                return self._some(value)
            case nodes.Compare(op, nodes.ReadField() as cell, Const(value)):
                return self._kept(cell, op, value) or self._there(cell, op, value) or self._comparison(test)
            case nodes.Compare():
                return self._comparison(test)
            case nodes.ReadField():
                return self._kept(test, ">=", 1)
            case nodes.Exists(var, value, condition):
                return self._exists(var, value, condition)
            case _:
                pass
        return None

    def _all_or_none(self, test: Expr) -> Expr:
        everything, nothing = s.full(self.domain), s.empty(self.domain)
        if isinstance(test, Const):
            return everything if test.value else nothing
        return nodes.IfElse(test, everything, nothing, self.type)

    def _both(self, op: str, left: Expr, right: Expr) -> Expr | None:
        a, b = self.where(left), self.where(right)
        if a is None or b is None:
            return None
        return s.intersection(a, b, self.type) if op == "and" else s.union(a, b, self.type)

    def _either(self, condition: Expr, then: Expr, otherwise: Expr) -> Expr | None:
        """Convert `A if C else B` with a condition independent of the member."""
        if self.var in locals_read(condition):
            return None
        a, b = self.where(then), self.where(otherwise)
        if a is None or b is None:
            return None
        return a if a == b else nodes.IfElse(condition, a, b, self.type)

    def _by_cases(self, test: Expr) -> Expr | None:
        match test:
            case nodes.Compare("==" | "!=" as op, left, right) if isinstance(left.type, BoolType):
                return self._alike(op == "==", left, right)
            case nodes.IfElse(condition, then, otherwise) if self.var in locals_read(condition):
                return self._either_by_member(condition, then, otherwise)
            case _:
                pass
        return None

    def _either_by_member(self, condition: Expr, then: Expr, otherwise: Expr) -> Expr | None:
        """Convert each arm for the members that choose it, by a constant attribute."""
        holds = self.where(condition)
        if not isinstance(holds, Const):
            return None
        chosen = ((then, self.among & holds.value), (otherwise, self.among & ~holds.value))
        found: Expr = s.empty(self.domain)
        for arm, among in chosen:
            part = replace(self, among=among).where(arm) if among else s.empty(self.domain)
            if part is None:
                return None
            found = s.union(found, s.intersection(part, Const(among, self.type), self.type), self.type)
        return found

    def _alike(self, alike: bool, left: Expr, right: Expr) -> Expr | None:
        """Convert a comparison of two tests: one of them as it is where the other holds, else negated."""
        if self.var in locals_read(right):
            left, right = right, left
        chosen = self.where(left)
        if chosen is None or _is_large(chosen):
            return None
        others = s.difference(s.full(self.domain), chosen, self.type)
        arms = (chosen, others) if alike else (others, chosen)
        if self.var not in locals_read(right):
            return nodes.IfElse(right, *arms, self.type)
        given = self.where(right)
        if given is None or _is_large(given):
            return None
        with_both = s.intersection(arms[0], given, self.type)
        return s.union(with_both, s.difference(arms[1], given, self.type), self.type)

    # --- members of sets --------------------------------------------------------------------------------

    def _contains(self, value: Expr, member: Expr) -> Expr | None:
        """Convert the membership of the member, or of its constant attribute, in an independent set."""
        if self.var in locals_read(value):
            return None
        assert isinstance(value.type, SetType)
        if self._is_it(member):
            return value
        values = self._values(member)
        if values is None:
            return None
        if isinstance(value, Const):
            return self._those(lambda n: values[n] >= 0 and (value.value >> values[n]) & 1 == 1)
        goals = tuple(goal if self._matters(n) else -1 for n, goal in enumerate(values))
        if value.type.domain == self.domain:
            moves = move_of(goals)
            if len(moves) <= _SHIFTS:
                return nodes.Shift(value, back_of(moves), self.type)
        back = [0] * value.type.domain.size
        for n, goal in enumerate(goals):
            if goal >= 0:
                back[goal] |= 1 << n
        return nodes.Gather(self._table("back", self.type, value.type.domain, back), value, self.type)

    def _kept(self, cell: nodes.ReadField, op: str, value: int) -> Expr | None:
        """Convert a cell with two possible values, stored as bit sets, of the member or of its attribute."""
        axis = cell.field.axis
        if axis is None:
            return None
        others = (*cell.index[:axis], *cell.index[axis + 1 :])
        if any(self.var in locals_read(one) for one in others):
            return None
        have, column = bounds(cell.field.type), nodes.Column(cell.field, others)
        low, high = (s.holds(op, one, value) for one in (have.lo, have.hi))
        if low == high:
            return s.full(self.domain) if low else s.empty(self.domain)
        those = self._contains(column, cell.index[axis])
        if those is None or high:
            return those
        return s.difference(s.full(self.domain), those, self.type)

    def _there(self, cell: nodes.ReadField, op: str, value: int) -> Expr | None:
        """Convert a test for a non-zero row, of which the state keeps a mask."""
        field = cell.field
        if len(field.dims) != 1 or field.axis is not None or not self._is_it(cell.index[0]):
            return None
        have = bounds(field.type)
        if have.lo != -1 or not isinstance(field.type, ElemType):
            return None
        nothing, *others = (s.holds(op, one, value) for one in range(have.lo, have.hi + 1))
        if set(others) != {not nothing}:
            return None
        there = nodes.Occupied(field)
        return s.difference(s.full(self.domain), there, self.type) if nothing else there

    def _exists(self, var: str, value: Expr, condition: Expr) -> Expr | None:
        """Convert an existential over a neighbourhood within an independent set, or over few members."""
        assert isinstance(value.type, SetType)
        domain = value.type.domain
        if self.var in locals_read(value):
            if not isinstance(value, nodes.Lookup) or self.var in locals_read(condition):
                return None
            fits = Members(var, domain, domain.full, self.table_of).where(condition)
            return None if fits is None else self._meets(value, fits)
        if domain.size > _UNITED or isinstance(value.type, ListType):
            return None
        fits = self.where(condition)
        return None if fits is None else nodes.UnionOf(var, value, fits, self.type)

    def _some(self, value: Expr) -> Expr | None:
        """Convert a test that a constant set of the member meets an independent set."""
        if isinstance(value, nodes.RunBetween):
            return self._some_run(value)
        if isinstance(value, nodes.Single):
            return self.where(nodes.Compare(">=", value.member, s.ZERO))
        as_test = _some_of_filter(value)
        if as_test is not None:
            return self._exists(as_test.var, as_test.value, as_test.condition)
        if isinstance(value, nodes.SetOp) and value.op != "|":
            for own, other in ((value.left, value.right), (value.right, value.left)):
                if not isinstance(own, nodes.Lookup) or self.var in locals_read(other):
                    continue
                if value.op == "-":
                    if own is not value.left:
                        return None
                    other = s.difference(s.full(value.type.domain), other, value.type)
                return self._meets(own, other)
        return None

    def _some_run(self, value: nodes.RunBetween) -> Expr | None:
        alone = isinstance(value.start, nodes.Single) and self._is_it(value.start.member)
        if not alone or self.var in locals_read(value.over) | locals_read(value.to):
            return None
        return nodes.RunStarts(value.over, value.to, value.rays, value.type)

    def _meets(self, own: nodes.Lookup, other: Expr) -> Expr | None:
        if len(own.index) != 1 or not self._is_it(own.index[0]):
            return None
        rows, inner = own.table.values, own.table.type
        assert isinstance(inner, SetType)
        width = self.domain.size
        height = inner.domain.size // width
        if all(row == _strided(n, width, height) for n, row in enumerate(rows)):
            return nodes.ColumnsOf(other, width, height, self.type)
        size = inner.domain.size
        back = [0] * size
        for n, row in enumerate(rows):
            while row:
                back[(row & -row).bit_length() - 1] |= 1 << n
                row &= row - 1
        table = self._table(f"{own.table.name}_back", self.type, inner.domain, back)
        return nodes.Gather(table, other, self.type)

    # --- comparisons ------------------------------------------------------------------------------------

    def _comparison(self, test: nodes.Compare) -> Expr | None:
        """Convert `it is x`, `column = c`, `row <= n` to constant or looked-up sets."""
        op, left, right = test.op, test.left, test.right
        if isinstance(left.type, SetType):
            return None
        if self.var not in locals_read(left):
            op, left, right = _MIRROR[op], right, left
        if op in {"==", "!="} and self._is_it(left) and self.var not in locals_read(right):
            single: Expr = nodes.Single(right, self.type)
            if isinstance(right, Const):
                single = Const(1 << right.value if right.value >= 0 else 0, self.type)
            return single if op == "==" else s.difference(s.full(self.domain), single, self.type)
        a, b = self._split(left), self._split(right)
        if a is None or b is None:
            return None
        own = [x - y for x, y in zip(a[0], b[0], strict=True)]
        return self._compared(op, own, _minus(b[1], a[1]))

    def _compared(self, op: nodes.CompareOp, own: list[int], rest: Expr) -> Expr | None:
        """Convert a comparison of a constant attribute with an independent number."""
        alike = {number for n, number in enumerate(own) if self._matters(n)}
        if isinstance(rest, Const):
            return self._those(lambda n: s.holds(op, own[n], rest.value))
        if len(alike) == 1:
            number = alike.pop()
            return self._all_or_none(nodes.Compare(_MIRROR[op], rest, Const(number, IntType(number, number))))
        lo, hi = bounds(rest.type).lo, bounds(rest.type).hi
        if hi - lo >= _TABLE_ROWS:
            return None
        numbers = Domain("numbers", tuple(str(n) for n in range(lo, hi + 1)))
        rows = [
            sum(1 << n for n, one in enumerate(own) if s.holds(op, one, number))
            for number in range(lo, hi + 1)
        ]
        index = rest if lo == 0 else _minus(rest, Const(lo, IntType(lo, lo)))
        return nodes.Lookup(self._table("those", self.type, numbers, rows), (index,))

    def _split(self, formula: Expr) -> tuple[list[int], Expr] | None:
        """Split a number into a constant per member and an independent rest."""
        if self.var not in locals_read(formula):
            return [0] * self.domain.size, formula
        values = self._values(formula)
        if values is not None:
            return values, s.ZERO
        if not isinstance(formula, nodes.Arithmetic) or formula.op not in {"+", "-"}:
            return None
        a, b = self._split(formula.left), self._split(formula.right)
        if a is None or b is None:
            return None
        sign = 1 if formula.op == "+" else -1
        own = [x + sign * y for x, y in zip(a[0], b[0], strict=True)]
        return own, _plus(a[1], b[1]) if sign > 0 else _minus(a[1], b[1])

    def _values(self, formula: Expr) -> list[int] | None:
        """Evaluate a formula for each member, if constant; -1 for none."""
        match formula:
            case Const(value):
                return [value] * self.domain.size
            case nodes.Lookup(table, (index,)):
                inner = self._values(index)
                return None if inner is None else [table.values[n] if n >= 0 else -1 for n in inner]
            case nodes.Lookup():
                return self._cells(formula)
            case nodes.Arithmetic(op, left, right) if op in s.ARITHMETIC:
                a, b = self._values(left), self._values(right)
                if a is None or b is None or (op in {"//", "%"} and 0 in b):
                    return None
                combine = s.ARITHMETIC[op]
                return [combine(x, y) for x, y in zip(a, b, strict=True)]
        return list(range(self.domain.size)) if self._is_it(formula) else None

    def _cells(self, formula: nodes.Lookup) -> list[int] | None:
        """Evaluate a lookup by several attributes for each member; -1 where one of them is outside."""
        columns = [self._values(one) for one in formula.index]
        sizes = [dim.size for dim in formula.table.dims]
        found: list[int] = []
        for number in range(self.domain.size):
            place = 0
            for column, size in zip(columns, sizes, strict=True):
                if column is None:
                    return None
                inside = place >= 0 and 0 <= column[number] < size
                place = place * size + column[number] if inside else -1
            found.append(formula.table.values[place] if place >= 0 else -1)
        return found

    # --- helpers ----------------------------------------------------------------------------------------

    def _is_it(self, value: Expr) -> bool:
        return isinstance(value, nodes.ReadLocal) and value.name == self.var

    def _matters(self, member: int) -> bool:
        return (self.among >> member) & 1 == 1

    def _those(self, holds: Callable[[int], bool]) -> Const:
        return Const(sum(1 << n for n in range(self.domain.size) if self._matters(n) and holds(n)), self.type)

    def _table(self, base: str, type_: Type, dim: Domain, values: list[int]) -> Table:
        return self.table_of(base, type_, dim, tuple(values))


def _is_large(those: Expr) -> bool:
    """Return whether a set is too long an expression to be written twice."""
    return sum(1 for _ in islice(parts(those), _TWICE + 1)) > _TWICE


def _some_of_filter(value: Expr) -> nodes.Exists | None:
    """Convert a test for any satisfying member, exceptions aside, to one test for each."""
    if isinstance(value, nodes.Filter) and not isinstance(value.type, ListType):
        return nodes.Exists(value.var, value.value, value.condition)
    if not isinstance(value, nodes.SetOp) or value.op == "|":
        return None
    inner = _some_of_filter(value.left)
    if inner is None:
        return None
    assert isinstance(inner.value.type, SetType)
    inside = s.contains(value.right, nodes.ReadLocal(inner.var, ElemType(inner.value.type.domain)))
    test = s.both(inner.condition, inside if value.op == "&" else s.negate(inside))
    return nodes.Exists(inner.var, inner.value, test)


def steps_where(
    test: Expr, var: str, steps: Domain, spaces: Domain, geometry: Geometry, table_of: TableOf
) -> Expr | None:
    """Return the steps that satisfy `test`: for each direction, a set of start spaces."""
    it = nodes.ReadLocal(f"{var}.start", ElemType(spaces))
    starts: list[Expr] = []
    keeps: list[int] = []
    for goals in geometry.directions:
        keep = sum(1 << n for n, goal in enumerate(goals) if goal >= 0)
        if not keep:
            continue
        beside = Table("beside it", ElemType(spaces), (spaces,), goals)  # is gone when the test is a set
        here = cast(Expr, rewrite(test, partial(_from_start, var=var, it=it, beside=beside)))
        if var in locals_read(here):
            return None
        part = Members(it.name, spaces, keep, table_of).where(here)
        if part is None:
            return None
        starts.append(s.intersection(part, Const(keep, SetType(spaces)), SetType(spaces)))
        keeps.append(keep)
    found = nodes.Steps(tuple(starts), tuple(keeps), SetType(steps))
    return Const(_numbered(found), found.type) if all(isinstance(one, Const) for one in starts) else found


def _numbered(steps: nodes.Steps) -> int:
    """Return the steps that begin at constant starts, as a set."""
    found, number = 0, 0
    for start, keep in zip(steps.starts, steps.keeps, strict=True):
        assert isinstance(start, Const)
        for space in range(keep.bit_length()):
            if keep >> space & 1:
                found |= (start.value >> space & 1) << number
                number += 1
    return found


def _from_start(part: object, var: str, it: nodes.ReadLocal, beside: Table) -> object:
    """Return a step's start and end, in terms of its start."""
    if not isinstance(part, nodes.Lookup) or part.index != (nodes.ReadLocal(var, part.index[0].type),):
        return part
    name = part.table.name.partition(" ")[0]
    if name == "start_of":
        return it
    return nodes.Lookup(beside, (it,)) if name == "goal_of" else part


def _plus(a: Expr, b: Expr) -> Expr:
    if a == s.ZERO or b == s.ZERO:
        return b if a == s.ZERO else a
    x, y = bounds(a.type), bounds(b.type)
    type_ = IntType(x.lo + y.lo, x.hi + y.hi)
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value + b.value, type_)
    return nodes.Arithmetic("+", a, b, type_)


def _minus(a: Expr, b: Expr) -> Expr:
    if b == s.ZERO:
        return a
    x, y = bounds(a.type), bounds(b.type)
    type_ = IntType(x.lo - y.hi, x.hi - y.lo)
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value - b.value, type_)
    return nodes.Arithmetic("-", a, b, type_)


def _strided(first: int, step: int, count: int) -> int:
    return sum(1 << (first + step * n) for n in range(count))
