"""Search policies: `mcts:100` runs 100 rollouts per decision, `flat:100` without a tree."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulec.errors import RulecError
from rulec.face import Search, State
from rulec.policies.greedy import Greedy
from rulec.runtime import rng
from rulec.runtime.search_arguments import MOST
from rulec.runtime.search_tree import Stop

KINDS = {"mcts": "uct", "flat": "flat"}  # name of the policy -> search method
KNOWN = (*KINDS, Greedy.word)
_USUAL = 100  # default number of simulations
_STREAM = 4  # random stream of a game for search seeds


@dataclass(frozen=True)
class MctsPlayer:
    """MCTS policy of a seat, deterministic per game, decision and player unless its seconds run out."""

    kind: str
    simulations: int
    seconds: float | None = None  # limit of a decision
    stop: Stop | None = None  # whether to choose now

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
        """Return the index in `legal` of the choice for decision `number` of the game with this key.

        Actions to avoid are excluded from the search: see `State.mcts`.
        """
        if len(legal) == 1:
            return 0
        return legal.index(self.search(state, key, number, avoid).action)

    def search(
        self, state: State, key: int, number: int, avoid: Mapping[int, Collection[int]] | None = None
    ) -> Search:
        seed = rng.draw(rng.stream(key, _STREAM), number)
        return state.mcts(
            self.simulations, seed, KINDS[self.kind], avoid=avoid, time=self.seconds, stop=self.stop
        )


Looking = MctsPlayer | Greedy


def read_searching(word: str, option: str = "--seats") -> Looking | None:
    """Parse `mcts:100`, `mcts` or `greedy`; None for other policies."""
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
