"""Mod/ref sets of functions and procedures, and statements that may fail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.nodes import Expr, Field, Stmt
from rulec.ir.program import Program
from rulec.ir.walk import READS, parts


def statements_in(body: Iterable[Stmt]) -> Iterable[Stmt]:
    """Yield the statements with nested ones."""
    for one in body:
        yield one
        if isinstance(one, nodes.If):
            yield from statements_in((*one.then, *one.otherwise))
        elif isinstance(one, nodes.ForEach):
            yield from statements_in(one.body)


@dataclass
class Effects:
    """Read sets of functions and write sets of procedures, over transitive calls."""

    reads: dict[str, frozenset[Field]]
    changes: dict[str, frozenset[Field]]
    everything: frozenset[Field]  # the reads of a probe, which may read any variable
    seen: dict[Expr, frozenset[Field] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program) -> Effects:
        found = cls({}, {}, frozenset(program.fields))
        for function in program.functions:  # each uses only those before it, or is looked at twice
            found.reads[function.name] = frozenset()
        for _ in range(len(program.functions)):
            before = dict(found.reads)
            for function in program.functions:
                found.reads[function.name] = found.read_by(function.result)
            if before == found.reads:
                break
        procedures = {one.name: one for one in program.procedures}
        found.changes = {name: frozenset() for name in procedures}
        for _ in procedures:
            before = dict(found.changes)
            for name, one in procedures.items():
                found.changes[name] = found.changed_by(one.body)
            if before == found.changes:
                break
        return found

    def read_by(self, value: Expr) -> frozenset[Field]:
        fields: set[Field] = set()
        for part in parts(value):
            if isinstance(part, READS):
                fields.add(part.field)
            elif isinstance(part, nodes.Can):
                return self.everything
            elif isinstance(part, nodes.CallFunction):
                fields |= self.reads.get(part.function, frozenset())
        return frozenset(fields)

    def looked_at(self, value: Expr) -> frozenset[Field] | None:
        """Return the read set, memoized; None if the expression depends on more than fields and locals."""
        try:
            return self.seen[value]
        except KeyError:
            opaque = any(isinstance(part, nodes.Can | nodes.Depth) for part in parts(value))
            found = self.seen[value] = None if opaque else self.read_by(value)
            return found

    def changed_by(self, body: Iterable[Stmt]) -> frozenset[Field]:
        fields: set[Field] = set()
        for one in statements_in(body):
            if isinstance(one, nodes.Assign):
                fields.add(one.field)
            elif isinstance(one, nodes.Save):
                fields.update(one.fields)
            elif isinstance(one, nodes.CallProcedure):
                fields |= self.changes.get(one.procedure, frozenset())
        return frozenset(fields)


@dataclass(frozen=True)
class FaultSites:
    """Statements that may fail: checks with these faults, and procedures that contain them."""

    faults: frozenset[int]
    procedures: frozenset[str]

    @classmethod
    def of(cls, program: Program) -> FaultSites:
        faults = frozenset(number for number, fault in enumerate(program.faults) if fault.kind == "dead end")
        found = cls(faults, frozenset())
        while True:
            more = cls(faults, frozenset(one.name for one in program.procedures if found.within(one.body)))
            if more == found:
                return found
            found = more

    def within(self, body: Iterable[Stmt]) -> bool:
        """Return whether a statement may fail."""
        return any(self._is_one(part) for statement in body for part in parts(statement))

    def _is_one(self, part: object) -> bool:
        if isinstance(part, nodes.Require):
            return part.fault in self.faults
        return isinstance(part, nodes.CallProcedure) and part.procedure in self.procedures
