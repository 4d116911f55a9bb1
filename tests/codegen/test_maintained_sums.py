"""Sums that are kept beside the state are those that would be worked out."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import pytest

import rulec
from rulec.codegen import maintained_sums
from rulec.codegen.blocks import BlockText
from rulec.codegen.text_nodes import Code, Statement, piece
from rulec.compiled import Compiled
from rulec.compiler import compile_program
from rulec.errors import RulecError
from tests.engines import ROOT, interpreted
from tests.large import by_default
from tests.side_by_side import play_side_by_side

GAMES = ("caravan", "depths", "loading", "passing", "peeking", "piles", "purses", "rows", "yard")


@pytest.fixture
def all_that_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every sum is kept that could be. Builds of this kind are in a cache of their own."""
    monkeypatch.setattr(maintained_sums, "_ASKED_OFTEN", 1)
    monkeypatch.setattr(maintained_sums, "_SOME", 1)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))


@pytest.mark.usefixtures("all_that_can")
@pytest.mark.parametrize("name", by_default(GAMES, "caravan", "passing"))
def test_what_is_kept_is_what_would_be_added_up(name: str) -> None:
    """A debug build looks at each decision whether it is, also after a load and after a trial."""
    path = ROOT / "tests" / "games" / f"{name}.rules"
    assert maintained_sums.totals_worth_keeping(compile_program(path))
    fast, slow = rulec.load(path, debug=True, optimise="-O0", native=False), interpreted(path)
    for seed in range(3):
        states = [on.State(on.PLAYERS[seed % len(on.PLAYERS)], seed=seed) for on in (slow, fast)]
        play_side_by_side(*states, random.Random(seed))
    state, rnd = fast.State(seed=5), random.Random(5)
    while not state.is_terminal():
        state = fast.State.from_bytes(state.to_bytes()).clone()
        state.apply_action(rnd.choice(state.legal_actions()))
    games, same = fast.playouts(20, seed=3), slow.playouts(20, seed=3)
    for field in games._fields:
        assert getattr(games, field).tolist() == getattr(same, field).tolist(), field


@pytest.mark.usefixtures("all_that_can")
def test_a_sum_that_is_not_kept_up_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = BlockText._stored_cell

    def without_additions(*given: Any) -> list[Statement]:
        return [one for one in stored(*given) if " += " not in piece(cast(Code, one)).parts]

    monkeypatch.setattr(BlockText, "_stored_cell", without_additions)
    fast = rulec.load(ROOT / "tests" / "games" / "piles.rules", debug=True, optimise="-O0", native=False)
    with pytest.raises(RulecError):
        fast.playouts(20, seed=3)


@pytest.mark.heavy
def test_only_what_is_asked_often_is_kept() -> None:
    """Cards of a hand in Great Western Trail; not the tiles of each of many cards in Railway Boom."""

    def kept(name: str) -> dict[str, int]:
        found = maintained_sums.totals_worth_keeping(Compiled(ROOT / "games" / f"{name}.rules").program)
        return {one.field.name: one.rows for one in found}

    assert kept("great_western_trail")["players.hand"] == 4
    assert kept("railway_boom") == {"regular_tiles": 1, "tourist_tiles": 1}
    assert kept("manifest_railways")["pool"] == 1
