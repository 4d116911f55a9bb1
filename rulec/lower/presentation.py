"""Builds display declarations: kinds with their cells, and maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulec.base.source_text import SourceText
from rulec.ir.presentation import Kind, Map, Pieces, Presentation
from rulec.lower.wording.wording import wording
from rulec.semantics import typed
from rulec.semantics.types import PieceSort, Sort


def presentation(game: typed.Game, sources: Sequence[SourceText]) -> Presentation:
    """Collect kinds, maps and pieces in file order, without generated ones."""
    kinds = tuple(_kind(sort) for sort in game.sorts if " " not in sort.plural)
    pieces = tuple(map(_pieces, game.pieces))
    return Presentation(kinds, tuple(_maps(game)), pieces, wording(game, sources))


def _kind(sort: Sort) -> Kind:
    """Describe a kind; steps of a board have labels alone."""
    return Kind(
        sort.plural,
        sort.singular,
        () if sort.steps_on else sort.members,
        tuple((name, tuple(map(_unquoted, cells))) for name, cells in sort.cells.items()),
        tuple(part.plural for part in sort.parts),
        sort.steps_on.plural if sort.steps_on else "",
    )


def _pieces(pieces: PieceSort) -> Pieces:
    kind = "" if pieces.kinds is None else pieces.kinds.plural
    owner = "" if pieces.owner is None else pieces.owner.plural
    return Pieces(pieces.plural, pieces.singular, kind, owner, pieces.home)


def _maps(game: typed.Game) -> Iterator[Map]:
    edges = {sort.joins: sort for sort in game.sorts if sort.joins is not None}
    for sort in game.sorts:
        if sort.board is not None:
            geometry = sort.board.geometry
            yield Map(sort.plural, geometry.form, geometry.places, sort.board.down)
        elif sort in edges:
            joining = edges[sort]
            joins = tuple(_pair(mask) for mask in joining.ends)
            yield Map(sort.plural, "graph", edges=joining.plural, joins=joins)
        elif sort.onward:
            ways = [(node, goal) for node, mask in enumerate(sort.onward) for goal in _members(mask)]
            yield Map(sort.plural, "graph", joins=tuple(ways), one_way=True)
        elif sort.track is not None:
            yield Map(sort.plural, "track")


def _pair(mask: int) -> tuple[int, int]:
    first, second = _members(mask)
    return first, second


def _members(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _unquoted(text: str) -> str:
    """Strip the quotation marks of a text cell; None for an empty cell."""
    return "" if text == "-" else text.removeprefix('"').removesuffix('"')
