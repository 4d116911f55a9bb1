"""Read single sentences to syntax nodes, a method for each sort; a `BodyReader` reads their bodies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Literal, cast

import lark

from rulec.base.diagnostics import Reporter
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.reading import orderings
from rulec.syntax.reading.decks import DECK_SENTENCES, read_facing
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.orderings import ORDERINGS
from rulec.syntax.reading.tree_reader import Node, Tree, branches


class BodyReader(ABC):
    """Interface of the reader of bodies: lines below a sentence, or sentences behind its colon."""

    report: Reporter

    @abstractmethod
    def with_inline(self, line: Line, inline: Node | None) -> tuple[ast.Sentence, ...]:
        """Return the sentences behind the colon of a line, or else the body below it."""

    @abstractmethod
    def alternatives(self, line: Line) -> tuple[ast.Alternative, ...]:
        """Return the options below a line."""

    @abstractmethod
    def order(self, line: Line, tree: Tree) -> ast.AnyOrder:
        """Read `any order` with the parts below it."""


class SingleSentence(ExpressionReader):
    """Reads a sentence of a line."""

    def __init__(self, owner: BodyReader, line: Line) -> None:
        super().__init__(line, owner.report)
        self.owner = owner

    def read(self, tree: Tree) -> ast.Sentence:
        return READERS[str(tree.data)](self, tree)

    def body(self, inline: Node | None) -> tuple[ast.Sentence, ...]:
        return self.owner.with_inline(self.line, inline)

    def maybe(self, node: Node | None) -> ast.Expr | None:
        return None if node is None else self.expr(node)

    def citations(self) -> tuple[str, ...]:
        return tuple(one.text for one in self.line.citations)

    def if_(self, tree: Tree) -> ast.Sentence:
        condition, inline = tree.children
        return ast.If(self.expr(condition), self.body(inline), (), self.span(tree))

    def each(self, tree: Tree) -> ast.Sentence:
        var, among, order, inline = branches(tree)
        acting = tree.data == "each_acting"
        value, ordering = self.among(among)
        return ast.Each(
            self.ident(var),
            acting,
            value,
            self.ident(order.children[0]) if isinstance(order, lark.Tree) else None,
            self.body(inline),
            self.citations(),
            self.span(tree),
            ordering,
        )

    def among(self, node: Node | None) -> tuple[ast.Expr | None, ast.Ordering | None]:
        """Read the domain of a loop: the operand of `in`, or an ordering of all members."""
        if not isinstance(node, lark.Tree):
            return None, None
        (inner,) = node.children
        if isinstance(inner, lark.Tree) and inner.data in ORDERINGS:
            return None, orderings.ordering(self, inner)
        return self.expr(inner), None

    def each_number(self, tree: Tree) -> ast.Sentence:
        var, low, high, inline = tree.children
        return ast.EachNumber(
            self.ident(var), self.expr(low), self.expr(high), self.body(inline), self.span(tree)
        )

    def acting_as(self, tree: Tree) -> ast.Sentence:
        player, inline = tree.children
        return ast.ActingAs(self.expr(player), self.body(inline), self.span(tree))

    def repeat(self, tree: Tree) -> ast.Sentence:
        times, condition, name, leave, left, inline = branches(tree)
        sort = str(times.data) if isinstance(times, lark.Tree) else ""
        numbers = [self.expr(one) for one in times.children] if isinstance(times, lark.Tree) else []
        until = self.maybe(condition)
        return ast.Repeat(
            None if until is None else ast.Not(until, until.span),
            numbers[0] if sort == "from_to_times" else None,
            numbers[-1] if numbers else None,
            sort in {"up_to_times", "from_to_times"} or leave is not None,
            self.option(leave) if isinstance(leave, lark.Tree) else None,
            self.ident(name) if name is not None else None,
            self.ident(left) if left is not None else None,
            self.body(inline),
            self.citations(),
            self.span(tree),
        )

    def repeat_until(self, tree: Tree) -> ast.Sentence:
        until, inline = tree.children
        body, span = self.body(inline), self.span(tree)
        return ast.Repeat(self.expr(until), None, None, False, None, None, None, body, self.citations(), span)

    def repeat_to_the_end(self, tree: Tree) -> ast.Sentence:
        body, span = self.body(tree.children[0]), self.span(tree)
        return ast.Repeat(None, None, None, False, None, None, None, body, self.citations(), span, True)

    def option(self, node: Tree) -> ast.Alternative:
        """Read `, or LABEL when C` in the line of a `choose` or `repeat`."""
        label, when = branches(node)
        return ast.Alternative(self.ident(label), self.maybe(when), None, self.span(node))

    def choose(self, tree: Tree) -> ast.Sentence:
        var, value, to, end, *rest = branches(tree)
        body = self.body(rest[0]) if rest and (rest[0] is not None or self.line.children) else None
        assert isinstance(end, lark.Tree)
        name, label, by, *options = branches(end)
        ident = self.ident(var)
        return ast.Choose(
            ident,
            self.expr(value),
            self.maybe(to),
            self.ident(name) if name is not None else ident,
            self.maybe(by),
            body,
            tuple(self.option(one) for one in options[:-2] if isinstance(one, lark.Tree)),
            None,
            options[-2] is not None,
            options[-1] is not None,
            self.citations(),
            self.span(tree),
            self.ident(label) if label is not None else None,
        )

    def may(self, tree: Tree) -> ast.Sentence:
        tried, name = branches(tree)
        named = self.ident(name) if name is not None else None
        return ast.May((self.sentence(tried),), named, self.citations(), self.span(tree))

    def pause(self, tree: Tree) -> ast.Sentence:
        return ast.Pause(self.ident(tree.children[0]), self.citations(), self.span(tree))

    def needs(self, tree: Tree) -> ast.Sentence:
        return ast.Needs(self.expr(tree.children[0]), self.span(tree))

    def choose_one(self, tree: Tree) -> ast.Sentence:
        name, by = tree.children
        return ast.ChooseOne(
            self.ident(name),
            self.maybe(by),
            self.owner.alternatives(self.line),
            None,
            self.citations(),
            self.span(tree),
        )

    def let(self, tree: Tree) -> ast.Sentence:
        var, value = tree.children
        return ast.Let(self.ident(var), self.expr(value), self.span(tree))

    def set_(self, tree: Tree) -> ast.Sentence:
        target, value = tree.children
        return ast.Change("set", self.expr(target), self.expr(value), self.span(tree))

    def add(self, tree: Tree) -> ast.Sentence:
        value, target = tree.children
        return ast.Change("add", self.expr(target), self.expr(value), self.span(tree))

    def raise_(self, tree: Tree) -> ast.Sentence:
        target, value = tree.children
        return ast.Change("raise", self.expr(target), self.expr(value), self.span(tree))

    def lower(self, tree: Tree) -> ast.Sentence:
        target, value = tree.children
        return ast.Change("lower", self.expr(target), self.expr(value), self.span(tree))

    def place_piece(self, tree: Tree) -> ast.Sentence:
        piece, target = tree.children
        assert isinstance(piece, lark.Tree)
        owner: ast.Expr | None = None
        if piece.data == "my_piece":
            owner = ast.Word("me", self.span(piece))
        elif piece.data == "owned_piece":
            name = self.ident(piece.children[0])
            owner = ast.Word("me", name.span) if name.text == "me" else ast.Name(name, (), name.span)
        kind = self.ident(piece.children[-1])
        neutral = piece.data == "neutral_piece"
        return ast.PlacePiece(owner, kind, self.expr(target), self.span(tree), neutral)

    def move(self, tree: Tree) -> ast.Sentence:
        moved, source, target, facing = branches(tree)
        assert isinstance(moved, lark.Tree)
        seen = read_facing(self, facing)
        return ast.MovePiece(self._moved(moved), self.maybe(source), self.expr(target), self.span(tree), seen)

    def _moved(self, tree: Tree) -> ast.Moved:
        span, parts = self.span(tree), branches(tree)
        if tree.data == "moved_pieces":
            return ast.Moved("pieces", self.expr(parts[0]), None, None, span)
        if tree.data == "moved_all":
            return ast.Moved("all", None, self.ident(parts[0]), None, span)
        number, name, kind = parts
        sort: Literal["up to", "count"] = "up to" if tree.data == "moved_up_to" else "count"
        return ast.Moved(sort, self.expr(number), self.ident(name), self.maybe(kind), span)

    def remove(self, tree: Tree) -> ast.Sentence:
        return ast.RemovePiece(self.expr(tree.children[0]), self.span(tree))

    def remove_from(self, tree: Tree) -> ast.Sentence:
        moved, source = tree.children
        assert isinstance(moved, lark.Tree)
        return ast.MovePiece(self._moved(moved), self.expr(source), None, self.span(tree))

    def roll(self, tree: Tree) -> ast.Sentence:
        var, low, high = tree.children
        return ast.Roll(self.ident(var), self.expr(low), self.expr(high), self.span(tree))

    def transfer(self, tree: Tree) -> ast.Sentence:
        amounts, *to = branches(tree)
        sort = cast(Literal["gain", "lose", "pay", "pay up to"], str(tree.data).replace("_", " "))
        return ast.Transfer(sort, self.amounts(amounts), self.maybe(to[0]) if to else None, self.span(tree))

    def do(self, tree: Tree) -> ast.Sentence:
        return ast.Do(self.expr(tree.children[0]), self.span(tree))

    def emit(self, tree: Tree) -> ast.Sentence:
        """Read `emit` as a call of the event's rule, which runs all listeners; its name has a blank."""
        name, *given = branches(tree)
        event = self.ident(name)
        return ast.CallRule(
            ast.Ident(f"emit {event.text}", event.span), tuple(map(self.argument, given)), (), self.span(tree)
        )

    def score_now(self, tree: Tree) -> ast.Sentence:
        name = self.ident(tree.children[0])
        return ast.CallRule(ast.Ident(f"score {name.text}", name.span), (), (), self.span(tree))

    def nothing(self, tree: Tree) -> ast.Sentence:
        return ast.Nothing(self.span(tree))

    def end_game(self, tree: Tree) -> ast.Sentence:
        return ast.EndGame(self.span(tree))

    def finish_round(self, tree: Tree) -> ast.Sentence:
        return ast.FinishRound(self._more(tree), self.span(tree))

    def finish_turn(self, tree: Tree) -> ast.Sentence:
        return ast.FinishTurn(self._more(tree), self.span(tree))

    def _more(self, tree: Tree) -> int:
        more = branches(tree)[0]
        return 0 if more is None else self.integer(more)

    def leave(self, tree: Tree) -> ast.Sentence:
        return ast.LeaveRule(self.ident(tree.children[0]), tree.data == "restart", self.span(tree))

    def sentence(self, node: Node | None) -> ast.Sentence:
        assert isinstance(node, lark.Tree)
        return self.read(node)

    def if_possible(self, tree: Tree) -> ast.Sentence:
        return ast.IfPossible((self.sentence(tree.children[0]),), (), (), self.span(tree))

    def if_possible_then(self, tree: Tree) -> ast.Sentence:
        tried, inline = tree.children
        return ast.IfPossible((self.sentence(tried),), self.body(inline), (), self.span(tree))

    def first_possible(self, tree: Tree) -> ast.Sentence:
        return ast.FirstPossible(self.owner.alternatives(self.line), self.span(tree))

    def any_order(self, tree: Tree) -> ast.Sentence:
        return self.owner.order(self.line, tree)

    def names(self, node: Node | None) -> tuple[ast.Ident, ...]:
        if node is None:
            return ()
        assert isinstance(node, lark.Tree)
        return tuple(self.ident(child) for child in node.children)

    def part(self, tree: Tree) -> ast.Part:
        children = branches(tree)
        order, inline = children[-2:]
        assert isinstance(order, lark.Tree)
        after, before, when = order.children
        var, value = (children[1], children[2]) if tree.data == "part_family" else (None, None)
        name = children[0] if children[0] is not None else var
        return ast.Part(
            self.ident(name),
            tree.data == "must_part",
            self.ident(var) if var is not None else None,
            self.maybe(value),
            self.names(after),
            self.names(before),
            self.maybe(when),
            self.body(inline),
            self.line.span,
        )

    def skip_part(self, tree: Tree) -> ast.Sentence:
        return ast.SkipPart(self.ident(tree.children[0]), self.span(tree))

    def choose_several(self, tree: Tree) -> ast.Sentence:
        collection, many, var, value, name, by, giving, such_that, inline = branches(tree)
        assert isinstance(collection, lark.Tree)
        assert isinstance(many, lark.Tree)
        numbers = [self.expr(child) for child in many.children]
        least = None if many.data == "up_to" else numbers[0]
        ident = self.ident(var)
        return ast.ChooseSeveral(
            cast(Literal["set", "bag", "list"], str(collection.children[0])),
            least,
            numbers[-1],
            ident,
            self.expr(value),
            self.ident(name) if name is not None else ident,
            self.maybe(by),
            self.ident(giving) if giving is not None else None,
            self.maybe(such_that),
            self.body(inline) if inline is not None or self.line.children else (),
            self.citations(),
            self.span(tree),
        )

    def follow(self, tree: Tree) -> ast.Sentence:
        route, *rest = branches(tree)
        arguments = tuple(self.argument(one) for one in rest[:-1])
        name = self.ident(rest[-1]) if rest[-1] is not None else None
        return ast.Follow(self.ident(route), arguments, name, self.citations(), self.span(tree))

    def pay_by(self, tree: Tree) -> ast.Sentence:
        name, *given = branches(tree)
        return ast.PayBy(self.ident(name), tuple(map(self.argument, given)), self.span(tree))

    def call(self, tree: Tree) -> ast.Sentence:
        return self.called(tree)


READERS: dict[str, Callable[[SingleSentence, Tree], ast.Sentence]] = {
    "if_": SingleSentence.if_,
    "each": SingleSentence.each,
    "each_acting": SingleSentence.each,
    "each_number": SingleSentence.each_number,
    "repeat": SingleSentence.repeat,
    "repeat_until": SingleSentence.repeat_until,
    "acting_as": SingleSentence.acting_as,
    "may": SingleSentence.may,
    "pause": SingleSentence.pause,
    "needs": SingleSentence.needs,
    "choose": SingleSentence.choose,
    "choose_with_body": SingleSentence.choose,
    "choose_one": SingleSentence.choose_one,
    "let": SingleSentence.let,
    "set_": SingleSentence.set_,
    "add": SingleSentence.add,
    "raise_": SingleSentence.raise_,
    "lower": SingleSentence.lower,
    "place_piece": SingleSentence.place_piece,
    "move": SingleSentence.move,
    **DECK_SENTENCES,
    "remove": SingleSentence.remove,
    "remove_from": SingleSentence.remove_from,
    "roll": SingleSentence.roll,
    **dict.fromkeys(("gain", "lose", "pay", "pay_up_to"), SingleSentence.transfer),
    "pay_by": SingleSentence.pay_by,
    "do": SingleSentence.do,
    "emit": SingleSentence.emit,
    "nothing": SingleSentence.nothing,
    "score_now": SingleSentence.score_now,
    "end_game": SingleSentence.end_game,
    "end_rule": SingleSentence.leave,
    "finish_round": SingleSentence.finish_round,
    "finish_turn": SingleSentence.finish_turn,
    "repeat_to_the_end": SingleSentence.repeat_to_the_end,
    "restart": SingleSentence.leave,
    "if_possible": SingleSentence.if_possible,
    "if_possible_then": SingleSentence.if_possible_then,
    "first_possible": SingleSentence.first_possible,
    "any_order": SingleSentence.any_order,
    "skip_part": SingleSentence.skip_part,
    "follow": SingleSentence.follow,
    "choose_several": SingleSentence.choose_several,
    "call": SingleSentence.call,
}
