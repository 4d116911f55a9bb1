"""Validation of search arguments; errors name the argument."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any, Final, NamedTuple

from rulec.runtime.numbers import whole
from rulec.runtime.value_text import written

METHODS: Final = ("uct", "flat")
CUTOFF: Final = 120
EXPLORATION: Final = 0.7
MOST: Final = 1_000_000  # simulations, so that sums of squares fit into 64 bits
MOST_THREADS: Final = 256
MOST_AT_ONCE: Final = 65_536  # leaves per batch
AT_ONCE: Final = 16
MOST_SECONDS: Final = 1e6


class Budget(NamedTuple):
    """Limits of a search: number of simulations and seconds; the first one reached ends it."""

    most: int
    seconds: float | None


def budget(count: object, simulations: object, time: object) -> Budget:
    """Validate the limits; `simulations` is the older name of `count`."""
    name = "count" if simulations is None else "simulations"
    if count is not None and simulations is not None:
        raise ValueError("`count` and `simulations` mean the same; give one of them")
    given = count if simulations is None else simulations
    if given is None and time is None:
        raise ValueError(f"a search needs `count`, a whole number from 1 to {MOST:,}, or `time`, in seconds")
    seconds = None if time is None else number(time, "time", 0, MOST_SECONDS, "of seconds ")
    return Budget(MOST if given is None else within(given, name, 1, MOST), seconds)


def number(value: object, what: str, least: float, most: float, unit: str = "") -> float:
    found = -1.0 if isinstance(value, bool) or not isinstance(value, Real) else float(value)
    if not least <= found <= most:
        raise ValueError(f"{what} is a number {unit}from {least:,g} to {most:.0f}, not {written(value)}")
    return found


def within(value: Any, what: str, least: int, most: int) -> int:
    found = whole(value)
    if found is None or not least <= found <= most:
        raise ValueError(f"{what} is a whole number from {least} to {most:,}, not {written(value)}")
    return found


def method_named(value: object) -> str:
    if value not in METHODS:
        raise ValueError(f"method is {' or '.join(map(repr, METHODS))}, not {written(value)}")
    return str(value)


def avoided_bits(value: object, actions: int, seats: int) -> bytes:
    """Encode `{seat: ids}` as a 16-bit seat mask per action; empty if nothing is avoided."""
    if value is None:
        return b""
    if not isinstance(value, Mapping):
        raise ValueError(f"avoid is a dictionary of seats and action ids, not {written(value)}")
    bits = bytearray(2 * actions)
    for who, ids in value.items():
        seat = within(who, "a seat of avoid", 0, seats - 1)
        if not isinstance(ids, Iterable):
            raise ValueError(f"avoid[{seat}] is a list of action ids, not {written(ids)}")
        for one in ids:
            bits[2 * within(one, "an action of avoid", 0, actions - 1) + seat // 8] |= 1 << seat % 8
    return bytes(bits) if any(bits) else b""
