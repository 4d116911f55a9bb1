"""Pages for windows of any width: whose turn it is, whole boards, names and panels that fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec import picture
from rulec.picture.canvas import Canvas, Rect, Text
from rulec.picture.draw_zones import draw_turn, draw_zones
from rulec.picture.html_renderer import _least_width
from rulec.picture.names import humanise
from rulec.picture.page import draw_panels
from rulec.picture.scene_records import BoardPanel, DeckPanel, Mark, Token, TurnPanel, ZonePanel, ZoneRow
from tests.picture.positions import ROOT, interpreted

CLASSICS = sorted((ROOT / "games" / "classics").glob("*.rules"))
PHONE = 372.0  # room of a panel in a window 400 pixels wide


def texts(canvas: Canvas) -> list[str]:
    return [one.text for one in canvas.items if isinstance(one, Text)]


def test_the_page_begins_with_the_turn() -> None:
    state: Any = interpreted(ROOT / "games" / "classics" / "connect_four.rules").State()
    head = picture.html(state.child(state.legal_actions()[0])).partition('<div class="flow">')[0]
    assert "<strong>Player 2</strong> <span>To choose: Where to drop a disc</span>" in head
    assert head.index(">2</text>") < head.index("<strong>")


def test_the_page_begins_with_the_result() -> None:
    state: Any = interpreted(ROOT / "games" / "classics" / "tic_tac_toe.rules").State()
    while not state.is_terminal():
        state = state.child(state.legal_actions()[0])
    head = picture.html(state).partition('<div class="flow">')[0]
    assert "<strong>Game over</strong>" in head


@pytest.mark.parametrize("path", CLASSICS, ids=lambda path: path.stem)
def test_small_boards_fit_a_phone(path: Path) -> None:
    state: Any = interpreted(path).State()
    boards = [one for one in draw_panels(picture.scene(state), flowing=True) if one.span > 1]
    assert all(_least_width(one) <= PHONE for one in boards)


def test_boards_have_no_margins() -> None:
    state: Any = interpreted(ROOT / "games" / "classics" / "breakthrough.rules").State()
    (board,) = (
        one for one in draw_panels(picture.scene(state), flowing=True) if isinstance(one.panel, BoardPanel)
    )
    squares = [one.box for one in board.items if isinstance(one, Rect) and one.box.w == one.box.h]
    assert sum(box.w for box in squares if box.y == squares[0].y) > 0.85 * board.width


def test_only_boards_and_tracks_are_wide() -> None:
    game = rulec.interpret(ROOT / "games" / "railway_boom.rules")
    drawn = draw_panels(picture.scene(game.State(seed=1)), flowing=True)
    assert any(isinstance(one.panel, DeckPanel) and len(one.panel.decks) > 4 for one in drawn)
    assert {one.span for one in drawn if isinstance(one.panel, DeckPanel | ZonePanel)} == {1}
    for one in drawn:  # also in windows that round down
        frame = one.items[0]
        assert isinstance(frame, Rect)
        assert frame.box.y >= 1.5
        assert frame.box.y + frame.box.h <= one.height - 1.5


@pytest.mark.parametrize("name", ["Stock", "Hand", "Left", "Goods of all"])
def test_names_of_rows_are_whole(name: str) -> None:
    canvas = Canvas()
    draw_zones(canvas, ZonePanel("Common", (ZoneRow(name, (Token("Coal", "value"),)),)), 398, ())
    assert name in texts(canvas)


def turn_of(*options: str) -> list[str]:
    canvas = Canvas()
    marks = tuple(Mark(number, text, text) for number, text in enumerate(options))
    draw_turn(canvas, TurnPanel("Player 1", 0, "To choose: Card", options=marks), 398, ("Player 1",))
    return texts(canvas)[3:]


def test_options_do_not_repeat_the_question() -> None:
    assert turn_of("Choose a card: crew", "Choose a card: l01") == ["Crew", "l01"]
    assert turn_of("Choose a card: crew") == ["Choose a card: crew"]
    assert turn_of("Choose a card: crew", "Pass") == ["Choose a card: crew", "Pass"]
    assert turn_of("Choose a card: crew", "Pay for: it") == ["Choose a card: crew", "Pay for: it"]


def test_short_first_words_of_names() -> None:
    assert [humanise(one) for one in ("st_louis", "a1", "co", "a_b", "york")] == [
        "St louis", "a1", "co", "a b", "York",
    ]  # fmt: skip
