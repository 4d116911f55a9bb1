"""Converts a position dictionary to displayable facts, grouped by owner."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulec.face import BoardKind
from rulec.play.value_text import NOTHING, in_words, is_nothing
from rulec.runtime.schema import PLAYERS, Slot

META = frozenset({"player", "game", "rules", "seats", "options", "chance", "rng", "decisions", "pending"})
_LAYERS = "layers of "
_COUNTED = re.compile(r"_used(_\d+)?_*$")  # use counts of free actions


@dataclass(frozen=True)
class Board:
    """Board with the piece on each space."""

    name: str
    spaces: tuple[str, ...]
    kinds: tuple[str, ...]  # possible pieces
    pieces: dict[str, str]  # space -> piece


@dataclass(frozen=True)
class Fact:
    """Value of one variable for a player, a member, or (without `owner`) the game."""

    owner: str  # `players`, a kind, or empty
    member: str
    name: str
    content: Any
    text: str
    start: str  # start value
    inner: bool = False  # internal bookkeeping, invisible in the board game
    zone: bool = False  # contains pieces or members

    @property
    def key(self) -> tuple[str, str, str]:
        return self.owner, self.member, self.name

    @property
    def is_notable(self) -> bool:
        """Check whether the value is worth displaying: non-empty and changed since the start."""
        if self.inner or is_nothing(self.text):
            return not self.inner and self.text == "0" != self.start and not self.zone
        return self.owner == PLAYERS or self.zone or self.text != self.start


@dataclass(frozen=True)
class Shapes:
    """Metadata of a game's variables: slots, start values, boxed pieces, declaration order."""

    slots: Mapping[str, Slot] = field(default_factory=dict)
    start: Mapping[str, Any] = field(default_factory=dict)  # path -> content
    boxed: Collection[str] = ()  # pieces that start in the box
    counted: Collection[str] = ()  # free actions, which may have use counters
    order: Mapping[str, int] = field(default_factory=dict)  # name -> line of its declaration


@dataclass(frozen=True)
class Position:
    """Displayable content of a state."""

    seats: tuple[str, ...]
    boards: tuple[Board, ...]
    facts: tuple[Fact, ...]
    members: Mapping[str, tuple[str, ...]]  # kind -> members in declaration order

    def players(self, everything: bool = False) -> dict[str, list[str]]:
        """Values by name and player; variables empty for all players are omitted."""
        found: dict[str, dict[str, Fact]] = {}
        for one in self.facts:
            if one.owner == PLAYERS:
                found.setdefault(one.name, {})[one.member] = one
        return {
            name: [values[seat].text if seat in values else NOTHING for seat in self.seats]
            for name, values in found.items()
            if everything or any(one.is_notable for one in values.values())
        }

    def plain(self) -> set[str]:
        """Names of player variables with scalar values."""
        deep = {one.name for one in self.facts if isinstance(one.content, Mapping | list | tuple)}
        return {one.name for one in self.facts if one.owner == PLAYERS} - deep

    def game(self, everything: bool = False) -> dict[str, str]:
        return {one.name: one.text for one in self.facts if not one.owner and (everything or one.is_notable)}

    def sorts(self, everything: bool = False) -> dict[str, dict[str, dict[str, str]]]:
        """Values by kind, member and name, for members with any."""
        found: dict[str, dict[str, dict[str, str]]] = {}
        for one in self.facts:
            if one.owner not in ("", PLAYERS) and (everything or one.is_notable):
                found.setdefault(one.owner, {}).setdefault(one.member, {})[one.name] = one.text
        return {sort: _in_order(values, self.members.get(sort, ())) for sort, values in found.items()}

    def with_boards(self, sort: str, everything: bool = False) -> dict[str, dict[str, str]]:
        """Values of a kind's members, including pieces on boards."""
        found = {name: dict(values) for name, values in self.sorts(everything).get(sort, {}).items()}
        for board in self.boards:
            if board.name.partition(".")[0] == sort:
                for space, piece in board.pieces.items():
                    found.setdefault(space, {})[board.name.partition(".")[2]] = piece
        return found


def _in_order(values: dict[str, dict[str, str]], order: Sequence[str]) -> dict[str, dict[str, str]]:
    places = {name: n for n, name in enumerate(order)}
    return dict(sorted(values.items(), key=lambda pair: places.get(pair[0], len(places))))


def read_position(
    data: Mapping[str, Any],
    kinds: Sequence[BoardKind],
    shapes: Shapes | None = None,
    everything: bool = False,
) -> Position:
    """Convert a dictionary of `to_dict` or `observation`; `kinds` are the game's boards."""
    shapes = shapes or Shapes()
    boards = {one.name: one for one in kinds}
    seats = tuple(str(seat + 1) for seat in range(data["seats"]))
    found: list[Board] = []
    facts: list[Fact] = []
    members: dict[str, tuple[str, ...]] = {}
    for path, content in _variables(data, boards, shapes.slots, seats):
        if path in boards:
            pieces = {str(space): str(piece) for space, piece in content.items()}
            found.append(Board(path, boards[path].spaces, boards[path].pieces, pieces))
            continue
        slot = shapes.slots.get(path)
        owner, name = _owner(path, slot, content, seats)
        if owner and slot is not None:
            members.setdefault(owner, slot.dims[0])
        facts += _facts(owner, name, path, content, seats, shapes, everything)
    facts.sort(key=lambda one: shapes.order.get(one.name.partition(".")[0], 0))
    return Position(seats, tuple(found), tuple(facts), members)


def _facts(
    owner: str, name: str, path: str, content: Any, seats: Sequence[str], shapes: Shapes, everything: bool
) -> Iterator[Fact]:
    slot, start = shapes.slots.get(path), shapes.start.get(path)
    absent = frozenset(() if slot is None else slot_seats(slot)) - set(seats)
    inner = is_inner(path, slot, shapes.boxed) or _COUNTED.sub("", name) in shapes.counted
    zone = slot is None or slot.sparse or slot.sort in ("set", "list") or len(slot.dims) > (1 if owner else 0)
    if not owner:
        text = in_words(content, "", absent, everything)
        yield Fact("", "", name, content, text, in_words(start, "", absent, everything), inner, zone)
        return
    for member, value in content.items():
        if owner == PLAYERS and member not in seats:
            continue
        first = start.get(member) if isinstance(start, Mapping) else None
        mine = str(member) if owner == PLAYERS else ""
        text, begun = (in_words(one, mine, absent, everything) for one in (value, first))
        yield Fact(owner, str(member), name, value, text, begun, inner, zone)


def slot_seats(slot: Slot) -> Iterator[str]:
    """Yield the seats in a slot's labels; absent seats are never shown."""
    for labels in slot.dims:
        for label in labels:
            whose = label.rpartition(" of ")[2]
            if whose.isdigit() and (" of " in label or PLAYERS in slot.kept_for):
                yield whose


def is_inner(path: str, slot: Slot | None, boxed: Collection[str]) -> bool:
    """Check whether the variable is internal or off the board."""
    if path.startswith(("known.", "noticed.", "box.")) or path in boxed:
        return True
    return slot is not None and any(one.startswith(_LAYERS) for one in slot.kept_for)


def _owner(path: str, slot: Slot | None, content: Any, seats: Sequence[str]) -> tuple[str, str]:
    """Owner of a variable and its name there."""
    first, found, rest = path.partition(".")
    if _by_seat(content, seats) and (slot is None or slot.kept_for[:1] == (PLAYERS,)):
        return PLAYERS, path.removeprefix("players.")
    if slot is None:
        return (first, rest) if found and isinstance(content, Mapping) else ("", path)
    if found and slot.kept_for[:1] == (first,):
        return first, rest
    return "", path.replace(".", " ")


def _variables(
    data: Mapping[str, Any],
    boards: Collection[str],
    slots: Mapping[str, Slot],
    seats: Sequence[str],
    path: str = "",
) -> Iterator[tuple[str, Any]]:
    """Yield paths and contents; nested dictionaries group variables by kind."""
    for key, content in data.items():
        here = f"{path}.{key}" if path else str(key)
        if not path and key in META:
            continue
        known = here in boards or here in slots
        if not known and isinstance(content, Mapping) and _has_variables(here, content, boards, slots, seats):
            yield from _variables(content, boards, slots, seats, here)
        else:
            yield here, content


def _has_variables(
    path: str,
    content: Mapping[str, Any],
    boards: Collection[str],
    slots: Mapping[str, Slot],
    seats: Sequence[str],
) -> bool:
    if any(name.startswith(path + ".") for name in (*boards, *slots)):
        return True
    nested = not _by_seat(content, seats) and any(isinstance(one, Mapping) for one in content.values())
    return nested and "." not in path


def _by_seat(content: Any, seats: Sequence[str]) -> bool:
    return isinstance(content, Mapping) and bool(content) and set(seats) <= set(content)


def context_of(data: Mapping[str, Any], known: Collection[str]) -> str:
    """Context of the pending decision: locals whose names the rules declare.

    `known` are those names: of decisions and of members' words. Numbers mean nothing without their rule, and
    names like `p` only to the author.
    """
    pending = data["pending"] or {"rule": "", "locals": {}}
    found = {}
    for path, value in pending["locals"].items():
        rule, _, name = path.partition(".")
        if rule == pending["rule"] and name in known and isinstance(value, str):
            found[name.replace("_", " ")] = value
    return ", ".join(f"{name} {value}" for name, value in found.items())
