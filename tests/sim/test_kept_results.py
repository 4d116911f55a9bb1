"""Kept results: a run goes on from them as if nothing had happened, and no file is harmed."""

from __future__ import annotations

import base64
import json
import os
import pickle
import resource
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulec.errors import RulecError
from rulec.sim import deadline
from rulec.sim.counters import RunningMoments, Tally
from rulec.sim.kept_results import KeptResults, key_of
from rulec.sim.workers import Workers

GAME: Any = SimpleNamespace(RULES_HASH="abc")
HEADING = {"command": "test", "seed": 1}


@dataclass(frozen=True)
class Square:
    """Task: a number's square, as a statistic."""

    number: int
    until: float = field(default=0.0, compare=False)

    def run(self, game: Any) -> RunningMoments:
        PLAYED.append(self.number)
        return RunningMoments(1, self.number * self.number)


PLAYED: list[int] = []


@pytest.fixture(autouse=True)
def nothing_played() -> None:
    PLAYED.clear()


def opened(path: Path, **more: Any) -> KeptResults:
    return KeptResults(path, {**HEADING, **more}, WARNED.append)


WARNED: list[str] = []


def squares(path: Path, count: int) -> list[int]:
    kept = opened(path)
    try:
        return [one.total for one in Workers(GAME, None, kept).each(map(Square, range(count)))]
    finally:
        kept.close()


def test_known_tasks_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    assert squares(path, 3) == [0, 1, 4]
    assert squares(path, 5) == [0, 1, 4, 9, 16]
    assert PLAYED == [0, 1, 2, 3, 4]
    assert squares(path, 5) == [0, 1, 4, 9, 16]
    assert len(PLAYED) == 5


def test_the_deadline_of_a_task_does_not_tell_it_apart_but_the_rules_do() -> None:
    assert key_of(Square(3, 1.0), "abc") == key_of(Square(3, 2.0), "abc")
    assert len({key_of(Square(3), "abc"), key_of(Square(4), "abc"), key_of(Square(3), "abd")}) == 3


def test_sets_have_one_key_in_every_process() -> None:
    words = [f"word {number}" for number in range(50)]
    assert key_of(frozenset(words), "") == key_of(frozenset(reversed(words)), "")


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_line_that_was_cut_off_is_played_again(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    squares(path, 4)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert squares(path, 4) == [0, 1, 4, 9]
    assert PLAYED == [0, 1, 2, 3, 3]
    assert len(path.read_bytes().splitlines()) == 5
    assert squares(path, 4) == [0, 1, 4, 9]
    assert len(PLAYED) == 5


@pytest.mark.parametrize("left", [0, 1, 30])
def test_a_heading_that_was_cut_off_is_written_again(left: int, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    squares(path, 1)
    path.write_bytes(path.read_bytes().splitlines()[0][:left])
    assert squares(path, 2) == [0, 1]
    assert squares(path, 2) == [0, 1]
    assert PLAYED == [0, 0, 1]


@pytest.mark.parametrize(
    "content",
    [b"points,winner\n3,1\n", b'{"games": 3}\n', b"[]\n", b"\0" * 5_000, b'game "Nim"', b"\xff\xfe\n"],
)
def test_a_foreign_file_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(content)
    with pytest.raises(RulecError, match="holds no results of `rulec`"):
        opened(path)
    assert path.read_bytes() == content


def test_the_file_of_another_run_is_refused_with_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    squares(path, 2)
    before = path.read_bytes()
    with pytest.raises(RulecError, match="is of another run: --seed is 1 there, 2 here"):
        opened(path, seed=2)
    with pytest.raises(RulecError, match="is of another run: the rules differ"):
        opened(path, seed=2, rules="xyz")
    assert path.read_bytes() == before


def refusal(path: Path) -> RulecError | None:
    try:
        opened(path).close()
    except RulecError as problem:
        return problem
    return None


def test_a_damaged_line_is_named_and_the_file_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    squares(path, 5)
    for place in range(len(path.read_bytes().splitlines()[0]) + 1, path.stat().st_size - 1, 7):
        whole = path.read_bytes()
        harmed = bytearray(whole)
        harmed[place] = ord("%")
        path.write_bytes(harmed)
        problem = refusal(path)
        if problem is None:  # in the digest of a task, which is then played again
            assert b'"task": "' in harmed[harmed.rfind(b"\n", 0, place) : place + 1]
        else:
            number = 1 + whole[:place].count(b"\n")
            assert f"line {number} of" in problem.message
            assert f"head -n {number - 1} " in problem.hint
        assert path.read_bytes() == harmed
        path.write_bytes(whole)


class Evil:
    def __reduce__(self) -> Any:
        return os.mkdir, ("harmed",)


@pytest.mark.parametrize("evil", [Evil(), Path("x"), key_of])
def test_no_code_of_a_file_is_run(evil: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "kept"
    squares(path, 0)
    data = base64.b64encode(zlib.compress(pickle.dumps(evil))).decode()
    line = {"task": "0", "drawn": 0, "came": 0, "result": data}
    path.write_text(path.read_text() + json.dumps(line) + "\n")
    with pytest.raises(RulecError, match="line 2 of .* is damaged"):
        opened(path)
    assert not (tmp_path / "harmed").exists()


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    first = opened(tmp_path / "kept")
    with pytest.raises(RulecError, match="in use by another run"):
        opened(tmp_path / "kept")
    first.close()
    opened(tmp_path / "kept").close()


def test_a_full_disk_ends_the_keeping_not_the_run(tmp_path: Path) -> None:
    WARNED.clear()
    path = tmp_path / "kept"
    squares(path, 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size * 2, hard))
    try:
        assert squares(path, 9) == [n * n for n in range(9)]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(WARNED) == 1
    assert "further results are not kept" in WARNED[0]
    before = len(PLAYED)
    assert squares(path, 9) == [n * n for n in range(9)]
    assert 0 < len(PLAYED) - before < 9


@pytest.mark.parametrize(
    ("name", "said"), [("", "is no file"), ("no/where", "there is no folder"), ("\0", "is not a name")]
)
def test_names_that_are_no_files_are_refused(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RulecError, match=said):
        opened(Path(f"{tmp_path}/{name}"))
    with pytest.raises(RulecError, match="is no file"):
        opened(Path("/dev/zero"))


def test_all_of_a_tally_comes_back(tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Whole:
        def run(self, game: Any) -> Tally:
            tally = Tally(2, 3, wins=[840, 0], uses={7: 2}, stopped={"no money": 1})
            tally.narrowed[1] += 4
            return tally

    told = []
    for _ in range(2):
        kept = opened(tmp_path / "kept")
        told += Workers(GAME, None, kept).each([Whole()])
        kept.close()
    assert told[0] == told[1]
    assert told[0] is not told[1]


# --- time ---------------------------------------------------------------------------------------------------


def run_by_the_clock(path: Path, jobs: int, tasks_until_ctrl_c: int | None) -> tuple[list[Any], bool]:
    """Two phases by the clock, whose decisions and moments are told; as a budget of seconds decides."""
    told: list[Any] = []
    kept = opened(path)

    def until(hands: Workers, moment: float, first: int) -> Iterator[Square]:
        number = first
        while hands.clock.now < moment:
            yield Square(number)
            number += 1

    def play(hands: Workers) -> bool:
        for moment, first in ((60.0, 0), (100.0, 1_000)):
            told.append(("phase", hands.clock.now))
            for one in hands.each(until(hands, moment, first)):
                told.append((one.total, hands.clock.now))
                if len(told) == tasks_until_ctrl_c:
                    return True
        return False

    try:
        return told, play(Workers(GAME, SameHere(jobs) if jobs > 1 else None, kept))
    finally:
        kept.close()


class SameHere:
    """As many tasks in flight as in a pool, run in this process."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def submit(self, function: Any, task: Any) -> Any:
        return SimpleNamespace(result=lambda: task.run(GAME))


@pytest.mark.parametrize("jobs", [1, 2])
def test_decisions_by_the_clock_are_repeated(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(0, 10**9, 3))
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: float(next(seconds))))
    path, before = tmp_path / "kept", []
    for stop in (2, 4, 9, 14, 16, None):
        told, interrupted = run_by_the_clock(path, jobs, stop)
        assert interrupted is (stop is not None)
        assert told[: len(before)] == before
        before = told
    moments = [moment for _, moment in before]
    assert moments == sorted(moments)
    assert 90 <= moments[-1] < 140  # of all sessions together, but for what was not kept
