"""Declares graphs: tables whose rows are edges, or nodes with successors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.declarations.tables import TableDeclarer
from rulec.semantics.types import GraphShape, SetType, Sort, Unknown
from rulec.syntax import ast

_ENDS = "ends"


class GraphDeclarer:
    """Declares a graph: a table with a column of adjacencies."""

    def __init__(self, declarer: DeclarationContext, tables: Callable[[], TableDeclarer]) -> None:
        self.declarer, self.tables = declarer, tables
        self.globals, self.report, self.game = declarer.globals, declarer.report, declarer.game

    def declare(self, one: ast.Table, sort: Sort) -> None:
        assert one.joins is not None
        nodes: Sort | None = sort
        if one.joins.sort == "edges":
            nodes = self._nodes(one.joins)
            if nodes is None:
                return
        assert nodes is not None
        column = _ENDS if one.joins.sort == "edges" else one.joins.name.text
        found = self.tables().columns(self._typed(one, column, nodes), sort)
        self.game.columns += found
        joins = next((one for one in found if one.name == column), None)
        if joins is None:
            if not any(h.name is not None and h.name.text == column for h in one.grid.headings):
                hint = f"add a column `{column}` with cells such as "
                hint += "`a - b`" if one.joins.sort == "edges" else "the names of the members that come next"
                self.report.error("R863", one.span, f"this graph has no column `{column}`", hint)
            return
        if joins.keys != (sort,) or joins.type != SetType(nodes):
            if not isinstance(joins.type, Unknown):
                message = f"`{column}` holds {SetType(nodes)} here, but it is declared to hold {joins.type}"
                self.report.error("R863", joins.span, message, "leave the type in its heading out")
            return
        if one.joins.sort == "edges":
            self._edges(one, sort, nodes, joins)
        else:
            self._ways(sort, joins)

    def _nodes(self, joins: ast.Joins) -> Sort | None:
        """Return the sort of the nodes that the edges join."""
        nodes = self.globals.sets.get(joins.name.text)
        if nodes is None:
            hint = did_you_mean(joins.name.text, self.globals.sets)
            message = f"unknown name `{joins.name.text}`"
            self.report.unknown("R201", joins.name.text, joins.name.span, message, hint)
        elif nodes.board is not None or nodes.graph is not None:
            what = "squares of a board lie" if nodes.board is not None else f"these {nodes.plural} are joined"
            message = f"the {what} next to each other already" if nodes.board else f"{what} by another graph"
            hint = "make it a table with a column `set of ...`, and ask for `union of`"
            self.report.error("R862", joins.name.span, message, hint)
            return None
        return nodes

    def _typed(self, one: ast.Table, column: str, nodes: Sort) -> ast.Table:
        """Give the adjacency column its type, a set of nodes."""

        def heading(given: ast.Heading) -> ast.Heading:
            if given.name is None or given.name.text != column or given.type is not None:
                return given
            member = ast.Ident(nodes.singular, given.span)
            return replace(given, type=ast.ValueType("set", 0, 0, member, given.span))

        grid = replace(one.grid, headings=tuple(map(heading, one.grid.headings)))
        return replace(one, grid=grid)

    def _edges(self, one: ast.Table, edges: Sort, nodes: Sort, ends: typed.Column) -> None:
        beside, joining = [0] * nodes.size, [0] * nodes.size
        place = next(
            n for n, h in enumerate(one.grid.headings) if h.name is not None and h.name.text == _ENDS
        )
        rows = [row for row in one.grid.rows for _ in self.tables().names.of_row(row)]
        for edge, mask in enumerate(ends.values):
            both = [node for node in range(nodes.size) if mask >> node & 1]
            if len(both) != 2:
                span = rows[edge].cells[place].span
                message = f"an edge joins two different {nodes.plural}"
                self.report.error("R861", span, message, "write both with `-` between them, as in `a - b`")
                return
            for node, other in (both, reversed(both)):
                beside[node] |= 1 << other
                joining[node] |= 1 << edge
        edges.joins, edges.ends, nodes.graph = nodes, ends.values, GraphShape(tuple(beside))
        column = typed.Column(nodes.plural, "edges", (nodes,), SetType(edges), tuple(joining), ends.span)
        if self.declarer.claim(nodes, ast.Ident("edges", one.singular.span), column):
            self.game.columns.append(column)

    def _ways(self, nodes: Sort, onwards: typed.Column) -> None:
        beside = list(onwards.values)
        for node, mask in enumerate(onwards.values):
            for other in range(nodes.size):
                if mask >> other & 1:
                    beside[other] |= 1 << node
        nodes.graph, nodes.onward = GraphShape(tuple(beside)), onwards.values
