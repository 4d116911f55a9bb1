"""What a scene says of a position: options, changes, owners, decks, tracks, drawn boards."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from rulec import picture
from rulec.picture import scene
from rulec.picture.colour_vision import APART, distance
from rulec.picture.graph_layout import layered_layout, stress_layout
from rulec.picture.names import COLOURS
from rulec.picture.palette import OWNERS, contrast, ink_on, text_colours
from rulec.picture.scene_records import BoardPanel, DeckPanel, TrackPanel, ZonePanel
from tests.engines import engine
from tests.large import some_by_default
from tests.picture.positions import ROOT, SMALL, interpreted, random_positions

CLASSICS = ROOT / "games" / "classics"


def panel(shown: Any, kind: type, title: str = "") -> Any:
    return next(one for one in shown.panels if isinstance(one, kind) and title in one.title)


@pytest.mark.parametrize("path", some_by_default(SMALL, 5), ids=lambda path: path.stem)
def test_every_option_can_be_chosen_once(path: Path) -> None:
    """Each legal action is in the list of the page; no other action is in the picture."""
    for state, before, _ in random_positions(interpreted(path), 2, 0, 5, 12):
        page = picture.html(state, None, before)
        legal = [] if state.is_terminal() else state.legal_actions()
        listed = [int(one) for one in re.findall(r'<li data-action="(\d+)"', page)]
        assert listed == legal
        assert {int(one) for one in re.findall(r'data-action="(\d+)"', picture.svg(state))} <= set(legal)


def test_spaces_bear_options_and_changes() -> None:
    game = interpreted(CLASSICS / "tic_tac_toe.rules")
    before = game.State()
    state = before.child(before.string_to_action("mark: b2"))
    board = panel(scene(state, None, before), BoardPanel)
    spaces = {space.label: space for space in board.spaces}
    assert spaces["b2"].mark is None
    assert spaces["b2"].changed
    assert [token.owner for token in spaces["b2"].tokens] == [0]
    assert spaces["a1"].mark.label == "mark: a1"
    assert not spaces["a1"].changed
    assert (spaces["a1"].x, spaces["a1"].y) == (0, 2)
    assert "Before: Player 1, Mark: b2" in picture.svg(
        state, None, before, picture.last_choice(before, before.string_to_action("mark: b2"))
    )


def test_left_spaces_are_changed_and_steps_are_arrows() -> None:
    before = interpreted(CLASSICS / "breakthrough.rules").State()
    state = before.child(before.string_to_action("move: a2-a3"))
    board = panel(scene(state, None, before), BoardPanel)
    assert {space.label for space in board.spaces if space.changed} == {"a2", "a3"}
    arrows = {arrow.mark.label: (arrow.start, arrow.end) for arrow in board.arrows}
    assert set(arrows) == set(state.legal_labels())
    labels = [space.label for space in board.spaces]
    start, end = arrows["move: b7-b6"]
    assert (labels[start], labels[end]) == ("b7", "b6")


def test_notebooks_show_pictures() -> None:
    state = interpreted(CLASSICS / "tic_tac_toe.rules").State()
    assert state._repr_svg_() == picture.svg(state)
    assert state._repr_html_() == picture.html_fragment(state)
    assert "<html" not in state._repr_html_()
    assert state._repr_html_() in picture.html(state)


def test_columns_that_can_be_chosen() -> None:
    state = interpreted(CLASSICS / "connect_four.rules").State()
    board = panel(scene(state), BoardPanel)
    assert [one.label for one in board.lines] == list("abcdefg")


@pytest.mark.parametrize(
    "path", [CLASSICS / "tic_tac_toe.rules", *(pytest.param(one, marks=pytest.mark.long) for one in SMALL)]
)
def test_scenes_are_those_of_the_engine_too(path: Path) -> None:
    slow, fast = interpreted(path), engine(path)
    mine, other = slow.State(seed=3), fast.State(seed=3)
    rnd = random.Random(1)
    for _ in range(25):
        if mine.is_terminal():
            break
        action = rnd.choice(mine.legal_actions())
        later = mine.child(action), other.child(action)
        for observer in (None, *range(mine.num_players())):
            assert scene(later[0], observer, mine) == scene(later[1], observer, other)
        mine, other = later
    assert mine.description() == other.description()


def test_a_game_written_five_minutes_ago(tmp_path: Path) -> None:
    rules = tmp_path / "caravans.rules"
    rules.write_text(CARAVANS, encoding="utf-8")
    state: Any = interpreted(rules).State(seed=4)
    shown = scene(state)
    towns = panel(shown, BoardPanel, "Towns")
    assert towns.form == "graph"
    assert [space.name for space in towns.spaces] == ["York", "Bath", "Ely"]
    assert [(link.start, link.end) for link in towns.links] == [(0, 1), (1, 2)]
    assert [(space.x, space.y) for space in towns.spaces] == [(0, 0), (2, 1), (4, 0)]
    assert [[token.text for token in space.tokens] for space in towns.spaces] == [
        ["Caravan", "Caravan"],
        [],
        [],
    ]
    fame = panel(shown, TrackPanel, "Fame")
    assert [[token.owner for token in space.tokens] for space in fame.rows[0].spaces][1] == [0, 1]
    deck = panel(shown, DeckPanel).decks[0]
    assert (deck.name, deck.down, len(deck.tops)) == ("Offers", 2, 1)
    assert deck.tops[0].words
    assert deck.tops[0].text.startswith("On top: ")
    player = panel(shown, ZonePanel, "Player 1")
    assert player.active
    assert [token.text for token in player.rows[0].tokens] == ["Coins 5"]
    assert shown.panels[0].options[-1].text == "Rest"
    later = state.child(state.string_to_action("turn: r1"))
    road = panel(scene(later, None, state), BoardPanel, "Towns").links[0]
    assert [token.owner for token in road.tokens] == [0]
    assert road.changed


CARAVANS = """\
game "Caravans"
  players 2
  length 40

table towns of town:
  town | display | x | y
  york | "York"  | 0 | 0
  bath | "Bath"  | 2 | 1
  ely  | "Ely"   | 4 | 0
graph roads of road: edges between towns
  road | ends
  r1   | york - bath
  r2   | bath - ely
table deals of deal, as pieces:
  deal     | display      | gain
  d_silk   | "Silk deal"  | 3
  d_salt   | "Salt deal"  | 2
  d_spice  | "Spice deal" | 5
deck offers of deal: from deals, top shown 1
coins: goods of each player, unlimited, starts 5
track fame for each player, starts 1: 0 to 4

each player has:
  caravan: town, starts york
  built: set of road

play:
  repeat 3 times:
    each player acting in seat order: turn

turn:
  choose one as turn:
    each road in roads where not (it in my built): set my built to my built + road
    rest: gain 1 coins

score:
  "Coins": my coins
"""


# --- layouts of graphs --------------------------------------------------------------------------------------


HUES = """game "Hues"
  players 2
  length 20
kind hues of hue: red, blue, sand
table cards of card, as pieces:
  card     | hue  | second hue | rank
  c1 to c3 | red  | blue       | number
  c4 to c6 | blue | sand       | number
  gold_1   | red  | blue       | 9
deck pile of card: from cards
each player has:
  hand: zone of card
setup: draw 7 from pile to p1's hand
play: each player acting in seat order: turn
turn: choose card from my hand as throw, if any: remove card
score:
  "Cards": number of my hand where (hue is red and second is red)
"""


def test_cards_have_the_colour_that_a_column_names(tmp_path: Path) -> None:
    """A colour in the name comes first; a column with another word in it names no colours."""
    (tmp_path / "hues.rules").write_text(HUES)
    state = interpreted(tmp_path / "hues.rules").State(2, seed=0)
    tokens = panel(scene(state), ZonePanel, "Player 1").rows[0].tokens
    found = {token.text: token.colour for token in tokens}
    assert found == {
        **dict.fromkeys(("c1", "c2", "c3"), COLOURS["red"]),
        **dict.fromkeys(("c4", "c5", "c6"), COLOURS["blue"]),
        "Gold 1": COLOURS["gold"],
    }


@pytest.mark.parametrize(
    ("size", "joins"),
    [
        (1, ()),
        (2, ((0, 1),)),
        (5, ()),
        (8, tuple((n, n + 1) for n in range(7))),
        (12, tuple((n, (n + 1) % 12) for n in range(12))),
        (25, tuple((n, n + d) for n in range(25) for d in (1, 5) if n + d < 25 and (d == 5 or n % 5 < 4))),
        (9, tuple((0, n) for n in range(1, 9))),
    ],
)
def test_nodes_of_a_graph_lie_apart(size: int, joins: tuple[tuple[int, int], ...]) -> None:
    points = stress_layout(size, joins)
    assert points == stress_layout.__wrapped__(size, joins)
    assert len(points) == size
    for number, (x, y) in enumerate(points):
        for u, v in points[:number]:
            assert abs(x - u) >= 0.86 or abs(y - v) >= 0.66


def test_one_way_graphs_are_layers() -> None:
    joins = ((0, 1), (0, 2), (1, 3), (2, 4), (4, 3), (3, 5), (5, 0))
    points, bends = layered_layout(7, joins)
    assert points[0][0] < points[1][0] < points[3][0] < points[5][0]
    assert points[1][1] != points[2][1]
    assert len(bends[2]) == 1  # the short branch passes one layer
    assert len(set(points)) == 7


def test_long_ways_fold() -> None:
    points, _ = layered_layout(60, tuple((n, n + 1) for n in range(59)))
    assert max(x for x, _ in points) < 14
    assert len(set(points)) == 60


# --- colours ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True])
def test_texts_have_the_contrast_of_wcag(dark: bool) -> None:
    assert [pair for pair in text_colours(dark) if contrast(*pair) < 4.5] == []
    inks = {"pieceink": "#16181d", "whiteink": "#ffffff"}
    assert [one for one in COLOURS.values() if contrast(inks[ink_on(one)], one) < 4.5] == []


@pytest.mark.parametrize("number", range(1, len(OWNERS)))
def test_owners_are_told_apart_without_colour_vision(number: int) -> None:
    """All colours are further apart than a glance needs; they differ by number and ring besides."""
    assert all(distance(OWNERS[number], other) > APART for other in OWNERS[:number])


def test_colours_as_they_are_seen() -> None:
    assert distance("#ff0000", "#ff0000") == 0
    assert distance("#000000", "#ffffff") > 400
    # Red and olive differ by hue alone: without the cones for red or green they are one colour.
    assert distance("#a04000", "#6e6a00") < 45 < distance("#a04000", "#0040a0")
