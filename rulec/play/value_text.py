"""Formats values of positions for people: `2 white, 1 purple`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

NOTHING = "-"
_NOTHINGS = frozenset({NOTHING, "0", "no", "0 pieces"})
_PIECES = "pieces"  # key of a hidden zone's piece count


def is_nothing(text: str) -> bool:
    return text in _NOTHINGS


def in_words(value: Any, owner: str = "", absent: Collection[str] = (), everything: bool = False) -> str:
    """Format a value: `-` for nothing, members of sets, counted pieces.

    `owner` is the player who has the value; pieces of that owner are shown without it. Things of `absent`
    players and zero counts are omitted, the latter unless `everything` is set.
    """
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(clean(str(one), owner) for one in value) or NOTHING
    if not isinstance(value, Mapping):
        return str(value)
    if set(value) == {_PIECES}:
        return "1 piece" if value[_PIECES] == 1 else f"{value[_PIECES]} pieces"
    value = flat(present(value, absent))
    if everything:
        parts = [_part(key, one, owner, absent, True) for key, one in value.items()]
    elif value and all(isinstance(one, bool) for one in value.values()):
        parts = [clean(key, owner) for key, one in value.items() if one]
    else:
        told = [(key, _part(key, one, owner, absent, False), one) for key, one in value.items()]
        parts = [text for _, text, one in told if not is_nothing(in_words(one, owner, absent))]
    joint = "; " if any(isinstance(one, Mapping | list) for one in value.values()) else ", "
    return joint.join(parts) or NOTHING


def _part(key: str, one: Any, owner: str, absent: Collection[str], everything: bool) -> str:
    label = clean(key, owner)
    if type(one) is int:
        return f"{one} {label}"
    deep = isinstance(one, Mapping | list)
    return f"{label}{':' * deep} {in_words(one, owner, absent, everything)}"


def clean(label: str, owner: str) -> str:
    """Drop a redundant owner: `disc of 1` -> `disc` for player 1."""
    kind, found, whose = label.rpartition(" of ")
    return kind if found and owner and whose == owner else label


def present(value: Mapping[str, Any], absent: Collection[str]) -> dict[str, Any]:
    """Filter out entries of absent seats."""
    return {
        str(key): one
        for key, one in value.items()
        if str(key) not in absent and str(key).rpartition(" of ")[2] not in absent
    }


def flat(value: dict[str, Any]) -> dict[str, Any]:
    """Flatten a mapping of single-kind counts to the count per place."""
    inner = [one for one in value.values() if isinstance(one, Mapping)]
    kinds = {key for one in inner for key in one}
    if len(kinds) != 1 or len(inner) < len(value) or kinds == {_PIECES}:
        return value
    (kind,) = kinds
    counts = {key: one.get(kind, 0) for key, one in value.items()}
    return counts if all(type(one) is int for one in counts.values()) and " of " in kind else value
