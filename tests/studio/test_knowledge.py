"""Moves are taken back as far as nothing hidden has come out."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import rulec
from rulec.face import Game
from rulec.studio.worker.knowledge import came_out


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
