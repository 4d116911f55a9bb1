"""The table of the guide says how long observations of the games are that come with rulec."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulec
from tests.engines import CLASSICS, ROOT
from tests.large import all_but_large

GAMES = (*CLASSICS, *sorted((ROOT / "games").glob("*.rules")))
GUIDE = ROOT / "docs" / "engine.md"
ROW = re.compile(r"^\| `(\w+)` \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
MOST = 1500  # numbers for two players


def written() -> dict[str, tuple[int, int]]:
    rows = ROW.findall(GUIDE.read_text(encoding="utf-8"))
    return {name: (int(wide.replace(",", "")), int(compact.replace(",", ""))) for name, wide, compact in rows}


def test_every_game_has_a_row() -> None:
    assert set(written()) == {path.stem for path in GAMES}


@pytest.mark.parametrize("path", all_but_large(GAMES))
def test_sizes_are_as_written(path: Path) -> None:
    game = rulec.interpret(path)
    wide = sum(part.size for part in game.OBSERVATION_LAYOUT)
    compact = sum(part.size for part in game.State.observation_layout(2))
    assert (wide, compact) == written()[path.stem]
    for chosen in game.CONFIGURATIONS:
        if chosen["players"] == 2:
            assert sum(part.size for part in game.State.observation_layout(**chosen)) <= MOST, chosen
