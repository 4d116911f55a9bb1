"""Players that look ahead: `mcts:100` tries out 100 games for each decision, `flat:100` without a tree."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulec.errors import RulecError
from rulec.face import Search, State
from rulec.policies.greedy import Greedy
from rulec.runtime import rng
from rulec.runtime.search_arguments import MOST

KINDS = {"mcts": "uct", "flat": "flat"}  # how a seat is called: the method
KNOWN = (*KINDS, Greedy.word)
_USUAL = 100  # simulations, if none are said
_STREAM = 4  # of a game: the seeds of the searches in it


@dataclass(frozen=True)
class MctsPlayer:
    """Who takes a seat so. The same game, decision and player give the same choice."""

    kind: str
    simulations: int

    @property
    def word(self) -> str:
        return f"{self.kind}:{self.simulations}"

    def choose(
        self,
        state: State,
        key: int,
        number: int,
        legal: Sequence[int],
        avoid: Mapping[int, Collection[int]] | None = None,
    ) -> int:
        """The place among `legal` of the option for decision `number` of the game with this key.

        Whoever avoids something plans without it: see `State.mcts`.
        """
        if len(legal) == 1:
            return 0
        return legal.index(self.search(state, key, number, avoid).action)

    def search(
        self, state: State, key: int, number: int, avoid: Mapping[int, Collection[int]] | None = None
    ) -> Search:
        seed = rng.draw(rng.stream(key, _STREAM), number)
        return state.mcts(self.simulations, seed, KINDS[self.kind], avoid=avoid)


Looking = MctsPlayer | Greedy


def read_searching(word: str, option: str = "--seats") -> Looking | None:
    """`mcts:100`, `mcts` or `greedy`; None if the word means nobody who looks ahead."""
    if word == Greedy.word:
        return Greedy()
    kind, colon, count = word.partition(":")
    if kind not in KINDS:
        return None
    if not colon:
        return MctsPlayer(kind, _USUAL)
    if not count.isascii() or not count.isdigit() or not 1 <= int(count) <= MOST:
        raise RulecError(
            f"{option}: `{word}` does not say how many games are tried out",
            f"as `{kind}:{_USUAL}`; from 1 to {MOST:,}",
        )
    return MctsPlayer(kind, int(count))
