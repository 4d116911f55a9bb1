"""Read parse trees of lists and orderings to syntax nodes."""

from __future__ import annotations

from typing import Literal, cast

import lark

from rulec.syntax import ast
from rulec.syntax.reading.tree_reader import Node, Tree, TreeReader

ORDERINGS = frozenset(
    {
        "in_order_of",
        "in_seat_order",
        "clockwise_from",
        "clockwise_after",
        "counter_clockwise_from",
        "counter_clockwise_after",
    }
)


def ordering(reader: TreeReader, node: Node) -> ast.Ordering:
    assert isinstance(node, lark.Tree)
    span, sort = reader.span(node), str(node.data)
    if sort == "in_order_of":
        return ast.Ordering(tuple(_key(reader, one) for one in node.children), None, False, False, span)
    if sort == "in_seat_order":
        return ast.Ordering((ast.Key("least", None, span),), None, False, False, span)
    start = reader.expr(node.children[0])
    return ast.Ordering((), start, sort.endswith("after"), sort.startswith("counter"), span)


def _key(reader: TreeReader, node: Node) -> ast.Key:
    assert isinstance(node, lark.Tree)
    if node.data == "seat_key":
        return ast.Key("least", None, reader.span(node))
    rank, value = cast("list[Node | None]", node.children)
    order = reader.rank(rank) if rank is not None else "least"
    return ast.Key(order, reader.expr(value), reader.span(node))


def pick(reader: TreeReader, node: Tree) -> ast.Expr:
    number, members, order = cast("list[Node | None]", node.children)
    assert members is not None
    return ast.Pick(
        cast(Literal["first", "last"], str(node.data)),
        reader.members(members),
        reader.span(node),
        None if number is None else reader.expr(number),
        None if order is None else ordering(reader, order),
    )


def ordered(reader: TreeReader, node: Tree) -> ast.Expr:
    value, order = node.children
    return ast.Ordered(reader.expr(value), ordering(reader, order), reader.span(node))


def entry(reader: TreeReader, node: Tree) -> ast.Expr:
    number, value = node.children
    return ast.Entry(reader.expr(number), reader.expr(value), reader.span(node))


def position_of(reader: TreeReader, node: Tree) -> ast.Expr:
    member, value = node.children
    return ast.PositionOf(reader.expr(member), reader.expr(value), reader.span(node))
