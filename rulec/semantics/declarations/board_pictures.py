"""Board drawings: a sign for each cell that marks holes and the members on spaces."""

from __future__ import annotations

from dataclasses import field

from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.types import MemberType, Sort, TextType
from rulec.syntax import ast

Places = frozenset[tuple[int, int]]


def cells_of(line: ast.Text, width: int) -> list[str]:
    """Split a drawn row into signs: words if it contains blanks, else characters."""
    words = line.value.split()
    return words if len(words) > 1 or width == 1 else list(line.value.strip())


def holes_of(board: ast.Board, report: Reporter) -> Places:
    """Return the cells with holes; report drawings that do not fit the board's size."""
    holes: list[Places] = []
    for picture in board.pictures:
        if len(picture.lines) != board.rows:
            message = f"{len(picture.lines)} rows are drawn, but the board has {board.rows}"
            report.error("R864", picture.span, message, "draw a row for each, the first one at the top")
            return frozenset()
        none = {
            one.sign.value.strip() for one in picture.legend if one.sort == "hole" and one.sign is not None
        }
        found = set()
        for y, line in enumerate(picture.lines):
            cells = cells_of(line, board.columns)
            if len(cells) != board.columns:
                message = f"{len(cells)} columns are drawn, but the board has {board.columns}"
                hint = "write a sign for each; where signs have several letters, write spaces between them"
                report.error("R864", line.span, message, hint)
                return frozenset()
            found |= {(x, y) for x, sign in enumerate(cells) if sign in none}
        holes.append(frozenset(found))
    for picture, there in zip(board.pictures[1:], holes[1:], strict=True):
        if there != holes[0]:
            message = "all pictures of a board have the same spaces, but here others are left out"
            hint = "draw unused spaces with a sign of their own, for example of a terrain"
            report.error(
                "R864", picture.span, message, hint, [Note(board.pictures[0].span, "the first picture")]
            )
    return holes[0] if holes else frozenset()


@dataclass
class _Drawn:
    """Signs of one sort in one drawing."""

    sort: Sort
    word: ast.Ident
    signs: dict[str, int] = field(default_factory=dict)


class Pictures:
    """Declares the columns that drawings define: `square's terrain`, and `city's square`."""

    def __init__(self, declarer: DeclarationContext) -> None:
        self.declarer = declarer
        self.globals, self.report, self.game = declarer.globals, declarer.report, declarer.game
        self.drawn: list[tuple[ast.Board, Sort]] = []

    def declare(self) -> None:
        """Declare the columns of all boards, when all tables are read."""
        for board, squares in self.drawn:
            self._board(board, squares)

    def _board(self, board: ast.Board, squares: Sort) -> None:
        columns: dict[Sort, list[tuple[ast.Picture, typed.Column]]] = {}
        back: dict[Sort, list[tuple[ast.Picture, typed.Column | None]]] = {}
        words: dict[Sort, ast.Ident] = {}
        for number, picture in enumerate(board.pictures):
            legend = self._legend(picture)
            if legend is None:
                return
            found = self._cells(board, picture, legend, squares)
            if found is None:
                return
            self._show(picture, legend, found, squares)
            for one in legend:
                words.setdefault(one.sort, one.word)
                values = found[one.sort]
                suffix = "" if len(board.pictures) == 1 else f" drawn {number + 1}"
                type_ = MemberType(one.sort, -1 in values)
                column = typed.Column(
                    squares.plural, one.sort.singular + suffix, (squares,), type_, tuple(values), picture.span
                )
                columns.setdefault(one.sort, []).append((picture, column))
                back.setdefault(one.sort, []).append((picture, self._back(one, values, squares, suffix)))
        for sort, given in columns.items():
            self._give(board, squares, sort.singular, words[sort], given)
            places = [(picture, column) for picture, column in back[sort] if column is not None]
            if len(places) == len(given) and squares.singular not in self.globals.own[sort]:
                self._give(board, sort, squares.singular, board.singular, places)

    def _back(self, one: _Drawn, values: list[int], squares: Sort, suffix: str) -> typed.Column | None:
        """Return the inverse column (member to space), unless a member is drawn twice."""
        at = [-1] * one.sort.size
        for square, member in enumerate(values):
            if member >= 0:
                if at[member] >= 0:
                    return None
                at[member] = square
        type_ = MemberType(squares, -1 in at)
        return typed.Column(
            one.sort.plural, squares.singular + suffix, (one.sort,), type_, tuple(at), one.word.span
        )

    def _show(
        self, picture: ast.Picture, legend: list[_Drawn], found: dict[Sort, list[int]], squares: Sort
    ) -> None:
        """Record a drawing for display, unless its condition is more than one option's value."""
        option, value = "", 0
        if picture.condition is not None:
            named = self._option_of(picture.condition)
            if named is None:
                return
            option, value = named[0], named[2]
        signs = ["."] * squares.size
        meanings: list[tuple[str, str]] = []
        for one in legend:
            letters = {member: sign for sign, member in one.signs.items()}
            for n, member in enumerate(found[one.sort]):
                signs[n] = letters.get(member, signs[n])
            used = set(found[one.sort])
            meanings += [(sign, one.sort.members[m]) for m, sign in sorted(letters.items()) if m in used]
        shown = typed.Picture(squares, option, value, tuple(signs), tuple(meanings))
        self.game.pictures.append(shown)

    def _option_of(self, condition: ast.Expr) -> tuple[str, Sort, int] | None:
        """Return option, kind and member of a condition such as `map is western`."""
        if not (
            isinstance(condition, ast.Compare)
            and condition.op == "is"
            and not condition.negated
            and isinstance(condition.left, ast.Name)
            and isinstance(condition.right, ast.Name)
        ):
            return None
        known = self.globals.constants.get(condition.right.name.text)
        return None if known is None else (condition.left.name.text, *known)

    # --- signs ------------------------------------------------------------------------------------------

    def _legend(self, picture: ast.Picture) -> list[_Drawn] | None:
        found: dict[Sort, _Drawn] = {}
        spans: dict[str, Span] = {}
        for one in picture.legend:
            read = self._signs(one)
            if read is None:
                return None
            for sort, sign, member in read:
                if sign in spans:
                    message = f"the sign `{sign}` has two meanings"
                    hint = "give one of the two another sign"
                    self.report.error("R865", one.span, message, hint, [Note(spans[sign], "the first one")])
                    return None
                spans[sign] = one.span
                if sort is not None:
                    word = one.name if one.sort == "column" and one.name is not None else None
                    word = word or ast.Ident(sort.singular, one.span)
                    found.setdefault(sort, _Drawn(sort, word)).signs[sign] = member
        self.plain = set(spans)
        return list(found.values())

    def _signs(self, one: ast.Legend) -> list[tuple[Sort | None, str, int]] | None:
        """Read one part of a legend: sorts, signs, members."""
        if one.sort in {"hole", "plain"}:
            assert one.sign is not None
            return [(None, one.sign.value.strip(), 0)]
        assert one.name is not None
        if one.sort == "member":
            assert one.sign is not None
            known = self.globals.constants.get(one.name.text)
            if known is None:
                hint = did_you_mean(one.name.text, self.globals.constants)
                self.report.unknown(
                    "R201", one.name.text, one.name.span, f"unknown name `{one.name.text}`", hint
                )
                return None
            return [(known[0], one.sign.value.strip(), known[1])]
        sort = self.declarer.member_sort(one.name)
        if sort is None:
            return None
        assert one.column is not None
        column = self.globals.own[sort].get(one.column.text)
        if (
            not isinstance(column, typed.Column)
            or len(column.keys) != 1
            or not isinstance(column.type, TextType)
        ):
            message = f"`{one.column.text}` is not a column of signs of the {sort.plural}"
            hint = 'give their table a column of texts, with cells such as `"."`'
            self.report.error("R867", one.column.span, message, hint)
            return None
        return [(sort, sign, n) for n, sign in enumerate(column.texts) if sign]

    def _cells(
        self, board: ast.Board, picture: ast.Picture, legend: list[_Drawn], squares: Sort
    ) -> dict[Sort, list[int]] | None:
        """Return the member drawn on each space for each sort; -1 for none."""
        assert squares.board is not None
        rows = [cells_of(line, board.columns) for line in picture.lines]
        found = {one.sort: [-1] * squares.size for one in legend}
        for n, (x, y) in enumerate(squares.board.geometry.places):
            if y >= len(rows) or x >= len(rows[y]):
                return None  # reported already
            sign = rows[y][x]
            if sign not in self.plain:
                message = f"this does not say what the sign `{sign}` means"
                hint = did_you_mean(sign, self.plain) or f'add `"{sign}" is a space` if there is nothing'
                self.report.error("R865", picture.lines[y].span, message, hint)
                return None
            for one in legend:
                if sign in one.signs:
                    found[one.sort][n] = one.signs[sign]
        return found

    # --- words ------------------------------------------------------------------------------------------

    def _give(
        self,
        board: ast.Board,
        owner: Sort,
        word: str,
        name: ast.Ident,
        given: list[tuple[ast.Picture, typed.Column]],
    ) -> None:
        """Declare the attribute for the drawn members; the first drawing whose condition holds applies."""
        name = ast.Ident(word, name.span)
        if len(board.pictures) == 1:
            if self.declarer.claim(owner, name, given[0][1]):
                self.game.columns.append(given[0][1])
            return
        subject = ast.Ident(owner.singular, name.span)
        value: ast.Expr | None = None if self._covers(board) else ast.Word("none", board.span)
        for picture, column in reversed(given):
            self.globals.own[owner][column.name] = column
            self.game.columns.append(column)
            itself = ast.Name(subject, (), picture.span)
            here: ast.Expr = ast.Possessive(itself, ast.Ident(column.name, picture.span), (), picture.span)
            if value is not None:
                condition = picture.condition or ast.Word("yes", picture.span)
                here = ast.IfElse(here, condition, value, picture.span)
            value = here
        assert value is not None
        self.declarer.declare_definition(subject, name, (), value, board.span)

    def _covers(self, board: ast.Board) -> bool:
        """Return whether some drawing applies to every value of an option."""
        named: set[int] = set()
        of: tuple[str, Sort] | None = None
        for picture in board.pictures:
            condition = picture.condition
            if condition is None:
                return True
            known = self._option_of(condition)
            if known is None or (of is not None and of != known[:2]):
                return False
            of = known[:2]
            named.add(known[2])
        return of is not None and len(named) == of[1].size
