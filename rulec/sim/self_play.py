"""Games that searching players play against themselves, as arrays for learning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulec.face import Game, State
from rulec.runtime import rng

Evaluate = Callable[[Any, Any], tuple[Any, Any]]  # as `State.mcts(evaluate=...)`
_STREAM_SEARCH, _STREAM_EXPLORES, _STREAM_CHOICE = 5, 6, 7  # of a game
_ALL = 1 << 64


class SelfPlayGames(NamedTuple):
    """Decisions of consecutive games as NumPy arrays, one row per searched decision."""

    observations: Any  # compact, of the player that decides
    masks: Any  # legal actions, uint8
    policies: Any  # shares of the visits, by action
    values: Any  # what the player gets in the end: a share of the win; in a game for one, points
    players: Any
    games: Any  # numbers of the games


@dataclass(frozen=True)
class SelfPlay:
    """Plan of self-play; a game depends on its number and the plan alone.

    `evaluate` is the evaluator of `State.mcts`, which has to be picklable to run in other processes; without
    it leaves are valued by random games. The first `sampled` decisions of a game are drawn in proportion to
    the visits, later ones take the most visited option; a share `explored` of the former is drawn at random.
    """

    games: int
    configuration: dict[str, Any] = field(default_factory=dict)
    simulations: int = 100
    evaluate: Evaluate | None = None
    seed: int = 0
    first: int = 0
    sampled: int = 12
    explored: float = 0.1
    batch: int = 16  # leaves evaluated at once
    size: int = 8  # games of a task

    def tasks(self) -> Sequence[Games]:
        end = self.first + self.games
        return [Games(self, one, min(one + self.size, end)) for one in range(self.first, end, self.size)]


@dataclass(frozen=True)
class Games:
    """Task: consecutive games of self-play."""

    plan: SelfPlay
    first: int
    end: int

    def run(self, game: Game) -> SelfPlayGames:
        import numpy

        rows: list[tuple[Any, ...]] = []
        for number in range(self.first, self.end):
            rows += self._game(game, number)
        types = (numpy.float32, numpy.uint8, numpy.float32, numpy.float32, numpy.int32, numpy.int64)
        columns = list(zip(*rows, strict=True)) or [()] * len(types)
        return SelfPlayGames(
            *(numpy.array(column, dtype=kind) for column, kind in zip(columns, types, strict=True))
        )

    def _game(self, game: Game, number: int) -> list[tuple[Any, ...]]:
        seed = game.playout_seed(self.plan.seed, number)
        state = game.State(seed=seed, record=False, **self.plan.configuration)
        key, seen = rng.key_of(seed), list[_Seen]()
        while not state.is_terminal():
            if state.count_legal() == 1:
                state.apply_index(0)
            else:
                state.apply_action(self._choose(state, seen, key))
        ends = state.returns() if state.num_players() > 1 else [float(one) for one in state.scores()]
        return [(*one[:3], ends[one.player], one.player, number) for one in seen]

    def _choose(self, state: State, seen: list[_Seen], key: int) -> int:
        """Search, record observation and visits, and draw an action."""
        import numpy

        plan, number, player = self.plan, len(seen), state.current_player()
        seed = rng.draw(rng.stream(key, _STREAM_SEARCH), number)
        evaluator: dict[str, Any] = {} if plan.evaluate is None else {"evaluate": plan.evaluate}
        found = state.mcts(plan.simulations, seed, batch=plan.batch, **evaluator)
        mask = numpy.frombuffer(state.legal_actions_mask(), dtype=numpy.uint8).copy()
        policy = numpy.zeros(len(mask), dtype=numpy.float32)
        visits = {action: count for action, count in found.visits.items() if count} or {found.action: 1}
        policy[list(visits)] = list(visits.values())
        policy /= policy.sum()
        seen.append(_Seen(state.observation_tensor(player, "compact"), mask, policy, player))
        if number >= plan.sampled:
            return found.action
        if rng.draw(rng.stream(key, _STREAM_EXPLORES), number) < plan.explored * _ALL:
            return state.legal_actions()[state.drawn(rng.draw(rng.stream(key, _STREAM_CHOICE), number))]
        place = rng.weighted(rng.draw(rng.stream(key, _STREAM_CHOICE), number), list(visits.values()))
        return list(visits)[place]


class _Seen(NamedTuple):
    observation: Any
    mask: Any
    policy: Any
    player: int
