"""Every planted fault is found; what no play can tell is listed, with the reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulec.interp.face import Game
from rulec.passes.pipeline import LEGALITY, PIPELINE, run_passes
from tests.passes.faults import ROOT, Fault, difference, found, lowered, oracle
from tests.passes.legality_faults import LEGALITY_FAULTS
from tests.passes.speed_faults import SPEED_FAULTS

FAULTS = (*LEGALITY_FAULTS, *SPEED_FAULTS)
# Of each pass one, on a small game if there is one.
QUICK = tuple(
    next(one for one in sorted(FAULTS, key=lambda one: one.is_dear) if one.of == of.name) for of in PIPELINE
)


def test_every_pass_has_faults() -> None:
    faults = Counter(one.of for one in FAULTS)
    assert set(faults) == {one.name for one in PIPELINE}
    assert min(faults.values()) >= 3
    assert len(FAULTS) >= 60
    assert len({(one.of, one.name) for one in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", QUICK, ids=str)
def test_a_fault_of_each_pass_is_found(fault: Fault) -> None:
    assert found(fault) is not None


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_fault_is_found(fault: Fault) -> None:
    assert found(fault) is not None


def right(path: Path) -> None:
    """Nothing is found where nothing is wrong: behind the passes of legality, and behind all."""
    for passes in (LEGALITY, PIPELINE):
        assert difference(oracle(path), Game(run_passes(lowered(path), passes))) is None


@pytest.mark.parametrize("name", ["games/classics/reversi", "tests/games/wells", "tests/passes/games/ledger"])
def test_right_passes_are_right(name: str) -> None:
    right(ROOT / f"{name}.rules")


FOLDERS = ("games/classics", "tests/games", "tests/passes/games", "tests/probes")
ALL = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.rules"))]


@pytest.mark.long
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_all_passes_are_right_on_every_game(path: Path) -> None:
    """The program behind all passes plays as it was lowered, on the interpreter too."""
    right(path)
