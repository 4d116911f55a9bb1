"""A position dictionary, sorted into what is drawn: boards, what each player has, everything else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulec.face import BoardKind

_NOTHING = frozenset({"-", "0", "no"})
META = frozenset({"player", "game", "rules", "seats", "options", "chance", "rng", "decisions", "pending"})


@dataclass(frozen=True)
class Board:
    """A zone with spaces: what lies on each."""

    name: str
    spaces: tuple[str, ...]
    kinds: tuple[str, ...]  # that may come there
    pieces: dict[str, str]  # space -> piece


@dataclass(frozen=True)
class Position:
    """What there is to show of a state."""

    boards: tuple[Board, ...]
    of_players: dict[str, list[str]]  # variable -> value of each player
    others: dict[str, str]  # variable -> value
    tables: dict[str, dict[str, str]]  # variable -> member -> value
    members: dict[str, dict[str, dict[str, str]]]  # sort -> member -> variable -> what it has of it


def read_position(data: Mapping[str, Any], kinds: Sequence[BoardKind]) -> Position:
    """A dictionary of `to_dict`; `kinds` are the boards of the game."""
    boards = {one.name: one for one in kinds}
    seats = [str(seat + 1) for seat in range(data["seats"])]
    found: list[Board] = []
    of_players: dict[str, list[str]] = {}
    others: dict[str, str] = {}
    tables: dict[str, dict[str, str]] = {}
    for path, content in _variables(data, boards, seats):
        if path in boards:
            pieces = {str(space): str(piece) for space, piece in content.items()}
            found.append(Board(path, boards[path].spaces, boards[path].pieces, pieces))
        elif not isinstance(content, Mapping):
            others[path] = text_of(content)
        elif _by_seat(content, seats):
            name = path.removeprefix("players.")
            of_players[name] = [text_of(content[seat]) for seat in seats]
        elif "." not in path and (
            not content or set(content) == {"pieces"}
        ):  # an empty zone, or one of which the number is known
            others[path] = text_of(content)
        else:
            tables[path] = {str(member): text_of(value) for member, value in content.items()}
    for known in [name for name in (*of_players, *tables) if name.startswith("known.")]:
        if not any(one != "-" for one in (of_players.get(known) or tables.get(known, {}).values())):
            of_players.pop(known, None), tables.pop(known, None)
    return Position(tuple(found), of_players, others, tables, _members(tables))


def with_boards(position: Position, sort: str) -> dict[str, dict[str, str]]:
    """What members of a sort have, the boards that lie on them included."""
    found = {member: dict(values) for member, values in position.members.get(sort, {}).items()}
    for board in position.boards:
        if board.name.partition(".")[0] == sort:
            for space, piece in board.pieces.items():
                found.setdefault(space, {})[board.name.partition(".")[2]] = piece
    return found


def _members(tables: dict[str, dict[str, str]]) -> dict[str, dict[str, dict[str, str]]]:
    """What members of a sort have, taken out of the tables: those with nothing are left out."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for path in list(tables):
        if path.count(".") == 2 and not path.startswith("players."):
            sort, name, member = path.split(".")
            there = [f"{value} {kind}" for kind, value in tables.pop(path).items() if value not in _NOTHING]
            here = found.setdefault(sort, {})
            if there:
                here.setdefault(member, {})[name] = ", ".join(there)
    for path in list(tables):
        sort, _, name = path.partition(".")
        if sort in found and "." not in name:
            for member, value in tables.pop(path).items():
                if value not in _NOTHING:
                    found[sort].setdefault(member, {})[name] = value
    return found


def _variables(
    data: Mapping[str, Any], boards: Collection[str], seats: Sequence[str], path: str = ""
) -> Iterator[tuple[str, Any]]:
    """Paths and contents; a dictionary of dictionaries is a sort with its variables."""
    for key, content in data.items():
        here = f"{path}.{key}" if path else str(key)
        if not path and key in META:
            continue
        nested = isinstance(content, Mapping) and here not in boards and not _by_seat(content, seats)
        if nested and _has_variables(here, content, boards):
            yield from _variables(content, boards, seats, here)
        else:
            yield here, content


def _has_variables(path: str, content: Mapping[str, Any], boards: Collection[str]) -> bool:
    return any(isinstance(one, Mapping) for one in content.values()) or any(
        name.startswith(path + ".") for name in boards
    )


def _by_seat(content: Any, seats: Sequence[str]) -> bool:
    return isinstance(content, Mapping) and bool(content) and set(seats) <= set(content)


def context_of(data: Mapping[str, Any]) -> str:
    """What the pending decision is about: the rule's own values, as `hole b1`. Counters of loops stay out."""
    pending = data["pending"] or {"locals": {}}
    found = {}
    for path, value in pending["locals"].items():
        rule, _, name = path.partition(".")
        ours = "~" in name or "." in name or name in ("me", "player")
        if rule and not ours and value is not None and not isinstance(value, list | dict):
            found[name] = text_of(value)
    return ", ".join(f"{name} {value}" for name, value in found.items())


def text_of(value: Any) -> str:
    """A value in words: nothing is `-`, a set its members."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(text_of, value)) or "-"
    if isinstance(value, Mapping):  # pieces by their kinds, or only how many there are
        return ", ".join(f"{one} {kind}" for kind, one in value.items() if one is not None) or "-"
    return str(value)
