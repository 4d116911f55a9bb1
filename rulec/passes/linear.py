"""Conditions as sums that must not be negative, and what statements may do to such a sum.

"A price can be paid with money and with shares at 150 each" compares a sum of two variables. Who sells a
share lowers the one and raises the other; that the sum stays as it is can only be seen of both together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr, Field, Stmt
from rulec.ir.program import Program
from rulec.ir.types import BOOL, IntType, bounds
from rulec.ir.walk import parts
from rulec.passes.effects import Effects
from rulec.records import dataclass

LARGEST_NUMBER: Final = 1 << 31


@dataclass(frozen=True)
class Sum:
    """Whole numbers times expressions, and a number: not below 0 where the condition holds."""

    terms: tuple[tuple[Expr, int], ...]
    constant: int

    @property
    def variables(self) -> dict[nodes.ReadField, int]:
        """The terms that are nothing but a variable."""
        return {term: times for term, times in self.terms if isinstance(term, nodes.ReadField)}

    @property
    def most(self) -> int:
        """No value is greater, by the types of the terms."""
        return self.constant + sum(_greatest(term, times) for term, times in self.terms)

    @property
    def least(self) -> int:
        return self.constant - sum(_greatest(term, -times) for term, times in self.terms)

    @property
    def fits(self) -> bool:
        """Can it be reckoned with the numbers that engines reckon with, on the way too?"""
        parts = [
            abs(self.constant),
            *(max(abs(_greatest(term, times)), abs(_greatest(term, -times))) for term, times in self.terms),
        ]
        return sum(parts) < LARGEST_NUMBER

    def at_best(self, changed: frozenset[Field], effects: Effects) -> Expr | None:
        """The condition where what is worked out of these variables has come out as well as it can.

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
        """The sum is not below 0."""
        terms = [_times(term, times) for term, times in self.terms]
        if self.least >= 0 or self.most < 0:
            return Const(int(self.least >= 0), BOOL)
        whole: Expr = Const(self.constant, IntType(self.constant, self.constant))
        for term in terms:
            a, b = bounds(whole.type), bounds(term.type)
            whole = nodes.Arithmetic("+", whole, term, IntType(a.lo + b.lo, a.hi + b.hi))
        return nodes.Compare(">=", whole, Const(0, IntType(0, 0)))


def as_sum(condition: Expr) -> Sum | None:
    """A condition that compares numbers as a sum that must not be negative."""
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
    """May these statements make the sum greater by what they do to its variables?"""
    variables: dict[Field, set[int]] = {}
    for variable, times in amount.variables.items():
        variables.setdefault(variable.field, set()).add(times)
    terms: dict[Expr, int] = {}
    constant = 0
    places = set()
    written: set[Field] = set()
    for statement in body:
        match statement:
            case nodes.Assign(field, index, value) if field in variables:
                step = _step(field, index, value)
                if step is None or len(variables[field]) > 1:
                    return True
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
                    return True
            case nodes.ForEach(_, _, inner):
                if may_raise(amount, inner, program):
                    return True
            case nodes.CallProcedure(name):
                procedure = next(one for one in program.procedures if one.name == name)
                if may_raise(amount, procedure.body, program):
                    return True
            case nodes.Save(fields):
                if set(fields) & variables.keys():
                    return True
    if len(places) > 1:  # of one player's to another's
        return True
    fickle = any(_reads(term, written) for term in terms)
    return fickle or _sum(terms, constant).most > 0


def _step(field: Field, index: tuple[Expr, ...], value: Expr) -> Sum | None:
    """By how much a cell becomes greater; None if that is not said."""
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
    """`have >= (what money lacks of a price, in pieces of `worth`, rounded up)`: all together is enough."""
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
