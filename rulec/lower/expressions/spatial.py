"""Lowers connected components, lines, paths and unions."""

from __future__ import annotations

from typing import Any, cast

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr
from rulec.ir.types import IntType, bounds
from rulec.lower.context import ExpressionContext
from rulec.lower.names import Names
from rulec.semantics import typed
from rulec.semantics import types as t


def over_parts(
    low: ExpressionContext, node: typed.SomeOf | typed.NumberOf | typed.Total, names: Names
) -> Expr:
    """Aggregate over the components of a set: sum, minimum or maximum."""
    parts = _Parts(low, node.value, names)
    if isinstance(node, typed.Total):
        formula = low.expr(node.formula, parts.named(node.var))
        op = {"sum": "sum", "most": "max", "least": "min"}[node.op]
        return parts.fold(cast(Any, op), formula, IntType(node.type.lo, node.type.hi))
    size = parts.value_type.domain.size
    number = parts.fold("sum", s.ONE, IntType(0, size))
    return nodes.Compare(">", number, s.ZERO) if isinstance(node, typed.SomeOf) else number


def best_part(low: ExpressionContext, node: typed.BestPart, names: Names) -> Expr:
    parts = _Parts(low, node.value, names)
    key = low.expr(node.key, parts.named(node.var))
    op = "max" if node.rank == "most" else "min"
    return nodes.BestPart(
        cast(Any, op), parts.var, parts.value, parts.table, parts.condition, key, parts.value_type
    )


class _Parts:
    """The components of `parts of T where C`: set, adjacency, condition."""

    def __init__(self, low: ExpressionContext, node: typed.Expr, names: Names) -> None:
        self.low, self.names = low, names
        self.var = low.fresh("part")
        conditions: list[typed.Where] = []
        while isinstance(node, typed.Where):
            conditions.append(node)
            node = node.value
        assert isinstance(node, typed.Parts)
        self.value_type = low.set_type(t.SetType(node.type.sort))
        self.value = low.expr(node.value, names)
        self.table = low.neighbour_table(node.board)
        self.condition: Expr = s.TRUE
        for one in reversed(conditions):
            self.condition = s.both(self.condition, low.expr(one.condition, self.named(one.var)))

    def named(self, local: t.Local) -> Names:
        return self.names.bind(local, nodes.ReadLocal(self.var, self.value_type))

    def fold(self, op: Any, formula: Expr, type_: IntType) -> Expr:
        return nodes.FoldParts(op, self.var, self.value, self.table, self.condition, formula, 0, type_)


def longest_line(low: ExpressionContext, node: typed.LongestLine, names: Names) -> Expr:
    assert node.board.board is not None
    geometry = node.board.board.geometry
    moves = tuple(geometry.move(line) for line in range(geometry.lines))
    type_ = IntType(0, node.type.hi)
    return nodes.LongestLine(low.expr(node.value, names), tuple(one for one in moves if one), type_)


def way(low: ExpressionContext, node: typed.BoardPath, names: Names) -> Expr:
    start, goal = low.expr(node.start, names), low.expr(node.goal, names)
    if node.sort == "line":
        return _line(low, node, start, goal)
    assert node.over is not None
    over, table = low.expr(node.over, names), low.neighbour_table(node.board)
    if node.sort == "steps":
        return nodes.StepCount(table, start, goal, over, IntType(0, node.board.size))
    fewest = tuple(low.expr(one, names) for one in node.fewest)
    return nodes.ShortestWay(table, start, goal, over, fewest, low.set_type(node.type))


def walk_ends(low: ExpressionContext, node: typed.WalkEnds, names: Names) -> Expr:
    type_ = low.set_type(node.type)
    var = nodes.ReadLocal(low.fresh("front"), type_)
    return nodes.WalkEnds(
        var.name,
        low.expr(node.near, names.bind(node.var, var)),
        low.expr(node.start, names),
        tuple(low.expr(one, names) for one in node.rows),
        node.prices,
        node.stops,
        tuple(low.expr(one, names) for one in node.budgets),
        low.expr(node.least, names) if node.least is not None else s.ZERO,
        type_,
    )


def _line(low: ExpressionContext, node: typed.BoardPath, start: Expr, goal: Expr) -> Expr:
    """Return both ends and the spaces between them; none unless they are in line."""
    assert node.board.board is not None
    geometry, type_ = node.board.board.geometry, low.set_type(node.type)
    ends = s.union(nodes.Single(start, type_), nodes.Single(goal, type_), type_)
    rays = low.stores.grid(node.board).rays()
    between = nodes.RunBetween(
        nodes.Single(start, type_), s.full(type_.domain), nodes.Single(goal, type_), rays, type_
    )
    touching = nodes.Table(f"next to {type_.domain.name}", type_, (type_.domain,), geometry.touching)
    near = nodes.Contains(nodes.Lookup(low.stores.table(touching), (start,)), goal)
    straight = s.either(nodes.Compare("==", start, goal), s.either(near, s.some(between)))
    assert bounds(start.type).lo >= 0
    return nodes.IfElse(straight, s.union(ends, between, type_), s.empty(type_.domain), type_)
