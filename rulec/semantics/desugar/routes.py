"""Desugars routes: following one becomes a rule that chooses one step after the other.

Each space is paid for at its step, so the general look-ahead offers only steps from which the route can be
completed. Generated names hold a dot, so that they clash with no name of the file.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulec.base.fast_dataclass import instances
from rulec.base.source_text import Span
from rulec.semantics.desugar.ast_rewrite import rewrite
from rulec.semantics.desugar.route_budgets import Budgets, Words
from rulec.semantics.desugar.route_pruning import ends_of, pruned
from rulec.semantics.desugar.route_steps import fits, near_to, own_name
from rulec.syntax import ast


def write_out(file: ast.RulesFile) -> ast.RulesFile:
    """Rewrite each followed route into a rule, and `follow` into calls."""
    routes = {one.name.text: one for one in file.declarations if isinstance(one, ast.Route)}
    if not routes:
        return file
    made: dict[str, ast.Rule] = {}
    words = Words(file)
    ended: set[str] = set()  # routes with an `ends of`
    declarations: list[ast.Declaration] = []
    for one in file.declarations:
        # Rules, effects in cells, and `entered` bodies may all follow routes.
        declarations.append(_Calls(routes, made, words, ended).written(one))
    for n, one in enumerate(declarations):
        if isinstance(one, ast.Route) and one.name.text in ended:
            declarations[n] = replace(one, asked=True)
    return replace(file, declarations=(*declarations, *made.values()))


class _Calls:
    """Rewrites one declaration: `follow` becomes a call that returns the queried properties of the path."""

    def __init__(
        self, routes: dict[str, ast.Route], made: dict[str, ast.Rule], words: Words, ended: set[str]
    ) -> None:
        self.routes, self.made, self.words, self.ended = routes, made, words, ended
        self.asked: dict[tuple[str, str], None] = {}

    def written(self, one: ast.Declaration) -> ast.Declaration:
        if not self._is_affected(one):
            return one
        found: ast.Declaration = rewrite(rewrite(one, self._about), self._follow)
        return found

    def _is_affected(self, one: ast.Declaration) -> bool:
        return any(instances(one, ast.EndsOf, ast.Follow)) or any(
            isinstance(part.owner, ast.Name) and part.owner.name.text in self.routes
            for part in instances(one, ast.Possessive)
        )

    def _about(self, node: Any) -> Any:
        if isinstance(node, ast.EndsOf) and node.route.text in self.routes:
            route = self.routes[node.route.text]
            self.ended.add(node.route.text)
            return ends_of(route, Budgets(route, self.words), node) or node
        if (
            isinstance(node, ast.Possessive)
            and isinstance(node.owner, ast.Name)
            and node.owner.name.text in self.routes
            and node.name.text in {"end", "entered", "laid"}
        ):
            key = node.owner.name.text, node.name.text
            self.asked[key] = None
            return ast.Name(ast.Ident(own_name(*key), node.span), (), node.span)
        return node

    def _follow(self, node: Any) -> Any:
        if not isinstance(node, ast.Follow) or node.route.text not in self.routes:
            return node
        route = self.routes[node.route.text]
        decision = node.name or node.route
        if (route.marker is None) == (route.start is None):
            return ast.If(ast.Word("no", node.span), (), (), node.span)  # reported with the declaration
        name = ast.Ident(f"follow {route.name.text}", node.route.span)
        if decision.text != route.name.text:
            name = ast.Ident(f"follow {route.name.text} as {decision.text}", node.route.span)
        if name.text not in self.made:
            self.made[name.text] = _Rule(route, name, decision, node, self.words).written()
        giving = [ast.Ident(own_name(*one), node.span) for one in self.asked if one[0] == route.name.text]
        return ast.CallRule(name, node.arguments, tuple(giving), node.span)


class _Rule:
    """Builds the rule of a route and decision."""

    def __init__(
        self, route: ast.Route, name: ast.Ident, decision: ast.Ident, follow: ast.Follow, words: Words
    ) -> None:
        self.route, self.name, self.decision, self.follow = route, name, decision, follow
        self.words, self.budgets = words, Budgets(route, words)
        self.span = route.span

    def written(self) -> ast.Rule:
        route = self.route
        # The citations and span of the asking sentence link its decision to the rule.
        parameters = [ast.Parameter("from", route.start)] if route.start is not None else []
        parameters += [ast.Parameter("with", one) for one in route.parameters]
        first: tuple[ast.Sentence, ...] = (
            self._let("end", self._start()),
            self._let("first", self._set(self._read("end"))),
            self._let("entered", self._minus(self._set(self._read("end")), self._read("first"))),
            self._let("done", self._word("no")),
        )
        if self._counts:
            first += (self._let("steps", self._number(0)),)
            first += (self._let("least", route.least),) if route.least is not None else ()
            first += (self._let("most", route.most),) if route.most is not None else ()
        if self.budgets.lays:
            first += (self._let("laid", self._read("entered")),)
            first += tuple(self._let(f"reserved{n}", self._number(0)) for n in self.budgets.reserved())
            first += tuple(self._let(f"laid{n}", self._read("entered")) for n in self._layers())
        loop = _until(self._read("done"), self._round(), self.span)
        laid = tuple(self._lay(n, rule) for n, rule in self._layers().items())
        return ast.Rule("effect", self.name, tuple(parameters), (*first, loop, *laid), self.span)

    def _layers(self) -> dict[int, ast.RouteRule]:
        """Number the `lays` rules of the route."""
        rules = (rule for row in self.route.rows for side in row.sides for rule in side)
        return dict(enumerate((rule for rule in rules if rule.sort == "lays"), 1))

    def _lay(self, number: int, rule: ast.RouteRule) -> ast.Sentence:
        """Build the loop that moves reserved pieces to their spaces at the end of the route."""
        assert rule.goods is not None
        assert rule.target is not None
        space = ast.Ident(own_name(self.route.name.text, f"space{number}"), rule.span)
        target = ast.Possessive(ast.Name(space, (), rule.span), rule.target, (), rule.target.span)
        moved = ast.Moved("count", rule.number, rule.goods, None, rule.span)
        move = ast.MovePiece(moved, rule.zone, target, rule.span)
        return ast.Each(space, False, self._read(f"laid{number}"), None, (move,), (), rule.span)

    # --- one step -----------------------------------------------------------------------------------

    def _round(self) -> tuple[ast.Sentence, ...]:
        near: tuple[ast.Sentence, ...] = (
            self._let("near", near_to(self.route, self._set(self._read("end")), self._read("end"))),
        )
        if any(_passed(row) for row in self.route.rows):
            near += self._beyond()
        rows = [(n, row) for n, row in enumerate(self.route.rows) if not _passed(row) and not _closed(row)]
        offered: ast.Expr | None = None
        for n, row in rows:
            near += (self._let(f"row{n + 1}", fits(self.route, n, self._read("near"), row.span)),)
            one = self._read(f"row{n + 1}")
            offered = one if offered is None else ast.Binary("+", offered, one, self.span)
        near += pruned(self.route, self.budgets, [n for n, _ in rows], self._read, self._let, self._change)
        if offered is None:
            offered = self._read("first")
        if self.route.once is not None:
            offered = self._minus(self._minus(offered, self._read("entered")), self._read("first"))
        var = self.route.entering or ast.Ident(own_name(self.route.name.text, "next"), self.span)
        ask = ast.Choose(
            var,
            offered,
            None,
            self.decision,
            None,
            self._step(ast.Name(var, (), self.span), rows),
            (ast.Alternative(ast.Ident("stop", self.span), self._may_stop(), (self._leave(),), self.span),),
            None,
            False,
            False,
            self.follow.citations,
            self.follow.span,
        )
        return (*near, ask)

    def _beyond(self) -> tuple[ast.Sentence, ...]:
        """Extend the neighbours across spaces to be passed through."""
        front, beyond = self._read("front"), self._read("beyond")
        passed = [n for n, row in enumerate(self.route.rows) if _passed(row)]

        def through(value: ast.Expr) -> ast.Expr:
            found = [fits(self.route, n, value, self.span) for n in passed]
            both = found[0]
            for one in found[1:]:
                both = ast.Binary("+", both, one, self.span)
            return both

        none_left = ast.Quantity("no", ast.Members(None, front, self.span), None, self.span)
        onwards = near_to(self.route, front, self._read("end"))
        return (
            self._let("front", through(self._read("near"))),
            _until(
                none_left,
                (
                    self._let("beyond", self._minus(onwards, self._read("near"))),
                    self._change("set", "front", through(beyond)),
                    self._change("set", "near", ast.Binary("+", self._read("near"), beyond, self.span)),
                ),
                self.span,
            ),
        )

    def _step(self, chosen: ast.Expr, rows: list[tuple[int, ast.RouteRow]]) -> tuple[ast.Sentence, ...]:
        """Build the body behind the choice of a space."""
        entered = ast.Binary("+", self._read("entered"), self._set(chosen), self.span)
        body: tuple[ast.Sentence, ...] = (
            self._change("set", "end", chosen),
            self._change("set", "entered", entered),
        )
        paid: tuple[ast.Sentence, ...] = ()
        for n, row in reversed(rows):
            fitting = ast.In(chosen, self._read(f"row{n + 1}"), False, row.span)
            paid = (ast.If(fitting, self._row(row), paid, row.span),)
        body += paid
        if self.route.marker is not None:
            target = ast.Possessive(self._word("me"), self.route.marker, (), self.route.marker.span)
            body += (ast.Change("set", target, chosen, self.span),)
        body += self.route.entered
        if self._counts and self.route.most is not None:
            steps, most = self._read("steps"), self._read("most")
            message = f"`{self.route.name.text}` has no more steps"
            body += (ast.Must(ast.Compare("<=", steps, most, False, self.span), message, self.span),)
            if all(_counts(side) for _, row in rows for side in row.sides):
                last = ast.Compare(">=", steps, most, False, self.span)
                body += (ast.If(last, self._arrive(), (), self.span),)
        return body

    def _row(self, row: ast.RouteRow) -> tuple[ast.Sentence, ...]:
        if len(row.sides) == 1:
            return self._side(row.sides[0])
        name = row.name or ast.Ident(f"{self.decision.text}_by", row.span)
        sides = tuple(
            ast.Alternative(ast.Ident(label, row.span), None, self._side(side), row.span)
            for label, side in zip(_labels(row), row.sides, strict=True)
        )
        return (ast.ChooseOne(name, None, sides, None, (), row.span),)

    def _side(self, side: tuple[ast.RouteRule, ...]) -> tuple[ast.Sentence, ...]:
        body: list[ast.Sentence] = []
        for one in side:
            if one.sort == "steps" and one.number is not None:
                target = self._read("steps", one.span)
                body.append(ast.Change("raise", target, one.number, one.span))
            elif one.sort in {"goods", "lays"} and one.zone is not None:
                body += self._pieces(one)
            elif one.sort == "goods" and one.number is not None:
                mix = (ast.Amount(one.number, one.goods, None, one.span),)
                body.append(ast.Transfer("pay", mix, None, one.span))
            elif one.sort == "ends":
                body += self._arrive()
        return tuple(body)

    def _pieces(self, rule: ast.RouteRule) -> tuple[ast.Sentence, ...]:
        """Build the spending of pieces at a step, or their reservation until the end."""
        assert rule.number is not None
        assert rule.goods is not None
        wanted, span = rule.number, rule.span
        budget = self.budgets.of(rule)
        if budget.reserved:
            wanted = ast.Binary("+", self._read(f"reserved{budget.number}"), wanted, span)
        have = ast.Compare(">=", budget.amount, wanted, False, span)
        enough = ast.Must(have, f"there is not enough {rule.goods.text} to go on", span)
        if rule.sort == "goods":
            moved = ast.Moved("count", rule.number, rule.goods, None, span)
            return (enough, ast.MovePiece(moved, rule.zone, None, span))
        number = next(n for n, one in self._layers().items() if one is rule)
        here = self._set(self._read("end"))
        more = (
            self._change("set", what, ast.Binary("+", self._read(what), here, span))
            for what in ("laid", f"laid{number}")
        )
        return (enough, self._change("raise", f"reserved{budget.number}", rule.number), *more)

    # --- the end --------------------------------------------------------------------------------------

    @property
    def _counts(self) -> bool:
        sides = [side for row in self.route.rows for side in row.sides]
        return (
            self.route.least is not None
            or self.route.most is not None
            or any(rule.sort == "steps" for side in sides for rule in side)
        )

    def _may_stop(self) -> ast.Expr:
        tests: list[ast.Expr] = []
        least = self.route.least
        if not (isinstance(least, ast.Number) and least.value == 0):
            entered = ast.Members(None, self._read("entered"), self.span)
            tests.append(ast.Quantity("some", entered, None, self.span))
        if least is not None:
            steps = self._read("steps")
            tests.append(ast.Compare(">=", steps, self._read("least"), False, self.span))
        if self.route.may_end is not None:
            here = self._set(self._read("end"))
            there = ast.Where(here, self.route.may_end, self.route.may_end.span)
            members = ast.Members(None, there, there.span)
            tests.append(ast.Quantity("some", members, None, there.span))
        if not tests:
            return self._word("yes")
        return tests[0] if len(tests) == 1 else ast.Logic("and", tuple(tests), self.span)

    def _arrive(self) -> tuple[ast.Sentence, ...]:
        """Build the automatic end of a route; if it may not end here, the step is illegal."""
        message = f"`{self.route.name.text}` may not end here"
        return (ast.Must(self._may_stop(), message, self.span), self._leave())

    def _leave(self) -> ast.Sentence:
        return self._change("set", "done", self._word("yes"))

    # --- small parts ------------------------------------------------------------------------------------

    def _start(self) -> ast.Expr:
        route = self.route
        if route.marker is not None:
            return ast.Possessive(self._word("me"), route.marker, (), route.marker.span)
        assert route.start is not None
        return ast.Name(route.start, (), route.start.span)

    def _read(self, what: str, span: Span | None = None) -> ast.Name:
        span = span or self.span
        return ast.Name(ast.Ident(own_name(self.route.name.text, what), span), (), span)

    def _let(self, what: str, value: ast.Expr) -> ast.Sentence:
        return ast.Let(ast.Ident(own_name(self.route.name.text, what), self.span), value, value.span)

    def _change(self, op: Any, what: str, value: ast.Expr) -> ast.Sentence:
        return ast.Change(op, self._read(what), value, self.span)

    def _set(self, value: ast.Expr) -> ast.Expr:
        return ast.SetOf(value, False, value.span)

    def _minus(self, left: ast.Expr, right: ast.Expr) -> ast.Expr:
        return ast.Binary("-", left, right, self.span)

    def _word(self, word: Any) -> ast.Expr:
        return ast.Word(word, self.span)

    def _number(self, value: int) -> ast.Expr:
        return ast.Number(value, self.span)


def _until(test: ast.Expr, body: tuple[ast.Sentence, ...], span: Span) -> ast.Sentence:
    return ast.Repeat(test, None, None, False, None, None, None, body, (), span)


def _has(row: ast.RouteRow, sort: str) -> bool:
    return any(rule.sort == sort for side in row.sides for rule in side)


def _passed(row: ast.RouteRow) -> bool:
    return _has(row, "passed")


def _closed(row: ast.RouteRow) -> bool:
    return _has(row, "closed")


def _counts(side: tuple[ast.RouteRule, ...]) -> bool:
    return any(rule.sort in {"steps", "ends"} for rule in side)


def _labels(row: ast.RouteRow) -> list[str]:
    """Label the sides of a row by their first word, or by resource if ambiguous."""
    words = ["uses" if side[0].sort in {"goods", "steps"} else side[0].sort for side in row.sides]
    if len(set(words)) == len(words):
        return words
    firsts = [side[0] for side in row.sides]
    return [one.goods.text if one.goods is not None else "steps" for one in firsts]
