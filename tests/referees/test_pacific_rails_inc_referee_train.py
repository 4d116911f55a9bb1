"""The referee held to worked examples and rulings: Train Activation and Congress."""

from __future__ import annotations

import pytest

from tests.referees.pacific_rails_inc import Game
from tests.referees.pacific_rails_inc.asking import Choice
from tests.referees.pacific_rails_inc.game import act
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.table import (
    cargo,
    lay,
    load,
    offered,
    play,
    points,
    table,
    train,
)
from tests.referees.pacific_rails_inc.train import activate

# --- train --------------------------------------------------------------------------------------------------


def test_a_crew_in_the_second_carriage() -> None:
    """[E08]"""
    position = table()
    train(position, 0, "miner", "miner", "crew")
    load(position, 0, iron=3)
    game = play(position, activate(position, 0, "engineer"), "go_on", "go_on")
    assert game.pending is None
    assert cargo(position) == {"iron": 1, "rail": 2}


def test_a_whole_train() -> None:
    """[E09]"""
    position = table()
    train(position, 0, "financier", "engineer", "engineer")
    load(position, 0, iron=1, coin=1, wood=1)
    answers = ("go_on", "slide two_wood", "go_on", "go_on", "go_on")
    game = play(position, activate(position, 0, "crew"), *answers)
    assert game.pending is None
    assert cargo(position) == {"rail": 1, "bridge": 3}


def test_the_upgrade_comes_before_its_carriage() -> None:
    """[E10]"""
    position = table()
    train(position, 0, "miner", "engineer").upgrades["front"] = "gunpowder_1"
    load(position, 0, wood=1)
    play(position, activate(position, 0, "crew"), "go_on", "go_on")
    assert cargo(position) == {"tunnel": 1, "bridge": 1}


@pytest.mark.parametrize("chosen", [("iron", "wood", "wood"), ("coin", "coin", "coin")])
def test_any_three(chosen: tuple[str, ...]) -> None:
    """[E11]"""
    position = table()
    train(position, 0, *["crew"] * 5).upgrades["rear"] = "any_3"
    game = play(position, activate(position, 0, "miner"), *chosen)
    while game.pending is not None:
        game.go_on("stop")  # the Crew could work with the Iron
    assert cargo(position) == {item: chosen.count(item) for item in chosen}


def lobbying(position: Position, *answers: str) -> Game:
    return play(position, activate(position, 0, "financier"), *answers)


def test_a_senator_of_cost_one() -> None:
    """[E12]"""
    position = table()
    load(position, 0, coin=1)
    game = lobbying(position)
    assert offered(game) == {
        "skip",
        *(f"slide {one}" for one in ("two_wood", "two_gunpowder", "two_iron", "house_upgrade")),
    }
    game.go_on("slide two_wood")
    assert game.pending is None
    assert cargo(position) == {"wood": 2}
    assert position.lowered == {"two_wood"}


@pytest.mark.parametrize(
    ("roles", "size", "foreman"),
    [
        (("financier", "financier"), 1, "crew"),
        (("financier",), 1, "financier"),
        (("crew", "crew", "financier"), 1, "crew"),
        ((), 2, "financier"),
    ],
)
def test_two_steps_for_a_senator_of_cost_two(roles: tuple[str, ...], size: int, foreman: str) -> None:
    """[E13, E14, E16, E17]"""
    for senator, chosen in (("any_tiles", ("rail", "rail")), ("any_goods", ("iron", "wood", "wood"))):
        position = table()
        position.size = size
        train(position, 0, *roles)
        load(position, 0, coin=2)
        game = play(position, activate(position, 0, foreman), "save", f"slide {senator}", *chosen)
        while game.pending is not None:
            game.go_on("stop")
        assert cargo(position) == {item: chosen.count(item) for item in chosen}


def test_saving_needs_a_senator_to_save_for() -> None:
    """[A27, A28, A29]"""
    position = table()
    load(position, 0, coin=3)
    position.size = 3
    game = lobbying(position, "save")
    assert {"slide any_tiles", "slide any_goods"} < offered(game)
    assert "save" not in offered(game)  # no place for a building on the Map
    position.companies[0].cargo["coin"] = 3
    lay(position, "C1")  # beside a free city
    game = lobbying(position, "save", "save")
    assert offered(game) == {"skip", "slide map_building", "slide map_building2"}
    game.go_on("skip")
    assert position.pool == 0
    assert cargo(position) == {"coin": 1}
    position.size, position.lowered = 2, {"two_wood"}
    game = lobbying(position, "skip")
    assert "save" not in offered(game)
    assert "reset" in offered(game)


def test_a_reset() -> None:
    """[E15, PR-164, A28]"""
    position = table()
    load(position, 0, coin=2)
    position.lowered = {"two_wood", "any_goods", "map_building", "house_upgrade"}
    lobbying(position, "reset")
    assert not position.lowered
    assert points(position)[0] == 4
    assert cargo(position) == {"coin": 1}
    assert "reset" not in offered(lobbying(position))


def test_a_reset_between_the_steps_for_a_senator() -> None:
    """[A28]"""
    position = table()
    load(position, 0, coin=3)
    position.size, position.lowered = 3, {"any_goods"}
    game = lobbying(position, "save", "reset")
    assert offered(game) == {"skip", "slide any_goods", "slide any_tiles"}
    assert position.pool == 1
    position.size, position.lowered, position.pool = 2, {"any_goods"}, 0
    load(position, 0, coin=3)
    assert "reset" not in offered(lobbying(position, "save"))


def test_the_foreman_repeats_and_the_train_does_not() -> None:
    """[E26]"""
    position = table()
    train(position, 0, "financier")
    load(position, 0, coin=6)
    position.companies[0].hats = 1
    game = play(position, act(position, 0, "foreman_financier", 1), "1")
    for _ in range(4):
        assert isinstance(game.pending, Choice)
        assert game.pending.name == "lobby"
        game.go_on("skip")
    assert game.pending is None


def test_what_is_added_to_the_right_is_still_resolved() -> None:
    """[A25]"""
    position = table()
    company = train(position, 0, "financier", "crew", "crew")
    company.upgrades["front"] = "coin_1"
    load(position, 0, gunpowder=1)
    game = play(position, activate(position, 0, "miner"), "stop", "slide house_upgrade", "upgrade", "wood_2")
    assert game.pending is None
    assert cargo(position) == {"gunpowder": 1, "wood": 2}
    assert points(position)[0] == 1
    position = table()
    train(position, 0, "financier", "crew", "crew")
    load(position, 0, coin=1)
    game = play(position, activate(position, 0, "miner"), "slide house_upgrade", "upgrade", "wood_1")
    assert game.pending is None
    assert cargo(position) == {}
