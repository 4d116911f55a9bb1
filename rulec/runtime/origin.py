"""Starting point of a state's record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Earlier:
    """Possible history of a determinized state: body of a position, and the actions since.

    `anew`: nothing was hidden from the determinizing player in the initial position.
    """

    body: bytes
    actions: tuple[int, ...]
    anew: bool


@dataclass(frozen=True)
class Origin:
    """Starting point of a record: a new game (`chosen`, `key`) or the bytes of a position.

    `seen` are the earlier observations of `player`; a determinized state has those of no other player.
    """

    chosen: tuple[int, ...] = ()  # players, then option values
    key: int = 0
    body: bytes | None = None
    player: int | None = None
    seen: tuple[dict[str, Any], ...] = ()
    earlier: Earlier | None = None

    @property
    def begins_anew(self) -> bool:
        """Check whether the player knows everything at the starting point."""
        return self.body is None if self.earlier is None else self.earlier.anew
