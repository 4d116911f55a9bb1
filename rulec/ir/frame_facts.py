"""Facts about the control variables of a program at one point: an abstract domain.

Control variables are the locals that outlive a decision and the variables of running rules, none of them
indexed. Of each the possible values are known if they are few; of pairs how they are related. Within a
block its locals are known as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Final, Literal

from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.constant_folding import WORKED_OUT, Undefined, value_of
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.types import IntType, ListType, bounds
from rulec.ir.walk import children, locals_read, parts
from rulec.runtime.list_codec import entries

MOST_VALUES: Final = 256
_CONTROL: Final = ("frame", "running")
_LOCAL: Final = "%"  # no name of a field begins so
_MIRRORED: Final = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_DENIED: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}

# same: of equal value; apart: a member that a set or list does not hold; head: the first entry of a list;
# less: the first number is less; once: a list without repetitions (of itself)
Kind = Literal["same", "apart", "head", "less", "once"]
Relation = tuple[Kind, str, str]
Values = frozenset[int]


def key_of(value: Expr) -> str | None:
    """Return the name under which a control variable or local is known; None for other expressions."""
    match value:
        case nodes.ReadField(field, ()) if field.role in _CONTROL and not field.dims:
            return field.name
        case nodes.ReadLocal(name):
            return _LOCAL + name
        case _:
            return None


def local_key(name: str) -> str:
    return _LOCAL + name


@dataclass(frozen=True)
class Facts:
    """Possible values by name (absent: unknown), and relations; immutable."""

    values: Mapping[str, Values]
    relations: frozenset[Relation]

    def joined(self, other: Facts) -> Facts:
        """Return the facts common to both."""
        values = {}
        for name, known in self.values.items():
            both = known | other.values.get(name, frozenset())
            if name in other.values and len(both) <= MOST_VALUES:
                values[name] = both
        return Facts(values, self.relations & other.relations)

    def without(self, names: Iterable[str]) -> Facts:
        """Forget all about some names."""
        gone = set(names)
        values = {name: known for name, known in self.values.items() if name not in gone}
        related = frozenset(r for r in self.relations if r[1] not in gone and r[2] not in gone)
        return Facts(values, related)

    def without_locals(self) -> Facts:
        """Forget the names that do not outlive a block."""
        names = {name for name in self.values if name.startswith(_LOCAL)}
        names |= {name for _, *both in self.relations for name in both if name.startswith(_LOCAL)}
        return self.without(names)

    def having(self, *relations: Relation) -> Facts:
        return Facts(self.values, self.relations | frozenset(relations))

    @property
    def impossible(self) -> bool:
        """Whether no values are left for some name: no course comes here."""
        return not all(self.values.values())

    def same(self, name: str) -> Iterator[str]:
        """Yield the names of equal value, the name itself included."""
        yield name
        for kind, one, other in self.relations:
            if kind == "same" and one == name:
                yield other

    def apart(self, member: str, collection: str) -> Facts:
        """Add that a member, under all its names, is not in a set or list."""
        return self.having(*(("apart", one, collection) for one in self.same(member)))

    # --- assignment -----------------------------------------------------------------------------------

    def assigned(self, name: str, value: Expr, depths: Values | None = None) -> Facts:
        """Return the facts behind an assignment."""
        found = self._values_of(value, depths)
        other = key_of(value)
        if other == name or (isinstance(value, Const) and found == self.values.get(name, ())):
            return self  # as before
        gained = set[Relation]()
        if isinstance(value.type, ListType) and self._is_once(value):
            gained.add(("once", name, name))
        if other is not None:
            gained |= set(self._copied(name, other))
        gained |= set(self._of_remainder(name, value))
        if isinstance(value, nodes.Pick) and value.which == "first" and (of := key_of(value.value)):
            gained.add(("head", name, of))
        after = self.without((name,))
        values = after.values if found is None else {**after.values, name: found}
        return Facts(values, after.relations | frozenset(gained))

    def _copied(self, name: str, other: str) -> Iterator[Relation]:
        """Yield the relations of a copied variable, with the name in its place."""
        yield "same", name, other
        yield "same", other, name
        for kind, one, two in self.relations:
            if name not in (one, two) and other in (one, two):
                yield kind, name if one == other else one, name if two == other else two

    def _of_remainder(self, name: str, value: Expr) -> Iterator[Relation]:
        """Yield which members the rest of a set or list does not hold."""
        for whole, gone in _taken_away(value):
            of = key_of(whole)
            if of is not None:
                yield from (("apart", one, name) for kind, one, two in self.relations
                            if kind == "apart" and two == of and one != name)  # fmt: skip
            if isinstance(gone, nodes.Single) and (member := key_of(gone.member)) not in (None, name):
                assert member is not None
                yield from (("apart", one, name) for one in self.same(member))
            if gone is None and of is not None and ("once", of, of) in self.relations:
                heads = [one for kind, one, two in self.relations if kind == "head" and two == of]
                yield from (("apart", same, name) for one in heads for same in self.same(one))

    def _is_once(self, value: Expr) -> bool:
        """Return whether a list has no repetitions."""
        match value:
            case nodes.Listed():
                return True
            case nodes.InOrder(_, _, whole) | nodes.Filter(_, whole) | nodes.Part(_, _, whole):
                return not isinstance(whole.type, ListType) or self._is_once(whole)
            case nodes.Shift(whole, moves):
                return all(by < 0 for by, _ in moves) and self._is_once(whole)
            case nodes.Lookup(table):
                return all(_without_repetition(one, value.type) for one in table.values)
            case Const(number):
                return _without_repetition(number, value.type)
            case _:
                known = key_of(value)
                return known is not None and ("once", known, known) in self.relations

    # --- conditions -----------------------------------------------------------------------------------

    def assumed(self, condition: Expr, holds: bool) -> Facts:
        """Return the facts that follow where a condition holds, or fails."""
        match condition:
            case nodes.Not(value):
                return self.assumed(value, not holds)
            case nodes.Logic(op, left, right) if (op == "and") == holds:
                return self.assumed(left, holds).assumed(right, holds)
            case nodes.Compare(op, left, right):
                found = self._compared(op if holds else _DENIED[op], left, right)
            case nodes.Contains(value, member) if not holds:
                one, whole = key_of(member), key_of(value)
                found = self if one is None or whole is None else self.apart(one, whole)
            case _:
                found = self
        return found._narrowed(condition, holds)

    def _compared(self, op: str, left: Expr, right: Expr) -> Facts:
        one, other = key_of(left), key_of(right)
        if one is None or other is None or one == other:
            return self
        if op == "==":
            names = {*self.same(one), *self.same(other)}
            return self.having(*(("same", a, b) for a in names for b in names if a != b))
        if op in ("<", ">"):
            return self.having(("less", one, other) if op == "<" else ("less", other, one))
        return self

    def _narrowed(self, condition: Expr, holds: bool) -> Facts:
        """Drop the values of each name with which a condition is otherwise."""
        values = dict(self.values)
        for name, reads in _reads(condition).items():
            known = values.get(name)
            if known is None:
                continue
            kept = frozenset(
                one for one in known if _truth(condition, dict.fromkeys(reads, one)) is not (not holds)
            )
            values.update(dict.fromkeys(self.same(name), kept))
        return Facts(values, self.relations)

    # --- values ---------------------------------------------------------------------------------------

    def _values_of(self, value: Expr, depths: Values | None) -> Values | None:
        """Return the possible values of an expression; None if they are many or not known."""
        if isinstance(value.type, ListType):
            return None
        if isinstance(value, Const):
            return frozenset((value.value,))
        known: dict[Expr, Values] = {}
        for name, reads in _reads(value).items():
            for one in reads:
                if name in self.values:
                    known[one] = self.values[name]
        if depths is not None:
            known |= {part: depths for part in parts(value) if isinstance(part, nodes.Depth)}
        if not _is_closed(value, known) or prod(map(len, known.values())) > MOST_VALUES:
            return None
        found = set()
        for given in product(*known.values()):
            try:
                found.add(value_of(value, dict(zip(known, given, strict=True)), {}))
            except Undefined:
                return None
        return frozenset(found)


NOTHING: Final = Facts({}, frozenset())


def every(field: Field) -> Values | None:
    """Return all values of a number's declared range; None if they are many."""
    if not isinstance(field.type, IntType):
        return None
    have = bounds(field.type)
    return frozenset(range(have.lo, have.hi + 1)) if have.hi - have.lo < MOST_VALUES else None


def _reads(value: Expr) -> dict[str, list[Expr]]:
    """Return the control variables that an expression reads, with the nodes that read each."""
    found: dict[str, list[Expr]] = {}
    free = {_LOCAL + name for name in locals_read(value)}
    for part in parts(value):
        name = key_of(part) if isinstance(part, nodes.ReadField | nodes.ReadLocal) else None
        if name is not None and (name in free or not name.startswith(_LOCAL)):
            found.setdefault(name, []).append(part)
    return found


def _is_closed(value: Expr, known: Mapping[Expr, object]) -> bool:
    return all(part in known or isinstance(part, WORKED_OUT) for part in _outermost(value, known))


def _outermost(value: Expr, known: Mapping[Expr, object]) -> Iterator[Expr]:
    """Yield the parts of an expression; of a known part only itself."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        yield one
        if one not in known:
            waiting += children(one)


def _truth(condition: Expr, known: Mapping[Expr, int]) -> bool | None:
    """Evaluate a condition of which not all is known; None if it could be either."""
    match condition:
        case nodes.Not(value):
            found = _truth(value, known)
            return None if found is None else not found
        case nodes.Logic(op, left, right):
            both = (_truth(left, known), _truth(right, known))
            decisive = op == "or"
            if decisive in both:
                return decisive
            return None if None in both else not decisive
        case _:
            pass
    if isinstance(condition.type, ListType) or not _is_closed(condition, known):
        return None
    try:
        return bool(value_of(condition, known, {}))
    except (Undefined, KeyError):
        return None


def _taken_away(value: Expr) -> Iterator[tuple[Expr, Expr | None]]:
    """Yield supersets of a set or list with the set taken away (None: the first entry of a list)."""
    match value:
        case nodes.SetOp("-", left, right):
            yield left, right
            yield from _taken_away(left)
        case nodes.SetOp("&", left, right):
            yield from ((one, nodes.Const(0, value.type)) for one in (left, right))
        case nodes.Filter(_, whole):
            yield whole, nodes.Const(0, value.type)
        case nodes.Shift(whole, moves) if isinstance(value.type, ListType) and all(by < 0 for by, _ in moves):
            assert isinstance(value.type, ListType)
            yield (
                whole,
                None if all(by == -value.type.digit for by, _ in moves) else nodes.Const(0, value.type),
            )
        case _:
            pass


def _without_repetition(number: int, type_: object) -> bool:
    assert isinstance(type_, ListType)
    found = list(entries(number, type_.digit))
    return len(set(found)) == len(found)
