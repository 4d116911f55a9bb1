"""Piece conservation: every limited piece is in exactly one place; checks and repairs."""

from __future__ import annotations

from collections.abc import Collection

from rulec.runtime.list_codec import bits, entries, packed
from rulec.runtime.schema import StockInfo
from rulec.runtime.view import View


def check(view: View, cells: list[int]) -> None:
    """Raise a ValueError for the first kind whose pieces do not add up to its total."""
    for stock in view.schema.stocks:
        for kind, total in enumerate(stock.totals):
            if total is None or stock.home is None:
                continue
            places = placed(view, cells, stock, kind)
            places.insert(0, (stock.home[0], pieces_in(view, cells, *stock.home, kind)))
            have = sum(count for _, count in places)
            if have != total:
                listed = ", ".join(f"{count} in `{name}`" for name, count in places if count)
                raise ValueError(
                    f"`{stock.home[0]}`: there are {total} of `{stock.kinds[kind]}`, not {have}"
                    + (f" ({listed})" if have else "")
                )


def placed(view: View, cells: list[int], stock: StockInfo, kind: int) -> list[tuple[str, int]]:
    return [(name, pieces_in(view, cells, name, form, kind)) for name, form in stock.holders]


def pieces_in(view: View, cells: list[int], name: str, form: str, kind: int) -> int:
    """Number of pieces of a kind in a variable, over all owners."""
    if form == "counts":
        start, slot = view.start[name], view.slots[name]
        return sum(cells[start + kind : start + slot.cells : len(slot.dims[-1])])
    values = view.all(cells, name)
    if form == "set":
        mask = 1 << kind
        return sum([1 for value in values if value & mask])
    if form == "own":
        each = len(values) // len(view.slots[name].dims[0])
        return sum(values[kind * each : (kind + 1) * each])
    if form == "list":
        digit = bits(len(view.slots[name].members))
        return sum(one == kind for value in values for one in entries(value, digit))
    return values.count(kind) if form == "one" else values[kind].bit_count()


def put_home(view: View, cells: list[int], stock: StockInfo, kind: int, count: int) -> None:
    """Set the number of pieces in the home zone; pieces of players go to their owner's home."""
    assert stock.home is not None
    name, form = stock.home
    values = view.all(cells, name)
    owner = stock.owners[kind] if stock.owners else kind
    if form == "counts":
        kinds = len(view.slots[name].dims[-1])
        whole = len(view.slots[name].dims) == 1
        cell = kind if whole else owner * kinds + kind
        if not whole:
            for owner in range(len(values) // kinds):
                values[owner * kinds + kind] = 0
        values[cell] = count
    else:
        values = [value & ~(1 << kind) for value in values]
        if count:
            values[owner if view.slots[name].dims else 0] |= 1 << kind
    view.put_all(cells, name, values)


# --- decks of which the top is shown -------------------------------------------------------------------


def turn_up(view: View, cells: list[int], stock: StockInfo) -> None:
    """Refill the face-up places of decks from their face-down part."""
    for below, shown in decks_of(stock):
        for number in range(view.slots[shown[0][0]].cells if shown else 0):
            lying = [one for name, _ in shown if (one := view.get(cells, name, number)) >= 0]
            while len(lying) < len(shown):
                there = (
                    kind for kind in range(len(stock.kinds)) if pieces_at(view, cells, below, kind, number)
                )
                kind = next(there, -1)
                if kind < 0:
                    break
                add_pieces(view, cells, below, kind, number, -1)
                lying.append(kind)
            for place, (name, _) in enumerate(shown):
                view.put(cells, name, lying[place] if place < len(lying) else -1, number)


def decks_of(stock: StockInfo) -> list[tuple[tuple[str, str], list[tuple[str, str]]]]:
    """Face-down slot and face-up slots (topmost first) of each deck."""
    slots = forms_of(stock)
    return [((below, slots[below]), [(one, slots[one]) for one in shown]) for below, *shown in stock.decks]


# --- what lies in one zone -----------------------------------------------------------------------------


Zone = tuple[str, int]  # (variable, zone number)


def put_contents(
    view: View, cells: list[int], name: str, index: list[int], wanted: dict[int, int], filled: set[Zone]
) -> None:
    """Set the contents of one zone, conserving pieces.

    Surplus goes home; missing pieces come from home, then from the other holders in their order. Zones of
    `filled` supply pieces only as a last resort.
    """
    stock = next(one for one in view.schema.stocks if name in forms_of(one))
    form = forms_of(stock)[name]
    slot = view.slots[name]
    number = 0
    for dim, place in zip(slot.dims, index, strict=False):
        number = number * len(dim) + place
    if form in ("set", "one") and any(count > 1 for count in wanted.values()):
        raise ValueError(f"`{name}` has room for one of each")
    if form == "one" and sum(wanted.values()) > 1:
        raise ValueError(f"`{name}` has room for one")
    where = (name, form)
    if where == stock.home:
        _put_at_home(view, cells, stock, number, wanted)
        return
    below = next((below for below, shown in decks_of(stock) if where in shown), None)
    for kind in range(len(stock.kinds)):
        have = pieces_at(view, cells, where, kind, number)
        add_pieces(view, cells, where, kind, number, -have)
        if below is not None:  # face-up pieces return to the deck
            add_pieces(view, cells, below, kind, number, have)
    _settle(view, cells, stock)
    for kind, count in wanted.items():
        _take(view, cells, stock, kind, count, filled=filled)
        add_pieces(view, cells, where, kind, number, count)
    filled.add((name, number))
    if not any(where in (below, *shown) for below, shown in decks_of(stock)):
        turn_up(view, cells, stock)


def _put_at_home(view: View, cells: list[int], stock: StockInfo, number: int, wanted: dict[int, int]) -> None:
    """Set the contents of a home zone; surplus pieces need a box to go to."""
    assert stock.home is not None
    box = next((one for one in stock.holders if one[0].startswith("box.")), None)
    for kind, label in enumerate(stock.kinds):
        count, have = wanted.get(kind, 0), pieces_at(view, cells, stock.home, kind, number)
        if count > have:
            _take(view, cells, stock, kind, count - have, stock.holders)
        elif count < have and stock.totals[kind] is not None:
            if box is None:
                raise ValueError(
                    f"`{label}` begins at `{stock.home[0]}`: say where the others lie, not how few do here"
                )
            add_pieces(view, cells, box, kind, 0, have - count)
        add_pieces(view, cells, stock.home, kind, number, count - have)


def forms_of(stock: StockInfo) -> dict[str, str]:
    home = [] if stock.home is None else [stock.home]
    return dict([*home, *stock.holders])


def _settle(view: View, cells: list[int], stock: StockInfo) -> None:
    """Move unplaced pieces to their home."""
    if stock.home is None:
        return
    for kind, total in enumerate(stock.totals):
        if total is not None:
            left = total - sum(count for _, count in placed(view, cells, stock, kind))
            put_home(view, cells, stock, kind, left)


def _take(
    view: View,
    cells: list[int],
    stock: StockInfo,
    kind: int,
    count: int,
    holders: tuple[tuple[str, str], ...] | None = None,
    filled: Collection[Zone] = (),
) -> None:
    """Remove pieces of a kind from their holders, edited zones last; unlimited kinds are left alone."""
    total = stock.totals[kind]
    if total is None:
        return
    if count > total:
        raise ValueError(f"there are only {total} of `{stock.kinds[kind]}`")
    home = [] if stock.home is None else [stock.home]
    zones: list[tuple[str, str, int]] = []
    for name, form in holders or (*home, *stock.holders):
        size = len(view.all(cells, name)) // (len(view.slots[name].dims[-1]) if form == "counts" else 1)
        zones += [(name, form, number) for number in range(size if form != "spaces" else 1)]
    for name, form, number in sorted(zones, key=lambda zone: (zone[0], zone[2]) in filled):
        here = min(count, pieces_at(view, cells, (name, form), kind, number))
        add_pieces(view, cells, (name, form), kind, number, -here)
        count -= here
    if count:
        raise ValueError(f"there are not so many of `{stock.kinds[kind]}`")


def pieces_at(view: View, cells: list[int], where: tuple[str, str], kind: int, number: int) -> int:
    """Number of pieces of a kind in one zone of a variable."""
    name, form = where
    if form == "counts":
        return view.get(cells, name, number * len(view.slots[name].dims[-1]) + kind)
    if form == "spaces":
        return view.get(cells, name, kind).bit_count()
    value = view.get(cells, name, number)
    if form == "own":
        return value if _is_own(view, name, kind, number) else 0
    if form == "list":
        return sum(one == kind for one in entries(value, bits(len(view.slots[name].members))))
    return (value >> kind) & 1 if form == "set" else int(value == kind)


def _is_own(view: View, name: str, kind: int, number: int) -> bool:
    """Check whether the row belongs to the kind's owner; such rows store only a count."""
    slot = view.slots[name]
    return number // (slot.cells // len(slot.dims[0])) == kind


def add_pieces(
    view: View, cells: list[int], where: tuple[str, str], kind: int, number: int, count: int
) -> None:
    name, form = where
    if not count:
        return
    if form == "counts":
        cell = number * len(view.slots[name].dims[-1]) + kind
        view.put(cells, name, view.get(cells, name, cell) + count, cell)
    elif form == "set":
        value = view.get(cells, name, number)
        view.put(cells, name, value | 1 << kind if count > 0 else value & ~(1 << kind), number)
    elif form == "one":
        view.put(cells, name, kind if count > 0 else -1, number)
    elif form == "own":
        if not _is_own(view, name, kind, number):
            raise ValueError(f"in `{name}` lie only pieces of its owner")
        view.put(cells, name, view.get(cells, name, number) + count, number)
    elif form == "list":  # append new pieces; remove the leftmost of equal ones
        digit = bits(len(view.slots[name].members))
        lying = list(entries(view.get(cells, name, number), digit)) + [kind] * max(0, count)
        for _ in range(-count):
            lying.remove(kind)
        view.put(cells, name, packed(lying, digit), number)
    else:
        value = view.get(cells, name, kind)
        for _ in range(-count):
            value &= value - 1
        view.put(cells, name, value, kind)
