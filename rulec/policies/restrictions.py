"""Restrictions of policies: options that a player avoids, or prefers whenever they are offered.

A restriction names options in the words of the rules: `main: telegraph` is an option of a decision, `chicago`
every option with this table row or piece, `train` every option of this kind, `main` all of a decision;
`p2: main: telegraph` applies to player 2 only. Patterns match a prefix of the words, with `*` and `?` as
wildcards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from rulec.base.diagnostics import did_you_mean
from rulec.errors import RulecError
from rulec.face import ActionRow, Description

_SEATS = re.compile(r"p(\d+)(?:\s*,\s*p(\d+))*\s*:", re.IGNORECASE)


@dataclass(frozen=True)
class Restriction:
    """Requested restriction: players (counted from 0; empty: all) and action ids."""

    text: str
    prefers: bool
    players: frozenset[int]
    actions: frozenset[int]


@dataclass(frozen=True)
class Restricted:
    """Avoided and preferred actions of a player."""

    avoided: frozenset[int] = frozenset()
    preferred: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.avoided or self.preferred)

    def __or__(self, other: Restricted) -> Restricted:
        """Combine two restrictions."""
        return Restricted(self.avoided | other.avoided, self.preferred | other.preferred)

    def permitted(self, legal: Sequence[int]) -> list[int]:
        """Return the indices of preferred actions, else of those not avoided, else of all."""
        allowed = [place for place, one in enumerate(legal) if one not in self.avoided]
        preferred = [place for place in allowed if legal[place] in self.preferred]
        return preferred or allowed or list(range(len(legal)))

    def forced(self, legal: Sequence[int]) -> bool:
        """Return whether only avoided actions are offered."""
        return all(one in self.avoided for one in legal)


FREE: Final = Restricted()


def read_restrictions(
    forbidden: Iterable[str], preferred: Iterable[str], description: Description, players: int
) -> tuple[Restriction, ...]:
    """Parse the restrictions of `--forbid` and `--prefer`; raise an error for unknown names."""
    return tuple(
        _read(text, prefers, description, players)
        for texts, prefers in ((forbidden, False), (preferred, True))
        for text in texts
    )


def restricted(restrictions: Sequence[Restriction], players: int) -> tuple[Restricted, ...]:
    """Return the restrictions of each player; empty if none were given."""
    if not restrictions:
        return ()
    found = []
    for player in range(players):
        mine = [one for one in restrictions if not one.players or player in one.players]
        avoided = frozenset[int]().union(*(one.actions for one in mine if not one.prefers))
        for one in mine:
            if one.prefers and one.actions <= avoided:
                raise RulecError(
                    f"--prefer: all that `{one.text}` means is forbidden to player {player + 1}",
                    "leave out one of the two, or name players, as `p1: ...`",
                )
        preferred = frozenset[int]().union(*(one.actions for one in mine if one.prefers))
        found.append(Restricted(avoided, preferred))
    return tuple(found)


def _read(text: str, prefers: bool, description: Description, players: int) -> Restriction:
    option = "--prefer" if prefers else "--forbid"
    seats, rest = _players(text, option, players)
    decision, colon, name = (part.strip() for part in rest.partition(":"))
    if not decision or (colon and not name):
        raise RulecError(
            f"{option}: `{text}` names no option",
            "as `main: telegraph`, or the name of a row, kind or decision",
        )
    named = _options(decision, name, option, description) if colon else _named(decision, option, description)
    return Restriction(text, prefers, seats, frozenset(row.id for row in named))


def _players(text: str, option: str, players: int) -> tuple[frozenset[int], str]:
    """Split off leading players, counted from 0."""
    begin = _SEATS.match(text.strip())
    if begin is None:
        return frozenset(), text
    numbers = [int(one) for one in re.findall(r"\d+", begin[0])]
    wrong = next((one for one in numbers if not 1 <= one <= players), None)
    if wrong is not None:
        raise RulecError(f"{option}: there is no player {wrong}", f"the game has players 1 to {players}")
    return frozenset(one - 1 for one in numbers), text.strip()[begin.end() :]


def _options(decision: str, name: str, option: str, description: Description) -> list[ActionRow]:
    asked = [row for row in description.actions if _alike(decision, row.decision)]
    if not asked:
        known = dict.fromkeys(row.decision for row in description.actions)
        raise _unknown(f"decision `{decision}`", decision, known, option, description)
    found = [row for row in asked if _begins(name, row.option)]
    if not found:
        known = dict.fromkeys(row.option for row in asked)
        raise _unknown(f"option `{name}` of `{decision}`", name, known, option, description)
    return found


def _named(name: str, option: str, description: Description) -> list[ActionRow]:
    """Return the actions that a name matches: by decision, row or piece, or kind."""
    kinds = {one.name for one in description.kinds if _alike(name, one.name) or _alike(name, one.word)}
    kinds |= {one.kind for one in description.pieces if _alike(name, one.name) or _alike(name, one.word)}
    found = [
        row
        for row in description.actions
        if row.kind in kinds or _alike(name, row.decision) or _within(name, row.option)
    ]
    if not found:
        if kinds:
            raise RulecError(
                f"{option}: no option of {description.title} names a `{name}`", "nobody chooses it"
            )
        used = {row.kind for row in description.actions}
        known = [word for row in description.actions for word in (row.decision, row.option)]
        known += [word for one in description.kinds if one.name in used for word in (one.word, one.name)]
        raise _unknown(
            f"option, row or kind `{name}` to choose", name, dict.fromkeys(known), option, description
        )
    return found


def _unknown(what: str, name: str, known: Iterable[str], option: str, description: Description) -> RulecError:
    names = list(known)
    shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    hint = did_you_mean(name, names) or f"there is {shown}"
    return RulecError(f"{option}: {description.title} has no {what}", hint)


def _alike(pattern: str, text: str) -> bool:
    one, other = pattern.casefold(), text.casefold()
    return one == other or fnmatchcase(other, one)


def _begins(pattern: str, text: str) -> bool:
    """Return whether the words of an option start with those of a pattern."""
    words, given = text.split(), pattern.split()
    return _alike(pattern, text) or (
        len(given) <= len(words) and all(map(_alike, given, words[: len(given)]))
    )


def _within(pattern: str, text: str) -> bool:
    """Return whether the words of a pattern occur consecutively in an option."""
    words = text.split()
    return any(_begins(pattern, " ".join(words[first:])) for first in range(len(words)))
