"""Balance analysis: seats, skill ladder, restricted play and flow, within a budget.

With a budget of games everything is the same for a seed, whatever the number of processes. With one of
seconds the order of games is the same, but not how many of them there are.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import Any

from rulec.face import Game
from rulec.lab.flow import Flow, flow_of
from rulec.lab.game_flow import Course
from rulec.lab.part_values import PartValue, PartValues
from rulec.lab.parts import find_parts
from rulec.lab.restricted_play import FORBID, PREFER, PairedGame, chosen_arms
from rulec.lab.seat_shares import SeatGames, SeatShares, plan_of
from rulec.lab.skill import Ladder, Pair, Round
from rulec.policies.restrictions import FREE, Restricted
from rulec.policies.search import MctsPlayer, read_searching
from rulec.sim.deadline import Deadline
from rulec.sim.ladder import LadderPlan
from rulec.sim.workers import Workers

LADDER = ("random", "greedy", "mcts:20", "mcts:100", "mcts:500")
_LEVELS = (200, 100, 50, 20, 10)  # simulations of restricted play, the most that leave enough games
_ENOUGH = 60  # games of restricted play, with about ten played again for each
_SEATS, _SKILL = 0.12, 0.37  # of the seconds, when these phases end
_BATCH = 8  # tasks after which it is decided what is played next
_RANDOM, _GREEDY = 20, 2  # games of a task
_TIMES_RANDOM = 10  # games of random players for each game of the budget
_DRAWN = {FORBID: 40, PREFER: 12}  # arms that are tried on each of the first games
_SEEN = 100  # games of equal players that are played even if all parts are decided before
_REPLAYED = 8  # games that are played again for each, of those that forbid and of those that prefer
Tell = Callable[[str, float, str], None]  # phase, share of the budget spent, what is known


@dataclass(frozen=True)
class BalancePlan:
    """Plan of an analysis: a configuration per number of players; the first is analysed closely."""

    configurations: tuple[dict[str, Any], ...]
    ladder: tuple[str, ...] = LADDER
    player: str = ""  # of restricted play; chosen by the time that there is if not given
    seed: int = 0
    games: int | None = None
    seconds: float | None = None
    restricted: Restricted = FREE  # of everybody, in all games

    @property
    def configuration(self) -> dict[str, Any]:
        return self.configurations[0]


@dataclass
class Balance:
    """Accumulated findings of an analysis."""

    game: Game
    plan: BalancePlan
    values: PartValues
    player: str = ""
    seats: list[SeatShares] = field(default_factory=list)
    ladder: Ladder = field(default_factory=lambda: Ladder(()))
    courses: list[Course] = field(default_factory=list)
    replayed: int = 0
    stops: Counter[str] = field(default_factory=Counter)  # games that no arm restricts, by the rule's message
    left_out: tuple[str, ...] = ()  # players of the ladder who take too long
    interrupted: bool = False
    seconds: float = 0.0

    def judged(self) -> tuple[list[PartValue], list[float]]:
        """Verdicts of all parts, and adjusted p-values of seat shares and ladder pairs.

        Holm's method over all of them together keeps the risk that any finding is wrong below 5 %.
        """
        chances = [one.chance for seats in self.seats for one in seats.shares()]
        return self.values.judge([*chances, *(pair.score.chance() for pair in self.ladder.pairs)])

    def flow(self) -> Flow:
        names = tuple(dict.fromkeys(kind.name for kind in self.game.DECISIONS))
        return flow_of(self.courses, names)


def balance(game: Game, plan: BalancePlan) -> Balance:
    """Create an empty analysis, to be filled by `Run`."""
    description = game.State(seed=0, record=False, **plan.configuration).description()
    values = PartValues(find_parts(description), bool(game.SCORE_CATEGORIES))
    return Balance(game, plan, values, ladder=Ladder(plan.ladder))


@dataclass(frozen=True)
class PlayTiming:
    """Task: mean number of choices of a random game, and the seconds that one takes natively."""

    configuration: dict[str, Any]
    seed: int

    def run(self, game: Game) -> tuple[float, float]:
        choices = SeatGames(plan_of(self.configuration, "random", self.seed), 0, 2).run(game).choices.mean
        begun, count = time.perf_counter(), 8
        game.playouts(count, seed=self.seed, **self.configuration)
        return choices, (time.perf_counter() - begun) / count


class Run:
    """Fills a `Balance` phase by phase; an interrupt keeps the findings so far."""

    def __init__(self, found: Balance, workers: Workers, tell: Tell) -> None:
        self.found, self.workers, self.tell = found, workers, tell
        self.plan = found.plan
        self.clock = workers.clock

    def run(self) -> None:
        found = self.found
        try:
            found.player = self.plan.player or self._level()
            self._seats()
            if self.plan.configuration["players"] > 1:
                self._ladder()
            self._restricted()
        except KeyboardInterrupt:
            found.interrupted = True
        finally:
            found.seconds = self.clock.tick()

    # --- budget ---------------------------------------------------------------------------------------

    def _spent(self) -> float:
        return self.clock.now

    def _over(self, share: float, ahead: float = 0.0) -> bool:
        """Check whether this share of the seconds is used up, now or `ahead` seconds later."""
        return self.plan.seconds is not None and self._spent() + ahead >= share * self.plan.seconds

    def _until(self, share: float) -> Deadline:
        """Deadline of this share of the seconds; unfinished games do not count."""
        return self.clock.until(inf if self.plan.seconds is None else share * self.plan.seconds)

    def _progress(self, games: int) -> float:
        """Fraction of the budget spent, after `games` games of the current phase."""
        shares = [games / self.plan.games] if self.plan.games else []
        if self.plan.seconds:
            shares.append(self._spent() / self.plan.seconds)
        return min(1.0, max(shares, default=1.0))

    def _level(self) -> str:
        """Choose the policy of restricted play by the duration of random games."""
        if self.plan.seconds is None:
            return "mcts:50"
        decisions, each = next(iter(self.workers.each([PlayTiming(self.plan.configuration, self.plan.seed)])))
        room = (1 - _SKILL) * self.plan.seconds / _ENOUGH
        fitting = (level for level in _LEVELS if level * each / 2 * decisions * 10 <= room)
        return f"mcts:{next(fitting, _LEVELS[-1])}"

    # --- seats ----------------------------------------------------------------------------------------

    def _seats(self) -> None:
        """Play random and greedy games for each number of players; restricted play adds searching ones."""
        kinds = [(one, way) for one in self.plan.configurations for way in ("random", "greedy")]
        for place, (configuration, way) in enumerate(kinds):
            shares = SeatShares(configuration["players"], way, cooperative=self.found.game.COOPERATIVE)
            self.found.seats.append(shares)
            end = _SEATS * (place + 1) / len(kinds)
            for tally in self.workers.each(self._seat_tasks(configuration, way, end)):
                shares.enter(tally)
                self.found.stops.update(tally.stopped)
                self.tell("seats", self._progress(0), f"{way}, {shares.games:,} games")

    def _seat_tasks(self, configuration: dict[str, Any], way: str, end: float) -> Iterator[SeatGames]:
        size = _RANDOM if way == "random" else _GREEDY
        games = self.plan.games
        most = 100_000 if games is None else games * (_TIMES_RANDOM if way == "random" else 1)
        plan = plan_of(configuration, way, self.plan.seed, self.plan.restricted)
        for first in range(0, most, size):
            if first and self._over(end):
                return
            yield SeatGames(plan, first, min(first + size, most), self._until(end))

    # --- skill ----------------------------------------------------------------------------------------

    def _ladder(self) -> None:
        ladder = self.found.ladder
        while open_pairs := [pair for pair in ladder.pairs if self._goes_on(pair)]:
            batch, played = self._batch(open_pairs), 0
            for (pair, _), result in zip(batch, self.workers.each(self._rounds(batch)), strict=False):
                ladder.enter(pair, result)
                self.found.stops.update(result.stopped)
                played += 1
                self.tell("skill", self._progress(0), f"{' against '.join(reversed(pair.ways))}")
            if not played:
                break
        self.found.left_out = tuple(pair.ways[1] for pair in ladder.pairs if not pair.rounds)

    def _batch(self, pairs: list[Pair]) -> list[tuple[Pair, int]]:
        """Next rounds of pairs, each with the number of the pair's earlier rounds in the batch.

        A budget of games is spent in turn, one of seconds so that every pair has as much time.
        """
        planned = Counter[int]()

        def spent(place: int) -> tuple[float, int]:
            pair = pairs[place]
            if self.plan.seconds is None:
                return float(pair.rounds + planned[place]), place
            return pair.seconds + planned[place] * max(self._seconds_of(pair), 1e-3), place

        batch: list[tuple[Pair, int]] = []
        for _ in range(_BATCH):
            asked = [n for n, pair in enumerate(pairs) if not planned[n] or self._asks_for(pair, planned[n])]
            if asked:
                place = min(asked, key=spent)
                batch.append((pairs[place], planned[place]))
                planned[place] += 1
        return batch

    def _rounds(self, batch: list[tuple[Pair, int]]) -> Iterator[Round]:
        begun = {id(pair): pair.rounds for pair, _ in batch}
        for pair, later in batch:
            if self._over(_SKILL):
                return
            number = begun[id(pair)] + later
            plan, until = self.plan, self._until(_SKILL)
            yield Round(pair.ways, plan.configuration, plan.seed, number, until, plan.restricted)

    def _goes_on(self, pair: Pair) -> bool:
        if self.plan.games is not None and pair.games + pair.stopped >= self.plan.games:
            return False
        return not pair.cut and not pair.decided and not self._over(_SKILL, ahead=self._seconds_of(pair))

    def _asks_for(self, pair: Pair, later: int) -> bool:
        """Check whether the budget of games allows another round after `later` others."""
        if self.plan.games is None:
            return True
        each = sum(map(len, LadderPlan(0, pair.ways, self.plan.configuration).lineups))
        return pair.games + pair.stopped + later * each < self.plan.games

    def _seconds_of(self, pair: Pair) -> float:
        """Estimated duration of a round of the pair, from its players or weaker ones."""
        seats = self.plan.configuration["players"]
        ladder, total = self.found.ladder, 0.0
        for way in pair.ways:
            each = ladder.seconds_of(way) or self._guessed(way)
            total += each * self._decisions() * 2 / seats * seats
        return total

    def _guessed(self, way: str) -> float:
        mine = read_searching(way) if way not in ("random", "first", "last", "same") else None
        if not isinstance(mine, MctsPlayer):
            return 0.0
        for known, seconds in self.found.ladder.seconds.items():
            other = read_searching(known) if known.startswith(mine.kind) else None
            if isinstance(other, MctsPlayer) and seconds and self.found.ladder.decisions[known]:
                return self.found.ladder.seconds_of(known) * mine.simulations / other.simulations
        return 0.0

    def _decisions(self) -> float:
        ladder = self.found.ladder
        rounds = sum(pair.rounds for pair in ladder.pairs)
        return sum(ladder.decisions.values()) / rounds if rounds else 0.0

    # --- restricted play ------------------------------------------------------------------------------

    def _restricted(self) -> None:
        found, values = self.found, self.found.values
        searching = SeatShares(
            self.plan.configuration["players"], found.player, cooperative=self.found.game.COOPERATIVE
        )
        if found.player not in ("random", "greedy"):  # these have their games already
            found.seats.append(searching)
        number, drawn = 0, dict(_DRAWN)
        each = 0.0  # seconds of a game with all that is played again
        while self.plan.games is None or number < self.plan.games:
            arms = values.open(self._progress(number))
            if self._over(1.0, each) or (not arms and number >= _SEEN):
                break
            count = _BATCH if self.plan.games is None else min(_BATCH, self.plan.games - number)
            tasks = (
                PairedGame(
                    self.plan.configuration, found.player, self.plan.seed, one, values.parts,
                    chosen_arms(arms, drawn, self.plan.seed, one), self._until(1.0), self.plan.restricted,
                )
                for one in range(number, number + count)
            )  # fmt: skip
            begun, done, again = self._spent(), 0, Counter[bool]()
            for played in self.workers.each(self._in_time(tasks, each)):
                if played.cut:
                    continue
                values.enter(played)
                searching.enter_course(played.course)
                found.courses.append(played.course)
                if played.course.stopped:
                    found.stops[played.course.stopped] += 1
                again.update(one.arm.prefers for one in played.observations if one.changed)
                done += 1
                self.tell("restricted play", self._progress(number + done), f"{len(found.courses):,} games")
            number += done
            found.replayed += again.total()
            if not done:
                break
            each = (self._spent() - begun) / done
            for prefers, wanted in drawn.items():
                fitting = round(wanted * _REPLAYED / max(again[prefers] / done, 1))
                drawn[prefers] = max(2, min(len(values.parts), fitting))

    def _in_time(self, tasks: Iterator[PairedGame], each: float) -> Iterator[PairedGame]:
        first = next(tasks, None)
        if first is not None:
            yield first
        for task in islice(tasks, None):
            if self._over(1.0, each):
                return
            yield task
