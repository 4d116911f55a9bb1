"""IR expressions as Cython text.

What needs a loop becomes a small function of its own, so that no function grows long and gcc can inline
them where they are used.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rulec.codegen import lists, loops, plans, spatial
from rulec.codegen.lines import SetText, run_between, run_starts, steps
from rulec.codegen.rounds import members
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.schema import words
from rulec.ir.types import BoolType, ListType, SetType, bounds


class ExpressionText(ExpressionWriter):
    """Every kind of expression."""

    def text(self, node: nodes.Expr) -> str:
        return _WRITERS[type(node)](self, node)

    def test(self, node: nodes.Expr) -> str:
        return self.text(node)

    # --- sets of one word or many -----------------------------------------------------------------------

    # --- reading ----------------------------------------------------------------------------------------

    def _const(self, node: nodes.Const) -> str:
        if isinstance(node.type, SetType):
            return self.plan.set_constant(node.value, node.type.domain)
        return str(node.value) if node.value >= 0 else f"({node.value})"

    def _column(self, node: nodes.Column) -> str:
        return self.column(node.field, node.index)

    def _occupied(self, node: nodes.Occupied) -> str:
        return f"s.{self.plan.occupied[node.field.name]}"

    def _field(self, node: nodes.ReadField) -> str:
        if node.field.axis is None:
            return self.cell(node.field, node.index)
        column, bit, count = self.bit(node.field, node.index)
        least = bounds(node.field.type).lo
        there = f"(<int>(({column} >> {bit}) & 1))" if count == 1 else f"set{count}_has({column}, {bit})"
        return there if least == 0 else f"({there} + {least})"

    def _local(self, node: nodes.ReadLocal) -> str:
        return self.plan.local(node.name)

    def _lookup(self, node: nodes.Lookup) -> str:
        sizes = tuple(dim.size for dim in node.table.dims)
        return f"{self.plan.tables[node.table.name]}[{self.offset(node.index, sizes)}]"

    # --- numbers and tests ------------------------------------------------------------------------------

    def _arithmetic(self, node: nodes.Arithmetic) -> str:
        left, right = self.text(node.left), self.text(node.right)
        named = {"//": "rulec_div", "%": "rulec_mod", "min": "rulec_min", "max": "rulec_max"}
        if node.op in named:
            return f"{named[node.op]}({left}, {right})"
        return f"({left} {node.op} {right})"

    def _compare(self, node: nodes.Compare) -> str:
        left, right = self.text(node.left), self.text(node.right)
        if isinstance(node.left.type, SetType) and self.words(node.left.type) > 1:
            equal = self.call_set("equal", node.left.type, left, right)
            return equal if node.op == "==" else f"(not {equal})"
        return f"({left} {node.op} {right})"

    def _logic(self, node: nodes.Logic) -> str:
        op = {"and": "&", "or": "|"}[node.op] if self._without_branches else node.op
        return f"({self.text(node.left)} {op} {self.text(node.right)})"

    def _not(self, node: nodes.Not) -> str:
        return f"(not {self.text(node.value)})"

    def _if_else(self, node: nodes.IfElse) -> str:
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
            then, otherwise = f"(1 if {then} else 0)", f"(1 if {otherwise} else 0)"
            return f"(<bint>({then} if {condition} else {otherwise}))"
        return f"({then} if {condition} else {otherwise})"

    def _wide_if_else(self, node: nodes.IfElse) -> str:
        """Only the one that is wanted is worked out."""
        simple = (nodes.Const, nodes.ReadField, nodes.ReadLocal, nodes.Column, nodes.Lookup)
        if isinstance(node.then, simple) and isinstance(node.otherwise, simple):
            given = (self.text(one) for one in (node.condition, node.then, node.otherwise))
            return self.call_set("if", node.type, *given)

        def write(helper: Helper) -> None:
            helper.body = [
                f"if {self.text(node.condition)}:",
                f"    return {self.text(node.then)}",
                f"return {self.text(node.otherwise)}",
            ]

        return self.helper(node, "chosen", write)

    # --- sets -------------------------------------------------------------------------------------------

    def _single(self, node: nodes.Single) -> str:
        member = self.text(node.member)
        if self.words(node.type) == 1 and bounds(node.member.type).lo >= 0:
            return f"(<uint64_t>1 << {member})"
        return self.call_set("single", node.type, member)

    def _set_op(self, node: nodes.SetOp) -> str:
        once, same = self.steadiness.asked_twice(node)
        if same:

            def write(helper: Helper) -> None:
                known = [
                    f"cdef {self.plan.c_type(part.type)} {self.plan.local(name)} = {self.text(part)}"
                    for name, part in same
                ]
                helper.body = [*known, f"return {self.text(once)}"]

            return self.helper(node, "worked", write)
        left, right = self.text(node.left), self.text(node.right)
        if self.words(node.type) > 1:
            return self.call_set({"|": "or", "&": "and", "-": "minus"}[node.op], node.type, left, right)
        return f"({left} & ~{right})" if node.op == "-" else f"({left} {node.op} {right})"

    def _shift(self, node: nodes.Shift) -> str:
        sets = SetText(node.type, self)
        if len(node.moves) <= 1:
            value = self.text(node.value)
            return sets.moved(value if self.words(node.type) > 1 else f"({value})", node.moves)

        def write(helper: Helper) -> None:
            first = f"cdef {sets.c_type} all = {self.text(node.value)}"
            helper.body = [first, f"return {sets.moved('all', node.moves)}"]

        return self.helper(node, "moved", write)

    def _gather(self, node: nodes.Gather) -> str:
        # The table is indexed by the members of the set and holds sets of the result's domain.
        if self.words(node.value.type) != self.words(node.type):
            return self._gather_of_another_width(node)
        return self.call_set("gather", node.type, self.plan.tables[node.table.name], self.text(node.value))

    def _gather_of_another_width(self, node: nodes.Gather) -> str:
        table = self.plan.tables[node.table.name]

        def write(helper: Helper) -> None:
            type_, var = node.type, f"{node.table.name}.member"
            one = f"{table}[{self.plan.local(var)}]"
            add = f"out |= {one}" if words(type_) == 1 else f"out = {self.call_set('or', type_, 'out', one)}"
            start = "0" if words(type_) == 1 else self.call_set("none", type_)
            loop = members(self, var, node.value, [add])
            helper.body = [f"cdef {self.plan.c_type(type_)} out = {start}", *loop, "return out"]

        return self.helper(node, "gathered", write)

    def _flood(self, node: nodes.Flood) -> str:
        seeds, within = self.text(node.seeds), self.text(node.within)
        return self.call_set("flood", node.type, self.plan.tables[node.table.name], seeds, within)

    def _columns_of(self, node: nodes.ColumnsOf) -> str:
        """All rows laid over the lowest one, half of those that are left at a time."""

        def write(helper: Helper) -> None:
            type_ = node.value.type
            assert isinstance(type_, SetType)
            wide = words(type_) > 1
            lines = [f"cdef {self.plan.c_type(type_)} all = {self.text(node.value)}"]
            rows = node.height
            while rows > 1:
                half = (rows + 1) // 2
                moved = self.call_set("shift", type_, "all", f"-{half * node.width}") if wide else ""
                lines.append(
                    f"all = {self.call_set('or', type_, 'all', moved)}"
                    if wide
                    else f"all |= all >> {half * node.width}"
                )
                rows = half
            lowest = "all.w[0]" if wide else "all"
            helper.body = [*lines, f"return {lowest} & {hex((1 << node.width) - 1)}ULL"]

        return self.helper(node, "columns", write)

    def _contains(self, node: nodes.Contains) -> str:
        value, member = self.text(node.value), self.text(node.member)
        if self.words(node.value.type) == 1 and bounds(node.member.type).lo >= 0:
            return f"(({value} >> {member}) & 1)"
        return self.call_set("has", node.value.type, value, member)

    def _count(self, node: nodes.Count) -> str:
        if isinstance(node.value.type, ListType):
            return lists.length(self, node)
        return self.call_set("count", node.value.type, self.text(node.value))

    def _some(self, node: nodes.Some) -> str:
        meets = spatial.walk_meets(self, node)
        if meets is not None:
            return meets
        if self.words(node.value.type) == 1:
            return f"({self.text(node.value)} != 0)"
        return self.call_set("some", node.value.type, self.text(node.value))

    def _pick(self, node: nodes.Pick) -> str:
        if isinstance(node.value.type, ListType):
            return lists.pick(self, node)
        if node.which == "first" and isinstance(node.value, nodes.BestOf):
            return self.helper(node, "first_of", partial(loops.first_of_best, self, node.value))
        return self.call_set(node.which, node.value.type, self.text(node.value))

    # --- loops as functions of their own ------------------------------------------------------------------

    def _has_run(self, node: nodes.HasRun) -> str:
        def write(helper: Helper) -> None:
            type_ = node.value.type
            assert isinstance(type_, SetType)
            sets = SetText(type_, self)
            lines = [
                f"cdef {sets.c_type} whole = {self.text(node.value)}",
                f"cdef {sets.c_type} starts",
                f"cdef {sets.c_type} found = {sets.none}",
            ]
            for direction in node.directions:
                lines.append("starts = whole")
                for moves in direction.steps:
                    lines.append(f"starts = {sets.meet('starts', sets.moved('starts', moves))}")
                lines.append(f"found = {sets.join('found', 'starts')}")
            helper.body = [*lines, f"return {sets.some('found')}"]

        return self.helper(node, "run", write)

    def _run_between(self, node: nodes.RunBetween) -> str:
        def write(helper: Helper) -> None:
            helper.body = run_between(node, self)

        return self.helper(node, "between", write)

    def _run_starts(self, node: nodes.RunStarts) -> str:
        def write(helper: Helper) -> None:
            helper.body = run_starts(node, self)

        return self.helper(node, "starts", write)

    def _steps(self, node: nodes.Steps) -> str:
        def write(helper: Helper) -> None:
            helper.body = steps(node, self)

        return self.helper(node, "steps", write)

    def _depth(self, node: nodes.Depth) -> str:
        return "s.v_depth" if self.plan.program.call_depth else "0"

    def _can(self, node: nodes.Can) -> str:
        given = [self.text(node.who)]
        for one, value in zip(self.plan.program.probes[node.probe].parameters, node.arguments, strict=True):
            if one is not None:
                given.append(self.text(value))
        return f"can_{node.probe}(s, {', '.join(given)})"

    def _call(self, node: nodes.CallFunction) -> str:
        arguments = ", ".join(["s", *(self.text(one) for one in node.arguments)])
        return f"{self.plan.functions[node.function]}({arguments})"


_WRITERS: dict[type, Callable[[ExpressionText, Any], str]] = {
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
    nodes.Filter: loops.filter_,
    nodes.Exists: loops.exists,
    nodes.Fold: loops.fold,
    nodes.Best: loops.best,
    nodes.BestOf: loops.best_of,
    nodes.UnionOf: loops.union_of,
    nodes.BestPlan: plans.best_plan,
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
