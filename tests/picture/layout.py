"""What is wrong with the layout of a picture, found on its shapes: no browser is asked."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.picture.canvas import Box, Circle, Glyph, Item, Line, Outline, Polygon, Rect, Text
from rulec.picture.page import Page

_HAIR = 0.6  # pixels that the boxes of two texts may share: there are no glyphs


def faults(page: Page) -> list[str]:
    """Texts outside their boxes, texts over texts, anything outside its panel, panels over panels."""
    found = [*_outside(page.head, Box(0, 0, page.width, page.height), "head"), *_overlaps(page.head, "head")]
    view = Box(0, 0, page.width, page.height)
    for number, one in enumerate(page.panels):
        title = one.drawn.panel.title
        if not view.holds(one.box):
            found.append(f"panel {title} leaves the page")
        found += [
            f"panels {title} and {other.drawn.panel.title} overlap"
            for other in page.panels[:number]
            if one.box.meets(other.box)
        ]
        inside = Box(0, 0, one.drawn.width, one.drawn.height)
        found += [*_outside(one.drawn.items, inside, title), *_overlaps(one.drawn.items, title)]
    return found


def _outside(items: tuple[Item, ...], room: Box, where: str) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text) and not grown(item.box).holds(item.extent):
            yield f"{where}: `{item.text}` leaves its box"
        box = extent(item)
        if box is not None and not room.holds(box):
            yield f"{where}: {item} leaves the panel of {room.w} x {room.h}"


def _overlaps(items: tuple[Item, ...], where: str) -> Iterator[str]:
    texts = [(item.text, item.extent.inset(_HAIR / 2)) for item in items if isinstance(item, Text)]
    texts.sort(key=lambda pair: pair[1].x)
    for number, (text, box) in enumerate(texts):
        for other, beside in texts[number + 1 :]:
            if beside.x >= box.x + box.w:
                break
            if box.meets(beside):
                yield f"{where}: `{text}` and `{other}` overlap"


def grown(box: Box) -> Box:
    return Box(box.x - 0.1, box.y - 0.1, box.w + 0.2, box.h + 0.2)


def extent(item: Item) -> Box | None:
    match item:
        case Rect(box):
            return box
        case Circle(x, y, r):
            return Box(x - r, y - r, 2 * r, 2 * r)
        case Polygon(points):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        case Line(x1, y1, x2, y2):
            return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        case Outline() | Glyph():
            return item.room
        case Text():
            return item.extent
    return None
