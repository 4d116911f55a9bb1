"""Emits IR expressions as Cython text.

What needs a loop becomes a small function of its own, so that no function grows long and gcc can inline
them where they are used.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rulec.codegen import best_plans, coded_sets, flood_fills, lists, set_loops, spatial
from rulec.codegen.board_lines import SetText, run_between, run_starts, steps
from rulec.codegen.member_loops import members
from rulec.codegen.text_nodes import (
    Called,
    Code,
    Declaration,
    Local,
    Statement,
    call,
    code,
    either,
    element,
    grouped,
    operation,
    piece,
    when,
)
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.schema import words
from rulec.ir.types import BoolType, ListType, SetType, bounds


class ExpressionText(ExpressionWriter):
    """Emits every kind of expression."""

    def text(self, node: nodes.Expr) -> Code:
        return _WRITERS[type(node)](self, node)

    # --- reading ----------------------------------------------------------------------------------------

    def _const(self, node: nodes.Const) -> Code:
        if isinstance(node.type, SetType):
            return piece(self.plan.set_constant(node.value, node.type.domain))
        return piece(str(node.value)) if node.value >= 0 else grouped(str(node.value))

    def _column(self, node: nodes.Column) -> Code:
        return self.column(node.field, node.index)

    def _occupied(self, node: nodes.Occupied) -> Code:
        return piece(f"s.{self.plan.occupied[node.field.name]}")

    def _field(self, node: nodes.ReadField) -> Code:
        if node.field.coded:
            return self.call_set("coded", node.type, *self.coded(node.field, node.index), "0")
        if node.field.axis is None:
            return self.loaded(node.field, self.cell(node.field, node.index))
        column, bit, count = self.bit(node.field, node.index)
        least = bounds(node.field.type).lo
        if count == 1:
            there = grouped(code("(({} >> {}) & 1)", column, bit), "<int>")
        else:
            there = call(f"set{count}_has", column, bit)
        return there if least == 0 else operation(there, "+", str(least))

    def _local(self, node: nodes.ReadLocal) -> Code:
        return piece(Local(node.name))

    def _lookup(self, node: nodes.Lookup) -> Code:
        sizes = tuple(dim.size for dim in node.table.dims)
        return element(self.plan.tables[node.table.name], self.offset(node.index, sizes))

    # --- numbers and tests ------------------------------------------------------------------------------

    def _arithmetic(self, node: nodes.Arithmetic) -> Code:
        left, right = self.text(node.left), self.text(node.right)
        named = {"//": "rulec_div", "%": "rulec_mod", "min": "rulec_min", "max": "rulec_max"}
        if node.op in named:
            return call(named[node.op], left, right)
        return operation(left, node.op, right)

    def _compare(self, node: nodes.Compare) -> Code:
        bounded = flood_fills.compare(self, node)
        if bounded is not None:
            return bounded
        left, right = self.text(node.left), self.text(node.right)
        if isinstance(node.left.type, SetType) and self.words(node.left.type) > 1:
            equal = self.call_set("equal", node.left.type, left, right)
            return equal if node.op == "==" else grouped(equal, "not ")
        if isinstance(node.left, nodes.Logic):  # as `_if_else` says
            left = grouped(either(left, "1", "0"))
        if isinstance(node.right, nodes.Logic):
            right = grouped(either(right, "1", "0"))
        return operation(left, node.op, right)

    def _logic(self, node: nodes.Logic) -> Code:
        op = {"and": "&", "or": "|"}[node.op] if self._without_branches else node.op
        return operation(self.text(node.left), op, self.text(node.right))

    def _not(self, node: nodes.Not) -> Code:
        return grouped(self.text(node.value), "not ")

    def _if_else(self, node: nodes.IfElse) -> Code:
        condition, then, otherwise = (
            self.text(node.condition),
            self.text(node.then),
            self.text(node.otherwise),
        )
        if isinstance(node.type, SetType) and self.words(node.type) > 1:
            return self._wide_if_else(node)
        if isinstance(node.type, BoolType):
            # Cython takes a truth value and a number for two sorts of things, and a comparison and an `and`
            # as well; as numbers they are one.
            then, otherwise = either(then, "1", "0"), either(otherwise, "1", "0")
            return grouped(either(condition, then, otherwise), "<bint>")
        return either(condition, then, otherwise)

    def _wide_if_else(self, node: nodes.IfElse) -> Code:
        """Emit a lazy conditional of wide sets."""
        simple = (nodes.Const, nodes.ReadField, nodes.ReadLocal, nodes.Column, nodes.Lookup)
        if isinstance(node.then, simple) and isinstance(node.otherwise, simple):
            given = (self.text(one) for one in (node.condition, node.then, node.otherwise))
            return self.call_set("if", node.type, *given)

        def write(helper: Helper) -> None:
            helper.body = [
                when(self.text(node.condition), code("return {}", self.text(node.then))),
                code("return {}", self.text(node.otherwise)),
            ]

        return self.helper(node, "chosen", write)

    # --- sets -------------------------------------------------------------------------------------------

    def _single(self, node: nodes.Single) -> Code:
        member = self.text(node.member)
        if self.words(node.type) == 1 and bounds(node.member.type).lo >= 0:
            return operation("<uint64_t>1", "<<", member)
        return self.call_set("single", node.type, member)

    def _set_op(self, node: nodes.SetOp) -> Code:
        once, same = self.repeated_parts.common(node)
        if same:

            def write(helper: Helper) -> None:
                known = [
                    Declaration(self.plan.c_type(part.type), Local(name), self.text(part))
                    for name, part in same
                ]
                helper.body = [*known, code("return {}", self.text(once))]

            return self.helper(node, "worked", write)
        left, right = self.text(node.left), self.text(node.right)
        if self.words(node.type) > 1:
            return self.call_set({"|": "or", "&": "and", "-": "minus"}[node.op], node.type, left, right)
        if node.op == "-":
            return operation(left, "&", code("~{}", right))
        return operation(left, node.op, right)

    def _shift(self, node: nodes.Shift) -> Code:
        sets = SetText(node.type, self)
        if len(node.moves) <= 1:
            value = self.text(node.value)
            return sets.moved(value if self.words(node.type) > 1 else grouped(value), node.moves)

        def write(helper: Helper) -> None:
            first = Declaration(sets.c_type, "all", self.text(node.value))
            helper.body = [first, code("return {}", sets.moved("all", node.moves))]

        return self.helper(node, "moved", write)

    def _gather(self, node: nodes.Gather) -> Code:
        # The table is indexed by the members of the set and holds sets of the result's domain.
        if self.words(node.value.type) != self.words(node.type):
            return self._gather_of_another_width(node)
        shifted = flood_fills.gather(self, node)
        if shifted is not None:
            return shifted
        return self.call_set("gather", node.type, self.plan.tables[node.table.name], self.text(node.value))

    def _gather_of_another_width(self, node: nodes.Gather) -> Code:
        table = self.plan.tables[node.table.name]

        def write(helper: Helper) -> None:
            type_, var = node.type, f"{node.table.name}.member"
            one = element(table, Local(var))
            added = code("out |= {}", one)
            if words(type_) > 1:
                added = code("out = {}", self.call_set("or", type_, "out", one))
            start = Declaration(self.plan.c_type(type_), "out", self.empty(type_))
            helper.body = [start, *members(self, var, node.value, [added]), "return out"]

        return self.helper(node, "gathered", write)

    def _flood(self, node: nodes.Flood) -> Code:
        return flood_fills.flood(self, node)

    def _columns_of(self, node: nodes.ColumnsOf) -> Code:
        """Fold all rows onto the lowest one, halving their number each time."""

        def write(helper: Helper) -> None:
            type_ = node.value.type
            assert isinstance(type_, SetType)
            wide = words(type_) > 1
            lines: list[Statement] = [Declaration(self.plan.c_type(type_), "all", self.text(node.value))]
            rows = node.height
            while rows > 1:
                half = (rows + 1) // 2
                by = half * node.width
                moved = self.call_set("or", type_, "all", self.call_set("shift", type_, "all", f"-{by}"))
                lines.append(code("all = {}", moved) if wide else f"all |= all >> {by}")
                rows = half
            lowest = "all.w[0]" if wide else "all"
            helper.body = [*lines, f"return {lowest} & {hex((1 << node.width) - 1)}ULL"]

        return self.helper(node, "columns", write)

    def _contains(self, node: nodes.Contains) -> Code:
        reached = flood_fills.contains(self, node) or coded_sets.contains(self, node)
        if reached is not None:
            return reached
        value, member = self.text(node.value), self.text(node.member)
        if self.words(node.value.type) == 1 and bounds(node.member.type).lo >= 0:
            return operation(operation(value, ">>", member), "&", "1")
        return self.call_set("has", node.value.type, value, member)

    def _count(self, node: nodes.Count) -> Code:
        if isinstance(node.value.type, ListType):
            return lists.length(self, node)
        return self.call_set("count", node.value.type, self.text(node.value))

    def _some(self, node: nodes.Some) -> Code:
        meets = spatial.walk_meets(self, node) or flood_fills.some(self, node)
        if meets is not None:
            return meets
        if self.words(node.value.type) == 1:
            return operation(self.text(node.value), "!=", "0")
        return self.call_set("some", node.value.type, self.text(node.value))

    def _pick(self, node: nodes.Pick) -> Code:
        if isinstance(node.value.type, ListType):
            return lists.pick(self, node)
        if node.which == "first" and isinstance(node.value, nodes.BestOf):
            return self.helper(node, "first_of", partial(set_loops.first_of_best, self, node.value))
        return self.call_set(node.which, node.value.type, self.text(node.value))

    # --- loops as functions of their own ------------------------------------------------------------------

    def _has_run(self, node: nodes.HasRun) -> Code:
        def write(helper: Helper) -> None:
            type_ = node.value.type
            assert isinstance(type_, SetType)
            sets = SetText(type_, self)
            lines: list[Statement] = [
                Declaration(sets.c_type, "whole", self.text(node.value)),
                Declaration(sets.c_type, "starts"),
                Declaration(sets.c_type, "found", sets.none),
            ]
            for direction in node.directions:
                lines.append("starts = whole")
                for moves in direction.steps:
                    lines.append(code("starts = {}", sets.meet("starts", sets.moved("starts", moves))))
                lines.append(code("found = {}", sets.join("found", "starts")))
            helper.body = [*lines, code("return {}", sets.some("found"))]

        return self.helper(node, "run", write)

    def _run_between(self, node: nodes.RunBetween) -> Code:
        def write(helper: Helper) -> None:
            helper.body = run_between(node, self)

        return self.helper(node, "between", write)

    def _run_starts(self, node: nodes.RunStarts) -> Code:
        def write(helper: Helper) -> None:
            helper.body = run_starts(node, self)

        return self.helper(node, "starts", write)

    def _steps(self, node: nodes.Steps) -> Code:
        def write(helper: Helper) -> None:
            helper.body = steps(node, self)

        return self.helper(node, "steps", write)

    def _depth(self, node: nodes.Depth) -> Code:
        return piece("s.v_depth" if self.plan.program.call_depth else "0")

    def _can(self, node: nodes.Can) -> Code:
        given = [self.text(node.who)]
        for one, value in zip(self.plan.program.probes[node.probe].parameters, node.arguments, strict=True):
            if one is not None:
                given.append(self.text(value))
        return call(self.plan.probes[node.probe], "s", *given)

    def _call(self, node: nodes.CallFunction) -> Code:
        function = Called(self.plan.functions[node.function])
        return call(function, "s", *map(self.text, node.arguments))


_WRITERS: dict[type, Callable[[ExpressionText, Any], Code]] = {
    nodes.Const: ExpressionText._const,
    nodes.ReadField: ExpressionText._field,
    nodes.Column: ExpressionText._column,
    nodes.Occupied: ExpressionText._occupied,
    nodes.ReadLocal: ExpressionText._local,
    nodes.Lookup: ExpressionText._lookup,
    nodes.Arithmetic: ExpressionText._arithmetic,
    nodes.Compare: ExpressionText._compare,
    nodes.Logic: ExpressionText._logic,
    nodes.Not: ExpressionText._not,
    nodes.IfElse: ExpressionText._if_else,
    nodes.Single: ExpressionText._single,
    nodes.SetOp: ExpressionText._set_op,
    nodes.Shift: ExpressionText._shift,
    nodes.Gather: ExpressionText._gather,
    nodes.Flood: ExpressionText._flood,
    nodes.RunBetween: ExpressionText._run_between,
    nodes.RunStarts: ExpressionText._run_starts,
    nodes.Steps: ExpressionText._steps,
    nodes.ColumnsOf: ExpressionText._columns_of,
    nodes.Contains: ExpressionText._contains,
    nodes.Count: ExpressionText._count,
    nodes.Some: ExpressionText._some,
    nodes.Pick: ExpressionText._pick,
    nodes.Filter: set_loops.filter_,
    nodes.Exists: set_loops.exists,
    nodes.Fold: set_loops.fold,
    nodes.Best: set_loops.best,
    nodes.BestOf: set_loops.best_of,
    nodes.UnionOf: set_loops.union_of,
    nodes.BestPlan: best_plans.best_plan,
    nodes.FoldParts: spatial.fold_parts,
    nodes.BestPart: spatial.best_part,
    nodes.LongestLine: spatial.longest_line,
    nodes.StepCount: spatial.step_count,
    nodes.ShortestWay: spatial.shortest_way,
    nodes.WalkEnds: spatial.walk_ends,
    nodes.HasRun: ExpressionText._has_run,
    nodes.Entry: lists.entry,
    nodes.HoldsAlong: lists.holds_along,
    nodes.PositionOf: lists.position_of,
    nodes.Joined: lists.joined,
    nodes.Listed: lists.listed,
    nodes.InOrder: lists.in_order,
    nodes.Part: lists.part,
    nodes.CallFunction: ExpressionText._call,
    nodes.Can: ExpressionText._can,
    nodes.Depth: ExpressionText._depth,
}
