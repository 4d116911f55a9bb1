"""Configurations: valid combinations of options and numbers of players."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from rulec.base import limits
from rulec.base.diagnostics import Reporter
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.types import FlagType, Local, MemberType, NumberType

Chosen = Mapping[typed.Variable | Local, int]


class NotFixed(Exception):
    """Raised where a condition depends on the state of the game."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


def values_of(variable: typed.Variable) -> range:
    """Return all values of an option, as encoded in the program."""
    type_ = variable.type
    if isinstance(type_, NumberType):
        return range(type_.lo, type_.hi + 1)
    if isinstance(type_, MemberType):
        return range(-1 if type_.maybe else 0, type_.sort.size)
    return range(2)


def configurations(game: typed.Game, report: Reporter) -> tuple[tuple[int, ...], ...]:
    """Enumerate the valid configurations: (number of players, value of each option ...)."""
    variables = [option.variable for option in game.options]
    count = game.players[1] - game.players[0] + 1
    for variable in variables:
        count *= len(values_of(variable))
    if count > limits.CONFIGURATIONS:
        report.error(
            "R725",
            game.options[-1].span,
            f"options and players are chosen in {count} ways; at most {limits.CONFIGURATIONS} are possible",
            "give the options fewer values",
        )
        return ()
    found = []
    try:
        for players, *values in product(
            range(game.players[0], game.players[1] + 1), *(values_of(one) for one in variables)
        ):
            chosen: Chosen = dict(zip(variables, values, strict=True))
            if all(_goes(limit, players, chosen) for limit in game.allowed):
                found.append((players, *values))
    except NotFixed as problem:
        report.error(
            "R726",
            problem.span,
            "the condition may depend only on options and the number of players",
            "leave this out: it is only known while a game runs",
        )
        return ()
    default = [one.variable.initial for one in game.options]
    if found and not any(list(values) == default for _, *values in found):
        report.error(
            "R727",
            game.options[0].span,
            "the default options exclude each other",
            "change a `default`, or the condition",
        )
    elif not found:
        report.error("R727", game.options[0].span, "nothing is allowed", "change the condition")
    return tuple(found)


def _goes(limit: typed.Allowed, players: int, chosen: Chosen) -> bool:
    have = players if limit.option is None else chosen[limit.option.variable]
    return have != limit.value or bool(value(limit.condition, players, chosen))


def value(node: typed.Expr, players: int, chosen: Chosen) -> int:
    """Evaluate an expression of options and the number of players (constant folding)."""
    match node:
        case typed.Constant():
            return node.value
        case typed.VariableValue() if node.variable in chosen:
            return chosen[node.variable]
        case typed.LocalValue() if node.local in chosen:
            return chosen[node.local]
        case typed.Membership():
            among = value(node.value, players, chosen)
            return among >> value(node.member, players, chosen) & 1
        case typed.NumberOf() if isinstance(node.value, typed.All) and players >= 0:
            return players if node.value.type.sort.fewest else node.value.type.sort.size  # type: ignore[union-attr]
        case typed.Comparison():
            a, b = value(node.left, players, chosen), value(node.right, players, chosen)
            found = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
            return int(found[node.op])
        case typed.Logic():
            left = value(node.left, players, chosen)
            if bool(left) == (node.op == "or"):
                return left
            return value(node.right, players, chosen)
        case typed.Not():
            return 1 - value(node.value, players, chosen)
        case typed.IfElse():
            way = node.then if value(node.condition, players, chosen) else node.otherwise
            return value(way, players, chosen)
        case typed.Arithmetic() if node.op in {"+", "-", "*"}:
            a, b = value(node.left, players, chosen), value(node.right, players, chosen)
            return {"+": a + b, "-": a - b, "*": a * b}[node.op]
        case typed.Use() if node.subject is None and not node.arguments and node.definition.body is not None:
            return value(node.definition.body, players, chosen)
        case typed.ColumnValue():
            return _column(node, players, chosen)
        case _:
            pass
    raise NotFixed(node.span)


def _column(node: typed.ColumnValue, players: int, chosen: Chosen) -> int:
    place = 0
    for key, one in zip(node.column.keys, node.index, strict=True):
        lo = getattr(key, "lo", 0)
        place = place * key.size + value(one, players, chosen) - lo
    return node.column.values[place]


def is_choosable(type_: object) -> bool:
    """Return whether an option can have this type; players and sets are excluded."""
    if isinstance(type_, MemberType):
        return type_.sort.named
    return isinstance(type_, NumberType | FlagType)
