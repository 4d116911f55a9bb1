"""PettingZoo's own tests on games of rulec."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from tests.engines import CLASSICS, ROOT, SMALL, engine, interpreted, swift

pytest.importorskip("pettingzoo", reason="needs the extra `ai`")

from pettingzoo import test as suite
from pettingzoo.test.seed_test import parallel_seed_test

from rulec.adapters import pettingzoo
from rulec.errors import IllegalAction

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}
HEAVY = sorted((ROOT / "games").glob("*.rules"))

# That observations are dictionaries is as PettingZoo's classic games have it; its test names those by hand.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def conforms(game: Any, cycles: int) -> None:
    suite.api_test(pettingzoo.env(game), num_cycles=cycles)
    suite.api_test(pettingzoo.raw_env(game), num_cycles=cycles)
    suite.seed_test(lambda: pettingzoo.env(game), cycles)
    suite.parallel_api_test(pettingzoo.parallel_env(game), num_cycles=cycles)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game), cycles)
    suite.render_test(lambda render_mode: pettingzoo.env(game, render_mode=render_mode))


@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc_poker", "love_letter", "dice"])
def test_conformance(name: str) -> None:
    conforms(interpreted(GAMES[name]), 40)


@pytest.mark.long
@pytest.mark.parametrize("path", [*CLASSICS, *SMALL], ids=lambda path: path.stem)
def test_conformance_of_every_small_game(path: Path) -> None:
    conforms(engine(path), 200)


@pytest.mark.long
@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_conformance_of_a_heavy_game(path: Path) -> None:
    conforms(swift(path), 100)


@pytest.mark.long
def test_performance_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    suite.performance_benchmark(pettingzoo.env(engine(GAMES["connect_four"])))
    assert "turns per second" in capsys.readouterr().out


def test_masks_stand_in_observation_and_info() -> None:
    env = pettingzoo.env(interpreted(GAMES["connect_four"]))
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    assert observation["action_mask"].tolist() == info["action_mask"].tolist() == [1] * 7
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_observations_as_bytes(make: Any) -> None:
    env = make(interpreted(GAMES["connect_four"]), dtype="uint8")
    test = suite.api_test if make is pettingzoo.env else suite.parallel_api_test
    test(env, num_cycles=20)
    space = env.observation_space("player_0")["observation"]
    assert (str(space.dtype), space.high.max()) == ("uint8", 255)


def test_rewards_at_the_end() -> None:
    game = interpreted(GAMES["tic_tac_toe"])
    for utility, expected in (("wins", [1.0, 0.0]), ("zero_sum", [1.0, -1.0])):
        env = pettingzoo.env(game, utility=utility)
        env.reset(seed=1)
        for action in (0, 3, 1, 4, 2):
            env.step(action)
        assert all(env.terminations.values())
        assert list(env.rewards.values()) == expected


def test_environments_can_be_copied(backend: Any) -> None:
    """The copy goes on alike, also with the seeds of games to come."""
    env = pettingzoo.raw_env(backend(GAMES["leduc_poker"]))
    env.reset(seed=3)
    other = copy.deepcopy(env)
    for one in (env, other):
        for _ in range(2):
            while not all(one.terminations.values()):
                one.step(int(one.last()[0]["action_mask"].nonzero()[0][0]))
            one.reset()
    assert other.table.state.to_bytes() == env.table.state.to_bytes()


def test_mistakes() -> None:
    game = interpreted(GAMES["tic_tac_toe"])
    env = pettingzoo.env(game)
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(99)
    env.step(0)
    env.step(0)  # taken: the game ends
    assert all(env.terminations.values())
    assert sorted(env.rewards.values()) == [-1, 0]
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    raw = pettingzoo.raw_env(game)
    raw.reset()
    raw.step(0)
    with pytest.raises(IllegalAction):
        raw.step(0)
    with pytest.raises(ValueError, match="played with 2 players"):
        pettingzoo.env(game, players=5)
    parallel = pettingzoo.parallel_env(game)
    with pytest.raises(AssertionError, match="reset"):
        parallel.step({})
