"""Lists and orderings: what they hold, in dictionaries and bytes too, and what is refused."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.errors import RulesError
from tests.engines import engine

LISTS = Path(__file__).parents[1] / "games" / "lists.rules"

OF_TOWNS = {  # of ash 3, birch 1, cedar 3, dale 2, elm 0 high
    "towns in order of height": "elm birch dale ash cedar",
    "towns in order of most height": "ash cedar dale birch elm",
    "towns in order of most height, then most it": "cedar ash dale birch elm",
    "(towns where height >= 2) in order of (it is ash), then height": "dale cedar ash",
    "the first three of towns in order of most height": "ash cedar dale",
    "the last three of towns": "cedar dale elm",
    "the first 2 of (the last three of towns in order of height)": "dale ash",
    "(towns in order of height) + ash - birch": "elm dale ash cedar ash",
    "((towns in order of height) + towns) where height = 2": "dale dale",
    "ash": "ash",
    "dale + (the first 2 of towns)": "dale ash birch",
    "birch + ash + birch": "birch ash birch",
    "elm + ash + (the first 2 of towns)": "elm ash ash birch",
    "birch + ash + (towns where height = 1)": "ash birch",
    "(towns in order of height) within (towns where height >= 2)": "dale ash cedar",
    "(towns in order of height) - (the last 2 of towns)": "birch ash cedar",
    "the first 0 of towns": "",
    "the first (three - 9) of towns": "",
    "entry three of (towns in order of height)": "dale",
    "entry (three + 3) of (towns in order of height)": "",
    "entry (three - 3) of (towns in order of height)": "",
    "(towns in order of height) where position of it in path >= three": "birch ash cedar",
}
OF_PLAYERS = {  # the second of three acts
    "players clockwise from me": "2 3 1",
    "players clockwise after me": "3 1 2",
    "players counter-clockwise from me": "2 1 3",
    "players counter-clockwise after me": "1 3 2",
    "others clockwise from me": "3 1",
    "others counter-clockwise after p3": "1 3",
    "players in seat order": "1 2 3",
    "players in order of wins, then in seat order": "3 1 2",
    "players in order of wins, then seat": "3 2 1",
    "(players clockwise from me) in order of (it is p1), then in seat order": "2 3 1",
    "(players counter-clockwise from me) in order of position of it in (players clockwise after me)": "3 1 2",
}
OF_NUMBERS = {  # of the list elm dale ash cedar birch
    "number of path": 5,
    "position of birch in path": 5,
    "position of elm in (path - elm)": 0,
    "sum of height over path": 9,
    "sum of height over (path + path)": 18,
    "most height over path": 3,
    "number of different height over path": 4,
    "number of (path where height = 3)": 2,
    "number of (path where it is cedar)": 1,
    "number of (path + path + cedar where it is cedar)": 3,
    "number of (path - dale where it is dale)": 0,
    "1 if the last of path is birch else 0": 1,
    "1 if (birch in path and elm not in (path - elm)) else 0": 1,
    "1 if path is ((towns in order of height) - birch + birch) else 0": 1,
    "1 if path is (towns in order of height) else 0": 0,
    "1 if some path where height > 3 else 0": 0,
    "1 if every path has height <= 3 else 0": 1,
    "number of ((towns where height = 3) - path)": 0,
    "number of (union of it over path)": 5,
}

RULES = """game "Orders"
  players 3
  length 500
kind towns of town: ash, birch, cedar, dale, elm
each town has:
  height: 0 to 9
each player has:
  wins: 0 to 9
the game has:
  found: list of town
  ring: list of player, at most 3
  path: list of town
  few: list of town, at most 2
  result: 0 to 99
  chief: player
others means players where it is not me
three means 3
player's seat means position of it in (players clockwise from p2)
setup:
  set ash's height to 3
  set birch's height to 1
  set cedar's height to 3
  set dale's height to 2
  set p1's wins to 1
  set p2's wins to 1
  set path to (towns in order of height) - birch + birch
play:
  repeat: each player acting: turn
turn:
  choose k from 0 to 99 as case_number
  if k = 97:
    set found to (the first 2 of towns) + ash
    each t in found:
      set found to found + dale
      if number of found = 5: set found to few
    set few to the first 1 of found
  if k = 93: set chief to the first of players in order of most wins, then seat
  if k = 94: set chief to the first of (players clockwise after me)
  if k = 98: set few to few + ash
  if k = 99: set found to found + towns - elm
  if k = 95:
    choose a list of 1 to 3: listed from towns giving both such that number of both < 4
    set found to both
    choose a list of 2: done from towns giving all:
      add done to found
    set result to 10 * number of both + number of all
  each t in path where k = 96:
    set path to path - t
    choose town from towns as meanwhile
    set found to (the last 2 of found) + t + town
{cases}score:
  "Wins": my wins
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ...]:
    variables = {"found": OF_TOWNS, "ring": OF_PLAYERS, "result": OF_NUMBERS}
    values = [(name, value) for name, cases in variables.items() for value in cases]
    lines = "".join(f"  if k = {n}: set {name} to {value}\n" for n, (name, value) in enumerate(values))
    path = tmp_path_factory.mktemp("lists") / "orders.rules"
    path.write_text(RULES.replace("{cases}", lines), encoding="utf-8")
    return rulec.interpret(path), rulec.load(path, optimise="-O0")


def play(state: Any, *labels: str) -> None:
    for label in labels:
        known = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(known[label])


def shown(games: tuple[Any, ...], *labels: str) -> Any:
    """The state after these options, which is the same on both back ends."""
    states = [game.State(3, seed=1) for game in games]
    for state in states:
        play(state, *labels)
    assert states[0].to_dict() == states[1].to_dict()
    assert states[0].to_bytes() == states[1].to_bytes()
    return states[0].to_dict()


@pytest.mark.parametrize("value", [*OF_TOWNS, *OF_PLAYERS, *OF_NUMBERS])
def test_values(games: tuple[Any, ...], value: str) -> None:
    case = [*OF_TOWNS, *OF_PLAYERS, *OF_NUMBERS].index(value)
    after = shown(games, "case_number: 90", f"case_number: {case}")
    if value in OF_NUMBERS:
        assert after["result"] == OF_NUMBERS[value]
    else:
        wanted = {**OF_TOWNS, **OF_PLAYERS}[value]
        assert after["ring" if value in OF_PLAYERS else "found"] == wanted.split()


def test_the_first_of_all_players_is_one(games: tuple[Any, ...]) -> None:
    """It needs no `let`; nor does who comes after me."""
    assert [shown(games, "case_number: 90", f"case_number: {k}")["chief"] for k in (93, 94)] == ["2", "3"]


def test_a_loop_goes_over_the_list_that_was_there(games: tuple[Any, ...]) -> None:
    assert shown(games, "case_number: 97")["found"] == ["dale"]


def test_a_loop_over_a_list_waits_for_decisions(games: tuple[Any, ...]) -> None:
    """elm dale ash cedar birch, each once, although the list shrinks meanwhile."""
    after = shown(games, "case_number: 96", "meanwhile: elm", "meanwhile: elm")
    assert after["found"] == ["elm", "elm", "dale", "elm"]
    assert after["pending"]["locals"][_rest(after)] == ["cedar", "birch"]
    for game in games:
        again = game.State.from_dict(after)
        play(again, "meanwhile: ash", "meanwhile: birch")
        assert again.to_dict()["path"] == []
        assert again.to_dict()["found"] == ["ash", "ash", "cedar", "birch"]


def test_a_list_that_is_chosen_keeps_its_order_and_what_comes_again(games: tuple[Any, ...]) -> None:
    listed, done = ["listed: elm", "listed: ash", "listed: elm"], ["done: ash", "done: ash"]
    after = shown(games, "case_number: 95", *listed, *done)
    assert after["found"] == ["elm", "ash", "elm", "ash", "ash"]
    assert after["result"] == 31  # with sentences below it, what is given is the set


def _rest(after: dict[str, Any]) -> str:
    return next(name for name, value in after["pending"]["locals"].items() if isinstance(value, list))


def test_a_list_that_grows_too_long_stops_the_game(games: tuple[Any, ...]) -> None:
    for game in games:
        for case, name, most in [("98", "few", 2), ("99", "found", 5)]:
            state = game.State(3, seed=1)
            with pytest.raises(RulesError) as stopped:
                play(state, *[f"case_number: {case}"] * 4)
            assert stopped.value.kind == "range"
            assert f"`{name}` gets more than {most} entries" in str(stopped.value)
            assert len(state.to_dict()[name]) <= most


def test_what_is_no_list_is_refused() -> None:
    game = rulec.interpret(LISTS)
    state = game.State(3, seed=4)
    while len(state.to_dict()["trail"]) < 2:
        state.apply_action(random.Random(len(state.history())).choice(state.legal_actions()))
    good = state.to_dict()
    assert game.State.from_dict(good).to_bytes() == state.to_bytes()
    for path, value, said in [
        (("trail",), ["a1"] * 13, "`trail` is a list of at most 12 members"),
        (("trail",), ["a1", "z9"], "`trail`: 'z9' is none of"),
        (("trail",), "a1", "`trail` is a list of at most 12 members"),
        (("trail",), [["a1"]], "`trail`: ['a1'] is none of"),
        (("pile",), {"t1": 1}, "`pile` is a list of at most 6 members"),
        (("order",), ["1", "4"], "`order`: nobody sits at 4"),
        (("players", "taken", "1"), None, "is a list of at most 5 members"),
    ]:
        wrong = state.to_dict()
        here: Any = wrong
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = value
        with pytest.raises(ValueError, match=re.escape(said)):
            game.State.from_dict(wrong)


def test_what_the_players_see_of_lists() -> None:
    game = rulec.interpret(LISTS)
    state = game.State(2, seed=2)
    while not state.to_dict()["players"]["plan"]["1"]:
        state.apply_action(random.Random(len(state.history())).choice(state.legal_actions()))
    plan = state.to_dict()["players"]["plan"]
    mine, other = (state.observation(player)["players"]["plan"] for player in (0, 1))
    assert mine["1"] == plan["1"]
    assert other["1"] != plan["1"]
    assert len(state.observation_tensor(0)) == len(state.observation_tensor(1))


ADDED = """game "Added"
  players 2
  length 20
kind colours of colour: red, blue, green
each colour has:
  dear: flag
each player has:
  bag: list of colour, at most 9
  seen: set of colour
play:
  repeat 3 times: each player acting: turn
turn:
  choose colour from colours as pot
  add red + red to my bag
  add colour + blue + colour to my bag
  add red + red + colour to my seen
  if colour is not dear: set colour's dear to yes
  otherwise: set my bag to (the first 1 of my bag) + (green + green)
score:
  "Bag": number of my bag
"""


def test_what_is_added_twice_is_in_a_list_twice(tmp_path: Path) -> None:
    rules = tmp_path / "added.rules"
    rules.write_text(ADDED)
    for game in (rulec.interpret(rules), engine(rules)):
        state = game.State.setup(players=2, play=["pot: green"])
        held = state.to_dict()["players"]
        assert held["bag"]["1"] == ["red", "red", "green", "blue", "green"]
        assert held["seen"]["1"] == ["red", "green"]
        state.play("pot: green")
        assert state.to_dict()["players"]["bag"]["2"] == ["red", "green", "green"]  # the flag is an adjective
