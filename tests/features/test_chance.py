"""Chance: drawn or asked for, the same game; what it brings is known by id and by label."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import compile_program, generate
from rulec.errors import IllegalAction
from rulec.interp.face import interpret
from rulec.ir import nodes
from rulec.ir.program import Program
from rulec.ir.types import IntType
from rulec.ir.verify import InvalidProgram, verify
from rulec.native.build_module import build_module
from rulec.native.loader import load_module
from rulec.native.options import BuildOptions
from rulec.runtime.face import CHANCE_PLAYER
from tests.engines import SMALL

DICE = next(path for path in SMALL if path.stem == "dice")


def step(state: Any, rnd: random.Random) -> int:
    """On by one decision or outcome: the one that the state's own generator draws."""
    if state.current_player() == CHANCE_PLAYER:
        action = state.sample_outcome()
    else:
        action = rnd.choice(state.legal_actions())
    state.apply_action(action)
    return int(action)


def apart_from_mode(state: Any) -> dict[str, Any]:
    return {key: value for key, value in state.to_dict().items() if key != "chance"}


def test_drawn_and_asked_for_are_the_same_game(backend: Any) -> None:
    game = backend(DICE)
    for seed in range(12):
        drawn = game.State(2, seed=seed)
        asked = game.State(2, seed=seed, chance="explicit")
        rnd = random.Random(seed)
        while True:
            while asked.current_player() == CHANCE_PLAYER:
                asked.apply_action(asked.sample_outcome())
            assert apart_from_mode(drawn) == apart_from_mode(asked)
            assert drawn.position_hash() != asked.position_hash() or drawn == asked
            if drawn.is_terminal():
                break
            action = rnd.choice(drawn.legal_actions())
            drawn.apply_action(action)
            asked.apply_action(action)


def test_where_chance_is_to_decide(backend: Any) -> None:
    game = backend(DICE)
    state = game.State(2, seed=1, chance="explicit")
    table = {row.label: row.id for row in game.chance_table()}
    assert game.MAX_CHANCE_OUTCOMES == len(table) == len(game.chance_table())
    assert [row.id for row in game.chance_table()] == list(range(len(table)))
    assert state.current_player() == state.decision_seat() == CHANCE_PLAYER
    assert state.decision() == "small"
    assert not state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert state.chance_outcomes() == [(table[f"small: {n}"], 0.2) for n in range(3, 8)]
    assert state.legal_actions() == [one for one, _ in state.chance_outcomes()]
    assert state.legal_actions_mask() == bytes(game.NUM_ACTIONS)
    assert state.action_to_string(table["small: 5"]) == "small: 5"
    assert state.string_to_action("small: 5") == table["small: 5"]
    state.play("small: 6")
    # what can come depends on what came
    assert [state.action_to_string(one) for one in state.legal_actions()] == [
        f"large: {n}" for n in range(6, 13)
    ]
    state.play("large: 6", "mood: red", "mood: blue", "lucky: green")
    assert state.decision() == "start"
    assert state.current_player() == 0
    assert state.chance_outcomes() == []
    assert state.to_dict()["goal"] == 12
    assert state.to_dict()["players"]["mood"] == {"1": "red", "2": "blue"} | {"3": "red"}
    assert state.history() == [
        table[label] for label in ("small: 6", "large: 6", "mood: red", "mood: blue", "lucky: green")
    ]


def test_what_is_no_outcome(backend: Any) -> None:
    game = backend(DICE)
    state = game.State(2, seed=1, chance="explicit")
    before = state.to_bytes()
    for wrong in (-1, game.MAX_CHANCE_OUTCOMES, game.MAX_CHANCE_OUTCOMES - 1, True, "small: 3", None):
        with pytest.raises(IllegalAction):
            state.apply_action(wrong)
    with pytest.raises(IllegalAction, match="chance has to decide `small`"):
        state.play("start: bold")
    with pytest.raises(IllegalAction, match="can't come now"):
        state.play("large: 12")
    with pytest.raises(ValueError, match="did you mean 'small: 3'"):
        state.play("smal: 3")
    assert state.to_bytes() == before
    drawn = game.State(2, seed=1)
    with pytest.raises(IllegalAction, match="is a chance outcome, but `start` is pending"):
        drawn.play("die: 3")
    with pytest.raises(IllegalAction):
        drawn.sample_outcome()


def test_single_outcomes_are_not_skipped(backend: Any) -> None:
    game = backend(DICE)
    single = 0
    for seed in range(10):
        state = game.State(1, seed=seed, chance="explicit", auto_forced=True)
        rnd = random.Random(seed)
        while not state.is_terminal():
            single += state.count_legal() == 1
            assert state.count_legal() > 1 or state.current_player() == CHANCE_PLAYER
            step(state, rnd)
    assert single  # `roll large in 0 to my points mod 2`


def test_positions_at_chance(backend: Any) -> None:
    game = backend(DICE)
    state, rnd, seen = game.State(2, seed=3, chance="explicit"), random.Random(3), set()
    while not state.is_terminal():
        pending = state.to_dict()["pending"]
        seen.add((pending.get("chance"), pending.get("place")))
        read = json.loads(json.dumps(state.to_dict()))
        for other in (game.State.from_dict(read), game.State.from_bytes(state.to_bytes())):
            assert other == state
            assert other.legal_actions() == state.legal_actions()
            assert other.chance_outcomes() == state.chance_outcomes()
        step(state, rnd)
    assert {("large", 1), ("large", 2), ("die", None)} <= seen


def test_hostile_positions_at_chance(backend: Any) -> None:
    game = backend(DICE)
    state = game.State(2, seed=3, chance="explicit")
    good = state.to_dict()
    for change, message in [
        ({"chance": "sampled"}, "although `chance` is `sampled`"),
        ({"pending": {**good["pending"], "chance": "die"}}, "belongs to"),
        ({"pending": {**good["pending"], "chance": "dice"}}, "no event of chance is called 'dice'"),
        ({"pending": {**good["pending"], "place": 2}}, "pending.place. is given"),
        ({"pending": {**good["pending"], "place": True}}, "pending.place. is given"),
        ({"pending": {**good["pending"], "seat": "1"}}, "either `chance` decides or a `seat`"),
        ({"pending": {**good["pending"], "stack": [3]}}, "never asked with this stack"),
        ({"rng": {"key": 1, "draws": {"dice": 1}}}, "no event of chance is called 'dice'"),
        ({"rng": {"key": 1, "draws": {"die": -1}}}, "can't be"),
        ({"rng": {"key": 1, "draws": {"die": 1 << 32}}}, "outside"),
        ({"rng": {"key": 1, "draws": 3}}, "how often"),
        ({"rng": {"draws": {}}}, "`rng` is"),
    ]:
        with pytest.raises(ValueError, match=message):
            game.State.from_dict({**good, **change})
    assert game.State.from_dict({**good, "rng": {"key": 1}}).to_dict()["rng"]["draws"]["die"] == 0
    # bytes: every single byte changed is refused or a state
    body = state.to_bytes()
    from rulec.runtime import codec

    schema = game.State._face.schema
    inner = codec.unseal(schema, body)
    for place in range(len(inner)):
        for value in (1, 7, 255):
            data = bytearray(inner)
            data[place] = value
            try:
                other = game.State.from_bytes(codec.seal(schema, bytes(data)))
            except ValueError:
                continue
            assert game.State.from_dict(other.to_dict()) == other


def test_set_up_with_outcomes(backend: Any) -> None:
    game = backend(DICE)
    before = ["small: 3", "large: 12", "mood: red", "mood: red", "lucky: blue"]
    state = game.State.setup(
        2,
        chance="explicit",
        before=before,
        edits={"players.points.1": 20},
        at="turn of 1",
        play=["start: bold", "die: 6", "next: take", "prize: blue", "start: careful"],
    )
    assert state.to_dict()["players"]["points"]["1"] == 29
    assert state.decision() == "start"
    assert state.current_player() == 0  # a checkpoint in the middle of a round
    with pytest.raises(IllegalAction, match="`start` is pending"):
        game.State.setup(2, seed=3, at="turn of 1", play=["die: 6"])


def test_rollouts_draw_by_their_own_seed(backend: Any) -> None:
    game = backend(DICE)
    state = game.State(2, seed=1)
    ends = [state.rollout(seed).scores() for seed in range(20)]
    assert len({tuple(scores) for scores in ends}) > 10
    asked = game.State(2, seed=1, chance="explicit")
    while asked.current_player() == CHANCE_PLAYER:
        asked.apply_action(asked.sample_outcome())
    assert [asked.rollout(seed).scores() for seed in range(20)] == ends
    # nor does it tell what the state itself will draw
    other = game.State.from_dict({**state.to_dict(), "rng": {"key": 77}})
    assert [other.rollout(seed).scores() for seed in range(20)] == ends


def test_how_often_outcomes_come(backend: Any) -> None:
    game = backend(DICE)
    counts: Counter[int] = Counter()
    for seed in range(600):
        counts[game.State(1, seed=seed).to_dict()["goal"] >= 12] += 1
    asked = 0.0  # the same from the probabilities
    start = game.State(1, chance="explicit")
    for small, one in start.chance_outcomes():
        after = start.clone()
        after.apply_action(small)
        for large, two in after.chance_outcomes():
            last = after.clone()
            last.apply_action(large)
            asked += one * two * (last.to_dict()["goal"] >= 12)
    assert counts[True] / 600 == pytest.approx(asked, abs=0.06)


# --- weights, which no sentence of the rules has yet ----------------------------------------------------


def weighted(change: Any) -> Program:
    """The game with another weight at its rolls of the die."""
    program = compile_program(DICE)
    die = next(n for n, event in enumerate(program.events) if event.name == "die")

    def end(one: nodes.End) -> nodes.End:
        if isinstance(one, nodes.Chance) and one.event == die:
            return dataclasses.replace(one, weight=change(one))
        return one

    return dataclasses.replace(
        program, blocks=tuple(dataclasses.replace(block, end=end(block.end)) for block in program.blocks)
    )


def games(program: Program) -> list[Any]:
    verify(program)
    built = build_module(generate(program, debug=True), options=BuildOptions(debug=True, optimise="-O0"))
    return [interpret(program), load_module(built.path, built.name, built.build_id, DICE)]


def test_weights() -> None:
    def by_number(chance: nodes.Chance) -> nodes.Expr:
        outcome = nodes.ReadLocal(chance.var, IntType(0, 5))
        two = nodes.Const(2, IntType(2, 2))
        return nodes.Arithmetic("*", outcome, two, IntType(0, 10))  # 0 2 4 6 8 10

    program = weighted(by_number)
    seen: list[Counter[str]] = []
    for game in games(program):
        state = game.State(1, seed=0, chance="explicit")
        state.play("small: 3", "large: 3", "mood: red", "lucky: blue", "start: bold")
        assert [(state.action_to_string(one), p) for one, p in state.chance_outcomes()] == [
            (f"die: {n}", pytest.approx(2 * (n - 1) / 30)) for n in range(2, 7)
        ]
        with pytest.raises(IllegalAction):
            state.play("die: 1")
        found: Counter[str] = Counter()
        for seed in range(400):
            other = game.State(1, seed=seed, chance="explicit")
            other.play("small: 3", "large: 3", "mood: red", "lucky: blue", "start: bold")
            found[other.action_to_string(other.sample_outcome())] += 1
            drawn = game.State(1, seed=seed)
            drawn.play("start: bold")
            assert drawn.to_dict()["rng"]["draws"]["die"] == 1
        for n in range(2, 7):
            assert found[f"die: {n}"] / 400 == pytest.approx(2 * (n - 1) / 30, abs=0.06)
        seen.append(found)
        assert (game.playouts(5, 2, seed=3).scores == games(program)[0].playouts(5, 2, seed=3).scores).all()
    assert seen[0] == seen[1]


def test_nothing_can_come() -> None:
    from rulec.errors import RulesError

    for game in games(weighted(lambda chance: nodes.Const(0, IntType(0, 0)))):
        for mode in ("sampled", "explicit"):
            state = game.State(1, seed=0, chance=mode)
            while state.current_player() == CHANCE_PLAYER:
                state.apply_action(state.sample_outcome())
            before = state.to_bytes()
            with pytest.raises(RulesError, match="no number for `die`") as error:
                state.play("start: bold")
            assert error.value.kind == "dead end"
            assert state.to_bytes() == before


def test_weights_that_can_not_be() -> None:
    for lo, hi in ((-1, 3), (0, 1 << 31)):
        with pytest.raises(InvalidProgram):
            verify(weighted(lambda chance, lo=lo, hi=hi: nodes.Const(1, IntType(lo, hi))))


def test_the_shipped_path(tmp_path: Path) -> None:
    """What `rulec emit --stage ir` says of chance."""
    from rulec.compiler import listing
    from rulec.frontend import read_source

    text = listing(read_source(DICE), "ir")
    assert "chance die: " in text
    assert "large: ids 5..17" in text
