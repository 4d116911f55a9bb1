"""Builds of variants: an edited base, or another one, is never answered with an old module."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import rulec
from rulec.errors import StaleBuild
from rulec.native.cache import Cache
from rulec.native.finder import find_game
from rulec.native.options import BuildOptions
from rulec.native.source_cache import cached_module

BASE = (Path(__file__).parents[2] / "games" / "classics" / "tic_tac_toe.rules").read_text(encoding="utf-8")
OPTIONS = BuildOptions(optimise="-O0")


@pytest.mark.skipif(sys.platform == "win32", reason="folders are compared as on Unix")
def test_a_base_that_is_edited_or_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    base, folder = tmp_path / "middle.rules", tmp_path / "own"
    folder.mkdir()
    first = tmp_path / "printed.rules"
    first.write_text(BASE, encoding="utf-8")
    base.write_text('variant "Middle" of printed:\n  set length to 8\n', encoding="utf-8")
    path = folder / "short_one.rules"
    path.write_text('variant "Short one" of middle:\n  set length to 7\n', encoding="utf-8")
    cache = Cache(tmp_path / "cache")

    def cached() -> bool:
        return cached_module(path, cache=cache, options=OPTIONS) is not None

    report = rulec.facade.build(path, options=OPTIONS, cache=cache)
    assert [Path(one.path) for one in report.sources] == [path, base, first]
    module = find_game("short_one")
    assert (module.NAME, module.TITLE) == ("short_one", "Short one")
    assert cached()

    first.write_text(BASE + "# edited\n", encoding="utf-8")
    assert not cached()
    with pytest.raises(StaleBuild, match="the rules have changed"):
        find_game("short_one")
    first.write_text(BASE, encoding="utf-8")
    assert cached()
    nearer = folder / "middle.rules"
    nearer.write_text(base.read_text(encoding="utf-8").replace("8", "6"), encoding="utf-8")
    assert not cached()
    with pytest.raises(StaleBuild, match="another file now"):
        find_game("short_one")
    nearer.unlink()
    assert cached()
    base.unlink()
    assert not cached()
