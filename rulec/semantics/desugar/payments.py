"""Desugars payments: `pay by NAME` becomes a rule that selects pieces or units one by one.

A payment is complete if its worth suffices and its needs hold. To reach every mix in a single order only, the
selection advances monotonically through the rows, and through the members of a row. Generated names hold a
dot, so that they clash with no name of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, Literal

from rulec.base.fast_dataclass import dataclass
from rulec.semantics.desugar.ast_rewrite import rewrite
from rulec.syntax import ast


def write_out(file: ast.RulesFile) -> ast.RulesFile:
    """Rewrite payments into rules, and `pay by` into calls of them."""
    found = [one for one in file.declarations if isinstance(one, ast.Payment)]
    payments = {one.name.text: one for one in found if one.rows and one.covers is not None}
    if not payments:
        return file
    words = _Words(file)
    rules = [_Rule(one, words).written() for one in payments.values()]

    def call(node: Any) -> Any:
        if isinstance(node, ast.PayBy | ast.CanPayBy) and node.payment.text in payments:
            name = ast.Ident(rule_name(node.payment.text), node.payment.span)
            carried_out = ast.CallRule(name, node.arguments, (), node.span)
            return carried_out if isinstance(node, ast.PayBy) else ast.CanCall(carried_out, node.span)
        return node

    declarations = tuple(rewrite(one, call) for one in file.declarations)
    return replace(file, declarations=(*declarations, *rules))


def rule_name(payment: str) -> str:
    return f"pay by {payment}"


class _Words:
    """Names in payment rows, resolved syntactically, before types are known."""

    def __init__(self, file: ast.RulesFile) -> None:
        self.members: set[str] = set()
        self.goods: dict[str, ast.Goods] = {}
        for one in file.declarations:
            if isinstance(one, ast.Kind):
                self.members |= {item.name.text for item in one.items if item.sort == "one"}
            elif isinstance(one, ast.Table):
                self.members |= set(_first_cells(one))
            elif isinstance(one, ast.Goods):
                self.goods[one.name.text] = one

    def goods_of(self, row: ast.PaymentRow) -> ast.Goods | None:
        """Return the goods of a row such as `my money` or `my stock`."""
        if isinstance(row.origin, ast.Possessive) and isinstance(row.origin.owner, ast.Word):
            return self.goods.get(row.origin.name.text)
        return None


def _first_cells(table: ast.Table) -> Iterator[str]:
    for row in table.grid.rows:
        first = row.cells[0].values if row.cells else ()
        if len(first) == 1 and isinstance(first[0], ast.Name):
            yield first[0].name.text


@dataclass(frozen=True)
class _Row:
    """Row of a payment table, with its index and the form of its options."""

    number: int
    row: ast.PaymentRow
    sort: Literal["kind", "kinds", "spaces", "goods", "goods by kind"]
    named: bool  # its name prefixes the labels of its options


class _Rule:
    def __init__(self, payment: ast.Payment, words: _Words) -> None:
        self.payment, self.words, self.span = payment, words, payment.span
        self.rows: list[_Row] = []
        sorts = [self._sort(row) for row in payment.rows]
        for number, (row, sort) in enumerate(zip(payment.rows, sorts, strict=True), 1):
            # Labels within a decision must be distinct.
            alike = {"kinds": {"kind", "kinds"}, "goods by kind": {"kind", "goods by kind"}}.get(sort, {sort})
            named = sort not in {"kind", "goods"} and sum(one in alike for one in sorts) > 1
            self.rows.append(_Row(number, row, sort, named))

    def _sort(self, row: ast.PaymentRow) -> Literal["kind", "kinds", "spaces", "goods", "goods by kind"]:
        goods = self.words.goods_of(row)
        one = row.source.text in self.words.members
        if goods is not None:
            return "goods by kind" if goods.parameters and not one else "goods"
        if isinstance(row.origin, ast.UnionOf):
            return "spaces"
        return "kind" if one else "kinds"

    # --- the rule -----------------------------------------------------------------------------------------

    def written(self) -> ast.Rule:
        payment = self.payment
        assert payment.covers is not None
        first = [self._let("due", payment.covers), self._let("worth", self._number(0))]
        first.append(self._let("at", self._number(1)))
        for one in self.rows:
            first.append(self._let(f"paid{one.number}", self._number(0)))
            if one.row.only is not None:
                most = ast.NumberOf(ast.Members(None, one.row.only, one.row.only.span), one.row.only.span)
                first.append(self._let(f"most{one.number}", most))
            first += self._memory(one)
        rest = reduce(self._plus, [self._rest(one) for one in self.rows])
        enough = self._compare(">=", self._plus(self._read("worth"), rest), self._read("due"))
        ask = ast.ChooseOne(
            payment.name,
            None,
            tuple(self._alternative(one) for one in self.rows),
            None,
            payment.citations,
            self.span,
        )
        message = f"there is not enough to pay by `{payment.name.text}`"
        promise = self._promise(message)
        within: ast.Promise = "within" if promise else ""
        body = (ast.Must(enough, message, self.span, within), ask)
        loop = ast.Repeat(self._full(), None, None, False, None, None, None, body, (), self.span)
        last: tuple[ast.Sentence, ...] = ()
        if payment.minimal:
            message = f"something that is paid by `{payment.name.text}` is superfluous"
            last = tuple(ast.Must(self._is_needed(one), message, one.row.span, within) for one in self.rows)
        if promise:
            done = ast.Compare("=", self._number(0), self._number(0), False, self.span)
            last += (ast.Must(done, message, self.span, "ends"),)
        name = ast.Ident(rule_name(payment.name.text), payment.name.span)
        return ast.Rule("effect", name, payment.parameters, (*first, *promise, loop, *last), self.span)

    def _promise(self, message: str) -> tuple[ast.Must, ...]:
        """Build the completability condition: all means together suffice, and more never harms.

        Some subset is then sufficient and minimal, and every subset is reachable in row order. Requires that
        no two rows share means.
        """
        taken = [self._origin(one) for one in self.rows]
        for number, (name, kind) in enumerate(taken):
            others = [other for n, (zone, other) in enumerate(taken) if zone == name and n != number]
            if others and (not kind or "" in others or kind in others):
                return ()
        if not all(self._only_grows(one) for one in self.payment.needs):
            return ()
        rest = reduce(self._plus, [self._rest(one) for one in self.rows])
        tests = [self._compare(">=", rest, self._read("due"))]
        tests += [self._needed(one, 0, self._left) for one in self.payment.needs]
        test = tests[0] if len(tests) == 1 else ast.Logic("and", tuple(tests), self.span)
        return (ast.Must(test, message, self.span, "begins"),)

    def _origin(self, one: _Row) -> tuple[str, str]:
        """Return the zone or goods of a row, and its kind if it takes only one."""
        origin: ast.Expr = one.row.origin
        if isinstance(origin, ast.UnionOf):
            origin = origin.formula
        name = origin.name.text if isinstance(origin, ast.Name | ast.Possessive) else ""
        single = one.sort == "kind" or (one.sort == "goods" and self._by_kind(one))
        return name, one.row.source.text if single else ""

    def _only_grows(self, condition: ast.Expr) -> bool:
        """Return whether a need is monotone in the amounts paid, with a constant bound."""
        if not isinstance(condition, ast.Compare) or condition.op != ">=" or condition.negated:
            return False
        return paid_where(condition.left) is not None and self._is_fixed(condition.right)

    def _is_fixed(self, value: ast.Expr) -> bool:
        """Return whether a value depends only on constants and the payment's arguments."""
        given = {one.name.text for one in self.payment.parameters}
        match value:
            case ast.Number():
                return True
            case ast.Name():
                return value.name.text in given and not value.arguments
            case ast.Binary():
                return self._is_fixed(value.left) and self._is_fixed(value.right)
            case ast.NumberOf():
                return value.members.var is None and self._is_fixed(value.members.value)
            case _:
                pass
        return False

    def _full(self, without: int = 0) -> ast.Expr:
        """Build the test for a complete payment, optionally without one piece of a row."""
        worth: ast.Expr = self._read("worth")
        if without:
            worth = self._minus(worth, self._number(self.rows[without - 1].row.worth))
        tests = [self._compare(">=", worth, self._read("due"))]
        tests += [self._needed(one, without) for one in self.payment.needs]
        return tests[0] if len(tests) == 1 else ast.Logic("and", tuple(tests), self.span)

    def _is_needed(self, one: _Row) -> ast.Expr:
        """Build the test that no piece of a row is superfluous."""
        none = self._compare("=", self._paid(one), self._number(0))
        return ast.Logic("or", (none, ast.Not(self._full(one.number), self.span)), self.span)

    def _needed(
        self, condition: ast.Expr, without: int, number_of: Callable[[_Row], ast.Expr] | None = None
    ) -> ast.Expr:
        """Substitute the amounts paid (or other numbers) in a need."""

        def change(node: Any) -> Any:
            about = paid_where(node)
            if about is None:
                return node
            counted: list[ast.Expr] = []
            for one in self.rows:
                fits = about.fits(one.row.source.text)
                if fits:
                    number: ast.Expr = (number_of or self._paid)(one)
                    if one.number == without:
                        number = self._minus(number, self._number(1))
                    worth = self._number(one.row.worth if about.worth else 1)
                    counted.append(ast.Binary("*", number, worth, node.span) if about.worth else number)
            return reduce(self._plus, counted, self._number(0))

        changed: ast.Expr = rewrite(condition, change)
        return changed

    # --- one row ------------------------------------------------------------------------------------------

    def _memory(self, one: _Row) -> list[ast.Sentence]:
        """Build the locals that record the skipped members of a row."""
        n = one.number
        if one.sort == "kinds":
            return [self._let(f"passed{n}", self._nothing_of(one.row.origin))]
        if one.sort == "goods by kind":
            return [self._let(f"passed{n}", self._nothing_of(self._source(one)))]
        if one.sort == "spaces":
            assert isinstance(one.row.origin, ast.UnionOf)
            spaces = self._nothing_of(one.row.origin.members.value)
            lying = self._nothing_of(one.row.origin)
            return [
                self._let(f"passed{n}", spaces),
                self._let(f"same{n}", spaces),
                self._let(f"kinds{n}", lying),
            ]
        return []

    def _alternative(self, one: _Row) -> ast.Alternative:
        n, row = one.number, one.row
        when: list[ast.Expr] = [self._compare("<=", self._read("at"), self._number(n))]
        if row.only is not None:
            when.append(self._compare("<", self._paid(one), self._read(f"most{n}")))
        var, value = None, None
        if one.sort == "kind":
            when.append(self._some(self._fitting(one)))
            if row.to is not None:
                body = self._hand_over(one, row.source, row.origin)
            else:
                piece = ast.Pick("first", self._members(self._fitting(one)), row.span)
                body = (self._let(f"piece{n}", piece), ast.RemovePiece(self._read(f"piece{n}"), row.span))
        elif one.sort == "goods":
            when.append(self._compare(">=", self._stock(one), self._number(1)))
            assert isinstance(row.origin, ast.Possessive)
            source = ast.Name(row.source, (), row.source.span)
            body = (
                self._pay(one, None, source) if self._by_kind(one) else self._pay(one, row.origin.name, None),
            )
        else:
            var, value = self._ident(f"piece{n}"), self._choices(one)
            body = self._after_choice(one)
        body += (
            self._change("raise", f"paid{n}", self._number(1)),
            self._change("raise", "worth", self._number(row.worth)),
            self._change("set", "at", self._number(n)),
        )
        test = when[0] if len(when) == 1 else ast.Logic("and", tuple(when), row.span)
        return ast.Alternative(row.source, test, body, row.span, var, value, named=one.named)

    def _choices(self, one: _Row) -> ast.Expr:
        """Build the set of members of a row that can be selected now."""
        n = one.number
        if one.sort == "kinds":
            return self._fitting(one)
        if one.sort == "goods by kind":
            return self._minus(self._held(one), self._read(f"passed{n}"))
        origin = one.row.origin
        assert isinstance(origin, ast.UnionOf)
        same, passed = self._read(f"same{n}"), self._read(f"passed{n}")
        fresh = self._minus(self._minus(self._spaces(one), passed), same)
        again = self._binary("within", self._spaces(one), same)
        kinds = ast.Where(origin.formula, self._fits(one), one.row.span)
        later = ast.Where(origin.formula, self._fits(one, f"kinds{n}"), one.row.span)
        some = ast.Where(fresh, self._some(kinds), one.row.span)
        return self._plus(some, ast.Where(again, self._some(later), one.row.span))

    def _after_choice(self, one: _Row) -> tuple[ast.Sentence, ...]:
        n, row, piece = one.number, one.row, f"piece{one.number}"
        before = ast.Before(self._read(piece), row.span)
        more = self._change("set", f"passed{n}", self._plus(self._read(f"passed{n}"), before))
        if one.sort == "kinds":
            return (more, *self._hand_over(one, self._ident(piece), row.origin))
        if one.sort == "goods by kind":
            return (more, self._pay(one, None, self._read(piece)))
        origin = row.origin
        assert isinstance(origin, ast.UnionOf)
        assert isinstance(origin.formula, ast.Name)
        zone = ast.Possessive(self._read(piece), origin.formula.name, origin.formula.arguments, row.span)
        kinds = self._read(f"kinds{n}")
        another = ast.If(
            ast.In(self._read(piece), self._read(f"same{n}"), True, row.span),
            (
                self._change("set", f"kinds{n}", self._minus(kinds, kinds)),
                self._change("set", f"same{n}", ast.SetOf(self._read(piece), False, row.span)),
            ),
            (),
            row.span,
        )
        kind = self._ident(f"kind{n}")
        name = ast.Ident(f"{self.payment.name.text}_kind", self.payment.name.span)
        taken = self._change(
            "set", f"kinds{n}", self._plus(kinds, ast.Before(self._read(f"kind{n}"), row.span))
        )
        fitting = ast.Where(zone, self._fits(one, f"kinds{n}"), row.span)
        ask = ast.Choose(
            kind, fitting, None, name, None, None, (), None, False, True, self.payment.citations, row.span
        )
        return (more, another, ask, taken, *self._hand_over(one, kind, zone))

    def _hand_over(self, one: _Row, piece: ast.Ident, zone: ast.Expr) -> tuple[ast.Sentence, ...]:
        span = one.row.span
        if one.row.to is None:
            return (ast.RemovePiece(ast.Name(piece, (), span), span),)
        moved = ast.Moved("count", self._number(1), piece, None, span)
        return (ast.MovePiece(moved, zone, one.row.to, span),)

    def _pay(self, one: _Row, goods: ast.Ident | None, kind: ast.Expr | None) -> ast.Sentence:
        span = one.row.span
        return ast.Transfer("pay", (ast.Amount(self._number(1), goods, kind, span),), one.row.to, span)

    # --- available means ----------------------------------------------------------------------------------

    def _fits(self, one: _Row, but: str = "") -> ast.Expr:
        """Build the test that a piece belongs to a row and its kind was not skipped."""
        source = ast.Fits(ast.Name(one.row.source, (), one.row.source.span), one.row.source.span)
        if not but:
            return source
        later = ast.In(ast.Word("it", self.span), self._read(but), True, self.span)
        return ast.Logic("and", (source, later), self.span)

    def _fitting(self, one: _Row) -> ast.Expr:
        but = f"passed{one.number}" if one.sort == "kinds" else ""
        return ast.Where(one.row.origin, self._fits(one, but), one.row.span)

    def _source(self, one: _Row) -> ast.Expr:
        """Build the set of goods kinds of a row."""
        return ast.SetOf(ast.Name(one.row.source, (), one.row.source.span), False, one.row.source.span)

    def _amount(self, one: _Row) -> ast.Expr:
        """Build the amount of a kind of goods."""
        origin = one.row.origin
        assert isinstance(origin, ast.Possessive)
        return ast.Possessive(origin.owner, origin.name, (ast.Word("it", self.span),), origin.span)

    def _by_kind(self, one: _Row) -> bool:
        goods = self.words.goods_of(one.row)
        return goods is not None and bool(goods.parameters)

    def _stock(self, one: _Row) -> ast.Expr:
        """Build the amount of a sort of goods, or of one kind of it."""
        origin = one.row.origin
        if not self._by_kind(one):
            return origin
        assert isinstance(origin, ast.Possessive)
        kind = ast.Name(one.row.source, (), one.row.source.span)
        return ast.Possessive(origin.owner, origin.name, (kind,), origin.span)

    def _held(self, one: _Row) -> ast.Expr:
        have = self._compare(">=", self._amount(one), self._number(1))
        return ast.Where(self._source(one), have, one.row.span)

    def _spaces(self, one: _Row) -> ast.Expr:
        assert isinstance(one.row.origin, ast.UnionOf)
        return one.row.origin.members.value

    def _rest(self, one: _Row) -> ast.Expr:
        """Build the total worth still payable from a row."""
        found = self._left(one)
        if one.row.worth > 1:
            found = self._binary("*", found, self._number(one.row.worth))
        open_ = self._compare("<=", self._read("at"), self._number(one.number))
        return ast.IfElse(found, open_, self._number(0), one.row.span)

    def _left(self, one: _Row) -> ast.Expr:
        """Build the number of pieces or units still payable from a row."""
        span, n = one.row.span, one.number
        if one.sort == "goods":
            found: ast.Expr = self._stock(one)
        elif one.sort == "goods by kind":
            left = self._minus(self._source(one), self._read(f"passed{n}"))
            found = ast.Total("sum", self._amount(one), self._members(left), span)
        elif one.sort == "spaces":
            assert isinstance(one.row.origin, ast.UnionOf)
            kinds = self._members(ast.Where(one.row.origin.formula, self._fits(one), span))
            left = self._minus(self._spaces(one), self._read(f"passed{n}"))
            found = ast.Total("sum", ast.NumberOf(kinds, span), self._members(left), span)
        else:
            found = ast.NumberOf(self._members(self._fitting(one)), span)
        if one.row.only is not None:
            found = self._binary("lesser", found, self._minus(self._read(f"most{n}"), self._paid(one)))
        return found

    # --- small parts --------------------------------------------------------------------------------------

    def _ident(self, what: str) -> ast.Ident:
        return ast.Ident(f"{self.payment.name.text}.{what}", self.span)

    def _read(self, what: str) -> ast.Expr:
        return ast.Name(self._ident(what), (), self.span)

    def _paid(self, one: _Row) -> ast.Expr:
        return self._read(f"paid{one.number}")

    def _let(self, what: str, value: ast.Expr) -> ast.Sentence:
        return ast.Let(self._ident(what), value, value.span)

    def _change(self, op: Literal["set", "raise"], what: str, value: ast.Expr) -> ast.Sentence:
        return ast.Change(op, self._read(what), value, self.span)

    def _number(self, value: int) -> ast.Expr:
        return ast.Number(value, self.span)

    def _compare(self, op: str, left: ast.Expr, right: ast.Expr) -> ast.Expr:
        return ast.Compare(op, left, right, False, self.span)

    def _binary(self, op: str, left: ast.Expr, right: ast.Expr) -> ast.Expr:
        return ast.Binary(op, left, right, self.span)

    def _plus(self, left: ast.Expr, right: ast.Expr) -> ast.Expr:
        return self._binary("+", left, right)

    def _minus(self, left: ast.Expr, right: ast.Expr) -> ast.Expr:
        return self._binary("-", left, right)

    def _members(self, value: ast.Expr) -> ast.Members:
        return ast.Members(None, value, value.span)

    def _some(self, value: ast.Expr) -> ast.Expr:
        return ast.Quantity("some", self._members(value), None, value.span)

    def _nothing_of(self, value: ast.Expr) -> ast.Expr:
        """Build the empty set of the members' sort."""
        every = ast.SetOf(value, True, value.span)
        return self._minus(every, every)


# --- needs of a payment -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paid:
    """Aggregate over the payment: `number of (paid where it is gold)`, `sum of worth over paid`."""

    worth: bool
    condition: ast.Expr | None

    def fits(self, source: str) -> bool | None:
        """Return whether a row is counted; None if not static."""
        return True if self.condition is None else _holds(self.condition, source)


def paid_where(node: Any) -> Paid | None:
    """Match an aggregate over the payment; None for other expressions."""
    members, worth = None, False
    if isinstance(node, ast.NumberOf):
        members = node.members
    elif isinstance(node, ast.Total) and node.op == "sum" and _named(node.formula, "worth"):
        members, worth = node.members, True
    if members is None or members.var is not None:
        return None
    if _named(members.value, "paid"):
        return Paid(worth, None)
    if isinstance(members.value, ast.Where) and _named(members.value.value, "paid"):
        return Paid(worth, members.value.condition)
    return None


def _named(node: ast.Expr, word: str) -> bool:
    return isinstance(node, ast.Name) and node.name.text == word and not node.arguments


def _holds(condition: ast.Expr, source: str) -> bool | None:
    if isinstance(condition, ast.Not):
        inner = _holds(condition.value, source)
        return None if inner is None else not inner
    if isinstance(condition, ast.Logic):
        parts = [_holds(one, source) for one in condition.parts]
        if None in parts:
            return None
        return all(parts) if condition.op == "and" else any(parts)
    if isinstance(condition, ast.Compare) and condition.op == "is":
        left, right = condition.left, condition.right
        if isinstance(left, ast.Word) and left.word == "it" and isinstance(right, ast.Name):
            return (right.name.text == source) is not condition.negated
    return None
