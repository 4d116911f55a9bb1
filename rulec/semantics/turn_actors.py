"""Turn actors: the players, or members of a kind that take turns in their place."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.semantics import typed
from rulec.semantics.scope import Globals, Scope
from rulec.semantics.typed.walk import parts
from rulec.semantics.types import SetType, Sort


def acting_sort(sort: Sort | None, globals_: Globals) -> Sort | None:
    """Return the sort if its members can act in a loop, else None."""
    return sort if sort in (globals_.acting, globals_.members["player"]) else None


def nobody(name: str, scope: Scope) -> tuple[str, str]:
    """Return message and hint for a use of `me` where nobody acts, or a player without turns."""
    acting = scope.globals.acting
    if scope.me is None:
        hint = f"say who acts with `each {acting.singular} acting in {acting.plural}:`"
        if acting is scope.globals.members["player"]:
            hint = "say who acts with `each player acting in seat order:`"
        if scope.sheet:
            hint = f"nobody acts in an example: name the {acting.singular}"
        return f"`{name}` speaks of `me`, but nobody acts here", hint
    return (
        f"`{name}` speaks of a {acting.singular}, but here `me` is a {scope.me.singular}",
        f"put it below `each {acting.singular} acting in ...:`",
    )


def calls_for_players(body: object, players: Sort) -> Iterator[typed.CallRule]:
    """Yield calls below `each p acting in players` in games where another kind takes the turns."""
    for one in parts(body):
        if isinstance(one, typed.Each) and one.acting and _of(one, players):
            inner = list(parts(one.body))
            fine = {
                id(part)
                for other in inner
                if isinstance(other, typed.ActingAs) or (isinstance(other, typed.Each) and other.acting)
                for part in parts(other.body)
            }
            yield from (part for part in inner if isinstance(part, typed.CallRule) and id(part) not in fine)


def _of(node: typed.Each, players: Sort) -> bool:
    return isinstance(node.value.type, SetType) and node.value.type.sort is players
