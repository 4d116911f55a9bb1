"""Self-play: games by number, whatever the split; what the rows say."""

from __future__ import annotations

import pickle
from typing import Any

import numpy
import pytest

from rulec.sim.self_play import SelfPlay, SelfPlayGames
from rulec.sim.workers import workers
from tests.engines import ROOT, interpreted

GAME = interpreted(ROOT / "tests" / "games" / "nim.rules")


def uniform(observations: Any, masks: Any) -> tuple[Any, Any]:
    return masks / masks.sum(axis=1, keepdims=True), numpy.full(len(masks), 0.5)


def played(plan: SelfPlay) -> SelfPlayGames:
    with workers(GAME, 1, lambda: GAME) as crew:
        parts = list(crew.each(plan.tasks()))
    return SelfPlayGames(*(numpy.concatenate(column) for column in zip(*parts, strict=True)))


@pytest.mark.parametrize("evaluate", [None, uniform], ids=["random games", "evaluator"])
def test_games_do_not_depend_on_the_split(evaluate: Any) -> None:
    whole = played(SelfPlay(6, {"players": 2}, 12, evaluate, seed=3, size=6))
    single = played(SelfPlay(6, {"players": 2}, 12, evaluate, seed=3, size=1))
    later = played(SelfPlay(2, {"players": 2}, 12, evaluate, seed=3, first=4))
    for one, other, last in zip(whole, single, later, strict=True):
        assert numpy.array_equal(one, other)
        assert numpy.array_equal(one[whole.games >= 4], last)
    assert not numpy.array_equal(whole.policies, played(SelfPlay(6, {"players": 2}, 12, evaluate)).policies)


def test_rows_are_what_the_players_saw() -> None:
    found = played(SelfPlay(20, {"players": 2}, 12, seed=1))
    assert found.observations.dtype == found.policies.dtype == numpy.float32
    assert found.masks.shape == found.policies.shape == (len(found.games), GAME.NUM_ACTIONS)
    assert (found.masks.sum(axis=1) > 1).all()  # what is forced is not searched
    assert found.policies.sum(axis=1) == pytest.approx(1)
    assert not found.policies[found.masks == 0].any()
    for number in range(20):
        rows = found.games == number
        for player in (0, 1):
            assert len({*found.values[rows & (found.players == player)]}) <= 1
    assert {*found.values} == {0, 1}


def test_a_plan_travels() -> None:
    plan = SelfPlay(3, {"players": 2}, 8, uniform)
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert [(one.first, one.end) for one in SelfPlay(17, first=3).tasks()] == [(3, 11), (11, 19), (19, 20)]
