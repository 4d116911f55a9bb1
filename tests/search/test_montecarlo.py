"""`State.mcts`: the same counts on both back ends, without what nobody can know; nothing is changed."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rulec.errors import RulesError
from rulec.interp.montecarlo import InterpretedTree, about_log2, utilities
from rulec.runtime import montecarlo
from rulec.runtime.montecarlo import UNIT
from rulec.runtime.resampling import resample
from tests.engines import CLASSICS, SMALL, engine, interpreted
from tests.large import in_long_runs

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}
PROBES = Path(__file__).resolve().parents[1] / "probes"

HIDDEN = """\
game "Hidden card"
  players 2
  length 10
table cards of card, as pieces, home pile:
  card  | count
  red   | 1
  black | 7
deck pile of card: bag
each player has:
  hand: zone of card{seen}
  points: 0 to 20
setup:
  each player: draw 1 from pile to player's hand
play:
  each player acting in seat order: turn
turn:
  choose one as bet:
    red: claim
    safe: raise my points by 2
rule claim:
  if some players where ((it is not me) and (red in it's hand)): raise my points by 9
score:
  "Points": my points
"""

BREAKS = """\
game "Breaks"
  players 2
  length 20
the game has:
  left: 0 to 3, starts 3
play:
  repeat:
    each player acting:
      choose one as step:
        one: lower left by 1
        two: lower left by 2
score:
  "Nothing": 0
"""


def walk(game: Any, configuration: dict[str, Any], seed: int, steps: int, **more: Any) -> Any:
    """A position some random decisions into a game, where there is something to choose."""
    state, choices = game.State(seed=seed, **configuration, **more), random.Random(seed)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_index(choices.randrange(state.count_legal()))
    while state.count_legal() == 1:
        state.apply_index(0)
    return state


def searched(state: Any, **how: Any) -> Any:
    try:
        return state.mcts(**how)
    except RulesError as problem:
        return str(problem)


# Hidden hands and decks (piles, passing, depths, rows) and variables (secrets), several seats a person and
# seats of nobody (companies), one player (sowing, expedition), chance (dice, coins), decisions of one option.
AGREE = ["piles", "passing", "depths", "rows", "secrets", "companies", "sowing", "expedition", "dice",
         "coins", "duties", "connect_four"]  # fmt: skip


@pytest.mark.parametrize("name", [*AGREE, *in_long_runs(("choices",))])
def test_both_count_the_same(name: str) -> None:
    fast, slow = engine(GAMES[name]), interpreted(GAMES[name])
    found = 0
    for seed in range(6):
        configuration = random.Random(seed).choice(fast.CONFIGURATIONS)
        one, two = (walk(game, configuration, seed, seed, record=seed % 2 == 0) for game in (fast, slow))
        if one.is_terminal():
            continue
        how = {
            "simulations": 20 if seed else 45,
            "seed": seed,
            "method": "uct" if seed % 3 else "flat",
            "cutoff": [120, None, 4][seed % 3],
        }
        assert searched(one, **how) == searched(two, **how), (name, seed)
        found += 1
    assert found > 2


def test_chance_that_is_asked_for_is_drawn_in_a_search() -> None:
    """What the mode of chance is, is not of the position."""
    fast = engine(GAMES["dice"])
    for mode in ("sampled", "explicit"):
        state = fast.State(2, seed=4, chance=mode)
        while state.current_player() == -1 or state.count_legal() == 1:
            state.apply_action(
                state.sample_outcome() if state.current_player() == -1 else state.legal_actions()[0]
            )
        both = [state.mcts(30, seed=1)]
        other = interpreted(GAMES["dice"]).State.from_bytes(state.to_bytes())
        assert both == [other.mcts(30, seed=1)]


@pytest.mark.parametrize("name", ["coal_train", *in_long_runs(("deals",))])
def test_both_count_the_same_where_options_have_to_be_tried_out(name: str) -> None:
    path = PROBES / f"{name}.rules"
    fast, slow = engine(path), interpreted(path)
    for seed in range(2):
        one, two = (walk(game, fast.CONFIGURATIONS[-1], seed, 4, record=False) for game in (fast, slow))
        assert searched(one, simulations=12, seed=seed) == searched(two, simulations=12, seed=seed)


# --- what is found ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["uct", "flat"])
def test_a_winning_move_is_found(backend: Any, method: str) -> None:
    state = backend(GAMES["connect_four"]).State()
    for column in (2, 6, 3, 6, 4, 6):
        state.apply_index(column)
    found = state.mcts(120, seed=3, method=method)
    assert found.action in (state.legal_actions()[1], state.legal_actions()[5])
    state.apply_action(found.action)
    assert state.is_terminal()
    assert state.winners() == [0]


def test_what_would_lose_is_not_done(backend: Any) -> None:
    """Two in a row of the other's have to be stopped: that takes a tree, for it is the other who sees it."""
    state = backend(GAMES["tic_tac_toe"]).State()
    state.play("mark: a1", "mark: b2", "mark: b1")
    found = state.mcts(150, seed=2)
    assert found.label == "mark: c1"
    assert found.visits[found.action] == max(found.visits.values())
    assert sum(found.visits.values()) == 150
    assert all(0 <= value <= 1 for value in found.values.values())


def test_alone_points_are_what_counts(backend: Any, tmp_path: Path) -> None:
    path = tmp_path / "alone.rules"
    path.write_text("""game "Alone"
  players 1
  length 10
each player has:
  points: 0 to 900
play:
  each player acting:
    choose n from 0 to 9 as hundreds
    if n <= 7: raise my points by 100 * n
    choose m from 0 to 9 as ones
    raise my points by m
score:
  "Points": my points
""")
    found = backend(path).State().mcts(300, seed=1)
    assert found.label == "hundreds: 7"
    assert 700 <= found.values[found.action] <= 709


# --- what nobody can know ---------------------------------------------------------------------------------


def holds(state: Any, player: int, card: str) -> bool:
    return bool(state.to_dict()["players"]["hand"][str(player + 1)].get(card))


@pytest.mark.parametrize(("seen", "expected"), [(", seen by owner", "bet: safe"), ("", "bet: red")])
def test_a_hidden_card_is_not_looked_at(backend: Any, tmp_path: Path, seen: str, expected: str) -> None:
    """The other holds the one red card. Who sees that, bets on it; nobody else does."""
    path = tmp_path / "hidden_card.rules"
    path.write_text(HIDDEN.format(seen=seen))
    game = backend(path)
    states = [one for one in (game.State(seed=seed) for seed in range(60)) if holds(one, 1, "red")]
    assert len(states) > 2
    for state in states[:3]:
        assert state.mcts(200, seed=1).label == expected
        assert state.mcts(200, seed=1, method="flat").label == expected


def test_a_search_is_the_same_whatever_is_hidden(backend: Any, tmp_path: Path) -> None:
    """Each simulation deals anew: what really lies there has no part in it."""
    path = tmp_path / "hidden_card.rules"
    path.write_text(HIDDEN.format(seen=", seen by owner"))
    state = backend(path).State(seed=5)
    guesses = [state.resample(0, seed) for seed in range(8)]
    assert len({holds(one, 1, "red") for one in guesses}) == 1 or len({one.to_bytes() for one in guesses}) > 1
    found = [one.mcts(400, seed=9) for one in guesses]
    assert {one.label for one in found} == {"bet: safe"}


def test_natively_pieces_are_dealt_as_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds that `resample` draws, given to the search one by one, come to the same as its own deals."""
    game = engine(GAMES["piles"])
    state = walk(game, {"players": 3}, 4, 9, record=False)
    assert montecarlo.dealt_natively(state)
    expected = state.mcts(montecarlo.WORLDS, seed=2)
    monkeypatch.setattr(montecarlo, "dealt_natively", lambda state: False)
    assert state.mcts(montecarlo.WORLDS, seed=2) == expected


# --- what is left as it is --------------------------------------------------------------------------------


def test_the_state_is_as_before(backend: Any) -> None:
    state = walk(backend(GAMES["piles"]), {"players": 2}, 3, 8)
    before = state.to_bytes(), state.history(), state.legal_actions(), state.events(0)
    first = state.mcts(30, seed=5)
    assert state.mcts(30, seed=5) == first
    assert (state.to_bytes(), state.history(), state.legal_actions(), state.events(0)) == before


def test_several_at_once_are_those_one_by_one() -> None:
    states = [walk(engine(GAMES["piles"]), {"players": 2}, seed, 5, record=False) for seed in range(6)]
    alone = [state.mcts(200, seed=1) for state in states]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(lambda state: state.mcts(200, seed=1), states)) == alone


def test_a_single_option_is_not_searched(backend: Any) -> None:
    state = backend(GAMES["tic_tac_toe"]).State()
    for square in ("a1", "b1", "a2", "b2", "b3", "a3", "c1", "c3"):
        state.play(f"mark: {square}")
    assert state.count_legal() == 1
    found = state.mcts(50)
    assert (found.label, found.visits, found.values) == ("mark: c2", {state.legal_actions()[0]: 0}, {})


# --- mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"simulations": 0}, "simulations is a whole number from 1 to 1,000,000, not 0"),
        ({"simulations": True}, "simulations is a whole number from 1 to 1,000,000, not True"),
        ({"simulations": 10.0}, "simulations is a whole number from 1 to 1,000,000, not 10.0"),
        ({"simulations": 9, "seed": -1}, "a seed lies between 0 and 2**64 - 1, not at -1"),
        ({"simulations": 9, "method": "best"}, "method is 'uct' or 'flat', not 'best'"),
        ({"simulations": 9, "exploration": -1}, "exploration is a number from 0 to 1000, not -1"),
        (
            {"simulations": 9, "exploration": float("nan")},
            "exploration is a number from 0 to 1000, not nan",
        ),
        ({"simulations": 9, "cutoff": -1}, "cutoff is a whole number from 0 to 1,000,000, not -1"),
        ({"simulations": 9, "cutoff": "no"}, "cutoff is a whole number from 0 to 1,000,000, not 'no'"),
    ],
)
def test_what_can_not_be_meant(backend: Any, how: dict[str, Any], message: str) -> None:
    state = backend(GAMES["tic_tac_toe"]).State()
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        state.mcts(**how)


def test_where_nobody_decides(backend: Any) -> None:
    state = backend(GAMES["tic_tac_toe"]).State(seed=1).rollout(1)
    with pytest.raises(ValueError, match="the game is over; there is nothing to search for"):
        state.mcts(10)
    state = backend(GAMES["dice"]).State(2, chance="explicit")
    while state.current_player() != -1:
        state.apply_index(0)
    with pytest.raises(ValueError, match="chance is to decide here; apply an outcome and search then"):
        state.mcts(10)


def test_a_hole_in_the_rules_is_told(backend: Any, tmp_path: Path) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS)
    state = backend(path).State()
    before = state.to_bytes()
    with pytest.raises(RulesError, match=r"breaks\.rules:1[01]: `left` leaves its range") as caught:
        state.mcts(50)
    assert caught.value.state == before == state.to_bytes()


# --- formulas ---------------------------------------------------------------------------------------------


def test_what_a_result_is_worth() -> None:
    """By hand: half a victory, half how far ahead, beside a quarter of what both have and 1."""
    assert utilities([3, 1], [0]) == [UNIT // 4 + UNIT // 8 + UNIT // 2, UNIT // 4 - UNIT // 8]
    assert utilities([5, 5], [0, 1]) == [UNIT // 2, UNIT // 2]
    assert utilities([-20, -24, 0], [2]) == [
        UNIT // 4 - 20 * (UNIT // 4) // 26,
        UNIT // 4 - 24 * (UNIT // 4) // 31,
        UNIT // 4 + 20 * (UNIT // 4) // 26 + UNIT // 2,
    ]
    assert utilities([17], []) == [17]


def test_logarithms_are_right_at_powers_of_two() -> None:
    assert [about_log2(n) for n in (1, 2, 3, 4, 6, 1024)] == [0, 1, 1.5, 2, 2.5, 10]


@pytest.mark.parametrize("backend", [interpreted, engine])
def test_a_search_ends_when_it_is_told(backend: Any) -> None:
    answers = iter([False, True, True])
    state = backend(GAMES["connect_four"]).State()
    found = state.mcts(1_000_000, stop=lambda: next(answers, True))
    assert 1 <= found.simulations < 1_000
    assert found.visits[found.action] >= 1
    with pytest.raises(ValueError, match="stop is a function"):
        state.mcts(10, stop=True)


def test_an_interpreted_game_that_is_tried_out_is_cut_short() -> None:
    state = interpreted(GAMES["connect_four"]).State()
    asked = []
    found = state.mcts(5, cutoff=None, stop=lambda: bool(asked.append(1)) or len(asked) > 3)
    assert (found.simulations, len(asked)) == (1, 5)  # three moves of a game of at least seven, and the end


@pytest.mark.parametrize("backend", [interpreted, engine])
def test_a_search_that_is_ended_draws_no_more_positions(
    backend: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the history of a game with hidden hands nothing is analysed once the search is to end."""
    state = backend(GAMES["piles"]).State(seed=3)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    drawn, real = [], resample._drawn

    def noted(state: Any, player: int, key: int, course: Any) -> Any:
        drawn.append(course is not None)
        return real(state, player, key, course)

    monkeypatch.setattr(resample, "_drawn", noted)
    assert state.mcts(40).simulations == 40
    assert drawn == [True] * montecarlo.WORLDS
    drawn.clear()
    assert state.mcts(40, stop=lambda: True).simulations == 1
    assert drawn == [False]
    drawn.clear()
    assert state.mcts(time=0).simulations == 1
    assert drawn == [False]


def test_a_deadline_cuts_the_first_game_short_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state, real, lengths = interpreted(GAMES["connect_four"]).State(), InterpretedTree._play_on, []

    def play_on(tree: Any, at: Any, draws: int) -> bool:
        lengths.append(real(tree, at, draws))
        return lengths[-1]

    monkeypatch.setattr(InterpretedTree, "_play_on", play_on)
    assert state.mcts(count=1_000_000, time=0).simulations == 1
    assert state.mcts(time=0.05).simulations == len(lengths) - 1
    assert lengths == [True] + [False] * (len(lengths) - 1)
