"""Random play tries out only what it draws: it takes what whoever tries everything out would take."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.runtime import rng
from tests.engines import engine, interpreted
from tests.passes.test_loop_exit_conditions import FAIR

ROOT = Path(__file__).resolve().parents[1]
GAMES = [
    *(
        ROOT / "probes" / f"{name}.rules"
        for name in ("station", "deals", "phase_b", "lay_track", "conversions")
    ),
    *(ROOT / "games" / f"{name}.rules" for name in ("tunnels", "rewards", "orders", "payments", "duties")),
]


def _marks(path: Path) -> list[pytest.MarkDecorator]:
    """The interpreter takes five to ten seconds for a game of these."""
    return (
        [pytest.mark.long] if path.stem in {"station", "deals", "phase_b", "lay_track", "conversions"} else []
    )


@pytest.mark.parametrize("games", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("path", [pytest.param(one, id=one.stem, marks=_marks(one)) for one in GAMES])
def test_games_are_those_of_whoever_tries_everything(path: Path, games: int) -> None:
    """Decisions, choices, scores and winners; the interpreter looks at the whole list each time."""
    fast, slow = engine(path, True).playouts(games, seed=5), interpreted(path).playouts(games, seed=5)
    for name in fast._fields:
        assert getattr(fast, name).tolist() == getattr(slow, name).tolist(), name


@pytest.mark.parametrize("path", [pytest.param(one, id=one.stem, marks=_marks(one)) for one in GAMES])
def test_something_has_to_be_tried_out_in_these_games(path: Path) -> None:
    assert any(one.searched for one in interpreted(path).DECISIONS)


def test_what_is_taken_on_trust_may_have_to_be_taken_back(tmp_path: Path) -> None:
    """Games in which mostly, but not always, what is drawn can be paid for in the end."""
    path = tmp_path / "fair.rules"
    path.write_text(FAIR)
    fast, slow = engine(path, True), interpreted(path)
    games, same = fast.playouts(20, seed=2), slow.playouts(20, seed=2)
    for name in games._fields:
        assert getattr(games, name).tolist() == getattr(same, name).tolist(), name
    a, b = fast.State(seed=4), slow.State(seed=4)
    for seed in range(20):  # nobody counts choices
        assert a.rollout(seed).to_bytes() == b.rollout(seed).to_bytes()


FIELD = """\
game "Field"
  players 2
  length 200

board squares of square: 62 columns by 64 rows
pieces men of man: 12 for each player
money: goods of each player, starts 9
each player has:
  points: 0 to 600
  laid: 0 to 12
each square has:
  man: place for 1 of men

square is near when number of neighbours of square <= 3
square is free when man is none

play:
  repeat 4 times:
    each player acting in seat order: turn

turn:
  choose square from squares where (near and free) as site, or rest:
    any order as effect:
      must bill: pay my laid money
      may luck: gain 2 money
      may more after luck: gain 1 money
      may settle after bill:
        place my man on square
        raise my laid by 1
    raise my points by 1
score:
  "Points": my points + my money
"""


def test_more_words_of_options_than_a_word_has_bits(tmp_path: Path) -> None:
    """A board of 62 by 64 squares and one thing more to choose, in games that look ahead."""
    path = tmp_path / "field.rules"
    path.write_text(FIELD)
    fast, slow = engine(path, True), interpreted(path)
    assert all(one.searched for one in fast.DECISIONS)
    games, same = fast.playouts(1, seed=5), slow.playouts(1, seed=5)
    for name in games._fields:
        assert getattr(games, name).tolist() == getattr(same, name).tolist(), name
    assert fast.playouts(200, seed=5).scores.sum() > 0


def test_every_option_is_equally_likely(tmp_path: Path) -> None:
    """Nine of thirteen can be completed; each comes about as often as the others, and no other comes."""
    path = tmp_path / "shop.rules"
    path.write_text(
        'game "Shop"\n'
        "  players 1\n"
        "  length 10\n"
        "money: goods of each player, starts 5\n"
        "each player has:\n"
        "  taken: 0 to 20, starts 0\n"
        "play:\n"
        "  each player acting: turn\n"
        "turn:\n"
        "  choose n from 0 to 12 as price\n"
        "  any order as effect:\n"
        "    must bill: pay n money\n"
        "    may luck: gain 2 money\n"
        "    may more after luck: gain 1 money\n"
        "  set my taken to n\n"
        "score:\n"
        '  "Taken": my taken\n'
    )
    game: Any = rulec.load(path, optimise="-O0", native=False)
    assert game.DECISIONS[0].searched
    games = game.playouts(18_000, seed=3)
    seen = Counter(games.scores[:, 0].tolist())
    assert sorted(seen) == list(range(9))
    assert all(abs(count - 2_000) < 250 for count in seen.values())
    assert set(games.choices[games.scores[:, 0] == 8].tolist()) == {1}  # luck and more have to come first


def test_the_shuffle_does_not_depend_on_what_else_is_there() -> None:
    for number in range(0, 1 << 64, 1 << 58):
        ids = list(range(40))
        first = rng.first_of(number, ids)
        assert ids[rng.first_of(number, ids[: first + 1])] == first
        without = ids[:first] + ids[first + 1 :]
        second = without[rng.first_of(number, without)]
        assert rng.first_of(number, [min(first, second), max(first, second)]) == int(first > second)
