"""Dense action numberings: a bijection with the ids of the engine, which no random game leaves."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy
import pytest

from rulec.adapters.games import setting
from rulec.errors import IllegalAction, RulecError, RulesError
from tests.engines import CLASSICS, ROOT, SMALL, engine, interpreted, swift

HEAVY = sorted((ROOT / "games").glob("*.rules"))
VARIANTS = sorted((ROOT / "games" / "variants").glob("*.rules"))
PROBES = sorted((ROOT / "tests" / "probes").glob("*.rules"))
GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}


def offered(game: Any, given: dict[str, Any], games: int, steps: int) -> tuple[set[int], set[int]]:
    """The ids that may be offered, and those that random games have met.

    Some games of the tests have holes on purpose: behind one, games of other seeds go on.
    """
    draws, met = numpy.random.default_rng(3), numpy.zeros(game.NUM_ACTIONS, dtype=bool)
    batch, seeds = None, iter(range(5, 5 + steps))
    for _ in range(steps):
        try:
            batch = batch or game.Batch(games, seed=next(seeds), threads=1, **given)
            met[batch.legal_ids] = True
            batch.step_index((draws.random(games) * batch.legal_counts).astype(numpy.int64))
        except RulesError:
            batch = None
    assert met.any()
    return set(game.State.offerable_actions(**given)), set(met.nonzero()[0].tolist())


def spread(game: Any, most: int) -> list[dict[str, Any]]:
    """Configurations far from each other."""
    every = game.CONFIGURATIONS
    return [every[round(n * (len(every) - 1) / max(1, most - 1))] for n in range(min(most, len(every)))]


@pytest.mark.parametrize("path", [*CLASSICS, *SMALL], ids=lambda path: path.stem)
def test_random_games_stay_among_the_offerable(path: Path) -> None:
    game = interpreted(path)
    for given in spread(game, 3):
        may_be, met = offered(game, given, 2, 60)
        assert met <= may_be


@pytest.mark.long
@pytest.mark.parametrize("path", [*CLASSICS, *SMALL, *PROBES], ids=lambda path: path.stem)
def test_many_random_games_stay_among_the_offerable(path: Path) -> None:
    game = engine(path)
    for given in game.CONFIGURATIONS[:12]:
        may_be, met = offered(game, given, 64, 400)
        assert met <= may_be


@pytest.mark.long
@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_random_heavy_games_stay_among_the_offerable(path: Path) -> None:
    game = swift(path)
    for given in spread(game, 6):
        may_be, met = offered(game, given, 64, 600)
        assert met <= may_be


@pytest.mark.long
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_random_variants_stay_among_the_offerable(path: Path) -> None:
    """On the interpreter: to build all variants would take an hour."""
    game = interpreted(path)
    for given in spread(game, 2):
        may_be, met = offered(game, given, 2, 150)
        assert met <= may_be


def test_towns_of_another_map_are_left_out() -> None:
    """A town is open where its worth on the map is above 0: the table says so."""
    game = interpreted(GAMES["expedition"])
    for map_, towns in (("northeast", "york albany tacoma"), ("western", "albany omaha tacoma")):
        table = game.action_table()
        told = [table[one].option for one in game.State.offerable_actions(2, map=map_)]
        assert [one for one in told if one in "york albany omaha tacoma"] == towns.split()
        assert len(told) == game.NUM_ACTIONS - 1


def test_engines_carry_what_the_interpreter_works_out() -> None:
    for name in ("expedition", "wires"):
        ours, theirs = interpreted(GAMES[name]), engine(GAMES[name])
        for given in ours.CONFIGURATIONS:
            assert ours.State.offerable_actions(**given) == theirs.State.offerable_actions(**given)


def test_both_ways() -> None:
    game = interpreted(GAMES["expedition"])
    numbering = setting(game, 2, {"map": "western"}, dense=True).numbering
    assert [numbering.action_of(numbering.id_of(one)) for one in range(len(numbering))] == list(
        range(len(numbering))
    )
    york = game.State(2, map="northeast").string_to_action("visit: york")
    with pytest.raises(RulecError, match="never offered"):
        numbering.action_of(york)
    for wrong in (-1, len(numbering)):
        with pytest.raises(ValueError, match="not an action"):
            numbering.id_of(wrong)
    assert setting(game, 2, {}).numbering.is_identity


def test_gymnasium_plays_the_same_game() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.error import InvalidAction
    from gymnasium.utils.env_checker import check_env

    from rulec.adapters import gymnasium

    game = interpreted(GAMES["expedition"])
    plain, dense = (gymnasium.make(game, map="western", dense=one) for one in (False, True))
    check_env(dense)
    assert (plain.action_space.n, dense.action_space.n) == (game.NUM_ACTIONS, game.NUM_ACTIONS - 1)
    seen, info = plain.reset(seed=4)
    same, other = dense.reset(seed=4)
    over = False
    while not over:
        assert (seen == same).all()
        assert (info["action_mask"][list(dense.numbering.ids)] == other["action_mask"]).all()
        assert info["action_mask"].sum() == other["action_mask"].sum()
        action = int(other["action_mask"].nonzero()[0][-1])
        seen, _, over, _, info = plain.step(dense.numbering.id_of(action))
        same, _, done, _, other = dense.step(action)
        assert over == done
    dense.reset(seed=4)
    with pytest.raises(InvalidAction):
        dense.step(game.NUM_ACTIONS - 1)


def test_vectors_play_the_same_games() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.error import InvalidAction

    from rulec.adapters import gymnasium

    game = engine(GAMES["expedition"])
    plain, dense = (gymnasium.make_vec(game, 5, map="western", dense=one) for one in (False, True))
    for envs in (plain, dense):
        envs.reset(seed=3)
    draws = numpy.random.default_rng(1)
    for _ in range(40):
        masks = dense.action_masks()
        assert (plain.action_masks()[:, list(dense.numbering.ids)] == masks).all()
        actions = (draws.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, over, _, _ = dense.step(actions)
        same, others, done, _, _ = plain.step(dense.numbering.array[actions])
        assert (seen == same).all()
        assert (rewards == others).all()
        assert (over == done).all()
    dense.reset(seed=3)
    before = dense.action_masks()
    with pytest.raises(InvalidAction, match="game 2"):
        dense.step(numpy.array([0, 0, game.NUM_ACTIONS - 1, 0, 0]))
    assert (dense.action_masks() == before).all()


def test_pettingzoo_plays_the_same_game() -> None:
    pytest.importorskip("pettingzoo")

    from rulec.adapters import pettingzoo

    game = interpreted(GAMES["expedition"])
    dense = pettingzoo.raw_env(game, 2, map="western", dense=True)
    dense.reset(seed=1)
    played = []
    for agent in dense.agent_iter():
        observation, _, over, _, _ = dense.last()
        action = None if over else int(observation["action_mask"].nonzero()[0][0])
        assert over or dense.action_space(agent).contains(action)
        if not over:
            played.append(dense.numbering.id_of(action))
        dense.step(action)
    state = game.State(2, 1, map="western")
    for engine_id in played:
        state.apply_action(engine_id)
    assert state.is_terminal()
    dense.reset(seed=1)
    with pytest.raises(IllegalAction, match="not an action"):
        dense.step(game.NUM_ACTIONS - 1)
    for wrong in (True, 1.5, None):
        with pytest.raises(IllegalAction, match="whole number"):
            dense.step(wrong)


@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask numpy array is all zeros")
def test_pettingzoo_conforms() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test

    from rulec.adapters import pettingzoo

    game = interpreted(GAMES["expedition"])
    api_test(pettingzoo.env(game, map="western", dense=True), num_cycles=40)
    parallel_api_test(pettingzoo.parallel_env(game, map="western", dense=True), num_cycles=40)


def test_open_spiel_numbers_actions_and_leaves_chance() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from rulec.adapters import open_spiel

    for name, given in (("expedition", {"map": "western"}), ("love_letter", {"players": 2})):
        game = interpreted(GAMES[name])
        dense = open_spiel.load(game, name=f"dense_{name}", dense=True, **given)
        assert dense.num_distinct_actions() == len(dense.numbering) < game.NUM_ACTIONS
        pyspiel.random_sim_test(dense, 2, True, False)
        state, draws = dense.new_initial_state(), numpy.random.default_rng(2)
        for _ in range(12):
            legal = state.legal_actions()
            texts = [state.action_to_string(one) for one in legal]
            assert texts == [state.position.action_to_string(one) for one in state.position.legal_actions()]
            again = pickle.loads(pickle.dumps(state))
            assert (again.history(), str(again)) == (state.history(), str(state))
            assert copy.deepcopy(state).legal_actions() == legal
            state.apply_action(int(draws.choice(legal)))
            if state.is_terminal():
                break
        with pytest.raises((pyspiel.SpielError, RulecError)):
            state.apply_action(game.NUM_ACTIONS)
