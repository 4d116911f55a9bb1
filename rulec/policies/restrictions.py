"""Restrictions of players: options that a player never takes, or takes whenever they are offered.

A restriction names options in the words of the rules: `main: telegraph` is an option of a decision, `chicago`
every option that names this table row or piece, `train` every option of this kind, `main` all of a decision;
`p2: main: telegraph` is for player 2 alone. Words are matched from the first one on, `*` and `?` stand for
anything.
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
    """What was asked for: the players (numbered from 0; none: everybody) and the action ids."""

    text: str
    prefers: bool
    players: frozenset[int]
    actions: frozenset[int]


@dataclass(frozen=True)
class Restricted:
    """What one player avoids and prefers."""

    avoided: frozenset[int] = frozenset()
    preferred: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.avoided or self.preferred)

    def __or__(self, other: Restricted) -> Restricted:
        """Both at once."""
        return Restricted(self.avoided | other.avoided, self.preferred | other.preferred)

    def permitted(self, legal: Sequence[int]) -> list[int]:
        """Places of what is preferred, else of what is not avoided, else of everything."""
        allowed = [place for place, one in enumerate(legal) if one not in self.avoided]
        preferred = [place for place in allowed if legal[place] in self.preferred]
        return preferred or allowed or list(range(len(legal)))

    def forced(self, legal: Sequence[int]) -> bool:
        """Is nothing offered but what is avoided?"""
        return all(one in self.avoided for one in legal)


FREE: Final = Restricted()


def read_restrictions(
    forbidden: Iterable[str], preferred: Iterable[str], description: Description, players: int
) -> tuple[Restriction, ...]:
    """The restrictions of `--forbid` and `--prefer`; names that the game does not have are refused."""
    return tuple(
        _read(text, prefers, description, players)
        for texts, prefers in ((forbidden, False), (preferred, True))
        for text in texts
    )


def restricted(restrictions: Sequence[Restriction], players: int) -> tuple[Restricted, ...]:
    """What each player is left with; nothing at all if there are no restrictions."""
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
    """The players named at the beginning, counted from 0, and the rest."""
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
    """Everything that bears a name: a decision, rows and pieces, a kind."""
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
    """Do the words of an option begin with those of the pattern?"""
    words, given = text.split(), pattern.split()
    return _alike(pattern, text) or (
        len(given) <= len(words) and all(map(_alike, given, words[: len(given)]))
    )


def _within(pattern: str, text: str) -> bool:
    """Do the words of the pattern stand in an option, one after the other?"""
    words = text.split()
    return any(_begins(pattern, " ".join(words[first:])) for first in range(len(words)))
