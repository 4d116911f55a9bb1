"""Room for more lines below each declaration, so that an inserted line moves no other declaration.

The front end reuses what it knows of a declaration while it stands in the same line. A line break moves all
declarations below it, and all of them were checked anew. So the text is checked with blank lines between its
declarations: a line more in one of them takes a blank line, and those below stay where they were.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from rulec.base import limits
from rulec.base.diagnostics import Diagnostic, Note
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.syntax.kept_sections import section_starts

_ROOM: Final = 24  # blank lines below each declaration
_COUNTS_LINES: Final = re.compile(r"\blines? \d")

_Block = tuple[str, ...]  # a declaration with all lines up to the next one


@dataclass(frozen=True)
class SpacedText:
    """A text with blank lines between its declarations, and where its lines come from."""

    source: SourceText
    blocks: tuple[_Block, ...]
    starts: tuple[int, ...]  # first line of each block in the spaced text, from 0
    firsts: tuple[int, ...]  # and in the text itself

    def own(self, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...] | None:
        """Diagnostics with the lines of the text itself; None if a message counts lines."""
        if any(_COUNTS_LINES.search(one.message) or _COUNTS_LINES.search(one.hint) for one in found):
            return None
        return tuple(
            replace(
                one,
                span=self._span(one.span),
                notes=tuple(Note(self._span(note.span), note.message) for note in one.notes),
            )
            for one in found
        )

    def _span(self, span: Span) -> Span:
        if span.file != self.source.name:
            return span
        line, column = self._place(span.line, span.column)
        end_line, end_column = self._place(span.end_line, span.end_column)
        return Span(span.file, line, column, end_line, end_column)

    def _place(self, line: int, column: int) -> tuple[int, int]:
        """Line and column in the text itself; a blank line in between is the end of the block above."""
        number = max(0, bisect_right(self.starts, line - 1) - 1)
        block, inside = self.blocks[number], line - 1 - self.starts[number]
        if inside < len(block) or number == len(self.blocks) - 1:
            return self.firsts[number] + inside + 1, column
        return self.firsts[number] + len(block), len(block[-1]) + 1 if block else 1


class LineSlack:
    """Spaces the successive texts of one document, with as few moved declarations as it can."""

    def __init__(self) -> None:
        self._blocks: tuple[_Block, ...] = ()
        self._starts: tuple[int, ...] = ()

    def spaced(self, source: SourceText) -> SpacedText:
        blocks = _split(source.lines)
        starts = self._kept_starts(blocks) or _roomy_starts(blocks)
        self._blocks, self._starts = blocks, starts
        lines: list[str] = []
        for block, start in zip(blocks, starts, strict=True):
            lines += [""] * (start - len(lines))
            lines += block
        firsts = tuple(accumulate((len(one) for one in blocks[:-1]), initial=0))
        return SpacedText(SourceText(source.name, "\n".join(lines)), blocks, starts, firsts)

    def _kept_starts(self, blocks: tuple[_Block, ...]) -> tuple[int, ...] | None:
        """Starts that leave unchanged blocks at both ends where they are; None without room."""
        old, count = self._blocks, min(len(self._blocks), len(blocks))
        same = next((n for n in range(count) if old[n] != blocks[n]), count)
        tail = next((n for n in range(count - same) if old[-1 - n] != blocks[-1 - n]), count - same)
        changed = blocks[same : len(blocks) - tail]
        former = self._starts[same : len(old) - tail] if len(old) == len(blocks) else ()
        starts = list(self._starts[:same])
        least = starts[-1] + len(blocks[same - 1]) if same else 0
        for number, block in enumerate(changed):
            starts.append(max(least, former[number]) if former else least)
            least = starts[-1] + len(block)
        if same + tail == 0 or (tail and least > self._starts[len(old) - tail]):
            return None
        return (*starts, *self._starts[len(old) - tail :])


def _split(lines: Sequence[str]) -> tuple[_Block, ...]:
    """Split a text before each line at the left margin."""
    cuts = [n for n in section_starts(lines) if n]
    return tuple(tuple(lines[a:b]) for a, b in zip([0, *cuts], [*cuts, len(lines)], strict=True))


def _roomy_starts(blocks: Sequence[_Block]) -> tuple[int, ...]:
    total = sum(map(len, blocks))
    room = _ROOM if total + _ROOM * len(blocks) <= limits.LINES // 2 else 0
    return tuple(accumulate((len(one) + room for one in blocks[:-1]), initial=0))
