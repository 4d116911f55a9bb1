"""Drawing primitives in pixels; every text is measured and fitted to a box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from rulec.picture.fonts import ELLIPSIS, LEADING, block, fitted, width
from rulec.picture.look.path_data import Path
from rulec.picture.scene_records import Mark

Anchor = Literal["start", "middle", "end"]
SMALLEST = 8.0  # minimal text size


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    def meets(self, other: Box) -> bool:
        """Check for an overlap beyond rounding tolerance."""
        return (
            self.x + self.w > other.x + 0.01
            and other.x + other.w > self.x + 0.01
            and self.y + self.h > other.y + 0.01
            and other.y + other.h > self.y + 0.01
        )

    def holds(self, other: Box) -> bool:
        return (
            self.x <= other.x + 0.01
            and self.y <= other.y + 0.01
            and other.x + other.w <= self.x + self.w + 0.01
            and other.y + other.h <= self.y + self.h + 0.01
        )

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, max(self.w - 2 * by, 0), max(self.h - 2 * by, 0))

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


class Rect(NamedTuple):
    box: Box
    style: str
    radius: float = 0
    fill: str = ""


class Circle(NamedTuple):
    x: float
    y: float
    r: float
    style: str
    fill: str = ""


class Polygon(NamedTuple):
    points: tuple[tuple[float, float], ...]
    style: str


class Line(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float
    style: str


class Outline(NamedTuple):
    """Path clipped to a box."""

    path: Path
    style: str
    room: Box
    stroke: float = 0
    title: str = ""


class Glyph(NamedTuple):
    """Relative path data scaled to a square."""

    data: str
    style: str
    room: Box


class Text(NamedTuple):
    text: str
    x: float
    y: float  # baseline
    size: float
    anchor: Anchor
    style: str
    bold: bool
    box: Box  # box to stay in

    @property
    def length(self) -> float:
        return width(self.text, self.size, self.bold)

    @property
    def extent(self) -> Box:
        """Bounding box of the text's glyphs."""
        shift = {"start": 0.0, "middle": self.length / 2, "end": self.length}[self.anchor]
        return Box(self.x - shift, self.y - 0.78 * self.size, self.length, 0.98 * self.size)


class Open(NamedTuple):
    """Start of a group with a title and, optionally, an option."""

    title: str
    mark: Mark | None = None


class Close(NamedTuple):
    """End of a group."""


_CLOSE = Close()
Item = Rect | Circle | Polygon | Line | Outline | Glyph | Text | Open | Close


@dataclass
class Canvas:
    items: list[Item] = field(default_factory=list)

    def rect(self, box: Box, style: str, radius: float = 0, fill: str = "") -> None:
        self.items.append(Rect(box, style, radius, fill))

    def circle(self, x: float, y: float, r: float, style: str, fill: str = "") -> None:
        self.items.append(Circle(x, y, r, style, fill))

    def polygon(self, points: Sequence[tuple[float, float]], style: str) -> None:
        self.items.append(Polygon(tuple(points), style))

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        self.items.append(Line(x1, y1, x2, y2, style))

    def outline(self, path: Path, style: str, room: Box, stroke: float = 0, title: str = "") -> None:
        self.items.append(Outline(path, style, room, stroke, title))

    def glyph(self, data: str, style: str, room: Box) -> None:
        self.items.append(Glyph(data, style, room))

    def text(
        self,
        text: str,
        box: Box,
        size: float = 12,
        style: str = "ink",
        anchor: Anchor = "start",
        bold: bool = False,
        least: float = SMALLEST,
    ) -> Text | None:
        """Draw a line of text, shrunk or elided to fit the box, centred vertically."""
        size = min(size, box.h / 0.98)
        if size < min(least, SMALLEST) - 0.01 or box.w <= 0:
            return None
        shown, size = fitted(text, size, min(least, size), box.w, bold)
        if not shown.strip() or (shown == ELLIPSIS and text != ELLIPSIS):  # it would say nothing
            return None
        x = {"start": box.x, "middle": box.x + box.w / 2, "end": box.x + box.w}[anchor]
        base = box.y + box.h / 2 + 0.29 * size
        made = Text(shown, x, base, size, anchor, style, bold, box)
        self.items.append(made)
        return made

    def paragraph(
        self,
        text: str,
        box: Box,
        size: float = 12,
        style: str = "ink",
        anchor: Anchor = "start",
        bold: bool = False,
        least: float = SMALLEST,
    ) -> None:
        """Draw text in as many lines as show it whole, centred vertically; else one elided line."""
        found = block(text, size, min(least, size), box.w, box.h, bold)
        if found is None:
            self.text(text, box, size, style, anchor, bold, least)
            return
        lines, size = found
        high = size * LEADING
        top = box.y + (box.h - high * len(lines)) / 2
        for number, line in enumerate(lines):
            self.text(line, Box(box.x, top + number * high, box.w, high), size, style, anchor, bold, size)

    def group(self, title: str, mark: Mark | None = None) -> Group:
        """Context manager for a titled group, optionally an option."""
        self.items.append(Open(title, mark))
        return self._group

    @cached_property
    def _group(self) -> Group:
        return Group(self.items)


class Group:
    """Reusable context manager that closes groups; one object per canvas."""

    __slots__ = ("_items",)

    def __init__(self, items: list[Item]) -> None:
        self._items = items

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self._items.append(_CLOSE)
