"""Completion and hover where designers write: in definitions, lines that go on, cells and examples."""

from __future__ import annotations

import pytest

from rulec.editor.completion import completions
from rulec.editor.hover import hover
from rulec.editor.positions import Position
from rulec.editor.workspace import Workspace
from tests.lsp.small import GAME

TEXT = GAME.replace(
    "score:\n",
    """\
field is rich when standing_here is none
  and (rounds > 2
  and grain_near > 1)
field's grain_near means 2
player's share(ware) means by ware:
  wheat | my grain
  hops  | number of fields

score:
""",
).replace("wheat            [HA-1]", "wheat            [HA-1]\n  huge  | 5           | -")


def labels(words: str, offset: int) -> set[str]:
    """What is offered where these words stand, so many characters further on."""
    workspace = Workspace()
    document = workspace.open("/nowhere/harvest.rules", TEXT)
    workspace.analyse(document.name)
    found = completions(workspace, document.name, place(words, offset))
    return {one.label for one in found}


def place(words: str, offset: int) -> Position:
    before = TEXT[: TEXT.index(words) + offset]
    return Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


@pytest.mark.parametrize(
    ("words", "offset", "expected"),
    [
        ("field is rich when standing_here", 19, "standing_here rounds no some"),
        ("  and (rounds > 2", 7, "rounds standing_here some"),
        ("  and grain_near > 1)", 6, "rounds grain_near"),
        ("field's worth means 2", 20, "rounds free number"),
        ("  wheat | my grain", 10, "my number rounds"),
        ("  wheat | my grain", 13, "grain wagon"),
        ("  then p1's grain = 4", 7, "p1 p2 rounds"),
        ("  then p1's grain = 4", 12, "grain score"),
        ("  place my barn on field", 2, "place move"),
    ],
)
def test_names_that_can_stand_there(words: str, offset: int, expected: str) -> None:
    found = labels(words, offset)
    assert {one for one in expected.split() if not any(label.startswith(one) for label in found)} == set()


def test_no_names_where_a_new_one_is_given() -> None:
    assert "rounds" not in labels("field is rich when", 9)
    assert "rounds" not in labels("  let gained", 6)


@pytest.mark.parametrize(("words", "offset", "said"), [("p1's grain", 0, "player 1 in seat order")])
def test_built_in_names_are_explained(words: str, offset: int, said: str) -> None:
    workspace = Workspace()
    document = workspace.open("/nowhere/harvest.rules", TEXT)
    workspace.analyse(document.name)
    found = hover(workspace, document.name, place(words, offset))
    assert found is not None
    assert said in found.text
