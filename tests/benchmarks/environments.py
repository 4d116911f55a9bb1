"""Measure connect four as a training loop sees it: observation and mask of the decider at each step.

    python -m tests.benchmarks.environments

All loops choose at random and run on one core; what is not installed is left out.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy

import rulec
from tests.engines import ROOT

GAMES: Final = 1024
_SECONDS, _REPEATS = 0.3, 5
Step = Callable[[], int]  # plays on; how many steps these were


def main() -> None:
    game = rulec.load(ROOT / "games" / "classics" / "connect_four.rules")
    print("| loop | steps a second | of steps alone |\n| --- | ---: | ---: |")
    alone = 0.0
    for name, step in _loops(game):
        found = max(_rate(step) for _ in range(_REPEATS))
        alone = alone or found
        print(f"| {name} | {found:,.0f} | {found / alone:.1%} |", flush=True)


def _rate(step: Step) -> float:
    steps, begun = 0, time.process_time()
    while (lasted := time.process_time() - begun) < _SECONDS:
        steps += step()
    return steps / lasted


def _loops(game: Any) -> Iterator[tuple[str, Step]]:
    for count in (GAMES, 1):
        yield f"`Batch({count})`, steps alone", _batch(game, count, "")
        yield f"`Batch({count})`, float32", _batch(game, count, "float32")
        yield f"`Batch({count})`, uint8", _batch(game, count, "uint8")
    yield f"`gymnasium.make_vec`, {GAMES} games", _gymnasium(game)
    with contextlib.suppress(ImportError):
        import pyspiel

        yield "OpenSpiel's own game (C++) in a loop of Python", _open_spiel(pyspiel.load_game("connect_four"))
        from rulec.adapters import open_spiel

        yield "`rulec.adapters.open_spiel`", _open_spiel(open_spiel.load(game))
    with contextlib.suppress(ImportError):
        from rulec.adapters import pettingzoo

        yield "`rulec.adapters.pettingzoo`", _pettingzoo(pettingzoo.env(game))


def _batch(game: Any, count: int, kind: str) -> Step:
    batch = game.Batch(count, 2, seed=1, threads=1)
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


if __name__ == "__main__":
    main()
