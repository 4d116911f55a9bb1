"""Runs of adjoining cells, by which the engine scans what is mostly empty."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulec.runtime.observation.feature_table import _ahead, _parts_of
from rulec.runtime.observation.features import DECIDER, Guard, Row
from rulec.runtime.observation.runs import RunOp, gaps
from tests.engines import CLASSICS, interpreted

CONNECT_FOUR = next(path for path in CLASSICS if path.stem == "connect_four")


@pytest.mark.parametrize(
    ("axis", "where", "runs"),
    [
        (-1, range(5, 17), [12, 11, 10, 9, 8, 0, 0, 0, 0, 0, 0, 0]),
        (-1, range(7), [0] * 7),
        (-1, [*range(8), *range(20, 29)], [8, *[0] * 7, 9, 8, *[0] * 7]),
        (-1, range(0, 40, 4), [0] * 10),
        (0, range(3, 24), [*[0] * 5, 16, *[0] * 7, 8, *[0] * 7]),  # bits: from the beginning of a byte
    ],
)
def test_runs(axis: int, where: Any, runs: list[int]) -> None:
    assert _ahead(list(where), cast("Any", SimpleNamespace(axis=axis))) == runs


def test_a_board_of_flags_is_a_run_for_each_player() -> None:
    """Connect four: the observer's discs come first, and zeros are written only where no run writes."""
    found = interpreted(CONNECT_FOUR)._face.compact((2,)).features
    slots = found.view.schema.slots
    rows = [row for one in found.rows(1) for row, _ in _parts_of(one, slots[one.slot])]
    flags = [row for row in rows if row.op == RunOp.FLAG_RUN]
    assert [(row.dest, row.cells[1]) for row in flags] == [(10, 42), (52, 42)]
    assert flags[0].cells[0] > flags[1].cells[0]
    assert [(row.dest, row.cells[1]) for row, _ in gaps(found.size, rows)] == [(0, 10)]


def test_what_is_told_under_a_condition_is_zero_before() -> None:
    run = Row(RunOp.NUMBER_RUN, 0, 1, cells=(0, 100))
    told = run._replace(dest=100, guard=Guard(DECIDER, 0, 0))
    assert [(row.dest, row.cells[1]) for row, _ in gaps(250, [run, told])] == [(100, 150)]
