"""Starting point of a state's record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Earlier:
    """Possible history of a determinized state: body of a position, and the actions since.

    `anew`: in that position nothing was hidden from the player for whom it was drawn.
    """

    body: bytes
    actions: tuple[int, ...]
    anew: bool


@dataclass(frozen=True)
class Origin:
    """Starting point of a record: a new game (`chosen`, `key`) or the bytes of a position.

    `seen` is what one player (`player`) had seen before: a state that was drawn anew has that of nobody else.
    """

    chosen: tuple[int, ...] = ()  # players, then a value of each option
    key: int = 0
    body: bytes | None = None
    player: int | None = None
    seen: tuple[dict[str, Any], ...] = ()
    earlier: Earlier | None = None

    @property
    def begins_anew(self) -> bool:
        """Check whether the player knows everything at the starting point."""
        return self.body is None if self.earlier is None else self.earlier.anew
