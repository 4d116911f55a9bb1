"""What programs ask a state: numbers of any library, OpenSpiel's names, seats, values by path, prices."""

from __future__ import annotations

import json
import random
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pytest

from rulec.errors import IllegalAction, OptionGivesWay, UnknownName
from tests.engines import CLASSICS, ROOT, engine, interpreted

GAMES = ROOT / "tests" / "games"
COMPANIES, DICE, EXPEDITION = GAMES / "companies.rules", GAMES / "dice.rules", GAMES / "expedition.rules"
NUMBERS = [numpy.int8, numpy.int64, numpy.uint16, numpy.array]
NO_NUMBERS = [True, numpy.bool_(True), 1.0, numpy.float64(1), "1", None, numpy.array([1]), 10**30, -1]


@pytest.fixture(params=[interpreted, engine], ids=["interpreter", "engine"])
def on(request: pytest.FixtureRequest) -> Any:
    return request.param


def at_chance(on: Any) -> Any:
    """A game in which chance is to decide, and its state there."""
    game = on(DICE)
    state = game.State(2, chance="explicit")
    while state.current_player() != -1:
        state.apply_index(0)
    return game, state


# --- numbers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", NUMBERS, ids=lambda kind: kind.__name__)
def test_integers_of_other_libraries_are_numbers(on: Any, kind: Any) -> None:
    game = on(COMPANIES)
    state, same = game.State(kind(2), kind(3)), game.State(2, 3)
    assert state == same
    state.apply_action(kind(1))
    same.apply_action(1)
    state.apply_index(kind(0))
    same.apply_index(0)
    assert state == same
    assert state.history() == same.history()
    assert all(type(one) is int for one in state.history())
    assert state.action_to_string(kind(0)) == state.action_to_string(kind(0), kind(0)) == "pick: red"
    assert state.observation(kind(1)) == state.observation(1)
    assert state.events(kind(1)) == state.events(1)
    assert state.resample(kind(0), kind(5)) == state.resample(0, 5)
    assert state.rollout(kind(5)) == state.rollout(5)
    assert state.drawn(kind(77)) == state.drawn(77)
    assert state.mcts(kind(8), kind(1), cutoff=kind(20)) == state.mcts(8, 1, cutoff=20)
    assert state.legal_actions(kind(0)) == state.legal_actions(0)
    assert game.playout_seed(kind(5), kind(1)) == game.playout_seed(5, 1)
    assert (game.playouts(kind(2), kind(2), kind(4)).scores == game.playouts(2, 2, 4).scores).all()
    later = game.playouts(kind(2), 2, 4, first_game=kind(3))
    assert (later.choices == game.playouts(2, 2, 4, first_game=3).choices).all()
    assert game.Batch(kind(2), kind(2), kind(4)).state(kind(1)) == game.Batch(2, 2, 4).state(1)
    edits = {"companies.cash.red": kind(7), "companies.plants": {one: kind(1) for one in game.SEATS}}
    position = game.State.setup(kind(2), kind(1), edits=edits)
    assert position["companies.cash.red"] == 7
    data = json.loads(json.dumps(position.to_dict()))
    data["rounds"] = kind(2)
    assert game.State.from_dict(data)["rounds"] == 2


def test_integer_options(on: Any) -> None:
    game = on(EXPEDITION)
    assert game.State(2, rounds=numpy.int64(2), map="northeast") == game.State(2, rounds=2, map="northeast")


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_what_is_no_number_is_refused(on: Any, wrong: Any) -> None:
    game = on(COMPANIES)
    state = game.State(2, 3)
    before = state.to_bytes()
    for call in (state.apply_action, state.apply_index):
        with pytest.raises(IllegalAction):
            call(wrong)
    for refused in (state.action_to_string, state.observation, state.mcts, state.rollout):
        with pytest.raises(ValueError, match=r"no (action|player)|whole number|lies between"):
            refused(wrong)
    if not isinstance(wrong, str):
        with pytest.raises(ValueError, match="a name is text, not"):
            game.describe(wrong)
    if wrong is not None:
        with pytest.raises(ValueError, match="whole number|is played with"):
            game.State(wrong)
        with pytest.raises(ValueError, match="there is no player"):
            state.legal_actions(10**30 if wrong == -1 else wrong)
    assert state.to_bytes() == before


def test_an_index_may_run_code_of_its_own(on: Any) -> None:
    state = on(COMPANIES).State(2)

    class Meddles:
        def __index__(self) -> int:
            state.apply_action(0)
            return 0

    class Fails:
        def __index__(self) -> int:
            raise ZeroDivisionError

    with pytest.raises(IllegalAction):
        state.apply_action(Meddles())
    with pytest.raises(ZeroDivisionError):
        state.apply_action(Fails())
    assert state.history() == [0]


# --- names of OpenSpiel -----------------------------------------------------------------------------------


def test_only_who_is_to_move_has_options(on: Any) -> None:
    game = on(COMPANIES)
    state = game.State(2, 3)
    assert state.is_player_node()
    assert not state.is_chance_node()
    for player in (0, 1, -1, -4):
        moves = state.legal_actions() if player == state.current_player() else []
        assert state.legal_actions(player) == moves
        assert state.legal_labels(player) == [state.action_to_string(one) for one in moves]
        size = game.MAX_CHANCE_OUTCOMES if player == -1 else game.NUM_ACTIONS
        assert state.legal_actions_mask(player) == bytes(one in moves for one in range(size))
    for nobody in (2, -2, -3, 99):
        with pytest.raises(ValueError, match="there is no player"):
            state.legal_actions(nobody)
    label = state.legal_labels()[0]
    assert state.string_to_action(0, label) == state.string_to_action(label)
    with pytest.raises(IllegalAction, match="player 1 has nothing to decide"):
        state.string_to_action(1, label)


def test_chance_is_a_player_of_its_own(on: Any) -> None:
    game, state = at_chance(on)
    assert state.is_chance_node()
    assert not state.is_player_node()
    outcomes = [one for one, _ in state.chance_outcomes()]
    assert state.legal_actions(-1) == state.legal_actions() == outcomes
    assert state.legal_actions(0) == []
    assert state.legal_actions_mask() == bytes(game.NUM_ACTIONS)
    mask = state.legal_actions_mask(-1)
    assert len(mask) == game.MAX_CHANCE_OUTCOMES
    assert [one for one, there in enumerate(mask) if there] == outcomes
    label = state.action_to_string(outcomes[0])
    assert state.action_to_string(-1, outcomes[0]) == label
    assert state.action_to_string(0, 0) == game.action_table()[0].label
    assert state.string_to_action(-1, label) == outcomes[0]
    assert state.rewards() == [0.0, 0.0]
    child = state.child(outcomes[0])
    assert child.history() == [*state.history(), outcomes[0]]
    with pytest.raises(ValueError, match="there is no player -4"):
        state.action_to_string(-4, 0)


def test_outcomes_have_labels_where_players_decide(on: Any) -> None:
    game = on(DICE)
    state = game.State(2)
    assert state.action_to_string(-1, 0) == game.chance_table()[0].label


def test_children_and_text(on: Any) -> None:
    game = on(COMPANIES)
    state, rnd = game.State(2, 1), random.Random(1)
    while not state.is_terminal():
        assert state.rewards() == [0.0, 0.0]
        before, action = state.to_bytes(), rnd.choice(state.legal_actions())
        child = state.child(action)
        assert state.to_bytes() == before
        with pytest.raises(IllegalAction):
            state.child(next(one for one in range(10**6) if one not in state.legal_actions()))
        state.apply_action(action)
        assert child == state
        assert game.deserialize_state(state.serialize()) == state
    assert state.rewards() == state.returns()
    assert sum(state.rewards()) == 1
    assert state.legal_labels() == state.legal_actions(0) == state.legal_actions(-4) == []
    assert not state.is_player_node()


@pytest.mark.parametrize("text", ["", "?", "AAAA", "é", "\0", b"AAAA", None, "A" * 10_000])
def test_text_that_is_no_state_is_refused(on: Any, text: Any) -> None:
    with pytest.raises(ValueError, match="saved|serialized"):
        on(COMPANIES).deserialize_state(text)


# --- seats ------------------------------------------------------------------------------------------------


def test_members_have_seats_where_they_act(on: Any) -> None:
    game = on(COMPANIES)
    assert game.SEATS == ("red", "green", "blue", "black")
    state, rnd = game.State(2, 1), random.Random(4)
    assert state.decision_seat() == -3  # players pick for themselves
    met = set()
    while not state.is_terminal():
        if state.decision() != "pick":
            seat = game.SEATS[state.decision_seat()]
            met.add(seat)
            assert state[f"companies.owner.{seat}"] == str(state.current_player() + 1)
            assert seat in state.to_dict()["pending"]["locals"].values()
        state.apply_action(rnd.choice(state.legal_actions()))
    assert state.decision_seat() == -4
    assert len(met) == 4
    sheets, owners = state.score_sheets(), state["companies.owner"]
    for label, line in state.score_sheet().items():
        assert len(sheets[label]) == 4
        for seat, owner in zip(range(2), "12", strict=True):
            owned = [p for p, own in zip(sheets[label], owners.values(), strict=True) if own == owner]
            assert line[seat] in owned
    totals = [sum(line[seat] for line in sheets.values()) for seat in range(4)]
    weakest = [min(t for t, own in zip(totals, owners.values(), strict=True) if own == o) for o in "12"]
    assert state.scores() == weakest


def test_members_that_score_for_nobody_have_no_sheet(on: Any) -> None:
    state = on(COMPANIES).State(1, 1)
    while not state.is_terminal():
        state.apply_index(0)
    unowned = [owner is None for owner in state["companies.owner"].values()]
    assert sum(unowned) == 2
    assert all([one is None for one in line] == unowned for line in state.score_sheets().values())


def test_players_are_the_seats_elsewhere(on: Any) -> None:
    game = on(DICE)
    state = game.State(2)
    assert game.SEATS[:2] == ("1", "2")
    assert state.decision_seat() == state.current_player()
    assert state.score_sheets() == state.score_sheet()


def test_a_seat_may_be_marked_wherever_it_is_written(on: Any) -> None:
    game = on(EXPEDITION)
    plain = game.State.setup(2, edits={"players.money.2": 3}, at="turn of 2")
    marked = game.State.setup(2, edits={"players.money.p2": 3}, at="turn of p2")
    assert plain == marked
    assert marked["players.money.p2"] == marked["players.money.2"] == 3
    whole = game.State.setup(2, edits={"players.money": {"p1": 1, "p2": 2}}, at="turn of p2")
    assert whole["players.money"]["2"] == 2
    with pytest.raises(ValueError, match="nobody sits at 3"):
        game.State.setup(2, at="turn of p3")
    data = marked.to_dict()
    data["pending"]["seat"] = "p2"
    assert game.State.from_dict(data) == marked
    companies = on(COMPANIES)
    owned = companies.State.setup(2, edits={"companies.owner.red": "p2"}, at="turn of red")
    assert owned["companies.owner.red"] == "2"


def test_pieces_of_a_seat(on: Any) -> None:
    game = on(next(one for one in CLASSICS if one.stem == "connect_four"))
    assert game.State.setup(edits={"squares.piece.a1": "disc of p1"}) == game.State.setup(
        edits={"squares.piece.a1": "disc of 1"}
    )


# --- values -----------------------------------------------------------------------------------------------


def paths_of(content: Any, path: str = "") -> Any:
    yield path, content
    for key, inner in content.items() if isinstance(content, dict) else ():
        yield from paths_of(inner, f"{path}.{key}" if path else key)


def test_every_path_of_a_position_has_its_value(on: Any) -> None:
    state, rnd = on(COMPANIES).State(2, 1), random.Random(1)
    for _ in range(30):
        for path, content in paths_of(state.to_dict()):
            assert not path or state[path] == content
        state.apply_action(rnd.choice(state.legal_actions()))


def test_definitions_are_values(on: Any) -> None:
    state = on(COMPANIES).State.setup(
        2,
        before=["pick: red", "pick: blue", "pick: green", "pick: black"],
        edits={"companies.cash.red": 7, "companies.plants.red": 4},
        at="turn of red",
    )
    assert state["companies.value.red"] == state.value("company's value", "red") == 15
    assert state["company's value.red"] == 15
    assert state["company's cash.red"] == 7
    assert state["companies.value"]["red"] == 15
    assert state["companies.unowned.red"] is False
    assert state["papers.worth.stock"] == 3
    assert state["rivals"] == ["blue", "black"]  # of red, which is to act
    assert state["rivals.blue"] == ["red", "green"]
    assert state["leader"] is True
    assert state["leader.black"] is False
    assert sum(len(state[f"companies.best_papers.{one}"]) for one in ("red", "blue")) > 0


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("companys.cash", "did you mean `companies.cash`"),
        ("companies.cash.rod", "has no `rod`; did you mean `red`"),
        ("companies.cash.red.x", "is one value; it has no `x`"),
        ("companies.valeu.red", "did you mean `companies.value`"),
        ("companies.value.rod", "'rod' is not one of companies"),
        ("firm's cash", "nothing in companies is called `firm`"),
        ("pending.rul", "did you mean `rule`"),
        ("", "is nothing of companies"),
        ("x" * 10_000, "is nothing of companies"),
        (3, "a path is text"),
        (None, "a path is text"),
    ],
)
def test_wrong_paths_say_what_is_near(on: Any, path: Any, said: str) -> None:
    state = on(COMPANIES).State(2)
    with pytest.raises(UnknownName, match=said) as refused:
        state[path]
    assert isinstance(refused.value, KeyError)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("rules", [COMPANIES, DICE, EXPEDITION], ids=lambda one: one.stem)
def test_sparse_positions_come_back(on: Any, rules: Any) -> None:
    game = on(rules)
    state, rnd = game.State(2, 5), random.Random(5)
    assert len(json.dumps(state.to_dict(sparse=True))) <= len(json.dumps(state.to_dict())) + 20
    while not state.is_terminal():
        data = state.to_dict(sparse=True)
        assert game.State.from_dict(json.loads(json.dumps(data))) == state
        assert data.keys() - {"sparse"} <= state.to_dict().keys()
        state.apply_action(rnd.choice(state.legal_actions()))


def test_what_is_missing_is_a_mistake_in_other_positions(on: Any) -> None:
    game = on(COMPANIES)
    data = game.State(2).to_dict(sparse=True)
    for wrong in (
        {**data, "sparse": False},
        {**data, "sparse": 1},
        {k: data[k] for k in data if k != "sparse"},
    ):
        with pytest.raises(ValueError, match="sparse|is missing"):
            game.State.from_dict(wrong)
    with pytest.raises(ValueError, match="`rounds`"):
        game.State.from_dict({**data, "rounds": 99})
    with pytest.raises(ValueError, match="companies"):
        game.State.from_dict({**data, "companies": {"cash": {"gold": 1}}})
    with pytest.raises(ValueError, match="companies"):
        game.State.from_dict({**data, "companies": 3})


# --- options and prices -----------------------------------------------------------------------------------


def test_an_option_that_gives_way_is_told(on: Any, tmp_path: Path) -> None:
    rules = tmp_path / "journey.rules"
    rules.write_text(EXPEDITION.read_text().replace("default western", "default northeast"))
    game = on(rules)
    for make in (game.State, game.State.setup, partial(game.playouts, 1), partial(game.Batch, 1)):
        with pytest.warns(OptionGivesWay, match=r"map='northeast' journey .* has map='western'") as told:
            make(4)
        assert {one.filename for one in told} == {__file__}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            make(4, map="western")
            make(3)


def test_prices_are_what_becomes_less(on: Any) -> None:
    state = on(COMPANIES).State.setup(
        2,
        before=["pick: red", "pick: blue", "pick: green", "pick: black"],
        edits={"companies.cash.red": 7},
        at="turn of red",
        play=["deed: build"],
    )
    before = state.to_bytes()
    prices = {label: state.price(state.string_to_action(label)) for label in state.legal_labels()}
    assert prices["size: 1"]["companies.cash.red"] == 1
    assert prices["size: 3"]["companies.cash.red"] == 3
    assert state.to_bytes() == before
    with pytest.raises(IllegalAction):
        state.price(10**6)


def test_games_without_counted_choices_are_the_same(on: Any) -> None:
    game = on(EXPEDITION)
    counted, plain = game.playouts(300, 3, seed=5), game.playouts(300, 3, seed=5, count_choices=False)
    assert plain.choices is None
    for one, other in zip(counted[:3], plain[:3], strict=True):
        assert (one == other).all()
    assert (counted.choices <= counted.decisions).all()
    assert 0 < counted.choices.sum()


def test_random_games_from_a_number_on(on: Any) -> None:
    game = on(EXPEDITION)
    whole = game.playouts(12, 2, seed=5)
    for first, count in ((0, 5), (5, 7), (11, 1), (12, 0)):
        part = game.playouts(count, 2, seed=5, threads=2, first_game=first)
        for one, other in zip(part, whole, strict=True):
            assert (one == other[first : first + count]).all()
    far = game.playouts(1, 2, seed=5, first_game=1 << 30)
    same = game.playouts(2, 2, seed=5, first_game=(1 << 30) - 1)
    assert (far.scores == same.scores[1:]).all()
    with pytest.raises(ValueError, match="first_game"):
        game.playouts(1, 2, first_game=-1)


@pytest.mark.parametrize(
    "call",
    [
        lambda game, state: state.legal_actions(numpy.int64(9)),
        lambda game, state: state.action_to_string(numpy.int8(99)),
        lambda game, state: state.apply_action(numpy.float64(1.5)),
        lambda game, state: state.mcts(numpy.int64(-3)),
        lambda game, state: state.mcts(time=numpy.float32(-3)),
        lambda game, state: state[numpy.int64(4)],
        lambda game, state: game.playouts(numpy.int64(-3)),
        lambda game, state: game.State(seed=numpy.float64(1.5)),
        lambda game, state: game.playouts(10**5000),
    ],
)
def test_messages_show_numbers_as_python_writes_them(call: Any) -> None:
    game = interpreted(ROOT / "games" / "classics" / "tic_tac_toe.rules")
    with pytest.raises((ValueError, KeyError)) as problem:
        call(game, game.State(seed=1))
    assert "np." not in str(problem.value)
    assert len(str(problem.value)) < 200
