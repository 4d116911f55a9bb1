"""A picture for one player holds nothing that this player does not know."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec import picture
from tests.large import some_by_default
from tests.picture.positions import ROOT, interpreted

GAMES = ROOT / "tests" / "games"
SECRETIVE = [
    GAMES / f"{name}.rules"
    for name in (
        "leduc_poker",
        "love_letter",
        "secrets",
        "kuhn_poker",
        "peeking",
        "depths",
        "wagers",
        "piles",
    )
]


def whole_text(state: Any, observer: int, before: Any, action: int | None) -> str:
    last = picture.last_choice(before, action, observer)
    return picture.svg(state, observer, before, last) + picture.html(state, observer, before, last)


@pytest.mark.parametrize("path", some_by_default(SECRETIVE, 2), ids=lambda path: path.stem)
def test_twin_positions_look_alike(path: Path) -> None:
    """What is hidden is drawn anew: the text of the picture stays the same, to the letter."""
    game, differing, followed = interpreted(path), 0, 0
    for seed in range(2):
        rnd = random.Random(seed)
        state: Any = game.State(seed=seed)
        for _ in range(10):
            if state.is_terminal():
                break
            action = rnd.choice(state.legal_actions())
            later = state.child(action)
            for observer in range(state.num_players()):
                twin = state.resample(observer, rnd.randrange(1 << 32))
                differing += twin.to_dict() != state.to_dict()
                assert whole_text(state, observer, None, None) == whole_text(twin, observer, None, None)
                other = after(twin, action)
                if other is not None and other.observation(observer) == later.observation(observer):
                    followed += 1
                    assert whole_text(later, observer, state, action) == whole_text(
                        other, observer, twin, action
                    )
            state = later
    assert differing > 3
    assert followed > 3


def after(twin: Any, action: int) -> Any:
    """The twin after the same choice, where it has that."""
    return twin.child(action) if action in twin.legal_actions() else None


def test_all_is_seen_by_nobody_in_particular() -> None:
    """The twins of the other test are told apart where no observer is given: so the test can fail."""
    game = interpreted(GAMES / "leduc_poker.rules")
    state = game.State(seed=1)
    twins = {picture.svg(state.resample(0, seed)) for seed in range(8)}
    assert len(twins) > 1


def test_options_and_secret_choices_of_others_are_not_told(tmp_path: Path) -> None:
    rules = tmp_path / "bids.rules"
    rules.write_text(BIDS, encoding="utf-8")
    game = interpreted(rules)
    state = game.State(seed=0)
    assert 'data-action="' not in picture.html(state, observer=1)
    assert 'data-action="' in picture.html(state, observer=0)
    assert 'data-action="' in picture.html(state)
    later = [state.child(action) for action in state.legal_actions()]
    texts = {
        whole_text(one, 1, state, action) for one, action in zip(later, state.legal_actions(), strict=True)
    }
    assert len(texts) == 1
    assert "hidden" in texts.pop()


BIDS = """\
game "Bids"
  players 2
  length 10

kind offers of offer: low, middling, high

each player has:
  bid: maybe offer, seen by owner

play:
  each player acting in seat order: turn

turn:
  choose offer from offers as bidding: set my bid to offer

score:
  "Bid": 1 if my bid is high else 0
"""
