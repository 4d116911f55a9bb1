"""Pictures of states for notebooks, drawn by whatever can draw (`rulec.facade` registers it here)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

PictureForm = Literal["svg", "html"]
Drawer = Callable[[Any, PictureForm], str]

_drawers: list[Drawer] = []


def register(drawer: Drawer) -> None:
    """Make pictures known to all states of this process."""
    _drawers[:] = [drawer]


def drawn(state: Any, form: PictureForm) -> str | None:
    """The picture of a state; nothing where nobody can draw."""
    return _drawers[0](state, form) if _drawers else None
