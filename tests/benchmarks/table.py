"""What was measured as tables: for the terminal, and between two marks of README.md.

A row of README's table can be read back, rounded as it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from tests.benchmarks.growth import Growth
from tests.benchmarks.peers import Peer
from tests.benchmarks.rows import Row
from tests.benchmarks.stages import Stages

BEGIN: Final = "<!-- speed: what stands here is written by `python -m tests.benchmarks --readme` -->"
END: Final = "<!-- speed ends -->"
_UNITS: Final = (("G", 1e9), ("M", 1e6), ("k", 1e3), ("", 1.0))


def number(value: float) -> str:
    """Three digits: `12.3 M`, `456 k`, `7.89`, `0.0123`."""
    if value == 0:
        return "0"
    if value < 0.995:
        return f"{value:.3g}" if value >= 1e-4 else f"{value:.2e}"
    unit, by = next((unit, by) for unit, by in _UNITS if value >= 0.9995 * by)
    shown = value / by
    digits = 0 if shown >= 99.95 else 1 if shown >= 9.995 else 2
    return f"{shown:.{digits}f} {unit}".strip()


def value_of(text: str) -> float:
    digits, _, unit = text.partition(" ")
    return float(digits) * dict(_UNITS)[unit]


@dataclass(frozen=True)
class Column:
    title: str
    fields: tuple[str, ...]  # of a row; several stand behind each other


COLUMNS: Final = (
    Column("game", ("game",)),
    Column("players", ("players",)),
    Column("decisions/s", ("choices",)),
    Column("beside C", ("ratio",)),
    Column("games/s", ("games",)),
    Column("turns/s", ("turns",)),
    Column("decisions a game", ("decisions",)),
    Column("forced", ("forced",)),
    Column("options, most", ("options", "largest")),
    Column("bytes", ("state",)),
    Column("clone, save in ns", ("clone", "save")),
    Column("all listed/s", ("listed",)),
    Column("loop in Python", ("loop",)),
    Column("2 threads", ("threads",)),
)
_WORDS: Final = {"game": str, "players": int, "largest": int, "state": int}


def shown(row: Row, field: str) -> str:
    value = getattr(row, field)
    if field == "forced":
        return f"{100 * value:.1f} %"
    return str(value) if field in _WORDS else number(value)


def markdown(rows: Sequence[Row]) -> str:
    lines = [_line([column.title for column in COLUMNS])]
    lines.append(_line(["---"] + ["---:"] * (len(COLUMNS) - 1)))
    for row in rows:
        lines.append(_line(cells_of(row)))
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def parsed(text: str) -> list[Row]:
    """The rows of a table that `markdown` wrote."""
    titles, _, *lines = [_cells(line) for line in text.splitlines() if line.startswith("| ")]
    if titles != [column.title for column in COLUMNS]:
        raise ValueError(f"no table of speeds begins with {titles}")
    return [_row(cells) for cells in lines]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _row(cells: Sequence[str]) -> Row:
    found: dict[str, Any] = {}
    for column, cell in zip(COLUMNS, cells, strict=True):
        for field, text in zip(column.fields, cell.split(", "), strict=True):
            if field == "forced":
                found[field] = float(text.removesuffix(" %")) / 100
            else:
                found[field] = _WORDS.get(field, value_of)(text)
    assert set(found) == {one.name for one in fields(Row)}
    return Row(**found)


def games_table(rows: Sequence[Row]) -> str:
    return aligned([[one.title for one in COLUMNS], *map(cells_of, rows)])


def cells_of(row: Row) -> list[str]:
    return [", ".join(shown(row, field) for field in one.fields) for one in COLUMNS]


def peers_table(peers: Sequence[Peer]) -> str:
    lines = [["peer", "game", "games/s", "moves/s"]]
    for one in peers:
        speed = one.speed
        figures = [one.note, ""] if speed is None else [number(speed.games), number(speed.moves)]
        lines.append([one.name, one.game, *figures])
    return aligned(lines)


def growth_table(growth: Growth) -> str:
    head = [growth.family.what, "decisions/s", "beside C", "action ids", "bytes", "built in s"]
    lines = [
        [str(p.size), number(p.choices), number(p.ratio), str(p.ids), str(p.state), f"{p.built:.1f}"]
        for p in growth.points
    ]
    return f"{growth.family.name}: slope {growth.slope:+.2f}\n{aligned([head, *lines])}"


def stages_table(one: Stages) -> str:
    parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in one.stages.items())
    lines = [
        ["cold build, with its self-test", f"{one.build:.1f} s", parts],
        ["cached build", f"{one.cached_build:.2f} s", ""],
        ["check, never seen before", f"{one.first_check:.2f} s", ""],
        ["check, one line changed", f"{one.changed_check:.2f} s", ""],
        ["check, unchanged", f"{one.same_check:.2f} s", ""],
    ]
    return f"{one.game}, {one.lines:,} lines\n{aligned(lines)}"


def aligned(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    made = []
    for line in lines:
        cells = [
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        made.append("  " + "  ".join(cells).rstrip())
    return "\n".join(made) + "\n"


def between_marks(text: str, new: str) -> str:
    """The text with other lines between the marks; nothing else is touched."""
    found = re.findall(f"{re.escape(BEGIN)}.*?{re.escape(END)}", text, flags=re.S)
    if len(found) != 1:
        raise ValueError(f"there are {len(found)} tables of speeds between their marks, not one")
    return text.replace(found[0], f"{BEGIN}\n{new}{END}")


def rewrite(path: Path, new: str) -> None:
    path.write_text(between_marks(path.read_text(encoding="utf-8"), new), encoding="utf-8")
