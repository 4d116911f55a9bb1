"""Lines whose meaning no edit gives: nothing is put in their place, and advice names the construct."""

from __future__ import annotations

import pytest

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import SourceText
from rulec.frontend import check
from tests.cases.test_newcomers import FRAME, RULE
from tests.cases.typed_in import fixed

BARNS = FRAME.replace("  tableau: zone of card\n", "  tableau: zone of card\n  barn: zone of card\n")


def _first(line: str, frame: str = FRAME) -> tuple[str, str | None]:
    """The first hint for a line of a rule, and the line after it is typed in."""
    text = frame.replace(RULE, f"action example:\n  {line}\n  gain 1 coins")
    first = check(SourceText("village.rules", text)).diagnostics[0]
    return first.hint, fixed(text, first)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('(game "Tic" (players 2) (equipment { (board (square 3)) }))', "Ludii or in GDL"),
        ("(role white)", "Ludii or in GDL"),
        ("card deck from lots", "that a table declares"),
    ],
)
def test_advice_for_declarations(line: str, named: str) -> None:
    text = FRAME.replace(RULE, f"{line}\n{RULE}")
    assert named in check(SourceText("village.rules", text)).diagnostics[0].hint


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("swap my hand and my tableau", "third zone"),
        ("exchange hands with p2", "third zone"),
        ("skip next turn", "each player acting in players where not ..."),
        ("miss a turn", "each player acting in players where not ..."),
        ("go to phase two", "in a line of its own"),
        ("goto turn", "in a line of its own"),
        ("highest bidder", "the first of players in order of most"),
        ("the highest bidder wins", "the first of players in order of most"),
        ("every player discards 1", "each player acting in seat order:"),
        ("steal a card from p2", "choose ... from ...'s hand"),
        ("you may gain 1 coins", "`may ...`"),
        ('print("hello")', "display:"),
        ("move top card of pile", "draw 1 from ... to ..."),
        ("continue", "if ...:"),
        ("discard 3 cards at random", "discard pile"),
    ],
)
def test_advice_names_the_construct(line: str, named: str) -> None:
    hint, typed = _first(line)
    assert named in hint
    assert typed is None


@pytest.mark.parametrize(
    "line", ["energy: 0 to 5", "last_buyer: maybe player", "bag: zone of card", "done: flag"]
)
def test_a_variable_without_an_owner(line: str) -> None:
    text = FRAME.replace("action example:", f"{line}\naction example:")
    first = check(SourceText("village.rules", text)).diagnostics[0]
    assert "`each player has:`" in first.hint
    assert fixed(text, first) is None


@pytest.mark.parametrize(
    "line", ["the next player", "next player", "turn of next player", "let x = the next player"]
)
def test_nobody_acts_in_play(line: str) -> None:
    text = FRAME.replace("    raise round by 1\n", f"    raise round by 1\n    {line}\n", 1)
    first = check(SourceText("village.rules", text)).diagnostics[0]
    assert "after me" not in first.hint
    assert fixed(text, first) is None


@pytest.mark.parametrize(
    "line",
    [
        "let n = number of fields where it's grown",
        "let n = number of fields where it's ripe",
        "choose card from my hand where it's price > 3 as bought",
        "choose card from my hand where it's colour is red as bought",
        "raise my gold by 1",
        "let n = number of my deck",
        "choose field from fields where fertile as built",
        "lose 3 monies",
    ],
)
def test_an_unknown_name_is_not_replaced_by_another(line: str) -> None:
    assert _first(line)[1] is None


@pytest.mark.parametrize(
    "line",
    [
        "choose card from (union of barn over players) - my barn as taken: move card to my hand",
        "each card in (union of barn over players) - my barn: move card to my hand",
        "choose card from union of barn over players - my barn as taken: move card to my hand",
    ],
)
def test_a_name_of_the_line_itself_is_not_replaced(line: str) -> None:
    assert _first(line, BARNS)[1] is None


def test_words_alike_differ_in_few_letters() -> None:
    assert did_you_mean("grown", {"row", "column"}) == ""
    assert did_you_mean("dice", {"piece"}) == ""
    assert did_you_mean("reveal", {"repeat"}) == ""
    assert did_you_mean("sqaure", {"square"}) == "did you mean `square`?"
    assert did_you_mean("citys", {"cities"}) == "did you mean `cities`?"
    assert did_you_mean("pos", {"position"}) == ""
    assert did_you_mean("cards", {"card"}) == "did you mean `card`?"


LINES = {
    "break": "a loop ends by its condition",
    "draw 2 cards": "write `draw 2 from pile to my hand`",
    "raise points by 2": "write `my points` for that of the player who acts",
    "lose 2 dollars": "write `lose 2 coins`",
    "gain 1 coin for each card in my hand": "write `gain 1 * number of my hand coins`",
    "reshuffle": "write `move all cards from pile's discard_pile to pile` and below it `shuffle pile`",
    "set points = 3": "write `set my points to 3`",
}


def test_every_line_has_its_hint() -> None:
    text = FRAME.replace(RULE, "action example:\n  " + "\n  ".join(LINES))
    found = check(SourceText("village.rules", text)).diagnostics
    assert [one.hint[: len(hint)] for one, hint in zip(found, LINES.values(), strict=True)] == list(
        LINES.values()
    )


def test_a_game_without_decisions_has_its_hints() -> None:
    chosen = "  choose field from fields where free as build, if any: place my hut on field\n"
    text = FRAME.replace(chosen, "").replace(RULE, "action example:\n  gain 1 coins\n  lose 2 dollars")
    assert check(SourceText("village.rules", text)).diagnostics[0].hint == "write `lose 2 coins`"
