"""The context of expression lowering: stores, types, fresh names."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rulec.ir import nodes
from rulec.ir.nodes import Expr
from rulec.ir.types import BOOL, ElemType, IntType, SetType, Type
from rulec.lower.names import Names
from rulec.lower.state_layout import Stores
from rulec.semantics import typed
from rulec.semantics import types as t


class ExpressionContext(ABC):
    """Base of the expression lowering; a module for each kind of expression recurs through it."""

    def __init__(self, stores: Stores, first_name: int = 0) -> None:
        self.stores = stores
        self._count = first_name

    @abstractmethod
    def expr(self, node: typed.Expr, names: Names) -> Expr:
        """Lower an expression."""

    def fresh(self, base: str) -> str:
        self._count += 1
        return f"{base}~{self._count}"  # a sign that no name of the rules can hold

    def type(self, type_: t.Type) -> Type:
        if isinstance(type_, t.NumberType):
            return IntType(type_.lo, type_.hi)
        if isinstance(type_, t.FlagType):
            return BOOL
        if isinstance(type_, t.MemberType | t.EffectType):
            return ElemType(self.stores.domain(type_.sort), type_.maybe)
        if isinstance(type_, t.ListType):
            return self.stores.list_type(type_.sort)
        assert isinstance(type_, t.SetType), type_
        return SetType(self.stores.domain(type_.sort))

    def set_type(self, type_: t.Type) -> SetType:
        lowered = self.type(type_)
        assert isinstance(lowered, SetType)
        return lowered

    def index(self, owner: typed.Expr | None, keys: tuple[typed.Expr, ...], names: Names) -> tuple[Expr, ...]:
        """Return the index of a variable's cell: its owner and keys."""
        given = keys if owner is None else (owner, *keys)
        return tuple(self.expr(one, names) for one in given)

    def inside(self, node: typed.Use, names: Names) -> tuple[typed.Expr, Names]:
        """Return a definition's body for inlining, and the names in it."""
        definition = node.definition
        assert definition.body is not None
        inner = Names(names.me)
        if definition.subject is not None and node.subject is not None:
            inner = inner.bind(definition.subject, self.expr(node.subject, names))
        for parameter, argument in zip(definition.parameters, node.arguments, strict=True):
            inner = inner.bind(parameter, self.expr(argument, names))
        return definition.body, inner

    def neighbour_table(self, board: t.Sort) -> nodes.Table:
        """Return the adjacency table of spaces."""
        if board.graph is not None:
            domain = self.stores.domain(board)
            name = f"neighbours of {board.plural}"
            return self.stores.table(nodes.Table(name, SetType(domain), (domain,), board.graph.neighbours))
        return self.stores.table(self.stores.grid(board).beside())
