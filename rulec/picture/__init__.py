"""Pictures of positions: a scene from the public API of a game, rendered as SVG, HTML or PNG.

    from rulec import picture

    picture.svg(state)                 # text of an SVG file
    picture.html(state, observer=0)    # a page as player 1 sees the game
    picture.scene(state)               # content of the picture, as records

`before` is the state before the last choice, whose changes are marked, and `last` the text of that choice. By
default `look` is that of the look file beside the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

from rulec.picture.build import scene as scene
from rulec.picture.look.files import LookProblems as LookProblems
from rulec.picture.look.files import LookWarning as LookWarning
from rulec.picture.look.records import Look as Look
from rulec.picture.options import last_choice as last_choice

if TYPE_CHECKING:
    from rulec.face import State
    from rulec.picture.replay_renderer import Replay
    from rulec.picture.scene_records import Scene

P = ParamSpec("P")

__all__ = [
    "Look",
    "LookProblems",
    "LookWarning",
    "html",
    "html_fragment",
    "last_choice",
    "look_of",
    "png",
    "replay",
    "scene",
    "svg",
]


def look_of(state: State, rules: str | Path | None = None) -> tuple[Look, LookProblems]:
    """Look of the game and the problems of its look files; with errors a plain look.

    `rules` is the path of the rules file, if other than the one that the game was made from.
    """
    from rulec.picture.look import files

    path = rules or state.rules_file()
    return files.look_of(Path(path), state.description()) if path else (Look(), LookProblems())


def _with_parameters_of(build: Callable[P, Scene]) -> Callable[[Callable[[Scene], str]], Callable[P, str]]:
    """Decorator for renderers of scenes: the result takes the parameters of `build`."""

    def decorate(render: Callable[[Scene], str]) -> Callable[P, str]:
        @wraps(render)
        def draw(*positional: P.args, **named: P.kwargs) -> str:
            return render(build(*positional, **named))

        draw.__signature__ = signature(build).replace(return_annotation="str")  # type: ignore[attr-defined]
        return draw

    return decorate


@_with_parameters_of(scene)
def svg(drawn: Scene) -> str:
    """Render an SVG file without scripts or external references."""
    from rulec.picture.svg_renderer import render_svg

    return render_svg(drawn)


@_with_parameters_of(scene)
def html(drawn: Scene) -> str:
    """Render an HTML page in one file, without scripts or external references."""
    from rulec.picture.html_renderer import render_page

    return render_page(drawn)


@_with_parameters_of(scene)
def html_fragment(drawn: Scene) -> str:
    """Render HTML to embed in another page."""
    from rulec.picture.html_renderer import render_fragment

    return render_fragment(drawn)


def png(
    state: State,
    observer: int | None = None,
    before: State | None = None,
    last: str = "",
    zoom: float = 2,
    look: Look | None = None,
) -> bytes:
    """Render a PNG, by the library of the extra `picture`."""
    from rulec.picture.png_renderer import render_png

    return render_png(svg(state, observer, before, last, look), zoom)


def replay(observer: int | None = None, look: Look | None = None) -> Replay:
    """Start the page of a recorded game; `add` its positions, then render it by `html`."""
    from rulec.picture.replay_renderer import Replay

    return Replay(observer, look)
