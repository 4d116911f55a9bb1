"""A look-ahead tries first what lies near the next cut: that decides how soon a way is found, not whether."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from rulec.base.source_text import SourceText
from rulec.compiled import Compiled
from rulec.compiler import to_program
from rulec.frontend import check
from rulec.interp.face import interpret
from rulec.ir.program import Program

PROBES = Path(__file__).resolve().parents[1] / "probes"

SHOP = """\
game "Shop"
  players 2
  length 200

money: goods of each player, starts 3
wood: goods of each player, starts 2

play:
  repeat 6 times:
    each player acting: turn

turn:
  choose one as main:
    build: building
    sell: gain 2 money

rule building:
  any order as effect:
    must walls: gain 1 wood
    must bill after walls: pay 4 money
    may help: gain 1 wood
    may luck when my wood > 3: gain 1 money

score:
  "Money": my money
"""


def shop() -> Program:
    return to_program(check(SourceText("shop.rules", SHOP)))


def distances(program: Program, name: str) -> dict[str, int]:
    decision = next(one for one in program.decisions if one.name == name)
    return {group.label: group.legality.trial_cost for group in decision.groups}


def test_what_must_be_paid_is_further_away_than_what_needs_nothing() -> None:
    main = distances(shop(), "main")
    assert main["sell"] < main["build"]


def test_of_an_order_with_nothing_begun_the_compulsory_parts_lie_on_the_way() -> None:
    effect = distances(shop(), "effect")
    # Behind the walls there are the bill and the end; behind the help there are all three.
    assert effect["walls"] < effect["help"]


@pytest.mark.parametrize("name", ["shop", "station", "trail"])
def test_the_order_of_trying_changes_no_option(name: str) -> None:
    nearest = shop() if name == "shop" else Compiled(PROBES / f"{name}.rules").program
    farthest = replace(
        nearest,
        decisions=tuple(
            replace(
                one, groups=tuple(group.marked(trial_cost=-group.legality.trial_cost) for group in one.groups)
            )
            for one in nearest.decisions
        ),
    )
    assert farthest != nearest
    game, other = interpret(nearest), interpret(farthest)
    compared = 0
    for seed in range(3):
        rnd = random.Random(seed)
        state = game.State(game.PLAYERS[0], seed=seed)
        while not state.is_terminal() and compared < 40 * (seed + 1):
            options = state.legal_actions()
            assert options == other._machine.options(list(state._values)), (state.history(), state.to_dict())
            compared += 1
            state.apply_action(rnd.choice(options))
    assert compared > 20
