"""Read decks, and the sentences about them, to syntax nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

import lark

from rulec.syntax import ast
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.tree_reader import Node, Tree, branches


def read_deck(reader: ExpressionReader, tree: Tree) -> ast.Deck:
    """Read `deck NAME of PIECE: CLAUSE, CLAUSE ...`, of the file, the game or a member."""
    deck = tree.children[0]
    assert isinstance(deck, lark.Tree)
    name, keys, pieces, *clauses = branches(deck)
    said: dict[str, Tree] = {}
    for one in clauses:
        assert isinstance(one, lark.Tree)
        word = str(one.data).removeprefix("deck_")
        if word in said:
            reader.report.error(
                "R443", reader.span(one), "this appears twice here", "leave one of the two out"
            )
        said[word] = one
    filled = reader.members(said["from"].children[0]) if "from" in said else None
    shown = reader.integer(said["top"].children[0]) if "top" in said else 0
    others = tuple(word for word in said if word not in {"from", "top"})
    return ast.Deck(
        reader.ident(name), reader.names(keys), reader.ident(pieces), filled, shown, others, reader.line.span
    )


def read_facing(reader: ExpressionReader, node: Node | None) -> ast.Facing | None:
    if node is None:
        return None
    assert isinstance(node, lark.Tree)
    sort = {"face_up": "up", "face_down": "down", "shown_to": "shown"}[str(node.data)]
    to = reader.expr(node.children[0]) if node.children else None
    return ast.Facing(cast(Literal["up"], sort), to, reader.span(node))


def _draw(reader: ExpressionReader, tree: Tree) -> ast.Sentence:
    up_to, number, deck, target, facing, giving = branches(tree)
    return ast.Draw(
        reader.expr(number),
        up_to is not None,
        reader.expr(deck),
        None if target is None else reader.expr(target),
        read_facing(reader, facing),
        None if giving is None else reader.ident(giving),
        reader.span(tree),
    )


def _put_under(reader: ExpressionReader, tree: Tree) -> ast.Sentence:
    pieces, deck, random = branches(tree)
    return ast.PutUnder(reader.expr(pieces), reader.expr(deck), random is not None, reader.span(tree))


def _discard(reader: ExpressionReader, tree: Tree) -> ast.Sentence:
    return ast.Discard(reader.expr(tree.children[0]), reader.span(tree))


def _shuffle(reader: ExpressionReader, tree: Tree) -> ast.Sentence:
    return ast.Shuffle(reader.expr(tree.children[0]), reader.span(tree))


def _show(reader: ExpressionReader, tree: Tree) -> ast.Sentence:
    pieces, to = branches(tree)
    return ast.Show(reader.expr(pieces), None if to is None else reader.expr(to), reader.span(tree))


DECK_SENTENCES: dict[str, Callable[[ExpressionReader, Tree], ast.Sentence]] = {
    "draw": _draw,
    "put_under": _put_under,
    "discard": _discard,
    "shuffle": _shuffle,
    "show": _show,
}
