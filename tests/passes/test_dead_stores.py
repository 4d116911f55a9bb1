"""What nobody reads is not carried out where something is only tried, and nothing else is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.analysis.effects import statements_in
from rulec.compiler import compile_program
from rulec.errors import RulesError
from rulec.ir import nodes
from tests.engines import engine

# A turn takes two steps; the second costs a coin that may be lacking, so that the first has to be tried out.
GAME = """\
game "Quarry"
  players 2
  length 100
coins: goods of each player, unlimited, starts 1
glory: goods of each player, unlimited
each player has:
  heap: 0 to 3, starts 0
play:
  repeat 4 times:
    each p acting in players: turn
turn:
  choose n from 0 to 3 as digging
  praise n
  pile_up n
  any order as effect:
    must bill: pay BILL coins
    may luck: gain 1 coins
effect praise n:
  gain 2 * n glory
effect pile_up n:
  set my heap to n
score:
  "Glory": my glory + my heap
"""


def written(tmp_path: Path, bill: str) -> Path:
    path = tmp_path / "quarry.rules"
    path.write_text(GAME.replace("BILL", bill))
    return path


def left_out(path: Path) -> set[str]:
    program = compile_program(path)
    bodies = [*(block.body for block in program.blocks), *(one.body for one in program.procedures)]
    return {
        one.procedure
        for body in bodies
        for one in statements_in(body)
        if isinstance(one, nodes.CallProcedure) and one.untried
    }


def test_points_that_only_the_score_reads_are_left_out(tmp_path: Path) -> None:
    assert left_out(written(tmp_path, "n")) == {"praise", "pile_up"}


def test_what_a_payment_reads_is_carried_out(tmp_path: Path) -> None:
    """The bill is as high as the heap that was just piled up: 0 and 1 can be paid, 2 with luck."""
    path = written(tmp_path, "my heap")
    assert left_out(path) == {"praise"}
    for game in (rulec.interpret(path), engine(path)):
        state: Any = game.State(2, seed=1)
        offered = [state.action_to_string(one) for one in state.legal_actions()]
        assert offered == ["digging: 0", "digging: 1", "digging: 2"]
        state.play("digging: 2")
        assert state.to_dict()["players"]["glory"]["1"] == 4


def test_both_back_ends_play_the_same_games(tmp_path: Path) -> None:
    path = written(tmp_path, "my heap")
    fast, slow = engine(path, True).playouts(10, seed=3), rulec.interpret(path).playouts(10, seed=3)
    for name in fast._fields:
        assert getattr(fast, name).tolist() == getattr(slow, name).tolist(), name


def test_the_largest_number_is_no_limit_of_the_game(tmp_path: Path) -> None:
    """Goods without a limit: more than a number can say is a mistake of the rules, and refuses no option."""
    path = written(tmp_path, "n")
    for game in (rulec.interpret(path), engine(path)):
        state: Any = game.State.setup(2, seed=1, edits={"players.glory.1": 999_999}, at="turn of 1")
        assert state.count_legal() == 4
        with pytest.raises(RulesError, match="nobody can have more than 1000000 glory") as raised:
            state.play("digging: 1")
        assert raised.value.kind == "range"
        state.play("digging: 0")


def test_what_a_range_checked_in_a_trial_reads_is_carried_out(tmp_path: Path) -> None:
    """The mill needs grain that nobody has; a silo out of range would end the trial before that is found."""
    path = tmp_path / "mill.rules"
    path.write_text(MILL)
    assert left_out(path) == set()
    state: Any = rulec.interpret(path).State(2, seed=1)
    assert state.legal_labels() == ["errand: wait"]


MILL = """\
game "Mill"
  players 2
  length 100
grain: goods of each player, limited 9 in barn
the game has:
  silo: 0 to 9
play:
  repeat 4 times:
    each p acting in players: turn
turn:
  choose one as errand:
    load: fill with 1
    wait: end turn
  lower silo by 1
  choose n from 1 to 2 as milled
  pay n grain
rule fill with n:
  raise silo by n
score:
  "Grain": my grain
"""
