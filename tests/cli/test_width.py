"""Whatever a command prints fits the terminal, but for lines of files and commands to copy."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from fcntl import ioctl

import pytest
import typer

from rulec.cli.shared.folding import fold
from rulec.cli.sim.tables import print_table
from tests.cli.tools import CONNECT_FOUR, DICE, EXPEDITION, NIM, ROOT, TIC_TAC_TOE, Cli

STONES = str(ROOT / "tests" / "games" / "stones.rules")
CALLS = {
    "new": ["--help"],
    "check": [NIM, "missing_file_of_a_long_name_that_nobody_has_written_so_far.rules"],
    "build": ["--help"],
    "fmt": ["--help"],
    "test": [CONNECT_FOUR],
    "cover": [STONES],
    "explain": [CONNECT_FOUR, "--protocol", "--all"],
    "why": ["--help"],
    "play": [CONNECT_FOUR, "--interpreter", "--seats", "random", "--seed", "3"],
    "sim": [EXPEDITION, "-n", "4", "--interpreter", "--all"],
    "diff": [NIM, DICE],
    "picture": ["--help"],
    "ladder": ["--help"],
    "balance": ["--help"],
    "tune": ["--help"],
    "perft": [TIC_TAC_TOE, "--depth", "2", "--divide", "--interpreter"],
    "selftest": ["--help"],
    "trace": ["record", "--help"],
    "emit": ["--help"],
    "cache": ["info"],
    "doctor": [],
    "lsp": ["--help"],
    "studio": ["--help"],
}
MORE = [
    ["explain", "R201"],
    ["--help"],
    ["sim", "--help"],
    ["explain", CONNECT_FOUR],
    ["nothing"],
    ["--version"],
]
# Lines of a file, commands to copy, a path or name that has no blank.
FREE = re.compile(r"^\s*\d* *\||^next: |^\s*rulec |^\s*\S+$|^\s*(?:\S+ +)?\S{40,}")


def too_long(text: str, width: int) -> list[str]:
    return [line for line in text.splitlines() if len(line) > width and not FREE.match(line)]


def test_every_command_is_called() -> None:
    from rulec.cli.app import app

    assert set(CALLS) == set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("call", [*([name, *more] for name, more in CALLS.items()), *MORE], ids=" ".join)
def test_lines_fit(cli: Cli, monkeypatch: pytest.MonkeyPatch, call: Sequence[str], width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = cli(*call)
    assert ran.out or ran.err
    assert too_long(ran.out, width) == []  # messages are folded on terminals alone


def test_a_terminal_of_eighty_columns() -> None:
    """Without `COLUMNS`: the terminal itself says how wide it is."""
    parent, child = pty.openpty()
    ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    call = [sys.executable, "-m", "rulec", "explain", CONNECT_FOUR, "--protocol"]
    process = subprocess.Popen(call, stdin=child, stdout=child, stderr=child, env=environment)
    os.close(child)
    shown = b""
    while True:
        try:
            part = os.read(parent, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(parent)
    assert process.wait(60) == 0
    text = re.sub(r"\x1b\[[^A-Za-z]*[A-Za-z]|\r(?!\n)[^\n]*", "", shown.decode()).replace("\r\n", "\n")
    assert "Names of positions" in text
    assert too_long(text, 80) == []


def test_without_terminal_and_columns_nothing_is_folded(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert max(map(len, cli("explain", CONNECT_FOUR, "--protocol").out.splitlines())) > 80


def test_json_is_not_folded(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    folded = cli("explain", "R201", "--json").out
    monkeypatch.delenv("COLUMNS")
    assert cli("explain", "R201", "--json").out == folded


def test_columns_without_room_follow_below(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    heads = [f"player {n}" for n in range(1, 7)]
    print_table(
        "scores",
        heads,
        [["  a line of the score", *(f"{n}.00 ± 0.12" for n in range(1, 7))], ["  all", *"123456"]],
    )
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 60
    assert [shown.count(one) for one in heads] == [1] * 6
    assert shown.count("a line of the score") == shown.count("scores") == 2
    print_table("options", ["share"], [[f"  {'long ' * 20}", "50 %"], ["  short", "100 %"]])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split() == ["short", "100", "%"]
    assert lines[-2].strip() == "50 %"


@pytest.mark.parametrize(
    ("text", "column", "folded"),
    [
        ("one two three four five six", 0, "one two three four\n  five six"),
        ("  name    one two three four", 0, "  name    one two\n          three four"),
        ("Here is a sentence of words.", 0, "Here is a sentence\nof words."),
        ("  12 | one two three four five six", 0, "  12 | one two three four five six"),
        ("next: rulec play some_long_name", 0, "next: rulec play some_long_name"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b", 0, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n  b"),
        ("one two three\nfour", 15, "one\n  two three\nfour"),
        ("", 0, ""),
    ],
)
def test_folding(text: str, column: int, folded: str) -> None:
    assert fold(text, 20, column, lambda one: one) == folded
