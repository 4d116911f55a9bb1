"""Invariants that a debug engine checks after every action, as a table (`rulec_sound.h`).

The same invariants as in `validate`: variable bounds, piece conservation, one piece per space, shared limits
of goods. Its checks of running rules and of knowledge are run from Python, in some games.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulec.runtime import control
from rulec.runtime.observation.cell_table import MOST, slot_numbers
from rulec.runtime.schema import Slot, StockInfo
from rulec.runtime.view import View

_COUNTED, _MEMBER_OF, _ENTRY_OF, _EQUAL, _SIZE = range(5)


class Term(NamedTuple):
    """Number of pieces of a kind in a variable."""

    slot: str
    form: int
    kind: int
    first: int
    step: int
    end: int
    for_each_player: int = 0  # cells per player, if only present players count


class Sum(NamedTuple):
    """Bounds on a sum of terms."""

    least: int
    most: int
    terms: tuple[Term, ...]


def table(view: View) -> bytes:
    schema = view.schema
    numbers = {slot.name: number for number, slot in enumerate(schema.slots)}
    sums = list(_sums(view))
    terms = [term for one in sums for term in one.terms]
    values = [len(schema.slots), len(terms), len(sums), numbers[control.SEATS]]
    for slot in schema.slots:
        values += slot_numbers(slot)
    for term in terms:
        values += [numbers[term.slot], *term[1:]]
    for one in sums:
        values += [one.least, one.most, len(one.terms)]
    return struct.pack(f"={len(values)}q", *values)


def _sums(view: View) -> Iterator[Sum]:
    yield from _pieces_on_boards(view)
    for stock in view.schema.stocks:
        yield from _stock(view, stock)
    for pool in view.schema.pools:
        slot = view.slots[pool.slot]
        kinds = slot.cells // len(view.schema.seats)
        for kind in range(kinds):
            yield Sum(-MOST, pool.limit, (Term(slot.name, _COUNTED, kind, kind, kinds, slot.cells, kinds),))


def _pieces_on_boards(view: View) -> Iterator[Sum]:
    for board in view.schema.boards:
        for space in range(len(board.spaces)):
            yield Sum(
                0,
                1,
                tuple(
                    Term(name, _MEMBER_OF, space, 0, 1, view.slots[name].cells) for _, name in board.pieces
                ),
            )
    for store in view.schema.stores:
        if store.total is None or store.home is None:
            continue
        for seat in range(len(view.slots[store.home].dims[0])):
            placed = [Term(name, _SIZE, 0, seat, 1, seat + 1) for _, name in store.boards]
            home = Term(store.home, _COUNTED, 0, seat, 1, seat + 1)
            yield Sum(store.total, store.total, (*placed, home))


def _stock(view: View, stock: StockInfo) -> Iterable[Sum]:
    for kind, total in enumerate(stock.totals):
        if total is not None and stock.home is not None:
            yield Sum(
                total,
                total,
                tuple(_term(view.slots[name], form, kind) for name, form in (*stock.holders, stock.home)),
            )


def _term(slot: Slot, form: str, kind: int) -> Term:
    """Term for a kind, by the form in which the variable stores pieces."""
    if form == "counts":
        return Term(slot.name, _COUNTED, kind, kind, len(slot.dims[-1]), slot.cells)
    if form == "own":
        # Only players own such pieces.
        each = slot.cells // len(slot.dims[0])
        return Term(slot.name, _COUNTED, kind, kind * each, 1, min((kind + 1) * each, slot.cells))
    if form == "spaces":
        return Term(slot.name, _SIZE, kind, kind, 1, min(kind + 1, slot.cells))
    return Term(
        slot.name, {"set": _MEMBER_OF, "list": _ENTRY_OF, "one": _EQUAL}[form], kind, 0, 1, slot.cells
    )
