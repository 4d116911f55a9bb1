"""Simulates colour vision deficiencies and measures colour distance under each."""

from __future__ import annotations

from math import dist
from typing import Final

# Machado, Oliveira and Fernandes (2009), complete deficiency, on linear RGB.
DEFICIENCIES: Final = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
APART: Final = 45.0  # distance visible at a glance


def simulated(colour: str, deficiency: str) -> tuple[float, ...]:
    """RGB components (0 to 255) as perceived with a deficiency."""
    linear = [(int(colour[n : n + 2], 16) / 255) ** 2.2 for n in (1, 3, 5)]
    seen = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in DEFICIENCIES[deficiency]]
    return tuple(255 * min(max(part, 0.0), 1.0) ** (1 / 2.2) for part in seen)


def distance(one: str, other: str) -> float:
    """Minimal distance of two colours over normal vision and every deficiency."""
    pairs = [(_plain(one), _plain(other))]
    pairs += [(simulated(one, name), simulated(other, name)) for name in DEFICIENCIES]
    return min(dist(*pair) for pair in pairs)


def _plain(colour: str) -> tuple[float, ...]:
    return tuple(float(int(colour[n : n + 2], 16)) for n in (1, 3, 5))
