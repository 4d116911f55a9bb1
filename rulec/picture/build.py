"""Builds a scene from a state: assigns variables to panels by their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rulec.face import Description, State
from rulec.picture.board_panels import BoardBuilder
from rulec.picture.entries import PLAYERS, Entry, EntryId, entries, known_of
from rulec.picture.look.files import look_for
from rulec.picture.look.records import Look
from rulec.picture.maps import GameMaps
from rulec.picture.names import Names
from rulec.picture.options import Options
from rulec.picture.scene_records import (
    NOBODY,
    Deck,
    DeckPanel,
    Layout,
    Panel,
    Scene,
    SheetPanel,
    Token,
    TurnPanel,
    ZonePanel,
    ZoneRow,
)
from rulec.picture.tokens import TokenMaker

_BOOKS: dict[int, tuple[Description, Names, GameMaps]] = {}  # size of the cache of games
_GAMES = 16


def scene(
    state: State,
    observer: int | None = None,
    before: State | None = None,
    last: str = "",
    look: Look | None = None,
    offered: bool = True,
) -> Scene:
    """Build the scene of a state, complete or as one player sees it.

    `before` is the state before the last choice, whose changes are marked, and `last` the text of that
    choice. By default `look` is that of the look file beside the rules. `offered`: mark the options.
    """
    return _Builder(state, observer, before, last, look_for(state) if look is None else look, offered).scene()


def _books(description: Description) -> tuple[Description, Names, GameMaps]:
    """Names and maps of a game (bounded cache)."""
    found = _BOOKS.get(id(description))
    if found is None or found[0] is not description:
        while len(_BOOKS) >= _GAMES:
            del _BOOKS[next(iter(_BOOKS))]
        names = Names(description)
        found = _BOOKS[id(description)] = (description, names, GameMaps(description, names))
    return found


class _Builder:
    def __init__(
        self,
        state: State,
        observer: int | None,
        before: State | None,
        last: str,
        look: Look,
        offered: bool,
    ) -> None:
        self.state, self.observer, self.last, self.look = state, observer, last, look
        self.description, self.names, self.atlas = _books(state.description())
        self.data = self._data(state)
        self.entries = self._shown(self.data)
        old = None if before is None else self._shown(self._data(before))
        self.options = Options(state, observer, self.names, self.atlas, offered)
        absent = frozenset(self.description.seats[self.data["seats"] :])
        self.tokens = TokenMaker(self.names, self.options, old, absent, look)
        self.actor_kind = self.description.actor_kind
        self.boards = BoardBuilder(
            self.description, self.names, self.atlas, self.tokens, self.data["options"]
        )
        self.placed: set[int] = set()

    def _data(self, state: State) -> Mapping[str, Any]:
        return state.to_dict() if self.observer is None else state.observation(self.observer)

    def _shown(self, data: Mapping[str, Any]) -> dict[EntryId, Entry]:
        """Entries without those hidden by the look."""
        found = entries(self.description, data)
        if not self.look.zones:
            return found
        hidden = self.look.hides_zone
        return {
            key: one
            for key, one in found.items()
            if not hidden(one.variable.name) and not (one.variable.deck and hidden(one.variable.deck))
        }

    # --- the whole --------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        rest = [entry for entry in self.entries.values() if not self.boards.take(entry)]
        self.boards.vacate(self.tokens.gone(self.entries))
        boards = self.boards.panels()
        decks = [entry for entry in rest if entry.variable.deck or entry.variable.seen == "nobody"]
        owned, common, kinds = self._sorted([entry for entry in rest if entry not in decks])
        players = [] if self.look.hides("players") else self._players(owned)
        hides = self.look.hides
        shared: list[tuple[str, Panel]] = []
        shared += [("decks", one) for one in ([] if hides("decks") else self._decks(decks))]
        shared += [("common", one) for one in ([] if hides("common") else self._common(common))]
        tables = [(kind, self._kind_panel(kind, found)) for kind, found in kinds.items() if not hides(kind)]
        shared += [(kind, one) for kind, one in tables if one.rows]
        sheet = [] if hides("points") else self._sheet()
        found = [
            ("turn", self._turn()),  # last, since it lists the unclaimed options
            *boards,
            *shared,
            *(("players", one) for one in players),
            *(("points", one) for one in sheet),
        ]
        return self._laid_out(found)

    def _players(self, owned: dict[tuple[str, int], list[Entry]]) -> list[ZonePanel]:
        """Panels of owners; the deciding one claims options first."""
        decider = self._decider()
        panels: dict[int, ZonePanel] = {}
        for number, owner in enumerate(
            sorted(owned, key=lambda one: (one[1] != decider, one[0] != PLAYERS, one[1]))
        ):
            if owner[0] == PLAYERS or not all(map(self._as_at_start, owned[owner])):
                panels[number] = self._owner_panel(*owner, owned[owner])
        players = sorted(panels.values(), key=lambda one: (one.owner < 0, one.owner, one.title))
        if self.actor_kind:  # players are represented by the acting members
            players = [one for one in players if one.rows or one.mark is not None]
        return players

    def _laid_out(self, found: list[tuple[str, Panel]]) -> Scene:
        """Apply the look's panel titles and layouts."""
        given = self.look.panels
        panels = [
            replace(one, title=title) if name in given and (title := given[name].title) else one
            for name, one in found
        ]
        layouts = tuple(
            Layout(given[name].order, given[name].width) if name in given else Layout() for name, _ in found
        )
        return Scene(
            self.description.title,
            self._setting(),
            self._owner_names(),
            tuple(panels),
            self.look.players,
            layouts if given else (),
        )

    def _sorted(
        self, found: Iterable[Entry]
    ) -> tuple[dict[tuple[str, int], list[Entry]], list[Entry], dict[str, list[Entry]]]:
        """Group entries: by owner, common ones, by members of other kinds."""
        owned: dict[tuple[str, int], list[Entry]] = {
            (PLAYERS, seat): [] for seat in range(self.data["seats"])
        }
        common: list[Entry] = []
        kinds: dict[str, list[Entry]] = {}
        for entry in found:
            keys = entry.variable.keys
            if not keys:
                common.append(entry)
            elif keys[0] == PLAYERS and entry.keys:
                owned[(PLAYERS, self.description.seats.index(entry.keys[0]))].append(entry)
            elif keys[0] == self.actor_kind and entry.keys:
                place = (self.actor_kind, self.names.owners.index(entry.keys[0]))
                owned.setdefault(place, []).append(entry)
            else:
                kinds.setdefault(keys[0], []).append(entry)
        return owned, common, kinds

    def _decider(self) -> int:
        return self.state.decision_seat() if self.state.is_player_node() else NOBODY

    def _owner_names(self) -> tuple[str, ...]:
        count = len(self.names.owners) if self.actor_kind else self.data["seats"]
        return tuple(self.names.owner_name(number, self.actor_kind) for number in range(count))

    def _setting(self) -> str:
        count = self.data["seats"]
        parts = ["1 player" if count == 1 else f"{count} players"]
        for name, value in self.data["options"].items():
            shown = "yes" if value is True else "no" if value is False else str(value).replace("_", " ")
            parts.append(f"{name.replace('_', ' ')}: {shown}")
        if self.observer is not None:
            parts.append(f"as seen by player {self.observer + 1}")
        return ", ".join(parts)

    # --- panels of owners -------------------------------------------------------------------------------

    def _owner_panel(self, kind: str, number: int, found: list[Entry]) -> ZonePanel:
        """Panel of an owner: goods and values in one row, then a row per zone."""
        is_player = kind == PLAYERS
        owner = number if not (is_player and self.actor_kind) else NOBODY
        values: list[Token] = []
        rows: list[ZoneRow] = []
        grouped: dict[str, list[Entry]] = {}
        for entry in found:
            grouped.setdefault(entry.variable.name, []).append(entry)
        for name, parts in grouped.items():
            title = self.tokens.title(name)
            plain = [one for one in parts if len(one.keys) == 1 and self.tokens.is_value(one)]
            values += [token for one in plain if (token := self.tokens.value(one, title)) is not None]
            others = tuple(
                token for one in parts if one not in plain for token in self._part(one, parts, owner)
            )
            if others:
                rows.append(ZoneRow(title, others))
        label = self.description.seats[number] if is_player else self.names.owners[number]
        title = f"Player {label}" if is_player else self.names.member(kind, label)
        active = self.state.is_player_node() and number == (
            self.state.current_player() if is_player else self.state.decision_seat()
        )
        shown = (ZoneRow("", tuple(values)), *rows) if values else tuple(rows)
        return ZonePanel(title, shown, owner, active, self.options.claim(kind, label))

    def _part(self, entry: Entry, among: list[Entry], owner: int) -> tuple[Token, ...]:
        """Tokens of an entry; with several places, labelled by place."""
        where = " ".join(
            self.names.member(kind, key)
            for kind, key in list(zip(entry.variable.keys, entry.keys, strict=False))[1:]
        )
        if entry.variable.content in ("number", "flag") or (where and self.tokens.is_value(entry)):
            token = self.tokens.value(entry, where)
            return () if token is None or entry.value == 0 else (token,)
        found = self.tokens.pieces(entry, owner)
        if not where or not found:
            return found
        kinds = {label for one in among for label in one.counts()}
        return tuple(
            replace(token, text=where if len(kinds) == 1 else f"{where}: {token.text}") for token in found
        )

    # --- what is nobody's -------------------------------------------------------------------------------

    def _common(self, found: list[Entry]) -> list[ZonePanel]:
        values: list[Token] = []
        rows = []
        for entry in found:
            title = self.tokens.title(entry.variable.name)
            if self.tokens.is_value(entry):
                values += [one for one in [self.tokens.value(entry, title)] if one is not None]
            elif tokens := self.tokens.pieces(entry):
                rows.append(ZoneRow(title, tokens))
        if values:
            rows.insert(0, ZoneRow("", tuple(values)))
        return [ZonePanel("Common", tuple(rows))] if rows else []

    def _kind_panel(self, kind: str, found: list[Entry]) -> ZonePanel:
        """Panel of a kind, one row per member with contents."""
        by_member: dict[str, list[Entry]] = {}
        for entry in found:
            if entry.keys:
                by_member.setdefault(entry.keys[0], []).append(entry)
        several = len({entry.variable.name for entry in found}) > 1
        rows = []
        for member, parts in by_member.items():
            tokens = tuple(token for one in parts for token in self._member_part(one, several))
            if tokens:
                name = self.names.member(kind, member)
                rows.append(ZoneRow(name, tokens, self.options.claim(kind, member)))
        return ZonePanel(self.names.several(kind), tuple(rows))

    def _member_part(self, entry: Entry, several: bool) -> tuple[Token, ...]:
        where = " ".join(
            self.names.member(kind, key)
            for kind, key in list(zip(entry.variable.keys, entry.keys, strict=False))[1:]
        )
        name = f"{self.tokens.title(entry.variable.name)} {where}".strip()
        if self.tokens.is_value(entry):
            token = None if self._as_at_start(entry) else self.tokens.value(entry, name)
            return () if token is None else (token,)
        found = self.tokens.pieces(entry)
        label = where or (name if several else "")
        return tuple(replace(one, text=f"{label}: {one.text}") for one in found) if where and label else found

    def _as_at_start(self, entry: Entry) -> bool:
        content: Any = self.description.start.get(entry.variable.name)
        for key in entry.keys:
            content = content.get(key) if isinstance(content, Mapping) else None
        return bool(content == entry.value) and entry.variable.content != "member"

    # --- decks ------------------------------------------------------------------------------------------

    def _decks(self, found: list[Entry]) -> list[Panel]:
        decks: dict[tuple[str, tuple[str, ...]], dict[str, list[Entry]]] = {}
        for entry in found:
            name = entry.variable.deck or entry.variable.name
            part = entry.variable.part or "face down"
            decks.setdefault((name, entry.keys), {}).setdefault(part, []).append(entry)
        shown = [self._deck(name, keys, parts) for (name, keys), parts in decks.items()]
        full = tuple(one for one in shown if one.down or one.tops or one.discarded)
        return [DeckPanel("Decks", full)] if full else []

    def _deck(self, name: str, keys: tuple[str, ...], parts: Mapping[str, list[Entry]]) -> Deck:
        down, known = 0, []
        for entry in parts.get("face down", []):
            count = entry.hidden_count
            down += sum(entry.counts().values()) if count is None else count
            known += [
                Token(self.names.member(entry.variable.kind, label), count=number)
                for label, number in known_of(self.description, self.data, entry).items()
            ]
        tops = [token for one in parts.get("top", []) for token in self.tokens.pieces(one)]
        if tops:
            tops[0] = replace(tops[0], text=f"On top: {tops[0].text}")
        discarded = [token for one in parts.get("discarded", []) for token in self.tokens.pieces(one)]
        variable = next(iter(parts.values()))[0].variable
        kinds = variable.keys
        where = [
            f"Player {key}" if kind == PLAYERS else self.names.member(kind, key)
            for kind, key in zip(kinds, keys, strict=False)
        ]
        title = " ".join([self.tokens.title(name), *where])
        return Deck(title, down, tuple(known), tuple(tops), tuple(discarded))

    # --- turn and points --------------------------------------------------------------------------------

    def _turn(self) -> TurnPanel:
        state, left = self.state, self.options.left()
        last = self.last
        if state.is_terminal():
            return TurnPanel("Game over", NOBODY, self._result(), last)
        if not state.is_player_node():
            pending = self.data["pending"] or {}
            event = self.names.decision(str(pending.get("chance", "")))
            return TurnPanel("Chance", NOBODY, f"Chance decides: {event}", last, left)
        decision = self.names.decision(state.decision() or "")
        seat, player = state.decision_seat(), state.current_player()
        title = f"Player {player + 1}"
        if self.actor_kind and seat >= 0:
            title += f" for {self.names.owner_name(seat, self.actor_kind)}"
        owner = seat if self.actor_kind else player
        return TurnPanel(title, owner, f"To choose: {decision}", last, left, self.options.placed)

    def _result(self) -> str:
        winners = [f"player {seat + 1}" for seat in self.state.winners()]
        if not winners:
            return "Nobody wins" if self.data["seats"] > 1 else "The end"
        return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}".capitalize()

    def _sheet(self) -> list[SheetPanel]:
        if not self.description.categories:
            return []
        state, seats = self.state, range(self.data["seats"])
        if self.observer is None:
            sheet, totals = state.score_sheet(), state.scores()
        else:
            sheet, totals = state.public_score_sheet(self.observer), state.public_scores(self.observer)
        lines = tuple((name, tuple(points)) for name, points in sheet.items())
        owners = tuple(NOBODY if self.actor_kind else seat for seat in seats)
        names = tuple(f"Player {seat + 1}" for seat in seats)
        return [SheetPanel("Points", owners, names, lines, tuple(totals))]
