"""Action ids that may be offered in a configuration: abstract interpretation of option sets.

Number of players and options are constants of a configuration, and tables are constant; all else may have
any value of its type. So the result holds in every position, hand-made ones too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, Final, Generic, TypeVar

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.control_flow import reached
from rulec.ir.nodes import Expr, Field
from rulec.ir.program import Program
from rulec.ir.types import BoolType, ListType, SetType, Type, bounds
from rulec.ir.walk import locals_read
from rulec.runtime import control
from rulec.runtime.schema import OfferableInfo

_MANY: Final = 64  # values of a number that are told apart
_COMBINATIONS: Final = 4096  # of values of operands
_DEEP: Final = 12  # calls of functions within each other

# Of numbers, members and conditions the possible values, None: any. Of sets the members surely in it,
# and those that may be; of lists nothing.
Values = frozenset[int] | None
Members = tuple[int, int]
Abstract = Values | Members

_EITHER: Final = frozenset((0, 1))
_NO: Final = frozenset((0,))
_YES: Final = frozenset((1,))


def offerable(program: Program) -> OfferableInfo:
    """Return the ids that may be offered in each configuration, for the schema of an engine."""
    found = offerable_ids(program)
    sets = list(dict.fromkeys(found))
    return OfferableInfo(tuple(tuple(_ranges(ids)) for ids in sets), tuple(sets.index(ids) for ids in found))


def _ranges(ids: int) -> Iterator[tuple[int, int]]:
    first = 0
    while ids >> first:
        first += (ids >> first & -(ids >> first)).bit_length() - 1
        rest = ~(ids >> first)
        end = first + (rest & -rest).bit_length() - 1
        yield first, end
        first = end


def offerable_ids(program: Program) -> list[int]:
    """Return the ids that may be offered in each configuration of a program, as bit sets."""
    names = [control.SEATS, *(option.field.name for option in program.options)]
    values, known, found = Abstraction(program), _Answers[int](), []
    for configuration in program.configurations:
        values.fixed = dict(zip(names, configuration, strict=True))
        ids = known.get(values)
        if ids is None:
            values.reads = set()
            ids = _Reach(program, values).ids()
            known.add(values, ids)
        found.append(ids)
    return found


T = TypeVar("T")


class _Answers(Generic[T]):
    """Results with the constants of the configuration that they depend on."""

    def __init__(self) -> None:
        self.each: list[tuple[dict[str, int], T]] = []

    def get(self, values: Abstraction) -> T | None:
        for reads, found in self.each:
            if all(values.fixed[name] == value for name, value in reads.items()):
                values.reads.update(reads)
                return found
        return None

    def add(self, values: Abstraction, found: T) -> None:
        self.each.append(({name: values.fixed[name] for name in values.reads}, found))


class _Reach:
    """Blocks that may be reached in a configuration, with the options of their decisions."""

    def __init__(self, program: Program, values: Abstraction) -> None:
        self.program, self.values = program, values
        self.members: dict[tuple[int, int], int] = {}

    def ids(self) -> int:
        program = self.program
        waiting = [program.start, *(one.block for one in program.checkpoints)]
        waiting += [one.block for one in program.probes]
        waiting += [one.block for one in program.leavable]
        found, ids = set(waiting), 0
        while waiting:
            end = program.blocks[waiting.pop()].end
            if isinstance(end, nodes.Ask):
                ids |= self._ids_of(end.decision)
            for target in self._following(end):
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return ids

    def _following(self, end: nodes.End) -> list[int]:
        if isinstance(end, nodes.Branch):
            outcomes = self.values.scalar(end.condition, {})
            return [end.then] * (outcomes != _NO) + [end.otherwise] * (outcomes != _YES)
        return reached(end, self._resumes)

    def _resumes(self, decision: int) -> list[int]:
        groups = self.program.decisions[decision].groups
        return [group.resume for number, group in enumerate(groups) if self._members(decision, number)]

    def _ids_of(self, decision: int) -> int:
        ids = 0
        for number, group in enumerate(self.program.decisions[decision].groups):
            ids |= self._members(decision, number) << group.first
        return ids

    def _members(self, decision: int, number: int) -> int:
        key = decision, number
        if key not in self.members:
            group = self.program.decisions[decision].groups[number]
            self.members[key] = self.values.members(group.options, {})[1]
        return self.members[key]


Locals = Mapping[str, Abstract]


class Abstraction:
    """Abstract values of expressions in a configuration; any value for unhandled ones."""

    def __init__(self, program: Program) -> None:
        self.fixed: Mapping[str, int] = {}
        self.reads: set[str] = set()  # constants that the evaluation has looked at
        self.functions = {one.name: one for one in program.functions}
        self.depth = 0
        self.known: dict[Any, _Answers[tuple[Abstract]]] = {}

    def of(self, node: Expr, named: Locals) -> Abstract:
        key = id(node), self.depth, tuple([named.get(one) for one in sorted(locals_read(node))])
        answers = self.known.setdefault(key, _Answers())
        found = answers.get(self)
        if found is None:
            handler, before = _HANDLERS.get(type(node)), self.reads
            self.reads = set()
            found = (_any_of(node.type) if handler is None else handler(self, node, named),)
            answers.add(self, found)
            self.reads |= before
        return found[0]

    def scalar(self, node: Expr, named: Locals) -> Values:
        value = self.of(node, named)
        assert value is None or isinstance(value, frozenset)
        return value

    def members(self, node: Expr, named: Locals) -> Members:
        value = self.of(node, named)
        assert isinstance(value, tuple)
        return value

    def _span(self, node: Expr, named: Locals) -> tuple[int, int]:
        """Least and greatest value of a number, member or condition."""
        values = self.scalar(node, named)
        if values:
            return min(values), max(values)
        whole = bounds(node.type)
        return whole.lo, whole.hi

    def _truth(self, node: Expr, named: Locals) -> frozenset[int]:
        return self.scalar(node, named) or _EITHER

    def _fixed(self, name: str) -> Values:
        self.reads.add(name)
        return frozenset((self.fixed[name],))

    # --- handlers ---------------------------------------------------------------------------------------

    def const(self, node: nodes.Const, named: Locals) -> Abstract:
        return _exactly(node.value, node.type)

    def field(self, node: nodes.ReadField, named: Locals) -> Abstract:
        field: Field = node.field
        if field.role in ("option", "control") and not field.dims and field.name in self.fixed:
            return self._fixed(field.name)
        return _any_of(field.type)

    def local(self, node: nodes.ReadLocal, named: Locals) -> Abstract:
        return named[node.name] if node.name in named else _any_of(node.type)

    def lookup(self, node: nodes.Lookup, named: Locals) -> Abstract:
        table = node.table
        places = [self.scalar(one, named) for one in node.index]
        ranges = [
            range(dim.size) if values is None else [one for one in values if 0 <= one < dim.size]
            for values, dim in zip(places, table.dims, strict=True)
        ]
        found: set[int] = set()
        for index in product(*ranges):
            place = 0
            for one, dim in zip(index, table.dims, strict=True):
                place = place * dim.size + one
            found.add(table.values[place])
        return _one_of(found, table.type)

    def arithmetic(self, node: nodes.Arithmetic, named: Locals) -> Abstract:
        left, right = self.scalar(node.left, named), self.scalar(node.right, named)
        if left is None or right is None or len(left) * len(right) > _COMBINATIONS:
            return None
        if node.op in ("//", "%") and 0 in right:
            return None
        apply = s.ARITHMETIC[node.op]
        return _few({apply(a, b) for a in left for b in right})

    def compare(self, node: nodes.Compare, named: Locals) -> Abstract:
        if isinstance(node.left.type, SetType) or isinstance(node.right.type, SetType):
            return _EITHER
        holds = s.COMPARISONS[node.op]
        left, right = self.scalar(node.left, named), self.scalar(node.right, named)
        if left is not None and right is not None and len(left) * len(right) <= _COMBINATIONS:
            return frozenset(int(holds(a, b)) for a in left for b in right) or _EITHER
        (a, b), (c, d) = self._span(node.left, named), self._span(node.right, named)
        if b < c or d < a:
            return frozenset((int(holds(a, c)),))
        return _EITHER

    def logic(self, node: nodes.Logic, named: Locals) -> Abstract:
        absorbing = _NO if node.op == "and" else _YES
        left = self._truth(node.left, named)
        if left == absorbing:
            return left
        right = self._truth(node.right, named)
        if right == absorbing:
            return right
        return left | right

    def negation(self, node: nodes.Not, named: Locals) -> Abstract:
        return frozenset(1 - one for one in self._truth(node.value, named))

    def choice(self, node: nodes.IfElse, named: Locals) -> Abstract:
        condition = self._truth(node.condition, named)
        if condition == _YES:
            return self.of(node.then, named)
        if condition == _NO:
            return self.of(node.otherwise, named)
        return _joined(self.of(node.then, named), self.of(node.otherwise, named), node.type)

    def single(self, node: nodes.Single, named: Locals) -> Abstract:
        values = self.scalar(node.member, named)
        if values is None:
            return 0, node.type.domain.full
        bits = [1 << one if one >= 0 else 0 for one in values]
        upper = 0
        for one in bits:
            upper |= one
        return (upper if len(bits) == 1 else 0), upper

    def combined(self, node: nodes.SetOp, named: Locals) -> Abstract:
        if isinstance(node.type, ListType):
            return None
        (a, b), (c, d) = self.members(node.left, named), self.members(node.right, named)
        if node.op == "|":
            return a | c, b | d
        return (a & c, b & d) if node.op == "&" else (a & ~d, b & ~c)

    def contains(self, node: nodes.Contains, named: Locals) -> Abstract:
        if isinstance(node.value.type, ListType):
            return _EITHER
        sure, possible = self.members(node.value, named)
        values = self.scalar(node.member, named)
        if values is None:
            return _NO if not possible else _EITHER
        found: set[int] = set()
        for one in values:
            if one < 0 or not possible >> one & 1:
                found.add(0)
            elif sure >> one & 1:
                found.add(1)
            else:
                return _EITHER
        return frozenset(found) or _EITHER

    def count(self, node: nodes.Count, named: Locals) -> Abstract:
        if isinstance(node.value.type, ListType):
            return None
        sure, possible = self.members(node.value, named)
        return _few(set(range(sure.bit_count(), possible.bit_count() + 1)))

    def some(self, node: nodes.Some, named: Locals) -> Abstract:
        if isinstance(node.value.type, ListType):
            return _EITHER
        sure, possible = self.members(node.value, named)
        return _YES if sure else _EITHER if possible else _NO

    def picked(self, node: nodes.Pick | nodes.Best, named: Locals) -> Abstract:
        if isinstance(node.value.type, ListType):
            return None
        sure, possible = self.members(node.value, named)
        return _few({*_bits(possible), *(() if sure else (-1,))})

    def filtered(self, node: nodes.Filter, named: Locals) -> Abstract:
        if isinstance(node.type, ListType):
            return None
        sure, possible = self.members(node.value, named)
        kept = certain = 0
        for one in _bits(possible):
            holds = self._truth(node.condition, {**named, node.var: frozenset((one,))})
            if holds != _NO:
                kept |= 1 << one
            if holds == _YES:
                certain |= 1 << one
        return certain & sure, kept

    def exists(self, node: nodes.Exists, named: Locals) -> Abstract:
        if isinstance(node.value.type, ListType):
            return _EITHER
        sure, possible = self.members(node.value, named)
        found = _NO
        for one in _bits(possible):
            holds = self._truth(node.condition, {**named, node.var: frozenset((one,))})
            if holds == _YES and sure >> one & 1:
                return _YES
            if holds != _NO:
                found = _EITHER
        return found

    def union(self, node: nodes.UnionOf, named: Locals) -> Abstract:
        if isinstance(node.value.type, ListType) or isinstance(node.type, ListType):
            return _any_of(node.type)
        sure, possible = self.members(node.value, named)
        lower = upper = 0
        for one in _bits(possible):
            least, most = self.members(node.formula, {**named, node.var: frozenset((one,))})
            upper |= most
            lower |= least if sure >> one & 1 else 0
        return lower, upper

    def best(self, node: nodes.BestOf, named: Locals) -> Abstract:
        if isinstance(node.value.type, ListType):
            return _any_of(node.type)
        return 0, self.members(node.value, named)[1]

    def gathered(self, node: nodes.Gather, named: Locals) -> Abstract:
        sure, possible = self.members(node.value, named)
        lower = upper = 0
        for one in _bits(possible):
            upper |= node.table.values[one]
            lower |= node.table.values[one] if sure >> one & 1 else 0
        return lower, upper

    def called(self, node: nodes.CallFunction, named: Locals) -> Abstract:
        function = self.functions.get(node.function)
        if function is None or self.depth >= _DEEP:
            return _any_of(node.type)
        given = {
            name: self.of(value, named)
            for (name, _), value in zip(function.parameters, node.arguments, strict=True)
        }
        self.depth += 1
        try:
            return self.of(function.result, given)
        finally:
            self.depth -= 1


Handler = Callable[[Abstraction, Any, Locals], Abstract]

_HANDLERS: Final[dict[type, Handler]] = {
    nodes.Const: Abstraction.const,
    nodes.ReadField: Abstraction.field,
    nodes.ReadLocal: Abstraction.local,
    nodes.Lookup: Abstraction.lookup,
    nodes.Arithmetic: Abstraction.arithmetic,
    nodes.Compare: Abstraction.compare,
    nodes.Logic: Abstraction.logic,
    nodes.Not: Abstraction.negation,
    nodes.IfElse: Abstraction.choice,
    nodes.Single: Abstraction.single,
    nodes.SetOp: Abstraction.combined,
    nodes.Contains: Abstraction.contains,
    nodes.Count: Abstraction.count,
    nodes.Some: Abstraction.some,
    nodes.Pick: Abstraction.picked,
    nodes.Best: Abstraction.picked,
    nodes.Filter: Abstraction.filtered,
    nodes.Exists: Abstraction.exists,
    nodes.UnionOf: Abstraction.union,
    nodes.BestOf: Abstraction.best,
    nodes.Gather: Abstraction.gathered,
    nodes.CallFunction: Abstraction.called,
}


def _any_of(type_: Type) -> Abstract:
    if isinstance(type_, SetType) and not isinstance(type_, ListType):
        return 0, type_.domain.full
    return _EITHER if isinstance(type_, BoolType) else None


def _exactly(value: int, type_: Type) -> Abstract:
    return _one_of({value}, type_)


def _one_of(found: set[int], type_: Type) -> Abstract:
    if isinstance(type_, ListType) or not found:
        return _any_of(type_)
    if not isinstance(type_, SetType):
        return _few(found)
    lower, upper = -1, 0
    for one in found:
        lower, upper = lower & one, upper | one
    return lower, upper


def _joined(one: Abstract, other: Abstract, type_: Type) -> Abstract:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one[0] & other[0], one[1] | other[1]
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return _few({*one, *other})
    return _any_of(type_)


def _few(values: set[int]) -> Values:
    return frozenset(values) if 0 < len(values) <= _MANY else None


def _bits(members: int) -> Iterator[int]:
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1
