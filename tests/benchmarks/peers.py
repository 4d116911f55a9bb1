"""Other engines, where they are installed; those that are not are named as absent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tests.benchmarks.yardstick import BY_HAND, HERE, Effort, Speed, Yardstick


@dataclass(frozen=True)
class Peer:
    name: str
    game: str
    speed: Speed | None  # None: it is not here
    note: str = ""


def by_hand(yardstick: Yardstick) -> Iterator[Peer]:
    for game in BY_HAND:
        for mode, what in (("fused", "from bit boards"), ("api", "engine-shaped")):
            yield Peer(f"C by hand, {what}", game, yardstick.speed(game, mode))


def others(effort: Effort, python: str = sys.executable) -> Iterator[Peer]:
    """`python` is one that has them: they need not be where rulec is."""
    seconds, few = str(effort.seconds), str(min(3, effort.repeats))
    for game in ("connect_four", "breakthrough", "tic_tac_toe"):
        yield _peer(
            "OpenSpiel in its C++",
            game,
            [python, "cpu_clock.py", "openspiel_bench.py", game, "cpp", seconds, few],
        )
    yield _peer(
        "OpenSpiel from Python",
        "connect_four",
        [python, "cpu_clock.py", "openspiel_bench.py", "connect_four", "python", seconds, few],
    )
    yield _peer(
        "Catanatron", "Catan, 4 players", [python, "cpu_clock.py", "catanatron_bench.py", "4", "1", few]
    )
    found = shutil.which("rlc")
    yield Peer("rlc", "", None, "no program of it stands here" if found else "not installed here")


def _peer(name: str, game: str, command: list[str]) -> Peer:
    core = {min(os.sched_getaffinity(0))}
    ran = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=HERE,
        preexec_fn=lambda: os.sched_setaffinity(0, core),
    )  # fmt: skip
    if ran.returncode:
        missing = "ModuleNotFoundError" in ran.stderr
        return Peer(name, game, None, "not installed here" if missing else ran.stderr.strip()[-200:])
    words = ran.stdout.split()
    return Peer(name, game, Speed(float(words[-2]), float(words[-1])))
