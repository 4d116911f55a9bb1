"""The benchmark of the engines runs; what it measures is nobody's test."""

from __future__ import annotations

import importlib.util
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from rulec.native.shipped import shipped_rules

ROOT = Path(__file__).resolve().parents[2]
ENGINES = ROOT / "tests" / "benchmarks" / "engines.py"


@pytest.fixture(scope="module")
def engines() -> ModuleType:
    spec = importlib.util.spec_from_file_location("engines_benchmark", ENGINES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_shipped_game_is_measured(engines: ModuleType) -> None:
    names = {path.stem for path in shipped_rules(ROOT / "games")}
    assert {path.stem for path in engines.rules_files([])} == names
    assert engines.rules_files(["hex", "mine/own.rules"]) == [
        ROOT / "games" / "classics" / "hex.rules",
        Path("mine/own.rules"),
    ]


@pytest.mark.skipif(platform.machine() != "x86_64" or not shutil.which("gcc"), reason="C for one processor")
def test_one_game() -> None:
    command = [sys.executable, str(ENGINES), "tic_tac_toe", "--seconds", "0.01", "--repeats", "1"]
    out = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert out.startswith("tic_tac_toe, 2 players\n")
    assert re.search(r"largest option list +9   in 20 games; 9 action ids", out)
    length = re.search(r"decisions a game +([0-9.]+)   with a choice ([0-9.]+), forced ([0-9.]+)%", out)
    assert length is not None
    assert 7.4 < float(length[1]) < 7.8  # of random games, known to be 7.62 with forced ends among them
    assert re.search(r"ratio to C, fused connect four +[0-9.e-]+", out)
