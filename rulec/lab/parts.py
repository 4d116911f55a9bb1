"""Finds the optional parts of a game in its declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rulec.face import Description

PartKind = Literal["action", "row", "kind", "decision"]
MOST_MEMBERS = 60  # of a kind without a table, whose members are parts each
_EVERYWHERE = 3  # decisions that offer an option of the same words: it is one part
_ANSWERS = {"yes", "no"}  # words that mean something else at each decision


@dataclass(frozen=True)
class Part:
    """Part that a player can avoid; `restriction` is its spelling for `--forbid`."""

    kind: PartKind
    name: str
    actions: frozenset[int]
    restriction: str


def find_parts(description: Description) -> tuple[Part, ...]:
    """All parts, with distinct sets of options."""
    known: dict[frozenset[int], Part] = {}
    every = len(description.actions)
    for part in (*_actions(description), *_rows(description), *_kinds(description), *_decisions(description)):
        if 0 < len(part.actions) < every:
            known.setdefault(part.actions, part)
    return tuple(known.values())


def _actions(description: Description) -> Iterator[Part]:
    """Parts from options written in the rules themselves."""
    written = [row for row in description.actions if not row.kind]
    often = Counter(row.option for row in written)
    for row in written:
        if often[row.option] >= _EVERYWHERE and row.option not in _ANSWERS:
            alike = frozenset(other.id for other in written if other.option == row.option)
            yield Part("action", row.option, alike, f"*: {row.option}")
        else:
            yield Part("action", row.label, frozenset({row.id}), row.label)


def _rows(description: Description) -> Iterator[Part]:
    """Parts from members of kinds that options name: table rows, cards, tiles; over all owners."""
    for kind in description.kinds:
        of_kind = [row for row in description.actions if row.kind == kind.name]
        members = list(dict.fromkeys(_unowned(one, description) for one in kind.members))
        if (
            not of_kind
            or kind.name == description.actor_kind
            or (not kind.columns and len(members) > MOST_MEMBERS)
        ):
            continue
        for member in members:
            named = frozenset(row.id for row in of_kind if names(member, row.option))
            if len(members) > 1:
                yield Part("row", f"{kind.word} {member}", named, member)


def _kinds(description: Description) -> Iterator[Part]:
    for kind in description.kinds:
        named = frozenset(row.id for row in description.actions if row.kind == kind.name)
        yield Part("kind", f"any {kind.word}", named, kind.name)


def _decisions(description: Description) -> Iterator[Part]:
    for decision in dict.fromkeys(row.decision for row in description.actions):
        named = frozenset(row.id for row in description.actions if row.decision == decision)
        yield Part("decision", f"decision {decision}", named, f"{decision}: *")


def _unowned(member: str, description: Description) -> str:
    """Member without its owner: `hut of 1` -> `hut`."""
    name, of, owner = member.rpartition(" of ")
    return name if of and owner in description.seats else member


def names(member: str, option: str) -> bool:
    """Check whether the words of a member occur in an option."""
    words, found = option.split(), member.split()
    return any(words[first : first + len(found)] == found for first in range(len(words)))


def shown(parts: Sequence[Part]) -> str:
    """Count parts by kind: `5 actions, 12 rows`."""
    counts = Counter(part.kind for part in parts)
    return ", ".join(f"{number} {kind}{'' if number == 1 else 's'}" for kind, number in counts.items())
