"""Anonymous rules that run the effects of cells: numbered, shared by equal cells."""

from __future__ import annotations

from collections.abc import Callable

from rulec.base.diagnostics import Reporter
from rulec.semantics import typed
from rulec.semantics.scope import Globals
from rulec.syntax import ast


class EffectRules:
    """Effects of a game, collected so far."""

    def __init__(
        self,
        game: typed.Game,
        globals_: Globals,
        report: Reporter,
        rules: list[tuple[typed.Rule, ast.Rule]],
    ) -> None:
        self.game, self.globals, self.report, self.rules = game, globals_, report, rules
        self.effects: list[typed.Rule] = []
        self._numbers: dict[tuple[str, ...], int] = {}  # source text -> effect
        self._sides: dict[str, typed.Rule] = {}
        self._names: set[str] = set()

    def number_of(self, key: tuple[str, ...], make: Callable[[], typed.Rule]) -> int:
        """Return the number of an effect by its source text, and create the effect if new."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.effects)
            self.effects.append(make())
        return number

    def fresh(self, name: str) -> str:
        """Return an unused name; its dot or blank prevents clashes with names of the file."""
        found, count = name, 1
        while found in self._names:
            count += 1
            found = f"{name}.{count}"
        self._names.add(found)
        return found

    def side(self, side: ast.Side, name: str) -> typed.Rule:
        rule = self._sides.get(side.text)
        if rule is None:
            rule = self._sides[side.text] = typed.Rule("cell", self.fresh(name), (), (), side.span)
            self.game.rules.append(rule)
            named = ast.Ident(rule.name, side.span)
            self.rules.append((rule, ast.Rule("cell", named, (), side.body, side.span)))
        return rule
