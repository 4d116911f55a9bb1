"""Measure how fast the studio answers: pages, problems of a heavy file, clicks beside a simulation.

    python -m tests.benchmarks.studio [--games 20] [--clicks 100]

It starts `rulec studio` over a folder of its own and asks as the pages do: a click is the POST of an option
and the view after it, picture included. Times are milliseconds by the clock, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

from tests.engines import ROOT

GAME: Final = "here/connect_four.rules"
HEAVY: Final = "rulec/great_western_trail.rules"
_LIMIT: Final = 120.0  # seconds for one request


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=20)
    given.add_argument("--clicks", type=int, default=100)
    asked = given.parse_args()
    print("| | number | median | 90 % | most |\n| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, _studio(Path(folder)) as (client, started):
        _print("start to the link", [started])
        _print("first page", [_timed(lambda: client.get("/")) for _ in range(10)])
        text = client.get(f"/api/text/{HEAVY}").json()["text"]
        _print("problems of a heavy file, first", [_check(client, text)])
        edits = [f"{text}\n# edit {number}\n" for number in range(8)]
        _print("its syntax and what was found before, after an edit", [_quick(client, one) for one in edits])
        _print("all of its problems, after an edit", [_check(client, one) for one in edits])
        games = [_begin(client) for _ in range(asked.games)]
        quiet = [_click(client, games[n % len(games)]) for n in range(asked.clicks)]
        _print(f"click, {asked.games} games open", quiet)
        _simulate(client)
        busy = [_click(client, games[n % len(games)]) for n in range(asked.clicks)]
        _print(f"click, {asked.games} games open and a simulation", busy)


@contextmanager
def _studio(folder: Path) -> Iterator[tuple[httpx.Client, float]]:
    """A studio in a process, a client that has followed its link, and milliseconds until the link."""
    games = folder / "games"
    games.mkdir()
    shutil.copy(ROOT / "games/classics/connect_four.rules", games)
    environment = {**os.environ, "RULEC_STATE_DIR": str(folder / "state"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "rulec", "studio", "--no-browser"]
    begun = time.perf_counter()
    process = subprocess.Popen(command, cwd=games, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        started = 1000 * (time.perf_counter() - begun)
        found = re.match(r"http://[^/]+", link)
        assert found is not None, link
        headers = {"origin": found[0]}
        with httpx.Client(
            base_url=found[0], headers=headers, timeout=_LIMIT, follow_redirects=True
        ) as client:
            client.get(link).raise_for_status()
            yield client, started
    finally:
        process.terminate()
        process.wait(60)


def _post(client: httpx.Client, path: str, **data: Any) -> Any:
    return client.post(path, json=data).raise_for_status().json()


def _timed(work: Any) -> float:
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def _check(client: httpx.Client, text: str) -> float:
    return _timed(lambda: _post(client, "/api/rules/check", game=HEAVY, text=text))


def _quick(client: httpx.Client, text: str) -> float:
    return _timed(lambda: _post(client, "/api/rules/quick", game=HEAVY, text=text))


def _begin(client: httpx.Client) -> str:
    seats = ["human", "human"]
    made = _post(client, "/api/begin", game=GAME, players=2, options={}, seats=seats, seed=1)
    return str(made["id"])


def _click(client: httpx.Client, game: str) -> float:
    """Milliseconds from an option to the view after it; a game that is over is taken back first."""
    view = client.get(f"/api/play/{game}").json()
    if view["over"]:
        _post(client, f"/api/play/{game}/undo")
        view = client.get(f"/api/play/{game}").json()
    option = view["options"][view["moves"] % len(view["options"])]["action"]

    def click() -> None:
        _post(client, f"/api/play/{game}/choose", action=option, moves=view["moves"], seat=view["seat"])
        client.get(f"/api/play/{game}").raise_for_status()

    return _timed(click)


def _simulate(client: httpx.Client) -> None:
    """Begin a simulation that lasts longer than the clicks."""
    plan = {"players": 2, "options": {}, "other": "", "games": 100_000, "seconds": 0, "seed": 1}
    _post(client, "/api/lab/start", game=GAME, kind="simulate", ways=["random"], **plan)


def _print(name: str, times: list[float]) -> None:
    times = sorted(times)
    shown = (times[len(times) // 2], times[9 * (len(times) - 1) // 10], times[-1])
    print(f"| {name} | {len(times)} | {' | '.join(f'{one:,.0f}' for one in shown)} |", flush=True)


if __name__ == "__main__":
    main()
