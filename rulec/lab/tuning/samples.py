"""Games of one trial: points, victories, lengths, and option counts by seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulec.face import Game
from rulec.runtime.errors import RulesError
from rulec.sim.policies import Players

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]


@dataclass(frozen=True)
class Sample:
    """Arrays with one row per game; `uses` counts by seat the options that goals refer to."""

    points: Numbers  # games, seats
    wins: Numbers  # games, seats: 1, or a part of a shared victory
    decisions: Numbers  # games
    choices: Numbers  # games: decisions with more than one option
    uses: Numbers  # games, seats, options
    lines: Numbers  # games, seats, lines of the score
    stopped: tuple[str, ...] = ()  # rules that stopped a game, which is then left out

    @property
    def games(self) -> int:
        return len(self.decisions)

    def __add__(self, other: Sample) -> Sample:
        import numpy

        def joined(name: str) -> Numbers:
            return numpy.concatenate([getattr(self, name), getattr(other, name)])

        return Sample(
            joined("points"), joined("wins"), joined("decisions"), joined("choices"), joined("uses"),
            joined("lines"), (*self.stopped, *other.stopped),
        )  # fmt: skip


@dataclass(frozen=True)
class Play:
    """Task: games `first` to `end` with these numbers; equal game numbers pair across trials."""

    values: Mapping[str, int]
    configuration: Mapping[str, Any]
    ways: tuple[str, ...]
    seed: int
    first: int
    end: int
    options: tuple[frozenset[int], ...] = ()  # ids of each option that goals speak of
    categories: tuple[str, ...] = ()  # lines of the score that goals speak of
    choices: bool = True  # whether a goal speaks of choices; else they are 0 in native games

    def parts(self, count: int) -> list[Play]:
        """Split into at most `count` tasks of about equal size."""
        size = max(-(-(self.end - self.first) // count), 1)
        return [
            replace(self, first=first, end=min(first + size, self.end))
            for first in range(self.first, self.end, size)
        ]

    def run(self, game: Game, /) -> Sample:
        game.set_parameters(self.values)
        try:
            return self._native(game) or self._sample(game)
        finally:
            game.set_parameters()

    def _native(self, game: Any) -> Sample | None:
        """Native random playouts if only results are needed; None if an error of the rules occurs."""
        import numpy

        counted = self.options or self.categories
        if counted or set(self.ways) != {"random"} or not isinstance(game, ModuleType):
            return None
        count, seed = self.end - self.first, game.playout_seed(self.seed, self.first)
        try:
            played = game.playouts(
                count, seed=seed, threads=1, count_choices=self.choices, **self.configuration
            )
        except RulesError:
            return None
        wins = played.winners / numpy.maximum(played.winners.sum(axis=1, keepdims=True), 1)
        none = numpy.zeros((count, self.configuration["players"], 0))
        choices = played.choices if self.choices else numpy.zeros(count)
        return Sample(played.scores.astype(float), wins, played.decisions, choices, none, none)

    def _sample(self, game: Game) -> Sample:
        import numpy

        seats, rows, stopped = self.configuration["players"], [], []
        place_of = {action: place for place, ids in enumerate(self.options) for action in ids}
        for number in range(self.first, self.end):
            try:
                rows.append(self._game(game, game.playout_seed(self.seed, number), place_of))
            except RulesError as problem:
                stopped.append(problem.summary)
        shapes: list[tuple[int, ...]] = [
            (seats,), (seats,), (), (), (seats, len(self.options)), (seats, len(self.categories)),
        ]  # fmt: skip
        arrays = [
            numpy.array([row[place] for row in rows], dtype=float).reshape(len(rows), *shape)
            for place, shape in enumerate(shapes)
        ]
        points, wins, decisions, choices, uses, lines = arrays
        return Sample(points, wins, decisions, choices, uses, lines, tuple(stopped))

    def _game(self, game: Game, seed: int, place_of: Mapping[int, int]) -> tuple[Any, ...]:
        state = game.State(seed=seed, record=False, **self.configuration)
        players, seats = Players(self.ways, seed), self.configuration["players"]
        uses = [[0] * len(self.options) for _ in range(seats)]
        decisions = choices = 0
        while not state.is_terminal():
            seat = state.current_player()
            index, legal = players.choose(state, decisions)
            place = place_of.get(legal[index])
            if place is not None and seat >= 0:
                uses[seat][place] += 1
            decisions += 1
            choices += len(legal) > 1
            state.apply_index(index)
        winners = state.winners()
        wins = [(seat in winners) / max(len(winners), 1) for seat in range(seats)]
        sheet = state.score_sheet() if self.categories else {}
        lines = [[sheet[name][seat] for name in self.categories] for seat in range(seats)]
        return state.scores(), wins, decisions, choices, uses, lines
