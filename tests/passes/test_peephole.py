"""What is said shorter before it is written means the same."""

from __future__ import annotations

import operator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rulec.compiler import compile_program
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import FALSE, ONE, TRUE, full
from rulec.ir.types import BOOL, Domain, ElemType, IntType, SetType
from rulec.ir.walk import parts, parts_of_program, rewrite
from rulec.passes.peephole import lies_in, simplified, simplify_expressions
from tests.engines import ROOT

SQUARES = Domain("squares", tuple("abcdefghijklmnop"))
SIDES = Domain("sides", ("red", "blue"))
SET, SQUARE, SIDE = SetType(SQUARES), ElemType(SQUARES), ElemType(SIDES)
NUMBER = IntType(0, 16)
COMPARISONS: dict[str, Any] = {"<": operator.lt, "<=": operator.le, "==": operator.eq, ">": operator.gt}
THOSE, WITHIN = nodes.ReadLocal("those", SET), nodes.ReadLocal("within", SET)
ONE_OF_THEM, SIDE_TO_MOVE = nodes.ReadLocal("one", SQUARE), nodes.ReadLocal("side", SIDE)
SINGLE = nodes.Single(ONE_OF_THEM, SET)
RAILS = nodes.Field("rails", BOOL, (SQUARES, SIDES))
RAILED = nodes.Column(RAILS, (SIDE_TO_MOVE,))


def railed(member: Expr) -> Expr:
    return nodes.ReadField(RAILS, (member, SIDE_TO_MOVE))


def value(node: Any, names: dict[str, int]) -> int:
    """What a few kinds of expressions come to, worked out here and nowhere else."""
    of = lambda one: value(one, names)  # noqa: E731
    match node:
        case Const(number):
            return number
        case nodes.ReadLocal(name) | nodes.ReadField(nodes.Field(name), ()):
            return names[name]
        case nodes.Single(member):
            return 1 << of(member)
        case nodes.SetOp(op, a, b):
            return {"&": of(a) & of(b), "|": of(a) | of(b), "-": of(a) & ~of(b)}[op]
        case nodes.Count(those):
            return of(those).bit_count()
        case nodes.Contains(those, member):
            return of(those) >> of(member) & 1
        case nodes.IfElse(condition, then, otherwise):
            return of(then) if of(condition) else of(otherwise)
        case nodes.Lookup(nodes.Table(values=values), (index,)):
            return values[of(index)]
        case nodes.Filter(var, those, condition):
            found = [n for n in range(16) if of(those) >> n & 1 and value(condition, {**names, var: n})]
            return sum(1 << n for n in found)
        case nodes.Fold("sum", var, those, formula, empty):
            terms = [value(formula, {**names, var: n}) for n in range(16) if of(those) >> n & 1]
            return sum(terms) if terms else empty
        case nodes.Arithmetic(op, a, b):
            return {"+": of(a) + of(b), "-": of(a) - of(b), "max": max(of(a), of(b))}[op]
        case nodes.Compare(op, a, b):
            return int(
                {"<": of(a) < of(b), "<=": of(a) <= of(b), "==": of(a) == of(b), ">": of(a) > of(b)}[op]
            )
        case nodes.Logic(op, a, b):
            return int(of(a) and of(b)) if op == "and" else int(of(a) or of(b))
        case nodes.Not(test):
            return int(not of(test))
    raise AssertionError(node)


def count(those: Expr) -> Expr:
    return nodes.Count(those, NUMBER)


IT = nodes.ReadLocal("it", SQUARE)
IS_OTHER = nodes.Not(nodes.Compare("==", IT, ONE_OF_THEM))
OTHERS = nodes.Filter("it", THOSE, nodes.Logic("or", nodes.Contains(WITHIN, IT), nodes.Not(IS_OTHER)), SET)
VALUES = nodes.Table("values", IntType(0, 9), (SQUARES,), (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3))
ONE_MORE = nodes.SetOp("|", THOSE, SINGLE, SET)


def total(those: Expr, empty: int = 0) -> nodes.Fold:
    return nodes.Fold("sum", "it", those, nodes.Lookup(VALUES, (IT,)), empty, IntType(0, 200))


@pytest.mark.parametrize(
    "node",
    [
        nodes.SetOp("-", OTHERS, SINGLE, SET),
        nodes.SetOp("-", replace(OTHERS, condition=IS_OTHER), SINGLE, SET),
        total(ONE_MORE),
        total(ONE_MORE, empty=7),
        total(nodes.SetOp("|", THOSE, nodes.SetOp("|", WITHIN, SINGLE, SET), SET)),
        count(SINGLE),
        count(nodes.SetOp("&", SINGLE, THOSE, SET)),
        count(nodes.SetOp("&", THOSE, SINGLE, SET)),
        count(nodes.SetOp("|", SINGLE, THOSE, SET)),
        count(nodes.SetOp("&", WITHIN, nodes.SetOp("|", SINGLE, THOSE, SET), SET)),
        count(nodes.SetOp("&", nodes.SetOp("|", THOSE, SINGLE, SET), WITHIN, SET)),
        nodes.Arithmetic("+", ONE_OF_THEM, Const(0, IntType(0, 0)), NUMBER),
        nodes.Compare("<", nodes.Arithmetic("-", count(THOSE), Const(2, IntType(2, 2)), NUMBER), ONE),
        nodes.Compare("==", nodes.Arithmetic("+", count(THOSE), Const(2, IntType(2, 2)), NUMBER), ONE),
    ],
    ids=str,
)
def test_numbers_stay_what_they_are(node: Expr) -> None:
    short = rewrite(node, simplified)
    for those in range(64):
        for one in range(6):
            names = {"those": those, "within": 0b101101, "one": one}
            assert value(short, names) == value(node, names)


MANY = Domain("many", tuple(f"m{n}" for n in range(100)))
ALL = SetType(MANY)
FIRST, SECOND, THIRD = (nodes.ReadLocal(name, ALL) for name in ("first", "second", "third"))
ONE_OF_MANY = nodes.ReadLocal("one", ElemType(MANY))


@pytest.mark.parametrize(
    "those",
    [
        nodes.SetOp("|", FIRST, SECOND, ALL),
        nodes.SetOp("-", FIRST, nodes.SetOp("|", SECOND, THIRD, ALL), ALL),
        nodes.SetOp("&", nodes.SetOp("-", Const(MANY.full, ALL), FIRST, ALL), SECOND, ALL),
    ],
    ids=str,
)
def test_of_sets_of_many_words_one_word_is_looked_at(those: Expr) -> None:
    asked = nodes.Contains(those, ONE_OF_MANY)
    short = rewrite(asked, simplified)
    assert not any(isinstance(part, nodes.SetOp) for part in parts(short))
    for sets in product(range(2), repeat=3):
        names = {name: there << 70 for name, there in zip(("first", "second", "third"), sets, strict=True)}
        for one in (69, 70):
            assert value(short, {**names, "one": one}) == value(asked, {**names, "one": one})


def test_a_few_words_are_joined_as_they_are() -> None:
    asked = nodes.Contains(nodes.SetOp("|", THOSE, WITHIN, SET), ONE_OF_THEM)
    assert rewrite(asked, simplified) == asked


def test_one_less_but_not_below_nothing() -> None:
    number = nodes.ReadField(nodes.Field("number", NUMBER, ()), ())
    less = nodes.Arithmetic("-", number, ONE, IntType(-1, 15))
    least = nodes.Arithmetic("max", less, Const(0, IntType(0, 0)), NUMBER)
    short = rewrite(least, simplified)
    assert not any(isinstance(part, nodes.Arithmetic) and part.op == "max" for part in parts(short))
    for n in range(17):
        assert value(short, {"number": n}) == max(n - 1, 0)


def test_no_set_is_made_to_count_one_member() -> None:
    assert simplified(count(SINGLE)) == ONE
    one = simplified(count(nodes.SetOp("&", WITHIN, nodes.SetOp("|", SINGLE, THOSE, SET), SET)))
    assert not any(isinstance(part, nodes.Single) for part in (one, *_parts(one)))


def test_a_term_is_split_off_a_sum() -> None:
    short = simplified(total(ONE_MORE))
    assert next(part for part in parts(short) if isinstance(part, nodes.Fold)) == total(THOSE)


def test_a_member_left_out_is_not_compared() -> None:
    short = simplified(nodes.SetOp("-", OTHERS, SINGLE, SET))
    assert not any(isinstance(part, nodes.Compare) for part in parts(short))


def test_a_table_of_the_numbers_themselves_is_not_looked_into() -> None:
    owner = nodes.Lookup(nodes.Table("owner", SQUARE, (SQUARES,), tuple(range(16))), (ONE_OF_THEM,))
    other = nodes.Lookup(nodes.Table("other", SQUARE, (SQUARES,), (1, 0, *range(2, 16))), (ONE_OF_THEM,))
    assert simplified(railed(owner)) == railed(ONE_OF_THEM)
    assert simplified(railed(other)) == railed(other)
    assert simplified(nodes.Compare("==", owner, IT)) == nodes.Compare("==", ONE_OF_THEM, IT)
    assert simplified(nodes.Compare("==", IT, other)) == nodes.Compare("==", IT, other)


def test_what_a_set_tells_of_its_members_is_not_asked() -> None:
    it = nodes.ReadLocal("it", SQUARE)
    free = nodes.SetOp("-", THOSE, RAILED, SET)
    both_ = nodes.SetOp("&", THOSE, RAILED, SET)
    asked = nodes.Logic("or", nodes.Not(railed(it)), nodes.Contains(WITHIN, it))
    assert simplified(nodes.Exists("it", free, asked)).condition == TRUE
    assert simplified(nodes.Exists("it", both_, asked)).condition == nodes.Contains(WITHIN, it)
    assert simplified(nodes.Exists("it", free, railed(it))) == FALSE
    unknown = nodes.Exists("it", nodes.SetOp("|", THOSE, RAILED, SET), asked)
    assert simplified(unknown) == unknown
    other = nodes.ReadField(RAILS, (it, Const(0, SIDE)))
    assert simplified(nodes.Exists("it", free, other)).condition == other


@pytest.mark.parametrize(
    ("op", "limit", "inside"),
    [(">=", 1, True), ("<", 1, False), ("==", 0, False), ("!=", 0, True), (">", 1, None)],
)
def test_in_which_sets_a_member_lies(op: Any, limit: int, inside: bool | None) -> None:
    field = nodes.Field("men", IntType(0, 1), (SQUARES,))
    it = nodes.ReadLocal("it", SQUARE)
    test = nodes.Compare(op, nodes.ReadField(field, (it,)), Const(limit, IntType(limit, limit)))
    expected = None if inside is None else (nodes.Column(field, ()), inside)
    assert lies_in(test, "it") == expected
    assert lies_in(nodes.Not(test), "it") == (
        None if inside is None else (nodes.Column(field, ()), not inside)
    )
    assert lies_in(test, "other") is None


def test_one_member_is_asked_directly() -> None:
    it = nodes.ReadLocal("it", SQUARE)
    asked = simplified(nodes.Exists("it", Const(0b1000, SET), railed(it)))
    assert asked == railed(Const(3, SQUARE))
    every = nodes.Exists("it", full(SQUARES), railed(it))
    assert simplified(every) == every


def test_a_heavy_game_becomes_shorter() -> None:
    program = compile_program(ROOT / "games" / "manifest_railways.rules")
    before, after = (
        sum(1 for _ in parts_of_program(one)) for one in (program, simplify_expressions(program))
    )
    assert after < before


def _parts(node: Any) -> list[Any]:
    found: list[Any] = []
    rewrite(node, lambda part: found.append(part) or part)
    return found
