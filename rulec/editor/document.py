"""Text document with incremental edits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.editor.positions import Position, Range, clamped

_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Change:
    """Replacement of a range, or of the whole text without one."""

    text: str
    range: Range | None = None


@dataclass(frozen=True)
class Edit:
    """Replacement of a span."""

    span: Span
    text: str


class Document:
    """Lines of one file as open in the editor."""

    def __init__(self, name: str, text: str, version: int = 0) -> None:
        self.name, self.version = name, version
        self.lines = _LINE_END.split(text.removeprefix("\ufeff"))
        self._stamp = object()  # replaced by every change
        self._text: tuple[object, str] = (None, "")

    @property
    def text(self) -> str:
        """Whole text; cached with its stamp, since other threads may read during edits."""
        stamp, (kept, text) = self._stamp, self._text
        if kept is not stamp:
            text = "\n".join(self.lines)
            self._text = stamp, text
        return text

    @property
    def source(self) -> SourceText:
        return SourceText(self.name, self.text)

    def apply(self, changes: Iterable[Change], version: int) -> None:
        for change in changes:
            self._apply(change)
            self._stamp = object()
        self.version = version

    def _apply(self, change: Change) -> None:
        if change.range is None:
            self.lines = _LINE_END.split(change.text.removeprefix("\ufeff"))
            return
        start = clamped(self.lines, change.range.start)
        end = max(start, clamped(self.lines, change.range.end))
        before, after = self.lines[start[0]][: start[1]], self.lines[end[0]][end[1] :]
        self.lines[start[0] : end[0] + 1] = _LINE_END.split(before + change.text + after)

    def offset(self, position: Position) -> tuple[int, int]:
        """Line and offset of a position, both from 0."""
        return clamped(self.lines, position)

    def word_at(self, position: Position) -> Span | None:
        """Name or number at a position, or just before it."""
        line, offset = self.offset(position)
        return word_at(self.name, self.lines, line, offset)


def word_at(name: str, lines: list[str], line: int, offset: int) -> Span | None:
    for found in _WORD.finditer(lines[line]):
        if found.start() <= offset <= found.end():
            return Span(name, line + 1, found.start() + 1, line + 1, found.end() + 1)
    return None


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Apply non-overlapping edits."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda one: (one.span.line, one.span.column), reverse=True):
        span = edit.span
        first, last = lines[span.line - 1], lines[span.end_line - 1]
        joined = first[: span.column - 1] + edit.text + last[span.end_column - 1 :]
        lines[span.line - 1 : span.end_line] = joined.split("\n")
    return "\n".join(lines)


def edits_between(name: str, before: list[str], after: list[str]) -> list[Edit]:
    """Minimal single edit between two texts: common prefix and suffix are kept."""
    if before == after:
        return []
    most = min(len(before), len(after))
    same = next((n for n in range(most) if before[n] != after[n]), most)
    tail = next((n for n in range(most - same) if before[-1 - n] != after[-1 - n]), most - same)
    same, tail = max(0, same - 1), max(0, tail - 1)  # keep a common line, to include its line break
    old, new = before[same : len(before) - tail], after[same : len(after) - tail]
    a, b = "\n".join(old), "\n".join(new)
    least = min(len(a), len(b))
    start = next((n for n in range(least) if a[n] != b[n]), least)
    end = next((n for n in range(least - start) if a[-1 - n] != b[-1 - n]), least - start)
    first, last = _place(a, start), _place(a, len(a) - end)
    span = Span(name, same + first[0] + 1, first[1] + 1, same + last[0] + 1, last[1] + 1)
    return [Edit(span, b[start : len(b) - end])]


def _place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 0."""
    return text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1
