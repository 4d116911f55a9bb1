"""Positions made by hand succeed for all seeds or for none, wherever the set-up has laid their pieces."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulec.errors import IllegalAction
from rulec.runtime import piece_conservation
from rulec.runtime.zones import path_of, zones_of
from tests.engines import CLASSICS, ROOT, SMALL, engine, interpreted
from tests.large import all_but_large

FAIR = """\
game "Fair"
  players 2 to 3
  length 200

kind moods of mood: sunny, rainy
kind spots of spot: north, east, south
table tiles of tile, as pieces:
  tile
  oak
  elm
  ash
  fir
table lots of lot, as pieces:
  lot       | rank
  l1 to l9  | 1
  m1 to m15 | 2
  n1 to n6  | 3
deck chest of tile: from tiles
deck pile of lot: from lots where rank < 3, discard pile, reshuffle when empty
deck offers of lot: from lots where rank = 3, top shown 2
deck store of lot: stack
the game has:
  stall: row of lot, at most 3
  weather: maybe mood
  rounds: 0 to 9
each player has:
  hand: zone of lot, seen by owner
each spot has:
  sign: place for 1 of tile

setup:
  set weather to a random one of moods
  each spot in spots: draw 1 from chest to spot's sign face up
  each p in players: draw 2 from pile to p's hand

play:
  repeat 3 times: fair_day

phase fair_day:
  draw 3 from pile to stall face up
  each player acting: turn
  move stall to box
  raise rounds by 1

turn:
  choose lot from stall as take, if any: move lot to my hand
  choose lot from my hand as drop: put lot under store

score:
  "Cards": number of my hand
"""
SEEDS = range(40)


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fair") / "fair.rules"
    path.write_text(FAIR, encoding="utf-8")
    return path


def outcome(make: Any) -> tuple[Any, str]:
    try:
        return make(), ""
    except ValueError as problem:
        return None, str(problem)


def pieces(state: Any) -> list[list[int]]:
    """How many of each kind lie in each zone, of every stock."""
    view, cells = state._face.view, state._cells()
    return [
        [
            piece_conservation.pieces_in(view, cells, name, form, kind)
            for name, form in piece_conservation.forms_of(stock).items()
        ]
        for stock in view.schema.stocks
        for kind in range(len(stock.kinds))
    ]


def sizes(state: Any) -> list[int]:
    """How many pieces lie in each zone."""
    view, cells = state._face.view, state._cells()
    return [
        sum(piece_conservation.pieces_in(view, cells, name, form, kind) for kind in range(len(stock.kinds)))
        for stock in view.schema.stocks
        for name, form in piece_conservation.forms_of(stock).items()
    ]


# --- whatever the seed has laid where -----------------------------------------------------------------------

EDITS: list[dict[str, Any]] = [
    {"players.hand.1": ["l1", "m3"]},
    {"players.hand.1": {"l1": 1, "m3": 1}, "stall": ["m4", "l1"][:1]},
    {"players.hand": {"1": ["l1", "l2", "l3", "l4", "l5"], "2": ["m1"]}},
    {"stall": ["m1", "m2", "m3"]},
    {"pile.discard_pile": ["l1", "l2"], "players.hand.2": ["l3"]},
    {"offers.top_1": "n3"},
    {"offers": {"top": ["n1", "n2"], "middle": ["n3"]}},
    {"spots.sign.north": "oak"},
    {"spots.sign": {"north": "fir", "east": "elm", "south": "oak"}},
    {"chest": ["ash"]},
    {"store": {"top": ["l1"], "middle": ["l2", "l3"], "bottom": ["m1", "m2"]}},
    {"pile": {}},
    {"pile.middle": ["l1"], "players.hand.1": ["l2", "l3"]},
]


@pytest.mark.parametrize("edits", EDITS, ids=lambda edits: next(iter(edits)))
def test_pieces_come_from_wherever_they_lie(backend: Any, fair: Path, edits: dict[str, Any]) -> None:
    """With every seed, and the same number of pieces is everywhere; what was asked for lies there."""
    game, shapes = backend(fair), set()
    for seed in SEEDS:
        state = game.State.setup(2, seed=seed, edits=edits)
        assert all(sum(places) == 1 for places in pieces(state))
        shapes.add(tuple(sizes(state)))
        assert game.State.from_dict(state.to_dict()) == state
    assert len(shapes) == 1


def test_both_back_ends_make_the_same_position(fair: Path) -> None:
    for seed in range(5):
        for edits in EDITS:
            slow, fast = (
                game.State.setup(2, seed=seed, edits=edits) for game in (interpreted(fair), engine(fair))
            )
            assert slow.to_bytes() == fast.to_bytes()


def test_what_lies_below_leaves_nothing_missing_on_top(backend: Any, fair: Path) -> None:
    game = backend(fair)
    for seed in range(8):
        state = game.State.setup(
            2, seed, edits={"offers": {"middle": ["n1", "n2", "n3", "n4"], "bottom": []}}
        )
        offers = state.to_dict()["offers"]
        assert {offers["top_1"], offers["top_2"]} == {"n5", "n6"}
        assert game.State.from_dict(state.to_dict()) == state
    with pytest.raises(ValueError, match=r"`offers\.top_2`: nothing lies there, although"):
        game.State.setup(
            2, edits={"offers": {"top": ["n1"], "middle": ["n2"]}, "offers.top_2": None}, at="fair_day"
        )


def test_what_a_home_does_not_take_goes_back_into_its_deck(backend: Any, fair: Path) -> None:
    game = backend(fair)
    for seed in range(8):
        edits = {"lots": ["l1"], "players.hand.1": ["l2"]}
        state = game.State.setup(2, seed, edits=edits)
        assert state.to_dict()["lots"] == {"l1": 1}
        assert game.State.from_dict(state.to_dict()) == state


def test_no_edits_change_nothing_where_chance_is_to_turn_up_a_card() -> None:
    game = interpreted(next(path for path in SMALL if path.stem == "piles"))
    met = 0
    for seed in range(6):
        state, rnd = game.State(2, seed=seed, chance="explicit"), random.Random(seed)
        while not state.is_terminal():
            met += state.decision() == "offers"
            assert state.edited({}) == state
            state.apply_index(rnd.randrange(state.count_legal()))
    assert met


def test_edits_leave_nothing_missing_on_top_while_chance_is_pending() -> None:
    game = interpreted(next(path for path in SMALL if path.stem == "piles"))
    state = game.State(2, seed=1, chance="explicit")
    while state.decision() != "market":
        state.apply_index(0)
    with pytest.raises(ValueError, match=r"`offers\.top_1`: nothing lies there"):
        state.edited({"offers.top_1": None})


def test_all_pieces_may_lie_at_home(backend: Any) -> None:
    """Whether one more would find room there is asked for options, too, that move none."""
    game = backend(next(path for path in SMALL if path.stem == "captives"))
    state = game.State.setup(2, edits={"squares.man": {}}, at="turn of 1")
    assert state.to_dict()["players"]["reserve"]["1"] == {"man of 1": 5}
    labels = state.legal_labels()
    assert "deed: enter a1" in labels
    assert not any(label.startswith("deed: withdraw") for label in labels)


def test_a_hand_that_lost_a_card_gets_another_from_the_deck(fair: Path) -> None:
    game, moved = interpreted(fair), 0
    for seed in SEEDS:
        before = game.State(2, seed=seed).to_dict()
        state = game.State.setup(2, seed=seed, edits={"players.hand.1": ["l1", "l2"]}).to_dict()
        lost = set(before["players"]["hand"]["2"]) & {"l1", "l2"}
        moved += bool(lost)
        assert len(state["players"]["hand"]["2"]) == 2
        assert set(before["players"]["hand"]["2"]) - lost <= set(state["players"]["hand"]["2"])
        assert len(state["stall"]) == 3
    assert moved


def test_tiles_without_a_deck_to_come_from_change_places(fair: Path) -> None:
    """What had to make way goes where the wanted one came from."""
    for seed in SEEDS:
        state = interpreted(fair).State(2, seed=seed)
        state = state.edited({"chest": []}) if seed % 2 else state
        signs = state.to_dict()["spots"]["sign"]
        wanted = signs["south"]
        after = state.edited({"spots.sign.north": wanted}).to_dict()["spots"]["sign"]
        assert after["north"] == wanted
        assert after["south"] not in (None, wanted)


def wild(game: Any, rnd: random.Random, most: int) -> list[dict[str, Any]]:
    """Edits of single zones, each with a piece of some kind or with more than there are."""
    view, found = game._face.view, list[dict[str, Any]]()
    for stock in view.schema.stocks:
        for zone in zones_of(view, stock):
            if zone.form in ("spaces", "own"):
                continue
            kind = rnd.randrange(len(stock.kinds))
            total = stock.totals[kind] or 1
            counts = {stock.kinds[kind]: rnd.choice([1, total, total + 1])}
            content = counts if zone.form == "counts" else [stock.kinds[kind]]
            found.append({".".join(one for one in (zone.name, path_of(view, zone)) if one): content})
    rnd.shuffle(found)
    for board in view.schema.boards:
        kind, slot = board.pieces[0]
        found.insert(0, {f"{board.name}.{board.spaces[0]}": f"{kind} of {view.slots[slot].dims[0][0]}"})
    return found[:most]


def for_all_seeds_or_none(game: Any, most: int, seeds: range = SEEDS) -> tuple[int, int]:
    """How many edits succeeded, how many were refused; each of them for all seeds."""
    configuration = game.CONFIGURATIONS[0]
    states = [game.State(seed=seed, record=False, **configuration) for seed in seeds]
    made = refused = 0
    for edits in wild(game, random.Random(5), most):
        results = [outcome(lambda state=state: state.edited(edits)) for state in states]  # noqa: B023
        problems = {problem for _, problem in results}
        assert problems == {""} or "" not in problems, (edits, problems)
        made += "" in problems
        refused += "" not in problems
    return made, refused


LARGE = tuple(sorted((ROOT / "games").glob("*.rules")))


@pytest.mark.parametrize("path", all_but_large([*CLASSICS, *SMALL, *LARGE], 3))
def test_every_kind_of_zone_of_every_game(path: Path) -> None:
    game = interpreted(path)
    if not game._face.schema.stocks and not game._face.schema.boards:
        pytest.skip("there are no pieces in this game")
    for_all_seeds_or_none(game, *((4, range(4)) if path in LARGE else (8, range(10))))


@pytest.mark.long
@pytest.mark.parametrize("path", [*CLASSICS, *SMALL, *LARGE], ids=lambda path: path.stem)
def test_many_zones_of_every_game(path: Path) -> None:
    made, _ = for_all_seeds_or_none(interpreted(path), 400)
    assert made or not interpreted(path)._face.schema.stocks


# --- what is refused, and how it is named -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"edits": {"players.hand.1": ["l1"], "players.hand.2": ["l1"]}},
            "edits: there are only 1 of `l1`, but the edits want 2 in `players.hand`: "
            "1 in `players.hand.1`, 1 in `players.hand.2`",
        ),
        ({"edits": {"stall": ["l77"]}}, 'edits["stall"]: `stall`: '),
        ({"edits": {"pile": {"bottom": ["l1"]}}}, 'edits["pile"]: `pile`: what lies face down has no order'),
        ({"before": ["wether: rainy"]}, 'before[0]: "wether: rainy": fair has no action'),
        ({"before": ["wether: rainy"]}, "did you mean 'weather: rainy'"),
        ({"play": [7]}, "play[0]: 7: a label is text"),
        ({"play": {"take": 1}}, "`before` and `play` are lists of labels; `play` is dict"),
        (
            {"edits": {"pile": {}}, "at": "fair_day"},
            'edits["pile"]: from this position the game can\'t go on at `fair_day`: ',
        ),
        ({"edits": {"stall": {}}}, 'edits["stall"]: from this position the game can\'t go on: `take` has no'),
    ],
)
def test_the_entry_that_fails_is_named(fair: Path, given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=".*") as caught:
        interpreted(fair).State.setup(2, seed=1, **given)
    assert words in str(caught.value)


def test_an_option_that_is_not_offered_is_named_by_its_place(fair: Path) -> None:
    state = interpreted(fair).State(2, seed=1)
    offered = [state.action_to_string(action) for action in state.legal_actions()]
    missing = next(f"take: l{n}" for n in range(1, 9) if f"take: l{n}" not in offered)
    with pytest.raises(IllegalAction, match=r'play\[0\]: "take: l\d": `take` does not offer'):
        interpreted(fair).State.setup(2, seed=1, play=[missing])


# --- chance -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mood", ["sunny", "rainy"])
def test_what_is_tossed_can_be_given(backend: Any, fair: Path, mood: str) -> None:
    """In a game that draws by itself, too; all else comes as the seed has it."""
    game, usual = backend(fair), backend(fair).State(2, seed=4)
    state = game.State.setup(2, seed=4, before=[f"weather: {mood}"])
    assert state.to_dict()["weather"] == mood
    assert state.to_dict()["chance"] == "sampled"
    assert state.to_dict()["players"] == usual.to_dict()["players"]
    assert state.current_player() == 0
    later = game.State.setup(2, seed=4, before=[f"weather: {mood}"], at="turn of 2")
    assert (later.to_dict()["weather"], later.current_player()) == (mood, 1)
    state.play(state.action_to_string(state.legal_actions()[0]))


def test_chance_in_play_comes_when_its_event_does(backend: Any, fair: Path) -> None:
    state = backend(fair).State.setup(2, seed=4, edits={"stall": ["l1", "l2", "l3"]}, at="turn of 2")
    labels = ["take: l1", "drop: l1", "pile: l9", "pile: l8", "pile: l7"]
    state = backend(fair).State.setup(
        2, seed=4, edits={"stall": ["l1", "l2", "l3"], "players.hand": {}}, at="turn of 2", play=labels
    )
    assert state.to_dict()["stall"] == ["l9", "l8", "l7"]
    assert state.current_player() == 0


def test_without_labels_of_chance_nothing_is_drawn_otherwise(backend: Any, fair: Path) -> None:
    for seed in range(3):
        assert backend(fair).State.setup(2, seed=seed) == backend(fair).State(2, seed=seed)


# --- checkpoints, states that exist -------------------------------------------------------------------------


def test_a_row_is_dealt_once(backend: Any, fair: Path) -> None:
    """What the phase deals at its beginning is dealt anew; for a turn in it, it lies there already."""
    for seed in range(5):
        day = backend(fair).State.setup(2, seed=seed, at="fair_day")
        assert len(day.to_dict()["stall"]) == 3
        assert len(backend(fair).State.setup(2, seed=seed, at="turn of 2").to_dict()["stall"]) == 3
        assert day == backend(fair).State(2, seed=seed)


def test_a_state_is_edited_into_another(backend: Any, fair: Path) -> None:
    state = backend(fair).State(2, seed=4)
    saved = state.to_bytes()
    other = state.edited({"stall": ["l1"], "rounds": 2}, at="turn of 2", play=["take: l1"])
    assert state.to_bytes() == saved
    assert other.decision() == "drop"
    assert "l1" in other.to_dict()["players"]["hand"]["2"]
    assert other.to_dict()["rounds"] == 2
    assert state.edited() == state
