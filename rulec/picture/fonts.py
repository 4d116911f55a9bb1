"""Text metrics of a common sans-serif font, and fitting of text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

# Advance widths of Helvetica, Arial and Liberation Sans from U+0020, in 1/1000 em.
_ASCII: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_WIDE: Final = 1000
_OTHER: Final = 722
_BOLD: Final = 1.09
ELLIPSIS: Final = "…"


@lru_cache(maxsize=4096)
def _units(text: str) -> int:
    return sum(map(_unit, text))


def _unit(char: str) -> int:
    code = ord(char) - 32
    if 0 <= code < len(_ASCII):
        return _ASCII[code]
    if unicodedata.combining(char):
        return 0
    if char == ELLIPSIS or unicodedata.east_asian_width(char) in "WF" or ord(char) > 0xFFFF:
        return _WIDE
    return _OTHER


def width(text: str, size: float, bold: bool = False) -> float:
    """Width of a line of text."""
    return _units(text) * size / 1000 * (_BOLD if bold else 1)


def elided(text: str, size: float, room: float, bold: bool = False) -> str:
    """Text truncated with an ellipsis to fit; empty if not even that fits."""
    if width(text, size, bold) <= room:
        return text
    if width(ELLIPSIS, size, bold) > room:
        return ""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def fitted(text: str, size: float, least: float, room: float, bold: bool = False) -> tuple[str, float]:
    """Shrink text from `size` down to `least` to fit, then truncate."""
    needed = width(text, size, bold)
    if needed <= room:
        return text, size
    smaller = max(least, int(size * room / needed * 10) / 10)
    return elided(text, smaller, room, bold), smaller


def wrapped(text: str, size: float, room: float, lines: int, bold: bool = False) -> list[str]:
    """Wrap text to at most `lines` lines; the last one is truncated."""
    return [*_wrapped(text, size, room, lines, bold)]


@lru_cache(maxsize=4096)
def _wrapped(text: str, size: float, room: float, lines: int, bold: bool) -> tuple[str, ...]:
    found: list[str] = []
    words = text.split()
    while words and len(found) < lines:
        line = words.pop(0)
        if len(found) == lines - 1:
            found.append(elided(" ".join([line, *words]), size, room, bold))
            break
        while words and width(f"{line} {words[0]}", size, bold) <= room:
            line = f"{line} {words.pop(0)}"
        found.append(elided(line, size, room, bold))
    return tuple(found)


LEADING: Final = 1.1  # line height of wrapped text, in its size


@lru_cache(maxsize=4096)
def block(
    text: str, size: float, least: float, room: float, high: float, bold: bool = False
) -> tuple[tuple[str, ...], float] | None:
    """Lines and size at which the whole text fits a box, or None."""
    whole = " ".join(text.split())
    while size >= least:
        lines = wrapped(whole, size, room, int(high / (size * LEADING)), bold)
        if lines and " ".join(lines) == whole:
            return tuple(lines), size
        size -= 0.5
    return None
