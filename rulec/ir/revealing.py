"""Hidden zones whose contents the rules may reveal: by branches, options or public variables.

Moving pieces shows nothing by itself: who sees them move is kept with the zones. A choice among what lies in
a zone shows no more than the piece that is taken. Everything else that looks into a hidden zone, other than
to count it, may tell others of its content, and only the course of the game says what.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from rulec.ir import nodes
from rulec.ir.knowledge import counted
from rulec.ir.nodes import Expr, Field
from rulec.ir.program import Program
from rulec.ir.types import BOOL
from rulec.ir.walk import READS, conjuncts, parts, rewrite


def revealed_zones(program: Program) -> frozenset[Field]:
    """Return the zones whose contents the rules may reveal."""
    zones = frozenset(one.field for one in program.hidden)
    if not zones:
        return frozenset()
    about = zones | {
        field for one in program.hidden for field in (one.known, one.noticed) if field is not None
    }
    search = _Search(program, zones, about)
    return frozenset(field for node in search.looks() for field in search.read(node))


class _Search:
    def __init__(self, program: Program, zones: frozenset[Field], about: frozenset[Field]) -> None:
        self.program, self.zones, self.about = program, zones, about
        self.functions = {one.name: one for one in program.functions}
        self._called: dict[str, frozenset[Field]] = {}
        self._locals: dict[str, frozenset[Field]] = {}

    def looks(self) -> Iterator[Any]:
        """Yield the expressions that decide control flow, options and public variables."""
        bodies = [block.body for block in self.program.blocks]
        bodies += [procedure.body for procedure in self.program.procedures]
        for body in bodies:  # names are unique, and given before they are read
            for statement in body:
                self._name(statement)
        for body in bodies:
            for statement in body:
                yield from self._statement(statement)
        for block in self.program.blocks:
            match block.end:
                case nodes.Branch(condition):
                    yield condition
                case nodes.Switch(value):
                    yield value
                case nodes.Chance() as chance:
                    yield taken_from(chance.members, self.zones)
                case (
                    nodes.Goto()
                    | nodes.Ask()
                    | nodes.Call()
                    | nodes.Return()
                    | nodes.Finish()
                    | nodes.Cut()
                    | nodes.ProbeSuccess()
                    | nodes.Unwind()
                ):
                    pass
                case _ as other:
                    assert_never(other)
        for decision in self.program.decisions:
            for group in decision.groups:
                yield taken_from(group.legality.locally_legal or group.options, self.zones)

    def _name(self, node: Any) -> None:
        """Record the zones that flow into local values."""
        match node:
            case nodes.SetLocal(name, value):
                self._locals[name] = self.read(value)
            case nodes.ForEach(var, value, body):
                self._locals[var] = self.read(value)
                for one in body:
                    self._name(one)
            case nodes.If(_, then, otherwise):
                for one in (*then, *otherwise):
                    self._name(one)
            case _:
                pass

    def _statement(self, node: Any, under: tuple[Any, ...] = ()) -> Iterator[Any]:
        """Yield the expressions that a statement may reveal; `under`: the conditions it depends on."""
        match node:
            case nodes.Assign(field, index, value) if field not in self.about:
                yield from (*index, value, *under)
            case nodes.If(condition, then, otherwise):
                yield condition
                for one in (*then, *otherwise):
                    yield from self._statement(one, under)
            case nodes.ForEach(_, value, body):
                for one in body:
                    yield from self._statement(one, (*under, value))
            case nodes.CallProcedure(_, arguments):
                yield from (*arguments, *under)
            case _:
                pass

    def read(self, node: Any) -> frozenset[Field]:
        """Return the hidden zones whose contents an expression reads, other than counts."""

        def change(part: Any) -> Any:
            pile = counted(part)
            return part if pile is None or pile.field not in self.zones else nodes.Const(0, part.type)

        found = set[Field]()
        for part in parts(rewrite(node, change)):
            if isinstance(part, READS) and part.field in self.zones:
                found.add(part.field)
            elif isinstance(part, nodes.ReadLocal):
                found |= self._locals.get(part.name, frozenset())
            elif isinstance(part, nodes.CallFunction):
                found |= self._function(part.function)
            elif isinstance(part, nodes.Can):
                found |= self.zones
        return frozenset(found)

    def _function(self, name: str) -> frozenset[Field]:
        if name not in self._called:
            self._called[name] = frozenset()
            self._called[name] = self.read(self.functions[name].result)
        return self._called[name]


def taken_from(options: Expr, zones: frozenset[Field]) -> Expr:
    """Return the options without the test that a piece lies in the zone it is taken from."""
    match options:
        case nodes.ReadField(field) if field in zones:
            return nodes.Const(0, options.type)
        case nodes.Filter(var, value, condition):
            inner: Expr = nodes.Const(1, BOOL)
            for one in conjuncts(condition):
                if not _lies_there(one, var, zones):
                    inner = nodes.Logic("and", inner, one)
            return nodes.Filter(var, taken_from(value, zones), inner, options.type)
        case nodes.IfElse(condition, then, otherwise):
            ways = taken_from(then, zones), taken_from(otherwise, zones)
            return nodes.IfElse(condition, *ways, options.type)
        case nodes.SetOp("&", left, right):
            return nodes.SetOp("&", taken_from(left, zones), taken_from(right, zones), options.type)
        case _:
            pass
    return options


def _lies_there(test: Expr, var: str, zones: frozenset[Field]) -> bool:
    match test:
        case nodes.Compare(">=", nodes.ReadField(field, index), nodes.Const(value=1)):
            return field in zones and index[-1:] == (nodes.ReadLocal(var, index[-1].type),)
        case _:
            pass
    return False
