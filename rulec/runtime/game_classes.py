"""Classes made for one game: a pickle refers to them as attributes of that game."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Any

# The reduced form of an engine or interpreted game: a function and its arguments.
Reduced = tuple[Callable[..., Any], tuple[Any, ...]]


class GameClass(type):
    """Metaclass of the classes `State` and `Batch` of a game, which no module holds by their names."""


def attribute_of(game: Reduced, name: str) -> Any:
    """Unpickle an attribute of a game."""
    restore, given = game
    return getattr(restore(*given), name)


def _reduced(made: Any) -> tuple[Any, ...] | str:
    if "_game" not in vars(made):  # a subclass of the user's
        return str(made.__qualname__)
    return attribute_of, (made._game(), made.__name__)


copyreg.pickle(GameClass, _reduced)
