"""Wrong calls, help, colours, pipes: what all commands have in common."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time

import pytest

import rulec.frontend
from rulec.cli import main
from rulec.cli.app import MODULES
from rulec.cli.shared.command_group import _OTHER_NAMES
from tests.cli.tools import CONNECT_FOUR, ROOT, TIC_TAC_TOE, Cli, finish, start

COMMANDS = (
    "new",
    "diff",
    "why",
    "check",
    "build",
    "play",
    "perft",
    "picture",
    "selftest",
    "emit",
    "doctor",
    "lsp",
    "fmt",
    "sim",
    "trace record",
    "trace replay",
    "trace diff",
    "cache info",
    "cache clean",
)


def test_without_a_command_the_help_is_shown(cli: Cli) -> None:
    ran = cli()
    assert ran.status == 0
    for command in COMMANDS:
        assert f"\n  {command.split()[0]} " in ran.out


def test_version(cli: Cli) -> None:
    line = cli("--version").out
    assert re.fullmatch(
        rf"rulec {re.escape(rulec.__version__)}( \([0-9a-f]{{7,}}\+?\))?, \w+ [\d.]+\S*, \w+ \w+\n", line
    )
    if (ROOT / ".git").exists():
        assert "(" in line


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(cli: Cli, command: str) -> None:
    for flag in ("--help", "-h"):
        ran = cli(*command.split(), flag)
        assert ran.status == 0
        assert f"Usage: rulec {command}" in ran.out
        assert f"Examples:\n    rulec {command}" in ran.out


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["chek"], "rulec has no command `chek`", "did you mean `check`?"),
        (["slftest", "x"], "rulec has no command `slftest`", "did you mean `selftest`?"),
        (["tournament", "x"], "rulec has no command `tournament`", "did you mean `ladder`?"),
        (["simulate", "x"], "rulec has no command `simulate`", "did you mean `sim`?"),
        (["cache", "show"], "rulec cache has no command `show`", "`rulec cache --help` lists the commands"),
        (["xyzzy"], "rulec has no command `xyzzy`", "`rulec --help` lists the commands"),
        (["cache", "clena"], "rulec cache has no command `clena`", "did you mean `clean`?"),
        (
            ["my.rules", "--seed", "1"],
            "rulec has no command `my.rules`",
            "did you mean `rulec play my.rules --seed 1`?",
        ),
        (["check", "--verbse", "x"], "no such option", "did you mean `--verbose`?"),
        (["--versoin"], "no such option", "did you mean `--version`?"),
        (["check", "x", "--format", "jsn"], "'jsn' is not one of 'text', 'json'", "did you mean `json`?"),
        (["emit", "x", "--stage", "pxy"], "'pxy' is not one of", "did you mean `pyx`?"),
        (["check"], "missing argument 'FILE...'", "`rulec check --help` shows how it is used"),
        (["perft", "x", "--depth", "0"], "invalid value for '--depth'", "`rulec perft --help`"),
        (["perft", "x", "--depth", "many"], "'--depth': 'many' is no whole number", "`rulec perft --help`"),
        (["sim", "x", "-n", "1e5"], "'-n' / '--games': '1e5' is no whole number", "`rulec sim --help`"),
        (["balance", "x", "--seconds", "1m"], "'--seconds': '1m' is no number", "`rulec balance --help`"),
        (["perft", "x", "--depth"], "'--depth' requires an argument", "`rulec perft --help`"),
        (["play", "a.rules", "b.rules"], "unexpected extra argument", "`rulec play --help`"),
    ],
)
def test_wrong_calls(cli: Cli, arguments: list[str], error: str, hint: str) -> None:
    ran = cli(*arguments)
    assert ran.status == 2
    assert error in ran.error
    assert hint in ran.hint
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 2


@pytest.mark.parametrize("command", ["check", "build", "play", "perft", "selftest", "emit"])
class TestFilesThatCannotBeRead:
    def test_missing(self, cli: Cli, command: str) -> None:
        for name in ("tic_tac_to.rules", "nothing_like_it"):
            ran = cli(command, str(ROOT / "games" / "classics" / name))
            assert ran.status == 2
            assert ran.error.startswith("error: there is no file")
            assert ran.hint == ("hint: did you mean `tic_tac_toe.rules`?" if "tic" in name else "")

    def test_folder(self, cli: Cli, command: str) -> None:
        ran = cli(command, str(ROOT))
        assert (ran.status, ran.error) == (2, f"error: {ROOT} is a folder, not a rules file")

    def test_no_text(self, cli: Cli, command: str) -> None:
        with open("binary.rules", "wb") as file:
            file.write(b"game\n\xff\xfe\x00\x01")
        ran = cli(command, "binary.rules")
        assert (ran.status, ran.error) == (2, "error: binary.rules: line 2 is not text in UTF-8")

    def test_without_end(self, cli: Cli, command: str) -> None:
        ran = cli(command, "/dev/zero")
        assert ran.status == 2
        assert "too big" in ran.error

    @pytest.mark.parametrize("name", ["", "a\0b", "\udcff.rules", "x" * 5000, "a\x1b[31m.rules"])
    def test_strange_names(self, cli: Cli, command: str, name: str) -> None:
        ran = cli(command, name)
        assert ran.status == 2
        assert ran.error
        assert "\x1b" not in ran.err

    def test_problems_in_the_rules(self, cli: Cli, command: str) -> None:
        with open("bad.rules", "w") as file:
            file.write('game "X"\n  players 2\n  length 5\nplai:\n  end the game\n')
        ran = cli(command, "bad.rules", *(["--stage", "ir"] if command == "emit" else []))
        assert ran.status == 1
        assert "bad.rules:4:1: error R" in ran.out + ran.err


def test_an_error_nobody_foresaw(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_source: object) -> None:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setattr(rulec.frontend, "check", broken)
    ran = cli("check", TIC_TAC_TOE)
    assert ran.status == 2
    number = ran.error.partition("(")[2].partition(")")[0]
    assert ran.error == f"error: this is a bug of rulec ({number}): ZeroDivisionError: one"
    assert int(number, 16) >= 0
    assert "RULEC_TRACEBACK=1" in ran.hint
    assert cli("check", CONNECT_FOUR).error == ran.error  # the same bug has the same number


def test_the_traceback_is_there_for_who_wants_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rulec.frontend, "check", lambda _source: 1 // 0)
    monkeypatch.setenv("RULEC_TRACEBACK", "1")
    assert main(["check", TIC_TAC_TOE]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_interrupted(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_source: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rulec.frontend, "check", interrupted)
    ran = cli("check", TIC_TAC_TOE)
    assert (ran.status, ran.out, ran.err) == (130, "", "")


def test_ctrl_c_in_a_game() -> None:
    process = start("play", TIC_TAC_TOE)
    assert process.stdout is not None
    text = ""
    while not text.endswith("mark> "):
        text += process.stdout.read(1) or "mark> "
    process.send_signal(signal.SIGINT)
    ran = finish(process)
    assert (ran.status, ran.err) == (130, "")


def test_reader_that_leaves() -> None:
    """`rulec emit ... | head -1`, and a reader that was never there."""
    process = start("emit", CONNECT_FOUR, "--stage", "ir")
    head = subprocess.run(["head", "-1"], stdin=process.stdout, capture_output=True, text=True, check=True)
    assert process.stdout is not None
    process.stdout.close()
    assert head.stdout.startswith("game connect_four")
    assert process.wait(60) in (0, 141)
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.stdin is not None
    process.stdin.close()

    for command in (["check", CONNECT_FOUR], ["play", CONNECT_FOUR, "--seats", "random"], ["--help"]):
        shell = '"$0" -m rulec "$@" | (exec 0<&-; sleep 0.1); echo ${PIPESTATUS[0]}'
        done = subprocess.run(
            ["bash", "-c", shell, sys.executable, *command],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() in ("0", "141")
        assert done.stderr == ""


def test_closed_streams() -> None:
    for redirect in ("<&-", ">&-", "<&- >&-"):
        shell = f'"$0" -m rulec "$@" {redirect}'
        done = subprocess.run(
            ["bash", "-c", shell, sys.executable, "check", CONNECT_FOUR],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False),
    ],
)
def test_colours(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colours: bool
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for arguments in (
        ["check", "nothing"],
        ["check", CONNECT_FOUR],
        ["play", TIC_TAC_TOE, "--seats", "random"],
    ):
        ran = cli(*arguments)
        assert ("\x1b[" in ran.out + ran.err) == colours, arguments


def test_output_that_the_terminal_does_not_know() -> None:
    rules = 'game "Drüber"\n  players 2\n  length 5\nplay:\n  blörk\n'
    process = start("check", "-", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    ran = finish(process, rules.replace("ö", "o").replace("ü", "u"))
    assert ran.status == 1
    with open("ä.rules", "w", encoding="utf-8") as file:
        file.write(rules)
    ran = finish(start("check", "ä.rules", env={"PYTHONIOENCODING": "ascii"}))
    assert ran.status == 1
    assert "?.rules:5" in ran.out


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["chek"], ["play", "--help"], ["cache", "info"]]
)
def test_quick_commands_import_no_compiler(arguments: list[str]) -> None:
    program = (
        "import sys; from rulec.cli import main; main(sys.argv[1:]);"
        "heavy = {'lark', 'Cython', 'jinja2', 'numpy', 'rich', 'pydantic'} & set(sys.modules);"
        "sys.exit(' '.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_other_commands_are_not_imported() -> None:
    program = (
        "import sys; from rulec.cli import main; main(['cache', 'info']);"
        "sys.exit('rulec.cli.cache' not in sys.modules or 'rulec.cli.play.command' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def test_a_file_without_mistakes_needs_no_hints() -> None:
    program = (
        "import sys; from rulec.cli import main; status = main(['check', sys.argv[1]]);"
        "sys.exit(bool(status) or 'rulec.repair.first_hint' in sys.modules)"
    )
    command = [sys.executable, "-c", program, str(CONNECT_FOUR)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def test_watch(elsewhere: object) -> None:
    """Problems come and go as the file does."""
    with open(CONNECT_FOUR) as file:
        good = file.read()
    with open("my.rules", "w") as file:
        file.write(good)
    process = start("check", "my.rules", "--watch")
    assert process.stdout is not None
    try:
        assert "my.rules: fine" in _until_watching(process)
        time.sleep(0.01)
        with open("my.rules", "w") as file:
            file.write(good.replace("place my disc", "plaze my disc"))
        assert "1 problem in 1 file" in _until_watching(process)
        with open("my.rules", "w") as file:
            file.write(good)
        assert "my.rules: fine" in _until_watching(process)
    finally:
        process.send_signal(signal.SIGINT)
        ran = finish(process)
    assert (ran.status, ran.err) == (130, "")


def _until_watching(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    text = ""
    while "watching" not in text:
        line = process.stdout.readline()
        assert line, text
        text += line
    return text


def test_standard_input_can_not_be_watched(cli: Cli) -> None:
    assert cli("check", "-", "--watch").error == "error: standard input can't be watched"


def test_names_of_other_tools_lead_to_commands_that_there_are() -> None:
    assert set(_OTHER_NAMES.values()) <= set(MODULES)
    assert not set(_OTHER_NAMES) & set(MODULES)
