"""Kinds of pieces that rules lay in variables stored as rows.

Nobody lays money on a board: so fewer of its spaces than there are pieces can hold any. The analysis
bounds the members that each name can stand for, whatever the order of the sentences: by the form of the
expressions that give it its value, such as a choice among the tiles of some class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.program import MembersGiven, Procedure, Program, RowsLaid
from rulec.ir.types import Domain, ElemType, ListType, SetType, Type, bounds
from rulec.lower.blocks.block_drafts import BlockDraft, DraftDecision
from rulec.runtime.schema import SPARE_ROWS

_MOST_ENTRIES: Final = 4_096  # of a table that are inspected
_MOST_KINDS: Final = 63  # bits of a number in the schema


class LaidKinds:
    """Bounds on names, and on the kinds that assignments lay, before names become frame fields."""

    def __init__(
        self,
        drafts: Sequence[BlockDraft],
        decisions: Sequence[DraftDecision],
        procedures: Iterable[Procedure],
        unknown: Iterable[str],
    ) -> None:
        self._procedures = {one.name: one for one in procedures}
        self._given: list[tuple[str, Expr]] = []  # of a loop, a choice or chance: the set; else the value
        self._laid: list[nodes.Assign] = []
        for body in (*(one.body for one in drafts), *(one.body for one in self._procedures.values())):
            self._statements(body)
        for name, options in _parameters(drafts, decisions):
            self._given.append((name, options))
        self._known = dict.fromkeys((name for name, _ in self._given), 0)
        self._unknown = set(unknown)
        if self._laid:
            self._find()

    def _statements(self, body: Iterable[nodes.Stmt]) -> None:
        for one in body:
            match one:
                case nodes.Assign(field) if field.rows and not _takes_away(one):
                    self._laid.append(one)
                case nodes.SetLocal(name, value):
                    self._given.append((name, value))
                case nodes.If(_, then, otherwise):
                    self._statements((*then, *otherwise))
                case nodes.ForEach(var, value, inner):
                    self._given.append((var, value))
                    self._statements(inner)
                case nodes.CallProcedure(name, arguments):
                    names = [parameter for parameter, _ in self._procedures[name].parameters]
                    self._given += zip(names, arguments, strict=True)
                case _:
                    pass

    def _find(self) -> None:
        """Enlarge the sets of members until nothing changes; each only grows."""
        given = [one for one in self._given if _every(one[1].type)]
        grows = True
        while grows:
            grows = False
            for name, value in given:
                found = self._known[name] | self.members(value)
                grows, self._known[name] = grows or found != self._known[name], found

    def members_of(self, name: str, type_: Type) -> int:
        """Bound the members that a name can stand for."""
        if name in self._unknown or name not in self._known:
            return _every(type_)
        return self._known[name] & _every(type_)

    def of_local(self, field: Field) -> int:
        """Bound the members that a field of a frame can hold; its name may have a suffix."""
        name = field.name if field.name in self._known else field.name.removesuffix("~0")
        return self.members_of(name, field.type)

    def members(self, value: Expr) -> int:
        """Bound a member, or the members of a set or list."""
        every = _every(value.type)
        match value:
            case Const(number) if isinstance(value.type, ElemType):
                return 1 << number if number >= 0 else 0
            case Const(number) if not isinstance(value.type, ListType) or not number:
                return number
            case nodes.ReadLocal(name):
                return self.members_of(name, value.type)
            case nodes.SetOp("|", left, right) | nodes.IfElse(_, left, right) | nodes.Joined(left, right):
                return self.members(left) | self.members(right)
            case nodes.SetOp("&", left, right):
                return self.members(left) & self.members(right)
            case nodes.SetOp("-", left, right):
                return self.members(left) & ~(right.value if isinstance(right, Const) else 0)
            case nodes.Single(inner):
                return self.members(inner)
            case nodes.Filter(_, inner) | nodes.BestOf(_, _, inner) | nodes.InOrder(_, _, inner):
                return self.members(inner)
            case nodes.Pick(_, inner) | nodes.Best(_, _, inner) | nodes.Entry(_, inner):
                return self.members(inner)
            case nodes.Listed(inner) | nodes.Part(_, _, inner):
                return self.members(inner)
            case nodes.Lookup(table) if len(table.values) <= _MOST_ENTRIES:
                return self._in_table(value)
            case _:
                return every

    def _in_table(self, value: nodes.Lookup) -> int:
        if isinstance(value.type, ListType):
            return _every(value.type)
        found = 0
        for one in value.table.values:
            found |= self.members(Const(one, value.type))
        return found

    def kinds(self, field: Field) -> int:
        """Return the kinds that some assignment lays in the variable."""
        found = 0
        for one in self._laid:
            if one.field == field:
                found |= self.members(one.index[-1])
        return found


def _parameters(
    drafts: Sequence[BlockDraft], decisions: Sequence[DraftDecision]
) -> Iterator[tuple[str, Expr]]:
    """Yield the parameters of blocks behind choices and chance, with the sets they are from."""
    given = [(group.resume, group.options) for one in decisions for group in one.groups]
    given += [(one.end.resume, one.end.members) for one in drafts if isinstance(one.end, nodes.Chance)]
    for block, options in given:
        parameter = drafts[block].parameter
        if parameter is not None:
            yield parameter[0], options


def _takes_away(one: nodes.Assign) -> bool:
    """Whether an assignment leaves no more pieces in a cell than there were."""
    match one.value:
        case Const(0):
            return True
        case nodes.Arithmetic("-", nodes.ReadField(field, index), less):
            return (field, index) == (one.field, one.index) and bounds(less.type).lo >= 0
        case _:
            return False


def _domain(type_: Type) -> Domain | None:
    """Return the domain of a member, a set or a list."""
    if isinstance(type_, ListType):
        return type_.members
    return type_.domain if isinstance(type_, ElemType | SetType) else None


def _every(type_: Type) -> int:
    domain = _domain(type_)
    return 0 if domain is None else (1 << domain.size) - 1


def with_laid_kinds(program: Program, laid: LaidKinds) -> Program:
    """Return the program with the room for stored rows, where some kinds are never laid there."""
    rows, domains = [], set()
    for stock in program.stocks:
        for field, _ in stock.holders:
            kinds = laid.kinds(field) if field.rows else -1
            if kinds in (-1, _every(SetType(stock.kinds))) or stock.kinds.size > _MOST_KINDS:
                continue
            pieces = sum(total or 0 for kind, total in enumerate(stock.totals) if kinds >> kind & 1)
            room = pieces + SPARE_ROWS + 1
            if room < field.rows:
                rows.append(RowsLaid(field, kinds, room))
                domains.add(stock.kinds)
    given = []
    for field in program.fields:
        if field.role == "frame" and _domain(field.type) in domains:
            members = laid.of_local(field)
            if members != _every(field.type):
                given.append(MembersGiven(field, members))
    return replace(program, rows_laid=tuple(rows), members_given=tuple(given))
