"""Reductions over sets as generated functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulec.analysis.member_runs import is_by_runs
from rulec.codegen import coded_sets, lists
from rulec.codegen.bit_runs import filter_by_runs
from rulec.codegen.byte_scans import byte_test, bytes_within, some_of_all, sum_of_bytes
from rulec.codegen.member_loops import members, the_member, the_set
from rulec.codegen.text_nodes import Code, Declaration, Local, Piece, Statement, chained, code, when
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.types import ListType


@dataclass
class Once:
    """Values computed at the beginning of each iteration."""

    declared: list[Statement]
    lines: list[Statement]


def _once_a_round(writer: ExpressionWriter, node: Any, inner: nodes.Expr) -> tuple[nodes.Expr, Once]:
    """Hoist repeated subexpressions to the beginning of the iteration."""
    inner, named = writer.repeated_parts.per_iteration(node, inner)
    return inner, Once(
        [Declaration(writer.plan.c_type(one.type), Local(name)) for name, one in named],
        [code("{} = {}", Local(name), writer.text(one)) for name, one in named],
    )


def filter_(writer: ExpressionWriter, node: nodes.Filter) -> Code:
    filled = coded_sets.filled(writer, node)
    if filled is not None:
        return filled

    def write(helper: Helper) -> None:
        if is_by_runs(node):
            filter_by_runs(writer, node, helper)
            return
        name = Local(node.var)
        count = writer.words(node.type)
        byte = byte_test(node.var, node.type, node.condition)
        if byte is not None:
            helper.body = [*bytes_within(writer, node, *byte), "return found"]
            return
        condition, steady = writer.repeated_parts.hoist(node, node.condition)
        condition, once = _once_a_round(writer, node, condition)
        test = writer.of_many(condition) if count > 1 else writer.text(condition)
        add: Statement
        if isinstance(node.type, ListType):
            add, start = when(test, *lists.added(node.type, name)), lists.begun(node.type)
        elif count == 1:  # without a branch: tests of this kind are hard to foresee
            add = code("out |= <uint64_t>(1 if {} else 0) << {}", test, name)
            start = [Declaration("uint64_t", "out", "0")]
        else:
            add = code("found |= <uint64_t>(1 if {} else 0) << ({} & 63)", test, name)
            start = [
                Declaration(f"set{count}", "out", f"set{count}_none()"),
                Declaration("uint64_t", "found"),
            ]
        rounds = members(writer, node.var, node.value, [*once.lines, add], steady=steady, found="out")
        helper.body = [*start, *once.declared, *rounds, "return out"]

    return writer.helper(node, "members", write)


def exists(writer: ExpressionWriter, node: nodes.Exists) -> Code:
    def write(helper: Helper) -> None:
        byte = byte_test(node.var, node.value.type, node.condition)
        total = some_of_all(writer, node.value, *byte) if byte is not None else None
        if total is not None:
            helper.body = [code("return {} != 0", total)]
            return
        if byte is not None and writer.words(node.value.type) == 1:
            helper.body = [*bytes_within(writer, node, *byte), "return found != 0"]
            return
        condition, steady = writer.repeated_parts.hoist(node, node.condition)
        condition, once = _once_a_round(writer, node, condition)
        found: list[Statement] = [*once.lines, when(writer.text(condition), "return 1")]
        rounds = members(writer, node.var, node.value, found, steady=steady)
        helper.body = [*once.declared, *rounds, "return 0"]

    return writer.helper(node, "some", write)


def fold(writer: ExpressionWriter, node: nodes.Fold) -> Code:
    total = coded_sets.total(writer, node)
    if total is not None:
        return total

    def write(helper: Helper) -> None:
        added = sum_of_bytes(writer, node.var, node.value, node.formula) if node.op == "sum" else None
        if added is not None and node.empty == 0:
            helper.body = [code("return {}", added)]
            return
        inner, steady = writer.repeated_parts.hoist(node, node.formula)
        inner, once = _once_a_round(writer, node, inner)
        formula = writer.text(inner)
        step: list[Statement]
        if node.op == "sum":
            start = Declaration("int", "out", "0")
            step = [code("out += {}", formula)]
        else:
            start = Declaration("int", f"out = {node.empty}, one, first = 1")
            sign = ">" if node.op == "max" else "<"
            step = [
                code("one = {}", formula),
                when(f"first or one {sign} out", "out = one", "first = 0"),
            ]
        lines = members(writer, node.var, node.value, [*once.lines, *step], steady=steady)
        helper.body = [start, *once.declared, *lines, "return out"]

    return writer.helper(node, node.op, write)


def best(writer: ExpressionWriter, node: nodes.Best) -> Code:
    def write(helper: Helper) -> None:
        sign = ">" if node.op == "max" else "<"
        key, steady = writer.repeated_parts.hoist(node, node.key)
        step: list[Statement] = [
            code("one = {}", writer.text(key)),
            when(f"out < 0 or one {sign} key", code("out = {}", Local(node.var)), "key = one"),
        ]
        lines = members(writer, node.var, node.value, step, alone=the_member, steady=steady)
        helper.body = [Declaration("int", "out = -1, one, key = 0"), *lines, "return out"]

    return writer.helper(node, "best", write)


def best_of(writer: ExpressionWriter, node: nodes.BestOf) -> Code:
    def write(helper: Helper) -> None:
        sign = ">" if node.op == "max" else "<"
        name, type_ = Local(node.var), writer.plan.c_type(node.type)
        word: Piece = "out"
        bit: Piece = name
        if writer.words(node.type) > 1:
            word, bit = code("out.w[{} >> 6]", name), code("({} & 63)", name)
        key, steady = writer.repeated_parts.hoist(node, node.key)
        empty = writer.empty(node.type)
        step: list[Statement] = [
            code("rank = {}", writer.text(key)),
            when(f"first or rank {sign} least", code("out = {}", empty), "least = rank", "first = 0"),
            when("rank == least", code("{} |= <uint64_t>1 << {}", word, bit)),
        ]
        start = [Declaration(type_, "out", empty), Declaration("int", "rank, least = 0, first = 1")]
        lines = members(writer, node.var, node.value, step, alone=the_set, steady=steady)
        helper.body = [*start, *lines, "return out"]

    return writer.helper(node, "best_of", write)


def first_of_best(writer: ExpressionWriter, node: nodes.BestOf, helper: Helper) -> None:
    """Select by one key, then by the next, in a single loop without sets."""
    orders = [node]
    while isinstance(orders[0].value, nodes.BestOf):
        orders.insert(0, orders[0].value)
    name = Local(orders[0].var)
    lines: list[Statement] = ["better = out < 0"]
    kept: list[Statement] = [code("out = {}", name)]
    for number, one in enumerate(orders):
        sign = ">" if one.op == "max" else "<"
        own = Local(one.var)
        lines += [code("{} = {}", own, name)] if own != name else []
        lines.append(code(f"one_{number} = {{}}", writer.text(one.key)))
        lines.append(when(f"not better and key_{number} {sign} one_{number}", "continue"))
        lines.append(f"better = better or one_{number} {sign} key_{number}")
        kept.append(f"key_{number} = one_{number}")
    lines.append(when("better", *kept))
    numbers = [f"{which}_{number} = 0" for number in range(len(orders)) for which in ("one", "key")]
    others = sorted({one.var for one in orders} - {orders[0].var})
    helper.body = [
        Declaration("int", f"out = -1, better, {', '.join(numbers)}"),
        *(Declaration("int", Local(one)) for one in others),
        *members(writer, orders[0].var, orders[0].value, lines, alone=the_member),
        "return out",
    ]


def union_of(writer: ExpressionWriter, node: nodes.UnionOf) -> Code:
    whole = coded_sets.union(writer, node)
    if whole is not None:
        return whole

    def write(helper: Helper) -> None:
        formula, steady = writer.repeated_parts.hoist(node, node.formula)
        conditions: list[Piece] = []
        while isinstance(formula, nodes.IfElse) and formula.otherwise == nodes.Const(0, node.type):
            conditions.append(writer.text(formula.condition))
            formula = formula.then
        each, many = writer.text(formula), writer.words(node.type) > 1
        united = writer.call_set("or", node.type, "out", each) if many else code("out | {}", each)
        joined: Statement = code("out = {}", united)
        if conditions:
            joined = when(chained("and", conditions), joined)
        lines = members(writer, node.var, node.value, [joined], steady=steady)
        start = Declaration(writer.plan.c_type(node.type), "out", writer.empty(node.type))
        helper.body = [start, *lines, "return out"]

    return writer.helper(node, "union", write)
