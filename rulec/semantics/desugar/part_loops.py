"""Loops over the connected parts of a set, written out: `each part in parts of S`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from rulec.semantics.desugar.ast_rewrite import rewrite_sentences
from rulec.syntax import ast

PARTS_OF: Final = "parts"  # a word of every such loop


def write_out_part_loops(file: ast.RulesFile) -> ast.RulesFile:
    """Replace each loop over parts by one that takes a part from the rest until nothing is left."""
    numbers = count(1)
    return rewrite_sentences(  # type: ignore[no-any-return]
        file, ast.Each, lambda node: _written_out(node, numbers)
    )


def _written_out(node: ast.Each, numbers: Iterator[int]) -> list[ast.Sentence]:
    plain = not node.acting and node.order is None and node.ordering is None
    if not isinstance(node.value, ast.PartsOf) or not plain:
        return [node]
    span = node.value.span
    rest = ast.Ident(f"rest {next(numbers)} of {node.var.text}", span)  # no word that a file can have
    left = ast.Name(rest, (), span)
    part = ast.Name(node.var, (), span)
    first = ast.Pick("first", ast.Members(None, left, span), span)
    body = (
        ast.Let(node.var, ast.Reach(first, left, span), node.var.span),
        ast.Change("set", left, ast.Binary("-", left, part, span), span),
        *node.body,
    )
    none_left = ast.Quantity("no", ast.Members(None, left, span), None, span)
    return [ast.Let(rest, node.value.value, span), _repeat(none_left, body, node)]


def _repeat(until: ast.Expr, body: tuple[ast.Sentence, ...], node: ast.Each) -> ast.Repeat:
    return ast.Repeat(
        until,
        least=None,
        most=None,
        may_leave=False,
        leave=None,
        name=None,
        left=None,
        body=body,
        citations=node.citations,
        span=node.span,
    )
