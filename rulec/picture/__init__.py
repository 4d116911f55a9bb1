"""Pictures of positions: a scene from the public face of a game, then SVG, HTML or PNG.

    from rulec import picture

    picture.svg(state)                 # text of an SVG file
    picture.html(state, observer=0)    # a page as player 1 sees the game
    picture.scene(state)               # what there is to see, as records

`before` is the state before the last choice: its changes are marked. `last` is that choice in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.picture.build import scene as scene
from rulec.picture.options import last_choice as last_choice

if TYPE_CHECKING:
    from rulec.face import State

__all__ = ["html", "html_fragment", "last_choice", "png", "scene", "svg"]


def svg(state: State, observer: int | None = None, before: State | None = None, last: str = "") -> str:
    """An SVG file: whole, without scripts or references."""
    from rulec.picture.svg_renderer import render_svg

    return render_svg(scene(state, observer, before, last))


def html(state: State, observer: int | None = None, before: State | None = None, last: str = "") -> str:
    """An HTML page in one file, without scripts or references."""
    from rulec.picture.html_renderer import render_page

    return render_page(scene(state, observer, before, last))


def html_fragment(
    state: State, observer: int | None = None, before: State | None = None, last: str = ""
) -> str:
    """The same as a part of another page."""
    from rulec.picture.html_renderer import render_fragment

    return render_fragment(scene(state, observer, before, last))


def png(
    state: State, observer: int | None = None, before: State | None = None, last: str = "", zoom: float = 2
) -> bytes:
    """The SVG as pixels, by the library of the extra `picture`."""
    from rulec.picture.png_renderer import render_png

    return render_png(svg(state, observer, before, last), zoom)
