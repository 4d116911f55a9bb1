"""A tiny engine, written by hand: what the build is given when no compiler of rules is involved."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.codegen.generated_source import Generated
from rulec.native.build_module import BuiltModule, build_module
from rulec.native.cache import Cache
from rulec.native.options import BuildOptions

FAST = BuildOptions(optimise="-O0", native=False)

TEXT = '''\
"""A counter that plays a game of one number."""
cdef extern from "stdint.h":
    ctypedef int int32_t

NAME = "{name}"
TITLE = "Tiny"
RULES_HASH = "{rules_hash}"
BUILD_ID = ""
_SOURCE = ""
_restore_state = None


cdef class State:
    cdef readonly int32_t value

    def add(self, int32_t by):
        self.value += by

    def to_bytes(self):
        return b"%d" % self.value

    @staticmethod
    def from_bytes(bytes data):
        cdef State state = State()
        state.value = int(data)
        return state

    def __eq__(self, other):
        return isinstance(other, State) and self.value == (<State> other).value

    def __reduce__(self):
        return _restore_state, (NAME, RULES_HASH, __file__, self.to_bytes())
'''

Tiny = Callable[..., Generated]


def make_tiny(name: str = "tiny", rules_hash: str = "rules-1", text: str = TEXT) -> Generated:
    filled = text.replace("{name}", name).replace("{rules_hash}", rules_hash)
    return Generated(name, "Tiny", {f"{name}.pyx": filled}, rules_hash, "layout-1", 4)


@pytest.fixture
def tiny() -> Tiny:
    return make_tiny


@pytest.fixture(scope="session")
def built_tree(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, BuiltModule]:
    """One real build per session; tests work on copies of this cache, or read it."""
    root = tmp_path_factory.mktemp("built")
    return root, build_module(make_tiny(), cache=Cache(root), options=FAST)


@pytest.fixture
def warm(built_tree: tuple[Path, BuiltModule], tmp_path: Path) -> Cache:
    """A cache of one's own with `tiny` in it."""
    root = tmp_path / "cache" / "v1"
    shutil.copytree(built_tree[0], root)
    return Cache(root)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    """An empty cache of one's own."""
    return Cache(tmp_path / "cache" / "v1")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test runs in an empty folder, with a cache that is not the user's."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def tool(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write an executable shell script, to stand for a program on the path."""

    def write(name: str, script: str) -> Path:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        path = folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        os.chmod(path, 0o755)
        return path

    return write
