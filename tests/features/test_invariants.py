"""`always NAME: CONDITION`: looked at wherever a game stops, and in every position from outside."""

from __future__ import annotations

from typing import Any

import pytest

import rulec
from rulec.base.source_text import SourceText
from rulec.compiler import to_examples, to_program
from rulec.errors import RulesError
from rulec.frontend import Library, check
from rulec.interp.examples import ExampleRunner
from rulec.interp.face import interpret
from rulec.ir.knowledge import Knowledge
from rulec.ir.schema import layout

COINS = """game "Coins"
  players 2 to 3
  length 60

kind suits of suit: red, green

each player has:
  money: 0 to 20, starts 5
  favourite: suit

player is rich when money > 8
{always}
setup:
  each p acting in players in seat order:
    choose suit from suits as wish:
      set p's favourite to suit

play:
  repeat 3 times:
    each player acting in seat order: turn

turn:
  choose one as deed:
    earn: raise my money by 1
    win: raise my money by 2
    lose: lower my money by 1

score:
  "Coins": my money

example "a rich player":
  given p1's money is {money}
  then p1's money = {money}
"""
ALWAYS = """always few_coins: no players where rich   # nobody gets that far
always my_coins: during setup or my money >= 3
"""


RELEASE: dict[str, Any] = {}


def text(always: str = ALWAYS, money: int = 7) -> str:
    return COINS.format(always=always, money=money)


def checked(rules: str, name: str = "coins.rules", library: Library | None = None) -> Any:
    found = check(SourceText(name, rules), library)
    assert found.ok, found.diagnostics
    return found


@pytest.fixture(scope="module", params=["engine", "release", "interpreter"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("always") / "coins.rules"
    path.write_text(text())
    if request.param == "interpreter":
        return rulec.interpret(path)
    found = rulec.load(path, debug=request.param == "engine", optimise="-O0", native=False)
    if request.param == "release":
        RELEASE["game"] = found
    return found


def started(game: Any) -> Any:
    state = game.State(2, seed=1)
    state.play("wish: red", "wish: green")
    return state


def test_a_position_that_breaks_it_is_refused_with_the_line_that_says_so(game: Any) -> None:
    state = started(game)
    message = r"coins.rules:12: `few_coins` does not hold in this position: always few_coins: no .* rich$"
    data = state.to_dict()
    data["players"]["money"]["2"] = 9
    with pytest.raises(ValueError, match=message):
        game.State.from_dict(data)
    with pytest.raises(ValueError, match=message):
        game.State.from_dict({**data, "rules": "0" * 32}, adopt=True)
    edits = {"players.money.2": 9}
    with pytest.raises(ValueError, match=message):
        game.State.setup(2, edits=edits)
    with pytest.raises(ValueError, match=message):
        game.State.setup(2, edits=edits, at="turn of 1")
    place = game.State.from_dict(state.to_dict())
    assert place == state


def test_me_is_whoever_acts(game: Any) -> None:
    """It is the first player's turn: only the second may have less."""
    poor = game.State.setup(2, edits={"players.money.2": 2}, at="turn of 1")
    assert poor.current_player() == 0
    with pytest.raises(ValueError, match="`my_coins` does not hold"):
        game.State.setup(2, edits={"players.money.1": 2}, at="turn of 1")
    before = game.State.setup(2, edits={"players.money.1": 2})  # the set-up is not over
    assert before.decision() == "wish"


def test_play_that_breaks_it_is_a_mistake_of_the_rules(game: Any) -> None:
    state = game.State.setup(2, edits={"players.money": {"1": 8, "2": 5}}, at="turn of 1")
    before = state.to_bytes()
    if not looks(game):
        state.play("deed: win")
        return
    with pytest.raises(
        RulesError, match=r"coins.rules:12: `few_coins` does not hold, after 'deed: win'"
    ) as met:
        state.play("deed: win")
    assert (met.value.kind, met.value.line) == ("always", 12)
    assert state.to_bytes() == before
    with pytest.raises(RulesError, match="`few_coins` does not hold"):
        game.playouts(300, players=2)


def looks(game: Any) -> bool:
    """Does it look at every decision? Release builds do not."""
    return game is not RELEASE.get("game")


def test_release_builds_play_on() -> None:
    """What is asked of positions alone costs nothing in play: the state is laid out as without it."""
    with_it, without = (to_program(checked(text(always))) for always in (ALWAYS, ""))
    assert layout(with_it, Knowledge(with_it)) == layout(without, Knowledge(without))


def test_what_an_example_gives_is_looked_at() -> None:
    found = checked(text(money=9))
    program = to_program(found)
    outcome = next(ExampleRunner(to_examples(found, program)).run(interpret(program)))
    assert not outcome.ok
    assert "`few_coins` does not hold" in outcome.failures[0].what


@pytest.mark.parametrize(
    ("patch", "money"),
    [
        ("remove always few_coins", 20),
        ("replace always few_coins: no players where money > 12", 12),
        ("add:\n    always fewer_coins: no players where money > 6", 6),
    ],
)
def test_variants_change_it(patch: str, money: int) -> None:
    library = Library({"coins": SourceText("coins.rules", text())})
    game = interpret(to_program(checked(f'variant "More" of coins:\n  {patch}\n', "more.rules", library)))
    state = started(game)
    for coins in (money, money + 1):
        data = state.to_dict()
        data["players"]["money"]["1"] = coins
        if coins == money:
            game.State.from_dict(data)
        else:
            with pytest.raises(ValueError, match="does not hold|outside"):
                game.State.from_dict(data)


def test_nothing_is_tried_out() -> None:
    declared = "player is idle when can earn_it\nalways busy: no players where idle\n"
    rule = "action earn_it:\n  choose suit from suits as tip\n"
    found = check(SourceText("coins.rules", text(declared + rule)))
    assert "R615" in {one.code for one in found.diagnostics}


RESERVED = """obligation kept: my money >= 4
  at every choice in turn
"""


def test_what_is_reserved_holds_where_the_rule_runs() -> None:
    game = interpret(to_program(checked(text(RESERVED))))
    data = started(game).to_dict()
    data["players"]["money"]["2"] = 3  # it is not the second player's choice
    game.State.from_dict(data)
    data["players"]["money"]["1"] = 3
    with pytest.raises(ValueError, match="`kept` does not hold while `turn` runs in this position"):
        game.State.from_dict(data)
