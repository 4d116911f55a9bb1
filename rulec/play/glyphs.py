"""Assigns each piece a sign of one or two letters and a colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SIGNS = "XO#@+%&="  # one per player
COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan", "bright_black", "white")


@dataclass(frozen=True)
class Glyph:
    sign: str
    style: str
    piece: str


def seat_of(piece: str) -> int | None:
    """Seat index of a piece: `disc of 2` -> 1."""
    _, found, owner = piece.rpartition(" of ")
    return int(owner) - 1 if found and owner.isdigit() else None


def kind_of(piece: str) -> str:
    return piece.rpartition(" of ")[0] if seat_of(piece) is not None else piece


def colour_of(seat: int | None) -> str:
    return "" if seat is None else COLOURS[seat % len(COLOURS)]


def glyphs(pieces: Iterable[str], kinds_known: Iterable[str]) -> dict[str, Glyph]:
    """Glyph of each piece; with one kind of piece, the player's sign suffices."""
    pieces = sorted(set(pieces))
    kinds = sorted({*map(kind_of, pieces), *kinds_known})
    letters = _letters(kinds)
    found = {}
    for piece in pieces:
        seat = seat_of(piece)
        sign = letters[kind_of(piece)]
        if seat is not None:
            sign = SIGNS[seat % len(SIGNS)] if len(kinds) == 1 else f"{sign}{seat + 1}"
        found[piece] = Glyph(sign, colour_of(seat), piece)
    return found


def _letters(kinds: list[str]) -> dict[str, str]:
    """Shortest unique prefix of each name."""
    found: dict[str, str] = {}
    for kind in kinds:
        others = [other for other in kinds if other != kind]
        length = next(
            (n for n in range(1, len(kind)) if not any(other[:n] == kind[:n] for other in others)), len(kind)
        )
        found[kind] = kind[:length].capitalize()
    return found
