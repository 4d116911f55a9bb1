"""`rulec fmt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tools import CONNECT_FOUR, Cli

MESSY = 'game "A"\n  players 2   \n'
NEAT = 'game "A"\n  players 2\n'


@pytest.fixture
def messy(elsewhere: Path) -> Path:
    path = elsewhere / "messy.rules"
    path.write_text(MESSY)
    return path


def test_a_file_is_written_anew_once(cli: Cli, messy: Path) -> None:
    ran = cli("fmt", "messy.rules")
    assert (ran.status, ran.out, ran.err) == (0, "messy.rules: laid out anew\n", "")
    assert messy.read_text() == NEAT
    ran = cli("fmt", "messy.rules")
    assert (ran.status, ran.out, ran.err) == (0, "", "")


def test_check_writes_nothing(cli: Cli, messy: Path) -> None:
    (messy.parent / "neat.rules").write_text(NEAT)
    ran = cli("fmt", "messy.rules", "neat.rules", "--check")
    assert (ran.status, ran.out, ran.err) == (1, "messy.rules\n", "1 file would change\n")
    assert messy.read_text() == MESSY
    assert cli("fmt", "neat.rules", "--check").status == 0


def test_diff_shows_it(cli: Cli, messy: Path) -> None:
    ran = cli("fmt", "messy.rules", "--diff")
    assert ran.status == 1
    assert "-  players 2   \n+  players 2\n" in ran.out
    assert messy.read_text() == MESSY


def test_standard_input(cli: Cli) -> None:
    ran = cli("fmt", "-", stdin=MESSY)
    assert (ran.status, ran.out) == (0, NEAT)


def test_line_ends_of_another_system(cli: Cli, messy: Path) -> None:
    messy.write_bytes(NEAT.replace("\n", "\r\n").encode())
    assert cli("fmt", "messy.rules").status == 0
    assert messy.read_bytes() == NEAT.encode()


def test_what_is_wrong_is_said_and_the_others_are_done(cli: Cli, messy: Path) -> None:
    (messy.parent / "bad.rules").write_text("play:\n  (a\n")
    ran = cli("fmt", "bad.rules", "missing.rules", "messy.rules")
    assert ran.status == 2
    assert "R105" in ran.err
    assert "there is no file missing.rules" in ran.err
    assert messy.read_text() == NEAT


def test_the_meaning_stays(cli: Cli, elsewhere: Path) -> None:
    copy = elsewhere / "copy.rules"
    copy.write_bytes(Path(CONNECT_FOUR).read_bytes())
    before = cli("emit", "copy.rules", "--stage", "ir").out
    assert cli("fmt", "copy.rules").status == 0
    assert cli("emit", "copy.rules", "--stage", "ir").out.count("\n") == before.count("\n")
