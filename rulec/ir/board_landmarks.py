"""Named spaces of a board: spaces that table columns assign to members of other kinds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulec.ir.nodes import Table
from rulec.ir.program import Picture, Program
from rulec.ir.types import Domain, ElemType


def landmarks(program: Program, picture: Picture) -> tuple[tuple[int, str, str], ...]:
    """List space, column and member of each landmark, as in `city's site`, in the order of the spaces.

    A member that belongs to another value of that option (`company's map`) is left out.
    """
    chosen = next((one.field.type for one in program.options if one.field.name == picture.option), None)
    option = chosen.domain if isinstance(chosen, ElemType) else None
    found = [
        (space, column, member)
        for table in program.tables
        if _gives_spaces(table, picture.spaces)
        for space, column, member in _of_table(program, table, option, picture.value)
    ]
    return tuple(sorted(dict.fromkeys(found)))


def _gives_spaces(table: Table, spaces: Domain) -> bool:
    """Return whether the column assigns spaces to named members."""
    return (
        table.type in (ElemType(spaces), ElemType(spaces, True))
        and bool(table.dims)
        and table.dims[0] != spaces
        and all(label.isidentifier() for label in table.dims[0].labels)
    )


def _of_table(
    program: Program, table: Table, option: Domain | None, value: int
) -> Iterator[tuple[int, str, str]]:
    members, *keys = table.dims
    elsewhere = set() if option in keys else _elsewhere(program, members, option, value)
    column = table.name.rpartition(".")[2]
    for (member, *rest), space in zip(
        product(*(range(dim.size) for dim in table.dims)), table.values, strict=True
    ):
        here = all(key != option or number == value for key, number in zip(keys, rest, strict=True))
        if space >= 0 and here and member not in elsewhere:
            yield space, column, members.labels[member]


def _elsewhere(program: Program, members: Domain, option: Domain | None, value: int) -> set[int]:
    return {
        member
        for table in program.tables
        if option is not None and table.dims == (members,) and table.type == ElemType(option)
        for member, there in enumerate(table.values)
        if there != value
    }
