"""Interval arithmetic."""

from __future__ import annotations

Range = tuple[int, int]


def result_range(op: str, a: Range, b: Range) -> Range:
    """Return the interval of an operation's results.

    Divisors are assumed positive: constant ones have been reported, and 0 traps at run time.
    """
    if op == "+":
        return a[0] + b[0], a[1] + b[1]
    if op == "-":
        return a[0] - b[1], a[1] - b[0]
    if op == "greater":
        return max(a[0], b[0]), max(a[1], b[1])
    if op == "difference":
        return max(0, a[0] - b[1], b[0] - a[1]), max(a[1] - b[0], b[1] - a[0])
    if op == "lesser":
        return min(a[0], b[0]), min(a[1], b[1])
    if op == "*":
        corners = [x * y for x in a for y in b]
        return min(corners), max(corners)
    low, high = max(b[0], 1), max(b[1], 1)
    if op == "mod":
        return 0, high - 1
    if op == "div_up":
        corners = [-(-x // y) for x in a for y in (low, high)]
    else:
        corners = [x // y for x in a for y in (low, high)]
    return min(corners), max(corners)
