"""Runs the blocks of a program from decision to decision."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from rulec import limits
from rulec.interp.bits import members
from rulec.interp.evaluate import Cells, Env, Evaluator, InterpreterBug, Value
from rulec.ir import nodes
from rulec.ir.loops import back_edges, without_options
from rulec.ir.program import Decision, Duty, OptionGroup, Program
from rulec.ir.schema import make_schema
from rulec.ir.types import SetType, bounds
from rulec.runtime import rng
from rulec.runtime.view import View


class Fault(Exception):
    """One of the four things that can go wrong while a game runs; `number` is its place in the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True)
class Trial:
    """Blocks are run on a copy to see whether they get somewhere: past a cut, or to a probe's mark."""

    probe: int = -1
    depth: int = 0  # calls that were running where the probe began

    def over(self, end: nodes.End, cells: Cells, view: View) -> bool:
        if isinstance(end, nodes.Mark):
            return end.probe == self.probe and len(view.stack(cells)) == self.depth
        return isinstance(end, nodes.Cut | nodes.Finish | nodes.Chance)


def group_of(decision: Decision, action: int) -> OptionGroup:
    return next(group for group in reversed(decision.groups) if group.first <= action)


class Search:
    """Depth first through the own decisions of one player, until something can be completed or nothing can.

    The engine does the same in the same order, so both take the same number of nodes.
    """

    def __init__(self, machine: Machine, seat: int, trial: Trial | None = None) -> None:
        self.machine, self.seat, self.trial = machine, seat, trial or Trial()
        self.nodes = 0
        self.failed: set[tuple[int, ...]] = set()

    def completes(self, decision: Decision, cells: Cells, action: int) -> bool:
        """Can everything up to the next cut be carried out after this option?"""
        group = group_of(decision, action)
        return not group.searched or self._after(list(cells), decision, action, 0)

    def goes_on(self, cells: Cells, block: int, chosen: int | None, depth: int = 0) -> bool:
        """Run on from a block, and look further if that stops for a decision."""
        try:
            over = self.machine.run(cells, block, chosen, self.trial)
        except Fault as fault:
            # What can't be carried out ends this way; a mistake of the rules is left to be run into.
            kind = self.machine.program.faults[fault.number].kind
            if kind == "look-ahead":
                raise
            return kind != "dead end"
        if over:
            return self.machine.marked or self._nothing_owed(cells)
        return self._decided(cells, depth)

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
        """May this free action be part of what is tried? Only for what names it, if all else is met."""
        if decision.helps is not None and not self.machine.value(decision.helps, cells):
            return False
        open_ = [duty for duty in self.machine.program.duties if self._open(duty, cells)]
        wanted = any(free in duty.helpers and not self._met(duty, cells) for duty in open_)
        return wanted and all(free in duty.helpers or self._met(duty, cells) for duty in open_)

    def _decided(self, cells: Cells, depth: int) -> bool:
        """Is there a way on from the pending decision?"""
        machine = self.machine
        decision = machine.pending(cells)
        if decision is None:
            return True
        if machine.view.get(cells, "seat") != self.seat:
            return self._nothing_owed(cells)
        if decision.settled:
            return True
        key = tuple(cells)
        if key in self.failed:
            return False
        self.nodes += 1
        if self.nodes > machine.program.lookahead_limit or depth >= limits.LOOKAHEAD_DEPTH:
            raise Fault(machine.program.lookahead_fault)
        for action in machine.possible(decision, cells):
            free = group_of(decision, action).free
            if free >= 0 and not self._may_help(decision, free, cells):
                continue
            if self._after(list(cells), decision, action, depth):
                return True
        nothing = machine.nothing.get(machine.view.get(cells, "pending") - 1)
        if nothing is not None and self.goes_on(list(cells), nothing, None, depth + 1):
            return True
        self.failed.add(key)
        return False

    def _after(self, cells: Cells, decision: Decision, action: int, depth: int) -> bool:
        group = group_of(decision, action)
        return self.goes_on(cells, group.resume, action - group.first, depth + 1)


class Machine:
    """One program, ready to run; states are lists of cells that it changes."""

    def __init__(self, program: Program, lookahead: bool = True) -> None:
        self.program, self.lookahead = program, lookahead
        self.schema = make_schema(program)
        self.view = View(self.schema)
        self.evaluator = Evaluator(program, self.view, self.can)
        self.back_edges = back_edges(program.blocks)
        self.loop_faults = dict(program.loop_faults)
        self.procedures = {one.name: one for one in program.procedures}
        self.nothing = without_options(program.blocks)
        self.largest_search = 0
        self.marked = False  # what ended the last trial was its own end
        # A look-ahead goes a few Python calls deeper with each decision.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 50 * limits.LOOKAHEAD_DEPTH))
        ends = [program.blocks[number].end for number in program.chances]
        self.chances = [end for end in ends if isinstance(end, nodes.Chance)]
        self._values: dict[int, Value] = {}
        self._offered: tuple[Cells, list[int]] = ([], [])  # the options that were last worked out

    # --- entrances ------------------------------------------------------------------------------------

    def start(self, cells: Cells) -> None:
        """From the beginning to the first decision."""
        self.run(cells, self.program.start)

    def choose(self, cells: Cells, action: int) -> None:
        """Carry out an option of the pending decision (or a chance outcome), up to the next one."""
        chance = self.pending_chance(cells)
        if chance is not None:
            self._count_draw(cells, chance.event)
            self.run(cells, chance.resume, action - self.program.events[chance.event].first)
            return
        decision = self.pending(cells)
        assert decision is not None
        view = self.view
        view.put(cells, "decisions", view.get(cells, "decisions") + 1)
        group = group_of(decision, action)
        self.run(cells, group.resume, action - group.first)

    def pending(self, cells: Cells) -> Decision | None:
        number = self.view.get(cells, "pending")
        return self.program.decisions[number - 1] if 0 < number <= len(self.program.decisions) else None

    def pending_chance(self, cells: Cells) -> nodes.Chance | None:
        """What chance is to decide, if it is."""
        number = self.view.get(cells, "pending") - 1 - len(self.program.decisions)
        return self.chances[number] if number >= 0 else None

    def options(self, cells: Cells) -> list[int]:
        """Ids of all options of the pending decision (or of chance), ascending."""
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
        """The possible options without those after which something can't be completed."""
        if not self.lookahead or not any(group.searched for group in decision.groups):
            return self.possible(decision, cells)
        search = Search(self, self.decider(cells))
        found = [a for a in self.possible(decision, cells) if search.completes(decision, cells, a)]
        self.largest_search = max(self.largest_search, search.nodes)
        return found

    def value(self, node: nodes.Expr, cells: Cells) -> int:
        return self._eval(node, cells, {})

    def possible(self, decision: Decision, cells: Cells) -> list[int]:
        """What the decision offers by itself."""
        return [g.first + m for g in decision.groups for m in members(self._eval(g.options, cells, {}))]

    def decider(self, cells: Cells) -> int:
        decision = self.pending(cells)
        return -1 if decision is None else self._eval(decision.who, cells, {})

    # --- chance ---------------------------------------------------------------------------------------

    def weights(self, cells: Cells, chance: nodes.Chance, env: Env) -> list[tuple[int, int]]:
        """Members that chance can bring, each with its weight."""
        found = []
        for member in members(self._eval(chance.members, cells, env)):
            weight = self._eval(chance.weight, cells, {**env, chance.var: member})
            if weight < 0:
                raise InterpreterBug(f"{chance} weighs {weight}")
            if weight:
                found.append((member, weight))
        return found

    def sample(self, cells: Cells, chance: nodes.Chance, env: Env) -> int:
        """The member that the state's generator brings next."""
        weights = self.weights(cells, chance, env)
        stream = rng.stream(self.view.get(cells, "rng"), rng.STREAM_CHANCE + chance.event)
        number = rng.draw(stream, self.view.draws(cells)[chance.event])
        return weights[rng.weighted(number, [weight for _, weight in weights])][0]

    def _count_draw(self, cells: Cells, event: int) -> None:
        self.view.put(cells, "draws", (self.view.draws(cells)[event] + 1) & rng.DRAWS, event)

    def _chance(self, end: nodes.Chance, cells: Cells, env: Env) -> int | None:
        """The outcome, or none where the game stops for it."""
        if not self.weights(cells, end, env):
            raise Fault(end.dead_end)
        if self.view.get(cells, "chance"):
            place = next(number for number, one in enumerate(self.chances) if one is end)
            self._stop(cells, len(self.program.decisions) + 1 + place, -1)
            return None
        drawn = self.sample(cells, end, env)
        self._count_draw(cells, end.event)
        return drawn

    # --- blocks ---------------------------------------------------------------------------------------

    def run(self, cells: Cells, number: int, chosen: int | None = None, trial: Trial | None = None) -> bool:
        """On to where the game stops. In a trial: has it reached something that nobody looks behind?"""
        steps = 0
        while True:
            block = self.program.blocks[number]
            env: Env = {}
            if block.parameter is not None:
                if chosen is None:
                    raise InterpreterBug(f"{block.name} begins without a choice")
                env[block.parameter[0]] = chosen
            self._statements(block.body, cells, env)
            if trial is not None and trial.over(block.end, cells, self.view):
                self.marked = isinstance(block.end, nodes.Mark | nodes.Finish)
                return True
            if isinstance(block.end, nodes.Chance):
                chosen = self._chance(block.end, cells, env)
                if chosen is None:
                    return False
                number = block.end.resume
                continue
            following = self._end(block.end, cells, env, trial)
            if following is None:
                return False
            if isinstance(block.end, nodes.Return) or (number, following) in self.back_edges:
                steps += 1
                if steps > limits.STEPS_BETWEEN_DECISIONS:
                    raise Fault(self.loop_faults[following])
            number, chosen = following, None

    def _end(self, end: nodes.End, cells: Cells, env: Env, trial: Trial | None) -> int | None:
        match end:
            case nodes.Goto(target) | nodes.Cut(target) | nodes.Mark(_, target):
                return target
            case nodes.Branch(condition, then, otherwise):
                return then if self._eval(condition, cells, env) else otherwise
            case nodes.Switch(value, cases, otherwise):
                return dict(cases).get(self._eval(value, cells, env), otherwise)
            case nodes.Call(target, back, fault):
                stack = self.view.stack(cells)
                if len(stack) >= self.program.call_depth:
                    raise Fault(fault)
                self.view.put_stack(cells, (*stack, back))
                return target
            case nodes.Return():
                return self._return(cells)
            case nodes.Unwind(depth, target):
                while len(self.view.stack(cells)) > self._eval(depth, cells, env):
                    self._return(cells)
                return target
            case nodes.Finish():
                self._stop(cells, 0, -1)
                return None
        assert isinstance(end, nodes.Ask)
        return self._ask(end, cells, trial)

    def _return(self, cells: Cells) -> int:
        stack = self.view.stack(cells)
        self.view.put_stack(cells, stack[:-1])
        self.view.restore(cells, self.view.returns[stack[-1]].saved)
        return stack[-1]

    def _ask(self, end: nodes.Ask, cells: Cells, trial: Trial | None) -> int | None:
        decision = self.program.decisions[end.decision]
        self._stop(cells, end.decision + 1, self._eval(decision.who, cells, {}))
        options = self.possible(decision, cells) if trial is not None else self.options(cells)
        idle = [range(g.first, g.first + g.domain.size) for g in decision.groups if g.idle]
        if not any(all(option not in ids for ids in idle) for option in options):
            if end.nothing is not None:
                return end.nothing
            if not options:
                raise Fault(decision.dead_end)
        if trial is not None:
            return None
        if self.view.get(cells, "decisions") >= self.program.max_decisions:
            raise Fault(self.program.length_fault)
        return None

    def _stop(self, cells: Cells, pending: int, seat: int) -> None:
        if pending == 0:
            self.view.clear_stack(cells)
        self.view.put(cells, "pending", pending)
        self.view.put(cells, "seat", seat)

    # --- looking ahead --------------------------------------------------------------------------------

    def can(self, probe: int, who: int, arguments: list[int], cells: Cells) -> int:
        """Could the probe be carried out now? Tried on a copy."""
        one = self.program.probes[probe]
        copy = list(cells)
        for field, value in zip(one.parameters, arguments, strict=True):
            if field is not None:
                self.view.put(copy, field.name, value)
        search = Search(self, who, Trial(probe, len(self.view.stack(copy))))
        found = search.goes_on(copy, one.block, None)
        self.largest_search = max(self.largest_search, search.nodes)
        return int(found)

    # --- statements -----------------------------------------------------------------------------------

    def _statements(self, body: tuple[nodes.Stmt, ...], cells: Cells, env: Env) -> None:
        for statement in body:
            match statement:
                case nodes.Assign():
                    self._assign(statement, cells, env)
                case nodes.SetLocal(name, value):
                    env[name] = self._eval(value, cells, env)
                case nodes.If(condition, then, otherwise):
                    self._statements(then if self._eval(condition, cells, env) else otherwise, cells, env)
                case nodes.ForEach(var, value, inner):
                    for member in members(self._eval(value, cells, env)):
                        env[var] = member
                        self._statements(inner, cells, env)
                case nodes.Require(condition, fault):
                    if not self._eval(condition, cells, env):
                        raise Fault(fault)
                case nodes.Save(fields, fault):
                    if not self.view.save(cells, [field.name for field in fields]):
                        raise Fault(fault)
                case nodes.CallProcedure(name, arguments):
                    procedure = self.procedures[name]
                    names = [parameter for parameter, _ in procedure.parameters]
                    values = [self._eval(one, cells, env) for one in arguments]
                    self._statements(procedure.body, cells, dict(zip(names, values, strict=True)))

    def _assign(self, node: nodes.Assign, cells: Cells, env: Env) -> None:
        value = self._eval(node.value, cells, env)
        have = bounds(node.field.type)
        cleared = value == 0 and node.field.role == "frame"
        if not (have.lo <= value <= have.hi or cleared):
            raise InterpreterBug(f"{node.field.name} becomes {value}, outside {have}")
        if isinstance(node.field.type, SetType) and value >> node.field.type.domain.size:
            raise InterpreterBug(f"{node.field.name} gets members that do not exist")
        place = self._function(id(node), lambda: self.evaluator.place(node.field, node.index))
        cells[place(cells, env)] = value

    # --- expressions ----------------------------------------------------------------------------------

    def _eval(self, node: nodes.Expr, cells: Cells, env: Env) -> int:
        return self._function(id(node), lambda: self.evaluator.value(node))(cells, env)

    def _function(self, key: int, make: Callable[[], Value]) -> Value:
        """Nodes live as long as the program, so their identity names them."""
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = make()
        return value
