"""Closed-form preconditions of counted loops in which a player pays one piece per iteration.

`repeat price times: choose card from my hand as paid, discard card` can be completed exactly if the hand
holds as many cards as are still to be paid. Symbolic execution of the loop would stop at its second decision.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from rulec.analysis.effects import Effects
from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.nodes import Block, Const, Expr, Field, Stmt
from rulec.ir.program import OptionGroup, Program
from rulec.ir.simplify import either
from rulec.ir.types import IntType, ListType, SetType, bounds
from rulec.ir.walk import locals_read, rewrite, substitute


@dataclass(frozen=True)
class CountedPayment:
    """Counted loop whose decision takes one piece of the chosen kind in each iteration."""

    decision: int
    condition: Expr  # at the head of the loop: there is as much as is still to be paid
    after: int  # the block behind the loop


def counted_payments(program: Program, effects: Effects) -> dict[int, CountedPayment]:
    """Return the counted payment loops by the number of their header block."""
    found = ((number, _at(program, effects, number)) for number in range(len(program.blocks)))
    return {number: loop for number, loop in found if loop is not None}


def _at(program: Program, effects: Effects, head: int) -> CountedPayment | None:
    block = program.blocks[head]
    match block:
        case Block(
            body=(),
            end=nodes.Branch(
                nodes.Compare(">", nodes.ReadField(count, ()) as left, Const(0) as none), again, after
            ),
        ):
            pass
        case _:
            return None
    asking = program.blocks[again]
    if not isinstance(asking.end, nodes.Ask) or asking.end.nothing is not None:
        return None
    decision = program.decisions[asking.end.decision]
    groups = decision.groups
    row = _row(groups[0]) if len(groups) == 1 and groups[0].free_action < 0 else None
    if row is None:
        return None
    inputs = (decision.who, *row.fixed)
    needed = {count, row.cell.field, *(field for one in inputs for field in effects.read_by(one))}
    if not _counts_down(asking.body, count, needed, effects):
        return None
    if not _takes_one(program.blocks[groups[0].resume], head, row, needed, effects):
        return None
    enough = nodes.Compare(">=", _sum_of(row, groups[0]), left)
    return CountedPayment(
        asking.end.decision, either(nodes.Not(nodes.Compare(">", left, none)), enough), after
    )


@dataclass(frozen=True)
class _Row:
    """Row of cells, indexed by kind, and the kinds offered from it."""

    var: str
    cell: nodes.ReadField
    kinds: Const

    @property
    def fixed(self) -> tuple[Expr, ...]:
        return self.cell.index[:-1]


def _row(group: OptionGroup) -> _Row | None:
    """Match a group of options that offers each kind with a positive cell in a row."""
    match group.options:
        case nodes.Filter(
            var,
            Const(type=SetType()) as kinds,
            nodes.Compare(">=", nodes.ReadField(index=(*fixed, nodes.ReadLocal(name))) as cell, Const(1)),
        ) if name == var and not isinstance(kinds.type, ListType):
            within = bounds(cell.field.type).lo >= 0 and not any(locals_read(one) for one in fixed)
            return _Row(var, cell, kinds) if within else None
        case _:
            return None


def _sum_of(row: _Row, group: OptionGroup) -> Expr:
    most = bounds(row.cell.field.type).hi * group.domain.size
    return nodes.Fold("sum", row.var, row.kinds, row.cell, 0, IntType(0, most))


def plain_sums(test: Expr) -> Expr:
    """Move constant changes of single terms out of sums over a whole domain."""
    return cast(Expr, rewrite(test, _plain_sum))


def _plain_sum(part: Any) -> Any:
    match part:
        case nodes.Fold(
            "sum",
            var,
            Const() as kinds,
            nodes.IfElse(
                nodes.Compare("==", member, nodes.ReadLocal(name)),
                nodes.Arithmetic("+" | "-" as op, changed, Const(amount) as by),
                other,
            ),
            0,
        ) if name == var and changed == substitute(other, var, member) and bounds(member.type).lo >= 0:
            if not isinstance(kinds.type, SetType) or kinds.value != kinds.type.domain.full:
                return part
            rest = _plain_sum(replace(part, formula=other))
            least, most = bounds(rest.type).lo, bounds(rest.type).hi
            gain = amount if op == "+" else -amount
            return nodes.Arithmetic(op, rest, by, IntType(least + gain, most + gain))
        case _:
            return part


def _counts_down(body: Iterable[Stmt], count: Field, needed: set[Field], effects: Effects) -> bool:
    """Check that the statements decrement the counter once and change no other input of the loop."""
    lowered = 0
    for one in body:
        match one:
            case nodes.Assign(field, (), nodes.Arithmetic("-", nodes.ReadField(same, ()), Const(1))) if (
                field == count == same
            ):
                lowered += 1
            case _:
                if not _is_apart(one, needed, effects):
                    return False
    return lowered == 1


def _takes_one(block: Block, head: int, row: _Row, needed: set[Field], effects: Effects) -> bool:
    """Check that a block decrements the cell of the chosen kind and jumps to the loop header."""
    if block.parameter is None or block.end != nodes.Goto(head):
        return False
    names = {block.parameter[0]}
    taken = 0
    for one in block.body:
        match one:
            case nodes.SetLocal(name, nodes.ReadLocal(given)) if given in names:
                names.add(name)
            case nodes.Assign(
                field, (*fixed, nodes.ReadLocal(name)), nodes.Arithmetic("-", before, Const(1))
            ) if field == row.cell.field and tuple(fixed) == row.fixed and name in names:
                if not isinstance(before, nodes.ReadField) or before.field != field:
                    return False
                if before.index != (*fixed, nodes.ReadLocal(name, before.index[-1].type)):
                    return False
                taken += 1
            case nodes.SetLocal(name) if name in names:
                return False
            case _:
                if not _is_apart(one, needed, effects):
                    return False
    return taken == 1


def _is_apart(one: Stmt, needed: set[Field], effects: Effects) -> bool:
    """Check that a statement cannot fail and changes no input of the loop."""
    if not isinstance(one, nodes.Assign | nodes.SetLocal):
        return False
    return needed.isdisjoint(effects.changed_by((one,)))
