"""Verifies that a program is well formed, to catch compiler bugs before a game runs."""

from __future__ import annotations

import dataclasses

from rulec.ir import nodes
from rulec.ir.control_flow import back_edges, targets
from rulec.ir.program import Program
from rulec.ir.types import ListType, SetType, bounds, members_of
from rulec.ir.walk import parts


class InvalidProgram(AssertionError):
    """A malformed program: a bug of rulec."""


def verify(program: Program) -> None:
    blocks = len(program.blocks)
    for number, block in enumerate(program.blocks):
        for target in targets(block):
            _demand(0 <= target < blocks, f"block {number} goes to {target}")
        for statement in block.body:
            _statement(program, statement, f"block {number}")
        if isinstance(block.end, nodes.Branch):
            _expression(program, block.end.condition, f"block {number}")
        if isinstance(block.end, nodes.Switch):
            _expression(program, block.end.value, f"block {number}")
            values = [value for value, _ in block.end.cases]
            _demand(len(values) == len(set(values)), f"block {number} goes on at two blocks for one value")
        if isinstance(block.end, nodes.Ask):
            _demand(0 <= block.end.decision < len(program.decisions), f"block {number} asks nothing")
        if isinstance(block.end, nodes.Chance):
            _chance(program, number, block.end)
    outcome = 0
    for event in program.events:
        _demand(event.first == outcome, f"ids of {event.name} are not dense")
        outcome += event.domain.size
    _demand(
        len({event.name for event in program.events}) == len(program.events),
        "two chance events have one name",
    )
    _options(program, blocks)
    for function in program.functions:
        _expression(program, function.result, function.name)
    beside = dataclasses.replace(program, functions=(*program.functions, *program.always_functions))
    for function in program.always_functions:
        _expression(beside, function.result, function.name)
    for one in program.always:
        _demand(0 <= one.fault < len(program.faults), f"{one.name} is always without a fault")
    names = [field.name for field in program.fields]
    _demand(len(names) == len(set(names)), "two variables have one name")


def _chance(program: Program, number: int, end: nodes.Chance) -> None:
    where = f"block {number}"
    _demand(0 <= end.event < len(program.events), f"{where} is chance of no name")
    domain = program.events[end.event].domain
    _demand(end.members.type == SetType(domain), f"{where}: chance among members of another sort")
    weight = bounds(end.weight.type)
    _demand(0 <= weight.lo and domain.size * weight.hi < 1 << 32, f"{where}: weights of chance leave 32 bits")
    _demand(0 <= end.dead_end < len(program.faults), f"{where}: chance without a fault")
    _demand(program.blocks[end.resume].parameter is not None, f"{where}: what chance brings is lost")
    before = [n for n, block in enumerate(program.blocks) if end.resume in targets(block)]
    _demand(before == [number], f"{where}: what follows chance follows something else too")
    _demand((number, end.resume) not in back_edges(program.blocks), f"{where}: chance closes a loop")
    _expression(program, end.members, where)
    _expression(program, end.weight, where)


def _among(one: object, declared: tuple[object, ...]) -> bool:
    """Is the declaration listed? Tests identity first, which is fast and nearly always succeeds."""
    return any(other is one for other in declared) or one in declared


def _statement(program: Program, statement: nodes.Stmt, where: str) -> None:
    for part in parts(statement):
        if isinstance(part, nodes.Assign):
            _demand(_among(part.field, program.fields), f"{where}: {part.field.name} is not a variable")
            _demand(len(part.index) == len(part.field.dims), f"{where}: {part.field.name} is wrongly indexed")
            if isinstance(part.field.type, SetType):
                _demand(
                    part.value.type == part.field.type, f"{where}: {part.field.name} is set to another sort"
                )
        elif isinstance(part, nodes.Require):
            _demand(0 <= part.fault < len(program.faults), f"{where}: a check without a fault")
        elif isinstance(part, nodes.CallProcedure):
            _demand(
                any(p.name == part.procedure for p in program.procedures),
                f"{where}: {part.procedure} is missing",
            )
        _reads(program, part, where)


def _options(program: Program, blocks: int) -> None:
    """Check action ids: a bijection with labels, dense, ascending within each decision."""
    ids: dict[str, int] = {}
    labels: dict[int, str] = {}
    for decision in program.decisions:
        _expression(program, decision.who, decision.name)
        last = -1
        for group in decision.groups:
            _demand(last < group.first, f"ids of {decision.name} do not ascend")
            last = group.first + group.domain.size - 1
            _demand(len(group.labels) == group.domain.size, f"{decision.name} has options without labels")
            for index, option in enumerate(group.labels):
                label, number = f"{decision.name}: {option}", group.first + index
                once = ids.setdefault(label, number) == number and labels.setdefault(number, label) == label
                _demand(once, f"`{label}` is not one option")
            _demand(0 <= group.resume < blocks, f"{decision.name} goes on nowhere")
            _demand(
                group.options.type == SetType(group.domain),
                f"options of {decision.name} are not a set of its members",
            )
            _expression(program, group.options, decision.name)
    _demand(sorted(labels) == list(range(program.num_actions)), "ids of options are not dense")


def _expression(program: Program, value: nodes.Expr, where: str) -> None:
    for part in parts(value):
        _reads(program, part, where)


def within(part: nodes.ReadField | nodes.Column | nodes.Occupied) -> bool:
    """Return whether the indexes of a read are always in range, by their types."""
    if isinstance(part, nodes.Occupied):
        return True
    axis = part.field.axis if isinstance(part, nodes.Column) else None
    dims = [dim for n, dim in enumerate(part.field.dims) if n != axis]
    ranges = [(bounds(index.type), dim) for index, dim in zip(part.index, dims, strict=True)]
    return all(0 <= have.lo and have.hi < dim.size for have, dim in ranges)


def _reads(program: Program, part: object, where: str) -> None:
    if isinstance(part, nodes.ReadField):
        _demand(_among(part.field, program.fields), f"{where}: {part.field.name} is not a variable")
        _demand(len(part.index) == len(part.field.dims), f"{where}: {part.field.name} is wrongly indexed")
        _demand(within(part), f"{where}: index of {part.field.name} may lie outside")
    elif isinstance(part, nodes.Occupied):
        _demand(_among(part.field, program.fields), f"{where}: {part.field.name} is not a variable")
        once = len(part.field.dims) == 1 and bounds(part.field.type).lo == 0
        _demand(not once, f"{where}: {part.field.name} is kept once for each")
    elif isinstance(part, nodes.Column):
        axis, dims = part.field.axis, part.field.dims
        _demand(_among(part.field, program.fields), f"{where}: {part.field.name} is not a variable")
        _demand(axis is not None, f"{where}: {part.field.name} is not kept as sets")
        others = [dim for n, dim in enumerate(dims) if n != axis]
        _demand(len(part.index) == len(others), f"{where}: {part.field.name} is wrongly indexed")
        _demand(within(part), f"{where}: index of {part.field.name} may lie outside")
    elif isinstance(part, nodes.Lookup):
        _demand(_among(part.table, program.tables), f"{where}: table {part.table.name} is missing")
    elif isinstance(part, nodes.Joined):
        _demand(part.left.type == part.right.type == part.type, f"{where}: lists of two sorts are joined")
    elif isinstance(part, nodes.Part | nodes.Filter):
        _demand(part.value.type == part.type, f"{where}: part of a list, or of a set, of another sort")
    elif isinstance(part, nodes.Listed | nodes.InOrder):
        of = members_of(part.value.type)
        _demand(of == part.type.members, f"{where}: a list of members of another sort")
    elif isinstance(part, nodes.Entry | nodes.PositionOf):
        _demand(isinstance(part.value.type, ListType), f"{where}: an entry of a value that is not a list")
    elif isinstance(part, nodes.SetOp):
        _demand(
            part.left.type == part.right.type == part.type, f"{where}: sets of two sorts in one operation"
        )
    elif isinstance(part, nodes.CallFunction):
        _demand(
            any(f.name == part.function for f in program.functions), f"{where}: {part.function} is missing"
        )


def _demand(holds: bool, message: str) -> None:
    if not holds:
        raise InvalidProgram(message)
