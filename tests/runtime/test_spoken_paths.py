"""Values asked by words of the rules, in place of a path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulec.errors import RulecError
from rulec.runtime.errors import UnknownName
from tests.engines import interpreted

RULES = """\
game "Purses"
  players 2 to 3
  length 30

kind colours of colour: red, green
kind towns of town: york, bath

coins: goods of each player, unlimited, starts 5

each player has:
  gems(colour): 0 to 9

each town has:
  price: 0 to 9, starts 4

the game has:
  round: 0 to 9

wealth means my coins + my gems(red)
worth(colour) means my gems(colour) * 2

play:
  repeat 3 times: each player acting: turn

turn:
  choose colour from colours as pick
  raise my gems(colour) by 1
  gain 1 coins

score:
  "Wealth": wealth
"""


@pytest.fixture(name="state")
def _state(tmp_path: Path) -> Any:
    path = tmp_path / "purses.rules"
    path.write_text(RULES)
    state = interpreted(path).State(players=2, seed=0)
    state.apply_action(0)  # player 1 takes a red one; player 2 decides now
    return state


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("my coins", 5),
        ("p1's coins", 6),
        ("player 1's coins", 6),
        ("1's coins", 6),
        ("coins of p1", 6),
        ("coins of player 2", 5),
        ("the current player's coins", 5),
        ("current player's gems", {"red": 0, "green": 0}),
        ("p1's gems(red)", 1),
        ("my gems(red)", 0),
        ("p1's gems.red", 1),
        ("my wealth", 5),
        ("p1's wealth", 7),
        ("p1's worth(red)", 2),
        ("worth(red)", 0),
        ("york's price", 4),
        ("price of bath", 4),
        ("town's price", {"york": 4, "bath": 4}),
    ],
)
def test_words_of_the_rules_are_values(state: Any, words: str, value: object) -> None:
    assert state[words] == value


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "gems(red)",
            "whose `gems(red)`? Write `my gems(red)`, `p1's gems(red)` or the path `players.gems.1.red`",
        ),
        ("p2.coins", "did you mean `players.coins.2`?"),
        ("york.price", "did you mean `towns.price.york`?"),
        ("p9's coins", "nothing in purses is called `p9`"),
        ("my coinz", "did you mean `my coins`?"),
        ("firm's coins", "nothing in purses is called `firm`"),
    ],
)
def test_what_has_no_clear_meaning_names_the_form(state: Any, words: str, told: str) -> None:
    with pytest.raises(UnknownName) as problem:
        state[words]
    assert told in str(problem.value)


def test_nobody_decides_when_the_game_is_over(state: Any) -> None:
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(
        RulecError, match="nobody decides now, so `my coins` is nobody's; name a player: `p1's coins`"
    ):
        state["my coins"]
    assert state["p1's coins"] == 8
