"""Lists as whole numbers: a digit for each entry, its member plus 1, the first entry lowest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(members: int) -> int:
    """Bits of one entry, among so many members."""
    return 8 if members < 256 else 16


def entries(value: int, digit: int) -> Iterator[int]:
    mask = (1 << digit) - 1
    while value & mask:
        yield (value & mask) - 1
        value >>= digit


def packed(members: Iterable[int], digit: int) -> int:
    value = 0
    for place, member in enumerate(members):
        value |= (member + 1) << place * digit
    return value
