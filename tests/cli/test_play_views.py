"""`rulec play`: positions and decisions as somebody who plays wants them; what names mean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.frontend import check, logical_lines
from rulec.insight.glossary import Glossary, read_glossary
from rulec.insight.option_conditions import condition_of
from rulec.play.describe_name import describe
from rulec.play.state_diff import delta
from rulec.play.tables import wrapped
from rulec.play.value_text import in_words
from tests.cli.tools import Cli

QUARRY = """\
game "Quarry"
  players 2 to 3
  length 200

kind stones of stone: slate, marble
table tools of tool, as pieces, home shed:
  tool   | display  | price 0 to 9 | sharp flag | work effect
  pick_1 | "Pick"   | 2            | yes        | gain 2 money
  axe    | "axe"    | 0            | no         | gain 1 money
  saw    | "Saw"    | 3            | no         | -
pieces carts of cart: 4 for each player
table pits of pit:
  pit   | depth 1 to 3 | below maybe pit
  north | 1            | south
  south | 3            | -

the game has:
  shed: zone of tool
  season: 0 to 9, starts 1
  closed: flag
money: goods of each player, starts 3
each player has:
  bench: zone of tool
  stock(stone): 0 to 9
each pit has:
  parked: zone of cart
  heap(stone): 0 to 5, starts 2

pit is deep when depth > 1

play:
  repeat 6 times:
    each player acting in seat order: turn

turn:
  repeat up to 2 times: dig

rule dig:
  choose pit from pits as pit
  choose stone from stones where pit's heap(stone) > 0 as stone:
    lower pit's heap(stone) by 1
    raise my stock(stone) by 1
  or rest when pit is deep: nothing
  if some shed:
    choose tool from shed as tool
    move tool from shed to my bench
    do tool's work
  choose n from 1 to 3 as amount, or skip

free action beg:
  open at every choice in turn
  at most 2 times a turn
  gain 1 money

score:
  "Money": my money
  "Slate": my stock(slate)
"""


@pytest.fixture
def quarry(elsewhere: Path) -> str:
    (elsewhere / "quarry.rules").write_text(QUARRY)
    return "quarry.rules"


def glossary() -> Glossary:
    return read_glossary(logical_lines(SourceText("quarry.rules", QUARRY)))


def after(ran_out: str, typed: str) -> str:
    """What is printed between an answer and the next prompt."""
    return re.split(r"(?<=\w)> ", ran_out.split(f"> {typed}\n", 1)[1])[0]


BEGINNING = """
         player 1  player 2
  carts         4         4
  money         3         3

  Money         3         3
  total         3         3

  shed  pick_1, axe, saw

pits: heap
  north 2 slate, 2 marble   south 2 slate, 2 marble

player 1: pit
  1 north   depth 1, below south
  2 south   depth 3
  3 stop
  any time: 4 beg
"""


def test_a_turn_begins_with_all_that_there_is(cli: Cli, quarry: str) -> None:
    """Two of three seats are taken; nothing is told of the third, of a flag that is no, of the season."""
    ran = cli("play", quarry, "--players", "2", "--seats", "human", stdin="")
    assert ran.out.partition("\n")[2].partition("pit> ")[0] == BEGINNING


def test_a_choice_tells_what_it_changed(cli: Cli, quarry: str) -> None:
    ran = cli("play", quarry, "--players", "2", "--seats", "human", stdin="north\nslate\naxe\n3\nbeg\n")
    assert (
        after(ran.out, "north")
        == """
  score  player 1 3, player 2 3

player 1: stone (pit north)
  1 slate    2 marble
  any time: 3 beg
stone"""
    )
    assert after(ran.out, "slate").startswith("""
  player 1  stock +1 slate
  pits      north: heap -1 slate
  score     player 1 3 -> 4, player 2 3
""")
    assert (
        after(ran.out, "axe")
        == """
  player 1  money 3 -> 4; bench +axe
  shed      -axe
  score     player 1 4 -> 5, player 2 3

player 1: amount
  1  2  3
  a skip
  any time: b beg
amount"""
    )
    assert "  player 1  money 4 -> 5\n" in after(ran.out, "beg")


def test_letters_stand_for_words_among_numbers(cli: Cli, quarry: str) -> None:
    """`3` is the number; `a` and `b` are what is no number."""
    typed = "south\nrest\n1\nb\na\nmoves\n"
    ran = cli("play", quarry, "--players", "2", "--seats", "human", stdin=typed)
    assert "   4  player 1  amount: beg\n   5  player 1  amount: skip\n" in ran.out


def test_rows_stand_beside_options(cli: Cli, quarry: str) -> None:
    """Without what says nothing: no, 0, a display like the name."""
    ran = cli("play", quarry, "--players", "2", "--seats", "human", stdin="2\n3\n")
    assert (
        after(ran.out, "3").partition("tool\n")[2]
        == """\
  1 pick_1   Pick, price 2, sharp, work gain 2 money
  2 axe      work gain 1 money
  3 saw      price 3
  any time: 4 beg
tool"""
    )


def test_everything(cli: Cli, quarry: str) -> None:
    ran = cli("play", quarry, "--players", "2", "--seats", "human", stdin="show all\nshow some\n")
    shown = after(ran.out, "show all")
    for line in ("    bench  -", "    stock  0 slate, 0 marble", "  season  1", "  closed  no"):
        assert f"\n{line}\n" in shown
    assert "  north  parked -; heap 2 slate, 2 marble\n  south  parked" in shown
    assert "player 3" not in shown
    assert "`show some` is not an option here" in ran.out


def test_random_chooses_something(cli: Cli, quarry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda count: count - 1)
    ran = cli("play", quarry, "--players", "2", "--seats", "human", stdin="random\n")
    assert "\npit> random\n   1  player 1  pit: beg\n" in ran.out


def test_names_are_told(cli: Cli, quarry: str) -> None:
    typed = "? pick_1\n?tool: axe\n? marble\n? money\n? deep\n? dig\n? pick_2\n?\n"
    ran = cli("play", quarry, "--players", "2", "--seats", "human", stdin=typed)
    assert (
        after(ran.out, "? pick_1")
        == """\
pick_1: row of tools, line 8
  display  "Pick"
  price    2
  sharp    yes
  work     gain 2 money
pit"""
    )
    assert after(ran.out, "?tool: axe").startswith("axe: row of tools, line 9\n")
    assert after(ran.out, "? marble") == "      5 | kind stones of stone: slate, marble\npit"
    assert after(ran.out, "? money") == "     21 | money: goods of each player, starts 3\npit"
    assert after(ran.out, "? deep") == "     29 | pit is deep when depth > 1\npit"
    assert after(ran.out, "? dig").startswith(
        "     38 | rule dig:\n     39 |   choose pit from pits as pit\n"
    )
    assert after(ran.out, "? pick_2") == "the rules have no name `pick_2`; did you mean `pick_1`?\npit"
    assert "Type the number or the name of an option, or:" in after(ran.out, "?")


def test_long_answers_are_cut_where_they_are_long() -> None:
    known = glossary()
    assert known.summary("pick_1", "tools", 20) == "Pick, price 2, sh..."
    assert known.summary("pick_1", "pits", 20) == ""
    assert known.table_of(["north", "south", "stop"]) == "pits"
    assert known.table_of(["rest"]) == ""
    assert [str(line) for line in describe("shed", known, 80)] == ["     18 | shed: zone of tool"]


def test_explained_in_the_words_of_the_file(cli: Cli, quarry: str) -> None:
    out = cli("explain", quarry, "stone").out
    for text in ("stones where pit's heap(stone) > 0 (line 40)", "pit is deep (line 43)"):
        assert f"    if     {text}\n" in out
    assert (
        "if     the free action of line 50 may be used: open at every choice in turn; at most 2 times a turn"
        in out
    )
    assert "  then  stone, tool, amount\n" in out
    row = 'row of tools: pick_1\n  display  "Pick"\n  price    2\n  sharp    yes\n  work     gain 2 money\n'
    assert cli("explain", quarry, "pick_1").out.startswith(f"{row}      8 | ")
    assert cli("explain", quarry, "pick_2").hint == "hint: did you mean `pick_1`?"


def test_no_condition_speaks_of_how_a_game_is_kept() -> None:
    program = to_program(check(SourceText("quarry.rules", QUARRY)))
    told = {
        (one.name, g.label): condition_of(program, one, g) for one in program.decisions for g in one.groups
    }
    assert told["pit", ""] == "pits (line 39)"
    assert told["tool", ""] == "shed (line 45)"
    assert told["amount", ""] == "1 to 3 (line 48)"
    assert told["amount", "skip"] == "always (line 48)"


def test_values_in_words() -> None:
    assert in_words({"disc of 1": 2, "disc of 2": 1}, "1") == "2 disc, 1 disc of 2"
    assert in_words({"disc of 1": 2, "disc of 3": 1}, "", {"3"}) == "2 disc of 1"
    assert in_words({"a": {"disc of 1": 2}, "b": {"disc of 1": 0}}) == "2 a"
    assert in_words({"row_1": {"cook": 2}, "row_2": {"cook": 0, "maid": 0}}) == "row_1: 2 cook"
    assert in_words({"red": False, "blue": True}) == "blue"
    assert in_words({"line": "4", "other": None}) == "line 4"
    assert in_words({"pieces": 1}) == "1 piece"
    assert in_words({"red": 0}, everything=True) == "0 red"


def test_differences_in_words() -> None:
    assert delta({"red": 2, "blue": 1}, {"red": 1, "green": 2}) == "+2 green, -1 red, -1 blue"
    assert delta(["a", "b"], ["b", "c"]) == "+c, -a"
    assert delta(["a", "b"], ["b", "a"]) == "a, b -> b, a"
    assert delta({"row": {"cook": 1}}, {"row": {"cook": 2}}) == "row: +1 cook"
    assert delta({"pieces": 3}, {"pieces": 2}) == "3 pieces -> 2 pieces"
    assert delta(None, "red") == "red"
    assert delta("red", None) == "red -> -"
    assert delta(False, True) == "yes"


def test_lines_end_between_things() -> None:
    assert wrapped("  own  ", "3 white things, 2 purple things, 12 grey", 40) == [
        "  own  3 white things, 2 purple things,",
        "       12 grey",
    ]
