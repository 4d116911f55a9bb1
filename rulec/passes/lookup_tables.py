"""Tabulates pure expressions of a few small numbers.

"The first part that still has something of mine" loops over the parts of a board, though the result depends
on the number of pieces left alone. A table built here holds the result for each number; "how many workers of
this colour the card asks for" is one lookup in a table of cards and colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import count, product
from math import prod
from typing import Any, Final

from rulec.analysis.partial_evaluation import settled
from rulec.analysis.total_expressions import is_all, is_certain
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.constant_folding import LOOPS, WORKED_OUT, Undefined, value_of
from rulec.ir.nodes import Const, Expr, Table
from rulec.ir.program import Program
from rulec.ir.schema import words
from rulec.ir.types import BoolType, Domain, ElemType, IntType, ListType, SetType, Type, bounds
from rulec.ir.walk import children, conjuncts, locals_read, parts, parts_of_program, rewrite_program, size

_MOST_ENTRIES: Final = 512  # of a table
_MOST_WORK: Final = 60_000  # parts that are worked out to make it
_MOST_NUMBERS: Final = 3


def tabulate(program: Program) -> Program:
    found = _Tabulated()
    changed = rewrite_program(program, found.change)
    used = {part.table for part in parts_of_program(changed) if isinstance(part, nodes.Lookup)}
    return replace(changed, tables=(*program.tables, *(one for one in found.made if one in used)))


class _Unsaid(Exception):
    """The expression depends on more than small numbers."""


class _Tabulated:
    def __init__(self) -> None:
        self.tables: dict[tuple[Any, ...], Table] = {}
        self.known: dict[Expr, Expr | None] = {}
        self.numbers = count()

    @property
    def made(self) -> list[Table]:
        return list(self.tables.values())

    def change(self, part: Any) -> Any:
        part = settled(part)
        if isinstance(part, (*LOOPS, nodes.Count, nodes.Pick, nodes.Some)):
            found = self._looked_up(part)
            if found is not None:
                return found
        if isinstance(part, nodes.Filter | nodes.Exists):
            return self._narrowed(part)
        return part

    def _narrowed(self, part: nodes.Filter | nodes.Exists) -> Expr:
        """Replace the conjuncts that depend on small numbers alone by looked-up masks."""
        type_ = part.value.type
        assert isinstance(type_, SetType)
        if not _is_one_word(type_):
            return part
        value, rest = part.value, []
        for test in conjuncts(part.condition):
            those = None
            if part.var in locals_read(test) and any(isinstance(one, nodes.Lookup) for one in parts(test)):
                those = self._looked_up(nodes.Filter(part.var, Const(type_.domain.full, type_), test, type_))
            if those is None:
                rest.append(test)
            else:
                value = those if is_all(value, type_) else nodes.SetOp("&", value, those, type_)
        if rest:
            return replace(part, value=value, condition=reduce(s.both, rest))
        return nodes.Some(value) if isinstance(part, nodes.Exists) else value

    def _looked_up(self, node: Any) -> Expr | None:
        if node not in self.known:
            self.known[node] = self._tabulated(node)
        return self.known[node]

    def _tabulated(self, node: Any) -> Expr | None:
        """Return the expression as a table lookup, if it contains a loop and has few small inputs."""
        if not any(map(_is_loop, parts(node))) or not _is_kept(node.type):
            return None
        try:
            given = list(dict.fromkeys(_given(node, frozenset())))
        except _Unsaid:
            return None
        ranges = [range(bounds(one.type).lo, bounds(one.type).hi + 1) for one in given]
        entries = prod(map(len, ranges))
        if len(given) > _MOST_NUMBERS or entries > _MOST_ENTRIES or entries * size(node) > _MOST_WORK:
            return None
        values = []
        for numbers in product(*ranges):
            known = dict(zip(given, numbers, strict=True))
            try:
                values.append(value_of(node, known, {}))
            except Undefined:  # nobody asks for it
                values.append(0)
        if len(set(values)) == 1:
            return Const(values[0], node.type)
        table = self._table(node.type, tuple(map(len, ranges)), tuple(values))
        return nodes.Lookup(table, tuple(map(_place, given)))

    def _table(self, type_: Type, sizes: tuple[int, ...], values: tuple[int, ...]) -> Table:
        if isinstance(type_, IntType):
            type_ = IntType(min(values), max(values))
        known = self.tables.get((type_, sizes, values))
        if known is None:
            name = f"answers {next(self.numbers)}"
            dims = tuple(
                Domain(f"{name} {n}", tuple(map(str, range(size_)))) for n, size_ in enumerate(sizes)
            )
            known = self.tables[type_, sizes, values] = Table(name, type_, dims, values)
        return known


def _is_loop(node: Any) -> bool:
    return isinstance(node, LOOPS) or (
        isinstance(node, nodes.Count | nodes.Pick) and isinstance(node.value.type, ListType)
    )


def _given(node: Any, bound: frozenset[str]) -> Iterator[Expr]:
    """Yield the inputs of an expression; raise `_Unsaid` for non-numeric inputs."""
    if isinstance(node, nodes.ReadLocal) and node.name in bound:
        return
    if isinstance(node, nodes.ReadLocal | nodes.ReadField):
        if not isinstance(node.type, IntType | ElemType | BoolType) or locals_read(node) & bound:
            raise _Unsaid
        if not is_certain(node):
            raise _Unsaid
        yield node
        return
    if not isinstance(node, WORKED_OUT) or (isinstance(node, nodes.SetOp) and _is_list(node.type)):
        raise _Unsaid
    inside = bound | {node.var} if isinstance(node, LOOPS) else bound
    for child in children(node):
        yield from _given(child, bound if isinstance(node, LOOPS) and child is node.value else inside)


def _place(number: Expr) -> Expr:
    """Return the table index of a number."""
    least = bounds(number.type).lo
    if least == 0:
        return number
    whole = IntType(0, bounds(number.type).hi - least)
    op: nodes.ArithmeticOp = "-" if least > 0 else "+"
    return nodes.Arithmetic(op, number, Const(abs(least), IntType(abs(least), abs(least))), whole)


def _is_list(type_: Type) -> bool:
    return isinstance(type_, ListType)


def _is_one_word(type_: Type) -> bool:
    return isinstance(type_, SetType) and not _is_list(type_) and words(type_) == 1


def _is_kept(type_: Type) -> bool:
    """Return whether a table can hold values of this type."""
    if isinstance(type_, SetType):
        return words(type_) == 1
    return isinstance(type_, IntType | ElemType | BoolType)
