"""Lists and sets take the bytes in a state that they need there, not those that they have as values."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulec.compiler import compile_program, listing
from rulec.frontend import read_source
from rulec.ir.schema import make_schema
from rulec.runtime.schema import Slot
from tests.engines import engine, interpreted
from tests.side_by_side import play_side_by_side

# Long lists beside short ones of the same cards: in variables, in locals, put aside by a rule that leads
# back to itself, and changed by look-aheads.
GAME = """\
game "Drawers"
  players 2 to 3
  length 400

table cards of card, as pieces:
  card       | worth
  c_1 to c_20  | 1
  c_21 to c_40 | 2
kind shelves of shelf: upper, lower

deck pile of card: from cards

each player has:
  queue: list of card, at most 12
  waiting(shelf): list of shelf, at most 3
  friends: set of player
  points: 0 to 300
the game has:
  long: list of card
  marked: set of card

setup:
  each player: add player to player's friends

play:
  repeat 4 times:
    each player acting: turn

turn:
  draw up to 3 from pile face up giving drawn
  each card in drawn: if number of long < 40: add card to long
  dig with 2
  choose shelf from shelves as put
  set my waiting(shelf) to (the last 2 of my waiting(shelf)) + shelf
  if my friends is not players: set my friends to players
  raise my points by sum of worth over drawn
  put drawn under pile in random order

rule dig with level:
  draw up to 2 from pile face up giving found
  choose card from found as dug:
    set my queue to (the last 8 of my queue) + card
    choose one as way_on:
      stay:
        needs sum of worth over my queue >= 5 or number of my queue <= 2
        raise my points by card's worth
      deeper when level >= 1: dig with level - 1
    if card in found: raise my points by number of found
  otherwise:
    raise my points by 1
  put found under pile in random order

score:
  "Points": my points
  "Queue": number of my queue + sum of worth over my queue + number of my waiting(upper)
  "Friends": number of my friends
  "Long": number of long
"""

WIDTHS = {
    "turn.drawn": 4,  # up to 3 cards, and one too many
    "dig.found": 4,
    "players.queue": 16,
    "players.waiting": 4,
    "long": 48,  # as the longest list of cards has
    "players.friends": 1,
    "pile.seen_by": 1,
    "marked": 8,
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("drawers") / "drawers.rules"
    made.write_text(GAME)
    return made


def _slots(path: Path) -> dict[str, Slot]:
    return {slot.name: slot for slot in make_schema(compile_program(path)).slots}


def test_each_list_and_set_takes_the_bytes_that_it_needs(path: Path) -> None:
    slots = _slots(path)
    assert {name: slots[name].width for name in WIDTHS} == WIDTHS
    assert (slots["turn.drawn"].hi, slots["dig.found"].hi) == (3, 2)


def test_layers_take_a_byte_for_each_card(path: Path) -> None:
    """And no loop over the layers is needed to find all cards in them."""
    under = _slots(path)["pile.under"]
    assert (under.cells, under.width * under.stored) == (32, 40)
    text = listing(read_source(path), "pyx")
    assert "set1_coded(s.v_pile_under, 40, (0) + 1, 31)" in text
    assert "sum_layers" not in text


def test_what_is_put_aside_is_as_short(path: Path) -> None:
    """Each level of a rule that leads back to itself has its own copy of the list."""
    slots = _slots(path)
    kept = next(one.saved for one in make_schema(compile_program(path)).returns if one.saved)
    assert "dig.found" in kept
    assert slots["@saved"].cells == 32 * sum(slots[name].width for name in kept)


def test_observations_do_not_depend_on_what_is_stored(path: Path) -> None:
    """The order of variables, and the places for the entries of a list, are those of the values."""
    slots = list(_slots(path).values())
    near = [
        one.sort in ("set", "list") for one in slots if one.name in ("players.points", "marked", "turn.drawn")
    ]
    assert near == [True, True, False]
    assert [one.name for one in slots].index("players.friends") > [one.name for one in slots].index("marked")
    drawn = _slots(path)["turn.drawn"]
    assert (drawn.hi, drawn.entries) == (3, 80)
    assert all(slot.offset % min(slot.width, 8) == 0 for slot in slots)


@pytest.mark.parametrize("seed", range(4))
def test_both_back_ends_play_alike(path: Path, seed: int) -> None:
    fast, slow = engine(path), interpreted(path)
    players = fast.PLAYERS[seed % len(fast.PLAYERS)]
    states = [on.State(players, seed=seed) for on in (slow, fast)]
    assert play_side_by_side(*states, random.Random(seed)) > 24


def test_saved_and_cloned_states_play_on(path: Path) -> None:
    fast, slow, rnd = engine(path), interpreted(path), random.Random(7)
    state = fast.State(seed=7)
    while not state.is_terminal():
        for again in (
            state.clone(),
            fast.State.from_bytes(state.to_bytes()),
            fast.State.from_dict(state.to_dict()),
        ):
            assert again == state
        other = slow.State.from_bytes(state.to_bytes())
        assert (other.to_dict(), other.legal_actions()) == (state.to_dict(), state.legal_actions())
        for seat in range(state.num_players()):
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
        state.apply_action(rnd.choice(state.legal_actions()))
    games, same = fast.playouts(20, seed=3), slow.playouts(20, seed=3)
    for field in games._fields:
        assert getattr(games, field).tolist() == getattr(same, field).tolist(), field


def test_a_longer_list_than_a_draw_gives_is_refused(path: Path) -> None:
    """No saved position has more drawn cards than there is room for."""
    game = engine(path)
    state = game.State(seed=1)
    told = state.to_dict()
    drawn = told["pending"]["locals"]["turn.drawn"]
    assert len(drawn) == 3
    drawn.append("c_1")
    with pytest.raises(ValueError, match="drawn"):
        game.State.from_dict(told)


def test_a_name_that_is_changed_keeps_its_room(tmp_path: Path) -> None:
    """Drawn cards may be joined to others: then the list is as long as any."""
    changed = tmp_path / "changed.rules"
    kept = "  draw up to 3 from pile to my hand giving drawn\n"
    given = GAME.replace("  queue: list", "  hand: zone of card\n  queue: list")
    given = given.replace("  draw up to 3 from pile face up giving drawn\n", f"{kept}  ADD\n")
    given = given.replace(
        "  put drawn under pile in random order\n\nrule", "  put my hand under pile\n\nrule"
    )
    changed.write_text(given.replace("  ADD\n", ""))
    assert _slots(changed)["turn.drawn"].hi == 3
    changed.write_text(given.replace("  ADD\n", "  add c_1 to drawn\n"))
    assert _slots(changed)["turn.drawn"].hi == 40
