"""A rules file to its syntax tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, cast

import lark

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter, TooManyProblems, nearest
from rulec.base.source_text import SourceText
from rulec.syntax import ast
from rulec.syntax.ast import examples
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing.indentation import needs_lines, takes_no_lines
from rulec.syntax.parsing.parser import first_word, lose_names, openers, parse_line, parses
from rulec.syntax.reading.boards import read_board, read_graph
from rulec.syntax.reading.citations import assumed_in_tables, citations, take_assumed
from rulec.syntax.reading.decks import read_deck
from rulec.syntax.reading.examples import example_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.payments import read_payment
from rulec.syntax.reading.plans import read_account, read_plan
from rulec.syntax.reading.routes import RouteReader
from rulec.syntax.reading.sentences import SentenceReader
from rulec.syntax.reading.table_rows import read_grid
from rulec.syntax.reading.tracks import CasesReader, TrackReader
from rulec.syntax.reading.tree_reader import Node, TooDeep, Tree, branches
from rulec.syntax.reading.zones import read_zone
from rulec.syntax.variants.variant import Bases, game_of, places_of

_NEEDS_LINES = {
    "game_has": "lines such as `passes: 0 to 2`",
    "member_has": "lines such as `piece: place for 1 of marks`",
    "account": "what there is at first, and what each member pays and earns",
    "best_plan": "who gets which fate, what a fate uses, and what is to be most",
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
    "free_action": "`open at` and a decision, what keeps it from going on for ever, and sentences",
}

_RULES = {"whenever", "setup", "play", "turn", "phase", "action", "effect", "rule", "free"}
DECLARATION_WORDS = {
    *("route", "payment", "track", "deck"),
    *("game", "variant", "kind", "table", "board", "graph", "pieces", "the", "each", "score", "ties"),
    *("example", "obligation", "always", "window", "option", "end", "actors", "best", "account"),
    *("standing", "no", "display"),
    *_RULES,
}


class Kept:
    """Declarations of a file that is read again and again, each time with one other line.

    What has not changed since is not read anew, and nothing is reported of it.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], tuple[ast.Declaration | examples.Example | None, str]] = {}
        self.texts: dict[int, str] = {}  # of what is declared, by its id, with all lines below
        self.fresh: list[Line] = []  # what has been read anew this time
        self.keeping = True  # are new ones remembered?

    def read(self, line: Line, report: Reporter) -> ast.Declaration | examples.Example | None:
        key = tuple((one.text, one.span.file, one.span.line, one.span.column) for one in line.each())
        found = self.known.get(key)
        if found is None:
            self.fresh.append(line)
            text = "\n".join(one.text for one in line.each())
            found = _declaration(line, report), text
            if self.keeping:
                self.known[key] = found
        self.texts[id(found[0])] = found[1]
        return found[0]


def read_rules(
    source: SourceText, report: Reporter, bases: Bases | None = None, kept: Kept | None = None
) -> ast.RulesFile:
    """Everything in the file that makes sense; the rest has been reported.

    A variant is read as the game that it makes of its base, which `bases` gives.
    """
    declarations: list[ast.Declaration | examples.Example] = []
    assumed: list[examples.Assumed] = []
    cited: list[examples.Cited] = []
    opened: list[SourceText] = []
    order: dict[tuple[str, int], int] = {}
    try:
        outline = game_of(source, bases, report, opened)
        outline = _rearrange(outline, report)
        order = places_of(outline) if opened else order
        cited = list(citations(outline))
        outline = take_assumed(outline, None, assumed, report)
        for line in outline[: limits.DECLARATIONS]:
            read = _declaration(line, report) if kept is None else kept.read(line, report)
            if read is not None:
                declarations.append(read)
            report.settle()
        if len(outline) > limits.DECLARATIONS:
            report.error(
                "R117",
                outline[limits.DECLARATIONS].span,
                f"the file has {len(outline)} declarations; at most {limits.DECLARATIONS} are read",
            )
    except TooManyProblems:
        declarations = []
    rules = [one for one in declarations if not isinstance(one, examples.Example)]
    assumed += assumed_in_tables(rules)
    return ast.RulesFile(
        source.name,
        tuple(rules),
        tuple(one for one in declarations if isinstance(one, examples.Example)),
        tuple(assumed),
        tuple(cited),
        tuple(opened),
        order,
    )


# --- lines in the wrong place ---------------------------------------------------------------------


def _rearrange(outline: list[Line], report: Reporter) -> list[Line]:
    """Sentences at the margin go back below their rule, indented declarations come out to the margin."""
    arranged: list[Line] = []
    astray: list[Line] = []
    for line in outline:
        if arranged and _belongs_below(line, arranged[-1]):
            astray.append(line)
            arranged[-1].children += [line, *line.children]
            line.children = []
            continue
        _report_astray(astray, arranged, report)
        astray = []
        arranged.append(line)
        arranged += _taken_out(line, report)
    _report_astray(astray, arranged, report)
    return arranged


def _report_astray(astray: list[Line], arranged: list[Line], report: Reporter) -> None:
    if not astray:
        return
    owner, more = arranged[-1], len(astray) - 1
    beside = next((one for one in owner.children if one.span.column > 1), None)
    column = astray[0].around or (beside.span.column - 1 if beside is not None else 2)
    also = f", and so {'does 1 more line' if more == 1 else f'do {more} more lines'}" if more else ""
    report.error(
        "R126",
        astray[0].span,
        f"this line stands at the left margin, away from what it belongs to{also}",
        f"indent it by {count(column, 'space')}, so that it stands below `{owner.text[:40]}`"
        if not more
        else f"indent them by {count(column, 'space')}, so that they stand below `{owner.text[:40]}`",
        [Note(owner.span, "it seems to belong here")],
    )


_BELOW = {
    "game": "game_clause",
    "table": "assumed",
    "graph": "assumed",
    "board": "board_line",
    "option": "option_line",
    "route": "route_line",
    "payment": "payment_line",
    "track": "track_line",
    "score": "score_line",
    "best": "plan_line",
    "account": "account_line",
    "obligation": "obligation_line",
    "the": "has_clause",
    "each": "has_clause",
    "example": "example_line",
    "display": "display_line",
}


_FREE_CLAUSES = {"open", "consumes", "once", "at"}


def start_below(line: Line) -> str:
    """What stands below this declaration, going by its first word."""
    return _BELOW.get(first_word(line), "sentence")


def _belongs_below(line: Line, above: Line) -> bool:
    start = start_below(above)
    if start == "sentence" and first_word(above) not in _RULES:
        return False
    word = first_word(line)
    if start == "sentence":
        likely = word in openers("sentence") or word == "otherwise"
    elif start == "game_clause":
        likely = word in {"players", "length", "statements"}
    else:
        likely = word.startswith('"') or " " not in line.text.partition(":")[0]
    likely = likely or word in openers(start)
    if not likely or (start == "has_clause" and word in {*_RULES, "score", "ties"}):
        return False
    return not parses(line.text, "declaration") and parses(line.text, start)


def _taken_out(line: Line, report: Reporter) -> list[Line]:
    """The first declaration indented below this line, and what stands beside it."""
    start = start_below(line)
    for place, child in enumerate(line.children):
        if not _declares(child) or parses(child.text, start):
            continue
        if line.text.startswith("choose") or not parses(child.text, "declaration"):
            continue
        report.error(
            "R127",
            child.span,
            "this line is indented, but declarations begin at the left margin",
            "remove the spaces before it",
        )
        taken, line.children = line.children[place:], line.children[:place]
        if child.text.endswith(":") and not child.children:
            # its own lines stand beside it: they belong to it, up to the next declaration
            stop = next((n for n, one in enumerate(taken) if n and _declares(one)), len(taken))
            child.children, taken = taken[1:stop], [child, *taken[stop:]]
        return taken
    return []


def _declares(line: Line) -> bool:
    return first_word(line) in DECLARATION_WORDS or " when " in line.text or " means " in line.text


def _declaration(line: Line, report: Reporter) -> ast.Declaration | examples.Example | None:
    tree = parse_line(line, "declaration", report)
    if tree is None:
        _read_below_anyway(line, report)
        return None
    reader = _DeclarationReader(line, report)
    sort = str(tree.data)
    if sort == "variant":  # only seems to have been meant: what it would change is not known
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
    """The heading made no sense; the lines below are still looked at, as what they most likely are."""
    first = first_word(line)
    report.lost_sections.add(nearest(first, DECLARATION_WORDS) or first)
    if first in {"table", "graph"}:
        read_grid(line, report)
        return
    starts = [start_below(line), "sentence", "has_clause", "score_line", "game_clause", "example_line"]
    likely = next((s for s in starts if line.children and parses(line.children[0].text, s)), starts[0])
    if likely == "sentence":
        SentenceReader(report).body(line.children)
        return
    for child in line.children:
        if parse_line(child, likely, report) is not None:
            lose_names(child, likely, report)


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
        waiting = list(reversed(self.line.children))
        while waiting:
            child = waiting.pop()
            waiting += reversed(child.children)
            if child.children:
                takes_no_lines(child, self.report)
            tree = parse_line(child, start, self.report)
            if tree is not None:
                yield child, tree, ExpressionReader(child, self.report)

    # --- one method for each sort of declaration --------------------------------------------------

    def game(self, tree: Tree) -> ast.Declaration:
        players = players_span = length = length_span = statements = None
        seen: dict[str, Line] = {}
        for child, clause, reader in self.lines("game_clause"):
            sort = str(clause.data)
            if sort in seen:
                note = Note(seen[sort].span, "the first one")
                hint = "remove one of the two lines"
                self.report.error("R122", child.span, f"`{sort}` is said twice", hint, [note])
                continue
            seen[sort] = child
            if sort == "players":
                low = reader.integer(clause.children[0])
                most = branches(clause)[1]
                high = reader.integer(most) if most is not None else low
                players, players_span = (low, high), child.span
            elif sort == "length":
                length, length_span = reader.integer(clause.children[0]), child.span
            else:
                statements = reader.ident(clause.children[0])
        if players is None and len(seen) < len(self.line.children):
            players = (2, 2)  # that line may be the one that made no sense
        title = self.text_of(self, tree.children[0])
        return ast.Game(title, players, players_span, length, length_span, statements, self.line.span)

    def option(self, tree: Tree) -> ast.Declaration:
        name, type_, default, text = branches(tree)
        allowed = []
        for child, clause, reader in self.lines("option_line"):
            value, condition = clause.children[0], clause.children[-1]
            players = re.search(r"\bplayers\s+only\s+when\b", child.text) is not None
            try:
                given = (reader.expr(value), players, reader.expr(condition))
            except TooDeep:
                self.too_deep()
                continue
            allowed.append(ast.Allowed(*given, child.span))
        shown = None if text is None else self.text_of(self, text)
        value_type, start = self.value_type(type_), self.expr(default)
        if isinstance(start, ast.Quantity) and isinstance(said := start.members.value, ast.Text):
            shown, start = said, ast.Word("no", start.span)  # `no "text"` is no set of texts
        return ast.Option(self.ident(name), value_type, start, shown, tuple(allowed), self.line.span)

    def kind(self, tree: Tree) -> ast.Declaration:
        plural, singular, *items = tree.children
        return ast.Kind(
            self.ident(plural), self.ident(singular), tuple(map(self.kind_item, items)), self.line.span
        )

    def kind_item(self, node: Node) -> ast.KindItem:
        assert isinstance(node, lark.Tree)
        names = [self.ident(child) for child in node.children]
        sort = {"one_member": "one", "numbered_members": "numbered", "members_of": "each"}[str(node.data)]
        last = names[1] if len(names) > 1 else None
        return ast.KindItem(cast(Literal["one"], sort), names[0], last, self.span(node))

    def table(self, tree: Tree) -> ast.Declaration:
        plural, singular, *options = branches(tree)
        pieces = self.piece_options(options) if " as pieces" in self.line.text else None
        grid = read_grid(self.line, self.report)
        return ast.Table(self.ident(plural), self.ident(singular), grid, self.line.span, pieces)

    def lookup(self, tree: Tree) -> ast.Declaration:
        name, *keys, giving = branches(tree)
        type_ = self.column_type(giving) if giving is not None else None
        return ast.LookupTable(
            self.ident(name),
            tuple(map(self.table_key, keys)),
            type_,
            read_grid(self.line, self.report, type_, len(keys) - 1),
            self.line.span,
        )

    def table_key(self, node: Node | None) -> ast.TableKey:
        assert isinstance(node, lark.Tree)
        name, *bounds = node.children
        lo, hi = map(self.signed, bounds) if bounds else (0, 0)
        sort = {"key_of_type": "type", "key_of_range": "range", "key_of_count": "count"}[str(node.data)]
        return ast.TableKey(cast(Literal["type"], sort), self.ident(name), lo, hi, self.span(node))

    def board(self, tree: Tree) -> ast.Declaration:
        return read_board(self, tree)

    def graph(self, tree: Tree) -> ast.Declaration:
        return read_graph(self, tree)

    def pieces(self, tree: Tree) -> ast.Declaration:
        plural, singular, supply, *options = branches(tree)
        assert isinstance(supply, lark.Tree)
        sort, given = str(supply.data), branches(supply)
        kinds = owner = where = None
        neutral = 0
        each_where: Node | None = None
        if sort == "limited":
            _, owner, more = given
            neutral = self.integer(more.children[0]) if isinstance(more, lark.Tree) else 0
        elif sort == "unlimited":
            (owner,) = given
        elif sort == "from_table":
            kinds, where, owner, each_where = given
        else:
            kinds = given[-1]
        return ast.Pieces(
            self.ident(plural),
            self.ident(singular),
            self.integer(given[0]) if sort in {"limited", "limited_of_each"} else None,
            self.line.span,
            self.ident(kinds) if kinds is not None else None,
            self.ident(owner) if owner is not None else None,
            self.piece_options(options),
            neutral,
            self.expr(where) if where is not None else None,
            self.expr(each_where) if each_where is not None else None,
        )

    def piece_options(self, options: list[Node | None]) -> ast.PieceOptions:
        found = ast.PieceOptions()
        for option in options:
            assert isinstance(option, lark.Tree)
            value = option.children[0]
            if option.data == "home":
                found = replace(found, home=self.ident(value))
            else:
                assert isinstance(value, lark.Tree)
                number = value.data == "count_number"
                copies = self.integer(value.children[0]) if number else self.ident(value.children[0])
                found = replace(found, copies=copies)
        return found

    def goods(self, tree: Tree) -> ast.Declaration:
        name, parameters, singular, owner, *options = branches(tree)
        said: dict[str, Node] = {}
        starts: list[ast.GoodsStart] = []
        limit = bank = most = until = None
        for option in options:
            assert isinstance(option, lark.Tree)
            sort = str(option.data)
            if sort == "goods_start":
                kind, value = branches(option)
                assert value is not None
                one = self.ident(kind) if kind is not None else None
                starts.append(ast.GoodsStart(one, self.signed(value), self.span(option)))
                sort = f"{sort} {one.text}" if one is not None else sort
            elif sort == "goods_limited":
                limit, bank = self.integer(option.children[0]), self.ident(option.children[1])
            elif sort == "goods_most":
                most = self.expr(option.children[0])
            elif sort == "goods_until":
                until = self.ident(option.children[0])
            if sort in said:
                note = Note(self.span(said[sort]), "the first time")
                self.report.error("R122", self.span(option), "this is said twice", "remove one", [note])
            said[sort] = option
        one = self.ident(singular) if singular is not None else None
        return ast.Goods(
            self.ident(name), self.names(parameters), one, self.ident(owner), limit, bank, tuple(starts),
            most, self.line.span, until,
        )  # fmt: skip

    def game_has(self, tree: Tree) -> ast.Declaration:
        return ast.Has(None, self._has_clauses(), self.line.span)

    def member_has(self, tree: Tree) -> ast.Declaration:
        return ast.Has(self.ident(tree.children[0]), self._has_clauses(), self.line.span)

    def deck(self, tree: Tree) -> ast.Declaration:
        return read_deck(self, tree)

    def _has_clauses(self) -> tuple[ast.Variable | ast.Place | ast.Zone | ast.Deck, ...]:
        clauses: list[ast.Variable | ast.Place | ast.Zone | ast.Deck] = []
        for child, clause, reader in self.lines("has_clause"):
            if clause.data == "place":
                name, keys, count, pieces = branches(clause)
                place = ast.Place(
                    reader.ident(name),
                    reader.integer(count),
                    reader.ident(pieces),
                    child.span,
                    reader.names(keys),
                )
                clauses.append(place)
                continue
            if clause.data == "deck_declaration":
                clauses.append(read_deck(reader, clause))
                continue
            if clause.data in {"zone", "row"}:
                given = self._has_options(child, branches(clause)[3:])
                clauses.append(read_zone(reader, clause, given, child.span))
                continue
            label, parameters, type_, *options = branches(clause)
            given = self._has_options(child, options)
            starts, seen_by, until = (given.get(one) for one in ("starts", "seen_by", "until_end"))
            try:
                start = reader.expr(starts) if starts is not None else None
            except TooDeep:
                self.too_deep()
                continue
            seen = reader.ident(seen_by) if seen_by is not None else None
            kept_for, value_type = reader.names(parameters), reader.value_type(type_)
            last = reader.ident(until) if until is not None else None
            most = given.get("at_most")
            length = None if most is None else ast.Length(reader.integer(most), reader.span(most))
            word = reader.ident(label)
            clauses.append(ast.Variable(word, kept_for, value_type, start, seen, child.span, last, length))
        return tuple(clauses)

    def _has_options(self, line: Line, options: list[Node | None]) -> dict[str, Node | None]:
        """What is said behind the commas, each once."""
        found: dict[str, Node | None] = {}
        for one in options:
            assert isinstance(one, lark.Tree)
            if one.data in found:
                word = str(one.data).replace("_", " ")
                self.report.error(
                    "R443", line.span, f"`{word}` stands twice here", "leave one of the two out"
                )
            found[str(one.data)] = one.children[0] if len(one.children) == 1 else one
        return found

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

    def text_of(self, reader: ExpressionReader, token: Node) -> ast.Text:
        assert isinstance(token, lark.Token)
        return ast.Text(str(token)[1:-1], reader.span(token))

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
            named = reader.ident(key) if line.data == "display_name" else self.text_of(reader, key)
            said = tuple(self.text_of(reader, one) for one in texts if one is not None)
            read.append(ast.DisplayLine(named, said, child.span))
        return ast.Display(tuple(read), self.line.span)

    def ties(self, tree: Tree) -> ast.Declaration:
        ranking = tree.children[0]
        assert isinstance(ranking, lark.Tree)
        breaks = [
            ast.TieBreak(self.rank(ranking.children[n]), self.expr(ranking.children[n + 1]), self.line.span)
            for n in range(0, len(ranking.children), 2)
        ]
        return ast.Ties(tuple(breaks), self.line.span)


_READERS: dict[str, Callable[[_DeclarationReader, Tree], ast.Declaration | examples.Example]] = {
    "game": _DeclarationReader.game,
    "option": _DeclarationReader.option,
    "kind": _DeclarationReader.kind,
    "table": _DeclarationReader.table,
    "lookup": _DeclarationReader.lookup,
    "board": _DeclarationReader.board,
    "edge_graph": _DeclarationReader.graph,
    "one_way_graph": _DeclarationReader.graph,
    "pieces": _DeclarationReader.pieces,
    "goods": _DeclarationReader.goods,
    "deck_declaration": _DeclarationReader.deck,
    "game_has": _DeclarationReader.game_has,
    "member_has": _DeclarationReader.member_has,
    "adjective": _DeclarationReader.adjective,
    "meaning": _DeclarationReader.meaning,
    "setup": _DeclarationReader.setup,
    "play": _DeclarationReader.play,
    "whenever": _DeclarationReader.whenever,
    "unnamed_rule": _DeclarationReader.unnamed_rule,
    "rule": _DeclarationReader.rule,
    "route": _DeclarationReader.route,
    "shortage": _DeclarationReader.shortage,
    "payment": _DeclarationReader.payment,
    "track": _DeclarationReader.track,
    "meaning_by_cases": _DeclarationReader.meaning_by_cases,
    "actors": _DeclarationReader.actors,
    "obligation": _DeclarationReader.obligation,
    "always": _DeclarationReader.always,
    "window": _DeclarationReader.window,
    "free_action": _DeclarationReader.free_action,
    "end_when": _DeclarationReader.end_when,
    "whenever_gains": _DeclarationReader.whenever_gains,
    "whenever_loses": _DeclarationReader.whenever_gains,
    "best_plan": _DeclarationReader.best_plan,
    "account": _DeclarationReader.account,
    "standings": _DeclarationReader.standings,
    "no_winner": _DeclarationReader.no_winner,
    "score": _DeclarationReader.score,
    "ties": _DeclarationReader.ties,
    "example": _DeclarationReader.example,
    "display": _DeclarationReader.display,
}
