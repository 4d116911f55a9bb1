"""What declarations forbid is refused in positions from outside, with the name of the field."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rulec.errors import RulecError
from rulec.facade import interpret
from rulec.play.save_files import load_position
from rulec.runtime import codec, control, state_dict
from tests.engines import SMALL, interpreted
from tests.runtime.test_adoption import positions_of

GAMES = {path.stem: path for path in SMALL}
FEW = 6  # positions of one game


def refused(game: Any, data: Any, names: str) -> None:
    """Refused as a dictionary; the message names the field."""
    with pytest.raises(ValueError, match=names):
        game.State.from_dict(data)


def refused_bytes(game: Any, cells: list[int], names: str) -> None:
    """The same of cells as bytes, with header and checksum."""
    schema = game._face.schema
    with pytest.raises(ValueError, match=names):
        game.State.from_bytes(codec.seal(schema, codec.pack(schema, cells)))


def taken(data: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every place in a dictionary, with what is there."""
    for key, value in data.items():
        yield (key,), value
        if isinstance(value, dict):
            for path, inner in taken(value):
                yield (key, *path), inner


def put(data: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    changed: dict[str, Any] = copy.deepcopy(data)
    here = changed
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return changed


def without(data: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    changed: dict[str, Any] = copy.deepcopy(data)
    here = changed
    for key in path[:-1]:
        here = here[key]
    del here[path[-1]]
    return changed


# --- every field of every position ---------------------------------------------------------------------


def test_every_position_loads(sampled_rules: Path) -> None:
    game = interpreted(sampled_rules)
    for state in positions_of(game, 20):
        assert game.State.from_dict(state.to_dict()) == state
        assert game.State.from_bytes(state.to_bytes()) == state


def test_nothing_of_what_was_pending_can_be_left_out(sampled_rules: Path) -> None:
    """Nothing is taken for the first member, the first place or the default."""
    game = interpreted(sampled_rules)
    for state in positions_of(game, FEW):
        data = state.to_dict()
        for path, _ in taken({"pending": data["pending"]} if data["pending"] else {}):
            # A rule around which a variant has put sentences may run or not: the position alone tells.
            unknown = path[1:2] == ("running",) and sampled_rules.stem == "calm_orders"
            if path[-1] not in {"places", "calls"} and path != ("pending", "saved") and not unknown:
                refused(game, without(data, path), r"pending|rule does not run")
        for key in data:
            if key not in {"rng", "chance"}:  # seed 0, and drawn by the state itself
                refused(game, without(data, (key,)), key.split(".")[0])
        for path in [*(path for path, _ in taken({"options": data["options"]})), ("rng", "key")]:
            refused(game, without(data, path), path[0])


def test_locals_of_other_decisions_are_refused(sampled_rules: Path) -> None:
    game = interpreted(sampled_rules)
    frames = [slot for slot in game._face.schema.slots if slot.role == "frame"]
    for state in positions_of(game, FEW):
        data = state.to_dict()
        if data["pending"] is None:
            continue
        held = state_dict.held_locals(game._face.view, state._cells())
        for slot in frames:
            if slot.name not in held:
                value = state_dict._shown(slot, 0)
                refused(game, put(data, ("pending", "locals", slot.name), value), "means nothing")
        refused(game, put(data, ("pending", "locals", "nobody.x"), 1), "no rule has a local")


def test_numbers_members_and_lists_keep_to_their_declarations(sampled_rules: Path) -> None:
    game = interpreted(sampled_rules)
    view = game._face.view
    rnd = random.Random(3)
    for state in positions_of(game, FEW):
        for slot in rnd.sample(view.schema.slots, min(12, len(view.schema.slots))):
            if slot.name.removeprefix(control.MARK) in {"rng", "stack", "saved", "draws", "pending"}:
                continue
            cell = rnd.randrange(slot.cells)
            bad = list[int]()
            if slot.coded:
                continue  # see `test_coded_sets`
            if slot.sort == "set":
                bad = [1 << len(slot.members)] if len(slot.members) % min(64, 8 * slot.width) else []
            elif slot.sort != "list" and slot.axis < 0:
                top = (1 << (8 * slot.width - slot.signed)) - 1
                bad = [slot.hi + 1] if slot.hi < top else []
                bad += [slot.lo - 1] if slot.signed and slot.lo > -top else []
            for value in bad:
                cells = state._cells()
                view.put(cells, slot.name, value, cell)
                refused_bytes(game, cells, slot.name.removeprefix(control.MARK).split(".")[0])


# --- limits of zones -------------------------------------------------------------------------------------


def limits_of(game: Any) -> Any:
    return game._face.schema.limits


@pytest.mark.parametrize("name", ["camps", "captives", "caravan", "depths", "loading", "rows"])
def test_zones_are_no_fuller_than_their_limit(name: str) -> None:
    """Also those of all sorts together, those of each owner, and those of a car with so many slots."""
    game = interpreted(GAMES[name])
    assert limits_of(game)
    tried = 0
    for state in positions_of(game, 200 if name == "captives" else 12):
        for limit in limits_of(game):
            if all(form == "counts" for _, form in limit.zones):
                tried += too_many(game, state, limit)
    assert tried or all(form != "counts" for one in limits_of(game) for _, form in one.zones)


@pytest.mark.parametrize(
    ("name", "slot", "most"), [("captives", "players.prison", 2), ("depths", "spots.tokens.tents", 1)]
)
def test_a_limit_bounds_how_many_of_a_kind_are_stored(name: str, slot: str, most: int) -> None:
    assert interpreted(GAMES[name])._face.view.slots[slot].hi == most


def too_many(game: Any, state: Any, limit: Any) -> int:
    """Move one piece more into a zone than it has room for, from where they begin; were there so many?"""
    view = game._face.view
    rows = view.slots[limit.zones[0][0]].cells // len(view.slots[limit.zones[0][0]].dims[-1])
    for row, owner in product(range(rows), {one for whose in limit.owners for one in whose} or {0}):
        cells = state._cells()
        missing = limit.most[0][row * len(limit.most[0]) // rows] + 1
        room = list(room_of(view, cells, limit, row, owner))
        missing -= sum(view.get(cells, name, at) for name, at, _, _ in room)
        for name, at, home, start in room:
            free = view.slots[name].hi - view.get(cells, name, at)
            moved = max(0, min(missing, free, view.get(cells, home, start)))
            view.put(cells, name, view.get(cells, name, at) + moved, at)
            view.put(cells, home, view.get(cells, home, start) - moved, start)
            missing -= moved
        if not missing:
            refused_bytes(game, cells, "there is room for|can't be known|nobody")
            return 1
    return 0


def room_of(view: Any, cells: Any, limit: Any, row: int, owner: int) -> Iterator[tuple[str, int, str, int]]:
    """Of each kind of this owner: its cell in the zone of this row, and the fullest cell where it begins."""
    for place, (name, _) in enumerate(limit.zones):
        stock = next(one for one in view.schema.stocks if name in {zone for zone, _ in one.holders})
        kinds = len(view.slots[name].dims[-1])
        if stock.home is None or stock.home[1] != "counts":
            continue
        home = stock.home[0]
        for kind in range(kinds):
            if not limit.owners or limit.owners[place][kind] == owner:
                starts = range(kind, view.slots[home].cells, kinds)
                fullest = max(starts, key=lambda start: view.get(cells, home, start))
                yield name, row * kinds + kind, home, fullest


def test_nobody_sits_twice() -> None:
    game = interpreted(GAMES["companies"])
    for state in positions_of(game, 8):
        data = state.to_dict()
        seated = data["seating"]
        if len(seated) >= 2:
            refused(game, put(data, ("seating",), [seated[0], *seated[:-1]]), "seating.*two places")


# --- depth and length -----------------------------------------------------------------------------------


def deep() -> Any:
    found: Any = []
    for _ in range(100_000):
        found = [found]
    return found


HUGE = 10**5_000


@pytest.mark.parametrize("name", ["market", "piles", "lists", "rows", "secrets", "hamlet"])
def test_depth_and_length_are_values_like_others(name: str) -> None:
    game = interpreted(GAMES[name])
    state = positions_of(game, 6)[-1]
    data = state.to_dict()
    nested = deep()
    for path, _ in taken(data):
        for value in (nested, HUGE, -HUGE, {"a": nested}, {HUGE: 1}, "x" * 100_000):
            here = data
            for key in path[:-1]:
                here = here[key]
            before, here[path[-1]] = here[path[-1]], value
            try:
                with pytest.raises(ValueError, match=re.escape(path[0])) as met:
                    game.State.from_dict(data)
            finally:
                here[path[-1]] = before
            assert len(str(met.value)) < 3_000
    with pytest.raises(ValueError, match="nothing of"):
        game.State.from_dict({**data, HUGE: 1})
    with pytest.raises(ValueError, match="digits"):
        game.State.setup(2, edits={HUGE: 1})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"players": {"money": ' + "[" * 100_000 + "]" * 100_000 + "}}", "`players.money`: brackets"),
        ('{"players": {"money": ' + '{"a": ' * 100_000 + "1" + "}" * 100_002, "`players.money.a"),
        ("[" * 100_000, "the outermost list"),
    ],
)
def test_files_may_be_as_deep_as_they_like(text: str, names: str) -> None:
    with pytest.raises(RulecError, match=names):
        load_position(interpreted(GAMES["market"]), "deep.json", text.encode())


def test_files_may_hold_numbers_of_any_length() -> None:
    game = interpreted(GAMES["market"])
    data = game.State(2, seed=1).to_dict()
    text = json.dumps(put(data, ("players", "money", "1"), 777)).replace("777", "7" * 5_000)
    with pytest.raises(RulecError, match=r"players.money.* about 5000 digits"):
        load_position(game, "long.json", text.encode())


CUT_OFF = """\
game "Cut off"
  players 2
  length 20
table cards of card, as pieces:
  card | worth
  ace  | 1
  two  | 2
  four | 4
deck pile of card: from cards, top shown 1
each player has:
  hand: zone of card
play:
  repeat 3 times:
    each player acting in seat order: turn
turn:
  choose one as deed:
    take: draw 1 from pile to my hand
end when number of p1's hand > 0, at any moment: end the game
score:
  "Cards": number of my hand
"""


def test_a_game_that_ends_before_the_next_card_is_turned_up_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "cut_off.rules"
    path.write_text(CUT_OFF, encoding="utf-8")
    game = interpret(path)
    state = game.State(players=2, seed=1)
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.to_dict()["pile"]["top"] is None
    assert game.State.from_bytes(state.to_bytes()).to_dict() == state.to_dict()
    assert game.State.from_dict(state.to_dict()).is_terminal()
