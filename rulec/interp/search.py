"""The look-ahead: decides whether an option is completable up to the next cut."""

from __future__ import annotations

import marshal
from hashlib import blake2b

from rulec.base import limits
from rulec.interp.block_runner import BlockRunner, Trial, group_of
from rulec.interp.statements import Fault
from rulec.interp.value_maker import Cells
from rulec.ir import nodes
from rulec.ir.program import Decision, Duty, OptionGroup


def digest(cells: Cells) -> bytes:
    """Digest a state for the transposition table, which would otherwise take gigabytes."""
    written = marshal.dumps(cells, 2)  # a version in which equal lists are written alike
    return blake2b(written, digest_size=16).digest()


class Search:
    """Depth-first search over the decisions of one player, up to the first completion.

    The engine does the same in the same order, so both take the same number of nodes.
    """

    def __init__(self, machine: BlockRunner, seat: int, trial: Trial | None = None) -> None:
        self.machine, self.seat, self.trial = machine, seat, trial or Trial()
        self.nodes = 0
        self.began = 0  # nodes before the option that is being tried
        self.known: dict[bytes, bool] = {}  # whether there is a way on from these states, by digest

    def completes(self, decision: Decision, cells: Cells, action: int) -> bool:
        """Return whether the path to the next cut can be completed after this option."""
        group = group_of(decision, action)
        self.began = self.nodes
        return not group.legality.needs_search or self._after(list(cells), decision, action, 0)

    def goes_on(self, cells: Cells, block: int, chosen: int | None, depth: int = 0) -> bool:
        """Run from a block, and search on if it suspends for a decision."""
        try:
            over = self.machine.run(cells, block, chosen, self.trial)
        except Fault as fault:
            # What can't be carried out ends this way; a mistake of the rules is left to be run into.
            kind = self.machine.program.faults[fault.number].kind
            if kind == "look-ahead":
                raise
            self.ended(fault.number, cells)
            return kind != "dead end"
        if over:
            return self.machine.marked or self._nothing_owed(cells)
        chance = self.machine.pending_chance(cells)
        if chance is not None:
            return self._for_all_outcomes(cells, chance, depth)
        return self._decided(cells, self.machine.asked, depth)

    def ended(self, fault: int, cells: Cells) -> None:
        """Record the end of a path; a hook for explanations."""

    def _for_all_outcomes(self, cells: Cells, chance: nodes.Chance, depth: int) -> bool:
        """Return whether every outcome of chance is completable."""
        for member, _ in self.machine.weights(cells, chance, {}):
            copy = list(cells)
            self.machine.count_draw(copy, chance.event)
            if not self.goes_on(copy, chance.resume, member, depth):
                return False
        return True

    def _nothing_owed(self, cells: Cells) -> bool:
        return all(
            not self._open(duty, cells) or self._met(duty, cells) for duty in self.machine.program.duties
        )

    def _open(self, duty: Duty, cells: Cells) -> bool:
        return self.machine.view.get(cells, duty.running.name) > 0

    def _met(self, duty: Duty, cells: Cells) -> bool:
        owner = self.seat if duty.owner is None else self.machine.view.get(cells, duty.owner.name)
        return bool(self.machine.evaluator.call(duty.function, cells, [owner]))

    def _may_help(self, decision: Decision, free: int, cells: Cells) -> bool:
        """Return whether a free action is part of the search: it must help with everything still owed."""
        if decision.free_actions_help is not None and not self.machine.value(
            decision.free_actions_help, cells
        ):
            return False
        open_ = [duty for duty in self.machine.program.duties if self._open(duty, cells)]
        wanted = any(free in duty.helpers and not self._met(duty, cells) for duty in open_)
        return wanted and all(free in duty.helpers or self._met(duty, cells) for duty in open_)

    def _decided(self, cells: Cells, options: list[int], depth: int) -> bool:
        """Return whether the pending decision is completable, given its locally legal options."""
        machine = self.machine
        decision = machine.pending(cells)
        if decision is None:
            return True
        if cells[machine.seat_at] != self.seat:
            return self._nothing_owed(cells)
        if decision.legality.exit_condition is not None and not self.machine.value(
            decision.legality.exit_condition, cells
        ):
            return False
        if decision.legality.completable or (
            decision.legality.completable_in_rule and machine.callers_complete(cells)
        ):
            return True
        nothing = machine.nothing.get(cells[machine.pending_at] - 1)
        if nothing is not None:
            # Where nothing but idle options is left nobody asks for them; and if more is left, that will do.
            options = [action for action in options if not self._is_skipped(decision, action, cells)]
        if any(self._completes_now(group_of(decision, action), nothing, cells) for action in options):
            return True
        options = [action for action in options if self._is_tried(decision, action, cells)]
        branches = len(options) > 1 or nothing is not None  # else there is nothing to come back to
        remembered = branches and self.nodes - self.began >= limits.LOOKAHEAD_UNREMEMBERED
        key = digest(cells) if remembered else b""
        if remembered and key in self.known:
            return self.known[key]
        self.nodes += 1
        if self.nodes > machine.program.lookahead_limit:
            raise Fault(machine.program.lookahead_fault)
        if depth >= limits.LOOKAHEAD_DEPTH:
            raise Fault(machine.program.lookahead_fault + 1)
        # What may be left undone is left undone first: that is the shortest way on, and mostly there is one.
        found = nothing is not None and self.goes_on(list(cells), nothing, None, depth + 1)
        options.sort(key=lambda action: (group_of(decision, action).legality.trial_cost, action))
        found = found or any(self._after(list(cells), decision, action, depth) for action in options)
        if remembered:
            self.known[key] = found
        return found

    def _is_skipped(self, decision: Decision, action: int, cells: Cells) -> bool:
        group = group_of(decision, action)
        if group.free_action < 0 or decision.has_pending_work is None:
            return group.is_noop
        return group.is_noop and not self.machine.value(decision.has_pending_work, cells)

    def _completes_now(self, group: OptionGroup, nothing: int | None, cells: Cells) -> bool:
        """Return whether this locally legal option is statically known to be completable."""
        if group.legality.tested_first:
            return bool(self.machine.static_verdict(group, cells))
        return group.members_completable and not (group.is_noop and nothing is not None)

    def _is_tried(self, decision: Decision, action: int, cells: Cells) -> bool:
        free = group_of(decision, action).free_action
        return free < 0 or self._may_help(decision, free, cells)

    def _after(self, cells: Cells, decision: Decision, action: int, depth: int) -> bool:
        group = group_of(decision, action)
        return self.goes_on(cells, group.resume, action - group.first, depth + 1)
