"""Read `route way from here over spaces:` with the lines below it."""

from __future__ import annotations

from typing import Any, Final, Literal, cast

import lark

from rulec.base.diagnostics import Note
from rulec.syntax import ast
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.indentation import needs_lines, takes_no_lines
from rulec.syntax.parsing.parser import parse_line
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.sentences import SentenceReader
from rulec.syntax.reading.tree_reader import TooDeep, Tree, branches

_SORTS: Final = {
    "route_free": "free", "route_closed": "closed", "passed_through": "passed",
    "route_uses": "goods", "route_lays": "lays", "route_ends": "ends",
}  # fmt: skip
# No keywords: a board can declare the names `steps` and `step`.
_STEPS: Final = frozenset({"step", "steps"})


class RouteReader(ExpressionReader):
    """Reads a route; its rows are ordered, all other clauses are unique."""

    def read(self, tree: Tree) -> ast.Route:
        name, marker, start, field, parameters, once = branches(tree)
        assert isinstance(field, lark.Tree)
        self.rows: list[ast.RouteRow] = []
        self.said: dict[str, Any] = {}
        self.places: dict[str, Line] = {}
        over = relation = None
        if field.data == "over_set":
            over = self.expr(field.children[0])
        else:
            relation = self.ident(field.children[0])
        for child in self.line.children:
            line = parse_line(child, "route_line", self.report)
            if line is None:
                continue
            try:
                self._line(child, line)
            except TooDeep:
                self.report.error("R116", child.span, "this line is nested too deep")
        entering, entered = self.said.get("entering", (None, ()))
        return ast.Route(
            self.ident(name),
            self.ident(marker) if marker is not None else None,
            self.ident(start) if start is not None else None,
            cast(Literal["over"], str(field.data).removesuffix("_set")),
            over,
            relation,
            self.names(parameters),
            self.ident(once) if once is not None else None,
            tuple(self.rows),
            self.said.get("least"),
            self.said.get("most"),
            self.said.get("may end"),
            entering,
            entered,
            self.line.span,
        )

    def _line(self, line: Line, tree: Tree) -> None:
        read = ExpressionReader(line, self.report)
        if tree.data != "on_entering" and line.children:
            takes_no_lines(line, self.report)
        if tree.data == "route_row":
            condition, *sides, name = branches(tree)
            found = tuple(self._side(read, cast(Tree, side)) for side in sides)
            label = read.ident(name) if name is not None else None
            self.rows.append(ast.RouteRow(read.expr(condition), found, label, line.span))
        elif tree.data == "may_end":
            self._say("may end", read.expr(tree.children[0]), line)
        elif tree.data == "on_entering":
            name, inline = branches(tree)
            if inline is None and not line.children:
                hint = "indent sentences below it"
                needs_lines(line, self.report, hint)
            body = SentenceReader(self.report).with_inline(line, inline)
            self._say("entering", (read.ident(name), body), line)
        else:
            for one in tree.children:
                assert isinstance(one, lark.Tree)
                number = read.expr(one.children[0])
                word = read.ident(one.children[1])
                if word.text not in _STEPS:
                    message = f"a way is as long as it has steps, but this says `{word.text}`"
                    self.report.error("R110", word.span, message, f"write `steps` for `{word.text}`")
                if one.data != "most_steps":
                    self._say("least", number, line)
                if one.data != "least_steps":
                    self._say("most", number, line)

    def _side(self, read: ExpressionReader, side: Tree) -> tuple[ast.RouteRule, ...]:
        found = []
        for one in side.children:
            assert isinstance(one, lark.Tree)
            number, goods, zone, target = (*branches(one), None, None, None, None)[:4]
            sort = _SORTS[str(one.data)]
            if sort == "goods" and zone is None and goods is not None and read.ident(goods).text in _STEPS:
                sort, goods = "steps", None
            found.append(
                ast.RouteRule(
                    cast(Literal["free"], sort),
                    read.expr(number) if number is not None else None,
                    read.ident(goods) if goods is not None else None,
                    read.expr(zone) if zone is not None else None,
                    read.ident(target) if target is not None else None,
                    read.span(one),
                )
            )
        return tuple(found)

    def _say(self, what: str, value: Any, line: Line) -> None:
        if what in self.said:
            note = Note(self.places[what].span, "the first time")
            self.report.error("R122", line.span, "this appears twice", "remove one of the two lines", [note])
        self.said.setdefault(what, value)
        self.places.setdefault(what, line)
