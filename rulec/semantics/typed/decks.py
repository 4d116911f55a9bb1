"""Decks, and what is drawn from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulec.semantics.typed.declarations import ChanceEvent, Zone
    from rulec.semantics.typed.expressions import ZoneValue
    from rulec.semantics.typed.sentences import Sentence, Transport
    from rulec.semantics.types import Local, PieceSort, Sort
    from rulec.source import Span


@dataclass(eq=False)
class Deck:
    """Zones that make up a pile: `middle`, whose order does not exist, and what is declared beside it."""

    owner: Sort | None
    name: str
    pieces: PieceSort
    keys: tuple[Sort, ...]
    middle: Zone
    span: Span
    top: tuple[Zone, ...] = ()  # places that all see, the uppermost first
    discard: Zone | None = None
    reshuffle: bool = False
    filled: tuple[Sentence, ...] = ()  # what lies there from the start is put there first of all


@dataclass(frozen=True)
class DrawOne:
    """One piece by chance, each of those that lie there equally likely; `move` says where it goes."""

    event: ChanceEvent
    var: Local
    source: ZoneValue
    move: Transport
    span: Span


@dataclass(frozen=True)
class ShowAll:
    """From now on all know what lies there."""

    zone: ZoneValue
    span: Span


@dataclass(eq=False)
class Unseen:
    """Pieces go from one zone to another so that not all see which; `same`: both have the same owner."""

    source: Zone
    target: Zone
    same: bool
