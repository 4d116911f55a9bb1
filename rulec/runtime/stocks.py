"""Every limited piece is in exactly one place: counted, and set right where a position is made by hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rulec.runtime.digits import bits, entries, packed
from rulec.runtime.schema import StockInfo
from rulec.runtime.view import View

Edited = Mapping[str, Collection[str]]  # variable -> which of its members were edited; "" is all of it


def check(view: View, cells: list[int]) -> None:
    """Raise a ValueError that names the first kind of which there are too many or too few."""
    for stock in view.schema.stocks:
        for kind, total in enumerate(stock.totals):
            if total is None or stock.home is None:
                continue
            places = _placed(view, cells, stock, kind)
            places.insert(0, (stock.home[0], _in(view, cells, *stock.home, kind)))
            have = sum(count for _, count in places)
            if have != total:
                raise ValueError(
                    f"`{stock.home[0]}`: there are {total} of `{stock.kinds[kind]}`, not {have}"
                    + (f" ({_listed(places)})" if have else "")
                )


def fill_homes(view: View, cells: list[int], edited: Edited) -> None:
    """What lies nowhere else lies at home; what is wanted elsewhere comes from there, then out of decks."""
    for stock in view.schema.stocks:
        if stock.home is None:
            continue
        for kind, total in enumerate(stock.totals):
            if total is None or _kind_edited(view, stock, kind, edited):
                continue
            places = _placed(view, cells, stock, kind)
            left = total - sum(count for _, count in places)
            if left < 0:
                left += _out_of_decks(view, cells, stock, kind, -left, edited)
            if left < 0:
                raise ValueError(_too_many(stock, kind, places, edited))
            _put_home(view, cells, stock, kind, left)


def _too_many(stock: StockInfo, kind: int, places: list[tuple[str, int]], edited: Edited) -> str:
    """The edits want too many; what lies where they say nothing is the likely cause."""
    wanted = [one for one in places if one[0] in edited]
    others = [one for one in places if one[0] not in edited and one[1]]
    message = f"there are only {stock.totals[kind]} of `{stock.kinds[kind]}`, but "
    if not others or not any(count for _, count in wanted):
        return f"{message}the edits want {_listed(places)}"
    names = ", ".join(f"`{name}`" for name, _ in others)
    left = f"{_listed(others)} are left alone; edit {names}, too"
    return f"{message}the edits want {_listed(wanted)}, and {left}"


def _listed(places: list[tuple[str, int]]) -> str:
    return ", ".join(f"{count} in `{name}`" for name, count in places if count)


def _kind_edited(view: View, stock: StockInfo, kind: int, edited: Edited) -> bool:
    """Do the edits say how many of a kind lie at home?"""
    assert stock.home is not None
    name, form = stock.home
    depth = len(view.slots[name].dims)
    label = stock.kinds[kind]
    return any(
        not member or form != "counts" or member.count(".") + 1 < depth or f".{member}".endswith(f".{label}")
        for member in edited.get(name, ())
    )


def _zone_edited(view: View, where: tuple[str, str], number: int, edited: Edited) -> bool:
    """Do the edits say what lies in one of the zones of a variable?"""
    name, form = where
    dims = view.slots[name].dims
    labels = list[str]()
    for dim in reversed(dims[:-1] if form == "counts" else dims):
        number, place = divmod(number, len(dim))
        labels.insert(0, dim[place])
    zone = ".".join(labels)
    return any(
        not (member and zone) or f"{member}.".startswith(f"{zone}.") or f"{zone}.".startswith(f"{member}.")
        for member in edited.get(name, ())
    )


def _placed(view: View, cells: list[int], stock: StockInfo, kind: int) -> list[tuple[str, int]]:
    return [(name, _in(view, cells, name, form, kind)) for name, form in stock.holders]


def _in(view: View, cells: list[int], name: str, form: str, kind: int) -> int:
    """How many of a kind a variable holds, over all its owners."""
    values = view.all(cells, name)
    if form == "counts":
        return sum(values[kind :: len(view.slots[name].dims[-1])])
    if form == "set":
        return sum((value >> kind) & 1 for value in values)
    if form == "own":
        each = len(values) // len(view.slots[name].dims[0])
        return sum(values[kind * each : (kind + 1) * each])
    if form == "list":
        digit = bits(len(view.slots[name].members))
        return sum(one == kind for value in values for one in entries(value, digit))
    return sum(value == kind for value in values) if form == "one" else values[kind].bit_count()


def _put_home(view: View, cells: list[int], stock: StockInfo, kind: int, count: int) -> None:
    """Pieces of players go to their owner's home."""
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


def exchange_shown(view: View, before: list[int], cells: list[int], edited: Edited) -> None:
    """Where only what a deck shows was edited, that comes from the deck, and what was shown goes back."""
    for stock in view.schema.stocks:
        for below, shown in _decks(stock):
            changed = [
                (number, view.get(before, name, number), view.get(cells, name, number))
                for name, _ in shown
                if name in edited
                for number in range(view.slots[name].cells)
                if not _zone_edited(view, below, number, edited)
            ]
            for number, old, _ in changed:
                if old >= 0:
                    _add(view, cells, below, old, number, 1)
            for number, _, new in changed:
                if new >= 0 and _at(view, cells, below, new, number):
                    _add(view, cells, below, new, number, -1)


def _out_of_decks(
    view: View, cells: list[int], stock: StockInfo, kind: int, wanted: int, edited: Edited
) -> int:
    """How many were found in decks that were not edited."""
    found = 0
    for below, _ in _decks(stock):
        each = len(view.slots[below[0]].dims[-1]) if below[1] == "counts" else 1
        for number in range(view.slots[below[0]].cells // each):
            if _zone_edited(view, below, number, edited):
                continue
            here = min(wanted - found, _at(view, cells, below, kind, number))
            _add(view, cells, below, kind, number, -here)
            found += here
    return found


def _turn_up(view: View, cells: list[int], stock: StockInfo) -> None:
    """Nothing lies face down below a free place: what is shown moves up, then the first kind comes."""
    for below, shown in _decks(stock):
        for number in range(view.slots[shown[0][0]].cells if shown else 0):
            lying = [one for name, _ in shown if (one := view.get(cells, name, number)) >= 0]
            while len(lying) < len(shown):
                there = (kind for kind in range(len(stock.kinds)) if _at(view, cells, below, kind, number))
                kind = next(there, -1)
                if kind < 0:
                    break
                _add(view, cells, below, kind, number, -1)
                lying.append(kind)
            for place, (name, _) in enumerate(shown):
                view.put(cells, name, lying[place] if place < len(lying) else -1, number)


def _decks(stock: StockInfo) -> list[tuple[tuple[str, str], list[tuple[str, str]]]]:
    """What lies face down, and the places above it where a piece is shown, the uppermost first."""
    slots = _slots(stock)
    return [((below, slots[below]), [(one, slots[one]) for one in shown]) for below, *shown in stock.decks]


# --- what lies in one zone -----------------------------------------------------------------------------


Zone = tuple[str, int]  # a variable, and the number of the zone in it


def put_contents(
    view: View, cells: list[int], name: str, index: list[int], wanted: dict[int, int], filled: set[Zone]
) -> None:
    """So many of each kind lie in one zone. What lay there goes home; what is needed comes from home, and
    what is missing there from wherever it lies, in the order of the holders. From zones that have been
    filled so before it only comes if it lies nowhere else."""
    stock = next(one for one in view.schema.stocks if name in _slots(one))
    form = _slots(stock)[name]
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
    below = next((below for below, shown in _decks(stock) if where in shown), None)
    for kind in range(len(stock.kinds)):
        have = _at(view, cells, where, kind, number)
        _add(view, cells, where, kind, number, -have)
        if below is not None:  # what was shown goes back into the deck
            _add(view, cells, below, kind, number, have)
    _settle(view, cells, stock)
    for kind, count in wanted.items():
        _take(view, cells, stock, kind, count, filled=filled)
        _add(view, cells, where, kind, number, count)
    filled.add((name, number))
    if not any(where in (below, *shown) for below, shown in _decks(stock)):
        _turn_up(view, cells, stock)


def _put_at_home(view: View, cells: list[int], stock: StockInfo, number: int, wanted: dict[int, int]) -> None:
    """More come from where they lie; fewer are only left if the rest can go out of the game."""
    assert stock.home is not None
    box = next((one for one in stock.holders if one[0].startswith("box.")), None)
    for kind, label in enumerate(stock.kinds):
        count, have = wanted.get(kind, 0), _at(view, cells, stock.home, kind, number)
        if count > have:
            _take(view, cells, stock, kind, count - have, stock.holders)
        elif count < have and stock.totals[kind] is not None:
            if box is None:
                raise ValueError(
                    f"`{label}` begins at `{stock.home[0]}`: say where the others lie, not how few do here"
                )
            _add(view, cells, box, kind, 0, have - count)
        _add(view, cells, stock.home, kind, number, count - have)


def _slots(stock: StockInfo) -> dict[str, str]:
    home = [] if stock.home is None else [stock.home]
    return dict([*home, *stock.holders])


def _settle(view: View, cells: list[int], stock: StockInfo) -> None:
    """What lies nowhere lies at home."""
    if stock.home is None:
        return
    for kind, total in enumerate(stock.totals):
        if total is not None:
            left = total - sum(count for _, count in _placed(view, cells, stock, kind))
            _put_home(view, cells, stock, kind, left)


def _take(
    view: View,
    cells: list[int],
    stock: StockInfo,
    kind: int,
    count: int,
    holders: tuple[tuple[str, str], ...] | None = None,
    filled: Collection[Zone] = (),
) -> None:
    """Away from where they lie, last of all from what has been filled; nothing of what there is no end of."""
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
        here = min(count, _at(view, cells, (name, form), kind, number))
        _add(view, cells, (name, form), kind, number, -here)
        count -= here
    if count:
        raise ValueError(f"there are not so many of `{stock.kinds[kind]}`")


def _at(view: View, cells: list[int], where: tuple[str, str], kind: int, number: int) -> int:
    """How many of a kind lie in one zone of a variable."""
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
    """Of a row of pieces of its owner's alone only their number is kept."""
    slot = view.slots[name]
    return number // (slot.cells // len(slot.dims[0])) == kind


def _add(view: View, cells: list[int], where: tuple[str, str], kind: int, number: int, count: int) -> None:
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
    elif form == "list":  # what comes, comes to the right end; of equal pieces the leftmost leaves
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
