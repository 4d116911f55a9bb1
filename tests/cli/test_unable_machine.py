"""Machines that can't build, each by its own fault: every command says it in one line, or does without."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rulec
from rulec.errors import ToolchainError
from rulec.native import toolchain
from rulec.native.cache import Cache
from rulec.native.finder import NotBuildable, find_game
from tests.cli.tools import NIM, ROOT, Cli

Faults = dict[str, tuple[Callable[[Path, pytest.MonkeyPatch], None], str, str]]


def without_compiler(_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


def without_headers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain.sysconfig, "get_path", lambda _name: str(folder))


def without_cython(_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "find_spec", lambda _name: None)


def without_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "home").write_text("a file")
    monkeypatch.delenv("RULEC_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(folder / "home"))


def without_room(_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_error: object) -> None:
            return

        def write(self, _data: bytes) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulec.native.cache.tempfile.TemporaryFile", lambda **_: Full())


FAULTS: Faults = {
    "no compiler": (without_compiler, "there is no C compiler on this machine", "install one: "),
    "no headers": (without_headers, "the headers of Python ", "install them: "),
    "no Cython": (without_cython, "Cython is not installed", "pip install cython"),
    "no cache": (
        without_cache,
        "the build cache {home}/.cache/rulec/v1 can't be used: Not a directory",
        "set RULEC",
    ),
    "no room": (without_room, "can't be used: No space left on device", "set RULEC_CACHE_DIR to a folder"),
}


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A machine with one fault; gives the line that tells of it and the beginning of the hint."""
    begin, words, hint = FAULTS[request.param]
    begin(tmp_path, monkeypatch)
    return words.format(home=tmp_path / "home"), hint


@pytest.mark.parametrize("command", [("build", NIM), ("selftest", NIM, "--games", "1")])
def test_what_needs_an_engine_ends_at_once(
    cli: Cli, fault: tuple[str, str], command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def generate(*_: object) -> None:
        raise AssertionError("nothing is generated for nothing")

    monkeypatch.setattr("rulec.compiler.generate", generate)
    ran = cli(*command)
    assert ran.status == 2
    assert fault[0] in ran.error
    assert fault[1] in ran.hint
    assert len(ran.err.splitlines()) == 2
    assert not Path("generated").exists()


@pytest.mark.parametrize(
    "command",
    [
        ("play", NIM, "--seats", "random"),
        ("sim", NIM, "-n", "20", "--jobs", "2"),
        ("perft", NIM, "--depth", "1"),
    ],
    ids=lambda command: command[0],
)
def test_what_does_without_says_why_in_one_line(
    cli: Cli, fault: tuple[str, str], command: tuple[str, ...]
) -> None:
    ran = cli(*command)
    assert ran.status == 0
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith(f"note: {NIM} is not built, so it is interpreted: ")
    assert fault[0] in ran.err


def test_doctor_finds_it(cli: Cli, fault: tuple[str, str]) -> None:
    ran = cli("doctor")
    assert ran.status == 2
    assert [line for line in ran.out.splitlines() if "  missing  " in line and fault[0] in line]
    assert f"hint: {fault[1]}" in ran.out or fault[1] in ran.out
    assert "building does not until the above is mended" in ran.out


def test_an_import_names_the_ways_out(fault: tuple[str, str]) -> None:
    with pytest.raises(NotBuildable) as caught:
        find_game("tic_tac_toe", rulec.load)
    said = str(caught.value)
    assert said.startswith("tic_tac_toe is not compiled yet, and this machine can't compile it: ")
    assert fault[0] in said
    assert "rulec.interpret(" in said
    assert "\n" not in said


def test_a_folder_that_takes_no_output(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only checkout: said before anything is compiled, and the way out works up to there."""

    def refuse(*_: object, **__: object) -> None:
        raise ToolchainError("compiled")

    monkeypatch.setattr("rulec.facade._build", refuse)
    Path("file").write_text("")
    ran = cli("build", NIM, "--output", "file/below")
    assert ran.status == 2
    assert ran.error == "error: the text of the engine can't be written to file/below: Not a directory"
    assert "--output DIR" in ran.hint
    assert cli("build", NIM, "--output", str(tmp_path / "new" / "folder")).error == "error: compiled"
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; the test above goes another way")
def test_a_folder_without_permission(cli: Cli) -> None:
    Path("closed").mkdir(mode=0o500)
    ran = cli("build", NIM, "--output", "closed")
    assert (ran.status, "closed: Permission denied" in ran.error) == (2, True)
    assert Cache.default().info().entries == 0


READ_ONLY = """
mount --bind {root} {root} && mount -o remount,bind,ro {root} && cd {root} || exit 77
! touch here 2> /dev/null || exit 77
tables={root}/rulec/syntax/tables.json
[ ! -e $tables ] || mount --bind /dev/null $tables
{python} -m rulec check {nim} > /dev/null 2>> {said}; echo $? >> {said}
umount $tables
for call in "play {nim} --interpreter --seats random" "new mine" "build {nim}"; do
  {python} -m rulec $call > /dev/null 2>> {said}; echo $? >> {said}
done
"""


def test_a_checkout_that_can_only_be_read(tmp_path: Path) -> None:
    """And whose parser tables are missing; for this process alone, where the system allows that."""
    said = tmp_path / "said"
    script = READ_ONLY.format(root=ROOT, nim=NIM, python=sys.executable, said=said)
    try:
        done = subprocess.run(["unshare", "-rm", "bash", "-c", script], capture_output=True, text=True)
    except OSError:
        pytest.skip("no unshare")
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("nothing can be mounted here")
    assert said.read_text().splitlines() == [
        *("0", "0"),
        "error: mine.rules can't be written: Read-only file system",
        "2",
        "error: the text of the engine can't be written to generated: Read-only file system",
        "hint: `rulec build --output DIR` writes it elsewhere; `rulec.load` needs no text",
        "2",
    ]
