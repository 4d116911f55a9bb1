"""Lookup and configuration of games, shared by the adapters."""

from __future__ import annotations

import importlib
import operator
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, SupportsIndex, cast

from rulec.adapters.numbering import ActionNumbering
from rulec.adapters.utility import Utility, utility_of
from rulec.errors import RulecError
from rulec.face import Game, State

TYPES = ("float32", "uint8")  # of observations

# The name of a built or shipped game, a rules file, or a game itself (a module, or `rulec.interpret(...)`).
Named = str | os.PathLike[str] | Game


def find_game(named: Named) -> Game:
    """Find a game by name or rules file, compiled if need be; a game object is returned as it is."""
    if not isinstance(named, (str, os.PathLike)):
        if not hasattr(named, "State") or not hasattr(named, "NUM_ACTIONS"):
            raise RulecError(f"a game is a name, a rules file or an engine, not {type(named).__name__}")
        return named
    text = os.fspath(named)
    if Path(text).suffix == ".rules":
        from rulec.facade import load

        return cast(Game, load(text, announce=True))
    if not text.isidentifier():
        raise RulecError(f"{text!r} is neither the name of a game nor a rules file", "`NAME` or `NAME.rules`")
    return cast(Game, importlib.import_module(f"generated.{text}"))


@dataclass(frozen=True)
class Setting:
    """Game configuration with its utility function."""

    game: Game
    players: int
    utility: Utility
    options: Mapping[str, Any] = field(default_factory=dict)
    dense: bool = False  # actions are numbered without ids that are never offered
    dtype: str = "float32"  # of observations

    def begin(self, seed: int = 0, chance: str = "sampled", record: bool = False) -> State:
        return self.game.State(self.players, seed, chance=chance, record=record, **self.options)

    @cached_property
    def numbering(self) -> ActionNumbering:
        """Actions of the environment, and their ids in the engine."""
        size = self.game.NUM_ACTIONS
        if not self.dense:
            return ActionNumbering(tuple(range(size)), size)
        return ActionNumbering(self.game.State.offerable_actions(self.players, **self.options), size)

    @property
    def observation_size(self) -> int:
        """Length of a compact observation."""
        layout = self.game.State.observation_layout(self.players, **self.options)
        return sum(part.size for part in layout)

    def seat(self, number: object) -> int:
        """Validate a player number of this game."""
        seat = whole_number(number)
        if seat is None or not 0 <= seat < self.players:
            raise ValueError(f"there is no player {number!r}; they are 0 to {self.players - 1}")
        return seat

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        """Share it: it never changes, and engines are modules."""
        return self


def whole_number(given: object) -> int | None:
    """Return an integer of Python or NumPy as an int; None for truth values and everything else."""
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        return None
    return operator.index(given)


def setting(
    named: Named,
    players: int | None,
    options: Mapping[str, Any],
    utility: str | None = None,
    utility_range: tuple[float, float] | None = None,
    dense: bool = False,
    dtype: object = "float32",
) -> Setting:
    """Create a configuration; raise a ValueError if player count and options are incompatible."""
    game = find_game(named)
    seats = game.State(players, 0, record=False, **options).num_players()
    utilities = utility_of(utility, seats, utility_range, cooperative=game.COOPERATIVE)
    return Setting(game, seats, utilities, dict(options), bool(dense), type_of(dtype))


def type_of(dtype: object) -> str:
    """Name of a type of observations, given by name or as a type of NumPy."""
    name = dtype.__name__ if isinstance(dtype, type) else str(dtype)
    if name not in TYPES:
        raise ValueError(f"dtype is one of {', '.join(map(repr, TYPES))}, not {dtype!r}")
    return name
