"""Bounds on sizes of sets: no set has fewer or more members, whatever its variables are."""

from __future__ import annotations

from itertools import product
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from rulec.analysis.partial_evaluation import settled
from rulec.analysis.set_sizes import greatest_size, least_size
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import both, either, negate
from rulec.ir.types import BOOL, Domain, ElemType, SetType
from rulec.ir.walk import rewrite, substitute

HUES = Domain("hues", ("red", "green", "blue", "grey"))
HUE, SET = ElemType(HUES), SetType(HUES)
NAMES = ("a", "b")
FLAG = nodes.ReadLocal("flag", BOOL)
MEMBER = nodes.ReadLocal("x", HUE)
SETS = nodes.Table("sets", SET, (HUES,), (1, 3, 6, 15))

members = st.sampled_from([nodes.ReadLocal(name, HUE) for name in NAMES])
constants = st.integers(0, 15).map(lambda value: Const(value, SET))
conditions = st.recursive(
    st.one_of(
        members.map(lambda one: nodes.Not(nodes.Compare("==", MEMBER, one))),
        constants.map(lambda those: nodes.Not(nodes.Contains(those, MEMBER))),
        st.just(FLAG),
    ),
    lambda inner: st.one_of(st.builds(both, inner, inner), st.builds(either, inner, inner)),
    max_leaves=4,
)
sets = st.recursive(
    st.one_of(
        constants,
        members.map(lambda one: nodes.Single(one, SET)),
        members.map(lambda one: nodes.Lookup(SETS, (one,))),
    ),
    lambda inner: st.one_of(
        st.builds(lambda op, a, b: nodes.SetOp(op, a, b, SET), st.sampled_from("|&-"), inner, inner),
        st.builds(lambda a, b: nodes.IfElse(FLAG, a, b, SET), inner, inner),
        st.builds(lambda a, condition: nodes.Filter("x", a, condition, SET), inner, conditions),
    ),
    max_leaves=6,
)


def size_in(members: Expr, case: dict[str, int]) -> int:
    """Count the members for these values of the variables."""
    return sum(holds_of(members, case, one) for one in range(HUES.size))


def holds_of(members: Expr, case: dict[str, int], one: int) -> bool:
    match members:
        case Const(value):
            return bool(value >> one & 1)
        case nodes.Single(nodes.ReadLocal(name)):
            return case[name] == one
        case nodes.Lookup(_, (nodes.ReadLocal(name),)):
            return bool(SETS.values[case[name]] >> one & 1)
        case nodes.SetOp(op, left, right):
            a, b = holds_of(left, case, one), holds_of(right, case, one)
            return {"|": a or b, "&": a and b, "-": a and not b}[op]
        case nodes.IfElse(_, then, otherwise):
            return holds_of(then if case["flag"] else otherwise, case, one)
        case nodes.Filter(_, value, condition):
            for name, value_of in (("x", one), *case.items()):
                type_ = BOOL if name == "flag" else HUE
                condition = cast(Expr, substitute(condition, name, Const(value_of, type_)))
            found = rewrite(condition, settled)
            assert isinstance(found, Const)
            return bool(found.value) and holds_of(value, case, one)
    raise AssertionError(members)


@given(sets)
def test_sizes_lie_within_their_bounds(members: Expr) -> None:
    least, most = least_size(members), greatest_size(members)
    for a, b, flag in product(range(4), range(4), (0, 1)):
        assert least <= size_in(members, {"a": a, "b": b, "flag": flag}) <= most


def test_bounds_are_tight_where_few_are_left_out() -> None:
    everyone = Const(15, SET)
    other = nodes.SetOp("-", everyone, nodes.Single(nodes.ReadLocal("a", HUE), SET), SET)
    assert (least_size(other), greatest_size(other)) == (3, 4)
    neither = both(
        nodes.Not(nodes.Compare("==", MEMBER, nodes.ReadLocal("a", HUE))),
        negate(nodes.Contains(Const(3, SET), MEMBER)),
    )
    assert least_size(nodes.Filter("x", everyone, neither, SET)) == 1
