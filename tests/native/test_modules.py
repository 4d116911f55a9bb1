"""Real builds of the tiny engine: keys, bugs of the generator, loading, pickling."""

from __future__ import annotations

import dataclasses
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from rulec.errors import CompilerBug, RulecError, ToolchainError
from rulec.native import loader
from rulec.native.build_module import BuiltModule, build_module, find_module
from rulec.native.cache import Cache
from rulec.native.loader import find_engine, load_module
from rulec.native.options import BuildOptions

FAST = BuildOptions(optimise="-O0", native=False)
ROOT = str(Path(__file__).resolve().parents[2])


def test_second_build_is_cached(warm: Cache, tiny, built_tree: tuple[Path, BuiltModule]) -> None:
    first = built_tree[1]
    assert not first.cached
    assert first.cython_seconds > 0
    assert first.compiler_seconds > 0
    again = build_module(tiny(), cache=warm, options=FAST)
    assert again.cached
    assert again.build_id == first.build_id
    assert again.cython_seconds == again.compiler_seconds == 0
    assert find_module(tiny(), warm, FAST) == again


def test_build_is_repeatable(tiny, cache: Cache, built_tree: tuple[Path, BuiltModule]) -> None:
    """The same inputs give the same bytes, in whatever folder they were built."""
    assert build_module(tiny(), cache=cache, options=FAST).digest == built_tree[1].digest


def test_every_input_is_in_the_key(warm: Cache, tiny) -> None:
    same = tiny()
    assert find_module(same, warm, FAST) is not None
    others = [
        tiny(rules_hash="rules-2"),
        dataclasses.replace(same, layout_hash="layout-2"),
        dataclasses.replace(same, files={**same.files, "extra.h": ""}),
        dataclasses.replace(same, files={"tiny.pyx": same.files["tiny.pyx"] + "\n"}),
    ]
    assert [find_module(one, warm, FAST) for one in others] == [None] * 4
    assert find_module(same, warm, BuildOptions(optimise="-O1", native=False)) is None


def test_title_is_no_input(warm: Cache, tiny) -> None:
    hostile = dataclasses.replace(tiny(), title="# distutils: language=c++")
    assert find_module(hostile, warm, FAST) is not None


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("def f(:\n", "Cython"),
        ('cdef extern from *:\n    """\n    #error no\n    """\n', "the C compiler"),
    ],
)
def test_bug_of_the_generator(cache: Cache, tiny, text: str, tool: str) -> None:
    with pytest.raises(CompilerBug, match=f"{tool} rejected the code made for `tiny`") as caught:
        build_module(tiny(text=text), cache=cache, options=FAST)
    assert "error" not in caught.value.message
    (folder,) = (cache.root / "logs").iterdir()
    assert str(folder / "log.txt") in caught.value.hint
    assert (folder / "tiny.pyx").read_text() == text
    assert "error" in (folder / "log.txt").read_text().lower()
    assert cache.info().entries == 0
    assert list((cache.root / "building").iterdir()) == []


def test_distutils_comment_is_not_obeyed(cache: Cache, tiny, tmp_path: Path) -> None:
    """Lines that cythonize() would take for build settings are only comments here."""
    text = f"# distutils: include_dirs = {tmp_path}\n# distutils: extra_compile_args = -no-such-flag\nx = 1\n"
    built = build_module(tiny(text=text), cache=cache, options=FAST)
    assert load_module(built.path, "tiny", built.build_id, "").x == 1


@pytest.mark.parametrize("name", ["../evil", "class", "Evil", ""])
def test_hostile_name(cache: Cache, tiny, name: str) -> None:
    with pytest.raises(RulecError, match="can't be the name of a module"):
        build_module(tiny(name), cache=cache, options=FAST)
    assert not (cache.root.parent / "evil").exists()


def test_hostile_file_name(cache: Cache, tiny, tmp_path: Path) -> None:
    generated = tiny()
    hostile = dataclasses.replace(generated, files={**generated.files, "../../../evil.h": "x"})
    with pytest.raises(RulecError, match="can't be the name of a generated file"):
        build_module(hostile, cache=cache, options=FAST)
    assert list(tmp_path.rglob("evil*")) == []


def test_loaded_once(warm: Cache, tiny) -> None:
    built = build_module(tiny(), cache=warm, options=FAST)
    before = set(sys.modules)
    module = load_module(built.path, "tiny", built.build_id, "games/tiny.rules")
    assert "tiny" not in set(sys.modules) - before
    assert module.BUILD_ID == built.build_id
    assert module._SOURCE == "games/tiny.rules"
    assert load_module(built.path, "tiny", built.build_id, "games/tiny.rules") is module
    state = module.State()
    state.add(3)
    assert state.value == 3


def test_same_name_side_by_side(warm: Cache, tiny) -> None:
    one = build_module(tiny(), cache=warm, options=FAST)
    two = build_module(tiny(rules_hash="rules-2"), cache=warm, options=FAST)
    first = load_module(one.path, "tiny", one.build_id, "")
    second = load_module(two.path, "tiny", two.build_id, "")
    assert (first.RULES_HASH, second.RULES_HASH) == ("rules-1", "rules-2")
    assert first.State is not second.State
    for module in (first, second):
        state = module.State()
        state.add(5)
        assert type(pickle.loads(pickle.dumps(state))) is module.State


def test_module_that_can_not_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "tiny.so"
    path.write_bytes(b"no module")
    with pytest.raises(ToolchainError, match="can't be loaded"):
        load_module(path, "tiny", "", "")


def test_module_that_does_not_start(cache: Cache, tiny) -> None:
    built = build_module(tiny(text="raise KeyError('no')\n"), cache=cache, options=FAST)
    with pytest.raises(CompilerBug, match="does not start"):
        load_module(built.path, "tiny", built.build_id, "")
    assert "tiny" not in sys.modules


def test_pickle_in_another_process(warm: Cache, tiny) -> None:
    built = build_module(tiny(), cache=warm, options=FAST)
    state = load_module(built.path, "tiny", built.build_id, "").State()
    state.add(42)
    program = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()).value)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(state),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": ROOT},
    )
    assert done.stdout == b"42\n", done.stderr


def test_engine_found_by_its_rules(
    warm: Cache, tiny, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The file that wrote a pickle is gone; another build of the same rules serves."""
    monkeypatch.setattr(loader, "_loaded", {})
    built = build_module(tiny(), cache=warm, options=FAST)
    assert find_engine("tiny", "rules-1", str(tmp_path / "gone.so")).RULES_HASH == "rules-1"
    assert list(loader._loaded) == [str(built.path)]


def test_engine_of_unknown_rules(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "_loaded", {})
    with pytest.raises(RulecError, match="belongs to rules that are not built here"):
        find_engine("tiny", "rules-7", "")


def test_engine_outside_the_cache_is_not_loaded(
    warm: Cache, tiny, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A pickle may name any path; only what is a sound cache entry is loaded from it."""
    monkeypatch.setattr(loader, "_loaded", {})
    built = build_module(tiny(), cache=warm, options=FAST)
    copy = tmp_path / built.path.name
    copy.write_bytes(built.path.read_bytes())
    warm.clean()
    with pytest.raises(RulecError, match="not built here"):
        find_engine("tiny", "rules-1", str(copy))
