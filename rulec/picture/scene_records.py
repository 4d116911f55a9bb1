"""Records of everything that a picture of a position shows: no coordinates of the page, no colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulec.picture.look.records import PLAIN_MAP, Icon, MapLook, Shade

NOBODY = -1


@dataclass(frozen=True)
class Mark:
    """An option that is offered here: its id, its label, and the label as people read it."""

    action: int
    label: str
    text: str


TokenForm = Literal["piece", "card", "back", "value"]


@dataclass(frozen=True)
class Token:
    """A thing that lies somewhere: pieces, cards, goods, cards face down, or a value with its name."""

    text: str
    form: TokenForm = "piece"
    count: int = 1
    owner: int = NOBODY  # a place in `Scene.owners`
    words: tuple[str, ...] = ()  # cells of its table
    colour: str = ""  # a colour that its name says
    changed: bool = False
    mark: Mark | None = None
    key: tuple[str, str] = ("", "")  # kind and member, by which options find it
    icon: Icon | None = None


@dataclass(frozen=True)
class Space:
    """A space of a board, a node of a graph, a space of a track. `x` and `y` count spaces."""

    label: str
    x: float
    y: float
    name: str = ""
    ground: int = -1  # a place in the legend of its board
    tokens: tuple[Token, ...] = ()
    changed: bool = False
    mark: Mark | None = None
    icon: Icon | None = None
    title: str = ""  # in full, where `name` is shorter


@dataclass(frozen=True)
class Link:
    """An edge between two spaces, by their numbers."""

    start: int
    end: int
    label: str = ""
    one_way: bool = False
    tokens: tuple[Token, ...] = ()
    changed: bool = False
    mark: Mark | None = None
    bends: tuple[tuple[float, float], ...] = ()  # points that it passes


@dataclass(frozen=True)
class Arrow:
    """An option that leads from one space to another."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True)
class LineMark:
    """An option that is a whole column or row of a board."""

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
    legend: tuple[str, ...] = ()  # what each ground is
    named: bool = True  # are labels of spaces worth writing on them?
    shades: tuple[Shade | None, ...] = ()  # of the legend, as far as they are given
    look: MapLook = PLAIN_MAP
    reliefs: tuple[Icon | None, ...] = ()  # of the legend: drawn on every space of it


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
    """What lies in one zone, or what one member has."""

    name: str
    tokens: tuple[Token, ...]
    mark: Mark | None = None


@dataclass(frozen=True)
class ZonePanel:
    """Zones side by side: those of one player, or of nobody."""

    title: str
    rows: tuple[ZoneRow, ...]
    owner: int = NOBODY
    active: bool = False
    mark: Mark | None = None


@dataclass(frozen=True)
class Deck:
    """Cards face down, the tops that lie face up, discarded ones; `known`: what is known of the first."""

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
    """Points of each player by category, and their sums."""

    title: str
    players: tuple[int, ...]  # places in `Scene.owners`, or NOBODY
    names: tuple[str, ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class TurnPanel:
    """Whose turn it is, the choice before, and the options that have no place in the other panels."""

    title: str
    owner: int
    question: str
    last: str = ""
    options: tuple[Mark, ...] = ()
    elsewhere: int = 0  # options that other panels mark


Panel = BoardPanel | TrackPanel | ZonePanel | DeckPanel | SheetPanel | TurnPanel


@dataclass(frozen=True)
class Layout:
    """Where a panel stands among the others, and how many columns it takes, where that is given."""

    order: float | None = None
    width: int | None = None


@dataclass(frozen=True)
class Scene:
    title: str
    setting: str  # players and options of this game
    owners: tuple[str, ...]  # names of those to whom pieces belong
    panels: tuple[Panel, ...]
    colours: tuple[Shade, ...] = ()  # of the owners, as far as they are given
    layouts: tuple[Layout, ...] = ()  # of the panels, if any is given
