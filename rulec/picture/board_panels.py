"""Panels of boards, graphs and tracks with the contents of their spaces and edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from rulec.face import Description, Drawing, Map
from rulec.picture.entries import PLAYERS, UNKNOWN, Entry
from rulec.picture.look.records import PLAIN_MAP, PLAIN_MEMBER, Icon, MapLook, MemberLook, Point
from rulec.picture.look.vocabulary import join_name
from rulec.picture.maps import GameMaps
from rulec.picture.names import Names, humanise
from rulec.picture.scene_records import (
    NOBODY,
    BoardForm,
    BoardPanel,
    LineMark,
    Link,
    Panel,
    Space,
    Token,
    TrackPanel,
    TrackRow,
)
from rulec.picture.tokens import TokenMaker

Lying = dict[tuple[str, int], list[Token]]  # map (or row of a track) and space -> tokens


class BoardBuilder:
    """Collects the entries on maps, then builds one panel per map."""

    def __init__(
        self,
        description: Description,
        names: Names,
        atlas: GameMaps,
        tokens: TokenMaker,
        options: Mapping[str, Any],
    ) -> None:
        self.description, self.names, self.atlas, self.tokens = description, names, atlas, tokens
        self.settings = options
        self.on_spaces: Lying = {}
        self.on_edges: Lying = {}
        self.rows: dict[str, dict[str, None]] = {}  # track -> names of its rows, in order
        self.changed: set[tuple[str, int]] = set()
        owners = (PLAYERS, description.actor_kind)
        found = atlas.landmarks(options)
        self.landmarks = {key: space for key, space in found.items() if key[0] not in owners}

    # --- what lies there --------------------------------------------------------------------------------

    def take(self, entry: Entry) -> bool:
        """Place an entry on its map; False if it belongs to none."""
        variable = entry.variable
        for place, kind in enumerate(variable.keys[: len(entry.keys)]):
            if self._on_map(entry, place, kind):
                return True
        on_map = variable.kind in self.atlas.space_kinds or variable.kind in self.atlas.edge_kinds
        if variable.content not in ("member", "set", "list") or not on_map or entry.value == UNKNOWN:
            return False
        if variable.kind == self.names_of_owner(entry):
            return False
        self._markers(entry)
        return True

    def vacate(self, gone: Iterable[Entry]) -> None:
        """Mark the spaces that pieces have left."""
        for entry in gone:
            for kind, label in list(zip(entry.variable.keys, entry.keys, strict=False))[:1]:
                if kind not in self.atlas.space_kinds:
                    continue
                target = self.atlas.space_kinds[kind]
                self.changed.add((self._row(target, entry, 0), self.atlas.numbers[target][label]))

    def names_of_owner(self, entry: Entry) -> str:
        return entry.variable.keys[0] if entry.variable.keys else ""

    def _on_map(self, entry: Entry, place: int, kind: str) -> bool:
        """Place an entry whose keys are spaces, edges, or members on spaces; False otherwise."""
        label = entry.keys[place]
        if kind in self.atlas.space_kinds:
            target = self.atlas.space_kinds[kind]
            self._lay(
                self.on_spaces,
                (self._row(target, entry, place), self.atlas.numbers[target][label]),
                entry,
                place,
            )
            return True
        if kind in self.atlas.edge_kinds:
            target = self.atlas.edge_kinds[kind]
            self._lay(self.on_edges, (target, self.atlas.edge_numbers[target][label]), entry, place)
            return True
        if (kind, label) in self.landmarks:
            self._lay(self.on_spaces, self.landmarks[(kind, label)], entry, place)
            return True
        return False

    def _lay(self, lying: Lying, where: tuple[str, int], entry: Entry, place: int) -> None:
        owner = self._owner(entry)
        rest = [
            self.names.member(kind, key)
            for n, (kind, key) in enumerate(zip(entry.variable.keys, entry.keys, strict=False))
            if n != place and kind not in (PLAYERS, self.description.actor_kind)
        ]
        name = " ".join([self.tokens.title(entry.variable.name), *rest])
        if self.tokens.is_value(entry):
            start: Any = self.description.start.get(entry.variable.name)
            for key in entry.keys:
                start = start.get(key) if isinstance(start, Mapping) else None
            token = self.tokens.value(entry, name, owner) if entry.value != start else None
            found = tuple(one for one in [token] if one is not None)
        else:
            found = self.tokens.pieces(entry, owner)
        lying.setdefault(where, []).extend(found)
        if lying is self.on_spaces and self.tokens.changed(entry):
            self.changed.add(where)

    def _markers(self, entry: Entry) -> None:
        """Place a marker of the owner on each space or edge that a variable names."""
        variable, owner = entry.variable, self._owner(entry)
        edges = variable.kind in self.atlas.edge_kinds
        target = (self.atlas.edge_kinds if edges else self.atlas.space_kinds)[variable.kind]
        numbers = (self.atlas.edge_numbers if edges else self.atlas.numbers)[target]
        changed, lying = self.tokens.changed(entry), self.on_edges if edges else self.on_spaces
        row = target if edges else self._row(target, entry, -1)
        for label in entry.counts():
            token = Token(self.tokens.title(variable.name), owner=owner, changed=changed)
            lying.setdefault((row, numbers[label]), []).append(token)

    def _owner(self, entry: Entry) -> int:
        for kind, key in zip(entry.variable.keys, entry.keys, strict=False):
            if kind == self.description.actor_kind and kind:
                return self.names.owners.index(key)
            if kind == PLAYERS and not self.description.actor_kind:
                return self.description.seats.index(key)
        return NOBODY

    def _row(self, target: str, entry: Entry, place: int) -> str:
        """Row key of an entry on a track with several rows: the remaining keys."""
        if self.atlas.maps[target].form != "track":
            return target
        rest = [
            self.names.member(kind, key)
            for n, (kind, key) in enumerate(zip(entry.variable.keys, entry.keys, strict=False))
            if n != place and kind not in (PLAYERS, self.description.actor_kind)
        ]
        name = " ".join(rest)
        self.rows.setdefault(target, {})[name] = None
        return f"{target} {name}"

    # --- panels -----------------------------------------------------------------------------------------

    def panels(self) -> list[tuple[str, Panel]]:
        """Panels of all maps, by name, tracks last."""
        found: list[tuple[str, Panel]] = []
        for kind, one in self.atlas.maps.items():
            if kind in self.names.kinds and not self.tokens.look.hides(kind):
                found.append((kind, self._track(kind) if one.form == "track" else self._board(kind, one)))
        return sorted(found, key=lambda pair: isinstance(pair[1], TrackPanel))

    def _track(self, kind: str) -> TrackPanel:
        rows = self.rows.get(kind) or {"": None}
        return TrackPanel(
            self.names.several(kind),
            tuple(TrackRow(name, self._spaces(kind, f"{kind} {name}", {})) for name in rows),
        )

    def _board(self, kind: str, one: Map) -> BoardPanel:
        drawing = self._drawing(kind)
        legend: tuple[str, ...] = ()
        grounds: dict[int, int] = {}
        if drawing is not None:
            meanings = {sign: self._ground(member, drawing) for sign, member in drawing.meanings}
            legend = tuple(dict.fromkeys(meanings.values()))
            signs = {sign: legend.index(name) for sign, name in meanings.items()}
            grounds = {n: signs.get(sign, -1) for n, sign in enumerate(drawing.signs.split("\n"))}
        grounds_looks = [self._ground_look(name, drawing) for name in legend]
        form: BoardForm = "graph" if one.form == "graph" else "squares" if one.form == "squares" else "hexes"
        return BoardPanel(
            self.names.several(kind),
            form,
            self._spaces(kind, kind, grounds),
            self._links(kind, one),
            self.tokens.options.arrows(kind),
            self._line_marks() if one.places else (),
            legend,
            drawing is None,
            tuple(one.colour for one in grounds_looks),
            self.tokens.look.maps.get(kind, PLAIN_MAP),
            tuple(one.icon for one in grounds_looks),
        )

    def _line_marks(self) -> tuple[LineMark, ...]:
        """Options that choose whole columns or rows."""
        axes: tuple[tuple[Literal["columns", "rows"], str], ...] = (("columns", "columns"), ("rows", "rows"))
        return tuple(
            LineMark(axis, label, mark)
            for axis, kind in axes
            if kind in self.names.kinds
            for label in self.names.kinds[kind].members
            if (mark := self.tokens.options.claim(kind, label)) is not None
        )

    def _ground_look(self, ground: str, drawing: Drawing | None) -> MemberLook:
        """Look of a ground: its member's, without the icon for single spaces."""
        for _, member in drawing.meanings if drawing is not None else ():
            if drawing is not None and self._ground(member, drawing) == ground:
                single = any(name == member for _, _, name in drawing.landmarks)
                for kind in self.names.kinds.values():
                    if member in kind.members:
                        look = self.tokens.look.member(kind.name, member)
                        return MemberLook(None if single else look.icon, look.colour)
        return PLAIN_MEMBER

    def _icon(self, kind: str, label: str, landmark: str) -> Icon | None:
        """Icon of a space, or of the landmark on it."""
        own = self.tokens.look.member(kind, label).icon
        if own is not None or not landmark:
            return own
        icons = (
            self.tokens.look.member(one, landmark).icon
            for one, member in self.landmarks
            if member == landmark
        )
        return next((icon for icon in icons if icon is not None), None)

    def _ground(self, member: str, drawing: Drawing) -> str:
        """Name of a ground; a landmark's ground is named by its kind."""
        if any(name == member for _, _, name in drawing.landmarks):
            kind = next((one for one in self.names.kinds.values() if member in one.members), None)
            if kind is not None:
                return humanise(kind.word)
        return self._meaning(member)

    def _meaning(self, member: str) -> str:
        """Display name of a member of any kind."""
        kind = next((one for one in self.names.kinds.values() if member in one.members), None)
        return humanise(member) if kind is None else self.names.member(kind.name, member)

    def _drawing(self, kind: str) -> Drawing | None:
        return next(
            (
                one
                for one in self.description.drawings
                if one.board == kind and self.atlas.shown(one.option, one.value, self.settings)
            ),
            None,
        )

    def _spaces(self, kind: str, row: str, grounds: Mapping[int, int]) -> tuple[Space, ...]:
        labels = self.names.kinds[kind].members
        points = self._points(kind, labels)
        drawing = self._drawing(kind)
        named = {} if drawing is None else {space: name for space, _, name in drawing.landmarks}
        is_graph = self.atlas.maps[kind].form == "graph"
        written = self.tokens.look.maps.get(kind, PLAIN_MAP).labels if is_graph else {}
        return tuple(
            Space(
                label,
                *points[n],
                self._meaning(named[n])
                if n in named
                else written.get(label, self._node_name(kind, label))
                if is_graph
                else "",
                grounds.get(n, -1),
                tuple(self.on_spaces.get((row, n), ())),
                (row, n) in self.changed,
                self._mark(kind, label, named.get(n, "")),
                self._icon(kind, label, named.get(n, "")),
                self._node_name(kind, label) if label in written else "",
            )
            for n, label in enumerate(labels)
        )

    def _points(self, kind: str, labels: Sequence[str]) -> Sequence[Point]:
        """Node coordinates: those of the look, others interpolated from neighbours; else the atlas'."""
        given = self.tokens.look.maps.get(kind, PLAIN_MAP).places
        if self.atlas.maps[kind].form != "graph" or not any(label in given for label in labels):
            return self.atlas.points[kind]
        found = {n: given[label] for n, label in enumerate(labels) if label in given}
        xs, ys = [x for x, _ in found.values()], [y for _, y in found.values()]
        for number in range(len(labels)):
            if number not in found:
                beside = [
                    found[other]
                    for pair in self.atlas.maps[kind].joins
                    for other in pair
                    if number in pair and other in found
                ] or [(min(xs), max(ys))]
                found[number] = (
                    sum(x for x, _ in beside) / len(beside),
                    sum(y for _, y in beside) / len(beside),
                )
        return [found[number] for number in range(len(labels))]

    def _node_name(self, kind: str, label: str) -> str:
        """Display name of a node; empty for junctions, which have no name in a named table."""
        return "" if self.names.is_unnamed(kind, label) else self.names.member(kind, label)

    def _mark(self, kind: str, label: str, landmark: str) -> Any:
        mark = self.tokens.options.claim(kind, label)
        if mark is not None or not landmark:
            return mark
        kinds = {one for one, member in self.landmarks if member == landmark}
        return next((found for one in kinds if (found := self.tokens.options.claim(one, landmark))), None)

    def _given_bends(self, look: MapLook, edge: str, ends: str) -> tuple[Point, ...]:
        return look.bends.get(edge) or look.bends.get(ends, ())

    def _links(self, kind: str, one: Map) -> tuple[Link, ...]:
        edges = self.names.kinds[one.edges].members if one.edges else ()
        nodes, given = self.names.kinds[kind].members, self.tokens.look.maps.get(kind, PLAIN_MAP)
        bends = (
            ()
            if one.form != "graph"
            else self.atlas.bends(kind)
            if not given.places
            else ((),) * len(one.joins)
        )
        return tuple(
            Link(
                start,
                end,
                edges[n] if edges else "",
                one.one_way,
                tuple(self.on_edges.get((kind, n), ())),
                any(token.changed for token in self.on_edges.get((kind, n), ())),
                self.tokens.options.claim(one.edges, edges[n]) if edges else None,
                self._given_bends(given, edges[n] if edges else "", join_name(nodes, start, end)) or bends[n],
            )
            for n, (start, end) in enumerate(one.joins)
        )
