"""Draws pieces, chips, cards and card backs."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from rulec.picture.canvas import SMALLEST, Box, Canvas
from rulec.picture.draw_backdrop import draw_icon
from rulec.picture.fonts import LEADING, block, elided, width, wrapped
from rulec.picture.palette import RINGS, ink_on, owner_ink, owner_style
from rulec.picture.scene_records import NOBODY, Mark, Token

CHIP_HEIGHT = 22.0
CARD_WIDTH = 119.0
_WORDS = 8  # lines on a card
_SENTENCE = 5  # lines of a sentence on a card
_NAME = 17.0  # minimal height of a card's name
_LINE = 12.4
_SMALL_PRINT = 6.5  # of names on plates, which would be cut otherwise
_PLATE = 34.0  # minimal width of a card with its name
_COUNTED = 9.0  # minimal radius for a sign beside a number


def describe(token: Token, owners: Sequence[str]) -> str:
    """Full text of a token, including details that do not fit on it."""
    if token.form == "back":
        text = f"{token.count} face down" if token.text == "" else "not known"
    else:
        text = f"{token.count} {token.text}" if token.count > 1 else token.text
    whose = f" of {owners[token.owner]}" if 0 <= token.owner < len(owners) else ""
    words = f" ({'; '.join(token.words)})" if token.words else ""
    return f"{text}{whose}{words}"


def sign_of(token: Token, plain: bool) -> str:
    """Short sign of a piece: the owner's number if all are alike, else initials."""
    if plain and token.owner != NOBODY:
        return str(token.owner + 1)
    words = token.text.split()
    if not words:
        return ""
    if len(words) > 1 and words[-1].isdigit() and len(words[-1]) < 3:
        return words[0][0].upper() + words[-1]
    return "".join(word[0] for word in words[:2]).upper() if len(words) > 1 else token.text[:2]


def piece(
    canvas: Canvas, token: Token, x: float, y: float, r: float, sign: str, owners: Sequence[str]
) -> None:
    """Draw a round piece in its owner's colour and ring, with a sign if legible."""
    with canvas.group(describe(token, owners), token.mark):
        fill = token.colour if token.owner == NOBODY else ""
        ink = ink_on(fill) if fill else owner_ink(token.owner)
        if token.form == "back":
            canvas.rect(Box(x - 0.75 * r, y - r, 1.5 * r, 2 * r), "back", 2)
            ink, sign = "backink", str(token.count) if token.text == "" else token.text
        elif token.form in ("card", "value"):
            canvas.rect(Box(x - r, y - 0.72 * r, 2 * r, 1.44 * r), owner_style(token.owner), 3, fill)
        else:
            canvas.circle(x, y, r, owner_style(token.owner), fill)
            if token.owner != NOBODY and RINGS[token.owner % len(RINGS)] and r >= 7:
                canvas.circle(x, y, r - 2.6, f"r{token.owner % len(RINGS)}")
        counted = token.count > 1 and token.form != "back"
        if token.icon is not None and token.form != "back" and r >= 5.5:
            draw_icon(canvas, token.icon, x, y, 1.3 * r, ink)
        elif sign and r >= (_COUNTED if counted else 5.5):
            ringed = token.form == "piece" and RINGS[token.owner % len(RINGS)] if token.owner >= 0 else ""
            room = (1.25 if ringed else 1.5) * r
            # Below the number, where there is one.
            place = Box(
                x - room / 2, y - (0.24 if counted else 0.62) * r, room, (0.98 if counted else 1.24) * r
            )
            size = min(20, (0.82 if counted else 1) * r)
            canvas.text(sign, place, size, ink, "middle", True, least=6 if len(sign) == 1 else SMALLEST)
        if token.changed:
            canvas.circle(x, y, r + 1.5, "changed")
        if token.mark is not None:
            canvas.circle(x, y, r + 1.5, "offer")
    if token.count > 1 and token.form != "back" and r >= 5.5:
        _badge(canvas, x + 0.72 * r, y - 0.72 * r, token.count, r)


def _plate(canvas: Canvas, token: Token, room: Box, owners: Sequence[str]) -> None:
    """Draw a card or value with its whole name, in as many lines as fit the box."""
    wide = min(room.w, max(width(token.text, 11, True) + 10, 24))
    found = _on_plate(token, room)
    lines, size = found or ((token.text,), 11)
    high = min(room.h, max(22.0, len(lines) * size * LEADING + 4))
    box = Box(room.x + (room.w - wide) / 2, room.y + (room.h - high) / 2, wide, high)
    with canvas.group(describe(token, owners), token.mark):
        fill = token.colour if token.owner == NOBODY else ""
        canvas.rect(box, owner_style(token.owner) if fill or token.owner != NOBODY else "card", 3, fill)
        ink = ink_on(fill) if fill else owner_ink(token.owner) if token.owner != NOBODY else "ink"
        canvas.paragraph(token.text, box.inset(2), 11, ink, "middle", True, _SMALL_PRINT)
        _frame(canvas, box, token.changed, token.mark)


def _on_plate(token: Token, room: Box) -> tuple[tuple[str, ...], float] | None:
    """Lines of a name that a plate in this box shows whole, or None."""
    wide = min(room.w, max(width(token.text, 11, True) + 10, 24))
    return block(token.text, 11, _SMALL_PRINT, wide - 4, room.h - 4, True)


def _badge(canvas: Canvas, x: float, y: float, count: int, r: float) -> None:
    size = min(10.0, max(8.0, r * 0.62))
    text = str(count)
    half = max(size * 0.62, width(text, size, True) / 2 + 2)
    canvas.rect(Box(x - half, y - size * 0.62, 2 * half, size * 1.24), "badge", size * 0.62)
    canvas.text(text, Box(x - half, y - size * 0.6, 2 * half, size * 1.2), size, "badgeink", "middle", True)


def pile(
    canvas: Canvas,
    tokens: Sequence[Token],
    box: Box,
    owners: Sequence[str],
    plain: bool,
    largest: float = 26.0,
) -> None:
    """Draw tokens side by side in a box; the rest becomes a count.

    `largest` is the maximal radius of a piece.
    """
    if not tokens or min(box.w, box.h) < 3:
        return
    most = max(1, int(box.w // 13) * max(1, int(box.h // 13)))
    shown, more = (tokens, 0) if len(tokens) <= most else (tokens[: most - 1], len(tokens) - most + 1)
    places = len(shown) + (more > 0)
    columns = min(places, max(1, ceil(sqrt(places * box.w / max(box.h, 1)))))
    lines = ceil(places / columns)
    wide, high = box.w / columns, box.h / lines
    # Room for badges and for the ring around changed tokens.
    r = max(1.5, min(wide / 2 - 1.8, high / 2 - 1.8, largest))
    if any(token.count > 1 for token in shown) and r > 7:
        r *= 0.84
    left, top = box.x + (box.w - columns * wide) / 2, box.y
    for number, token in enumerate(shown):
        x, y = left + (number % columns + 0.5) * wide, top + (number // columns + 0.5) * high
        room = Box(x - wide / 2, y - high / 2, wide, high).inset(1.8)
        named = token.form in ("card", "value") and token.count == 1 and wide >= _PLATE
        if named and (token.form == "value" or _on_plate(token, room) is not None):
            _plate(canvas, token, room, owners)
        else:
            piece(canvas, token, x, y, r, sign_of(token, plain), owners)
    if more:
        x, y = left + ((places - 1) % columns + 0.5) * wide, top + ((places - 1) // columns + 0.5) * high
        with canvas.group("; ".join(describe(token, owners) for token in tokens[len(shown) :])):
            canvas.text(f"+{more}", Box(x - wide / 2, y - high / 2, wide, high), 10, "ink", "middle", True)


def chip_width(token: Token, most: float) -> float:
    swatch = 0 if token.form == "value" and token.owner == NOBODY else 18
    text = _chip_text(token)
    return min(most, width(text, 12, token.form == "value") + swatch + 14)


def _chip_text(token: Token) -> str:
    if token.form == "back":
        return f"{token.count} face down" if token.text == "" else token.text
    return f"{token.text} ×{token.count}" if token.count > 1 else token.text


def chip(canvas: Canvas, token: Token, x: float, y: float, most: float, owners: Sequence[str]) -> float:
    """Draw a token as a framed word; return its width."""
    wide = chip_width(token, most)
    box = Box(x, y, wide, CHIP_HEIGHT)
    swatch = 0 if token.form == "value" and token.owner == NOBODY else 18
    with canvas.group(describe(token, owners), token.mark):
        canvas.rect(box, "chip", 4)
        if token.form == "back":
            canvas.rect(Box(x + 5, y + 4, 10, 14), "back", 2)
        elif swatch and token.form == "card":
            canvas.rect(Box(x + 5, y + 4, 10, 14), owner_style(token.owner), 2, token.colour)
        elif swatch:
            canvas.circle(
                x + 11, y + 11, 6, owner_style(token.owner), token.colour if token.owner < 0 else ""
            )
        if token.icon is not None and swatch and token.form != "back":
            fill = token.colour if token.owner == NOBODY else ""
            ink = ink_on(fill) if fill else owner_ink(token.owner)
            draw_icon(canvas, token.icon, x + 11, y + 11, 11, ink)
        text = _chip_text(token)
        canvas.text(text, Box(x + 7 + swatch, y + 1, wide - 13 - swatch, 20), 12, bold=token.form == "value")
        _frame(canvas, box, token.changed, token.mark)
    return wide


def card_lines(token: Token) -> list[str]:
    """Text lines on a card, truncated to fit."""
    lines: list[str] = []
    for words in token.words:
        if len(lines) < _WORDS:
            lines += wrapped(words, 9.5, CARD_WIDTH - 17, min(_WORDS - len(lines), _SENTENCE))
    return lines


def _card_name(token: Token) -> tuple[tuple[str, ...], float]:
    """Lines of a card's name, and their size."""
    name = f"{token.text} ×{token.count}" if token.count > 1 else token.text
    room = CARD_WIDTH - 17 - (16 if token.icon is not None else 0)
    found = block(name, 12, 10, room, 2 * 12 * LEADING + 0.1, True)
    found = found or block(name, 10, SMALLEST, room, 4 * 10 * LEADING + 0.1, True)
    return found or ((elided(name, SMALLEST, room, True),), SMALLEST)


def _name_height(token: Token) -> float:
    lines, size = _card_name(token)
    return max(_NAME, len(lines) * size * LEADING + 2)


def card_height(tokens: Sequence[Token]) -> float:
    """Common height of cards side by side."""
    return 11 + max(_name_height(token) + _LINE * len(card_lines(token)) for token in tokens)


def card(canvas: Canvas, token: Token, x: float, y: float, high: float, owners: Sequence[str]) -> None:
    """Draw a card with its name and text lines."""
    wide = CARD_WIDTH
    box = Box(x, y, wide, high)
    with canvas.group(describe(token, owners), token.mark):
        canvas.rect(box, "card", 6)
        canvas.rect(Box(x, y, 5, high), owner_style(token.owner), 2, token.colour)
        if token.icon is not None:
            draw_icon(canvas, token.icon, x + wide - 13, y + 12.5, 14, "dim")
        lines, size = _card_name(token)
        tall, room = _name_height(token), wide - 17 - (16 if token.icon is not None else 0)
        each = tall / len(lines)
        for number, line in enumerate(lines):
            canvas.text(line, Box(x + 11, y + 4 + number * each, room, each), size, bold=True)
        for number, line in enumerate(card_lines(token)):
            canvas.text(line, Box(x + 11, y + 5 + tall + number * _LINE, wide - 17, _LINE), 9.5, "dim")
        _frame(canvas, box, token.changed, token.mark)


def back(canvas: Canvas, x: float, y: float, wide: float, high: float, count: int) -> None:
    """Draw a stack of face-down cards with its number."""
    if count > 1:
        canvas.rect(Box(x + 3, y - 3, wide, high), "back", 4)
    canvas.rect(Box(x, y, wide, high), "back", 4)
    canvas.rect(Box(x + 3, y + 3, wide - 6, high - 6), "backline", 3)
    canvas.text(str(count), Box(x + 3, y + high / 2 - 9, wide - 6, 18), 15, "backink", "middle", True)


def _frame(canvas: Canvas, box: Box, changed: bool, mark: Mark | None) -> None:
    if changed:
        canvas.rect(box, "changed", 5)
    if mark is not None:
        canvas.rect(box.inset(-0.5 if not changed else 2.5), "offer", 5)
