"""Decks, and what is drawn from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.base.fast_dataclass import dataclass

if TYPE_CHECKING:
    from rulec.base.source_text import Span
    from rulec.semantics.typed.declarations import ChanceEvent, Column, Variable, Zone
    from rulec.semantics.typed.expressions import Expr, ZoneValue
    from rulec.semantics.typed.sentences import Sentence, Transport
    from rulec.semantics.types import Local, PieceSort, Sort


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
    under: Zone | None = None  # what has been put under it: a zone for each layer, the uppermost first
    layers: Layers | None = None
    aside: Zone | None = None  # what has been drawn and lies nowhere yet
    filled: tuple[Sentence, ...] = ()  # what lies there from the start is put there first of all


@dataclass(eq=False)
class Layers:
    """What has been put under a deck, one thing below the other; no layer above one that holds something is
    empty. Everybody in `seen_by` knows what lies in a layer; in which order, nobody does."""

    sort: Sort
    above: Column  # the layer above each
    seen_by: Variable


@dataclass(frozen=True)
class DrawOne:
    """One piece by chance, each of those that lie there equally likely; `move` says where it goes.

    In `then` the piece has the name `var`. `there`: it has been seen to that something lies there.
    """

    event: ChanceEvent
    var: Local
    source: ZoneValue
    move: Transport
    span: Span
    then: tuple[Sentence, ...] = ()
    there: bool = False


@dataclass(frozen=True)
class ShowAll:
    """From now on all know what lies there, or some: a player, or a set of players."""

    zone: ZoneValue
    span: Span
    to: Expr | None = None


@dataclass(eq=False)
class Unseen:
    """Pieces go from one zone to another so that not all see which.

    `same` says for how many of the things that tell zones of one name apart (their owner, what stands in
    their brackets) both surely have the same. `all_of_it`: nothing stays. `by_chance`: a deck gives one.
    """

    source: Zone
    target: Zone
    same: int
    all_of_it: bool = False
    by_chance: bool = False
