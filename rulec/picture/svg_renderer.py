"""Renders drawings as SVG; every text of a game is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rulec.picture.canvas import Circle, Close, Glyph, Item, Line, Open, Outline, Polygon, Rect, Text
from rulec.picture.page import Page, arranged, paint
from rulec.picture.palette import rules
from rulec.picture.scene_records import Scene

ROOT = ".rulec-picture"
FONT = "Arial, 'Liberation Sans', Helvetica, 'DejaVu Sans', sans-serif"
_NEAR_FULL = 0.72  # of its room: such a text is kept to its measured length in whatever font
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


_PLAIN = re.compile(r"[A-Za-z0-9 ,.;:()+/|×-]*")


@lru_cache(maxsize=8_192)
def escaped(text: str) -> str:
    """Escape text for XML elements and attributes, dropping characters invalid in XML."""
    if _PLAIN.fullmatch(text):
        return text
    allowed = "".join(
        char for char in text if char in "\t\n" or (char >= " " and char not in "\x7f\ufffe\uffff")
    )
    return "".join(" " if 0xD800 <= ord(char) <= 0xDFFF else char for char in allowed).translate(_ESCAPES)


def render_svg(scene: Scene) -> str:
    """Render a whole picture as one file, without scripts or external references."""
    page = arranged(scene)
    return "".join(_page(page, scene))


def _page(page: Page, scene: Scene) -> Iterator[str]:
    wide, high = number(page.width), number(page.height)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
    yield f' width="{wide}" height="{high}"'
    yield f' class="{ROOT[1:]}" role="img" aria-label="{escaped(scene.title)}" font-family="{FONT}">\n'
    yield f"<style>{style_sheet(scene)}</style>\n"
    yield f'<rect class="page" width="{wide}" height="{high}"/>\n'
    yield from elements(page.head)
    for placed in page.panels:
        yield f'<g transform="translate({number(placed.box.x)} {number(placed.box.y)})" role="group"'
        yield f' aria-label="{escaped(placed.drawn.panel.title)}">\n'
        yield from elements(placed.drawn.items)
        yield "</g>\n"
    yield "</svg>\n"


def style_sheet(scene: Scene) -> str:
    """Style sheet with light colours, and dark ones by `prefers-color-scheme`."""
    used = paint(scene)
    light, dark = ("".join(rules(night, ROOT, used)) for night in (False, True))
    common = f"{ROOT} [data-action]{{cursor:pointer}}"
    return f"{common}{light}@media (prefers-color-scheme:dark){{{dark}}}"


def elements(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        match item:
            case Rect(box, style, radius, fill):
                rounded = f' rx="{number(radius)}"' if radius else ""
                yield f'<rect class="{style}" x="{number(box.x)}" y="{number(box.y)}"'
                yield f' width="{number(box.w)}" height="{number(box.h)}"{rounded}{_fill(fill)}/>'
            case Circle(x, y, r, style, fill):
                yield f'<circle class="{style}" cx="{number(x)}" cy="{number(y)}"'
                yield f' r="{number(r)}"{_fill(fill)}/>'
            case Polygon(points, style):
                corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
                yield f'<polygon class="{style}" points="{corners}"/>'
            case Line(x1, y1, x2, y2, style):
                yield f'<line class="{style}" x1="{number(x1)}" y1="{number(y1)}"'
                yield f' x2="{number(x2)}" y2="{number(y2)}"/>'
            case Glyph(data, style, room):
                yield f'<path class="{style}" d="M{number(room.x)} {number(room.y)}{data}"/>'
            case Outline():
                yield _outline(item)
            case Text():
                yield _text(item)
            case Open(title, mark):
                data = ""
                if mark is not None:
                    data = f' data-action="{mark.action}" data-label="{escaped(mark.label)}"'
                    title = f"{mark.text} | {title}" if title != mark.text else title
                yield f"<g{data}><title>{escaped(title)}</title>"
            case Close():
                yield "</g>\n"


def _outline(item: Outline) -> str:
    """Path in a nested SVG element, which clips it."""
    x, y, wide, high = map(number, item.room)
    commands = "".join(f"{step.command}{' '.join(map(number, step.numbers))}" for step in item.path)
    title = f"<title>{escaped(item.title)}</title>" if item.title else ""
    stroke = f' stroke-width="{number(item.stroke)}"' if item.stroke else ""
    drawn = f'<path class="{item.style}" d="{commands}"{stroke}>{title}</path>'
    return (
        f'<svg x="{x}" y="{y}" width="{wide}" height="{high}" viewBox="{x} {y} {wide} {high}">{drawn}</svg>\n'
    )


def _text(item: Text) -> str:
    anchor = "" if item.anchor == "start" else f' text-anchor="{item.anchor}"'
    bold = ' font-weight="bold"' if item.bold else ""
    length = ""
    if len(item.text) > 2 and item.length > _NEAR_FULL * item.box.w:
        length = f' textLength="{number(item.length)}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text class="{item.style}" x="{number(item.x)}" y="{number(item.y)}"'
        f' font-size="{number(item.size)}"{anchor}{bold}{length}>{escaped(item.text)}</text>'
    )


def _fill(colour: str) -> str:
    return f' style="fill:{colour}"' if colour else ""


@lru_cache(maxsize=16_384)
def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
