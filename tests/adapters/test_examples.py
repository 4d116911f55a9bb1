"""The programs of docs/examples learn what they claim."""

from __future__ import annotations

import importlib.util
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rulec.sim.workers import workers
from tests.engines import ROOT, installed

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


def test_maskable_ppo_begins_to_learn() -> None:
    """Seconds of training already beat random play, which wins half of the games against itself."""
    for library in ("sb3_contrib", "torch", "gymnasium"):
        pytest.importorskip(library)
    with example("maskable_ppo") as program:
        share = program.main(["--game", str(CONNECT_FOUR), "--steps", "8192", "--games", "200"])
    assert share >= 0.62


def test_alpha_zero_grows_stronger() -> None:
    """By what it learns, not by its search: the network before has the same simulations."""
    pytest.importorskip("torch")
    game = installed(CONNECT_FOUR)
    chosen = Namespace(
        games=64,
        simulations=64,
        width=128,
        window=50_000,
        seed=1,
        minutes=20.0,
        lessons=8,
        start=0.7,
        jobs=1,
        ray=None,
    )
    with example("alpha_zero") as program, workers(game, 1, lambda: game) as crew:
        program.torch.set_num_threads(1)
        program.torch.manual_seed(1)
        size = sum(part.size for part in game.State.observation_layout())
        before = program.Learner(size, game.NUM_ACTIONS, 128).network()
        learner, played = program.learn(game, crew, chosen)
        assert played == 6 * 256 + 2 * 64
        shares = [
            program.share_against(game, network, 64, 64, 60, seed=5)[0]
            for network in (before, learner.network())
        ]
    assert shares[1] > shares[0] + 0.15, shares


def test_options_of_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for library in ("sb3_contrib", "torch", "gymnasium"):
        pytest.importorskip(library)
    for path in sorted(Path(EXAMPLES).glob("*.py")):
        with example(path.stem) as program, pytest.raises(SystemExit):
            program.main(["--help"])
        assert "--game" in capsys.readouterr().out
