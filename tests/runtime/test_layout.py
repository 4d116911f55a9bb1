"""Variables lie in the bytes of a state without holes, whatever order observations have."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.compiler import compile_program
from rulec.ir.schema import make_schema, near_bytes
from rulec.runtime import codec
from rulec.runtime.schema import Schema

GAMES = Path(__file__).parents[1] / "games"
NAMES = ("tableaus", "rows", "nesting", "secrets", "yard")
WORD = 8


def _schema(name: str) -> Schema:
    return make_schema(compile_program(GAMES / f"{name}.rules"))


@pytest.mark.parametrize("name", NAMES)
def test_only_the_ends_of_parts_are_filled_up(name: str) -> None:
    program = compile_program(GAMES / f"{name}.rules")
    schema = make_schema(program)
    near, end, holes = near_bytes(program, schema.slots, schema.size), 0, []
    for slot in sorted(schema.slots, key=lambda slot: slot.offset):
        if slot.offset > end:
            holes.append((end, slot.offset))
        assert slot.offset >= end, slot.name
        end = slot.offset + slot.width * slot.stored
    assert [after for _, after in holes] in ([], [near])
    assert all(after - before < WORD for before, after in [*holes, (end, schema.size)])


def test_the_order_of_variables_is_not_that_of_their_bytes() -> None:
    offsets = [[slot.offset for slot in _schema(name).slots] for name in NAMES]
    assert any(one != sorted(one) for one in offsets)


@pytest.mark.parametrize("name", NAMES)
def test_cells_survive_their_bytes(name: str) -> None:
    schema, rnd = _schema(name), random.Random(3)
    cells = [
        0 if slot.sort in {"set", "list"} or slot.rows else rnd.randint(slot.lo, min(slot.hi, 100))
        for slot in schema.slots
        for _ in range(slot.cells)
    ]
    assert codec.unpack(schema, codec.pack(schema, cells)) == cells
    body = codec.pack(schema, cells)
    start, position = len(codec.header(schema)), 0
    for slot in schema.slots:
        if slot.width in {1, 2, 4} and slot.sort == "int" and slot.stored == slot.cells:
            place, _ = codec.place(schema, slot.name)
            first = body[place.start - start :][: slot.width]
            assert int.from_bytes(first, "little", signed=slot.signed) == cells[position], slot.name
        position += slot.cells
