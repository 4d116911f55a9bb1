"""Budgets of a route: goods, pieces of a zone, steps."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base.fast_dataclass import dataclass
from rulec.semantics.sentence_walk import walk
from rulec.syntax import ast


class Words:
    """Names in routes, resolved syntactically, before types are known."""

    def __init__(self, file: ast.RulesFile) -> None:
        self.goods: dict[str, str] = {}  # goods without kinds: plural or singular -> plural
        self.kinds_of_goods: set[str] = set()
        self.made_up: set[str] = set()  # goods with a substitute
        self.one_kind: set[str] = set()  # pieces of a single kind
        self.formulas: dict[str, list[ast.Expr]] = {}
        members = {one.singular.text: _members(one) for one in file.declarations if isinstance(one, ast.Kind)}
        for one in file.declarations:
            if isinstance(one, ast.Goods):
                if not one.parameters:
                    self.goods[one.name.text] = one.name.text
                    if one.singular is not None:
                        self.goods[one.singular.text] = one.name.text
                else:
                    self.kinds_of_goods |= members.get(one.parameters[0].text, set())
            elif isinstance(one, ast.Shortage):
                self.made_up |= {one.goods.text, self.goods.get(one.goods.text, "")}
            elif isinstance(one, ast.Pieces):
                self.one_kind.add(one.singular.text)
            elif isinstance(one, ast.Adjective):
                self.formulas.setdefault(one.name.text, []).append(one.condition)
            elif isinstance(one, ast.Meaning):
                self.formulas.setdefault(one.name.text, []).append(one.value)

    def mentioned(self, *formulas: ast.Expr | None) -> set[str]:
        """Return all names in formulas and, transitively, in the definitions they use."""
        found: set[str] = set()
        waiting = [one for one in formulas if one is not None]
        while waiting:
            for name in _names(waiting.pop()):
                if name not in found:
                    found.add(name)
                    waiting += self.formulas.get(name, [])
        return found


def _members(kind: ast.Kind) -> set[str]:
    return {item.name.text for item in kind.items if item.sort == "one"}


def _names(formula: ast.Expr) -> Iterator[str]:
    for node in walk(formula):
        if isinstance(node, ast.Name | ast.Possessive):
            yield node.name.text
        elif isinstance(node, ast.CanPay | ast.CanCall | ast.CanPayBy | ast.CanDo):
            yield "can"


@dataclass(frozen=True)
class Budget:
    """Available amount of a resource that a route spends or reserves."""

    number: int
    key: tuple[str, str]
    amount: ast.Expr
    reserved: bool  # some row lays it


class Budgets:
    def __init__(self, route: ast.Route, words: Words) -> None:
        self.route, self.words = route, words
        self.found: dict[tuple[str, str], Budget] = {}
        for row in route.rows:
            for side in row.sides:
                for rule in side:
                    self._note(rule)

    @property
    def lays(self) -> bool:
        return any(one.reserved for one in self.found.values())

    def reserved(self) -> list[int]:
        return [one.number for one in self.found.values() if one.reserved]

    def of(self, rule: ast.RouteRule) -> Budget:
        return self.found[key_of(rule)]

    def spent(self) -> set[str]:
        """Return the names of goods and zones that change along the route."""
        rules = [rule for row in self.route.rows for side in row.sides for rule in side]
        used = [rule for rule in rules if rule.sort == "goods"]
        names = {rule.goods.text for rule in used if rule.goods is not None}
        names |= {self.words.goods.get(name, name) for name in names}
        names |= {name for rule in used if rule.zone is not None for name in _names(rule.zone)}
        return names

    def amount(self, rule: ast.RouteRule) -> ast.Expr | None:
        """Build the available amount; None if no single number gives it."""
        if rule.zone is not None:
            return self.of(rule).amount
        assert rule.goods is not None
        name, span = rule.goods.text, rule.span
        plural = self.words.goods.get(name, name)
        if plural in self.words.made_up or name in self.words.made_up:
            return None
        if name not in self.words.goods and name not in self.words.kinds_of_goods:
            return None
        return ast.Possessive(ast.Word("me", span), ast.Ident(plural, span), (), span)

    def _note(self, rule: ast.RouteRule) -> None:
        if rule.sort not in {"goods", "lays"} or rule.goods is None or rule.zone is None:
            return
        key, span = key_of(rule), rule.span
        pieces: ast.Expr = rule.zone
        if rule.goods.text not in self.words.one_kind:
            it = ast.Compare("is", ast.Word("it", span), ast.Name(rule.goods, (), span), False, span)
            pieces = ast.Where(rule.zone, it, span)
        before = self.found.get(key)
        number = before.number if before is not None else len(self.found) + 1
        amount = ast.NumberOf(ast.Members(None, pieces, span), span)
        reserved = rule.sort == "lays" or (before is not None and before.reserved)
        self.found[key] = Budget(number, key, amount, reserved)


def key_of(rule: ast.RouteRule) -> tuple[str, str]:
    """Return the key of a resource, equal for equal resources."""
    assert rule.goods is not None
    return rule.goods.text, " ".join(_names(rule.zone)) if rule.zone is not None else ""
