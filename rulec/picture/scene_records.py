"""Scene records: content of a picture, independent of page coordinates and colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulec.picture.look.records import PLAIN_MAP, Icon, MapLook, Shade

NOBODY = -1


@dataclass(frozen=True)
class Mark:
    """Legal option shown at a place: id, label, display text."""

    action: int
    label: str
    text: str


TokenForm = Literal["piece", "card", "back", "value"]


@dataclass(frozen=True)
class Token:
    """Item in a zone: piece, card, good, face-down cards, or named value."""

    text: str
    form: TokenForm = "piece"
    count: int = 1
    owner: int = NOBODY  # index into `Scene.owners`
    words: tuple[str, ...] = ()  # table cells
    colour: str = ""  # colour named in its label
    changed: bool = False
    mark: Mark | None = None
    key: tuple[str, str] = ("", "")  # (kind, member), matched by options
    icon: Icon | None = None


@dataclass(frozen=True)
class Space:
    """Space of a board or track, or node of a graph; `x` and `y` in units of a space."""

    label: str
    x: float
    y: float
    name: str = ""
    ground: int = -1  # index into the board's legend
    tokens: tuple[Token, ...] = ()
    changed: bool = False
    mark: Mark | None = None
    icon: Icon | None = None
    title: str = ""  # full name, if `name` is shortened


@dataclass(frozen=True)
class Link:
    """Edge between two spaces, given by index."""

    start: int
    end: int
    label: str = ""
    one_way: bool = False
    tokens: tuple[Token, ...] = ()
    changed: bool = False
    mark: Mark | None = None
    bends: tuple[tuple[float, float], ...] = ()  # bend points


@dataclass(frozen=True)
class Arrow:
    """Option that leads from one space to another."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True)
class LineMark:
    """Option that chooses a whole column or row."""

    axis: Literal["columns", "rows"]
    label: str
    mark: Mark


BoardForm = Literal["squares", "hexes", "graph"]


@dataclass(frozen=True)
class BoardPanel:
    title: str
    form: BoardForm
    spaces: tuple[Space, ...]
    links: tuple[Link, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    lines: tuple[LineMark, ...] = ()
    legend: tuple[str, ...] = ()  # name of each ground
    named: bool = True  # write labels on spaces
    shades: tuple[Shade | None, ...] = ()  # by legend entry, if given
    look: MapLook = PLAIN_MAP
    reliefs: tuple[Icon | None, ...] = ()  # by legend entry, drawn on each of its spaces


@dataclass(frozen=True)
class TrackRow:
    name: str
    spaces: tuple[Space, ...]


@dataclass(frozen=True)
class TrackPanel:
    title: str
    rows: tuple[TrackRow, ...]


@dataclass(frozen=True)
class ZoneRow:
    """Contents of one zone, or of one member."""

    name: str
    tokens: tuple[Token, ...]
    mark: Mark | None = None


@dataclass(frozen=True)
class ZonePanel:
    """Panel of zones: those of one player, or common ones."""

    title: str
    rows: tuple[ZoneRow, ...]
    owner: int = NOBODY
    active: bool = False
    mark: Mark | None = None


@dataclass(frozen=True)
class Deck:
    """Deck: face-down cards, face-up tops, discarded cards; `known`: known cards face down."""

    name: str
    down: int
    known: tuple[Token, ...] = ()
    tops: tuple[Token, ...] = ()
    discarded: tuple[Token, ...] = ()


@dataclass(frozen=True)
class DeckPanel:
    title: str
    decks: tuple[Deck, ...]


@dataclass(frozen=True)
class SheetPanel:
    """Score sheet: points of each player by category, and totals."""

    title: str
    players: tuple[int, ...]  # indexes into `Scene.owners`, or NOBODY
    names: tuple[str, ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class TurnPanel:
    """Turn panel: deciding player, previous choice, options without another place."""

    title: str
    owner: int
    question: str
    last: str = ""
    options: tuple[Mark, ...] = ()
    elsewhere: int = 0  # options that other panels mark


Panel = BoardPanel | TrackPanel | ZonePanel | DeckPanel | SheetPanel | TurnPanel


@dataclass(frozen=True)
class Layout:
    """Explicit position and column span of a panel."""

    order: float | None = None
    width: int | None = None


@dataclass(frozen=True)
class Scene:
    title: str
    setting: str  # players and options of the game
    owners: tuple[str, ...]  # names of owners of pieces
    panels: tuple[Panel, ...]
    colours: tuple[Shade, ...] = ()  # by owner, if given
    layouts: tuple[Layout, ...] = ()  # by panel, if given
