"""Typed expressions about lists and orderings."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import ListType, Local, MemberType, NumberType, SetType


@dataclass(frozen=True)
class Listed(ExprNode):
    """Members of a set as a list, in declaration order."""

    value: Expr
    type: ListType
    span: Span


@dataclass(frozen=True)
class EntriesOf(ExprNode):
    """Entries of a list as a set; of pieces, as a multiset."""

    value: Expr
    type: SetType
    span: Span


@dataclass(frozen=True)
class InOrder(ExprNode):
    """Members of a set or entries of a list, sorted stably by a key."""

    rank: Literal["most", "least"]
    var: Local
    value: Expr
    key: Expr
    type: ListType
    span: Span


@dataclass(frozen=True)
class Ring(ExprNode):
    """Turn actors in seating order, with a given one first or last."""

    value: Expr
    start: Expr
    after: bool
    backwards: bool
    seating: Expr | None  # list of the seating order; None: players
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
    """First pieces of a multiset by several keys; equal pieces count separately."""

    number: Expr
    value: Expr
    var: Local
    keys: tuple[tuple[Literal["most", "least"], Expr], ...]
    type: SetType
    span: Span


@dataclass(frozen=True)
class SomeEntries(ExprNode):
    """Prefix or suffix of a list."""

    which: Literal["first", "last"]
    number: Expr
    value: Expr
    type: ListType
    span: Span
