"""What another user could write is neither believed nor executed; the message says how to repair it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from rulec.errors import RulecError
from rulec.native.build_module import build_module
from rulec.native.cache import Cache
from rulec.native.tool_facts import Memo
from rulec.native.trust import UntrustedPath, require_trusted
from tests.native.conftest import FAST, Tiny

SOMEBODY = 54_321
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    found = Cache(tmp_path / "cache" / "v1")
    found.note("key", "a note")
    found.keep_tree("key", b"a tree")
    found.keep_object("key", b"an object")
    return found


def test_what_is_kept_comes_back(cache: Cache) -> None:
    assert (cache.recall("key"), cache.recall_tree("key")) == ("a note", b"a tree")
    assert cache.recall_object("key") == b"an object"


@pytest.mark.parametrize("part", ["", "notes", "notes/key"])
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o722])
def test_what_others_can_write_is_refused(cache: Cache, part: str, mode: int) -> None:
    path = cache.root / part
    path.chmod(mode)
    with pytest.raises(UntrustedPath) as refused:
        cache.recall("key")
    assert str(path) in refused.value.message
    assert f"chmod go-w {path}" in refused.value.hint
    path.chmod(0o755)
    assert cache.recall("key") == "a note"


@AS_ROOT
@pytest.mark.parametrize("part", ["", "notes", "notes/key"])
def test_what_belongs_to_another_user_is_refused(cache: Cache, part: str) -> None:
    os.chown(cache.root / part, SOMEBODY, SOMEBODY)
    with pytest.raises(UntrustedPath, match="belongs to another user"):
        cache.recall("key")


@pytest.mark.parametrize("part", ["notes", "notes/key"])
def test_links_inside_the_cache_are_refused(cache: Cache, part: str) -> None:
    path = cache.root / part
    elsewhere = cache.root.parent / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    with pytest.raises(UntrustedPath, match="is a link"):
        cache.recall("key")


def test_a_cache_behind_a_link_of_ones_own_is_used(cache: Cache, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(cache.root.parent)
    assert Cache(tmp_path / "link" / "v1").recall("key") == "a note"


def test_the_way_that_a_link_leads_counts(cache: Cache, tmp_path: Path) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    cache.root.parent.rename(open_to_all / "cache")
    (tmp_path / "link").symlink_to(open_to_all / "cache")
    open_to_all.chmod(0o777)
    with pytest.raises(UntrustedPath, match="open, on the way to"):
        Cache(tmp_path / "link" / "v1").recall("key")
    open_to_all.chmod(0o1777)  # as /tmp: nobody can rename what lies there
    assert Cache(tmp_path / "link" / "v1").recall("key") == "a note"


def test_links_that_go_round_end(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    require_trusted(tmp_path / "one" / "cache")
    assert Cache(tmp_path / "one").recall("key") is None


def test_a_folder_above_that_others_can_write_is_refused(cache: Cache) -> None:
    cache.root.parent.chmod(0o777)
    with pytest.raises(UntrustedPath):
        cache.recall("key")


def test_nothing_is_written_there_either(cache: Cache) -> None:
    cache.root.chmod(0o777)
    for write in (lambda: cache.note("new", "x"), lambda: cache.keep_tree("new", b"x"), cache.clean):
        with pytest.raises(UntrustedPath):
            write()
    assert not (cache.root / "notes" / "new").exists()


def test_a_loose_umask_makes_no_loose_cache(tmp_path: Path, tiny: Tiny) -> None:
    before = os.umask(0)
    try:
        cache = Cache(tmp_path / "loose" / "v1")
        cache.note("key", "a note")
        cache.keep_tree("key", b"a tree")
        Memo(cache.root / "toolchain.json").put("a", "b")
        build_module(tiny(), cache=cache, options=FAST)
    finally:
        os.umask(before)
    for folder, folders, files in os.walk(cache.root.parent):
        for name in [*folders, *files]:
            path = Path(folder) / name
            if path.parent.name != "locks":  # they hold nothing
                assert not path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH), path


def test_a_module_that_others_can_write_is_not_loaded(tmp_path: Path, tiny: Tiny) -> None:
    cache = Cache(tmp_path / "cache" / "v1")
    built = build_module(tiny(), cache=cache, options=FAST)
    for path in (built.path, built.path.parent, built.path.parent.parent, built.path.parent / "entry.json"):
        mode = path.stat().st_mode
        path.chmod(mode | stat.S_IWOTH)
        with pytest.raises(UntrustedPath):
            build_module(tiny(), cache=cache, options=FAST)
        path.chmod(mode)
    assert build_module(tiny(), cache=cache, options=FAST).cached


def test_the_import_of_a_module_that_others_can_write_is_refused(
    tmp_path: Path, tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulec.native.finder import find_game
    from rulec.native.outputs import write_output
    from rulec.native.sources import SourceFile

    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "tiny.rules"
    rules.write_text("game\n")
    built = build_module(tiny(), cache=Cache(tmp_path / "cache" / "v1"), options=FAST)
    write_output(tiny(), built, (SourceFile.of(rules),))
    built.path.chmod(0o777)
    with pytest.raises(RulecError, match="can be written by other users"):
        find_game("tiny")
    built.path.chmod(0o755)
    assert find_game("tiny").NAME == "tiny"
