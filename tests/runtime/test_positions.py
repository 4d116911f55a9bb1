"""Positions: saved and loaded, made by hand, hostile."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.errors import IllegalAction, RulesError
from tests.engines import ROOT, SMALL, engine, interpreted

CONNECT_FOUR = ROOT / "games" / "classics" / "connect_four.rules"
NIM = ROOT / "tests" / "games" / "nim.rules"
SOWING = next(path for path in SMALL if path.stem == "sowing")


MOST = 12  # states of one game


def states(game: Any, seed: int, every: int = 1) -> list[Any]:
    """States of a random game, spread from its beginning to its end."""
    rnd = random.Random(seed)
    configuration = rnd.choice(game.CONFIGURATIONS)
    state, found = game.State(seed=seed, **configuration), []
    try:
        while not state.is_terminal():
            found.append(state.clone())
            state.apply_action(rnd.choice(state.legal_actions()))
        found.append(state.clone())
    except RulesError:
        pass
    every = max(every, -(-len(found) // MOST))
    return [*found[:-1:every], found[-1]]


def test_round_trips_at_every_decision(sampled_rules: Path, backend: Any) -> None:
    game = backend(sampled_rules)
    for state in states(game, 5, every=3):
        others = [
            game.State.from_bytes(state.to_bytes()),
            game.State.from_dict(state.to_dict()),
            state.clone(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
        ]
        for other in others:
            assert other == state
            assert hash(other) == hash(state)
            assert other.to_bytes() == state.to_bytes()
            assert other.legal_actions() == state.legal_actions()
        if state.is_terminal():
            continue
        after = state.clone()
        try:
            after.apply_index(0)
        except RulesError:
            continue
        for other in others:
            other.apply_index(0)
            assert other == after
            assert other != state


def test_saved_by_one_back_end_and_loaded_by_the_other(sampled_rules: Path) -> None:
    slow, fast = interpreted(sampled_rules), engine(sampled_rules)
    for state in states(slow, 8, every=4):
        loaded = fast.State.from_bytes(state.to_bytes())
        assert loaded.to_dict() == state.to_dict()
        assert slow.State.from_dict(loaded.to_dict()) == state


def test_a_clone_is_independent(rules: Path, backend: Any) -> None:
    state = backend(rules).State()
    before = state.to_bytes()
    other = state.clone()
    other.apply_index(0)
    assert state.to_bytes() == before
    assert other.history() == [state.legal_actions()[0]]
    assert state.history() == []


def test_clones_hold_what_they_refer_to() -> None:
    """A clone is copied head and all: each of its references is counted, and given back."""
    game = engine(SMALL[0])
    state = game.State(game.PLAYERS[0], seed=3)
    state.apply_action(state.legal_actions()[0])
    state.clone()  # the first one is kept for the next: from then on its class is held
    kind, past = sys.getrefcount(type(state)), sys.getrefcount(state.past)
    clones = [state.clone() for _ in range(100)]
    held = sys.getrefcount(state.past)
    assert held == past + 100
    assert all(gc.is_tracked(one) and one == state for one in clones)
    clones[7].apply_action(clones[7].legal_actions()[0])
    assert clones[8].history() == state.history() == clones[7].history()[:-1]
    del clones
    gc.collect()
    left = sys.getrefcount(type(state)), sys.getrefcount(state.past)
    assert left == (kind, past)


def test_clones_take_the_place_of_those_that_are_gone() -> None:
    """What lay there before is seen nowhere, however many are kept at a time."""
    game = engine(SMALL[0])
    state = game.State(game.PLAYERS[0], seed=3)
    for held in (1, 2, 40, 3):
        clones = [state.clone() for _ in range(held)]
        assert all(one == state and one.history() == [] for one in clones)
        for n, one in enumerate(clones):
            for _ in range(1 + n % 5):
                one.apply_action(one.legal_actions()[0])
        assert all(one != state for one in clones)
        gc.collect()


@pytest.fixture(scope="module")
def plain_clones() -> Any:
    """Nim, compiled as for a Python whose objects may be laid out otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC", f"{os.environ.get('CC', '').strip() or 'gcc'} -DRULEC_TWINS=0")
        return rulec.load(NIM, optimise="-O0", native=False)


def test_clones_of_an_unknown_python(plain_clones: Any) -> None:
    assert plain_clones is not engine(NIM)
    for one, other in zip(states(plain_clones, 5), states(engine(NIM), 5), strict=True):
        assert one.to_bytes() == other.to_bytes()
        assert one.history() == other.history()
    state = plain_clones.State(seed=3)
    state.apply_index(0)
    state.auto_forced = True
    clones = [state.clone() for _ in range(40)]
    assert all(one == state and one.history() == state.history() for one in clones)
    assert all(one.auto_forced for one in clones)
    clones[7].apply_index(0)
    assert clones[7] != state == clones[8]
    held = sys.getrefcount(state.past)
    del clones
    gc.collect()
    left = sys.getrefcount(state.past)
    assert left == held - 40  # one of them by what came behind it
    assert copy.copy(state) == copy.deepcopy(state) == state


def test_a_class_of_somebody_else_is_cloned_too() -> None:
    class Mine(engine(SMALL[0]).State):  # type: ignore[misc]
        note = ""

    state = Mine(engine(SMALL[0]).PLAYERS[0], seed=3)
    state.note = "mine"
    copied = state.clone()
    assert type(copied) is Mine
    assert copied.to_bytes() == state.to_bytes()
    assert copied.note == ""


def test_illegal_actions_change_nothing(sampled_rules: Path, backend: Any) -> None:
    game = backend(sampled_rules)
    for state in states(game, 2, every=5):
        before = state.to_bytes()
        legal = set(state.legal_actions())
        for action in [
            *(set(range(game.NUM_ACTIONS)) - legal),
            -1,
            game.NUM_ACTIONS,
            10**30,
            True,
            "x",
            None,
        ]:
            with pytest.raises(IllegalAction):
                state.apply_action(action)
        for index in (-1, state.count_legal(), "0", None):
            with pytest.raises(IllegalAction):
                state.apply_index(index)
        assert state.to_bytes() == before


def test_hostile_bytes(sampled_rules: Path, backend: Any) -> None:
    """Bytes and bits changed, the checksum made good again: a ValueError or a state that can be played."""
    game = backend(sampled_rules)
    rnd = random.Random(11)
    for state in states(game, 7, every=6):
        data = state.to_bytes()
        for _ in range(60):
            changed = bytearray(data[:-4])
            for _ in range(rnd.randint(1, 4)):
                changed[rnd.randrange(len(changed))] = rnd.randrange(256)
            if rnd.random() < 0.1:
                del changed[rnd.randrange(len(changed)) :]
            bad = bytes(changed) + zlib.crc32(changed).to_bytes(4, "little")
            check_loaded(game, lambda bad=bad: game.State.from_bytes(bad))
    for junk in (b"", b"RULEC", b"\x00" * 80, "text", None, 7):
        with pytest.raises(ValueError, match=r"saved state"):
            game.State.from_bytes(junk)


def check_loaded(game: Any, load: Any) -> None:
    try:
        state = load()
    except ValueError:
        return
    assert game.State.from_bytes(state.to_bytes()) == state
    for _ in range(5):
        if state.is_terminal():
            return
        try:
            state.apply_index(state.count_legal() - 1)
        except RulesError:
            return


def test_hostile_dictionaries(sampled_rules: Path, backend: Any) -> None:
    game = backend(sampled_rules)
    rnd = random.Random(12)
    junk: list[Any] = [None, -1, 0, 1, 3, 10**25, "a1", "x", "1", [], {}, [1], True, 1.5, {"a1": "x"}]
    for state in states(game, 6, every=6):
        for _ in range(30):
            data = state.to_dict()
            here: Any = data
            while True:
                key = rnd.choice(list(here))
                inner = here[key]
                if not isinstance(inner, dict) or not inner or rnd.random() < 0.2:
                    break
                here = inner
            if rnd.random() < 0.2:
                del here[key]
            else:
                here[key] = rnd.choice(junk)
            check_loaded(game, lambda data=data: game.State.from_dict(data))
    for bad in (None, [], {}, {"game": game.NAME}, {"rules": 3}):
        with pytest.raises(ValueError, match=r"position|rules"):
            game.State.from_dict(bad)


# --- set-up by hand -----------------------------------------------------------------------------------------


def test_a_position_made_by_hand(backend: Any) -> None:
    game = backend(CONNECT_FOUR)
    state = game.State.setup(
        edits={"squares.piece": {"a1": "disc of 1", "b1": "disc of 1", "c1": "disc of 1", "a2": "disc of 2"}},
        at="turn of 2",
    )
    assert state.current_player() == 1
    assert state.to_dict()["discs"] == {"1": 18, "2": 20}
    state.play("drop: d", "drop: d", "drop: e", "drop: e")
    assert not state.is_terminal()
    won = game.State.setup(
        edits=state.to_dict()["squares"] and {"squares": state.to_dict()["squares"]}, at="turn of 1"
    )
    assert won.legal_actions() == state.legal_actions()
    three = game.State.setup(
        edits={"squares.piece": dict.fromkeys(("a1", "b1", "c1"), "disc of 1")}, at="turn of 1"
    )
    three.play("drop: d")
    assert three.is_terminal()
    assert three.returns() == [1.0, 0.0]
    assert three.score_sheet() == {"Four in a row": [1, 0]}
    one = game.State.setup(edits={"squares.piece.g1": "disc of 2"}, play=["drop: g"])
    assert one.to_dict()["squares"]["piece"] == {"g1": "disc of 2", "g2": "disc of 1"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"edits": {"squares.pieces": {}}}, "did you mean `squares.piece`"),
        ({"edits": {"squares.piece": {"z9": "disc of 1"}}}, "z9"),
        ({"edits": {"squares.piece": {"a1": "disc of 3"}}}, "none of disc of 1, disc of 2"),
        (
            {"edits": {"squares.piece": {f"{c}{r}": "disc of 1" for c in "abcdefg" for r in (1, 2, 3, 4)}}},
            "only 21",
        ),
        ({"edits": {"discs.1": 3}}, "are left, not 3"),
        ({"edits": {"seats": 3}}, "can't be edited"),
        ({"at": "turn"}, "turn of 1"),
        ({"at": "turn of 3"}, "nobody sits at 3"),
        ({"at": "dance of 1"}, "the checkpoints of connect_four are: `turn of 1`"),
        ({"play": ["drop: h"]}, "did you mean 'drop: "),
        ({"play": "drop: a"}, "lists of labels"),
        ({"players": 3}, "played with 2 players"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"chance": "none"}, "'sampled' or 'explicit'"),
        ({"seed": -1}, "between 0 and"),
    ],
)
def test_what_set_up_refuses(backend: Any, given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=".*") as caught:
        backend(CONNECT_FOUR).State.setup(**given)
    assert words in str(caught.value)


def test_a_full_column_is_not_offered(backend: Any) -> None:
    game = backend(CONNECT_FOUR)
    state = game.State()
    state.play(*["drop: a"] * 6)
    assert [state.action_to_string(a) for a in state.legal_actions()] == [f"drop: {c}" for c in "bcdefg"]
    with pytest.raises(IllegalAction, match="`drop` does not offer 'a' now"):
        state.play("drop: a")


def test_variables_are_edited_by_name(backend: Any) -> None:
    state = backend(SOWING).State.setup(
        3,
        edits={
            "holes.seeds.a1": 9,
            "holes.paint": {**dict.fromkeys([f"{c}{r}" for r in (1, 2) for c in "abcdef"]), "b2": "red"},
            "players.favourite": {"1": "red", "2": "blue", "3": "green"},
            "players.store.2": 7,
        },
    )
    shown = state.to_dict()
    assert shown["holes"]["seeds"]["a1"] == 9
    assert shown["holes"]["paint"]["b2"] == "red"
    assert shown["players"]["store"] == {"1": 0, "2": 7, "3": 0}
    assert state.score_sheet()["Colour"] == [5, -1, -1]


def test_a_position_of_other_rules_is_adopted_on_request(backend: Any) -> None:
    game = backend(CONNECT_FOUR)
    data = game.State().to_dict()
    data["rules"] = "0" * 32
    del data["discs"]
    with pytest.raises(ValueError, match="other rules"):
        game.State.from_dict(data)
    state = game.State.from_dict(data, adopt=True)
    assert state.adopted == ("discs",)
