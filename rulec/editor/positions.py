"""Converts between editor positions (UTF-16, from 0) and columns of rules files (characters, from 1).

The only place of such conversions. Positions from clients are clamped to the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span

_LAST_OF_BMP = 0xFFFF


@dataclass(frozen=True)
class Position:
    """Position between two characters: line from 0, UTF-16 offset."""

    line: int
    character: int


@dataclass(frozen=True)
class Range:
    start: Position
    end: Position


def units_before(line: str, offset: int) -> int:
    """Number of UTF-16 code units in line[:offset]."""
    offset = max(0, min(offset, len(line)))
    if line.isascii():
        return offset
    return offset + sum(ord(char) > _LAST_OF_BMP for char in line[:offset])


def offset_at(line: str, units: int) -> int:
    """Character offset of a UTF-16 offset; rounded down inside a surrogate pair."""
    if units <= 0:
        return 0
    if line.isascii():
        return min(units, len(line))
    for offset, char in enumerate(line):
        units -= 2 if ord(char) > _LAST_OF_BMP else 1
        if units < 0:
            return offset
    return len(line)


def clamped(lines: Sequence[str], position: Position) -> tuple[int, int]:
    """Line and character offset of a position, both from 0, clamped to the text."""
    if position.line < 0 or not lines:
        return 0, 0
    if position.line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    return position.line, offset_at(lines[position.line], position.character)


def position_of(lines: Sequence[str], line: int, offset: int) -> Position:
    """Position of a line and character offset, both from 0."""
    if line < 0 or not lines:
        return Position(0, 0)
    if line >= len(lines):
        return Position(len(lines) - 1, units_before(lines[-1], len(lines[-1])))
    return Position(line, units_before(lines[line], offset))


def range_of(lines: Sequence[str], span: Span) -> Range:
    """Range of a compiler span in the given text."""
    start = position_of(lines, span.line - 1, span.column - 1)
    end = position_of(lines, span.end_line - 1, span.end_column - 1)
    if (end.line, end.character) < (start.line, start.character):
        end = start
    return Range(start, end)


def whole_range(lines: Sequence[str]) -> Range:
    return Range(Position(0, 0), position_of(lines, len(lines), 0))
