"""Runs blocks up to the next suspension: a decision, explicit chance, or the end of the game."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from rulec.base import limits
from rulec.interp.bits import members
from rulec.interp.evaluate import Evaluator
from rulec.interp.statements import Act, Fault, Statements
from rulec.interp.value_maker import Cells, Env, InterpreterBug, Value
from rulec.ir import nodes
from rulec.ir.control_flow import back_edges, without_options
from rulec.ir.program import FOUND, Decision, OptionGroup, Program
from rulec.ir.schema import make_schema
from rulec.runtime import control, rng
from rulec.runtime.schema import Schema
from rulec.runtime.view import View


@dataclass(frozen=True)
class Trial:
    """A trial run on a copy: it succeeds at a cut or at its probe's success point."""

    probe: int = -1
    depth: int = 0  # calls that were running where the probe began

    def over(self, end: nodes.End | None, depth: int) -> bool:
        if isinstance(end, nodes.ProbeSuccess):
            return end.probe == self.probe and depth == self.depth
        return isinstance(end, nodes.Cut | nodes.Finish) or (
            isinstance(end, nodes.Chance) and not end.certain
        )


Go = Callable[[Cells, Env, Trial | None], int | None]  # the block that follows, if the game does not stop


@dataclass(frozen=True)
class ReadyBlock:
    """A block with its statements compiled to closures."""

    name: str
    parameter: str | None
    acts: tuple[Act, ...]
    end: nodes.End | None
    go: Go
    looked_at: bool  # may a trial be over here?
    chance: bool
    returns: bool
    again: frozenset[int]  # blocks before which a step of a loop is counted


def group_of(decision: Decision, action: int) -> OptionGroup:
    return next(group for group in reversed(decision.groups) if group.first <= action)


class BlockRunner(ABC):
    """Executes one program on states, which are mutable lists of cells.

    What is offered where somebody is asked depends on a look-ahead: subclasses bring it.
    """

    def __init__(self, program: Program, lookahead: bool = True, schema: Schema | None = None) -> None:
        self.program, self.lookahead = program, lookahead
        self.schema = schema or make_schema(program)
        self.view = View(self.schema)
        self.evaluator = Evaluator(program, self.view, self.can)
        self.statements = Statements(program, self.view, self.evaluator)
        self.blocks: list[ReadyBlock | None] = [None] * len(program.blocks)
        self.back_edges = back_edges(program.blocks)
        self.loop_faults = dict(program.loop_faults)
        self.nothing = without_options(program.blocks)
        self.marked = False  # what ended the last trial was its own end
        self.asked: list[int] = []  # what the decision at which the last run stopped offers by itself
        self.pending_at, self.seat_at = self.view.start[control.PENDING], self.view.start[control.SEAT]
        # A look-ahead goes a few Python calls deeper with each decision.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 50 * limits.LOOKAHEAD_DEPTH))
        ends = [program.blocks[number].end for number in program.chances]
        self.chances = [end for end in ends if isinstance(end, nodes.Chance)]
        self._values: dict[int, Value] = {}
        self._groups: dict[int, list[tuple[int, Value]]] = {}  # of each decision: first id, options

    @abstractmethod
    def options(self, cells: Cells) -> list[int]:
        """Return the ids of all options of the pending decision (or chance), ascending."""

    @abstractmethod
    def can(self, probe: int, who: int, arguments: list[int], cells: Cells) -> int:
        """Return whether the probe is feasible now."""

    # --- where the game stands ------------------------------------------------------------------------

    def pending(self, cells: Cells) -> Decision | None:
        number = cells[self.pending_at]
        return self.program.decisions[number - 1] if 0 < number <= len(self.program.decisions) else None

    def pending_chance(self, cells: Cells) -> nodes.Chance | None:
        """Return the pending chance, if any."""
        number = self.view.get(cells, control.PENDING) - 1 - len(self.program.decisions)
        return self.chances[number] if number >= 0 else None

    def value(self, node: nodes.Expr, cells: Cells) -> int:
        return self._eval(node, cells, {})

    def callers_complete(self, cells: Cells) -> bool:
        """Return whether no active rule can fail up to the next cut."""
        return all(self.program.blocks[back].completable_in_rule for back in self.view.stack(cells))

    def static_verdict(self, group: OptionGroup, cells: Cells) -> int:
        """Evaluate the sufficient condition of a group with a single option."""
        assert group.legality.sufficient is not None
        return self._eval(group.legality.sufficient, cells, {FOUND: 1})

    def possible(self, decision: Decision, cells: Cells) -> list[int]:
        """Return the locally legal options of the decision, without look-ahead."""
        groups = self._groups.get(id(decision))
        if groups is None:
            groups = self._groups[id(decision)] = [
                (group.first, self.evaluator.value(self._what(group))) for group in decision.groups
            ]
        env: Env = {}
        found = []
        for first, options in groups:
            value = options(cells, env)
            while value:  # its members, written out
                low = value & -value
                found.append(first + low.bit_length() - 1)
                value ^= low
        return found

    def _what(self, group: OptionGroup) -> nodes.Expr:
        return (
            group.options
            if self.lookahead or group.legality.locally_legal is None
            else group.legality.locally_legal
        )

    def decider(self, cells: Cells) -> int:
        decision = self.pending(cells)
        return -1 if decision is None else self._eval(decision.who, cells, {})

    def _eval(self, node: nodes.Expr, cells: Cells, env: Env) -> int:
        """Evaluate a node; closures are memoized by node identity."""
        value = self._values.get(id(node))
        if value is None:
            value = self._values[id(node)] = self.evaluator.value(node)
        return value(cells, env)

    # --- chance ---------------------------------------------------------------------------------------

    def weights(self, cells: Cells, chance: nodes.Chance, env: Env) -> list[tuple[int, int]]:
        """Return the possible members of a chance node with their weights."""
        found = []
        for member in members(self._eval(chance.members, cells, env)):
            weight = self._eval(chance.weight, cells, {**env, chance.var: member})
            if weight < 0:
                raise InterpreterBug(f"{chance} weighs {weight}")
            if weight:
                found.append((member, weight))
        return found

    def sample(self, cells: Cells, chance: nodes.Chance, env: Env) -> int:
        """Draw a member from the state's generator."""
        weights = self.weights(cells, chance, env)
        stream = rng.stream(self.view.get(cells, control.KEY), rng.STREAM_CHANCE + chance.event)
        number = rng.draw(stream, self.view.draws(cells)[chance.event])
        return weights[rng.weighted(number, [weight for _, weight in weights])][0]

    def count_draw(self, cells: Cells, event: int) -> None:
        self.view.put(cells, control.DRAWS, (self.view.draws(cells)[event] + 1) & rng.DRAWS, event)

    def _chance(self, end: nodes.Chance, cells: Cells, env: Env, trial: bool) -> int | None:
        """Return the outcome, or None where the game suspends for it; trials explore every outcome."""
        if not self.weights(cells, end, env):
            raise Fault(end.dead_end)
        if trial or self.view.get(cells, control.EXPLICIT):
            place = next(number for number, one in enumerate(self.chances) if one is end)
            self._stop(cells, len(self.program.decisions) + 1 + place, -1)
            return None
        drawn = self.sample(cells, end, env)
        self.count_draw(cells, end.event)
        return drawn

    # --- blocks ---------------------------------------------------------------------------------------

    def _ready(self, number: int) -> ReadyBlock:
        """Compile a block on first use."""
        block = self.program.blocks[number]
        found = self.blocks[number] = ReadyBlock(
            block.name,
            None if block.parameter is None else block.parameter[0],
            self.statements.acts(block.body),
            block.end,
            self._go(block.end),
            isinstance(block.end, nodes.Cut | nodes.ProbeSuccess | nodes.Finish | nodes.Chance),
            isinstance(block.end, nodes.Chance),
            isinstance(block.end, nodes.Return),
            frozenset(to for origin, to in self.back_edges if origin == number),
        )
        return found

    def run(self, cells: Cells, number: int, chosen: int | None = None, trial: Trial | None = None) -> bool:
        """Run to the next suspension. Return whether a trial has reached a point where it may succeed."""
        outside, self.statements.trying = self.statements.trying, trial is not None
        try:
            return self._run(cells, number, chosen, trial)
        finally:
            self.statements.trying = outside

    def _run(self, cells: Cells, number: int, chosen: int | None, trial: Trial | None) -> bool:
        steps = 0
        while True:
            block = self.blocks[number] or self._ready(number)
            env: Env = {}
            if block.parameter is not None:
                if chosen is None:
                    raise InterpreterBug(f"{block.name} begins without a choice")
                env[block.parameter] = chosen
            for act in block.acts:
                act(cells, env)
            end = block.end
            if trial is not None and block.looked_at and trial.over(end, self.view.depth(cells)):
                self.marked = isinstance(end, nodes.ProbeSuccess | nodes.Finish)
                return True
            if block.chance:
                assert isinstance(end, nodes.Chance)
                chosen = self._chance(end, cells, env, trial is not None)
                if chosen is None:
                    return False
                number = end.resume
                continue
            following = block.go(cells, env, trial)
            if following is None:
                return False
            if block.returns or following in block.again:
                steps += 1
                if steps > limits.STEPS_BETWEEN_DECISIONS:
                    raise Fault(self.loop_faults[following])
            number, chosen = following, None

    def _go(self, end: nodes.End | None) -> Go:
        """Compile a block's end to a closure that returns the next block."""
        match end:
            case nodes.Goto(target) | nodes.Cut(target) | nodes.ProbeSuccess(_, target):
                return lambda cells, env, trial: target
            case nodes.Branch(condition, then, otherwise):
                test = self.evaluator.value(condition)
                return lambda cells, env, trial: then if test(cells, env) else otherwise
            case nodes.Switch(number, cases, otherwise):
                known, value = dict(cases), self.evaluator.value(number)
                return lambda cells, env, trial: known.get(value(cells, env), otherwise)
            case nodes.Call(target, back, fault):
                return lambda cells, env, trial: self._call(target, back, fault, cells)
            case nodes.Return():
                return lambda cells, env, trial: self._return(cells)
            case nodes.Unwind(number, target):
                depth = self.evaluator.value(number)
                return lambda cells, env, trial: self._unwind(depth(cells, env), target, cells)
            case nodes.Finish() | nodes.Chance():  # chance is met in `run`
                return lambda cells, env, trial: self._stop(cells, 0, -1)
            case nodes.Ask() | None:
                pass
            case _ as other:
                assert_never(other)
        assert isinstance(end, nodes.Ask)
        return lambda cells, env, trial: self._ask(end, cells, trial)

    def _call(self, target: int, back: int, fault: int, cells: Cells) -> int:
        if self.view.depth(cells) >= self.program.call_depth:
            raise Fault(fault)
        self.view.push(cells, back)
        return target

    def _unwind(self, depth: int, target: int, cells: Cells) -> int:
        while self.view.depth(cells) > depth:
            self._return(cells)
        return target

    def _return(self, cells: Cells) -> int:
        back = self.view.pop(cells)
        saved = self.view.returns[back].saved
        if saved:
            self.view.restore(cells, saved)
        return back

    def _ask(self, end: nodes.Ask, cells: Cells, trial: Trial | None) -> int | None:
        decision = self.program.decisions[end.decision]
        self._stop(cells, end.decision + 1, self._eval(decision.who, cells, {}))
        if trial is not None or self._is_skipped(end, decision, cells):
            options = self.asked = self.possible(decision, cells)
        else:
            options = self.asked = self.options(cells)
        if not self._is_worth_asking(decision, options, cells):
            if end.nothing is not None:
                return end.nothing
            if not options:
                raise Fault(decision.dead_end)
        if trial is not None:
            return None
        if self.view.get(cells, control.DECISIONS) >= self.program.max_decisions:
            raise Fault(self.program.length_fault)
        return None

    def _is_skipped(self, end: nodes.Ask, decision: Decision, cells: Cells) -> bool:
        """Return whether the decision is skipped for every set of completable options."""
        if end.nothing is None or not any(group.is_noop for group in decision.groups):
            return False
        return not self._is_worth_asking(decision, self.possible(decision, cells), cells)

    def _is_worth_asking(self, decision: Decision, options: list[int], cells: Cells) -> bool:
        idle = [range(g.first, g.first + g.domain.size) for g in decision.groups if g.is_noop]
        if any(all(option not in ids for ids in idle) for option in options):
            return True
        return self._unfinished(decision, options, cells)

    def _unfinished(self, decision: Decision, options: list[int], cells: Cells) -> bool:
        """Return whether pending work exists that a free action may enable."""
        if decision.has_pending_work is None or not any(
            group_of(decision, one).free_action >= 0 for one in options
        ):
            return False
        return bool(self.value(decision.has_pending_work, cells))

    def _stop(self, cells: Cells, pending: int, seat: int) -> None:
        if pending == 0:
            self.view.clear_stack(cells)
        cells[self.pending_at], cells[self.seat_at] = pending, seat
