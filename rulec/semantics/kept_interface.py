"""The interface of declarations to examples: all that checks of examples read of the declarations.

An example begins at a rule and reads variables, zones and definitions; bodies of rules that it does not call
do not matter to it. While somebody types in such a body, the findings in examples stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final, cast

from rulec.base.example_labels import Offered, Play
from rulec.base.fast_dataclass import dataclass, inner
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.check import Declared
from rulec.semantics.typed import examples as evidence
from rulec.semantics.typed.walk import parts
from rulec.semantics.types import Local
from rulec.syntax import ast

_BODY: Final = frozenset({"body"})  # of rules, listeners, spaces of tracks, ends of the game
_EFFECT: Final = frozenset({"body", "text"})  # of effects in cells, which are bodies, too


@dataclass(frozen=True)
class Interface:
    """Declarations, compared without places, bodies and display texts, and all that bodies determine."""

    declarations: tuple[object, ...]
    inferred: tuple[object, ...]

    def is_same(self, other: Interface) -> bool:
        return self.inferred == other.inferred and _are_same(self.declarations, other.declarations)


def interface_of(tree: ast.RulesFile, declared: Declared) -> Interface:
    return Interface(tree.declarations, tuple(_inferred(declared)))


def depends_on_bodies(example: evidence.Example) -> bool:
    """Check whether an example calls a rule, so that its findings depend on the body."""
    given = (one for one in example.lines if isinstance(one, evidence.Given))
    return any(isinstance(part, typed.CallRule) for one in given for part in parts(one.parts))


def labels_of(example: evidence.Example) -> evidence.Example:
    """Reduce a checked example to the labels that it plays, which refer to no typed declaration."""
    lines = tuple(one for one in example.lines if isinstance(one, Play | Offered))
    return replace(example, lines=lines)


def _are_same(one: object, other: object) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, ast.Display):
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(_are_same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, Span):
        return True
    if inner(type(one)) is None:
        return one == other
    return all(_are_same(value, vars(other)[name]) for name, value in _own(one))


def _own(node: object) -> Iterator[tuple[str, object]]:
    """Yield the fields of a node without its body."""
    is_effect = isinstance(node, ast.Side) or (isinstance(node, ast.Cell) and node.sort == "effect")
    without = _EFFECT if is_effect else _BODY
    own = (one.name for one in fields(cast("Any", node)))
    return ((name, getattr(node, name)) for name in own if name not in without)


def _inferred(declared: Declared) -> Iterator[object]:
    """Yield names that bodies declare, inferred types, and marks that bodies leave on declarations."""
    game, globals_ = declared.game, declared.declarer.globals
    for name, table in vars(globals_).items():
        if isinstance(table, dict) and name not in {"given", "rules", "decisions"}:
            yield frozenset(one for one in table if isinstance(one, str))
    yield tuple((one.plural, tuple(words)) for one, words in globals_.own.items())
    begun = (one for one in game.rules if one.point)  # examples begin there
    yield frozenset((one.name, one.point, one.uses_me, _shown(one.parameters)) for one in begun)
    for one in game.definitions:
        yield one.name, repr(one.type), one.uses_me, _shown(one.parameters)
    yield tuple((one.plural, one.members, one.listed, one.joined) for one in game.sorts)
    yield tuple((one.plural, one.boxed) for one in game.pieces)
    yield tuple((one.name, one.known, one.noticed) for one in game.zones)


def _shown(parameters: tuple[Local, ...]) -> tuple[object, ...]:
    return tuple((one.name, repr(one.type), one.inferred) for one in parameters)
