"""Emits chance: candidates, draws from the state's generator, continuation."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.codegen.byte_scans import row_of_bytes, sum_of_bytes
from rulec.codegen.expressions import ExpressionText
from rulec.codegen.member_loops import members
from rulec.codegen.name_plan import NamePlan
from rulec.codegen.text_nodes import Code, Declaration, FunctionText, Local, Statement, call, code, when
from rulec.ir import nodes
from rulec.ir.program import Program
from rulec.ir.schema import words
from rulec.ir.types import SetType


def meet_chance(program: Program, plan: NamePlan, block: int, end: nodes.Chance) -> list[Statement]:
    """Emit the block's end: suspend for an outcome, or draw one and continue."""
    number = program.chances.index(block)
    # A trial explores every outcome, and so does an option taken on trust.
    trying = " or s.mode or s.trusted" if end.certain and program.searches else ""
    nothing = f"fails(s, {end.dead_end + 1})"
    return [
        when(
            f"s.v_chance{trying}",
            f"s.v_pending = {len(program.decisions) + 1 + number}",
            "s.v_seat = -1",
            f"{plan.chance_function(number, 'outcomes')}(s)",
            f"return {nothing} if s.count == 0 else -1",
        ),
        Declaration("int", "drawn", f"{plan.chance_function(number, 'sample')}(s)"),
        when("drawn < 0", f"return {nothing}"),
        f"s.v_draws[{end.event}] += 1",
        f"return {plan.blocks[end.resume]}(s, drawn)",
    ]


class ChanceText:
    """Emits the functions of all chance nodes."""

    def __init__(self, program: Program, plan: NamePlan, expressions: ExpressionText) -> None:
        self.program, self.plan, self.expressions = program, plan, expressions
        ends = [program.blocks[block].end for block in program.chances]
        self.ends = [end for end in ends if isinstance(end, nodes.Chance)]

    def functions(self) -> Iterator[FunctionText]:
        for number, end in enumerate(self.ends):
            yield self._weights(number, end)
            yield self._outcomes(number, end)
            yield self._sample(number, end)
            yield self._outcome(number, end)

    def _loop(self, end: nodes.Chance, *body: Statement) -> list[Statement]:
        """Emit a loop over the members, with `weight` their weight."""
        given = code("weight = {}", self.expressions.text(end.weight))
        return members(self.expressions, end.var, end.members, [given, *body])

    def _weights(self, number: int, end: nodes.Chance) -> FunctionText:
        loop = self._loop(end, when("weight > 0", "out[n] = weight", "n += 1"))
        lines = [Declaration("int", "n", "0"), _WEIGHT, *loop, "return n"]
        return FunctionText(
            self.plan.chance_function(number, "weights"), "int", ["int64_t* out"], lines, inline=False
        )

    def _outcomes(self, number: int, end: nodes.Chance) -> FunctionText:
        name = Local(end.var)
        add = when(
            "weight > 0",
            code("s.options[{} >> 6] |= <uint64_t>1 << ({} & 63)", name, name),
            "s.count += 1",
        )
        lines: list[Statement] = [
            "memset(&s.options, 0, sizeof(s.options))",
            "s.count = 0",
            _WEIGHT,
            *self._loop(end, add),
        ]
        return FunctionText(self.plan.chance_function(number, "outcomes"), "void", [], lines, inline=False)

    def _sample(self, number: int, end: nodes.Chance) -> FunctionText:
        """Emit the draw of a member from the event's stream; -1 where none is possible."""
        stream = call("rulec_stream", "s.v_rng", f"RULEC_STREAM_CHANCE + {end.event}")
        drawn = call("rulec_draw", stream, f"s.v_draws[{end.event}]")
        in_all = sum_of_bytes(self.expressions, end.var, end.members, end.weight)
        lines: list[Statement]
        if end.weight == nodes.Const(1, end.weight.type):
            lines = self._equally_likely(end, drawn)
        elif in_all is not None and isinstance(end.weight, nodes.ReadField):
            bytes_ = row_of_bytes(self.expressions, end.weight)
            lines = [
                Declaration("uint32_t", "n", code("<uint32_t>({})", in_all)),
                when("n == 0", "return -1"),
                code("return {}", call("rulec_kind_of", *bytes_, call("rulec_below", drawn, "n"))),
            ]
        else:
            found = when("rest < 0", code("return {}", Local(end.var)))
            lines = [
                Declaration("int64_t", "rest", "0"),
                _WEIGHT,
                *self._loop(end, "rest += weight"),
                when("rest == 0", "return -1"),
                code("rest = {}", call("rulec_below", drawn, "<uint32_t>rest")),
                *_again(self._loop(end, "rest -= weight", found)),
                "return -1",
            ]
        return FunctionText(self.plan.chance_function(number, "sample"), "int", [], lines)

    def _equally_likely(self, end: nodes.Chance, drawn: Code) -> list[Statement]:
        assert isinstance(end.members.type, SetType)
        count = words(end.members.type)
        type_ = "uint64_t" if count == 1 else f"set{count}"
        kth = "rulec_kth" if count == 1 else f"set{count}_kth"
        below_n = code("<int>{}", call("rulec_below", drawn, "n"))
        return [
            Declaration(type_, "among", self.expressions.text(end.members)),
            Declaration("uint32_t", "n", f"set{count}_count(among)"),
            when("n == 0", "return -1"),
            code("return {}", call(kth, "among", below_n)),
        ]

    def _outcome(self, number: int, end: nodes.Chance) -> FunctionText:
        """Emit the continuation of an outcome."""
        first = self.program.events[end.event].first
        resumed = f"{self.plan.blocks[end.resume]}(s, outcome - {first})"
        lines: list[Statement] = [f"s.v_draws[{end.event}] += 1", f"return {resumed}"]
        return FunctionText(
            self.plan.chance_function(number, "outcome"), "int", ["int outcome"], lines, inline=False
        )


_WEIGHT = Declaration("int64_t", "weight")


def _again(lines: list[Statement]) -> Iterator[Statement]:
    """Repeat a loop's lines, with declarations turned into assignments."""
    for line in lines:
        if not isinstance(line, Declaration):
            yield line
        elif line.value is not None:
            yield code("{} = {}", line.name, line.value)
