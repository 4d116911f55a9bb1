"""Rules whose lifetime is observed: by `during`, or by variables that reset at a rule's end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulec.base.diagnostics import did_you_mean
from rulec.semantics import typed
from rulec.semantics.scope import Globals
from rulec.semantics.typed.walk import body_parts, parts
from rulec.syntax import ast

LOOPS: Final = frozenset({"repeat", "repeating", "loop", "looping", "repetition"})
LEAVING: Final = (
    "a loop ends by its condition, as in `repeat until ...:`; or give it a rule of its own, "
    "and write `end` and the name of that rule"
)


def rule_named(name: ast.Ident, globals_: Globals) -> typed.Rule | None:
    """Return the rule of this name; None after a report."""
    rule = globals_.rules.get(name.text)
    if rule is None:
        hint = did_you_mean(name.text, globals_.rules)
        globals_.report.unknown("R219", name.text, name.span, f"no rule is called `{name.text}`", hint)
    return rule


def expressions_of(game: typed.Game) -> Iterator[object]:
    """Yield every node of the game that can be an expression."""
    for rule in game.rules:
        yield from body_parts(rule)
    for value in _outside_rules(game):
        yield from parts(value)


def _outside_rules(game: typed.Game) -> Iterator[object]:
    for end in game.endings:
        yield end.condition
    for definition in game.definitions:
        yield definition.body
    for duty in game.obligations:
        yield duty.condition
    for one in game.always:
        yield one.condition
    yield from (line.value for line in game.score)
    yield from (tie.value for tie in game.ties)
    for zone in game.zones:
        yield zone.most
    for goods in game.goods:
        yield goods.most


def asked_rules(game: typed.Game) -> set[typed.Rule]:
    """Return the rules whose feasibility an expression tests with `can`."""
    return {one.call.rule for one in expressions_of(game) if isinstance(one, typed.CanCall)}


def bounded_rules(game: typed.Game) -> set[typed.Rule]:
    """Return the rules with per-activation limits or with obligations due at their end."""
    found = {rule for duty in game.obligations for rule, _ in duty.deadlines}
    for action in game.free_actions:
        if action.limits:
            found |= {action.rule, *(rule for _, rule in action.limits)}
    return found


def watched_rules(game: typed.Game) -> set[typed.Rule]:
    """Return the rules whose activation is tested."""
    found = {one.rule for one in expressions_of(game) if isinstance(one, typed.During | typed.Beside)}
    return found | {variable.until for variable in game.variables if variable.until is not None}
