"""Measure connect four as a training loop sees it: observation and mask of the decider at each step.

    python -m tests.benchmarks.environments
    python -m tests.benchmarks.environments GAME ...    steps of these games with masks and observations

All loops choose at random and run on one core; what is not installed is left out.
"""

from __future__ import annotations

import contextlib
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy

import rulec
from tests.benchmarks.rows import rules_files
from tests.engines import ROOT

GAMES: Final = 1024
_SECONDS, _REPEATS = 0.3, 5
Step = Callable[[], int]  # plays on; how many steps these were


def main() -> None:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    game = rulec.load(ROOT / "games" / "classics" / "connect_four.rules")
    print("| loop | steps a second | of steps alone |\n| --- | ---: | ---: |")
    alone = 0.0
    for name, step in _loops(game):
        found = max(_rate(step) for _ in range(_REPEATS))
        alone = alone or found
        print(f"| {name} | {found:,.0f} | {found / alone:.1%} |", flush=True)


def _rate(step: Step, seconds: float = _SECONDS) -> float:
    steps, begun = 0, time.process_time()
    while (lasted := time.process_time() - begun) < seconds:
        steps += step()
    return steps / lasted


def _loops(game: Any) -> Iterator[tuple[str, Step]]:
    for count in (GAMES, 1):
        yield f"`Batch({count})`, steps alone", _batch(game, count, "", False)
        yield f"`Batch({count})`, float32", _batch(game, count, "float32", True)
        yield f"`Batch({count})`, uint8", _batch(game, count, "uint8", True)
    yield f"`gymnasium.make_vec`, {GAMES} games", _gymnasium(game)
    with contextlib.suppress(ImportError):
        import pyspiel

        yield "OpenSpiel's own game (C++) in a loop of Python", _open_spiel(pyspiel.load_game("connect_four"))
        from rulec.adapters import open_spiel

        yield "`rulec.adapters.open_spiel`", _open_spiel(open_spiel.load(game))
    with contextlib.suppress(ImportError):
        from rulec.adapters import pettingzoo

        yield "`rulec.adapters.pettingzoo`", _pettingzoo(pettingzoo.env(game))
    with contextlib.suppress(ImportError):
        yield f"Pgx's own game (JAX on the processor), {GAMES} games", _pgx()


def _batch(game: Any, count: int, kind: str, masked: bool, players: int = 2) -> Step:
    batch = game.Batch(count, players, seed=1, threads=1)
    draws = numpy.random.default_rng(1).random((64, count))
    told = numpy.empty(batch.observations.shape, dtype=kind or "uint8")
    masks = numpy.empty(batch.masks.shape, dtype=numpy.uint8)
    turn = 0

    def step() -> int:
        nonlocal turn
        turn = (turn + 1) % len(draws)
        batch.step_index((draws[turn] * batch.legal_counts).astype(numpy.int64))
        if kind:
            batch.observe(told)
        if masked:
            batch.mask(masks)
        return count

    return step


def _gymnasium(game: Any) -> Step:
    from rulec.adapters import gymnasium

    envs = gymnasium.make_vec(game, num_envs=GAMES, threads=1)
    envs.reset(seed=1)
    draws = numpy.random.default_rng(1).random((64, GAMES, 7))
    masks, turn = envs.action_masks(), 0

    def step() -> int:
        nonlocal masks, turn
        turn = (turn + 1) % len(draws)
        *_, info = envs.step((draws[turn] * masks).argmax(axis=1))
        masks = info["action_mask"]
        return GAMES

    return step


def _open_spiel(game: Any) -> Step:
    draws = random.Random(1)

    def step() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            player = state.current_player()
            state.observation_tensor(player)
            state.legal_actions_mask(player)
            state.apply_action(draws.choice(state.legal_actions()))
            steps += 1
        return steps

    return step


def _pettingzoo(env: Any) -> Step:
    draws = random.Random(1)

    def step() -> int:
        env.reset(seed=draws.randrange(1 << 30))
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            ids = observation["action_mask"].nonzero()[0]
            env.step(None if over or cut else int(draws.choice(ids)))
            steps += 1
        return steps

    return step


def _pgx() -> Step:
    """One compiled function draws, steps and begins anew; mask and observation are part of its state."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    stepped = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def played(state: Any, key: Any) -> tuple[Any, Any]:
        drawn, begun, key = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return stepped(state, jax.random.categorical(drawn, odds), jax.random.split(begun, GAMES)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))
    state, key = jax.block_until_ready(played(state, key))  # compiles

    def step() -> int:
        nonlocal state, key
        state, key = jax.block_until_ready(played(state, key))
        return GAMES

    return step


def of_games(names: Sequence[str]) -> None:
    """Nanoseconds of a step with and without masks (uint8) and observations (float32), medians of one run."""
    print("| game | ids | numbers | step | and mask | and observation | and both | of steps alone |")
    print("| --- |" + " ---: |" * 7)
    for path in rules_files(names):
        game = rulec.load(path)
        players = 2 if 2 in game.PLAYERS else min(game.PLAYERS)
        loops = [
            _batch(game, GAMES, kind, masks, players)
            for kind, masks in (("", False), ("", True), ("float32", False), ("float32", True))
        ]
        rates: list[list[float]] = [[] for _ in loops]
        for _ in range(3 * _REPEATS):
            for one, step in zip(rates, loops, strict=True):
                one.append(_rate(step, _SECONDS / 3))
        times = [1e9 / statistics.median(one) for one in rates]
        size = sum(part.size for part in game.State.observation_layout(players))
        print(
            f"| {path.stem} | {game.NUM_ACTIONS:,} | {size:,} |"
            + "".join(f" {one:,.0f} |" for one in times)
            + f" {times[0] / times[-1]:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:]:
        of_games(sys.argv[1:])
    else:
        main()
