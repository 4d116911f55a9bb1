"""Positions of other rules: of the game that a variant changes, or of an older version of a file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.errors import RulesError
from rulec.frontend import Library, check, read_source
from rulec.interp.face import interpret
from tests.engines import ROOT, SMALL, interpreted

MARKET = next(path for path in SMALL if path.stem == "market")


def variant_of(base: Path, patches: str) -> Any:
    body = "".join(f"  {line}\n" for line in patches.splitlines())
    source = SourceText("changed.rules", f'variant "Changed" of {base.stem}:\n{body}')
    found = check(source, Library({base.stem: read_source(base)}))
    assert found.ok, found.diagnostics
    return interpret(to_program(found))


def played(game: Any, number: int, seed: int = 1) -> Any:
    state, rnd = game.State(2, seed=seed), random.Random(seed)
    for _ in range(number):
        state.apply_action(rnd.choice(state.legal_actions()))
    return state


def test_what_fits_is_taken_over() -> None:
    patches = """set money to 7
in each player:
  debts: 0 to 9, starts 3
  remove tidy
in the game:
  weather: 0 to 2
replace turn:
  choose one as deal:
    rest: rest
    stay: nothing"""
    changed = variant_of(MARKET, patches)
    old = played(interpreted(MARKET), 7).to_dict()
    with pytest.raises(ValueError, match="a position of 'market', not of changed"):
        changed.State.from_dict(old)
    taken = changed.State.from_dict(old, adopt=True)
    assert taken.adopted == ("weather", "players.debts", "players.tidy")
    assert (taken.decision(), taken.current_player()) == ("deal", int(old["pending"]["seat"]) - 1)
    new = taken.to_dict()
    assert new["players"]["debts"] == {"1": 3, "2": 3, "3": 3, "4": 3}
    assert new["players"]["stock"]["1"] == old["players"]["stock"]["1"]
    assert new["stalls"] == old["stalls"]


def test_nothing_pending_that_could_mean_another_thing() -> None:
    """Under other rules the number of a block on the stack, or a name that is missing, says nothing."""
    base = interpreted(MARKET)
    state = played(base, 7)
    seat = state.to_dict()["pending"]["locals"]["play.player"]
    changed = variant_of(MARKET, "before turn: let n = 1\nafter turn: gain lesser of n and 1 money")
    taken = changed.State.from_dict(state.to_dict(), adopt=True)
    assert taken.adopted == (f"from turn of {seat}",)
    while not taken.is_terminal():
        taken.apply_index(0)
    same = base.State.from_dict({**state.to_dict(), "rules": "0" * 32}, adopt=True)
    assert same.adopted == ()
    assert same.to_dict() == state.to_dict()


def test_members_that_are_new_are_as_at_the_start() -> None:
    old = played(interpreted(MARKET), 9).to_dict()
    patches = """replace kind stalls of stall: smithy, barn, loom
replace setup:
  set smithy's ware to iron
  set barn's ware to wood
  set loom's ware to cloth"""
    taken = variant_of(MARKET, patches).State.from_dict(old, adopt=True)
    assert taken.adopted[:2] == ("stalls.price", "stalls.ware")
    before, after = old["stalls"]["price"], taken.to_dict()["stalls"]["price"]
    assert after == {"smithy": before["smithy"], "barn": 2, "loom": before["loom"]}


def test_empty_chairs_have_what_the_variant_gives_them() -> None:
    old = played(interpreted(MARKET), 5).to_dict()
    taken = variant_of(MARKET, "set money to 9").State.from_dict(old, adopt=True)
    assert taken.adopted == ()
    assert taken.to_dict()["players"]["money"] == {**old["players"]["money"], "3": 9, "4": 9}


def test_a_position_in_the_set_up_goes_on_there() -> None:
    piles = next(path for path in SMALL if path.stem == "piles")
    state = interpreted(piles).State(2, seed=1, chance="explicit")
    changed = variant_of(piles, "set length to 300")
    taken = changed.State.from_dict({**state.to_dict(), "game": "changed"}, adopt=True)
    assert taken.adopted == ()
    assert taken.to_dict()["pending"] == state.to_dict()["pending"]


def positions_of(game: Any, count: int) -> list[Any]:
    """So many positions of random games, with and without chance that is asked for."""
    found: list[Any] = []
    for seed in range(100):
        rnd = random.Random(seed)
        chance = "explicit" if seed % 2 else "sampled"
        try:
            state = game.State(seed=seed, chance=chance, **rnd.choice(game.CONFIGURATIONS))
            while len(found) < count and not state.is_terminal() and len(found) < count * (seed + 1) / 4:
                if rnd.random() < 0.4:
                    found.append(state.clone())
                state.apply_action(rnd.choice(state.legal_actions()))
        except RulesError:
            continue
    return found


def test_with_the_same_decisions_all_come_back_equal(sampled_rules: Path) -> None:
    game = interpreted(sampled_rules)
    for state in positions_of(game, 24):
        taken = game.State.from_dict({**state.to_dict(), "rules": "0" * 32}, adopt=True)
        assert taken.adopted == ()
        assert taken == state


@pytest.mark.long
@pytest.mark.parametrize("path", sorted((ROOT / "games").glob("*.rules")), ids=lambda path: path.stem)
def test_large_games_come_back_equal_too(path: Path) -> None:
    game = interpreted(path)
    for state in positions_of(game, 300):
        taken = game.State.from_dict({**state.to_dict(), "rules": "0" * 32}, adopt=True)
        assert taken.adopted == ()
        assert taken == state


CALLS = """game "Calls"
  players 2
  length 400

kind suits of suit: red, green
{rows}
each player has:
  money: 0 to 100, starts 5

play:
  repeat 4 times:
    each player acting in seat order: turn

turn:
{before}
  choose suit from suits as wish
  let n = 1
  trade with n
  trade with n + 1
  choose one as rest:
    sleep: raise my money by {number}
    wake: nothing

action trade with n:
  choose suit from suits as sold
  haggle with n
  raise my money by 1 if suit is red else 0

action haggle with n:
  choose one as price:
    high: raise my money by n
    low: nothing
{rule}
score:
  "Coins": my money
"""


def calls(rows: str = "", before: str = "", number: int = 1, rule: str = "") -> Any:
    text = CALLS.format(rows=rows, before=before, number=number, rule=rule)
    found = check(SourceText("calls.rules", text))
    assert found.ok, found.diagnostics
    return interpret(to_program(found))


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2},
        {"before": "  let m = my money\n  if m > 90: lower my money by 1"},
        {"rule": "action gift:\n  choose suit from suits as gave\n"},
        {"rows": "table prices of price:\n  price | worth\n  one | 1\n"},
    ],
    ids=["a number", "a let before", "a rule", "a table"],
)
def test_small_changes_elsewhere_leave_the_place(change: dict[str, Any]) -> None:
    """In the middle of nested calls, too: blocks and names of the compiler have other numbers."""
    base, changed = calls(), calls(**change)
    for state in positions_of(base, 60):
        data = state.to_dict()
        taken = changed.State.from_dict({**data, "rules": "0" * 32}, adopt=True)
        assert taken.adopted == ()
        assert taken.decision() == state.decision()
        assert [taken.action_to_string(one) for one in taken.legal_actions()] == [
            state.action_to_string(one) for one in state.legal_actions()
        ]
        assert taken.to_dict()["players"] == data["players"]


def test_what_can_not_go_on_is_told_or_refused_by_name() -> None:
    base = calls()
    changed = calls(before="  choose other from suits as wish")  # `wish` is asked at two places
    state = base.State(2, seed=1)
    taken = changed.State.from_dict({**state.to_dict(), "rules": "0" * 32}, adopt=True)
    assert taken.adopted == ("from turn of 1",)
    data = {**state.to_dict(), "rules": "0" * 32}
    data["pending"] = {**data["pending"], "locals": {}}
    with pytest.raises(ValueError, match="`pending`"):
        base.State.from_dict(data, adopt=True)


DRAWS = """game "Draws"
  players 2
  length 200

table cards of card, as pieces, count {count}:
  card | worth
  plough | 3
  nest | 1
deck pile of card: from cards

the game has:
  market: row of card, at most 3

each player has:
  hand: zone of card, seen by owner
  barn: zone of card

setup:
  each player: draw 1 from pile to player's hand
  draw 2 from pile to market

play:
  repeat 2 times:
    each player acting in seat order: turn

turn:
  choose card from my hand as played: move card to my barn
  draw 1 from pile to my hand

score:
  "Worth": sum of it's worth over my hand
"""


def draws(count: int) -> Any:
    found = check(SourceText("draws.rules", DRAWS.format(count=count)))
    assert found.ok, found.diagnostics
    return interpret(to_program(found))


@pytest.mark.parametrize("count", [9, 12, 15])
def test_a_draw_pile_keeps_the_rest_of_fewer_or_more_cards(count: int) -> None:
    """Not the box: a game would stop at the next draw."""
    base, changed = draws(12), draws(count)
    for state in positions_of(base, 20):
        data = state.to_dict()
        taken = changed.State.from_dict({**data, "rules": "0" * 32}, adopt=True)
        new = taken.to_dict()
        assert new["players"]["hand"] == data["players"]["hand"]
        assert new["market"] == data["market"]
        lost = {9: {"pile"}, 12: set(), 15: {"cards"}}[count]
        assert set(taken.adopted) == lost
        fewer = {card: number - max(12 - count, 0) for card, number in data["pile"].items()}
        assert new["pile"] == {card: number for card, number in fewer.items() if number}
        taken.rollout(1)


def test_a_number_of_players_that_there_is_not_is_named() -> None:
    """Also where players have knowledge of their own, which is looked at while parts are taken over."""
    game = interpreted(next(path for path in SMALL if path.stem == "passing"))
    data = {**played(game, 9).to_dict(), "rules": "0" * 32}
    for seats in (0, 7, 2**40):
        with pytest.raises(ValueError, match=f"`seats`: passing is not played with {seats}"):
            game.State.from_dict({**data, "seats": seats}, adopt=True)
