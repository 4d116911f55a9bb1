"""What is measured is built first, two at a time: what the cache has takes no time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.benchmarks import growth


def build_all(paths: Sequence[Path], texts: Sequence[str]) -> dict[str, float]:
    """How many seconds the compiler and its tools took for each of the texts."""
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        # The largest first, so that none of them is left to the end.
        files = [pool.submit(_built, path) for path in sorted(paths, key=_size, reverse=True)]
        made = {text: pool.submit(_built_text, text) for text in sorted(texts, key=len, reverse=True)}
        for one in files:
            one.result()
        return {text: one.result() for text, one in made.items()}


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _built(path: Path) -> float:
    from rulec import facade

    with tempfile.TemporaryDirectory() as folder:  # for the readable text, which nobody reads here
        return sum(facade.build(path, folder=folder).seconds.values())


def _built_text(text: str) -> float:
    with growth.written(text) as path:
        return _built(path)
