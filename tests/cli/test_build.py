"""`rulec build`, `rulec cache`, `rulec doctor`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rulec
from tests.cli.tools import CONNECT_FOUR, ROOT, TIC_TAC_TOE, Cli


def test_build(cli: Cli, builds: Path) -> None:
    """What was built, how to import it, that it was compared; and the second time nothing is done."""
    ran = cli("build", TIC_TAC_TOE)
    assert (ran.status, ran.err) == (0, "")
    assert "  import     from generated import tic_tac_toe\n" in ran.out
    assert "  decisions  1 decision with 9 action ids\n" in ran.out
    assert "  legality   mark: offered exactly when the rule says so\n" in ran.out
    assert re.search(r"\n  state      \d+ bytes\n", ran.out)
    assert re.search(r"\n  self-test  6 games, \d+ decisions: no difference", ran.out)
    assert ran.out.endswith(f"\nnext: rulec play {TIC_TAC_TOE}\n")
    assert Path("generated/tic_tac_toe/tic_tac_toe.pyx").is_file()

    again = cli("build", TIC_TAC_TOE)
    assert again.out.startswith("Tic-Tac-Toe: nothing has changed, taken from the cache\n")
    assert "no difference (when it was built)\n" in again.out
    assert "\n  time " not in again.out


def test_a_build_keeps_the_program(
    builds: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    """What interprets the game afterwards does not compile it once more."""
    path = elsewhere / "tic_tac_toe.rules"
    path.write_text(Path(TIC_TAC_TOE).read_text() + "# once more\n")
    assert cli("build", str(path)).status == 0
    monkeypatch.delattr("rulec.compiler.lower")
    assert rulec.interpret(path).State().count_legal() == 9


def test_the_import_line_gives_what_was_built(cli: Cli, builds: Path) -> None:
    """In this folder `from generated import ...`; elsewhere a line that finds the rules file."""
    for arguments in ([], ["--output", "elsewhere"]):
        facts = json.loads(cli("build", TIC_TAC_TOE, "--format", "json", *arguments).out)[0]
        assert facts["import"].startswith("import rulec;" if arguments else "from generated import")
        program = f"{facts['import']}; print(tic_tac_toe.__file__, tic_tac_toe.RULES_HASH)"
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == [facts["module"], facts["rules_hash"]]
    assert Path("elsewhere/tic_tac_toe/tic_tac_toe.pyx").is_file()


def test_an_unchanged_file_is_built_without_the_compiler(cli: Cli, builds: Path) -> None:
    cli("build", TIC_TAC_TOE)
    program = (
        "import sys; from rulec.cli import main; status = main(sys.argv[1:]);"
        "heavy = {'lark', 'Cython', 'jinja2', 'numpy', 'rich', 'pydantic', 'filelock'} & set(sys.modules);"
        "sys.exit(status or ' '.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "build", TIC_TAC_TOE],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_play_takes_the_engine_once_it_is_built(cli: Cli, builds: Path) -> None:
    cli("build", TIC_TAC_TOE)
    engine = cli("play", TIC_TAC_TOE, "--seats", "random", "--seed", "5").out
    interpreter = cli("play", TIC_TAC_TOE, "--seats", "random", "--seed", "5", "--interpreter").out
    assert "; engine, seed 5\n" in engine
    assert "; interpreter, seed 5\n" in interpreter
    assert engine.splitlines()[1:] == interpreter.splitlines()[1:]


def test_a_bad_file_does_not_stop_the_others(cli: Cli, builds: Path) -> None:
    Path("bad.rules").write_text('game "Bad"\n  players 2\n  length 5\n')
    ran = cli("build", "missing.rules", "bad.rules", TIC_TAC_TOE)
    assert ran.status == 2
    assert "Tic-Tac-Toe: " in ran.out
    assert "next:" not in ran.out
    assert "error: there is no file missing.rules" in ran.err
    assert "error: bad.rules has" in ran.err


def test_a_difference_fails_the_build(cli: Cli, builds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The short self-test is there for it: here it is given another game as interpreter."""
    import rulec

    monkeypatch.setattr("rulec.cli.build._interpreter", lambda report, path: rulec.interpret(CONNECT_FOUR))
    monkeypatch.setattr("rulec.native.cache.Cache.recall", lambda self, key: None)
    ran = cli("build", TIC_TAC_TOE)
    assert ran.status == 2
    assert "was built, but engine and interpreter differ: TITLE" in ran.error


@pytest.mark.parametrize("command", ["build", "selftest"])
def test_without_a_c_compiler(cli: Cli, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("PATH", "")
    ran = cli(command, TIC_TAC_TOE)
    assert ran.status == 2
    assert ran.error == "error: there is no C compiler on this machine"
    assert ran.hint.startswith("hint: install one: ")
    assert cli("play", TIC_TAC_TOE, "--seats", "random").status == 0
    assert cli("check", TIC_TAC_TOE).status == 0


def test_the_way_is_blocked(cli: Cli, builds: Path) -> None:
    Path("file").write_text("")
    ran = cli("build", TIC_TAC_TOE, "--output", "file")
    assert ran.status == 2
    assert "file" in ran.error
    Path("generated").mkdir()
    Path("generated/tic_tac_toe").symlink_to("/tmp")
    assert "is a link to another place" in cli("build", TIC_TAC_TOE).error


def test_cache(cli: Cli, builds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "copy"
    monkeypatch.setenv("RULEC_CACHE_DIR", str(folder))
    assert cli("cache", "info").out == f"{folder}/v1: 0 builds, 0 bytes\n"
    monkeypatch.setenv("RULEC_CACHE_DIR", str(builds))
    cli("build", TIC_TAC_TOE)
    shutil.copytree(builds, folder)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(folder))
    facts = json.loads(cli("cache", "info", "--format", "json").out)
    assert facts["builds"] >= 1
    assert facts["bytes"] > 50_000
    removed = json.loads(cli("cache", "clean", "--format", "json").out)
    assert removed["removed"] == facts["builds"]
    assert re.fullmatch(rf"{folder}/v1: 0 builds, .*\n", cli("cache", "info").out)
    assert re.fullmatch(rf"{folder}/v1: removed 0 builds, .*\n", cli("cache", "clean").out)


def test_doctor(cli: Cli) -> None:
    ran = cli("doctor")
    assert ran.status == 0
    assert "  ok       C compiler " in ran.out
    assert ran.out.endswith("\nnext: rulec build FILE\n")
    facts = json.loads(cli("doctor", "--format", "json").out)
    assert facts["ready"] is True
    assert {"Python", "Cython", "C compiler", "build cache"} <= {fact["what"] for fact in facts["facts"]}


def test_doctor_without_a_c_compiler(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ran = cli("doctor")
    assert ran.status == 2
    assert "  missing  C compiler   there is no C compiler 'no-such-compiler'\n" in ran.out
    assert "hint: it is named by the environment variable CC" in ran.out
    assert json.loads(cli("doctor", "--format", "json").out)["ready"] is False
