"""Activation of rules: tests, and resets at a rule's end."""

from __future__ import annotations

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr, Field, Stmt
from rulec.ir.types import Domain, ElemType, IntType, SetType
from rulec.semantics import typed
from rulec.semantics.flow.rule_lifetimes import expressions_of

_WRITTEN_OUT = 16  # variables with more cells are set back in a loop


def running_field(rule: str) -> Field:
    """Return the running flag: 0, or 1 plus the call depth at the rule's start."""
    deepest = limits.CALL_DEPTH + limits.NESTING + 1
    return Field(f"{rule}.running", IntType(0, deepest), (), "running")


def runs(rule: str) -> Expr:
    return nodes.Compare(">=", nodes.ReadField(running_field(rule), ()), Const(1, IntType(1, 1)))


def beside_field(game: typed.Game, action: typed.FreeAction) -> tuple[Field, tuple[str, ...]]:
    """Return the rules that may offer a free action, and the field of the offering one, counted from 1."""
    opened = {one.decision.rule for one in game.openings if one.action is action}
    rules = tuple(rule.name for rule in game.rules if rule.name in opened)
    name = f"{action.rule.name}.beside"
    return Field(name, IntType(0, max(1, len(rules))), (), "running", least=1), rules


def beside(game: typed.Game, rule: str) -> Expr:
    """Test for a free action beside a choice of this rule; without one, test whether the rule runs."""
    test: Expr = s.FALSE
    idle: Expr = s.TRUE
    for action in game.free_actions:
        idle = s.both(idle, s.negate(runs(action.rule.name)))
        field, rules = beside_field(game, action)
        if rule in rules:
            number = rules.index(rule) + 1
            here = nodes.Compare("==", nodes.ReadField(field, ()), Const(number, IntType(number, number)))
            test = s.either(test, here)
    return s.either(test, s.both(idle, runs(rule)))


def asks_beside(game: typed.Game) -> bool:
    """Return whether any query depends on the choice beside which a free action was taken."""
    return any(isinstance(one, typed.Beside) for one in expressions_of(game))


def set_back(field: Field, span: Span) -> tuple[Stmt, ...]:
    """Reset every cell of a variable to its initial value."""
    if field.starts or field.cells <= _WRITTEN_OUT:
        return tuple(
            nodes.Assign(field, index, Const(value, field.type), span)
            for index, value in zip(_cells(field.dims), field.starts or _always(field), strict=True)
        )
    names = [f"{field.name}.cell{n}" for n in range(len(field.dims))]
    index = tuple(nodes.ReadLocal(name, ElemType(dim)) for name, dim in zip(names, field.dims, strict=True))
    body: tuple[Stmt, ...] = (nodes.Assign(field, index, Const(field.initial, field.type), span),)
    for name, dim in zip(reversed(names), reversed(field.dims), strict=True):
        whole = Const((1 << dim.size) - 1, SetType(dim))
        body = (nodes.ForEach(name, whole, body, span),)
    return body


def _always(field: Field) -> tuple[int, ...]:
    return (field.initial,) * field.cells


def _cells(dims: tuple[Domain, ...]) -> list[tuple[Expr, ...]]:
    found: list[tuple[Expr, ...]] = [()]
    for dim in dims:
        found = [(*one, Const(n, ElemType(dim))) for one in found for n in range(dim.size)]
    return found
