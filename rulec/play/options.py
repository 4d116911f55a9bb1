"""Formats the options of a decision: key, name, table row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.text import Text

from rulec.face import Wording
from rulec.insight.glossary import Glossary, cell_text
from rulec.play.answers import Option, signs
from rulec.play.describe_name import in_words
from rulec.play.tables import Cell, in_columns, wrapped

_TOLD = 40  # options up to which table rows are shown, else names only


def format_options(
    options: Sequence[Option], glossary: Glossary, words: Wording, asked: Collection[str], width: int
) -> Iterator[Cell]:
    """Format the options, with free actions apart."""
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
    if len(rest) <= _TOLD:
        room = width - widest - longest - 7
        notes = {one: note for one in rest if (note := _note(one, glossary, table, words, room))}
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


def _note(option: Option, glossary: Glossary, table: str, words: Wording, width: int) -> str:
    """Note behind an option: its display text and table row."""
    row = glossary.row_of(option.text, table) if table else None
    told = (
        [] if row is None else [cell_text(option.text, *pair) for pair in in_words(option.text, row, words)]
    )
    if option.said:
        told = [option.said, *(cell for cell in told if cell not in option.said)]
    text = ", ".join(filter(None, told))
    return text if len(text) <= width else text[: max(0, width - 3)].rstrip(" ,") + "..."


def _cell(option: Option, sign: dict[Option, str], width: int) -> Text:
    cell = Text()
    if width or sign.get(option):
        cell.append(f"{sign.get(option, '').rjust(width)} ", "cyan")
    return cell.append(option.text)
