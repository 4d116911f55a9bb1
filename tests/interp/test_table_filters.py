"""The interpreter picks members by tables at once: the same as asking each of them."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from rulec.compiler import compile_program
from rulec.interp import lists
from rulec.interp.evaluate import Evaluator
from rulec.interp.machine import Machine
from rulec.interp.value_maker import InterpreterBug, Value
from rulec.ir import nodes
from rulec.ir.types import BOOL, Domain, ElemType, IntType, SetType, list_type

GAME = Path(__file__).parents[2] / "games" / "classics" / "tic_tac_toe.rules"
CITY = Domain("city", tuple(f"c{n}" for n in range(9)))
SIDE = Domain("side", ("left", "right"))
NUMBER = IntType(0, 3)
RANDOM = random.Random(5)
FLAT = nodes.Table("flat", NUMBER, (CITY,), tuple(RANDOM.randrange(4) for _ in range(9)))
DEEP = nodes.Table("deep", NUMBER, (SIDE, CITY, SIDE), tuple(RANDOM.randrange(4) for _ in range(2 * 9 * 2)))
CITIES = SetType(CITY)
ME, SIDE_NOW = nodes.ReadLocal("one", ElemType(CITY)), nodes.ReadLocal("side", ElemType(SIDE))
WANTED = nodes.ReadLocal("wanted", NUMBER)


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return Machine(compile_program(GAME)).evaluator


def _slowly(evaluator: Evaluator, test: nodes.Expr) -> Value:
    one = evaluator.value(test)
    return lambda cells, env: sum(
        1 << n for n in range(9) if env["cities"] >> n & 1 and one(cells, {**env, "one": n})
    )


def _is(look: nodes.Expr, other: nodes.Expr) -> nodes.Expr:
    return nodes.Compare("==", look, other)


TESTS = [
    _is(nodes.Lookup(FLAT, (ME,)), WANTED),
    _is(WANTED, nodes.Lookup(FLAT, (ME,))),
    _is(nodes.Lookup(DEEP, (SIDE_NOW, ME, SIDE_NOW)), WANTED),
    nodes.Logic(
        "and",
        _is(nodes.Lookup(FLAT, (ME,)), WANTED),
        nodes.Logic(
            "and",
            _is(nodes.Lookup(DEEP, (nodes.Const(1, ElemType(SIDE)), ME, SIDE_NOW)), WANTED),
            nodes.Const(1, BOOL),
        ),
    ),
    nodes.Logic(
        "and",
        nodes.Compare(">=", nodes.Lookup(FLAT, (ME,)), nodes.Const(1, NUMBER)),
        _is(nodes.Lookup(FLAT, (ME,)), WANTED),
    ),
    # What it is compared with is another one's for each of them.
    _is(nodes.Lookup(FLAT, (ME,)), nodes.Lookup(DEEP, (SIDE_NOW, ME, SIDE_NOW))),
]


@pytest.mark.parametrize("test", TESTS)
def test_as_if_each_were_asked(evaluator: Evaluator, test: nodes.Expr) -> None:
    at_once = evaluator.value(nodes.Filter("one", nodes.ReadLocal("cities", CITIES), test, CITIES))
    slowly = _slowly(evaluator, test)
    found = set()
    for side, wanted in itertools.product(range(2), range(5)):  # 4 is nowhere in the tables
        for cities in (0, 511, *(RANDOM.randrange(512) for _ in range(20))):
            env = {"side": side, "wanted": wanted, "cities": cities}
            assert at_once([], env) == slowly([], env)
            found.add(at_once([], env))
    assert len(found) > 1


def test_places_are_looked_at(evaluator: Evaluator) -> None:
    deep = nodes.Filter("one", nodes.ReadLocal("cities", CITIES), TESTS[2], CITIES)
    value = evaluator.value(deep)
    assert value([], {"side": 9, "wanted": 0, "cities": 0}) == 0  # nobody is asked
    for env in ({"side": 2, "wanted": 0, "cities": 1}, {"side": 0, "wanted": 0, "cities": 1 << 9}):
        with pytest.raises(InterpreterBug, match="table deep"):
            value([], env)


@pytest.mark.parametrize("test", TESTS)
def test_entries_of_a_list_are_asked_one_by_one(evaluator: Evaluator, test: nodes.Expr) -> None:
    type_ = list_type(CITY, 6)
    at_once = evaluator.value(nodes.Filter("one", nodes.ReadLocal("laid", type_), test, type_))
    one = evaluator.value(test)
    for side, wanted in itertools.product(range(2), range(4)):
        laid = [RANDOM.randrange(9) for _ in range(6)]
        env = {"side": side, "wanted": wanted, "laid": lists.collected(laid, type_)}
        left = [city for city in laid if one([], {**env, "one": city})]
        assert at_once([], env) == lists.collected(left, type_)
