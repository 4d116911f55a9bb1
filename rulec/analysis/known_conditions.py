"""Normal forms of tests, their consequences, and proofs from known facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from rulec.analysis.linear_conditions import Sum, as_sum
from rulec.analysis.partial_evaluation import settled
from rulec.analysis.set_sizes import least_size
from rulec.base import limits
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import BOOL, ElemType, IntType, ListType, SetType, bounds
from rulec.ir.walk import rewrite, size, substitute, with_plain_names

LARGEST_KNOWN = 400  # parts of a test; larger ones are not remembered


def nonempty(options: Expr) -> Expr:
    """Return the test that a set is not empty, in terms of its inputs."""
    match options:
        case nodes.IfElse(condition, then, Const(value=0)):
            return nodes.Logic("and", condition, nonempty(then))
        case nodes.Filter(var, value, condition) if not isinstance(value.type, ListType):
            return nodes.Exists(var, value, condition)
        case Const(value):
            return Const(int(value != 0), BOOL)
        case _:
            pass
    return nodes.Some(options)


@lru_cache(maxsize=20_000)
def normal_form(test: Expr) -> Expr:
    """Normalize a test: alpha-renamed, with canonical comparisons."""
    return cast(Expr, with_plain_names(rewrite(test, _simpler)))


def _simpler(part: Any) -> Any:
    match part:
        case Const(value, IntType()):
            return Const(value, IntType(value, value))
        case nodes.Not(nodes.Not(value)):
            return value
        case nodes.Not(Const(value)):
            return Const(1 - value, BOOL)
        case nodes.Compare("!=", left, right):
            return nodes.Not(nodes.Compare("==", left, right))
        case nodes.Compare("<", left, right) if not isinstance(left.type, SetType):
            return nodes.Not(_simpler(nodes.Compare(">=", left, right)))
        case nodes.Compare("<=", left, Const(value, IntType())):
            return nodes.Not(_simpler(nodes.Compare(">=", left, _number(value + 1))))
        case nodes.Compare(">", left, Const(value, IntType())):
            return _simpler(nodes.Compare(">=", left, _number(value + 1)))
        case nodes.Compare("<=", left, right) if not isinstance(left.type, SetType):
            return _simpler(nodes.Compare(">=", right, left))
        case nodes.Arithmetic("+", left, Const(value=0)):
            return left
        case nodes.Compare(">=", nodes.IfElse(condition, then, Const(value=0)), Const(value) as least) if (
            value >= 1
        ):
            return nodes.Logic("and", condition, _simpler(nodes.Compare(">=", then, least)))
        case nodes.Compare(">=", nodes.Fold("sum") as total, Const(value=1)) if _adds_up(total):
            return _positive_term(total)
        case nodes.Compare(
            ">=",
            nodes.Fold("sum", var, value, nodes.IfElse(same, Const(value=1), Const(value=0)), 0),
            Const(value=1),
        ) if isinstance(value.type, ListType):
            return _among_entries(var, value, same) or part
        case nodes.Fold("sum", type=IntType(_, most)) if most != limits.OPEN_END:
            # Whoever asks may take more or less into account.
            return replace(part, type=IntType(part.type.lo, limits.OPEN_END))
        case nodes.Some(nodes.Filter() | Const() as value):
            return nonempty(value)
        case nodes.Some(nodes.IfElse() as value):
            return nonempty(value)
        case _:
            pass
    return part


def _among_entries(var: str, entries: Expr, same: Expr) -> Expr | None:
    """Return the test that a member is an entry of a list."""
    type_ = entries.type
    assert isinstance(type_, ListType)
    match same:
        case nodes.Compare("==", nodes.ReadLocal(name) as entry, member) if name == var:
            those = SetType(type_.members)
            return nodes.Contains(nodes.UnionOf(var, entries, nodes.Single(entry, those), those), member)
    return None


def _adds_up(total: nodes.Fold) -> bool:
    """Return whether a sum over a set has no negative terms."""
    return (
        total.empty == 0 and bounds(total.formula.type).lo >= 0 and not isinstance(total.value.type, ListType)
    )


def _positive_term(total: nodes.Fold) -> Expr:
    """Return the test that a sum without negative terms has a term of at least 1."""
    positive = cast(Expr, _simpler(nodes.Compare(">=", total.formula, _number(1))))
    return nodes.Exists(total.var, total.value, positive)


def _number(value: int) -> Const:
    return Const(value, IntType(value, value))


# --- learning and proving -------------------------------------------------------------------------------


def learn(facts: set[Expr], test: Expr) -> None:
    if size(test) <= LARGEST_KNOWN:
        keep(facts, normal_form(test))


def keep(facts: set[Expr], test: Expr) -> None:
    match test:
        case nodes.Logic("and", left, right):
            keep(facts, left)
            keep(facts, right)
        case nodes.Not(nodes.Logic("or", left, right)):
            keep(facts, normal_form(nodes.Not(left)))
            keep(facts, normal_form(nodes.Not(right)))
        case nodes.Contains(value, member):
            facts.add(test)
            _keep_member(facts, value, member)
        case nodes.Not(nodes.Compare(">=", less, more)) if _is_more_than_nothing(more, less):
            facts.add(test)
            facts.add(normal_form(nodes.Compare(">=", more, _number(1))))
        case nodes.Compare(">=", nodes.Fold("sum") as total, Const(least)) if least > 1 and _adds_up(total):
            facts.add(test)
            facts.add(normal_form(_positive_term(total)))
        case nodes.Compare(">=", nodes.Arithmetic()) | nodes.Not(nodes.Compare(">=")):
            facts.add(test)
            facts.update(normal_form(_positive_term(total)) for total in _positive_sums(test))
        case Const():
            pass
        case _:
            facts.add(test)


def _positive_sums(test: Expr) -> Iterator[nodes.Fold]:
    """Yield the sums that an inequality forces to be positive: `gold + sum of stock >= 11`, gold up to 5."""
    amount = as_sum(test)
    if amount is None:
        return
    for term, times in amount.terms:
        if isinstance(term, nodes.Fold) and term.op == "sum" and times > 0 and _adds_up(term):
            others = tuple(one for one in amount.terms if one[0] != term)
            # The type of arithmetic may rely on a check that has not been made here.
            known = all(isinstance(one, nodes.ReadField | nodes.Lookup | nodes.Count) for one, _ in others)
            if known and Sum(others, amount.constant).most < 0:
                yield term


def _is_more_than_nothing(value: Expr, than: Expr) -> bool:
    """Return whether `value > than` implies that the value is at least 1."""
    return isinstance(value.type, IntType) and isinstance(than.type, IntType) and bounds(than.type).lo >= 0


def learn_member(facts: set[Expr], value: Expr, member: Expr) -> None:
    if size(value) <= LARGEST_KNOWN:
        _keep_member(facts, normal_form(value), member)


def not_implied(options: Expr, member: Expr, tests: tuple[Expr, ...]) -> list[Expr]:
    """Return the tests of a member that its membership in the options does not prove."""
    if isinstance(options, Const) or not isinstance(options.type, SetType):
        return list(tests)
    facts: set[Expr] = set()
    learn_member(facts, options, member)
    return [one for one in tests if size(one) > LARGEST_KNOWN or not proves(facts, normal_form(one))]


def _keep_member(facts: set[Expr], value: Expr, member: Expr) -> None:
    """Add the fact that a member is in a set."""
    match value:
        case nodes.Filter(var, inner, condition):
            keep(facts, normal_form(substitute(condition, var, member)))
            _keep_member(facts, inner, member)
        case nodes.SetOp("&", left, right):
            _keep_member(facts, left, member)
            _keep_member(facts, right, member)
        case nodes.SetOp("-", left, right):
            _keep_member(facts, left, member)
            facts.add(normal_form(nodes.Not(nodes.Contains(right, member))))
        case nodes.IfElse(condition, then, Const(value=0)):
            keep(facts, normal_form(condition))
            _keep_member(facts, then, member)
        case _:
            pass
    facts.add(normal_form(nodes.Contains(value, member)))


def proves(facts: set[Expr], test: Expr) -> bool:
    if test in facts:
        return True
    match test:
        case Const(value):
            return value != 0
        case nodes.Logic("and", left, right):
            return proves(facts, left) and proves(facts, right)
        case nodes.Logic("or", left, right):
            return proves(facts, left) or proves(facts, right)
        case nodes.Not(nodes.Logic("and", left, right)):
            return proves(facts, normal_form(nodes.Not(left))) or proves(facts, normal_form(nodes.Not(right)))
        case nodes.Compare(">=", left, Const(least)):
            return _at_least(facts, left, least)
        case nodes.Not(nodes.Compare(">=", left, Const(least, IntType()))):
            return _at_most(facts, left) < least
        case nodes.Compare(">=", left, right) if isinstance(right.type, IntType):
            return _at_most(facts, right) <= bounds(left.type).lo
        case nodes.Exists(var, value, condition):
            members = nodes.Filter(var, value, condition, cast(SetType, value.type))
            return least_size(members) >= 1 or _has_first(facts, var, value, condition)
        case nodes.Some(value):
            return least_size(value) >= 1
        case nodes.Contains(Const(members), member):
            known = _known_member(facts, member)
            return known is not None and bool(members >> known & 1)
        case nodes.Not(nodes.Contains(Const(members), member)):
            known = _known_member(facts, member)
            return known is not None and not members >> known & 1
        case _:
            pass
    return False


def _known_member(facts: set[Expr], member: Expr) -> int | None:
    """Return the number of a member that the facts determine."""
    for fact in facts:
        match fact:
            case nodes.Compare("==", left, Const(value)) if left == member and value >= 0:
                return value
            case _:
                pass
    return None


def _has_first(facts: set[Expr], var: str, value: Expr, condition: Expr) -> bool:
    """Does the first candidate pass all filters? As where a number from 0 to an amount is chosen."""
    conditions = [condition]
    while isinstance(value, nodes.Filter):
        member = nodes.ReadLocal(var, ElemType(value.type.domain))
        conditions.append(substitute(value.condition, value.var, member))
        value = value.value
    if not isinstance(value, Const) or not value.value or not isinstance(value.type, SetType):
        return False
    first = Const((value.value & -value.value).bit_length() - 1, ElemType(value.type.domain))
    tests = (cast(Expr, rewrite(substitute(one, var, first), settled)) for one in conditions)
    return all(proves(facts, normal_form(one)) for one in tests)


def _at_most(facts: set[Expr], value: Expr) -> int:
    """Bound a number from above."""
    if isinstance(value, nodes.Arithmetic) and value.op == "+":
        return _at_most(facts, value.left) + _at_most(facts, value.right)
    less = (
        fact.value.right.value - 1
        for fact in facts
        if isinstance(fact, nodes.Not)
        and isinstance(fact.value, nodes.Compare)
        and fact.value.op == ">="
        and fact.value.left == value
        and isinstance(fact.value.right, Const)
    )
    known = limits.INT_MAX if isinstance(value, nodes.Arithmetic) else bounds(value.type).hi
    return min([known, *less])


def _at_least(facts: set[Expr], value: Expr, least: int) -> bool:
    if isinstance(value, nodes.Count) and least_size(value.value) >= least:
        return True
    # The type of an arithmetic expression may rely on a check that has not been made here.
    typed = isinstance(value.type, IntType) and not isinstance(value, nodes.Arithmetic)
    if typed and bounds(value.type).lo >= least:
        return True
    if least == 0 and any(isinstance(fact, nodes.Contains) and fact.member == value for fact in facts):
        return True  # `none` is in no set
    return any(
        isinstance(fact, nodes.Compare)
        and fact.op == ">="
        and fact.left == value
        and isinstance(fact.right, Const)
        and fact.right.value >= least
        for fact in facts
    )
