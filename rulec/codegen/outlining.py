"""Whether the C compiler must be kept from writing definitions out early.

A definition that uses another twice, which uses a third twice ..., is a few short functions. gcc's early
inliner knows no bound for what it copies: written out at every use they come to gigabytes. Without it the
later one still copies what pays, within bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rulec.codegen.text_nodes import Called, FunctionText, pieces_of

COPIED_AT_MOST: Final = 200_000  # characters of text, over all uses of a function


def copies_grow(functions: Sequence[FunctionText]) -> bool:
    """Would the text of some definition, with all that it uses, be copied too often?"""
    calls = {one.name: Counter(_called(one)) for one in functions}
    uses: Counter[str] = Counter()
    for found in calls.values():
        uses.update(found)
    own = {one.name: sum(piece.size for piece in pieces_of(one.body)) for one in functions}
    written_out: dict[str, int] = {}

    def size(name: str) -> int:
        """How long a function is with all that it calls, itself left out."""
        if name not in written_out:
            written_out[name] = 0  # of one that leads back to itself
            inner = sum(number * size(one) for one, number in calls.get(name, {}).items())
            written_out[name] = own.get(name, 0) + inner
        return written_out[name]

    return any(number * size(name) > COPIED_AT_MOST for name, number in uses.items() if number > 1)


def _called(function: FunctionText) -> Iterator[str]:
    """The functions of the rules that a function calls, as often as it does."""
    for piece in pieces_of(function.body):
        yield from (part.function for part in piece.all_parts() if isinstance(part, Called))
