"""Copies of environments, in this process and in new ones, go on as the originals do."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy
import pytest

from tests.engines import CLASSICS, ROOT, SMALL, engine, interpreted

gym = pytest.importorskip("gymnasium", reason="needs the extra `ai`")
pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `ai`")
pytest.importorskip("pettingzoo", reason="needs the extra `ai`")
import cloudpickle  # noqa: E402  # comes with Gymnasium

import rulec  # noqa: E402
from rulec.adapters import gymnasium, open_spiel, pettingzoo  # noqa: E402
from rulec.adapters.games import setting  # noqa: E402
from rulec.errors import RulecError  # noqa: E402

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}
STEPS = 40
BACK_ENDS = pytest.mark.parametrize("back_end", [engine, interpreted], ids=["engine", "interpreter"])
ID = "rulec.adapters.gymnasium:rulec/tic_tac_toe-v0"


def first_action(state: Any, generator: Any) -> int:
    """An opponent that any process can import."""
    legal: list[int] = state.legal_actions()
    return legal[int(generator.integers(2)) % len(legal)]


# --- what is seen of an environment that goes on ----------------------------------------------------------


def course_of_one(env: Any) -> list[Any]:
    """What random actions of a fixed seed show of an environment of one seat, over several games."""
    draw, seen = numpy.random.default_rng(5), []
    for _ in range(STEPS):
        action = int(draw.choice(env.unwrapped.action_masks().nonzero()[0]))
        observation, reward, over, cut, _ = env.step(action)
        if over:
            env.reset()
        seen.append((action, observation.tobytes(), reward, over, cut, env.unwrapped.state.to_bytes()))
    return seen


def course_of_turns(env: Any) -> list[Any]:
    draw, seen = numpy.random.default_rng(5), []
    for _ in range(STEPS):
        observation, reward, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        action = int(draw.choice(observation["action_mask"].nonzero()[0]))
        env.step(action)
        seen.append((action, observation["observation"].tobytes(), reward))
    return seen


def course_in_parallel(env: Any) -> list[Any]:
    draw, seen = numpy.random.default_rng(5), []
    for _ in range(STEPS):
        acting = env.table.decider
        action = int(draw.choice(env.table.mask(acting).nonzero()[0]))
        told = env.step(dict.fromkeys(env.agents, action))
        seen.append((action, str(told)))
        if not env.agents:
            env.reset()
    return seen


def course_of_state(state: Any) -> list[Any]:
    draw, seen = numpy.random.default_rng(5), []
    while not state.is_terminal():
        state.apply_action(int(draw.choice(state.legal_actions())))
        seen.append((str(state), *(state.information_state_string(seat) for seat in range(2))))
    return [seen, state.history(), state.returns()]


def one_seat(game: Any) -> Any:
    env = gymnasium.make(game, "mcts:5", dense=True)
    env.reset(seed=3)
    env.step(int(env.action_masks().argmax()))
    return env


def turns(game: Any) -> Any:
    env = pettingzoo.env(game)
    env.reset(seed=3)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    return env


def course_of_vector(envs: Any) -> list[Any]:
    """What a vector shows, which begins by itself with seeds of its own."""
    draw, seen = numpy.random.default_rng(5), []
    for step in range(STEPS):
        masks = envs.action_masks()
        observation, rewards, over, _, info = envs.step((draw.random(masks.shape) * masks).argmax(axis=1))
        seen.append((observation.tobytes(), rewards.tobytes(), over.tobytes(), repr(info)))
        if step == STEPS // 2:
            seen.append(envs.reset()[0].tobytes())
    return seen


def vector(game: Any) -> Any:
    envs = gymnasium.make_vec(game, 3, dense=True)
    envs.reset(seed=3)
    course_of_vector(envs)
    return envs


def together(game: Any) -> Any:
    env = pettingzoo.parallel_env(game)
    env.reset(seed=3)
    return env


def spiel(game: Any) -> Any:
    # Another name: OpenSpiel has a game of each name, and this one is on two back ends.
    state = open_spiel.load(game, name=f"{game.NAME}_{game.BUILD_ID[:5]}").new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    return state


COURSES: list[tuple[Callable[[Any], Any], Callable[[Any], list[Any]]]] = [
    (one_seat, course_of_one),
    (turns, course_of_turns),
    (together, course_in_parallel),
    (spiel, course_of_state),
    (vector, course_of_vector),
]
KINDS = pytest.mark.parametrize(("begin", "course"), COURSES, ids=[one.__name__ for one, _ in COURSES])


@pytest.fixture(scope="module")
def new_process() -> Iterator[Callable[..., Any]]:
    """Calls a function in a process that shares nothing with this one."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield lambda *call: pool.submit(*call).result()


def from_bytes(course: Callable[[Any], list[Any]], data: bytes) -> list[Any]:
    return course(pickle.loads(data))


@KINDS
@BACK_ENDS
def test_copies_go_on_identically(begin: Any, course: Any, back_end: Any) -> None:
    env = begin(back_end(GAMES["love_letter"]))
    written = pickle.dumps(env)
    copies = [pickle.loads(written), copy.deepcopy(env), cloudpickle.loads(cloudpickle.dumps(env))]
    expected = course(env)
    for one in copies:
        assert course(one) == expected
    assert course(pickle.loads(written)) == expected  # the bytes know nothing of what came later


@KINDS
@BACK_ENDS
def test_new_processes_go_on_identically(begin: Any, course: Any, back_end: Any, new_process: Any) -> None:
    env = begin(back_end(GAMES["love_letter"]))
    written = pickle.dumps(env)
    assert new_process(from_bytes, course, written) == course(env)


def definitions_of(data: bytes) -> list[Any]:
    state = pickle.loads(data)
    return [
        state["squares.mine"],
        state.value("square's empty", "b2"),
        state.legal_texts(),
        state.rules_file(),
    ]


@BACK_ENDS
def test_definitions_are_known_in_new_processes(back_end: Any, new_process: Any) -> None:
    """The rules file has them: a pickled state knows where it is."""
    game = back_end(GAMES["connect_four"])
    state = game.State()
    state.play("drop: b", "drop: b", "drop: c")
    written = pickle.dumps(state)
    assert new_process(definitions_of, written) == definitions_of(written)
    assert definitions_of(written)[1] is False
    assert new_process(described, pickle.dumps(game)) == game.describe("drop")


def described(data: bytes) -> str:
    told: str = pickle.loads(data).describe("drop")
    return told


def test_engines_and_settings() -> None:
    game, other = engine(GAMES["tic_tac_toe"]), interpreted(GAMES["tic_tac_toe"])
    for one in (game, other):
        assert pickle.loads(pickle.dumps(one)) is copy.deepcopy(one) is one
        chosen = setting(one, 2, {}, "zero_sum")
        again = pickle.loads(pickle.dumps(chosen))
        assert (again.game, again.utility, again.players) == (one, chosen.utility, 2)


@BACK_ENDS
def test_classes_and_functions_of_a_game(back_end: Any, new_process: Any) -> None:
    """What pools of processes are given: no module has them by their names."""
    game = back_end(GAMES["tic_tac_toe"])
    for one in (game.State, game.Batch, game.State.setup, game.playouts):
        assert pickle.loads(pickle.dumps(one)) == one
    assert new_process(called, pickle.dumps(partial(game.State, 2, seed=3))) == game.State(2, seed=3)
    made = partial(game.State.setup, play=["mark: b2"])
    assert new_process(called, pickle.dumps(made)) == made()
    scores = new_process(called, pickle.dumps(partial(game.playouts, 5, seed=3))).scores
    assert scores.tolist() == game.playouts(5, seed=3).scores.tolist()
    with pytest.raises(pickle.PicklingError, match="Mine"):  # and not the class of the game
        pickle.dumps(type("Mine", (game.State,), {}))


def called(data: bytes) -> Any:
    return pickle.loads(data)()


def test_observers_and_games_of_open_spiel() -> None:
    state = spiel(engine(GAMES["love_letter"]))
    game = pickle.loads(pickle.dumps(state.get_game()))
    assert str(game) == str(state.get_game())
    observer = game.make_py_observer()
    again = pickle.loads(pickle.dumps(observer))
    for one in (observer, again):
        one.set_from(state, 0)
    assert (again.dict["observation"] == observer.dict["observation"]).all()
    assert observer.tensor.any()


def test_an_engine_that_is_not_here() -> None:
    restore, (name, _, _, source, parameters) = engine(GAMES["tic_tac_toe"]).__reduce__()
    with pytest.raises(
        RulecError, match=r"not built on this machine .*run `rulec build .*tic_tac_toe.rules`"
    ):
        restore(name, "0" * 16, "/nowhere/tic_tac_toe.so", source, parameters)


def test_parameters_that_are_set_here() -> None:
    game: Any = rulec.interpret(
        ROOT / "tests" / "lab" / "games" / "dear_card.rules", parameters=["cards.worth"]
    )
    first, second = sorted(game.PARAMETERS)[:2]
    default = game.parameters()
    game.set_parameters({first: game.PARAMETERS[first].default + 1})
    chosen, written = game.parameters(), pickle.dumps(setting(game, 2, {}))
    game.set_parameters()
    assert pickle.loads(written).game.parameters() == chosen != default
    game.set_parameters({second: game.PARAMETERS[second].default + 1})
    with pytest.raises(RulecError, match="other parameters than this process has set"):
        pickle.loads(written)


# --- vectors of processes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("named", ["engine", "interpreter", "id"])
def test_vectors_of_gymnasium(named: str) -> None:
    path = GAMES["tic_tac_toe"]
    make = {
        "engine": partial(gymnasium.make, engine(path), first_action),
        "interpreter": partial(gymnasium.make, interpreted(path), "mcts:5"),
        "id": partial(gym.make, ID),
    }[named]
    vectors = [
        gym.vector.AsyncVectorEnv([make, make], context="spawn"),
        gym.vector.SyncVectorEnv([make, make]),
    ]
    courses = []
    for vector in vectors:
        _, info = vector.reset(seed=4)
        courses.append([])
        for _ in range(12):
            told = vector.step(info["action_mask"].argmax(axis=1))
            courses[-1].append([one.tobytes() for one in told[:4]])
            info = told[4]
        vector.close()
    assert courses[0] == courses[1]


@pytest.mark.parametrize("start", ["spawn", pytest.param("forkserver", marks=pytest.mark.long)])
def test_vectors_of_stable_baselines(start: str) -> None:
    vectors = pytest.importorskip("stable_baselines3.common.vec_env", reason="needs stable-baselines3")
    game = engine(GAMES["tic_tac_toe"])
    vector = vectors.SubprocVecEnv([lambda: gymnasium.make(game, "mcts:5")] * 2, start_method=start)
    vector.seed(4)
    assert vector.reset().shape == (2, *vector.observation_space.shape)
    for _ in range(12):
        masks = numpy.array(vector.env_method("action_masks"))
        _, rewards, _, _ = vector.step(masks.argmax(axis=1))
        assert set(rewards) <= {0.0, 0.5, 1.0}
    vector.close()


def test_pictures_that_nobody_has_asked_for() -> None:
    """`make_vec_env` of Stable-Baselines3 tries `rgb_array`, and does without where that is a TypeError."""
    with pytest.raises(TypeError, match="render_mode is 'ansi' or 'human', not 'rgb_array'"):
        gym.make(ID, render_mode="rgb_array")
    util = pytest.importorskip("stable_baselines3.common.env_util", reason="needs stable-baselines3")
    vector = util.make_vec_env(ID, 2)
    assert vector.reset().shape == (2, *vector.observation_space.shape)
