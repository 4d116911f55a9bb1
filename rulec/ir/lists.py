"""Expressions about lists and orderings.

What looks at the entries of a list one after the other has no node of its own: `Count`, `Some`, `Pick`,
`Exists`, `Fold`, `Best`, `UnionOf` and the statement `ForEach` go over a list as they go over a set, and
`Filter` of a list is a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulec.ir.types import BOOL, BoolType, ElemType, IntType, ListType
from rulec.records import dataclass

if TYPE_CHECKING:
    from rulec.ir.nodes import Expr


@dataclass(frozen=True)
class Entry:
    """The entry of that number, counted from 1; nothing if the list has none."""

    number: Expr
    value: Expr
    type: ElemType


@dataclass(frozen=True)
class PositionOf:
    """The number of the first entry that is this member; 0 if it is not there."""

    member: Expr
    value: Expr
    type: IntType


@dataclass(frozen=True)
class HoldsAlong:
    """Going along: `start` less what each member costs is never below 0; then what it brings is added."""

    var: str
    value: Expr
    start: Expr
    pays: Expr
    earns: Expr

    @property
    def type(self) -> BoolType:
        return BOOL


@dataclass(frozen=True)
class Joined:
    """One list behind the other; what there is no room for is left out."""

    left: Expr
    right: Expr
    type: ListType


@dataclass(frozen=True)
class Listed:
    """The members of a set as a list, in the order of declaration."""

    value: Expr
    type: ListType


@dataclass(frozen=True)
class InOrder:
    """The members of a set, or the entries of a list, by a key; equal keys stay as they stood."""

    op: Literal["min", "max"]  # which comes first
    var: str
    value: Expr
    key: Expr
    type: ListType


@dataclass(frozen=True)
class Part:
    """The first or the last so many entries of a list, or as many as there are."""

    which: Literal["first", "last"]
    number: Expr
    value: Expr
    type: ListType
