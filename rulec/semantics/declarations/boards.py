"""Declares boards: spaces, columns and rows, their attributes and drawings."""

from __future__ import annotations

from itertools import product

from rulec.base import limits
from rulec.base.diagnostics import Note
from rulec.base.geometry import Form, Geometry
from rulec.semantics import typed
from rulec.semantics.declarations.board_pictures import Pictures, holes_of
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.expressions.board_steps import speaks_of_steps
from rulec.semantics.scope import BuiltIn
from rulec.semantics.types import BoardShape, MemberType, NumberKey, Sort
from rulec.syntax import ast


class BoardDeclarer:
    """Declares the boards of a game, which share columns and rows of the largest board's size."""

    def __init__(self, declarer: DeclarationContext) -> None:
        self.declarer = declarer
        self.game, self.globals, self.report = declarer.game, declarer.globals, declarer.report
        self.all = [one for one in declarer.file.declarations if isinstance(one, ast.Board)]
        self.lines: tuple[Sort, Sort] | None = None
        self.pictures = Pictures(declarer)
        self.first: ast.Board | None = None

    def declare(self, one: ast.Board) -> None:
        width, height = one.columns, one.rows
        if not (1 <= width <= limits.GRID_SIDE and 1 <= height <= limits.GRID_SIDE):
            self.report.error(
                "R502",
                one.size_span,
                f"a board has 1 to {limits.GRID_SIDE} columns and 1 to {limits.GRID_SIDE} rows",
                "make it smaller or larger",
            )
            return
        if self.first is not None and _naming(self.first) != _naming(one):
            self.report.error(
                "R408",
                one.span,
                "the boards of a game have the same columns and rows, but these are counted otherwise",
                "write the same `counted from` and `named by` for all boards",
                [Note(self.first.span, "the first one")],
            )
            return
        holes = holes_of(one, self.report)
        geometry = self._geometry(one, holes)
        if geometry is None:
            return
        lines = self._lines(one)
        first = 1 if one.first is None else one.first
        columns, rows = self.lines or lines
        labels = tuple(_label(one, columns.members[x], rows.members[y]) for x, y in geometry.places)
        shape = BoardShape(
            columns, rows, geometry, first=first, width=width, height=height, down=bool(one.pictures)
        )
        squares = Sort(one.plural.text, one.singular.text, labels, one.span, shape)
        if not self.declarer.add_sort(self.game, squares, (one.plural, one.singular)):
            self.declarer.report.lost.update(labels)
            return
        if self.lines is None:
            for sort in lines:
                names = (ast.Ident(sort.plural, one.plural.span), ast.Ident(sort.singular, one.singular.span))
                if not self.declarer.add_sort(self.game, sort, names):
                    return
                self.globals.own[sort]["position"] = BuiltIn("position", squares, sort)
                sort.lines_of = squares
            self.lines, self.first = lines, one
        for sort in self.lines:
            self.globals.own[squares][sort.singular] = BuiltIn(sort.singular, squares, sort)
            whole = f"squares of {sort.singular}"
            self.globals.own[sort][squares.plural] = BuiltIn(whole, squares, squares, is_set=True)
        if not one.hexes:
            for word in ("north", "east", "south", "west"):
                if word not in self.globals.places:  # a declared name takes precedence
                    self.globals.own[squares][word] = BuiltIn(word, squares, squares, maybe=True)
        for n, label in enumerate(labels):
            self._label(label, squares, n)
        shape.at = self._at(squares, shape)
        if speaks_of_steps(self.declarer.file):
            self._steps(one, squares, shape)
        if one.pictures:
            self.pictures.drawn.append((one, squares))

    def _label(self, label: str, squares: Sort, n: int) -> None:
        """Declare a space label, ambiguous if another board has it."""
        if label in self.globals.labels and self.globals.labels[label][0].board is not None:
            self.globals.shared_labels.setdefault(label, self.globals.labels[label][0])
        self.globals.labels.setdefault(label, (squares, n))

    def _lines(self, one: ast.Board) -> tuple[Sort, Sort]:
        """Return the columns and rows that all boards share."""
        sides = [b for b in self.all if _naming(b) == _naming(one)]
        width = min(max(b.columns for b in sides), limits.GRID_SIDE)
        height = min(max(b.rows for b in sides), limits.GRID_SIDE)
        first = 1 if one.first is None else one.first
        numbers = one.first is not None or one.row_letters
        columns = tuple(str(n + first) if numbers else column_name(n) for n in range(width))
        rows = tuple(column_name(n).upper() if one.row_letters else str(n + first) for n in range(height))
        return Sort("columns", "column", columns, one.span), Sort("rows", "row", rows, one.span)

    def _geometry(self, one: ast.Board, holes: frozenset[tuple[int, int]]) -> Geometry | None:
        """Return the board's geometry; report clauses that do not fit its form."""
        places = tuple((x, y) for y in range(one.rows) for x in range(one.columns) if (x, y) not in holes)
        if not places:
            self.report.error("R864", one.size_span, "this board has no spaces", "draw a space that is one")
            return None
        if one.odd_rows is not None and not one.hexes:
            self.report.error(
                "R431",
                one.odd_rows,
                "the rows of squares lie straight above each other",
                "leave this out, or write `hexes` and the numbers of columns and rows",
            )
            return None
        allowed = (6,) if one.hexes else (4, 8)
        if one.neighbours is not None and one.neighbours not in allowed:
            what, how_many = ("hex", "6") if one.hexes else ("square", "4 or 8")
            assert one.neighbours_span is not None
            self.report.error(
                "R432",
                one.neighbours_span,
                f"a {what} has {how_many} neighbours, not {one.neighbours}",
                f"write {how_many}",
            )
            return None
        form: Form = "squares" if not one.hexes else "rhombus" if one.odd_rows is None else "odd rows right"
        return Geometry(form, places, one.neighbours or allowed[0])

    def _at(self, squares: Sort, shape: BoardShape) -> typed.Column:
        """Build the lookup column of `square(3, 2)`."""
        numbers = {place: n for n, place in enumerate(shape.geometry.places)}
        values = tuple(numbers.get(at, -1) for at in product(range(shape.width), range(shape.height)))
        keys = tuple(
            NumberKey(word, shape.first, shape.first + size - 1)
            for word, size in (("column", shape.width), ("row", shape.height))
        )
        return typed.Column(
            squares.singular, "", keys, MemberType(squares, -1 in values), values, squares.span
        )

    def _steps(self, one: ast.Board, spaces: Sort, shape: BoardShape) -> None:
        """Declare the steps between neighbours in straight lines."""
        if len(self.all) > 1:
            if one is self.all[0]:
                message = "with several boards this does not say whose `steps` are meant"
                hint = "name a square and then one of its neighbours"
                self.report.error("R531", one.size_span, message, hint)
            return
        pairs = shape.geometry.steps
        if len(pairs) > limits.DOMAIN_SIZE or not pairs:
            self.report.error(
                "R531",
                one.size_span,
                f"this board has {len(pairs)} steps; with rules that speak of `steps` it has 1 to"
                f" {limits.DOMAIN_SIZE}",
                "make it smaller, or name a square and then one of its neighbours",
            )
            return
        labels = tuple(f"{spaces.members[start]}-{spaces.members[goal]}" for start, goal in pairs)
        steps = Sort("steps", "step", labels, one.span, steps_on=spaces)
        names = (ast.Ident("steps", one.plural.span), ast.Ident("step", one.singular.span))
        if not self.declarer.add_sort(self.game, steps, names):
            return
        shape.steps = steps
        for what in ("start", "goal"):
            self.globals.own[steps][what] = BuiltIn(what, spaces, spaces)


def _naming(one: ast.Board) -> tuple[int | None, bool]:
    return one.first, one.row_letters


def _label(one: ast.Board, column: str, row: str) -> str:
    """Return the label of a space: a1, or 3,2 where columns are numbered, or B7 where rows have letters."""
    if one.row_letters:
        return f"{row}{column}"
    return f"{column},{row}" if one.first is not None else f"{column}{row}"


def column_name(index: int) -> str:
    """Return the column letters of an index: a, b, ..., z, aa, ab, ..."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("a") + rest) + name
    return name
