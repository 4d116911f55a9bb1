"""Statements and blocks as lines of Cython."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import assert_never

from rulec.base.source_text import Span
from rulec.codegen.chance import meet_chance
from rulec.codegen.expressions import ExpressionText
from rulec.codegen.function import FunctionText, indented
from rulec.codegen.plan import Plan
from rulec.codegen.quote import comment
from rulec.codegen.rounds import members
from rulec.ir import nodes
from rulec.ir.control_flow import back_edges, without_options
from rulec.ir.program import Decision, OptionGroup, Probe, Procedure, Program
from rulec.ir.schema import FAR_BYTES, cell_bytes, is_far, saved_fields
from rulec.ir.types import ListType, SetType, Type, bounds
from rulec.runtime import control

_WORTH_A_FUNCTION = 4  # variables that are cleared together
LineOf = Callable[[Span], str]
_Group = tuple[OptionGroup, tuple[int, int]]  # where its options lie: the first word, how many
_AS_A_WHOLE = 8  # words of a set; of more, one is written where one member is put in or taken out
_COUNTED_ONE_BY_ONE = 16  # words of options; more of them are counted in a loop


@dataclass
class Locals:
    """C variables that a function needs, by name, in the order of their first use."""

    types: dict[str, str] = field(default_factory=dict)

    def declarations(self) -> list[str]:
        return [f"cdef {type_} {name}" for name, type_ in self.types.items()]


class BlockText:
    def __init__(self, program: Program, plan: Plan, expressions: ExpressionText, line_of: LineOf) -> None:
        self.program, self.plan, self.expressions, self.line_of = program, plan, expressions, line_of
        self.back_edges = back_edges(program.blocks)

    # --- statements -------------------------------------------------------------------------------------

    def statements(self, body: tuple[nodes.Stmt, ...], names: Locals) -> list[str]:
        """Lines of a function that returns -1 when a check fails."""
        lines: list[str] = []
        last: Span | None = None
        for statement in _clears_together(body):
            if isinstance(statement, list):
                lines.append(self.expressions.cleared(statement))
                continue
            if last is None or (statement.span.file, statement.span.line) != (last.file, last.line):
                lines.append(f"# {statement.span.line} {comment(self.line_of(statement.span))}")
            last = statement.span
            text = self._statement(statement, names)
            is_untried = isinstance(statement, nodes.CallProcedure | nodes.ForEach) and statement.untried
            lines += ["if not s.mode:", *indented(text)] if is_untried and self.program.searches else text
        return lines

    def _statement(self, node: nodes.Stmt, names: Locals) -> list[str]:
        text = self.expressions.text
        match node:
            case nodes.Assign():
                forgets = self.expressions.forgets(node.field)
                if node.field.axis is not None:
                    return [self._stored_bit(node), *forgets]
                return [*self._stored_cell(node), *forgets]
            case nodes.SetLocal(name, value):
                local = self.plan.local(name)
                names.types.setdefault(local, self.plan.c_type(value.type))
                return [f"{local} = {text(value)}"]
            case nodes.If(condition, then, otherwise):
                lines = [f"if {text(condition)}:", *indented(self.statements(then, names) or ["pass"])]
                if otherwise:
                    lines += ["else:", *indented(self.statements(otherwise, names))]
                return lines
            case nodes.ForEach(var, value, body):
                inner = self.statements(body, names) or ["pass"]
                lines = members(self.expressions, var, value, inner)
                return [self._start(line, names) for line in lines if not self._declared(line, names)]
            case nodes.Require(condition, fault):
                return [f"if not {text(condition)}:", f"    return fails(s, {fault + 1})"]
            case nodes.Save(fields, fault):
                return self._save(fields, fault)
            case nodes.CallProcedure(name, arguments):
                given = ", ".join(["s", *(text(one) for one in arguments)])
                return [f"if {self.plan.procedures[name]}({given}):", "    return -1"]
            case _ as other:
                assert_never(other)
        raise AssertionError(node)

    def _declared(self, line: str, names: Locals) -> bool:
        """`cdef T x` goes to the top of the function."""
        if not line.startswith("cdef ") or " = " in line:
            return False
        _, type_, name = line.split(" ")
        names.types.setdefault(name, type_)
        return True

    def _start(self, line: str, names: Locals) -> str:
        """`cdef T x = v` inside a body becomes an assignment, its declaration goes to the top."""
        if line.startswith("cdef "):
            declared, value = line.split(" = ", 1)
            _, type_, name = declared.split(" ")
            names.types.setdefault(name, type_)
            return f"{name} = {value}"
        return line

    def _stored(self, node: nodes.Assign) -> str:
        value = self.expressions.text(node.value)
        if isinstance(node.field.type, SetType):
            return value
        have = bounds(node.field.type)
        cell = self.plan.cell_type(node.field.name)
        if isinstance(node.value, nodes.Const):
            return value
        return f"<{cell}>rulec_range({value}, {have.lo}, {have.hi})"

    def _stored_cell(self, node: nodes.Assign) -> list[str]:
        field, target = node.field, self.expressions.cell(node.field, node.index)
        lines = [self._put_in_or_out(node, target) or self._put(field, target, self._stored(node))]
        total = self.expressions.total(node)
        if total:
            lines = [f"{total} -= {target}", *lines, f"{total} += {target}"]
        kept = self.plan.occupied.get(field.name)
        if kept is not None:
            which = self.expressions.offset(node.index[:1], (field.dims[0].size,))
            there = self.plan.is_there(field, which)
            lines.append(f"set{self.plan.words_of(field)}_put(&s.{kept}, {which}, {there})")
        return lines

    def _put_in_or_out(self, node: nodes.Assign, target: str) -> str:
        """One member put into a set of many words, or taken out: one of them is written.

        Smaller sets are written as they are read, by whole registers: to wait for the one word takes longer.
        """
        match node.value:
            case nodes.SetOp("|" | "-" as op, nodes.ReadField(field, index), nodes.Single(member)):
                same = field == node.field and index == node.index and bounds(member.type).lo >= 0
                count = 0 if isinstance(field.type, ListType) else cell_bytes(field)[0] // 8
                if same and count > _AS_A_WHOLE:
                    given = f"&{target}, {self.expressions.text(member)}, {int(op == '|')}"
                    noted = self._is_noted(field)
                    return f"set{count}_far_put(s.trail, s, {given})" if noted else f"set{count}_put({given})"
            case _:
                pass
        return ""

    def _put(self, field: nodes.Field, target: str, value: str) -> str:
        if not self._is_noted(field):
            return f"{target} = {value}"
        width, _ = cell_bytes(field)
        if width > 8:
            return f"set{width // 8}_far(s.trail, s, &{target}, {value})"
        cell = f"uint{8 * width}_t"
        return f"rulec_far{width}(s.trail, s, <{cell}*>&{target}, <{cell}>{value})"

    def _stored_bit(self, node: nodes.Assign) -> str:
        column, bit, count = self.expressions.bit(node.field, node.index)
        have = bounds(node.field.type)
        value = self.expressions.text(node.value)
        if not isinstance(node.value, nodes.Const):
            value = f"rulec_range({value}, {have.lo}, {have.hi})"
        if self._is_noted(node.field):
            return f"set{count}_far_put(s.trail, s, &{column}, {bit}, {value} == {have.hi})"
        return f"set{count}_put(&{column}, {bit}, {value} == {have.hi})"

    def _is_noted(self, field: nodes.Field) -> bool:
        """Is each change written down, so that a look-ahead can take it back?"""
        return self.program.searches and is_far(field)

    # --- blocks -----------------------------------------------------------------------------------------

    def block(self, number: int) -> FunctionText:
        block = self.program.blocks[number]
        names = Locals()
        lines = self._stop() if block.stops else []
        lines += self.statements(block.body, names)
        lines += self._end(number, block.end)
        parameters = "S* s"
        if block.parameter is not None:
            parameters += f", int {self.plan.local(block.parameter[0])}"
            names.types.pop(self.plan.local(block.parameter[0]), None)
        remark = f"{block.span.line}: {comment(block.name)}"
        return FunctionText(f"block_{number}", "int", parameters, [*names.declarations(), *lines], remark)

    def _end(self, number: int, end: nodes.End) -> list[str]:
        match end:
            case nodes.Goto(target):
                return [self._go(number, target)]
            case nodes.Cut(target):
                return [*self._stop(), self._go(number, target)]
            case nodes.Mark(probe, target):
                here = f"s.mode and s.probe == {probe}"
                if self.program.call_depth:
                    here += " and s.v_depth == s.probe_depth"
                done = [f"if {here}:", "    s.over = 2", "    return -1"] if self.program.searches else []
                return [*done, self._go(number, target)]
            case nodes.Branch(condition, then, otherwise):
                test = self.expressions.text(condition)
                return [f"if {test}:", f"    {self._go(number, then)}", self._go(number, otherwise)]
            case nodes.Switch(value, cases, otherwise):
                lines = [f"cdef int case = {self.expressions.text(value)}"]
                for n, block in cases:
                    lines += [f"if case == {n}:", f"    {self._go(number, block)}"]
                return [*lines, self._go(number, otherwise)]
            case nodes.Ask(decision, nothing):
                lines = [f"if ask_{decision}(s):", "    return -1"]
                if nothing is None:
                    return [f"ask_{decision}(s)", "return -1"]
                return [*lines, self._go(number, nothing)]
            case nodes.Call(target, back, fault):
                return [
                    f"if calls(s, {back}, {fault + 1}):",
                    "    return -1",
                    self._go(number, target),
                ]
            case nodes.Return():
                return ["return go_back(s)"]
            case nodes.Unwind(depth, target) if not self.program.call_depth:
                return [self._go(number, target)]
            case nodes.Unwind(depth, target):
                return [
                    f"cdef int depth = {self.expressions.text(depth)}",
                    "while s.v_depth > depth:",
                    "    go_back(s)",
                    self._go(number, target),
                ]
            case nodes.Chance():
                cut = [] if end.certain else self._stop()
                return cut + meet_chance(self.program, number, end)
            case nodes.Finish():
                pass
            case _ as other:
                assert_never(other)
        assert isinstance(end, nodes.Finish)
        clear = (
            ["memset(&s.v_stack, 0, sizeof(s.v_stack))", "s.v_depth = 0"] if self.program.call_depth else []
        )
        if self.program.frame_bytes:
            clear += [self._forget("s.v_saved[0]", "s.v_top"), "s.v_top = 0"]
        return [*clear, "s.v_pending = 0", "s.v_seat = -1", "s.count = 0", "return -1"]

    def _save(self, fields: tuple[nodes.Field, ...], fault: int) -> list[str]:
        size = sum(cell_bytes(one)[0] for one in fields)
        lines = [
            f"if s.v_top + {size} > {self.program.frame_bytes}:",
            f"    return fails(s, {fault + 1})",
        ]
        for one in fields:
            name = self.plan.fields[one.name]
            lines += [self._put_aside(name), f"s.v_top += sizeof(s.{name})"]
        return lines

    @property
    def _saved_is_far(self) -> bool:
        return self.program.searches and self.program.frame_bytes >= FAR_BYTES

    def _put_aside(self, name: str) -> str:
        if self._saved_is_far:
            return f"rulec_far_copy(s.trail, s, &s.v_saved[s.v_top], &s.{name}, sizeof(s.{name}))"
        return f"memcpy(&s.v_saved[s.v_top], &s.{name}, sizeof(s.{name}))"

    def _forget(self, first: str, size: str) -> str:
        if self._saved_is_far:
            return f"rulec_far_clear(s.trail, s, &{first}, {size})"
        return f"memset(&{first}, 0, {size})"

    def go_back(self) -> FunctionText:
        """Ends a called rule: what its caller has put aside comes back."""
        lines = [
            "cdef int back = s.v_stack[s.v_depth - 1]",
            "s.v_depth -= 1",
            "s.v_stack[s.v_depth] = 0",
        ]
        for block in self.program.blocks:
            saved = saved_fields(block)
            if not isinstance(block.end, nodes.Call) or not saved:
                continue
            lines.append(f"if back == {block.end.back}:")
            for one in reversed(saved):
                name = self.plan.fields[one.name]
                lines += [
                    f"    s.v_top -= sizeof(s.{name})",
                    f"    memcpy(&s.{name}, &s.v_saved[s.v_top], sizeof(s.{name}))",
                    f"    {self._forget('s.v_saved[s.v_top]', f'sizeof(s.{name})')}",
                ]
            lines += indented(self.expressions.forgets(*saved))
        return FunctionText("go_back", "int", "S* s", [*lines, "return back"], inline=False)

    def _stop(self) -> list[str]:
        """Nobody looks behind this: what was tried ends here, and what was taken on trust bears out."""
        if not self.program.searches:
            return []
        return ["if (s.mode or s.trusted) and stops(s):", "    return -1"]

    def _go(self, number: int, target: int) -> str:
        return f"return {target}" if (number, target) in self.back_edges else f"return block_{target}(s)"

    # --- decisions --------------------------------------------------------------------------------------

    def options(self, number: int, decision: Decision) -> FunctionText:
        """Works the options of a decision out, as sets; is there one that makes it worth asking?

        What is said of all words is said while they are at hand: to read them again, just written, is slow.
        """
        groups = list(zip(decision.groups, self.plan.group_words(decision), strict=True))
        lines = [
            f"cdef {'uint64_t' if count == 1 else f'set{count}'} group_{first}"
            f" = {self.expressions.text(group.options)}"
            for group, (first, count) in groups
        ]
        for _, (first, count) in groups:  # behind all that is asked: what two of them ask alike is asked once
            one, name = f"s.options[{first}]", f"group_{first}"
            lines.append(f"{one} = {name}" if count == 1 else f"memcpy(&{one}, &{name}, sizeof({name}))")
        counted = f"s.count = {self._number_of(groups)}"
        if self.program.searches:
            lines += [*self._filled(groups), "if not s.mode:  # who looks ahead does not count"]
            counted = f"    {counted}"
        lines.append(counted)
        lines.append(f"return {self._is_worth_asking(number, decision)}")
        remark = f"{decision.span.line} {comment(self.line_of(decision.span))}"
        return FunctionText(f"options_{number}", "bint", "S* s", lines, remark)

    def _number_of(self, groups: list[_Group]) -> str:
        """How many options there are."""
        words = sum(count for _, (_, count) in groups)
        if words > _COUNTED_ONE_BY_ONE:
            return f"rulec_count(s.options, {words})"
        counts = []
        for group, (first, count) in groups:
            name = f"group_{first}"
            of_one_word = f"<int>{name}" if group.domain.size == 1 else f"rulec_popcount({name})"
            counts.append(of_one_word if count == 1 else f"set{count}_count({name})")
        return " + ".join(counts)

    def _filled(self, groups: list[_Group]) -> list[str]:
        """Say of every word of the options whether it holds any."""
        filled, others = [], []
        for group, (first, count) in groups:
            name = f"group_{first}"
            if first + count > 64:
                others.append(f"rulec_fill(s.filled, s.options, {first}, {count})")
                continue
            of_one_word = name if group.domain.size == 1 else f"<uint64_t>({name} != 0)"
            some = of_one_word if count == 1 else f"rulec_filled({name}.w, {count})"
            filled.append(f"({some} << {first})")
        lines = [f"s.filled[0] = {' | '.join(filled) or '0'}"]
        return [*lines, *(f"s.filled[{n}] = 0" for n in range(1, self.plan.filled_words)), *others]

    def _is_worth_asking(self, number: int, decision: Decision) -> str:
        """Is there an option other than those that nobody is asked for?"""
        groups = self.plan.groups_by_word(decision)
        idle = number in without_options(self.program.blocks)
        worth = [place for place, (group, _) in enumerate(groups) if not (idle and group.idle)]
        if not self.program.searches and len(worth) == len(groups):
            return "s.count != 0"
        if not self.program.searches:
            return f"({' | '.join(f's.options[{place}]' for place in worth) or '0'}) != 0"
        tests = []
        for n in range(self.plan.filled_words):
            mask = sum(1 << place - 64 * n for place in worth if place // 64 == n)
            tests += [f"(s.filled[{n}] & {hex(mask)}ULL) != 0"] if mask else []
        return f"({' or '.join(tests) or '0'})"

    def ask(self, number: int, decision: Decision) -> Iterator[FunctionText]:
        """Stops for a decision; 0 where nothing is to be chosen from, by itself or (`asked`) in the end."""
        otherwise = number in without_options(self.program.blocks)
        groups = list(zip(decision.groups, self.plan.group_words(decision), strict=True))
        free = [f"s.options[{first}]" for group, (first, _) in groups if group.idle and group.free >= 0]
        unless = ""
        if otherwise and decision.unfinished is not None and free:
            unless = f" and not (({' | '.join(free)}) and unfinished_{number}(s))"
        fault = [f"    s.fault = {decision.dead_end + 1}"]
        passed_over = [*([] if otherwise else fault), "    return 0"]
        lines = [
            f"s.v_pending = {number + 1}",
            f"s.v_seat = <{self.plan.cell_type(control.SEAT)}>{self.expressions.text(decision.who)}",
        ]
        if self.program.searches and decision.settled and not otherwise:
            lines += ["if s.mode:  # there is a way on, whatever is offered", "    return 1"]
        elif self.program.searches and decision.settled_within and not otherwise:
            lines += ["if s.mode and is_settled(s):", "    return 1"]
        if self.program.searches and not otherwise and any(one.always_there for one in decision.groups):
            lines += [
                "if s.mode and s.v_seat != s.seeker:  # what exactly is offered to others is no matter",
                "    return 1",
            ]
        if self.program.searches and decision.hope is not None:
            lines += [
                f"if (s.mode or s.trusted) and s.v_seat == s.seeker and not hope_{number}(s):"
                "  # it can't be left any more",
                *fault,
                "    return 1",
            ]
        if decision.always >= 0 or decision.surely_asked:
            lines += [
                "if s.mode == DIVING:  # whatever is offered, it does the same first",
                "    return 1",
            ]
        lines += [f"if not options_{number}(s){unless}:", *passed_over]
        if self.program.searches:
            lines += ["if s.mode:", "    return 1"]
        asked = [
            f"if s.v_decisions >= {self.program.max_decisions}:",
            f"    s.fault = {self.program.length_fault + 1}",
            "return 1",
        ]
        if any(group.searched for group in decision.groups):
            filtered = [f"filter_{number}(s)", "if s.fault:", "    return 1"]
            filtered += [f"if not {self._is_worth_asking(number, decision)}{unless}:", *passed_over, *asked]
            yield FunctionText(f"asked_{number}", "int", "S* s", filtered)
            asked = [f"return asked_{number}(s)"]
        yield FunctionText(f"ask_{number}", "int", "S* s", [*lines, *asked])

    def told(self, name: str, value: nodes.Expr) -> FunctionText:
        """Something that holds of a decision, or does not."""
        return FunctionText(name, "int", "S* s", [f"return {self.expressions.text(value)}"])

    def can(self, number: int, probe: Probe) -> FunctionText:
        """Tries something, and takes it back."""
        fields = [field for field in probe.parameters if field is not None]
        given = [f"{self.plan.c_type(field.type)} a{n}" for n, field in enumerate(fields)]
        lines = [
            "cdef Search q",
            "cdef unsigned char before[NEAR]",
            "cdef Passing passing",
            "cdef int trial, found = 0",
            "memcpy(before, s, NEAR)",
            "memcpy(&passing, &s.fault, sizeof(Passing))",
            "search_begin(&q, who)",
            "for trial in range(2):  # straight on; and if that fails, every way",
            f"    try_on(s, &q, {number}, TRYING if trial else DIVING)",
        ]
        for n, one in enumerate(fields):
            cell = "" if isinstance(one.type, SetType) else f"<{self.plan.cell_type(one.name)}>"
            lines.append("    " + self._put(one, f"s.{self.plan.fields[one.name]}", f"{cell}a{n}"))
        lines += indented(self.expressions.forgets(*fields))
        lines += [
            f"    dispatch(s, block_{probe.block}(s))",
            "    found = explore(s, &q, 0) if trial else dive(s, &q, 0)",
            "    rulec_take_back(&q.known.trail, s, 0)",
            "    put_back(s, before, &passing)",
            "    if found != 2:",
            "        break",
            "    q.nodes = 0",
            "search_end(&q)",
            "if found < 0:",
            f"    s.fault = {self.program.lookahead_fault} - found",
            "return found > 0",
        ]
        parameters = ", ".join(["S* s", "int who", *given])
        return FunctionText(f"can_{number}", "int", parameters, lines, inline=False)

    def choose(self, number: int, decision: Decision) -> FunctionText:
        """Carries an option out, up to the next decision; the number of a block for the dispatcher, or -1."""
        lines: list[str] = []
        for group in decision.groups[:-1]:
            lines += [
                f"if action < {group.first + group.domain.size}:",
                f"    return {self._resume(group.resume, group.first)}",
            ]
        last = decision.groups[-1]
        lines.append(f"return {self._resume(last.resume, last.first)}")
        return FunctionText(f"choose_{number}", "int", "S* s, int action", lines)

    def _resume(self, block: int, first: int) -> str:
        if self.program.blocks[block].parameter is None:
            return f"block_{block}(s)"
        return f"block_{block}(s, action - {first})"

    def decider(self, number: int, decision: Decision) -> FunctionText:
        return FunctionText(
            f"decider_{number}", "int", "S* s", [f"return {self.expressions.text(decision.who)}"]
        )

    # --- functions and procedures -----------------------------------------------------------------------

    def function(
        self, name: str, parameters: tuple[tuple[str, Type], ...], result: nodes.Expr, span: Span
    ) -> FunctionText:
        given = ", ".join(["S* s", *(f"{self.plan.c_type(t)} {self.plan.local(n)}" for n, t in parameters)])
        lines = [f"return {self.expressions.text(result)}"]
        remark = f"{span.line} {comment(self.line_of(span))}"
        return FunctionText(self.plan.functions[name], self.plan.c_type(result.type), given, lines, remark)

    def procedure(self, procedure: Procedure) -> FunctionText:
        names = Locals()
        lines = self.statements(procedure.body, names)
        given = ["S* s"]
        for name, type_ in procedure.parameters:
            given.append(f"{self.plan.c_type(type_)} {self.plan.local(name)}")
            names.types.pop(self.plan.local(name), None)
        remark = f"{procedure.span.line} {comment(self.line_of(procedure.span))}"
        body = [*names.declarations(), *lines, "return s.fault"]
        return FunctionText(
            self.plan.procedures[procedure.name], "int", ", ".join(given), body, remark, False
        )


def _clears_together(body: tuple[nodes.Stmt, ...]) -> Iterator[nodes.Stmt | list[nodes.Assign]]:
    """The statements in order; where many variables are cleared one after the other, these as one."""
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
