"""The options of a decision as lines: how each is chosen, what it is called, what its row says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.text import Text

from rulec.insight.glossary import Glossary
from rulec.play.answers import Option, signs
from rulec.play.tables import Cell, in_columns, wrapped

_TOLD = 40  # of so many options the rows are told; of more only the names


def laid_out(
    options: Sequence[Option], glossary: Glossary, asked: Collection[str], width: int
) -> Iterator[Cell]:
    """What can be chosen; what may be done at any time stands apart."""
    free = [one for one in options if one.text in glossary.free]
    numbers = [one.text for one in options if one.text.isdigit()]
    rest = [one for one in options if one not in free and not one.text.isdigit()]
    sign = signs(options)
    if numbers:
        yield from wrapped("  ", "  ".join(numbers), width)
    widest = max((len(sign.get(one, "")) for one in rest), default=0)
    longest = max((len(one.text) for one in rest), default=0)
    table = glossary.table_of(asked)
    notes = {}
    if table and len(rest) <= _TOLD:
        room = width - widest - longest - 7
        notes = {one: note for one in rest if (note := glossary.summary(one.text, table, room))}
    cells: list[Cell] = []
    for one in rest:
        cell = _cell(one, sign, widest)
        if one in notes:
            cell.append(" " * (longest - len(one.text) + 3)).append(notes[one], "dim")
        cells.append(cell)
    if notes:
        yield from (Text("  ").append_text(one) if isinstance(one, Text) else one for one in cells)
    else:
        yield from in_columns(cells, width)
    if free:
        line = Text("  any time: ", "dim")
        for number, one in enumerate(free):
            line.append("   " if number else "").append_text(_cell(one, sign, 0))
        yield line


def _cell(option: Option, sign: dict[Option, str], width: int) -> Text:
    cell = Text()
    if width or sign.get(option):
        cell.append(f"{sign.get(option, '').rjust(width)} ", "cyan")
    return cell.append(option.text)
