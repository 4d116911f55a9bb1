"""`rulec check` and `rulec emit`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulec.compiled import Compiled
from rulec.compiler import compile_program
from rulec.ir.reports.printer import print_program
from rulec.native.shipped_modules import shipped_rules
from tests.cli.tools import CONNECT_FOUR, ROOT, SOWING, TIC_TAC_TOE, Cli
from tests.large import all_but_large, some_by_default

BAD = """\
game "Bad"
  players 2
  length 5

board squares of square: 3 columns by 3 rows

play:
  each player acting: turn

turn:
  choose square from sqares as mark
  plaze square

score:
  "Nothing": 0
"""
MARK = next(n for n, line in enumerate(Path(TIC_TAC_TOE).read_text().splitlines(), 1) if "choose" in line)
GAMES = sorted([*shipped_rules(ROOT / "games"), *(ROOT / "tests" / "games").rglob("*.rules")])


@pytest.fixture
def bad(elsewhere: Path) -> str:
    (elsewhere / "bad.rules").write_text(BAD)
    return "bad.rules"


def test_a_fine_file_takes_one_line(cli: Cli) -> None:
    ran = cli("check", CONNECT_FOUR)
    assert ran.status == 0
    assert ran.out == (
        f"{CONNECT_FOUR}: fine, 2 rules, 1 decision, 0 examples\nnext: rulec play {CONNECT_FOUR}\n"
    )
    assert ran.err == ""


def test_verbose_tells_what_is_left_to_check_and_the_shares_of_ids(cli: Cli) -> None:
    out = cli("check", CONNECT_FOUR, "--verbose").out
    assert "  drop: ids 0 to 6 (100%), line " in out
    out = cli("check", SOWING, "--verbose").out
    assert "5 checks left for when a game runs" in out
    assert ": `store` leaves its range 0 to 500\n" in out
    assert "  harvest: ids 0 to 1 (12%)" in out
    out = cli("check", TIC_TAC_TOE, "--verbose").out
    assert "every change of a variable is proved to stay in its range" in out


def test_all_problems_at_once_with_carets(cli: Cli, bad: str) -> None:
    ran = cli("check", bad, CONNECT_FOUR, bad)
    assert ran.status == 1
    assert "bad.rules:11:22: error R" in ran.out
    assert "   11 |   choose square from sqares as mark\n      |                      ^^^^^^\n" in ran.out
    assert "hint: did you mean `squares`?" in ran.out
    assert "\nbad.rules:12:" in ran.out
    assert f"{CONNECT_FOUR}: fine" in ran.out
    assert ran.out.endswith("\n2 problems in 1 file\n")


def test_one_unreadable_file_does_not_hide_the_others(cli: Cli, bad: str) -> None:
    ran = cli("check", "missing.rules", bad, CONNECT_FOUR)
    assert ran.status == 2
    assert "2 problems in 1 file" in ran.out
    assert f"{CONNECT_FOUR}: fine" in ran.out
    assert ran.error == "error: there is no file missing.rules"


def test_json(cli: Cli, bad: str) -> None:
    ran = cli("check", bad, "--format", "json")
    assert ran.status == 1
    rows = json.loads(ran.out)
    assert [row["line"] for row in rows] == [11, 12]
    assert (rows[0]["column"], rows[0]["end_column"]) == (22, 28)
    assert rows[0]["hint"] == "did you mean `squares`?"
    assert json.loads(cli("check", TIC_TAC_TOE, "--format", "json").out) == []


def test_standard_input(cli: Cli) -> None:
    text = Path(TIC_TAC_TOE).read_bytes()
    assert cli("check", "-", stdin=text).out == "<standard input>: fine, 2 rules, 1 decision, 0 examples\n"
    ran = cli("check", "-", stdin=BAD)
    assert "<standard input>:11:22: error" in ran.out
    assert cli("check", "-", stdin=b"\xff").error == "error: <standard input>: line 1 is not text in UTF-8"
    for command in ("build", "play", "perft", "selftest"):
        ran = cli(command, "-", stdin=text)
        assert (ran.status, "needs a file" in ran.error) == (2, True)


def test_emit_the_tree(cli: Cli) -> None:
    out = cli("emit", TIC_TAC_TOE, "--stage", "ast").out
    assert out.startswith("Game title='Tic-Tac-Toe' players=(2 2) length=9  @3:1\n")
    assert f"\n    Choose var=square name=mark if_any=False unless_one=False  @{MARK}:3\n" in out
    broken = cli("emit", "-", "--stage", "ast", stdin="game: 'x\n")
    assert broken.status == 1
    assert "<standard input>:1:" in broken.err


def test_emit_the_program(cli: Cli) -> None:
    out = cli("emit", TIC_TAC_TOE, "--stage", "ir").out
    assert out.startswith(
        f'game tic_tac_toe "Tic-Tac-Toe" from {TIC_TAC_TOE}\nplayers 2; at most 9 decisions;'
    )
    assert f"decision 0 mark: ids 0..8  # line {MARK}\n" in out
    assert "\n    ask mark\n" in out
    assert cli("emit", TIC_TAC_TOE).out == out
    assert cli("emit", "-", stdin=Path(TIC_TAC_TOE).read_bytes()).out.splitlines()[1:] == out.splitlines()[1:]


def test_emit_the_text_of_the_engine(cli: Cli) -> None:
    out = cli("emit", TIC_TAC_TOE, "--stage", "pyx").out
    assert "cdef extern from" in out
    assert "distutils" not in out


@pytest.mark.parametrize("path", all_but_large(GAMES, 4))
def test_every_game_can_be_listed(cli: Cli, path: Path) -> None:
    """Every node of the IR and of the tree has words."""
    program = Compiled(path).program
    text = print_program(program)
    for names in (program.fields, program.decisions, program.functions):
        assert all(part.name in text for part in names)
    assert len([line for line in text.splitlines() if line.startswith("decision ")]) == len(program.decisions)
    assert cli("emit", str(path), "--stage", "ast").status == 0


@pytest.mark.parametrize("path", some_by_default(GAMES, 12))
def test_two_listings_of_a_game_are_the_same(path: Path) -> None:
    assert print_program(compile_program(path)) == print_program(Compiled(path).program)


def test_what_was_fine_is_not_read_again(cli: Cli, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is kept for the very text of the file and of the games it changes, and for nothing else."""
    from rulec import frontend

    base, path, folder = elsewhere / "printed.rules", elsewhere / "own" / "short.rules", elsewhere / "own"
    folder.mkdir()
    printed = Path(TIC_TAC_TOE).read_text()
    base.write_text(printed)
    path.write_text('variant "Short" of printed:\n  set length to 7\n')
    read: list[str] = []
    check = frontend.check

    def counted(source: frontend.SourceText) -> frontend.Checked:
        read.append(source.name)
        return check(source)

    monkeypatch.setattr(frontend, "check", counted)

    def reads(*arguments: str) -> int:
        read.clear()
        ran = cli("check", *(arguments or ("own/short.rules",)))
        assert ran.status == 0, ran.out
        assert ran.out.startswith(
            "[]" if "json" in arguments else "own/short.rules: fine, 2 rules, 1 decision, 0 examples\n"
        )
        return len(read)

    assert (reads(), reads()) == (1, 0)
    assert reads("own/short.rules", "--verbose") == 1
    assert reads("own/short.rules", "--format", "json") == 1
    base.write_text(printed + "# edited\n")
    assert (reads(), reads()) == (1, 0)
    (folder / "printed.rules").write_text(printed)
    assert (reads(), reads()) == (1, 0)
    path.write_text(path.read_text() + "# edited\n")
    assert (reads(), reads()) == (1, 0)
    monkeypatch.setattr("rulec.native.source_cache.VERSION", "another one")
    assert (reads(), reads()) == (1, 0)
    path.write_text(path.read_text().replace("7", "many"))
    assert cli("check", "own/short.rules").status == cli("check", "own/short.rules").status == 1


def test_warnings_are_said_every_time(cli: Cli, elsewhere: Path) -> None:
    text = Path(TIC_TAC_TOE).read_text()
    (elsewhere / "mine.rules").write_text(text + "\nrule idle:\n  needs yes\n")
    first, second = cli("check", "mine.rules"), cli("check", "mine.rules")
    assert "warning" in first.out
    assert first == second


def test_odd_names_of_files(cli: Cli, elsewhere: Path) -> None:
    assert "is not a name of a file" in cli("check", "a\0b").err
    assert "is a folder" in cli("check", ".").err
