"""What need not be tried: nothing can fail behind the rules that run, or it is seen without a trial."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulec.compiler import compile_program, generate
from rulec.interp.face import interpret
from rulec.ir.program import Decision, Program
from tests.backends.conftest import engine, interpreted
from tests.backends.test_agreement import play_side_by_side
from tests.backends.test_foresight import tried_out

STALL = """\
game "Stall"
  players 2
  length 2000

table wares of ware, as pieces, count copies, home supply:
  ware  | copies
  apple | 30
  bread | 30
  cider | 30

kind places of place: market, harbour, mill

hats of hat: goods of each player, limited 8 in hat_stock, starts 1, at most 2

the game has:
  supply: zone of ware
  size: 0 to 20

each player has:
  basket: zone of ware, purse
  visited: maybe place

turn:
  choose spot from places where (it is not my visited and (it is not mill or can grind)) as go
  set my visited to spot
  if spot is mill: grind
  otherwise: stroll
  choose one as extra:
    rest: nothing
    barter: barter

effect grind:
  pay 2 cider
  gain 1 bread

effect barter:
  gain 2 apple
  trim 6
  pay 1 bread

effect stroll:
  if my hats >= 1:
    choose spent from 0 to my hats as spend
    pay spent hats
    set size to spent
  gain 2 apple
  gain 1 cider
  if my hats < 2: gain 1 hat
  trim 6
  let possible = lesser of 2 and number of my basket
  choose a set of possible: ware from my basket as give giving given
  trim 4

effect trim n:
  repeat until number of my basket <= n:
    choose ware from my basket as drop
    lose 1 of ware

play:
  repeat 6 times:
    each player acting: turn

score:
  "Wares": number of my basket
"""


@pytest.fixture(scope="module")
def stall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stall") / "stall.rules"
    path.write_text(STALL)
    return path


def decision(program: Program, name: str) -> Decision:
    return next(one for one in program.decisions if one.name == name)


def test_there_is_something_to_choose_from_where_there_is_too_much(stall: Path) -> None:
    drop = decision(compile_program(stall), "drop")
    assert drop.offered  # more than n in the basket, so that there is one
    assert decision(compile_program(stall), "spend").offered  # 0 hats can be spent in any case


def test_whether_a_called_rule_is_sure_is_seen_from_who_has_called_it(stall: Path) -> None:
    """Behind the trimming of a barter one must pay, behind that of a stroll nothing can fail."""
    drop = decision(compile_program(stall), "drop")
    assert not drop.settled
    assert drop.settled_within
    assert [(group.searched, group.sure_within) for group in drop.groups] == [(True, True)]


def test_a_set_that_is_there_when_it_is_begun_is_promised(stall: Path) -> None:
    program = compile_program(stall)
    promises = [block.promise for block in program.blocks if block.promise]
    assert sorted(promises) == ["begins", "ends"]
    begun = next(block for block in program.blocks if block.promise == "begins")
    assert begun.sure_within
    stroll = [fault for fault in program.faults if fault.promised]
    assert [fault.message for fault in stroll] == ["there are not enough for `give`"]


def test_a_trial_is_made_only_where_it_makes_a_difference(stall: Path) -> None:
    text = "".join(generate(compile_program(stall)).files.values())
    asked = next(line for line in text.splitlines() if "can_0(s, " in line and "0x3ULL" in line)
    assert re.search(r"& ~0x3ULL\) != 0\) and can_0\(", asked)  # is the mill among them?


@pytest.mark.parametrize("seed", range(6))
def test_both_back_ends_agree(stall: Path, seed: int) -> None:
    slow, fast = interpreted(stall), engine(stall)
    assert play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), random.Random(seed)) > 30


def test_it_is_what_a_search_to_the_end_finds(stall: Path) -> None:
    program = compile_program(stall)
    unsure = replace(
        program, blocks=tuple(replace(block, promise="", sure_within=False) for block in program.blocks)
    )
    game, searching = interpret(program), interpret(tried_out(unsure))
    compared = 0
    for seed in range(20):
        state, rnd = game.State(seed=seed), random.Random(seed)
        while not state.is_terminal():
            assert state.legal_actions() == searching._machine.options(list(state._values))
            state.apply_action(rnd.choice(state.legal_actions()))
            compared += 1
    assert compared > 600


def test_random_games_take_what_a_whole_list_offers(stall: Path) -> None:
    slow, fast = interpreted(stall), engine(stall)
    for name in ("scores", "decisions", "choices"):
        rows = (getattr(game.playouts(40, seed=3), name).tolist() for game in (slow, fast))
        assert next(rows) == next(rows)
