"""How long it takes from rules to an engine: the stages of a build, and what a designer waits for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.rows import GAMES


@dataclass(frozen=True)
class Stages:
    game: str
    lines: int
    first_check: float  # nothing is known of the file
    changed_check: float  # one line is another
    same_check: float
    build: float  # in a cache that is empty
    stages: dict[str, float]  # of that build
    cached_build: float


def largest() -> Path:
    return max(GAMES.glob("*.rules"), key=lambda path: path.stat().st_size)


def staged(path: Path) -> Stages:
    """In cache folders of their own, each command by itself, as a user calls it."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_text(text, encoding="utf-8")

        def run(cache: str, *command: str) -> tuple[float, str]:
            variables = {**os.environ, "RULEC_CACHE_DIR": str(Path(folder) / cache)}
            started = time.perf_counter()
            ran = subprocess.run(
                [sys.executable, "-m", "rulec", *command, str(copy)],
                cwd=folder, env=variables, check=True, capture_output=True, text=True,
            )  # fmt: skip
            return time.perf_counter() - started, ran.stdout

        build, said = run("one", "build", "--format", "json")
        cached = run("one", "build")[0]
        first = run("two", "check")[0]
        copy.write_text(one_line_changed(text), encoding="utf-8")
        changed, same = run("two", "check")[0], run("two", "check")[0]
    stages: dict[str, float] = json.loads(said)[0]["seconds"]
    return Stages(path.stem, len(text.splitlines()), first, changed, same, build, stages, cached)


def one_line_changed(text: str) -> str:
    """A game may be longer by one decision: a change of the rules, not of a comment."""
    changed, count = re.subn(
        r"^  length (\d+)", lambda found: f"  length {int(found[1]) + 1}", text, flags=re.M
    )
    assert count == 1
    return changed
