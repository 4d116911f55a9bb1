"""Decisions after which the rules query a hidden zone only monotonically in its contents.

If monotone queries give the observed results for small contents of a zone, but not with one piece more, then
no contents with that piece give the observed results. `runtime/resampling/exclusions.py` uses this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from rulec.ir import nodes
from rulec.ir.nodes import Expr, Field
from rulec.ir.program import Decision, Program
from rulec.ir.revealing import taken_from
from rulec.ir.types import IntType, SetType, bounds
from rulec.ir.walk import children

Signs = frozenset[str]  # "+": grows with what lies there; "-": shrinks; "?": either

NONE: Signs = frozenset()
UNKNOWN: Signs = frozenset("?")
_FLIPPED = {"+": "-", "-": "+", "?": "?"}


def monotone_decisions(program: Program, zone: Field) -> tuple[int, ...]:
    """Return the numbers of the monotone decisions, as `pending` has them."""
    search = _Monotone(program, zone)
    return tuple(n + 1 for n, one in enumerate(program.decisions) if search.is_monotone(one))


class _Monotone:
    def __init__(self, program: Program, zone: Field) -> None:
        self.program, self.zone = program, zone
        self.functions = {one.name: one.result for one in program.functions}
        self.procedures = {one.name: one for one in program.procedures}
        self.backs = tuple(one.end.back for one in program.blocks if isinstance(one.end, nodes.Call))
        self._known: dict[str, Signs] = {}  # of functions
        self._locals: dict[str, Signs] = {}
        self._fine: dict[int, bool] = {}  # blocks

    def is_monotone(self, decision: Decision) -> bool:
        offered = all(
            self.signs(taken_from(one.legality.locally_legal or one.options, frozenset({self.zone}))) <= {"-"}
            for one in decision.groups
        )
        return offered and self._behind([one.resume for one in decision.groups])

    def _behind(self, waiting: list[int]) -> bool:
        """Return whether all blocks up to the next suspension are monotone."""
        reached = set[int]()
        while waiting:
            number = waiting.pop()
            if number not in reached:
                reached.add(number)
                if not self._is_fine(number):
                    return False
                waiting += self._following(self.program.blocks[number].end)
        return True

    def _following(self, end: nodes.End) -> tuple[int, ...]:
        match end:
            case (
                nodes.Goto(target)
                | nodes.Cut(target)
                | nodes.ProbeSuccess(_, target)
                | nodes.Unwind(_, target)
            ):
                return (target,)
            case nodes.Branch(_, then, otherwise):
                return then, otherwise
            case nodes.Switch(_, cases, otherwise):
                return (*(block for _, block in cases), otherwise)
            case nodes.Call(target, back):
                return target, back
            case nodes.Ask(_, int() as nothing):
                return (nothing,)
            case nodes.Return():
                return self.backs
            case nodes.Ask() | nodes.Finish() | nodes.Chance():
                pass
            case _ as other:
                assert_never(other)
        return ()

    def _is_fine(self, number: int) -> bool:
        if number not in self._fine:
            block = self.program.blocks[number]
            signs = [*self._looks(block.body), *self._ends(block.end)]
            self._fine[number] = all(len(one) < 2 and "?" not in one for one in signs)
        return self._fine[number]

    def _ends(self, end: nodes.End) -> Iterator[Signs]:
        match end:
            case nodes.Branch(condition):
                yield self.signs(condition)
            case nodes.Switch(value) | nodes.Unwind(value):
                yield self._unless_unread(value)
            case nodes.Ask(decision, int()):
                for group in self.program.decisions[decision].groups:
                    yield self.signs(group.legality.locally_legal or group.options)
            case (
                nodes.Goto()
                | nodes.Ask()
                | nodes.Call()
                | nodes.Return()
                | nodes.Finish()
                | nodes.Cut()
                | nodes.ProbeSuccess()
                | nodes.Chance()
            ):
                pass
            case _ as other:
                assert_never(other)

    def _looks(self, body: tuple[nodes.Stmt, ...]) -> Iterator[Signs]:
        for node in body:
            match node:
                case nodes.SetLocal(name, value):
                    self._locals[name] = self.signs(value)
                case nodes.Assign(field, index, value):
                    hidden = field.seen != "all" and field.role == "state"
                    yield from () if hidden else map(self._unless_unread, index)
                    yield NONE if hidden else self.signs(value)
                case nodes.If(condition, then, otherwise):
                    yield self.signs(condition)
                    yield from self._looks((*then, *otherwise))
                case nodes.ForEach(_, value, inner):
                    yield self.signs(value)
                    yield from self._looks(inner)
                case nodes.CallProcedure(name, arguments):
                    yield from map(self._unless_unread, arguments)
                    yield from self._looks(self.procedures[name].body)
                case nodes.Require() | nodes.Save():
                    pass
                case _ as other:
                    assert_never(other)

    # --- expressions ----------------------------------------------------------------------------------

    def signs(self, node: Any) -> Signs:
        """Return the directions in which the value may change as the zone gains a piece."""
        match node:
            case nodes.ReadLocal(name):
                return self._locals.get(name, NONE)
            case nodes.ReadField(field, index) if field == self.zone:
                return frozenset("+").union(*map(self._unless_unread, index))
            case nodes.Not(value):
                return _flip(self.signs(value))
            case nodes.Compare(op, left, right):
                return self._compared(op, left, right)
            case nodes.Contains(value, member):
                return self.signs(value) | self._unless_unread(member)
            case nodes.SetOp("-", left, right) | nodes.Arithmetic("-", left, right):
                return self.signs(left) | _flip(self.signs(right))
            case nodes.Arithmetic("+" | "min" | "max", left, right):
                return self.signs(left) | self.signs(right)
            case nodes.Arithmetic("*", left, right):
                return self._of_positive(node, left, right)
            case nodes.Fold("sum", _, value, formula):
                return self._of_positive(node, value, formula)
            case nodes.IfElse(condition, then, nodes.Const(value=0)) if isinstance(node.type, SetType):
                return self.signs(condition) | self.signs(then)
            case nodes.IfElse(condition, nodes.Const(value=0), otherwise) if isinstance(node.type, SetType):
                return _flip(self.signs(condition)) | self.signs(otherwise)
            case nodes.IfElse(condition, then, otherwise):
                return self._unless_unread(condition) | self.signs(then) | self.signs(otherwise)
            case nodes.CallFunction(function, arguments):
                return self._of_function(function).union(*map(self._unless_unread, arguments))
            case (
                nodes.Logic() | nodes.Some() | nodes.Count() | nodes.Exists() | nodes.Filter() | nodes.SetOp()
            ):
                return NONE.union(*map(self.signs, children(node)))
            case _:
                pass
        return self._unless_unread(node)

    def _compared(self, op: str, left: Expr, right: Expr) -> Signs:
        if op in (">", ">="):
            return self.signs(left) | _flip(self.signs(right))
        if op in ("<", "<="):
            return _flip(self.signs(left)) | self.signs(right)
        least = bounds(left.type).lo if isinstance(left.type, IntType) else None
        if isinstance(right, nodes.Const) and right.value == least:
            return _flip(self.signs(left)) if op == "==" else self.signs(left)
        return self._unless_unread(left) | self._unless_unread(right)

    def _of_positive(self, node: Any, *inner: Expr) -> Signs:
        values = [one for one in inner if isinstance(one.type, IntType)]
        if all(bounds(one.type).lo >= 0 for one in values):
            return NONE.union(*map(self.signs, inner))
        return self._unless_unread(node)

    def _unless_unread(self, node: Any) -> Signs:
        """Return no directions if the zone is not read."""
        own = isinstance(node, nodes.ReadLocal | nodes.CallFunction | nodes.Can)
        if own and (isinstance(node, nodes.Can) or self.signs(node)):
            return UNKNOWN
        if isinstance(node, (nodes.ReadField, nodes.Column, nodes.Occupied)) and node.field == self.zone:
            return UNKNOWN
        read = any(self._unless_unread(one) for one in children(node))
        return UNKNOWN if read else NONE

    def _of_function(self, name: str) -> Signs:
        if name not in self._known:
            self._known[name] = UNKNOWN  # while it is worked out: a function that leads back to itself
            self._known[name] = self.signs(self.functions[name])
        return self._known[name]


def _flip(signs: Signs) -> Signs:
    return frozenset(_FLIPPED[one] for one in signs)
