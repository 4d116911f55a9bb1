"""Read boards, their pictures, and graphs to syntax nodes."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import lark

from rulec.base.diagnostics import Reporter
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import needs_lines
from rulec.syntax.parsing.parser import parse_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.table_rows import read_grid
from rulec.syntax.reading.tree_reader import Node, TooDeep, Tree, branches


def read_board(reader: ExpressionReader, tree: Tree) -> ast.Board:
    plural, singular, grid, *options = tree.children
    assert isinstance(grid, lark.Tree)
    columns, rows = grid.children
    board = ast.Board(
        reader.ident(plural),
        reader.ident(singular),
        reader.integer(columns),
        reader.integer(rows),
        reader.span(columns).to(reader.span(rows)),
        reader.line.span,
        grid.data == "hexes",
    )
    for option in options:
        assert isinstance(option, lark.Tree)
        match str(option.data):
            case "odd_rows":
                board = replace(board, odd_rows=reader.span(option))
            case "row_letters":
                board = replace(board, row_letters=True)
            case "counted_from":
                board = replace(board, first=reader.integer(option.children[0]))
            case _:
                number = option.children[0]
                board = replace(board, neighbours=reader.integer(number), neighbours_span=reader.span(number))
    pictures = [_picture(child, reader.report) for child in reader.line.children]
    return replace(board, pictures=tuple(one for one in pictures if one is not None))


def _picture(line: Line, report: Reporter) -> ast.Picture | None:
    tree = parse_line(line, "board_line", report)
    if tree is None:
        return None
    reader = ExpressionReader(line, report)
    condition, *legend = branches(tree)
    if not line.children:
        hint = "draw each row of the board in quotes, one below the other"
        needs_lines(line, report, hint)
        return None
    try:
        when = reader.expr(condition) if condition is not None else None
        read = tuple(_legend(reader, one) for one in legend)
    except TooDeep:
        report.error("R116", line.span, "this line is nested too deep")
        return None
    drawn = []
    for child in line.children:
        row = parse_line(child, "picture_line", report)
        if row is None:
            return None
        token = row.children[0]
        drawn.append(ast.Text(str(token)[1:-1], child.span))
        if child.children:
            message = "this line is indented, but the line above takes no lines below it"
            report.error("R121", child.children[0].span, message, "indent all rows of a picture alike")
    return ast.Picture(when, read, tuple(drawn), line.span)


def _legend(reader: ExpressionReader, node: Node | None) -> ast.Legend:
    assert isinstance(node, lark.Tree)
    span, parts = reader.span(node), node.children
    if node.data == "legend_column":
        name, column = [one for one in parts if isinstance(one, lark.Token) and one.type == "NAME"]
        return ast.Legend("column", reader.ident(name), reader.ident(column), None, span)
    sign = ast.Text(str(parts[0])[1:-1], reader.span(parts[0]))
    if node.data == "legend_member":
        return ast.Legend("member", reader.ident(parts[1]), None, sign, span)
    return ast.Legend("hole" if node.data == "legend_hole" else "plain", None, None, sign, span)


def read_graph(reader: ExpressionReader, tree: Tree) -> ast.Table:
    """Read a graph: a table of edges, or of nodes with their successors."""
    plural, singular, name = tree.children
    sort = "edges" if tree.data == "edge_graph" else "one way"
    joins = ast.Joins(cast(ast.JoinSort, sort), reader.ident(name), reader.span(name))
    grid = read_grid(reader.line, reader.report)
    return ast.Table(reader.ident(plural), reader.ident(singular), grid, reader.line.span, joins=joins)
