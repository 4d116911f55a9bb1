"""Plain-text tables and lists without frames or trailing spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.text import Text

Cell = str | Text
_KEPT = "\xa0"  # no-break space


def table(rows: Sequence[Sequence[Cell]], indent: int = 2) -> Iterator[Text]:
    """Format rows, the first column left-aligned, the others right-aligned."""
    cells = [[_text(cell) for cell in row] for row in rows]
    count = max((len(row) for row in cells), default=0)
    widths = [max((row[n].cell_len for row in cells if n < len(row)), default=0) for n in range(count)]
    for row in cells:
        line = Text(" " * indent) if row else Text()
        for number, cell in enumerate(row):
            pad = " " * (widths[number] - cell.cell_len)
            if number == 0:
                line.append_text(cell)
                line.append(pad)
            else:
                line.append("  " + pad)
                line.append_text(cell)
        line.rstrip()
        yield line


def in_columns(cells: Sequence[Cell], width: int, indent: int = 2, gap: int = 3) -> Iterator[Text]:
    """Arrange cells in as many columns as fit, top to bottom."""
    texts = [_text(cell) for cell in cells]
    if not texts:
        return
    widest = max(text.cell_len for text in texts)
    columns = max(1, (width - indent + gap) // (widest + gap))
    rows = -(-len(texts) // columns)
    for row in range(rows):
        line = Text(" " * indent)
        for text in texts[row::rows]:
            line.append_text(text)
            line.append(" " * (widest - text.cell_len + gap))
        line.rstrip()
        yield line


def wrapped(head: str, text: str, width: int) -> list[str]:
    """Wrap text with a hanging indent below its head.

    Lines break after a comma or semicolon where possible.
    """
    room = max(width - len(head), 20)
    parts = re.split(r"(?<=[,;]) ", text)
    joined = " ".join(one.replace(" ", _KEPT) if len(one) <= room else one for one in parts)
    lines = wrap(joined, room, break_on_hyphens=False) or [""]
    indent = " " * len(head)
    return [((indent if n else head) + one).replace(_KEPT, " ").rstrip() for n, one in enumerate(lines)]


def _text(cell: Cell) -> Text:
    return cell.copy() if isinstance(cell, Text) else Text(cell)
