"""`State.mcts(evaluate=...)`: PUCT with batches of leaves, the same on both back ends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy
import pytest

from rulec.runtime.search_tree import SearchTree
from tests.engines import CLASSICS, SMALL, engine, interpreted
from tests.search.test_search_trees import PENNIES

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}


def evenly(observations: Any, masks: Any) -> tuple[Any, Any]:
    """Knows nothing."""
    return masks / masks.sum(axis=1, keepdims=True), numpy.full(len(masks), 0.5)


def weighing(observations: Any, masks: Any) -> tuple[Any, Any]:
    """Priors and values that differ with everything that is seen, in whole numbers until the end."""
    numbers = numpy.rint(observations.astype(numpy.float64) * 1024).astype(numpy.int64)
    keys = (numbers * (3 + 2 * numpy.arange(observations.shape[1]))).sum(axis=1)
    priors = masks * (1.0 + (keys[:, None] + 37 * numpy.arange(masks.shape[1])) % 11)
    return priors, keys % 1001 / 1000


class Counting:
    """Which batches it was given."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        assert observations.dtype == numpy.float32
        assert masks.dtype == numpy.uint8
        assert masks.flags.writeable
        assert len(observations) == len(masks)
        self.sizes.append(len(masks))
        return evenly(observations, masks)


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker", "secrets", "dice", "sowing"])
def test_both_count_the_same(name: str) -> None:
    found = []
    for game in (engine(GAMES[name]), interpreted(GAMES[name])):
        state = game.State(seed=3)
        while state.count_legal() == 1:
            state.apply_index(0)
        answer = points if state.num_players() == 1 else weighing
        found.append(state.mcts(30, seed=1, evaluate=answer, batch=4))
    assert found[0] == found[1]
    assert found[0].simulations == 30
    assert sum(found[0].visits.values()) == 29  # the first evaluates the position itself


def points(observations: Any, masks: Any) -> tuple[Any, Any]:
    """Of a game for one: values have any scale."""
    return masks, observations.sum(axis=1, keepdims=True)


def test_leaves_are_evaluated_in_batches(backend: Any) -> None:
    state = backend(GAMES["connect_four"]).State()
    counting = Counting()
    found = state.mcts(64, evaluate=counting, batch=8)
    assert sum(counting.sizes) == found.simulations == 64
    assert counting.sizes[0] == 1  # behind the first position nothing is known before its answer
    assert max(counting.sizes) > 4
    assert state.mcts(64, evaluate=evenly, batch=8) == found


def test_priors_lead_the_search(backend: Any) -> None:
    def leaning(observations: Any, masks: Any) -> tuple[Any, Any]:
        return masks * numpy.array([1, 1, 90, 1, 1, 1, 1])[: masks.shape[1]], numpy.full(len(masks), 0.5)

    state = backend(GAMES["connect_four"]).State()
    assert max(state.mcts(60, evaluate=leaning).visits) == state.legal_actions()[-1]
    found = state.mcts(60, evaluate=leaning)
    assert found.action == state.legal_actions()[2]
    assert found.visits[found.action] > 40


def test_a_victory_is_found_without_knowledge(backend: Any) -> None:
    state = backend(GAMES["tic_tac_toe"]).State()
    state.play("mark: a1", "mark: b1", "mark: a2", "mark: b2")
    found = state.mcts(80, evaluate=evenly, batch=4)
    assert found.label == "mark: a3"
    assert found.values[found.action] == 1
    assert found.principal_variation[0].label == "mark: a3"


def test_what_will_be_chosen_in_secret_is_not_foreseen(tmp_path: Path) -> None:
    for seen, expected in ((", seen by owner", "stake: safe"), ("", "stake: dare")):
        path = tmp_path / f"pennies{len(seen)}.rules"
        path.write_text(PENNIES.format(seen=seen).replace("raise my points by 1\n", "wager\n") + WAGER)
        state = interpreted(path).State()
        assert state.mcts(400, seed=1, evaluate=evenly).label == expected


# Who is safe wins two times of three: more than by guessing, less than by knowing.
WAGER = """\
rule wager:
  roll luck in 1 to 3
  if luck < 3: raise my points by 1
  otherwise:
    each player in players where not guesser: raise player's points by 1
"""


def test_a_tree_is_kept_with_its_priors(backend: Any) -> None:
    state, tree = backend(GAMES["connect_four"]).State(), SearchTree()
    counting = Counting()
    first = state.mcts(60, evaluate=counting, batch=4, tree=tree)
    state.apply_action(first.action)
    found = state.mcts(20, evaluate=counting, batch=4, tree=tree)
    assert found.reused == first.visits[first.action]
    assert counting.sizes[-1] > 1
    assert state.mcts(20, tree=tree).reused == 0  # one of random games


def test_an_evaluator_that_fails_leaves_the_tree_as_it_was(backend: Any) -> None:
    state, tree = backend(GAMES["connect_four"]).State(), SearchTree()
    state.mcts(20, evaluate=evenly, tree=tree)

    def failing(observations: Any, masks: Any) -> tuple[Any, Any]:
        raise RuntimeError("out of memory")

    with pytest.raises(RuntimeError, match="out of memory"):
        state.mcts(20, evaluate=failing, tree=tree)
    assert state.mcts(20, evaluate=evenly, tree=tree).reused == 20


NO_VALUES = "evaluate returned values that are not numbers from 0 (lost) to 1 (won)"


@pytest.mark.parametrize(
    ("evaluate", "message"),
    [
        (7, "evaluate is a function of observations and masks, not 7"),
        (lambda o, m: m, "evaluate returns two arrays, priors and values, not ndarray"),
        (lambda o, m: (m[:, 1:], m[:, 0]), "evaluate returned priors of shape (1, 8), not (1, 9)"),
        (lambda o, m: (m, m), "evaluate returned values of shape (1, 9), not (1,) or (1, 2)"),
        (
            lambda o, m: (m - 2.0, m[:, 0]),
            "evaluate returned priors that are not probabilities: below 0, infinite or nan",
        ),
        (lambda o, m: (m, m[:, 0] * 3), NO_VALUES),
        (lambda o, m: (m, m[:, 0] * numpy.nan), NO_VALUES),
    ],
)
def test_answers_that_are_none(evaluate: Any, message: str) -> None:
    state = interpreted(GAMES["tic_tac_toe"]).State()
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        state.mcts(9, evaluate=evaluate)


def test_an_evaluator_takes_one_thread() -> None:
    state = interpreted(GAMES["tic_tac_toe"]).State()
    with pytest.raises(ValueError, match="a search with `evaluate` runs in one thread"):
        state.mcts(9, evaluate=evenly, threads=2)
    with pytest.raises(ValueError, match="batch is a whole number from 1 to 65,536, not 0"):
        state.mcts(9, evaluate=evenly, batch=0)


@pytest.mark.parametrize("name", ["tic_tac_toe", "love_letter"])
def test_a_search_does_not_mind_what_becomes_of_its_position(name: str, backend: Any) -> None:
    """An evaluator, and what is asked whether to stop, may go on with the game."""
    game = backend(GAMES[name])
    for how in ("evaluate", "stop"):
        state, plain = game.State(2, seed=4), {"evaluate": evenly} if how == "evaluate" else {}
        expected = state.mcts(64, seed=1, **plain)

        def going_on(*given: Any, at: Any = state) -> Any:
            if not at.is_terminal():
                at.apply_index(0)
            return evenly(*given) if given else False

        assert state.mcts(64, seed=1, **{how: going_on}) == expected
        assert state != game.State(2, seed=4)
