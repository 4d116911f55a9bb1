"""Read cells of effect columns: sentences, in alternatives separated by `/`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

import lark

from rulec.base.diagnostics import Reporter
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.parser import parse_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.literal_cells import plain_cell
from rulec.syntax.reading.sentences import SentenceReader
from rulec.syntax.reading.tree_reader import branches


def read_effect(cell: Line, report: Reporter) -> ast.Cell:
    """Read an effect cell with its alternatives. A single name can also be a key of the table."""
    plain = plain_cell(cell)
    if plain is not None and plain.sort != "values":
        return plain
    values = plain.values if plain is not None else ()
    tree = parse_line(cell, "effect_cell", report)
    if tree is None or tree.data == "blank":
        return ast.Cell("blank", values, cell.text, cell.span)
    reader, sentences = ExpressionReader(cell, report), SentenceReader(report)
    sides = []
    for text, inline in zip(_texts(cell.text), tree.children, strict=True):
        assert isinstance(inline, lark.Tree)
        span = reader.span(inline)
        sides.append(ast.Side(text, sentences.with_inline(cell, inline), span))
    return ast.Cell("effect", values, cell.text, cell.span, tuple(sides))


def read_ability(cell: Line, report: Reporter) -> ast.Cell:
    """Read an ability cell: an effect with its timing (`at once`, `once a round`, `whenever`)."""
    if cell.text == "-":
        return ast.Cell("blank", (), cell.text, cell.span)
    tree = parse_line(cell, "ability_cell", report)
    if tree is None:
        return ast.Cell("blank", (), cell.text, cell.span)
    reader = ExpressionReader(cell, report)
    *said, inline = branches(tree)
    assert isinstance(inline, lark.Tree)
    rule = inside = event = where = None
    parameters: tuple[ast.Parameter, ...] = ()
    if tree.data == "once_a":
        rule = reader.ident(said[0])
        inside = reader.ident(said[1]) if said[1] is not None else None
    elif tree.data == "ability_whenever":
        assert isinstance(said[0], lark.Tree)
        name, *given = branches(said[0])
        event, parameters = reader.ident(name), reader.parameters(given)
        where = reader.expr(said[1]) if said[1] is not None else None
    sort = cast(Literal["once"], {"at_once": "at once", "once_a": "once"}.get(tree.data, "whenever"))
    span = reader.span(inline)
    start = span.column - cell.span.column
    text = " ".join(cell.text[start:].split())
    side = ast.Side(text, SentenceReader(report).with_inline(cell, inline), span)
    ability = ast.Ability(sort, rule, inside, event, parameters, where, cell.span)
    return ast.Cell("ability", (), cell.text, cell.span, (side,), ability)


def _texts(text: str) -> Iterator[str]:
    """Yield the source text of each alternative, squeezed; a `/` inside quotes is text."""
    start, quoted = 0, False
    for place, char in enumerate(text + "/"):
        if char == '"':
            quoted = not quoted
        elif char == "/" and not quoted:
            yield " ".join(text[start:place].split())
            start = place + 1
