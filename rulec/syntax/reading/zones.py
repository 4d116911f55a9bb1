"""Read zones and rows to syntax nodes."""

from __future__ import annotations

import lark

from rulec.base.source_text import Span
from rulec.syntax import ast
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.tree_reader import Node, Tree, branches


def read_zone(reader: ExpressionReader, tree: Tree, said: dict[str, Node | None], span: Span) -> ast.Zone:
    """Read `NAME: zone of PIECE and PIECE` or `NAME: row of PIECE`, with the clauses behind commas."""
    name, keys, sorts, *_ = branches(tree)
    assert isinstance(sorts, lark.Tree)
    pieces, *others = (reader.ident(one) for one in sorts.children)
    each: Node | None = None
    most, by, laid = (said.get(one) for one in ("at_most", "seen_by", "laid_over"))
    if isinstance(most, lark.Tree) and most.data == "at_most":
        most, each = branches(most)
    over: ast.LaidOver | None = None
    if isinstance(laid, lark.Tree):
        table, column = laid.children
        over = ast.LaidOver(reader.ident(table), reader.ident(column))
    return ast.Zone(
        reader.ident(name),
        reader.names(keys),
        pieces,
        reader.expr(most) if most is not None else None,
        span,
        reader.ident(by) if by is not None else None,
        "abilities_live" in said,
        tree.data == "row",
        "full" in said,
        over,
        tuple(others),
        None if each is None else reader.ident(each),
        "purse" in said,
    )
