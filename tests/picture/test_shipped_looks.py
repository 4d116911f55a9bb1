"""The look files that come with rulec: no problem and no warning, of their games and of the variants."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulec.compiled import Compiled
from rulec.picture.look.files import look_file, look_files, look_of
from tests.large import all_but_large
from tests.picture.positions import ROOT
from tests.picture.screenshots import FOLDER, SHOWN

RULES = sorted((ROOT / "games").glob("**/*.rules"))
LOOKED = [path for path in RULES if look_file(path).is_file()]
VARIANTS = [path for path in RULES if path not in LOOKED and look_files(path)]


def check(path: Path) -> None:
    _, problems = look_of(path, Compiled(path).description)
    assert problems.text() == ""


@pytest.mark.parametrize("path", all_but_large(LOOKED))
def test_looks(path: Path) -> None:
    check(path)


@pytest.mark.long
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_looks_of_variants(path: Path) -> None:
    check(path)


def test_every_look_belongs_to_a_game() -> None:
    looks = sorted((ROOT / "games").glob("**/*.look.toml"))
    assert looks == sorted(map(look_file, LOOKED))
    assert looks


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_pictures_of_the_docs(name: str) -> None:
    """`python -m tests.picture.screenshots` has been run since a title, a caption or a shape was changed."""
    path = FOLDER / f"{name}.svg"
    assert path.stat().st_size < 200_000
    tree = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert {one.tag.rpartition("}")[2] for one in tree.iter()}.isdisjoint({"script", "image", "a", "use"})
    look = tomllib.loads(look_file(ROOT / "games" / f"{name}.rules").read_text(encoding="utf-8"))
    said = {(one.text or "").strip() for one in tree.iter()}
    for board in look["maps"].values():
        assert {one["text"] for one in board.get("captions", ())} <= said
        assert {one["name"] for one in board.get("shapes", ())} <= said
    assert {look["panels"][board]["title"] for board in look["maps"]} <= said


def test_packages_carry_look_files() -> None:
    """A wheel has all of `games` but Python, an sdist all of it."""
    pytest.importorskip("setuptools", reason="needs setuptools")
    spec = importlib.util.spec_from_file_location("backend", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    names = [path.name for path in (ROOT / "games").iterdir()]
    assert not any(name.endswith(".toml") for name in backend.NO_DATA(str(ROOT / "games"), names))
    assert "graft games" in (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
