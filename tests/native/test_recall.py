"""From a rules file to its module with as little work as the caches allow, and never a stale answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import rulec
from rulec.codegen.generated_source import Generated
from rulec.compiled import Compiled
from rulec.errors import RulecError
from rulec.native import source_cache
from rulec.native.build_module import build_module
from rulec.native.cache import Cache
from rulec.native.options import BuildOptions
from rulec.native.source_cache import cached_module, recall_generated, remember_generated
from rulec.native.sources import SourceFile

FAST = BuildOptions(optimise="-O0", native=False)


@pytest.fixture
def rules(elsewhere: Path) -> Path:
    path = elsewhere / "tiny.rules"
    path.write_text("game Tiny\n")
    return path


class Compiler(ModuleType):
    """Stands for `rulec.compiler` and kept programs: counts its work; a file with `bad` in it is rejected."""

    def __init__(self, tiny) -> None:
        super().__init__("rulec.compiler")
        self.runs: list[Path] = []
        self.tiny = tiny

    def read_source(self, path: Path) -> str:
        if not path.is_file():
            raise RulecError(f"there is no file {path}")
        return path.read_text()

    def files_of(self, path: Path) -> tuple[Path, ...]:
        self.read_source(path)
        return (path,)

    def compile_program(self, path: Path) -> str:
        self.runs.append(path)
        return path.read_text()

    def generate(self, program: str, *, debug: bool = False) -> Generated:
        return self.tiny(rules_hash="rules-1" if program == "game Tiny\n" else "rules-2")


@pytest.fixture
def compiler(tiny, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    stand_in = Compiler(tiny)
    monkeypatch.setitem(sys.modules, "rulec.compiler", stand_in)
    monkeypatch.setattr(Compiled, "program", property(lambda form: stand_in.compile_program(form.path)))
    return stand_in


def remember(path: Path, generated: Generated, cache: Cache, *others: Path) -> None:
    sources = tuple(SourceFile.of(one) for one in (path, *others))
    remember_generated(generated, sources, debug=False, cache=cache)


def test_remembered_by_text(cache: Cache, tiny, rules: Path) -> None:
    assert recall_generated(rules, debug=False, cache=cache) is None
    remember(rules, tiny(), cache)
    found = recall_generated(rules, debug=False, cache=cache)
    assert found is not None
    assert found.generated == tiny()
    assert found.sources == (SourceFile.of(rules),)
    assert recall_generated(rules, debug=True, cache=cache) is None
    elsewhere = rules.parent / "copy" / rules.name
    elsewhere.parent.mkdir()
    elsewhere.write_text(rules.read_text())
    assert recall_generated(elsewhere, debug=False, cache=cache) is not None
    assert recall_generated(rules.rename(rules.with_name("other.rules")), debug=False, cache=cache) is None


def test_edited_text_is_not_recalled(cache: Cache, tiny, rules: Path) -> None:
    remember(rules, tiny(), cache)
    rules.write_text("game Tiny \n")
    assert recall_generated(rules, debug=False, cache=cache) is None


def test_edited_base_is_not_recalled(cache: Cache, tiny, rules: Path) -> None:
    base = rules.parent / "base.rules"
    base.write_text("base")
    remember(rules, tiny(), cache, base)
    found = recall_generated(rules, debug=False, cache=cache)
    assert found is not None
    assert [Path(one.path).resolve() for one in found.sources] == [rules, base]
    base.write_text("edited")
    assert recall_generated(rules, debug=False, cache=cache) is None


def test_new_rulec_recalls_nothing(cache: Cache, tiny, rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(rules, tiny(), cache)
    monkeypatch.setattr(source_cache, "compiler_digest", lambda: "another")
    assert recall_generated(rules, debug=False, cache=cache) is None


def test_file_edited_while_it_was_compiled_is_not_remembered(cache: Cache, tiny, rules: Path) -> None:
    sources = (SourceFile.of(rules),)
    rules.write_text("edited meanwhile")
    remember_generated(tiny(), sources, debug=False, cache=cache)
    assert recall_generated(rules, debug=False, cache=cache) is None


def test_damaged_note_is_not_recalled(cache: Cache, tiny, rules: Path) -> None:
    remember(rules, tiny(), cache)
    (note,) = (cache.root / "notes").iterdir()
    note.write_bytes(note.read_bytes().replace(b"Tiny", b"Tinz"))
    assert recall_generated(rules, debug=False, cache=cache) is None


@pytest.mark.parametrize("path", ["missing.rules", "."])
def test_unreadable_file_is_no_error_here(cache: Cache, path: str) -> None:
    assert cached_module(Path(path), cache=cache) is None


def test_cached_module(warm: Cache, tiny, rules: Path) -> None:
    assert cached_module(rules, cache=warm, options=FAST) is None
    remember(rules, tiny(), warm)
    module = cached_module(rules, cache=warm, options=FAST)
    assert module is not None
    assert module.RULES_HASH == "rules-1"
    assert module._SOURCE == str(rules)
    warm.clean()
    assert cached_module(rules, cache=warm, options=FAST) is None


def test_cached_module_without_a_compiler(
    warm: Cache, tiny, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(rules, tiny(), warm)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CC", "")
    assert cached_module(rules, cache=warm, options=FAST) is None


def test_warm_start_imports_nothing_heavy(warm: Cache, tiny, rules: Path) -> None:
    """What makes a warm start fast, without a clock: the compiler's libraries stay out, no process is run."""
    remember(rules, tiny(), warm)
    build_module(tiny(), cache=warm, options=FAST)
    program = (
        "import sys, rulec\n"
        f"rulec.load({str(rules)!r}, optimise='-O0', native=False)\n"
        "heavy = {'lark', 'jinja2', 'Cython', 'filelock', 'rich', 'typer', 'subprocess', 'setuptools'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.usefixtures("warm")
def test_load(compiler: Compiler, rules: Path) -> None:
    first = rulec.load(rules, optimise="-O0", native=False)
    assert rulec.load(rules, optimise="-O0", native=False) is first
    assert len(compiler.runs) == 1
    rules.write_text("game Tiny, edited\n")
    second = rulec.load(str(rules), optimise="-O0", native=False)
    assert (first.RULES_HASH, second.RULES_HASH) == ("rules-1", "rules-2")
    assert len(compiler.runs) == 2


@pytest.mark.usefixtures("warm", "compiler")
def test_build_file(rules: Path, elsewhere: Path) -> None:
    report = rulec.build("tiny.rules", options=FAST)
    assert list(report.seconds) == ["check", "generate"]
    assert report.module.cached
    assert report.folder is not None
    assert report.folder.resolve() == elsewhere / "generated" / "tiny"
    assert report.sources == (SourceFile.of(rules),)
    assert rulec.build("tiny.rules", options=FAST).seconds == {}
    from generated import tiny

    assert tiny.BUILD_ID == report.module.build_id


@pytest.mark.usefixtures("compiler")
def test_missing_file() -> None:
    with pytest.raises(RulecError, match="there is no file"):
        rulec.load("missing.rules")
    with pytest.raises(RulecError, match="there is no file"):
        rulec.build("missing.rules")
