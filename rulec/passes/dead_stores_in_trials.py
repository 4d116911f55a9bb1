"""Marks statements with dead results in look-ahead: nothing before the next cut depends on them.

A look-ahead decides whether an option is completable. Points and statistics do not matter for that: no
branch, option or check reads them. Both back ends skip the marked statements in trials. A number out of
range in such a statement is a mistake of the rules; it surfaces when the option is played. A range
check that trials execute ends them, so statements that it depends on are never skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, assert_never

from rulec.analysis.effects import Effects, FaultSites, statements_in
from rulec.ir import nodes
from rulec.ir.nodes import Field, Stmt
from rulec.ir.program import Program
from rulec.ir.walk import rewrite_program


def mark_dead_in_trials(program: Program) -> Program:
    """Mark the statements that trials skip."""
    effects, obstacles = Effects.of(program), FaultSites.of(program)
    decisive = _decisive(program, effects, obstacles, ())
    while True:
        checked = list(_checks_in_trials(program, effects, obstacles, decisive))
        more = _decisive(program, effects, obstacles, checked)
        if more == decisive:
            break
        decisive = more

    def mark(one: Any) -> Any:
        if not isinstance(one, nodes.CallProcedure | nodes.ForEach):
            return one
        return replace(one, untried=True) if _is_dead([one], effects, obstacles, decisive) else one

    return rewrite_program(program, mark)


def _is_dead(body: Sequence[Stmt], effects: Effects, obstacles: FaultSites, decisive: set[Field]) -> bool:
    """Return whether no look-ahead depends on the results of statements."""
    changed = effects.changed_by(body)
    plain = all(field.role == "state" and field not in decisive for field in changed)
    return bool(changed) and plain and not obstacles.within(body) and not _saves(body)


def _checks_in_trials(
    program: Program, effects: Effects, obstacles: FaultSites, decisive: set[Field]
) -> Iterator[Any]:
    """Yield the range checks of statements carried out in trials."""
    waiting: list[Stmt] = [stmt for block in program.blocks for stmt in block.body]
    for procedure in program.procedures:
        if not _is_dead(procedure.body, effects, obstacles, decisive):
            waiting += procedure.body
    while waiting:
        one = waiting.pop()
        if isinstance(one, nodes.Require) and one.fault not in obstacles.faults:
            yield one.condition
        elif isinstance(one, nodes.If):
            waiting += [*one.then, *one.otherwise]
        elif isinstance(one, nodes.ForEach) and not _is_dead([one], effects, obstacles, decisive):
            waiting += one.body


def _saves(body: Iterable[Stmt]) -> bool:
    return any(isinstance(one, nodes.Save) for one in statements_in(body))


def _decisive(
    program: Program, effects: Effects, obstacles: FaultSites, checked: Iterable[Any]
) -> set[Field]:
    """Compute the variables that control flow, options, failures or checks depend on, transitively."""
    found: set[Field] = set()
    for expression in (*_deciding(program, obstacles), *checked):
        found |= effects.read_by(expression)
    for duty in program.duties:
        found |= effects.reads.get(duty.function, frozenset())
    if program.decides is not None:
        found.add(program.decides)
    into = [
        (one.field, effects.read_by(one.value).union(*map(effects.read_by, one.index)))
        for one in _statements(program)
        if isinstance(one, nodes.Assign)
    ]
    more = True
    while more:
        more = False
        for field, read in into:
            if (field in found or field.role != "state") and not read <= found:
                found |= read
                more = True
    return found


def _deciding(program: Program, obstacles: FaultSites) -> Iterator[Any]:
    """Yield the expressions that decide control flow, options and failures."""
    for one in _statements(program):
        match one:
            case nodes.Require(condition, fault):
                if fault in obstacles.faults:
                    yield condition
            case nodes.If(condition):
                yield condition
            case nodes.SetLocal(_, value) | nodes.ForEach(_, value):
                yield value
            case nodes.CallProcedure(_, arguments):
                yield from arguments
            case nodes.Assign() | nodes.Save():
                pass
            case _ as other:
                assert_never(other)
    for block in program.blocks:
        yield block.end
    for decision in program.decisions:
        yield decision.who
        yield from (
            one
            for one in (
                decision.free_actions_help,
                decision.has_pending_work,
                decision.legality.exit_condition,
            )
            if one is not None
        )
        for group in decision.groups:
            conditions = (
                group.options,
                group.legality.sufficient,
                group.legality.necessary,
                group.legality.locally_legal,
            )
            yield from (one for one in conditions if one is not None)


def _statements(program: Program) -> Iterator[Stmt]:
    bodies = [*(one.body for one in program.blocks), *(one.body for one in program.procedures)]
    for body in bodies:
        yield from statements_in(body)
