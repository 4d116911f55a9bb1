"""Capacity checks of zones, decks and seating."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.runtime import control, piece_conservation
from rulec.runtime.list_codec import bits, entries
from rulec.runtime.schema import PLAYERS, LimitInfo, Slot, StockInfo
from rulec.runtime.view import View


def check(view: View, cells: list[int]) -> None:
    """Raise a ValueError for the first zone over its capacity or otherwise inconsistent."""
    for limit in view.schema.limits:
        _check_limit(view, cells, limit, most_of(view, cells, limit))
    if 0 < view.get(cells, control.PENDING) <= len(view.schema.decisions):
        check_shown(view, cells)  # pending chance may fill them, and the end may come before
    for stock in view.schema.stocks:
        _check_absent(view, cells, stock)
    if view.schema.seating:
        _check_seating(view, cells, view.slots[view.schema.seating])


def most_of(view: View, cells: list[int], limit: LimitInfo) -> tuple[int, ...]:
    """Limit of each owner in the current configuration."""
    if len(limit.most) == 1:
        return limit.most[0]
    chosen = (view.get(cells, control.SEATS), *(view.get(cells, one.name) for one in view.schema.options))
    return limit.most[view.schema.configurations.index(chosen)]


def _check_limit(view: View, cells: list[int], limit: LimitInfo, most: tuple[int, ...]) -> None:
    (first, form), *_ = limit.zones
    slot = view.slots[first]
    zones = _number_of_zones(slot, form)
    for number in range(zones):
        room = most[number * len(most) // zones]
        counts = dict[int, int]()
        for place, (name, kept) in enumerate(limit.zones):
            for kind, count in lying(view, cells, name, kept, number):
                owner = limit.owners[place][kind] if limit.owners else 0
                counts[owner] = counts.get(owner, 0) + count
        for owner, count in counts.items():
            if count > room and owner >= 0:
                where = _zone_label(slot, form, number)
                whose = f" of {view.schema.seats[owner]}" if limit.owners else ""
                raise ValueError(f"`{where}`: {count} lie there{whose}, but there is room for {room}")


def _number_of_zones(slot: Slot, form: str) -> int:
    return slot.cells // len(slot.dims[-1]) if form == "counts" else slot.cells


def lying(view: View, cells: list[int], name: str, form: str, number: int) -> Iterator[tuple[int, int]]:
    """Yield kind and count of the pieces in one zone; a plain number counts as kind 0."""
    slot = view.slots[name]
    if form == "counts":
        kinds = len(slot.dims[-1])
        yield from enumerate(view.all(cells, name)[number * kinds : (number + 1) * kinds])
        return
    value = view.get(cells, name, number)
    if form == "set":
        yield from ((kind, 1) for kind in range(len(slot.members)) if value >> kind & 1)
    elif form == "list":
        yield from ((kind, 1) for kind in entries(value, bits(len(slot.members))))
    elif form == "one":
        yield from ((value, 1) for _ in range(value >= 0))
    else:
        yield (number * len(slot.dims[0]) // slot.cells if form == "own" else 0), value


def _zone_label(slot: Slot, form: str, number: int) -> str:
    labels: list[str] = []
    for dim in reversed(slot.dims[:-1] if form == "counts" else slot.dims):
        number, place = divmod(number, len(dim))
        labels.insert(0, dim[place])
    return ".".join([slot.name, *labels])


def check_shown(view: View, cells: list[int], before: list[int] | None = None) -> None:
    """Check that the face-up places of decks are filled, except those empty in `before`."""
    awaited = set() if before is None else set(gaps(view, before))
    for where in gaps(view, cells):
        if where not in awaited:
            raise ValueError(f"`{where}`: nothing lies there, although pieces of the deck lie below")


def gaps(view: View, cells: list[int]) -> Iterator[str]:
    """Yield the empty face-up places of decks above other pieces."""
    for below, shown in (one for stock in view.schema.stocks for one in piece_conservation.decks_of(stock)):
        for number in range(view.slots[shown[0][0]].cells if shown else 0):
            lie = [view.get(cells, name, number) >= 0 for name, _ in shown]
            covered = any(count for _, count in lying(view, cells, *below, number))
            for place, (name, _) in enumerate(shown):
                if not lie[place] and (covered or any(lie[place:])):
                    yield _zone_label(view.slots[name], "one", number)


def _check_absent(view: View, cells: list[int], stock: StockInfo) -> None:
    """Check that pieces of absent players are in their start zones."""
    present = view.get(cells, control.SEATS)
    if stock.owner_sort != PLAYERS or not stock.owners or present == len(view.schema.seats):
        return
    start = view.fresh()
    for name, form in (*([] if stock.home is None else [stock.home]), *stock.holders):
        for number in range(_number_of_zones(view.slots[name], form)):
            there = dict(lying(view, cells, name, form, number))
            before = dict(lying(view, start, name, form, number))
            for kind, count in there.items():
                if stock.owners[kind] >= present and count != before.get(kind, 0):
                    where = _zone_label(view.slots[name], form, number)
                    raise ValueError(f"`{where}`: nobody plays with `{stock.kinds[kind]}`")


def _check_seating(view: View, cells: list[int], slot: Slot) -> None:
    """Check that no member occupies two seats."""
    seated = list(entries(view.get(cells, slot.name), bits(len(slot.members))))
    twice = next((one for one in seated if seated.count(one) > 1), None)
    if twice is not None:
        raise ValueError(f"`{slot.name}`: {slot.members[twice]} sits in two places")
