"""Cooperative games: all players win together, or nobody does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec.adapters.utility import utility_of
from tests.engines import engine, interpreted

RESCUE = """\
game "Rescue"
  players 1 to 3
  length 60

the game has:
  saved: 0 to 3
  round: 0 to 9

play:
  repeat until the end:
    raise round by 1
    each player acting in seat order: turn

turn turn:
  choose one as action:
    dare: dive
    wait: if round >= 3: end the game

rule dive:
  roll depth in 1 to 6
  if depth = 6: raise saved by 1
  if depth = 1 or saved = 3: end the game

score:
  "Saved": saved
"""


def _game(text: str, folder: Path, kind: str) -> Any:
    file = folder / "rescue.rules"
    file.write_text(text, encoding="utf-8")
    return engine(file) if kind == "engine" else interpreted(file)


@pytest.mark.parametrize("kind", ["engine", "interpreter"])
def test_all_win_or_nobody(kind: str, tmp_path: Path) -> None:
    game = _game(RESCUE, tmp_path, kind)
    assert game.COOPERATIVE
    seen = set()
    for seed in range(40):
        state = game.State(players=3, seed=seed)
        rng = random.Random(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        won = state.scores()[0] > 0
        seen.add(won)
        assert state.winners() == ([0, 1, 2] if won else [])
        assert state.returns() == pytest.approx([1 / 3] * 3 if won else [0.0] * 3)
        assert state.ranking() == [[0, 1, 2]]
    assert seen == {True, False}
    played = game.playouts(40, players=3)
    assert ((played.scores > 0) == played.winners).all()
    assert played.winners.any()
    assert not played.winners.all()


@pytest.mark.parametrize(
    ("score", "together"),
    [
        ('"Saved": saved', True),
        ('"Saved": saved\nties: most round', True),
        ('"Saved": saved\nties: most my luck', False),
        ('"Saved": saved\n  "Luck": my luck', False),
        ('"Saved": saved if leader is me else 0', False),
        ('"Saved": sum of luck over players', True),
    ],
)
def test_who_depends_on_a_player(score: str, together: bool, tmp_path: Path) -> None:
    text = RESCUE.replace('"Saved": saved', score)
    text = text.replace("the game has:", "each player has:\n  luck: 0 to 9\nthe game has:\n  leader: player")
    assert _game(text, tmp_path, "interpreter").COOPERATIVE is together


def test_utilities_of_who_wins_together() -> None:
    assert utility_of(None, 3, cooperative=True).sum is None
    assert utility_of(None, 3).sum == 1
    with pytest.raises(ValueError, match="all players win or lose together"):
        utility_of("zero_sum", 3, cooperative=True)
