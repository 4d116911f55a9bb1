"""Read the sentences of a rule, with their nested bodies, to syntax nodes."""

from __future__ import annotations

from dataclasses import replace

import lark

from rulec.base import limits
from rulec.base.diagnostics import Reporter
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing.indentation import lacks_colon, needs_lines, takes_no_lines
from rulec.syntax.parsing.parser import declare_unparsed_names, parse_line
from rulec.syntax.reading.single_sentences import READERS, BodyReader, SingleSentence
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
    """Return a hint for lines below a complete sentence; an indentation by one blank is a slip."""
    if line.children[0].span.column - line.span.column == 1:
        return f"indent it by {count(line.span.column - 1, 'space')}, like the line above"
    return "put them all below it"


class SentenceReader(BodyReader):
    """Reads bodies; joins each `otherwise` to the sentence before it."""

    def __init__(self, report: Reporter) -> None:
        self.report = report
        self.chained = False  # a chain of `otherwise if` that is too long was reported

    def with_inline(self, line: Line, inline: Node | None) -> tuple[ast.Sentence, ...]:
        """Return the sentences behind the colon of a line, or else the body below it."""
        if inline is None:
            return self.body(line.children)
        assert isinstance(inline, lark.Tree)
        if line.children:
            self.report.error(
                "R124",
                line.children[0].span,
                "the line above has sentences after its colon, so no lines may be indented below it",
                _less_far_in(line),
            )
        return self._sequence([(line, child) for child in inline.children if isinstance(child, lark.Tree)])

    def single(self, line: Line, tree: Tree) -> ast.Sentence:
        """Read a single sentence inside this line."""
        if str(tree.data) in READERS:
            return SingleSentence(self, line).read(tree)
        self._sequence([(line, tree)])  # reports an `otherwise` or `or` without a sentence before it
        return ast.If(ast.Word("no", line.span), (), (), line.span)

    def body(self, lines: list[Line]) -> tuple[ast.Sentence, ...]:
        parsed: list[tuple[Line, Tree | None]] = []
        waiting = list(reversed(lines))
        while waiting:
            line = waiting.pop()
            tree = parse_line(line, "sentence", self.report)
            if tree is not None and line.children and str(tree.data) not in _TAKES_LINES:
                tree = lacks_colon(line, self.report) or tree
            parsed.append((line, tree))
            if tree is not None and str(tree.data) not in _TAKES_LINES:
                # Lines indented by mistake are read as if they were not.
                if line.children:
                    takes_no_lines(line, self.report)
                waiting += reversed(line.children)
        return self._sequence(parsed)

    def _sequence(self, parsed: list[tuple[Line, Tree | None]]) -> tuple[ast.Sentence, ...]:
        sentences: list[ast.Sentence] = []
        joins: list[bool] = []  # for each sentence, whether an `otherwise` can follow
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
                    sentences.append(SingleSentence(self, line).read(tree))
                    joins.append(sort in _JOINED)
            except TooDeep:
                self.report.error(
                    "R116",
                    line.span,
                    f"this line is nested more than {limits.EXPRESSION_DEPTH} deep",
                    "give a part of it a name of its own with `means`",
                )
                declare_unparsed_names(line, "sentence", self.report)
        return tuple(sentences)

    def _unread(self, line: Line, sentences: list[ast.Sentence], joins: list[bool]) -> None:
        """Read the body of an unparsable line, for its own diagnostics; leave a placeholder."""
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
            needs_lines(line, self.report, hint, "no alternatives are indented below this line")
        elif sort in _OWNS_LINES and not line.children and not has_inline:
            if sort == "choose_with_body":
                line.follower = None  # the colon may be superfluous
                hint = "remove the `:` at the end of the line, or indent sentences below it"
            else:
                hint = "indent sentences below it"
            needs_lines(line, self.report, hint)

    def _join(self, line: Line, tree: Tree, sentences: list[ast.Sentence], joins: list[bool]) -> None:
        """Attach an `otherwise` as the other branch of the sentence before it."""
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
            read = SingleSentence(self, line)
            condition, inline = tree.children
            inner: tuple[ast.Sentence, ...] = (
                ast.If(read.expr(condition), self.with_inline(line, inline), (), line.span),
            )
        else:
            inner = self.with_inline(line, tree.children[0])
        sentences[-1] = _attach(sentences[-1], inner)
        joins[-1] = tree.data == "otherwise_if"

    def _add_option(self, line: Line, tree: Tree, sentences: list[ast.Sentence], joins: list[bool]) -> None:
        """Attach `or LABEL:` to the `choose` before it, as an option with its own body."""
        self._check_lines(line, tree)
        label, when, inline = branches(tree)
        option = self._alternative(line, when, inline, label)
        last = sentences[-1] if sentences and joins[-1] else None
        if isinstance(last, ast.If) and (last.span.file, last.span.line) in self.report.guessed:
            return  # the unparsable line may have been a `choose`
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
        read = SingleSentence(self, line)
        try:
            condition, members, last = read.maybe(when), read.maybe(value), read.maybe(to)
        except TooDeep:
            self.report.error("R116", line.span, "this line is nested too deep")
            return None
        name = read.ident(label if label is not None else var)
        body = self.with_inline(line, inline)
        if inline is None and not line.children and not line.text.endswith(":"):
            body = (ast.CallRule(name, (), (), name.span),)  # a bare name calls the action
        member = read.ident(var) if var is not None else None
        return ast.Alternative(name, condition, body, line.span, member, members, last, label is not None)

    def alternatives(self, line: Line) -> tuple[ast.Alternative, ...]:
        return self._alternatives(line)

    def order(self, line: Line, tree: Tree) -> ast.AnyOrder:
        """Read `any order` with the parts below it."""
        parts: list[ast.Part] = []
        exclusive: list[tuple[ast.Ident, ...]] = []
        instead: list[ast.Alternative] = []
        for child in line.children:
            one = parse_line(child, "part", self.report)
            if one is None:
                self.body(child.children)
                continue
            read = SingleSentence(self, child)
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
        read, (name, by) = SingleSentence(self, line), branches(tree)
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
    """Add an option, or give its body to the option that the line of the `choose` names."""
    for number, one in enumerate(options):
        if one.label.text == option.label.text and one.body is None and option.when is None:
            return (*options[:number], replace(one, body=option.body), *options[number + 1 :])
    return (*options, option)


def _chain(sentence: ast.Sentence) -> int:
    """Count the branches of a chain of `if`."""
    branches = 1
    while isinstance(sentence, ast.If) and len(sentence.otherwise) == 1:
        sentence, branches = sentence.otherwise[0], branches + 1
    return branches


def _attach(sentence: ast.Sentence, inner: tuple[ast.Sentence, ...]) -> ast.Sentence:
    if isinstance(sentence, ast.If):
        # An `otherwise` belongs to the innermost `if` of a chain.
        if len(sentence.otherwise) == 1 and isinstance(sentence.otherwise[0], ast.If):
            return replace(sentence, otherwise=(_attach(sentence.otherwise[0], inner),))
        return replace(sentence, otherwise=inner)
    assert isinstance(sentence, ast.Choose | ast.ChooseOne | ast.IfPossible)
    return replace(sentence, otherwise=inner)
