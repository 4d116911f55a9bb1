"""Reads cells of effect columns into anonymous rules.

Equal cells share one effect. As a value, an effect is its index among all effects of the game; `do` calls a
rule of its column that dispatches on the index.
"""

from __future__ import annotations

from dataclasses import field

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, Span
from rulec.semantics import typed
from rulec.semantics.declarations.abilities import Abilities
from rulec.semantics.declarations.effect_rules import EffectRules
from rulec.semantics.scope import Globals
from rulec.semantics.types import EffectFamily, EffectType, Local, MemberType, SetType, Sort
from rulec.syntax import ast


@dataclass
class _Alternatives:
    """Alternatives under one decision name: sides of all cells, and the effects that offer each."""

    rule: typed.Rule
    cell: Local
    sides: dict[str, tuple[typed.Rule, list[int]]] = field(default_factory=dict)


class Effects(EffectRules):
    """Collects the effects of a game while its tables are declared."""

    def __init__(
        self,
        game: typed.Game,
        globals_: Globals,
        report: Reporter,
        rules: list[tuple[typed.Rule, ast.Rule]],
    ) -> None:
        super().__init__(game, globals_, report, rules)
        self.sort = Sort("effects", "effect", (), NOWHERE)
        self.families: list[EffectFamily] = []
        self._asked: dict[str, _Alternatives] = {}
        self._dispatchers: dict[frozenset[EffectFamily], typed.Rule] = {}
        self.abilities = Abilities(self)

    # --- cells ----------------------------------------------------------------------------------------

    def column(self, table: str, heading: str, type_: ast.EffectType, span: Span) -> EffectType:
        """Return the type of an effect column, or of a `by` table that gives effects."""
        asked = type_.alternative or ast.Ident(heading or table, type_.span)
        name = f"{table}.{heading}" if heading else table
        family = EffectFamily(heading, self.fresh(f"do {name}"), asked.text, asked.span, span)
        family.says_when = type_.abilities
        self.families.append(family)
        return EffectType(self.sort, frozenset({family}))

    def number(self, cell: ast.Cell, type_: EffectType, place: str) -> int:
        """Return the effect of a cell, shared by equal cells."""
        (family,) = type_.families
        if not cell.sides:
            return -1
        name = f"{place}.{family.column}" if family.column else place
        if family.says_when:
            number = self.abilities.number(cell, family, place, name)
        elif len(cell.sides) == 1:
            (side,) = cell.sides
            number = self.number_of((side.text,), lambda: self.side(side, name))
        else:
            key = (family.asked, *(side.text for side in cell.sides))
            number = self.number_of(key, lambda: self._several(cell, family, self.fresh(name)))
        if number >= 0:
            family.effects.setdefault(number, self.effects[number].name)
        return number

    def _several(self, cell: ast.Cell, family: EffectFamily, name: str) -> typed.Rule:
        """Build the rule of a cell with alternatives, which passes its number to the column's decision."""
        number = len(self.effects)
        asked = self._asked.get(family.asked)
        if asked is None:
            local = Local("cell", EffectType(self.sort, frozenset(), False), family.asked_span)
            rule = typed.Rule("cell", self.fresh(f"ask {family.asked}"), (local,), ("",), family.asked_span)
            asked = self._asked[family.asked] = _Alternatives(rule, local)
            self.game.rules.append(rule)
        for side in cell.sides:
            _, offered = asked.sides.setdefault(side.text, (self.side(side, name), []))
            if number in offered:
                self._twice(side, cell)
            offered.append(number)
        value = typed.Constant(number, asked.cell.type, cell.span)
        body = (typed.CallRule(asked.rule, (value,), (), cell.span),)
        found = typed.Rule("cell", name, (), (), cell.span, body)
        self.game.rules.append(found)
        return found

    def _twice(self, side: ast.Side, cell: ast.Cell) -> None:
        first = next(one for one in cell.sides if one.text == side.text)
        self.report.error(
            "R731",
            side.span,
            f"`{side.text}` is on two sides of this cell",
            "remove one of them",
            [Note(first.span, "the first one")],
        )

    # --- when all tables are known --------------------------------------------------------------------

    def finish(self) -> None:
        """Complete the sort of all effects, and build the decisions between alternatives."""
        if not self.effects:
            if self.families:  # all cells are empty, but can be read
                self.sort.members = ("nothing",)
                self.game.sorts.append(self.sort)
            return
        self.sort.members = tuple(rule.name for rule in self.effects)
        self.game.sorts.append(self.sort)
        if len(self.effects) > limits.DOMAIN_SIZE:
            span = self.effects[limits.DOMAIN_SIZE].span
            message = f"a game has at most {limits.DOMAIN_SIZE} different effects in cells"
            self.report.error("R732", span, message, "give those that differ in a number a column of numbers")
            return
        for name, asked in self._asked.items():
            self._ask(name, asked)

    def _ask(self, name: str, asked: _Alternatives) -> None:
        named = ast.Ident(name, asked.rule.span)
        if name not in self.globals.decisions and not self.globals.usable(named):
            return
        groups = tuple((None, text) for text in asked.sides)
        decision = typed.Decision(name, asked.rule.name, "", named.span, groups)
        self.globals.decisions.setdefault(name, decision)
        self.game.decisions.append(decision)
        cell = typed.LocalValue(asked.cell, named.span)
        options = []
        for text, (rule, numbers) in asked.sides.items():
            among = typed.Constant(sum(1 << n for n in numbers), SetType(self.sort), rule.span)
            body = (typed.CallRule(rule, (), (), rule.span),)
            options.append(typed.ChoiceGroup(None, text, typed.Membership(cell, among, rule.span), body))
        by = typed.Me(MemberType(self.globals.acting), named.span)
        asked.rule.body = (typed.Choose(decision, by, tuple(options), None, named.span),)

    # --- dispatch -------------------------------------------------------------------------------------

    def do(self, value: typed.Expr, span: Span) -> typed.CallRule:
        """Build a call that runs the effect in a value."""
        assert isinstance(value.type, EffectType)
        return typed.CallRule(self._dispatcher(value.type), (value,), (), span)

    def _dispatcher(self, type_: EffectType) -> typed.Rule:
        rule = self._dispatchers.get(type_.families)
        if rule is None:
            families = sorted(type_.families, key=self.families.index)
            numbers = sorted({number for family in families for number in family.effects})
            local = Local("effect", EffectType(self.sort, type_.families), families[0].span)
            name = families[0].name if len(families) == 1 else self.fresh("do effect")
            rule = typed.Rule("cell", name, (local,), ("",), families[0].span)
            cases = tuple(
                (number, (typed.CallRule(self.effects[number], (), (), self.effects[number].span),))
                for number in numbers
            )
            value = typed.LocalValue(local, rule.span)
            rule.body = (typed.CaseOf(value, cases, rule.span),)
            self._dispatchers[type_.families] = rule
            self.game.rules.append(rule)
        return rule

    def report_unused(self) -> None:
        """Warn about columns whose effects are never run."""
        if self.report.failed:
            return
        done = {family for families in self._dispatchers for family in families}
        for family in self.families:
            if family not in done and family.effects:
                what = family.name.removeprefix("do ")
                self.report.warning("R733", family.span, f"nothing ever carries out the effects of `{what}`")
