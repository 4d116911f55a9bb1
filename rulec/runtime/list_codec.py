"""Lists packed into integers: one digit per entry (member + 1), the first entry lowest.

Also converts sets to cells of their bits. Boards have thousands of them, converted at every decision, hence
the byte-wise implementation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_AS_TEXT = bytes(48 + (one == 1) for one in range(256))  # 1 -> "1", others -> "0"


def bits(members: int) -> int:
    """Bits per list entry for this many members."""
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


def set_of(cells: list[int], low: int, high: int) -> int:
    """Pack two-valued cells into a bit set of the higher value."""
    if (low, high) != (0, 1):
        cells = [int(one == high) for one in cells] if high in cells else []
    there = bytes(cells)
    if 1 not in there:
        return 0
    return int(there[::-1].translate(_AS_TEXT), 2)


def cells_of(members: int, size: int, low: int, high: int) -> list[int]:
    """Unpack a bit set into cells; members beyond `size` are ignored."""
    digits = f"{members & (1 << size) - 1:0{size}b}"[::-1]
    return [high if one == "1" else low for one in digits]
