"""What must hold so that everything after an option can be carried out, as a test of the state before it.

To find out by trial whether `upgrade_city` can be chosen, a copy of the state is changed until it is known
that there is a city and money. Here the compiler walks the same blocks once, with expressions in place of
values, up to where no look-ahead looks behind: what it finds are two tests of the state before the option.
Where the one holds there is a way on; where the other does not there is none. If both are the same, nothing
has to be tried out. Otherwise, and where the tests would grow too large, the option is searched as before.

Loops are walked once; what cannot be said of the state before (what a loop over members changes, what is on
the stack of calls) makes the two tests part.
"""

from __future__ import annotations

from dataclasses import replace

from rulec.analysis.path_conditions import LARGEST_NEEDED, cheapest, only, small, without
from rulec.ir import nodes
from rulec.ir.program import FOUND, Decision, OptionGroup, Program
from rulec.ir.simplify import FALSE, TRUE, either
from rulec.passes.cannot_fail import MustSucceed
from rulec.passes.path_preconditions import Walk
from rulec.passes.shortest_path_conditions import ShortestPathWalk

# Parts of a test that saves trying out.
LARGEST_EXACT = 200
LARGEST_ENOUGH = 350
LARGEST_OFFERED = 25  # of what is asked of an option on the way of a look-ahead, too
LARGEST_OFFERED_OF_ALL = 260  # the same of all members of a group


def derive_option_preconditions(program: Program) -> Program:
    """Options after which it can be told what they demand are offered if that holds."""
    sureness = MustSucceed.of(program)
    if all(sureness.sure[group.resume] for one in program.decisions for group in one.groups):
        return program
    foresight = _Preconditions(program, sureness)
    return replace(program, decisions=tuple(map(foresight.decision, program.decisions)))


class _Preconditions:
    def __init__(self, program: Program, sureness: MustSucceed) -> None:
        self.sure = sureness.sure
        self.walk, self.straight = Walk(program, sureness), ShortestPathWalk(program, sureness)

    def decision(self, decision: Decision) -> Decision:
        groups = tuple(self._foreseen(decision, group) for group in decision.groups)
        return decision if groups == decision.groups else replace(decision, groups=groups)

    def _foreseen(self, decision: Decision, group: OptionGroup) -> OptionGroup:
        if self.sure[group.resume]:
            return group
        member = self.walk.member(group)
        demand = self.walk.behind(group, member, decision.who)
        if demand.exact and small(demand.sufficient, FALSE, LARGEST_EXACT) != FALSE:
            exact = only(group.options, demand.sufficient, member)
            return replace(group, options=exact).marked(locally_legal=group.options, exact=True)
        enough = small(demand.sufficient, FALSE, LARGEST_ENOUGH)
        nearest = small(self.straight.behind(group, member, decision.who).sufficient, FALSE, LARGEST_ENOUGH)
        if nearest != FALSE:
            enough = small(either(nearest, enough), nearest, LARGEST_ENOUGH)
        if enough != FALSE:
            found = nodes.ReadLocal(FOUND, group.options.type)
            group = group.marked(sufficient=only(found, enough, member))
        needed = cheapest(demand.necessary, LARGEST_NEEDED)
        if group.domain.size > 1 and needed != demand.necessary:
            needed = TRUE  # of many members a part of what they need tells too little
        offered = cheapest(needed, min(LARGEST_OFFERED, LARGEST_OFFERED_OF_ALL // group.domain.size))
        if offered != TRUE:
            possible = group.options
            group = replace(group, options=only(group.options, offered, member)).marked(
                locally_legal=possible
            )
        rest = without(needed, offered)
        if rest == TRUE:
            return group
        return group.marked(necessary=only(nodes.ReadLocal(FOUND, group.options.type), rest, member))
