"""Must-analysis of running rules at each suspension, within the asking or calling rule."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.control_flow import following_within
from rulec.ir.nodes import Block
from rulec.ir.program import Program

Flags = frozenset[str]


def running_at(program: Program, owners: dict[int, int]) -> dict[int, Flags]:
    """Map each block to the flags of nested rules certainly running at its end.

    Only for blocks whose predecessors agree; `owners` maps each block to the first block of its rule.
    """
    flags = {one.running.name for one in program.leavable}
    before: dict[int, set[Flags]] = {root: {frozenset()} for root in set(owners.values())}
    waiting = list(before)
    after: dict[int, set[Flags]] = {}
    while waiting:
        number = waiting.pop()
        found = {_passed(program.blocks[number], one, flags) for one in before[number]}
        if found == after.get(number) or len(found) > 2:
            continue
        after[number] = found
        for following in following_within(program, number):
            known = before.setdefault(following, set())
            if not found <= known:
                known |= found
                waiting.append(following)
    return {number: next(iter(found)) for number, found in after.items() if len(before[number]) == 1}


def _passed(block: Block, running: Flags, flags: set[str]) -> Flags:
    for one in block.body:
        if isinstance(one, nodes.Assign) and one.field.name in flags:
            ends = isinstance(one.value, nodes.Const) and one.value.value == 0
            running = running - {one.field.name} if ends else running | {one.field.name}
    return running
