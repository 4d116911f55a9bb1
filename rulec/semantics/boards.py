"""Types of formulas about boards: what lies next to what, in a line, and how far away."""

from __future__ import annotations

from rulec.semantics import typed
from rulec.semantics.basics import Basics
from rulec.semantics.scope import Scope
from rulec.semantics.types import MemberType, NumberType, PartsType, SetType, Sort, Unknown
from rulec.source import Span
from rulec.syntax import ast

_KEYS = 4  # counts by which ways are compared: more would not fit into one number


class BoardFormulas(Basics):
    """Rows, neighbours, runs, ways and their like."""

    def _squares(self, value: typed.Expr, scope: Scope, span: Span) -> Sort | None:
        """The board that a set (or one member) of squares is on."""
        if isinstance(value.type, SetType | MemberType) and value.type.sort.board is not None:
            return value.type.sort
        if not isinstance(value.type, Unknown):
            self._error(
                scope,
                "R310",
                span,
                f"only squares of a board lie next to each other, but this is {value.type}",
            )
        return None

    def _in_a_row(self, node: ast.InARow, scope: Scope) -> typed.Expr:
        value = self.set_(node.value, scope, "what follows `among`")
        board = self._squares(value, scope, node.value.span)
        if board is None or board.board is None:
            return self._unknown(node.span)
        longest = board.board.geometry.longest_line()
        if not 2 <= node.length <= longest:
            self._error(
                scope,
                "R311",
                node.length_span,
                f"no row of {node.length} fits this board"
                if node.length > longest
                else "a row has 2 or more squares",
                f"its longest row has {longest} squares" if node.length > longest else "",
            )
            return self._unknown(node.span)
        return typed.InARow(node.length, value, board, node.span)

    def _neighbours(self, node: ast.Neighbours, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        board = self._squares(value, scope, node.value.span)
        if board is None:
            return self._unknown(node.span)
        return typed.Neighbours(self.as_set(value), board, SetType(board), node.span)

    def _diagonals(self, node: ast.Diagonals, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        board = self._squares(value, scope, node.value.span)
        if board is None or board.board is None:
            return self._unknown(node.span)
        if board.board.geometry.form != "squares":
            message, hint = "hexes have no corners to go by", "write `neighbours of` for all six"
            self._error(scope, "R331", node.span, message, hint)
            return self._unknown(node.span)
        return typed.Diagonals(self.as_set(value), board, SetType(board), node.span)

    def _run_from(self, node: ast.RunFrom, scope: Scope) -> typed.Expr:
        parts = [self.expr(one, scope) for one in (node.start, node.over, node.to)]
        board = self._one_board(parts, node.span, scope)
        if board is None:
            return self._unknown(node.span)
        start, over, to = map(self.as_set, parts)
        return typed.RunFrom(start, over, to, board, SetType(board), node.span)

    def _one_board(self, parts: list[typed.Expr], span: Span, scope: Scope) -> Sort | None:
        """The board that all of them are on."""
        boards = [self._squares(part, scope, part.span) for part in parts]
        if None in boards:
            return None
        for part, board in zip(parts, boards, strict=True):
            if board is not boards[0]:
                self._error(scope, "R305", span, f"{parts[0].type} and {part.type} can't be put together")
                return None
        return boards[0]

    def _reach(self, node: ast.Reach, scope: Scope) -> typed.Expr:
        start = self.expr(node.start, scope)
        within = self.set_(node.within, scope, "what follows `within`")
        board = self._squares(start, scope, node.start.span)
        if board is None or not isinstance(within.type, SetType):
            return self._unknown(node.span)
        if within.type.sort is not board:
            self._error(scope, "R305", node.span, f"{start.type} and {within.type} can't be put together")
            return self._unknown(node.span)
        return typed.Reach(self.as_set(start), within, board, SetType(board), node.span)

    # --- ways, lines and parts --------------------------------------------------------------------------

    def _way(self, node: ast.Way, scope: Scope) -> typed.Expr:
        given = [node.start, node.goal] + ([node.over] if node.over is not None else [])
        parts = [self.expr(one, scope) for one in given]
        board = self._one_board(parts, node.span, scope)
        if board is None:
            return self._unknown(node.span)
        fewest = tuple(self._fewest(one, board, scope) for one in node.fewest)
        if len(fewest) > _KEYS:
            message, hint = f"ways are compared by {_KEYS} counts at most", "leave the last ones out"
            self._error(scope, "R332", node.span, message, hint)
            return self._unknown(node.span)
        if node.sort == "line":
            for part in parts:
                if not isinstance(part.type, MemberType):
                    message = f"a line goes from one {board.singular} to another, but this is {part.type}"
                    self._error(scope, "R304", part.span, message)
                    return self._unknown(node.span)
                if not self.definite(part, scope):
                    return self._unknown(node.span)
            return typed.Way("line", parts[0], parts[1], None, (), board, SetType(board), node.span)
        start, goal, over = map(self.as_set, parts)
        type_ = NumberType(0, board.size) if node.sort == "steps" else SetType(board)
        return typed.Way(node.sort, start, goal, over, fewest, board, type_, node.span)

    def _fewest(self, condition: ast.Expr, board: Sort, scope: Scope) -> typed.Expr:
        """The spaces that count."""
        every = typed.All(SetType(board), condition.span)
        return self.filtered(every, None, condition, condition.span, scope)

    def filtered(
        self, value: typed.Expr, var: ast.Ident | None, condition: ast.Expr, span: Span, scope: Scope
    ) -> typed.Expr:
        """The members of a set for which a condition holds; whoever knows sets says how."""
        raise NotImplementedError

    def _longest_line(self, node: ast.LongestLine, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        board = self._squares(value, scope, node.value.span)
        if board is None or board.board is None:
            return self._unknown(node.span)
        longest = board.board.geometry.longest_line()
        return typed.LongestLine(self.as_set(value), board, NumberType(0, longest), node.span)

    def parts(self, node: ast.PartsOf, scope: Scope) -> typed.Expr:
        """The parts, where something is said of each of them."""
        value = self.expr(node.value, scope)
        board = self._squares(value, scope, node.value.span)
        if board is None:
            return self._unknown(node.span)
        return typed.Parts(self.as_set(value), board, PartsType(board), node.span)

    def _parts_of(self, node: ast.PartsOf, scope: Scope) -> typed.Expr:
        self._error(
            scope,
            "R333",
            node.span,
            "the parts of a set are no value",
            "ask for their number, for `most ... over` them, or for the first of them in order of something",
        )
        return self._unknown(node.span)
