"""`State.mcts`: budgets, threads, kept trees, proven outcomes, principal variations, information sets."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from rulec.errors import RulecError
from rulec.interp.montecarlo import InterpretedTree
from rulec.runtime.search_tree import SearchTree
from tests.engines import CLASSICS, SMALL, engine, interpreted

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}

# Who dares and then guesses the other's penny gets 9, or the other does; who is safe wins by a point.
PENNIES = """\
game "Pennies"
  players 2
  length 10
the game has:
  dared: flag
each player has:
  guesser: flag
  penny: 0 to 1{seen}
  points: 0 to 20
setup:
  let leader = the first of players
  set leader's guesser to yes
play:
  each player acting in players where guesser: staking
  each player acting in players where not guesser: hiding
  each player acting in players where guesser: guessing
turn staking:
  choose one as stake:
    dare: set dared to yes
    safe: raise my points by 1
turn hiding:
  choose one as coin:
    heads: set my penny to 1
    tails: set my penny to 0
turn guessing:
  let other = the first of players where not guesser
  choose n from 0 to 1 as guess
  if dared:
    if n = other's penny: raise my points by 9
    otherwise: raise other's points by 9
score:
  "Points": my points
"""
THREE = """\
game "Kingmaker"
  players 3
  length 10
each player has:
  points: 0 to 9
play:
  each player acting in seat order: turn
turn:
  choose one as deed:
    give: each player in players where it is not me: raise player's points by 1
    take: raise my points by 2
    wait: raise my points by 0
score:
  "Points": my points
"""


FORCED = """\
game "Ladder"
  players 2
  length 40
the game has:
  height: 0 to 60
each player has:
  points: 0 to 60
play:
  repeat 4 times:
    each player acting in seat order: turn
turn:
  choose n from 1 to 3 as climb
  raise height by n
  if height div 2 * 2 = height: raise my points by 1
  choose one as rest:
    sleep: raise my points by 0
score:
  "Points": my points
"""


@pytest.fixture
def pennies(tmp_path: Path) -> Any:
    def made(seen: str) -> Any:
        path = tmp_path / f"pennies{len(seen)}.rules"
        path.write_text(PENNIES.format(seen=seen))
        return interpreted(path)

    return made


def opening(name: str, game: Any, *labels: str) -> Any:
    state = game(GAMES[name]).State()
    state.play(*labels)
    return state


# --- budgets ----------------------------------------------------------------------------------------------


def test_a_search_takes_its_time(backend: Any) -> None:
    state = opening("connect_four", backend)
    begun = time.monotonic()
    found = state.mcts(time=0.02)
    assert time.monotonic() - begun >= 0.02
    assert found.simulations == sum(found.visits.values()) > 0
    assert state.mcts(found.simulations) == found  # how it is cut into parts makes no difference


def test_the_smaller_budget_counts(backend: Any) -> None:
    state = opening("tic_tac_toe", backend)
    assert state.mcts(3, time=3600).simulations == 3
    assert state.mcts(count=1_000_000, time=0).simulations == 1
    assert state.mcts(count=9) == state.mcts(9) == state.mcts(simulations=9)


# --- threads ----------------------------------------------------------------------------------------------


def test_trees_of_the_interpreter_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its machine serves one thread at a time."""
    real, inside, most = InterpretedTree._simulate, list[int](), list[int]()

    def simulate(tree: InterpretedTree, at: Any, key: int) -> None:
        inside.append(key)
        most.append(len(inside))
        time.sleep(0.002)  # others would come in here
        real(tree, at, key)
        inside.pop()

    monkeypatch.setattr(InterpretedTree, "_simulate", simulate)
    assert opening("tic_tac_toe", interpreted).mcts(16, threads=4).simulations == 16
    assert most == [1] * 16


@pytest.mark.parametrize("name", ["connect_four", "secrets"])
def test_threads_make_no_difference_but_by_their_number(name: str) -> None:
    """The interpreter has no threads of its own to lose a race in."""
    for threads in (2, 3):
        states = [game(GAMES[name]).State(seed=3) for game in (engine, interpreted)]
        found = [one.mcts(31, seed=1, threads=threads) for one in (states[0], states[0], states[1])]
        assert found[0] == found[1] == found[2]
        assert found[0].simulations == sum(found[0].visits.values()) == 31
    assert states[0].mcts(2, threads=8).simulations == 2


def test_a_fault_is_met_in_any_thread(backend: Any, tmp_path: Path) -> None:
    from tests.search.test_montecarlo import BREAKS

    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS)
    with pytest.raises(RulecError, match="`left` leaves its range"):
        interpreted(path).State().mcts(60, threads=2)


# --- trees that are kept ----------------------------------------------------------------------------------


def test_a_search_goes_on_where_it_stopped(backend: Any) -> None:
    state, tree = opening("connect_four", backend), SearchTree()
    state.mcts(30, seed=4, tree=tree)
    found, alone = state.mcts(50, seed=4, tree=tree), state.mcts(80, seed=4)
    assert (found.reused, found.simulations) == (30, 50)
    assert (found.visits, found.values) == (alone.visits, alone.values)
    assert found.principal_variation == alone.principal_variation


def test_a_tree_is_kept_over_moves() -> None:
    """What was tried behind the moves that came is there again, on both back ends."""
    results = []
    for game in (engine, interpreted):
        state, tree = opening("connect_four", game), game(GAMES["connect_four"]).SearchTree()
        first = state.mcts(120, seed=1, tree=tree)
        for move in first.principal_variation[:2]:
            state.apply_action(move.action)
        found = state.mcts(20, seed=2, tree=tree)
        assert found.reused == first.principal_variation[1].visits
        assert sum(found.visits.values()) == found.reused + 20 - 1  # the first of them went no further
        results.append(found)
    assert results[0] == results[1]


def test_a_tree_is_kept_over_forced_moves(tmp_path: Path) -> None:
    """Every other decision has a single option: it is no step of the tree."""
    path = tmp_path / "ladder.rules"
    path.write_text(FORCED)
    state, tree = interpreted(path).State(), SearchTree()
    first = state.mcts(60, tree=tree)
    state.apply_action(first.action)
    assert state.count_legal() == 1
    assert state.mcts(60, tree=tree).simulations == 0
    state.apply_index(0)
    found = state.mcts(5, tree=tree)
    assert found.reused == first.visits[first.action]
    other = interpreted(path).State(auto_forced=True)
    kept = SearchTree()
    other.mcts(60, tree=kept)
    other.apply_action(first.action)
    assert other.mcts(5, tree=kept) == found


def test_a_tree_is_dropped_where_anything_was_drawn(backend: Any) -> None:
    state, tree = backend(GAMES["dice"]).State(2, seed=4), SearchTree()
    draws: list[int] = []
    for _ in range(8):
        before, draws = draws, state._face.view.draws(state._cells())
        found = state.mcts(8, tree=tree)
        if before != draws:
            assert found.reused == 0
        state.apply_action(found.action)
    assert sum(draws) > 0


def test_a_tree_of_another_player_is_not_looked_at(pennies: Any) -> None:
    """It was grown with what that player knew."""
    state, tree = pennies(", seen by owner").State(), SearchTree()
    state.play("stake: dare")
    state.mcts(50, tree=tree)
    state.play("coin: tails")
    found = state.mcts(50, tree=tree)
    assert found.reused == 0
    assert found == state.mcts(50)


def test_a_tree_belongs_to_a_game(backend: Any) -> None:
    tree = SearchTree()
    opening("connect_four", backend).mcts(5, tree=tree)
    with pytest.raises(ValueError, match="this SearchTree keeps a search of another game"):
        opening("tic_tac_toe", backend).mcts(5, tree=tree)
    state = backend(GAMES["tic_tac_toe"]).State(record=False)
    kept = SearchTree()
    with pytest.raises(RulecError, match="keeps no history"):
        state.mcts(5, tree=kept)


# --- outcomes that are proven -----------------------------------------------------------------------------


def solved(state: Any) -> dict[int, str]:
    """By minimax: what each option comes to for whoever decides."""

    def best(at: Any, player: int) -> int:
        if at.is_terminal():
            winners = at.winners()
            return (1 if len(winners) > 1 else 2) if player in winners else 0
        found = [best(at.child(one), player) for one in at.legal_actions()]
        return max(found) if at.current_player() == player else min(found)

    player = state.current_player()
    return {one: ("loss", "draw", "win")[best(state.child(one), player)] for one in state.legal_actions()}


TIC_TAC_TOE = (
    ["a1", "b2", "c3", "c1"],
    ["a1", "b1", "a2", "b2"],
    ["a1", "a2", "b2", "c3"],
    ["b2", "a1", "a3"],
)


@pytest.mark.parametrize("squares", TIC_TAC_TOE, ids="-".join)
def test_what_is_proven_is_so(squares: list[str]) -> None:
    states = [
        opening("tic_tac_toe", game, *(f"mark: {one}" for one in squares)) for game in (engine, interpreted)
    ]
    found = [one.mcts(400, seed=3) for one in states]
    assert found[0] == found[1]
    expected = solved(states[0])
    assert found[0].proven.items() <= expected.items()
    assert found[0].proven
    assert expected[found[0].action] == max(expected.values(), key=("loss", "draw", "win").index)


def test_a_proven_victory_ends_the_search(backend: Any) -> None:
    state = opening("tic_tac_toe", backend, *(f"mark: {one}" for one in ("a1", "b1", "a2", "b2")))
    found = state.mcts(1_000, seed=1)
    assert found.label == "mark: a3"
    assert found.proven[found.action] == "win"
    assert found.simulations < 100
    assert state.mcts(1_000, seed=1, solver=False).simulations == 1_000
    assert state.mcts(1_000, seed=1, solver=False).proven == {}


def test_of_three_players_nobody_is_counted_on(tmp_path: Path) -> None:
    """What another will choose between two losses is not known."""
    path = tmp_path / "kingmaker.rules"
    path.write_text(THREE)
    state = interpreted(path).State()
    found = state.mcts(600, seed=1)
    proven = solved(state)
    assert found.proven.items() <= proven.items()


def test_where_chance_decides_nothing_is_proven(backend: Any) -> None:
    state = backend(GAMES["dice"]).State(2, seed=4)
    while state.count_legal() == 1:
        state.apply_index(0)
    assert state.mcts(40, seed=1).proven == {}


# --- principal variation ----------------------------------------------------------------------------------


def test_the_principal_variation_can_be_played(backend: Any) -> None:
    state = opening("connect_four", backend)
    found = state.mcts(150, seed=1)
    first = found.principal_variation[0]
    assert (first.action, first.label, first.player) == (found.action, found.label, 0)
    assert (first.visits, first.value) == (found.visits[found.action], found.values[found.action])
    assert len(found.principal_variation) > 1
    for move in found.principal_variation:
        assert state.current_player() == move.player
        state.play(move.label)
    assert list(found.labels.values()) == opening("connect_four", backend).legal_labels()


# --- information sets -------------------------------------------------------------------------------------


def test_what_will_be_chosen_in_secret_is_not_foreseen(pennies: Any) -> None:
    """Who foresees the penny wins by 9; nobody can. (To be safe is a proven victory, if a small one.)"""
    for seen, expected in ((", seen by owner", "stake: safe"), ("", "stake: dare")):
        state = pennies(seen).State()
        for seed in (0, 2):
            found = state.mcts(800, seed=seed, exploration=1.5, solver=False)
            assert found.label == expected, (seen, seed)


def test_an_honest_search_wins_half_of_the_pennies(pennies: Any) -> None:
    """One that looks into the position wins all of them."""
    game = pennies(", seen by owner")
    honest = peeking = 0
    for seed in range(24):
        state = game.State()
        state.play("stake: dare", "coin: heads" if seed % 2 else "coin: tails")
        guess = state.child(state.mcts(40, seed=seed).action)
        honest += guess.winners() == [0]
        peeking += any(state.child(one).winners() == [0] for one in state.legal_actions())
    assert peeking == 24
    assert 4 <= honest <= 20


def test_a_variation_stops_where_a_choice_is_secret(pennies: Any) -> None:
    state = pennies(", seen by owner").State()
    assert [move.label for move in state.mcts(100).principal_variation] == ["stake: safe"]


# --- mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "a search needs `count`, a whole number from 1 to 1,000,000, or `time`, in seconds"),
        ({"count": 0}, "count is a whole number from 1 to 1,000,000, not 0"),
        ({"count": 1, "simulations": 1}, "`count` and `simulations` mean the same; give one of them"),
        ({"time": -1}, "time is a number of seconds from 0 to 1000000, not -1"),
        ({"time": "1 s"}, "time is a number of seconds from 0 to 1000000, not '1 s'"),
        ({"time": float("inf")}, "time is a number of seconds from 0 to 1000000, not inf"),
        ({"count": 1, "threads": 0}, "threads is a whole number from 1 to 256, not 0"),
        ({"count": 1, "threads": 1.5}, "threads is a whole number from 1 to 256, not 1.5"),
        ({"count": 1, "tree": {}}, "tree is a SearchTree, not {}"),
        ({"count": 1, "solver": 1}, "solver is True or False, not 1"),
    ],
)
def test_what_can_not_be_meant(how: dict[str, Any], message: str) -> None:
    state = opening("tic_tac_toe", interpreted)
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        state.mcts(**how)
