"""Completion as the shells ask for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulec.cli.completion import complete_codes, complete_rules, install, script
from tests.cli.tools import NIM, ROOT, Cli

SHELL_MISSING = "this shell is not installed"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with `rulec` in it, to stand in PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    starter = folder / "rulec"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulec "$@"\n')
    starter.chmod(0o755)
    return folder


def bash(line: str, program: Path, home: Path) -> list[str]:
    """What bash offers for a line: its completion function is called as readline does it."""
    words = line.split(" ")
    text = (
        f". {home}/.bashrc\n"
        f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}\n"
        "function=$(complete -p rulec | sed 's/.*-F \\([^ ]*\\).*/\\1/')\n"
        '"$function" rulec; printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    environment = {**os.environ, "PATH": f"{program}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(["bash", "-c", text], capture_output=True, text=True, env=environment, cwd=home)
    assert (ran.returncode, ran.stderr) == (0, "")
    return [one for one in ran.stdout.splitlines() if one]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("rulec per", {"perft"}),
        ("rulec s", {"selftest", "sim"}),
        ("rulec trace re", {"record", "replay"}),
        ("rulec sim --pl", {"--players"}),
        ("rulec sim nim --format ", {"text", "json"}),
        ("rulec play connect_f", {"connect_four"}),
        ("rulec check ni", {"nim.rules"}),
        ("rulec diff nim.rules more/d", {"more/deep.rules"}),
        ("rulec explain R20", {f"R20{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8)}),
        ("rulec nothing_like_this x", set()),
        ("rulec check /nowhere/x", set()),
    ],
)
def test_bash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Path, line: str, offered: set[str]
) -> None:
    home = tmp_path / "home"
    (home / "more").mkdir(parents=True)
    shutil.copy(NIM, home / "nim.rules")
    shutil.copy(NIM, home / "more" / "deep.rules")
    monkeypatch.setenv("HOME", str(home))
    install("bash")
    found = set(bash(line, program, home))
    assert found >= offered
    assert offered or not found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_read_by_their_shells(tmp_path: Path, shell: str) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(SHELL_MISSING)
    (tmp_path / "script").write_text(script(shell))
    ran = subprocess.run([path, "-n", str(tmp_path / "script")], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_installing_twice_adds_one_line_and_keeps_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    start_up = tmp_path / f".{shell}rc"
    start_up.write_bytes(b"alias ll='ls -l' # \xff")
    for _ in range(2):
        written, read_by = install(shell)
        assert (written.read_text(), read_by) == (script(shell), start_up)
    lines = start_up.read_bytes().splitlines()
    assert lines[0] == b"alias ll='ls -l' # \xff"
    assert [b"completion of rulec" in one for one in lines] == [False, True]


def test_fish_needs_no_start_up_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert install("fish") == (tmp_path / ".config/fish/completions/rulec.fish", None)


def test_an_unknown_shell_is_said(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    import shellingham

    def unknown() -> tuple[str, str]:
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr(shellingham, "detect_shell", unknown)
    monkeypatch.setenv("SHELL", "/bin/csh")
    ran = cli("--show-completion")
    assert (ran.status, ran.error) == (2, "error: completion is not available for the shell csh")
    monkeypatch.setenv("SHELL", "/bin/zsh")
    assert cli("--show-completion").out == script("zsh")


def test_hidden_folders_and_signs_of_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a/.hidden/x.rules", "a/y.rules", "[b]/z.rules"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch()
    assert complete_rules("a/") == ["a/y.rules"]
    assert complete_rules("[") == ["[b]/z.rules"]
    assert complete_codes("r9") == [one for one in complete_codes("R9") if one.startswith("R9")]


def test_json_for_short(cli: Cli) -> None:
    assert cli("perft", NIM, "--depth", "1", "--json", "--interpreter").out == (
        cli("perft", NIM, "--depth", "1", "--format", "json", "--interpreter").out
    )
