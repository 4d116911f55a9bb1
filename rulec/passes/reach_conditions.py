"""Necessary conditions for an option to reach a goal block before its decision is asked again."""

from __future__ import annotations

from collections.abc import Iterable

from rulec.analysis.path_conditions import ALWAYS_COMPLETABLE, IMPOSSIBLE, UNKNOWN, PathBounds
from rulec.analysis.symbolic_state import Reading, forgetting
from rulec.ir import nodes
from rulec.ir.control_flow import following
from rulec.ir.nodes import Block, Expr, Field
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.simplify import FALSE
from rulec.passes.needs_search import MustSucceed
from rulec.passes.path_preconditions import Path, PathExploration


class Reach(PathExploration):
    """Symbolic execution that succeeds at a goal block and nowhere else."""

    def __init__(self, program: Program, head: int, goals: Iterable[int]) -> None:
        super().__init__(program, _nothing_is_completable(program))
        self.head, self.goals = head, frozenset(goals)
        self.leading = self._leading()

    def needed(self, decision: Decision, group: OptionGroup) -> Expr:
        """Return the necessary condition for a single option to reach a goal."""
        return self.behind(group, None, decision.who).necessary

    def _leading(self) -> frozenset[int]:
        """Compute the blocks that can reach a goal within their rule or in rules that it calls."""
        before: dict[int, list[int]] = {}
        for number in range(len(self.program.blocks)):
            for after in following(self.program, number):
                before.setdefault(after, []).append(number)
        found, waiting = set(self.goals), list(self.goals)
        while waiting:
            for number in before.get(waiting.pop(), ()):
                if number not in found and number != self.head:
                    found.add(number)
                    waiting.append(number)
        return frozenset(found)

    def _known(self, number: int, reading: Reading, path: Path) -> PathBounds | None:
        if number in self.goals:
            return ALWAYS_COMPLETABLE
        if number == self.head or not self.leading.intersection((number, *path.backs)):
            return IMPOSSIBLE
        return UNKNOWN if number in path.twice or self.left < 0 else None

    def _after(self, test: Expr, found: PathBounds) -> PathBounds:
        return found  # whether it can be paid for changes too often to be asked

    def _unless(self, mistake: Expr, found: PathBounds) -> PathBounds:
        return found

    def _cut(self, block: Block, reading: Reading) -> PathBounds:
        return IMPOSSIBLE

    def _back(self, number: int, reading: Reading, path: Path) -> PathBounds:
        return super()._back(number, reading, path) if path.backs else IMPOSSIBLE

    def _end(self, number: int, block: Block, reading: Reading, path: Path) -> PathBounds:
        match block.end:
            case nodes.Finish():
                return IMPOSSIBLE
            case nodes.Call(target, back) if target not in self.leading:
                return self._from(back, forgetting(reading, self._changed_from(target)), path)
        return super()._end(number, block, reading, path)

    def _own(
        self, number: int, decision: int, nothing: int | None, reading: Reading, path: Path
    ) -> PathBounds:
        asked = self.program.decisions[decision]
        changed = self._changed_by_free_actions(asked)
        if changed is None:
            return UNKNOWN
        # Any number of free actions may come first; they return to the same decision.
        overwritten = changed & reading.fields.keys()
        reading = forgetting(reading, overwritten) if overwritten else reading
        found = IMPOSSIBLE if nothing is None else self._from(nothing, reading.copy(), path)
        for group in asked.groups:
            if found == ALWAYS_COMPLETABLE:
                break
            if group.free_action >= 0:
                continue
            if number in path.twice and group.domain.size > 1:
                found = found.or_else(UNKNOWN)
            else:
                found = found.or_else(self._choosing(group, reading, path))
        if not changed:
            return found
        return PathBounds(FALSE, self._whatever(found.necessary, changed)[0])

    def _changed_by_free(self, free: OptionGroup) -> frozenset[Field] | None:
        """Return the fields that a free action may change before the decision recurs; None if unknown."""
        match self.program.blocks[free.resume].end:
            case nodes.Call(target) if target not in self.leading:
                return self._changed_from(target)
        return None


def _nothing_is_completable(program: Program) -> MustSucceed:
    blocks, decisions = [False] * len(program.blocks), [False] * len(program.decisions)
    return MustSucceed(blocks, decisions, {}, blocks, decisions, blocks)
