"""The hand-written limit in C, built here: `c_limit.c` says what its games and modes are.

All that runs on one core is measured in its processor time, this as well as the engines and the peers: so
what others do on the machine counts for less.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

HERE: Final = Path(__file__).resolve().parent
BY_HAND: Final = ("connect_four", "breakthrough")
UNQUIET: Final = 0.05  # the share by which it may move meanwhile


@dataclass(frozen=True)
class Effort:
    """How long each thing is measured: so many repeats of so many seconds, of which the median counts."""

    seconds: float
    repeats: int


@dataclass(frozen=True)
class Speed:
    games: float  # a second
    moves: float


@dataclass
class Yardstick:
    program: Path
    effort: Effort
    seen: list[float] = field(default_factory=list)  # moves of fused connect four, each time it was asked for

    @classmethod
    def built(cls, folder: Path, effort: Effort) -> Yardstick:
        program = folder / "c_limit"
        command = ["gcc", "-O3", "-march=native", "-include", str(HERE / "cpu_clock.h"), "-o", str(program)]
        subprocess.run([*command, str(HERE / "c_limit.c")], check=True)
        return cls(program, effort)

    def speed(self, game: str, mode: str) -> Speed:
        command = [str(self.program), game, mode, str(self.effort.seconds), str(self.effort.repeats)]
        words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return Speed(float(words[2]), float(words[3]))

    def fused(self) -> float:
        """Moves a second of fused connect four."""
        found = self.speed("connect_four", "fused").moves
        self.seen.append(found)
        return found


def rate(play: Callable[[int], object], effort: Effort, least: int = 1) -> float:
    """Games a second: so many at a time as fill the seconds of a repeat, at least so many."""
    count = least
    while True:
        started = time.process_time()
        play(count)
        if time.process_time() - started > effort.seconds / 2:
            break
        count *= 2
    found = []
    for _ in range(effort.repeats):
        started = time.process_time()
        play(count)
        found.append(count / (time.process_time() - started))
    return median(found)


def cost(call: Callable[[], object], seconds: float = 0.1) -> float:
    """Nanoseconds of a call from Python."""
    count, ended, started = 0, 0.0, time.process_time()
    while ended - started < seconds:
        for _ in range(100):
            call()
        count += 100
        ended = time.process_time()
    return (ended - started) / count * 1e9
