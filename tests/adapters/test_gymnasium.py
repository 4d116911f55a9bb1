"""Gymnasium's own checks, and the modes of vectors of games."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy
import pytest

from tests.engines import CLASSICS, ROOT, SMALL, engine, interpreted, swift

gym = pytest.importorskip("gymnasium", reason="needs the extra `ai`")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from rulec.adapters import gymnasium  # noqa: E402
from rulec.errors import RulecError, RulesError  # noqa: E402

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}
HEAVY = sorted((ROOT / "games").glob("*.rules"))
MODES = gym.vector.AutoresetMode


@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc_poker", "love_letter", "nim"])
def test_single_environments(name: str) -> None:
    game = interpreted(GAMES[name])
    for seat in (0, 1):
        check_env(gymnasium.make(game, seat=seat))


@pytest.mark.long
@pytest.mark.parametrize("path", [*CLASSICS, *SMALL, *HEAVY], ids=lambda path: path.stem)
def test_every_single_environment(path: Path) -> None:
    check_env(gymnasium.make(swift(path) if path in HEAVY else engine(path)))


def test_registered() -> None:
    path = GAMES["tic_tac_toe"]
    assert gymnasium.register(path) == ["rulec/tic_tac_toe-v0"]
    gym.register("rulec/interpreted-v0", entry_point=gymnasium.make, kwargs={"named": interpreted(path)})
    env = gym.make("rulec/interpreted-v0", opponents="mcts:5")
    check_env(env.unwrapped)
    assert set(gymnasium.register()) >= {"rulec/connect_four-v0", "rulec/hex-v0"}
    with pytest.raises(gym.error.NameNotFound):
        gym.make("rulec/no_such_game-v0")


def test_vectors_are_made_again_from_their_specs() -> None:
    envs = gymnasium.make_vec("tic_tac_toe", 2, dtype="uint8", autoreset_mode=MODES.SAME_STEP)
    spec = gym.envs.registration.EnvSpec.from_json(envs.spec.to_json())
    again = gym.make_vec(spec, num_envs=3, vectorization_mode="vector_entry_point")
    assert again.single_observation_space == envs.single_observation_space
    assert (again.num_envs, again.autoreset_mode) == (3, MODES.SAME_STEP)


@pytest.mark.parametrize(
    "opponents", ["random", "mcts:20", lambda state, generator: state.legal_actions()[0]]
)
def test_opponents(opponents: Any) -> None:
    env = gymnasium.make(interpreted(GAMES["tic_tac_toe"]), opponents, seat=1, utility="zero_sum")
    _, info = env.reset(seed=3)
    over, reward = False, 0.0
    while not over:
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        _, reward, over, _, info = env.step(int(env.action_masks().nonzero()[0][0]))
    assert reward == info["returns"][1]
    assert sum(info["returns"]) == 0


def test_an_action_that_is_not_offered() -> None:
    game = interpreted(GAMES["tic_tac_toe"])
    env = gymnasium.make(game, lambda state, generator: state.legal_actions()[0])
    env.reset(seed=1)
    env.step(4)
    _, reward, over, _, info = env.step(4)
    assert (reward, over, info["illegal_action"]) == (-1.0, True, game.action_table()[4].label)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(0)
    strict = gymnasium.make(game, illegal="raise")
    strict.reset(seed=1)
    strict.step(4)
    with pytest.raises(gym.error.InvalidAction, match="not offered"):
        strict.step(4)


def test_mistakes() -> None:
    game = interpreted(GAMES["tic_tac_toe"])
    env = gymnasium.make(game)
    for mistake in (lambda: env.step(0), env.action_masks, lambda: gymnasium.make_vec(game, 2).step([0, 0])):
        with pytest.raises(gym.error.ResetNeeded):
            mistake()
    env.reset(seed=1)
    with pytest.raises(gym.error.InvalidAction, match="0 to 8"):
        env.step(9)
    with pytest.raises(ValueError, match="there is no player 2"):
        gymnasium.make(game, seat=2)
    with pytest.raises(RulecError, match="opponents are"):
        gymnasium.make(game, "grandmaster")
    with pytest.raises(gym.error.UnsupportedMode):
        gymnasium.make(game, render_mode="rgb_array")


# --- vectors --------------------------------------------------------------------------------------------


def chosen(masks: Any, generator: Any) -> Any:
    """Of each row a random option, 0 where there is none."""
    return numpy.array([generator.choice(row.nonzero()[0]) if row.any() else 0 for row in masks])


@pytest.mark.parametrize("name", ["tic_tac_toe", "love_letter"])
@pytest.mark.parametrize("mode", list(MODES))
def test_vectors(name: str, mode: Any) -> None:
    game, generator = engine(GAMES[name]), numpy.random.default_rng(1)
    vector = gymnasium.make_vec(game, 8, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] == mode
    seen, info = vector.reset(seed=5)
    ended, before = 0, numpy.zeros(8, dtype=bool)
    for _ in range(80):
        assert vector.observation_space.contains(seen)
        acting, masks = info["current_player"], vector.action_masks()
        assert (masks == info["action_mask"].astype(bool)).all()
        assert (masks.any(axis=1) != before).all()
        seen, rewards, over, cut, info = vector.step(chosen(masks, generator))
        assert not cut.any()
        assert not rewards[~over].any()
        for place in over.nonzero()[0]:
            ended += 1
            assert rewards[place] == info["returns"][place][acting[place]]
            assert sum(info["returns"][place]) == 1
            last = info["final_obs"][place] if mode == MODES.SAME_STEP else seen[place]
            assert vector.single_observation_space.contains(last)
            assert (last != seen[place]).any() == (mode == MODES.SAME_STEP)
        if mode == MODES.NEXT_STEP:
            assert not over[before].any()
            before = over
        if mode == MODES.DISABLED and over.any():
            with pytest.raises(gym.error.ResetNeeded):
                vector.step(numpy.zeros(8, dtype=int))
            kept = seen[~over]
            seen, info = vector.reset(options={"reset_mask": over})
            assert (seen[~over] == kept).all()
    assert ended > 8


def sees_what_states_see(game: Any, players: int, endings: int, seed: int = 9) -> int:
    """Until so many games of a vector have ended, hold them against the same games played by themselves.

    Returns how many ended. Some games of the tests have holes on purpose: vectors stop where states do.
    """
    generator = numpy.random.default_rng(seed)
    vector = gymnasium.make_vec(
        game, 3, players=players, autoreset_mode=MODES.SAME_STEP, utility="margin" if players > 1 else "score"
    )
    seen, _ = vector.reset(seed=seed)
    states = [game.State(players, game.playout_seed(seed, place)) for place in range(3)]
    following, ended = [place + 3 for place in range(3)], 0
    while ended < endings:
        actions = chosen(vector.action_masks(), generator)
        acting = [state.current_player() for state in states]
        try:
            seen, rewards, over, _, info = vector.step(actions)
        except RulesError:
            assert any(stops(state, action) for state, action in zip(states, actions, strict=True))
            break
        for place, state in enumerate(states):
            state.apply_action(actions[place])
            assert over[place] == state.is_terminal()
            if over[place]:
                last = numpy.array(state.observation_tensor(acting[place], "compact"), dtype=numpy.float32)
                assert (info["final_obs"][place] == last).all()
                points = state.scores()
                average = sum(points) / players if players > 1 else 0
                assert rewards[place] == pytest.approx(points[acting[place]] - average)
                states[place] = game.State(players, game.playout_seed(seed, following[place]))
                following[place] += 3
                ended += 1
            now = states[place]
            told = numpy.array(now.observation_tensor(now.current_player(), "compact"), dtype=numpy.float32)
            assert (seen[place] == told).all()
    return ended


def stops(state: Any, action: Any) -> bool:
    """Whether a hole of the rules lies behind this action."""
    try:
        state.apply_action(action)
    except RulesError:
        return True
    return False


def test_a_vector_sees_what_states_see() -> None:
    assert sees_what_states_see(interpreted(GAMES["leduc_poker"]), 2, 20) >= 20


@pytest.mark.long
@pytest.mark.parametrize("path", [*CLASSICS, *SMALL, *HEAVY], ids=lambda path: path.stem)
def test_every_vector_sees_what_states_see(path: Path) -> None:
    game = swift(path) if path in HEAVY else engine(path)
    for players in {min(game.PLAYERS), max(game.PLAYERS)}:
        ended, seeds = 0, iter(range(9, 60))
        while ended < 4:
            ended += sees_what_states_see(game, players, 4 - ended, next(seeds))


def test_observations_as_bytes() -> None:
    """Vector and single environment tell the same bytes: 255ths of the numbers of float32."""
    game = interpreted(GAMES["love_letter"])
    lost = game.State.inexact_in_bytes(2)
    with pytest.warns(UserWarning, match=f"uint8 .*{lost[0]}"):
        vector = gymnasium.make_vec(game, 3, dtype="uint8", players=2, autoreset_mode=MODES.SAME_STEP)
    floats = gymnasium.make_vec(game, 3, players=2, autoreset_mode=MODES.SAME_STEP)
    space = vector.single_observation_space
    assert (space.dtype, space.low.min(), space.high.max()) == (numpy.uint8, 0, 255)

    def told(numbers: Any) -> Any:
        return numpy.floor(numpy.clip(numbers.astype(float), 0, 1) * 255 + 0.5)

    (seen, _), (plain, _) = vector.reset(seed=4), floats.reset(seed=4)
    generator, ended = numpy.random.default_rng(1), 0
    for _ in range(30):
        assert vector.observation_space.contains(seen)
        assert (seen == told(plain)).all()
        actions = chosen(vector.action_masks(), generator)
        (seen, _, over, _, info), (plain, _, _, _, same) = vector.step(actions), floats.step(actions)
        for place in over.nonzero()[0]:
            ended += 1
            assert info["final_obs"][place].dtype == numpy.uint8
            assert (info["final_obs"][place] == told(same["final_obs"][place])).all()
    assert ended
    tic_tac_toe = interpreted(GAMES["tic_tac_toe"])
    assert not tic_tac_toe.State.inexact_in_bytes(2)
    box = gymnasium.make(tic_tac_toe).observation_space  # of float32: the bounds of each number
    assert (box.low.min(), box.high.max()) == (0, 1)
    env = gymnasium.make(tic_tac_toe, dtype=numpy.uint8)
    check_env(env)
    assert env.spec.kwargs["dtype"] == "uint8"
    assert {0, 255} <= set(env.reset(seed=1)[0].tolist())
    with pytest.raises(ValueError, match="dtype is one of"):
        gymnasium.make(tic_tac_toe, dtype="float64")


def test_the_same_seed_gives_the_same_games() -> None:
    game = interpreted(GAMES["leduc_poker"])
    ends = []
    for _ in range(2):
        vector, generator = gymnasium.make_vec(game, 4), numpy.random.default_rng(3)
        vector.reset(seed=11)
        ends.append([vector.step(chosen(vector.action_masks(), generator))[0] for _ in range(20)])
    assert numpy.array_equal(*ends)


def test_environments_can_be_copied(backend: Any) -> None:
    env = gymnasium.make(backend(GAMES["leduc_poker"]), seat=numpy.int64(1))
    env.reset(seed=3)
    other = copy.deepcopy(env)
    before = other.state.to_bytes()
    action = int(env.action_masks().nonzero()[0][0])
    one = env.step(action)
    assert other.state.to_bytes() == before
    assert (other.step(action)[0] == one[0]).all()
    with pytest.raises(ValueError, match="no player True"):
        gymnasium.make(env.setting.game, seat=True)


def test_options_of_a_reset_are_spelt_right() -> None:
    vector = gymnasium.make_vec(interpreted(GAMES["tic_tac_toe"]), 2)
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="'reset_mak'"):
        vector.reset(options={"reset_mak": numpy.ones(2, dtype=bool)})
    with pytest.raises(ValueError, match="one seed"):
        vector.reset(seed=True)


def test_mistakes_with_vectors() -> None:
    vector = gymnasium.make_vec(interpreted(GAMES["tic_tac_toe"]), 2)
    vector.reset(seed=1)
    before = copy.copy(vector.action_masks())
    for actions in ([0, 99], [0], [0.5, 1]):
        with pytest.raises(gym.error.InvalidAction):
            vector.step(numpy.array(actions))
    assert (vector.action_masks() == before).all()
    with pytest.raises(TypeError):
        vector.reset(options={"reset_mask": [True, False]})
    with pytest.raises(ValueError, match="one seed"):
        vector.reset(seed=[1, 2])
