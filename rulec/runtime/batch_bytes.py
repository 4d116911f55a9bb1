"""Saved batches: the course of each game, from which a batch is restored by replay.

A kernel logs the actions of its games anyway, to undo failed steps. They take less room than positions do,
and each is checked like any other action: no bytes lead to a position that the rules don't reach.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Final

import msgspec

from rulec.runtime.schema import Schema

_MAGIC: Final = b"rulec batch 1\n"
_LATEST: Final = 1 << 62  # number of a game
Array = Any  # of NumPy


class SavedBatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Contents of a saved batch; arrays are little-endian bytes with an entry per game."""

    configuration: tuple[int, ...]
    seed: int
    parameters: dict[str, int]
    numbers: bytes  # of the logged games: those of the last step that are over, or those under way
    lengths: bytes  # of the logs
    actions: bytes  # of all logs
    ends_known: bool  # are the logs of games that the last step ended those of the ended games?
    terminal: bytes
    scores: bytes  # final ones, a row per game
    winners: bytes
    positions: bytes  # digest of the positions


class Logs:
    """Checked arrays of a saved batch."""

    def __init__(self, saved: SavedBatch) -> None:
        import numpy

        self.numbers: Array = numpy.frombuffer(saved.numbers, dtype="<i8").astype(numpy.int64)
        self.n, seats = len(self.numbers), saved.configuration[0]
        lengths = numpy.frombuffer(saved.lengths, dtype="<i8")
        self.actions: Array = numpy.frombuffer(saved.actions, dtype="<i4").astype(numpy.int32)
        self.terminal: Array = numpy.frombuffer(saved.terminal, dtype=numpy.uint8) != 0
        scores = numpy.frombuffer(saved.scores, dtype="<i4").astype(numpy.int32)
        self.scores: Array = scores.reshape(self.n, seats)
        self.winners: Array = (numpy.frombuffer(saved.winners, dtype=numpy.uint8) != 0).reshape(self.n, seats)
        if not len(lengths) == len(self.terminal) == self.n:
            raise ValueError("arrays of different lengths")
        if self.n and not 0 <= int(self.numbers.min()) <= int(self.numbers.max()) < _LATEST:
            raise ValueError("numbers of games out of range")
        if self.n and not 0 <= int(lengths.min()) <= int(lengths.max()) <= len(self.actions):
            raise ValueError("logs of impossible lengths")
        self.offsets: Array = numpy.zeros(self.n + 1, dtype=numpy.int64)
        numpy.cumsum(lengths, out=self.offsets[1:])
        if int(self.offsets[-1]) != len(self.actions):
            raise ValueError("more or fewer actions than the logs have")


def digest_of(n: int, body: Callable[[int], bytes]) -> bytes:
    """Digest of the positions of all games."""
    found = blake2b(digest_size=16)
    for game in range(n):
        found.update(body(game))
    return found.digest()


def write(schema: Schema, saved: SavedBatch) -> bytes:
    """Serialize: header, contents, checksum."""
    whole = _header(schema) + msgspec.msgpack.encode(saved)
    return whole + zlib.crc32(whole).to_bytes(4, "little")


def read(schema: Schema, data: object, parameters: Mapping[str, int]) -> tuple[SavedBatch, Logs]:
    """Inverse of `write`; raise a ValueError for other rules, other parameters and damaged bytes."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a saved batch is bytes, not {type(data).__name__}")
    whole, start = bytes(data), _header(schema)
    if not whole.startswith(_MAGIC):
        raise ValueError("these bytes are not a saved batch of rulec (of this version)")
    if not whole.startswith(start):
        raise ValueError(f"this batch was saved under other rules than those of {schema.name}")
    if zlib.crc32(whole[:-4]).to_bytes(4, "little") != whole[-4:]:
        raise ValueError(_DAMAGED)
    try:
        saved = msgspec.msgpack.decode(whole[len(start) : -4], type=SavedBatch)
        if saved.configuration not in schema.configurations or not 0 <= saved.seed < 1 << 64:
            raise ValueError("no such configuration or seed")
        logs = Logs(saved)
    except (msgspec.MsgspecError, ValueError) as problem:
        raise ValueError(_DAMAGED) from problem
    if saved.parameters != parameters:
        raise ValueError(
            f"this batch of {schema.name} was saved with other parameters than those set here: "
            f"call `set_parameters({saved.parameters})` first"
        )
    return saved, logs


def _header(schema: Schema) -> bytes:
    return _MAGIC + bytes.fromhex(schema.rules_hash) + bytes.fromhex(schema.layout_hash)


_DAMAGED: Final = "this saved batch is damaged"
