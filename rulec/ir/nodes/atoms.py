"""Leaf expressions, and shifts of sets over a board."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.ir.storage import Field
from rulec.ir.types import IntType, SetType, Type

Move = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Const:
    value: int
    type: Type


@dataclass(frozen=True)
class Occupied:
    """Members with a non-default row in a variable, by its first index.

    The default is 0, or nothing where a cell may be nothing.
    """

    field: Field

    @property
    def type(self) -> SetType:
        return SetType(self.field.dims[0])


@dataclass(frozen=True)
class ReadLocal:
    """Reads a block-local value: a `let`, a loop's member, a function's argument."""

    name: str
    type: Type


@dataclass(frozen=True)
class Ray:
    """A direction of rays: `there[n]` shifts by 2 to the n steps forwards, `back[n]` by as many back."""

    there: tuple[Move, ...]
    back: tuple[Move, ...]


@dataclass(frozen=True)
class RunDirection:
    """A direction of runs: how a run is doubled until it is long enough.

    Each step moves all members as far as the run is longer than half of what is wanted.
    """

    steps: tuple[Move, ...]


@dataclass(frozen=True)
class Depth:
    """The depth of the call stack."""

    type: IntType
