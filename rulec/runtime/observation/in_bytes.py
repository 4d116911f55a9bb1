"""Compact observations as bytes: numbers from 0 to 1 in 255ths, others cut to these."""

from __future__ import annotations

from typing import Any


def in_bytes(rows: Any) -> Any:
    """Convert an array of float32 to bytes, as engines do."""
    import numpy

    return (numpy.clip(rows, 0, 1).astype(numpy.float64) * 255 + 0.5).astype(numpy.uint8)
