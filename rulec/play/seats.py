"""Parses seat assignments: humans, random players, search players."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from rulec.base.diagnostics import did_you_mean
from rulec.errors import RulecError
from rulec.policies.search import KNOWN, Looking, read_searching


class Seat(Enum):
    human = "human"
    random = "random"

    @property
    def word(self) -> str:
        return self.value


Sitting = Seat | Looking


def players_named(text: str | None, allowed: Iterable[int]) -> int | None:
    """Number of players implied by `human,random,random`; None if not allowed."""
    named = 0 if text is None else text.count(",") + 1
    return named if named > 1 and named in allowed else None


def read_seats(text: str | None, players: int) -> list[Sitting]:
    """Parse `human,random` or `human,mcts:100`; the last kind fills the remaining seats."""
    if text is None:
        return [Seat.human, *[Seat.random] * (players - 1)]
    words = [word.strip().lower() for word in text.split(",")]
    known = [*(seat.value for seat in Seat), *KNOWN]
    sitting: list[Sitting] = []
    for word in words:
        searching = read_searching(word)
        if searching is None and word not in known:
            hint = did_you_mean(word.partition(":")[0], known) or f"a seat is {' or '.join(known)}"
            raise RulecError(f"--seats: nobody is called `{word}`", hint)
        sitting.append(searching or Seat(word))
    if len(words) > players:
        raise RulecError(f"--seats names {len(words)} players, but the game has {players}")
    return sitting + sitting[-1:] * (players - len(words))
