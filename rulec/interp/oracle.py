"""Oracle of legality: plain search on the program as lowered, without a mark of any pass.

The passes of legality say which options need a look-ahead and where one may stop; interpreter and engine read
the same marks, so that both share a fault of such a pass. This machine reads none of them: an
option is legal if trying it leads, through every decision of its player on the way, past a commit point with
nothing owed. A search has `MOST_TRIALS` trials; sampled positions have `TRIALS_EARNED` each on average.
Where they do not suffice the program with marks answers, and the position is counted as such. All limits are
numbers of trials: a game is searched in the same positions on every machine.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from rulec.base import limits
from rulec.interp.block_runner import BlockRunner, Trial
from rulec.interp.machine import Machine
from rulec.interp.search import Search, digest
from rulec.interp.value_maker import Cells
from rulec.ir.program import Decision, Program
from rulec.runtime.schema import Schema

MOST_TRIALS: Final = 20_000  # for one position
TRIALS_EARNED: Final = 400  # by each position, where positions are sampled
_REMEMBERED: Final = 4096  # positions: copies of a state ask once more

T = TypeVar("T")


class OutOfTrials(Exception):
    """The plain search exceeds its budget of trials."""


@dataclass
class OracleCounts:
    """Numbers of positions searched exhaustively, skipped, and given up."""

    searched: int = 0
    skipped: int = 0
    given_up: int = 0


class PlainSearch(Search):
    """Exhaustive depth-first search, without marks of passes; the order of options does not matter."""

    def __init__(self, machine: BlockRunner, seat: int, trial: Trial | None = None) -> None:
        super().__init__(machine, seat, trial)
        assert isinstance(machine, PlainMachine)
        self.plain = machine
        self.open: dict[bytes, int] = {}  # positions on the way, with their depth
        self.nearest = limits.LOOKAHEAD_DEPTH  # depth of the outermost position that the way led back to

    def completes(self, decision: Decision, cells: Cells, action: int) -> bool:
        return self._after(list(cells), decision, action, 0)

    def goes_on(self, cells: Cells, block: int, chosen: int | None, depth: int = 0) -> bool:
        self.plain.count_trial()
        return super().goes_on(cells, block, chosen, depth)

    def _decided(self, cells: Cells, options: list[int], depth: int) -> bool:
        machine = self.machine
        decision = machine.pending(cells)
        if decision is None:
            return True
        if cells[machine.seat_at] != self.seat:
            return self._nothing_owed(cells)
        if depth >= limits.LOOKAHEAD_DEPTH:
            raise OutOfTrials
        key = digest(cells)
        if key in self.known:
            return self.known[key]
        if key in self.open:
            self.nearest = min(self.nearest, self.open[key])
            return False
        self.open[key] = depth
        found = self._leads_on(decision, cells, options, depth)
        del self.open[key]
        if found or self.nearest >= depth:
            self.known[key] = found
            self.nearest = limits.LOOKAHEAD_DEPTH
        return found

    def _leads_on(self, decision: Decision, cells: Cells, options: list[int], depth: int) -> bool:
        """Return whether some option, or the else-edge, leads to completion."""
        nothing = self.machine.nothing.get(cells[self.machine.pending_at] - 1)
        if nothing is not None:
            if self.goes_on(list(cells), nothing, None, depth + 1):
                return True
            options = [one for one in options if not self._is_skipped(decision, one, cells)]
        lately = self.plain.lately.get(id(decision), -1)  # what led on before is tried first
        for action in sorted(options, key=lambda one: one != lately):
            if self._is_tried(decision, action, cells) and self._after(list(cells), decision, action, depth):
                self.plain.lately[id(decision)] = action
                return True
        return False


def _beginning() -> tuple[OracleCounts, dict[int, int], int, OrderedDict[bytes, list[int]]]:
    """Return empty counters and caches: counts, last successful options, budget, options by state."""
    return OracleCounts(), {}, 0, OrderedDict()


class PlainMachine(Machine):
    """The program as lowered. `marked` makes the same program after the passes, with the same state."""

    search = PlainSearch

    def __init__(
        self,
        lowered: Program,
        marked: Callable[[], Program],
        schema: Schema,
        sampled: bool = True,
        most: int | None = None,
    ) -> None:
        """Play `lowered`. `most`: trials for one position, unless `MOST_TRIALS`."""
        super().__init__(lowered, schema=schema)
        self._marked, self._sampled, self._most = marked, sampled, most
        self._left = -1  # trials; below 0 where nothing is searched
        self.counts, self.lately, self._saved, self._found = _beginning()

    @cached_property
    def marked_machine(self) -> Machine:
        """The machine that answers where a search is given up."""
        return Machine(self._marked(), schema=self.schema)

    def begin(self) -> OracleCounts:
        """Forget all positions, so that the next game starts from empty caches; return the new counts."""
        self.counts, self.lately, self._saved, self._found = _beginning()
        return self.counts

    def count_trial(self) -> None:
        if self._left == 0:
            raise OutOfTrials
        self._left -= 1

    def can(self, probe: int, who: int, arguments: list[int], cells: Cells) -> int:
        def search() -> int:
            return super(PlainMachine, self).can(probe, who, arguments, cells)

        if self._left >= 0:
            return search()
        return self._bounded(search, lambda: self.marked_machine.can(probe, who, arguments, cells))

    def _legal(self, decision: Decision, cells: Cells) -> list[int]:
        key = digest(cells)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= _REMEMBERED:
                self._found.popitem(last=False)
            found = self._bounded(
                lambda: self._searched(decision, cells), lambda: self.marked_machine.options(cells)
            )
            self._found[key] = found
        return list(found)

    def _searched(self, decision: Decision, cells: Cells) -> list[int]:
        search = PlainSearch(self, self.decider(cells))
        return [one for one in self.possible(decision, cells) if search.completes(decision, cells, one)]

    def _bounded(self, search: Callable[[], T], otherwise: Callable[[], T]) -> T:
        """Search within the budget of trials; beyond it return the fallback."""
        most = MOST_TRIALS if self._most is None else self._most
        self._saved = min(self._saved + TRIALS_EARNED, most)
        if self._sampled and self._saved < 0:
            self.counts.skipped += 1
            return otherwise()
        self._left = most
        try:
            found = search()
            self.counts.searched += 1
            return found
        except OutOfTrials:
            self.counts.given_up += 1
        finally:
            self._saved -= most - self._left
            self._left = -1
        return otherwise()
