"""Replaces look-ahead by preconditions of options, evaluated in the state before them.

A search for `upgrade_city` runs blocks on a copy of the state until it has found a city and the money. Here
the compiler executes the same blocks symbolically, up to the next cut, and derives two tests of the state
before the option: a sufficient and a necessary condition for completing it. If both are equal, no search is
needed. Otherwise, and where the tests would grow too large, the option is searched as before.

Loops are executed once; a value not expressible in the state before (changed by a loop over members, kept on
the call stack) makes the two tests differ.
"""

from __future__ import annotations

from dataclasses import replace

from rulec.analysis.factoring import factored
from rulec.analysis.path_conditions import LARGEST_NEEDED, cheapest, evaluated, only, small, without
from rulec.analysis.symbolic_state import LARGEST
from rulec.ir import nodes
from rulec.ir.nodes import Expr, ReadLocal
from rulec.ir.program import FOUND, Decision, OptionGroup, Program
from rulec.ir.simplify import FALSE, TRUE, either
from rulec.ir.walk import size
from rulec.passes.needs_search import MustSucceed
from rulec.passes.path_preconditions import PathExploration
from rulec.passes.shortest_path_conditions import ShortestPathExploration

# Nodes of a test that saves trials.
LARGEST_EXACT = 200
LARGEST_ENOUGH = 350
LARGEST_OFFERED = 25  # of a test that look-aheads evaluate for each option, too
LARGEST_OFFERED_OF_ALL = 260  # the same, summed over the members of a group


def derive_option_preconditions(program: Program) -> Program:
    """Restrict options to their exact precondition, or mark sufficient and necessary ones."""
    must_succeed = MustSucceed.of(program)
    if all(must_succeed.completable[group.resume] for one in program.decisions for group in one.groups):
        return program
    foresight = _Preconditions(program, must_succeed)
    return replace(program, decisions=tuple(map(foresight.decision, program.decisions)))


class _Preconditions:
    def __init__(self, program: Program, must_succeed: MustSucceed) -> None:
        self.sure = must_succeed.completable
        self.walk, self.straight = (
            PathExploration(program, must_succeed),
            ShortestPathExploration(program, must_succeed),
        )

    def _is_quick(self, test: Expr, member: ReadLocal | None) -> bool:
        return size(test) <= LARGEST and evaluated(test, member) <= LARGEST_EXACT

    def decision(self, decision: Decision) -> Decision:
        groups = tuple(self._foreseen(decision, group) for group in decision.groups)
        return decision if groups == decision.groups else replace(decision, groups=groups)

    def _foreseen(self, decision: Decision, group: OptionGroup) -> OptionGroup:
        if self.sure[group.resume]:
            return group
        member = self.walk.member(group)
        demand = self.walk.behind(group, member, decision.who).factored()
        if demand.exact and demand.sufficient != FALSE and self._is_quick(demand.sufficient, member):
            exact = only(group.options, demand.sufficient, member)
            return replace(group, options=exact).marked(locally_legal=group.options, options_are_legal=True)
        enough = small(demand.sufficient, FALSE, LARGEST_ENOUGH)
        nearest = factored(self.straight.behind(group, member, decision.who).sufficient)
        if size(nearest) <= LARGEST_ENOUGH and nearest != FALSE:
            enough = small(factored(either(nearest, enough)), nearest, LARGEST_ENOUGH)
        if enough != FALSE:
            found = nodes.ReadLocal(FOUND, group.options.type)
            group = group.marked(sufficient=only(found, enough, member))
        needed = cheapest(demand.necessary, LARGEST_NEEDED)
        if group.domain.size > 1 and needed != demand.necessary:
            needed = TRUE  # for a set of members, a part of the condition excludes too few
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
