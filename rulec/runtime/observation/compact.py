"""The compact observation of a configuration: its layout, and both ways to make it."""

from __future__ import annotations

from functools import cached_property

from rulec.runtime.knowledge import ObservationPart
from rulec.runtime.observation import encoding, feature_table
from rulec.runtime.observation.features import Features
from rulec.runtime.view import View


class Compact:
    """Made once for each configuration that somebody observes."""

    def __init__(self, view: View, chosen: tuple[int, ...]) -> None:
        self.features = Features(view, chosen)

    @property
    def parts(self) -> tuple[ObservationPart, ...]:
        return self.features.parts

    @property
    def size(self) -> int:
        return self.features.size

    @cached_property
    def table(self) -> bytes:
        """How an engine makes it."""
        return feature_table.table(self.features)

    def encode(self, cells: list[int], observer: int) -> list[float]:
        """How the interpreter makes it."""
        return encoding.encode(self.features, cells, observer)
