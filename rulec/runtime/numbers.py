"""Conversion of integer-like user input: Python, NumPy, anything with `__index__`."""

from __future__ import annotations

import operator


def whole(value: object) -> int | None:
    """Convert an integer-like value to `int`; None for anything else, including `bool`.

    A bool in place of a number is far more often a mistake than a 0 or 1.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type] # what has no index raises TypeError
    except TypeError:
        return None


def plain(value: object) -> object:
    """Convert integers of other libraries to `int`; pass other values through."""
    found = whole(value)
    return value if found is None else found


def whole_numbers(values: object) -> tuple[int, ...] | None:
    """Convert a list of integers to a tuple; None for anything else."""
    numbers = [whole(one) for one in values] if isinstance(values, list) else [None]
    found = tuple(one for one in numbers if one is not None)
    return found if len(found) == len(numbers) else None
