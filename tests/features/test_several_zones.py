"""Choices among pieces of several zones: which zone a piece comes from is part of the option."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.frontend import check
from tests.engines import SMALL

TABLEAUS = next(path for path in SMALL if path.stem == "tableaus")
TEXT = TABLEAUS.read_text(encoding="utf-8").split("\nexample")[0]
STEAL = next(line for line in TEXT.split("\n") if "as steal" in line)


def labels(state: Any) -> list[str]:
    return [state.action_to_string(one) for one in state.legal_actions()]


def offered(choice: str, tmp_path: Path) -> list[str]:
    """What is offered first, with another choice in the place of the first one."""
    path = tmp_path / "other.rules"
    lines = f"  choose card from {choice} as steal, or pass\n  if card is not none: move card to my kept"
    first, last = TEXT.index(STEAL), TEXT.index("  choose shown from")
    path.write_text(f"{TEXT[:first]}{lines}\n{TEXT[last:]}", encoding="utf-8")
    return [one.removeprefix("steal: ") for one in labels(rulec.interpret(path).State(players=2, seed=1))]


def test_ids_are_dense_and_name_the_zone(backend: Any) -> None:
    state = backend(TABLEAUS).State(players=3, seed=1)
    assert labels(state)[:4] == [
        "steal: p2's kept red", "steal: p2's kept blue", "steal: p3's kept red", "steal: p3's kept blue",
    ]  # fmt: skip
    game = check(SourceText("tableaus.rules", TEXT))
    ids = {}
    for decision in to_program(game).decisions:
        for group in decision.groups:
            ids |= {group.first + n: f"{decision.name}: {label}" for n, label in enumerate(group.labels)}
    assert sorted(ids) == list(range(len(ids)))
    assert len(set(ids.values())) == len(ids)


def test_a_piece_leaves_the_zone_that_was_chosen(backend: Any) -> None:
    state = backend(TABLEAUS).State(players=3, seed=1)
    for victim, kind in itertools.product("23", ("red", "blue")):
        other = state.clone()
        other.play(f"steal: p{victim}'s kept {kind}")
        kept = other.to_dict()["players"]["kept"]
        rest = "blue" if kind == "red" else "red"
        assert kept[victim] == {rest: 1}
        assert kept[{"2": "3", "3": "2"}[victim]] == {"red": 1, "blue": 1}
        assert kept["1"] == {kind: 2, rest: 1}


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        ("p1's kept + p2's kept", ["p1's red", "p1's blue", "p2's red", "p2's blue"]),
        ("p2's kept + p2's kept", ["p2's red", "p2's blue"]),
        ("my kept + leader's kept", ["p1's red", "p1's blue", "p2's red", "p2's blue"]),
        ("my kept + stock", ["kept red", "kept blue", "stock red", "stock blue"]),
        ("leader's kept + right's kept", ["player's kept red", "player's kept blue", "lane's kept blue"]),
        ("union of kept over players", ["p1's red", "p1's blue", "p2's red", "p2's blue"]),
        ("union of kept over others", ["p2's red", "p2's blue"]),
        ("union of kept over (players where it is leader)", ["p2's red", "p2's blue"]),
        ("(union of kept over players) where owner is me", ["p1's red", "p1's blue"]),
        ("(union of kept over players) where (worth > 1 and card's player is not me)", ["p2's blue"]),
        ("union of display(it) over lanes", ["display(left) red", "display(right) red"]),
        ("display(left) + display(right)", ["display(left) red", "display(right) red"]),
        ("(union of kept over lanes) + union of kept over players where it is me",
         ["left's kept blue", "right's kept blue", "p1's kept red", "p1's kept blue"]),
        ("union of shop over squares", ["a1's red", "a1's blue", "b1's red"]),
        ("a1's shop + b1's shop", ["a1's red", "a1's blue", "b1's red"]),
        ("a1's shop + stock", ["shop red", "shop blue", "stock red", "stock blue"]),
        ("(union of slot over lanes) + a1's shop", ["left's slot blue", "shop red", "shop blue"]),
        ("(union of kept over players) within leader's kept",
         ["p1's red", "p1's blue", "p2's red", "p2's blue"]),
        ("within_reach(leader) + my kept",
         ["p1's kept red", "p1's kept blue", "p2's kept red", "p2's kept blue", "display red"]),
        ("union of (my kept if it is left else display(it)) over lanes",
         ["p1's kept red", "p1's kept blue", "display(right) red"]),
        ("union of (union of it's kept over (players where it is not leader)) over (lanes where it is right)",
         ["p1's red", "p1's blue"]),
    ],
)  # fmt: skip
def test_what_is_offered(choice: str, wanted: list[str], tmp_path: Path) -> None:
    assert offered(choice, tmp_path) == [*wanted, "pass"]


def test_the_zone_is_that_of_the_moment_of_the_choice(backend: Any) -> None:
    """The leader changes between the choice and the move."""
    state = backend(TABLEAUS).State(players=3, seed=1)
    state.play("steal: pass", "shown: display(left) the red one", "near: kept blue")
    at = state.to_dict()
    assert at["leader"] == "1"
    assert at["players"]["kept"]["2"] == {"red": 1}


def test_why_names_the_zone() -> None:
    state = rulec.interpret(TABLEAUS).State(players=3, seed=1)
    assert "steal: p1's kept red" not in labels(state)
    with pytest.raises(Exception, match="p1's kept red"):
        state.play("steal: p1's kept red")


CARRIED = """\
game "Carried"
  players 2
  length 20
table wares of ware, as pieces, count 9, home sea:
  ware | worth
  rum  | 1
  tea  | 2
the game has:
  sea: zone of ware
  market: zone of ware
each player has:
  load: zone of ware
setup:
  each player: move rum to player's load, move tea to player's load
  move rum to market
play:
  each player acting in seat order: turn
rule handle ware:
  move ware to market
turn:
  choose ware from my load + market as taken, if any: handle ware
score:
  "Load": number of my load
"""


def test_the_hint_never_puts_a_kind_for_the_piece_that_is_given() -> None:
    """`move rum to market` would be accepted, and mean something else."""
    (found,) = (one for one in check(SourceText("carried.rules", CARRIED)).diagnostics if one.code == "R830")
    assert found.hint.startswith("say where it lies")


ROWS = """game "Rows"
  players 2
  length 20
table cards of card, as pieces:
  card | worth
  ace  | 1
  two  | 1
the game has:
  low: row of card, at most 3
  high: row of card, at most 3
each player has:
  held: zone of card
  won: zone of card
setup:
  move 1 ace from box to p1's held
play:
  repeat 2 times:
    each player acting in seat order: turn
turn:
  choose card from CHOICE as taken, if any: move card to my won
score:
  "Won": number of my won
"""


@pytest.mark.parametrize(
    ("choice", "zones"),
    [
        ("low + high + my held", ["low", "high", "held"]),
        ("my held + low + high", ["held", "low", "high"]),
        ("low + (my held where worth > 0)", ["low", "held"]),
    ],
)
def test_rows_and_zones_in_any_order(choice: str, zones: list[str]) -> None:
    """A sum that begins with a row is a list, into which zones are converted."""
    program = to_program(check(SourceText("rows.rules", ROWS.replace("CHOICE", choice))))
    (decision,) = (one for one in program.decisions if one.name == "taken")
    assert [group.labels[0].split(" ")[0] for group in decision.groups] == zones
