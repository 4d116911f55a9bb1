"""OpenSpiel's own tests, solvers and bots on games of rulec."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engines import CLASSICS, ROOT, SMALL, engine, interpreted, swift

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `ai`")

from rulec.adapters import open_spiel  # noqa: E402 - only where the library is
from rulec.errors import RulecError, RulesError  # noqa: E402

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}
PROBES = sorted((ROOT / "tests" / "probes").glob("*.rules"))
HEAVY = sorted((ROOT / "games").glob("*.rules"))
LEDUC = Path(__file__).parent / "leduc_holdem.rules"
SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def loaded(name: str, **given: Any) -> Any:
    return open_spiel.load(interpreted(GAMES[name]), **given)


def solved(game: Any, iterations: int) -> tuple[float, float]:
    """What OpenSpiel's CFR reaches: the first player's value and the exploitability."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    solver = cfr.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    return values[0], exploitability.exploitability(game, policy)


# --- their simulation test ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "love_letter", "dice", "nim", "secrets"])
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), 2, True, False)


@pytest.mark.parametrize("utility", ["wins", "zero_sum", "score", "margin"])
def test_random_simulations_of_every_utility(utility: str) -> None:
    pyspiel.random_sim_test(loaded("kuhn_poker", utility=utility), 3, True, False)


@pytest.mark.long
@pytest.mark.parametrize("path", [*CLASSICS, *SMALL, *PROBES], ids=lambda path: path.stem)
def test_random_simulations_of_every_configuration(path: Path) -> None:
    game, completed = engine(path), 0
    for number, given in enumerate(game.CONFIGURATIONS[:8]):
        name = f"{path.parent.name}_{path.stem}_{number}"
        try:  # some games of the tests have holes on purpose, which the simulations always meet or never
            pyspiel.random_sim_test(open_spiel.load(game, name=name, **given), 2, True, False)
            completed += 1
        except RulesError:
            continue
    assert completed


@pytest.mark.long
@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_random_simulation_of_a_heavy_game(path: Path) -> None:
    game = swift(path)
    most = max(game.CONFIGURATIONS, key=lambda given: given["players"])
    pyspiel.random_sim_test(open_spiel.load(game, **most), 1, True, False)


# --- solvers --------------------------------------------------------------------------------------------


def test_kuhn_poker_is_solved_as_their_own() -> None:
    ours, theirs = (
        solved(game, 40) for game in (loaded("kuhn_poker", utility="margin"), pyspiel.load_game("kuhn_poker"))
    )
    assert ours == pytest.approx(theirs, abs=1e-9)
    assert ours[0] == pytest.approx(-1 / 18, abs=2e-3)


@pytest.mark.long
def test_kuhn_poker_comes_to_its_value() -> None:
    value, exploitable = solved(loaded("kuhn_poker", utility="margin"), 3000)
    assert value == pytest.approx(-1 / 18, abs=1e-4)
    assert exploitable < 2e-3


@pytest.mark.long
@pytest.mark.parametrize("suits", ["", "(suit_isomorphism=True)"])
def test_leduc_poker_is_solved_as_their_own(suits: str) -> None:
    ours = open_spiel.load(engine(LEDUC), utility="margin")
    assert solved(ours, 10) == pytest.approx(solved(pyspiel.load_game(f"leduc_poker{suits}"), 10), abs=1e-6)


# --- bots -----------------------------------------------------------------------------------------------


def played(game: Any, bots: list[Any], most: int = 10**6) -> Any:
    """A game of these bots to its end; chance by OpenSpiel's weights."""
    import numpy

    state, chance = game.new_initial_state(), numpy.random.default_rng(1)
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state


def random_bot(player: int, seed: int) -> Any:
    import numpy
    from open_spiel.python.bots import uniform_random

    return uniform_random.UniformRandomBot(player, numpy.random.RandomState(seed))


def bots_of(game: Any, simulations: int) -> dict[str, Any]:
    """Those written in Python: `step` of `MCTSBot` in C++ crashes on every game that is not in C++."""
    import numpy
    from open_spiel.python.algorithms import ismcts, mcts

    found = {
        "mcts": mcts.MCTSBot(
            game,
            1.0,
            simulations,
            mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1)),
            random_state=numpy.random.RandomState(2),
        ),
        "random": random_bot(0, 3),
    }
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        found["is-mcts"] = ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(5)),
            1.0,
            simulations,
            random_state=numpy.random.RandomState(6),
            allow_inconsistent_action_sets=True,
        )
    return found


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker"])
def test_their_bots_finish_a_game(name: str) -> None:
    game = loaded(name)
    for bot in bots_of(game, 5).values():
        other = random_bot(1, 7)
        assert played(game, [bot, other]).is_terminal()


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker"])
def test_bots_in_their_c(name: str) -> None:
    """Through `evaluate_bots`, and `step_with_policy`, which do not crash."""
    game = loaded(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 20, 100, False, 1, False)
    other = pyspiel.make_uniform_random_bot(1, 2)
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), [bot, other], 3)) == 1
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step_with_policy(state)[1] in state.legal_actions()


def test_mcts_beats_random() -> None:
    game = open_spiel.load(engine(GAMES["tic_tac_toe"]))
    bot = bots_of(game, 60)["mcts"]
    ends = [played(game, [bot, random_bot(1, seed)]).returns()[0] for seed in range(6)]
    assert sum(ends) >= 4.5


@pytest.mark.long
@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_their_bots_finish_a_heavy_game(path: Path) -> None:
    """Two simulations a choice; most of the minutes are the draws of hidden information for IS-MCTS."""
    game = open_spiel.load(swift(path), players=2)
    for bot in bots_of(game, 2).values():
        assert played(game, [bot, random_bot(1, 7)]).is_terminal()


# --- what a state says ----------------------------------------------------------------------------------


def test_what_the_game_declares() -> None:
    game = loaded("kuhn_poker")
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (kind.utility, game.utility_sum()) == (pyspiel.GameType.Utility.CONSTANT_SUM, 1.0)
    assert (game.min_utility(), game.max_utility()) == (0.0, 1.0)
    assert loaded("kuhn_poker", utility="score", utility_range=(-2, 2)).max_utility() == 2.0
    plain = loaded("tic_tac_toe").get_type()
    assert plain.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert plain.information == pyspiel.GameType.Information.PERFECT_INFORMATION


def test_hidden_cards_stay_hidden_and_deciders_can_tell_theirs() -> None:
    game = loaded("kuhn_poker")

    def dealt(*cards: str) -> Any:
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(state.string_to_action(f"pile: {card}"))
        return state

    one, other, third = dealt("jack", "king"), dealt("queen", "king"), dealt("jack", "queen")
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_tensor(1) == other.information_state_tensor(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(0) == third.information_state_string(0)
    assert one.observation_tensor(0) == third.observation_tensor(0)
    assert one.observation_tensor(1) != third.observation_tensor(1)
    again = {one.resample_from_infostate(0, SAMPLER).observation_string(1) for _ in range(20)}
    assert again == {one.observation_string(1), third.observation_string(1)}


def test_draws_of_hidden_information_share_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history is analysed once for all draws of one player, and each draw is that of its seed."""
    from rulec.runtime.resampling import resample

    analysed, course = [], resample._course
    state = loaded("love_letter").new_initial_state()
    while state.is_chance_node() or len(state.history()) < 7:
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    expected = [[state.position.resample(one, seed) for seed in range(4)] for one in (player, 1 - player)]
    monkeypatch.setattr(resample, "_course", lambda *given: analysed.append(given) or course(*given))
    for one, states in zip((player, 1 - player), expected, strict=True):
        for seed in (2, 0, 3, 1):
            drawn = state.resample_from_infostate(one, lambda seed=seed: seed / (1 << 53))
            assert drawn.position == states[seed]
            assert drawn.information_state_string(one) == state.information_state_string(one)
    assert len(analysed) == 2
    state.apply_action(state.legal_actions()[0])
    before = state.position.resample(player, 1)
    assert state.resample_from_infostate(player, lambda: 1 / (1 << 53)).position == before
    assert len(analysed) == 4


def test_information_states_remember_what_observations_forget() -> None:
    """Two ways to one position differ in their course."""
    game = loaded("tic_tac_toe")
    one, other = game.new_initial_state(), game.new_initial_state()
    for number in range(3):
        one.apply_action(number)
        other.apply_action(2 - number)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)


def test_copies_and_text() -> None:
    game = loaded("leduc_poker")
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[-1])
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy.history()[:-1] == state.history()
    for again in (
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, copy))[1],
        pickle.loads(pickle.dumps(copy)),
    ):
        assert (str(again), again.history()) == (str(copy), copy.history())
        assert again.information_state_string(0) == copy.information_state_string(0)
    drawn = state.resample_from_infostate(1, SAMPLER)
    drawn.apply_action(drawn.legal_actions()[0])
    again = game.deserialize_state(drawn.serialize())
    assert again.information_state_string(1) == drawn.information_state_string(1)
    assert str(again) == str(drawn)


def test_structs() -> None:
    game = loaded("kuhn_poker")
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    action = state.legal_actions()[0]
    struct = state.action_to_struct(0, action)
    assert struct.to_dict() == {"decision": "deed", "option": "bet"}
    assert state.struct_to_actions(struct) == [action]
    again = game.new_initial_state(state.to_dict())
    assert again.observation_tensor(0) == state.observation_tensor(0)


@pytest.mark.parametrize("name", ["kuhn_poker", "connect_four", "love_letter"])
def test_engine_and_interpreter_are_alike(name: str) -> None:
    games = [
        open_spiel.load(make(GAMES[name]), name=f"{name}_{number}")
        for number, make in enumerate((engine, interpreted))
    ]
    one, other = (game.new_initial_state() for game in games)
    while not one.is_terminal():
        for player in range(games[0].num_players()):
            assert one.information_state_tensor(player) == other.information_state_tensor(player)
            assert one.information_state_string(player) == other.information_state_string(player)
        assert one.legal_actions() == other.legal_actions()
        action = one.legal_actions()[len(one.history()) % len(one.legal_actions())]
        one.apply_action(action)
        other.apply_action(action)
    assert other.is_terminal()
    assert one.returns() == other.returns()


# --- mistakes -------------------------------------------------------------------------------------------


def test_mistakes_are_their_errors() -> None:
    game = loaded("kuhn_poker")
    state = game.new_initial_state()
    for mistake in (
        lambda: state.apply_action(99),
        lambda: state.information_state_string(5),
        lambda: state.observation_tensor(-1),
        lambda: state.resample_from_infostate(7, SAMPLER),
        lambda: state.string_to_action("pile: ace"),
        lambda: game.new_initial_state({"game": "another"}),
        lambda: pyspiel.load_game("rulec_kuhn_poker(players=9)"),
        lambda: pyspiel.load_game("rulec_kuhn_poker(colour=1)"),
        lambda: pyspiel.load_game("rulec_no_such_game"),
        lambda: loaded("kuhn_poker", utility="fame"),
    ):
        with pytest.raises(pyspiel.SpielError):
            mistake()
    assert state.history() == []


def always_first(state: Any) -> None:
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])


def test_a_hole_behind_a_deal_keeps_no_game_from_loading() -> None:
    """Always the first piece: soon there are no more of it to move, and other deals go on."""
    game = interpreted(GAMES["piles"])
    state = game.State(3, chance="explicit")
    with pytest.raises(RulesError):
        always_first(state)
    assert open_spiel.load(game, players=3).new_initial_state().is_chance_node()


def test_two_games_of_one_name() -> None:
    loaded("kuhn_poker")
    with pytest.raises(RulecError, match="another game is registered"):
        open_spiel.register(interpreted(GAMES["nim"]), name="kuhn_poker")


def test_a_process_with_registered_games_ends_well() -> None:
    """Their table of games outlives Python's."""
    code = (
        "import rulec; from rulec.adapters import open_spiel;"
        f"open_spiel.load(rulec.interpret({str(GAMES['nim'])!r})).new_initial_state(); raise SystemExit(3)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 3
