"""Hidden zones: public piece counts, known contents, redealing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rulec.runtime import control
from rulec.runtime.list_codec import bits, entries, packed
from rulec.runtime.schema import HiddenInfo, Slot
from rulec.runtime.view import View


class HiddenZone(NamedTuple):
    """One zone of a hidden slot: one owner, one key."""

    info: HiddenInfo
    slot: Slot
    number: int  # index within the slot
    label: str
    seat: int  # seat that sees it; -1: none
    group: tuple[int, int]

    def seen(self, view: View, cells: list[int], player: int) -> bool:
        """Check whether the player sees the zone's contents."""
        if self.info.seen_by:
            return bool(view.get(cells, self.info.seen_by, self.number) >> player & 1)
        return self.seat == player


def seat_of(view: View, cells: list[int], slot: Slot, owner: int) -> int:
    """Player who controls this owner; -1 if nobody does."""
    return view.get(cells, slot.decides, owner) if slot.decides else owner


def slots(view: View) -> set[str]:
    """Slots that a redeal rewrites: contents and knowledge about them."""
    return {name for info in view.schema.hidden for name in (info.slot, info.noticed)}


def zones(view: View, cells: list[int]) -> Sequence[HiddenZone]:
    """All hidden zones; cached unless their observers depend on the position."""
    if view.fixed_zones is None:
        found = tuple(_zones(view, cells))
        if any(zone.slot.decides for zone in found):
            return found
        view.fixed_zones = found
    fixed: Sequence[HiddenZone] = view.fixed_zones
    return fixed


def _zones(view: View, cells: list[int]) -> Iterator[HiddenZone]:
    for info in view.schema.hidden:
        slot = view.slots[info.slot]
        for number in range(slot.cells // kinds_in(slot)):
            labels, rest = list[str](), number
            for dim in reversed(slot.dims if _in_one_cell(slot) else slot.dims[:-1]):
                rest, place = divmod(rest, len(dim))
                labels.insert(0, dim[place])
            seat = seat_of(view, cells, slot, _outer(slot, number, 1)) if slot.seen == "owner" else -1
            group = (info.group, _outer(slot, number, info.apart))
            yield HiddenZone(info, slot, number, ".".join([slot.name, *labels]), seat, group)


def _outer(slot: Slot, number: int, indexes: int) -> int:
    """Index of a zone by its leading dimensions only."""
    size = slot.cells // kinds_in(slot)
    for dim in slot.dims[:indexes]:
        size //= len(dim)
    return number // size


def kinds_in(slot: Slot) -> int:
    """Number of cells of one zone."""
    return 1 if _in_one_cell(slot) else len(slot.dims[-1])


def _in_one_cell(slot: Slot) -> bool:
    return slot.sort in {"set", "list"}


def content(view: View, cells: list[int], zone: HiddenZone, name: str = "") -> list[int]:
    """Piece counts by kind in a zone, or in slot `name` of the same shape."""
    slot = view.slots[name or zone.slot.name]
    values = _cells_of(view, cells, zone, slot)
    if slot.sort == "set":
        return [(values[0] >> kind) & 1 for kind in range(len(slot.members))]
    if slot.sort == "list":
        lie = list(entries(values[0], bits(len(slot.members))))
        return [lie.count(kind) for kind in range(len(slot.members))]
    return values


def size(view: View, cells: list[int], zone: HiddenZone, name: str = "") -> int:
    """Number of pieces in a zone, or in slot `name` of the same shape."""
    slot = view.slots[name or zone.slot.name]
    values = _cells_of(view, cells, zone, slot)
    if slot.sort == "set":
        return values[0].bit_count()
    if slot.sort == "list":
        return sum(1 for _ in entries(values[0], bits(len(slot.members))))
    return sum(values)


def _cells_of(view: View, cells: list[int], zone: HiddenZone, slot: Slot) -> list[int]:
    """The cells of one zone in a slot of the same form."""
    size = kinds_in(slot)
    start = view.start[slot.name] + zone.number * size
    return cells[start : start + size]


def put(
    view: View, cells: list[int], zone: HiddenZone, counts: list[int], name: str = "",
    order: list[int] | None = None,
) -> None:  # fmt: skip
    """Set the piece counts of a zone; `order` gives the sequence of new entries in a row."""
    slot = view.slots[name or zone.slot.name]
    if slot.sort == "list":
        _put_in_row(view, cells, zone, counts, order or [])
        return
    if slot.sort == "set":
        value = sum(1 << kind for kind, count in enumerate(counts) if count)
        view.put(cells, name or zone.slot.name, value, zone.number)
        return
    for kind, count in enumerate(counts):
        view.put(cells, name or zone.slot.name, count, zone.number * len(counts) + kind)


def _put_in_row(view: View, cells: list[int], zone: HiddenZone, counts: list[int], order: list[int]) -> None:
    """Update a row: remaining entries keep their place, new entries fill the gaps."""
    digit = bits(len(zone.slot.members))
    left, row = [count - order.count(kind) for kind, count in enumerate(counts)], list[int]()
    for kind in entries(view.get(cells, zone.slot.name, zone.number), digit):
        stays = left[kind] > 0
        left[kind] -= stays
        row.append(kind if stays else -1)
    new = [*order, *(kind for kind, count in enumerate(left) for _ in range(count))]
    filled = [kind if kind >= 0 else new.pop(0) for kind in row if kind >= 0 or new]
    view.put(cells, zone.slot.name, packed([*filled, *new], digit), zone.number)


def known(view: View, cells: list[int], zone: HiddenZone, player: int = -1) -> list[int]:
    """Piece counts known to all players, or to one `player` who placed some unseen."""
    if zone.info.noticed and player >= 0:
        return content(view, cells, _of_observer(view, zone, player), zone.info.noticed)
    if zone.info.known:
        return content(view, cells, zone, zone.info.known)
    return [0] * len(content(view, cells, zone))


def number_known(view: View, cells: list[int], zone: HiddenZone, player: int) -> int:
    """Number of pieces whose kind the player knows; see `known`."""
    if zone.info.noticed and player >= 0:
        return size(view, cells, _of_observer(view, zone, player), zone.info.noticed)
    return size(view, cells, zone, zone.info.known) if zone.info.known else 0


def changed(view: View, cells: list[int], others: list[int], zone: HiddenZone) -> bool:
    """Whether a zone has other contents in the other position."""
    return _cells_of(view, cells, zone, zone.slot) != _cells_of(view, others, zone, zone.slot)


def _of_observer(view: View, zone: HiddenZone, player: int) -> HiddenZone:
    """The zone in the per-player copy of its variable."""
    zones_of_slot = zone.slot.cells // kinds_in(zone.slot)
    return zone._replace(number=player * zones_of_slot + zone.number)


def _observers(view: View, cells: list[int], zone: HiddenZone) -> range:
    """Players with private knowledge of the zone."""
    return range(view.get(cells, control.SEATS) if zone.info.noticed else 0)


def check(view: View, cells: list[int]) -> None:
    """Raise a ValueError for known contents that exceed the actual ones, and for a gap between layers."""
    for zone in zones(view, cells):
        if zone.info.seen_by:
            _check_layer(view, cells, zone)
        if not _anything_known(view, cells, zone):
            continue
        there, labels = content(view, cells, zone), zone.slot.members or zone.slot.dims[-1]
        to_all = known(view, cells, zone)
        for kind, count in enumerate(to_all):
            if count > there[kind]:
                raise ValueError(
                    f"`{zone.info.known}`: {count} of `{labels[kind]}` can't be known to lie in "
                    f"`{zone.label}`, where there are {there[kind]}"
                )
        for player in _observers(view, cells, zone):
            for kind, count in enumerate(known(view, cells, zone, player)):
                if not to_all[kind] <= count <= there[kind]:
                    raise ValueError(
                        f"`{zone.info.noticed}`: {view.schema.seats[player]} can't know of {count} of "
                        f"`{labels[kind]}` in `{zone.label}`, where there are {there[kind]} and "
                        f"{to_all[kind]} are known to all"
                    )


def _check_layer(view: View, cells: list[int], zone: HiddenZone) -> None:
    """Check that layers have no gaps and empty layers have no observers."""
    layers = zone.slot.dims[-1] if zone.slot.sort == "set" else zone.slot.dims[-2]
    if any(content(view, cells, zone)):
        above = zone._replace(number=zone.number - 1)
        if zone.number % len(layers) and not any(content(view, cells, above)):
            raise ValueError(f"`{zone.label}`: something lies there, but nothing in the layer above it")
    elif view.get(cells, zone.info.seen_by, zone.number):
        raise ValueError(f"`{zone.info.seen_by}`: nothing lies in `{zone.label}`, so nobody sees it")


def close_gaps(view: View, cells: list[int]) -> None:
    """Move layers up over empty ones and clear the observers of empty layers."""
    layered = [zone for zone in zones(view, cells) if zone.info.seen_by]
    while layered:
        slot = layered[0].slot
        size = len(slot.dims[-1] if slot.sort == "set" else slot.dims[-2])
        column, layered = layered[:size], layered[size:]
        lying = [
            (content(view, cells, zone), view.get(cells, zone.info.seen_by, zone.number)) for zone in column
        ]
        kept = [(counts, seen) for counts, seen in lying if any(counts)]
        empty = ([0] * len(lying[0][0]), 0)
        for zone, (counts, seen) in zip(column, kept + [empty] * (size - len(kept)), strict=True):
            put(view, cells, zone, counts)
            view.put(cells, zone.info.seen_by, seen, zone.number)


def forget_what_is_gone(view: View, cells: list[int]) -> None:
    """Clamp knowledge to the actual contents after an edit of the position."""
    for zone in zones(view, cells):
        if not _anything_known(view, cells, zone):
            continue
        there = content(view, cells, zone)
        to_all = [min(pair) for pair in zip(known(view, cells, zone), there, strict=True)]
        if zone.info.known:
            put(view, cells, zone, to_all, zone.info.known)
        for player in _observers(view, cells, zone):
            certain = zip(to_all, known(view, cells, zone, player), there, strict=True)
            now = [max(least, min(count, most)) for least, count, most in certain]
            put(view, cells, _of_observer(view, zone, player), now, zone.info.noticed)


def _anything_known(view: View, cells: list[int], zone: HiddenZone) -> bool:
    """Return whether some player knows of a piece in this zone."""
    if zone.info.known and any(_cells_of(view, cells, zone, view.slots[zone.info.known])):
        return True
    return any(
        any(_cells_of(view, cells, _of_observer(view, zone, player), view.slots[zone.info.noticed]))
        for player in _observers(view, cells, zone)
    )


def redraw(view: View, cells: list[int], player: int, below: Callable[[int], int]) -> list[int]:
    """Redeal all pieces unknown to the player uniformly among their zones.

    Pieces never move unseen between groups, so each group keeps its own.
    """
    out = list(cells)
    groups: dict[tuple[int, int], list[HiddenZone]] = {}
    for zone in zones(view, cells):
        if not zone.seen(view, cells, player):
            groups.setdefault(zone.group, []).append(zone)
    for group in groups.values():
        unknown = [_less(content(view, cells, zone), known(view, cells, zone, player)) for zone in group]
        pieces = [kind for counts in unknown for kind, count in enumerate(counts) for _ in range(count)]
        for place in range(len(pieces) - 1, 0, -1):
            other = below(place + 1)
            pieces[place], pieces[other] = pieces[other], pieces[place]
        for zone, counts in zip(group, unknown, strict=True):
            dealt, pieces = pieces[: sum(counts)], pieces[sum(counts) :]
            now = known(view, cells, zone, player)
            for kind in dealt:
                now[kind] += 1
            put(view, out, zone, now, order=dealt)
    forget_what_is_gone(view, out)  # others' knowledge is unknown to the player: clamp it
    return out


def exchange(view: View, cells: list[int], player: int, below: Callable[[int], int]) -> list[int]:
    """Swap two random pieces unknown to the player."""
    places = []
    for zone in zones(view, cells):
        if not zone.seen(view, cells, player):
            counts = _less(content(view, cells, zone), known(view, cells, zone, player))
            places += [(zone, kind) for kind, count in enumerate(counts) for _ in range(count)]
    out = list(cells)
    if not places:
        return out
    one, kind = places[below(len(places))]
    other, other_kind = places[below(len(places))]
    if one.group != other.group:
        return out
    for zone, goes, comes in ((one, kind, other_kind), (other, other_kind, kind)):
        now = content(view, out, zone)
        now[goes] -= 1
        now[comes] += 1
        put(view, out, zone, now)
    return out


def _less(counts: list[int], others: list[int]) -> list[int]:
    return [count - other for count, other in zip(counts, others, strict=True)]
