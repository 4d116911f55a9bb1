"""What is wrong with the machine is said as that, in one line: never a traceback, never a bug of rulec."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulec.native.cache import Cache
from tests.cli.tools import NIM, ROOT, Cli
from tests.large import in_long_runs, some_by_default

LONG = "x" * 300


def shell(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The real program, called `rulec` in a line of the shell."""
    rulec = f'rulec() {{ "{sys.executable}" -m rulec "$@"; }}; '
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    return subprocess.run(
        ["bash", "-c", rulec + line], capture_output=True, text=True, env=environment, timeout=120
    )


def tidy(ran: subprocess.CompletedProcess[str]) -> bool:
    text = ran.stdout + ran.stderr
    return "Traceback" not in text and "bug of rulec" not in text and "Exception ignored" not in text


FULL = [
    "rulec check {nim}",
    "rulec emit {nim} --stage ir",
    "rulec sim {nim} -n 5 --interpreter",
    "rulec explain {nim} --format json",
    "rulec play {nim} --interpreter --seats random",
    "rulec --help",
]


@pytest.mark.parametrize("line", some_by_default(FULL, 2))
def test_a_disk_that_is_full(line: str) -> None:
    ran = shell(line.format(nim=NIM) + " > /dev/full")
    assert ran.returncode == 2
    assert "error: output can't be written: No space left on device" in ran.stderr
    assert tidy(ran)


CLOSED = [
    ("rulec check {nim} >&-", 0),
    ("rulec check missing.rules 2>&-", 2),
    ("rulec check missing.rules 2>/dev/full", 2),
    ("rulec check missing.rules >/dev/full 2>/dev/full", 2),
    ("rulec sim {nim} -n 5 --interpreter >&- 2>&-", 0),
    ("rulec play {nim} --interpreter --seats random <&- >&- 2>&-", 0),
    ("rulec play {nim} --interpreter <&-", 0),
    ("rulec check - <&-", 2),
    ("rulec emit {nim} --stage ir | true; exit ${{PIPESTATUS[0]}}", 141),
]


@pytest.mark.parametrize(("line", "status"), [*CLOSED[::2], *in_long_runs(*CLOSED[1::2])])
def test_streams_that_are_closed(line: str, status: int) -> None:
    ran = shell(line.format(nim=NIM))
    assert ran.returncode in {status, 0} if status == 141 else ran.returncode == status
    assert tidy(ran)


def test_a_reader_of_errors_that_leaves() -> None:
    ran = shell("(sleep 0.2; rulec check a b c d) 2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}")
    assert ran.returncode in {2, 141}
    assert tidy(ran)


@pytest.mark.parametrize("where", [f"/tmp/{LONG}", "/proc/nowhere", "/dev/null/below"])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        (["check", NIM], 0),
        (["perft", NIM, "--interpreter", "--depth", "1"], 0),
        (["explain", NIM], 0),
        (["cache", "info"], None),
        (["cache", "clean"], None),
        (["build", NIM], 2),
    ],
)
def test_a_cache_that_can_not_be(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, where: str, command: list[str], status: int | None
) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", where)
    ran = cli(*command)
    assert "bug of rulec" not in ran.err
    assert ran.status == status if status is not None else ran.status in {0, 2}
    if ran.status:
        assert ran.error.startswith("error: the build cache ")
        assert "RULEC_CACHE_DIR" in ran.hint


def test_a_home_that_is_gone(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEC_CACHE_DIR")
    monkeypatch.setenv("HOME", "/proc/nowhere")
    monkeypatch.setenv("TMPDIR", "/proc/nowhere")
    assert cli("check", NIM).status == 0
    assert cli("explain", NIM).status == 0


@pytest.mark.parametrize("command", [["check"], ["explain"], ["cover"], ["perft"], ["fmt", "--check"]])
def test_a_file_that_vanishes(cli: Cli, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    """After it was found, before it is read."""
    from rulec.native import engines

    monkeypatch.setattr(engines, "find_rules", lambda name: name)
    ran = cli(command[0], "gone.rules", *command[1:])
    assert (ran.status, ran.error) == (2, "error: there is no file gone.rules")


def test_a_file_that_vanishes_while_it_is_compiled(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec import frontend

    shutil.copy(NIM, "nim.rules")
    real = frontend.files_of

    def files_of(path: str) -> tuple[Path, ...]:
        found = real(path)
        Path("nim.rules").unlink()
        return found

    monkeypatch.setattr(frontend, "files_of", files_of)
    ran = cli("explain", "nim.rules")
    assert (ran.status, "nim.rules can't be used: No such file" in ran.error) == (2, True)


@pytest.mark.parametrize("name", ["/nowhere/x", "/tmp", "nim.rules", LONG, "a\0b"])
def test_a_game_is_not_played_for_nothing(cli: Cli, name: str) -> None:
    shutil.copy(NIM, "nim.rules")
    ran = cli("play", "nim.rules", "--interpreter", "--seats", "random", "--save", name)
    assert (ran.status, ran.out) == (2, "")
    assert ran.error


def test_too_little_memory(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(_source: object) -> None:
        raise MemoryError

    monkeypatch.setattr("rulec.frontend.check", greedy)
    ran = cli("check", NIM)
    assert (ran.status, ran.error) == (2, "error: there is too little memory for this")


def test_a_cache_of_everybody_is_refused_by_every_command(cli: Cli) -> None:
    root = Cache.default().root
    root.mkdir(parents=True)
    root.chmod(0o777)
    for command in (["check", NIM], ["explain", NIM], ["play", NIM], ["build", NIM], ["cache", "clean"]):
        ran = cli(*command)
        assert ran.status == 2
        assert f"{root} can be written by other users" in ran.error
        assert f"`chmod go-w {root}`" in ran.hint
    assert "can be written by other users" in cli("doctor").out
