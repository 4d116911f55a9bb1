"""Of a large variable of few pieces only the rows that hold any are stored."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import compile_program
from rulec.ir.schema import make_schema
from rulec.runtime import codec
from rulec.runtime.schema import SPARE_ROWS, Slot
from tests.engines import engine, interpreted
from tests.side_by_side import play_side_by_side

# Pebbles lie on few of many squares. Each turn is tried before it is offered: a pebble is laid, or moved to
# where none or some lie, or all of a square are taken back.
GAME = """\
game "Cairns"
  players 2 to 3
  length 300

table pebbles of pebble, as pieces, home bag:
  pebble | count | worth
  red    | 6     | 1
  blue   | 5     | 2
  grey   | 5     | 3

board squares of square: 12 columns by 12 rows, 4 neighbours

the game has:
  bag: zone of pebble
each square has:
  cairn: zone of pebble
each player has:
  points: 0 to 900

square's height means number of cairn
square's weight means sum of worth over cairn
square is bare when no cairn
square is near when bare and some neighbours of it where not bare

play:
  repeat 8 times:
    each player acting: turn

turn:
  choose one as action:
    lay when some bag:
      choose pebble from pebbles where some p in (bag where p is pebble) as laid
      choose square from squares where (near or height = 1 or (no squares where not bare)) as ground
      move pebble from bag to square's cairn
      needs square's weight <= 6
      raise my points by square's height
    shift when some squares where not bare:
      choose square from squares where not bare as source
      choose pebble from pebbles where some p in (square's cairn where p is pebble) as shifted
      choose target from neighbours of square as goal
      move pebble from square's cairn to target's cairn
      needs target's weight <= 5
    clear when some squares where height >= 2:
      choose square from squares where height >= 2 as cleared
      move all pebbles from square's cairn to bag

score:
  "Points": my points
  "High": number of squares where height >= 2
"""
NAME = "squares.cairn"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("cairns") / "cairns.rules"
    made.write_text(GAME)
    return made


@pytest.fixture(scope="module")
def not_red(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _changed(tmp_path_factory.mktemp("not_red"), *NOT_RED)


def _slot(path: Path, name: str = NAME) -> Slot:
    return next(slot for slot in make_schema(compile_program(path)).slots if slot.name == name)


def _changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    made = tmp_path / "changed.rules"
    made.write_text(text)
    return made


def test_there_is_room_for_as_many_rows_as_pieces_and_one(path: Path) -> None:
    slot = _slot(path)
    assert (slot.cells, slot.rows, slot.row, slot.there) == (432, 17, 3, 24)
    assert slot.offset % 8 == 0
    assert slot.stored == 24 + 17 * 3


@pytest.mark.parametrize(
    "changes",
    [
        ((("red    | 6 ", "red    | 90"), ("12 columns", "13 columns"))),  # nearly as many as squares
        ((("12 columns by 12 rows", "4 columns by 4 rows"),)),  # too small to be worth it
        ((("cairn: zone of pebble\n", "cairn: zone of pebble, at most 1 for each pebble\n"),)),
    ],
)
def test_other_variables_are_stored_whole(tmp_path: Path, changes: tuple[tuple[str, str], ...]) -> None:
    assert _slot(_changed(tmp_path, *changes)).rows == 0


@pytest.mark.parametrize("seed", range(3))
def test_both_back_ends_play_alike(path: Path, seed: int) -> None:
    fast, slow = engine(path), interpreted(path)
    players = fast.PLAYERS[seed % len(fast.PLAYERS)]
    states = [on.State(players, seed=seed) for on in (slow, fast)]
    assert play_side_by_side(*states, random.Random(seed)) > 24


def test_playouts_are_those_of_the_interpreter(path: Path) -> None:
    games, same = engine(path).playouts(1, seed=3), interpreted(path).playouts(1, seed=3)
    for field in games._fields:
        assert getattr(games, field).tolist() == getattr(same, field).tolist(), field


def test_saved_and_cloned_states_play_on(path: Path) -> None:
    fast, slow, rnd = engine(path), interpreted(path), random.Random(7)
    state = fast.State(seed=7)
    old = state.clone()
    while not state.is_terminal():
        for again in (
            state.clone(),
            fast.State.from_bytes(state.to_bytes()),
            fast.State.from_dict(state.to_dict()),
        ):
            assert again == state
            assert again.legal_actions() == state.legal_actions()
        other = slow.State.from_bytes(state.to_bytes())
        assert (other.to_dict(), other.legal_actions()) == (state.to_dict(), state.legal_actions())
        for seat in range(state.num_players()):
            for form in ("compact", "wide"):
                assert other.observation_tensor(seat, form) == state.observation_tensor(seat, form)
        old = state.clone()
        state.apply_action(rnd.choice(state.legal_actions()))
        assert old != state


def test_every_pebble_has_its_square_and_moves(path: Path) -> None:
    """With as many rows as pebbles, one is taken out and another is laid between the rest."""
    squares = [f"{column}{row}" for row in (1, 3) for column in "acegik"]
    squares += ["a5", "c5", "e5", "g5"]
    kinds = ["red"] * 6 + ["blue"] * 5 + ["grey"] * 5
    edits: dict[str, Any] = {f"{NAME}.{at}": {kind: 1} for at, kind in zip(squares, kinds, strict=True)}
    edits["bag"] = {}
    for on in (interpreted(path), engine(path)):
        state = on.State.setup(2, edits=edits, at="turn of 1")
        for said in ("source: a1", "goal: a2"):
            while not (found := [a for a in state.legal_actions() if said in state.action_to_string(a)]):
                (only,) = state.legal_actions()
                state.apply_action(only)
            state.apply_action(*found)
        lying = state.to_dict()["squares"]["cairn"]
        assert (lying["a1"], lying["a2"]) == ({}, {"red": 1})


@pytest.mark.parametrize("back_end", [interpreted, engine])
@pytest.mark.parametrize("fault", ["an empty row", "behind the rows", "no such square"])
def test_rows_that_say_nothing_are_refused(path: Path, back_end: Callable[[Path], Any], fault: str) -> None:
    game, view = back_end(path), interpreted(path)._face.view
    schema, slot = view.schema, view.slots[NAME]
    state = game.State(players=2, seed=1)
    place, _ = codec.place(schema, NAME)
    saved = state.to_bytes()
    start = len(codec.header(schema))
    body = bytearray(saved[start:-4])
    first = place.start - start
    assert not any(body[first : place.stop - start])
    if fault == "an empty row":
        body[first] = 1
    elif fault == "behind the rows":
        body[first + slot.there + slot.row] = 1
    else:
        body[first + 144 // 8] = 1
    with pytest.raises(ValueError, match="damaged"):
        game.State.from_bytes(codec.seal(schema, bytes(body)))


def test_rows_survive_their_bytes(path: Path) -> None:
    slot, rnd = _slot(path), random.Random(4)
    for _ in range(30):
        cells = [0] * slot.cells
        for _ in range(rnd.randrange(17)):
            cells[rnd.randrange(slot.cells)] += 1
        stored = codec.rows_of(slot, cells)
        assert len(stored) == slot.stored
        assert codec.cells_in(slot, stored) == cells


def test_more_rows_than_there_is_room_for_are_refused(path: Path) -> None:
    slot = _slot(path)
    with pytest.raises(ValueError, match=NAME):
        codec.rows_of(slot, [1] * slot.cells)


# Red pebbles are many, and no rule lays them: so there is room for the others alone, and a few rows to spare.
SOME = "some p in (bag where p is pebble)"
CAIRN = "some p in (square's cairn where p is pebble)"
LAID = (f"where {SOME} as laid", f"where (worth >= 2 and {SOME}) as laid")
SHIFTED = (f"where {CAIRN} as shifted", f"where (worth >= 2 and {CAIRN}) as shifted")
FILL = """\
effect fill:
  each square in the first 1 of squares: move all pebbles from bag to square's cairn"""
NOT_RED = (("red    | 6 ", "red    | 30"), LAID, SHIFTED)


def test_there_is_room_for_the_kinds_alone_that_some_rule_lays(tmp_path: Path) -> None:
    slot = _slot(_changed(tmp_path, *NOT_RED))
    assert (slot.rows, slot.unlaid) == (5 + 5 + SPARE_ROWS + 1, 0b001)


@pytest.mark.parametrize(
    "change",
    [
        (SHIFTED[1], SHIFTED[0]),  # moved between squares
        ("    clear when", "    fill when no squares where not bare: fill\n    clear when"),
        ("worth >= 2 and some p in (bag", "(worth >= 2 or my points >= 9) and some p in (bag"),
    ],
)
def test_what_some_rule_might_lay_has_room(tmp_path: Path, change: tuple[str, str]) -> None:
    fill = (
        "score:",
        f"{FILL}\n\nscore:",
    )
    slot = _slot(_changed(tmp_path, *NOT_RED, fill, change))
    assert (slot.rows, slot.unlaid) == (41, 0)


@pytest.mark.parametrize("seed", range(2))
def test_both_back_ends_play_alike_with_less_room(not_red: Path, seed: int) -> None:
    states = [on.State(2, seed=seed) for on in (interpreted(not_red), engine(not_red))]
    assert play_side_by_side(*states, random.Random(seed)) > 24


@pytest.mark.parametrize("back_end", [interpreted, engine])
def test_few_squares_can_have_what_no_rule_lays(not_red: Path, back_end: Callable[[Path], Any]) -> None:
    game, squares = back_end(not_red), [f"{column}{row}" for row in (1, 3) for column in "acegik"]
    for number in (SPARE_ROWS, SPARE_ROWS + 1):
        edits: dict[str, Any] = {f"{NAME}.{at}": {"red": 1, "blue": 0} for at in squares[:number]}
        edits["bag"] = {"red": 30 - number, "blue": 5, "grey": 5}
        if number > SPARE_ROWS:
            with pytest.raises(ValueError, match="no rule moves there"):
                game.State.setup(2, edits=edits, at="turn of 1")
            continue
        state = game.State.setup(2, edits=edits, at="turn of 1")
        assert game.State.from_bytes(state.to_bytes()).to_dict() == state.to_dict()


@pytest.mark.parametrize("back_end", [interpreted, engine])
def test_a_local_holds_no_member_that_would_be_laid_there(
    not_red: Path, back_end: Callable[[Path], Any]
) -> None:
    game, state = back_end(not_red), back_end(not_red).State(2, seed=1)
    for said in ("lay", "laid: blue"):
        while not (found := [a for a in state.legal_actions() if said in state.action_to_string(a)]):
            (only,) = state.legal_actions()
            state.apply_action(only)
        state.apply_action(*found)
    saved = state.to_dict()
    assert game.State.from_dict(saved) == state
    (local,) = (name for name, value in saved["pending"]["locals"].items() if value == "blue")
    saved["pending"]["locals"][local] = "red"
    with pytest.raises(ValueError, match="no rule gives it"):
        game.State.from_dict(saved)
