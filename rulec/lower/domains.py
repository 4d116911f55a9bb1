"""Domains and types of the IR for the sorts of the rules."""

from __future__ import annotations

from rulec.ir.types import BOOL, Domain, ElemType, IntType, ListType, SetType, Type, list_type
from rulec.semantics import typed
from rulec.semantics import types as t


class Domains:
    """One domain for each sort of a game, and one list type for all lists of its members."""

    def __init__(self, game: typed.Game) -> None:
        self.game = game
        self.domains: dict[t.Sort, Domain] = {sort: Domain(sort.plural, sort.members) for sort in game.sorts}
        self.seats = self.domain(game.player_sort)
        self.player_type = ElemType(self.seats)
        actors = game.actors.sort if game.actors is not None else game.player_sort
        self.actors = self.domain(actors)  # who `me` can be where nothing else is said
        self.actor_type = ElemType(self.actors)
        self.actor_word = actors.singular
        self.lists: dict[t.Sort, ListType] = {}

    def stored(self, type_: t.Type) -> Type:
        if isinstance(type_, t.NumberType):
            return IntType(type_.lo, type_.hi)
        if isinstance(type_, t.MemberType | t.EffectType):
            return ElemType(self.domain(type_.sort), type_.maybe)
        if isinstance(type_, t.SetType):
            return SetType(self.domain(type_.sort))
        if isinstance(type_, t.ListType):
            return self.list_type(type_.sort)
        return BOOL

    def list_type(self, sort: t.Sort) -> ListType:
        """Return the list type of a sort, common to all its variables."""
        type_ = self.lists.get(sort)
        if type_ is None:
            type_ = self.lists[sort] = list_type(self.domain(sort), sort.room)
        return type_

    def bits(self) -> tuple[Domain, ...]:
        return tuple(one.domain for one in self.lists.values())

    def domain(self, sort: t.Sort) -> Domain:
        return self.domains[sort]

    def domain_type(self, sort: t.Sort) -> ElemType:
        return ElemType(self.domain(sort))

    def owners(self, pieces: t.PieceSort) -> Domain:
        return self.seats if pieces.owner is None else self.domain(pieces.owner)
