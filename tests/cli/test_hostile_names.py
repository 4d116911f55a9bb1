"""Whatever others have written into files, names, labels and options: nothing of it steers a terminal."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulec.cli import main
from rulec.cli.shared.output_guard import Guarded, harmless
from tests.cli.tools import NIM, TIC_TAC_TOE
from tests.large import in_long_runs

HOSTILE = {
    "escape": "\x1b[31mred\x1b[2J",
    "title": "\x1b]0;owned\x07",
    "bidi": "abc\u202edcba\u2066",
    "c1": "\x9b31mred",
    "bell": "a\x07\x08b",
    "return": "fine\rerror",
    "markup": "[red]x[/red]\x1b[1m",
    "separator": "a\u2028b\u2029c",
}
COMMANDS: list[Sequence[str]] = [
    ["check", "{name}.rules"],
    ["check", "{file}"],
    ["check", "{file}", "--format", "json"],
    ["explain", "{file}"],
    ["explain", NIM, "{name}"],
    ["explain", "{name}"],
    ["play", NIM, "--seats", "{name}", "--interpreter"],
    ["play", "{name}"],
    ["sim", NIM, "-n", "{name}"],
    ["sim", NIM, "--option", "{name}=1", "-n", "1", "--interpreter"],
    ["sim", "{file}", "-n", "1"],
    ["why", NIM, "{name}", "--interpreter"],
    ["why", TIC_TAC_TOE, "mark: {name}", "--interpreter"],
    ["cover", "{file}"],
    ["cover", NIM, "--only", "{name}"],
    ["trace", "replay", NIM, "{trace}"],
    ["trace", "diff", "{trace}", "{trace}"],
    ["trace", "{name}"],
    ["diff", "{file}", NIM],
    ["diff", NIM, "{name}.rules"],
    ["build", "{file}"],
    ["test", "{file}"],
    ["fmt", "{file}", "--diff"],
    ["fmt", "{name}.rules"],
    ["new", "{name}.rules"],
    ["perft", NIM, "{name}"],
    ["selftest", "{file}"],
    ["{name}"],
    ["check", "--{name}"],
]
_COLOUR = re.compile(r"\x1b\[\d+m")


def steering(text: str) -> set[str]:
    """The characters that are not there to be read."""
    return {char for char in text if not (char.isprintable() or char in "\n\t\u200c\u200d")}


@pytest.mark.parametrize(
    ("what", "coloured"),
    [
        *(("escape", False), ("separator", False), ("bidi", True)),
        *in_long_runs(
            *((what, False) for what in HOSTILE if what not in {"escape", "separator"}), ("escape", True)
        ),
    ],
)
def test_no_command_lets_control_characters_through(
    what: str,
    coloured: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FORCE_COLOR" if coloured else "NO_COLOR", "1")
    monkeypatch.delenv("NO_COLOR" if coloured else "FORCE_COLOR", raising=False)
    name = HOSTILE[what]
    file = tmp_path / f"bad {name.replace('/', '')}.rules"
    text = f'game "{name}"\n  players 2\n# {name}\nfoo {name} bar\nkind a of b: {name}\n"{name}\n'
    file.write_text(text, encoding="utf-8")
    trace = tmp_path / "bad.trace"
    trace.write_text(f'{{"game": "{name}", "{name}": 1}}\n{name}\n', encoding="utf-8")
    for command in COMMANDS:
        words = [one.format(name=name, file=file, trace=trace) for one in command]
        main(words)
        shown = capsys.readouterr()
        both = shown.out + shown.err
        assert steering(_COLOUR.sub("", both) if coloured else both) == set(), (command, both)
        assert "this is a bug" not in both, (command, both)


def test_colours_of_our_own_are_told_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec.cli.shared import output

    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = io.StringIO()
    stream = Guarded(screen)
    stream.write(output.paint("a\x1b[5mb", "red", stream) + "\x1b[31mc")  # type: ignore[arg-type]
    assert screen.getvalue() == "\x1b[31ma?[5mb\x1b[0m?[31mc"


def test_tables_and_boards_are_drawn_without_control_characters() -> None:
    from rich.text import Text

    from rulec.cli.shared import output

    screen = io.StringIO()
    output.console(screen).print(Text("a\x1b[2Jb\u202e"), "[red]\x07")
    assert steering(screen.getvalue()) == set()
    assert "[red]" in screen.getvalue()


def test_what_people_read_stays() -> None:
    assert harmless("Größe ♜ 👩‍🚀\tx\n") == "Größe ♜ 👩‍🚀\tx\n"
    assert harmless("a\u00a0b") == "a b"


@pytest.mark.parametrize("name", ["class", "numpy", "libc"])
def test_names_that_no_game_can_have(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"{name}.rules"
    path.write_text(Path(NIM).read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["check", str(path)]) != 0
    assert "a game can't have this name" in capsys.readouterr().err
    assert sys.stdout is not None
