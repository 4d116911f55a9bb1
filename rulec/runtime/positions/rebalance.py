"""Adjusts an edited position so that every kind has its declared number of pieces.

Zones that the edits determine are fixed; everything else may change, so that an edit succeeds for any set-up.
Displaced pieces return to the deck that they were dealt from if it still holds any, else home. Missing pieces
come from these sources, in this order:

1. the home of the pieces, then the box,
2. face-down pieces: decks, layers under them, zones that nobody sees,
3. face-up pieces of decks, rows and zones of the game,
4. places of spaces and other members,
5. zones of players.

Within each, declaration order applies. A zone that loses a piece gets a replacement, so that the shape of the
position does not depend on the seed: face-up places and zones dealt from a deck draw from it, at random
by the seed; places and rows without a deck get a displaced piece. If there is none, a gap remains.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from rulec.runtime import control, hidden, piece_conservation, rng
from rulec.runtime.schema import StockInfo
from rulec.runtime.view import View
from rulec.runtime.zones import (
    DeterminedZones,
    Edited,
    Zone,
    add,
    count,
    home_of,
    of_player,
    path_of,
    takes,
    zones_of,
)

_Dealt = Callable[[], list[int]]  # thunk: cells before the first draw


def rebalance(
    view: View, cells: list[int], before: list[int], edited: Edited, dealt: _Dealt | None = None
) -> None:
    """Restore piece conservation after edits; `before` holds the cells before the edits."""
    pins = DeterminedZones(view, edited)
    dice = _Dice(rng.stream(view.get(cells, control.KEY), rng.STREAM_EDITS))
    for stock in view.schema.stocks:
        _exchange_shown(view, cells, before, pins, stock)
        if stock.home is not None:
            _Balance(view, cells, before, pins, stock, dice, dealt).run()
    hidden.close_gaps(view, cells)


def _exchange_shown(
    view: View, cells: list[int], before: list[int], pins: DeterminedZones, stock: StockInfo
) -> None:
    """Exchange edited face-up pieces with their deck where the deck itself was not edited."""
    forms = piece_conservation.forms_of(stock)
    for below, *shown in stock.decks:
        changed = [
            (Zone(below, forms[below], number), view.get(before, name, number), view.get(cells, name, number))
            for name in shown
            for number in range(view.slots[name].cells)
            if pins.touched(Zone(name, forms[name], number))
            and not pins.touched(Zone(below, forms[below], number))
        ]
        for deck, old, _ in changed:
            if old >= 0:
                add(view, cells, deck, old, 1)
        for deck, _, new in changed:
            if new >= 0 and count(view, cells, deck, new):
                add(view, cells, deck, new, -1)


class _Dice:
    """Random stream of its own, independent of the game's draws."""

    def __init__(self, stream: int) -> None:
        self.stream, self.drawn = stream, 0

    def weighted(self, weights: list[int]) -> int:
        self.drawn += 1
        return rng.weighted(rng.draw(self.stream, self.drawn - 1), weights)


class _Balance:
    """Rebalancing of one stock."""

    def __init__(
        self,
        view: View,
        cells: list[int],
        before: list[int],
        pins: DeterminedZones,
        stock: StockInfo,
        dice: _Dice,
        dealt: _Dealt | None,
    ) -> None:
        self.view, self.cells, self.before, self.pins, self.stock = view, cells, before, pins, stock
        self.dice, self.dealt = dice, dealt
        self.surplus: dict[int, int] = {}  # excess of kinds with a fixed home count

    def run(self) -> None:
        short = self._send_home()
        lost = [loss for kind, number in short.items() for loss in self._take(kind, number)]
        self._turn_up()
        for zone, kind in lost:
            if zone.name in self._shown:
                self._cover(zone, kind)
        for zone, kind in lost:
            if zone.name not in self._shown:
                self._replace(zone, kind)
        for kind in self.surplus:
            self._lay_surplus(kind)

    def _send_home(self) -> dict[int, int]:
        """Send unplaced pieces home; return the missing number of each over-demanded kind."""
        short: dict[int, int] = {}
        for kind, total in enumerate(self.stock.totals):
            if total is None:
                continue
            home = home_of(self.view, self.stock, kind)
            have = sum(
                piece_conservation.pieces_in(self.view, self.cells, *where, kind)
                for where in piece_conservation.forms_of(self.stock).items()
            )
            at_home = count(self.view, self.cells, home, kind)
            left = total - (have - at_home)
            if self.pins.fixed(home, kind):
                left = self._back_to_decks(kind, left - at_home)
                if left > 0:
                    self.surplus[kind] = left
            else:
                self._put_back(home, kind, max(0, left) - at_home)
            if left < 0:
                short[kind] = -left
        return short

    def _put_back(self, home: Zone, kind: int, number: int) -> None:
        """Return pieces to the deck that they were dealt from if it still holds any, else home."""
        add(self.view, self.cells, home, kind, self._back_to_decks(kind, number))

    def _back_to_decks(self, kind: int, number: int) -> int:
        """Return displaced pieces to the decks that they were dealt from; return how many are left."""
        for zone in zones_of(self.view, self.stock) if number > 0 else ():
            away = -self._grown(zone, kind) if self.pins.touched(zone) else 0
            deck = self._deck_of(zone, kind) if away > 0 and number else None
            if deck is not None and takes(self.view, self.cells, deck, kind):
                back = min(away, number)
                add(self.view, self.cells, deck, kind, back)
                number -= back
        return number

    def _deck_of(self, zone: Zone, kind: int) -> Zone | None:
        """Deck that a piece of a zone returns to: its owner's, or a shared one."""
        labels = path_of(self.view, zone).split(".")
        for deck in self._decks:
            owned = bool(self.view.slots[deck.name].kept_for[:1])
            if owned and path_of(self.view, deck).split(".")[0] not in labels:
                continue
            goes = deck in self._from_decks[kind] and deck != zone and not self.pins.fixed(deck, kind)
            kinds = range(len(self.stock.kinds))
            if goes and any(count(self.view, self.cells, deck, one) for one in kinds):
                return deck
        return None

    # --- where pieces come from -------------------------------------------------------------------------

    @cached_property
    def _zones(self) -> list[Zone]:
        return sorted(zones_of(self.view, self.stock), key=self._rank)

    @cached_property
    def _shown(self) -> set[str]:
        return {name for _, *shown in self.stock.decks for name in shown}

    @cached_property
    def _face_down(self) -> set[str]:
        layers = {one.slot for one in self.view.schema.hidden if one.seen_by}
        unseen = {one.slot for one in self.view.schema.hidden if self.view.slots[one.slot].seen == "nobody"}
        return {below for below, *_ in self.stock.decks} | layers | unseen

    def _rank(self, zone: Zone) -> int:
        assert self.stock.home is not None
        if zone.name == self.stock.home[0] or zone.name.startswith("box."):
            return int(zone.name != self.stock.home[0])
        if zone.name in self._face_down:
            return 2
        if of_player(self.view, zone):
            return 5
        return 4 if zone.form == "spaces" or self.view.slots[zone.name].kept_for[:1] else 3

    def _take(self, kind: int, number: int) -> list[tuple[Zone, int]]:
        """Remove pieces of a kind from zones not fixed by edits; return one entry per removed piece."""
        lost: list[tuple[Zone, int]] = []
        for zone in self._zones:
            here = count(self.view, self.cells, zone, kind)
            if here and not self.pins.fixed(zone, kind):
                here = min(here, number - len(lost))
                add(self.view, self.cells, zone, kind, -here)
                lost += [(zone, kind)] * here
            if len(lost) == number:
                return lost
        raise ValueError(self._contradiction(kind))

    def _contradiction(self, kind: int) -> str:
        """Error message for contradictory edits: who is to hold how many."""
        held: dict[str, int] = {}
        for zone in zones_of(self.view, self.stock):
            here = count(self.view, self.cells, zone, kind)
            if here and self.pins.fixed(zone, kind):
                name = self.pins.variable(zone)
                held[name] = held.get(name, 0) + here
        places = ", ".join(f"{number} in `{name}`" for name, number in held.items())
        one_by_one = [
            f"{count(self.view, self.cells, zone, kind)} in `{self._path(zone)}`"
            for zone in zones_of(self.view, self.stock)
            if count(self.view, self.cells, zone, kind) and self.pins.fixed(zone, kind)
        ]
        more = f": {', '.join(one_by_one)}" if len(one_by_one) > len(held) else ""
        return (
            f"there are only {self.stock.totals[kind]} of `{self.stock.kinds[kind]}`, "
            f"but the edits want {places}{more}"
        )

    def _path(self, zone: Zone) -> str:
        return ".".join(part for part in (self.pins.variable(zone), path_of(self.view, zone)) if part)

    # --- what comes instead -----------------------------------------------------------------------------

    @cached_property
    def _decks(self) -> list[Zone]:
        names = [below for below, *_ in self.stock.decks]
        return [zone for name in names for zone in zones_of(self.view, self.stock) if zone.name == name]

    @cached_property
    def _from_decks(self) -> list[set[Zone]]:
        """Decks that contain each kind before the first draw."""
        if self.dealt is None or not self._decks:
            return [set() for _ in self.stock.kinds]
        cells = self.dealt()
        return [
            {zone for zone in self._decks if count(self.view, cells, zone, kind)}
            for kind in range(len(self.stock.kinds))
        ]

    def _turn_up(self) -> None:
        """Refill the face-up places of decks."""
        forms = piece_conservation.forms_of(self.stock)
        for below, *shown in self.stock.decks:
            for number in range(self.view.slots[shown[0]].cells if shown else 0):
                deck = Zone(below, forms[below], number)
                places = [Zone(name, forms[name], number) for name in shown]
                lying = [self.view.get(self.cells, place.name, number) for place in places]
                if min(lying) >= 0:
                    continue
                awaited = {place for place in places if self._is_awaited(place)}
                if not awaited and not any(self.pins.touched(place) for place in places):
                    lying = [kind for kind in lying if kind >= 0] + [-1] * lying.count(-1)
                for place, kind in zip(places, lying, strict=True):
                    self.view.put(self.cells, place.name, kind, number)
                    if kind < 0 and place not in awaited and not self.pins.touched(place):
                        self._draw(deck, place, set(range(len(self.stock.kinds))))

    def _is_awaited(self, place: Zone) -> bool:
        """Return whether pending chance is to fill an empty face-up place."""
        pending = self.view.get(self.cells, control.PENDING) > len(self.view.schema.decisions)
        return pending and self.view.get(self.before, place.name, place.number) < 0

    def _cover(self, lost: Zone, kind: int) -> None:
        """Fill an empty face-up place of a deck that edits determine; there must be none above others."""
        forms = piece_conservation.forms_of(self.stock)
        for below, *shown in self.stock.decks:
            for name in shown if lost.name in shown else ():
                place = Zone(name, forms[name], lost.number)
                if self.view.get(self.cells, name, lost.number) >= 0 or self.pins.touched(place):
                    continue
                self._replace(place, kind)
                deck = Zone(below, forms[below], lost.number)
                kinds = {kind for kind, begun in enumerate(self._from_decks) if deck in begun}
                gap = self.view.get(self.cells, name, lost.number) < 0
                if gap and any(count(self.view, self.cells, deck, one) for one in kinds):
                    others = (zone for zone in self._zones if zone.name not in self._shown)
                    any(self._draw(zone, place, kinds) for zone in others)
                return

    def _draw(self, source: Zone, target: Zone, kinds: set[int]) -> bool:
        """Move a random piece of the given kinds between zones; return False if there is none."""
        weights = [
            count(self.view, self.cells, source, kind)
            if kind in kinds and self._moves(kind, source, target)
            else 0
            for kind in range(len(self.stock.kinds))
        ]
        if not any(weights):
            return False
        kind = self.dice.weighted(weights)
        add(self.view, self.cells, source, kind, -1)
        add(self.view, self.cells, target, kind, 1)
        return True

    def _moves(self, kind: int, source: Zone, target: Zone) -> bool:
        """Check whether a piece of this kind may move between the zones."""
        fixed = self.pins.fixed(source, kind) or self.pins.fixed(target, kind)
        limited = self.stock.totals[kind] is not None
        return limited and not fixed and takes(self.view, self.cells, target, kind)

    def _replace(self, zone: Zone, lost: int) -> None:
        """Replace a piece that a zone has lost; leave a gap if none fits."""
        decks = self._from_decks[lost]
        alike = {kind for kind, begun in enumerate(self._from_decks) if begun & decks}
        if zone in decks or any(self._draw(deck, zone, alike) for deck in self._decks if deck in decks):
            return
        for kind in sorted(alike):
            home = home_of(self.view, self.stock, kind)
            if home != zone and self._draw(home, zone, {kind}):
                return
        self._swap(zone, lost)

    def _swap(self, zone: Zone, lost: int) -> None:
        """Fill the gap with a piece that the edits displaced."""
        for kind in self._made_way(lost):
            if self.pins.fixed(zone, kind) or not takes(self.view, self.cells, zone, kind):
                continue
            home = home_of(self.view, self.stock, kind)
            if self.surplus.get(kind):
                self.surplus[kind] -= 1
                add(self.view, self.cells, zone, kind, 1)
                return
            if zone.form in ("one", "list", "set") and home != zone and self._draw(home, zone, {kind}):
                return

    def _made_way(self, lost: int) -> list[int]:
        """Kinds displaced from zones where the edits added pieces of the lost kind."""
        found: list[int] = []
        for zone in zones_of(self.view, self.stock):
            if not self.pins.touched(zone) or self._grown(zone, lost) <= 0:
                continue
            found += [kind for kind in range(len(self.stock.kinds)) if self._grown(zone, kind) < 0]
        return found

    def _grown(self, zone: Zone, kind: int) -> int:
        return count(self.view, self.cells, zone, kind) - count(self.view, self.before, zone, kind)

    # --- what lies nowhere ------------------------------------------------------------------------------

    def _lay_surplus(self, kind: int) -> None:
        """Move surplus to the box, or swap it for pieces of the same deck; validation rejects the rest."""
        box = next((zone for zone in self._zones if zone.name.startswith("box.")), None)
        if box is not None and not self.pins.fixed(box, kind):
            add(self.view, self.cells, box, kind, self.surplus[kind])
            return
        alike = [
            other
            for other, begun in enumerate(self._from_decks)
            if other != kind and begun & self._from_decks[kind]
        ]
        for zone in self._zones:
            for other in alike:
                while self.surplus[kind] and self._exchange(zone, other, kind):
                    self.surplus[kind] -= 1

    def _exchange(self, zone: Zone, other: int, kind: int) -> bool:
        """Send one piece of kind `other` home and put one of `kind` in its place."""
        home = home_of(self.view, self.stock, other)
        if zone == home or self.pins.fixed(zone, kind) or not count(self.view, self.cells, zone, other):
            return False
        if not self._moves(other, zone, home):
            return False
        add(self.view, self.cells, zone, other, -1)
        if not takes(self.view, self.cells, zone, kind):
            add(self.view, self.cells, zone, other, 1)
            return False
        add(self.view, self.cells, home, other, 1)
        add(self.view, self.cells, zone, kind, 1)
        return True


# --- what is not counted in zones ---------------------------------------------------------------------------


def fill_stores(view: View, cells: list[int], edited: Edited) -> None:
    """Restore the conservation of players' pieces on boards: the supply absorbs the difference."""
    pins = DeterminedZones(view, edited)
    for store in view.schema.stores:
        if store.home is None or store.total is None:
            continue
        for seat, label in enumerate(view.slots[store.home].dims[0]):
            home = Zone(store.home, "counts", 0)
            placed = [(board, view.get(cells, name, seat).bit_count()) for board, name in store.boards]
            kept = view.get(cells, store.home, seat) if pins.fixed(home, seat) else 0
            left = store.total - kept - sum(number for _, number in placed)
            for _, name in store.boards:
                value = view.get(cells, name, seat)
                for space in range(len(view.slots[name].members)):
                    if left < 0 and value >> space & 1 and not pins.fixed(Zone(name, "spaces", space), seat):
                        value &= ~(1 << space)
                        left += 1
                view.put(cells, name, value, seat)
            if left < 0:
                holders = [f"{number} on `{board}`" for board, number in placed if number]
                holders += [f"{kept} in `{store.home}`"] * bool(kept)
                raise ValueError(
                    f"there are only {store.total} of `{store.name} of {label}`, but the edits want "
                    + ", ".join(holders)
                )
            if not pins.fixed(home, seat):
                view.put(cells, store.home, left, seat)
