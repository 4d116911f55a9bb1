"""Names of a rules file that a look file may refer to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulec.face import Description

PANELS = ("turn", "players", "common", "decks", "points")


@dataclass(frozen=True)
class Vocabulary:
    kinds: Mapping[str, tuple[str, ...]]  # kind -> members
    maps: Mapping[str, str]  # board or graph -> kind of its edges, or empty
    panels: tuple[str, ...]
    zones: tuple[str, ...]  # variable paths and their last components
    seats: int
    joins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # map -> edges as `start-end`

    def nodes(self, kind: str) -> tuple[str, ...]:
        return self.kinds.get(kind, ())

    def edges(self, kind: str) -> tuple[str, ...]:
        """Names of edges, and joined names of their ends."""
        return (*self.kinds.get(self.maps.get(kind, ""), ()), *self.joins.get(kind, ()))


def vocabulary(description: Description) -> Vocabulary:
    kinds = {kind.name: tuple(kind.members) for kind in description.kinds}
    paths = {one.name for one in description.variables if not one.inner}
    paths |= {one.deck for one in description.variables if one.deck}
    return Vocabulary(
        kinds,
        {one.kind: one.edges for one in description.maps if one.form != "track" and one.kind in kinds},
        tuple(dict.fromkeys((*PANELS, *kinds))),
        tuple(sorted(paths | {path.rpartition(".")[2] for path in paths})),
        len(description.actors or description.seats),
        {
            one.kind: tuple(join_name(kinds[one.kind], start, end) for start, end in one.joins)
            for one in description.maps
            if one.form == "graph" and one.kind in kinds
        },
    )


def join_name(nodes: Sequence[str], start: int, end: int) -> str:
    """Name of an edge by its ends."""
    return f"{nodes[start]}-{nodes[end]}"
