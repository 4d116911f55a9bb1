"""Zones and rows to syntax-tree nodes."""

from __future__ import annotations

import lark

from rulec.source import Span
from rulec.syntax import ast
from rulec.syntax.expressions import ExpressionReader, Node, Tree, branches


def read_zone(reader: ExpressionReader, tree: Tree, said: dict[str, Node | None], span: Span) -> ast.Zone:
    """`NAME: zone of PIECE`, `NAME: row of PIECE`, and what is said of it behind commas."""
    name, keys, pieces, *_ = branches(tree)
    most, by, laid = (said.get(one) for one in ("at_most", "seen_by", "laid_over"))
    over: ast.LaidOver | None = None
    if isinstance(laid, lark.Tree):
        table, column = laid.children
        over = ast.LaidOver(reader.ident(table), reader.ident(column))
    return ast.Zone(
        reader.ident(name),
        reader.names(keys),
        reader.ident(pieces),
        reader.expr(most) if most is not None else None,
        span,
        reader.ident(by) if by is not None else None,
        "abilities_live" in said,
        tree.data == "row",
        "full" in said,
        over,
    )
