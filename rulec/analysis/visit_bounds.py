"""Upper bound on the visits of a block per cycle of a decision."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.control_flow import following
from rulec.ir.program import Program


class VisitBounds:
    """Upper bounds on the visits of a block before a decision recurs: 0, 1, or 2 for unbounded."""

    def __init__(self, program: Program, head: int, goal: int) -> None:
        self.program, self.head, self.goal = program, head, goal
        self.known: dict[int, int] = {head: 0}
        self.running: set[int] = set()
        self.round: set[int] = set()  # blocks at which a loop is closed

    def most(self, number: int) -> int:
        if number in self.running:
            self.round.add(number)
            return 0
        if number not in self.known:
            self.running.add(number)
            match self.program.blocks[number].end:
                case nodes.Call(target, back):
                    found = self.most(target) + self.most(back)
                case _:
                    found = max(map(self.most, following(self.program, number)), default=0)
            self.running.remove(number)
            found += number == self.goal
            self.known[number] = 2 if found > 1 or (found and number in self.round) else found
        return self.known[number]
