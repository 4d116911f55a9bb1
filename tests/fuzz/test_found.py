"""Small files that random ones have led to: they were accepted and not built, or refused without a reason."""

from __future__ import annotations

import pytest

from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.errors import RulesError
from rulec.frontend import check
from rulec.interp.face import interpret, interpret_plainly
from rulec.lower.program import lower
from tests.fuzz.generated import differs, end_in_mistakes, examine, examine_generated

FRAME = """game "Found"
  players 2
  length 60
kind colours of colour: red, green
each player has:
  money: 0 to 99, starts 9
{declared}
play:
  repeat 3 times:
    each player acting in seat order: turn
turn:
{turn}
  choose colour_x from colours as closing
score:
  "Money": my money
"""
ACTION = "free action {name}:\n  open at every choice in turn\n  once a turn\n  raise my money by 1"
CARDS = "table cards of card, as pieces:\n  card | worth\n  c1 to c5 | 1\ndeck pile of card: from cards"
HEAPS = "(union of heap over squares)"

FINE = {
    "a zone that counts twice": (
        "table cards of card, as pieces, count 2, home stock:\n  card | worth\n  c1 to c5 | 2\n"
        "the game has:\n  stock: zone of card",
        "  set my money to number of c in (stock + stock) where c's worth = 2\n"
        "  set my money to sum of worth over (stock + stock)",
    ),
    "two zones that may be one": (
        f"{CARDS}\neach player has:\n  kept: zone of card",
        "  draw up to 4 from pile to my kept\n"
        "  set my money to number of (my kept + p1's kept) + number of (union of p1's kept over players)",
    ),
    "a random entry of a row": (
        f"{CARDS}\neach player has:\n  street: row of card, at most 4",
        "  draw 1 from pile to my street\n  let one = a random one of my street\n"
        "  raise my money by one's worth",
    ),
    "what a rule above its caller gives": (
        "rule income with n:\n  let total = n + 2",
        "  income with 2 giving total\n  raise my money by total",
    ),
    "a zone called like what is known of another": (
        f"{CARDS}\nthe game has:\n  players_hand: zone of card, seen by nobody\n"
        "  table_top: zone of card\n"
        "each player has:\n  hand: zone of card, seen by nobody",
        "  draw up to 1 from pile to table_top\n  if some table_top: move the first of table_top to my hand\n"
        "  draw up to 1 from pile to table_top\n"
        "  if some table_top: move the first of table_top to players_hand",
    ),
    "pieces of several zones that go to a deck": (
        f"{CARDS}, discard pile\neach player has:\n  kept: zone of card\n  hand: zone of card, seen by owner",
        "  draw up to 1 from pile to my kept\n  draw up to 1 from pile to my hand\n"
        "  choose card from (union of kept over players) + my hand as under, if any:\n"
        "    put card under pile in random order\n"
        "  choose other from (union of kept over players) + my hand as out, or keep\n"
        "  if other is not none: discard other",
    ),
    "more pieces to draw one from than 32 bits can count": (
        "board squares of square: 16 columns by 10 rows\nkind lands of land: l1 to l400\n"
        "pieces cubes of cube: 4000 of each land\neach square has:\n  heap: zone of cube",
        f"  if some a1's heap:\n    let one = a random one of ({' + '.join([HEAPS] * 20)})\n"
        "    raise my money by 1",
    ),
    "a list that is longer than its kind has members": (
        "each player has:\n  wide: list of colour, at most 3\n  short: list of colour",
        "  choose a list of 3: colour from colours as pick giving picked\n  set my wide to picked\n"
        "  raise my money by position of green in picked\n  set my short to the first 2 of picked",
    ),
    "a column of effects that are all empty": (
        "table gifts of gift:\n  gift | given effect\n  none_yet | -",
        "  do none_yet's given\n  if can do none_yet's given: raise my money by 1",
    ),
    "a rule that is given something, and never used": (
        "rule spare with n:\n  if n > 2: raise my money by n",
        "",
    ),
}
REFUSED = {
    "a free action called like an option": (
        ACTION.format(name="pass_"),
        "  choose colour from colours as pick, or pass_: raise my money by 1",
    ),
    "a free action called like the end of an order": (
        ACTION.format(name="done"),
        "  any order as pick:\n    must pay_one: lower my money by 1\n    may gain_one: raise my money by 1",
    ),
    "a free action called like the end of a choice": (
        ACTION.format(name="stop"),
        "  choose a set of up to 2: colour from colours as pick",
    ),
    "a free action called like a title": (
        f"{ACTION.format(name='best_one')}\ntable prizes of prize:\n  prize | title\n"
        '  x | "best_one"\n  y | "other"',
        "  choose prize from prizes as pick label title",
    ),
}


@pytest.mark.parametrize("name", FINE)
def test_is_accepted_and_built(name: str) -> None:
    declared, turn = FINE[name]
    assert examine(FRAME.format(declared=declared, turn=turn))


def test_a_list_that_is_too_long_for_a_variable_is_told() -> None:
    declared = "each player has:\n  short: list of colour"
    turn = "  choose a list of 3: colour from colours as pick giving picked\n  set my short to picked"
    game = interpret(to_program(check(SourceText("g", FRAME.format(declared=declared, turn=turn)))))
    state = game.State(players=2, seed=1)
    with pytest.raises(RulesError, match="more than 2 entries"):
        state.play("pick: red", "pick: red", "pick: red")


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused_with_a_fix(name: str) -> None:
    declared, turn = REFUSED[name]
    found = check(SourceText("found.rules", FRAME.format(declared=declared, turn=turn))).diagnostics
    assert [(one.code, one.hint) for one in found] == [
        ("R414", "give the free action or the option another name")
    ]


def test_a_mistake_of_the_rules_before_a_condition_that_fails() -> None:
    """The option stays: a search for the way on ends at the mistake, and never reaches the condition."""
    declared = "each colour has:\n  level: 0 to 9\nplayer's wealth means 5 + red's level"
    turn = (
        "  choose one as way:\n    first:\n      lower red's level by 2\n      needs my wealth <= 1\n"
        "    other: nothing"
    )
    text = FRAME.format(declared=declared, turn=turn)
    assert differs(text) == ""
    state = interpret(to_program(check(SourceText("found.rules", text)))).State(players=2, seed=0)
    assert state.legal_labels() == ["way: first", "way: other"]
    with pytest.raises(RulesError, match="`level` leaves its range"):
        state.play("way: first")


def test_what_can_be_done_is_not_asked_what_comes_behind_it() -> None:
    """Options inside an alternative are the same whether it is tried or carried out."""
    turn = """\
  choose colour from colours as first_choice, if any:
    first possible of:
      one: part
      two:
        roll die in 1 to 2
    if my money >= 3: needs my money >= 20"""
    part = "rule part:\n  choose one as inside:\n    way: raise my money by 1"
    text = FRAME.format(declared=part, turn=turn)
    assert differs(text) == ""
    state = interpret(to_program(check(SourceText("found.rules", text)))).State(players=2, seed=0)
    assert state.decision() == "closing"


HEARD = """\
coins: goods of each player, unlimited, starts 5
the game has:
  heard: 0 to 3
whenever a player gains coins: raise heard by 2
effect inside_it:
  choose one as inside:
    only:
      gain 2 coins
      gain 1 coins
      needs my coins >= 20"""
INSIDE = "  choose one as way:\n    first: inside_it\n    other: nothing"


def test_options_that_end_in_a_mistake_of_the_rules() -> None:
    """Plain search meets the number out of range before the condition that fails, and offers the option."""
    checked = check(SourceText("found.rules", FRAME.format(declared=HEARD, turn=INSIDE)))
    assert checked.game is not None
    plain = interpret_plainly(lower(checked.game), to_program(checked), sampled=False)
    state = plain.State(players=2, seed=0)
    first, other = state.legal_actions()
    assert end_in_mistakes({first}, state)
    assert not end_in_mistakes({other}, state)
    assert not end_in_mistakes({first, other}, state)
    assert not end_in_mistakes({99}, state)  # which plain search does not offer


@pytest.mark.parametrize("seed", [85_552, 90_347])
def test_a_mistake_behind_an_option_is_no_difference(seed: int) -> None:
    """A trial skips the event whose number leaves its range; a pass sees the dead end of another player."""
    examine_generated(seed)
