"""`State.mcts(avoid=...)`: a seat takes such an option only where nothing else is offered."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engines import CLASSICS, SMALL, engine, interpreted

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}


def test_both_back_ends_avoid_the_same() -> None:
    for name in ("tic_tac_toe", "kuhn_poker"):
        fast, slow = engine(GAMES[name]), interpreted(GAMES[name])
        found: list[Any] = []
        for game in (fast, slow):
            state, dice = game.State(players=2, seed=3), random.Random(1)
            rows = range(game.NUM_ACTIONS)
            avoid = {0: [one for one in rows if one % 3 == 0], 1: [one for one in rows if one % 2]}
            results = []
            while not state.is_terminal():
                if state.count_legal() > 1:
                    one = state.mcts(40, 5, avoid=avoid)
                    results.append((one.action, one.visits, one.values, one.proven))
                state.apply_index(dice.randrange(state.count_legal()))
            found.append(results)
        assert found[0] == found[1]


def test_the_only_winning_move_is_left_out() -> None:
    game = interpreted(GAMES["tic_tac_toe"])
    state = game.State(players=2, seed=0)
    labels = [row.label for row in game.action_table()]
    for label in (labels[0], labels[3], labels[1], labels[4]):
        state.play(label)
    assert state.mcts(200, 1).action == 2
    kept = state.mcts(200, 1, avoid={0: [2]})
    assert kept.action != 2
    assert 2 not in kept.visits
    assert state.mcts(200, 1, avoid={1: [2]}).action == 2


def test_what_is_avoided_by_all_is_taken() -> None:
    state = interpreted(GAMES["tic_tac_toe"]).State(players=2, seed=0)
    assert set(state.mcts(30, avoid={0: range(9)}).visits) == set(range(9))


@pytest.mark.parametrize(
    ("avoid", "message"),
    [
        ([1], "avoid is a dictionary of seats and action ids"),
        ({2: [1]}, "a seat of avoid is a whole number from 0 to 1"),
        ({0: 5}, r"avoid\[0\] is a list of action ids, not 5"),
        ({0: [9]}, "an action of avoid is a whole number from 0 to 8"),
    ],
)
def test_what_can_not_be_avoided(avoid: Any, message: str) -> None:
    state = interpreted(GAMES["tic_tac_toe"]).State(players=2, seed=0)
    with pytest.raises(ValueError, match=message):
        state.mcts(10, avoid=avoid)
    with pytest.raises(ValueError, match="takes no `avoid`"):
        state.mcts(10, avoid={0: [1]}, evaluate=lambda seen, masks: (masks, [0.5]))
