"""What can't be brought about any more by effects around a payment is not looked for."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from rulec.analysis.linear_conditions import Sum, as_sum, may_raise, raised
from rulec.compiler import compile_program
from rulec.interp.face import interpret
from rulec.ir import nodes
from rulec.ir.nodes import Const
from rulec.ir.program import Decision, Program
from rulec.ir.reports.expression_printer import expression
from rulec.ir.storage import Field
from rulec.ir.types import BOOL, IntType
from tests.engines import engine, interpreted
from tests.exhaustive_trials import without_marks
from tests.side_by_side import play_side_by_side

FAIR = """\
game "Fair"
  players 2
  length 4000

money: goods of each player, unlimited, starts 300
shares of share: goods of each player, unlimited, starts 1

payment selling: pays money, what is missing with share at 150 each

table stalls of stall:
  stall | price 100 to 900 | bonus effect
  tent  | 200              | gain 2 shares
  booth | 300              | pay 50 money, gain 300 money
  shed  | 400              | lose_helper
  hall  | 600              | prize

kind roles of role: lender, porter, clerk

each player has:
  owned: set of stall
  helpers: 0 to 9, starts 4
  role: role, starts lender
  fame: 0 to 200

turn:
  choose r from roles as role
  set my role to r
  choose one as act:
    open_up when some stalls where open: open_up
    rest: gain 100 money

stall is open when not it in my owned

effect prize:
  choose one as prize:
    purse: gain 200 money
    ribbon: raise my fame by 2

effect lose_helper:
  lower my helpers by 1
  raise my fame by 1

effect hire:
  pay 100 money
  raise my helpers by 1

action open_up:
  any order as effect:
    must found:
      choose s from stalls where open as site
      add s to my owned
    must payment after found: pay s's price money
    may bonus after found: do s's bonus
    may helper when my helpers < 9: hire
    may praise when my helpers >= 2: lose_helper
    may loan when my role is lender: gain 250 money
    at most one of helper, praise, loan
  raise my fame by 3

play:
  repeat 8 times:
    each player acting: turn

score:
  "Fame": my fame
"""


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fair") / "fair.rules"
    path.write_text(FAIR)
    return path


def order(program: Program) -> Decision:
    return next(one for one in program.decisions if one.name == "effect")


def without_hope(program: Program) -> Program:
    return replace(program, decisions=tuple(one.marked(exit_condition=None) for one in program.decisions))


def test_it_is_known_what_may_still_pay(fair: Path) -> None:
    """The bonus of every stall but the shed, a loan, and how much each: helpers and praise bring no money."""
    hope = order(compile_program(fair)).legality.exit_condition
    assert hope is not None
    said = expression(hope)
    for pays in ("(300 if (((", "(250 if (((open_up.s in {booth})", "(200 if (((open_up.s in {hall})"):
        assert pays in said
    assert "(250 if ((not some(open_up.effect.done~3 & {helper praise loan}))" in said
    assert "players.role" in said
    assert "shed" not in said
    assert "players.helpers" not in said
    assert "players.fame" not in said


def test_only_decisions_that_are_come_back_to_have_such_a_test(fair: Path) -> None:
    assert [
        one.name for one in compile_program(fair).decisions if one.legality.exit_condition is not None
    ] == ["effect"]


def test_it_is_what_a_search_to_the_end_finds(fair: Path) -> None:
    program = compile_program(fair)
    game, searching = interpret(program), interpret(without_marks(program))
    compared = refused = 0
    for seed in range(40):
        state, rnd = game.State(seed=seed), random.Random(seed)
        while not state.is_terminal():
            told = state.legal_actions()
            assert told == searching._machine.options(list(state._values)), state.history()
            compared += 1
            refused += [state.action_to_string(one) for one in told] == ["act: rest"]
            state.apply_action(rnd.choice(told))
    assert compared > 1500
    assert refused > 20  # no stall that could be paid for, in any order


def test_less_is_tried(fair: Path) -> None:
    """The same answer with fewer decisions tried, where no stall can be paid for."""
    program = compile_program(fair)
    tried = []
    for one in (program, without_hope(program)):
        game = interpret(one)
        state = game.State.setup(
            edits={"players.money.1": 0, "players.shares.1": 0, "players.owned.1": ["tent", "booth"]},
            at="turn of 1",
            play=["role: clerk"],
        )
        assert [state.action_to_string(one) for one in state.legal_actions()] == ["act: rest"]
        search = game._machine.search(game._machine, 0)
        decision = game._machine.pending(list(state._values))
        assert decision is not None
        assert not search.completes(decision, list(state._values), decision.groups[0].first)
        tried.append(search.nodes)
    assert 3 * tried[0] < 2 * tried[1]


@pytest.mark.parametrize("seed", range(6))
def test_both_back_ends_agree(fair: Path, seed: int) -> None:
    slow, fast = interpreted(fair), engine(fair)
    assert play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), random.Random(seed)) > 30


# --- sums ---------------------------------------------------------------------------------------------------

MONEY = Field("money", IntType(0, 1000), (), "state")
SHARES = Field("shares", IntType(0, 50), (), "state")
FAME = Field("fame", IntType(0, 20), (), "state")
COINS, PAPERS = nodes.ReadField(MONEY, ()), nodes.ReadField(SHARES, ())
PRICE = nodes.ReadLocal("price", IntType(0, 900))
SOLD = nodes.ReadLocal("sold", IntType(0, 9))


def number(value: int) -> Const:
    return Const(value, IntType(value, value))


def less(left: nodes.Expr, right: nodes.Expr) -> nodes.Arithmetic:
    return nodes.Arithmetic("-", left, right, IntType(-2000, 2000))


def more(left: nodes.Expr, right: nodes.Expr) -> nodes.Arithmetic:
    return nodes.Arithmetic("+", left, right, IntType(-2000, 3000))


def can_be_paid() -> nodes.Expr:
    """As `payment` is lowered: enough shares for what money lacks of the price, at 150 each."""
    lacking = nodes.Arithmetic("//", more(less(PRICE, COINS), number(149)), number(150), IntType(-7, 7))
    missing = nodes.IfElse(nodes.Compare("<", COINS, PRICE), lacking, number(0), IntType(-7, 7))
    return nodes.Compare(">=", PAPERS, missing)


def test_what_pays_is_one_sum() -> None:
    amount = as_sum(can_be_paid())
    assert amount is not None
    assert dict(amount.terms) == {COINS: 1, PRICE: -1, PAPERS: 150}
    assert amount.constant == 0
    for money in range(0, 600, 25):
        for shares in range(5):
            for price in range(0, 900, 50):
                lacks = -(-(price - money) // 150) if money < price else 0
                assert (shares >= lacks) == (money + 150 * shares - price >= 0)


def test_who_sells_is_no_richer_but_who_gains_is(fair: Path) -> None:
    amount = as_sum(can_be_paid())
    assert amount is not None
    program = compile_program(fair)
    worth = nodes.Arithmetic("*", SOLD, number(150), IntType(0, 1350))
    sells = nodes.Assign(SHARES, (), less(PAPERS, SOLD))
    earns = nodes.Assign(MONEY, (), more(COINS, worth))
    pays = nodes.Assign(MONEY, (), less(COINS, PRICE))
    assert not may_raise(amount, [sells, earns], program)
    assert not may_raise(amount, [sells, earns, pays], program)
    assert not may_raise(amount, [pays], program)
    assert may_raise(amount, [earns], program)
    assert may_raise(amount, [nodes.Assign(MONEY, (), number(5))], program)
    assert may_raise(amount, [nodes.If(nodes.Compare("<", COINS, PRICE), (earns,), ())], program)


def test_it_is_known_by_how_much(fair: Path) -> None:
    """Also of what is worked out before; not of what may be left out, or has changed meanwhile."""
    amount = as_sum(can_be_paid())
    assert amount is not None
    program = compile_program(fair)
    found = raised(amount, [nodes.Assign(SHARES, (), more(PAPERS, number(2)))], program)
    assert found is not None
    assert (found.terms, found.constant) == ((), 300)
    wage = nodes.ReadLocal("wage", IntType(0, 1000))
    worked_out = nodes.SetLocal("wage", more(number(100), nodes.ReadField(FAME, ())))
    earns = nodes.Assign(MONEY, (), more(COINS, wage))
    found = raised(amount, [worked_out, earns], program)
    assert found is not None
    assert (dict(found.terms), found.constant) == ({nodes.ReadField(FAME, ()): 1}, 100)
    assert raised(amount, [worked_out, nodes.Assign(FAME, (), number(0)), earns], program) is None
    assert raised(amount, [nodes.If(nodes.Compare("<", COINS, PRICE), (earns,), ())], program) is None


def test_what_is_gained_counts_where_it_can_be() -> None:
    holds = nodes.Compare(">=", nodes.ReadField(FAME, ()), number(3))
    amount = as_sum(nodes.Compare(">=", COINS, number(300)))
    assert amount is not None
    whole = amount.with_gain(holds, Sum(((nodes.ReadField(FAME, ()), 10),), 50))
    assert len(whole.terms) == 2
    assert (whole.most, whole.least) == (1000 - 300 + 50 + 200, -300)
    assert amount.with_gain(Const(1, BOOL), Sum((), 50)) == amount.plus(Sum((), 50))
    assert amount.with_gain(Const(0, BOOL), Sum((), 50)) == amount
    assert whole.at_most(lambda term: term == COINS).constant == -300 + 250


def test_other_comparisons_are_sums_too() -> None:
    for op, least in ((">=", 0), (">", 1)):
        found = as_sum(nodes.Compare(op, COINS, number(300)))  # type: ignore[arg-type]
        assert found is not None
        assert (dict(found.terms), found.constant) == ({COINS: 1}, -300 - least)
    found = as_sum(nodes.Not(nodes.Compare("<=", number(4), PAPERS)))
    assert found is not None
    assert (dict(found.terms), found.constant) == ({PAPERS: -1}, 3)
    assert as_sum(nodes.Compare("==", COINS, PRICE)) is None
