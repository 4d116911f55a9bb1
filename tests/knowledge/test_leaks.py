"""Nothing that a player is told depends on what is hidden from it; leaks that are planted are found.

Each plant is a program that tells too much: rules that show or offer by what is hidden, or rulec itself gone
wrong about what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.ir.knowledge import Knowledge
from tests.engines import SMALL
from tests.knowledge.twins import Blind, Leak, twins

GAMES = {path.stem: path for path in SMALL}
BLIND = {
    "secrets": Blind(
        ("players.secret.*", "players.bid.*", "chest"),
        frozenset({"content", "secret", "offer", "new_secret"}),
    ),
    "piles": Blind(
        (
            "players.hand.*",
            "players.won.*",
            "market",
            "chest",
            "noticed.chest.*",
            "noticed.players_herd_middle.*",
        ),
        frozenset({"market", "hidden"}),
    ),
}


def differing(game: Any, name: str, players: int, seeds: int) -> int:
    """How many pairs of positions differ in what is hidden."""
    found = 0
    for seed in range(seeds):
        for one, two in twins(game, players, BLIND[name], seed):
            found += one.to_dict() != two.to_dict()
    return found


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", BLIND)
def test_a_player_is_told_nothing_of_what_is_hidden(name: str, players: int, backend: Any) -> None:
    assert differing(backend(GAMES[name]), name, players, 4) > 40


# --- planted ----------------------------------------------------------------------------------------------


def changed(name: str, old: str, new: str) -> Callable[[Path], Any]:
    """The game with other rules."""

    def make(folder: Path) -> Any:
        text = GAMES[name].read_text(encoding="utf-8")
        assert old in text
        path = folder / f"{name}.rules"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return rulec.interpret(path)

    return make


def mistaken(name: str, method: str) -> Callable[[Path], Any]:
    """The game, made by a compiler that takes something hidden for public."""

    def make(folder: Path) -> Any:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("RULEC_CACHE_DIR", str(folder))  # neither the right program nor one for others
            patched.setattr(Knowledge, method, lambda *_: False)
            return rulec.interpret(GAMES[name])

    return make


class Telling:
    """A state whose labels tell what lies in the chest."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def clone(self) -> Telling:
        return Telling(self._state.clone())

    def action_to_string(self, action: int) -> str:
        return f"{self._state.action_to_string(action)} ({self._state.to_dict()['chest']})"


class TellingGame:
    def __init__(self) -> None:
        self.game: Any = rulec.interpret(GAMES["secrets"])

    def State(self, *arguments: Any, **named: Any) -> Telling:  # noqa: N802 - as games have it
        return Telling(self.game.State(*arguments, **named))


NOT_GUESSED = "choose colour from colours where it not in my guessed as guess"
BUT_THE_RIGHT_ONE = NOT_GUESSED.replace(
    "it not in my guessed", "(it not in my guessed and it is not victim's secret)"
)
PLANTED: dict[str, tuple[str, str, Callable[[Path], Any]]] = {
    "a variable of others": (
        "secrets",
        "observation",
        changed("secrets", "secret: colour, seen by owner", "secret: colour"),
    ),
    "a variable of nobody": ("secrets", "observation", changed("secrets", ", seen by nobody", "")),
    "a zone": (
        "piles",
        "observation",
        changed("piles", "chest: zone of ware, seen by nobody", "chest: zone of ware"),
    ),
    "an option less": (
        "secrets",
        "the options",
        changed("secrets", NOT_GUESSED, BUT_THE_RIGHT_ONE),
    ),
    "another option": (
        "piles",
        "the options",
        changed("piles", "open_it when some chest:", "open_it when some chest where it is silk:"),
    ),
    "what chance brings": ("secrets", "events", mistaken("secrets", "secret_chance")),
    "what is drawn": ("piles", "events", mistaken("piles", "secret_chance")),
    "what others choose": ("secrets", "events", mistaken("secrets", "secret_choice")),
    "what others lay down": ("piles", "events", mistaken("piles", "secret_choice")),
    "points": ("secrets", "public_scores", mistaken("secrets", "speaks_of")),
    "a label": ("secrets", "the options", lambda _: TellingGame()),
}


@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_leak_is_found(plant: str, tmp_path: Path) -> None:
    name, what, make = PLANTED[plant]
    game = make(tmp_path)
    with pytest.raises(Leak, match=f"^{what}: "):
        differing(game, name, 2, 40)
