"""Emits decisions: deciders, options, whether to ask, and the blocks behind options."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.codegen.blocks import LineOf
from rulec.codegen.expressions import ExpressionText
from rulec.codegen.name_plan import NamePlan
from rulec.codegen.quote import comment
from rulec.codegen.text_nodes import (
    Code,
    Declaration,
    FunctionText,
    Piece,
    Statement,
    chained,
    code,
    grouped,
    piece,
    when,
)
from rulec.ir import nodes
from rulec.ir.control_flow import without_options
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.runtime import control

_Group = tuple[OptionGroup, tuple[int, int], str]  # its first word of options, how many, and their name
_COUNTED_ONE_BY_ONE = 16  # words of options; more of them are counted in a loop


class DecisionText:
    def __init__(
        self, program: Program, plan: NamePlan, expressions: ExpressionText, line_of: LineOf
    ) -> None:
        self.program, self.plan, self.expressions, self.line_of = program, plan, expressions, line_of

    def options(self, number: int, decision: Decision) -> FunctionText:
        """Emit the computation of the options as sets; the function returns whether to ask.

        Counts and masks are computed from locals: reading words just stored is slow.
        """
        names = [f"offered_{name}" for name in self.plan.words_named(decision)]
        places = self.plan.group_words(decision)
        groups = list(zip(decision.groups, places, names, strict=True))
        lines: list[Statement] = [
            Declaration(
                "uint64_t" if count == 1 else f"set{count}", name, self.expressions.text(group.options)
            )
            for group, (_, count), name in groups
        ]
        # The stores follow all tests, so that the C compiler can share equal tests.
        for _, (first, count), name in groups:
            one = f"s.options[{first}]"
            lines.append(f"{one} = {name}" if count == 1 else f"memcpy(&{one}, &{name}, sizeof({name}))")
        counted = code("s.count = {}", self._number_of(groups))
        if self.program.searches:
            lines += self._filled(groups)
            lines.append(when("not s.mode", counted, remark="a trial needs no count"))
        else:
            lines.append(counted)
        lines.append(code("return {}", self._is_worth_asking(number, decision)))
        remark = f"{decision.span.line} {comment(self.line_of(decision.span))}"
        return FunctionText(self.plan.decision_function(number, "options"), "bint", [], lines, remark)

    def _number_of(self, groups: list[_Group]) -> Code:
        """Count the options."""
        words = sum(count for _, (_, count), _ in groups)
        if words > _COUNTED_ONE_BY_ONE:
            return piece(f"rulec_count(s.options, {words})")
        counts = []
        for group, (_, count), name in groups:
            of_one_word = f"<int>{name}" if group.domain.size == 1 else f"rulec_popcount({name})"
            counts.append(of_one_word if count == 1 else f"set{count}_count({name})")
        return chained("+", counts)

    def _filled(self, groups: list[_Group]) -> list[Statement]:
        """Emit the update of the mask of non-empty option words."""
        filled: list[Piece] = []
        others: list[Statement] = []
        for group, (first, count), name in groups:
            if first + count > 64:
                others.append(f"rulec_fill(s.filled, s.options, {first}, {count})")
                continue
            of_one_word = name if group.domain.size == 1 else f"<uint64_t>({name} != 0)"
            some = of_one_word if count == 1 else f"rulec_filled({name}.w, {count})"
            filled.append(f"({some} << {first})")
        lines: list[Statement] = [code("s.filled[0] = {}", chained("|", filled or ["0"]))]
        return [*lines, *(f"s.filled[{n}] = 0" for n in range(1, self.plan.filled_words)), *others]

    def _is_worth_asking(self, number: int, decision: Decision) -> Code:
        """Emit the test for options other than idle ones."""
        groups = self.plan.groups_by_word(decision)
        idle = number in without_options(self.program.blocks)
        worth = [place for place, (group, _) in enumerate(groups) if not (idle and group.is_noop)]
        if not self.program.searches and len(worth) == len(groups):
            return piece("s.count != 0")
        if not self.program.searches:
            some = chained("|", [f"s.options[{place}]" for place in worth] or ["0"])
            return code("{} != 0", some if len(worth) > 1 else grouped(some))
        tests: list[Piece] = []
        for n in range(self.plan.filled_words):
            mask = sum(1 << place - 64 * n for place in worth if place // 64 == n)
            tests += [f"(s.filled[{n}] & {hex(mask)}ULL) != 0"] if mask else []
        some = chained("or", tests or ["0"])
        return some if len(tests) > 1 else grouped(some)

    def ask(self, number: int, decision: Decision) -> Iterator[FunctionText]:
        """Emit the suspension; 0 where there is no choice, locally or (`asked`) after look-ahead."""
        otherwise = number in without_options(self.program.blocks)
        fault: list[Statement] = [f"s.fault = {decision.dead_end + 1}"]
        passed_over: list[Statement] = [*([] if otherwise else fault), "return 0"]
        unless = self._unless_unfinished(number, decision) if otherwise else None
        lines: list[Statement] = [
            f"s.v_pending = {number + 1}",
            code(
                f"s.v_seat = <{self.plan.cell_type(control.SEAT)}>{{}}", self.expressions.text(decision.who)
            ),
        ]
        lines += self._not_asked(number, decision, otherwise)
        options = code(f"not {self.plan.decision_function(number, 'options')}(s)")
        lines.append(when(code("{}{}", options, unless) if unless else options, *passed_over))
        if self.program.searches:
            lines.append(when("s.mode", "return 1"))
        asked: list[Statement] = [
            when(
                f"s.v_decisions >= {self.program.max_decisions}",
                f"s.fault = {self.program.length_fault + 1}",
            ),
            "return 1",
        ]
        if any(group.legality.needs_search for group in decision.groups):
            worth = code("not {}", self._is_worth_asking(number, decision))
            filtered: list[Statement] = [
                f"{self.plan.decision_function(number, 'filter')}(s)",
                when("s.fault", "return 1"),
                when(code("{}{}", worth, unless) if unless else worth, *passed_over),
                *asked,
            ]
            yield FunctionText(self.plan.decision_function(number, "asked"), "int", [], filtered)
            asked = [f"return {self.plan.decision_function(number, 'asked')}(s)"]
        yield FunctionText(self.plan.decision_function(number, "ask"), "int", [], [*lines, *asked])

    def _unless_unfinished(self, number: int, decision: Decision) -> Code | None:
        """Ask for free actions alone only while work is pending."""
        groups = zip(decision.groups, self.plan.group_words(decision), strict=True)
        free = [
            f"s.options[{first}]" for group, (first, _) in groups if group.is_noop and group.free_action >= 0
        ]
        if decision.has_pending_work is None or not free:
            return None
        some = chained("|", free)
        given = some if len(free) > 1 else grouped(some)
        return code(f" and not ({{}} and {self.plan.decision_function(number, 'unfinished')}(s))", given)

    def _not_asked(self, number: int, decision: Decision, otherwise: bool) -> list[Statement]:
        """Emit the shortcuts of a look-ahead that decide before the options are computed."""
        lines: list[Statement] = []
        if not self.program.searches:
            return lines
        if decision.legality.completable and not otherwise:
            lines.append(when("s.mode", "return 1", remark="completable, whatever the options"))
        elif decision.legality.completable_in_rule and not otherwise:
            lines.append(when("s.mode and is_settled(s)", "return 1"))
        if not otherwise and any(one.always_there for one in decision.groups):
            remark = "the options of others do not matter"
            lines.append(when("s.mode and s.v_seat != s.seeker", "return 1", remark=remark))
        if decision.legality.exit_condition is not None:
            no_exit = f"not {self.plan.decision_function(number, 'exit_condition')}(s)"
            lines.append(
                when(
                    f"(s.mode or s.trusted) and s.v_seat == s.seeker and {no_exit}",
                    f"s.fault = {decision.dead_end + 1}",
                    "return 1",
                    remark="the necessary exit condition fails",
                )
            )
        if decision.legality.constant_option >= 0 or decision.legality.always_asked:
            remark = "its first try does not depend on the options"
            lines.append(when("s.mode == DIVING", "return 1", remark=remark))
        return lines

    def value_function(self, name: str, value: nodes.Expr) -> FunctionText:
        """Build the function that returns a value of a decision."""
        return FunctionText(name, "int", [], [code("return {}", self.expressions.text(value))])

    def choose(self, number: int, decision: Decision) -> FunctionText:
        """Emit the dispatch on an option, up to the next decision: the number of a block, or -1."""
        lines: list[Statement] = []
        for group in decision.groups[:-1]:
            resumed = f"return {self._resume(group.resume, group.first)}"
            lines.append(when(f"action < {group.first + group.domain.size}", resumed))
        last = decision.groups[-1]
        lines.append(f"return {self._resume(last.resume, last.first)}")
        return FunctionText(self.plan.decision_function(number, "choose"), "int", ["int action"], lines)

    def _resume(self, block: int, first: int) -> str:
        name = self.plan.blocks[block]
        if self.program.blocks[block].parameter is None:
            return f"{name}(s)"
        return f"{name}(s, action - {first})"

    def decider(self, number: int, decision: Decision) -> FunctionText:
        return self.value_function(self.plan.decision_function(number, "decider"), decision.who)
