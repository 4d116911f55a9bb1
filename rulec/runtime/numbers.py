"""Whole numbers as users give them: Python's, NumPy's, whatever else can be an index."""

from __future__ import annotations

import operator


def whole(value: object) -> int | None:
    """The value as an `int` if it is an integer; None for everything else, `bool` included.

    A truth value where a number belongs is a mistake far more often than it is a 0 or a 1.
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
    """The value, an integer of another library as an `int`."""
    found = whole(value)
    return value if found is None else found


def whole_numbers(values: object) -> tuple[int, ...] | None:
    """The entries of a list of integers; None for everything else."""
    numbers = [whole(one) for one in values] if isinstance(values, list) else [None]
    found = tuple(one for one in numbers if one is not None)
    return found if len(found) == len(numbers) else None
