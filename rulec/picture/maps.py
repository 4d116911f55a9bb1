"""Coordinates of spaces: boards by geometry, tracks in rows, graphs by table or layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulec.face import Description, Map
from rulec.picture.graph_layout import Point, layered_layout, stress_layout
from rulec.picture.names import Names

_HALF_ROW = 3**0.5 / 2  # row distance of hexes with unit columns


@dataclass(frozen=True)
class GameMaps:
    """Maps of a game, and the kinds on them."""

    description: Description
    names: Names

    @cached_property
    def maps(self) -> Mapping[str, Map]:
        return {one.kind: one for one in self.description.maps}

    @cached_property
    def space_kinds(self) -> Mapping[str, str]:
        """Kind -> map that has its members as spaces."""
        found = {kind: kind for kind in self.maps}
        for kind in self.maps:
            for part in self.names.kinds[kind].parts if kind in self.names.kinds else ():
                found.setdefault(part, kind)
        return found

    @cached_property
    def edge_kinds(self) -> Mapping[str, str]:
        """Kind -> map that has its members as edges."""
        return {one.edges: one.kind for one in self.maps.values() if one.edges}

    @cached_property
    def step_kinds(self) -> Mapping[str, str]:
        return {one.name: one.steps_of for one in self.description.kinds if one.steps_of}

    @cached_property
    def numbers(self) -> Mapping[str, Mapping[str, int]]:
        """Map -> label -> index of the space."""
        return {
            kind: {label: n for n, label in enumerate(self.names.kinds[kind].members)} for kind in self.maps
        }

    @cached_property
    def edge_numbers(self) -> Mapping[str, Mapping[str, int]]:
        """Map -> label -> index of the edge."""
        return {
            kind: {label: n for n, label in enumerate(self.names.kinds[edges].members)}
            for edges, kind in self.edge_kinds.items()
        }

    @cached_property
    def points(self) -> Mapping[str, tuple[Point, ...]]:
        """Map -> coordinates of each space, in units of a space."""
        return {kind: self._points(one) for kind, one in self.maps.items()}

    def bends(self, kind: str) -> tuple[tuple[Point, ...], ...]:
        """Bend points of each edge of a graph."""
        one, size = self.maps[kind], len(self.names.kinds[kind].members)
        if one.one_way and self.points[kind] == layered_layout(size, one.joins)[0]:
            return layered_layout(size, one.joins)[1]
        return ((),) * len(one.joins)

    def landmarks(self, options: Mapping[str, object]) -> Mapping[tuple[str, str], tuple[str, int]]:
        """Landmark (kind, member) -> map and space."""
        found: dict[tuple[str, str], tuple[str, int]] = {}
        for drawing in self.description.drawings:
            if not self.shown(drawing.option, drawing.value, options):
                continue
            members = {name: space for space, _, name in drawing.landmarks}
            for kind in self.description.kinds:
                inside = [label for label in kind.members if label in members]
                if inside and kind.name not in self.space_kinds:
                    found.update({(kind.name, label): (drawing.board, members[label]) for label in inside})
        return found

    def shown(self, option: str, value: int, options: Mapping[str, object]) -> bool:
        """Check whether a drawing applies under the chosen options."""
        if not option:
            return True
        chosen = options.get(option)
        if isinstance(chosen, str):
            return any(
                chosen in kind.members and kind.members.index(chosen) == value
                for kind in self.description.kinds
            )
        return chosen == value

    def _points(self, one: Map) -> tuple[Point, ...]:
        labels = self.names.kinds[one.kind].members
        if one.places:
            high = max(y for _, y in one.places)
            return tuple(_place(one.form, x, y, 0 if one.down else high, one.down) for x, y in one.places)
        if one.form == "track":
            return tuple((float(n), 0.0) for n in range(len(labels)))
        given = [self._given(one.kind, label) for label in labels]
        known = [point for point in given if point is not None]
        if len(known) == len(labels):
            return tuple(known)
        if one.one_way:
            return layered_layout(len(labels), one.joins)[0]
        return stress_layout(len(labels), one.joins)

    def _given(self, kind: str, label: str) -> Point | None:
        """Coordinates of a node from columns `x` and `y` of its table."""
        for table in (kind, *self.names.kinds[kind].parts):
            x, y = self.names.number(table, label, "x"), self.names.number(table, label, "y")
            if x is not None and y is not None:
                return x, y
        return None


def _place(form: str, x: int, y: int, high: int, down: bool) -> Point:
    """Coordinates of a grid space, rows counted downwards."""
    row = y if down else high - y
    if form == "squares":
        return float(x), float(row)
    shift = y / 2 if form == "rhombus" else (y + 1) % 2 / 2
    return x + shift, row * _HALF_ROW


def step_ends(label: str, numbers: Mapping[str, int]) -> tuple[int, int] | None:
    """Spaces of a step named `a2-b3`."""
    parts = label.split("-")
    found = [
        (numbers[start], numbers[goal])
        for start, goal in (("-".join(parts[:n]), "-".join(parts[n:])) for n in range(1, len(parts)))
        if start in numbers and goal in numbers
    ]
    return found[0] if found else None
