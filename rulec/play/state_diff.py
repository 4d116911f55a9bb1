"""Textual diff of two positions: `money 600 -> 500`, `own +1 turquoise`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulec.play.position import Position
from rulec.play.value_text import clean, in_words, is_nothing


@dataclass(frozen=True)
class Change:
    owner: str  # `players`, a kind, or empty
    member: str
    name: str
    text: str


def changes(before: Position, after: Position) -> Iterator[Change]:
    """Yield the visible changes in display order."""
    old = {one.key: one for one in before.facts}
    for one in after.facts:
        was = old.get(one.key)
        if not one.inner and was is not None and was.text != one.text:
            mine = one.member if one.owner == "players" else ""
            yield Change(one.owner, one.member, one.name, delta(was.content, one.content, mine))
    boards = {one.name: one.pieces for one in before.boards}
    for board in after.boards:
        sort, _, name = board.name.partition(".")
        for space in board.spaces:
            was_there, there = boards[board.name].get(space), board.pieces.get(space)
            if was_there != there:
                yield Change(sort, space, name, delta(was_there, there))


def delta(old: Any, new: Any, owner: str = "") -> str:
    """Format the difference between two values concisely."""
    if isinstance(new, bool):
        return in_words(new)
    if isinstance(old, Mapping) and isinstance(new, Mapping) and not _counts(old) and not _counts(new):
        keys = dict.fromkeys((*old, *new))
        parts = [
            f"{clean(str(key), owner)}: {delta(old.get(key), new.get(key), owner)}"
            for key in keys
            if old.get(key) != new.get(key)
        ]
        return "; ".join(parts)
    left, right = _items(old), _items(new)
    if left is not None and right is not None and left != right:
        numbered = isinstance(new, Mapping)
        parts = []
        for sign, more, less in (("+", right, left), ("-", left, right)):
            for key, count in more.items():
                if count > less[key]:
                    number = f"{count - less[key]} " if numbered or count - less[key] > 1 else ""
                    parts.append(f"{sign}{number}{clean(key, owner)}")
        return ", ".join(parts)
    text, was = in_words(new, owner), in_words(old, owner)
    return text if was == "-" and not is_nothing(text) else f"{was} -> {text}"


def _counts(value: Mapping[Any, Any]) -> bool:
    return all(type(one) is int for one in value.values())


def _items(value: Any) -> Counter[str] | None:
    """Multiset of items in a value; None if not countable."""
    if isinstance(value, list | tuple):
        return Counter(map(str, value))
    if isinstance(value, Mapping) and _counts(value) and set(value) != {"pieces"}:
        return Counter({str(key): one for key, one in value.items()})
    return None
