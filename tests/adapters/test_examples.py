"""The programs of docs/examples learn what they claim."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.engines import ROOT

CONNECT_FOUR = ROOT / "games" / "classics" / "connect_four.rules"
EXAMPLES = ROOT / "docs" / "examples"
pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore"),  # of libraries that are not ours
]


@contextmanager
def example(name: str) -> Iterator[Any]:
    """A program as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules[spec.name]


def test_maskable_ppo_beats_random_play() -> None:
    for library in ("sb3_contrib", "torch", "gymnasium"):
        pytest.importorskip(library)
    with example("maskable_ppo") as program:
        share = program.main(["--game", str(CONNECT_FOUR), "--steps", "200000", "--games", "1000"])
    assert share >= 0.95


def test_options_of_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for library in ("sb3_contrib", "torch", "gymnasium"):
        pytest.importorskip(library)
    for path in sorted(Path(EXAMPLES).glob("*.py")):
        with example(path.stem) as program, pytest.raises(SystemExit):
            program.main(["--help"])
        assert "--game" in capsys.readouterr().out
