"""Time and size of pictures of positions: `python -m tests.benchmarks.pictures [RULES ...]`."""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import rulec
from rulec import picture

GAMES = Path(__file__).resolve().parents[2] / "games"
_CHOICES, _TIMES = 120, 25


def position(game: Any) -> tuple[Any, Any]:
    """A position of a random game, and the one before."""
    rnd = random.Random(1)
    state = before = game.State(seed=1)
    for _ in range(_CHOICES):
        if state.is_terminal():
            break
        before, state = state, state.child(rnd.choice(state.legal_actions()))
    return state, before


def main(names: list[str]) -> None:
    print(f"{'game':<24}{'first ms':>10}{'then ms':>10}{'bytes':>10}")
    for path in map(Path, names) if names else sorted(GAMES.glob("*.rules")):
        game = rulec.load(path)
        state, before = position(game)
        seconds = []
        for _ in range(_TIMES):
            started = time.process_time()
            text = picture.svg(state, None, before)
            seconds.append(time.process_time() - started)
        then = statistics.median(seconds[1:])
        print(f"{path.stem:<24}{1000 * seconds[0]:>10.1f}{1000 * then:>10.1f}{len(text):>10}")


if __name__ == "__main__":
    main(sys.argv[1:])
