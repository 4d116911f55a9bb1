"""Declarations for display: kinds, maps, pieces, texts (no part of the meaning)."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass

MapForm = Literal["squares", "rhombus", "odd rows right", "graph", "track"]


@dataclass(frozen=True)
class Kind:
    """The members of a kind, with the table cells as written."""

    name: str  # of all of them
    word: str  # for one of them
    members: tuple[str, ...]
    columns: tuple[tuple[str, tuple[str, ...]], ...]  # heading, the cell of each member
    parts: tuple[str, ...]  # kinds whose members are among them
    steps_of: str  # of the steps of a board: its spaces


@dataclass(frozen=True)
class Map:
    """The layout of a kind's members: the spaces of a board, a graph or a track."""

    kind: str
    form: MapForm
    places: tuple[tuple[int, int], ...] = ()  # column and row of each space of a board
    down: bool = False  # the first row lies at the top
    edges: str = ""  # the kind of the edges, where edges have names
    joins: tuple[tuple[int, int], ...] = ()  # of a graph: the two spaces of each edge
    one_way: bool = False


@dataclass(frozen=True)
class Pieces:
    """Declared pieces: their kinds, owners and starting places."""

    name: str
    word: str
    kind: str  # the kind that tells them apart
    owner: str  # the kind of their owners
    home: str  # nothing: off the board


@dataclass(frozen=True)
class OptionText:
    """Texts for the options of a group.

    `template` has texts at its even places; between them stands `` for the member, `COLUMN` for a cell of its
    row; `COLUMN/ONE/MANY` adds a word to a number.
    """

    decision: str
    kind: str  # of the members; nothing for one option
    label: str  # of that option, or what stands before each member
    template: tuple[str, ...]


@dataclass(frozen=True)
class CellTexts:
    """Texts for the cells of a column, by member."""

    kind: str
    column: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Wording:
    """Display texts, where the names themselves do not serve."""

    kinds: tuple[tuple[str, str, str], ...] = ()  # name; of one of them, of several
    members: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()  # kind; label, text
    names: tuple[tuple[str, str], ...] = ()  # of variables, zones, rules
    decisions: tuple[tuple[str, str], ...] = ()  # of questions
    options: tuple[OptionText, ...] = ()
    cells: tuple[CellTexts, ...] = ()


@dataclass(frozen=True)
class Presentation:
    kinds: tuple[Kind, ...] = ()
    maps: tuple[Map, ...] = ()
    pieces: tuple[Pieces, ...] = ()
    wording: Wording = Wording()
