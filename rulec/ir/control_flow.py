"""The control-flow graph of a program: successors, reachability, back edges.

Blocks call the blocks that follow them, except along the edges that close a loop and back from a called
rule: these go through a dispatcher, which counts, so that a loop without a decision is found out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, assert_never

from rulec.ir import nodes
from rulec.ir.nodes import Block

if TYPE_CHECKING:
    from rulec.ir.program import Program


def targets(block: Block) -> list[int]:
    """Return the successors of a block without a suspension in between."""
    match block.end:
        case nodes.Goto(target) | nodes.Cut(target) | nodes.ProbeSuccess(_, target) | nodes.Unwind(_, target):
            return [target]
        case nodes.Branch(_, then, otherwise):
            return [then, otherwise]
        case nodes.Switch(_, cases, otherwise):
            return [*(block for _, block in cases), otherwise]
        case nodes.Ask(_, nothing):
            return [] if nothing is None else [nothing]
        case nodes.Call(target):
            return [target]
        case nodes.Chance():
            return [block.end.resume]
        case nodes.Return() | nodes.Finish():
            pass
        case _ as other:
            assert_never(other)
    return []


def reached(end: nodes.End | None, resumes: Callable[[int], list[int]]) -> list[int]:
    """Return all successors of a block end, across decisions (`resumes` maps to their blocks) and calls."""
    match end:
        case nodes.Goto(target) | nodes.Cut(target) | nodes.ProbeSuccess(_, target) | nodes.Unwind(_, target):
            return [target]
        case nodes.Branch(_, then, otherwise):
            return [then, otherwise]
        case nodes.Switch(_, cases, otherwise):
            return [*(block for _, block in cases), otherwise]
        case nodes.Ask(decision, nothing):
            return resumes(decision) + ([nothing] if nothing is not None else [])
        case nodes.Call(target, back):
            return [target, back]
        case nodes.Chance():
            return [end.resume]
        case nodes.Return() | nodes.Finish() | None:
            pass
        case _ as other:
            assert_never(other)
    return []


def following(program: Program, block: int) -> list[int]:
    """Return all successors of a block."""
    return reached(
        program.blocks[block].end, lambda number: [group.resume for group in program.decisions[number].groups]
    )


def following_within(program: Program, block: int) -> list[int]:
    """Return the successors within the same rule, stepping over calls."""
    end = program.blocks[block].end
    return [end.back] if isinstance(end, nodes.Call) else following(program, block)


def retarget(end: nodes.End | None, to: Callable[[int], int]) -> nodes.End | None:
    """Replace every block number of a block end."""
    match end:
        case nodes.Goto(target):
            return nodes.Goto(to(target))
        case nodes.Cut(target):
            return nodes.Cut(to(target))
        case nodes.ProbeSuccess(probe, target):
            return nodes.ProbeSuccess(probe, to(target))
        case nodes.Branch(condition, then, otherwise):
            return nodes.Branch(condition, to(then), to(otherwise))
        case nodes.Switch(value, cases, otherwise):
            return nodes.Switch(value, tuple((n, to(block)) for n, block in cases), to(otherwise))
        case nodes.Ask(decision, nothing):
            return nodes.Ask(decision, None if nothing is None else to(nothing))
        case nodes.Call(target, back, fault):
            return nodes.Call(to(target), to(back), fault)
        case nodes.Chance(resume=resume):
            return replace(end, resume=to(resume))
        case nodes.Unwind(depth, target):
            return nodes.Unwind(depth, to(target))
        case nodes.Return() | nodes.Finish() | None:
            pass
        case _ as other:
            assert_never(other)
    return end


def without_options(blocks: tuple[Block, ...]) -> dict[int, int]:
    """Map decision numbers to their else-edges."""
    return {
        block.end.decision: block.end.nothing
        for block in blocks
        if isinstance(block.end, nodes.Ask) and block.end.nothing is not None
    }


def back_edges(blocks: tuple[Block, ...]) -> frozenset[tuple[int, int]]:
    """Return the edges that close a loop."""
    return _back_edges(tuple([tuple(targets(block)) for block in blocks]))


@cache
def _back_edges(following: tuple[tuple[int, ...], ...]) -> frozenset[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    state: dict[int, int] = {}  # 1: being visited, 2: done
    for root in range(len(following)):
        if root in state:
            continue
        stack: list[tuple[int, list[int]]] = [(root, list(following[root]))]
        state[root] = 1
        while stack:
            block, waiting = stack[-1]
            if not waiting:
                state[block] = 2
                stack.pop()
                continue
            target = waiting.pop(0)
            if state.get(target) == 1:
                found.add((block, target))
            elif target not in state:
                state[target] = 1
                stack.append((target, list(following[target])))
    return frozenset(found)


def dispatched(blocks: tuple[Block, ...]) -> list[int]:
    """Return the blocks that the dispatcher must be able to enter."""
    found = {target for _, target in back_edges(blocks)}
    found |= {block.end.back for block in blocks if isinstance(block.end, nodes.Call)}
    return sorted(found)
