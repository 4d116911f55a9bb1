"""The code that all engines share is compiled once for each toolchain and its options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.errors import CompilerBug
from rulec.native import shared_object
from rulec.native.build_module import build_module
from rulec.native.cache import Cache
from rulec.native.loader import load_module
from rulec.native.options import BuildOptions
from tests.native.conftest import FAST, Tiny

Tool = Callable[[str, str], Path]


@pytest.fixture
def calls(cache: Cache, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often the shared code was compiled."""
    log = cache.root.parent / "calls"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.touch()
    monkeypatch.setenv("CC", str(tool("counting-gcc", f'echo "$*" >> {log}\nexec gcc "$@"')))
    return lambda: log.read_text().count("rulec_observe.c")


def test_it_is_compiled_once(tiny: Tiny, cache: Cache, calls: Callable[[], int]) -> None:
    for name in ("first", "second"):
        built = build_module(tiny(name), cache=cache, options=FAST)
        assert load_module(built.path, name, built.build_id, "").NAME == name
    assert calls() == 1
    build_module(tiny(), cache=cache, options=BuildOptions(optimise="-O1", native=False))
    assert calls() == 2


def test_a_damaged_one_is_made_again(tiny: Tiny, cache: Cache, calls: Callable[[], int]) -> None:
    build_module(tiny("first"), cache=cache, options=FAST)
    (kept,) = (cache.root / "objects").iterdir()
    data = bytearray(kept.read_bytes())
    data[-1] ^= 1
    kept.write_bytes(data)
    built = build_module(tiny("second"), cache=cache, options=FAST)
    assert load_module(built.path, "second", built.build_id, "").NAME == "second"
    assert calls() == 2


def test_cleaning_the_cache_removes_it(tiny: Tiny, cache: Cache, calls: Callable[[], int]) -> None:
    build_module(tiny(), cache=cache, options=FAST)
    cache.clean()
    assert not (cache.root / "objects").exists()
    build_module(tiny(), cache=cache, options=FAST)
    assert calls() == 2


def test_a_compiler_that_rejects_it_is_named(
    tiny: Tiny, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = tmp_path / "rulec_observe.c"
    faulty.write_text("int broken(")
    monkeypatch.setattr(shared_object, "SOURCE", faulty)
    with pytest.raises(CompilerBug, match="the C compiler rejected"):
        build_module(tiny(), cache=cache, options=FAST)
    (log,) = (cache.root / "logs").glob("*/log.txt")
    assert "rulec_observe.c" in log.read_text()
