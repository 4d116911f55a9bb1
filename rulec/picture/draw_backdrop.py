"""Draws the background of a map: ground, shapes, names of regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulec.picture.canvas import Box, Canvas, Text
from rulec.picture.fonts import width
from rulec.picture.look.path_data import Path, moved, relative_data
from rulec.picture.look.records import ICON_SIDE, Icon, MapLook, Point, Shade
from rulec.picture.palette import shade_style

_PUSHES = 80

View = tuple[float, float, float, float]  # left, top, width, height in units of a map


def widened(view: View, points: Sequence[Point]) -> View:
    """Extend the view to contain all points."""
    xs = [view[0], view[0] + view[2], *(x for x, _ in points)]
    ys = [view[1], view[1] + view[3], *(y for _, y in points)]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@dataclass(frozen=True)
class Frame:
    """Transform from map units to pixels: (`x`, `y`) maps to (`left`, `top`)."""

    left: float
    top: float
    x: float
    y: float
    scale: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.left + (x - self.x) * self.scale, self.top + (y - self.y) * self.scale

    def path(self, path: Path) -> Path:
        return moved(path, self.left - self.x * self.scale, self.top - self.y * self.scale, self.scale)


class Placer:
    """Label placement within a panel, without overlaps."""

    def __init__(self, canvas: Canvas, room: Box) -> None:
        self.room = room
        self.taken = [item.extent for item in canvas.items if isinstance(item, Text)]

    def free(self, box: Box) -> bool:
        return self.room.holds(box) and not any(box.meets(one) for one in self.taken)

    def take(self, box: Box) -> None:
        self.taken.append(box)


def apart(boxes: Sequence[Box], left: float, right: float, top: float) -> list[Box]:
    """Push overlapping boxes apart, as far as there is room."""
    found = list(boxes)
    for _ in range(_PUSHES):
        pairs = [
            (one, other)
            for one in range(len(found))
            for other in range(one)
            if found[one].meets(found[other])
        ]
        if not pairs:
            break
        for one, other in pairs:
            a, b = found[one], found[other]
            wide = min(a.x + a.w, b.x + b.w) - max(a.x, b.x) + 2
            high = min(a.y + a.h, b.y + b.h) - max(a.y, b.y) + 2
            if wide <= high:
                push = (wide / 2 if a.middle[0] >= b.middle[0] else -wide / 2), 0.0
            else:
                push = 0.0, (high / 2 if a.middle[1] >= b.middle[1] else -high / 2)
            for number, sign in ((one, 1), (other, -1)):
                box = found[number]
                x = min(max(box.x + sign * push[0], left), right - box.w)
                found[number] = Box(x, max(box.y + sign * push[1], top), box.w, box.h)
    return found


def shades_of(look: MapLook) -> Iterator[Shade]:
    """All colours of a map's background."""
    found = (
        look.background,
        *look.spaces,
        *(one for shape in look.shapes for one in (shape.fill, shape.line)),
    )
    yield from (one for one in found if one is not None)


def draw_backdrop(canvas: Canvas, look: MapLook, frame: Frame, room: Box) -> None:
    if look.background is not None:
        canvas.rect(room, shade_style((look.background.light, look.background.dark)), 8)
    for shape in look.shapes:
        fill = "" if shape.fill is None else shade_style((shape.fill.light, shape.fill.dark))
        line = "" if shape.line is None else shade_style((shape.line.light, shape.line.dark), True)
        canvas.outline(
            frame.path(shape.path),
            f"{fill or 'nofill'} {line}".strip(),
            room,
            stroke=shape.width if line else 0,
            title=shape.name,
        )


def draw_captions(canvas: Canvas, look: MapLook, frame: Frame, placer: Placer) -> None:
    """Draw the names of regions where they do not overlap anything."""
    for caption in look.captions:
        x, y = frame.point(*caption.at)
        wide, high = width(caption.text, caption.size) + 4, caption.size * 1.2
        for shift in (0.0, -1.0, 1.0, -2.0, 2.0):
            box = Box(x - wide / 2, y - high / 2 + shift * high, wide, high)
            if placer.free(box):
                placer.take(box)
                canvas.text(caption.text, box, caption.size, "region", "middle")
                break


def draw_icon(canvas: Canvas, icon: Icon, x: float, y: float, side: float, ink: str) -> None:
    """Draw an icon in a square around a point."""
    room = Box(x - side / 2, y - side / 2, side, side)
    if icon.path:
        if any(step.command == "A" for step in icon.path):  # arcs may bulge out of the square
            canvas.outline(moved(icon.path, room.x, room.y, side / ICON_SIDE), ink, room)
        else:
            canvas.glyph(relative_data(icon.path, round(side / ICON_SIDE, 4)), ink, room)
    else:
        canvas.text(icon.text, room, side * 0.9, ink, "middle", True, least=5)
