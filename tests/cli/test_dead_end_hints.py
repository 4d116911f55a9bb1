"""Hints for dead ends name the line of the decision and the lines that refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulec
from rulec.cli.shared.dead_end_hints import hint_for
from rulec.errors import RulesError
from tests.cli.tools import Cli

SHOP = """\
game "Shop"
  players 2
  length 60
board squares of square: 9 columns by 1 rows
pieces men of man: 9 for each player
each square has:
  piece: place for 1 of men
each player has:
  money: 0 to 9, starts 3
square is empty when piece is none
square is mine when piece's owner is me
turn:
  choose square from squares where empty as site:
    buy square
rule buy square:
  needs my money >= 2
  lower my money by 2
  place my man on square
play:
  repeat 4 times:
    each player acting in seat order: turn
score:
  "Men": number of squares where mine
"""
SITE = "`choose square from squares where empty as site:` (shop.rules:13) stops, refused by "
CASES = [
    (SHOP, SITE + "`needs my money >= 2` (shop.rules:16); "),
    (SHOP.replace("9 columns", "1 columns"), SITE + "`empty` (shop.rules:13); "),
]


def _stopped(file: Path) -> RulesError:
    state = rulec.interpret(file).State(seed=1)

    def play() -> None:
        while not state.is_terminal():
            state.apply_index(0)

    with pytest.raises(RulesError) as found:
        play()
    return found.value


@pytest.mark.parametrize(("text", "told"), CASES)
def test_a_dead_end_names_the_lines(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "shop.rules"
    file.write_text(text, encoding="utf-8")
    fault = _stopped(file)
    assert fault.place == "shop.rules:13"
    assert hint_for(file, fault).startswith(told)


def test_commands_tell_it(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "shop.rules"
    file.write_text(SHOP, encoding="utf-8")
    out = cli("sim", str(file), "-n", "3", "--interpreter").out
    assert f"hint: {CASES[0][1]}" in out


def test_examples_tell_it(cli: Cli, tmp_path: Path) -> None:
    """Like `sim`, with the lines that refuse."""
    file = tmp_path / "shop.rules"
    plays = 'play "site: a1", "site: b1", "site: c1"'
    file.write_text(f'{SHOP}example "spent":\n  at turn of p1\n  {plays}\n', encoding="utf-8")
    out = cli("test", str(file), "--interpreter").out
    assert f"hint: {CASES[0][1]}" in out


def test_play_tells_it(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "shop.rules"
    file.write_text(SHOP, encoding="utf-8")
    result = cli("play", str(file), "--seats", "random", "--seed", "1", "--interpreter")
    assert f"hint: {CASES[0][1]}" in result.err
    out = cli("play", str(file), "--seats", "human,human", "--interpreter", stdin="a1\nb1\nc1\nquit\n").out
    assert "the rules stop here: " in out
    assert " ".join(CASES[0][1].split()) in " ".join(out.split())


def test_an_error_without_a_position_before_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "shop.rules"
    file.write_text(SHOP.replace("starts 3", "starts 1"), encoding="utf-8")
    with pytest.raises(RulesError) as found:
        rulec.interpret(file).State(seed=1)
    told = hint_for(file, found.value)
    assert told.startswith("`choose square from squares where empty as site:` (shop.rules:13) stops; ")


def test_a_file_that_was_changed_gets_the_general_hint(tmp_path: Path) -> None:
    file = tmp_path / "shop.rules"
    file.write_text(SHOP, encoding="utf-8")
    fault = _stopped(file)
    file.write_text("game", encoding="utf-8")
    assert hint_for(file, fault) == fault.hint
