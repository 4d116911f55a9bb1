"""Mutated files and tampered states by the thousand, in processes that may crash: none does.

The default suite runs a few of each. A long run can be cut into parts: RULEC_FUZZ_FIRST is the first seed,
RULEC_FUZZ_COUNT how many, RULEC_FUZZ_JOBS the number of processes.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.jobs import STATES
from tests.fuzz.mutants import GAMES
from tests.fuzz.workers import ROOT, carry_out

FIRST = int(os.environ.get("RULEC_FUZZ_FIRST", "0"))
COUNT = int(os.environ.get("RULEC_FUZZ_COUNT", "0"))
JOBS = int(os.environ.get("RULEC_FUZZ_JOBS", "2"))
MUTANTS = 5_000
HOSTILE = 100_000
SANITIZED = 10_000
BUILT = 40  # about one of so many is built; of the accepted ones, which are most, that is every 25th
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g"


def expect_none(job: str, items: list[object], **more: object) -> None:
    problems = [f"{job}({item}): {problem}" for item, problem in carry_out(job, items, JOBS, **more)]  # type: ignore[arg-type]
    assert not problems, "\n\n".join(problems)


def mutants(first: int, count: int, every: int) -> list[object]:
    return [[seed, int(seed % every == 0)] for seed in range(first, first + count)]


def test_a_few_mutants() -> None:
    expect_none("tests.fuzz.jobs:check_mutant", mutants(50_000, 10, 10**9))


def test_a_few_hostile_states() -> None:
    """On the engines with all checks, which other tests have built; a long run takes what players get."""
    seeds: list[object] = list(range(0, len(GAMES), 48))
    expect_none("tests.fuzz.jobs:check_states", seeds, seconds=60, env={"RULEC_FUZZ_DEBUG": "1"})


@pytest.mark.long
def test_mutants() -> None:
    expect_none("tests.fuzz.jobs:check_mutant", mutants(100_000 + FIRST, COUNT or MUTANTS, BUILT))


@pytest.mark.long
def test_hostile_states() -> None:
    seeds: list[object] = list(range(FIRST, FIRST + (COUNT or HOSTILE) // STATES))
    expect_none("tests.fuzz.jobs:check_states", seeds, seconds=900)  # a look-ahead goes to its limit in some


@pytest.mark.long
def test_hostile_states_under_sanitizers(tmp_path: Path) -> None:
    """The same on engines in which every access to memory and every operation is looked at."""
    library = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(library).is_absolute():
        pytest.skip("this gcc has no sanitizers")
    env = {
        "CC": f"gcc {SANITIZERS}",
        "RULEC_CACHE_DIR": str(tmp_path),
        "RULEC_FUZZ_DEBUG": "1",
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    seeds = list(range(FIRST, FIRST + (COUNT or SANITIZED) // STATES))
    build = "import rulec; [rulec.load(one, debug=True, optimise='-O0', native=False) for one in {names!r}]"
    names = [str(path) for number, path in enumerate(GAMES) if number in {one % len(GAMES) for one in seeds}]
    preloaded = {**env, "LD_PRELOAD": library}
    done = subprocess.run(  # in a process that has the sanitizer's library; the compiler must not have it
        [sys.executable, "-c", build.format(names=names)],
        env={**os.environ, **preloaded, "CC": f"env -u LD_PRELOAD {shlex.join(['gcc'])} {SANITIZERS}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    preloaded["CC"] = f"env -u LD_PRELOAD gcc {SANITIZERS}"
    expect_none("tests.fuzz.jobs:check_states", list[object](seeds), seconds=300, env=preloaded)


def test_a_crash_a_hang_and_an_error_are_told(tmp_path: Path) -> None:
    items: list[object] = ["fine", "raise", "hang", "crash", "fine", "exit", "grow"]
    found = dict(carry_out("tests.fuzz.test_long_runs:misbehave", items, 2, seconds=1))
    assert sorted(found) == ["crash", "exit", "grow", "hang", "raise"]
    assert found["grow"].startswith("MemoryError")
    assert found["raise"] == "KeyError: 'x'"
    assert found["hang"] == "more than 1 seconds of processor time"
    assert found["crash"].startswith("the process ended with -11\n")
    assert found["exit"].startswith("the process ended with 7\n")


def misbehave(item: str) -> None:
    if item == "raise":
        raise KeyError("x")
    if item == "crash":
        import ctypes

        ctypes.string_at(0)
    if item == "grow":
        bytearray(8 << 30)
    if item == "exit":
        os._exit(7)
    while item == "hang":
        pass
