"""Decides whether to keep the C compiler from inlining early.

A definition that uses another twice, which uses a third twice ..., is a few short functions. gcc's early
inliner has no size limit and would expand them at every use, to gigabytes. The later inliner has limits and
still copies profitable ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rulec.codegen.text_nodes import NAME_LENGTH, Called, FunctionText, pieces_of

COPIED_AT_MOST: Final = 200_000  # characters of text, over all uses of a function


def copies_grow(functions: Sequence[FunctionText]) -> bool:
    """Return whether inlining would copy the text of a definition, with its callees, too often."""
    calls: dict[str, Counter[str]] = {}
    own: dict[str, int] = {}
    uses: Counter[str] = Counter()
    for one in functions:
        calls[one.name], own[one.name] = _calls_and_size(one)
        uses.update(calls[one.name])
    written_out: dict[str, int] = {}

    def size(name: str) -> int:
        """Estimate the size of a function with its callees, recursion excluded."""
        if name not in written_out:
            written_out[name] = 0  # of one that leads back to itself
            inner = sum(number * size(one) for one, number in calls.get(name, {}).items())
            written_out[name] = own.get(name, 0) + inner
        return written_out[name]

    return any(number * size(name) > COPIED_AT_MOST for name, number in uses.items() if number > 1)


def _calls_and_size(function: FunctionText) -> tuple[Counter[str], int]:
    """Count the calls of each function, and estimate the function's own size."""
    calls: list[str] = []
    size = 0
    for piece in pieces_of(function.body):
        for part in piece.all_parts():
            if isinstance(part, str):
                size += len(part)
            else:
                size += NAME_LENGTH
                if isinstance(part, Called):
                    calls.append(part.function)
    return Counter(calls), size
