"""Lists and orderings, with their types."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import ListType, Local, MemberType, NumberType, SetType


@dataclass(frozen=True)
class Listed(ExprNode):
    """The members of a set as a list, in the order of declaration."""

    value: Expr
    type: ListType
    span: Span


@dataclass(frozen=True)
class EntriesOf(ExprNode):
    """The members that a list has, as a set (of pieces: as often as they stand there)."""

    value: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class InOrder(ExprNode):
    """The members of a set, or entries of a list, by a key; equal keys stay as they stood."""

    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: ListType
    span: Span


@dataclass(frozen=True)
class Ring(ExprNode):
    """Those who take turns as they sit, beginning with one of them, or with that one last."""

    value: Expr
    start: Expr
    after: bool
    backwards: bool
    seating: Expr | None  # the list that says how they sit; None: players
    type: ListType
    span: Span


@dataclass(frozen=True)
class EntryOf(ExprNode):
    number: Expr
    value: Expr
    type: MemberType
    span: Span


@dataclass(frozen=True)
class PositionOf(ExprNode):
    member: Expr
    value: Expr
    type: NumberType
    span: Span


@dataclass(frozen=True)
class JoinLists(ExprNode):
    left: Expr
    right: Expr
    type: ListType
    span: Span


@dataclass(frozen=True)
class FirstCopies(ExprNode):
    """Of pieces the first so many by these keys; equal ones count several times."""

    number: Expr
    value: Expr
    var: Local
    keys: tuple[tuple[Literal["most", "least"], Expr], ...]
    type: SetType
    span: Span


@dataclass(frozen=True)
class SomeEntries(ExprNode):
    """The first, or the last, so many entries."""

    which: Literal["first", "last"]
    number: Expr
    value: Expr
    type: ListType
    span: Span
