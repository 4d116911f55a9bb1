"""The cache: damage, killed builds, many processes. The "modules" here are plain files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulec.errors import RulecError, ToolchainError
from rulec.native.cache import Cache, Stored, stored_in
from rulec.native.names import SUFFIX

KEY = "ab" + "0" * 38


def make(cache: Cache, key: str = KEY, content: bytes = b"module") -> tuple[Stored, bool]:
    def build(folder: Path) -> Path:
        path = folder / ("tiny" + SUFFIX)
        path.write_bytes(content)
        return path

    return cache.make(key, "tiny", "rules-1", "", build)


def start(cache: Cache, script: str, log: Path) -> subprocess.Popen[bytes]:
    """Another process that makes the same entry with a `build` of its own."""
    program = f"""
import os, sys, time
from pathlib import Path
from rulec.native.cache import Cache
from rulec.native.names import SUFFIX
log = Path({str(log)!r})
def build(folder):
    path = folder / ("tiny" + SUFFIX)
{script}
    return path
stored, cached = Cache(Path({str(cache.root)!r})).make({KEY!r}, "tiny", "rules-1", "", build)
assert stored.path.read_bytes() == b"module"
"""
    return subprocess.Popen([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": _root()})


def _root() -> str:
    return str(Path(__file__).resolve().parents[2])


def test_made_once_and_found(cache: Cache) -> None:
    assert cache.find(KEY) is None
    stored, cached = make(cache)
    assert not cached
    assert stored.path.read_bytes() == b"module"
    assert cache.find(KEY) == stored
    assert make(cache, content=b"never built") == (stored, True)
    assert list((cache.root / "building").iterdir()) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda stored: stored.path.write_bytes(b"modulf"),
        lambda stored: stored.path.write_bytes(b""),
        lambda stored: stored.path.unlink(),
        lambda stored: (stored.path.parent / "entry.json").unlink(),
        lambda stored: (stored.path.parent / "entry.json").write_bytes(b""),
        lambda stored: (stored.path.parent / "entry.json").write_bytes(b"{}"),
        lambda stored: (stored.path.parent / "entry.json").write_bytes(b"\xff\xfe"),
    ],
    ids=["changed", "emptied", "module gone", "entry gone", "entry empty", "entry bare", "entry no text"],
)
def test_damaged_entry_is_built_again(cache: Cache, damage) -> None:
    stored, _ = make(cache)
    damage(stored)
    assert cache.find(KEY) is None
    again, cached = make(cache, content=b"built again")
    assert not cached
    assert again.path == stored.path
    assert again.path.read_bytes() == b"built again"
    assert cache.find(KEY) == again


def test_entry_under_another_key_is_not_trusted(cache: Cache) -> None:
    stored, _ = make(cache)
    other = "cd" + KEY[2:]
    stored.path.parent.rename(cache.root / "modules" / other)
    assert cache.find(other) is None


def test_entry_that_names_a_file_elsewhere_is_not_trusted(cache: Cache) -> None:
    stored, _ = make(cache)
    entry = stored.path.parent / "entry.json"
    outside = cache.root / "outside.so"
    outside.write_bytes(b"module")
    entry.write_text(entry.read_text().replace("tiny" + SUFFIX, "../../outside.so"))
    assert stored_in(stored.path.parent) is None


def test_failed_build_leaves_nothing(cache: Cache) -> None:
    def build(folder: Path) -> Path:
        (folder / "half").write_bytes(b"half")
        raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        cache.make(KEY, "tiny", "rules-1", "", build)
    assert cache.find(KEY) is None
    assert list((cache.root / "building").iterdir()) == []


def test_killed_build_leaves_nothing_that_is_trusted(cache: Cache, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = "    path.write_bytes(b'mod')\n    log.write_text('half')\n    time.sleep(60)"
    process = start(cache, script, log)
    wait_for(log)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert list((cache.root / "building").iterdir()) != []
    assert cache.find(KEY) is None
    stored, cached = make(cache)
    assert (stored.path.read_bytes(), cached) == (b"module", False)
    assert list((cache.root / "building").iterdir()) == []


def test_what_killed_builds_leave_goes_with_the_next_build_of_anything(cache: Cache, tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = start(cache, "    log.write_text('half')\n    time.sleep(60)", log)
    wait_for(log)
    make(cache, "cd" + KEY[2:])
    assert [path.name[:2] for path in (cache.root / "building").iterdir()] == ["ab"]  # it is at work
    process.kill()
    process.wait()
    make(cache, "ef" + KEY[2:])
    assert list((cache.root / "building").iterdir()) == []


def test_a_process_that_waits_says_so(cache: Cache, tmp_path: Path) -> None:
    log, go, stages = tmp_path / "log", tmp_path / "go", []
    script = (
        "    path.write_bytes(b'module')\n    log.write_text('here')\n"
        f"    while not Path({str(go)!r}).exists(): time.sleep(0.01)"
    )
    process = start(cache, script, log)
    wait_for(log)

    def on_stage(stage: str) -> None:
        stages.append(stage)
        go.touch()

    def build(folder: Path) -> Path:
        raise AssertionError(folder)

    assert cache.make(KEY, "tiny", "rules-1", "", build, on_stage)[1]
    assert stages == ["waiting for another build"]
    assert process.wait(60) == 0


def test_many_processes_build_once(cache: Cache, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = (
        "    with open(log, 'a') as file: file.write('built\\n')\n"
        "    time.sleep(0.3)\n    path.write_bytes(b'module')"
    )
    processes = [start(cache, script, log) for _ in range(5)]
    assert [process.wait(60) for process in processes] == [0] * 5
    assert log.read_text() == "built\n"


def test_info_and_clean(cache: Cache) -> None:
    assert cache.info().entries == 0
    make(cache)
    make(cache, "cd" + KEY[2:])
    cache.note("n", "text")
    info = cache.info()
    assert info.entries == 2
    assert info.bytes > len(b"module") * 2
    assert cache.clean() == info
    assert cache.info().entries == 0
    assert cache.recall("n") is None
    assert not make(cache)[1]


def test_clean_spares_what_is_being_built(cache: Cache, tmp_path: Path) -> None:
    log = tmp_path / "log"
    go = tmp_path / "go"
    script = (
        "    path.write_bytes(b'module')\n    log.write_text('here')\n"
        f"    while not Path({str(go)!r}).exists(): time.sleep(0.01)"
    )
    process = start(cache, script, log)
    wait_for(log)
    make(cache, "cd" + KEY[2:])
    cache.clean()
    go.touch()
    assert process.wait(60) == 0
    assert cache.find(KEY) is not None
    assert cache.find("cd" + KEY[2:]) is None


def test_notes(cache: Cache) -> None:
    assert cache.recall("n") is None
    cache.note("n", "first\nsecond é")
    assert cache.recall("n") == "first\nsecond é"
    path = cache.root / "notes" / "n"
    path.write_bytes(path.read_bytes()[:-3])
    assert cache.recall("n") is None
    path.write_bytes(b"\xff")
    assert cache.recall("n") is None


def test_unusable_cache_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "v1")
    assert cache.find(KEY) is None
    with pytest.raises(ToolchainError, match=r"build cache .* can't be used.*RULEC_CACHE_DIR"):
        make(cache)
    cache.note("n", "text")  # only costs time
    assert cache.recall("n") is None


def test_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "mine"))
    assert Cache.default().root == tmp_path / "mine" / "v1"
    monkeypatch.delenv("RULEC_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
    assert Cache.default().root.parent.name == "rulec"


def test_place_of_a_user_without_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a container runs programs: an id that has no name, and no HOME."""

    def unknown(_user: int) -> None:
        raise KeyError

    for name in ("RULEC_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    cache = Cache.default()
    assert cache.root == tmp_path / f"rulec-{os.getuid()}" / "v1"
    cache.require_writable()
    assert cache.root.parent.stat().st_mode & 0o022 == 0
    cache.root.parent.chmod(0o777)
    with pytest.raises(RulecError, match="can be written by other users"):
        cache.require_writable()


def test_place_in_the_home_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", "~no_such_user/cache")
    with pytest.raises(ToolchainError, match="RULEC_CACHE_DIR is ~no_such_user/cache, and nobody has"):
        Cache.default()


def wait_for(path: Path) -> None:
    for _ in range(12_000):
        if path.exists():
            return
        time.sleep(0.01)
    raise AssertionError(f"{path} did not come")
