"""Flattens a position dictionary: one entry per variable and combination of keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulec.face import Description, Variable

PLAYERS: Final = "players"
UNKNOWN: Final = "?"
PIECES: Final = "pieces"  # key of a hidden zone's piece count


EntryId = tuple[str, tuple[str, ...]]  # (variable, key members)


@dataclass(frozen=True)
class Entry:
    """Content of a variable under one combination of keys."""

    variable: Variable
    keys: tuple[str, ...]
    value: Any

    @property
    def id(self) -> EntryId:
        return self.variable.name, self.keys

    @property
    def hidden_count(self) -> int | None:
        """Number of pieces in a zone hidden from the observer, else None."""
        if self.variable.hidden and isinstance(self.value, Mapping) and set(self.value) == {PIECES}:
            number = self.value[PIECES]
            return int(number) if isinstance(number, int) else None
        return None

    def counts(self) -> dict[str, int]:
        """Count by member, in zone order."""
        value, content = self.value, self.variable.content
        if self.hidden_count is not None or value is None or value == UNKNOWN:
            return {}
        if content == "pieces":
            return {str(label): int(count) for label, count in value.items() if count}
        if content in ("set", "list"):
            found: dict[str, int] = {}
            for label in value:
                found[str(label)] = found.get(str(label), 0) + 1
            return found
        return {str(value): 1} if content in ("member", "board") else {}


def content_at(data: Mapping[str, Any], path: str) -> Any:
    """Content at a path such as `players.hand`."""
    for name in path.split("."):
        data = data[name]
    return data


def entries(description: Description, data: Mapping[str, Any]) -> dict[EntryId, Entry]:
    """Non-empty entries of `to_dict` or `observation`, without internal variables."""
    absent = frozenset(description.seats[data["seats"] :])
    found: dict[EntryId, Entry] = {}
    for variable in description.variables:
        if variable.inner:
            continue
        by_players = [n for n, kind in enumerate(variable.keys) if kind == PLAYERS] if absent else []
        for keys, value in _walk(variable, content_at(data, variable.name), len(variable.keys)):
            if value is None or value is False or value == {} or value == []:
                continue
            if not any(n < len(keys) and keys[n] in absent for n in by_players):
                found[variable.name, keys] = Entry(variable, keys, value)
    return found


def _walk(variable: Variable, content: Any, depth: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield key tuples and contents; unknown contents end early, with fewer keys."""
    if depth == 0 or content == UNKNOWN or (variable.hidden and _is_count(content)):
        yield (), content
    elif depth == 1 and not variable.hidden:
        yield from (((label,), value) for label, value in content.items())
    else:
        for label, inner in content.items():
            for keys, value in _walk(variable, inner, depth - 1):
                yield (label, *keys), value


def _is_count(content: Any) -> bool:
    return isinstance(content, Mapping) and set(content) == {PIECES}


def known_of(description: Description, data: Mapping[str, Any], entry: Entry) -> dict[str, int]:
    """Publicly known contents of a hidden zone: minimal count by member."""
    name = entry.variable.known
    variable = next((one for one in description.variables if one.name == name), None) if name else None
    if variable is None:
        return {}
    content = content_at(data, name)
    for key in entry.keys:
        if not isinstance(content, Mapping) or key not in content:
            return {}
        content = content[key]
    return Entry(variable, entry.keys, content).counts()
