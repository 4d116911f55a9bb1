"""The sentences of a rule: lines and what is indented below them to syntax-tree nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, cast

import lark

from rulec.base import limits
from rulec.base.diagnostics import Reporter
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing.indentation import needs_lines, takes_no_lines
from rulec.syntax.parsing.parser import lose_names, parse_line
from rulec.syntax.reading import orderings
from rulec.syntax.reading.decks import DECK_SENTENCES, read_facing
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.orderings import ORDERINGS
from rulec.syntax.reading.tree_reader import Node, TooDeep, Tree, branches

_OWNS_LINES = {
    "if_",
    "otherwise",
    "otherwise_if",
    "each",
    "each_acting",
    "each_number",
    "repeat",
    "repeat_until",
    "repeat_to_the_end",
    "acting_as",
    "choose_with_body",
    "or_option",
    "if_possible_then",
}
_TAKES_LINES = {*_OWNS_LINES, "choose_one", "first_possible", "any_order", "choose_several"}


_JOINED = {"if_", "choose", "choose_with_body", "choose_one", "if_possible_then"}


def _less_far_in(line: Line) -> str:
    """One blank is no level: such a line stands beside the one above, and not below it."""
    if line.children[0].span.column - line.span.column == 1:
        return f"indent it by {count(line.span.column - 1, 'space')}, like the line above"
    return "put them all below it"


class SentenceReader:
    """Reads bodies; an `otherwise` joins the sentence before it."""

    def __init__(self, report: Reporter) -> None:
        self.report = report
        self.chained = False  # is there a chain of `otherwise if` that is too long?

    def with_inline(self, line: Line, inline: Node | None) -> tuple[ast.Sentence, ...]:
        """The sentences behind the colon of a line, or those below it."""
        if inline is None:
            return self.body(line.children)
        assert isinstance(inline, lark.Tree)
        if line.children:
            self.report.error(
                "R124",
                line.children[0].span,
                "the line above has sentences behind its colon, so none may stand below it",
                _less_far_in(line),
            )
        return self._sequence([(line, child) for child in inline.children if isinstance(child, lark.Tree)])

    def single(self, line: Line, tree: Tree) -> ast.Sentence:
        """One sentence that is a part of this line."""
        if str(tree.data) in _READERS:
            return _Sentence(self, line).read(tree)
        self._sequence([(line, tree)])  # an `otherwise`, or an `or`: tells that it follows nothing
        return ast.If(ast.Word("no", line.span), (), (), line.span)

    def body(self, lines: list[Line]) -> tuple[ast.Sentence, ...]:
        parsed: list[tuple[Line, Tree | None]] = []
        waiting = list(reversed(lines))
        while waiting:
            line = waiting.pop()
            tree = parse_line(line, "sentence", self.report)
            parsed.append((line, tree))
            if tree is not None and str(tree.data) not in _TAKES_LINES:
                # What is indented by mistake is read as if it were not.
                if line.children:
                    takes_no_lines(line, self.report)
                waiting += reversed(line.children)
        return self._sequence(parsed)

    def _sequence(self, parsed: list[tuple[Line, Tree | None]]) -> tuple[ast.Sentence, ...]:
        sentences: list[ast.Sentence] = []
        joins: list[bool] = []  # may an `otherwise` follow the last sentence?
        for line, tree in parsed:
            sort = str(tree.data) if tree is not None else ""
            try:
                if tree is None:
                    self._unread(line, sentences, joins)
                elif sort in {"otherwise", "otherwise_if"}:
                    self._join(line, tree, sentences, joins)
                elif sort == "or_option":
                    self._add_option(line, tree, sentences, joins)
                else:
                    self._check_lines(line, tree)
                    sentences.append(_Sentence(self, line).read(tree))
                    joins.append(sort in _JOINED)
            except TooDeep:
                self.report.error(
                    "R116",
                    line.span,
                    f"this line is nested more than {limits.EXPRESSION_DEPTH} deep",
                    "give a part of it a name of its own with `means`",
                )
                lose_names(line, "sentence", self.report)
        return tuple(sentences)

    def _unread(self, line: Line, sentences: list[ast.Sentence], joins: list[bool]) -> None:
        """What stands below a line that makes no sense is still read, for its own mistakes."""
        if line.text.startswith("choose one"):
            self._alternatives(line)
        else:
            self.body(line.children)
        sentences.append(ast.If(ast.Word("no", line.span), (), (), line.span))
        joins.append(True)

    def _check_lines(self, line: Line, tree: Tree) -> None:
        sort = str(tree.data)
        inline = tree.children[-1] if tree.children else None
        has_inline = isinstance(inline, lark.Tree) and inline.data == "inline"
        if sort in {"choose_one", "first_possible", "any_order"} and not line.children:
            hint = "indent below it lines such as `pass: end the game`"
            needs_lines(line, self.report, hint, "no alternatives stand below this line")
        elif sort in _OWNS_LINES and not line.children and not has_inline:
            if sort == "choose_with_body":
                line.follower = None  # the colon may be what is too much
                hint = "remove the `:` at the end of the line, or indent sentences below it"
            else:
                hint = "indent sentences below it"
            needs_lines(line, self.report, hint)

    def _join(self, line: Line, tree: Tree, sentences: list[ast.Sentence], joins: list[bool]) -> None:
        """An `otherwise` becomes the other branch of the sentence before it."""
        self._check_lines(line, tree)
        if not sentences or not joins[-1]:
            self.report.error(
                "R125",
                line.span,
                "this `otherwise` follows neither an `if` nor a `choose`",
                "put it right below the lines of that `if`, with the same indentation",
            )
            self.with_inline(line, tree.children[-1])
            return
        if _chain(sentences[-1]) >= limits.OTHERWISE_CHAIN:
            if not self.chained:
                self.report.error(
                    "R128",
                    line.span,
                    f"an `if` has at most {limits.OTHERWISE_CHAIN} branches",
                    "give the rest a rule of its own and call it below `otherwise:`",
                )
            self.chained = True
            sentences.append(ast.If(ast.Word("no", line.span), (), (), line.span))
            joins.append(True)
            return
        if tree.data == "otherwise_if":
            read = _Sentence(self, line)
            condition, inline = tree.children
            inner: tuple[ast.Sentence, ...] = (
                ast.If(read.expr(condition), self.with_inline(line, inline), (), line.span),
            )
        else:
            inner = self.with_inline(line, tree.children[0])
        sentences[-1] = _attach(sentences[-1], inner)
        joins[-1] = tree.data == "otherwise_if"

    def _add_option(self, line: Line, tree: Tree, sentences: list[ast.Sentence], joins: list[bool]) -> None:
        """`or LABEL:` below a `choose`: one more option, with sentences of its own."""
        self._check_lines(line, tree)
        label, when, inline = branches(tree)
        option = self._alternative(line, when, inline, label)
        last = sentences[-1] if sentences and joins[-1] else None
        if isinstance(last, ast.If) and (last.span.file, last.span.line) in self.report.guessed:
            return  # it was a `choose`, perhaps
        if not isinstance(last, ast.Choose) or last.otherwise is not None:
            self.report.error(
                "R129",
                line.span,
                "this `or` follows no `choose`",
                "put it right below the lines of that `choose`, indented alike, before its `otherwise`",
            )
        elif option is not None:
            sentences[-1] = replace(last, options=_with_option(last.options, option))

    def _alternatives(self, line: Line) -> tuple[ast.Alternative, ...]:
        found: list[ast.Alternative] = []
        for child in line.children:
            tree = parse_line(child, "alternative", self.report)
            if tree is None:
                self.body(child.children)
                continue
            *head, when, inline = branches(tree)
            if tree.data in {"family", "numbers"}:
                head = [None, *head]
            self._check_alternative(child, inline)
            alternative = self._alternative(child, when, inline, *head)
            if alternative is not None:
                found.append(alternative)
        return tuple(found)

    def _check_alternative(self, line: Line, inline: Node | None) -> None:
        if inline is None and not line.children and line.text.endswith(":"):
            needs_lines(line, self.report, "indent sentences below it")

    def _alternative(
        self,
        line: Line,
        when: Node | None,
        inline: Node | None,
        label: Node | None,
        var: Node | None = None,
        value: Node | None = None,
        to: Node | None = None,
    ) -> ast.Alternative | None:
        read = _Sentence(self, line)
        try:
            condition, members, last = read.maybe(when), read.maybe(value), read.maybe(to)
        except TooDeep:
            self.report.error("R116", line.span, "this line is nested too deep")
            return None
        name = read.ident(label if label is not None else var)
        body = self.with_inline(line, inline)
        if inline is None and not line.children and not line.text.endswith(":"):
            body = (ast.CallRule(name, (), (), name.span),)  # an action by its name
        member = read.ident(var) if var is not None else None
        return ast.Alternative(name, condition, body, line.span, member, members, last, label is not None)

    def alternatives(self, line: Line) -> tuple[ast.Alternative, ...]:
        return self._alternatives(line)

    def order(self, line: Line, tree: Tree) -> ast.AnyOrder:
        """The parts that stand below `any order`."""
        parts: list[ast.Part] = []
        exclusive: list[tuple[ast.Ident, ...]] = []
        instead: list[ast.Alternative] = []
        for child in line.children:
            one = parse_line(child, "part", self.report)
            if one is None:
                self.body(child.children)
                continue
            read = _Sentence(self, child)
            try:
                if one.data == "at_most_one":
                    exclusive.append(read.names(one.children[0]))
                elif one.data == "instead_of_all":
                    label, when, inline = branches(one)
                    self._check_alternative(child, inline)
                    alternative = self._alternative(child, when, inline, label)
                    instead += [alternative] if alternative is not None else []
                else:
                    if branches(one)[-1] is None and not child.children:
                        needs_lines(child, self.report, "indent sentences below it")
                    parts.append(read.part(one))
            except TooDeep:
                self.report.error("R116", child.span, "this line is nested too deep")
        read, (name, by) = _Sentence(self, line), branches(tree)
        return ast.AnyOrder(
            read.ident(name),
            read.maybe(by),
            tuple(parts),
            tuple(exclusive),
            tuple(instead),
            read.citations(),
            read.span(tree),
        )


def _with_option(
    options: tuple[ast.Alternative, ...], option: ast.Alternative
) -> tuple[ast.Alternative, ...]:
    """One option more, or the body of one that the line itself names already."""
    for number, one in enumerate(options):
        if one.label.text == option.label.text and one.body is None and option.when is None:
            return (*options[:number], replace(one, body=option.body), *options[number + 1 :])
    return (*options, option)


def _chain(sentence: ast.Sentence) -> int:
    """How many branches this `if` has already."""
    branches = 1
    while isinstance(sentence, ast.If) and len(sentence.otherwise) == 1:
        sentence, branches = sentence.otherwise[0], branches + 1
    return branches


def _attach(sentence: ast.Sentence, inner: tuple[ast.Sentence, ...]) -> ast.Sentence:
    if isinstance(sentence, ast.If):
        # A chain of `otherwise if` hangs on the innermost one.
        if len(sentence.otherwise) == 1 and isinstance(sentence.otherwise[0], ast.If):
            return replace(sentence, otherwise=(_attach(sentence.otherwise[0], inner),))
        return replace(sentence, otherwise=inner)
    assert isinstance(sentence, ast.Choose | ast.ChooseOne | ast.IfPossible)
    return replace(sentence, otherwise=inner)


class _Sentence(ExpressionReader):
    """Reads one sentence of one line."""

    def __init__(self, owner: SentenceReader, line: Line) -> None:
        super().__init__(line, owner.report)
        self.owner = owner

    def read(self, tree: Tree) -> ast.Sentence:
        return _READERS[str(tree.data)](self, tree)

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
        """What a loop goes over: what stands behind `in`, or all of them in an order."""
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
        """`, or LABEL when C` in the line itself."""
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
        """An event is a rule that carries out all who listen; its name has a blank, unlike others."""
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


_READERS: dict[str, Callable[[_Sentence, Tree], ast.Sentence]] = {
    "if_": _Sentence.if_,
    "each": _Sentence.each,
    "each_acting": _Sentence.each,
    "each_number": _Sentence.each_number,
    "repeat": _Sentence.repeat,
    "repeat_until": _Sentence.repeat_until,
    "acting_as": _Sentence.acting_as,
    "may": _Sentence.may,
    "pause": _Sentence.pause,
    "needs": _Sentence.needs,
    "choose": _Sentence.choose,
    "choose_with_body": _Sentence.choose,
    "choose_one": _Sentence.choose_one,
    "let": _Sentence.let,
    "set_": _Sentence.set_,
    "add": _Sentence.add,
    "raise_": _Sentence.raise_,
    "lower": _Sentence.lower,
    "place_piece": _Sentence.place_piece,
    "move": _Sentence.move,
    **DECK_SENTENCES,
    "remove": _Sentence.remove,
    "remove_from": _Sentence.remove_from,
    "roll": _Sentence.roll,
    **dict.fromkeys(("gain", "lose", "pay", "pay_up_to"), _Sentence.transfer),
    "pay_by": _Sentence.pay_by,
    "do": _Sentence.do,
    "emit": _Sentence.emit,
    "nothing": _Sentence.nothing,
    "score_now": _Sentence.score_now,
    "end_game": _Sentence.end_game,
    "end_rule": _Sentence.leave,
    "finish_round": _Sentence.finish_round,
    "finish_turn": _Sentence.finish_turn,
    "repeat_to_the_end": _Sentence.repeat_to_the_end,
    "restart": _Sentence.leave,
    "if_possible": _Sentence.if_possible,
    "if_possible_then": _Sentence.if_possible_then,
    "first_possible": _Sentence.first_possible,
    "any_order": _Sentence.any_order,
    "skip_part": _Sentence.skip_part,
    "follow": _Sentence.follow,
    "choose_several": _Sentence.choose_several,
    "call": _Sentence.call,
}
