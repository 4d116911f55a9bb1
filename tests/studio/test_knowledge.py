"""Moves are taken back as far as nothing hidden has come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import rulec
from rulec.face import Game, State
from rulec.runtime.resampling.resample import determinize_each
from rulec.studio.worker import knowledge
from rulec.studio.worker.knowledge import came_out

SHOWN = """game "Shown"
  players 2
  length 20
table cards of card, as pieces:
  card | count | worth
  low  | 3     | 1
  high | 3     | 2
deck pile of card: from cards
the game has:
  table: zone of card
each player has:
  hand: zone of card, seen by owner
setup:
  each player:
    draw 2 from pile to player's hand
play:
  repeat 2 times:
    each player acting in seat order: turn
turn:
  choose card from my hand as lay
  move card from my hand to table
score:
  "Cards": number of my hand
"""


def _game(tmp_path: Path, name: str) -> Game:
    root = Path(__file__).parents[2]
    found = next(
        path for path in (root / "games/classics" / name, root / "tests/games" / name) if path.exists()
    )
    return cast("Game", rulec.interpret(found))


def test_open_games_take_everything_back(tmp_path: Path) -> None:
    game = _game(tmp_path, "tic_tac_toe.rules")
    before = game.State(seed=1)
    after = before.clone()
    after.play("mark: a1", "mark: b1")
    assert not came_out(game, before, ["mark: a1", "mark: b1"], after, [0, 1])


def test_a_card_that_is_shown_stays_shown(tmp_path: Path) -> None:
    """In Kuhn poker the cards of both are known once the second has called."""
    game = _game(tmp_path, "kuhn_poker.rules")
    before = game.State(seed=3)
    after = before.clone()
    labels = []
    while not after.is_terminal() and len(labels) < 2:
        label = after.action_to_string(after.legal_actions()[0])
        labels.append(label)
        after.play(label)
        if after.is_terminal():
            break
        assert not came_out(game, before, labels, after, [0])
    if after.is_terminal():
        assert came_out(game, before, labels, after, [0]) or after.observation(0)


def test_a_drawn_card_stays_drawn(tmp_path: Path) -> None:
    """Whoever has drawn unseen cards can't take the move back; one that shows nothing new can be."""
    game = _game(tmp_path, "piles.rules")
    kinds = set[bool]()
    for seed in range(12):
        before = game.State(2, seed=seed)
        if before.is_terminal() or before.current_player() < 0:
            continue
        seat = before.current_player()
        hand = f"players.hand.{seat + 1}"
        for action in before.legal_actions():
            label = before.action_to_string(action)
            after = before.clone()
            after.play(label)
            came = came_out(game, before, [label], after, [seat])
            if sum(after[hand].values()) > sum(before[hand].values()) and "take" not in label:
                kinds.add(came)
                assert came, label
    assert kinds == {True}


def test_deals_of_the_position_decide_without_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds that fit a long record take seconds each on the interpreter; most answers need none."""
    game = _game(tmp_path, "piles.rules")
    asked: list[int] = []

    def recorded(*given: Any) -> Any:
        asked.append(given[1])
        return determinize_each(*given)

    monkeypatch.setattr(knowledge, "determinize_each", recorded)
    found: list[bool] = []
    for seed in range(6):
        state, earlier = game.State(2, seed=seed), list[tuple[State, str]]()
        while not state.is_terminal() and len(earlier) < 12:
            seat, before = state.current_player(), state.clone()
            label = before.action_to_string(before.legal_actions()[-1])
            state.play(label)
            if seat >= 0:
                asked.clear()
                came = came_out(game, before, [label], state, [seat], earlier)
                found.append(bool(asked))
                assert came == came_out(game, before, [label], state, [seat], earlier, seconds=0.0), label
            earlier.append((before, label))
    assert found.count(False) > len(found) / 2


def test_a_card_that_others_have_seen_stays_laid_down(tmp_path: Path) -> None:
    """Among programs it can be taken up again; another person knows it now."""
    path = tmp_path / "shown.rules"
    path.write_text(SHOWN, encoding="utf-8")
    game = cast("Game", rulec.interpret(path))
    before = game.State(2, seed=1)
    label = before.action_to_string(before.legal_actions()[0])
    after = before.clone()
    after.play(label)
    assert not came_out(game, before, [label], after, [0])
    assert came_out(game, before, [label], after, [0, 1])
