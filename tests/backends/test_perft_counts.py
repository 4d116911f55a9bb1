"""Numbers that other programs agree on: positions by depth, the mean length of a random game."""

from __future__ import annotations

from typing import Any

import pytest

from rulec.errors import RulesError
from tests.engines import ROOT, engine, interpreted

TIC_TAC_TOE = ROOT / "games" / "classics" / "tic_tac_toe.rules"
BREAKTHROUGH = ROOT / "games" / "classics" / "breakthrough.rules"
REVERSI = ROOT / "games" / "classics" / "reversi.rules"
HEX = ROOT / "games" / "classics" / "hex.rules"
CONNECT_FOUR = ROOT / "games" / "classics" / "connect_four.rules"


def perft(state: Any, depth: int) -> int:
    if state.is_terminal():
        return 0
    if depth == 1:
        return int(state.count_legal())
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        (TIC_TAC_TOE, [9, 72, 504, 3024, 15120, 54720]),
        (CONNECT_FOUR, [7, 49, 343, 2401, 16807, 117649]),
        (BREAKTHROUGH, [22, 484, 11132, 256036]),
        (REVERSI, [4, 12, 56, 244, 1396, 8200]),
        (HEX, [121, 14520]),
    ],
    ids=["tic_tac_toe", "connect_four", "breakthrough", "reversi", "hex"],
)
def test_perft(path: Any, counts: list[int]) -> None:
    state = engine(path).State()
    assert [perft(state, depth + 1) for depth in range(len(counts))] == counts
    state = interpreted(path).State()
    assert [perft(state, depth + 1) for depth in range(len(counts) - 1)] == counts[:-1]


def test_mean_length_of_connect_four() -> None:
    """21.3 moves: agreed by hand-written programs."""
    games = engine(CONNECT_FOUR, debug=False).playouts(200_000, seed=1)
    assert games.decisions.mean() == pytest.approx(21.31, abs=0.1)
    assert games.scores.sum(axis=1).max() == 1
    drawn = games.winners.all(axis=1)
    assert (games.scores[drawn] == 0).all()


@pytest.mark.parametrize(
    ("count", "near"), [(10_000, 0.4), pytest.param(50_000, 0.2, marks=pytest.mark.long)]
)
def test_mean_length_of_breakthrough(count: int, near: float) -> None:
    """64.1 moves: agreed by hand-written programs."""
    games = engine(BREAKTHROUGH, debug=False).playouts(count, seed=1)
    assert games.decisions.mean() == pytest.approx(64.1, abs=near)
    assert (games.scores.sum(axis=1) == 1).all()


def test_somebody_is_joined_on_every_full_hex_board() -> None:
    games = engine(HEX, debug=False).playouts(5_000, seed=1)
    assert (games.scores.sum(axis=1) == 1).all()
    assert games.decisions.max() <= 121


def test_all_discs_of_a_reversi_game_are_counted() -> None:
    """A game ends with a full board, or with discs that nobody can turn; never with more than 64."""
    games = engine(REVERSI, debug=False).playouts(5_000, seed=1)
    assert games.scores.sum(axis=1).max() == 64
    assert (games.scores.sum(axis=1) == games.decisions + 4).all()


def test_playouts_do_not_depend_on_threads() -> None:
    module = engine(CONNECT_FOUR, debug=False)
    one, four = module.playouts(5_000, seed=9, threads=1), module.playouts(5_000, seed=9, threads=4)
    for name in one._fields:
        assert (getattr(one, name) == getattr(four, name)).all(), name
    assert module.playouts(0).scores.shape == (0, 2)


def test_playouts_can_be_replayed_on_the_interpreter(sampled_rules: Any) -> None:
    fast, slow = engine(sampled_rules), interpreted(sampled_rules)
    for configuration in fast.CONFIGURATIONS:
        for seed in range(2 if len(fast.CONFIGURATIONS) < 3 else 1):
            assert outcome(fast, configuration, seed) == outcome(slow, configuration, seed)


def outcome(game: Any, configuration: dict[str, Any], seed: int) -> Any:
    """Of some random games: their arrays, or the error of the first game that ran into one."""
    try:
        games = game.playouts(6, seed=seed, **configuration)
    except RulesError as error:
        return str(error), error.seed, error.state, error.action
    return [getattr(games, name).tolist() for name in games._fields]
