"""Plays from decision to decision: computes options and applies them."""

from __future__ import annotations

from rulec.interp.block_runner import BlockRunner, Trial, group_of
from rulec.interp.evaluate import Known
from rulec.interp.search import Search
from rulec.interp.statements import Fault
from rulec.interp.value_maker import Cells
from rulec.ir.program import FOUND, Decision, Program
from rulec.runtime import control
from rulec.runtime.schema import Schema


class Machine(BlockRunner):
    """One playable program; states are mutable lists of cells."""

    search: type[Search] = Search  # how it looks ahead

    def __init__(self, program: Program, lookahead: bool = True, schema: Schema | None = None) -> None:
        super().__init__(program, lookahead, schema)
        self.largest_search = 0
        self._offered: tuple[Cells, list[int]] = ([], [])  # the options that were last worked out

    # --- entrances ------------------------------------------------------------------------------------

    def start(self, cells: Cells) -> None:
        """Run from the start block to the first decision."""
        self.enter(cells, self.program.start)

    def enter(self, cells: Cells, number: int) -> None:
        """Run from a block to the first decision."""
        self.run(cells, number)
        self._demand_always(cells)

    def choose(self, cells: Cells, action: int) -> None:
        """Apply an option of the pending decision (or a chance outcome), and run to the next one."""
        self._carry_out(cells, action)
        self._demand_always(cells)

    def _carry_out(self, cells: Cells, action: int) -> None:
        chance = self.pending_chance(cells)
        if chance is not None:
            self.count_draw(cells, chance.event)
            self.run(cells, chance.resume, action - self.program.events[chance.event].first)
            return
        decision = self.pending(cells)
        assert decision is not None
        view = self.view
        view.put(cells, control.DECISIONS, view.get(cells, control.DECISIONS) + 1)
        group = group_of(decision, action)
        self.run(cells, group.resume, action - group.first)

    def options(self, cells: Cells) -> list[int]:
        """Return the ids of all options of the pending decision (or chance), ascending."""
        chance = self.pending_chance(cells)
        if chance is not None:
            first = self.program.events[chance.event].first
            return [first + member for member, _ in self.weights(cells, chance, {})]
        decision = self.pending(cells)
        if decision is None:
            return []
        if self._offered[0] != cells:
            self._offered = (list(cells), self._legal(decision, cells))
        return list(self._offered[1])

    def _legal(self, decision: Decision, cells: Cells) -> list[int]:
        """Filter the locally legal options by look-ahead."""
        if not self.lookahead or not any(group.legality.needs_search for group in decision.groups):
            return self.possible(decision, cells)
        possible = self.possible(decision, cells)
        search = self.search(self, self.decider(cells))
        sure, possible = self._static_verdicts(decision, cells, possible)
        found = [a for a in possible if a in sure or search.completes(decision, cells, a)]
        self.largest_search = max(self.largest_search, search.nodes)
        return found

    def _static_verdicts(
        self, decision: Decision, cells: Cells, possible: list[int]
    ) -> tuple[set[int], list[int]]:
        """Return the options proven completable, and the options that remain possible, without a search."""
        sure: set[int] = set()
        never: set[int] = set()
        for group in decision.groups:
            own = range(group.first, group.first + group.domain.size)
            found = sum(1 << (one - group.first) for one in possible if one in own)
            if group.legality.sufficient is not None:
                decided = self._eval(group.legality.sufficient, cells, {FOUND: found})
                sure.update(one for one in own if decided >> (one - group.first) & 1)
                found &= ~decided
            if group.legality.necessary is not None:
                decided = found & ~self._eval(group.legality.necessary, cells, {FOUND: found})
                never.update(one for one in own if decided >> (one - group.first) & 1)
        return sure, [one for one in possible if one not in never]

    # --- what always holds ----------------------------------------------------------------------------

    def broken(self, cells: Cells) -> int:
        """Return the fault of the first violated invariant; -1 if all hold."""
        if not self.program.always:
            return -1
        decision = self.pending(cells)
        actor = None if decision is None or decision.actor is None else self._eval(decision.actor, cells, {})
        known: Known = {}
        for one in self.program.always:
            if one.of_actor and (actor is None or actor < 0):
                continue
            arguments = [actor] if one.of_actor and actor is not None else []
            if not self.evaluator.call_known(one.function, cells, arguments, known):
                return one.fault
        return -1

    def _demand_always(self, cells: Cells) -> None:
        fault = self.broken(cells)
        if fault >= 0:
            raise Fault(fault)

    # --- looking ahead --------------------------------------------------------------------------------

    def can(self, probe: int, who: int, arguments: list[int], cells: Cells) -> int:
        """Is the probe feasible now? Runs on a copy."""
        one = self.program.probes[probe]
        copy = list(cells)
        for field, value in zip(one.parameters, arguments, strict=True):
            if field is not None:
                self.view.put(copy, field.name, value)
        search = self.search(self, who, Trial(probe, self.view.depth(copy)))
        found = search.goes_on(copy, one.block, None)
        self.largest_search = max(self.largest_search, search.nodes)
        return int(found)
