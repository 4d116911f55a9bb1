"""Type checks of board expressions: adjacency, lines and distances."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from itertools import product

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions.coercions import ExpressionBase
from rulec.semantics.expressions.track_numbers import printed
from rulec.semantics.scope import Scope
from rulec.semantics.types import (
    BoardShape,
    Key,
    Local,
    MemberType,
    NumberKey,
    NumberType,
    PartsType,
    SetType,
    Sort,
    Unknown,
)
from rulec.syntax import ast

_CELLS = 65_536  # maximum size of the table of squares by numbers
_KEYS = 4  # maximum number of minimized sets: packed into a single integer


class BoardExpressions(ExpressionBase):
    """Type checks of rows, neighbours, runs, paths and related expressions."""

    def spaces(self, value: typed.Expr, scope: Scope, span: Span) -> tuple[typed.Expr, Sort] | None:
        """Return a set (or member) of adjacent spaces or nodes, with its sort."""
        if isinstance(value.type, Unknown):
            return None
        if isinstance(value.type, SetType | MemberType):
            for sort in (value.type.sort, *scope.globals.sets.values()):
                found = self.recast(value, sort) if sort.board is not None or sort.graph is not None else None
                if found is not None:
                    return found, sort
        message = "only squares of a board and nodes of a graph lie next to each other"
        hint = ""
        boards = [one.board for one in scope.globals.sets.values() if one.board is not None]
        nodes = [one.plural for one in scope.globals.sets.values() if one.graph is not None]
        if not boards and nodes:
            hint = f"name {nodes[0]}, for example `{nodes[0]} where ...`"
        self._error(scope, "R310", span, f"{message}, but this is {value.type}", hint)
        return None

    def squares(
        self, value: typed.Expr, scope: Scope, span: Span
    ) -> tuple[typed.Expr, Sort, BoardShape] | None:
        """Do the same for boards with straight lines."""
        found = self.spaces(value, scope, span)
        if found is None:
            return None
        if found[1].board is None:
            message = f"the {found[1].plural} are joined by a graph, and a graph has no straight lines"
            self._error(scope, "R866", span, message, "boards of squares and hexes have them")
            return None
        return *found, found[1].board

    def _in_a_row(self, node: ast.InARow, scope: Scope) -> typed.Expr:
        found = self.squares(self.set_(node.value, scope, "the value after `among`"), scope, node.value.span)
        if found is None:
            return self._unknown(node.span)
        value, board, shape = found
        longest = shape.geometry.longest_line()
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
        found = self.spaces(self.expr(node.value, scope), scope, node.value.span)
        if found is None:
            return self._unknown(node.span)
        value, board = found
        return typed.Neighbours(self.as_set(value), board, SetType(board), node.span)

    def _diagonals(self, node: ast.Diagonals, scope: Scope) -> typed.Expr:
        found = self.squares(self.expr(node.value, scope), scope, node.value.span)
        if found is None:
            return self._unknown(node.span)
        value, board, shape = found
        if shape.geometry.form != "squares":
            message, hint = "hexes have no corners to go by", "write `neighbours of` for all six"
            self._error(scope, "R331", node.span, message, hint)
            return self._unknown(node.span)
        return typed.Diagonals(self.as_set(value), board, SetType(board), node.span)

    def _run_from(self, node: ast.RunFrom, scope: Scope) -> typed.Expr:
        parts = [self.expr(one, scope) for one in (node.start, node.over, node.to)]
        found = self._one_board(parts, node.span, scope, straight=True)
        if found is None:
            return self._unknown(node.span)
        (start, over, to), board = found
        sets = self.as_set(start), self.as_set(over), self.as_set(to)
        return typed.RunFrom(*sets, board, SetType(board), node.span)

    def _one_board(
        self, parts: list[typed.Expr], span: Span, scope: Scope, straight: bool = False
    ) -> tuple[list[typed.Expr], Sort] | None:
        """Return the operands with the board they share."""
        known: list[tuple[typed.Expr, Sort]] = []
        for part in parts:
            ask = self.squares if straight else self.spaces
            found = ask(part, scope, part.span)
            if found is None:
                return None
            known.append((found[0], found[1]))
        board = known[0][1]
        for part, (_, other) in zip(parts, known, strict=True):
            if other is not board:
                self._error(scope, "R305", span, f"{parts[0].type} and {part.type} can't be combined")
                return None
        return [one for one, _ in known], board

    def _reach(self, node: ast.Reach, scope: Scope) -> typed.Expr:
        start = self.expr(node.start, scope)
        within = self.set_(node.within, scope, "the value after `within`")
        found = self._one_board([start, within], node.span, scope)
        if found is None:
            return self._unknown(node.span)
        (start, within), board = found
        return typed.Reach(self.as_set(start), self.as_set(within), board, SetType(board), node.span)

    # --- squares by numbers -------------------------------------------------------------------------------

    def square_at(self, node: ast.Name, board: Sort, scope: Scope) -> typed.Expr:
        """Type `square(3, 2)`: a member if both numbers are constant, else optional."""
        assert board.board is not None
        assert board.board.at is not None
        column = self._reaching(board, board.board, node.arguments, scope)
        index = self.keys(column.table, column.keys, node.arguments, node.span, scope)
        if any(isinstance(one.type, Unknown) for one in index):
            return self._unknown(node.span)
        numbers = [one.value for one in index if isinstance(one, typed.Constant)]
        if len(numbers) < len(index):
            return typed.ColumnValue(column, index, node.span)
        first, height = board.board.first, board.board.height
        found = column.values[(numbers[0] - first) * height + numbers[1] - first]
        if found < 0:
            message = f"the board has no {board.singular} there"
            self._error(scope, "R868", node.span, message, "look at what is drawn there")
            return self._unknown(node.span)
        return typed.Constant(found, MemberType(board), node.span)

    def _reaching(
        self, board: Sort, shape: BoardShape, arguments: tuple[ast.Expr, ...], scope: Scope
    ) -> typed.Column:
        """Return the column of squares over the arguments' ranges, padded with none beyond the edge."""
        assert shape.at is not None
        wide: list[NumberKey] = []
        for key, node in zip(shape.at.keys, arguments, strict=False):
            assert isinstance(key, NumberKey)
            value, lo, hi = printed(self.tried(node, scope)), key.lo, key.hi
            if isinstance(value.type, NumberType) and not isinstance(value, typed.Constant):
                lo, hi = min(lo, value.type.lo), max(hi, value.type.hi)
            wide.append(NumberKey(key.name, lo, hi))
        keys = tuple(wide)
        if keys == shape.at.keys or len(keys) < len(shape.at.keys) or keys[0].size * keys[1].size > _CELLS:
            return shape.at
        if keys not in shape.reaching:
            places = {place: n for n, place in enumerate(shape.geometry.places)}
            columns, rows = (range(key.lo - shape.first, key.hi - shape.first + 1) for key in keys)
            values = tuple(places.get(at, -1) for at in product(columns, rows))
            name = f"beyond_{len(shape.reaching) + 1}"
            shape.reaching[keys] = typed.Column(
                shape.at.table, name, keys, MemberType(board, maybe=True), values, shape.at.span
            )
        return shape.reaching[keys]

    @abstractmethod
    def keys(
        self, name: str, keys: Sequence[Key], arguments: tuple[ast.Expr, ...], span: Span, scope: Scope
    ) -> tuple[typed.Expr, ...]:
        """Type key arguments."""

    def _ends_of(self, node: ast.EndsOf, scope: Scope) -> typed.Expr:
        """Report the unknown or misused route of an `ends of`; valid ones have been desugared."""
        g, name = scope.globals, node.route.text
        route = g.routes.get(name)
        if route is None:
            hint = did_you_mean(name, g.routes)
            g.report.unknown("R850", name, node.route.span, f"no route is called `{name}`", hint)
        else:
            wanted = [one.text for one in (route.start, *route.parameters) if one is not None]
            message = f"`{name}` is given {', '.join(f'`{one}`' for one in wanted) or 'nothing'}"
            hint = (
                f"say it as in `ends of {name}({', '.join(wanted)})`" if wanted else "leave the brackets out"
            )
            self._error(scope, "R216", node.span, message, hint)
        return self._unknown(node.span)

    def _walk_ends(self, node: ast.WalkEnds, scope: Scope) -> typed.Expr:
        start = self.as_set(self.expr(node.start, scope))
        rows = tuple(self.expr(one, scope) for one in node.rows)
        if not all(isinstance(one.type, SetType) for one in (start, *rows)):
            return self._unknown(node.span)
        assert isinstance(start.type, SetType)
        var = Local(node.var.text, SetType(start.type.sort), node.span)
        near = self.expr(node.near, scope.with_local(var))
        near = self.recast(near, start.type.sort) or near
        budgets = tuple(self.expr(one, scope) for one in node.budgets)
        least = self.expr(node.least, scope) if node.least is not None else None
        numbers = (*budgets, least) if least is not None else budgets
        if not all(isinstance(one.type, NumberType) for one in numbers) or not isinstance(near.type, SetType):
            return self._unknown(node.span)
        return typed.WalkEnds(
            var, near, start, rows, node.prices, node.stops, budgets, least, near.type, node.span
        )

    # --- paths, lines and components ----------------------------------------------------------------------

    def _way(self, node: ast.BoardPath, scope: Scope) -> typed.Expr:
        given = [node.start, node.goal] + ([node.over] if node.over is not None else [])
        parts = [self.expr(one, scope) for one in given]
        found = self._one_board(parts, node.span, scope, straight=node.sort == "line")
        if found is None:
            return self._unknown(node.span)
        parts, board = found
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
            return typed.BoardPath("line", parts[0], parts[1], None, (), board, SetType(board), node.span)
        start, goal, over = map(self.as_set, parts)
        type_ = NumberType(0, board.size) if node.sort == "steps" else SetType(board)
        return typed.BoardPath(node.sort, start, goal, over, fewest, board, type_, node.span)

    def _fewest(self, condition: ast.Expr, board: Sort, scope: Scope) -> typed.Expr:
        """Return the set of spaces that a path must minimize."""
        every = typed.All(SetType(board), condition.span)
        return self.filtered(every, None, condition, condition.span, scope)

    @abstractmethod
    def filtered(
        self,
        value: typed.Expr,
        var: ast.Ident | None,
        condition: ast.Expr,
        span: Span,
        scope: Scope,
        node: ast.Expr | None = None,
    ) -> typed.Expr:
        """Filter a set by a condition."""

    def _longest_line(self, node: ast.LongestLine, scope: Scope) -> typed.Expr:
        found = self.squares(self.expr(node.value, scope), scope, node.value.span)
        if found is None:
            return self._unknown(node.span)
        value, board, shape = found
        longest = shape.geometry.longest_line()
        return typed.LongestLine(self.as_set(value), board, NumberType(0, longest), node.span)

    def parts(self, node: ast.PartsOf, scope: Scope) -> typed.Expr:
        """Type the components of a set, as operand of a fold over them."""
        found = self.spaces(self.expr(node.value, scope), scope, node.value.span)
        if found is None:
            return self._unknown(node.span)
        value, board = found
        return typed.Parts(self.as_set(value), board, PartsType(board), node.span)

    def _parts_of(self, node: ast.PartsOf, scope: Scope) -> typed.Expr:
        self._error(
            scope,
            "R333",
            node.span,
            "the parts of a set are not a value",
            "ask for their number, for `most ... over` them, or for the first of them in order of something; "
            "`each part in parts of ...:` goes over them",
        )
        return self._unknown(node.span)
