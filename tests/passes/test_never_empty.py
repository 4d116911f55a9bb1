"""Decisions that always have an option: what comes before them needs no trial."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.compiler import compile_program
from rulec.ir.program import Decision, Program
from tests.engines import engine, interpreted
from tests.exhaustive_trials import compare_with_search
from tests.side_by_side import play_side_by_side

GUILD = """\
game "Guild"
  players 2 to 3
  length 2000

table trades of trade, as pieces, count 4:
  trade  | price 0 to 3 | income effect
  baker  | 1            | gain 1 coins
  brewer | 2            | gain 1 coins / gain 1 vp
  miller | 0            | may buy_vp
  mason  | 3            | gain 2 coins

kind colours of colour: red, blue, green
kind stalls of stall: north, south, east, west

deck pile of trade: from trades
track favour of level for each player, starts 0: 0 to 6

coins: goods of each player, unlimited, starts 3
vp: goods of each player, unlimited

each player has:
  hand: zone of trade
  shop: zone of trade
  banner: colour, starts red
  place: maybe stall

stall is taken when some player in players where player's place is stall

turn:
  choose one as action:
    open when some my hand where price <= my coins: open
    draw: draw up to 2 from pile to my hand
  each trade in my shop: do trade's income
  repeat while number of my hand > 3:
    choose card from my hand as cut
    move card to my shop
  choose n from 1 to 3 as steps_up
  if my favour < 6: climb n
  choose rival from players where it is not me as rival
  choose colour from colours where it is not my banner as banner
  set my banner to colour
  choose stall from stalls where not taken as stall
  set my place to stall
  choose one as side:
    left when my coins >= 4: gain 1 vp
    right when my coins < 4: gain 1 coins
  as rival: gain 1 coins

action open:
  choose card from my hand where price <= my coins as opened
  pay card's price coins
  move card to my shop

effect buy_vp:
  pay 1 coins
  gain 1 vp

effect climb n:
  choose c from favour where (it >= my favour and it <= n steps above my favour) as climbed
  set my favour to c

play:
  repeat 6 times:
    each player acting: turn

score:
  "Points": my vp
"""


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    text = GUILD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "guild.rules"
    path.write_text(text)
    return path


def decision(program: Program, name: str) -> Decision:
    return next(one for one in program.decisions if one.name == name)


def searched(program: Program) -> set[str]:
    return {one.name for one in program.decisions for group in one.groups if group.legality.needs_search}


def test_a_turn_of_decisions_that_have_an_option_needs_no_search(tmp_path: Path) -> None:
    program = compile_program(written(tmp_path))
    assert {one.name for one in program.decisions if not one.legality.never_empty} == set()
    assert searched(program) == set()


ONE_OF_TWO = ("red, blue, green", "red, blue")
NEITHER = ("where it is not my banner", "where (it is not my banner and it is not red)")


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("stall", [("south, east, west", "south, east")]),  # three players may stand on them
        ("cut", [("number of my hand > 3", "number of my shop > 3")]),
        ("banner", [ONE_OF_TWO, NEITHER]),
        ("rival", [("players 2 to 3", "players 1 to 3")]),
        ("climbed", [("it >= my favour and", "it > my favour and")]),
        ("side", [("my coins < 4", "my coins < 3")]),
    ],
)
def test_where_there_may_be_no_option_a_search_remains(
    tmp_path: Path, name: str, changes: list[tuple[str, str]]
) -> None:
    program = compile_program(written(tmp_path, *changes))
    assert not decision(program, name).legality.never_empty
    assert searched(program)


@pytest.mark.parametrize("change", [ONE_OF_TWO, NEITHER])
def test_members_that_are_left_out_are_counted(tmp_path: Path, change: tuple[str, str]) -> None:
    program = compile_program(written(tmp_path, change))
    assert decision(program, "banner").legality.never_empty


@pytest.mark.parametrize("left", ["3", "1"])
def test_it_is_what_a_search_to_the_end_finds(tmp_path: Path, left: str) -> None:
    path = written(tmp_path, ("number of my hand > 3", f"number of my hand > {left}"))
    assert compare_with_search(compile_program(path), 300) == 300


@pytest.mark.parametrize("seed", range(3))
def test_both_back_ends_agree(tmp_path: Path, seed: int) -> None:
    path = written(tmp_path)
    slow, fast = interpreted(path), engine(path)
    assert play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), random.Random(seed)) > 30


LIMITED = """game "Limited"
  players 2
  length 200
kind gems of gem: ruby, onyx, pearl
token(gem): goods of each player, limited 5 in bank
gold: goods of each player, GOLD
player's held means gold + sum of token(it) over gems
play:
  repeat 6 times:
    each player acting: turn
turn:
  choose one as deed:
    dig: gain lesser of 1 and 5 - sum of token(ruby) over players ruby
    rest: gain 1 vp
  repeat while my held > MOST:
    choose gem from gems where my token(it) >= LEAST as given_back
    pay 1 of gem
vp: goods of each player, unlimited
score:
  "Points": my vp
"""


@pytest.mark.parametrize(
    ("gold", "most", "least", "always"),
    [
        ("limited 5 in bank", 10, 1, True),
        ("limited 5 in bank", 5, 1, True),
        ("limited 5 in bank", 4, 1, False),  # five pieces of gold, and no gem
        ("limited 5 in bank", 10, 2, False),
        ("unlimited", 10, 1, False),
    ],
)
def test_of_a_sum_beside_limited_goods_a_term_is_positive(
    tmp_path: Path, gold: str, most: int, least: int, always: bool
) -> None:
    path = tmp_path / "limited.rules"
    path.write_text(LIMITED.replace("GOLD", gold).replace("MOST", str(most)).replace("LEAST", str(least)))
    program = compile_program(path)
    assert decision(program, "given_back").legality.never_empty == always
    assert bool(searched(program)) != always
