"""Every limited piece is in exactly one place: counted, and set right where a position is made by hand."""

from __future__ import annotations

from rulec.runtime.digits import bits, entries
from rulec.runtime.schema import StockInfo
from rulec.runtime.view import View


def check(view: View, cells: list[int]) -> None:
    """Raise a ValueError that names the first kind of which there are too many or too few."""
    for stock in view.schema.stocks:
        for kind, total in enumerate(stock.totals):
            if total is None or stock.home is None:
                continue
            places = _placed(view, cells, stock, kind)
            have = sum(count for _, count in places) + _in(view, cells, *stock.home, kind)
            if have != total:
                raise ValueError(f"`{stock.home[0]}`: there are {total} of `{stock.kinds[kind]}`, not {have}")


def fill_homes(view: View, cells: list[int], edited: set[str]) -> None:
    """What lies nowhere else lies at home."""
    for stock in view.schema.stocks:
        if stock.home is None or stock.home[0] in edited:
            continue
        for kind, total in enumerate(stock.totals):
            if total is None:
                continue
            places = _placed(view, cells, stock, kind)
            left = total - sum(count for _, count in places)
            if left < 0:
                holders = ", ".join(f"{count} in `{name}`" for name, count in places if count)
                raise ValueError(
                    f"there are only {total} of `{stock.kinds[kind]}`, but the edits want {holders}"
                )
            _put_home(view, cells, stock, kind, left)


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
