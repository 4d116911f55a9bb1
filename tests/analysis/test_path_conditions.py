"""How tests of several ways on are joined: shorter than side by side, and the same in every state."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rulec.analysis.path_conditions import one_or_other, some
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import both, either, negate
from rulec.ir.types import BOOL, Domain, ElemType, SetType
from rulec.ir.walk import parts, size

NAMES = ("a", "b", "c", "d")
FLAGS = tuple(nodes.ReadLocal(name, BOOL) for name in NAMES)
HUES = Domain("hues", ("red", "green", "blue"))

tests = st.recursive(
    st.sampled_from(FLAGS),
    lambda inner: st.one_of(
        inner.map(negate), st.builds(both, inner, inner), st.builds(either, inner, inner)
    ),
    max_leaves=8,
)


def holds(test: Expr, flags: dict[str, bool]) -> bool:
    match test:
        case Const(value):
            return bool(value)
        case nodes.ReadLocal(name):
            return flags[name]
        case nodes.Not(value):
            return not holds(value, flags)
        case nodes.Logic("and", left, right):
            return holds(left, flags) and holds(right, flags)
        case nodes.Logic("or", left, right):
            return holds(left, flags) or holds(right, flags)
    raise AssertionError(test)


@given(tests, tests)
def test_one_or_other_holds_where_one_of_them_does(one: Expr, other: Expr) -> None:
    joined = one_or_other(one, other)
    assert size(joined) <= size(either(one, other))
    for values in product((False, True), repeat=len(NAMES)):
        flags = dict(zip(NAMES, values, strict=True))
        assert holds(joined, flags) == (holds(one, flags) or holds(other, flags))


def test_what_both_ask_is_asked_once() -> None:
    a, b, c, d = FLAGS
    joined = one_or_other(both(both(a, b), d), both(both(a, c), d))
    assert sum(part == d for part in parts(joined)) == 1
    assert sum(part == a for part in parts(joined)) == 1


def test_two_searches_through_one_set_are_one() -> None:
    hues = Const(HUES.full, SetType(HUES))
    x, y = nodes.ReadLocal("x", ElemType(HUES)), nodes.ReadLocal("y", ElemType(HUES))
    red, blue = (Const(n, ElemType(HUES)) for n in (0, 2))
    joined = one_or_other(
        nodes.Exists("x", hues, nodes.Compare("==", x, red)),
        nodes.Exists("y", hues, nodes.Compare("==", y, blue)),
    )
    same = either(nodes.Compare("==", x, red), nodes.Compare("==", x, blue))
    assert joined == nodes.Exists("x", hues, same)


def test_what_an_option_says_of_itself_is_not_asked_again() -> None:
    hues = Const(HUES.full, SetType(HUES))
    it, chosen = nodes.ReadLocal("it", ElemType(HUES)), nodes.ReadLocal("chosen", ElemType(HUES))
    red = Const(0, ElemType(HUES))
    options = nodes.Filter("it", hues, nodes.Compare("==", it, red), SetType(HUES))
    known, more = nodes.Compare("==", chosen, red), FLAGS[0]
    test = both(either(nodes.Compare("!=", chosen, red), known), nodes.Compare("==", chosen, chosen))
    found = some(options, chosen, both(more, test))
    assert found == both(more, nodes.Exists("chosen", hues, both(known, nodes.Compare("==", chosen, chosen))))
