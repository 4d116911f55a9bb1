"""Cell accessors specialized on constant and local indexes.

Most cells that rules ask for are named so (`rails of the square at hand`). To read them without asking an
expression for each index is most of what the interpreter can save.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulec.ir import nodes
from rulec.ir.types import Domain

# One of the values (cells, or entries of a table), with the locals of the block.
Read = Callable[[Sequence[int], dict[str, int]], int]


def reader(
    index: tuple[nodes.Expr, ...],
    dims: tuple[Domain, ...],
    start: int,
    wrong: Callable[[Sequence[int]], Exception],
) -> Read | None:
    """Return an accessor for a cell, last index fastest; None where an index needs evaluation."""
    names: list[tuple[str, int, int]] = []  # of a local: its name, how many there are, how far apart
    step = 1
    for one, dim in zip(reversed(index), reversed(dims), strict=True):
        if isinstance(one, nodes.Const) and 0 <= one.value < dim.size:
            start += one.value * step
        elif isinstance(one, nodes.ReadLocal):
            names.insert(0, (one.name, dim.size, step))
        else:
            return None
        step *= dim.size
    return _by_locals(names, start, wrong)


def _by_locals(
    names: list[tuple[str, int, int]], start: int, wrong: Callable[[Sequence[int]], Exception]
) -> Read | None:
    if not names:
        return lambda values, env: values[start]
    name, count, step = names[0]
    if len(names) == 1:

        def by_one(values: Sequence[int], env: dict[str, int]) -> int:
            number = env[name]
            if 0 <= number < count:
                return values[start + number * step]
            raise wrong([number])

        return by_one
    if len(names) > 2:
        return None
    other, others, apart = names[1]

    def by_two(values: Sequence[int], env: dict[str, int]) -> int:
        number, second = env[name], env[other]
        if 0 <= number < count and 0 <= second < others:
            return values[start + number * step + second * apart]
        raise wrong([number, second])

    return by_two
