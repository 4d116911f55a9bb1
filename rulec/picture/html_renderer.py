"""Renders scenes as HTML with one SVG per panel, so that the page adapts to its window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from statistics import median
from typing import Final, NamedTuple

import jinja2
from markupsafe import Markup

from rulec.picture.canvas import Canvas, Open, Text
from rulec.picture.draw_zones import badge
from rulec.picture.page import COLUMNS, DrawnPanel, draw_panels
from rulec.picture.scene_records import NOBODY, Mark, Scene, TurnPanel
from rulec.picture.svg_renderer import FONT, elements, escaped, number, style_sheet

_SCROLLED: Final = 620.0  # pixels: wider drawings shrink before they scroll
_LEGIBLE: Final = 7.0  # size in pixels that the median text keeps


class _Section(NamedTuple):
    """Template record of a panel."""

    title: str
    width: int
    drawing: Markup


def render_page(scene: Scene) -> str:
    """Render a whole page in one file."""
    return template("page.html.j2").render(_names(scene))


def render_fragment(scene: Scene) -> str:
    """Render a fragment, including its style sheet."""
    return template("picture.html.j2").render(_names(scene))


def _names(scene: Scene) -> dict[str, object]:
    drawn = draw_panels(scene, flowing=True)
    wide = [one for one in drawn if one.span > 1]
    full = any(one.span >= COLUMNS for one in wide)
    return {
        "scene": scene,
        "turn": next((_turn(panel) for panel in scene.panels if isinstance(panel, TurnPanel)), None),
        "style": Markup(style_sheet(scene)),
        "wide": [_section(one, scene) for one in wide],
        "narrow": [_section(one, scene) for one in drawn if one.span == 1],
        "full": full,
        "options": list(marks_of(drawn)),
    }


class _Turn(NamedTuple):
    """Template record of the line below the title that says whose turn it is."""

    badge: Markup
    title: str
    question: str


def _turn(panel: TurnPanel) -> _Turn:
    canvas = Canvas()
    if panel.owner == NOBODY:
        return _Turn(Markup(), panel.title, panel.question)
    badge(canvas, 11, 11, panel.owner)
    drawn = "".join(elements(canvas.items))  # a number in a circle
    return _Turn(
        Markup(f'<svg viewBox="0 0 22 22" aria-hidden="true">{drawn}</svg>'), panel.title, panel.question
    )


def _section(one: DrawnPanel, scene: Scene) -> _Section:
    # The drawing is escaped, and contains all text of the game.
    drawing = "".join([opening_tag(one), *elements(one.items), "</svg>"])
    return _Section(one.panel.title, int(one.width), Markup(drawing))


def opening_tag(one: DrawnPanel) -> str:
    """Opening tag of the SVG element of a panel."""
    wide, high = number(one.width), number(one.height)
    least = f";min-width:{number(_least_width(one))}px" if one.span > 1 else ""
    return (
        f'<svg viewBox="0 0 {wide} {high}" role="img" aria-label="{escaped(one.panel.title)}"'
        f' font-family="{FONT}" style="max-width:{number(one.width * 1.25)}px{least}">'
    )


def _least_width(one: DrawnPanel) -> float:
    """Width at which most texts below the title of a panel can still be read; narrower windows scroll."""
    title = one.panel.title
    sizes = [item.size for item in one.items if isinstance(item, Text) and item.text != title]
    return min(_SCROLLED, one.width * _LEGIBLE / median(sizes)) if sizes else 0


def marks_of(drawn: list[DrawnPanel]) -> Iterator[Mark]:
    """Yield each option of a scene once, including those without room in a drawing."""
    seen: dict[int, Mark] = {}
    for one in drawn:
        for item in one.items:
            if isinstance(item, Open) and item.mark is not None:
                seen[item.mark.action] = item.mark
        if isinstance(one.panel, TurnPanel):
            seen.update((mark.action, mark) for mark in one.panel.options)
    yield from (seen[action] for action in sorted(seen))


@lru_cache(maxsize=4)
def template(name: str) -> jinja2.Template:
    loader = jinja2.PackageLoader("rulec.picture", "templates")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.get_template(name)
