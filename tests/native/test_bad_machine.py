"""A machine without room, or one that stops a build: one clear line, and nothing broken is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.errors import ToolchainError
from rulec.native.build_module import BuiltModule, build_module
from rulec.native.cache import Cache
from rulec.native.loader import load_module
from rulec.native.translator import run_cython
from tests.native.conftest import FAST, make_tiny
from tests.native.test_cache import wait_for

ROOT = Path(__file__).parents[2]
Tool = Callable[[str, str], Path]
VERSION = 'test "$1" = --version && echo gcc 1 && exit\n'


@pytest.fixture
def quick_gcc(tool: Tool, built_tree: tuple[Path, BuiltModule], monkeypatch: pytest.MonkeyPatch) -> None:
    """A C compiler whose every output is the module of `tiny`."""
    path = tool("gcc", f'{VERSION}while test "$1" != -o; do shift; done; cp {built_tree[1].path} "$2"')
    monkeypatch.setenv("CC", str(path))


def child(program: str, **env: str) -> subprocess.Popen[str]:
    """Another process, which knows `cache` and how to build `tiny` in it."""
    begin = (
        "from rulec.native.cache import Cache\n"
        "from rulec.native.build_module import build_module\n"
        "from tests.native.conftest import FAST, make_tiny\n"
        "cache = Cache.default()\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", begin + program],
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def files_left(cache: Cache) -> list[str]:
    """What a build may not leave if it fails: all but empty folders, locks and the compiler's version."""
    found = (path.relative_to(cache.root).as_posix() for path in cache.root.rglob("*") if path.is_file())
    return [name for name in found if not name.startswith(("locks/", "toolchain.json"))]


# --- no room ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_gcc")
@pytest.mark.parametrize(
    ("bytes_", "words"),
    [
        (0, "the build cache {root} can't be used: File too large"),
        (400, "the build cache {root} can't be used: File too large"),
        (20_000, "Cython ran out of room on the disk, in {root}/building"),
        (-1, ""),
    ],
    ids=["nothing", "the text", "C", "unlimited"],
)
def test_files_that_may_not_grow(
    cache: Cache, bytes_: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # else files of bytecode would be cut off, for good
    process = child(
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes_}, {bytes_}))\n"
        "try: build_module(make_tiny(), options=FAST)\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    out, err = process.communicate(timeout=120)
    assert err == ""
    if not words:
        assert out == ""
        assert cache.info().entries == 1
        return
    assert out.startswith(f"ToolchainError {words.format(root=cache.root)} (")
    assert "RULEC_CACHE_DIR" in out
    assert out.count("\n") == 1
    assert files_left(cache) == []


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 'as: final write failed: No space left on device'; exit 1", "gcc ran out of room"),
        ("echo 'ld: final link failed: Disk quota exceeded'; exit 1", "gcc ran out of room"),
        ("echo 'collect2: fatal error: ld terminated with signal 7 [Bus error]'; exit 1", "out of room"),
        ("kill -XFSZ $$", "gcc ran out of room"),
        ("echo 'cc1: out of memory allocating 65536 bytes'; exit 1", "gcc ran out of memory"),
        ("echo 'gcc: fatal error: cannot execute: Cannot allocate memory'; exit 1", "gcc ran out of memory"),
        ("kill -KILL $$", r"stopped by the system \(signal 9\)"),
    ],
)
def test_a_compiler_without_room(
    cache: Cache, tool: Tool, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    monkeypatch.setenv("CC", str(tool("gcc", VERSION + script)))
    with pytest.raises(ToolchainError, match=words) as caught:
        build_module(make_tiny(), cache=cache, options=FAST)
    assert "\n" not in str(caught.value)
    assert files_left(cache) == []


def test_code_that_speaks_of_errors_is_not_one_of_the_machine(tmp_path: Path) -> None:
    (tmp_path / "a.pyx").write_text("def f(:\n    raise MemoryError\n")
    ran = run_cython(["-3", "a.pyx"], tmp_path)
    assert ran.status != 0
    assert "a.pyx:1" in ran.output


@pytest.mark.parametrize("in_the_way", ["", "v1", "v1/locks", "v1/building", "v1/modules"])
@pytest.mark.usefixtures("quick_gcc")
def test_a_file_where_a_folder_must_be(cache: Cache, in_the_way: str) -> None:
    """As a folder that can't be written, but in the way of every user, the first one too."""
    path = cache.root.parent / in_the_way
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    with pytest.raises(ToolchainError, match="the build cache .* can't be used: ") as caught:
        build_module(make_tiny(), cache=cache, options=FAST)
    assert "RULEC_CACHE_DIR" in caught.value.hint
    assert path.read_text() == "mine"
    path.unlink()
    assert not build_module(make_tiny(), cache=cache, options=FAST).cached


# --- builds that end in their middle ------------------------------------------------------------


def test_a_build_that_is_killed_while_c_is_compiled(
    cache: Cache, tool: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    asleep = tool(
        "sleeping",
        f"{VERSION}echo half > half.o; echo $$ > {started}.part\nmv {started}.part {started}; exec sleep 60",
    )
    process = child("build_module(make_tiny(), options=FAST)", CC=str(asleep))
    wait_for(started)
    process.kill()
    process.communicate()
    os.kill(int(started.read_text()), signal.SIGKILL)
    assert [path.name for path in (cache.root / "building").rglob("half.o")] == ["half.o"]
    assert cache.info().entries == 0
    built = build_module(make_tiny(), cache=cache, options=FAST)
    assert not built.cached
    assert load_module(built.path, "tiny", built.build_id, "").NAME == "tiny"
    assert list((cache.root / "building").iterdir()) == []


@pytest.mark.usefixtures("quick_gcc")
def test_a_damaged_module_is_built_again(warm: Cache) -> None:
    built = build_module(make_tiny(), cache=warm, options=FAST)
    data = bytearray(built.path.read_bytes())
    data[len(data) // 2] ^= 1
    built.path.write_bytes(data)
    process = child(
        "from rulec.native.loader import load_module\n"
        "built = build_module(make_tiny(), options=FAST)\n"
        "print(built.cached, load_module(built.path, 'tiny', built.build_id, '').NAME)\n"
    )
    assert process.communicate(timeout=120) == ("False tiny\n", "")
    assert list((warm.root / "building").iterdir()) == []


def test_one_build_for_two_imports_at_once(cache: Cache, tool: Tool, tmp_path: Path) -> None:
    """Of a shipped game that nobody has compiled; both get it, and each says so in one line."""
    log, go = tmp_path / "log", tmp_path / "go"
    gcc = tool(
        "slow-gcc",
        'test "$1" = --version && exec gcc --version\n'
        f'echo "$*" >> {log}; until test -e {go}; do sleep 0.05; done; exec gcc "$@" -O0',
    )
    program = (
        "from generated import tic_tac_toe as game; print(game.BUILD_ID, len(game.State().legal_actions()))"
    )
    processes = [child(program, CC=str(gcc)) for _ in range(2)]
    wait_for(log)
    go.touch()
    done = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], done
    assert done[0][0] == done[1][0]
    assert done[0][0].endswith(" 9\n")
    for _, said in done:
        assert said.startswith("rulec: compiling tic_tac_toe for its first use ... done after ")
        assert said.count("\n") == 1
    assert log.read_text().count("-c tic_tac_toe.c ") == 1
    assert cache.info().entries == 1
