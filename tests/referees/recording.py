"""Games that the rules and a referee have played together, written down for the proof of coverage."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rulec.play.trace import Move, Trace, write_trace
from tests.referees.lockstep import Words, play_together


class _Noted:
    """A referee that remembers what it was told."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.moves: list[Move] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._words, name)

    def bring(self, label: str) -> None:
        self.moves.append(Move(label, None, who="chance"))
        self._words.bring(label)

    def choose(self, label: str) -> None:
        self.moves.append(Move(label, None, who=f"p{self._words.player() + 1}"))
        self._words.choose(label)


def recorded(game: Any, state: Any, words: Words, rnd: random.Random, most: int | None = None) -> Trace:
    """On from this state, in lockstep: what is written down, both have agreed on."""
    start, noted = state.to_dict(), _Noted(words)
    play_together(state, noted, rnd, most)
    return Trace(
        game=game.NAME,
        rules=game.RULES_HASH,
        players=start["seats"],
        options=start["options"],
        chance="explicit",
        start=start,
        moves=tuple(noted.moves),
        result=tuple(state.scores()) if state.is_terminal() else None,
    )


def keep(folder: Path, number: int, trace: Trace) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{trace.game}-{number:03}.trace").write_text(write_trace(trace), encoding="utf-8")
