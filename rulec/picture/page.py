"""Page layout: draws panels and arranges them in columns."""

from __future__ import annotations

from dataclasses import dataclass

from rulec.picture.canvas import Box, Canvas, Item
from rulec.picture.draw_backdrop import shades_of
from rulec.picture.draw_boards import draw_board, draw_track, used_width, wanted_width
from rulec.picture.draw_zones import PAD, draw_decks, draw_sheet, draw_turn, draw_zones
from rulec.picture.palette import OWNERS, Paint, ground_colours
from rulec.picture.scene_records import (
    NOBODY,
    BoardPanel,
    DeckPanel,
    Layout,
    Panel,
    Scene,
    SheetPanel,
    TrackPanel,
    TurnPanel,
    ZonePanel,
)

GAP = 14.0
COLUMN = 398.0
COLUMNS = 3
MARGIN = 16.0
_GAP_WORTH = 60.0  # smaller gaps stay empty
WIDTH = 2 * MARGIN + COLUMNS * COLUMN + (COLUMNS - 1) * GAP


@dataclass(frozen=True)
class DrawnPanel:
    panel: Panel
    items: tuple[Item, ...]
    width: float
    height: float
    span: int


@dataclass(frozen=True)
class PlacedPanel:
    drawn: DrawnPanel
    box: Box


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    panels: tuple[PlacedPanel, ...]
    head: tuple[Item, ...]


def ground_names(scene: Scene) -> tuple[str, ...]:
    """Grounds of all boards of a scene."""
    boards = [panel for panel in scene.panels if isinstance(panel, BoardPanel)]
    return tuple(dict.fromkeys(name for board in boards for name in board.legend))


def paint(scene: Scene) -> Paint:
    """Colours of a scene."""
    given: dict[str, tuple[str, str]] = {}
    shades: dict[tuple[str, str], None] = {}
    for panel in scene.panels:
        if isinstance(panel, BoardPanel):
            named = zip(panel.legend, panel.shades, strict=False)
            given.update({name: (one.light, one.dark) for name, one in named if one is not None})
            shades.update(dict.fromkeys((one.light, one.dark) for one in shades_of(panel.look)))
    names = ground_names(scene)
    owners = tuple(one.light for one in scene.colours)
    return Paint(
        ground_colours(names, tuple(given.get(name) for name in names)),
        (*owners, *OWNERS[len(owners) :])[: len(OWNERS)],
        tuple(shades),
    )


def draw_panels(scene: Scene, flowing: bool = False) -> list[DrawnPanel]:
    """Draw all panels in placement order; `flowing`: for a page of any width."""
    grounds = ground_names(scene)
    layouts = scene.layouts or (Layout(),) * len(scene.panels)
    spans = [one.width or _span(panel, flowing) for panel, one in zip(scene.panels, layouts, strict=True)]
    if not flowing and any(
        isinstance(panel, BoardPanel) and span == COLUMNS
        for panel, span in zip(scene.panels, spans, strict=True)
    ):  # a full-width board leaves no room beside it: the turn goes above
        spans = [
            COLUMNS if isinstance(panel, TurnPanel) and not layout.width else span
            for panel, span, layout in zip(scene.panels, spans, layouts, strict=True)
        ]
    drawn = [
        _drawn(panel, span, scene, grounds, flowing) for panel, span in zip(scene.panels, spans, strict=True)
    ]
    ranked = sorted(zip(drawn, layouts, strict=True), key=lambda pair: _rank(*pair))
    return [one for one, _ in ranked]


def _drawn(panel: Panel, span: int, scene: Scene, grounds: tuple[str, ...], flowing: bool) -> DrawnPanel:
    wide = span * COLUMN + (span - 1) * GAP
    if flowing and isinstance(panel, BoardPanel):
        wide = min(wide, used_width(panel, wide))  # no margins: narrow windows show the whole board
    canvas = Canvas()
    canvas.items.clear()
    owners = scene.owners
    if isinstance(panel, BoardPanel):
        high = draw_board(canvas, panel, wide, owners, grounds)
    elif isinstance(panel, TrackPanel):
        high = draw_track(canvas, panel, wide, owners)
    elif isinstance(panel, DeckPanel):
        high = draw_decks(canvas, panel, wide, owners)
    elif isinstance(panel, SheetPanel):
        high = draw_sheet(canvas, panel, wide, owners)
    elif isinstance(panel, TurnPanel):
        high = draw_turn(canvas, panel, wide, owners)
    else:
        high = draw_zones(canvas, panel, wide, owners)
    frame = Canvas()
    active = isinstance(panel, ZonePanel) and panel.active
    frame.rect(Box(1.5, 1.5, wide - 3, high - 3), "active" if active else "panel", 10)
    return DrawnPanel(panel, (*frame.items, *canvas.items), wide, high, span)


def _span(panel: Panel, flowing: bool) -> int:
    """Number of columns that a panel spans; on a flowing page only boards and tracks span several."""
    if isinstance(panel, BoardPanel) and panel.spaces:
        wanted = wanted_width(panel)
        return next((n for n in range(1, COLUMNS) if wanted <= n * COLUMN + (n - 1) * GAP + 12), COLUMNS)
    if isinstance(panel, TrackPanel):
        longest = max((len(row.spaces) for row in panel.rows), default=0)
        return 1 if longest <= 14 else 2 if longest <= 28 else COLUMNS
    if isinstance(panel, DeckPanel) and not flowing:
        return 1 if len(panel.decks) <= 4 else 2
    if isinstance(panel, ZonePanel) and panel.owner == NOBODY and not flowing:
        tokens = sum(len(row.tokens) for row in panel.rows)
        return 1 if tokens <= 24 else 2
    return 1


def arranged(scene: Scene) -> Page:
    """Arrange panels greedily for the shortest page, boards first."""
    drawn = draw_panels(scene)
    columns = COLUMNS if any(one.span > 1 for one in drawn) or len(drawn) > 4 else 2
    wide = 2 * MARGIN + columns * COLUMN + (columns - 1) * GAP
    head = Canvas()
    head.text(scene.title, Box(MARGIN, 10, wide - 2 * MARGIN, 30), 22, bold=True, least=12)
    head.text(scene.setting, Box(MARGIN, 40, wide - 2 * MARGIN, 18), 12, "dim")
    lows = [66.0] * columns
    gaps: list[tuple[int, float, float]] = []  # (column, top, bottom) of gaps above wide panels
    placed = []
    for one in drawn:
        span = min(one.span, columns)
        gap = next((it for it in gaps if span == 1 and one.height + GAP <= it[2] - it[1]), None)
        if gap is not None:
            first, top, low = gap
            gaps[gaps.index(gap)] = (first, top + one.height + GAP, low)
        else:
            tops = [max(lows[n : n + span]) for n in range(columns - span + 1)]
            first = min(range(len(tops)), key=lambda n: (round(tops[n]), n))
            top = tops[first]
            gaps += [(n, lows[n], top) for n in range(first, first + span) if top - lows[n] > _GAP_WORTH]
            lows[first : first + span] = [top + one.height + GAP] * span
        placed.append(PlacedPanel(one, Box(MARGIN + first * (COLUMN + GAP), top, one.width, one.height)))
    return Page(wide, max(lows) + MARGIN - GAP, tuple(placed), tuple(head.items))


def _rank(one: DrawnPanel, layout: Layout) -> tuple[float, int]:
    """Sort key of a panel: explicit order, else boards, turn, players, scores, others."""
    panel = one.panel
    place = 50
    if isinstance(panel, BoardPanel):
        place = 10
    elif isinstance(panel, TurnPanel):
        place = 0 if one.span == COLUMNS else 20
    elif isinstance(panel, ZonePanel) and (panel.title.startswith("Player ") or panel.owner != NOBODY):
        place = 30
    elif isinstance(panel, SheetPanel | TrackPanel):
        place = 40
    return (place if layout.order is None else layout.order), (-one.span if place == 10 else 0)


__all__ = ["PAD", "WIDTH", "Page", "arranged", "draw_panels", "ground_names"]
