"""Random games of go on 9 by 9 points beside OpenSpiel's, in turn: `python -m tests.benchmarks.captures`.

Printed are moves a second of processor time, and the ratio to OpenSpiel measured behind it. The same rules
are told in three ways (`tests/captures`). OpenSpiel plays from its C++ (`openspiel_bench.py`, mode cpp).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

import rulec
from tests.benchmarks.peers import measured_peer
from tests.benchmarks.rows import one_core, sample_of
from tests.benchmarks.yardstick import Effort, rate

GAMES = Path(__file__).resolve().parents[1] / "captures"
PEER = "go(board_size=9)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers-python", default=sys.executable, help="one that has OpenSpiel")
    given = parser.parse_args()
    bench = [given.peers_python, "cpu_clock.py", "openspiel_bench.py", PEER, "cpp", "0.5", "1"]
    modules = [rulec.load(path) for path in sorted(GAMES.glob("*.rules"))]
    found: dict[str, list[tuple[float, float]]] = {module.NAME: [] for module in modules}
    for _ in range(given.rounds):
        for module in modules:
            with one_core():
                length = float(sample_of(module.playouts).decisions.mean())
                moves = length * rate(module.playouts, Effort(0.3, 1))
            peer = measured_peer("OpenSpiel in its C++", PEER, bench)
            if peer.speed is None:
                sys.exit(f"OpenSpiel: {peer.note}")
            found[module.NAME].append((moves, moves / peer.speed.moves))
    for name, each in found.items():
        moves, ratios = (sorted(column) for column in zip(*each, strict=True))
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        print(
            f"{name:14} {statistics.median(moves):12,.0f} moves/s  {statistics.median(ratios):.2f} ({spread})"
        )


if __name__ == "__main__":
    main()
