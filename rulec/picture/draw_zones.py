"""Draws panels of zones, decks, scores and the turn at a given width."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.picture.canvas import Box, Canvas
from rulec.picture.draw_tokens import (
    CARD_WIDTH,
    CHIP_HEIGHT,
    back,
    card,
    card_height,
    chip,
    chip_width,
    describe,
)
from rulec.picture.fonts import width, wrapped
from rulec.picture.names import humanise
from rulec.picture.palette import RINGS, owner_ink, owner_style
from rulec.picture.scene_records import (
    NOBODY,
    Deck,
    DeckPanel,
    Mark,
    SheetPanel,
    Token,
    TurnPanel,
    ZonePanel,
    ZoneRow,
)

PAD = 12.0
_GAP = 5.0
_CARDS = 6  # cards per row, else chips
_FEW = 5  # copies per card, else a supply
_CHIPS = 40  # tokens per row, else a count
_OPTIONS = 36


def badge(canvas: Canvas, x: float, y: float, owner: int) -> None:
    """Draw the sign of a player or actor: colour, ring and number."""
    canvas.circle(x, y, 9, owner_style(owner))
    if RINGS[owner % len(RINGS)]:
        canvas.circle(x, y, 6.4, f"r{owner % len(RINGS)}")
    canvas.text(str(owner + 1), Box(x - 8, y - 8, 16, 16), 11, owner_ink(owner), "middle", True)


def heading(canvas: Canvas, title: str, wide: float, owner: int = NOBODY, owned: bool = False) -> float:
    """Draw the title of a panel with its owner's piece; return the top of the content."""
    left = PAD
    if owned and owner != NOBODY:
        badge(canvas, PAD + 9, 20, owner)
        left += 26
    canvas.text(title, Box(left, 9, wide - left - PAD, 22), 15, bold=True, least=11)
    return 38.0


def draw_zones(canvas: Canvas, panel: ZonePanel, wide: float, owners: Sequence[str]) -> float:
    top = heading(canvas, panel.title, wide, panel.owner, True)
    if panel.mark is not None:
        with canvas.group(panel.mark.text, panel.mark):
            canvas.rect(Box(PAD - 4, 6, wide - 2 * PAD + 8, 28), "offer", 6)
    labels = [width(row.name, 11) for row in panel.rows]
    side = min(max(labels, default=0) + 9, 0.3 * wide)
    for line in _lines(panel.rows, wide):
        if len(line) == 1:
            top = _row(canvas, line[0], top, wide, side, owners)
        else:
            top = _side_by_side(canvas, line, top, owners)
    return top + PAD - _GAP


def _as_cards(row: ZoneRow) -> bool:
    """Check whether a row's tokens are few enough to be drawn as cards."""
    few = 0 < len(row.tokens) <= _CARDS
    return few and all(one.form == "card" and one.count <= _FEW for one in row.tokens)


def _lines(rows: Sequence[ZoneRow], wide: float) -> list[list[ZoneRow]]:
    """Arrange rows in lines; rows of few cards share a line."""
    found: list[list[ZoneRow]] = []
    left = 0.0  # free width of the last line
    for row in rows:
        needed = len(row.tokens) * (CARD_WIDTH + _GAP)
        cards = bool(row.name) and _as_cards(row)
        if cards and needed <= left:
            found[-1].append(row)
            left -= needed
        else:
            found.append([row])
            left = wide - 2 * PAD + _GAP - needed if cards else 0.0
    return found


def _side_by_side(canvas: Canvas, rows: Sequence[ZoneRow], top: float, owners: Sequence[str]) -> float:
    high = card_height([token for row in rows for token in row.tokens])
    left = PAD
    for row in rows:
        _name(canvas, row, left, top, len(row.tokens) * (CARD_WIDTH + _GAP) - _GAP)
        for token in row.tokens:
            card(canvas, token, left, top + CHIP_HEIGHT, high, owners)
            left += CARD_WIDTH + _GAP
    return top + CHIP_HEIGHT + high + _GAP + 2


def _name(canvas: Canvas, row: ZoneRow, left: float, top: float, room: float) -> None:
    with canvas.group(row.name, row.mark):
        canvas.text(row.name, Box(left, top, room, CHIP_HEIGHT), 11, "dim")
        if row.mark is not None:
            canvas.rect(Box(left - 4, top, room + 6, CHIP_HEIGHT), "offer", 5)


def _row(canvas: Canvas, row: ZoneRow, top: float, wide: float, side: float, owners: Sequence[str]) -> float:
    """Draw a zone: name beside its chips, or above its cards."""
    as_cards, left = _as_cards(row), PAD
    if row.name:
        _name(canvas, row, PAD, top, wide - 2 * PAD if as_cards else side - 8)
        left += 0 if as_cards else side
    if as_cards:
        return _cards(canvas, row.tokens, top + (CHIP_HEIGHT if row.name else 0), wide, owners)
    return _chips(canvas, row.tokens, left, top, wide - PAD, owners)


def _cards(canvas: Canvas, cards: Sequence[Token], top: float, wide: float, owners: Sequence[str]) -> float:
    each = max(1, int((wide - 2 * PAD + _GAP) // (CARD_WIDTH + _GAP)))
    for start in range(0, len(cards), each):
        line = cards[start : start + each]
        high = card_height(line)
        for number, token in enumerate(line):
            card(canvas, token, PAD + number * (CARD_WIDTH + _GAP), top, high, owners)
        top += high + _GAP
    return top + 2


def _chips(
    canvas: Canvas, tokens: Sequence[Token], left: float, top: float, right: float, owners: Sequence[str]
) -> float:
    x, most = left, right - left
    for token in tokens[:_CHIPS]:
        needed = chip_width(token, most)
        if x + needed > right and x > left:
            x, top = left, top + CHIP_HEIGHT + _GAP
        x += chip(canvas, token, x, top, most, owners) + _GAP
    if len(tokens) > _CHIPS:
        top += CHIP_HEIGHT + _GAP
        with canvas.group("; ".join(describe(token, owners) for token in tokens[_CHIPS:])):
            more = f"and {len(tokens) - _CHIPS} more"
            canvas.text(more, Box(left, top, most, CHIP_HEIGHT), 12, "dim")
    return top + CHIP_HEIGHT + _GAP


def draw_decks(canvas: Canvas, panel: DeckPanel, wide: float, owners: Sequence[str]) -> float:
    top = heading(canvas, panel.title, wide)
    columns = max(1, int((wide - 2 * PAD) // 185))
    each = (wide - 2 * PAD) / columns
    for start in range(0, len(panel.decks), columns):
        lows = [
            _deck(canvas, deck, PAD + number * each, top, each - 8, owners)
            for number, deck in enumerate(panel.decks[start : start + columns])
        ]
        top = max(lows) + 8
    return top + 2


def _deck(canvas: Canvas, deck: Deck, x: float, top: float, wide: float, owners: Sequence[str]) -> float:
    what = f"{deck.name}: {deck.down} face down"
    known = ", ".join(f"{one.count} {one.text}" if one.count > 1 else one.text for one in deck.known)
    with canvas.group(f"{what}; known there: {known}" if known else what):
        back(canvas, x + 1, top + 4, 36, 48, deck.down)
        left, room = x + 48, wide - 48
        y = top
        for line in wrapped(deck.name, 12, room, 2, True):
            canvas.text(line, Box(left, y, room, 16), 12, bold=True)
            y += 16
        if known:
            for line in wrapped(f"Known: {known}", 10, room, 2):
                canvas.text(line, Box(left, y, room, 13), 10, "dim")
                y += 13
    y = max(y, top + 56) if not deck.tops else y + 2
    for token in deck.tops:
        chip(canvas, token, left, y, room, owners)
        y += CHIP_HEIGHT + 3
    y = max(y, top + 56)
    if deck.discarded:
        count = sum(token.count for token in deck.discarded)
        with canvas.group("Discarded: " + "; ".join(describe(one, owners) for one in deck.discarded)):
            canvas.text(f"Discarded: {count}", Box(x, y, wide, 14), 11, "dim")
        y += 15
    return y


def draw_sheet(canvas: Canvas, panel: SheetPanel, wide: float, owners: Sequence[str]) -> float:
    top = heading(canvas, panel.title, wide)
    count = len(panel.players)
    cell = min(64.0, 0.62 * (wide - 2 * PAD) / max(count, 1))
    first = wide - PAD - count * cell
    for number, (owner, name) in enumerate(zip(panel.players, panel.names, strict=True)):
        box = Box(first + number * cell, top, cell, 20)
        if owner == NOBODY:
            canvas.text(name, box.inset(2), 11, "dim", "end")
        else:
            with canvas.group(name):
                canvas.circle(box.x + cell - 9, box.y + 10, 8, owner_style(owner))
                canvas.text(
                    str(owner + 1),
                    Box(box.x + cell - 17, box.y + 2, 16, 16),
                    10,
                    owner_ink(owner),
                    "middle",
                    True,
                )
    top += 23
    rows = [*panel.lines, ("Total", panel.totals)]
    for name, points in rows:
        total = name == "Total" and points is panel.totals
        if total:
            canvas.line(PAD, top + 1, wide - PAD, top + 1, "rule")
            top += 4
        canvas.text(name, Box(PAD, top, first - PAD - 6, 18), 12, bold=total)
        for number, value in enumerate(points):
            box = Box(first + number * cell, top, cell - 2, 18)
            canvas.text(str(value), box, 12, "ink", "end", total)
        top += 18
    return top + PAD - 4


def draw_turn(canvas: Canvas, panel: TurnPanel, wide: float, owners: Sequence[str]) -> float:
    top = heading(canvas, panel.title, wide, panel.owner, True)
    room = wide - 2 * PAD
    for text, style, size in ((panel.question, "ink", 13.0), (panel.last, "dim", 11.0)):
        for line in wrapped(text, size, room, 2):
            canvas.text(line, Box(PAD, top, room, size + 5), size, style)
            top += size + 5
    if panel.elsewhere:
        marked = "1 option is" if panel.elsewhere == 1 else f"{panel.elsewhere} options are"
        canvas.text(f"{marked} marked in the picture", Box(PAD, top, room, 16), 11, "dim")
        top += 17
    if panel.options:
        top = _options(canvas, panel.options, top + 4, wide, owners)
    return top + PAD - 4


def _common_question(options: Sequence[Mark]) -> str:
    """Beginning `Choose a card: ` of all options, which the question of the turn says already."""
    begins = {before + colon for mark in options for before, colon, _ in [mark.text.partition(": ")]}
    common = begins.pop() if len(options) > 1 and len(begins) == 1 else ""
    return common if common.endswith(": ") and all(len(mark.text) > len(common) for mark in options) else ""


def _options(
    canvas: Canvas, options: Sequence[Mark], top: float, wide: float, owners: Sequence[str]
) -> float:
    shown = options if len(options) <= _OPTIONS else options[: _OPTIONS - 1]
    skipped = len(_common_question(options))
    tokens = [
        Token(humanise(mark.text[skipped:]) if skipped else mark.text, "value", mark=mark) for mark in shown
    ]
    top = _chips(canvas, tokens, PAD, top, wide - PAD, owners)
    if len(shown) < len(options):
        more = f"and {len(options) - len(shown)} more options"
        canvas.text(more, Box(PAD, top, wide - 2 * PAD, 16), 11, "dim")
        top += 16
    return top
