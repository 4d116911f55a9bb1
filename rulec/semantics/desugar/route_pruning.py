"""Prunes route steps from which no end is reachable, before any look-ahead.

A simple path has very many extensions, but reachability of an end does not require enumerating them: a walk
within the budgets, over spaces not yet on the path, can be shortened to a path that costs no more.
Conditions that this cannot express are left to the general look-ahead; the pruning therefore never removes a
completable step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulec.base import limits
from rulec.base.fast_dataclass import dataclass
from rulec.semantics.desugar.ast_rewrite import rewrite
from rulec.semantics.desugar.route_budgets import Budgets, key_of
from rulec.semantics.desugar.route_steps import fits, near_to, own_name
from rulec.syntax import ast

_Sentences = tuple[ast.Sentence, ...]


@dataclass(frozen=True)
class Side:
    """Side of a row: its price in each budget, and whether the route ends there."""

    row: int
    prices: tuple[int, ...]
    stops: bool


def pruned(
    route: ast.Route,
    budgets: Budgets,
    rows: list[int],
    read: Callable[[str], ast.Expr],
    let: Callable[[str, ast.Expr], ast.Sentence],
    change: Callable[[Any, str, ast.Expr], ast.Sentence],
) -> _Sentences:
    """Build the sentences that prune the spaces of each row."""
    if not rows or route.once is None or route.entered or any(_has(row, "passed") for row in route.rows):
        return ()
    formulas = [*(row.condition for row in route.rows), route.may_end, route.over]
    changing = budgets.spent() | ({route.marker.text} if route.marker is not None else set())
    mentioned = budgets.words.mentioned(*formulas)
    if mentioned & changing or ("can" in mentioned and changing):
        return ()
    walk = RouteReachability(route, budgets, rows, read)
    span = route.span
    out: list[ast.Sentence] = [let(f"open{n + 1}", walk.open(n)) for n in rows]
    out.append(let("ends", walk.ends()))
    for n in rows:
        condition = walk.completes(n)
        out.append(change("set", f"row{n + 1}", ast.Where(read(f"row{n + 1}"), condition, span)))
    return tuple(out)


class RouteReachability:
    """Reachability from the current space of a route."""

    def __init__(
        self, route: ast.Route, budgets: Budgets, rows: list[int], read: Callable[[str], ast.Expr]
    ) -> None:
        self.route, self.budgets, self.rows, self.read = route, budgets, rows, read
        self.amounts: dict[tuple[str, ...], ast.Expr] = {}
        used = [rule for n in rows for side in route.rows[n].sides for rule in side]
        for rule in used:
            self._note(rule)
        # `least` refers to the first budget.
        self.keys = sorted(self.amounts, key=lambda key: key != ("steps",))
        self.sides = [
            Side(n, tuple(self._price(side, key) for key in self.keys), _ends(side))
            for n in rows
            for side in route.rows[n].sides
        ]

    def open(self, row: int) -> ast.Expr:
        """Build the set of a row's spaces not yet on the path."""
        route, span = self.route, self.route.span
        every = route.over if route.over is not None else ast.SetOf(self.read("end"), True, span)
        fitting = fits(route, row, every, span)
        if route.once is None:
            return fitting
        way = ast.Binary("+", self.read("entered"), self.read("first"), span)
        return ast.Binary("-", fitting, way, span)

    def ends(self) -> ast.Expr:
        entered = [n for n in self.rows if not _has(self.route.rows[n], "passed")]
        found = self.read(f"open{entered[0] + 1}")
        for n in entered[1:]:
            found = ast.Binary("+", found, self.read(f"open{n + 1}"), self.route.span)
        if self.route.may_end is None:
            return found
        return ast.Where(found, self.route.may_end, self.route.may_end.span)

    def completes(self, row: int) -> ast.Expr:
        """Build the test that a route continued over this space can end."""
        span = self.route.span
        it = ast.Word("it", span)
        here = ast.In(it, self.read("ends"), False, span)
        tests: list[ast.Expr] = [here]
        for side in self.sides:
            if side.row == row and not side.stops:
                walk = self.walk(ast.SetOf(it, False, span), side.prices)
                reached = ast.Binary("within", walk, self.read("ends"), span)
                tests.append(ast.Quantity("some", ast.Members(None, reached, span), None, span))
        return tests[0] if len(tests) == 1 else ast.Logic("or", tuple(tests), span)

    def walk(self, start: ast.Expr, spent: tuple[int, ...], least: ast.Expr | None = None) -> ast.Expr:
        route, span = self.route, self.route.span
        left = []
        for key, price in zip(self.keys, spent, strict=True):
            amount = self.amounts[key]
            left.append(ast.Binary("-", amount, ast.Number(price, span), span) if price else amount)
        var = ast.Ident(own_name(route.name.text, "edge"), span)
        return ast.WalkEnds(
            var,
            near_to(route, ast.Name(var, (), span), self.read("end")),
            start,
            tuple(self.read(f"open{side.row + 1}") for side in self.sides),
            tuple(side.prices for side in self.sides),
            tuple(side.stops for side in self.sides),
            tuple(left),
            least,
            span,
        )

    def _note(self, rule: ast.RouteRule) -> None:
        amount: ast.Expr | None = None
        if rule.sort == "steps" and self.route.most is not None:
            amount = ast.Binary("-", self.read("most"), self.read("steps"), rule.span)
        elif rule.sort == "steps" and self.route.least is not None:
            amount = ast.Number(limits.DOMAIN_SIZE, rule.span)  # above the length of any walk
        elif rule.sort in {"goods", "lays"}:
            amount = self.budgets.amount(rule)
            if amount is not None and rule.zone is not None and self.budgets.of(rule).reserved:
                reserved = self.read(f"reserved{self.budgets.of(rule).number}")
                amount = ast.Binary("-", amount, reserved, rule.span)
        if amount is not None:
            self.amounts.setdefault(_budget(rule), amount)

    def _price(self, side: tuple[ast.RouteRule, ...], key: tuple[str, ...]) -> int:
        """Return the price of a side in a budget; 0 if not constant."""
        spent = [rule.number for rule in side if rule.number is not None and _budget(rule) == key]
        return sum(one.value for one in spent if isinstance(one, ast.Number))


def ends_of(route: ast.Route, budgets: Budgets, node: ast.EndsOf) -> ast.Expr | None:
    """Build the set of possible ends of a route; None for wrong arguments."""
    wanted = [one for one in (route.start, *route.parameters) if one is not None]
    rows = [n for n, row in enumerate(route.rows) if not _has(row, "closed")]
    if len(node.arguments) != len(wanted) or all(_has(route.rows[n], "passed") for n in rows):
        return None
    given = {name.text: value for name, value in zip(wanted, node.arguments, strict=True)}
    span = node.span
    start: ast.Expr
    if route.marker is not None:
        start = ast.Possessive(ast.Word("me", span), route.marker, (), span)
    elif route.start is not None:
        start = ast.Name(route.start, (), span)
    else:
        return None
    alone = ast.SetOf(start, False, span)

    def read(what: str) -> ast.Expr:
        """Return the initial value of a local of the route's rule."""
        found: dict[str, ast.Expr] = {"end": start, "first": alone}
        found["entered"] = ast.Binary("-", alone, alone, span)
        found["most"] = route.most or ast.Number(0, span)
        if what.startswith("open"):
            return walks.open(int(what.removeprefix("open")) - 1)
        return found.get(what, ast.Number(0, span))

    walks = RouteReachability(route, budgets, rows, read)
    least = route.least if ("steps",) in walks.keys else None
    everywhere = walks.walk(alone, tuple(0 for _ in walks.keys), least)
    found = ast.Binary("within", everywhere, walks.ends(), span)

    def change(part: Any) -> Any:
        if isinstance(part, ast.Name) and part.name.text in given and not part.arguments:
            return given[part.name.text]
        return part

    changed: ast.Expr = rewrite(found, change)
    return changed


def _budget(rule: ast.RouteRule) -> tuple[str, ...]:
    return ("steps",) if rule.goods is None else key_of(rule)


def _ends(side: tuple[ast.RouteRule, ...]) -> bool:
    return any(rule.sort == "ends" for rule in side)


def _has(row: ast.RouteRow, sort: str) -> bool:
    return any(rule.sort == sort for side in row.sides for rule in side)
