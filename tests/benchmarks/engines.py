"""Random games of compiled engines beside the hand-written limit and the peers: ratios of one run.

    python tests/benchmarks/engines.py [GAME ...] [--players N] [--seconds S] [--repeats N] [--all-levels]

GAME is a rules file, or the name of a shipped game (default: all of them). The unit is a decision that had
more than one option; forced ones are carried out, and their share is told. The yardstick is hand-written C
(`c_limit.c`, built here with gcc -O3 -march=native): its fused connect four. It is run before and after each
engine, pinned to the same core; where the two differ by more than 5 % the report says so. A game that it
plays itself is held against its engine-shaped form, too, and against OpenSpiel where that is installed.
Only ratios carry over from machine to machine.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rulec.native.shipped import shipped_rules

HERE = Path(__file__).resolve().parent
GAMES = HERE.parents[1] / "games"
BY_HAND = ("connect_four", "breakthrough")  # what `c_limit.c` plays


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*")
    parser.add_argument("--players", type=int, help="else two, or the fewest above")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each repeat")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--all-levels", action="store_true", help="a user's own loop in Python, too")
    options = parser.parse_args(arguments)
    pinned = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(pinned)})
    try:
        with tempfile.TemporaryDirectory() as folder:
            limit = Path(folder) / "c_limit"
            subprocess.run(["gcc", "-O3", "-march=native", "-o", limit, HERE / "c_limit.c"], check=True)
            for path in rules_files(options.games):
                measure(path, limit, options)
    finally:
        os.sched_setaffinity(0, pinned)


def rules_files(names: Sequence[str]) -> list[Path]:
    shipped = {path.stem: path for path in shipped_rules(GAMES)}
    return [shipped.get(name) or Path(name) for name in names] or list(shipped.values())


def measure(path: Path, limit: Path, options: argparse.Namespace) -> None:
    import rulec

    module: Any = rulec.load(path)
    name, seats = module.NAME, options.players or min(module.PLAYERS, key=lambda one: (one < 2, one))

    def play(games: int, seed: int = 0) -> Any:
        return module.playouts(games, seed=seed, players=seats, threads=1)

    sample = sample_of(play)
    decisions, choices = float(sample.decisions.mean()), float(sample.choices.mean())
    state = module.State(seats)
    by_hand = name if name in BY_HAND else "connect_four"
    before = c_limit(limit, "connect_four", "fused", options), c_limit(limit, by_hand, "api", options)
    rate_of_choices = rate(play, choices, options)
    after = c_limit(limit, "connect_four", "fused", options), c_limit(limit, by_hand, "api", options)
    fused, api = ((a + b) / 2 for a, b in zip(before, after, strict=True))
    drift = max(abs(a - b) / max(a, b) for a, b in zip(before, after, strict=True))
    games = rate_of_choices / choices
    largest, looked_at = largest_list(module, seats)
    forced = 1 - choices / decisions
    print(f"{name}, {seats} player{'s' * (seats > 1)}")
    print(f"  decisions a game      {decisions:12.1f}   with a choice {choices:.1f}, forced {forced:.1%}")
    print(f"  largest option list   {largest:12,}   in {looked_at} games; {module.NUM_ACTIONS:,} action ids")
    print(f"  state                 {len(state.to_bytes()):12,} bytes saved")
    print(
        f"  clone, save           {cost(state.clone):12,.0f} ns, {cost(state.to_bytes):,.0f} ns from Python"
    )
    print(f"  games                 {games:12,.0f} a second")
    print(f"  decisions, a choice   {rate_of_choices:12,.0f} a second")
    print(f"  ratio to C, fused connect four                  {rate_of_choices / fused:.3g}")
    if name in BY_HAND:
        moves = games * decisions
        print(f"  ratio to C, engine-shaped, the same game        {moves / api:.3g}")
        peers(name, moves, options)
    if drift > 0.05:
        print(f"  the yardstick moved by {drift:.0%} meanwhile: this machine is not quiet")
    if options.all_levels:
        levels(module, seats, api)
    sys.stdout.flush()


def sample_of(play: Callable[..., Any]) -> Any:
    """So many games as take about half a second, at least 20."""
    count = 20
    play(1)  # the first call loads things
    while True:
        started = time.perf_counter()
        found = play(count, seed=1)
        if time.perf_counter() - started > 0.25 or count > 20_000:
            return found
        count *= 4


def largest_list(module: Any, seats: int) -> tuple[int, int]:
    """Of 20 random games, or of those for which there is time; and how many these were."""
    most, games, chance, started = 0, 0, random.Random(1), time.perf_counter()
    while games < 20 and time.perf_counter() - started < 5:
        state = module.State(seats, games, record=False)
        while not state.is_terminal():
            count = state.count_legal()
            most = max(most, count)
            state.apply_index(chance.randrange(count))
        games += 1
    return most, games


def cost(call: Callable[[], Any], seconds: float = 0.1) -> float:
    """Nanoseconds of a call."""
    count, ended, started = 0, 0.0, time.perf_counter()
    while ended - started < seconds:
        for _ in range(100):
            call()
        count += 100
        ended = time.perf_counter()
    return (ended - started) / count * 1e9


def c_limit(limit: Path, name: str, mode: str, options: argparse.Namespace) -> float:
    """Moves a second of the hand-written program."""
    command = [str(limit), name, mode, str(options.seconds), str(options.repeats)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[3])


def rate(play: Callable[[int], Any], per_game: float, options: argparse.Namespace) -> float:
    """Decisions a second, so many to a game: the median of some repeats."""
    count = 1
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


def levels(module: Any, seats: int, api: float) -> None:
    """What a user's own loop in Python costs."""
    started, decisions, games = time.perf_counter(), 0, 0
    while time.perf_counter() - started < 1:
        one = module.State(seats, games, record=False)
        while not one.is_terminal():
            one.apply_index(decisions % one.count_legal())
            decisions += 1
        games += 1
    step = (time.perf_counter() - started) / decisions
    print(f"  count + apply_index from Python {1 / step:,.0f} a second")
    print(f"    (the engine-shaped C plays {api * step:.1f} moves in the time of one)")


if __name__ == "__main__":
    main()
