"""Numbers of the rules as parameters of one build: the same games as of a file that has the number."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulec
from rulec.compiler import compile_program, generate
from rulec.errors import RulecError, RulesError
from rulec.syntax.tunable_numbers import RulesNumber
from rulec.tunable import numbers_of

RULES = """
game "Market"
  players 2
  length 90

kind wares of ware: wool, iron

table stalls of stall:
  stall | price 0 to 9 | yields effect      | bonus
  north | 3            | gain 2 money       | 2 fame
  south | 5            | gain 4 money       | 1 fame
  west  | 2            | gain 2 money       | -
  mill  | -            | raise my skill by 1 | 3 fame
  assumed "the picture is lost" for price

table toll by ware, stall:
  ware | north | south | west | mill
  wool | 1     | 2     | 1    | 0
  iron | 2     | 0     | 3    | 3

money: goods of each player, unlimited, starts 12
fame: goods of each player, unlimited

each player has:
  skill: 0 to 60
  visits: 0 to 90, starts 2

cheap means 4
stall is dear when price > cheap
stall is exact when price = 4

play:
  repeat 6 times:
    each player acting in seat order: turn

turn:
  choose stall from stalls where (price <= my money) as visit:
    choose ware from wares as carry:
      lose stall's price money
      do stall's yields
      gain stall's bonus
      gain toll(ware, stall) fame
    if stall is dear: gain 1 fame
    if stall is exact: gain 2 fame
    raise my visits by 1

score:
  "Fame": my fame
  "Money": my money
  "Visits": my visits
  "Skill": my skill
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bazaar")
    (made / "bazaar.rules").write_text(RULES)
    return made


@pytest.fixture(scope="module")
def tuned(folder: Path) -> Any:
    return rulec.interpret(folder / "bazaar.rules", parameters=list(_numbers(folder)))


def _numbers(folder: Path) -> dict[str, RulesNumber]:
    return {one.name: one for one in numbers_of(folder / "bazaar.rules")}


def _played(game: Any, seed: int) -> tuple[list[str], list[int]]:
    """A random game told by its labels, which no numbering of options changes, and its points."""
    state, chance, told = game.State(seed=seed), Random(seed), []
    while not state.is_terminal():
        action = chance.choice(state.legal_actions())
        told.append(state.action_to_string(action))
        state.apply_action(action)
    return told, state.scores()


def _variant(folder: Path, name: str, values: dict[str, int]) -> Any:
    lines = [f"  {_numbers(folder)[one].patched(value)}" for one, value in values.items()]
    (folder / f"{name}.rules").write_text("\n".join([f'variant "{name}" of bazaar:', *lines]) + "\n")
    return rulec.interpret(folder / f"{name}.rules")


@pytest.mark.parametrize("seed", range(4))
def test_parameters_play_as_a_variant_with_these_numbers(folder: Path, tuned: Any, seed: int) -> None:
    chance = Random(seed)
    values = {name: chance.randint(kind.lo, kind.hi) for name, kind in tuned.PARAMETERS.items()}
    tuned.set_parameters(values)
    plain = _variant(folder, f"variant_{seed}", values)
    assert len({tuple(_played(plain, game)[1]) for game in range(10)}) > 1
    for game in range(10):
        assert _played(tuned, game) == _played(plain, game)


@pytest.mark.parametrize("price", [3, 4, 5])
def test_no_comparison_with_a_parameter_is_folded(folder: Path, tuned: Any, price: int) -> None:
    values = {"stalls[north].price": price, "stalls[south].price": 4, "cheap": 3}
    tuned.set_parameters(values)
    plain = _variant(folder, f"price_{price}", values)
    assert all(_played(tuned, game) == _played(plain, game) for game in range(10))


def test_cells_with_one_text_are_two_parameters(tuned: Any) -> None:
    tuned.set_parameters({"stalls[north].yields": 4, "stalls[west].yields": 0})
    gained = {}
    for stall, price in (("north", 3), ("west", 2)):
        state = tuned.State()
        state.play(f"visit: {stall}", "carry: wool")
        gained[stall] = state.score_sheet()["Money"][0] - 12 + price
    assert gained == {"north": 4, "west": 0}


def test_games_keep_the_numbers_with_which_they_began(tuned: Any) -> None:
    tuned.set_parameters({"money": 7})
    state = tuned.State()
    tuned.set_parameters({"money": 15})
    assert [state.score_sheet()["Money"][0], tuned.State().score_sheet()["Money"][0]] == [7, 15]
    again = tuned.State.from_bytes(state.to_bytes())
    assert again == state
    tuned.set_parameters()
    assert tuned.parameters()["money"] == 12 == tuned.State().score_sheet()["Money"][1]


def test_engine_and_interpreter_agree_for_all_values(
    folder: Path, tuned: Any, unoptimised: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine: Any = rulec.load(folder / "bazaar.rules", parameters=list(_numbers(folder)), optimise="-O0")
    assert engine.PARAMETERS == tuned.PARAMETERS
    for seed in range(3):
        chance = Random(seed)
        values = {name: chance.randint(kind.lo, kind.hi) for name, kind in tuned.PARAMETERS.items()}
        for game in (engine, tuned):
            game.set_parameters(values)
        assert _played(engine, seed) == _played(tuned, seed)
        state = tuned.State(seed=seed)
        assert engine.State.from_bytes(state.to_bytes()).to_dict() == state.to_dict()
        several = engine.playouts(20, seed=seed, threads=1)
        assert [list(one) for one in several.scores] == [
            list(one) for one in engine.playouts(20, seed=seed, threads=2).scores
        ]
    assert any(several.scores[0] != engine.playouts(1, seed=99).scores[0])


def test_engines_without_parameters_are_as_before(folder: Path) -> None:
    program = compile_program(folder / "bazaar.rules")
    text = "".join(generate(program).files.values())
    assert "tunable" not in text
    assert "_begin_with" not in text
    assert "T_toll" in text  # constant data
    game: Any = rulec.interpret(folder / "bazaar.rules")
    assert game.PARAMETERS == {} == game.parameters()
    with pytest.raises(ValueError, match="no parameter `money`"):
        game.set_parameters({"money": 3})


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (["stalls.prize"], "did you mean `stalls.price`"),
        (["stals[north].price"], "did you mean"),
        ({"money": (13, 20)}, "12 in the rules, which is not in 13 to 20"),
        ({"stalls[north].price": (0, 11)}, "can't be 11: the rules say 0 to 9"),
        ({"money": (12, 12)}, "which is not in 12 to 12|two numbers at least"),
    ],
)
def test_wrong_parameters_are_told(folder: Path, wanted: Any, said: str) -> None:
    with pytest.raises(RulecError, match=said):
        rulec.interpret(folder / "bazaar.rules", parameters=wanted)


@pytest.mark.parametrize("value", [-1, 6, True, "3", 2.0, None])
def test_values_outside_the_interval_are_told(tuned: Any, value: Any) -> None:
    before = tuned.parameters()
    with pytest.raises(ValueError, match="a whole number from 1 to 5"):
        tuned.set_parameters({"stalls[north].price": value})
    assert tuned.parameters() == before


PIECES = """
game "Tiles"
  players 2
  length 20

table tiles of tile:
  tile | copies | worth
  red  | 2      | 1
  blue | 3      | 2

pieces stones of stone: from tiles, home heap, count copies

the game has:
  heap: zone of stone

each player has:
  points: 0 to 60

play:
  repeat 3 times:
    each player acting in seat order: turn

turn:
  choose tile from tiles as pick
  raise my points by tile's worth

score:
  "Points": my points
"""


def test_a_number_that_makes_pieces_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tiles.rules").write_text(PIECES)
    game: Any = rulec.interpret(tmp_path / "tiles.rules", parameters=["tiles.worth"])
    assert list(game.PARAMETERS) == ["tiles[red].worth", "tiles[blue].worth"]
    for wrong in (3, ["tiles[red].worth"], "tiles[red].worth"):
        with pytest.raises(ValueError, match="parameters are a dictionary of names and numbers"):
            game.set_parameters(wrong)
    with pytest.raises(RulecError, match="`tiles.copies` decides how many pieces there are"):
        rulec.interpret(tmp_path / "tiles.rules", parameters=["tiles.worth", "tiles.copies"])


def test_a_value_that_leaves_a_variable_stops_the_game_as_it_does_in_a_variant(tmp_path: Path) -> None:
    text = PIECES[: PIECES.index("pieces stones")] + PIECES[PIECES.index("each player has") :]
    (tmp_path / "tiles.rules").write_text(text.replace("0 to 60", "0 to 6"))
    game: Any = rulec.interpret(tmp_path / "tiles.rules", parameters={"tiles[red].worth": (1, 9)})
    game.set_parameters({"tiles[red].worth": 9})
    with pytest.raises(RulesError):
        game.State().play("pick: red")


TRACKS = """
game "Climb"
  players 2
  length 20

kind lines of line: red, blue

track fame(line) of slot for each player, starts 1, never down:
  line | slot | vp 0 to 9
  red  | 1    | 1
  red  | 2    | 3
  red  | 3    | 5
  blue | 1    | 0
  blue | 2    | 2
  blue | 3    | 6

play:
  repeat 2 times:
    each player acting in seat order: turn

turn:
  choose line from lines as climb
  raise my fame(line) by 1

score:
  "Fame": sum of my fame(it)'s vp over lines
"""


def test_cells_of_tracks_are_parameters(tmp_path: Path) -> None:
    (tmp_path / "climb.rules").write_text(TRACKS)
    game: Any = rulec.interpret(tmp_path / "climb.rules", parameters=["fame.vp"])
    assert len(game.PARAMETERS) == 6
    values = {"fame[red 2].vp": 5, "fame[blue 3].vp": 9}
    game.set_parameters(values)
    numbers = {one.name: one for one in numbers_of(tmp_path / "climb.rules")}
    assert numbers["fame[red 2].vp"].patched(5) == "change vp of red 2 in fame to 5"
    lines = [f"  {numbers[name].patched(value)}" for name, value in values.items()]
    (tmp_path / "steep.rules").write_text("\n".join(['variant "Steep" of climb:', *lines]) + "\n")
    plain: Any = rulec.interpret(tmp_path / "steep.rules")
    assert all(_played(game, seed) == _played(plain, seed) for seed in range(12))
    with pytest.raises(RulecError, match="have no number `fame.slot`"):
        rulec.interpret(tmp_path / "climb.rules", parameters=["fame.slot"])
