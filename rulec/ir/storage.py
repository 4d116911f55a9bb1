"""Storage of a program: the variables of its state, and its constant tables."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

from rulec.base.fast_dataclass import dataclass
from rulec.ir.types import Domain, SetType, Type, bounds

KEPT_AS_BITS: Final = 16  # of what has two values, for at least so many
_CODES: Final = range(8, 257)  # members of sets that can be stored as codes
_WITH_ROWS: Final = 2  # indexes
_BYTE: Final = 255
_LONGEST_ROW: Final = 64  # bytes; an absent row is read from a constant of so many
_WORTH_ROWS: Final = 2  # times fewer bytes, as each read looks for its row


@dataclass(frozen=True)
class Field:
    """A variable of the state: its path in dictionaries, its type and index domains (`dims`).

    `role` is `state` (declared by the rules), `frame` (a local of a rule that waits for a decision),
    `running` (whether a rule runs that can be left from within another: the number of calls that ran when
    it began, plus 1) or `control` (where the game stands). All of them are saved.
    """

    name: str
    type: Type
    dims: tuple[Domain, ...] = ()
    role: Literal["state", "option", "frame", "running", "control"] = "state"
    initial: int = 0
    starts: tuple[int, ...] = ()  # of each cell, where they do not all start with `initial`
    # Who knows it: of a field kept for each player (the first of `dims`), `owner` is that player.
    seen: Literal["all", "owner", "nobody"] = "all"
    least: int = 0  # of a frame field: its least value while it matters (else it is 0)
    passing: bool = False  # falls back to its start when some rule ends
    most: int = 0  # of a list: the most entries, if there is room for more
    disjoint: bool = False  # of sets: no member lies in two of them wherever the game stops
    pieces: int = 0  # of counts: the most pieces in all cells together; 0: there is no bound

    @property
    def cells(self) -> int:
        count = 1
        for dim in self.dims:
            count *= dim.size
        return count

    @cached_property
    def axis(self) -> int | None:
        """The index of `dims` along which the cells are bits of sets, if they are stored so.

        Of what can only be one of two things, for each of many, a bit says it; and "the squares with one"
        is a set that is there already. A bit stands for the greater of the two values.
        """
        if self.role != "state" or not self.dims or isinstance(self.type, SetType):
            return None
        have, sizes = bounds(self.type), [dim.size for dim in self.dims]
        return sizes.index(max(sizes)) if have.hi - have.lo == 1 and max(sizes) >= KEPT_AS_BITS else None

    @cached_property
    def coded(self) -> bool:
        """Return whether a byte for each member is stored: in which of the disjoint sets it lies, plus 1."""
        if not self.disjoint or not isinstance(self.type, SetType):
            return False
        members = self.type.domain.size
        return members in _CODES and self.cells < 256 and members <= self.cells * -(-members // 8)

    @cached_property
    def rows(self) -> int:
        """The room for rows if only those that hold anything are stored; 0 if all are.

        There is one more row than pieces, so that a move may count its piece in the new place first.
        """
        if not self.pieces or self.axis is not None or len(self.dims) != _WITH_ROWS:
            return 0
        have, row = bounds(self.type), self.dims[1].size
        if self.initial or any(self.starts) or self.seen != "all" or have.hi > _BYTE or row > _LONGEST_ROW:
            return 0
        room = self.pieces + 1
        return room if _WORTH_ROWS * (room * row + self.dims[0].size // 8) <= self.cells else 0


@dataclass(frozen=True)
class Table:
    """Constant data: one value per combination of members of `dims`, last index fastest."""

    name: str
    type: Type
    dims: tuple[Domain, ...]
    values: tuple[int, ...]
