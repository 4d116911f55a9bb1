"""The cells of a state and its bytes.

A state seen from outside is a list of whole numbers, one per cell, slot after slot. Its bytes are those
of the engine's struct; a header names the rules and the layout, a checksum ends them. Nothing read from
bytes is believed: `validate` looks at every cell.
"""

from __future__ import annotations

import zlib

from rulec.runtime.schema import Schema

MAGIC = b"RULEC\x01"


def pack(schema: Schema, cells: list[int]) -> bytes:
    """The saved part of the engine's struct."""
    out = bytearray(schema.size)
    position = 0
    for slot in schema.slots:
        offset = slot.offset
        for _ in range(slot.cells):
            out[offset : offset + slot.width] = cells[position].to_bytes(
                slot.width, "little", signed=slot.signed
            )
            offset += slot.width
            position += 1
    return bytes(out)


def unpack(schema: Schema, data: bytes) -> list[int]:
    cells: list[int] = []
    for slot in schema.slots:
        offset = slot.offset
        for _ in range(slot.cells):
            cells.append(int.from_bytes(data[offset : offset + slot.width], "little", signed=slot.signed))
            offset += slot.width
    return cells


def header(schema: Schema) -> bytes:
    return MAGIC + bytes.fromhex(schema.rules_hash) + bytes.fromhex(schema.layout_hash)


def seal(schema: Schema, body: bytes) -> bytes:
    """A saved state: header, body, checksum."""
    whole = header(schema) + body
    return whole + zlib.crc32(whole).to_bytes(4, "little")


def unseal(schema: Schema, data: bytes) -> bytes:
    """The body of a saved state, or a ValueError that says what is wrong with it."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a saved state is bytes, not {type(data).__name__}")
    data = bytes(data)
    start = header(schema)
    if not data.startswith(MAGIC):
        raise ValueError("these bytes are no saved state of rulec (of this version)")
    if data[len(MAGIC) : len(MAGIC) + 16] != start[len(MAGIC) : len(MAGIC) + 16]:
        raise ValueError(f"this state was saved under other rules than those of {schema.name}")
    if not data.startswith(start):
        raise ValueError(f"this state of {schema.name} was saved with another layout")
    if len(data) != len(start) + schema.size + 4:
        raise ValueError(f"this saved state has {len(data)} bytes, not {len(start) + schema.size + 4}")
    if zlib.crc32(data[:-4]).to_bytes(4, "little") != data[-4:]:
        raise ValueError("this saved state is damaged: its checksum does not fit")
    body = data[len(start) : -4]
    if pack(schema, unpack(schema, body)) != body:
        raise ValueError("this saved state is damaged: there is something between its variables")
    return body
