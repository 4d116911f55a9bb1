"""What need not be tried: nothing can fail behind the rules that run, or it is seen without a trial."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulec.codegen.names import place_name
from rulec.compiler import compile_program, generate
from rulec.interp.face import interpret
from rulec.ir.program import Decision, Program
from tests.engines import engine, interpreted, one_line
from tests.exhaustive_trials import without_marks
from tests.side_by_side import play_side_by_side

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
    assert drop.legality.never_empty  # more than n in the basket, so that there is one
    assert decision(compile_program(stall), "spend").legality.never_empty  # 0 hats can be spent in any case


def test_whether_a_called_rule_is_sure_is_seen_from_who_has_called_it(stall: Path) -> None:
    """Behind the trimming of a barter one must pay, behind that of a stroll nothing can fail."""
    drop = decision(compile_program(stall), "drop")
    assert not drop.legality.completable
    assert drop.legality.completable_in_rule
    assert [(group.legality.needs_search, group.legality.completable_in_rule) for group in drop.groups] == [
        (True, True)
    ]


def test_a_set_that_is_there_when_it_is_begun_is_promised(stall: Path) -> None:
    program = compile_program(stall)
    promises = [block.promise for block in program.blocks if block.promise]
    assert sorted(promises) == ["begins", "ends"]
    begun = next(block for block in program.blocks if block.promise == "begins")
    assert begun.completable_in_rule
    stroll = [fault for fault in program.faults if fault.promised]
    assert [fault.message for fault in stroll] == ["there are not enough for `give`"]


def test_a_trial_is_made_only_where_it_makes_a_difference(stall: Path) -> None:
    text = "".join(generate(compile_program(stall)).files.values())
    # Is the mill among them?
    assert re.search(r"& ~0x3ULL\) != 0\) and \w+__can\(s, ", one_line(text))


@pytest.mark.parametrize("seed", range(6))
def test_both_back_ends_agree(stall: Path, seed: int) -> None:
    slow, fast = interpreted(stall), engine(stall)
    assert play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), random.Random(seed)) > 30


def test_it_is_what_a_search_to_the_end_finds(stall: Path) -> None:
    program = compile_program(stall)
    unsure = replace(
        program,
        blocks=tuple(replace(block, promise="", completable_in_rule=False) for block in program.blocks),
    )
    game, searching = interpret(program), interpret(without_marks(unsure))
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


DEALS = """\
game "Deals"
  players 2
  length 400

table cards of card, as pieces, count copies:
  card | copies
  low  | 6
  high | 6

deck stock of card: from cards, discard pile, reshuffle when empty

the game has:
  moves: 0 to 400

each player has:
  hand: zone of card, seen by owner
  coins: 0 to 40, starts 4

turn:
  choose one as deed:
    earn: raise my coins by 1
    throw when some my hand:
      choose card from my hand as thrown
      discard card
    spend when my coins >= 1: lower my coins by 1
  refill

phase refill:
  if moves >= 390: end refill
  raise moves by 1
  draw {amount} from stock to my hand

play:
  repeat 12 times:
    each player acting: turn

score:
  "Cards": number of my hand
"""


def deals(folder: Path, amount: str) -> Path:
    path = folder / "deals.rules"
    path.write_text(DEALS.replace("{amount}", amount))
    return path


def test_to_draw_as_many_as_there_are_can_t_fail(tmp_path: Path) -> None:
    """Nor can the end of a rule among its own sentences: nothing has to be tried out before either."""
    program = compile_program(deals(tmp_path, "up to 3 - number of my hand"))
    deed = decision(program, "deed")
    assert not any(group.legality.needs_search for group in deed.groups)
    messages = {fault.message for fault in program.faults if fault.kind == "dead end"}
    assert not any("is not running" in message for message in messages)


def test_to_draw_more_than_there_may_be_has_to_be_tried(tmp_path: Path) -> None:
    program = compile_program(deals(tmp_path, "2"))
    assert any(
        group.legality.needs_search or group.legality.options_are_legal
        for group in decision(program, "deed").groups
    )


@pytest.mark.parametrize("amount", ["up to 3 - number of my hand", "up to 30", "1"])
def test_draws_go_on_alike_in_both_back_ends(tmp_path: Path, amount: str) -> None:
    path = deals(tmp_path, amount)
    slow, fast = interpreted(path), engine(path)
    for seed in range(3):
        assert play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), random.Random(seed)) > 8


def test_a_look_ahead_stops_where_nothing_can_fail(stall: Path) -> None:
    """Behind the last sentence of a stroll there is only trimming, and that is sure."""
    program = compile_program(stall)
    stops = [block for block in program.blocks if block.ends_search]
    assert stops
    assert not any(block.owed for block in stops)
    text = "".join(generate(program).files.values())
    body = text[text.index(f" {place_name(stops[0].rule, stops[0].name)}(S* s") :].split("\n\n")[0]
    assert "stops(s)" in body


STRETCH = """\
game "Stretch"
  players 2
  length 100

each player has:
  coins: 0 to 40, starts 4

turn:
  stretch

phase stretch:
  choose one as way:
    on: raise my coins by 1
    off: end stretch
  raise my coins by 1

play:
  repeat 4 times:
    each player acting: turn

score:
  "Coins": my coins
"""


@pytest.mark.parametrize("native", [False, True])
def test_a_state_by_hand_in_which_a_rule_does_not_run_is_a_mistake(tmp_path: Path, native: bool) -> None:
    path = tmp_path / "stretch.rules"
    path.write_text(STRETCH)
    game = engine(path) if native else interpreted(path)
    written = game.State(seed=1).to_dict()
    written["pending"]["running"] = {}
    with pytest.raises(ValueError, match=r"stretch\.running"):
        game.State.from_dict(written)
