"""Zones of a stock: pieces of one owner under one key."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from rulec.runtime import piece_conservation
from rulec.runtime.schema import PLAYERS, StockInfo
from rulec.runtime.view import View

Edited = Mapping[str, Collection[str]]  # variable -> edited members; "": the whole variable


class Zone(NamedTuple):
    """One zone of a variable; for pieces on boards, one space."""

    name: str
    form: str
    number: int


def zones_of(view: View, stock: StockInfo) -> Iterator[Zone]:
    """Yield all zones of a stock, home zones first."""
    for name, form in piece_conservation.forms_of(stock).items():
        slot = view.slots[name]
        each = len(slot.dims[-1]) if form == "counts" else 1
        size = len(slot.members) if form == "spaces" else slot.cells // each
        for number in range(size):
            yield Zone(name, form, number)


def home_of(view: View, stock: StockInfo, kind: int) -> Zone:
    """Home zone of a kind; pieces of players have one per owner."""
    assert stock.home is not None
    name, form = stock.home
    dims = view.slots[name].dims
    owned = len(dims) > 1 if form == "counts" else bool(dims)
    owner = stock.owners[kind] if stock.owners else kind
    return Zone(name, form, owner if owned else 0)


def count(view: View, cells: list[int], zone: Zone, kind: int) -> int:
    """Number of pieces of a kind in a zone."""
    if zone.form == "spaces":
        return view.get(cells, zone.name, kind) >> zone.number & 1
    return piece_conservation.pieces_at(view, cells, (zone.name, zone.form), kind, zone.number)


def add(view: View, cells: list[int], zone: Zone, kind: int, number: int) -> None:
    """Add pieces of a kind to a zone, or remove them if `number` is negative."""
    if zone.form == "spaces":
        bit = 1 << zone.number
        here = view.get(cells, zone.name, kind)
        view.put(cells, zone.name, here | bit if number > 0 else here & ~bit, kind)
    else:
        piece_conservation.add_pieces(view, cells, (zone.name, zone.form), kind, zone.number, number)


def takes(view: View, cells: list[int], zone: Zone, kind: int) -> bool:
    """Check whether the zone has room for another piece of the kind."""
    if zone.form == "one":
        return view.get(cells, zone.name, zone.number) < 0
    if zone.form == "list":
        slot = view.slots[zone.name]
        lying = sum(count(view, cells, zone, one) for one in range(len(slot.members)))
        return lying < slot.hi
    if zone.form == "spaces":
        return not any(value >> zone.number & 1 for value in view.all(cells, zone.name))
    if zone.form == "own":
        return False
    slot = view.slots[zone.name]
    return count(view, cells, zone, kind) < (1 if zone.form == "set" else slot.hi)


def path_of(view: View, zone: Zone) -> str:
    """Path of a zone below its variable's name."""
    slot = view.slots[zone.name]
    if zone.form == "spaces":
        return slot.members[zone.number]
    labels, number = list[str](), zone.number
    for dim in reversed(slot.dims[:-1] if zone.form == "counts" else slot.dims):
        number, place = divmod(number, len(dim))
        labels.insert(0, dim[place])
    return ".".join(labels)


def of_player(view: View, zone: Zone) -> bool:
    return view.slots[zone.name].kept_for[:1] == (PLAYERS,) and zone.form != "spaces"


class DeterminedZones:
    """Zones whose contents the edits determine."""

    def __init__(self, view: View, edited: Edited) -> None:
        self.view, self.edited = view, edited
        self.boards = {slot: board.name for board in view.schema.boards for _, slot in board.pieces}

    def variable(self, zone: Zone) -> str:
        """Name under which a zone is edited."""
        return self.boards.get(zone.name, zone.name)

    def fixed(self, zone: Zone, kind: int) -> bool:
        """Check whether the edits fix the number of pieces of a kind in a zone."""
        members = self.edited.get(self.variable(zone))
        if not members:
            return False
        here = path_of(self.view, zone)
        exact = here
        if zone.form == "counts":
            label = self.view.slots[zone.name].dims[-1][kind]
            exact = f"{here}.{label}" if here else label
        return any(not member or f"{exact}.".startswith(f"{member}.") for member in members)

    def touched(self, zone: Zone) -> bool:
        """Check whether the edits mention a zone."""
        members = self.edited.get(self.variable(zone))
        if not members:
            return False
        here = path_of(self.view, zone)
        return any(
            not (member and here)
            or f"{member}.".startswith(f"{here}.")
            or f"{here}.".startswith(f"{member}.")
            for member in members
        )
