"""Render pages from templates, without inline scripts and styles."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import jinja2
from starlette.responses import HTMLResponse

from rulec.base.version import VERSION


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rulec.studio", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["ago"] = ago
    environment.filters["player"] = player
    return environment


def page(name: str, status: int = 200, **names: Any) -> HTMLResponse:
    """Render a page as an HTTP response."""
    names = {"version": VERSION, "game": "", "game_title": "", "here": name, **names}
    return HTMLResponse(_environment().get_template(f"{name}.html.j2").render(names), status)


def error_page(status: int, message: str, hint: str = "", game: str = "") -> HTMLResponse:
    return page("error", status, message=message, hint=hint, game=game)


def player(kind: str) -> str:
    """Name who sits at a seat, in words of the pages."""
    words = {"human": "a person", "random": "random moves", "greedy": "greedy moves"}
    return words.get(kind, "search" if kind.startswith("mcts:") else kind)


def ago(when: float) -> str:
    """Format the time since an event."""
    seconds = max(0.0, time.time() - when)
    for size, word in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'' if count == 1 else 's'} ago"
    return "just now"
