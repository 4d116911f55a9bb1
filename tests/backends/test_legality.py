"""Legal means that it can be completed: cases worked out by hand, and everything tried out."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.codegen.generate import words_not_tried
from rulec.codegen.name_plan import NamePlan
from rulec.compiler import compile_program
from rulec.interp.face import interpret as interpret_program
from rulec.ir.control_flow import without_options
from rulec.ir.schema import make_schema
from rulec.runtime.errors import IllegalAction
from tests.engines import engine
from tests.probes.completion import Rules, completable

GAMES = Path(__file__).parents[1] / "games"


def labels(state: Any) -> list[str]:
    return [state.action_to_string(one).partition(": ")[2] for one in state.legal_actions()]


def at(game: Any, play: list[str], **edits: Any) -> Any:
    return game.State.setup(players=2, at="turn of 1", edits=edits, play=play)


@pytest.fixture(scope="module")
def orders() -> Any:
    return rulec.interpret(GAMES / "orders.rules")


@pytest.fixture(scope="module")
def duties() -> Any:
    return rulec.interpret(GAMES / "duties.rules")


def player(**values: Any) -> dict[str, Any]:
    """The same for both players."""
    return {f"players.{name}": {"1": value, "2": value} for name, value in values.items()}


# --- chance that a look-ahead goes on behind ------------------------------------------------------------

LOTS = """game "Lots"
  players 2
  length 60
table lots of lot, as pieces, count 2:
  lot  | price 0 to 9
  low  | 1
  high | 4
deck pile of lot: from lots, top shown 1, discard pile, reshuffle when empty
each player has:
  coins: 0 to 20, starts 4
play:
  repeat 3 times:
    each player acting: turn
turn:
  any order as effect:
    must sale:
      needs my coins >= 2
      choose one as sale:
        cheap: lower my coins by 2
        dear when my coins >= (top of pile)'s price: lower my coins by 1
    may look: change
    may tip:
      needs my coins >= 1
      lower my coins by 1
      change
    may fine after look:
      needs my coins >= 3
      lower my coins by 3
      change
  raise my coins by 2
effect change, certain: discard top of pile
score:
  "Coins": my coins
"""


def test_a_look_ahead_goes_on_behind_chance_that_is_certain(tmp_path: Path) -> None:
    rules = tmp_path / "lots.rules"
    rules.write_text(LOTS)
    game = rulec.interpret(rules)
    # The compulsory sale takes two coins in hand: with two, a coin for tipping would leave one.
    assert labels(edited(game, [], coins=3)) == ["sale", "look", "tip"]
    assert labels(edited(game, [], coins=2)) == ["sale", "look"]
    assert labels(edited(game, ["effect: look"], coins=4)) == ["sale", "tip"]
    assert labels(edited(game, ["effect: look"], coins=5)) == ["sale", "tip", "fine"]
    rules.write_text(LOTS.replace(", certain", ""))
    # Chance is a cut without the word: what lies behind it refuses nothing.
    assert labels(edited(rulec.interpret(rules), [], coins=2)) == ["sale", "look", "tip"]


def test_behind_chance_everything_must_be_possible_whatever_comes(tmp_path: Path) -> None:
    rules = tmp_path / "lots.rules"
    rules.write_text(LOTS.replace("cheap: lower", "cheap when my coins >= 9: lower"))
    game = rulec.interpret(rules)
    for coins, offered in ((3, ["sale"]), (4, ["sale", "look"]), (5, ["sale", "look", "tip"])):
        for seed in range(8):  # until the low one lies there
            state = game.State.setup(players=2, at="turn of 1", edits=player(coins=coins), seed=seed)
            if state.to_dict()["pile"]["top"] == "low":
                break
        assert labels(state) == offered  # either lot may come next: one needs four coins


DEPTHS = """game "Depths"
  players 2
  length 900
each player has:
  coins: 0 to 9
  steps_down: 0 to 900
  lamps: set of number_of_lamp
kind numbers_of_lamp of number_of_lamp: lamp_1 to lamp_20
play:
  repeat 3 times: each player acting: turn
turn:
  choose one as plan:
    deep when my coins = 2: repeat 300 times: step_down
    wide when my coins = 3:
      each number_of_lamp:
        choose one as lamp:
          light: add number_of_lamp to my lamps
          leave: nothing
    stay: raise my coins by 1
  needs my coins = 1
effect step_down:
  choose one as way:
    left: raise my steps_down by 1
    right: nothing
score:
  "Coins": my coins
"""


@pytest.mark.parametrize(
    ("coins", "message"),
    [
        (2, "depths.rules:1: more than 256 decisions, one behind the other, were tried"),
        (3, "depths.rules:1: more than 100000 decisions were tried"),
    ],
)
def test_it_is_said_which_limit_a_look_ahead_passes(tmp_path: Path, coins: int, message: str) -> None:
    rules = tmp_path / "depths.rules"
    rules.write_text(DEPTHS)
    program = compile_program(rules)
    slow, fast = interpret_program(replace(program, lookahead_limit=1000)), engine(rules)
    for game in (slow, fast):
        with pytest.raises(
            ValueError, match=r"players\.coins.*can't go on at `turn of 1`: " + re.escape(message)
        ):
            game.State.setup(players=2, at="turn of 1", edits=player(coins=coins))


def test_of_free_actions_only_those_are_tried_that_an_obligation_names() -> None:
    """A look-ahead of an engine leaves all others out without a test of the state."""
    for name in ("duties.rules", "timing.rules"):
        program = compile_program(GAMES / name)
        plan, nothing = NamePlan(program, make_schema(program)), without_options(program.blocks)
        named = {action for duty in program.duties for action in duty.helpers}
        not_tried = iter(words_not_tried(program, plan, nothing))
        for decision in program.decisions:
            for group, (_, count) in zip(decision.groups, plan.group_words(decision), strict=True):
                words = [next(not_tried) for _ in range(count)]
                if group.free_action >= 0 and not group.is_noop:
                    assert words == [2 if group.free_action in named else 1] * count, decision.name


# --- any order: rails for a joint cost, paid from the purse or with fame ---------------------------------


def edited(game: Any, play: list[str], **values: Any) -> Any:
    return game.State.setup(players=2, at="turn of 1", edits=player(**values), play=play)


def test_payment_comes_after_what_is_paid_for(orders: Any) -> None:
    state = edited(orders, [], money=6, fame=0, rails=6, helpers=0)
    # `rest` because 6 is at most 9; nothing else may come before the rails.
    assert labels(state) == ["lay", "sell_first", "rest"]


def test_no_set_that_could_not_be_paid(orders: Any) -> None:
    # 3 in the purse, 3 more for selling first or later: ash, birch and cedar cost 2, dale 4, elm 5. After
    # selling, 6 pay for any one town (leaving it at one with `stop`) and for 2 + 2 and 2 + 4.
    state = edited(orders, ["effect: sell_first", "effect: lay"], money=3, fame=0, helpers=0)
    assert labels(state) == ["ash", "birch", "cedar", "dale", "elm", "stop"]
    state.play("rail: ash")
    assert labels(state) == ["birch", "cedar", "dale", "stop"]
    # With 1 in the purse 4 can be had: no town for 5, none beside one for 2 but another for 2.
    state = edited(orders, ["effect: lay"], money=1, fame=0, helpers=0)
    assert labels(state) == ["ash", "birch", "cedar", "dale", "stop"]
    state.play("rail: ash")
    assert labels(state) == ["birch", "cedar", "stop"]


def test_a_set_is_asked_for_in_one_order(orders: Any) -> None:
    state = edited(orders, ["effect: lay", "rail: cedar"], money=40, fame=0, helpers=0)
    assert labels(state) == ["dale", "elm", "stop"]


def test_skipped_parts_are_not_owed(orders: Any) -> None:
    # A helper pays the fee, so the payment is skipped and even the dear towns can be laid with nothing.
    state = edited(orders, ["effect: lay", "rail: dale", "rail: elm"], money=0, fame=0, helpers=1)
    assert labels(state) == ["praise", "fee"]
    state.play("effect: fee")
    assert labels(state) == ["sell_later", "praise", "done"]


def test_instead_of_all_ends_the_order(orders: Any) -> None:
    state = edited(orders, ["effect: rest"], money=0, fame=0, helpers=0)
    assert state.decision() != "effect"


# --- obligations and free actions ------------------------------------------------------------------------


def hands(game: Any, play: list[str], **values: Any) -> Any:
    return game.State.setup(players=2, at="turn of 1", edits={**player(**values), "goal": 4}, play=play)


def test_hiring_counts_for_the_hands_that_are_owed(duties: Any) -> None:
    # 5 hands, 4 owed: one may be sent without hiring. 5 money (2 + 3 for the turn) hire one more.
    state = hands(duties, [], workers=5, money=2, share=0)
    assert labels(state) == ["dig", "haul", "build", "hire"]
    # With 4 money in all and nothing to sell nobody can be hired: two hands can't be sent.
    state = hands(duties, [], workers=5, money=1, share=0)
    assert labels(state) == ["haul", "build"]


def test_selling_does_not_count_for_the_hands(duties: Any) -> None:
    # Shares could be sold for the money to hire, but selling is not among the helpers.
    state = hands(duties, [], workers=5, money=1, share=3)
    assert "dig" not in labels(state)
    state.play("task: sell")
    assert "dig" in labels(state)  # now that the money is there, hiring helps


def test_nothing_else_may_be_owed_at_the_end(duties: Any) -> None:
    state = hands(duties, ["task: haul"], workers=5, money=0, share=0)
    assert labels(state) == ["sleep", "stop"]  # `help` would send another


def test_free_actions_are_used_at_most_so_often(duties: Any) -> None:
    state = hands(duties, ["task: hire", "hired_for: cheap", "task: hire", "hired_for: cheap"], money=40)
    assert "hire" not in labels(state)
    assert "sell" in labels(state)


def test_a_free_action_is_not_open_in_itself(duties: Any) -> None:
    state = hands(duties, ["task: hire"], money=40)
    assert state.decision() == "hired_for"
    assert "hire" not in labels(state)


# --- one name at several places --------------------------------------------------------------------------


def test_a_label_means_the_option_of_the_position(orders: Any) -> None:
    rows = orders.action_table()
    payments = [row.id for row in rows if row.label == "effect: payment"]
    effects = [row.id for row in rows if row.decision == "effect"]
    assert len(payments) == 1  # both orders of that name have it: a label belongs to one id
    assert effects == list(range(effects[0], effects[0] + len(effects)))
    (kind,) = (one for one in orders.DECISIONS if one.name == "effect")
    assert (kind.first, kind.size) == (effects[0], len(effects))

    state = edited(orders, ["effect: sell_first"], money=9, helpers=0)
    assert payments[0] not in state.legal_actions()  # first the rails
    state.play("effect: lay", "rail: ash", "rail: birch")
    assert state.string_to_action("effect: payment") == payments[0]
    # The rest brings 4, `small` 4 more: less than the 20 of the rich, so a helper is asked.
    state = edited(
        orders, ["effect: rest", "source: small", "which_helper: both"], money=0, fame=0, helpers=5
    )
    assert labels(state) == ["payment", "praise"]
    assert state.string_to_action("effect: payment") == payments[0]
    again = orders.State.from_dict(state.to_dict())
    assert again.to_dict()["pending"]["place"] == 2
    assert again.legal_actions() == state.legal_actions()
    for other in ("effect: lay", "effect: rest"):
        with pytest.raises(IllegalAction, match="does not offer"):
            again.play(other)
    again.play("effect: payment", "effect: gift")
    assert again.to_dict()["players"]["money"]["1"] == 9


# --- everything tried out --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["orders"])
def test_the_options_are_those_that_can_be_completed(name: str) -> None:
    game = rulec.interpret(GAMES / f"{name}.rules")
    without = rulec.interpret(GAMES / f"{name}.rules", lookahead=False)
    whole = Rules(stretch=lambda position: None)  # only another player's decision ends what is tried
    confirmed, seed = 0, 0
    while confirmed < 100:
        choices = random.Random(seed)
        state = game.State(2, seed)
        while not state.is_terminal() and confirmed < 100:
            position = state.to_dict()
            expected = completable(without.State.from_dict(position), whole)
            assert state.legal_actions() == expected, position["pending"]
            confirmed += 1
            state.apply_action(choices.choice(state.legal_actions()))
        seed += 1


# --- what is needed before a decision at which a loop can be left -----------------------------------------

HIRING = """game "Hiring"
  players 2
  length 60
kind jobs of job: cook, smith
each player has:
  rooms: 0 to 3, starts 2
  hired: 0 to 9
play:
  repeat 2 times:
    each player acting: turn
turn:
  choose one as plan:
    some: hire_some
    one_by_one:
      repeat up to 3 times, or enough:
        needs my rooms >= 1
        choose job from jobs as second_job
        hire
    wait: raise my rooms by 1
rule hire_some:
  repeat 1 to 3 times: hire_one
rule hire_one:
  let left = my rooms
  needs left >= 1
  choose job from jobs as first_job
  hire
rule hire:
  lower my rooms by 1
  raise my hired by 1
score:
  "Hired": my hired
"""


def test_what_is_needed_and_does_not_hold_ends_a_loop(tmp_path: Path) -> None:
    (tmp_path / "hiring.rules").write_text(HIRING, encoding="utf-8")
    game = rulec.interpret(tmp_path / "hiring.rules")

    def offered(play: list[str], rooms: int = 2) -> list[str]:
        return labels(at(game, play, **player(rooms=rooms)))

    assert offered(["plan: some"]) == ["cook", "smith"]  # one at least
    assert offered(["plan: some", "first_job: cook"]) == ["cook", "smith", "stop"]
    assert offered(["plan: some", "first_job: cook", "first_job: cook"]) == ["some", "one_by_one", "wait"]
    assert offered([], 0) == ["one_by_one", "wait"]
    assert offered(["plan: one_by_one"], 0) == ["enough"]  # with a name of its own it is asked all the same
    assert offered(["plan: one_by_one", "second_job: cook"], 1) == ["enough"]
