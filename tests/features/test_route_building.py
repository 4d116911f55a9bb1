"""Ways on which pieces are laid, against a plain enumeration: nothing is pruned that could come to an end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulec

RULES = """game "Lay"
  players 2
  length 300
kind terrains of terrain: plains, river, hills, mountain, city
table items of item, as pieces, count 30, home supply:
  item   | money flag
  rail   | no
  bridge | no
  tunnel | no
  coin   | yes
board spaces of space: 4 columns by 3 rows
the game has:
  supply: zone of item
  seed: 0 to 100
each space has:
  track: zone of item
  ground: terrain
  home: flag
each player has:
  cargo: zone of item
  at: space
  points: 0 to 999
  sights: set of space
space is on_line when ground is city or some track
route way from here over spaces, no space twice:
  over on_line           | free
  over ground is plains  | lays 1 rail of my cargo on track
  over ground is river   | lays 1 bridge of my cargo on track / uses 2 coin of my cargo as crossing
  over ground is hills   | lays 1 tunnel of my cargo on track
  may end where ground is city and not home
setup:
  each player:
    move 3 rail from supply to player's cargo
    move 1 bridge from supply to player's cargo
    move 1 tunnel from supply to player's cargo
    move 4 coin from supply to player's cargo
  each space:
    roll n in 0 to 9
    if n <= 3: set space's ground to plains
    otherwise if n <= 5: set space's ground to river
    otherwise if n <= 7: set space's ground to hills
    otherwise if n = 8: set space's ground to city
    otherwise: set space's ground to mountain
play:
  repeat 6 times:
    each player acting: turn
turn:
  set my sights to ends of way(my at)
  choose one as deed:
    lay:
      follow way from my at as route
      let target = way's end
      raise my points by number of way's laid
      set target's home to yes
      set my at to target
    get:
      choose item from items where not money
      move 1 item from supply to my cargo
score:
  "P": my points
"""
TRAIL = """
game "Trail"
  players 1
  length 200
table spots of spot:
  spot | next set of spot
  s0   | s1
  s1   | s2, s5
  s2   | s3
  s3   | s4, s1
  s4   | s7
  s5   | s6
  s6   | s7
  s7   | s8
  s8   | -
each spot has:
  busy: flag
each player has:
  herder: spot
  sights: set of spot
route ride of herder along next with n:
  over s8       | uses 1 step, ends the route
  over not busy | passed through
  over busy     | uses 1 step
  at least 2 steps, at most n steps
play:
  repeat 8 times:
    each player acting: turn
turn:
  each spot:
    roll coin in 0 to 1
    set spot's busy to coin = 1
  set my sights to ends of ride(4)
  choose one as deed:
    go: follow ride with 4 as step
    stay: nothing
  set my herder to s0
score:
  "Points": 1
"""
TILES = {"plains": "rail", "river": "bridge", "hills": "tunnel"}
Way = tuple[str, ...]


@pytest.fixture(scope="module")
def laying(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = Path(tmp_path_factory.mktemp("laying")) / "laying.rules"
    path.write_text(RULES, encoding="utf-8")
    return rulec.interpret(path)


def neighbours(space: str) -> list[str]:
    x, y = "abcd".index(space[0]), int(space[1])
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [f"{'abcd'[a]}{b}" for a, b in around if 0 <= a < 4 and 1 <= b <= 3]


def prices(space: str, board: dict[str, Any]) -> list[tuple[Way, Counter[str]]]:
    """What is asked about a space, and what it costs."""
    ground = board["ground"][space]
    if ground == "city" or board["track"].get(space):
        return [((), Counter())]
    if ground not in TILES:
        return []
    tile = Counter({TILES[ground]: 1})
    if ground != "river":
        return [((), tile)]
    return [(("crossing: lays",), tile), (("crossing: uses",), Counter(coin=2))]


def ways(at: str, visited: Way, cargo: Counter[str], board: dict[str, Any]) -> Iterator[Way]:
    for space in neighbours(at):
        if space in visited:
            continue
        for asked, price in prices(space, board):
            if any(number > cargo[item] for item, number in price.items()):
                continue
            step = (f"route: {space}", *asked)
            if board["ground"][space] == "city" and not board["home"][space]:
                yield (*step, "route: stop")
            yield from ((*step, *rest) for rest in ways(space, (*visited, space), cargo - price, board))


def played(state: Any) -> Iterator[Way]:
    for action in state.legal_actions():
        label = state.action_to_string(action)
        if label.partition(":")[0] not in {"route", "crossing"}:
            yield ()
            return
        later = state.clone()
        later.apply_action(action)
        yield from ((label, *rest) for rest in played(later))
    if state.is_terminal():
        yield ()


@pytest.mark.parametrize("seed", range(8))
def test_every_way_that_can_end_and_no_other(laying: Any, seed: int) -> None:
    rnd = random.Random(seed)
    state = laying.State(2, seed=seed)
    while not state.is_terminal():
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        if "deed: get" in legal:
            position, seat = state.to_dict(), str(state.current_player() + 1)
            at, cargo = position["players"]["at"][seat], Counter(position["players"]["cargo"][seat])
            wanted = list(ways(at, (at,), cargo, position["spaces"]))
            assert ("deed: lay" in legal) == bool(wanted)
            ends = {way[-2] if way[-2].startswith("route") else way[-3] for way in wanted}
            assert set(position["players"]["sights"][seat]) == {end.removeprefix("route: ") for end in ends}
            if 0 < len(wanted) < 60:
                later = state.clone()
                later.play("deed: lay")
                found = list(played(later))
                assert sorted(found) == sorted(wanted)
        state.apply_action(rnd.choice(list(legal.values())))


@pytest.mark.parametrize("seed", range(5))
def test_ends_of_a_ride(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "trail.rules"
    path.write_text(TRAIL, encoding="utf-8")
    state = rulec.interpret(path).State(1, seed=seed)

    def ends(later: Any) -> Iterator[str]:
        for action in later.legal_actions():
            label = later.action_to_string(action)
            if label == "step: stop":
                yield later.to_dict()["players"]["herder"]["1"]
                continue
            after = later.clone()
            after.apply_action(action)
            unasked = after.is_terminal() or after.action_to_string(after.legal_actions()[0]).startswith(
                "deed"
            )
            if unasked:
                yield label.removeprefix("step: ")
            else:
                yield from ends(after)

    while not state.is_terminal():
        sights = set(state.to_dict()["players"]["sights"]["1"])
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        assert ("deed: go" in legal) == bool(sights)
        if sights:
            later = state.clone()
            later.apply_action(legal["deed: go"])
            found = set(ends(later)) if not later.is_terminal() else sights
            assert later.is_terminal() or found == sights
        state.apply_action(legal["deed: stay"])
