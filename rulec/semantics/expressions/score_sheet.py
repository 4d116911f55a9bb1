"""The score sheet in examples: `p1's score("Row")`."""

from __future__ import annotations

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.types import NumberType
from rulec.syntax import ast


def sheet_of(game: typed.Game) -> dict[str, typed.Expr]:
    """Return the score lines by label, and their total under the empty label."""
    lines = {line.label: line.value for line in game.score}
    values = [one for one in lines.values() if isinstance(one.type, NumberType)]
    if not values or len(values) < len(lines):
        return lines
    total = values[0]
    for one in values[1:]:
        a, b = total.type, one.type
        assert isinstance(a, NumberType)
        assert isinstance(b, NumberType)
        total = typed.Arithmetic("+", total, one, NumberType(a.lo + b.lo, a.hi + b.hi), one.span)
    return {"": total, **lines}


def score_of(
    sheet: dict[str, typed.Expr], player: typed.Expr, arguments: tuple[ast.Expr, ...], span: Span
) -> typed.Expr | str:
    """Type `p1's score("Row")`; return a hint for an unknown line."""
    label = ""
    if arguments:
        if len(arguments) > 1 or not isinstance(arguments[0], ast.Text):
            return 'write one line of the score in quotes, as in `p1\'s score("Points")`'
        label = arguments[0].value
    if label not in sheet:
        return did_you_mean(label, [one for one in sheet if one]) or "the lines are " + ", ".join(
            f'"{one}"' for one in sheet if one
        )
    return typed.ForPlayer(player, sheet[label], span)
