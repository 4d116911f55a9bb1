"""Compiles expressions to closures over the cells and the block's locals.

Written for being right, not fast: plain whole numbers, every index and result looked at.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, cast

from rulec.interp import best_plans, lists, spatial
from rulec.interp.bits import along, flooded, gathered, members, moved
from rulec.interp.cell_reader import reader
from rulec.interp.table_filters import narrowed
from rulec.interp.value_maker import Cells, Env, InterpreterBug, Value, ValueMaker
from rulec.ir import nodes
from rulec.ir.program import Function, Program
from rulec.ir.types import Domain, ElemType, ListType, SetType, bounds
from rulec.runtime.list_codec import set_of
from rulec.runtime.view import View

Known = dict[tuple[str | int, ...], int]  # what functions come to: name and arguments
CanTry = Callable[[int, int, list[int], Cells], int]  # probe, who, arguments, cells


class Evaluator(ValueMaker):
    """Compiles and caches the closures of one program."""

    def __init__(self, program: Program, view: View, can: CanTry) -> None:
        self.view, self.can = view, can
        self._known: Known = {}
        self._known_of: Cells | None = None
        self.functions: dict[str, tuple[Function, Value]] = {}
        for function in (*program.functions, *program.always_functions):
            self.functions[function.name] = (function, self.value(function.result))

    def value(self, node: nodes.Expr) -> Value:
        return _MAKERS[type(node)](self, node)

    def call(self, name: str, cells: Cells, arguments: list[int]) -> int:
        known = self._known if cells is self._known_of else None
        if known is not None and (found := known.get((name, *arguments))) is not None:
            return found
        function, body = self.functions[name]
        names = [parameter for parameter, _ in function.parameters]
        result = body(cells, dict(zip(names, arguments, strict=True)))
        if known is not None:
            known[name, *arguments] = result
        return result

    def call_known(self, name: str, cells: Cells, arguments: list[int], known: Known) -> int:
        """Call a function on unchanged cells, with memoized results of earlier calls.

        The lines of a score ask for the same things again and again.
        """
        self._known, self._known_of = known, cells
        try:
            return self.call(name, cells, arguments)
        finally:
            self._known_of = None

    # --- reading --------------------------------------------------------------------------------------

    def _const(self, node: nodes.Const) -> Value:
        value = node.value
        return lambda cells, env: value

    def _field(self, node: nodes.ReadField) -> Value:
        if not node.index:
            cell = self.view.start[node.field.name]
            return lambda cells, env: cells[cell]
        read = reader(node.index, node.field.dims, self.view.start[node.field.name], _no(node.field.name))
        if read is not None:
            return read
        place = self.place(node.field, node.index)
        return lambda cells, env: cells[place(cells, env)]

    def place(self, field: nodes.Field, index: tuple[nodes.Expr, ...]) -> Value:
        """Return a closure for the address of a variable's cell."""
        return self._offset(index, field.dims, field.name, self.view.start[field.name])

    def _offset(
        self, index: tuple[nodes.Expr, ...], dims: tuple[Domain, ...], name: str, start: int = 0
    ) -> Value:
        """Return a closure for the offset of an indexed value, last index fastest."""
        parts = [(self.value(one), dim.size) for one, dim in zip(index, dims, strict=True)]

        def find(cells: Cells, env: Env) -> int:
            offset = 0
            for part, size in parts:
                number = part(cells, env)
                if not 0 <= number < size:
                    raise InterpreterBug(f"index {number} of {name}")
                offset = offset * size + number
            return start + offset

        def find_one(cells: Cells, env: Env) -> int:
            number = only(cells, env)
            if not 0 <= number < count:
                raise InterpreterBug(f"index {number} of {name}")
            return start + number

        if len(parts) == 1:
            only, count = parts[0]
            return find_one
        if len(parts) == 2:
            (one, first_count), (two, second_count) = parts

            def find_two(cells: Cells, env: Env) -> int:
                first, second = one(cells, env), two(cells, env)
                if not (0 <= first < first_count and 0 <= second < second_count):
                    raise InterpreterBug(f"indices {first}, {second} of {name}")
                return start + first * second_count + second

            return find_two
        return find

    def _column(self, node: nodes.Column) -> Value:
        field = node.field
        assert field.axis is not None
        dims, first = field.dims, nodes.Const(0, ElemType(field.dims[field.axis]))
        place = self.place(field, (*node.index[: field.axis], first, *node.index[field.axis :]))
        count, step, no, yes = dims[field.axis].size, 1, bounds(field.type).lo, bounds(field.type).hi
        for dim in dims[field.axis + 1 :]:
            step *= dim.size

        def column(cells: Cells, env: Env) -> int:
            start = place(cells, env)
            return set_of(cells[start : start + count * step : step], no, yes)

        return column

    def _occupied(self, node: nodes.Occupied) -> Value:
        start, end = self.view.start[node.field.name], self.view.start[node.field.name] + node.field.cells
        step = node.field.cells // node.field.dims[0].size

        if bounds(node.field.type).lo < 0:

            def filled(cells: Cells, env: Env) -> int:
                return sum(1 << n for n, one in enumerate(cells[start:end]) if one >= 0)

            return filled

        def occupied(cells: Cells, env: Env) -> int:
            there = cells[start:end]
            if not any(there):
                return 0
            return sum(1 << n for n in range(len(there) // step) if any(there[n * step : (n + 1) * step]))

        return occupied

    def _local(self, node: nodes.ReadLocal) -> Value:
        name = node.name
        return lambda cells, env: env[name]

    def _lookup(self, node: nodes.Lookup) -> Value:
        values = node.table.values
        read = reader(node.index, node.table.dims, 0, _no(f"table {node.table.name}"))
        if read is not None:
            return lambda cells, env: read(values, env)
        offset = self._offset(node.index, node.table.dims, f"table {node.table.name}")
        return lambda cells, env: values[offset(cells, env)]

    # --- numbers and tests ----------------------------------------------------------------------------

    def _arithmetic(self, node: nodes.Arithmetic) -> Value:
        left, right, have = self.value(node.left), self.value(node.right), node.type
        combine, lo, hi = _ARITHMETIC[node.op], have.lo, have.hi
        if isinstance(node.right, nodes.Const):
            other = node.right.value

            def with_constant(cells: Cells, env: Env) -> int:
                result = combine(left(cells, env), other)
                if not lo <= result <= hi:
                    raise InterpreterBug(f"{result} is not in {have}")
                return result

            return with_constant

        def combined(cells: Cells, env: Env) -> int:
            result = combine(left(cells, env), right(cells, env))
            if not lo <= result <= hi:
                raise InterpreterBug(f"{result} is not in {have}")
            return result

        return combined

    def _compare(self, node: nodes.Compare) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        holds = _COMPARE[node.op]
        if isinstance(node.right, nodes.Const):
            other = node.right.value
            if node.op == "==":
                return lambda cells, env: 1 if left(cells, env) == other else 0
            if node.op == ">=":
                return lambda cells, env: 1 if left(cells, env) >= other else 0
            return lambda cells, env: 1 if holds(left(cells, env), other) else 0
        if node.op == "==":
            return lambda cells, env: 1 if left(cells, env) == right(cells, env) else 0
        return lambda cells, env: 1 if holds(left(cells, env), right(cells, env)) else 0

    def _logic(self, node: nodes.Logic) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        if node.op == "and":
            return lambda cells, env: 1 if left(cells, env) and right(cells, env) else 0
        return lambda cells, env: 1 if left(cells, env) or right(cells, env) else 0

    def _not(self, node: nodes.Not) -> Value:
        value = self.value(node.value)
        return lambda cells, env: 1 - value(cells, env)

    def _if_else(self, node: nodes.IfElse) -> Value:
        condition, then, otherwise = (
            self.value(node.condition),
            self.value(node.then),
            self.value(node.otherwise),
        )
        return lambda cells, env: then(cells, env) if condition(cells, env) else otherwise(cells, env)

    # --- sets -----------------------------------------------------------------------------------------

    def _single(self, node: nodes.Single) -> Value:
        member = self.value(node.member)

        def single(cells: Cells, env: Env) -> int:
            number = member(cells, env)
            return 0 if number < 0 else 1 << number

        return self.checked(node.type, single)

    def _set_op(self, node: nodes.SetOp) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        if node.op == "|":
            return lambda cells, env: left(cells, env) | right(cells, env)
        if node.op == "&":
            return lambda cells, env: left(cells, env) & right(cells, env)
        return lambda cells, env: left(cells, env) & ~right(cells, env)

    def _shift(self, node: nodes.Shift) -> Value:
        value, moves = self.value(node.value), node.moves
        return self.checked(node.type, lambda cells, env: moved(value(cells, env), moves))

    def _gather(self, node: nodes.Gather) -> Value:
        value, table = self.value(node.value), node.table.values
        return lambda cells, env: gathered(table, value(cells, env))

    def _flood(self, node: nodes.Flood) -> Value:
        seeds, within, table = self.value(node.seeds), self.value(node.within), node.table.values
        return lambda cells, env: flooded(table, seeds(cells, env), within(cells, env))

    def _run_between(self, node: nodes.RunBetween) -> Value:
        start, over, to = self.value(node.start), self.value(node.over), self.value(node.to)

        def between(cells: Cells, env: Env) -> int:
            first, room, last = start(cells, env), over(cells, env), to(cells, env)
            found = 0
            for ray in node.rays:
                found |= along(first, room, ray.there[0]) & along(last, room, ray.back[0])
            return found

        return between

    def _run_starts(self, node: nodes.RunStarts) -> Value:
        over, to = self.value(node.over), self.value(node.to)

        def starts(cells: Cells, env: Env) -> int:
            room, last = over(cells, env), to(cells, env)
            found = 0
            for ray in node.rays:
                found |= moved(along(last, room, ray.back[0]), ray.back[0])
            return found

        return starts

    def _steps(self, node: nodes.Steps) -> Value:
        starts = [self.value(one) for one in node.starts]

        def steps(cells: Cells, env: Env) -> int:
            found, number = 0, 0
            for start, keep in zip(starts, node.keeps, strict=True):
                here = start(cells, env)
                for space in members(keep):
                    found |= ((here >> space) & 1) << number
                    number += 1
            return found

        return self.checked(node.type, steps)

    def _columns_of(self, node: nodes.ColumnsOf) -> Value:
        value, width = self.value(node.value), node.width

        def columns(cells: Cells, env: Env) -> int:
            found = 0
            for member in members(value(cells, env)):
                found |= 1 << member % width
            return found

        return columns

    def _contains(self, node: nodes.Contains) -> Value:
        value, member = self.value(node.value), self.value(node.member)

        def contains(cells: Cells, env: Env) -> int:
            number = member(cells, env)
            return 0 if number < 0 else (value(cells, env) >> number) & 1

        return contains

    def _count(self, node: nodes.Count) -> Value:
        value = self.value(node.value)
        if isinstance(node.value.type, ListType):
            return lists.length(self, value, node.value.type)
        return lambda cells, env: value(cells, env).bit_count()

    def _some(self, node: nodes.Some) -> Value:
        value = self.value(node.value)
        return lambda cells, env: int(value(cells, env) != 0)

    def _pick(self, node: nodes.Pick) -> Value:
        value = self.value(node.value)
        if isinstance(node.value.type, ListType):
            return lists.pick(node, value, node.value.type)
        if node.which == "first":

            def first(cells: Cells, env: Env) -> int:
                found = value(cells, env)
                return (found & -found).bit_length() - 1

            return first
        return lambda cells, env: value(cells, env).bit_length() - 1

    def _filter(self, node: nodes.Filter) -> Value:
        value, rest = narrowed(self, node)
        if rest is None:
            return value
        condition, var = self.value(rest), node.var
        each, type_ = lists.over(node.value.type), node.type

        def filtered(cells: Cells, env: Env) -> int:
            inner = dict(env)
            found = []
            for member in each(value(cells, env)):
                inner[var] = member
                if condition(cells, inner):
                    found.append(member)
            return lists.collected(found, type_)

        return filtered

    def _exists(self, node: nodes.Exists) -> Value:
        filtered = self._filter(
            nodes.Filter(node.var, node.value, node.condition, cast(SetType, node.value.type))
        )
        return lambda cells, env: int(filtered(cells, env) != 0)

    def _fold(self, node: nodes.Fold) -> Value:
        value, formula, var = self.value(node.value), self.value(node.formula), node.var
        each = lists.over(node.value.type)
        combine = cast(Callable[[list[int]], int], {"sum": sum, "min": min, "max": max}[node.op])
        empty = node.empty

        def fold(cells: Cells, env: Env) -> int:
            inner = dict(env)
            found = []
            for member in each(value(cells, env)):
                inner[var] = member
                found.append(formula(cells, inner))
            return combine(found) if found else empty

        return self.checked(node.type, fold)

    def _best(self, node: nodes.Best) -> Value:
        value, key, var = self.value(node.value), self.value(node.key), node.var
        each = lists.over(node.value.type)
        sign = 1 if node.op == "max" else -1

        def best(cells: Cells, env: Env) -> int:
            inner = dict(env)
            found, least = -1, 0
            for member in each(value(cells, env)):
                inner[var] = member
                rank = sign * key(cells, inner)
                if found < 0 or rank > least:
                    found, least = member, rank
            return found

        return best

    def _best_of(self, node: nodes.BestOf) -> Value:
        value, key, var = self.value(node.value), self.value(node.key), node.var
        each = lists.over(node.value.type)
        sign = 1 if node.op == "max" else -1

        def best(cells: Cells, env: Env) -> int:
            inner = dict(env)
            found = least = 0
            for member in each(value(cells, env)):
                inner[var] = member
                rank = sign * key(cells, inner)
                if not found or rank > least:
                    found, least = 0, rank
                if rank == least:
                    found |= 1 << member
            return found

        return best

    def _union_of(self, node: nodes.UnionOf) -> Value:
        value, formula, var = self.value(node.value), self.value(node.formula), node.var
        each = lists.over(node.value.type)

        def union(cells: Cells, env: Env) -> int:
            inner = dict(env)
            found = 0
            for member in each(value(cells, env)):
                inner[var] = member
                found |= formula(cells, inner)
            return found

        return self.checked(node.type, union)

    def _has_run(self, node: nodes.HasRun) -> Value:
        value = self.value(node.value)

        def has_run(cells: Cells, env: Env) -> int:
            whole = value(cells, env)
            for direction in node.directions:
                starts = whole
                for moves in direction.steps:
                    starts &= moved(starts, moves)
                if starts:
                    return 1
            return 0

        return has_run

    def _depth(self, node: nodes.Depth) -> Value:
        return lambda cells, env: len(self.view.stack(cells))

    def _can(self, node: nodes.Can) -> Value:
        who, arguments = self.value(node.who), [self.value(one) for one in node.arguments]
        return lambda cells, env: self.can(
            node.probe, who(cells, env), [one(cells, env) for one in arguments], cells
        )

    def _call(self, node: nodes.CallFunction) -> Value:
        arguments = [self.value(one) for one in node.arguments]
        name = node.function
        return lambda cells, env: self.call(name, cells, [one(cells, env) for one in arguments])


def _no(name: str) -> Callable[[Sequence[int]], InterpreterBug]:
    """Raise an index error."""
    return lambda found: InterpreterBug(f"index {', '.join(map(str, found))} of {name}")


def _divide(a: int, b: int) -> int:
    return a // b if b else 0


def _rest(a: int, b: int) -> int:
    return a % b if b else 0


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": _divide,
    "%": _rest,
    "min": min,
    "max": max,
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_MAKERS: dict[type, Callable[[Evaluator, Any], Value]] = {
    nodes.Const: Evaluator._const,
    nodes.ReadField: Evaluator._field,
    nodes.Column: Evaluator._column,
    nodes.Occupied: Evaluator._occupied,
    nodes.ReadLocal: Evaluator._local,
    nodes.Lookup: Evaluator._lookup,
    nodes.Arithmetic: Evaluator._arithmetic,
    nodes.Compare: Evaluator._compare,
    nodes.Logic: Evaluator._logic,
    nodes.Not: Evaluator._not,
    nodes.IfElse: Evaluator._if_else,
    nodes.Single: Evaluator._single,
    nodes.SetOp: Evaluator._set_op,
    nodes.Shift: Evaluator._shift,
    nodes.Gather: Evaluator._gather,
    nodes.Flood: Evaluator._flood,
    nodes.RunBetween: Evaluator._run_between,
    nodes.RunStarts: Evaluator._run_starts,
    nodes.Steps: Evaluator._steps,
    nodes.ColumnsOf: Evaluator._columns_of,
    nodes.Contains: Evaluator._contains,
    nodes.Count: Evaluator._count,
    nodes.Some: Evaluator._some,
    nodes.Pick: Evaluator._pick,
    nodes.Filter: Evaluator._filter,
    nodes.Exists: Evaluator._exists,
    nodes.Fold: Evaluator._fold,
    nodes.Best: Evaluator._best,
    nodes.BestOf: Evaluator._best_of,
    nodes.UnionOf: Evaluator._union_of,
    nodes.BestPlan: best_plans.best_plan,
    nodes.FoldParts: spatial.fold_parts,
    nodes.BestPart: spatial.best_part,
    nodes.LongestLine: spatial.longest_line,
    nodes.StepCount: spatial.step_count,
    nodes.ShortestWay: spatial.shortest_way,
    nodes.WalkEnds: spatial.walk_ends,
    nodes.HasRun: Evaluator._has_run,
    nodes.Entry: lists.entry,
    nodes.HoldsAlong: lists.holds_along,
    nodes.PositionOf: lists.position_of,
    nodes.Joined: lists.joined,
    nodes.Listed: lists.listed,
    nodes.InOrder: lists.in_order,
    nodes.Part: lists.part,
    nodes.CallFunction: Evaluator._call,
    nodes.Can: Evaluator._can,
    nodes.Depth: Evaluator._depth,
}
