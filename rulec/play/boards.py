"""Draws boards as text: rectangular grids, or lists of occupied spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase

from rich.text import Text

from rulec.play.glyphs import Glyph, glyphs, kind_of
from rulec.play.position import Board
from rulec.play.tables import in_columns, wrapped
from rulec.runtime.schema import PictureInfo

_COUNTED = re.compile(r"([0-9]+),([0-9]+)")
_LETTERED = re.compile(r"([A-Z]+)([0-9]+)")
_OWNER = re.compile(r" of ([a-z0-9_]+)")
_SPACE = re.compile(r"([a-z]+)([1-9][0-9]*)")
_SQUARE = re.compile(r"([a-z])([1-9][0-9]*)")


@dataclass(frozen=True)
class Grid:
    """Columns from left to right, rows from bottom to top."""

    columns: tuple[str, ...]
    rows: tuple[int, ...]


def grid_of(spaces: Iterable[str]) -> Grid | None:
    """Grid formed by spaces named a1, b1, ..., or None."""
    found = []
    for space in spaces:
        match = _SPACE.fullmatch(space)
        if match is None:
            return None
        found.append((match[1], int(match[2])))
    columns = tuple(sorted({column for column, _ in found}, key=lambda name: (len(name), name)))
    rows = tuple(sorted({row for _, row in found}))
    return Grid(columns, rows) if found and len(set(found)) == len(columns) * len(rows) else None


def draw_board(board: Board, before: Mapping[str, str] | None = None) -> list[Text]:
    """Draw a board; spaces changed since `before` are highlighted."""
    signs = glyphs(board.pieces.values(), board.kinds)
    grid = grid_of(board.spaces)
    changed = set() if before is None else {s for s in board.spaces if before.get(s) != board.pieces.get(s)}
    lines = list(_grid(board, grid, signs, changed) if grid is not None else _list(board, changed))
    if grid is not None and signs:
        lines += [Text(), _legend(signs.values())]
    return lines


def _grid(board: Board, grid: Grid, signs: Mapping[str, Glyph], changed: set[str]) -> Iterator[Text]:
    width = max([len(glyph.sign) for glyph in signs.values()] + [len(column) for column in grid.columns])
    margin = len(str(grid.rows[-1]))
    for row in reversed(grid.rows):
        line = Text()
        line.append(str(row).rjust(margin), "dim")
        for column in grid.columns:
            space = f"{column}{row}"
            glyph = signs.get(board.pieces.get(space, ""), Glyph(".", "dim", ""))
            style = f"{glyph.style} bold reverse" if space in changed else glyph.style
            line.append("  ")
            line.append(glyph.sign.center(width), style.strip())
        line.rstrip()
        yield line
    yield Text("  ".join([" " * margin, *(column.center(width) for column in grid.columns)]).rstrip(), "dim")


def draw_picture(
    picture: PictureInfo, there: Mapping[str, Mapping[str, str]], width: int = 100, named_too: bool = True
) -> list[Text]:
    """Draw a board picture with spaces named `3,2`, `C3` or `c3`: signs, and marks for contents.

    Named spaces are bracketed and, with `named_too`, listed below the board.
    """
    places = [_place(label) for label in picture.spaces]
    at = {(place[0], place[1]): n for n, place in enumerate(places) if place is not None}
    if len(at) < len(places):
        return []
    columns, rows = sorted({x for x, _ in at}), sorted({y for _, y in at}, key=lambda y: (len(y), y))
    signs = picture.signs.split("\n")
    named = {space for space, _, _ in picture.landmarks}
    lines = []
    lettered = all(map(_SQUARE.fullmatch, picture.spaces))
    for tens in (False,) if lettered else (True, False):
        head = Text("   ", "dim")
        for x in columns:
            digit = str(x // 10 or " ") if tens else str(x % 10)
            head.append(" " + (ascii_lowercase[x - 1] if lettered else digit), "dim")
        lines.append(head)
    for y in rows:
        line = Text(y.rjust(3), "dim")
        bracket = " "
        for x in columns:
            n = at.get((x, y))
            mark = "" if n is None else _mark(there.get(picture.spaces[n], {}))
            sign = " " if n is None else mark or signs[n].lower()
            line.append("(" if n in named else bracket, "bold")
            line.append(sign, "bold reverse" if mark else "bold" if n in named else "dim")
            bracket = ")" if n in named else " "
        if bracket.strip():
            line.append(bracket, "bold")
        lines.append(line)
    meanings = [f"{sign.lower()} {member}" for sign, member in picture.meanings]
    legend = "   ".join([*meanings, "capitals: whose pieces lie there, * several, + others"])
    lines += (Text(one, "dim") for one in wrapped("    ", legend, width))
    return [*lines, *(_landmarks(picture, width) if named_too else ())]


def _place(label: str) -> tuple[int, str] | None:
    """Column and row of a space named `3,2`, `C3` (row C) or `c3` (column c)."""
    if counted := _COUNTED.fullmatch(label):
        return int(counted[1]), counted[2]
    if square := _SQUARE.fullmatch(label):
        return ascii_lowercase.index(square[1]) + 1, square[2]
    lettered = _LETTERED.fullmatch(label)
    return None if lettered is None else (int(lettered[2]), lettered[1])


def _landmarks(picture: PictureInfo, width: int) -> Iterator[Text]:
    """List the named spaces by kind."""
    columns = dict.fromkeys(column for _, column, _ in picture.landmarks)
    for column in columns:
        found = sorted((name, picture.spaces[n]) for n, one, name in picture.landmarks if one == column)
        yield Text()
        yield Text().append(f"    ({column})", "bold")
        for text in in_columns([f"{name} {space}" for name, space in found], width - 4):
            yield Text("    ").append_text(text)


def _mark(there: Mapping[str, str]) -> str:
    """Mark for a space's contents: owner's initial, `*` for several owners, `+` for unowned."""
    owners = {owner for value in there.values() for owner in _OWNER.findall(value)}
    if len(owners) == 1:
        return str(owners.pop())[0].upper()
    return "*" if owners else "+" if there else ""


def _list(board: Board, changed: set[str]) -> Iterator[Text]:
    """List occupied and just changed spaces."""
    for space in board.spaces:
        if space in board.pieces or space in changed:
            piece = board.pieces.get(space, "-")
            yield Text(f"{space}: {piece}", "bold" if space in changed else "")
    if not board.pieces:
        yield Text("(empty)", "dim")


def _legend(signs: Iterable[Glyph]) -> Text:
    """Legend of signs: players if there is one kind of piece, else pieces."""
    shown = list(signs)
    single = len({kind_of(glyph.piece) for glyph in shown}) == 1
    line = Text()
    for number, glyph in enumerate(shown):
        owner = glyph.piece.rpartition(" of ")[2]
        name = f"player {owner}" if single and glyph.style else glyph.piece
        line.append("   " if number else "")
        line.append(glyph.sign, glyph.style)
        line.append(f" {name}", "dim")
    return line
