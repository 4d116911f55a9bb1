"""Successor relation of decisions: which decisions may follow one directly."""

from __future__ import annotations

from collections.abc import Iterable

from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.control_flow import reached
from rulec.ir.program import Program
from rulec.ir.schema import rule_starts


@dataclass(frozen=True)
class Successors:
    decisions: frozenset[int] = frozenset()
    returns: bool = False  # the rule may come to its end before the next decision
    ends: bool = False  # so may the game

    def __or__(self, other: Successors) -> Successors:
        return Successors(
            self.decisions | other.decisions, self.returns or other.returns, self.ends or other.ends
        )

    def names(self, program: Program) -> list[str]:
        """List the decisions in the order of the rules."""
        return list(dict.fromkeys(program.decisions[number].name for number in sorted(self.decisions)))


def following_of(program: Program, blocks: Iterable[int]) -> Successors:
    """Return the decisions that may follow within the rule of these blocks."""
    return _Walk(program).run(blocks)


def following_anywhere(program: Program, blocks: Iterable[int]) -> Successors:
    """Return the decisions that may follow, also after the rule returns to its callers."""
    walk, roots = _Walk(program), rule_starts(program)
    first = list(blocks)
    found = walk.run(first)
    callers: dict[int, list[int]] = {}
    for number, block in enumerate(program.blocks):
        if isinstance(block.end, nodes.Call) and number in roots:
            callers.setdefault(block.end.target, []).append(number)
    ended = {roots[one] for one in first if one in roots} if found.returns else set()
    waiting = list(ended)
    while waiting:
        rule = waiting.pop()
        if rule == program.start:
            found |= Successors(ends=True)
        for number in callers.get(rule, ()):
            end = program.blocks[number].end
            assert isinstance(end, nodes.Call)
            behind = walk.run([end.back])
            found |= behind
            if behind.returns and roots[number] not in ended:
                ended.add(roots[number])
                waiting.append(roots[number])
    return found


class _Walk:
    """A traversal that visits each called rule once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.called: dict[int, Successors] = {}

    def run(self, blocks: Iterable[int]) -> Successors:
        decisions: set[int] = set()
        returns = ends = False
        waiting = list(blocks)
        seen = set(waiting)
        while waiting:
            end = self.program.blocks[waiting.pop()].end
            match end:
                case nodes.Ask():
                    decisions.add(end.decision)
                    following = [] if end.nothing is None else [end.nothing]
                case nodes.Return():
                    returns = True
                    following = []
                case nodes.Finish():
                    ends = True
                    following = []
                case nodes.Call():
                    inner = self.call(reached(end, lambda number: [])[0])
                    decisions |= inner.decisions
                    ends = ends or inner.ends
                    following = [end.back] if inner.returns else []
                case _:
                    following = reached(end, lambda number: [])
            waiting += [block for block in following if block not in seen]
            seen.update(following)
        return Successors(frozenset(decisions), returns, ends)

    def call(self, block: int) -> Successors:
        """Return the first decisions of a called rule, and whether it may return without one."""
        if block not in self.called:
            self.called[block] = Successors(returns=True)
            self.called[block] = self.run([block])
        return self.called[block]
