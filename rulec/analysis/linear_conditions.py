"""Conditions as linear inequalities, and bounds on how statements change them.

"A price can be paid with money and with shares at 150 each" compares a sum of two variables. Who sells a
share lowers the one and raises the other; that the sum stays as it is can only be seen of both together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, assert_never

from rulec.analysis.effects import Effects
from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr, Field, Stmt
from rulec.ir.program import Program
from rulec.ir.simplify import TRUE
from rulec.ir.types import BOOL, IntType, bounds
from rulec.ir.walk import locals_read, parts, substitute

LARGEST_NUMBER: Final = 1 << 31


@dataclass(frozen=True)
class Sum:
    """Linear form: integer multiples of expressions plus a constant; the condition holds where it is >= 0."""

    terms: tuple[tuple[Expr, int], ...]
    constant: int

    @property
    def variables(self) -> dict[nodes.ReadField, int]:
        """The terms that read a variable and nothing else, with their factors."""
        return {term: times for term, times in self.terms if isinstance(term, nodes.ReadField)}

    @property
    def most(self) -> int:
        """The upper bound of the value, by the types of the terms."""
        return self.constant + sum(_greatest(term, times) for term, times in self.terms)

    @property
    def least(self) -> int:
        return self.constant - sum(_greatest(term, -times) for term, times in self.terms)

    @property
    def fits(self) -> bool:
        """Return whether the value and all partial sums fit into the engine's integers."""
        parts = [
            abs(self.constant),
            *(max(abs(_greatest(term, times)), abs(_greatest(term, -times))) for term, times in self.terms),
        ]
        return sum(parts) < LARGEST_NUMBER

    def at_best(self, changed: frozenset[Field], effects: Effects) -> Expr | None:
        """The condition with terms computed from changed fields at their most favourable value.

        None if nothing of it is worked out of them.
        """
        kept: dict[Expr, int] = {}
        constant, found = self.constant, False
        for term, times in self.terms:
            if isinstance(term, nodes.ReadField) or not effects.read_by(term) & changed:
                kept[term] = times
            else:
                constant, found = constant + _greatest(term, times), True
        return _sum(kept, constant).holds() if found else None

    def holds(self) -> Expr:
        """The condition that the sum is not negative."""
        if self.least >= 0 or self.most < 0:
            return Const(int(self.least >= 0), BOOL)
        return nodes.Compare(">=", self.value(), Const(0, IntType(0, 0)))

    def value(self) -> Expr:
        whole: Expr = Const(self.constant, IntType(self.constant, self.constant))
        for term in (_times(term, times) for term, times in self.terms):
            a, b = bounds(whole.type), bounds(term.type)
            whole = nodes.Arithmetic("+", whole, term, IntType(a.lo + b.lo, a.hi + b.hi))
        return whole

    def with_gain(self, condition: Expr, gain: Sum) -> Sum:
        """Add a gain where the condition holds."""
        if isinstance(condition, Const) or (not gain.terms and not gain.constant):
            return self.plus(gain) if condition == TRUE else self
        given = gain.value()
        have = bounds(given.type)
        none = Const(0, IntType(0, 0))
        more = nodes.IfElse(condition, given, none, IntType(min(have.lo, 0), max(have.hi, 0)))
        return self.plus(Sum(((more, 1),), 0))

    def plus(self, other: Sum) -> Sum:
        terms = dict(self.terms)
        for term, times in other.terms:
            terms[term] = terms.get(term, 0) + times
        return _sum(terms, self.constant + other.constant)

    def at_most(self, stays: Callable[[Expr], bool]) -> Sum:
        """Replace the terms that may change by their greatest value."""
        kept = {term: times for term, times in self.terms if stays(term)}
        rest = sum(_greatest(term, times) for term, times in self.terms if term not in kept)
        return _sum(kept, self.constant + rest)


def as_sum(condition: Expr) -> Sum | None:
    """Convert a comparison of numbers into linear form; None for other conditions."""
    match condition:
        case nodes.Not(nodes.Compare(op, left, right)) if op in _OPPOSITE and _are_numbers(left, right):
            return as_sum(nodes.Compare(_OPPOSITE[op], left, right))  # type: ignore[arg-type]
        case nodes.Compare(">=", left, right) if _are_numbers(left, right):
            return _payment(left, right) or _difference(left, right, 0)
        case nodes.Compare("<=", left, right) if _are_numbers(left, right):
            return as_sum(nodes.Compare(">=", right, left))
        case nodes.Compare(">", left, right) if _are_numbers(left, right):
            return _difference(left, right, 1)
        case nodes.Compare("<", left, right) if _are_numbers(left, right):
            return _difference(right, left, 1)
    return None


_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def may_raise(amount: Sum, body: Iterable[Stmt], program: Program) -> bool:
    """Return whether statements may raise the sum through its variables."""
    step = raised(amount, body, program)
    return step is None or step.most > 0


def raised(amount: Sum, body: Iterable[Stmt], program: Program) -> Sum | None:
    """Return the increase of the sum by these statements; None if unknown."""
    variables: dict[Field, set[int]] = {}
    for variable, times in amount.variables.items():
        variables.setdefault(variable.field, set()).add(times)
    terms: dict[Expr, int] = {}
    constant = 0
    places: set[tuple[Expr, ...]] = set()
    given: dict[str, Expr] = {}
    written: set[Field] = set()
    for statement in body:
        match statement:
            case nodes.SetLocal(name, value):
                given[name] = value
            case nodes.Assign(field, index, value) if field in variables:
                step = _step(field, index, value)
                if step is None or len(variables[field]) > 1:
                    return None
                (times,) = variables[field]
                constant += times * step.constant
                for term, number in step.terms:
                    terms[term] = terms.get(term, 0) + times * number
                places.add(index)
                written.add(field)
            case nodes.Assign(field):
                written.add(field)
            case nodes.If(_, then, otherwise):
                if may_raise(amount, then, program) or may_raise(amount, otherwise, program):
                    return None
            case nodes.ForEach(_, _, inner):
                if may_raise(amount, inner, program):
                    return None
            case nodes.CallProcedure(name):
                procedure = next(one for one in program.procedures if one.name == name)
                step = raised(amount, procedure.body, program)
                if step is None:
                    return None
                if step.most > 0:
                    constant += step.constant
                    for term, number in step.terms:
                        terms[term] = terms.get(term, 0) + number
                    places.add(statement.arguments)
            case nodes.Save(fields):
                if set(fields) & variables.keys():
                    return None
            case nodes.Require():
                pass
            case _ as other:
                assert_never(other)
    if len(places) > 1:  # of one player's to another's
        return None
    found = Sum(
        (), constant
    )  # a local value that is paid with one thing and got in another makes no difference
    for term, number in _sum(terms, 0).terms:
        worked_out = _linear(_expanded(term, given))
        found = found.plus(
            _sum({one: number * n for one, n in worked_out.terms}, number * worked_out.constant)
        )
    return None if any(_reads(term, written) for term, _ in found.terms) else found


def _expanded(value: Expr, given: Mapping[str, Expr]) -> Expr:
    while locals_read(value) & given.keys():
        for name in locals_read(value) & given.keys():
            value = substitute(value, name, given[name])
    return value


def _step(field: Field, index: tuple[Expr, ...], value: Expr) -> Sum | None:
    """Return the increase of a cell; None if unknown."""
    found = _linear(value)
    cell: Expr = nodes.ReadField(field, index)
    terms = dict(found.terms)
    if terms.pop(cell, 0) != 1:
        return None
    return _sum(terms, found.constant)


def _reads(term: Expr, fields: set[Field]) -> bool:
    return any(getattr(part, "field", None) in fields for part in parts(term)) or any(
        isinstance(part, nodes.CallFunction) for part in parts(term)
    )


def _payment(have: Expr, missing: Expr) -> Sum | None:
    """Match `have >= (what money lacks of a price, in pieces of `worth`, rounded up)` as one sum."""
    match missing:
        case nodes.IfElse(
            nodes.Compare("<", money, price),
            nodes.Arithmetic("//", lacking, Const(worth)),
            Const(0),
        ) if worth > 0 and bounds(have.type).lo >= 0:
            lack = _linear(nodes.Arithmetic("-", price, money, IntType(0, 0)))
            rounded = _linear(lacking)
            if dict(rounded.terms) == dict(lack.terms) and rounded.constant == lack.constant + worth - 1:
                terms = {term: -times for term, times in lack.terms}
                for term, times in _linear(have).terms:
                    terms[term] = terms.get(term, 0) + worth * times
                return _sum(terms, worth * _linear(have).constant - lack.constant)
    return None


def _are_numbers(left: Expr, right: Expr) -> bool:
    return isinstance(left.type, IntType) and isinstance(right.type, IntType)


def _difference(left: Expr, right: Expr, least: int) -> Sum:
    found = _linear(nodes.Arithmetic("-", left, right, IntType(0, 0)))
    return _sum(dict(found.terms), found.constant - least)


def _linear(value: Expr) -> Sum:
    match value:
        case Const(number):
            return Sum((), number)
        case nodes.Arithmetic("+" | "-" as op, left, right):
            a, b = _linear(left), _linear(right)
            sign = 1 if op == "+" else -1
            terms = dict(a.terms)
            for term, times in b.terms:
                terms[term] = terms.get(term, 0) + sign * times
            return _sum(terms, a.constant + sign * b.constant)
        case nodes.Arithmetic("*", Const(times), other) | nodes.Arithmetic("*", other, Const(times)):
            found = _linear(other)
            return _sum({term: times * number for term, number in found.terms}, times * found.constant)
        case _:
            pass
    return Sum(((value, 1),), 0)


def _sum(terms: Mapping[Expr, int], constant: int) -> Sum:
    return Sum(tuple((term, times) for term, times in terms.items() if times), constant)


def _greatest(term: Expr, times: int) -> int:
    range_ = bounds(term.type)
    return max(times * range_.lo, times * range_.hi)


def _times(term: Any, times: int) -> Expr:
    if times == 1:
        return term  # type: ignore[no-any-return]
    have = bounds(term.type)
    ends = (times * have.lo, times * have.hi)
    return nodes.Arithmetic("*", Const(times, IntType(times, times)), term, IntType(min(ends), max(ends)))
