"""What is found by looking at each member of a set, as functions of the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulec.analysis.member_runs import is_by_runs
from rulec.codegen import lists
from rulec.codegen.function import indented
from rulec.codegen.rounds import members
from rulec.codegen.runs import filter_by_runs
from rulec.codegen.scanning import byte_test, bytes_within, some_of_all, sum_of_bytes
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.types import ListType


@dataclass
class Once:
    """What is worked out at the beginning of each round of a loop."""

    declared: list[str]
    lines: list[str]


def _once_a_round(writer: ExpressionWriter, node: Any, inner: nodes.Expr) -> tuple[nodes.Expr, Once]:
    """What a round would work out twice is worked out at its beginning."""
    inner, named = writer.steadiness.repeated(node, inner)
    places = [(writer.plan.local(name), one) for name, one in named]
    declared = [f"cdef {writer.plan.c_type(one.type)} {name}" for name, one in places]
    return inner, Once(declared, [f"{name} = {writer.text(one)}" for name, one in places])


def filter_(writer: ExpressionWriter, node: nodes.Filter) -> str:
    def write(helper: Helper) -> None:
        if is_by_runs(node):
            filter_by_runs(writer, node, helper)
            return
        name = writer.plan.local(node.var)
        count = writer.words(node.type)
        byte = byte_test(node.var, node.type, node.condition)
        if byte is not None:
            helper.body = bytes_within(writer, node, *byte)
            return
        condition, steady = writer.steadiness.split(node, node.condition)
        condition, once = _once_a_round(writer, node, condition)
        test = writer.of_many(condition) if count > 1 else writer.text(condition)
        if isinstance(node.type, ListType):
            add, start = [f"if {test}:", *indented(lists.added(node.type, name))], lists.begun(node.type)
        elif count == 1:  # without a branch: tests of this kind are hard to foresee
            add = [f"out |= <uint64_t>(1 if {test} else 0) << {name}"]
            start = ["cdef uint64_t out = 0"]
        else:
            add = [f"found |= <uint64_t>(1 if {test} else 0) << ({name} & 63)"]
            start = [f"cdef set{count} out = set{count}_none()", "cdef uint64_t found"]
        rounds = members(writer, node.var, node.value, [*once.lines, *add], steady=steady, found="out")
        helper.body = [*start, *once.declared, *rounds, "return out"]

    return writer.helper(node, "members", write)


def exists(writer: ExpressionWriter, node: nodes.Exists) -> str:
    def write(helper: Helper) -> None:
        byte = byte_test(node.var, node.value.type, node.condition)
        total = some_of_all(writer, node.value, *byte) if byte is not None else ""
        if total:
            helper.body = [f"return {total} != 0"]
            return
        if byte is not None and writer.words(node.value.type) == 1:
            helper.body = [*bytes_within(writer, node, *byte)[:-1], "return found != 0"]
            return
        condition, steady = writer.steadiness.split(node, node.condition)
        condition, once = _once_a_round(writer, node, condition)
        found = [*once.lines, f"if {writer.text(condition)}:", "    return 1"]
        rounds = members(writer, node.var, node.value, found, steady=steady)
        helper.body = [*once.declared, *rounds, "return 0"]

    return writer.helper(node, "some", write)


def fold(writer: ExpressionWriter, node: nodes.Fold) -> str:
    def write(helper: Helper) -> None:
        added = sum_of_bytes(writer, node.var, node.value, node.formula) if node.op == "sum" else ""
        if added and node.empty == 0:
            helper.body = [f"return {added}"]
            return
        inner, steady = writer.steadiness.split(node, node.formula)
        inner, once = _once_a_round(writer, node, inner)
        formula = writer.text(inner)
        if node.op == "sum":
            start, step = "cdef int out = 0", [f"out += {formula}"]
        else:
            start = f"cdef int out = {node.empty}, one, first = 1"
            sign = ">" if node.op == "max" else "<"
            step = [f"one = {formula}", f"if first or one {sign} out:", "    out = one", "    first = 0"]
        lines = members(writer, node.var, node.value, [*once.lines, *step], steady=steady)
        helper.body = [start, *once.declared, *lines, "return out"]

    return writer.helper(node, node.op, write)


def best(writer: ExpressionWriter, node: nodes.Best) -> str:
    def write(helper: Helper) -> None:
        sign = ">" if node.op == "max" else "<"
        name = writer.plan.local(node.var)
        key, steady = writer.steadiness.split(node, node.key)
        step = [
            f"one = {writer.text(key)}",
            f"if out < 0 or one {sign} key:",
            f"    out = {name}",
            "    key = one",
        ]
        lines = members(writer, node.var, node.value, step, alone="{first}", steady=steady)
        helper.body = ["cdef int out = -1, one, key = 0", *lines, "return out"]

    return writer.helper(node, "best", write)


def best_of(writer: ExpressionWriter, node: nodes.BestOf) -> str:
    def write(helper: Helper) -> None:
        sign = ">" if node.op == "max" else "<"
        name, type_ = writer.plan.local(node.var), writer.plan.c_type(node.type)
        one_word = writer.words(node.type) == 1
        word, bit = ("out", name) if one_word else (f"out.w[{name} >> 6]", f"({name} & 63)")
        key, steady = writer.steadiness.split(node, node.key)
        step = [
            f"rank = {writer.text(key)}",
            f"if first or rank {sign} least:",
            f"    out = {writer.empty(node.type)}",
            "    least = rank",
            "    first = 0",
            "if rank == least:",
            f"    {word} |= <uint64_t>1 << {bit}",
        ]
        start = [f"cdef {type_} out = {writer.empty(node.type)}", "cdef int rank, least = 0, first = 1"]
        lines = members(writer, node.var, node.value, step, alone="{all}", steady=steady)
        helper.body = [*start, *lines, "return out"]

    return writer.helper(node, "best_of", write)


def first_of_best(writer: ExpressionWriter, node: nodes.BestOf, helper: Helper) -> None:
    """The first of those that are best by one value, then by the next: in one round, with no sets."""
    orders = [node]
    while isinstance(orders[0].value, nodes.BestOf):
        orders.insert(0, orders[0].value)
    name = writer.plan.local(orders[0].var)
    lines, kept = ["better = out < 0"], [f"out = {name}"]
    for number, one in enumerate(orders):
        sign = ">" if one.op == "max" else "<"
        own = writer.plan.local(one.var)
        lines += [f"{own} = {name}"] if own != name else []
        lines.append(f"one_{number} = {writer.text(one.key)}")
        lines += [f"if not better and key_{number} {sign} one_{number}:", "    continue"]
        lines.append(f"better = better or one_{number} {sign} key_{number}")
        kept.append(f"key_{number} = one_{number}")
    lines += ["if better:", *(f"    {line}" for line in kept)]
    numbers = [f"{what}_{number} = 0" for number in range(len(orders)) for what in ("one", "key")]
    others = sorted({writer.plan.local(one.var) for one in orders} - {name})
    helper.body = [
        f"cdef int out = -1, better, {', '.join(numbers)}",
        *(f"cdef int {one}" for one in others),
        *members(writer, orders[0].var, orders[0].value, lines, alone="{first}"),
        "return out",
    ]


def union_of(writer: ExpressionWriter, node: nodes.UnionOf) -> str:
    def write(helper: Helper) -> None:
        formula, steady = writer.steadiness.split(node, node.formula)
        conditions = []
        while isinstance(formula, nodes.IfElse) and formula.otherwise == nodes.Const(0, node.type):
            conditions.append(writer.text(formula.condition))
            formula = formula.then
        each, many = writer.text(formula), writer.words(node.type) > 1
        joined = [f"out = {writer.call_set('or', node.type, 'out', each) if many else f'out | {each}'}"]
        if conditions:
            joined = [f"if {' and '.join(conditions)}:", *indented(joined)]
        lines = members(writer, node.var, node.value, joined, steady=steady)
        start = f"cdef {writer.plan.c_type(node.type)} out = {writer.empty(node.type)}"
        helper.body = [start, *lines, "return out"]

    return writer.helper(node, "union", write)
