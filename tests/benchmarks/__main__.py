"""`python -m tests.benchmarks`: everything side by side, in a few minutes."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Final

from tests.benchmarks import __doc__ as description
from tests.benchmarks import growth, peers, rows, stages, table
from tests.benchmarks.building import build_all
from tests.benchmarks.peers import Peer
from tests.benchmarks.rows import Row
from tests.benchmarks.yardstick import UNQUIET, Effort, Yardstick

PARTS: Final = ("games", "peers", "growth", "build")
README: Final = Path(__file__).resolve().parents[2] / "README.md"
PAGE: Final = README.parent / "docs" / "performance.md"
BESIDE: Final = "By hand, and other engines, every decision counted\n"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="then nothing but these is measured")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part of it; may be repeated")
    parser.add_argument("--players", type=int, help="else two, or the fewest above")
    parser.add_argument("--seconds", type=float, default=0.3, help="of each repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--peers-python", default=sys.executable, help="one that has OpenSpiel, Catanatron")
    parser.add_argument("--heavy-c", type=Path, metavar="FILE.c", help="a heavy game by hand, as a peer")
    parser.add_argument("--readme", action="store_true", help="write the tables into README.md and docs")
    given = parser.parse_args(arguments)
    wanted = given.only or (["games"] if given.games else PARTS)
    effort, began = Effort(given.seconds, given.repeats), time.perf_counter()
    found: list[Row] = []
    others: list[Peer] = []
    told: list[str] = []  # what goes into docs/performance.md
    with tempfile.TemporaryDirectory() as folder:
        yardstick = Yardstick.built(Path(folder), effort)
        yardstick.fused()
        files = rows.rules_files(given.games) if "games" in wanted else []
        texts = [text for one in growth.FAMILIES for _, text in one.texts()] if "growth" in wanted else []
        built = build_all(files, texts)
        said(f"all is built, after {time.perf_counter() - began:.0f} s")
        if "games" in wanted:
            found = of_games(files, yardstick, effort, given.players)
        if "peers" in wanted:
            others = of_peers(yardstick, effort, given.peers_python)
            if given.heavy_c is not None:
                with rows.one_core():
                    others.append(peers.heavy_by_hand(given.heavy_c, Path(folder), effort))
            told.append(BESIDE + table.peers_table(others))
            print(told[-1])
        if "growth" in wanted:
            told.append(of_growth(yardstick, effort, built))
        if "build" in wanted:
            told.append("From rules to an engine\n" + table.stages_table(stages.staged(stages.largest())))
            print(told[-1])
        print(f"{machine()}; {quiet(yardstick)}; {time.perf_counter() - began:.0f} s in all")
        if given.readme and found:
            table.rewrite(README, for_readme(found, others, yardstick))
        if given.readme and told:
            head = f"{machine()}, {date.today():%B %d, %Y}; {quiet(yardstick)}\n\n"
            table.rewrite(PAGE, "\n```text\n" + head + "\n".join(told) + "```\n\n")


def of_games(files: Sequence[Path], yardstick: Yardstick, effort: Effort, players: int | None) -> list[Row]:
    import rulec

    found = []
    for path in files:
        found.append(rows.measured(rulec.load(path), yardstick, effort, players))
        said(f"{path.stem}: {table.number(found[-1].choices)} decisions a second")
    print("Random games, decisions with a choice, one core; beside C: to moves of fused connect four")
    print(table.games_table(found))
    return found


def of_peers(yardstick: Yardstick, effort: Effort, python: str) -> list[Peer]:
    with rows.one_core():
        return [*peers.by_hand(yardstick), *peers.others(effort, python)]


def of_growth(yardstick: Yardstick, effort: Effort, built: dict[str, float]) -> str:
    lines = ["Games that grow; slope 0: as fast at any size, -1: half as fast at twice the size\n"]
    print(lines[0])
    with rows.one_core():
        for one in growth.grown(yardstick, effort, built):
            lines.append(table.growth_table(one))
            print(lines[-1], flush=True)
    return "\n".join(lines)


def said(text: str) -> None:
    """On the way, for somebody who looks on."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


def for_readme(found: Sequence[Row], others: Sequence[Peer], yardstick: Yardstick) -> str:
    lines = [f"{machine()}, {date.today():%B %d, %Y}; {quiet(yardstick)}.", "", table.markdown(found)]
    beside = list(_beside(found, others))
    if beside:
        lines += ["", "\n".join(beside), ""]
    return "\n".join(lines)


def _beside(found: Sequence[Row], others: Sequence[Peer]) -> Sequence[str]:
    """What a game plays beside others that play the same, all of its decisions counted."""
    moves = {row.game: row.games * row.decisions for row in found}
    out = []
    for one in others:
        if one.speed is None:
            out.append(f"- {one.name}: {one.note}.")
        elif one.game in moves:
            ratio = table.number(moves[one.game] / one.speed.moves)
            out.append(f"- {one.game}: {ratio} times {one.name}.")
        elif not one.name.startswith("C by hand"):
            out.append(f"- {one.name} ({one.game}): {table.number(one.speed.moves)} decisions a second.")
    return out


def machine() -> str:
    """What this runs on, as far as a reader can use it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = "an unknown processor"
    return f"{model}, {len(os.sched_getaffinity(0))} cores, Python {sys.version.split()[0]}"


def quiet(yardstick: Yardstick) -> str:
    slowest, fastest = min(yardstick.seen), max(yardstick.seen)
    text = f"fused connect four in C at {table.number(slowest)} to {table.number(fastest)} moves/s"
    return text + (", so this machine was not quiet" if slowest < (1 - UNQUIET) * fastest else "")


if __name__ == "__main__":
    main()
