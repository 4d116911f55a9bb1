"""Read declarations to their syntax nodes, with a method for each sort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, cast

import lark

from rulec.base.diagnostics import Reporter, nearest
from rulec.syntax import ast
from rulec.syntax.ast import examples
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import needs_lines, takes_no_lines
from rulec.syntax.parsing.parser import declare_unparsed_names, first_word, parse_line, parses
from rulec.syntax.reading.data_declarations import DataReader
from rulec.syntax.reading.examples import example_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.misplaced_lines import DECLARATION_WORDS, fits_below, start_below
from rulec.syntax.reading.payments import read_payment
from rulec.syntax.reading.plans import read_account, read_plan
from rulec.syntax.reading.routes import RouteReader
from rulec.syntax.reading.sentences import SentenceReader
from rulec.syntax.reading.table_rows import read_grid
from rulec.syntax.reading.tracks import CasesReader, TrackReader
from rulec.syntax.reading.tree_reader import Node, TooDeep, Tree, branches

_NEEDS_LINES = {
    "game_has": "lines such as `passes: 0 to 2`",
    "member_has": "lines such as `piece: place for 1 of marks`",
    "account": "what there is at first, and what each member pays and earns",
    "best_plan": "who gets which fate, what a fate uses, and which sum to maximise",
    "score": 'lines such as `"Points": my points`',
    "setup": "sentences",
    "play": "sentences",
    "table": "rows of cells, cut at `|`",
    "edge_graph": "rows of cells, cut at `|`",
    "one_way_graph": "rows of cells, cut at `|`",
    "route": "lines such as `over squares where empty | free`",
    "payment": "rows such as `gold | my hand | 2` below `source | from | worth`, and a line `covers ...`",
    "lookup": "rows of cells, cut at `|`",
    "meaning_by_cases": "lines such as `green | 3`",
    "rule": "sentences",
    "unnamed_rule": "sentences",
    "whenever": "sentences",
    "whenever_gains": "sentences",
    "whenever_loses": "sentences",
    "display": 'lines such as `city: "city", "cities"` or `"site: {city}": "build in {city}"`',
    "example": 'lines such as `play "place: orange"` and `then p1\'s money = 200`',
    "obligation": "`by end of` or `at every choice in` and a rule",
    "free_action": "`open at` and a decision, a limit, and sentences",
}


def read_declaration(line: Line, report: Reporter) -> ast.Declaration | examples.Example | None:
    tree = parse_line(line, "declaration", report, lambda text: fits_below(line, text))
    if tree is None:
        _read_below_anyway(line, report)
        return None
    reader = DeclarationReader(line, report)
    sort = str(tree.data)
    if sort == "variant":  # most likely not intended: its base is unknown
        report.lost_sections |= {"game", "play", "score"}
        return None
    inline = next((c for c in tree.children if isinstance(c, lark.Tree) and c.data == "inline"), None)
    if sort in _NEEDS_LINES and not line.children and inline is None:
        hint = f"indent {_NEEDS_LINES[sort]} below it"
        needs_lines(line, report, hint)
        if sort.endswith("has"):
            report.lost_sections.add("has")
    elif sort not in _NEEDS_LINES and sort not in {"game", "option", "track", "board"} and line.children:
        takes_no_lines(line, report, "remove the spaces before it, if it is a declaration")
    try:
        return _READERS[sort](reader, tree)
    except TooDeep:
        reader.too_deep()
        return None


def _read_below_anyway(line: Line, report: Reporter) -> None:
    """Parse the lines below an unparsable heading as their likeliest sort, for diagnostics and names."""
    first = first_word(line)
    report.lost_sections.add(nearest(first, DECLARATION_WORDS) or first)
    if first in {"table", "graph"}:
        read_grid(line, report)
        return
    starts = [start_below(line), "sentence", "has_clause", "score_line", "game_clause", "example_line"]
    fitting = {one: sum(parses(child.text, one) for child in line.children) for one in starts}
    likely = max(starts, key=lambda one: fitting[one])
    if first not in DECLARATION_WORDS and not fitting[likely]:  # nothing says how these lines are meant
        report.silent += len(line.children)
        return
    if likely == "sentence":
        SentenceReader(report).body(line.children)
        return
    for child in line.children:
        if parse_line(child, likely, report) is not None:
            declare_unparsed_names(child, likely, report)


class DeclarationReader(DataReader):
    """Reads a declaration to its syntax node."""

    def adjective(self, tree: Tree) -> ast.Declaration:
        subject, name, parameters, condition = branches(tree)
        return ast.Adjective(
            self.ident(subject),
            self.ident(name),
            self.names(parameters),
            self.expr(condition),
            self.line.span,
        )

    def meaning(self, tree: Tree) -> ast.Declaration:
        subject, name, parameters, value = branches(tree)
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
        sort, name, signature, certain, inline = branches(tree)
        assert isinstance(sort, lark.Tree)
        assert signature is not None
        word = self.ident(sort.children[0])
        rule = self._rule(word.text, self.ident(name), self._signature(signature), inline)
        return rule if certain is None else replace(rule, certain=self.span(certain))

    def whenever(self, tree: Tree) -> ast.Declaration:
        event, where, inline = branches(tree)
        assert isinstance(event, lark.Tree)
        name, *parameters = branches(event)
        body = SentenceReader(self.report).with_inline(self.line, inline)
        condition = self.expr(where) if where is not None else None
        return ast.Whenever(self.ident(name), self.parameters(parameters), condition, body, self.line.span)

    def _signature(self, node: Node) -> tuple[ast.Parameter, ...]:
        assert isinstance(node, lark.Tree)
        bare, *rest = branches(node)
        found = [] if bare is None else [ast.Parameter("", self.ident(bare))]
        return (*found, *self.parameters(rest))

    def _rule(
        self, sort: str, name: ast.Ident, parameters: tuple[ast.Parameter, ...], inline: Node | None
    ) -> ast.Rule:
        body = SentenceReader(self.report).with_inline(self.line, inline)
        return ast.Rule(sort, name, parameters, body, self.line.span)

    # --- obligations, windows, free actions -------------------------------------------------------

    def choices(self, node: Node | None, reader: ExpressionReader) -> ast.Choices:
        assert isinstance(node, lark.Tree)
        sort = str(node.data)
        names, inside = self.names_of(node.children[0], reader), None
        if sort == "choices_named" and node.children[1] is not None:
            inside = reader.ident(node.children[1])
        kind: Literal["while", "written", "named"] = "named"
        if sort != "choices_named":
            kind = "written" if sort.endswith("written") else "while"
        return ast.Choices(kind, "of_mine" in sort, names, inside, reader.span(node))

    def names_of(self, node: Node | None, reader: ExpressionReader) -> tuple[ast.Ident, ...]:
        assert isinstance(node, lark.Tree)
        return tuple(reader.ident(child) for child in node.children)

    def window(self, tree: Tree) -> ast.Declaration:
        return ast.Window(self.ident(tree.children[0]), self.choices(tree.children[1], self), self.line.span)

    def actors(self, tree: Tree) -> ast.Declaration:
        who, decider, seating = branches(tree)
        return ast.Actors(
            self.ident(who),
            self.ident(decider),
            None if seating is None else self.ident(seating),
            self.line.span,
        )

    def obligation(self, tree: Tree) -> ast.Declaration:
        deadlines: list[ast.Deadline] = []
        reservations: list[ast.Reservation] = []
        for child, clause, reader in self.lines("obligation_line"):
            if clause.data == "deadline":
                rule, *helpers = branches(clause)
                named = [one for one in helpers if isinstance(one, lark.Tree) and one.data == "helper_name"]
                helped = tuple(reader.ident(one.children[0]) for one in named)
                deadlines.append(ast.Deadline(reader.ident(rule), helped, child.span))
            else:
                mine, rules = branches(clause)
                names = self.names_of(rules, reader)
                reservations.append(ast.Reservation(names, mine is not None, child.span))
        name, condition = tree.children
        return ast.Obligation(
            self.ident(name), self.expr(condition), tuple(deadlines), tuple(reservations), self.line.span
        )

    def always(self, tree: Tree) -> ast.Declaration:
        name, condition = tree.children
        return ast.Always(self.ident(name), self.expr(condition), self.line.span)

    def free_action(self, tree: Tree) -> ast.Declaration:
        opens: list[ast.Choices] = []
        limits_: list[ast.UseLimit] = []
        consumes: list[ast.Expr] = []
        clauses = [child for child in self.line.children if first_word(child) in _FREE_CLAUSES]
        self.line.children = [child for child in self.line.children if child not in clauses]
        for child in clauses:
            clause = parse_line(child, "free_clause", self.report)
            if clause is None:
                continue
            reader = ExpressionReader(child, self.report)
            match str(clause.data):
                case "open_at":
                    opens.append(self.choices(clause.children[0], reader))
                case "consumes":
                    consumes.append(reader.expr(clause.children[0]))
                case "once_limit":
                    one = ast.Number(1, child.span)
                    limits_.append(ast.UseLimit(one, reader.ident(clause.children[0]), child.span))
                case _:
                    number, rule = clause.children
                    limits_.append(ast.UseLimit(reader.expr(number), reader.ident(rule), child.span))
        rule_ = self._rule("action", self.ident(tree.children[0]), (), None)
        return ast.FreeAction(rule_, tuple(opens), tuple(limits_), tuple(consumes), self.line.span)

    def route(self, tree: Tree) -> ast.Declaration:
        return RouteReader(self.line, self.report).read(tree)

    def track(self, tree: Tree) -> ast.Declaration:
        return TrackReader(self.line, self.report).read(tree)

    def meaning_by_cases(self, tree: Tree) -> ast.Declaration:
        return CasesReader(self.line, self.report).read(tree)

    def shortage(self, tree: Tree) -> ast.Declaration:
        name, goods, instead, worth = tree.children
        return ast.Shortage(
            self.ident(name), self.ident(goods), self.ident(instead), self.integer(worth), self.line.span
        )

    def whenever_gains(self, tree: Tree) -> ast.Declaration:
        player, goods, inline = branches(tree)
        body = SentenceReader(self.report).with_inline(self.line, inline)
        verb: Literal["gains", "loses"] = "gains" if tree.data == "whenever_gains" else "loses"
        return ast.WheneverGains(self.ident(player), verb, self.ident(goods), body, self.line.span)

    def end_when(self, tree: Tree) -> ast.Declaration:
        condition, any_moment, inline = branches(tree)
        body = SentenceReader(self.report).with_inline(self.line, inline)
        return ast.EndWhen(self.expr(condition), any_moment is not None, body, self.line.span)

    def payment(self, tree: Tree) -> ast.Declaration:
        name, *given = branches(tree)
        bare = given.pop(0) if given and isinstance(given[0], lark.Token) else None
        parameters = [] if bare is None else [ast.Parameter("", self.ident(bare))]
        return read_payment(self.line, self.report, self.ident(name), (*parameters, *self.parameters(given)))

    def best_plan(self, tree: Tree) -> ast.Declaration:
        lines = [(clause, reader) for _, clause, reader in self.lines("plan_line")]
        try:
            return read_plan(self.ident(tree.children[0]), lines, self.line.span)
        except TooDeep:
            self.too_deep()
            return read_plan(self.ident(tree.children[0]), [], self.line.span)

    def account(self, tree: Tree) -> ast.Declaration:
        lines = [(clause, reader) for _, clause, reader in self.lines("account_line")]
        name, among = (self.ident(one) for one in tree.children)
        try:
            return read_account(name, among, lines, self.line.span)
        except TooDeep:
            self.too_deep()
            return read_account(name, among, [], self.line.span)

    def score(self, tree: Tree) -> ast.Declaration:
        rows: list[ast.ScoreLine] = []
        for child, row, reader in self.lines("score_line"):
            label, at, value = branches(row)
            name = None if at is None else reader.ident(at)
            assert isinstance(label, lark.Token)
            try:
                rows.append(ast.ScoreLine(self.text_of(reader, label), reader.expr(value), child.span, name))
            except TooDeep:
                self.too_deep()
        (of,) = branches(tree)
        return ast.Score(tuple(rows), self.line.span, None if of is None else self.expr(of))

    def standings(self, tree: Tree) -> ast.Declaration:
        subject, *ranks = tree.children
        words = [branches(cast(Tree, rank)) for rank in ranks]
        return ast.Standing(
            self.ident(subject),
            tuple(cast(Literal["weakest", "strongest"], str(one[-3])) for one in words),
            tuple(one[0] is not None for one in words),
            tuple(self.ident(one[-1]) for one in words),
            self.line.span,
        )

    def no_winner(self, tree: Tree) -> ast.Declaration:
        number, word = tree.children
        return ast.NoWinner(self.integer(number), self.ident(word), self.line.span)

    def example(self, tree: Tree) -> examples.Example:
        read: list[examples.ExampleLine] = []
        for _, line, reader in self.lines("example_line"):
            try:
                read.append(example_line(reader, line))
            except TooDeep:
                self.too_deep()
        cited = tuple(one.text for one in self.line.citations)
        return examples.Example(self.text_of(self, tree.children[0]), tuple(read), cited, self.line.span)

    def display(self, tree: Tree) -> ast.Declaration:
        read: list[ast.DisplayLine] = []
        for child, line, reader in self.lines("display_line"):
            key, *texts = branches(line)
            assert key is not None
            is_name = line.data == "display_name"
            named = reader.ident(key) if is_name else self.text_of(reader, key)
            last = texts.pop(0) if is_name else None
            said = tuple(self.text_of(reader, one) for one in texts if one is not None)
            end = reader.ident(last) if last is not None else None
            read.append(ast.DisplayLine(named, said, child.span, end))
        return ast.Display(tuple(read), self.line.span)

    def ties(self, tree: Tree) -> ast.Declaration:
        ranking = tree.children[0]
        assert isinstance(ranking, lark.Tree)
        breaks = [
            ast.TieBreak(self.rank(ranking.children[n]), self.expr(ranking.children[n + 1]), self.line.span)
            for n in range(0, len(ranking.children), 2)
        ]
        return ast.Ties(tuple(breaks), self.line.span)


_READERS: dict[str, Callable[[DeclarationReader, Tree], ast.Declaration | examples.Example]] = {
    "game": DeclarationReader.game,
    "option": DeclarationReader.option,
    "kind": DeclarationReader.kind,
    "table": DeclarationReader.table,
    "lookup": DeclarationReader.lookup,
    "board": DeclarationReader.board,
    "edge_graph": DeclarationReader.graph,
    "one_way_graph": DeclarationReader.graph,
    "pieces": DeclarationReader.pieces,
    "goods": DeclarationReader.goods,
    "deck_declaration": DeclarationReader.deck,
    "game_has": DeclarationReader.game_has,
    "member_has": DeclarationReader.member_has,
    "adjective": DeclarationReader.adjective,
    "meaning": DeclarationReader.meaning,
    "setup": DeclarationReader.setup,
    "play": DeclarationReader.play,
    "whenever": DeclarationReader.whenever,
    "unnamed_rule": DeclarationReader.unnamed_rule,
    "rule": DeclarationReader.rule,
    "route": DeclarationReader.route,
    "shortage": DeclarationReader.shortage,
    "payment": DeclarationReader.payment,
    "track": DeclarationReader.track,
    "meaning_by_cases": DeclarationReader.meaning_by_cases,
    "actors": DeclarationReader.actors,
    "obligation": DeclarationReader.obligation,
    "always": DeclarationReader.always,
    "window": DeclarationReader.window,
    "free_action": DeclarationReader.free_action,
    "end_when": DeclarationReader.end_when,
    "whenever_gains": DeclarationReader.whenever_gains,
    "whenever_loses": DeclarationReader.whenever_gains,
    "best_plan": DeclarationReader.best_plan,
    "account": DeclarationReader.account,
    "standings": DeclarationReader.standings,
    "no_winner": DeclarationReader.no_winner,
    "score": DeclarationReader.score,
    "ties": DeclarationReader.ties,
    "example": DeclarationReader.example,
    "display": DeclarationReader.display,
}


_FREE_CLAUSES = {"open", "consumes", "once", "at"}
