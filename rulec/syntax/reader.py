"""A rules file to its syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import lark

from rulec import limits
from rulec.diagnostics import Reporter
from rulec.source import SourceText
from rulec.syntax import ast
from rulec.syntax.expressions import ExpressionReader, Node, TooDeep, Tree
from rulec.syntax.outline import Line, read_outline
from rulec.syntax.parser import parse_line
from rulec.syntax.sentences import SentenceReader

_NEEDS_LINES = {
    "game": "lines such as `players 2`",
    "game_has": "lines such as `passes: 0 to 2`",
    "member_has": "lines such as `piece: place for 1 of marks`",
    "score": 'lines such as `"Points": my points`',
    "setup": "sentences",
    "play": "sentences",
    "rule": "sentences",
    "unnamed_rule": "sentences",
}


def read_rules(source: SourceText, report: Reporter) -> ast.RulesFile:
    """Everything in the file that makes sense; the rest has been reported."""
    outline = read_outline(source, report)
    declarations: list[ast.Declaration] = []
    for line in outline[: limits.DECLARATIONS]:
        read = _declaration(line, report)
        if read is not None:
            declarations.append(read)
    if len(outline) > limits.DECLARATIONS:
        report.error(
            "R117",
            outline[limits.DECLARATIONS].span,
            f"the file has {len(outline)} declarations; at most {limits.DECLARATIONS} are read",
        )
    return ast.RulesFile(source.name, tuple(declarations))


def _declaration(line: Line, report: Reporter) -> ast.Declaration | None:
    tree = parse_line(line, "declaration", report)
    if tree is None:
        _read_below_anyway(line, report)
        return None
    reader = _DeclarationReader(line, report)
    sort = str(tree.data)
    inline = next((c for c in tree.children if isinstance(c, lark.Tree) and c.data == "inline"), None)
    if sort in _NEEDS_LINES and not line.children and inline is None:
        report.error(
            "R120", line.span, "nothing stands below this line", f"indent below it {_NEEDS_LINES[sort]}"
        )
    elif sort not in _NEEDS_LINES and line.children:
        report.error(
            "R121", line.children[0].span, "this line is indented, but the line above takes no lines below"
        )
    try:
        return _READERS[sort](reader, tree)
    except TooDeep:
        reader.too_deep()
        return None


def _read_below_anyway(line: Line, report: Reporter) -> None:
    """The heading made no sense; the lines below are still looked at, as what they most likely are."""
    first = line.text.split(" ", 1)[0].rstrip(":")
    if first in {"setup", "play", "turn", "phase", "action", "effect", "rule"}:
        SentenceReader(report).body(line.children)


class _DeclarationReader(ExpressionReader):
    def too_deep(self) -> None:
        self.report.error(
            "R116",
            self.line.span,
            f"this line is nested more than {limits.EXPRESSION_DEPTH} deep",
            "give a part of it a name of its own with `means`",
        )

    def lines(self, start: str) -> Iterator[tuple[Line, Tree, ExpressionReader]]:
        """The lines below, parsed; what stands too deep below them is reported."""
        for child in self.line.children:
            if child.children:
                self.report.error(
                    "R121",
                    child.children[0].span,
                    "this line is indented, but the line above takes no lines below",
                )
            tree = parse_line(child, start, self.report)
            if tree is not None:
                yield child, tree, ExpressionReader(child, self.report)

    def names(self, node: Node | None) -> tuple[ast.Ident, ...]:
        if node is None:
            return ()
        assert isinstance(node, lark.Tree)
        if node.data == "parameters":
            return self.names(node.children[0])
        return tuple(self.ident(child) for child in node.children)

    def text(self, token: Node) -> ast.Text:
        assert isinstance(token, lark.Token)
        return ast.Text(str(token)[1:-1], self.span(token))

    # --- one method for each sort of declaration --------------------------------------------------

    def game(self, tree: Tree) -> ast.Declaration:
        players = players_span = length = length_span = statements = None
        seen: dict[str, Line] = {}
        for child, clause, reader in self.lines("game_clause"):
            sort = str(clause.data)
            if sort in seen:
                self.report.error(
                    "R122", child.span, f"`{sort}` is said twice", "remove one of the two lines"
                )
                continue
            seen[sort] = child
            if sort == "players":
                low = reader.integer(clause.children[0])
                high = reader.integer(clause.children[1]) if clause.children[1] is not None else low
                players, players_span = (low, high), child.span
            elif sort == "length":
                length, length_span = reader.integer(clause.children[0]), child.span
            else:
                statements = reader.ident(clause.children[0])
        title = self.text(tree.children[0])
        return ast.Game(title, players, players_span, length, length_span, statements, self.line.span)

    def kind(self, tree: Tree) -> ast.Declaration:
        plural, singular, members = tree.children
        return ast.Kind(self.ident(plural), self.ident(singular), self.names(members), self.line.span)

    def board(self, tree: Tree) -> ast.Declaration:
        plural, singular, columns, rows = tree.children
        return ast.Board(
            self.ident(plural),
            self.ident(singular),
            self.integer(columns),
            self.integer(rows),
            self.span(columns).to(self.span(rows)),
            self.line.span,
        )

    def pieces(self, tree: Tree) -> ast.Declaration:
        plural, singular, supply = tree.children
        assert isinstance(supply, lark.Tree)
        count = self.integer(supply.children[0]) if supply.data == "limited" else None
        return ast.Pieces(self.ident(plural), self.ident(singular), count, self.line.span)

    def game_has(self, tree: Tree) -> ast.Declaration:
        return ast.Has(None, self._has_clauses(), self.line.span)

    def member_has(self, tree: Tree) -> ast.Declaration:
        return ast.Has(self.ident(tree.children[0]), self._has_clauses(), self.line.span)

    def _has_clauses(self) -> tuple[ast.Variable | ast.Place, ...]:
        clauses: list[ast.Variable | ast.Place] = []
        for child, clause, reader in self.lines("has_clause"):
            if clause.data == "place":
                name, count, pieces = clause.children
                clauses.append(
                    ast.Place(reader.ident(name), reader.integer(count), reader.ident(pieces), child.span)
                )
                continue
            name, type_, starts = clause.children
            try:
                start = reader.expr(starts) if starts is not None else None
            except TooDeep:
                self.too_deep()
                continue
            clauses.append(
                ast.Variable(reader.ident(name), self._value_type(type_, reader), start, child.span)
            )
        return tuple(clauses)

    def _value_type(self, node: Node, reader: ExpressionReader) -> ast.ValueType:
        assert isinstance(node, lark.Tree)
        span = reader.span(node)
        sort = str(node.data)
        if sort in {"range_type", "open_range_type"}:
            bounds = [self._signed(child, reader) for child in node.children]
            hi = bounds[1] if sort == "range_type" else limits.OPEN_END
            return ast.ValueType("range", bounds[0], hi, None, span)
        if sort == "flag_type":
            return ast.ValueType("flag", 0, 1, None, span)
        member = reader.ident(node.children[0])
        return ast.ValueType("maybe" if sort == "maybe_type" else "member", 0, 0, member, span)

    def _signed(self, node: Node, reader: ExpressionReader) -> int:
        assert isinstance(node, lark.Tree)
        value = reader.integer(node.children[-1])
        return -value if len(node.children) > 1 and node.children[0] is not None else value

    def adjective(self, tree: Tree) -> ast.Declaration:
        subject, name, condition = tree.children
        return ast.Adjective(self.ident(subject), self.ident(name), self.expr(condition), self.line.span)

    def meaning(self, tree: Tree) -> ast.Declaration:
        subject, name, parameters, value = tree.children
        return ast.Meaning(
            self.ident(subject) if subject is not None else None,
            self.ident(name),
            self.names(parameters),
            self.expr(value),
            self.line.span,
        )

    def setup(self, tree: Tree) -> ast.Declaration:
        return self._rule("setup", ast.Ident("setup", self.line.span), (), tree.children[0])

    def play(self, tree: Tree) -> ast.Declaration:
        return self._rule("play", ast.Ident("play", self.line.span), (), tree.children[0])

    def unnamed_rule(self, tree: Tree) -> ast.Declaration:
        sort, inline = tree.children
        assert isinstance(sort, lark.Tree)
        word = self.ident(sort.children[0])
        if word.text == "rule":
            self.report.error(
                "R123", word.span, "this rule has no name", "write `rule` and a name before the colon"
            )
        return self._rule(word.text, word, (), inline)

    def rule(self, tree: Tree) -> ast.Declaration:
        sort, name, parameters, inline = tree.children
        assert isinstance(sort, lark.Tree)
        word = self.ident(sort.children[0])
        return self._rule(word.text, self.ident(name), self.names(parameters), inline)

    def _rule(
        self, sort: str, name: ast.Ident, parameters: tuple[ast.Ident, ...], inline: Node | None
    ) -> ast.Rule:
        body = SentenceReader(self.report).with_inline(self.line, inline)
        return ast.Rule(sort, name, parameters, body, self.line.span)

    def score(self, tree: Tree) -> ast.Declaration:
        rows: list[ast.ScoreLine] = []
        for child, row, reader in self.lines("score_line"):
            label, value = row.children
            try:
                rows.append(ast.ScoreLine(self.text_of(reader, label), reader.expr(value), child.span))
            except TooDeep:
                self.too_deep()
        return ast.Score(tuple(rows), self.line.span)

    def text_of(self, reader: ExpressionReader, token: Node) -> ast.Text:
        assert isinstance(token, lark.Token)
        return ast.Text(str(token)[1:-1], reader.span(token))

    def ties(self, tree: Tree) -> ast.Declaration:
        ranking = tree.children[0]
        assert isinstance(ranking, lark.Tree)
        breaks = [
            ast.TieBreak(self.rank(ranking.children[n]), self.expr(ranking.children[n + 1]), self.line.span)
            for n in range(0, len(ranking.children), 2)
        ]
        return ast.Ties(tuple(breaks), self.line.span)


_READERS: dict[str, Callable[[_DeclarationReader, Tree], ast.Declaration]] = {
    "game": _DeclarationReader.game,
    "kind": _DeclarationReader.kind,
    "board": _DeclarationReader.board,
    "pieces": _DeclarationReader.pieces,
    "game_has": _DeclarationReader.game_has,
    "member_has": _DeclarationReader.member_has,
    "adjective": _DeclarationReader.adjective,
    "meaning": _DeclarationReader.meaning,
    "setup": _DeclarationReader.setup,
    "play": _DeclarationReader.play,
    "unnamed_rule": _DeclarationReader.unnamed_rule,
    "rule": _DeclarationReader.rule,
    "score": _DeclarationReader.score,
    "ties": _DeclarationReader.ties,
}
