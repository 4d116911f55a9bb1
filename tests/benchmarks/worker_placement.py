"""A worker placement game beside the same game in C, in turn: `python -m tests.benchmarks.worker_placement`.

Printed are choices a second of processor time, and the share of the C measured next to it: random play beside
the C that samples from masks, and 1,024 games with all options listed beside the C that lists them. The means
of both programs are compared first: they play the same game.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import rulec
from tests.benchmarks.rows import listed, one_core, sample_of
from tests.benchmarks.yardstick import HERE, Effort, rate

GAME: Final = HERE.parent / "games" / "valley.rules"
SAMPLE: Final = 20_000
FAR: Final = 0.05  # means of points may differ by so much: some five standard errors


def compiled(folder: Path, *flags: str) -> Path:
    program = folder / f"valley{len(flags)}"
    command = ["gcc", "-O3", "-march=native", *flags, "-o", str(program), str(HERE / "valley.c")]
    subprocess.run(command, check=True)
    return program


def choices_by_hand(program: Path, players: int, seconds: float) -> float:
    command = [str(program), "bench", str(players), str(seconds), "1"]
    ran = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(ran.rsplit("choices/s", 1)[1])


def compare_means(program: Path, players: int) -> None:
    """Stop unless both programs play games of the same length with the same points."""
    ran = subprocess.run(
        [str(program), "stats", str(players), str(SAMPLE)], check=True, capture_output=True, text=True
    ).stdout
    decisions, choices, *points = map(float, re.findall(r"-?\d+\.\d+", ran))
    played = rulec.load(GAME).playouts(SAMPLE, players=players, seed=1)
    here = (played.decisions.mean(), played.choices.mean(), *played.scores.mean(axis=0))
    spread = 5 * (played.scores.std(axis=0) * (2 / SAMPLE) ** 0.5).max()
    for mine, theirs, near in zip(
        here, (decisions, choices, *points), (FAR, FAR, *[spread] * players), strict=True
    ):
        if abs(mine - theirs) > near + 0.01:
            sys.exit(f"the programs play different games: {here} and {ran.strip()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    module, effort = rulec.load(GAME), Effort(0.3, 1)
    with tempfile.TemporaryDirectory() as folder, one_core():
        masks, lists = compiled(Path(folder)), compiled(Path(folder), "-DAPI")
        for players in (2, 4):
            compare_means(masks, players)
            sample = sample_of(
                lambda count, players=players: module.playouts(count, players=players, threads=1)
            )
            choices, decisions = float(sample.choices.mean()), float(sample.decisions.mean())
            found: dict[str, list[tuple[float, float]]] = {"random play": [], "options listed": []}
            for _ in range(given.rounds):
                play = rate(lambda count: module.playouts(count, players=players, threads=1), effort)  # noqa: B023
                found["random play"].append((play * choices, choices_by_hand(masks, players, 0.3)))
                told = listed(module, players, effort) * choices / decisions
                found["options listed"].append((told, choices_by_hand(lists, players, 0.3)))
            for mode, pairs in found.items():
                shares = sorted(here / by_hand for here, by_hand in pairs)
                mine = statistics.median(here for here, _ in pairs)
                print(
                    f"{players} players, {mode:14} {mine / 1e6:6.2f} M choices/s, "
                    f"{statistics.median(shares):.2f} of C ({shares[0]:.2f} to {shares[-1]:.2f})"
                )


if __name__ == "__main__":
    main()
