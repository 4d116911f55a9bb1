"""Read parse trees of expressions to syntax nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

import lark

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.syntax import ast
from rulec.syntax.reading import orderings
from rulec.syntax.reading.tree_reader import Node, TooDeep, Tree, TreeReader, branches


class ExpressionReader(TreeReader):
    """Reads the expressions of a line."""

    def expr(self, node: Node | None) -> ast.Expr:
        assert isinstance(node, lark.Tree)
        self.depth += 1
        if self.depth > limits.EXPRESSION_DEPTH:
            raise TooDeep
        try:
            return _READERS[node.data](self, node)
        finally:
            self.depth -= 1

    def parameters(self, nodes: list[Node | None]) -> tuple[ast.Parameter, ...]:
        found: list[ast.Parameter] = []
        for one in nodes:
            assert isinstance(one, lark.Tree)
            preposition, names = one.children
            assert isinstance(preposition, lark.Tree)
            word = str(preposition.children[0])
            found += [ast.Parameter(word, name) for name in self.names(names)]
        return tuple(found)

    def called(self, node: Node) -> ast.CallRule:
        assert isinstance(node, lark.Tree)
        name, bare, *rest = branches(node)
        arguments = [] if bare is None else [self._argument("", bare)]
        arguments += [self.argument(one) for one in rest[:-1]]
        giving = rest[-1]
        names = () if giving is None else tuple(self.ident(one) for one in branches(cast(Tree, giving)))
        return ast.CallRule(self.ident(name), tuple(arguments), names, self.span(node))

    def argument(self, node: Node | None) -> ast.Argument:
        assert isinstance(node, lark.Tree)
        word, value = node.children
        assert isinstance(word, lark.Tree)
        return self._argument(str(word.children[0]), value)

    def _argument(self, word: str, value: Node) -> ast.Argument:
        assert isinstance(value, lark.Tree)
        return ast.Argument(word, tuple(self.expr(one) for one in value.children), self.span(value))

    def can_call(self, node: Tree) -> ast.Expr:
        return ast.CanCall(self.called(node.children[0]), self.span(node))

    def can_pay_by(self, node: Tree) -> ast.Expr:
        name, *given = branches(node)
        return ast.CanPayBy(self.ident(name), tuple(map(self.argument, given)), self.span(node))

    def can_do(self, node: Tree) -> ast.Expr:
        return ast.CanDo(self.expr(node.children[0]), self.span(node))

    def during(self, node: Tree) -> ast.Expr:
        return ast.During(self.ident(node.children[0]), self.span(node))

    def number(self, node: Tree) -> ast.Expr:
        return ast.Number(self.integer(node.children[0]), self.span(node))

    def text(self, node: Tree) -> ast.Expr:
        token = node.children[0]
        return ast.Text(str(token)[1:-1], self.span(token))

    def word(self, node: Tree) -> ast.Expr:
        return ast.Word(cast(Literal["me"], str(node.data)), self.span(node))

    def name(self, node: Tree) -> ast.Expr:
        name, arguments = node.children
        return ast.Name(self.ident(name), self.arguments(arguments), self.span(node))

    def my(self, node: Tree) -> ast.Expr:
        name, arguments = node.children
        span = self.span(node)
        owner = ast.Word("me", Span(span.file, span.line, span.column, span.line, span.column + 2))
        return ast.Possessive(owner, self.ident(name), self.arguments(arguments), span)

    def possessive(self, node: Tree) -> ast.Expr:
        owner, name, arguments = node.children
        return ast.Possessive(self.expr(owner), self.ident(name), self.arguments(arguments), self.span(node))

    def binary(self, node: Tree) -> ast.Expr:
        left, right = node.children
        op = {"plus": "+", "minus": "-", "times": "*"}.get(node.data, str(node.data))
        return ast.Binary(op, self.expr(left), self.expr(right), self.span(node))

    def negative(self, node: Tree) -> ast.Expr:
        return ast.Negative(self.expr(node.children[0]), self.span(node))

    def not_(self, node: Tree) -> ast.Expr:
        return ast.Not(self.expr(node.children[0]), self.span(node))

    def logic(self, node: Tree) -> ast.Expr:
        if len(node.children) > limits.EXPRESSION_DEPTH:
            raise TooDeep
        op = cast(Literal["and", "or"], str(node.data).rstrip("_"))
        return ast.Logic(op, tuple(self.expr(child) for child in node.children), self.span(node))

    def compare(self, node: Tree) -> ast.Expr:
        left, op, right = node.children
        return ast.Compare(str(op), self.expr(left), self.expr(right), False, self.span(node))

    def is_(self, node: Tree) -> ast.Expr:
        left, right = node.children
        return ast.Compare("is", self.expr(left), self.expr(right), node.data == "is_not", self.span(node))

    def in_(self, node: Tree) -> ast.Expr:
        left, right = node.children
        return ast.In(self.expr(left), self.expr(right), node.data == "not_in", self.span(node))

    def where(self, node: Tree) -> ast.Expr:
        value, condition = node.children
        return ast.Where(self.expr(value), self.expr(condition), self.span(node))

    def quantity(self, node: Tree) -> ast.Expr:
        sort = cast(Literal["some", "no", "every"], str(node.data).rstrip("_"))
        condition = self.expr(node.children[1]) if len(node.children) > 1 else None
        return ast.Quantity(sort, self.members(node.children[0]), condition, self.span(node))

    def number_of(self, node: Tree) -> ast.Expr:
        return ast.NumberOf(self.members(node.children[0]), self.span(node))

    def random_one(self, node: Tree) -> ast.Expr:
        return ast.RandomOne(self.members(node.children[0]), self.span(node))

    def top_of(self, node: Tree) -> ast.Expr:
        return ast.TopOf(self.expr(node.children[0]), self.span(node))

    def end_of_row(self, node: Tree) -> ast.Expr:
        which: Literal["first", "last"] = "first" if node.data == "leftmost_of" else "last"
        return ast.EndOfRow(which, self.expr(node.children[0]), self.span(node))

    def on_member(self, node: Tree) -> ast.Expr:
        row, member = node.children
        return ast.OnMember(self.expr(row), self.expr(member), self.span(node))

    def number_of_different(self, node: Tree) -> ast.Expr:
        formula, members = node.children
        union = ast.UnionOf(self.expr(formula), self.members(members), True, self.span(node))
        return ast.NumberOf(ast.Members(None, union, union.span), union.span)

    def union_of(self, node: Tree) -> ast.Expr:
        formula, members = node.children
        return ast.UnionOf(self.expr(formula), self.members(members), False, self.span(node))

    def best(self, node: Tree) -> ast.Expr:
        members, rank, key = node.children
        return ast.BestOf(self.rank(rank), self.members(members), self.expr(key), self.span(node))

    def is_only(self, node: Tree) -> ast.Expr:
        value, member = node.children
        return ast.IsOnly(self.expr(value), self.expr(member), self.span(node))

    def holds_along(self, node: Tree) -> ast.Expr:
        account, value = node.children
        return ast.HoldsAlong(self.expr(account), self.expr(value), self.span(node))

    def room_for(self, node: Tree) -> ast.Expr:
        return ast.RoomFor(self.expr(node.children[0]), self.span(node))

    def is_at_once(self, node: Tree) -> ast.Expr:
        return ast.IsAbility(self.expr(node.children[0]), None, self.span(node))

    def is_once_a(self, node: Tree) -> ast.Expr:
        value, rule = node.children
        return ast.IsAbility(self.expr(value), self.ident(rule), self.span(node))

    def alike(self, node: Tree) -> ast.Expr:
        return ast.Alike(self.expr(node.children[0]), node.data == "all_different", self.span(node))

    def sum_of(self, node: Tree) -> ast.Expr:
        formula, members = node.children
        return ast.Total("sum", self.expr(formula), self.members(members), self.span(node))

    def extreme(self, node: Tree) -> ast.Expr:
        rank, formula, members = node.children
        return ast.Total(self.rank(rank), self.expr(formula), self.members(members), self.span(node))

    def in_a_row(self, node: Tree) -> ast.Expr:
        length, value = node.children
        return ast.InARow(self.integer(length), self.span(length), self.expr(value), self.span(node))

    def neighbours(self, node: Tree) -> ast.Expr:
        return ast.Neighbours(self.expr(node.children[0]), self.span(node))

    def diagonals(self, node: Tree) -> ast.Expr:
        return ast.Diagonals(self.expr(node.children[0]), self.span(node))

    def run_from(self, node: Tree) -> ast.Expr:
        start, over, to = node.children
        return ast.RunFrom(self.expr(start), self.expr(over), self.expr(to), self.span(node))

    def steps_from(self, node: Tree) -> ast.Expr:
        start, goal, over = (self.expr(one) for one in node.children)
        return ast.BoardPath("steps", start, goal, over, (), self.span(node))

    def shortest(self, node: Tree) -> ast.Expr:
        start, goal, over, *fewest = branches(node)
        keys = tuple(self.expr(one.children[0]) for one in fewest if isinstance(one, lark.Tree))
        parts = self.expr(start), self.expr(goal), self.expr(over)
        return ast.BoardPath("shortest", *parts, keys, self.span(node))

    def line_from(self, node: Tree) -> ast.Expr:
        start, goal = (self.expr(one) for one in node.children)
        return ast.BoardPath("line", start, goal, None, (), self.span(node))

    def longest_line(self, node: Tree) -> ast.Expr:
        return ast.LongestLine(self.expr(node.children[0]), self.span(node))

    def parts_of(self, node: Tree) -> ast.Expr:
        return ast.PartsOf(self.expr(node.children[0]), self.span(node))

    def steps_above(self, node: Tree) -> ast.Expr:
        steps, space = (self.expr(one) for one in node.children)
        return ast.StepsAbove(steps, space, self.span(node))

    def reach(self, node: Tree) -> ast.Expr:
        start, within = node.children
        return ast.Reach(self.expr(start), self.expr(within), self.span(node))

    def ends_of(self, node: Tree) -> ast.Expr:
        route, arguments = branches(node)
        return ast.EndsOf(self.ident(route), self.arguments(arguments), self.span(node))

    def can_pay(self, node: Tree) -> ast.Expr:
        return ast.CanPay(self.amounts(node.children[0]), self.span(node))

    def can_pay_cell(self, node: Tree) -> ast.Expr:
        whole = ast.Amount(self.expr(node.children[0]), None, None, self.span(node.children[0]))
        return ast.CanPay((whole,), self.span(node))

    def amounts(self, node: Node | None) -> tuple[ast.Amount, ...]:
        assert isinstance(node, lark.Tree)
        if node.data == "whole_mix":
            return (ast.Amount(self.expr(node.children[0]), None, None, self.span(node)),)
        return tuple(self._amount(one) for one in node.children if isinstance(one, lark.Tree))

    def _amount(self, node: Tree) -> ast.Amount:
        number, what = node.children
        named = node.data == "named_amount"
        name = self.ident(what) if named else None
        return ast.Amount(self.expr(number), name, None if named else self.expr(what), self.span(node))

    def if_else(self, node: Tree) -> ast.Expr:
        then, condition, otherwise = node.children
        return ast.IfElse(self.expr(then), self.expr(condition), self.expr(otherwise), self.span(node))


_Reader = Callable[[ExpressionReader, Tree], ast.Expr]
_READERS: dict[str, _Reader] = {
    "number": ExpressionReader.number,
    "text": ExpressionReader.text,
    **dict.fromkeys(("me", "it", "none", "yes", "no"), ExpressionReader.word),
    "name": ExpressionReader.name,
    "my": ExpressionReader.my,
    "possessive": ExpressionReader.possessive,
    **dict.fromkeys(
        ("plus", "minus", "times", "div", "div_up", "mod", "within", "greater", "lesser", "difference"),
        ExpressionReader.binary,
    ),
    "negative": ExpressionReader.negative,
    "can_call": ExpressionReader.can_call,
    "can_do": ExpressionReader.can_do,
    "during": ExpressionReader.during,
    "can_pay_by": ExpressionReader.can_pay_by,
    "not_": ExpressionReader.not_,
    "and_": ExpressionReader.logic,
    "or_": ExpressionReader.logic,
    "compare": ExpressionReader.compare,
    "is_": ExpressionReader.is_,
    "is_not": ExpressionReader.is_,
    "is_only": ExpressionReader.is_only,
    "holds_along": ExpressionReader.holds_along,
    "room_for": ExpressionReader.room_for,
    "is_at_once": ExpressionReader.is_at_once,
    "is_once_a": ExpressionReader.is_once_a,
    "all_alike": ExpressionReader.alike,
    "all_different": ExpressionReader.alike,
    "in_": ExpressionReader.in_,
    "not_in": ExpressionReader.in_,
    "where": ExpressionReader.where,
    "some": ExpressionReader.quantity,
    "no_": ExpressionReader.quantity,
    "every": ExpressionReader.quantity,
    "number_of": ExpressionReader.number_of,
    "number_of_different": ExpressionReader.number_of_different,
    "union_of": ExpressionReader.union_of,
    "best": ExpressionReader.best,
    "first": orderings.pick,
    "last": orderings.pick,
    "ordered": orderings.ordered,
    "entry": orderings.entry,
    "position_of": orderings.position_of,
    "random_one": ExpressionReader.random_one,
    "top_of": ExpressionReader.top_of,
    "leftmost_of": ExpressionReader.end_of_row,
    "rightmost_of": ExpressionReader.end_of_row,
    "on_member": ExpressionReader.on_member,
    "sum_of": ExpressionReader.sum_of,
    "extreme": ExpressionReader.extreme,
    "in_a_row": ExpressionReader.in_a_row,
    "neighbours": ExpressionReader.neighbours,
    "diagonals": ExpressionReader.diagonals,
    "run_from": ExpressionReader.run_from,
    "steps_from": ExpressionReader.steps_from,
    "shortest": ExpressionReader.shortest,
    "line_from": ExpressionReader.line_from,
    "longest_line": ExpressionReader.longest_line,
    "parts_of": ExpressionReader.parts_of,
    "reach": ExpressionReader.reach,
    "ends_of": ExpressionReader.ends_of,
    "steps_above": ExpressionReader.steps_above,
    "if_else": ExpressionReader.if_else,
    "can_pay": ExpressionReader.can_pay,
    "can_pay_cell": ExpressionReader.can_pay_cell,
}
