"""Fast path for table cells that hold literals or names only."""

from __future__ import annotations

import re
from typing import Final, Literal, cast

from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.reserved_words import RESERVED

# Most cells of a table match this pattern, and a table can have thousands of cells.
_PLAIN: Final = re.compile(r'(-?)([0-9]{1,9})|([A-Za-z_][A-Za-z0-9_]{0,79})|"([ !#-~]{0,200})"')
_WORDS: Final = frozenset({"yes", "no", "none"})


def plain_cell(cell: Line) -> ast.Cell | None:
    """Read an empty cell, or a list of numbers, names and texts, without the parser; else return None."""
    if cell.text in {"-", "number"}:
        return ast.Cell("blank" if cell.text == "-" else "own number", (), cell.text, cell.span)
    if '"' in cell.text and "," in cell.text:
        return None
    values: list[ast.Expr] = []
    start = 0
    for part in cell.text.split(","):
        word = part.strip(" ")
        found = _PLAIN.fullmatch(word)
        if found is None:
            return None
        lead = start + len(part) - len(part.lstrip(" "))
        span = cell.at(lead, lead + len(word))
        minus, digits, name, text = found.groups()
        if digits is not None:
            number = ast.Number(int(digits), span)
            values.append(ast.Negative(number, span) if minus else number)
        elif name in _WORDS:
            values.append(ast.Word(cast(Literal["yes"], name), span))
        elif name is not None:
            if name in RESERVED:
                return None
            values.append(ast.Name(ast.Ident(name, span), (), span))
        else:
            values.append(ast.Text(text, span))
        start += len(part) + 1
    return ast.Cell("values", tuple(values), cell.text, cell.span)
