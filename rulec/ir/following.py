"""Which decisions may come right after one, without leaving the rule that it stands in."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.loops import reached
from rulec.ir.program import Program


def following_of(program: Program, blocks: list[int]) -> tuple[list[str], bool]:
    """Their names in the order of the rules; and may the rule come to its end before the next decision?"""
    found, returns = _Walk(program).run(blocks)
    return [program.decisions[number].name for number in sorted(found)], returns


class _Walk:
    """Called rules are walked through once each, however often they are called."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.called: dict[int, tuple[set[int], bool]] = {}

    def run(self, blocks: list[int]) -> tuple[set[int], bool]:
        found: set[int] = set()
        returns = False
        seen, waiting = set(blocks), list(blocks)
        while waiting:
            end = self.program.blocks[waiting.pop()].end
            match end:
                case nodes.Ask():
                    found.add(end.decision)
                    following = [] if end.nothing is None else [end.nothing]
                case nodes.Return():
                    returns = True
                    following = []
                case nodes.Call():
                    inner, back = self.call(reached(end, lambda number: [])[0])
                    found |= inner
                    following = [end.back] if back else []
                case _:
                    following = reached(end, lambda number: [])
            waiting += [block for block in following if block not in seen]
            seen.update(following)
        return found, returns

    def call(self, block: int) -> tuple[set[int], bool]:
        """What a called rule asks first, and whether it may end without asking; a circle may."""
        if block not in self.called:
            self.called[block] = (set(), True)
            self.called[block] = self.run([block])
        return self.called[block]
