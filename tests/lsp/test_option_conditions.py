"""Hover over decisions and options: when they are legal."""

from __future__ import annotations

from pathlib import Path

from rulec.editor.hover import hover
from rulec.editor.positions import Position
from rulec.editor.workspace import Workspace
from tests.engines import ROOT

GAME = """\
game "Market"
  players 2
  length 20

each player has:
  coins: 0 to 99, starts 3

play:
  repeat 3 times:
    each player acting in seat order: turn

turn:
  choose one as deed:
    buy when my coins > 1: lower my coins by 2
    sell when my coins < 9: raise my coins by 3
    wait: raise my coins by 1

score:
  "Coins": my coins
"""


def told(path: str, text: str, words: str, offset: int = 0) -> str:
    workspace = Workspace()
    workspace.open(path, text)
    analysis = workspace.analyse(path)
    assert analysis is not None
    assert [one.message for one in analysis.problems] == []
    lines = text.split("\n")
    line = next(n for n, one in enumerate(lines) if words in one)
    found = hover(workspace, path, Position(line, lines[line].index(words) + offset))
    return "" if found is None else found.text


def test_a_decision_tells_when_each_option_is_legal(tmp_path: Path) -> None:
    said = told(str(tmp_path / "market.rules"), GAME, "deed")
    assert (
        "- `buy`: my coins > 1 (line 14)\n- `sell`: my coins < 9 (line 15)\n- `wait`: always (line 16)"
        in said
    )


def test_an_option_tells_when_it_is_legal(tmp_path: Path) -> None:
    said = told(str(tmp_path / "market.rules"), GAME, "sell")
    assert "- `sell`: my coins < 9 (line 15)" in said
    assert "buy" not in said.partition("When it is legal")[2]


def test_members_are_told_by_their_kind() -> None:
    path = ROOT / "games" / "classics" / "reversi.rules"
    said = told(str(path), path.read_text(encoding="utf-8"), "square from squares where open as disc", 34)
    assert "- each square: squares where open (line 33)" in said
