"""Typed game."""

from __future__ import annotations

from dataclasses import field

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.typed.declarations import (
    Actors,
    Allowed,
    Always,
    ChanceEvent,
    Decision,
    Deck,
    Definition,
    EndWhen,
    FreeAction,
    Goods,
    Obligation,
    Opening,
    Option,
    Picture,
    Place,
    ScoreLine,
    TieBreak,
    Unseen,
    Zone,
)
from rulec.semantics.typed.display import Display
from rulec.semantics.typed.examples import Example
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import Column, PieceSort, Rule, Sort, Variable


@dataclass
class Game:
    title: str
    file: str
    name: str
    span: Span
    players: tuple[int, int]
    length: int
    length_span: Span
    player_sort: Sort
    sorts: list[Sort] = field(default_factory=list)
    pieces: list[PieceSort] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    allowed: list[Allowed] = field(default_factory=list)
    configurations: tuple[tuple[int, ...], ...] = ()  # players, then a value of each option
    columns: list[Column] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    goods: list[Goods] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    unseen: list[Unseen] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    events: list[ChanceEvent] = field(default_factory=list)
    free_actions: list[FreeAction] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    obligations: list[Obligation] = field(default_factory=list)
    always: list[Always] = field(default_factory=list)
    endings: list[EndWhen] = field(default_factory=list)  # tested at any moment
    actors: Actors | None = None
    setup: Rule | None = None
    play: Rule | None = None
    score: list[ScoreLine] = field(default_factory=list)
    scored: Expr | None = None  # the members that score for the players, if the players do not
    ties: list[TieBreak] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    display: Display = field(default_factory=Display)
    statements: str = ""  # prefix of the cited rulebook inventory

    def is_hand(self, zone: Zone) -> bool:
        """Return whether only one player sees a zone's contents."""
        return zone.seen == "owner" and zone.owner is self.player_sort
