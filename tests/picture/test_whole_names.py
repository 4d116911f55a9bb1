"""Long names of cards and tiles are shown whole: in lines, else smaller."""

from __future__ import annotations

import pytest

from rulec.picture.canvas import Box, Canvas, Text
from rulec.picture.draw_tokens import card, card_height, pile
from rulec.picture.fonts import block, width
from rulec.picture.scene_records import Token

NAMES = [
    "Kitchen",
    "Station Master of Two Words",
    "Black Rockfall",
    "Gunpowder in the Cargo",
    "Train tile bonus",
]


def texts(canvas: Canvas) -> list[Text]:
    return [one for one in canvas.items if isinstance(one, Text)]


@pytest.mark.parametrize("name", NAMES)
def test_cards(name: str) -> None:
    token = Token(name, "card", words=("pay $200, take a train",))
    canvas = Canvas()
    high = card_height([token])
    card(canvas, token, 0, 0, high, ())
    found = texts(canvas)
    assert name in " ".join(one.text for one in found)
    assert all(Box(0, 0, 119, high).holds(one.extent) for one in found)
    assert not any(one.extent.meets(other.extent) for one in found for other in found if one is not other)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("room", [Box(0, 0, 56, 30), Box(0, 0, 48, 44), Box(0, 0, 120, 20)])
def test_plates(name: str, room: Box) -> None:
    canvas = Canvas()
    pile(canvas, [Token(name, "card")], room, (), False)
    found = texts(canvas)
    shown = " ".join(one.text for one in found)
    assert "…" not in shown
    assert shown == name or len(shown) <= 2  # initials, where no size fits
    assert all(room.holds(one.extent) for one in found)


def test_text_in_a_box() -> None:
    assert block("one two", 12, 8, 100, 14) == (("one two",), 12)
    assert block("one two", 12, 8, 30, 40) == (("one", "two"), 12)
    assert block("incomprehensibilities", 12, 8, 30, 40) is None
    lines, size = block("three words here", 12, 6, 40, 22) or ((), 0)
    assert size < 12
    assert all(width(line, size) <= 40 for line in lines)
