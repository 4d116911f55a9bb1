"""Compile-time evaluation of sets that depend on nothing but an option.

"The squares with a city" of a game with two maps is one of two constant sets; where it is asked of every
square at every decision, that is the difference between a look at a bit and a walk over all cities.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, cast

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Field, Table
from rulec.ir.types import BoolType, Domain, ElemType, ListType, SetType, Type, bounds
from rulec.ir.walk import conjuncts, locals_read, parts, rewrite

TableOf = Callable[[str, Type, Domain, tuple[int, ...]], Table]

_VALUES = 16  # of an option
_VALUES_APART = 4  # of one for each of which there is a set of its own
_LOOKED_AT = 200_000  # parts of expressions, for one set
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "min": min,
    "max": max,
}


_SETS: dict[str, Callable[[int, int], int]] = {
    "|": operator.or_,
    "&": operator.and_,
    "-": lambda a, b: a & ~b,
}


class _NotConstantError(Exception):
    pass


def option_read(value: Expr) -> Field | bool | None:
    """Return the only option that a value depends on; True if it is constant, False if it depends on more."""
    found: set[Field] = set()
    for part in parts(value):
        if isinstance(part, nodes.ReadField) and part.field.role == "option" and not part.index:
            found.add(part.field)
        elif isinstance(part, _CHANGING):
            return False
    if not found:
        return True
    return found.pop() if len(found) == 1 else False


_CHANGING = (nodes.ReadField, nodes.Column, nodes.CallFunction, nodes.Can, nodes.Depth)


def option_of(value: Expr) -> Field | None:
    """Return the option with few values that a value depends on, besides mutable state."""
    found = {
        part.field
        for part in parts(value)
        if isinstance(part, nodes.ReadField) and part.field.role == "option" and not part.index
    }
    if len(found) != 1:
        return None
    (one,) = found
    return one if bounds(one.type).hi - bounds(one.type).lo < _VALUES_APART else None


def with_option(value: Expr, option: Field, is_: int) -> Expr:
    """Substitute a value for an option."""

    def change(part: Any) -> Any:
        match part:
            case nodes.ReadField(field, ()) if field == option:
                return Const(is_, option.type)
            case nodes.Compare(op, Const(left), Const(right)):
                return s.TRUE if s.holds(op, left, right) else s.FALSE
            case nodes.IfElse(Const(condition), then, otherwise):
                return then if condition else otherwise
            case nodes.Logic("and", left, right):
                return s.both(left, right)
            case nodes.Logic("or", left, right):
                return s.either(left, right)
            case nodes.Lookup(table, index):
                return s.lookup(table, index)
            case _:
                pass
        return part

    return cast(Expr, rewrite(value, change))


def known_set(value: Expr, table_of: TableOf) -> Expr:
    """Fold a constant set, also one constant per value of an option; else return it unchanged."""
    if isinstance(value, Const | nodes.Lookup) or isinstance(value.type, ListType) or locals_read(value):
        return value
    assert isinstance(value.type, SetType)
    return by_option(value, value.type, table_of, lambda option: _evaluate(value, {}, option)) or value


def members_known(test: Expr, var: str, type_: SetType, table_of: TableOf) -> Expr | None:
    """Return the members that satisfy a test of the member and an option; None for other tests."""
    size = type_.domain.size
    if locals_read(test) != {var} or size * sum(1 for _ in parts(test)) > _LOOKED_AT:
        return None

    reading = _reading(test)

    def those(option: dict[Field, int]) -> int:
        return sum(1 << n for n in range(size) if reading({var: n}, option))

    return by_option(test, type_, table_of, those)


def by_option(
    value: Expr, type_: SetType, table_of: TableOf, found: Callable[[dict[Field, int]], int]
) -> Expr | None:
    option = option_read(value)
    try:
        if option is True:
            return Const(found({}), type_)
        if not isinstance(option, Field):
            return None
        have = bounds(option.type)
        if have.hi - have.lo >= _VALUES:
            return None
        kept = range(have.lo, have.hi + 1)
        values = Domain(f"values of {option.name}", tuple(str(one) for one in kept))
        rows = tuple(found({option: one}) for one in kept)
    except _NotConstantError:
        return None
    if len(set(rows)) == 1:
        return Const(rows[0], type_)
    read = nodes.ReadField(option, ())
    return nodes.Lookup(table_of("those", type_, values, rows), (s.less(read, have.lo, len(rows)),))


def _evaluate(node: Expr, names: dict[str, int], options: dict[Field, int]) -> int:
    return _reading(node)(names, options)


# What an expression is worth, given what its names and the options are.
_Reading = Callable[[dict[str, int], dict[Field, int]], int]


def _reading(node: Expr) -> _Reading:
    """Compile an expression to a Python function, called for every member."""
    match node:
        case Const(number):
            return lambda names, options: number
        case nodes.ReadLocal(name):
            return lambda names, options: names[name]
        case nodes.ReadField(field, ()):
            return lambda names, options: _of_option(field, options)
        case nodes.Lookup():
            return _row(node)
        case nodes.Arithmetic(op, left, right) if op in _ARITHMETIC:
            return _joined(_ARITHMETIC[op], left, right)
        case nodes.Compare(op, left, right):
            return _joined(s.COMPARISONS[op], left, right)
        case nodes.Logic(op, left, right):
            return _logic(op == "and", _reading(left), _reading(right))
        case nodes.Not(one):
            value = _reading(one)
            return lambda names, options: 1 - value(names, options)
        case nodes.IfElse(condition, then, otherwise):
            test, yes, no = _reading(condition), _reading(then), _reading(otherwise)
            return lambda names, options: (yes if test(names, options) else no)(names, options)
        case nodes.Single(member):
            value = _reading(member)
            return lambda names, options: 1 << n if (n := value(names, options)) >= 0 else 0
        case nodes.SetOp(op, left, right):
            return _joined(_SETS[op], left, right)
        case nodes.Contains(one, member) if not isinstance(one.type, ListType):
            return _joined(lambda those, n: (those >> n) & 1 if n >= 0 else 0, one, member)
        case nodes.Some(one) if not isinstance(one.type, ListType):
            value = _reading(one)
            return lambda names, options: 1 if value(names, options) else 0
        case nodes.Count(one) if not isinstance(one.type, ListType):
            value = _reading(one)
            return lambda names, options: value(names, options).bit_count()
        case nodes.Gather(table, one):
            value = _reading(one)
            return lambda names, options: _union(table.values[n] for n in _members(value(names, options)))
        case nodes.Filter(var, one, formula) if not isinstance(one.type, ListType):
            return _of_each(var, one, formula, lambda of: sum(1 << n for n, fits in of if fits))
        case nodes.Exists(var, one, formula) if not isinstance(one.type, ListType):
            return _of_each(var, one, formula, lambda of: int(any(fits for _, fits in of)))
        case nodes.UnionOf(var, one, formula) if not isinstance(one.type, ListType):
            return _of_each(var, one, formula, lambda of: _union(those for _, those in of))
    return _not_constant


def _not_constant(names: dict[str, int], options: dict[Field, int]) -> int:
    raise _NotConstantError


def _of_option(field: Field, options: dict[Field, int]) -> int:
    if field not in options:
        raise _NotConstantError
    return options[field]


def _joined(how: Callable[[int, int], int], left: Expr, right: Expr) -> _Reading:
    a, b = _reading(left), _reading(right)
    return lambda names, options: int(how(a(names, options), b(names, options)))


def _logic(both: bool, left: _Reading, right: _Reading) -> _Reading:
    def value(names: dict[str, int], options: dict[Field, int]) -> int:
        first = left(names, options)
        return right(names, options) if bool(first) == both else first

    return value


def _row(node: nodes.Lookup) -> _Reading:
    table, outside = node.table, -1 if isinstance(node.table.type, ElemType) else 0
    index = [(_reading(one), dim.size) for one, dim in zip(node.index, table.dims, strict=True)]

    def value(names: dict[str, int], options: dict[Field, int]) -> int:
        place = 0
        for one, size in index:
            member = one(names, options)
            if not 0 <= member < size:  # something else says that this is not asked
                return outside
            place = place * size + member
        return table.values[place]

    return value


def _of_each(
    var: str, those: Expr, formula: Expr, how: Callable[[Iterable[tuple[int, int]]], int]
) -> _Reading:
    """Return pairs of member and value."""
    value, inner = _reading(those), _reading(formula)
    return lambda names, options: how(
        (n, inner({**names, var: n}, options)) for n in _members(value(names, options))
    )


def _members(value: int) -> list[int]:
    return [n for n in range(value.bit_length()) if (value >> n) & 1]


def _union(sets: Iterable[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def met_by(test: nodes.Exists, table_of: TableOf) -> Expr:
    """Turn `some cities where site is X`, for fixed inputs, into membership of X in the set of all sites.

    X must exist, and nothing else may depend on variables of the state.
    """
    everything = conjuncts(test.condition)
    for number, one in enumerate(everything):
        if not isinstance(one, nodes.Compare) or one.op != "==" or isinstance(one.left.type, BoolType):
            continue
        for wanted, member in ((one.left, one.right), (one.right, one.left)):
            type_ = member.type
            if not isinstance(type_, ElemType) or not isinstance(wanted.type, ElemType):
                continue
            if bounds(type_).lo < 0 or test.var in locals_read(member) or wanted.type.domain != type_.domain:
                continue
            others = [each for n, each in enumerate(everything) if n != number]
            fits = test.value
            if others:
                condition = others[0]
                for each in others[1:]:
                    condition = s.both(condition, each)
                assert isinstance(fits.type, SetType)
                fits = nodes.Filter(test.var, fits, condition, fits.type)
            set_type = SetType(type_.domain)
            whole = nodes.UnionOf(test.var, fits, nodes.Single(wanted, set_type), set_type)
            found = known_set(whole, table_of)
            if found is not whole:
                return s.contains(found, member)
    return test
