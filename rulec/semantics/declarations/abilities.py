"""Ability columns: effects with a time of execution.

`at once` is an ordinary effect. `once a round` is an effect that marks its member as used and is illegal
while the mark is set. `whenever` is an event listener for the player with the piece in a zone with
`abilities live`: an event visits only the pieces there whose cells listen to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import product

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.declarations.effect_rules import EffectRules
from rulec.semantics.desugar.event_listeners import passed_on, report_other_words
from rulec.semantics.types import AT_ONCE, EffectFamily, Local, MemberType, Sort
from rulec.syntax import ast


@dataclass
class _Listening:
    """Cells of a column that listen to one event."""

    first: ast.Ability
    sort: Sort
    cases: dict[str, tuple[list[int], ast.Ability, ast.Side]] = field(default_factory=dict)  # by source text


class Abilities:
    """Contents of ability columns, among the effects of a game."""

    def __init__(self, effects: EffectRules) -> None:
        self.effects, self.globals, self.report = effects, effects.globals, effects.report
        self.once: dict[Sort, set[int]] = {}  # members with a `once` ability
        self.marks: dict[Sort, dict[str, ast.Ident]] = {}  # limiting rules of each sort, by name
        self.using: dict[tuple[Sort, str, str], typed.Rule] = {}
        self.listening: dict[tuple[str, str], _Listening] = {}  # by column and event
        self.reactions: list[ast.Rule] = []  # bodies of the listeners

    def number(self, cell: ast.Cell, family: EffectFamily, member: str, fresh: str) -> int:
        """Return the effect number of a cell; -1 for a listener."""
        ability = cell.ability
        if ability is None:
            return -1
        (side,) = cell.sides
        sort, index = self.globals.constants[member]
        if ability.sort == "whenever":
            self._listen(ability, side, family, sort, index, " ".join(cell.text.split()))
            return -1
        if ability.sort == "at once":
            number = self.effects.number_of((side.text,), lambda: self.effects.side(side, fresh))
            family.abilities[number] = AT_ONCE
        else:
            assert ability.rule is not None
            self.once.setdefault(sort, set()).add(index)
            number = self.effects.number_of(
                ("once", fresh), lambda: self._once(ability, side, sort, index, fresh)
            )
            family.abilities[number] = ability.rule.text
        return number

    # --- once a round -----------------------------------------------------------------------------------

    def _once(self, ability: ast.Ability, side: ast.Side, sort: Sort, index: int, name: str) -> typed.Rule:
        """Build the rule of a `once` cell: it sets the mark first, so that its effect cannot recur."""
        inner = self.effects.side(side, name)
        rule = typed.Rule("cell", self.effects.fresh(name), (), (), side.span)
        marked = typed.Constant(index, MemberType(sort), side.span)
        rule.body = (
            typed.CallRule(self._use(ability, sort), (marked,), (), side.span),
            typed.CallRule(inner, (), (), side.span),
        )
        self.effects.game.rules.append(rule)
        return rule

    def _use(self, ability: ast.Ability, sort: Sort) -> typed.Rule:
        assert ability.rule is not None
        inside = ability.inside.text if ability.inside is not None else ""
        key = sort, ability.rule.text, inside
        if key in self.using:
            return self.using[key]
        self.marks.setdefault(sort, {}).setdefault(ability.rule.text, ability.rule)
        span = ability.span
        local = Local(sort.singular, MemberType(sort), span)
        rule = typed.Rule("cell", self.effects.fresh(f"use {sort.singular}"), (local,), ("",), span)
        used = ast.Possessive(
            ast.Name(ast.Ident(sort.singular, span), (), span), ast.Ident("used", span), (), span
        )
        message = f"this {sort.singular} is used"
        body: list[ast.Sentence] = [ast.Must(ast.Not(used, span), message, span)]
        if ability.inside is not None:
            message = f"this {sort.singular} is used beside the choices of `{inside}`"
            body.append(ast.Must(ast.Beside(ability.inside, ability.inside.span), message, span))
        mark = ast.Possessive(used.owner, ast.Ident(self._mark(sort, ability.rule), span), (), span)
        body.append(ast.Change("set", mark, ast.Word("yes", span), span))
        self.effects.game.rules.append(rule)
        self.effects.rules.append((rule, ast.Rule("cell", ast.Ident(rule.name, span), (), tuple(body), span)))
        self.using[key] = rule
        return rule

    def _mark(self, sort: Sort, rule: ast.Ident) -> str:
        """Return the name of the mark: `used`, or one per rule if several rules limit abilities."""
        return "used" if rule.text == next(iter(self.marks[sort])) else f"used_in_{rule.text}"

    def declare_marks(self, declarer: DeclarationContext) -> None:
        """Declare the `used` marks of members, reset at the end of the rule."""
        for sort, rules in self.marks.items():
            copies = next((p for p in self.globals.pieces.values() if p.kinds is sort), None)
            first = next(iter(rules.values()))
            if copies is not None and any(copies.copies[index] != 1 for index in self.once[sort]):
                message = f"of some {copies.plural} there are several, and it could not be told which is used"
                hint = "give each of them a row of its own, for example `guard_1 to guard_4`"
                self.report.error("R752", first.span, message, hint)
            for name in rules.values():
                type_ = ast.ValueType("flag", 0, 1, None, name.span)
                mark = ast.Ident(self._mark(sort, name), name.span)
                variable = ast.Variable(mark, (), type_, None, None, name.span, name)
                declarer.declare_variable(sort, variable)

    # --- whenever ---------------------------------------------------------------------------------------

    def _listen(
        self, ability: ast.Ability, side: ast.Side, family: EffectFamily, sort: Sort, index: int, text: str
    ) -> None:
        assert ability.event is not None
        found = self.listening.setdefault((family.name, ability.event.text), _Listening(ability, sort))
        found.cases.setdefault(text, ([], ability, side))[0].append(index)

    def listeners(self, table: ast.Table, file: ast.RulesFile) -> Iterator[ast.Whenever]:
        """Yield a listener for each event in this table, which visits the pieces with live abilities."""
        sort = self.globals.sets.get(table.plural.text)
        found = [(event, one) for (_, event), one in self.listening.items() if one.sort is sort]
        if sort is None or not found:
            return
        zones = list(self._zones(sort, file))
        if not zones:
            span = found[0][1].first.span
            message = f"no {sort.singular} ever lies where its abilities are in force"
            hint = f"write for example `cards: zone of {sort.singular}, abilities live`"
            self.report.warning("R754", span, message, hint)
        for event, one in found:
            yield self._listener(event, one, zones)

    def _zones(self, sort: Sort, file: ast.RulesFile) -> Iterator[ast.Expr]:
        """Yield the zones of such pieces whose abilities are live for the acting player."""
        for has in file.declarations:
            if not isinstance(has, ast.Has):
                continue
            owner = self.globals.members.get(has.owner.text) if has.owner is not None else None
            if owner is not None and owner is not self.globals.acting:
                continue  # reported elsewhere
            for zone in has.clauses:
                pieces = self.globals.pieces.get(zone.pieces.text) if isinstance(zone, ast.Zone) else None
                if isinstance(zone, ast.Zone) and zone.live and pieces is not None and pieces.kinds is sort:
                    keys = [self.globals.members[key.text] for key in zone.parameters]
                    for values in _products(keys, zone.span):
                        yield (
                            ast.Name(zone.name, values, zone.span)
                            if has.owner is None
                            else ast.Possessive(ast.Word("me", zone.span), zone.name, values, zone.span)
                        )

    def check_zones(self, file: ast.RulesFile) -> None:
        listening = {one.sort for one in self.listening.values()}
        for has in file.declarations:
            for zone in has.clauses if isinstance(has, ast.Has) else ():
                if not isinstance(zone, ast.Zone) or not zone.live:
                    continue
                assert isinstance(has, ast.Has)
                pieces = self.globals.pieces.get(zone.pieces.text)
                owner = self.globals.members.get(has.owner.text) if has.owner is not None else None
                if pieces is not None and pieces.kinds not in listening:
                    message = f"{pieces.plural} have no abilities that listen to anything"
                    hint = "leave `abilities live` out, or write `whenever ...` in a column of abilities"
                    self.report.error("R751", zone.name.span, message, hint)
                elif zone.seen_by is not None and zone.seen_by.text == "nobody":
                    message = "pieces that lie face down here can't have abilities: using one would reveal it"
                    hint = "leave `abilities live` out, or `seen by nobody`"
                    self.report.error("R751", zone.name.span, message, hint)
                elif owner is not None and owner is not self.globals.acting:
                    message = f"abilities are in force for whoever acts, and a {owner.singular} does not"
                    whose = self.globals.acting.singular
                    hint = f"declare the zone below `each {whose} has:` or `the game has:`"
                    self.report.error("R751", zone.name.span, message, hint)

    def _listener(self, event: str, one: _Listening, zones: list[ast.Expr]) -> ast.Whenever:
        span, sort = one.first.span, one.sort
        var = ast.Ident(f"the {sort.singular}", span)
        card = ast.Name(var, (), span)
        cases: list[tuple[tuple[ast.Ident, ...], tuple[ast.Sentence, ...]]] = []
        members: list[int] = []
        for number, (indexes, ability, side) in enumerate(one.cases.values(), start=1):
            assert ability.event is not None
            if report_other_words(ability.event, ability.parameters, one.first, self.report):
                continue
            rule = self._reaction(f"{event} {sort.singular} {number}", ability, side)
            self.reactions.append(rule)
            named = tuple(ast.Ident(sort.members[index], side.span) for index in indexes)
            members += indexes
            call = ast.CallRule(rule.name, passed_on(one.first.parameters), (), side.span)
            cases.append((named, (call,)))
        assert one.first.event is not None
        name = ast.Ident(event, one.first.event.span)
        if not zones or not cases:
            return ast.Whenever(name, one.first.parameters, None, (), span)
        those = _sum([ast.Name(ast.Ident(sort.members[n], span), (), span) for n in sorted(members)], span)
        here = _sum(zones, span)
        body: tuple[ast.Sentence, ...] = (ast.CaseOf(card, tuple(cases), span),)
        pieces = next(p for p in self.globals.pieces.values() if p.kinds is sort)
        if any(count != 1 for count in pieces.copies):
            alike = ast.Compare("is", ast.Word("it", span), card, False, span)
            lying = ast.NumberOf(ast.Members(None, ast.Where(here, alike, span), span), span)
            body = (_repeat(lying, body, span),)
        it = ast.Word("it", span)
        hears: ast.Expr = ast.In(it, those, False, span)
        if len(members) == 1:
            hears = ast.Compare("is", it, those, False, span)
        heard = ast.Where(here, hears, span)
        each = ast.Each(var, False, heard, None, body, (), span)
        return ast.Whenever(name, one.first.parameters, None, (each,), span)

    def _reaction(self, name: str, ability: ast.Ability, side: ast.Side) -> ast.Rule:
        body = side.body if ability.where is None else (ast.If(ability.where, side.body, (), ability.span),)
        ident = ast.Ident(f"whenever {name}", ability.span)
        return ast.Rule("whenever", ident, ability.parameters, body, ability.span)


def _products(keys: list[Sort], span: Span) -> Iterator[tuple[ast.Expr, ...]]:
    """Yield all combinations of key arguments for a zone."""
    for values in product(*(key.members for key in keys)):
        yield tuple(ast.Name(ast.Ident(value, span), (), span) for value in values)


def _sum(parts: list[ast.Expr], span: Span) -> ast.Expr:
    """Build a balanced sum, to limit the nesting."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return ast.Binary("+", _sum(parts[:half], span), _sum(parts[half:], span), span)


def _repeat(times: ast.Expr, body: tuple[ast.Sentence, ...], span: Span) -> ast.Repeat:
    return ast.Repeat(None, times, times, False, None, None, None, body, (), span)
