"""Compiles statements to closures over the cells and the block's locals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulec.interp.evaluate import Evaluator
from rulec.interp.lists import over
from rulec.interp.value_maker import Cells, Env, InterpreterBug
from rulec.ir import nodes
from rulec.ir.program import Program
from rulec.ir.types import bounds
from rulec.runtime.view import View

Act = Callable[[Cells, Env], None]


class Fault(Exception):
    """A trap at run time; `number` is its index in the program's faults."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Statements:
    """Compiles the statements of one program on first use."""

    def __init__(self, program: Program, view: View, evaluator: Evaluator) -> None:
        self.view, self.evaluator = view, evaluator
        self.procedures = {one.name: one for one in program.procedures}
        self.made: dict[str, tuple[list[str], tuple[Act, ...]]] = {}
        self.trying = False  # is what is carried out only a trial?

    def acts(self, body: tuple[nodes.Stmt, ...]) -> tuple[Act, ...]:
        return tuple(map(self._act, body))

    def _act(self, one: nodes.Stmt) -> Act:
        act = _MAKERS[type(one)](self, one)
        if not isinstance(one, nodes.CallProcedure | nodes.ForEach) or not one.untried:
            return act

        def when_played(cells: Cells, env: Env) -> None:
            if not self.trying:
                act(cells, env)

        return when_played

    def procedure(self, name: str) -> tuple[list[str], tuple[Act, ...]]:
        """Return a procedure's parameter names and its body as a closure."""
        found = self.made.get(name)
        if found is None:
            one = self.procedures[name]
            found = self.made[name] = [parameter for parameter, _ in one.parameters], self.acts(one.body)
        return found

    def _assign(self, node: nodes.Assign) -> Act:
        field, value = node.field, self.evaluator.value(node.value)
        place = self.evaluator.place(field, node.index)
        have, frame = bounds(field.type), field.role == "frame"
        lo, hi = have.lo, have.hi

        def assign(cells: Cells, env: Env) -> None:
            new = value(cells, env)
            if not lo <= new <= hi and not (frame and new == 0):  # a frame is cleared when it is left
                raise InterpreterBug(f"{field.name} becomes {new}, outside {have}")
            cells[place(cells, env)] = new

        return assign

    def _set_local(self, node: nodes.SetLocal) -> Act:
        name, value = node.name, self.evaluator.value(node.value)

        def set_local(cells: Cells, env: Env) -> None:
            env[name] = value(cells, env)

        return set_local

    def _if(self, node: nodes.If) -> Act:
        condition = self.evaluator.value(node.condition)
        then, otherwise = self.acts(node.then), self.acts(node.otherwise)

        def branch(cells: Cells, env: Env) -> None:
            for act in then if condition(cells, env) else otherwise:
                act(cells, env)

        return branch

    def _for_each(self, node: nodes.ForEach) -> Act:
        var, value, body = node.var, self.evaluator.value(node.value), self.acts(node.body)
        members = over(node.value.type)

        def each(cells: Cells, env: Env) -> None:
            for member in members(value(cells, env)):
                env[var] = member
                for act in body:
                    act(cells, env)

        return each

    def _require(self, node: nodes.Require) -> Act:
        condition, fault = self.evaluator.value(node.condition), node.fault

        def require(cells: Cells, env: Env) -> None:
            if not condition(cells, env):
                raise Fault(fault)

        return require

    def _save(self, node: nodes.Save) -> Act:
        names, fault = [field.name for field in node.fields], node.fault

        def save(cells: Cells, env: Env) -> None:
            if not self.view.save(cells, names):
                raise Fault(fault)

        return save

    def _call(self, node: nodes.CallProcedure) -> Act:
        name, arguments = node.procedure, [self.evaluator.value(one) for one in node.arguments]

        def call(cells: Cells, env: Env) -> None:
            parameters, acts = self.procedure(name)
            values = [one(cells, env) for one in arguments]
            inner = dict(zip(parameters, values, strict=True))
            for act in acts:
                act(cells, inner)

        return call


_MAKERS: dict[type, Callable[[Statements, Any], Act]] = {
    nodes.Assign: Statements._assign,
    nodes.SetLocal: Statements._set_local,
    nodes.If: Statements._if,
    nodes.ForEach: Statements._for_each,
    nodes.Require: Statements._require,
    nodes.Save: Statements._save,
    nodes.CallProcedure: Statements._call,
}
