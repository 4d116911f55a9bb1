"""Connected parts, lines, ways and unions as functions of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.codegen.lines import SetText
from rulec.ir import nodes
from rulec.ir.types import SetType

if TYPE_CHECKING:
    from rulec.codegen.expressions import ExpressionText, Helper


def _sets(writer: ExpressionText, type_: object) -> SetText:
    assert isinstance(type_, SetType)
    return SetText(type_, writer)


def _each_part(writer: ExpressionText, node: nodes.FoldParts | nodes.BestPart, body: list[str]) -> list[str]:
    """Lines that carry the body out for each part for which the condition holds."""
    sets = _sets(writer, node.value.type)
    part, table = writer.plan.local(node.var), writer.plan.tables[node.table.name]
    first = f"set{sets.words}_single(set{sets.words}_first(rest))"
    inner = [
        f"{part} = set{sets.words}_flood({table}, {first}, rest)",
        f"rest = set{sets.words}_minus(rest, {part})",
        f"if not {writer.text(node.condition)}:",
        "    continue",
        *body,
    ]
    return [
        f"cdef {sets.c_type} rest = {writer.text(node.value)}",
        f"cdef {sets.c_type} {part}",
        f"while {sets.some('rest')}:",
        *(f"    {line}" for line in inner),
    ]


def fold_parts(writer: ExpressionText, node: nodes.FoldParts) -> str:
    def write(helper: Helper) -> None:
        formula = writer.text(node.formula)
        if node.op == "sum":
            body = [f"out += {formula}"]
        else:
            sign = ">" if node.op == "max" else "<"
            body = [f"one = {formula}", f"if first or one {sign} out:", "    out = one", "first = 0"]
        start = f"cdef int out = {0 if node.op == 'sum' else node.empty}, one, first = 1"
        helper.body = [start, *_each_part(writer, node, body), "return out"]

    return writer.helper(node, f"{node.op}_parts", write)


def best_part(writer: ExpressionText, node: nodes.BestPart) -> str:
    sets = _sets(writer, node.type)

    def write(helper: Helper) -> None:
        sign = ">" if node.op == "max" else "<"
        body = [
            f"one = {writer.text(node.formula)}",
            f"if first or one {sign} key:",
            f"    out = {writer.plan.local(node.var)}",
            "    key = one",
            "first = 0",
        ]
        start = [f"cdef {sets.c_type} out = {sets.none}", "cdef int one, key = 0, first = 1"]
        helper.body = [*start, *_each_part(writer, node, body), "return out"]

    return writer.helper(node, "best_part", write)


def longest_line(writer: ExpressionText, node: nodes.LongestLine) -> str:
    sets = _sets(writer, node.value.type)

    def write(helper: Helper) -> None:
        lines = [
            f"cdef {sets.c_type} whole = {writer.text(node.value)}",
            f"cdef {sets.c_type} ends",
            f"cdef int length, most = {sets.some('whole')}",
        ]
        for move in node.moves:
            lines += [
                "ends = whole",
                "length = 0",
                f"while {sets.some('ends')}:",
                "    length += 1",
                f"    ends = {sets.meet(sets.moved('ends', move), 'whole')}",
                "most = rulec_max(most, length)",
            ]
        helper.body = [*lines, "return most"]

    return writer.helper(node, "longest", write)


def step_count(writer: ExpressionText, node: nodes.StepCount) -> str:
    sets = _sets(writer, node.start.type)
    table = writer.plan.tables[node.table.name]
    given = ", ".join(map(writer.text, (node.start, node.goal, node.over)))
    return f"set{sets.words}_steps({table}, {given}, {sets.type.domain.size})"


def shortest_way(writer: ExpressionText, node: nodes.ShortestWay) -> str:
    """What comes first among the counts weighs more than all that follows can come to."""
    sets = _sets(writer, node.type)
    size = sets.type.domain.size

    def write(helper: Helper) -> None:
        lines = [f"cdef uint64_t cost[{size}]", "cdef int space"]
        lines += [f"cdef {sets.c_type} counted_{n} = {writer.text(one)}" for n, one in enumerate(node.fewest)]
        lines += [f"for space in range({size}):", "    cost[space] = 1"]
        for number in range(len(node.fewest)):
            weight = (size + 1) ** (len(node.fewest) - number)
            has = f"set{sets.words}_has(counted_{number}, space)"
            lines.append(f"    cost[space] += <uint64_t>{weight}ULL * <uint64_t>{has}")
        given = ", ".join(map(writer.text, (node.start, node.goal, node.over)))
        table = writer.plan.tables[node.table.name]
        helper.body = [*lines, f"return set{sets.words}_shortest({table}, {given}, cost)"]

    return writer.helper(node, "shortest", write)
