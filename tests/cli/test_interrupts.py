"""Ctrl-C ends a long run at once, with what was counted until then; no process outlives the command."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulec.runtime.face import in_threads
from rulec.sim.pool import as_they_come, processes, room_of, windowed
from tests.cli.tools import NIM, Cli, finish, start
from tests.large import in_long_runs


def interrupting(after: int, done: list[tuple[int, int]]) -> Callable[..., int]:
    """Games that take no time; when so many chunks are played, somebody types Ctrl-C."""
    lock = threading.Lock()

    def play(first: int, end: int) -> int:
        with lock:
            done.append((first, end))
            number = len(done)
        if number == after:
            os.kill(os.getpid(), signal.SIGINT)
        if number > after:
            threading.Event().wait(0.01)  # else all are played before the first thread is asked
        return -1

    return play


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_random_games_are_left_between_chunks(workers: int) -> None:
    done: list[tuple[int, int]] = []
    with pytest.raises(KeyboardInterrupt):
        in_threads(interrupting(3, done), 1 << 62, workers)
    assert sum(end - first for first, end in done) < 1 << 61


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_chunks_are_all_games_once(workers: int) -> None:
    done: list[tuple[int, int]] = []
    assert in_threads(lambda first, end: done.append((first, end)) or -1, 1_000, workers) == []
    assert sorted(number for first, end in done for number in range(first, end)) == list(range(1_000))


def test_the_first_fault_of_each_thread_is_told() -> None:
    def play(first: int, end: int) -> int:
        return next((number for number in range(first, end) if number % 400 == 300), -1)

    assert in_threads(play, 1_000, 1) == [300]
    assert min(in_threads(play, 1_000, 3)) == 300


def endless(drawn: list[int]) -> Iterator[int]:
    while True:
        drawn.append(len(drawn))
        yield drawn[-1]


def in_order(pool: Any, function: Callable[..., Any], tasks: Iterable[Any]) -> Iterator[Any]:
    return windowed((pool.submit(function, task).result for task in tasks), lambda: room_of(pool))


@pytest.mark.parametrize("results", [in_order, as_they_come])
def test_leaving_a_pool_ends_its_processes(results: Callable[..., Iterator[int]]) -> None:
    drawn: list[int] = []
    alive: list[Any] = []

    def use() -> None:
        with processes(2) as pool:
            for _ in results(pool, abs, endless(drawn)):
                alive[:] = pool._executor._processes.values()
                if len(drawn) > 8:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        use()
    for process in alive:  # the pool's own thread may be the one that is told of the end
        assert ends(str(process.pid))
    assert len(drawn) < 20  # nothing is drawn that nobody has room for


def test_results_come_in_order() -> None:
    with processes(2) as pool:
        assert list(in_order(pool, abs, range(-9, 0))) == [9, 8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    "more", [("--jobs", "2"), (), *in_long_runs((("--jobs", "2", "--seats", "mcts:20,random"),))]
)
def test_ctrl_c_in_ten_million_games(more: tuple[str, ...], tmp_path: Path) -> None:
    process = start("sim", NIM, "-n", "10000000", "--interpreter", *more, start_new_session=True)
    children = f"/proc/{process.pid}/task/{process.pid}/children"
    started = threading.Event()
    while not started.wait(0.05) and process.poll() is None:
        if not more or len(Path(children).read_text().split()) >= 2:
            break
    started.wait(3)
    own = Path(children).read_text().split() if process.poll() is None else []
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes of the group are told
    ran = finish(process)
    assert ran.status == 130
    assert ran.error.startswith("error: interrupted ")
    assert "Traceback" not in ran.err
    for child in own:
        assert ends(child)


def ends(child: str) -> bool:
    """Whether a killed process is gone, or dead but for its parent, within a time that no machine needs."""
    for _ in range(1_200):
        try:
            state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        threading.Event().wait(0.05)
    return False


def test_what_was_counted_is_told(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec.sim import simulate

    real, batches = simulate.play_batch, []

    def play_batch(*given: object) -> object:
        batches.append(given)
        if len(batches) > 3:
            raise KeyboardInterrupt
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(simulate, "play_batch", play_batch)
    ran = cli("sim", NIM, "-n", "1000", "--interpreter")
    assert ran.status == 130
    assert ran.error == f"error: interrupted after {3 * simulate.BATCH} games of 1,000"
    assert f"{3 * simulate.BATCH} on the interpreter" in ran.out
