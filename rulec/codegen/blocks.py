"""Emits statements and blocks as lines of Cython."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import assert_never

from rulec.base.source_text import Span
from rulec.codegen import coded_sets
from rulec.codegen.chance import meet_chance
from rulec.codegen.expressions import ExpressionText
from rulec.codegen.member_loops import members
from rulec.codegen.name_plan import NamePlan
from rulec.codegen.quote import comment
from rulec.codegen.text_nodes import (
    Called,
    Code,
    Comment,
    Declaration,
    FunctionText,
    Local,
    Piece,
    Statement,
    Suite,
    below,
    call,
    code,
    piece,
    when,
)
from rulec.ir import nodes
from rulec.ir.control_flow import back_edges
from rulec.ir.program import Probe, Procedure, Program
from rulec.ir.schema import FAR_BYTES, cell_bytes, is_far, is_narrow, saved_fields
from rulec.ir.types import ListType, SetType, Type, bounds

_WORTH_A_FUNCTION = 4  # variables that are cleared together
LineOf = Callable[[Span], str]
_AS_A_WHOLE = 8  # words of a set; of more, one is written where one member is put in or taken out


@dataclass
class Locals:
    """C variables of a function, by name, in the order of their first use."""

    types: dict[Piece, str] = field(default_factory=dict)

    def declarations(self) -> list[Statement]:
        return [Declaration(type_, name) for name, type_ in self.types.items()]

    def hoisted(self, lines: Iterable[Statement]) -> Iterator[Statement]:
        """Hoist declarations to the top of the function; initial values become assignments in place."""
        for line in lines:
            if not isinstance(line, Declaration):
                yield line
                continue
            self.types.setdefault(line.name, line.type)
            if line.value is not None:
                yield code("{} = {}", line.name, line.value)


class BlockText:
    def __init__(
        self, program: Program, plan: NamePlan, expressions: ExpressionText, line_of: LineOf
    ) -> None:
        self.program, self.plan, self.expressions, self.line_of = program, plan, expressions, line_of
        self.back_edges = back_edges(program.blocks)

    # --- statements -------------------------------------------------------------------------------------

    def statements(self, body: tuple[nodes.Stmt, ...], names: Locals) -> list[Statement]:
        """Emit the lines of a function that returns -1 when a check fails."""
        lines: list[Statement] = []
        last: Span | None = None
        for statement in _clears_together(body):
            if isinstance(statement, list):
                lines.append(self.expressions.cleared(statement))
                continue
            if last is None or (statement.span.file, statement.span.line) != (last.file, last.line):
                lines.append(Comment(f"{statement.span.line} {comment(self.line_of(statement.span))}"))
            last = statement.span
            text = self._statement(statement, names)
            is_untried = isinstance(statement, nodes.CallProcedure | nodes.ForEach) and statement.untried
            lines += [when("not s.mode", *text)] if is_untried and self.program.searches else text
        return lines

    def _statement(self, node: nodes.Stmt, names: Locals) -> list[Statement]:
        text = self.expressions.text
        match node:
            case nodes.Assign():
                forgets = self.expressions.forgets(node.field)
                if node.field.axis is not None:
                    return [self._stored_bit(node), *forgets]
                if node.field.coded:
                    return [self._stored_code(node), *forgets]
                return [*self._stored_cell(node), *forgets]
            case nodes.SetLocal(name, value):
                local = Local(name)
                names.types.setdefault(local, self.plan.c_type(value.type))
                return [code("{} = {}", local, text(value))]
            case nodes.If(condition, then, otherwise):
                lines: list[Statement] = [when(text(condition), *(self.statements(then, names) or ["pass"]))]
                if otherwise:
                    lines.append(below("else:", *self.statements(otherwise, names)))
                return lines
            case nodes.ForEach(var, value, body):
                inner = self.statements(body, names) or ["pass"]
                return list(names.hoisted(members(self.expressions, var, value, inner)))
            case nodes.Require(condition, fault):
                return [when(code("not {}", text(condition)), f"return fails(s, {fault + 1})")]
            case nodes.Save(fields, fault):
                return self._save(fields, fault)
            case nodes.CallProcedure(name, arguments):
                called = call(Called(self.plan.procedures[name]), "s", *map(text, arguments))
                return [when(called, "return -1")]
            case _ as other:
                assert_never(other)
        raise AssertionError(node)

    def _stored(self, node: nodes.Assign) -> Code:
        value = self.expressions.text(node.value)
        if isinstance(node.field.type, SetType):
            return value
        if isinstance(node.value, nodes.Const):
            return value
        return code(f"<{self.plan.cell_type(node.field.name)}>{{}}", _in_range(value, node.field))

    def _stored_cell(self, node: nodes.Assign) -> list[Statement]:
        field, target = node.field, self.expressions.cell(node.field, node.index)
        lines: list[Statement] = [
            self._put_in_row(node)
            if field.rows
            else self._put_in_or_out(node, target) or self._put(field, target, self._stored(node))
        ]
        total = self.expressions.total(node)
        if total is not None:
            lines = [code("{} -= {}", total, target), *lines, code("{} += {}", total, target)]
        kept = self.plan.occupied.get(field.name)
        if kept is not None and not field.rows:
            which = self.expressions.offset(node.index[:1], (field.dims[0].size,))
            there = self.plan.is_there(field, which)
            lines.append(call(f"set{self.plan.words_of(field)}_put", f"&s.{kept}", which, there))
        return lines

    def _put_in_row(self, node: nodes.Assign) -> Code:
        """Emit the assignment of a cell of a stored row."""
        sizes = [dim.size for dim in node.field.dims]
        place = [
            self.expressions.offset((one,), (size,)) for one, size in zip(node.index, sizes, strict=True)
        ]
        return call(self.plan.put_in_row[node.field.name], "s", *place, self._stored(node))

    def _put_in_or_out(self, node: nodes.Assign, target: Code) -> Code | None:
        """Insert a member into a set of many words, or remove it: writes a single word.

        Smaller sets are written as they are read, by whole registers: to wait for the one word takes longer.
        """
        match node.value:
            case nodes.SetOp("|" | "-" as op, nodes.ReadField(field, index), nodes.Single(member)):
                same = field == node.field and index == node.index and bounds(member.type).lo >= 0
                count = 0 if isinstance(field.type, ListType) else cell_bytes(field)[0] // 8
                if same and count > _AS_A_WHOLE:
                    given = (code("&{}", target), self.expressions.text(member), str(int(op == "|")))
                    if self._is_noted(field):
                        return call(f"set{count}_far_put", "s.trail", "s", *given)
                    return call(f"set{count}_put", *given)
            case _:
                pass
        return None

    def _put(self, field: nodes.Field, target: Code, value: Code) -> Code:
        if not self._is_noted(field):
            return self.expressions.stored(field, target, value)
        width, _ = cell_bytes(field)
        if is_narrow(field) and self.expressions.words(field.type) > 1:
            return self.expressions.call_set(
                "far_store", field.type, "s.trail", "s", code("&{}", target), value, str(width)
            )
        if width > 8:
            return call(f"set{width // 8}_far", "s.trail", "s", code("&{}", target), value)
        cell = f"uint{8 * width}_t"
        given = (code(f"<{cell}*>&{{}}", target), code(f"<{cell}>{{}}", value))
        return call(f"rulec_far{width}", "s.trail", "s", *given)

    def _stored_bit(self, node: nodes.Assign) -> Code:
        column, bit, count = self.expressions.bit(node.field, node.index)
        value = self.expressions.text(node.value)
        if not isinstance(node.value, nodes.Const):
            value = _in_range(value, node.field)
        given = (code("&{}", column), bit, code(f"{{}} == {bounds(node.field.type).hi}", value))
        if self._is_noted(node.field):
            return call(f"set{count}_far_put", "s.trail", "s", *given)
        return call(f"set{count}_put", *given)

    def _stored_code(self, node: nodes.Assign) -> Code:
        trail = "s.trail" if self._is_noted(node.field) else "NULL"
        alone = coded_sets.put(self.expressions, node, trail)
        if alone is not None:
            return alone
        cell, value = self.expressions.coded(node.field, node.index), self.expressions.text(node.value)
        return self.expressions.call_set("code", node.field.type, trail, "s", *cell, value)

    def _is_noted(self, field: nodes.Field) -> bool:
        """Return whether changes of the field are logged, so that a look-ahead can undo them."""
        return self.program.searches and is_far(field)

    # --- blocks -----------------------------------------------------------------------------------------

    def block(self, number: int) -> FunctionText:
        block = self.program.blocks[number]
        names = Locals()
        lines = self._stop() if block.ends_search else []
        lines += self.statements(block.body, names)
        lines += self._end(number, block.end)
        parameters: list[Piece] = []
        if block.parameter is not None:
            parameter = Local(block.parameter[0])
            parameters.append(code("int {}", parameter))
            names.types.pop(parameter, None)
        remark = f"{block.span.line}: {comment(block.name)}"
        return FunctionText(
            self.plan.blocks[number], "int", parameters, [*names.declarations(), *lines], remark
        )

    def _end(self, number: int, end: nodes.End) -> list[Statement]:
        match end:
            case nodes.Goto(target):
                return [self._go(number, target)]
            case nodes.Cut(target):
                return [*self._stop(), self._go(number, target)]
            case nodes.ProbeSuccess(probe, target):
                return [*self._reached(probe), self._go(number, target)]
            case nodes.Branch(condition, then, otherwise):
                return [
                    when(self.expressions.text(condition), self._go(number, then)),
                    self._go(number, otherwise),
                ]
            case nodes.Switch(value, cases, otherwise):
                return [
                    Declaration("int", "case", self.expressions.text(value)),
                    *(when(f"case == {n}", self._go(number, block)) for n, block in cases),
                    self._go(number, otherwise),
                ]
            case nodes.Ask(decision, None):
                return [f"{self.plan.decision_function(decision, 'ask')}(s)", "return -1"]
            case nodes.Ask(decision, nothing):
                assert nothing is not None
                return [
                    when(f"{self.plan.decision_function(decision, 'ask')}(s)", "return -1"),
                    self._go(number, nothing),
                ]
            case nodes.Call(target, back, fault):
                return [
                    when(f"calls(s, {self.plan.at(back)}, {fault + 1})", "return -1"),
                    self._go(number, target),
                ]
            case nodes.Return():
                return ["return go_back(s)"]
            case nodes.Unwind(depth, target) if not self.program.call_depth:
                return [self._go(number, target)]
            case nodes.Unwind(depth, target):
                return [
                    Declaration("int", "depth", self.expressions.text(depth)),
                    below("while s.v_depth > depth:", "go_back(s)"),
                    self._go(number, target),
                ]
            case nodes.Chance():
                cut = [] if end.certain else self._stop()
                return cut + meet_chance(self.program, self.plan, number, end)
            case nodes.Finish():
                return self._finish()
            case _ as other:
                assert_never(other)
        raise AssertionError(end)

    def _reached(self, probe: int) -> list[Statement]:
        """Emit the success point of a probe."""
        if not self.program.searches:
            return []
        here = f"s.mode and s.probe == {probe}"
        if self.program.call_depth:
            here += " and s.v_depth == s.probe_depth"
        return [when(here, "s.over = 2", "return -1")]

    def _finish(self) -> list[Statement]:
        clear: list[Statement] = []
        if self.program.call_depth:
            clear += ["memset(&s.v_stack, 0, sizeof(s.v_stack))", "s.v_depth = 0"]
        if self.program.frame_bytes:
            clear += [self._forget("s.v_saved[0]", "s.v_top"), "s.v_top = 0"]
        return [*clear, "s.v_pending = 0", "s.v_seat = -1", "s.count = 0", "return -1"]

    def _save(self, fields: tuple[nodes.Field, ...], fault: int) -> list[Statement]:
        size = sum(cell_bytes(one)[0] for one in fields)
        full = f"s.v_top + {size} > {self.program.frame_bytes}"
        lines: list[Statement] = [when(full, f"return fails(s, {fault + 1})")]
        for one in fields:
            name = self.plan.fields[one.name]
            lines += [self._put_aside(name), f"s.v_top += sizeof(s.{name})"]
        return lines

    @property
    def _saved_is_far(self) -> bool:
        return self.program.searches and self.program.frame_bytes >= FAR_BYTES

    def _put_aside(self, name: str) -> Code:
        given = ("&s.v_saved[s.v_top]", f"&s.{name}", f"sizeof(s.{name})")
        if self._saved_is_far:
            return call("rulec_far_copy", "s.trail", "s", *given)
        return call("memcpy", *given)

    def _forget(self, first: str, size: str) -> Code:
        if self._saved_is_far:
            return call("rulec_far_clear", "s.trail", "s", f"&{first}", size)
        return call("memset", f"&{first}", "0", size)

    def go_back(self) -> FunctionText:
        """Emit the end of a called rule: restore the caller's saved locals."""
        lines: list[Statement] = [
            Declaration("int", "back", "RETURN_BLOCK[s.v_stack[s.v_depth - 1]]"),
            "s.v_depth -= 1",
            "s.v_stack[s.v_depth] = 0",
        ]
        for block in self.program.blocks:
            saved = saved_fields(block)
            if not isinstance(block.end, nodes.Call) or not saved:
                continue
            restored: list[Statement] = []
            for one in reversed(saved):
                name = f"s.{self.plan.fields[one.name]}"
                restored += [
                    f"s.v_top -= sizeof({name})",
                    call("memcpy", f"&{name}", "&s.v_saved[s.v_top]", f"sizeof({name})"),
                    self._forget("s.v_saved[s.v_top]", f"sizeof({name})"),
                ]
            lines.append(
                when(f"back == {self.plan.at(block.end.back)}", *restored, *self.expressions.forgets(*saved))
            )
        return FunctionText("go_back", "int", [], [*lines, "return back"], inline=False)

    def _stop(self) -> list[Statement]:
        """Emit a commit point: trials end here, and speculation is confirmed."""
        if not self.program.searches:
            return []
        return [when("(s.mode or s.trusted) and stops(s)", "return -1")]

    def _go(self, number: int, target: int) -> str:
        if (number, target) in self.back_edges:
            return f"return {self.plan.at(target)}"
        return f"return {self.plan.blocks[target]}(s)"

    # --- trials -----------------------------------------------------------------------------------------

    def can(self, number: int, probe: Probe) -> FunctionText:
        """Emit a feasibility probe: try, then undo."""
        fields = [field for field in probe.parameters if field is not None]
        given: list[Piece] = [code(f"{self.plan.c_type(one.type)} {{}}", Local(one.name)) for one in fields]
        trial: list[Statement] = [f"try_on(s, &q, {number}, TRYING if trial else DIVING)"]
        for one in fields:
            cell = "" if isinstance(one.type, SetType) else f"<{self.plan.cell_type(one.name)}>"
            target = piece(f"s.{self.plan.fields[one.name]}")
            trial.append(self._put(one, target, code(f"{cell}{{}}", Local(one.name))))
        trial += self.expressions.forgets(*fields)
        trial += [
            f"dispatch(s, {self.plan.blocks[probe.block]}(s))",
            "found = explore(s, &q, 0) if trial else dive(s, &q, 0)",
            "rulec_take_back(&q.known.trail, s, 0)",
            "put_back(s, before, &passing)",
            when("found != 2", "break"),
            "q.nodes = 0",
        ]
        lines: list[Statement] = [
            Declaration("Search", "q"),
            Declaration("unsigned char", "before[NEAR]"),
            Declaration("Passing", "passing"),
            Declaration("int", "trial, found = 0"),
            "memcpy(before, s, NEAR)",
            "memcpy(&passing, &s.fault, sizeof(Passing))",
            "search_begin(&q, who)",
            Suite("for trial in range(2):", trial, "straight on; and if that fails, every way"),
            "search_end(&q)",
            when("found < 0", f"s.fault = {self.program.lookahead_fault} - found"),
            "return found > 0",
        ]
        return FunctionText(self.plan.probes[number], "int", ["int who", *given], lines, inline=False)

    # --- functions and procedures -----------------------------------------------------------------------

    def function(
        self, name: str, parameters: tuple[tuple[str, Type], ...], result: nodes.Expr, span: Span
    ) -> FunctionText:
        given: list[Piece] = [code(f"{self.plan.c_type(t)} {{}}", Local(n)) for n, t in parameters]
        lines: list[Statement] = [code("return {}", self.expressions.text(result))]
        remark = f"{span.line} {comment(self.line_of(span))}"
        return FunctionText(self.plan.functions[name], self.plan.c_type(result.type), given, lines, remark)

    def procedure(self, procedure: Procedure) -> FunctionText:
        names = Locals()
        lines = self.statements(procedure.body, names)
        given: list[Piece] = []
        for name, type_ in procedure.parameters:
            given.append(code(f"{self.plan.c_type(type_)} {{}}", Local(name)))
            names.types.pop(Local(name), None)
        remark = f"{procedure.span.line} {comment(self.line_of(procedure.span))}"
        body = [*names.declarations(), *lines, "return s.fault"]
        return FunctionText(self.plan.procedures[procedure.name], "int", given, body, remark, False)


def _in_range(value: Piece, field: nodes.Field) -> Code:
    """Return the value; a debug build checks its range."""
    have = bounds(field.type)
    return call("rulec_range", value, str(have.lo), str(have.hi))


def _clears_together(body: tuple[nodes.Stmt, ...]) -> Iterator[nodes.Stmt | list[nodes.Assign]]:
    """Merge consecutive clears of many variables into one."""
    for clears, statements in groupby(body, _clears):
        found = list(statements)
        distinct = {one.field.name: one for one in found if isinstance(one, nodes.Assign)}
        if clears and len(found) == len(distinct) >= _WORTH_A_FUNCTION:
            yield list(distinct.values())
        else:
            yield from found


def _clears(statement: nodes.Stmt) -> bool:
    return (
        isinstance(statement, nodes.Assign)
        and not statement.index
        and isinstance(statement.value, nodes.Const)
        and not is_far(statement.field)
    )
