"""Boolean minimization keeps the value and the definedness of tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulec.analysis.factoring import factored
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.simplify import both, either, negate
from rulec.ir.types import BOOL, IntType
from rulec.ir.walk import always_has_a_value, size

A, B, C, D = (nodes.ReadLocal(name, BOOL) for name in "abcd")


def _partial(name: str) -> Expr:
    """Return a test that has a value only where the number is at least 1."""
    number = nodes.ReadLocal(name, IntType(0, 5))
    less = nodes.Arithmetic("-", number, Const(1, IntType(1, 1)), IntType(0, 4))
    return nodes.Compare(">=", less, Const(2, IntType(2, 2)))


P, Q = _partial("p"), _partial("q")


class Undefined(Exception):
    """A test was evaluated where it has no value."""


def value(test: Expr, given_values: dict[Expr, bool | None]) -> bool:
    match test:
        case Const(number):
            return bool(number)
        case nodes.Not(inner):
            return not value(inner, given_values)
        case nodes.Logic("and", left, right):
            return value(left, given_values) and value(right, given_values)
        case nodes.Logic("or", left, right):
            return value(left, given_values) or value(right, given_values)
        case _:
            pass
    found = given_values[test]
    if found is None:
        raise Undefined
    return found


tests = st.recursive(
    st.sampled_from([A, B, C, D, P, Q]),
    lambda inner: st.one_of(
        st.builds(nodes.Not, inner), st.builds(both, inner, inner), st.builds(either, inner, inner)
    ),
    max_leaves=14,
)
assignments = st.fixed_dictionaries(
    {one: st.booleans() for one in (A, B, C, D)}
    | {one: st.sampled_from([True, False, None]) for one in (P, Q)}
)


@given(tests, assignments)
def test_value_and_definedness_stay(test: Expr, given_values: dict[Expr, bool | None]) -> None:
    try:
        wanted = value(test, given_values)
    except Undefined:
        return
    assert value(factored(test), given_values) == wanted


@given(tests)
def test_no_test_grows(test: Expr) -> None:
    assert size(factored(test)) <= size(test)


def test_partial_tests_are_partial() -> None:
    assert not always_has_a_value(P)
    assert always_has_a_value(A)


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        (either(A, both(A, B)), A),
        (either(both(A, B), A), A),
        (both(A, both(B, A)), both(A, B)),
        (both(A, either(negate(A), B)), both(A, B)),
        (either(A, both(negate(A), B)), either(A, B)),
        (either(both(A, B), both(A, C)), both(A, either(B, C))),
        (either(both(B, A), both(C, A)), both(A, either(B, C))),
        (either(both(A, B), both(negate(A), B)), B),
        (either(both(A, either(C, B)), both(negate(A), B)), either(both(A, C), B)),
        (
            either(
                both(D, both(negate(A), B)),
                both(D, either(both(A, either(C, B)), both(negate(A), B))),
            ),
            both(D, either(both(A, C), B)),
        ),
    ],
)
def test_forms(test: Expr, expected: Expr) -> None:
    assert factored(test) == expected


def test_partial_conjuncts_stay_behind_their_guards() -> None:
    guarded = either(both(A, P), both(B, P))
    assert factored(guarded) == guarded
