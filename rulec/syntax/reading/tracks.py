"""Read `track ...:` and `... means by KIND:` with the lines below them."""

from __future__ import annotations

from dataclasses import replace

import lark

from rulec.base.diagnostics import Note
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import needs_lines, takes_no_lines
from rulec.syntax.parsing.parser import parse_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.sentences import SentenceReader
from rulec.syntax.reading.table_rows import cells_of, read_cell, read_grid
from rulec.syntax.reading.tree_reader import TooDeep, Tree, branches


class TrackReader(ExpressionReader):
    """Reads a track: its printed numbers or rows, and the body for entering a space."""

    def read(self, tree: Tree) -> ast.Track:
        name, parameters, space, owner, *options, slots = branches(tree)
        starts, never_down = self._options(options)
        rows = [child for child in self.line.children if "|" in child.text]
        others = [child for child in self.line.children if "|" not in child.text]
        numbers = self._slots(slots)
        if slots is None and not rows:
            hint = "write its numbers behind the colon, as in `0 to 6`, or rows of cells below it"
            self.report.error("R120", self.line.span, "the spaces of this track are missing", hint)
        if slots is not None and rows:
            message = "the spaces of this track are given above already"
            self.report.error("R122", rows[0].span, message, "leave out the numbers or the rows")
        grid = read_grid(replace(self.line, children=rows), self.report) if rows else None
        return ast.Track(
            self.ident(name),
            self.names(parameters),
            self.ident(space) if space is not None else None,
            self.ident(owner) if owner is not None else None,
            starts,
            never_down,
            numbers,
            grid,
            self._entering(others),
            self.line.span,
        )

    def _options(self, options: list[Tree | lark.Token | None]) -> tuple[ast.Expr | None, bool]:
        starts = None
        said: dict[str, lark.Tree[lark.Token]] = {}
        for one in options:
            assert isinstance(one, lark.Tree)
            sort = str(one.data)
            if sort in said:
                note = Note(self.span(said[sort]), "the first time")
                self.report.error("R122", self.span(one), "this appears twice", "remove one", [note])
            said[sort] = one
            if sort == "track_start":
                starts = self.expr(one.children[0])
        return starts, "never_down" in said

    def _slots(self, node: Tree | lark.Token | None) -> tuple[int, ...]:
        if node is None:
            return ()
        assert isinstance(node, lark.Tree)
        numbers = [self.signed(one) for one in node.children]
        if node.data == "slot_range":
            low, high = numbers
            if high - low > 1000 or high < low:
                self.report.error("R505", self.span(node), f"no track goes from {low} to {high}")
                return (low,)
            return tuple(range(low, high + 1))
        return tuple(numbers)

    def _entering(self, lines: list[Line]) -> ast.Entering | None:
        found: ast.Entering | None = None
        for line in lines:
            tree = parse_line(line, "track_line", self.report)
            if tree is None:
                continue
            name, inline = branches(tree)
            if inline is None and not line.children:
                hint = "indent sentences below it"
                needs_lines(line, self.report, hint)
            body = SentenceReader(self.report).with_inline(line, inline)
            reader = ExpressionReader(line, self.report)
            if found is not None:
                note = Note(found.span, "the first time")
                hint = "merge both"
                self.report.error("R122", line.span, "this appears twice", hint, [note])
            found = found or ast.Entering(reader.ident(name), body, line.span)
        return found


class CasesReader(ExpressionReader):
    """Reads a value by cases: each line holds one or several members and their value."""

    def read(self, tree: Tree) -> ast.MeaningByCases:
        subject, name, parameters, by = branches(tree)
        cases: list[ast.Case] = []
        for child in self.line.children:
            cells = cells_of(child)
            if child.children:
                takes_no_lines(child, self.report)
            if len(cells) != 2:
                hint = "write the name of a member, `|` and its value"
                self.report.error("R741", child.span, "this line is not a case", hint)
                continue
            value = parse_line(cells[1], "formula_cell", self.report)
            if value is None:
                continue
            reader = ExpressionReader(cells[1], self.report)
            try:
                formula = reader.expr(value.children[0])
            except TooDeep:
                self.report.error("R116", child.span, "this line is nested too deep")
                continue
            cases.append(ast.Case(read_cell(cells[0], self.report), formula, child.span))
        return ast.MeaningByCases(
            self.ident(subject) if subject is not None else None,
            self.ident(name),
            self.names(parameters),
            self.ident(by),
            tuple(cases),
            self.line.span,
        )
