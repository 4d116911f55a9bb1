"""`rulec new`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiler import laid_out
from rulec.frontend import read_source
from tests.cli.tools import ROOT, Cli


def _plays(cli: Cli, file: str) -> None:
    assert cli("check", file).status == 0
    ran = cli("test", file, "--interpreter-only")
    assert (ran.status, ran.out) == (0, f"{file}: 1 example fine (interpreter)\n")
    assert cli("play", file, "--seats", "random", "--seed", "1", "--interpreter").status == 0


def test_a_first_game_plays_at_once_and_is_laid_out(cli: Cli, elsewhere: Path) -> None:
    ran = cli("new", "my_game")
    assert ran.status == 0
    assert ran.out.endswith("next: rulec play my_game.rules\n")
    _plays(cli, "my_game.rules")
    text = (elsewhere / "my_game.rules").read_text()
    assert 'game "My game"' in text
    assert laid_out(read_source("my_game.rules")) == text


def test_the_name_may_be_words_or_a_file_in_a_folder_to_come(cli: Cli, elsewhere: Path) -> None:
    assert cli("new", "Night-Trains 2").status == 0
    assert 'game "Night Trains 2"' in (elsewhere / "night_trains_2.rules").read_text()
    assert cli("new", "mine/of/stones.rules").status == 0
    _plays(cli, "mine/of/stones.rules")


@pytest.mark.parametrize("name", ["", "class", "12", "/", "!!"])
def test_what_can_be_no_name_is_told(cli: Cli, elsewhere: Path, name: str) -> None:
    ran = cli("new", name)
    assert ran.status == 2
    assert ran.error == f"error: `{name}` can't be the name of a game"
    assert list(elsewhere.iterdir()) == []


def test_nothing_is_overwritten(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "mine.rules").write_text("# precious\n")
    for more in ([], ["--extends", "hex"]):
        ran = cli("new", "mine", *more)
        assert (ran.status, ran.error) == (2, "error: mine.rules is there already")
    assert (elsewhere / "mine.rules").read_text() == "# precious\n"
    assert [one.name for one in elsewhere.iterdir()] == ["mine.rules"]


def test_a_variant_changes_something_and_says_what_else_there_is(cli: Cli, elsewhere: Path) -> None:
    cli("new", "first")
    ran = cli("new", "more", "--extends", "first.rules")
    assert ran.status == 0
    assert ran.out == "more.rules: a variant of first.rules\nnext: rulec play more.rules\n"
    _plays(cli, "more.rules")
    text = (elsewhere / "more.rules").read_text()
    # 12 to 13 would not fit into the range: what is chosen was tried.
    assert "\n  set stones to 11 " in text
    assert "# 12 in first.rules, line 12\n" in text
    # What stands behind `# ` can be taken as it is.
    lines = [
        line.replace("  # ", "  ", 1) if line.startswith("  # ") else line
        for line in text.splitlines()
        if "Take away" not in line
    ]
    (elsewhere / "more.rules").write_text("\n".join(lines) + "\n")
    assert '\n  in score:\n    "Stones": my taken' in (elsewhere / "more.rules").read_text()
    _plays(cli, "more.rules")


@pytest.mark.parametrize(("game", "patch"), [("tracks", "set "), ("trade", "change "), ("nim", "set ")])
def test_variants_of_other_games(cli: Cli, game: str, patch: str, elsewhere: Path) -> None:
    assert cli("new", "other", "--extends", str(ROOT / "tests" / "games" / f"{game}.rules")).status == 0
    _plays(cli, "other.rules")
    assert f"\n  {patch}" in (elsewhere / "other.rules").read_text()


def test_a_game_that_lies_elsewhere_is_copied_beside_its_variant(cli: Cli, elsewhere: Path) -> None:
    """A variant finds its game in its own folder or above; of a variant, all that it is made of is copied."""
    away = elsewhere / "away"
    away.mkdir()
    cli("new", "away/first")
    cli("new", "away/second", "--extends", "away/first.rules")
    ran = cli("new", "here/third", "--extends", "away/second.rules")
    assert "here/second.rules: copied from away/second.rules, so that the variant finds it\n" in ran.out
    assert sorted(one.name for one in (elsewhere / "here").iterdir()) == [
        "first.rules",
        "second.rules",
        "third.rules",
    ]
    _plays(cli, "here/third.rules")
    (elsewhere / "here" / "first.rules").write_text("# another game of that name\n")
    ran = cli("new", "here/fourth", "--extends", "away/first.rules")
    assert ran.status == 2
    assert (
        ran.error
        == "error: a variant in here/fourth.rules would change here/first.rules, not away/first.rules"
    )
    assert not (elsewhere / "here" / "fourth.rules").exists()


def test_games_of_rulec_are_called_by_their_names(cli: Cli, elsewhere: Path) -> None:
    ran = cli("new", "nought", "--extends", "tic_tac_toe")
    assert ran.status == 0
    assert "tic_tac_toe.rules: copied from " in ran.out
    _plays(cli, "nought.rules")
    ran = cli("new", "other", "--extends", "tictactoe")
    assert (ran.status, ran.hint) == (2, "hint: did you mean `tic_tac_toe`?")
    ran = cli("new", "tic_tac_toe", "--extends", "tic_tac_toe")
    assert ran.status == 2


def test_a_base_that_is_wrong_is_told_with_its_problems(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "bad.rules").write_text('game "Bad"\n  players 2\n\nplay:\n  plaze it\n\nscore:\n  "A": 0\n')
    ran = cli("new", "mine", "--extends", "bad.rules")
    assert ran.status == 1
    assert "bad.rules:5:3: error R" in ran.err
    assert not (elsewhere / "mine.rules").exists()
    ran = cli("new", "mine", "--extends", "nowhere/bad.rules")
    assert (ran.status, ran.error) == (2, "error: there is no file nowhere/bad.rules")
    (elsewhere / "my game.rules").write_text("")
    ran = cli("new", "mine", "--extends", "my game.rules")
    assert (ran.status, ran.error) == (2, "error: a variant can't name the game in my game.rules")


GUESSES = """\
game "Guesses"
  players 2
  length 12

table cards of card:
  card | worth | display | used
  red  | 9     | "Red"   | yes
  blue | 2     | "Blue"  | yes
  assumed "the picture is lost" for worth

board squares of square: 3 columns by 3 rows
  assumed "the board is lost"

table fees by card, season 1 to 2:
  card | 1 | 2
  red  | 0 | 1
  blue | 2 | 0
  assumed "nobody has it"

money: goods of each player, unlimited, starts 7
  assumed "the sheet is lost"

kind colours of colour: white, black

each player has:
  points: 0 to 90

play:
  repeat 2 times:
    each player acting in seat order: turn

turn:
  choose card from cards as pick
  raise my points by card's worth + fees(card, 2)

score:
  "Points": my points
  "Money": my money
"""


def test_what_is_assumed_can_be_filled_in(cli: Cli, elsewhere: Path) -> None:
    (elsewhere / "guesses.rules").write_text(GUESSES)
    ran = cli("new", "my_copy", "--extends", "guesses.rules", "--assumed")
    assert ran.status == 0, ran.err
    text = (elsewhere / "my_copy.rules").read_text()
    assert laid_out(read_source("my_copy.rules")) == text
    assert "# guesses.rules, line 5: the picture is lost (worth)" in text
    assert '  in table cards:\n    red  | 9 | "Red"  | yes\n' in text
    assert "worth ? | display | used\n" in text
    assert "  in table fees:\n    red  | 0 | 1\n" in text
    assert "  # replace board squares of square: 3 columns by 3 rows\n" in text
    assert "  set money to 7 " in text
    assert "colours" not in text
    ran = cli("diff", "guesses.rules", "my_copy.rules")
    assert "1 difference in the rules" in ran.out  # the title
    filled = text.replace('red  | 9 | "Red"', 'red  | 6 | "Red"').replace("# replace board", "replace board")
    (elsewhere / "my_copy.rules").write_text(filled.replace("3 columns by 3", "4 columns by 4"))
    assert cli("check", "my_copy.rules").status == 0
    ran = cli("diff", "guesses.rules", "my_copy.rules")
    assert "3 differences in the rules" in ran.out


def test_what_is_assumed_of_a_board_alone_stands_behind_a_mark(cli: Cli, elsewhere: Path) -> None:
    kept = [line for line in GUESSES.splitlines() if "assumed" not in line or "the board" in line]
    (elsewhere / "guesses.rules").write_text("\n".join(kept) + "\n")
    ran = cli("new", "my_copy", "--extends", "guesses.rules", "--assumed")
    assert ran.status == 0, ran.err
    assert cli("check", "my_copy.rules").status == 0
    text = (elsewhere / "my_copy.rules").read_text()
    assert text.endswith("  # replace board squares of square: 3 columns by 3 rows\n\n  set length to 12\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--assumed",), "--assumed is about a game that there is"),
        (("--extends", "hex", "--assumed"), "nothing of"),
    ],
)
def test_nothing_to_fill_in_is_told(cli: Cli, elsewhere: Path, arguments: tuple[str, ...], said: str) -> None:
    ran = cli("new", "my_copy", *arguments)
    assert ran.status == 2
    assert said in ran.err
    assert not (elsewhere / "my_copy.rules").exists()


@pytest.mark.parametrize("game", ["manifest_railways", "pacific_rails_inc"])
def test_what_is_assumed_of_large_games_is_accepted(cli: Cli, elsewhere: Path, game: str) -> None:
    (elsewhere / f"{game}.rules").write_text((ROOT / "games" / f"{game}.rules").read_text())
    ran = cli("new", "my_copy", "--extends", f"{game}.rules", "--assumed")
    assert ran.status == 0, ran.err
    text = (elsewhere / "my_copy.rules").read_text()
    assert "\n  in table " in text
    assert "\n  # in " not in text  # nothing that a variant can't say
