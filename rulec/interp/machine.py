"""Runs the blocks of a program from decision to decision."""

from __future__ import annotations

from collections.abc import Callable

from rulec import limits
from rulec.interp.evaluate import Cells, Env, Evaluator, InterpreterBug, Value, members
from rulec.ir import nodes
from rulec.ir.loops import back_edges
from rulec.ir.program import Decision, Program
from rulec.ir.schema import make_schema
from rulec.ir.types import SetType, bounds
from rulec.runtime.view import View


class Fault(Exception):
    """One of the four things that can go wrong while a game runs; `number` is its place in the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Machine:
    """One program, ready to run; states are lists of cells that it changes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.schema = make_schema(program)
        self.view = View(self.schema)
        self.evaluator = Evaluator(program, self.view)
        self.back_edges = back_edges(program.blocks)
        self.loop_faults = dict(program.loop_faults)
        self.procedures = {one.name: one for one in program.procedures}
        self._values: dict[int, Value] = {}

    # --- entrances ------------------------------------------------------------------------------------

    def start(self, cells: Cells) -> None:
        """From the beginning to the first decision."""
        self.run(cells, self.program.start)

    def choose(self, cells: Cells, action: int) -> None:
        """Carry out an option of the pending decision, up to the next one."""
        decision = self.pending(cells)
        assert decision is not None
        view = self.view
        view.put(cells, "decisions", view.get(cells, "decisions") + 1)
        group = next(g for g in reversed(decision.groups) if g.first <= action)
        self.run(cells, group.resume, action - group.first)

    def pending(self, cells: Cells) -> Decision | None:
        number = self.view.get(cells, "pending")
        return self.program.decisions[number - 1] if number else None

    def options(self, cells: Cells) -> list[int]:
        """Ids of all options of the pending decision, ascending."""
        decision = self.pending(cells)
        if decision is None:
            return []
        return [g.first + m for g in decision.groups for m in members(self._eval(g.options, cells, {}))]

    def decider(self, cells: Cells) -> int:
        decision = self.pending(cells)
        return -1 if decision is None else self._eval(decision.who, cells, {})

    # --- blocks ---------------------------------------------------------------------------------------

    def run(self, cells: Cells, number: int, chosen: int | None = None) -> None:
        steps = 0
        while True:
            block = self.program.blocks[number]
            env: Env = {}
            if block.parameter is not None:
                if chosen is None:
                    raise InterpreterBug(f"{block.name} begins without a choice")
                env[block.parameter[0]] = chosen
            self._statements(block.body, cells, env)
            following = self._end(block.end, cells, env)
            if following is None:
                return
            if isinstance(block.end, nodes.Return) or (number, following) in self.back_edges:
                steps += 1
                if steps > limits.STEPS_BETWEEN_DECISIONS:
                    raise Fault(self.loop_faults[following])
            number, chosen = following, None

    def _end(self, end: nodes.End, cells: Cells, env: Env) -> int | None:
        match end:
            case nodes.Goto(target):
                return target
            case nodes.Branch(condition, then, otherwise):
                return then if self._eval(condition, cells, env) else otherwise
            case nodes.Call(target, back):
                stack = self.view.stack(cells)
                self.view.put_stack(cells, (*stack, back))
                return target
            case nodes.Return():
                stack = self.view.stack(cells)
                self.view.put_stack(cells, stack[:-1])
                return stack[-1]
            case nodes.Finish():
                self._stop(cells, 0, -1)
                return None
        assert isinstance(end, nodes.Ask)
        return self._ask(end, cells)

    def _ask(self, end: nodes.Ask, cells: Cells) -> int | None:
        decision = self.program.decisions[end.decision]
        self._stop(cells, end.decision + 1, self._eval(decision.who, cells, {}))
        if not self.options(cells):
            if end.nothing is not None:
                return end.nothing
            raise Fault(decision.dead_end)
        if self.view.get(cells, "decisions") >= self.program.max_decisions:
            raise Fault(self.program.length_fault)
        return None

    def _stop(self, cells: Cells, pending: int, seat: int) -> None:
        if pending == 0:
            self.view.put_stack(cells, ())
        self.view.put(cells, "pending", pending)
        self.view.put(cells, "seat", seat)

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
                case nodes.CallProcedure(name, arguments):
                    procedure = self.procedures[name]
                    names = [parameter for parameter, _ in procedure.parameters]
                    values = [self._eval(one, cells, env) for one in arguments]
                    self._statements(procedure.body, cells, dict(zip(names, values, strict=True)))

    def _assign(self, node: nodes.Assign, cells: Cells, env: Env) -> None:
        value = self._eval(node.value, cells, env)
        have = bounds(node.field.type)
        if not have.lo <= value <= have.hi:
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
