"""Ends at one exact number (`end when round = limit`), which larger steps or positions can miss."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Literal

from rulec.base.diagnostics import Reporter
from rulec.base.fast_dataclass import instances
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.flow.value_ranges import ValueFacts, values_of
from rulec.semantics.typed.walk import body_parts, parts
from rulec.semantics.types import NumberType
from rulec.syntax import ast

Direction = Literal["up", "down"]
_STOPPING = (ast.EndWhen, ast.Repeat, ast.If)
_ENDS = (ast.EndGame, ast.FinishRound, ast.FinishTurn, ast.LeaveRounds)


def check_ends(game: typed.Game, file: ast.RulesFile, report: Reporter) -> None:
    """Report ends at one number of a variable that can also pass it."""
    ends = set(_equalities(file))
    if not ends:
        return
    moved = _directions(game)
    seen: set[Span] = set()
    others = (*(end.condition for end in game.endings), *(d.body for d in game.definitions))
    for one in chain(*map(body_parts, game.rules), parts(others)):
        if (
            not isinstance(one, typed.Comparison)
            or one.span not in ends
            or one.span in seen
            or one.span.file != file.name
        ):
            continue
        seen.add(one.span)
        left = isinstance(one.left, typed.VariableValue)
        value, limit = (one.left, one.right) if left else (one.right, one.left)
        if not isinstance(value, typed.VariableValue) or not isinstance(value.type, NumberType):
            continue
        a, b, way = values_of(value, ValueFacts()), values_of(limit, ValueFacts()), moved.get(value.variable)
        if a is None or b is None or way is None or not (a.hi > b.lo if way == "up" else a.lo < b.hi):
            continue
        name = value.variable.name
        message = f"a position in which `{name}` is beyond this number never ends here"
        op = ">=" if (way == "up") == left else "<="
        hint = f"compare them with `{op}`"
        line = report.line_of(one.span)
        if line is not None:
            first, second = (
                line[s.column - 1 : s.end_column - 1].strip() for s in (one.left.span, one.right.span)
            )
            hint = f"write `{first} {op} {second}`"
        report.warning("R604", one.span, message, hint)


def _equalities(file: ast.RulesFile) -> Iterator[Span]:
    """Yield the spans of equality tests in end conditions."""
    for one in (part for tree in file.declarations for part in instances(tree, *_STOPPING)):
        waiting = [_end_condition(one)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ast.Logic):
                waiting += part.parts
            elif isinstance(part, ast.Compare) and part.op in {"=", "is"} and not part.negated:
                yield part.span


def _end_condition(one: object) -> ast.Expr | None:
    """Return the condition of a sentence that ends the game, a round or a loop."""
    match one:
        case ast.EndWhen(condition=condition):
            return condition
        case ast.Repeat(until=condition) if condition is not None:
            return condition
        case ast.If(condition=condition, then=then) if any(isinstance(part, _ENDS) for part in then):
            return condition
        case _:
            return None


def _directions(game: typed.Game) -> dict[typed.Variable, Direction]:
    """Return the variables that sentences only raise, or only lower."""
    found: dict[typed.Variable, set[str]] = {}
    for one in chain(*map(body_parts, game.rules)):
        if isinstance(one, typed.CountedLoop) and isinstance(one.target, typed.Variable):
            found.setdefault(one.target, set()).add("up")
        if isinstance(one, typed.SetVariable):
            match one.value:
                case typed.Arithmetic("+" | "-" as op, typed.VariableValue(variable), by) if (
                    variable is one.variable and isinstance(by.type, NumberType) and by.type.lo >= 0
                ):
                    found.setdefault(variable, set()).add("up" if op == "+" else "down")
                case typed.Constant():
                    pass  # a reset
                case _:
                    found.setdefault(one.variable, set()).add("anything")
    ways: dict[frozenset[str], Direction] = {frozenset({"up"}): "up", frozenset({"down"}): "down"}
    return {one: ways[frozenset(by)] for one, by in found.items() if frozenset(by) in ways}
