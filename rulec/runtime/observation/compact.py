"""Compact observation of a configuration: layout and encoders of both back ends."""

from __future__ import annotations

from functools import cached_property

from rulec.runtime.knowledge import ObservationPart
from rulec.runtime.observation import encoding, feature_table
from rulec.runtime.observation.features import Features
from rulec.runtime.observation.ranges import NumberRange, ranges_of
from rulec.runtime.view import View


class Compact:
    """Compact observation, created once per configuration in use."""

    def __init__(self, view: View, chosen: tuple[int, ...]) -> None:
        self.features = Features(view, chosen)

    @property
    def parts(self) -> tuple[ObservationPart, ...]:
        return self.features.parts

    @property
    def size(self) -> int:
        return self.features.size

    @cached_property
    def ranges(self) -> tuple[NumberRange, ...]:
        """Range of the numbers of each part."""
        return ranges_of(self.features)

    @cached_property
    def table(self) -> bytes:
        """Encoding table for the engine."""
        return feature_table.table(self.features)

    def encode(self, cells: list[int], observer: int) -> list[float]:
        """Encode cells in Python, for the interpreter."""
        return encoding.encode(self.features, cells, observer)
