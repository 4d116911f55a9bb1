"""Replaces tests of constant member attributes by precomputed masks.

"The steps that lead ahead" compares rows of a board for every step. The result depends on the player's
direction alone: a table built here holds one mask for each direction. A test with a constant part becomes
one table lookup for each member.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import count
from typing import Any, Final, cast

from rulec.analysis.sum_terms import plus_term, terms_of
from rulec.analysis.total_expressions import is_all, is_certain
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.constant_folding import Undefined, value_of
from rulec.ir.nodes import Const, Expr, Table
from rulec.ir.program import Program
from rulec.ir.types import BOOL, Domain, IntType, ListType, SetType, bounds
from rulec.ir.walk import conjuncts, locals_read, parts, rewrite, rewrite_program
from rulec.passes.peephole import lies_in

_MOST_VALUES: Final = 32  # values compared with a member; each has a set of its own
_CONSTANT = (
    nodes.Const,
    nodes.ReadLocal,
    nodes.Lookup,
    nodes.Arithmetic,
    nodes.Compare,
    nodes.Logic,
    nodes.Not,
)


def use_column_masks(program: Program) -> Program:
    features = _Features()
    changed = rewrite_program(program, features.change)
    return replace(changed, tables=(*program.tables, *features.tables.values()))


class _Features:
    def __init__(self) -> None:
        self.tables: dict[tuple[Any, ...], Table] = {}
        self.numbers = count()

    def change(self, part: Any) -> Any:
        if not isinstance(part, nodes.Filter | nodes.Exists):
            return part
        type_ = part.value.type
        if not isinstance(type_, SetType) or isinstance(type_, ListType):
            return part
        value, rest = part.value, []
        for test in conjuncts(part.condition):
            kept, is_in = lies_in(test, part.var) or (None, False)
            if kept is not None and kept.type == type_:
                value = s.intersection(value, kept, type_) if is_in else s.difference(value, kept, type_)
                continue
            those = self._those_with(test, part.var, type_)
            if those is None:
                rest.append(self._looked_up(test, part.var, type_))
            else:
                value = those if is_all(value, type_) else nodes.SetOp("&", value, those, type_)
        if rest:
            return replace(part, value=value, condition=reduce(s.both, rest))
        return nodes.Some(value) if isinstance(part, nodes.Exists) else value

    def _those_with(self, test: Expr, var: str, type_: SetType) -> Expr | None:
        """Return the mask of members that satisfy a test of constant attributes; None for other tests."""
        values = _each(test, var, type_.domain)
        if values is not None:
            return Const(sum(1 << n for n, one in enumerate(values) if one), type_)
        return self._compared(test, var, type_)

    def _compared(self, test: Expr, var: str, type_: SetType) -> Expr | None:
        """Return the mask for a comparison of a constant attribute with a number, by table lookup."""
        if not isinstance(test, nodes.Compare) or var not in locals_read(test):
            return None
        if not all(isinstance(one.type, IntType) for one in (test.left, test.right)):
            return None
        terms = [*terms_of(test.left), *terms_of(test.right, -1)]
        given = [(term, times) for term, times in terms if var not in locals_read(term)]
        own = [(term, times) for term, times in terms if var in locals_read(term)]
        values = [_each(term, var, type_.domain) for term, _ in own]
        if any(one is None for one in values) or not all(is_certain(term) for term, _ in given):
            return None
        number = reduce(plus_term, given, _ZERO)
        range_ = bounds(number.type)
        if range_.hi - range_.lo >= _MOST_VALUES:
            return None
        place = plus_term(number, (Const(range_.lo, IntType(range_.lo, range_.lo)), -1))
        holds = s.COMPARISONS[test.op]
        sums = [
            sum(times * one for (_, times), one in zip(own, each, strict=True))
            for each in zip(*(one for one in values if one is not None), strict=True)
        ]
        sets = tuple(
            sum(1 << n for n, one in enumerate(sums) if holds(one + given, 0))
            for given in range(range_.lo, range_.hi + 1)
        )
        return nodes.Lookup(self._table(type_, sets), (place,))

    def _looked_up(self, test: Expr, var: str, type_: SetType) -> Expr:
        """Replace the constant parts of a test by table lookups."""

        def change(part: Any) -> Any:
            if not isinstance(part, nodes.Compare | nodes.Logic) or var not in locals_read(part):
                return part
            values = _each(part, var, type_.domain)
            if values is None:
                return part
            member = next(one for one in parts(part) if isinstance(one, nodes.ReadLocal) and one.name == var)
            return nodes.Lookup(self._table(BOOL, tuple(values), type_.domain), (member,))

        return cast(Expr, rewrite(test, change))

    def _table(self, type_: Any, values: tuple[int, ...], domain: Domain | None = None) -> Table:
        known = self.tables.get((type_, values))
        if known is None:
            number = next(self.numbers)
            domain = domain or Domain(f"feature {number}", tuple(map(str, range(len(values)))))
            known = self.tables[type_, values] = Table(f"feature {number}", type_, (domain,), values)
        return known


_ZERO: Expr = Const(0, IntType(0, 0))


def _each(test: Expr, var: str, domain: Domain) -> list[int] | None:
    """Evaluate an expression of constant tables for every member; None if it reads anything else."""
    if locals_read(test) != {var} or not all(isinstance(part, _CONSTANT) for part in parts(test)):
        return None
    member = next(one for one in parts(test) if isinstance(one, nodes.ReadLocal))
    if bounds(member.type).hi >= domain.size:
        return None
    try:
        return [value_of(test, {}, {var: number}) for number in range(domain.size)]
    except Undefined:  # it is asked of some members only
        return None
