"""Decisions of another player behind an option: searches and passes cut at the same place."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.errors import RulesError
from tests.engines import engine, interpreted, plain
from tests.side_by_side import play_side_by_side

HEAD = """\
game "Next player"
  players 2 to 3
  length 60

kind colours of colour: red, green, blue

coins: goods of each player, unlimited, starts 2

each player has:
  luck: 0 to 3, starts 1
"""

TAIL = """
score:
  "Coins": my coins
"""

EMPTY_FOR_ANOTHER = """
play:
  repeat 3 times: each player acting: turn

turn:
  choose one as action:
    demand:
      choose rival from others as rival
      as rival:
        choose colour from (colours where my coins >= 3) as demanded
    save: gain 1 coins
"""

UNASKED_FOR_ANOTHER = """
play:
  repeat 3 times: each player acting: turn

turn:
  choose one as action:
    offer:
      choose rival from others as rival
      as rival:
        choose colour from (colours where my coins >= 4) as taken, if any: lower my coins by 1
      pay 3 coins
    save: gain 1 coins
"""

IN_A_LATER_TURN = """
setup:
  each someone acting in players:
    choose colour from colours as banner

play:
  each player acting: turn

turn:
  choose colour from (colours where my coins >= 3) as never
"""

OWED_IN_A_LATER_TURN = """
setup:
  each someone acting in players:
    choose n from 1 to 2 as start
    gain n coins

play:
  repeat 3 times: each player acting: turn

turn:
  choose n from 1 to 3 as step
  gain n coins
  if my coins >= 12: end the game

obligation rich: my coins >= 4
  by end of turn, helped by open parts
"""

OWED_BEHIND_CHANCE = """
setup:
  choose n from 1 to 2 as start by p1
  as p1: gain n coins

play:
  repeat 3 times: each player acting: turn

turn:
  roll die in 1 to 2
  gain die coins

obligation some_left: my coins >= 1
  by end of turn, helped by open parts
"""

OWED_AT_THE_FIRST_CHOICE = """
free action chat:
  open at every choice of mine in turn
  once a turn
  roll die in 1 to 2
  gain die coins

play:
  repeat 3 times: each player acting: turn

turn:
  choose n from 1 to 2 as step
  gain n coins

obligation rich: my coins >= 4
  by end of turn, helped by open parts
"""

BEFORE_A_MISTAKE = """
play:
  repeat 3 times: each player acting: turn

turn:
  choose one as action:
    spend:
      lower my luck by 2
      pay 3 coins
    save: gain 1 coins
"""

SHAPES = {
    "a choice of another player without an option": EMPTY_FOR_ANOTHER,
    "a choice of another player that is not asked": UNASKED_FOR_ANOTHER,
    "a choice in a later turn": IN_A_LATER_TURN,
    "an obligation of a later turn": OWED_IN_A_LATER_TURN,
    "an obligation of a later turn, and chance": OWED_BEHIND_CHANCE,
    "an obligation at the first choice of its turn": OWED_AT_THE_FIRST_CHOICE,
    "a mistake before a dead end": BEFORE_A_MISTAKE,
}


def written(folder: Path, rules: str) -> Path:
    path = folder / "next_player.rules"
    path.write_text(HEAD + rules + TAIL)
    return path


@pytest.mark.parametrize("shape", SHAPES)
def test_passes_and_plain_search_agree(tmp_path: Path, shape: str) -> None:
    path = written(tmp_path, SHAPES[shape])
    marked, searching = interpreted(path), plain(path)
    compared = 0
    for seed in range(40):
        rnd = random.Random(seed)
        state = marked.State(players=marked.PLAYERS[seed % 2], seed=seed)
        try:
            while not state.is_terminal():
                offered = state.legal_actions()
                assert searching.State.from_bytes(state.to_bytes()).legal_actions() == offered, (
                    state.to_dict()
                )
                compared += 1
                state.apply_action(rnd.choice(offered))
        except RulesError:
            continue
    assert compared >= 40


def offered(path: Path, *choices: str) -> list[str]:
    state = interpreted(path).State(players=2, seed=0)
    for choice in choices:
        state.apply_action(state.legal_actions()[state.legal_labels().index(choice)])
    return list(state.legal_labels())


def test_a_choice_of_another_player_must_have_an_option(tmp_path: Path) -> None:
    path = written(tmp_path, EMPTY_FOR_ANOTHER)
    assert offered(path) == ["action: save"]
    saved = ["action: save", "action: save", "action: save"]
    assert offered(path, *saved) == ["action: demand", "action: save"]  # player 1 has three coins by now


def test_what_the_choice_of_another_player_leads_to_refuses_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, EMPTY_FOR_ANOTHER.replace(
        "demanded\n", "demanded\n        pay 4 coins\n"
    ))  # fmt: skip
    assert offered(path) == ["action: save"]


def test_a_choice_that_nobody_is_asked_for_is_no_cut(tmp_path: Path) -> None:
    path = written(tmp_path, UNASKED_FOR_ANOTHER)
    assert offered(path) == ["action: save"]  # nobody would be asked, and three coins are missing


@pytest.mark.parametrize("rules", [IN_A_LATER_TURN, OWED_IN_A_LATER_TURN, OWED_BEHIND_CHANCE])
def test_a_later_turn_refuses_nothing(tmp_path: Path, rules: str) -> None:
    assert len(offered(written(tmp_path, rules))) >= 2


def test_a_free_action_before_chance_is_refused_while_something_is_owed(tmp_path: Path) -> None:
    path = written(tmp_path, OWED_AT_THE_FIRST_CHOICE)
    assert offered(path) == ["step: 2"]


def test_an_option_that_ends_in_a_mistake_stays(tmp_path: Path) -> None:
    assert offered(written(tmp_path, BEFORE_A_MISTAKE)) == ["action: spend", "action: save"]


@pytest.mark.parametrize(
    "shape", ["a choice of another player without an option", "an obligation of a later turn"]
)
def test_the_engine_plays_alike(tmp_path: Path, shape: str) -> None:
    path = written(tmp_path, SHAPES[shape])
    for seed in range(6):
        one, other = (back(path).State(players=2, seed=seed) for back in (interpreted, engine))
        play_side_by_side(one, other, random.Random(seed))
