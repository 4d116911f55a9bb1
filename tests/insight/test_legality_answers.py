"""Answers about options whose ways are too many, or whose search is stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec import facade
from rulec.compiled import Compiled
from rulec.insight.legality_answers import Answer, Answers
from rulec.interp import legality_explainer
from rulec.interp.legality_explainer import Watch

# Digging leads to 4,096 ways, none of which can be finished; daring tries them, too.
DEEP = """\
game "Deep"
    players 2
    length 40

each player has:
    coins: 0 to 9999, starts 2
    keys: 0 to 1

table pits_here of pit:
    pit | worth 1 to 10000
    p1  | 1
    p2  | 10
    p3  | 100
    p4  | 1000
    p5  | 2
    p6  | 20
    p7  | 200
    p8  | 2000

play:
    each n in 1 to 3:
        each player acting in seat order: turn

turn:
    choose one as main:
        dig: digging
        dare when can digging: raise my coins by 1
        rest: raise my coins by 1

action digging:
    dig_once
    dig_once
    dig_once
    dig_once
    needs my keys = 1

rule dig_once:
    choose pit from pits_here as dug
    raise my coins by pit's worth

score:
    "Coins": my coins
"""


def _answer(folder: Path, option: str, watch: Watch | None = None) -> Answer:
    path = folder / "deep.rules"
    path.write_text(DEEP, encoding="utf-8")
    game = facade.interpret(path)
    answers = Answers(game, game.State(2, 1), Compiled(path).reasons)
    answers.reasons.watched_by(watch)
    return answers.answer(f"main: {option}")


def test_everything_is_tried(tmp_path: Path) -> None:
    found = _answer(tmp_path, "dig")
    assert (found.verdict, found.whole) == ("can't be completed", True)
    assert len(found.stuck[0].path) == 4
    assert _answer(tmp_path, "dare").verdict == "ruled out"
    assert _answer(tmp_path, "rest").verdict == "legal"


def test_too_many_ways_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legality_explainer, "_WAYS", 20)
    found = _answer(tmp_path, "dig")
    assert (found.verdict, found.whole) == ("can't be completed", False)
    assert found.stuck
    found = _answer(tmp_path, "dare")  # a trial within the clause itself
    assert (found.verdict, found.whole) == ("not offered", False)
    assert found.clauses[0].holds is None
    assert _answer(tmp_path, "rest").whole


def test_a_search_is_stopped(tmp_path: Path) -> None:
    tried: list[int] = []

    def ten(count: int) -> bool:
        tried.append(count)
        return count < 10

    found = _answer(tmp_path, "dig", ten)
    assert (found.verdict, found.whole, tried[-1]) == ("can't be completed", False, 10)
    found = _answer(tmp_path, "dare", ten)
    assert (found.verdict, found.whole, tried[-1]) == ("not offered", False, 10)
