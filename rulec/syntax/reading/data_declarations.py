"""Read data declarations: kinds, tables, boards, pieces, goods, variables and zones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, cast

import lark

from rulec.base import limits
from rulec.base.diagnostics import Note
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import takes_no_lines
from rulec.syntax.parsing.parser import parse_line
from rulec.syntax.reading.boards import read_board, read_graph
from rulec.syntax.reading.decks import read_deck
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.table_rows import read_grid
from rulec.syntax.reading.tree_reader import Node, TooDeep, Tree, branches
from rulec.syntax.reading.zones import read_zone


class DataReader(ExpressionReader):
    """Reads a data declaration to its syntax node."""

    def too_deep(self) -> None:
        self.report.error(
            "R116",
            self.line.span,
            f"this line is nested more than {limits.EXPRESSION_DEPTH} deep",
            "give a part of it a name of its own with `means`",
        )

    def lines(self, start: str) -> Iterator[tuple[Line, Tree, ExpressionReader]]:
        """Yield the parsed lines below; report lines nested deeper, and yield them too."""
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
                self.report.error("R122", child.span, f"`{sort}` appears twice", hint, [note])
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
            players = (2, 2)  # the missing line may be one that did not parse
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
                self.report.error("R122", self.span(option), "this appears twice", "remove one", [note])
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
        """Return the options behind the commas by sort; report duplicates."""
        found: dict[str, Node | None] = {}
        for one in options:
            assert isinstance(one, lark.Tree)
            if one.data in found:
                word = str(one.data).replace("_", " ")
                self.report.error(
                    "R443", line.span, f"`{word}` appears twice here", "leave one of the two out"
                )
            found[str(one.data)] = one.children[0] if len(one.children) == 1 else one
        return found

    def text_of(self, reader: ExpressionReader, token: Node) -> ast.Text:
        assert isinstance(token, lark.Token)
        return ast.Text(str(token)[1:-1], reader.span(token))
