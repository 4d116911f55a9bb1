"""Chance as lines of Cython: what it can bring, what the state's generator draws, how the game goes on."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.codegen.expressions import ExpressionText
from rulec.codegen.function import FunctionText
from rulec.codegen.plan import Plan
from rulec.codegen.rounds import members
from rulec.codegen.scanning import row_of_bytes, sum_of_bytes
from rulec.ir import nodes
from rulec.ir.program import Program
from rulec.ir.schema import words
from rulec.ir.types import SetType


def meet_chance(program: Program, block: int, end: nodes.Chance) -> list[str]:
    """The end of a block: stop for an outcome, or draw one and go on."""
    number = program.chances.index(block)
    # Of what is tried each outcome is gone into, and so of what is taken on trust.
    trying = " or s.mode or s.trusted" if end.certain and program.searches else ""
    return [
        f"if s.v_chance{trying}:",
        f"    s.v_pending = {len(program.decisions) + 1 + number}",
        "    s.v_seat = -1",
        f"    outcomes_{number}(s)",
        f"    return fails(s, {end.dead_end + 1}) if s.count == 0 else -1",
        f"cdef int drawn = sample_{number}(s)",
        "if drawn < 0:",
        f"    return fails(s, {end.dead_end + 1})",
        f"s.v_draws[{end.event}] += 1",
        f"return block_{end.resume}(s, drawn)",
    ]


class ChanceText:
    """The functions of every place where chance decides."""

    def __init__(self, program: Program, plan: Plan, expressions: ExpressionText) -> None:
        self.program, self.plan, self.expressions = program, plan, expressions
        ends = [program.blocks[block].end for block in program.chances]
        self.ends = [end for end in ends if isinstance(end, nodes.Chance)]

    def functions(self) -> Iterator[FunctionText]:
        for number, end in enumerate(self.ends):
            yield self._weights(number, end)
            yield self._outcomes(number, end)
            yield self._sample(number, end)
            yield self._outcome(number, end)

    def _loop(self, end: nodes.Chance, body: list[str]) -> list[str]:
        """The lines for each member, whose weight is `weight` there."""
        given = f"weight = {self.expressions.text(end.weight)}"
        lines = members(self.expressions, end.var, end.members, [given, *body])
        return ["cdef int64_t weight", *lines]

    def _weights(self, number: int, end: nodes.Chance) -> FunctionText:
        body = self._loop(end, ["if weight > 0:", "    out[n] = weight", "    n += 1"])
        lines = ["cdef int n = 0", *body, "return n"]
        return FunctionText(f"weights_{number}", "int", "S* s, int64_t* out", lines, inline=False)

    def _outcomes(self, number: int, end: nodes.Chance) -> FunctionText:
        name = self.plan.local(end.var)
        add = [
            "if weight > 0:",
            f"    s.options[{name} >> 6] |= <uint64_t>1 << ({name} & 63)",
            "    s.count += 1",
        ]
        lines = ["memset(&s.options, 0, sizeof(s.options))", "s.count = 0", *self._loop(end, add)]
        return FunctionText(f"outcomes_{number}", "void", "S* s", lines, inline=False)

    def _sample(self, number: int, end: nodes.Chance) -> FunctionText:
        """The member that the next number of the event's stream stands for; -1 where there is none."""
        drawn = (
            f"rulec_draw(rulec_stream(s.v_rng, RULEC_STREAM_CHANCE + {end.event}), s.v_draws[{end.event}])"
        )
        in_all = sum_of_bytes(self.expressions, end.var, end.members, end.weight)
        if end.weight == nodes.Const(1, end.weight.type):
            lines = self._equally_likely(end, drawn)
        elif in_all and isinstance(end.weight, nodes.ReadField):
            bytes_ = row_of_bytes(self.expressions, end.weight)
            lines = [
                f"cdef uint32_t n = <uint32_t>({in_all})",
                "if n == 0:",
                "    return -1",
                f"return rulec_kind_of({bytes_}, rulec_below({drawn}, n))",
            ]
        else:
            lines = [
                "cdef int64_t rest = 0",
                *self._loop(end, ["rest += weight"]),
                "if rest == 0:",
                "    return -1",
                f"rest = rulec_below({drawn}, <uint32_t>rest)",
                *_again(self._loop(end, ["rest -= weight", "if rest < 0:", f"    return {self._name(end)}"])),
                "return -1",
            ]
        return FunctionText(f"sample_{number}", "int", "S* s", lines)

    def _name(self, end: nodes.Chance) -> str:
        return self.plan.local(end.var)

    def _equally_likely(self, end: nodes.Chance, drawn: str) -> list[str]:
        assert isinstance(end.members.type, SetType)
        count = words(end.members.type)
        type_ = "uint64_t" if count == 1 else f"set{count}"
        kth = "rulec_kth" if count == 1 else f"set{count}_kth"
        return [
            f"cdef {type_} among = {self.expressions.text(end.members)}",
            f"cdef uint32_t n = set{count}_count(among)",
            "if n == 0:",
            "    return -1",
            f"return {kth}(among, <int>rulec_below({drawn}, n))",
        ]

    def _outcome(self, number: int, end: nodes.Chance) -> FunctionText:
        """What an outcome leads to."""
        first = self.program.events[end.event].first
        lines = [f"s.v_draws[{end.event}] += 1", f"return block_{end.resume}(s, outcome - {first})"]
        return FunctionText(f"outcome_{number}", "int", "S* s, int outcome", lines, inline=False)


def _again(lines: list[str]) -> list[str]:
    """The lines of a loop for a second time: what was declared is only given its value."""
    found = []
    for line in lines:
        if line.startswith("cdef ") and " = " not in line:
            continue
        if line.startswith("cdef "):
            line = line.split(" ", 2)[2]
        found.append(line)
    return found
