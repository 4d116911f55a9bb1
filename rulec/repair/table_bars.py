"""Missing bars in a row of a table, by the columns of its headings."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from rulec.base.diagnostics import Diagnostic
from rulec.repair.bigrams import words_of
from rulec.repair.edits import Edit

_COST: Final = -8.0


def barred(lines: list[str], first: Diagnostic) -> Iterator[Edit]:
    """Yield the row with one more bar: in the column of a heading's bar, else between any two words."""
    headings = next((one.span.line for one in first.notes), 0)
    if first.code != "R701" or first.span.end_line != first.span.line or not 0 < headings <= len(lines):
        return
    number = first.span.line
    raw, above = lines[number - 1], lines[headings - 1]
    if raw.count("|") >= above.count("|"):
        return
    columns = [place for place, sign in enumerate(above) if sign == "|"]
    found = words_of(raw)
    bars = [one.start for one in found if one.text == "|"]
    straight = next((n for n, place in enumerate(columns) if n >= len(bars) or bars[n] > place), 0)
    for one, two in itertools.pairwise(found):
        if "|" in {one.text, two.text}:
            continue
        off = abs(columns[straight] - two.start) / 10
        hint = f"add `|` before `{two.text}`"
        yield Edit(_COST + off, number, two.start, two.start, "| ", hint, (two.start, two.end))
