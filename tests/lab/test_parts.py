"""Parts of a game are found from its declarations, and each can be written as a restriction."""

from __future__ import annotations

from typing import Any

import pytest

from rulec.facade import interpret
from rulec.lab.parts import find_parts
from rulec.policies.restrictions import read_restrictions
from tests.cli.tools import ROOT
from tests.lab.tools import game


def described(name: str) -> Any:
    found: Any = interpret(str(ROOT / "tests" / "games" / f"{name}.rules"))
    return found.State(seed=0).description()


def test_actions_rows_kinds_and_decisions() -> None:
    names = {(part.kind, part.name) for part in find_parts(described("market"))}
    assert {("action", "deal: sell"), ("row", "ware cloth"), ("row", "stall loom")} <= names
    assert ("kind", "any stall") in names
    assert ("decision", "decision deal") in names
    assert ("decision", "decision market") not in names  # the same options as `any stall`


def test_pieces_of_all_owners_are_one_part() -> None:
    parts = {part.name: part for part in find_parts(described("estates"))}
    assert len(parts["house well"].actions) == 3


def test_a_game_of_one_decision() -> None:
    parts = find_parts(game("dear_card").State(seed=0).description())
    assert [part.name for part in parts] == ["card ruby", "card opal", "card agate", "card topaz"]


@pytest.mark.parametrize("name", ["market", "estates", "dice", "nim", "wagers", "tableaus", "timing"])
def test_every_part_can_be_written_as_a_restriction(name: str) -> None:
    description = described(name)
    for part in find_parts(description):
        (found,) = read_restrictions([part.restriction], [], description, 2)
        assert part.actions <= found.actions, part.name
        if part.kind in ("action", "decision"):
            assert part.actions == found.actions, part.name
