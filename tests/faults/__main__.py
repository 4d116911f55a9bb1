"""`python -m tests.faults`: the measurement as tables."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.faults import __doc__ as told
from tests.faults.measure import sample
from tests.faults.table import report


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults", description=told, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=500, help="slips that make a file wrong")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", type=int, default=12, help="how many of each weakness are listed")
    parser.add_argument("--json", type=Path, help="every slip, for programs")
    given = parser.parse_args()
    outcomes = []
    for one in sample(given.number, given.seed):
        outcomes.append(one)
        if sys.stderr.isatty():
            print(f"\r{sum(one.wrong for one in outcomes)}", end="", file=sys.stderr, flush=True)
    print(f"{given.number} slips that make a file wrong, seed {given.seed}\n")
    print(report(outcomes, given.worst))
    if given.json is not None:
        given.json.write_text(json.dumps([asdict(one) for one in outcomes], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
