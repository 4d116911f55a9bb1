"""One game measured: what stands in a row of the table of speeds."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from rulec.native.shipped_modules import shipped_rules
from tests.benchmarks.yardstick import Effort, Yardstick, cost, rate

GAMES = Path(__file__).resolve().parents[2] / "games"
_BATCH = 1024  # games side by side, of which every option is told
_ENOUGH = 512  # games that `playouts` shares among two threads


@dataclass(frozen=True)
class Row:
    game: str
    players: int
    choices: float  # decisions with more than one option, a second
    ratio: float  # to moves of connect four by hand, fused
    games: float  # a second
    decisions: float  # of a game, forced ones too
    forced: float  # their share
    options: float  # of a decision with more than one, on average
    largest: int
    turns: float  # a second: stretches in which one player decides
    state: int  # bytes saved
    clone: float  # nanoseconds, from Python, like the next
    save: float
    listed: float  # decisions with a choice, a second: 1,024 games side by side, every option told
    loop: float  # decisions a second of a loop in Python, by list and apply
    threads: float  # how many times as fast two threads are


@dataclass(frozen=True)
class Sample:
    """What a loop in Python over some games came to."""

    options: float
    largest: int
    turns: float  # of a game
    loop: float


def rules_files(names: Sequence[str]) -> list[Path]:
    shipped = {path.stem: path for path in shipped_rules(GAMES)}
    return [shipped.get(name) or Path(name) for name in names] or list(shipped.values())


@contextmanager
def one_core() -> Iterator[None]:
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def measured(module: Any, yardstick: Yardstick, effort: Effort, players: int | None = None) -> Row:
    seats = players or min(module.PLAYERS, key=lambda one: (one < 2, one))

    def play(games: int, threads: int = 1) -> Any:
        return module.playouts(games, seed=0, players=seats, threads=threads)

    with one_core():
        some = sample_of(play)
        decisions, choices = float(some.decisions.mean()), float(some.choices.mean())
        before = yardstick.fused()
        games = rate(play, effort)
        fused = (before + yardstick.fused()) / 2
        told = listed(module, seats, effort) * choices / decisions
        loop = looped(module, seats, 4 * effort.seconds)
        state = module.State(seats)
        clone, save = cost(state.clone), cost(state.to_bytes)
    return Row(
        module.NAME, seats, games * choices, games * choices / fused, games, decisions,
        1 - choices / decisions, loop.options, loop.largest, games * loop.turns, len(state.to_bytes()),
        clone, save, told, loop.loop, threads_help(play, games, effort),
    )  # fmt: skip


def sample_of(play: Any) -> Any:
    """So many games as take about a quarter of a second, at least 20."""
    count = 20
    play(1)  # the first call loads things
    while True:
        started = time.process_time()
        found = play(count)
        if time.process_time() - started > 0.25 or count > 20_000:
            return found
        count *= 4


def threads_help(play: Any, games: float, effort: Effort) -> float:
    """Two threads beside one, in turn; without a second core nothing is to be seen."""
    if len(os.sched_getaffinity(0)) < 2:
        return 1.0
    count = max(_ENOUGH, int(2 * games * effort.seconds))
    spent = {1: float("inf"), 2: float("inf")}
    for _ in range(2):
        for threads in spent:
            started = time.perf_counter()
            play(count, threads)
            spent[threads] = min(spent[threads], time.perf_counter() - started)
    return spent[1] / spent[2]


def listed(module: Any, seats: int, effort: Effort) -> float:
    """Decisions a second of many games in one thread, the ids of all options read at each."""
    batch = module.Batch(_BATCH, seats, seed=1, threads=1)
    draws = numpy.random.default_rng(1).random((16, _BATCH))

    def play(steps: int) -> None:
        for n in range(steps):
            batch.step_index((draws[n % 16] * batch.legal_counts).astype(numpy.int64))
            assert len(batch.legal_ids) >= _BATCH

    play(64)  # games begin at the same place, and spread
    return _BATCH * rate(play, effort)


def looped(module: Any, seats: int, seconds: float) -> Sample:
    """A user's own loop in Python, at least one game; how many options there were on the way."""
    chance, options, largest, several, turns = random.Random(1), 0, 0, 0, 0
    games, decisions, spent = 0, 0, 0.0
    while games == 0 or (spent < seconds and games < 1_000):
        state = module.State(seats, games, record=False)
        seat, counts = -1, []
        started = time.process_time()
        while not state.is_terminal():
            legal = state.legal_actions()
            counts.append((state.current_player(), len(legal)))
            state.apply_action(legal[int(chance.random() * len(legal))])
        spent += time.process_time() - started
        decisions += len(counts)
        for player, count in counts:
            turns += player != seat
            seat = player
            options, several = options + count * (count > 1), several + (count > 1)
            largest = max(largest, count)
        games += 1
    return Sample(options / max(1, several), largest, turns / games, decisions / spent)
