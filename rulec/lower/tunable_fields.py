"""Tunable numbers of the rules as constant state variables.

An engine with tunable numbers keeps them in the state, so that no pass can fold them: each game carries the
numbers with which it began. `initial` of such a variable is the least value of each number; the values with
which games begin stand in `Program.tunable` alone, so that programs for different values are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr, Field, Table
from rulec.ir.program import Program, Tunable
from rulec.ir.types import Domain, Type, bounds
from rulec.semantics import typed


class TunableFields:
    """Variables of columns with tunable numbers, and of single ones."""

    def __init__(self, add: Callable[[Field], Field]) -> None:
        self._add = add
        self._fields: dict[str, Field] = {}
        self._columns: dict[str, typed.Column] = {}

    def field(self, name: str, type_: Type, dims: tuple[Domain, ...], column: typed.Column) -> Field:
        if name not in self._fields:
            values = list(column.values)
            for place, number in column.tunable:
                values[place] = number.lo
            initial = bounds(type_).lo if dims else values[0]
            starts = tuple(values) if dims else ()
            self._fields[name] = self._add(Field(name, type_, dims, initial=initial, starts=starts))
            self._columns[name] = column
        return self._fields[name]

    def numbers(self) -> tuple[Tunable, ...]:
        """Return each number with its cells; a name may cover several, for a row of several members."""
        found: dict[str, Tunable] = {}
        for name, column in self._columns.items():
            for place, one in column.tunable:
                known = found.get(one.name)
                if known is None:
                    found[one.name] = Tunable(
                        one.name, self._fields[name], (place,), one.lo, one.hi, one.value
                    )
                else:
                    found[one.name] = replace(known, cells=(*known.cells, place))
        return tuple(found.values())

    def fields_missing_in(self, fields: Iterable[Field]) -> tuple[Field, ...]:
        """Return the fields of columns first read after the fields had been listed."""
        known = {one.name for one in fields}
        return tuple(one for one in self._fields.values() if one.name not in known)


def column_cell(column: Table | Field, index: tuple[Expr, ...]) -> Expr:
    """Return a cell of a table column."""
    return nodes.ReadField(column, index) if isinstance(column, Field) else s.lookup(column, index)


def with_tunable(program: Program, tunable: TunableFields) -> Program:
    """Return the program with its tunable numbers; unchanged for a game without any."""
    numbers = tunable.numbers()
    if not numbers:
        return program
    fields = (*program.fields, *tunable.fields_missing_in(program.fields))
    return replace(program, fields=fields, tunable=numbers)
