"""The benchmark program runs and its tables can be read back; what it measures is nobody's test."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rulec.frontend import check, decode_source
from rulec.native.shipped_modules import shipped_rules
from tests.benchmarks import growth, rows, stages, table
from tests.benchmarks.rows import Row

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    Row("hex", 2, 12_345_678.0, 0.0494, 2_345.6, 117.4, 0.0, 61.23, 121, 999_949.0, 85, 151.0, 2_730.0,
        812_000.0, 99_960.0, 1.957),
    Row("railways", 3, 612_345.0, 4.2e-05, 0.5, 1_234.0, 0.4567, 7.0, 2_048, 9.996, 6_210, 99.5, 1e6, 4_321.0,
        3.0, 1.0),
]  # fmt: skip


def test_every_shipped_game_is_measured() -> None:
    names = {path.stem for path in shipped_rules(ROOT / "games")}
    assert {path.stem for path in rows.rules_files([])} == names
    assert rows.rules_files(["hex", "mine/own.rules"]) == [
        ROOT / "games" / "classics" / "hex.rules",
        Path("mine/own.rules"),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"), (0.0494, "0.0494"), (4.2e-05, "4.20e-05"), (0.9999, "1.00"), (7.0, "7.00"),
        (9.996, "10.0"), (99.96, "100"), (999.6, "1.00 k"), (612_345.0, "612 k"), (999_949.0, "1.00 M"),
        (2.5e9, "2.50 G"),
    ],
)  # fmt: skip
def test_numbers(value: float, text: str) -> None:
    assert table.number(value) == text
    assert table.value_of(text) == pytest.approx(value, rel=0.006)


def test_the_table_can_be_read_back() -> None:
    text = table.markdown(ROWS)
    found = table.parsed(text)
    assert table.markdown(found) == text
    for one, two in zip(ROWS, found, strict=True):
        assert (one.game, one.players, one.state, one.largest) == (
            two.game,
            two.players,
            two.state,
            two.largest,
        )
        assert two.choices == pytest.approx(one.choices, rel=0.006)
        assert two.forced == pytest.approx(one.forced, abs=0.0006)
        assert replace(one, save=0.0) != one
        assert two.save == pytest.approx(one.save, rel=0.006)
    with pytest.raises(ValueError, match="no table of speeds"):
        table.parsed(text.replace("games/s", "game/s"))


def test_only_what_stands_between_the_marks_is_written() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    before, rest = text.split(table.BEGIN)
    after = rest.split(table.END)[1]
    new = table.between_marks(text, table.markdown(ROWS))
    assert new == f"{before}{table.BEGIN}\n{table.markdown(ROWS)}{table.END}{after}"
    assert table.between_marks(new, "x\n") == f"{before}{table.BEGIN}\nx\n{table.END}{after}"
    with pytest.raises(ValueError, match="there are 0 tables"):
        table.between_marks(text.replace(table.END, ""), "x")


def test_the_table_of_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    inside = text.split(table.BEGIN)[1].split(table.END)[0]
    found = table.parsed(inside)
    names = [row.game for row in found]
    assert sorted(set(names)) == sorted(names)
    assert (
        {"breakthrough", "connect_four"}
        <= set(names)
        <= {path.stem for path in shipped_rules(ROOT / "games")}
    )
    assert re.search(r"cores, Python 3.*20\d\d; fused connect four in C", inside)


def test_slopes() -> None:
    assert growth.slope([1, 10, 100], [5.0, 5.0, 5.0]) == pytest.approx(0)
    assert growth.slope([1, 10, 100], [400.0, 40.0, 4.0]) == pytest.approx(-1)


@pytest.mark.parametrize("family", growth.FAMILIES, ids=lambda one: one.name.replace(" ", "_"))
def test_games_that_grow_are_games(family: growth.Family) -> None:
    for size in family.sizes[:2]:
        checked = check(decode_source("growth.rules", family.rules(size).encode()))
        assert not checked.diagnostics
        assert checked.ok


def test_a_changed_line_is_a_change_of_the_rules() -> None:
    text = stages.largest().read_text(encoding="utf-8")
    changed = stages.one_line_changed(text)
    different = [
        pair for pair in zip(text.splitlines(), changed.splitlines(), strict=True) if pair[0] != pair[1]
    ]
    assert len(different) == 1
    assert different[0][1].startswith("  length ")


@pytest.mark.long
@pytest.mark.skipif(platform.machine() != "x86_64" or not shutil.which("gcc"), reason="C for one processor")
def test_one_game() -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "tic_tac_toe", "--seconds", "0.01", "--repeats", "1"]
    out = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    line = next(line for line in out.splitlines() if line.startswith("  tic_tac_toe"))
    assert re.search(r" 9  +\d+  ", line)  # the longest list
    length = re.search(r" (7\.\d\d)  +([0-9.]+) %", line)
    assert length is not None
    assert 7.4 < float(length[1]) < 7.8  # of random games, known to be 7.62 with forced ends among them
    assert "fused connect four in C at" in out
