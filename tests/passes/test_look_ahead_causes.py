"""Causes of look-aheads: what may stand in the way behind an option, the nearest first."""

from __future__ import annotations

from pathlib import Path

from rulec.compiler import compile_program
from rulec.passes.look_ahead_causes import LookAheadCauses

GAME = """\
game "Toll"
  players 2
kind gates of gate: near, middle, far
coins: goods of each player, unlimited, starts 1
each gate has:
  passed: flag
play:
  repeat 4 times:
    each p acting in players: turn
turn:
  choose one as plan:
    walk:
      choose gate from gates where not passed as way
      toll
    rest: gain 1 coins
effect toll:
  any order as effect:
    must due: pay 2 coins
    may luck: gain 1 coins
score:
  "Coins": my coins
"""


def causes(tmp_path: Path, text: str) -> dict[str, list[tuple[str, int]]]:
    path = tmp_path / "toll.rules"
    path.write_text(text)
    program = compile_program(path)
    known = LookAheadCauses(program)
    return {
        group.label or group.domain.name: [(one.text, one.span.line) for one in known.behind(group)]
        for decision in program.decisions
        for group in decision.groups
    }


def line(what: str) -> int:
    return next(n for n, text in enumerate(GAME.splitlines(), start=1) if what in text)


def test_a_decision_without_a_sure_option_is_a_cause(tmp_path: Path) -> None:
    found = causes(tmp_path, GAME)
    assert found["walk"] == [("way", line("as way"))]
    assert found["rest"] == []


def test_nothing_behind_such_a_decision_is_one(tmp_path: Path) -> None:
    found = causes(tmp_path, GAME)
    assert found["gates"] == [("effect", line("any order"))]


def test_a_check_is_a_cause_and_not_where_it_can_not_fail(tmp_path: Path) -> None:
    looping = GAME.replace(
        "    rest: gain", "    all:\n      each gate in gates where not passed: pay 1 coins\n    rest: gain"
    )
    (check,) = causes(tmp_path, looping)["all"]
    assert "coins" in check[0]
    assert looping.splitlines()[check[1] - 1].strip().startswith("each gate")
    assert causes(tmp_path, looping.replace("pay 1 coins", "gain 1 coins"))["all"] == []
