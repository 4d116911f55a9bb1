"""Random games of a compiled engine beside the hand-written limit and the peers: ratios of one run.

    python tests/benchmarks/engines.py [GAME ...] [--seconds S] [--repeats N] [--all-levels]

GAME is the name of a classic (default: tic_tac_toe connect_four). The hand-written C
(`c_limit.c`, built here with gcc -O3 -march=native) is run before and after each engine, pinned to the
same core; where the two differ by more than 5 % the row says so. OpenSpiel is measured where it is
installed. Only ratios carry over from machine to machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
GAMES = HERE.parents[1] / "games" / "classics"
# The yardstick of the hand-written C for a game it does not play is its connect four.
YARDSTICK = {"breakthrough": "breakthrough"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=["tic_tac_toe", "connect_four"])
    parser.add_argument("--seconds", type=float, default=0.5, help="of each repeat")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--all-levels", action="store_true", help="calls from Python, too")
    options = parser.parse_args()
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    with tempfile.TemporaryDirectory() as folder:
        limit = Path(folder) / "c_limit"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", limit, HERE / "c_limit.c"], check=True)
        for name in options.games:
            measure(name, limit, options)


def measure(name: str, limit: Path, options: argparse.Namespace) -> None:
    import rulec

    path = GAMES / f"{name}.rules"
    module = rulec.load(path)
    state = module.State()
    sample = module.playouts(20_000, seed=1, threads=1)
    per_game = float(sample.decisions.mean())
    forced = 1 - sample.choices.sum() / sample.decisions.sum()
    before = c_limit(limit, name, "api", options), c_limit(limit, name, "fused", options)
    moves = rate(lambda n: module.playouts(n, threads=1), per_game, options)
    after = c_limit(limit, name, "api", options), c_limit(limit, name, "fused", options)
    api, fused = ((a + b) / 2 for a, b in zip(before, after, strict=True))
    drift = max(abs(a - b) / max(a, b) for a, b in zip(before, after, strict=True))
    print(
        f"{name}: {per_game:.2f} decisions a game, {forced:.1%} forced, {len(state.to_bytes())} bytes saved"
    )
    print(f"  playouts           {moves / per_game / 1e3:10.0f} k games/s {moves / 1e6:8.2f} M decisions/s")
    print(
        f"  ratio to hand-written C, engine-shaped ({YARDSTICK.get(name, 'connect_four')})  {moves / api:.3f}"
    )
    print(f"  ratio to hand-written C, fused                                  {moves / fused:.3f}")
    if drift > 0.05:
        print(f"  the yardstick moved by {drift:.0%} meanwhile: this machine is not quiet")
    peers(name, moves, options)
    if options.all_levels:
        levels(module, api)
    sys.stdout.flush()


def c_limit(limit: Path, name: str, mode: str, options: argparse.Namespace) -> float:
    """Moves a second of the hand-written program."""
    game = YARDSTICK.get(name, "connect_four")
    command = [str(limit), game, mode, str(options.seconds), str(options.repeats)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[3])


def rate(play: Callable[[int], Any], per_game: float, options: argparse.Namespace) -> float:
    """Decisions a second: the median of some repeats."""
    count = 1000
    while True:
        started = time.perf_counter()
        play(count)
        if time.perf_counter() - started > options.seconds / 2:
            break
        count *= 2
    found = []
    for _ in range(options.repeats):
        started = time.perf_counter()
        play(count)
        found.append(count * per_game / (time.perf_counter() - started))
    return statistics.median(found)


def peers(name: str, moves: float, options: argparse.Namespace) -> None:
    """OpenSpiel inside its own C++, where it is installed."""
    command = [sys.executable, str(HERE / "openspiel_bench.py"), name, "cpp", str(options.seconds), "5"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        print("  OpenSpiel is not installed here (pip install open_spiel), so it is not compared")
        return
    peer = float(ran.stdout.split()[3])
    print(f"  ratio to OpenSpiel inside its C++                               {moves / peer:.2f}")


def levels(module: Any, api: float) -> None:
    """What a user's own loop in Python costs."""
    state = module.State(record=False)

    def clones(n: int) -> None:
        for _ in range(n):
            state.clone()

    def games(n: int) -> int:
        decisions = 0
        for index in range(n):
            one = module.State(seed=index, record=False)
            while not one.is_terminal():
                one.apply_index(decisions % one.count_legal())
                decisions += 1
        return decisions

    started = time.perf_counter()
    clones(200_000)
    clone = (time.perf_counter() - started) / 200_000
    started = time.perf_counter()
    decisions = games(5_000)
    step = (time.perf_counter() - started) / decisions
    print(f"  clone() from Python {clone * 1e9:.0f} ns; count + apply_index {1e-6 / step:.2f} M decisions/s")
    print(f"    (the engine-shaped C plays {api * clone:.1f} and {api * step:.1f} moves in the time of one)")


if __name__ == "__main__":
    main()
