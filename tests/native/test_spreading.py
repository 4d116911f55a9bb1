"""Large engines are compiled on all cores where gcc can do that, and on one where it can't."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.native import cythonize
from rulec.native.build_module import build_module
from rulec.native.cache import Cache
from rulec.native.loader import load_module
from rulec.native.options import BuildOptions
from rulec.native.toolchain import Toolchain, find_toolchain, gcc_release

GCC = "gcc (Debian 12.2.0-14+deb12u1) 12.2.0"
SLOW = BuildOptions(optimise="-O2")


@pytest.fixture
def toolchain(monkeypatch: pytest.MonkeyPatch, tool: Callable[[str, str], Path]) -> Toolchain:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setenv("MAKE", str(tool("make", "exit 0")))
    return Toolchain(("gcc",), GCC, Path("/include"), "3", "key")


@pytest.mark.parametrize(
    ("version", "release"),
    [
        (GCC, 12),
        ("gcc-9 (Ubuntu 9.4.0-1ubuntu1~20.04.1) 9.4.0", 9),
        ("cc (GCC) 14.1.1 20240522", 14),
        ("Debian clang version 14.0.6", 0),
        ("gcc", 0),
    ],
)
def test_release_of_gcc(version: str, release: int) -> None:
    assert gcc_release(version) == release


def test_work_is_spread(toolchain: Toolchain) -> None:
    assert toolchain.spread_flags(SLOW) == ("-flto=auto",)


@pytest.mark.parametrize(
    "options",
    [
        BuildOptions(debug=True),
        BuildOptions(optimise="-O1"),
        BuildOptions(native=False),
        BuildOptions(native=False, level="x86-64-v3"),
    ],
)
def test_debugged_and_shipped_engines_are_not(toolchain: Toolchain, options: BuildOptions) -> None:
    assert toolchain.spread_flags(options) == ()


@pytest.mark.parametrize("version", ["Debian clang version 14.0.6", "gcc (GCC) 9.3.0"])
def test_other_compilers_do_not_spread(toolchain: Toolchain, version: str) -> None:
    assert dataclasses.replace(toolchain, version=version).spread_flags(SLOW) == ()


def test_without_make(toolchain: Toolchain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKE", "/nowhere/make")
    assert toolchain.spread_flags(SLOW) == ()


def test_on_one_core(toolchain: Toolchain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert toolchain.spread_flags(SLOW) == ()


@pytest.mark.parametrize("works", [True, False])
def test_large_engine(
    tiny, cache: Cache, tool: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    """Where the linker can't optimise, gcc is called again without; nothing is left behind."""
    gcc = shutil.which("gcc")
    calls = cache.root.parent / "calls"
    calls.parent.mkdir(parents=True, exist_ok=True)
    refusal = "" if works else "case $* in *-flto*) echo no plugin; exit 1;; esac;"
    wrapper = tool("wrapper", f'echo "$TMPDIR $*" >> {calls}\n{refusal} exec {gcc} "$@"')
    monkeypatch.setenv("CC", str(wrapper))
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(cythonize, "LARGE", 0)
    if not find_toolchain(cache.memo).spread_flags(SLOW):
        pytest.skip("gcc of this machine does not spread")
    built = build_module(tiny(), cache=cache, options=SLOW)
    module = load_module(built.path, built.name, built.build_id, "")
    state = module.State()
    state.add(3)
    assert state.value == 3
    compiled = [line for line in calls.read_text().splitlines() if "-c tiny.c" in line]
    assert ["-flto=auto" in line for line in compiled] == ([True] if works else [True, False])
    assert all(line.startswith(str(cache.root / "building")) for line in compiled)
    assert list((cache.root / "building").iterdir()) == []
