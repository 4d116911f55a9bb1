"""Monomorphization of rules with zone parameters: one copy for each zone in their calls.

The declared zone is static, while its owner can be computed. `take_disc d to city's crest` becomes a call of
`take_disc to crest`, with the city in place of the zone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from rulec.base.fast_dataclass import inner, instances
from rulec.base.source_text import Span
from rulec.syntax import ast

PARTS_OF_DECKS = {"stack", "discard_pile"}
Meanings = dict[str, ast.Expr]  # substitution of parameters in a copy


def write_out_zones(file: ast.RulesFile) -> ast.RulesFile:
    """Rewrite rules with zone parameters to take the owners of zones instead."""
    found = _Zones(file)
    return found.written() if found.taking else file


class _Zones:
    def __init__(self, file: ast.RulesFile) -> None:
        self.file = file
        self.rules = {one.name.text: one for one in file.declarations if isinstance(one, ast.Rule)}
        clauses = [clause for one in file.declarations if isinstance(one, ast.Has) for clause in one.clauses]
        self.zones = {
            one.name.text
            for one in (*file.declarations, *clauses)
            if isinstance(one, ast.Zone | ast.Place | ast.Deck)
        }
        self._calls: list[list[ast.CallRule]] | None = None
        self.taking = self._taking()
        self.copies: dict[Any, ast.Rule] = {}  # by rule and zones
        self.names = set(self.rules)

    def _taking(self) -> dict[str, set[str]]:
        """Return the zone parameters of each rule, by use in moves and calls (fixpoint)."""
        found: dict[str, set[str]] = {}
        while True:
            before = sum(map(len, found.values()))
            for name, rule in self.rules.items():
                mine = {one.name.text for one in rule.parameters}
                if not mine:
                    continue
                used = {one.name.text for one in self._used_as_zones(rule, found)} & mine
                if used:
                    found.setdefault(name, set()).update(used)
            if sum(map(len, found.values())) == before:
                return self._given_zones(found)

    def _given_zones(self, found: dict[str, set[str]]) -> dict[str, set[str]]:
        """Drop parameters whose arguments are no zones: `move here to there` also applies to spaces."""
        calls = [one for one in chain(*self._all_calls()) if one.name.text in found] if found else []
        handed_on = set().union(*found.values())
        for call in calls:
            for parameter, value in self._pairs(self.rules[call.name.text], call):
                name = value.name.text if isinstance(value, ast.Possessive | ast.Name) else ""
                if name not in self.zones | PARTS_OF_DECKS and name not in handed_on:
                    found[call.name.text].discard(parameter.name.text)
        return {name: names for name, names in found.items() if names}

    def _all_calls(self) -> list[list[ast.CallRule]]:
        """Return the calls in each declaration."""
        if self._calls is None:
            trees = self.file.declarations
            self._calls = [list(instances(tree, ast.CallRule)) for tree in trees]
        return self._calls

    def _used_as_zones(self, rule: ast.Rule, taking: dict[str, set[str]]) -> Iterator[ast.Name]:
        for one in instances(rule, ast.MovePiece, ast.Draw, ast.CallRule):
            ends: tuple[object, ...] = ()
            if isinstance(one, ast.MovePiece):
                ends = (one.source, one.target)
            elif isinstance(one, ast.Draw):
                ends = (one.deck, one.target)
            elif isinstance(one, ast.CallRule) and one.name.text in taking:
                called = self.rules[one.name.text]
                ends = tuple(v for p, v in self._pairs(called, one) if p.name.text in taking[one.name.text])
            yield from (end for end in ends if isinstance(end, ast.Name) and not end.arguments)

    def _pairs(self, rule: ast.Rule, call: ast.CallRule) -> list[tuple[ast.Parameter, ast.Expr]]:
        found = []
        for argument in call.arguments:
            named = [one for one in rule.parameters if one.word == argument.word]
            found += list(zip(named, argument.values, strict=False))
        return found

    # --- rewriting ----------------------------------------------------------------------------------------

    def written(self) -> ast.RulesFile:
        called = {one.name.text for one in chain(*self._all_calls())}
        kept = [
            self._rewritten(one, {}) if any(call.name.text in self.taking for call in calls) else one
            for one, calls in zip(self.file.declarations, self._all_calls(), strict=True)
            if not (isinstance(one, ast.Rule) and one.name.text in self.taking and one.name.text in called)
        ]
        return replace(self.file, declarations=(*kept, *self.copies.values()))

    def _rewritten(self, node: Any, meanings: Meanings) -> Any:
        if isinstance(node, tuple):
            new = tuple(self._rewritten(one, meanings) for one in node)
            return node if all(a is b for a, b in zip(new, node, strict=True)) else new
        if isinstance(node, ast.Name) and not node.arguments and node.name.text in meanings:
            return meanings[node.name.text]
        changes = {}
        for name in inner(type(node)) or ():
            old = getattr(node, name)
            value = self._rewritten(old, meanings)
            if value is not old:
                changes[name] = value
        new_node: Any = replace(node, **changes) if changes else node
        if isinstance(new_node, ast.CallRule) and new_node.name.text in self.taking:
            return self._call(new_node)
        return new_node

    def _call(self, node: ast.CallRule) -> ast.CallRule:
        """Rewrite a call to the copy for its zones, with their owners as arguments."""
        rule = self.rules[node.name.text]
        zones: dict[str, tuple[ast.Expr, list[ast.Expr]]] = {}
        for parameter, value in self._pairs(rule, node):
            if parameter.name.text in self.taking[rule.name.text]:
                owners: list[ast.Expr] = []
                zones[parameter.name.text] = self._place(value, parameter.name.text, owners), owners
        arguments = []
        for argument in node.arguments:
            named = [one for one in rule.parameters if one.word == argument.word]
            values: list[ast.Expr] = []
            for number, value in enumerate(argument.values):
                one = named[number].name.text if number < len(named) else ""
                values += zones[one][1] if one in zones else [value]
            if values:
                arguments.append(replace(argument, values=tuple(values)))
        copy = self._copy(rule, zones)
        return replace(node, name=ast.Ident(copy.name.text, node.name.span), arguments=tuple(arguments))

    def _place(self, value: ast.Expr, name: str, owners: list[ast.Expr]) -> ast.Expr:
        """Replace owners and keys of a zone by parameters, and collect them."""

        def given(one: ast.Expr) -> ast.Expr:
            owners.append(one)
            return ast.Name(ast.Ident(f"{name}.{len(owners)}", one.span), (), one.span)

        if isinstance(value, ast.Possessive):
            owner = value.owner
            if isinstance(owner, ast.Possessive | ast.Name) and owner.name.text in self.zones:
                owner = self._place(owner, name, owners)  # a part of a deck
            elif not (isinstance(owner, ast.Word) and owner.word == "me"):
                owner = given(owner)
            return replace(value, owner=owner, arguments=tuple(given(one) for one in value.arguments))
        if isinstance(value, ast.Name):
            return replace(value, arguments=tuple(given(one) for one in value.arguments))
        return value

    def _copy(self, rule: ast.Rule, zones: dict[str, tuple[ast.Expr, list[ast.Expr]]]) -> ast.Rule:
        key = (rule.name.text, tuple((name, spelled(zone)) for name, (zone, _) in sorted(zones.items())))
        if key in self.copies:
            return self.copies[key]
        last = [zone.name.text for zone, _ in zones.values() if isinstance(zone, ast.Possessive | ast.Name)]
        name = " to ".join([rule.name.text, *last])
        while name in self.names:
            name += " "
        self.names.add(name)
        parameters: list[ast.Parameter] = []
        for one in rule.parameters:
            owners = zones[one.name.text][1] if one.name.text in zones else None
            if owners is None:
                parameters.append(one)
                continue
            for number in range(1, len(owners) + 1):
                hole = ast.Ident(f"{one.name.text}.{number}", one.name.span)
                parameters.append(replace(one, name=hole))
        copy = replace(rule, name=ast.Ident(name, rule.name.span), parameters=tuple(parameters))
        self.copies[key] = copy  # before its body, since it may be recursive
        meanings = {parameter: zone for parameter, (zone, _) in zones.items()}
        self.copies[key] = replace(copy, body=self._rewritten(rule.body, meanings))
        return self.copies[key]


def spelled(node: object) -> Any:
    """Return an expression's structure without spans, for comparison."""
    if isinstance(node, tuple):
        return tuple(spelled(one) for one in node)
    if not dataclasses.is_dataclass(node):
        return node
    fields = (getattr(node, one.name) for one in dataclasses.fields(node))
    return (type(node), *(spelled(one) for one in fields if not isinstance(one, Span)))
