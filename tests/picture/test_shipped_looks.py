"""The look files that come with rulec: no problem and no warning, of their games and of the variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiled import Compiled
from rulec.picture.look.files import look_file, look_files, look_of
from tests.large import all_but_large
from tests.picture.positions import ROOT

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
