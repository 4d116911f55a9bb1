"""Declarations of a game for tools that display positions: kinds, maps, variables, actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from rulec.runtime import state_dict
from rulec.runtime.schema import KindInfo, MapInfo, PictureInfo, PiecesInfo, Schema, Slot
from rulec.runtime.view import View
from rulec.runtime.wording import Wording

Content = Literal["number", "flag", "member", "set", "list", "pieces", "board"]

_CONTENTS: dict[str, Content] = {
    "int": "number",
    "flag": "flag",
    "member": "member",
    "set": "set",
    "list": "list",
}
_LAYERS = "layers of "
_NOTES = ("known.", "noticed.", "box.")
_DISCARDED = ".discard_pile"


class Variable(NamedTuple):
    """A path of a position dictionary.

    Below the path, dictionaries are nested by `keys`; their leaves are a number, a flag, a member (or None),
    a collection of members, or (`pieces`) counts of members without zeros. A `board` maps occupied spaces to
    pieces.
    """

    name: str
    content: Content
    keys: tuple[str, ...] = ()  # kinds
    labels: tuple[tuple[str, ...], ...] = ()  # of each of `keys`
    kind: str = ""  # of the members
    members: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    seen: Literal["all", "owner", "nobody"] = "all"
    deck: str = ""  # deck that it is part of
    part: Literal["", "face down", "top", "discarded"] = ""
    known: str = ""  # variable with the public knowledge of hidden contents
    hidden: bool = False  # hidden from some: observations may contain only a count
    inner: bool = False  # internal or off the board


class ActionRow(NamedTuple):
    """Metadata of one action id."""

    id: int
    decision: str
    option: str
    label: str
    kind: str = ""  # of the chosen member; empty for other options


class Description(NamedTuple):
    """Declarations of a game, as viewers of positions need them."""

    name: str
    title: str
    seats: tuple[str, ...]  # labels of the players
    actors: tuple[str, ...]  # labels of the acting members, if other than the players
    actor_kind: str
    kinds: tuple[KindInfo, ...]
    maps: tuple[MapInfo, ...]
    pieces: tuple[PiecesInfo, ...]
    drawings: tuple[PictureInfo, ...]
    variables: tuple[Variable, ...]
    start: dict[str, Any]  # start value of each variable
    actions: tuple[ActionRow, ...]
    categories: tuple[str, ...]
    wording: Wording  # display names


def describe(view: View, actions: tuple[ActionRow, ...], wording: Wording | None = None) -> Description:
    schema = view.schema
    shown = schema.presentation
    acting = (
        next((kind.name for kind in shown.kinds if kind.members == schema.actors), "")
        if schema.actors
        else ""
    )
    start = state_dict.state_part(view, view.fresh())
    return Description(
        schema.name, schema.title, schema.seats, schema.actors, acting, shown.kinds, shown.maps, shown.pieces,
        schema.pictures, variables(schema), start, actions, schema.categories,
        wording or Wording(schema),
    )  # fmt: skip


def variables(schema: Schema) -> tuple[Variable, ...]:
    """List every declared variable, boards first."""
    on_boards = {name for board in schema.boards for _, name in board.pieces}
    decks = dict(_decks(schema))
    known = {one.slot: one.known for one in schema.hidden}
    boxes = {one.name for one in schema.presentation.pieces if not one.home}
    slots = {slot.name: slot for slot in schema.slots}
    boards = [
        Variable(
            board.name,
            "board",
            (slots[board.pieces[0][1]].member_sort,),
            (board.spaces,),
            members=tuple(p for p, _ in board.pieces),
        )
        for board in schema.boards
    ]
    found = [
        _variable(slot, decks.get(slot.name, ("", "")), known, slot.name in boxes)
        for slot in schema.slots
        if slot.role == "state" and slot.name not in on_boards
    ]
    return (*boards, *found)


def _variable(slot: Slot, deck: tuple[str, str], known: dict[str, str], boxed: bool) -> Variable:
    keys, labels = slot.kept_for, slot.dims
    kind, members = slot.member_sort, slot.members
    content = _CONTENTS[slot.sort]
    if slot.sparse:
        content, kind, members, keys, labels = "pieces", keys[-1], labels[-1], keys[:-1], labels[:-1]
    name, part = deck
    inner = boxed or slot.name.startswith(_NOTES) or any(one.startswith(_LAYERS) for one in keys)
    return Variable(
        slot.name, content, keys, labels, kind, members, slot.lo, slot.hi, slot.seen, name, part,  # type: ignore[arg-type]
        known.get(slot.name, ""), slot.name in known, inner,
    )  # fmt: skip


def _decks(schema: Schema) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield slot -> (deck, part of the deck that the slot stores)."""
    for stock in schema.stocks:
        for down, *tops in stock.decks:
            deck = down.removesuffix(".middle")
            yield down, (deck, "face down")
            yield from ((top, (deck, "top")) for top in tops)
            yield from (
                (slot.name, (deck, "discarded")) for slot in schema.slots if slot.name == deck + _DISCARDED
            )
