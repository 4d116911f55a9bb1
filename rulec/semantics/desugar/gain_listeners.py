"""Desugars `whenever a player gains money` into comparisons behind each transfer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulec.base.diagnostics import Reporter, did_you_mean
from rulec.base.source_text import Span
from rulec.semantics.desugar.ast_rewrite import rewrite_sentences
from rulec.syntax import ast


def write_out_gains(file: ast.RulesFile, report: Reporter) -> ast.RulesFile:
    """Rewrite listeners on goods: each transfer is followed by a comparison with the amount before."""
    found = [one for one in file.declarations if isinstance(one, ast.WheneverGains)]
    return _Gains(file, found, report).written() if found else file


class _Gains:
    def __init__(self, file: ast.RulesFile, found: list[ast.WheneverGains], report: Reporter) -> None:
        self.file = file
        goods = [one for one in file.declarations if isinstance(one, ast.Goods)]
        kinds = {one.singular.text: one for one in file.declarations if isinstance(one, ast.Kind)}
        self.plural = {name: one.plural.text for name, one in kinds.items()}
        self.by_name = {name: one for one in goods for name in self._names(one, kinds)}
        self.purses: dict[str, ast.Zone] = {}
        for pieces, zone, words in _purses(file):
            self.purses[pieces.name.text] = zone
            self.by_name |= dict.fromkeys((*self._names(pieces, {}), *words), pieces)
        self.listening: dict[tuple[str, str], ast.WheneverGains] = {}
        for one in found:
            if one.player.text != "player":
                message, hint = "only players gain and lose goods", "write `whenever a player gains ...`"
                report.error("R646", one.player.span, message, hint)
            elif one.goods.text not in self.by_name:
                message = f"no goods are called `{one.goods.text}`"
                hint = did_you_mean(one.goods.text, self.by_name)
                report.unknown("R820", one.goods.text, one.goods.span, message, hint)
            else:
                self.listening[one.verb, one.goods.text] = one
        # Substitutes are lost when the substituted goods are paid.
        self.stands_for = {
            one.goods.text: one.instead.text for one in file.declarations if isinstance(one, ast.Shortage)
        }
        self.count = 0

    def _names(self, one: ast.Goods, kinds: dict[str, ast.Kind]) -> Iterator[str]:
        """Yield the names of goods: plural, singular, and each kind."""
        yield one.name.text
        if one.singular is not None:
            yield one.singular.text
        for parameter in one.parameters:
            yield from _members(parameter.text, kinds)

    def written(self) -> ast.RulesFile:
        return replace(
            self.file, declarations=tuple(self._declaration(one) for one in self.file.declarations)
        )

    def _declaration(self, one: ast.Declaration) -> Any:
        one = rewrite_sentences(one, ast.Transfer, self._transfer)
        if not isinstance(one, ast.WheneverGains):
            return one
        event = ast.Ident(f"{one.verb} {one.goods.text}", one.goods.span)
        return ast.Whenever(event, (), None, one.body, one.span)

    def _transfer(self, node: ast.Transfer) -> list[ast.Sentence]:
        before: list[ast.Sentence] = []
        after: list[ast.Sentence] = []
        me: ast.Expr = ast.Word("me", node.span)
        changes = [("gains" if node.sort == "gain" else "loses", me)]
        if node.to is not None:
            changes.append(("gains", self._kept("payee", node.to, before)))
        for verb, who in changes:
            for (listened, name), one in self.listening.items():
                if listened == verb and any(self._about(amount, name) for amount in node.mix):
                    has = self._has(who, one.goods, node.span)
                    had = self._kept("before", has, before)
                    op = ">" if verb == "gains" else "<"
                    event = ast.Ident(f"emit {verb} {name}", node.span)
                    call: ast.Sentence = ast.CallRule(event, (), (), node.span)
                    if who is not me:
                        call = ast.ActingAs(who, (call,), node.span)
                    test = ast.Compare(op, has, had, False, node.span)
                    after.append(ast.If(test, (call,), (), node.span))
        return [*before, node, *after] if after else [node]

    def _kept(self, what: str, value: ast.Expr, before: list[ast.Sentence]) -> ast.Expr:
        self.count += 1
        name = ast.Ident(f"gaining.{what}{self.count}", value.span)
        before.append(ast.Let(name, value, value.span))
        return ast.Name(name, (), value.span)

    def _about(self, amount: ast.Amount, name: str) -> bool:
        """Return whether an amount may concern these goods."""
        goods = self.by_name[name]
        if amount.name is None:  # of a kind, or the amounts of a cell
            return (
                bool(goods.parameters) or amount.kind is None or goods.name.text in self.stands_for.values()
            )
        paid = self.by_name.get(amount.name.text)
        if paid is None:
            return False
        instead = self.by_name.get(self.stands_for.get(paid.name.text, ""))
        whole = name in {goods.name.text, goods.singular.text if goods.singular is not None else ""}
        return (paid is goods and (whole or amount.name.text == name)) or instead is goods

    def _has(self, who: ast.Expr, goods: ast.Ident, span: Span) -> ast.Expr:
        """Build the amount that a player has; the total over kinds if none is named."""
        one = self.by_name[goods.text]
        if one.name.text in self.purses:
            zone, whole = self.purses[one.name.text], goods.text in self._names(one, {})
            kind = () if whole else (ast.Name(ast.Ident(goods.text, span), (), span),)
            lie = ast.Possessive(who, ast.Ident(zone.name.text, span), kind, span)
            return ast.NumberOf(ast.Members(None, lie, span), span) if whole else lie
        if not one.parameters:
            return ast.Possessive(who, ast.Ident(one.name.text, span), (), span)
        if goods.text != one.name.text and (one.singular is None or goods.text != one.singular.text):
            return ast.Possessive(who, ast.Ident(goods.text, span), (), span)
        it = ast.Word("it", span)
        kinds = ast.Name(ast.Ident(self.plural.get(one.parameters[0].text, ""), span), (), span)
        each = ast.Possessive(who, ast.Ident(one.name.text, span), (it,), span)
        return ast.Total("sum", each, ast.Members(None, kinds, span), span)


def _purses(file: ast.RulesFile) -> Iterator[tuple[ast.Goods, ast.Zone, tuple[str, ...]]]:
    """Yield purses as goods, each with its zone and the names of its kinds."""
    clauses = [clause for one in file.declarations if isinstance(one, ast.Has) for clause in one.clauses]
    for zone in clauses:
        if not isinstance(zone, ast.Zone) or not zone.purse:
            continue
        for one in file.declarations:
            if isinstance(one, ast.Table | ast.Pieces) and zone.pieces.text in (
                one.plural.text,
                one.singular.text,
            ):
                kinds = one.kinds if isinstance(one, ast.Pieces) else one.plural
                owner = ast.Ident("player", zone.span)
                goods = ast.Goods(
                    one.plural, (kinds or one.plural,), one.singular, owner, None, None, (), None, zone.span
                )
                yield goods, zone, tuple(_rows(file, kinds))


def _rows(file: ast.RulesFile, kinds: ast.Ident | None) -> Iterator[str]:
    """Yield the names of kinds: rows of a table, or members of a kind."""
    for one in file.declarations:
        if not isinstance(one, ast.Table | ast.Kind) or kinds is None:
            continue
        if kinds.text not in (one.plural.text, one.singular.text):
            continue
        if isinstance(one, ast.Kind):
            yield from (item.name.text for item in one.items if item.sort == "one")
        else:
            cells = [row.cells[0] for row in one.grid.rows if row.cells]
            yield from (
                value.name.text for cell in cells for value in cell.values if isinstance(value, ast.Name)
            )


def _members(singular: str, kinds: dict[str, ast.Kind]) -> Iterator[str]:
    for item in kinds[singular].items if singular in kinds else ():
        if item.sort == "one":
            yield item.name.text
        elif item.sort == "each" and item.name.text != singular:
            yield from _members(item.name.text, kinds)
