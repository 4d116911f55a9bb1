"""Runs of adjoining cells in compact observations, written without a test for each cell.

Where the cells of a row adjoin in memory as in the observation, the engine expands bits and scales numbers in
loops that the C compiler vectorizes. All other rows are carried out cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import chain, pairwise
from typing import Any

from rulec.runtime.observation.cell_codes import DIGIT, HEAVIEST, Op
from rulec.runtime.observation.features import ALWAYS, DECIDER, SEEING, Guard, Row
from rulec.runtime.schema import Slot

# Operations on runs (same list in `rulec_observe.h`, behind those of `Op`). `ZEROS`: without a variable;
# `NUMBER_CELL` and `PLACE_CELL`: a single cell; `FLAG_RUN`: a number for each bit; `CODE_RUN`: one for
# `DIGIT` bits; `SUM_RUN`: set bits with weights; `NUMBER_RUN`: a number for each cell; `LYING_RUN`: positions
# of bytes other than 0.
RunOp = IntEnum(
    "RunOp",
    "ZEROS NUMBER_CELL PLACE_CELL FLAG_RUN CODE_RUN SUM_RUN NUMBER_RUN LYING_RUN",
    start=len(Op),
)

_WORTH_A_RUN = 4  # cells
_FEW_CELLS = 4  # each by an instruction of its own
_WORTH_A_GAP = 64  # numbers that are written in any case, between zeros


def runs_of(row: Row, slot: Slot, where: Sequence[int]) -> list[Row]:
    """Split a row into runs; none if it has to be carried out cell by cell.

    `where` are the addresses of its cells: in bits where cells are bits of sets, otherwise in bytes. `cells`
    of a run has the first address (in bits for runs of bits) and the count. Its guard names the cell that is
    tested in place of the cells per test.
    """
    if slot.coded or slot.rows:
        return []
    if slot.sort == "set" and row.op in (Op.FLAGS, Op.PACKED_FLAGS):
        return list(_sets(row, where))
    if row.op == Op.PACKED and slot.axis >= 0 and row.guard.kind not in (DECIDER, SEEING):
        return list(_bits(row, slot, where))
    if row.op == Op.NUMBER and slot.axis < 0 and slot.sort in ("int", "flag"):
        return list(_numbers(row, slot, where))
    if row.op == Op.PLACE and slot.axis < 0 and len(where) <= _FEW_CELLS:
        return [
            _run(row, RunOp.PLACE_CELL, address, 1, dest=row.dest + n * row.each, guard=_group(row, n))
            for n, address in enumerate(where)
        ]
    alone = row.guard.kind not in (DECIDER, SEEING) and slot.axis < 0 and slot.width == 1
    if row.op == Op.LYING and alone and not slot.signed and len(_spans(where, 1)) == 1:
        return [_run(row, RunOp.LYING_RUN, where[0], len(where))]
    return []


def gaps(size: int, rows: Sequence[Row]) -> list[tuple[Row, Sequence[int]]]:
    """Instructions that write zeros to all numbers but those of unconditional runs."""
    free = [(first, end) for first, end in pairwise([0, *chain.from_iterable(_full(rows)), size])][::2]
    joined: list[tuple[int, int]] = []
    for first, end in free:
        if first == end:
            continue
        if joined and first - joined[-1][1] < _WORTH_A_GAP:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((first, end))
    return [(Row(RunOp.ZEROS, first, 1, cells=(0, end - first)), ()) for first, end in joined]


def _full(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Ranges of numbers of which every one is written in any case, in ascending order."""
    found = []
    for row in rows:
        if row.guard.kind == ALWAYS and row.op in (RunOp.FLAG_RUN, RunOp.CODE_RUN, RunOp.NUMBER_RUN):
            count = -(-row.cells[1] // DIGIT) if row.op == RunOp.CODE_RUN else row.cells[1]
            found.append((row.dest, row.dest + count))
    return sorted(found)


def _run(row: Row, op: RunOp, first: int, count: int, **changes: Any) -> Row:
    return row._replace(op=op, cells=(first, count), **changes)


def _spans(where: Sequence[int], step: int) -> list[tuple[int, int]]:
    """Ranges of cells whose addresses ascend by `step`."""
    breaks = [n for n, (one, other) in enumerate(pairwise(where), 1) if other != one + step]
    return list(pairwise([0, *breaks, len(where)]))


def _sets(row: Row, where: Sequence[int]) -> Iterator[Row]:
    """Sets whose members keep their order; members that the configuration lacks come last."""
    told = sum(place >= 0 for place in row.places)
    if row.places[:told] != tuple(range(told)):
        return
    op = RunOp.FLAG_RUN if row.op == Op.FLAGS else RunOp.CODE_RUN
    for number, address in enumerate(where):
        yield _run(row, op, address * 8, told, dest=row.dest + number * row.each, guard=_group(row, number))


def _bits(row: Row, slot: Slot, where: Sequence[int]) -> Iterator[Row]:
    """Bits of sets in the order of their addresses (see `feature_table`)."""
    if slot.lo != row.low:
        return
    spans = _spans(where, 1)
    if any(where[first] % 8 for first, _ in spans):
        return
    step = slot.hi - slot.lo
    for first, end in spans:
        places = row.places[first:end]
        dest, shift = divmod(places[0], HEAVIEST)
        if all(place == (dest + n) * HEAVIEST + 1 for n, place in enumerate(places)):
            factor = step * row.factor
            yield _run(row, RunOp.FLAG_RUN, where[first], end - first, dest=row.dest + dest, factor=factor)
        elif step == 1 and shift == 1 and _in_digits(places, dest):
            yield _run(row, RunOp.CODE_RUN, where[first], end - first, dest=row.dest + dest)
        else:
            yield _run(row, RunOp.SUM_RUN, where[first], end - first, places=places, low=step)


def _in_digits(places: Sequence[int], dest: int) -> bool:
    return all(place == (dest + n // DIGIT) * HEAVIEST + (1 << n % DIGIT) for n, place in enumerate(places))


def _numbers(row: Row, slot: Slot, where: Sequence[int]) -> Iterator[Row]:
    spans = _spans(where, slot.width)
    if len(spans) * _WORTH_A_RUN > len(where) > _FEW_CELLS:
        return
    for first, end in spans:
        for start, stop in _guarded(row, first, end):
            dest, guard = row.dest + start, _group(row, start)
            op = RunOp.NUMBER_CELL if stop - start == 1 else RunOp.NUMBER_RUN
            yield _run(row, op, where[start], stop - start, dest=dest, guard=guard)


def _guarded(row: Row, first: int, end: int) -> list[tuple[int, int]]:
    """Split cells where another test says who sees them."""
    if row.guard.kind not in (DECIDER, SEEING):
        return [(first, end)]
    groups = [row.cells[n] // row.guard.each for n in range(first, end)]
    breaks = [first + n for n, (one, other) in enumerate(pairwise(groups), 1) if one != other]
    return list(pairwise([first, *breaks, end]))


def _group(row: Row, number: int) -> Guard:
    if row.guard.kind not in (DECIDER, SEEING):
        return row.guard
    return row.guard._replace(each=row.cells[number] // row.guard.each)
