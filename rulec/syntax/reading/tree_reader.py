"""Base class of the readers of parse trees: spans, names, numbers, value types."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal, cast

import lark

from rulec.base import limits
from rulec.base.diagnostics import Reporter
from rulec.base.source_text import Span
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line

Tree = lark.Tree[lark.Token]
Node = Tree | lark.Token


def branches(tree: Tree) -> list[Node | None]:
    """Return the children of a tree; None stands for an omitted part."""
    return cast(list[Node | None], tree.children)


class TooDeep(Exception):
    """An expression is nested too deep; its line is reported and left out."""


class TreeReader(ABC):
    """Reads the parse tree of a line: spans, names, numbers, types; subclasses read expressions."""

    def __init__(self, line: Line, report: Reporter) -> None:
        self.line = line
        self.report = report
        self.depth = 0

    # --- spans ----------------------------------------------------------------------------------

    def span(self, node: Node) -> Span:
        if isinstance(node, lark.Token):
            return self.line.at(node.start_pos or 0, node.end_pos)
        meta = node.meta
        if meta.empty:
            return self.line.span
        return self.line.at(meta.start_pos, meta.end_pos)

    def ident(self, token: Node | None) -> ast.Ident:
        assert isinstance(token, lark.Token)
        return ast.Ident(str(token), self.span(token))

    def integer(self, token: Node | None) -> int:
        assert isinstance(token, lark.Token)
        return int(token.replace("_", ""))

    def names(self, node: Node | None) -> tuple[ast.Ident, ...]:
        if node is None:
            return ()
        assert isinstance(node, lark.Tree)
        if node.data == "parameters":
            return self.names(node.children[0])
        return tuple(self.ident(child) for child in node.children)

    def signed(self, node: Node | None) -> int:
        assert isinstance(node, lark.Tree)
        value = self.integer(node.children[-1])
        return -value if len(node.children) > 1 and node.children[0] is not None else value

    def value_type(self, node: Node | None) -> ast.ValueType:
        assert isinstance(node, lark.Tree)
        span, sort = self.span(node), str(node.data)
        if sort in {"range_type", "open_range_type"}:
            bounds = [self.signed(child) for child in node.children]
            hi = bounds[1] if sort == "range_type" else limits.OPEN_END
            return ast.ValueType("range", bounds[0], hi, None, span)
        if sort == "flag_type":
            return ast.ValueType("flag", 0, 1, None, span)
        named = cast(Literal["member", "maybe", "set", "list"], sort.removesuffix("_type"))
        return ast.ValueType(named, 0, 0, self.ident(node.children[0]), span)

    def column_type(self, node: Node | None) -> ast.ColumnType:
        assert isinstance(node, lark.Tree)
        if node.data == "effect_column":
            (name,) = branches(node)
            return ast.EffectType(None if name is None else self.ident(name), self.span(node))
        if node.data == "ability_column":
            return ast.EffectType(None, self.span(node), abilities=True)
        if node.data == "formula_column":
            return ast.FormulaType(self.span(node))
        return self.value_type(node)

    # --- expressions ----------------------------------------------------------------------------

    @abstractmethod
    def expr(self, node: Node | None) -> ast.Expr:
        """Return the expression of a parse tree; raises `TooDeep`."""

    def arguments(self, node: Node | None) -> tuple[ast.Expr, ...]:
        if node is None:
            return ()
        assert isinstance(node, lark.Tree)
        return tuple(self.expr(child) for child in node.children)

    def members(self, node: Node) -> ast.Members:
        assert isinstance(node, lark.Tree)
        children = list(node.children)
        var = self.ident(children.pop(0)) if "named" in node.data else None
        value = self.expr(children[0])
        if len(children) > 1:
            condition = self.expr(children[1])
            value = ast.Where(value, condition, value.span.to(condition.span))
        return ast.Members(var, value, self.span(node))

    def rank(self, node: Node) -> Literal["most", "least"]:
        assert isinstance(node, lark.Tree)
        return cast(Literal["most", "least"], str(node.children[0]))
