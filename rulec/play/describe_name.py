"""Answers `? NAME` with the declarations of the rules file."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base.diagnostics import did_you_mean
from rulec.face import Wording
from rulec.insight.glossary import Glossary, TableRow
from rulec.play.tables import Cell, wrapped

_SHOWN = 24  # maximal number of declaring lines


def describe(name: str, glossary: Glossary, width: int, words: Wording | None = None) -> list[Cell]:
    """Describe a name: display text and table rows, else its declaring lines."""
    name = name.rpartition(": ")[2].strip().strip("`")
    lines: list[Cell] = []
    for row in glossary.rows.get(name, ()):
        lines += row_lines(name, row, width, words)
    member = [glossary.members[name]] if name in glossary.members else []
    said = list(dict.fromkeys((*member, *glossary.declared(name))))
    for one in said[:_SHOWN]:
        indent = " " * (len(one.text) - len(one.text.lstrip()))
        lines += wrapped(f"{one.line:>7} | {indent}", one.text.lstrip(), width)
    if len(said) > _SHOWN:
        lines.append(f"        ... and {len(said) - _SHOWN} more lines")
    if not lines:
        close = did_you_mean(name, glossary.names)
        lines.append(f"the rules have no name `{name[:80]}`{f'; {close}' if close else ''}")
    return lines


def row_lines(name: str, row: TableRow, width: int, words: Wording | None = None) -> list[Cell]:
    """Format a table row: a heading with its line, then one line per non-empty cell."""
    lines: list[Cell] = [f"{name}: {'row' if row.own else 'in a row'} of {row.table}, line {row.line}"]
    told = list(in_words(name, row, words))
    widest = max((len(heading) for heading, _ in told), default=0)
    for heading, cell in told:
        lines += wrapped(f"  {heading.ljust(widest)}  ", cell, width)
    return lines


def in_words(name: str, row: TableRow, words: Wording | None) -> Iterator[tuple[str, str]]:
    """Yield heading and text of each non-empty cell, with effects and formulas in words."""
    for heading, cell in row.told:
        said = words.cell(row.table, name, heading) if words and row.own and heading != "display" else ""
        yield heading, said or cell
