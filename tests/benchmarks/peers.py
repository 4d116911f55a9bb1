"""Other engines, where they are installed; those that are not are named as absent."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

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


def heavy_by_hand(source: Path, folder: Path, effort: Effort, players: int = 2) -> Peer:
    """Measure a heavy game in C, whose program has a mode `bench PLAYERS SECONDS REPEATS`.

    It stops at every decision, with all options told.
    """
    program = folder / source.stem
    flags = ["-O3", "-march=native", "-DAPI", "-w", "-o", str(program)]
    subprocess.run(["gcc", *flags, str(source), "-lm"], check=True)
    command = [str(program), "bench", str(players), str(effort.seconds), str(effort.repeats)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    figures = dict(re.findall(r"(\w+)/s (\S+)", ran))
    speed = Speed(float(figures["games"]), float(figures["decisions"]))
    return Peer("C by hand, engine-shaped, all options told", ran.split()[1], speed)


def others(effort: Effort, python: str = sys.executable) -> Iterator[Peer]:
    """`python` is one that has them: they need not be where rulec is."""
    seconds, few = str(effort.seconds), str(min(3, effort.repeats))
    for game in ("connect_four", "breakthrough", "tic_tac_toe"):
        yield measured_peer(
            "OpenSpiel in its C++",
            game,
            [python, "cpu_clock.py", "openspiel_bench.py", game, "cpp", seconds, few],
        )
    yield measured_peer(
        "OpenSpiel from Python",
        "connect_four",
        [python, "cpu_clock.py", "openspiel_bench.py", "connect_four", "python", seconds, few],
    )
    yield measured_peer(
        "Catanatron", "Catan, 4 players", [python, "cpu_clock.py", "catanatron_bench.py", "4", "1", few]
    )
    found = shutil.which("rlc")
    yield Peer("rlc", "", None, "no program of it stands here" if found else "not installed here")


def measured_peer(name: str, game: str, command: list[str]) -> Peer:
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
