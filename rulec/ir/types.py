"""Types of the intermediate representation: small integers and bit sets.

A *domain* is an enumerable type with dense members 0..size-1 (the spaces of a board, the kinds of
a piece, the players). An element of a domain is its index; a set over a domain is a bit set.
"""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.runtime.list_codec import bits


@dataclass(frozen=True)
class Domain:
    """An enumerable type: its name, and the label of every member in the order of declaration."""

    name: str
    labels: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.labels)

    @property
    def full(self) -> int:
        """The set of all members."""
        return (1 << self.size) - 1

    def __repr__(self) -> str:
        return f"Domain({self.name}, {self.size})"


@dataclass(frozen=True)
class Bits(Domain):
    """Anonymous members: the bits of a list."""

    count: int = 0

    @property
    def size(self) -> int:
        return self.count


@dataclass(frozen=True)
class IntType:
    """An integer in lo..hi, both included."""

    lo: int
    hi: int

    def __str__(self) -> str:
        return f"{self.lo}..{self.hi}"

    def holds(self, other: IntType) -> bool:
        return self.lo <= other.lo and other.hi <= self.hi


@dataclass(frozen=True)
class BoolType:
    """A truth value, stored as 0 or 1."""

    def __str__(self) -> str:
        return "yes/no"


@dataclass(frozen=True)
class ElemType:
    """A member of a domain; with `optional`, or none (-1)."""

    domain: Domain
    optional: bool = False

    def __str__(self) -> str:
        return self.domain.name + ("?" if self.optional else "")


@dataclass(frozen=True)
class SetType:
    """A set of members of a domain."""

    domain: Domain

    def __str__(self) -> str:
        return f"set of {self.domain.name}"


@dataclass(frozen=True)
class ListType(SetType):
    """A sequence of members, repetitions allowed; stored like a set of that many bits.

    Each entry is a digit, the number of the member plus 1; the first entry is the lowest digit, and behind
    the last one all digits are 0. There is room for more entries than any variable may hold: so it can be
    seen that a list has grown too long.
    """

    members: Domain

    @property
    def digit(self) -> int:
        """Bits per entry."""
        return bits(self.members.size)

    @property
    def room(self) -> int:
        """Capacity in entries."""
        return self.domain.size // self.digit

    def __str__(self) -> str:
        return f"list of {self.members.name}"


def list_type(members: Domain, room: int) -> ListType:
    """Return the smallest list type with at least this capacity."""
    size = -(-(bits(members.size) * room) // 64) * 64
    return ListType(Bits(f"list of {members.name}", (), size), members)


Type = IntType | BoolType | ElemType | SetType

BOOL = BoolType()


def members_of(type_: Type) -> Domain:
    """Return the element domain of a set or a list."""
    assert isinstance(type_, SetType)
    return type_.members if isinstance(type_, ListType) else type_.domain


def bounds(type_: Type) -> IntType:
    """Return the integer range of a scalar type."""
    if isinstance(type_, IntType):
        return type_
    if isinstance(type_, BoolType):
        return IntType(0, 1)
    if isinstance(type_, ElemType):
        return IntType(-1 if type_.optional else 0, type_.domain.size - 1)
    return IntType(0, type_.domain.full)


def union(a: Type, b: Type) -> Type:
    """Return the smallest type for the values of both types of one sort."""
    if isinstance(a, IntType) and isinstance(b, IntType):
        return IntType(min(a.lo, b.lo), max(a.hi, b.hi))
    if isinstance(a, ElemType) and isinstance(b, ElemType):
        return ElemType(a.domain, a.optional or b.optional)
    return a
