"""Candidate indentations of misindented lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rulec.base.diagnostics import Diagnostic
from rulec.repair.bigrams import code_of
from rulec.repair.edits import Edit

_LAYOUT: Final = frozenset({"R101", "R103", "R104", "R120", "R121", "R126"})
_LIKELY: Final = 1.5
_UNLIKELY: Final = 5.0


def indented(lines: list[str], first: Diagnostic) -> list[Edit]:
    """Return edits that indent the line of the problem, or a neighbour, like lines nearby."""
    number = first.span.line
    base = _LIKELY if first.code in _LAYOUT else _UNLIKELY
    found = []
    for rank, line in enumerate(_near(lines, number)):
        for place, (indent, why) in enumerate(_depths(lines, line)):
            cost = base + 0.8 * rank + 0.4 * place
            found.append(_edit(cost, lines, line, indent, why, number))
    return found


def enclosing(lines: Sequence[str], number: int) -> Iterator[int]:
    """Yield the lines that a line is nested in, innermost first."""
    depth = _indent(lines[number - 1])
    for above in range(number - 1, 0, -1):
        if not depth:
            return
        raw = lines[above - 1]
        if code_of(raw).strip() and _indent(raw) < depth:
            depth = _indent(raw)
            yield above


def _near(lines: list[str], number: int) -> list[int]:
    near = [number]
    before = next((n for n in range(number - 1, 0, -1) if code_of(lines[n - 1]).strip()), None)
    behind = next((n for n in range(number + 1, len(lines) + 1) if code_of(lines[n - 1]).strip()), None)
    return [*near, *([before] if before else []), *([behind] if behind else [])]


def _depths(lines: list[str], number: int) -> Iterator[tuple[int, str]]:
    """Yield plausible indentations: those of the neighbours, or one step deeper than the line before."""
    was = _indent(lines[number - 1])
    near = _near(lines, number)[1:]
    before = near[0] if near and near[0] < number else None
    behind = near[-1] if near and near[-1] > number else None
    seen = {was}
    depths = []
    if behind is not None:
        depths.append((_indent(lines[behind - 1]), "like the line below it"))
    if before is not None:
        depth = _indent(lines[before - 1])
        opens = code_of(lines[before - 1]).rstrip().endswith(":")
        below = (depth + 2, f"so that it is below line {before}")
        depths += (
            [below, (depth, "like the line above it")]
            if opens
            else [(depth, "like the line above it"), below]
        )
        for n in range(before - 1, 0, -1):
            if code_of(lines[n - 1]).strip() and _indent(lines[n - 1]) < depth:
                depth = _indent(lines[n - 1])
                depths.append((depth, f"like line {n}"))
                if not depth:
                    break
    for depth, why in depths:
        if depth not in seen:
            seen.add(depth)
            yield depth, why


def _indent(raw: str) -> int:
    return len(raw) - len(raw.lstrip(" "))


def _edit(cost: float, lines: list[str], line: int, indent: int, why: str, number: int) -> Edit:
    raw = lines[line - 1]
    was = _indent(raw)
    spaces = f"{indent} space{'s' if indent != 1 else ''}"
    hint = f"indent it by {spaces}, {why}" if line == number else f"indent line {line} by {spaces}, {why}"
    return Edit(cost, line, 0, was, " " * indent, hint, (was, len(code_of(raw).rstrip())))
