"""Draws boards, graphs and tracks at a given width."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from rulec.picture.canvas import SMALLEST, Box, Canvas
from rulec.picture.draw_backdrop import (
    Frame,
    Placer,
    View,
    apart,
    draw_backdrop,
    draw_captions,
    draw_icon,
    widened,
)
from rulec.picture.draw_tokens import piece, pile, sign_of
from rulec.picture.draw_zones import PAD, heading
from rulec.picture.fonts import width
from rulec.picture.palette import shade_style
from rulec.picture.scene_records import BoardPanel, Link, Space, TrackPanel, TrackRow

_LABELS = (re.compile(r"([a-z]+)([0-9]+)"), re.compile(r"([0-9]+),([0-9]+)"))
_ROW_FIRST = re.compile(r"([A-Z]+)([0-9]+)")
_NODE = (0.86, 0.58)  # node box in edge units
COLUMN_WIDTH = 430.0
_SITE = 0.5  # icon size relative to the space
_FRAMED = 24  # options above which marks are dots
_FLAT = 0.86  # aspect ratio of graph units
_PIECE = 17.0  # maximal radius of a piece on a node
_SMALL_NODE = (0.4, 0.26)
_NODE_PIXELS = (86.0, 52.0)  # size of nodes with explicit places
MOST_HIGH = 900.0  # maximal height of a map in pixels
_MOST_HIGH_GRID = 1600.0
_LEAST_BOARD = 320.0  # minimal width of a board in pixels
_LEAST_SIDE = 12.0  # minimal side of a space; a larger view is ignored
# Strokes of an edge, bottom first.
_LINK_STYLES = {
    "line": ("edge",), "rail": ("bed", "ties"), "road": ("roadside", "road"), "trail": ("trail",),
}  # fmt: skip


def extent(panel: BoardPanel) -> tuple[float, float]:
    """Width and height of the spaces in units."""
    xs, ys = [one.x for one in panel.spaces], [one.y for one in panel.spaces]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def wanted_width(panel: BoardPanel) -> float:
    """Preferred width for legibility."""
    across, _ = extent(panel)
    if panel.form == "graph":
        return 2 * COLUMN_WIDTH if panel.look.places else across * 104 + 2 * PAD
    side = 58 if across <= 9 else 46 if across <= 14 else 36 if across <= 20 else 30
    return across * side + 2 * PAD + 24


def used_width(panel: BoardPanel, wide: float) -> float:
    """Width that a grid needs of a panel this wide: its spaces do not grow beyond a limit."""
    if panel.form == "graph" or not panel.spaces:
        return wide
    grid = _Grid(Canvas(), panel, wide, (), ())
    legend = sum(width(name, 11) + 32 for name in panel.legend)
    title = width(panel.title, 15, True)
    used = grid.across * grid.side + (2 * grid.edge if grid.edge else 0.0)
    return max(used, legend, title, _LEAST_BOARD) + 2 * PAD


def draw_board(
    canvas: Canvas, panel: BoardPanel, wide: float, owners: Sequence[str], grounds: Sequence[str]
) -> float:
    """Draw a board; `grounds` are those of all boards, whose order determines styles."""
    top = heading(canvas, panel.title, wide)
    if not panel.spaces:
        return top
    bottom = (_Graph if panel.form == "graph" else _Grid)(canvas, panel, wide, owners, grounds).draw(top)
    return _legend(canvas, panel, bottom + 4, wide, grounds) + PAD


def _plain(spaces: Sequence[Space]) -> bool:
    """Check whether all pieces differ only by owner."""
    return len({token.text for space in spaces for token in space.tokens if token.form == "piece"}) <= 1


def _title(space: Space, panel: BoardPanel) -> str:
    full = space.title or space.name
    name = f"{space.label} {full}" if full and full != space.label else space.label
    return f"{name} ({panel.legend[space.ground]})" if space.ground >= 0 else name


class _Grid:
    """Drawing of square and hex grids."""

    def __init__(
        self,
        canvas: Canvas,
        panel: BoardPanel,
        wide: float,
        owners: Sequence[str],
        grounds: Sequence[str],
    ) -> None:
        self.canvas, self.panel, self.wide, self.owners, self.grounds = canvas, panel, wide, owners, grounds
        self.edge = 20.0 if panel.form == "squares" else 0.0  # for the labels of rows and columns
        *least, across, down = self._view()
        self.least = (least[0], least[1])
        self.side = min((wide - 2 * PAD - self.edge) / across, 74.0, 560 / down if down < 9 else 74.0)
        self.left = PAD + self.edge + (wide - 2 * PAD - self.edge - across * self.side) / 2
        self.plain = _plain(panel.spaces)
        self.across, self.down = across, down
        self.few = sum(space.mark is not None for space in panel.spaces) <= _FRAMED

    def _view(self) -> View:
        """Visible rectangle: all spaces, extended by the look where spaces stay large enough."""
        spaces = self.panel.spaces
        least = min(one.x for one in spaces), min(one.y for one in spaces)
        plain: View = (*least, *extent(self.panel))
        if self.panel.look.view is None:
            return plain
        ends = [least, (least[0] + plain[2], least[1] + plain[3])]
        view = widened(self.panel.look.view, ends)
        side = min((self.wide - 2 * PAD - self.edge) / view[2], _MOST_HIGH_GRID / view[3])
        return view if side >= _LEAST_SIDE else plain

    def middle(self, space: Space, top: float) -> tuple[float, float]:
        x = self.left + (space.x - self.least[0] + 0.5) * self.side
        return x, top + (space.y - self.least[1] + 0.5) * self.side + self.rim

    @property
    def rim(self) -> float:
        """Overhang of hexes beyond their row distance."""
        return 0.0 if self.panel.form == "squares" else 0.1 * self.side

    def draw(self, top: float) -> float:
        bottom = top + self.down * self.side + 2 * self.rim
        room = Box(self.left, top, self.across * self.side, bottom - top)
        frame = Frame(self.left, top + self.rim, *self.least, self.side)
        draw_backdrop(self.canvas, self.panel.look, frame, room)
        for space in self.panel.spaces:
            self._space(space, *self.middle(space, top))
        placer = self._names(top)
        draw_captions(self.canvas, self.panel.look, frame, placer)
        for arrow in self.panel.arrows:
            start = self.middle(self.panel.spaces[arrow.start], top)
            end = self.middle(self.panel.spaces[arrow.end], top)
            with self.canvas.group(arrow.mark.text, arrow.mark):
                _arrow(self.canvas, start, end, self.side * 0.3)
        if self.edge:
            self._edge_labels(top, bottom)
            bottom += 20
        return bottom

    def _space(self, space: Space, x: float, y: float) -> None:
        canvas, half = self.canvas, self.side / 2
        odd = self.panel.form == "squares" and round(space.x + space.y) % 2 == 0
        style = "space2" if odd else "space"
        if given := self.panel.look.spaces:
            shade = given[-1] if odd else given[0]
            style = f"{shade_style((shade.light, shade.dark))} spaceline"
        if space.ground >= 0:
            flat = self.panel.look.grid is False
            style = f"{'f' if flat else 'g'}{self.grounds.index(self.panel.legend[space.ground])}"
        square = Box(x - half, y - half, self.side, self.side)
        with canvas.group(_title(space, self.panel), space.mark):
            if self.panel.form == "squares":
                canvas.rect(square, style)
            else:
                canvas.polygon(_hexagon(x, y, self.side / 3**0.5), style)
            if not space.tokens and space.icon is None and space.ground >= 0:
                relief = self.panel.reliefs[space.ground] if self.panel.reliefs else None
                if relief is not None:
                    draw_icon(canvas, relief, x, y, 0.7 * self.side, "relief")
            if space.icon is not None and not space.tokens:
                draw_icon(canvas, space.icon, x, y, _SITE * self.side, "ink")
            if space.changed:
                self._outline(x, y, "changed", 0.9)
            if space.mark is not None:
                if self.few or space.tokens:
                    self._outline(x, y, "offer", 0.78 if self.few else 0.92)
                if not space.tokens and self.side >= 18:
                    canvas.circle(x, y, max(3.0, self.side * 0.09), "offerdot")
            elif not space.tokens and self.panel.form == "hexes" and self.panel.named and self.side >= 32:
                canvas.text(space.label, square.inset(0.22 * self.side), 10, "ink", "middle")
        if space.tokens:
            room = square.inset(0.1 * self.side if self.panel.form == "squares" else 0.15 * self.side)
            pile(canvas, space.tokens, room, self.owners, self.plain)

    def _outline(self, x: float, y: float, style: str, part: float) -> None:
        if self.panel.form == "squares":
            side = self.side * part
            self.canvas.rect(Box(x - side / 2, y - side / 2, side, side), style, 4)
        else:
            self.canvas.polygon(_hexagon(x, y, part * self.side / 3**0.5), style)

    def _names(self, top: float) -> Placer:
        """Draw the names of spaces where they do not overlap other text."""
        named = [space for space in self.panel.spaces if space.name]
        bottom = top + self.down * self.side + 2 * self.rim
        placer = Placer(self.canvas, Box(PAD / 2, top, self.wide - PAD, bottom - top))
        middles = {space.label: self.middle(space, top) for space in self.panel.spaces}
        half = 0.3 * self.side
        icons = [
            Box(x - half, y - half, 2 * half, 2 * half)
            for space in self.panel.spaces
            if space.icon is not None or space.tokens
            for x, y in [middles[space.label]]
        ]
        for space in named:
            self._named(space, *middles[space.label], placer, icons)
        return placer

    def _named(self, space: Space, x: float, y: float, placer: Placer, icons: Sequence[Box]) -> None:
        """Draw a name clear of text, icons and pieces; smaller or overlapping if necessary."""
        size = max(9.0, min(12.0, 0.36 * self.side))
        reach = 1.5 * width(space.name, size, True) + 2 * self.side  # of all candidate boxes
        icons = [one for one in icons if abs(one.x - x) < reach and abs(one.y - y) < 3 * self.side]
        for least, clear in ((size, True), (min(size, 10.0), True), (min(size, 9.0), False)):
            for box in self._places(space, x, y, least):
                if placer.free(box) and not (clear and any(box.meets(one) for one in icons)):
                    placer.take(box)
                    self.canvas.text(space.name, box, least, "name", "middle", True)
                    return

    def _places(self, space: Space, x: float, y: float, size: float) -> Iterator[Box]:
        """Candidate boxes for the name of a space, best first."""
        long, high, half = width(space.name, size, True) + 2, size * 1.1, self.side / 2
        if not space.tokens and space.icon is None:
            yield Box(x - long / 2, y - high / 2, long, high)
        for shift in (0.62, 1.1):
            for aside in (0.0, -0.3, 0.3):
                left = x - long / 2 + aside * long
                yield Box(left, y + shift * half, long, high)
                yield Box(left, y - shift * half - high, long, high)
            if shift < 1:
                yield Box(x + 0.8 * half, y - high / 2, long, high)
                yield Box(x - 0.8 * half - long, y - high / 2, long, high)

    def _edge_labels(self, top: float, bottom: float) -> None:
        columns: dict[float, str] = {}
        rows: dict[float, str] = {}
        for space in self.panel.spaces:
            parts = _column_and_row(space.label)
            if parts is None:
                return
            columns.setdefault(space.x, parts[0])
            rows.setdefault(space.y, parts[1])
        self._line_marks(columns, rows, top, bottom)
        size = min(16.0, max(11.0, 0.22 * self.side))
        for x, label in columns.items():
            middle = self.left + (x - self.least[0] + 0.5) * self.side
            box = Box(middle - self.side / 2 + 1, bottom + 1, self.side - 2, 17)
            self.canvas.text(label, box, size, "dim", "middle")
        for y, label in rows.items():
            middle = top + (y - self.least[1] + 0.5) * self.side
            high = min(17, self.side)
            box = Box(self.left - 21, middle - high / 2, 17, high)
            self.canvas.text(label, box, size, "dim", "end")

    def _line_marks(
        self, columns: dict[float, str], rows: dict[float, str], top: float, bottom: float
    ) -> None:
        """Draw clickable frames around selectable columns and rows."""
        marks = {(one.axis, one.label): one.mark for one in self.panel.lines}
        for x, label in columns.items():
            mark = marks.get(("columns", label))
            if mark is not None:
                left = self.left + (x - self.least[0]) * self.side
                with self.canvas.group(mark.text, mark):
                    self.canvas.rect(Box(left, top, self.side, bottom - top + 17), "hit")
                    self.canvas.rect(Box(left + 3, bottom + 1, self.side - 6, 15), "offer", 5)
        for y, label in rows.items():
            mark = marks.get(("rows", label))
            if mark is not None:
                high = top + (y - self.least[1]) * self.side
                across = self.wide - PAD - self.left
                with self.canvas.group(mark.text, mark):
                    self.canvas.rect(Box(self.left - 20, high, across + 20, self.side), "hit")
                    self.canvas.rect(Box(self.left - 20, high + 3, 18, self.side - 6), "offer", 5)


def _column_and_row(label: str) -> tuple[str, str] | None:
    for form in _LABELS:
        if found := form.fullmatch(label):
            return found[1], found[2]
    found = _ROW_FIRST.fullmatch(label)
    return None if found is None else (found[2], found[1])


def _hexagon(x: float, y: float, r: float) -> list[tuple[float, float]]:
    return [(x + r * sin(n * pi / 3), y - r * cos(n * pi / 3)) for n in range(6)]


def _arrow(canvas: Canvas, start: tuple[float, float], end: tuple[float, float], short: float) -> None:
    """Draw an arrow between two spaces, shortened at both ends."""
    (x1, y1), (x2, y2) = start, end
    length = max(hypot(x2 - x1, y2 - y1), 1e-6)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    cut = min(short, 0.3 * length)
    x1, y1, x2, y2 = x1 + dx * cut, y1 + dy * cut, x2 - dx * cut, y2 - dy * cut
    canvas.line(x1, y1, x2, y2, "arrow")
    canvas.polygon(_head(x2, y2, dx, dy, 6), "offerdot")


def _head(x: float, y: float, dx: float, dy: float, size: float) -> list[tuple[float, float]]:
    return [
        (x + dx * size * 0.6, y + dy * size * 0.6),
        (x - dx * size - dy * size * 0.7, y - dy * size + dx * size * 0.7),
        (x - dx * size + dy * size * 0.7, y - dy * size - dx * size * 0.7),
    ]


def _legend(canvas: Canvas, panel: BoardPanel, top: float, wide: float, grounds: Sequence[str]) -> float:
    """Draw the legend of grounds."""
    x = PAD
    for name in panel.legend:
        long = min(width(name, 11) + 24, wide - 2 * PAD)
        if x + long > wide - PAD:
            x, top = PAD, top + 18
        canvas.rect(Box(x, top + 2, 14, 12), f"g{grounds.index(name)}", 2)
        canvas.text(name, Box(x + 18, top, long - 20, 16), 11, "dim")
        x += long + 8
    return top + (18 if panel.legend else 0)


class _Graph:
    """Drawing of graphs: nodes as boxes, edges with their contents."""

    def __init__(
        self,
        canvas: Canvas,
        panel: BoardPanel,
        wide: float,
        owners: Sequence[str],
        grounds: Sequence[str],
    ) -> None:
        self.canvas, self.panel, self.wide, self.owners, self.grounds = canvas, panel, wide, owners, grounds
        self.plain = _plain(panel.spaces)
        self.given = bool(panel.look.places)
        self.node = panel.look.node or (_NODE_PIXELS if self.given else None)
        self.middles: dict[str, tuple[float, float]] = {}  # also of displaced nodes
        view = self._view()
        if self.given:
            bends = [point for link in panel.links for point in link.bends]
            middles = [(one.x, one.y) for one in panel.spaces]
            view = widened(panel.look.view or view, [*middles, *bends])
        self.least, self.size = view[:2], view[2:]
        self.unit = min((wide - 2 * PAD) / self.size[0], MOST_HIGH / self.size[1] if self.given else 132.0)
        self.flat = 1.0 if self.given else _FLAT
        self.left = PAD + (wide - 2 * PAD - self.size[0] * self.unit) / 2

    def _view(self) -> tuple[float, float, float, float]:
        """Visible rectangle: all nodes with a margin."""
        spaces = self.panel.spaces
        xs, ys = [one.x for one in spaces], [one.y for one in spaces]
        if self.node is None or max(xs) == min(xs):
            return min(xs) - 0.5, min(ys) - 0.5, max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
        scale = (max(xs) - min(xs)) / (self.wide - 2 * PAD - self.node[0] - 8)  # units per pixel
        across, down = (self.node[0] + 8) * scale, (self.node[1] + 8) * scale
        return (
            min(xs) - across / 2,
            min(ys) - down / 2,
            max(xs) - min(xs) + across,
            max(ys) - min(ys) + down,
        )

    def middle(self, space: Space, top: float) -> tuple[float, float]:
        return self.middles.get(space.label) or self._point(space.x, space.y, top)

    def _point(self, x: float, y: float, top: float) -> tuple[float, float]:
        return (
            self.left + (x - self.least[0]) * self.unit,
            top + (y - self.least[1]) * self.unit * self.flat,
        )

    def draw(self, top: float) -> float:
        frame = Frame(self.left, top, *self.least, self.unit)
        room = Box(self.left, top, self.size[0] * self.unit, self.size[1] * self.unit * self.flat)
        if self.given:
            draw_backdrop(self.canvas, self.panel.look, frame, room)
        boxes = [self._box(space, top) for space in self.panel.spaces]
        if self.given:
            boxes = apart(boxes, PAD, self.wide - PAD, top + 3)
            labels = (space.label for space in self.panel.spaces)
            self.middles = {label: box.middle for label, box in zip(labels, boxes, strict=True)}
        *under, upper = _LINK_STYLES[self.panel.look.links or "line"]
        for style in under:
            for link in self.panel.links:
                self._line(link, top, style)
        for link in self.panel.links:
            with self.canvas.group(link.label or self._between(link)):
                self._line(link, top, upper)
                self._draw_direction(link, top)
        for space, box in zip(self.panel.spaces, boxes, strict=True):
            self._node(space, box)
        low = max(box.y + box.h for box in boxes)
        placer = Placer(self.canvas, Box(PAD / 2, top, self.wide - PAD, max(room.h, low - top)))
        placer.taken += boxes
        for link in self.panel.links:
            if link.tokens or link.mark is not None:
                self._on_link(link, top, placer)
        for arrow in self.panel.arrows:
            start = self.middle(self.panel.spaces[arrow.start], top)
            end = self.middle(self.panel.spaces[arrow.end], top)
            with self.canvas.group(arrow.mark.text, arrow.mark):
                _arrow(self.canvas, start, end, 26.0 if self.given else self.unit * 0.3)
        if self.given:
            draw_captions(self.canvas, self.panel.look, frame, placer)
            return max(low, room.y + room.h) + 4
        bends = [self._point(x, y, top)[1] for link in self.panel.links for x, y in link.bends]
        return max(low, *bends, top) + 4

    def _box(self, space: Space, top: float) -> Box:
        x, y = self.middle(space, top)
        plain = space.name in ("", space.label) and len(space.name) <= 4  # numbered rather than named
        small = plain and not space.tokens and space.mark is None
        if not space.name and small:
            r = 5.0 if self.given else 0.07 * self.unit
            return Box(x - r, y - r, 2 * r, 2 * r)
        if self.node is not None:
            wide, high = self.node
            wide, high = (0.5 * wide, 0.5 * high) if small else (wide, high)
            left = min(max(x - wide / 2, PAD), self.wide - PAD - wide)
            return Box(left, max(y - high / 2, top + 3), wide, high)
        sides = _SMALL_NODE if small else _NODE
        wide, high = sides[0] * self.unit, sides[1] * self.unit
        return Box(x - wide / 2, y - high / 2, wide, high)

    def _node(self, space: Space, box: Box) -> None:
        canvas = self.canvas
        with canvas.group(_title(space, self.panel), space.mark):
            canvas.rect(box, "node", min(7, box.w / 2))
            if space.changed:
                canvas.rect(box.inset(1.5), "changed", 6)
            if space.mark is not None:
                canvas.rect(box.inset(-2), "offer", 8)
            inner = box.inset(3)
            line = min(14.0, inner.h if not space.tokens else 0.4 * inner.h)
            place = Box(inner.x, inner.y, inner.w, line if space.tokens else inner.h)
            canvas.text(space.name, place, 12 if box.w > 60 else 10, "ink", "middle", least=SMALLEST)
        pile(
            canvas,
            space.tokens,
            Box(inner.x, inner.y + line, inner.w, inner.h - line),
            self.owners,
            self.plain,
            _PIECE,
        )

    def _points(self, link: Link, top: float) -> list[tuple[float, float]]:
        """Polyline of an edge: both ends and its bends."""
        spaces = self.panel.spaces
        bends = [self._point(x, y, top) for x, y in link.bends]
        return [self.middle(spaces[link.start], top), *bends, self.middle(spaces[link.end], top)]

    def _line(self, link: Link, top: float, style: str) -> None:
        for (x1, y1), (x2, y2) in pairwise(self._points(link, top)):
            self.canvas.line(x1, y1, x2, y2, style)

    def _draw_direction(self, link: Link, top: float) -> None:
        """Draw the arrow head of a one-way edge."""
        if link.one_way:
            points = self._points(link, top)
            (x1, y1), (x2, y2) = points[(len(points) - 2) // 2 : (len(points) - 2) // 2 + 2]
            length = max(hypot(x2 - x1, y2 - y1), 1e-6)
            dx, dy = (x2 - x1) / length, (y2 - y1) / length
            self.canvas.polygon(_head((x1 + x2) / 2, (y1 + y2) / 2, dx, dy, 6), "way")

    def _between(self, link: Link) -> str:
        spaces = self.panel.spaces
        return f"{spaces[link.start].name} to {spaces[link.end].name}"

    def _on_link(self, link: Link, top: float, placer: Placer) -> None:
        """Draw the contents of an edge near its middle, without overlaps."""
        tokens = link.tokens if len(link.tokens) <= 4 else link.tokens[:4]
        r = 9.0 if self.given else min(9.0, self.unit * 0.11)
        wide, high = max(len(tokens), 1) * (2 * r + 3), 2 * r + 6
        points = self._points(link, top)
        middles = (_along(points, part) for part in (0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72))
        spots = [Box(x - wide / 2, y - high / 2, wide, high) for x, y in middles]
        box = next((one for one in spots if placer.free(one)), spots[0])
        clear = placer.free(box)
        placer.take(box)
        with self.canvas.group(f"{link.label} {self._between(link)}".strip(), link.mark):
            if link.mark is not None:
                self.canvas.rect(box, "offer", r)
                if not tokens:
                    self.canvas.circle(*box.middle, r * 0.5, "offerdot")
        plain = len({token.text for one in self.panel.links for token in one.tokens}) <= 1
        for number, token in enumerate(tokens):
            x = box.x + (number + 0.5) * (2 * r + 3)
            piece(
                self.canvas,
                token,
                x,
                box.y + high / 2,
                r,
                sign_of(token, plain) if clear else "",
                self.owners,
            )


def _along(points: Sequence[tuple[float, float]], part: float) -> tuple[float, float]:
    """Point at a fraction of a polyline's length."""
    lengths = [hypot(u - x, v - y) for (x, y), (u, v) in pairwise(points)]
    left = part * sum(lengths)
    for ((x, y), (u, v)), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length > 0:
            return x + (u - x) * left / length, y + (v - y) * left / length
        left -= length
    return points[-1]


def draw_track(canvas: Canvas, panel: TrackPanel, wide: float, owners: Sequence[str]) -> float:
    top = heading(canvas, panel.title, wide)
    side = max((width(row.name, 11) for row in panel.rows), default=0)
    side = min(side + 10, 0.26 * wide) if side else 0.0
    for row in panel.rows:
        top = _track_row(canvas, row, PAD + side, top, wide - PAD, owners)
        if row.name:
            low = top
            canvas.text(row.name, Box(PAD, low - 44, side - 8, 36), 11, "dim")
    return top + 4


def _track_row(
    canvas: Canvas, row: TrackRow, left: float, top: float, right: float, owners: Sequence[str]
) -> float:
    """Draw a track row, wrapped where spaces would be too narrow."""
    count = len(row.spaces)
    each = max(1, min(count, int((right - left) // 30)))
    lines = -(-count // each)
    each = -(-count // lines)
    cell = min((right - left) / each, 54.0)
    plain = _plain(row.spaces)
    for number, space in enumerate(row.spaces):
        if number and number % each == 0:
            top += 46
        box = Box(left + number % each * cell, top, cell, 40)
        _track_space(canvas, space, box, owners, plain)
    return top + 48


def _track_space(canvas: Canvas, space: Space, box: Box, owners: Sequence[str], plain: bool) -> None:
    with canvas.group(space.label, space.mark):
        canvas.rect(box, "space", 2)
        if space.changed:
            canvas.rect(box.inset(1.5), "changed", 2)
        if space.mark is not None:
            canvas.rect(box.inset(2), "offer", 3)
        name = space.label.replace("_", " ")
        canvas.text(name, Box(box.x + 2, box.y + 1, box.w - 4, 13), 10, "dim", "middle", least=7.5)
    pile(canvas, space.tokens, Box(box.x + 1, box.y + 14, box.w - 2, box.h - 15), owners, plain)
