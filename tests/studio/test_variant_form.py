"""The form of a new variant: every number of every table, found by the blocks that read it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.studio.browser import Browser
from tests.studio.window import ROOT

GAME = "here/freight.rules"
CHICAGO, ST_PAUL = "change price of chicago in cities to", "change price of st_paul in cities to"


@pytest.fixture
def freight(folder: Path) -> Iterator[None]:
    shutil.copy(ROOT / "tests/games/freight.rules", folder)
    yield
    for made in folder.glob("*freight.rules"):
        made.unlink()


def test_all_cells_and_the_blocks_that_read_them(browser: Browser, freight: None) -> None:
    numbers = browser.post("/api/rules/numbers", game=GAME).json()["numbers"]
    values = {one["patch"]: one["value"] for one in numbers}
    assert (values[CHICAGO], values[ST_PAUL]) == (100, 300)
    assert values["set money to"] == 500
    readers = {one["patch"]: one["readers"] for one in numbers}
    assert any(one.startswith(("turn", "action", "effect", "rule")) for one in readers["set money to"])


def test_a_number_out_of_range_widens_its_column(browser: Browser, freight: None, folder: Path) -> None:
    given = {"game": GAME, "title": "Cheap freight", "name": "cheap_freight"}
    made = browser.post("/api/rules/variant", **given, changes={CHICAGO: 50, ST_PAUL: 450})
    assert made.status_code == 200, made.text
    text = (folder / "cheap_freight.rules").read_text(encoding="utf-8")
    assert "change heading of price in cities to 50 to 450" in text
    assert f"{CHICAGO} 50" in text


@pytest.mark.parametrize("changes", [{}, {CHICAGO: 100}])
def test_a_variant_without_a_change_is_refused(
    browser: Browser, freight: None, folder: Path, changes: dict[str, int]
) -> None:
    given = {"game": GAME, "title": "The same", "name": "same_freight", "changes": changes}
    made = browser.post("/api/rules/variant", **given)
    assert made.status_code == 422
    assert "no number changes" in made.json()["error"]
    assert not (folder / "same_freight.rules").exists()
    made = browser.post("/api/rules/variant", **{**given, "changes": {}}, template=True)
    assert made.status_code == 200, made.text
    assert 'variant "The same" of freight:' in (folder / "same_freight.rules").read_text(encoding="utf-8")


def test_pages_carry_the_title(browser: Browser, freight: None) -> None:
    for page in ("new", "rules", "lab", "cover"):
        assert "Freight" in browser.get(f"/{page}/{GAME}").text
