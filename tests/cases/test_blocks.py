"""Blocks of lines in foreign notation: the first hint puts declarations in their place."""

from __future__ import annotations

import pytest

from rulec.base.source_text import SourceText
from rulec.frontend import check
from tests.cases.test_newcomers import FRAME, RULE
from tests.cases.typed_in import fixed

KINDS = "kind phases of phase: bidding, paying\nkind moods of mood: glad, sad"
PHASES = "kind phases of phase: bidding, paying"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("kinds:\n  - phases: bidding, paying\n  - moods: glad, sad", KINDS),
        ("kinds:\n  phases of phase: bidding, paying\n  moods of mood: glad, sad", KINDS),
        ("kind phases:\n  - bidding\n  - paying", PHASES),
        ("kind phases of phase:\n  bidding,\n  paying", PHASES),
        ("phases:\n  bidding\n  paying   # and the rest", PHASES),
        ("resources:\n  gems: 5", "gems: goods of each player, unlimited, starts 5"),
        (
            "pieces:\n  pawns: 8 per player\n  rooks: 2",
            "pieces pawns of pawn: 8 for each player\npieces rooks of rook: 2",
        ),
        ("constants:\n  most_cards = 7", "most_cards means 7"),
    ],
)
def test_a_block_as_declarations(written: str, meant: str) -> None:
    text = FRAME.replace(RULE, f"{written}\n{RULE}")
    first = check(SourceText("village.rules", text)).diagnostics[0]
    typed = fixed(text, first)
    assert typed == FRAME.replace(RULE, f"{meant}\n{RULE}"), first
    assert check(SourceText("village.rules", typed)).ok


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("define rich as coins >= 20", "player is rich when coins >= 20"),
        ("a player is rich if he has at least 20 coins", "player is rich when coins >= 20"),
        ("a ware is dear when its price is 3", None),
        ("price of a card = cost + 1", "card's price means cost + 1"),
        ("low(card) = cost < 4", "card is low when cost < 4"),
        ("cheap cards: cards where cost < 4", "card is cheap when cost < 4"),
        ("constant most_cards = 7", "most_cards means 7"),
        ("20 neutral discs", "pieces discs of disc: 20"),
        ("board of 4x4 cells called plots", "board plots of plot: 4 columns by 4 rows"),
    ],
)
def test_a_definition_in_other_words(written: str, meant: str | None) -> None:
    text = FRAME.replace(RULE, f"{written}\n{RULE}")
    typed = fixed(text, check(SourceText("village.rules", text)).diagnostics[0])
    if meant is None:  # nothing is called `price`
        assert typed is None or not check(SourceText("village.rules", typed)).ok
    else:
        assert typed == FRAME.replace(RULE, f"{meant}\n{RULE}")


def test_a_block_of_rules_is_no_kind() -> None:
    rules = "rule one:\n  gain 1 coins\nrule two:\n  gain 2 coins"
    text = FRAME.replace(RULE, f"{rules}\nbidding_round:\n  one\n  two\n{RULE}")
    assert "kind" not in check(SourceText("village.rules", text)).diagnostics[0].hint


def test_a_word_that_is_declared_is_no_name_for_a_value() -> None:
    """`coins = 5` in a loop over players changes their coins."""
    text = FRAME.replace("setup:\n", "setup:\n  each player:\n    coins = 5\n")
    typed = fixed(text, check(SourceText("village.rules", text)).diagnostics[0])
    assert typed == text.replace("coins = 5", "set player's coins to 5")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("lives: 3", "lives: 0 up, starts 3"),
        ("lives: 3 or more", "lives: 3 up"),
        ("ally: another player", "ally: player"),
        ("hidden pack: cards", "pack: zone of card, seen by owner"),
        ("secret ware: ware, hidden", "secret_ware: ware, seen by owner"),
    ],
)
def test_what_a_player_has(written: str, meant: str) -> None:
    text = FRAME.replace("each player has:\n", f"each player has:\n  {written}\n")
    typed = fixed(text, check(SourceText("village.rules", text)).diagnostics[0])
    assert typed == text.replace(written, meant)


def test_when_a_rule_runs_is_no_name_for_it() -> None:
    text = FRAME.replace(RULE, f"on turn start:\n  gain 1 coins\n{RULE}")
    assert "turn on" not in check(SourceText("village.rules", text)).diagnostics[0].hint
