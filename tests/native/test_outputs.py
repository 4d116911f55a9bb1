"""`./generated/NAME/`, and what `from generated import NAME` makes of it."""

from __future__ import annotations

import dataclasses
import importlib
import io
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

import generated as games
from rulec.codegen.generated_source import Generated
from rulec.errors import RulecError, RulesError, RulesFileError, StaleBuild, ToolchainError
from rulec.facade import load, ship_games
from rulec.native import finder, shipped_modules
from rulec.native.build_module import BuiltModule, build_module
from rulec.native.cache import Cache
from rulec.native.loader import load_module
from rulec.native.notice import announced
from rulec.native.options import BuildOptions
from rulec.native.outputs import MANIFEST, read_manifest, write_output
from rulec.native.shipped_modules import (
    Shipped,
    find_shipped,
    prune_shipped,
    shipped_names,
    shipped_rules,
    store_shipped,
)
from rulec.native.sources import SourceFile

ROOT = Path(__file__).parents[2]
FAST = BuildOptions(optimise="-O0", native=False)


@dataclasses.dataclass(frozen=True)
class Here:
    """A working folder in which `tiny` has been built."""

    generated: Generated
    built: BuiltModule
    rules: Path
    target: Path

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        return (SourceFile.of(self.rules),)

    def rewrite(self, **changes: object) -> None:
        """Change the manifest behind rulec's back."""
        manifest = read_manifest(self.target)
        assert manifest is not None
        text = msgspec.json.encode(msgspec.structs.replace(manifest, **changes))
        (self.target / MANIFEST).write_bytes(text)


@pytest.fixture
def here(warm: Cache, tiny, elsewhere: Path) -> Here:
    rules = elsewhere / "my games" / "tiny.rules"
    rules.parent.mkdir()
    rules.write_text("game Tiny\n")
    made = tiny()
    built = build_module(made, cache=warm, options=FAST)
    target = write_output(made, built, (SourceFile.of(rules),))
    return Here(made, built, rules, target)


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    yield
    sys.modules.pop("generated.tiny", None)


def test_what_is_written(here: Here, elsewhere: Path) -> None:
    assert here.target.resolve() == elsewhere / "generated" / "tiny"
    assert sorted(path.name for path in here.target.iterdir()) == ["manifest.json", "tiny.pyx"]
    assert (here.target / "tiny.pyx").read_text() == here.generated.files["tiny.pyx"]
    manifest = read_manifest(here.target)
    assert manifest is not None
    assert manifest.name == "tiny"
    assert manifest.sources == here.sources
    assert manifest.module == str(here.built.path)
    assert manifest.build_id == here.built.build_id
    assert not manifest.debug


def test_files_of_an_earlier_build_go_others_stay(here: Here) -> None:
    more = dataclasses.replace(here.generated, files={**here.generated.files, "tiny_rules.pxi": "# more\n"})
    write_output(more, here.built, here.sources)
    (here.target / "notes.txt").write_text("mine")
    assert (here.target / "tiny_rules.pxi").exists()
    write_output(here.generated, here.built, here.sources)
    assert sorted(path.name for path in here.target.iterdir()) == ["manifest.json", "notes.txt", "tiny.pyx"]


@pytest.mark.parametrize("name", ["..", "../evil", "/tmp/evil", "class", "__init__", "__pycache__"])
def test_hostile_name_is_not_written(here: Here, name: str, elsewhere: Path) -> None:
    before = sorted(elsewhere.rglob("*"))
    with pytest.raises(RulecError, match="can't be the name of a module"):
        write_output(dataclasses.replace(here.generated, name=name), here.built, here.sources)
    assert sorted(elsewhere.rglob("*")) == before


def test_link_is_not_followed(here: Here, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    here.target.rename(tmp_path / "away")
    here.target.symlink_to(outside)
    with pytest.raises(RulecError, match="link to another place"):
        write_output(here.generated, here.built, here.sources)
    assert list(outside.iterdir()) == []


def test_file_in_the_way(here: Here, tmp_path: Path) -> None:
    here.target.rename(tmp_path / "away")
    here.target.write_text("a file")
    with pytest.raises(RulecError, match="is in the way"):
        write_output(here.generated, here.built, here.sources)


def test_from_generated_import(here: Here) -> None:
    from generated import tiny

    assert tiny.BUILD_ID == here.built.build_id
    assert tiny._SOURCE == str(here.rules)
    assert "tiny" in dir(games)


def test_import_generated_name(here: Here) -> None:
    import generated.tiny
    import generated.tiny as again

    assert generated.tiny is again
    assert again is games.tiny
    assert again.RULES_HASH == "rules-1"


def test_new_build_is_given_in_the_same_process(here: Here, warm: Cache, tiny) -> None:
    import generated.tiny as old

    made = tiny(rules_hash="rules-2")
    write_output(made, build_module(made, cache=warm, options=FAST), here.sources)
    from generated import tiny as new

    assert (old.RULES_HASH, new.RULES_HASH) == ("rules-1", "rules-2")
    assert games.tiny is new
    assert importlib.import_module("generated.tiny") is old  # Python's own record of the name
    assert importlib.reload(old) is new


def test_edited_rules_are_never_answered(here: Here) -> None:
    from generated import tiny

    assert tiny
    here.rules.write_text("game Tinz\n")
    command = "rulec build 'my games/tiny.rules'"
    with pytest.raises(StaleBuild, match=f"rules have changed since the last build.*{command}"):
        from generated import tiny
    with pytest.raises(StaleBuild, match="changed"):
        importlib.import_module("generated.tiny")
    with pytest.raises(ImportError):
        _ = games.tiny
    here.rules.write_text("game Tiny\n")
    from generated import tiny

    assert tiny


def test_edited_base_is_noticed(here: Here) -> None:
    base = here.rules.with_name("base.rules")
    base.write_text("base")
    write_output(here.generated, here.built, (*here.sources, SourceFile.of(base)))
    assert games.tiny
    base.write_text("edited")
    with pytest.raises(StaleBuild, match="changed"):
        _ = games.tiny


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda here: here.rules.unlink(), "is gone since the last build"),
        (lambda here: here.built.path.unlink(), "no longer in the build cache"),
        (lambda here: here.built.path.write_bytes(b"damaged"), "no longer in the build cache"),
        (lambda here: here.rewrite(rulec="0.0.1"), "built by rulec 0.0.1"),
        (lambda here: here.rewrite(processor="another"), "another processor"),
        (lambda here: here.rewrite(module="/x/tiny.cpython-39-x86_64-linux-gnu.so"), "another Python"),
        (lambda here: here.rewrite(name="other"), "is damaged"),
        (lambda here: here.rewrite(files=("../../x.pyx",)), "is damaged"),
        (lambda here: (here.target / MANIFEST).write_text("{"), "is damaged"),
    ],
)
def test_build_that_no_longer_holds(here: Here, spoil, words: str) -> None:
    spoil(here)
    with pytest.raises(StaleBuild, match=f"{words}.*rulec build"):
        _ = games.tiny


def test_unknown_game_names_the_command(elsewhere: Path) -> None:
    with pytest.raises(ImportError, match="run `rulec build games/no_such_game.rules`"):
        from generated import no_such_game
    with pytest.raises(ImportError, match="run `rulec build games/no_such_game.rules`"):
        importlib.import_module("generated.no_such_game")
    assert not hasattr(games, "no_such_game")
    rules = elsewhere / "games" / "own" / "no_such_game.rules"
    rules.parent.mkdir(parents=True)
    rules.touch()
    with pytest.raises(ImportError, match="run `rulec build games/own/no_such_game.rules`"):
        from generated import no_such_game  # noqa: F401


def test_other_names_are_plain_attributes() -> None:
    assert not hasattr(games, "__wrapped__")
    assert not hasattr(games, "Tiny")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("generated.__main__")


def test_folder_without_init_does_not_hide_the_package(here: Here) -> None:
    """`python -c` in a folder with `generated/` but no `generated/__init__.py`."""
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", "from generated import tiny; print(tiny.BUILD_ID)"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    assert done.stdout.strip() == here.built.build_id, done.stderr


# --- shipped games ---------------------------------------------------------------------------


@pytest.fixture
def ship(here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`tiny` among the shipped games of a made-up installation; nothing built in the working folder."""
    folder, rules = tmp_path / "lib" / "shipped", tmp_path / "lib" / "games" / "classics" / "tiny.rules"
    rules.parent.mkdir(parents=True)
    rules.write_text("game Tiny\n")
    monkeypatch.setattr(shipped_modules, "GAMES", tmp_path / "lib" / "games")
    monkeypatch.setattr(finder, "GAMES", tmp_path / "lib" / "games")
    monkeypatch.setattr(finder, "find_shipped", lambda name: find_shipped(name, folder))
    monkeypatch.setattr(finder, "shipped_names", lambda: shipped_names(folder))
    store_shipped(
        here.generated, {"": here.built}, (SourceFile.of(rules),), folder, tmp_path / "lib" / "games"
    )
    for path in here.target.iterdir():
        path.unlink()
    return rules


def test_shipped_game(ship: Path, here: Here) -> None:
    assert games.tiny.BUILD_ID == here.built.build_id
    assert "lib/shipped" in games.tiny.__file__
    assert "tiny" in dir(games)


def test_shipped_game_with_edited_rules(ship: Path) -> None:
    ship.write_text("edited")
    with pytest.raises(StaleBuild, match=f"changed since the last build.*rulec build {ship}"):
        _ = games.tiny


def test_shipped_game_without_its_rules_file(ship: Path) -> None:
    ship.unlink()
    assert games.tiny.NAME == "tiny"


def test_build_here_goes_before_shipped(ship: Path, here: Here) -> None:
    write_output(here.generated, here.built, here.sources)
    assert "lib/shipped" not in games.tiny.__file__


def test_damaged_shipped_module_is_not_loaded(ship: Path, tmp_path: Path) -> None:
    found = finder.find_shipped("tiny")
    assert isinstance(found, Shipped)
    found.path.write_bytes(b"damaged")
    with pytest.raises(ImportError, match="rulec build"):
        finder.find_game("tiny")


def test_best_level_of_the_processor_is_loaded(
    ship: Path, here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lib" / "shipped"
    levels = {"": here.built, "x86-64-v3": dataclasses.replace(here.built, build_id="better")}
    store_shipped(here.generated, levels, (SourceFile.of(ship),), folder, tmp_path / "lib" / "games")
    for abilities, expected in ((("x86-64-v3", ""), "better"), (("",), here.built.build_id)):
        monkeypatch.setattr(shipped_modules, "levels", lambda abilities=abilities: abilities)
        found = find_shipped("tiny", folder)
        assert found is not None
        assert found.compiled.build_id == expected
    monkeypatch.setattr(shipped_modules, "levels", lambda: ("x86-64-v3", ""))
    (folder / "x86-64-v3" / here.built.path.name).write_bytes(b"damaged")
    found = find_shipped("tiny", folder)
    assert found is not None
    assert found.compiled.level == ""


# --- games that the first import compiles ------------------------------------------------------


@pytest.fixture
def uncompiled(ship: Path, tmp_path: Path) -> Path:
    """The same installation before anything is compiled."""
    prune_shipped(set(), tmp_path / "lib" / "shipped")
    return ship


def test_first_import_compiles(uncompiled: Path, here: Here) -> None:
    asked: list[Path] = []

    def build(rules: Path) -> ModuleType:
        asked.append(rules)
        return load_module(here.built.path, "tiny", here.built.build_id, rules)

    assert finder.find_game("tiny", build).BUILD_ID == here.built.build_id
    assert asked == [uncompiled]


def test_build_here_goes_before_compiling(uncompiled: Path, here: Here) -> None:
    write_output(here.generated, here.built, here.sources)

    def build(rules: Path) -> ModuleType:
        raise AssertionError(rules)

    assert finder.find_game("tiny", build).NAME == "tiny"


def test_no_compiler_names_the_ways_out(uncompiled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(rules: Path) -> ModuleType:
        raise ToolchainError("there is no C compiler on this machine", "install gcc")

    monkeypatch.setitem(games.__dict__, "_build", build)
    with pytest.raises(ImportError, match=r"no C compiler.*install gcc.*wheel.*rulec\.interpret") as caught:
        from generated import tiny  # noqa: F401
    assert str(uncompiled) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_game_names_the_nearest(ship: Path) -> None:
    with pytest.raises(ImportError, match="did you mean `tiny`"):
        from generated import tinyy  # noqa: F401


@pytest.mark.usefixtures("unoptimised")
def test_build_of_an_import_says_so_in_one_line(
    warm: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))
    rules = tmp_path / "nim.rules"
    rules.write_text((ROOT / "tests" / "games" / "nim.rules").read_text())
    module = load(rules, announce=True)
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(r"rulec: compiling nim for its first use \.\.\. done after \d+ s\n", said.err)
    assert load(rules, announce=True) is module
    assert capsys.readouterr().err == ""


def test_closed_standard_error_does_not_fail_a_build() -> None:
    closed = io.StringIO()
    closed.close()
    with announced("tiny", closed) as on_stage:
        on_stage("Cython")
    with announced("tiny", None) as on_stage:
        on_stage("Cython")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_terminal_shows_the_stage() -> None:
    screen = Terminal()
    with announced("tiny", screen) as on_stage:
        on_stage("Cython")
    assert ": Cython (0 s)" in screen.getvalue()
    assert screen.getvalue().count("\n") == 1


def test_errors_cross_processes() -> None:
    problem = RulesFileError("2 problems", ())
    problem.hint = "look there"
    for error in (problem, RulecError("no", "hint"), RulesError("stuck", kind="range", line=3)):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_games_that_are_gone_are_removed(ship: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lib" / "shipped"
    prune_shipped({"tiny", "another"}, folder)
    assert shipped_names(folder) == ["tiny"]
    prune_shipped({"another"}, folder)
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_native_build_is_not_shipped(here: Here, tmp_path: Path) -> None:
    native = dataclasses.replace(here.built, processor="this one")
    with pytest.raises(RulecError, match="can't be shipped"):
        store_shipped(here.generated, {"": native}, here.sources, tmp_path / "shipped")


def test_a_wheel_of_some_games_names_them_right(tmp_path: Path) -> None:
    (tmp_path / "tiny.rules").touch()
    with pytest.raises(RulecError, match=r"no game `tinny` below .*did you mean `tiny`"):
        list(ship_games(tmp_path, tmp_path / "shipped", ["tinny"]))


def test_variants_are_built_by_who_wants_them(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    for name in ("tiny.rules", "variants/tinier.rules"):
        (tmp_path / name).touch()
    assert shipped_rules(tmp_path) == [tmp_path / "tiny.rules"]


def test_two_shipped_games_of_one_name(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tiny.rules").touch()
    with pytest.raises(RulecError, match="same name"):
        shipped_rules(tmp_path)
