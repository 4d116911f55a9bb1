"""Reproducibility test: the same games in another process with another hash seed."""

from __future__ import annotations

import hashlib
import os

from rulec.face import Game, State
from rulec.runtime.errors import RulesError
from rulec.sim.policies import Players
from rulec.sim.pool import processes
from rulec.sim.selftest.state_comparison import Difference
from rulec.sim.selftest.workers import OpenPair
from rulec.sim.tasks import Task

NAMES = ("interpreter", "engine")


def check_repeated(
    pair: tuple[Game, Game], tasks: list[Task], open_pair: OpenPair, seconds: float | None = None
) -> None:
    """Play the tasks here and in another process; raise a Difference if digests differ.

    Raises a TimeoutError if the other process exceeds `seconds`.
    """
    here = [_digests(pair, task) for task in tasks]
    for task, ours, theirs in zip(tasks, here, _elsewhere(open_pair, tasks, seconds), strict=True):
        for name, one, two in zip(NAMES, ours, theirs, strict=True):
            if one != two:
                raise Difference(
                    f"{name}: game {task.number} has other bytes in another process",
                    (("here", one), ("there", two)),
                )


def _elsewhere(open_pair: OpenPair, tasks: list[Task], seconds: float | None) -> list[tuple[str, str]]:
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "4321" if before != "4321" else "1234"
    try:
        with processes(1) as pool:
            return pool.submit(_play, (open_pair, tasks)).result(seconds)
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before


def _play(given: tuple[OpenPair, list[Task]]) -> list[tuple[str, str]]:
    open_pair, tasks = given
    pair = open_pair()
    return [_digests(pair, task) for task in tasks]


def _digests(pair: tuple[Game, Game], task: Task) -> tuple[str, str]:
    return _digest(pair[0], task), _digest(pair[1], task)


def _digest(game: Game, task: Task) -> str:
    """Digest of state bytes and options at every decision, including a final error."""
    digest = hashlib.blake2b(digest_size=16)
    players, decided = Players((task.way,), task.seed), 0
    try:
        state: State = game.State(seed=task.seed, chance=task.chance, record=False, **task.configuration)
        while not state.is_terminal():
            index, legal = players.choose(state, decided)
            digest.update(state.to_bytes() + repr((legal, hash(state.position_hash()))).encode())
            decided += state.current_player() >= 0
            state.apply_index(index)
        digest.update(state.to_bytes() + repr((state.to_dict(), state.score_sheet())).encode())
    except RulesError as problem:
        digest.update(str(problem).encode())
    return digest.hexdigest()
