"""Bounds on the lengths of lists in local variables: the most entries that any assignment gives.

So a state has room for these entries of each list, not for those of the longest list of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import ListType, SetType, bounds

_ROUNDS: Final = 8  # what still grows after so many is appended to in a loop


class _Given(NamedTuple):
    """An assignment of a list to a local, and the length that a check before it permits."""

    name: str
    value: Expr
    permitted: int


def greatest_lengths(bodies: Iterable[Sequence[nodes.Stmt]], unknown: Iterable[str]) -> dict[str, int]:
    """Bound the lists in locals, given all statements; `unknown` are assigned by something else, too."""
    given, open_ended = [one for body in bodies for one in _assignments(body)], set(unknown)
    found = {one.name: _room(one.value) if one.name in open_ended else 0 for one in given}
    rounds, grows = 0, True
    while grows:
        rounds, grows = rounds + 1, False
        for one in given:
            length = min(one.permitted, greatest_length(one.value, found))
            if length > found[one.name]:
                found[one.name] = length if rounds < _ROUNDS else min(one.permitted, _room(one.value))
                grows = True
    return found


def _assignments(body: Sequence[nodes.Stmt]) -> Iterator[_Given]:
    """Yield the assignments of lists, with the check that stands right before each."""
    before: nodes.Stmt | None = None
    for statement in body:
        match statement:
            case nodes.SetLocal(name, value) if isinstance(value.type, ListType):
                yield _Given(name, value, min(_room(value), _permitted(before, value)))
            case nodes.If(_, then, otherwise):
                yield from _assignments(then)
                yield from _assignments(otherwise)
            case nodes.ForEach(_, _, inner):
                yield from _assignments(inner)
            case _:
                pass
        before = statement


def _permitted(before: nodes.Stmt | None, value: Expr) -> int:
    """Return the length that a statement `require count(value) <= LENGTH` permits."""
    match before:
        case nodes.Require(nodes.Compare("<=", nodes.Count(counted), Const(most))) if counted == value:
            return most
        case _:
            return _room(value)


def greatest_length(value: Expr, lengths: dict[str, int]) -> int:
    """Bound the length of a list, given bounds for locals."""
    return min(_room(value), _length(value, lengths))


def _length(value: Expr, lengths: dict[str, int]) -> int:
    match value:
        case Const(entries):
            assert isinstance(value.type, ListType)
            return -(-entries.bit_length() // value.type.digit)
        case nodes.Listed(those) | nodes.InOrder(_, _, those):
            return _entries(those, lengths)
        case nodes.Filter(_, whole):
            return _entries(whole, lengths)
        case nodes.Shift(whole, moves) if all(by < 0 for by, _ in moves):
            return _entries(whole, lengths)
        case nodes.Part(_, number, whole):
            return min(max(0, bounds(number.type).hi), _entries(whole, lengths))
        case nodes.Joined(left, right):
            return greatest_length(left, lengths) + greatest_length(right, lengths)
        case nodes.IfElse(_, then, otherwise):
            return max(greatest_length(then, lengths), greatest_length(otherwise, lengths))
        case nodes.ReadField(field):
            return field.most or _room(value)
        case nodes.ReadLocal(name):
            return lengths.get(name, _room(value))
        case _:
            return _room(value)


def _entries(those: Expr, lengths: dict[str, int]) -> int:
    """Bound the number of entries of a list, or of members of a set."""
    assert isinstance(those.type, SetType)
    match those:
        case nodes.Single():
            return 1
        case Const(members) if not isinstance(those.type, ListType):
            return members.bit_count()
        case _ if isinstance(those.type, ListType):
            return greatest_length(those, lengths)
        case _:
            return those.type.domain.size


def _room(value: Expr) -> int:
    assert isinstance(value.type, ListType)
    return value.type.room
