"""What is kept as sets, what is worked out beforehand, and what then need not be tried out."""

from __future__ import annotations

from typing import Any

import pytest

from rulec.compiler import compile_program
from rulec.ir.program import Program
from rulec.runtime import codec
from tests.engines import SMALL

YARD = next(path for path in SMALL if path.stem == "yard")
BOARD = 13 * 11


@pytest.fixture(scope="module")
def program() -> Program:
    return compile_program(YARD)


def test_one_of_two_things_takes_a_bit(program: Program) -> None:
    kept = {field.name: field.axis for field in program.fields}
    assert kept["plots.marks"] == 0
    assert kept["plots.walked"] == 0
    assert kept["plots.grown"] is None  # there may be several of a kind
    assert kept["players.barn"] is None  # kept for too few


def test_positions_show_nothing_of_it(backend: Any) -> None:
    edits = {
        "plots.marks.0,0": {"flag of 1": 1, "flag of 2": 1},
        "plots.marks.12,10": {"flag of 2": 1},
        "plots.walked.12,10": True,
        "plots.walked.0,1": True,
        "plots.grown.12,10": {"rye": 2},
    }
    game = backend(YARD)
    state = game.State.setup(2, edits=edits, at="turn of 1")
    shown = state.to_dict()["plots"]
    assert shown["marks"]["0,0"] == {"flag of 1": 1, "flag of 2": 1}
    assert shown["marks"]["12,10"] == {"flag of 2": 1}
    assert [plot for plot, walked in shown["walked"].items() if walked] == ["0,1", "12,10"]
    for copy in (game.State.from_dict(state.to_dict()), game.State.from_bytes(state.to_bytes())):
        assert copy == state
        assert copy.to_bytes() == state.to_bytes()


def test_a_second_piece_of_a_player_has_no_room(backend: Any) -> None:
    with pytest.raises(ValueError, match="flag of 1"):
        backend(YARD).State.setup(2, edits={"plots.marks.0,0": {"flag of 1": 2}}, at="turn of 1")


def test_bits_that_are_no_plot_are_damage(backend: Any) -> None:
    game = backend(YARD)
    state = game.State(2, seed=1)
    data = bytearray(codec.unseal(game.State._face.schema, state.to_bytes()))
    slot = next(one for one in game.State._face.schema.slots if one.name == "plots.walked")
    assert slot.width * 8 > BOARD
    data[slot.offset + BOARD // 8] |= 1 << (BOARD % 8)
    with pytest.raises(ValueError, match="damaged"):
        game.State.from_bytes(codec.seal(game.State._face.schema, bytes(data)))


def test_what_surely_can_be_completed_is_not_tried_out(program: Program) -> None:
    searched = {one.name: [group.legality.needs_search for group in one.groups] for one in program.decisions}
    # whoever settles at the beginning owes nothing; there is something in the mill or in the shed
    assert not any(searched["farm"] + searched["fetched"] + searched["bought"] + searched["harvest"])
    assert not any(searched["claim"])  # it must be paid for, and whether it can be is told before
    assert any(searched["toll"])  # not with more than it costs
    settled = {one.name: one.legality.completable for one in program.decisions}
    assert settled["deed"]  # one can always rest
    assert settled["fetched"]


@pytest.mark.parametrize(("field", "inns"), [("flat", {"3,3", "8,8"}), ("hilly", {"5,5"})])
def test_what_an_option_decides_is_known(backend: Any, field: str, inns: set[str]) -> None:
    state = backend(YARD).State.setup(2, field=field)
    offered = {state.action_to_string(one).partition(": ")[2] for one in state.legal_actions()}
    wet = {"4,1", "5,1", "4,2", "5,2", "0,10", "1,10", "2,10", "3,10"}
    if field == "hilly":
        wet = {"0,0", "4,1", "5,1"}
    everywhere = {f"{x},{y}" for x in range(13) for y in range(11)}
    assert offered == everywhere - wet - inns


def test_all_tiles_that_lie_there_are_found_again(backend: Any) -> None:
    """The set of plots on which anything grows is right after loading, too."""
    game = backend(YARD)
    edits = {
        "plots.marks.6,6": {"flag of 1": 1},
        "plots.grown.6,6": {"hops": 1},
        "plots.grown.7,7": {"rye": 1},
    }
    state = game.State.setup(2, edits=edits, at="turn of 1")
    state.play("deed: reap")
    mine = {plot for plot, marks in state.to_dict()["plots"]["marks"].items() if "flag of 1" in marks}
    offered = {state.action_to_string(one) for one in state.legal_actions()}
    assert offered == {"harvest: 6,6"}
    assert "6,6" in mine
    again = game.State.from_bytes(state.to_bytes())
    again.play("harvest: 6,6")
    grown = again.to_dict()["plots"]["grown"]
    assert {plot for plot, lying in grown.items() if lying} == {"7,7"}
    assert again.to_dict()["players"]["barn"]["1"]["hops"] >= 1
