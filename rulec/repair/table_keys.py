"""Tables by a number: the key as a word with its range, read off the row below the heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.repair.declared import Declared

_HEADING: Final = re.compile(
    r"table (\w+) by (?:the |a )?(?:(?:number|count|amount) of (?!players)(\w+)"
    r"|(?:number|count|amount)(?: \d+ to \d+)?|(\w+)"
    r"|\d+ to \d+)((?:,? giving [^:]*)?):"
)
_TAKEN: Final = ("number", "count", "amount", "value")


def keyed(text: str, below: str, declared: Declared) -> Iterator[str]:
    """Yield the heading of a table whose last key is a number, as the row below it lists them."""
    found = _HEADING.fullmatch(text)
    cells = [cell.strip() for cell in below.strip().strip("|").split("|")]
    if found is None or not all(cell.isdigit() for cell in cells):
        return
    values = sorted(map(int, cells))
    word = (found[2] or found[3] or "amount").removesuffix("s")
    known = {*declared.members, *declared.members.values(), *_TAKEN}
    for name in dict.fromkeys(("amount" if word in known else word, "amount")):
        yield f"table {found[1]} by {name} {values[0]} to {values[-1]}{found[4]}:"
