"""Connected parts, lines and paths, computed space by space."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import cast

from rulec.interp.bits import flooded, gathered, members, moved
from rulec.interp.value_maker import Cells, Env, Value, ValueMaker
from rulec.ir import nodes
from rulec.ir.nodes.expressions import WALK_STATES


def parts_of(table: tuple[int, ...], value: int) -> Iterator[int]:
    """Return the connected parts, by their first members."""
    while value:
        part = flooded(table, value & -value, value)
        yield part
        value &= ~part


def fold_parts(maker: ValueMaker, node: nodes.FoldParts) -> Value:
    each = _of_parts(maker, node)
    combine = cast(Callable[[list[int]], int], {"sum": sum, "min": min, "max": max}[node.op])

    def fold(cells: Cells, env: Env) -> int:
        found = [value for _, value in each(cells, env)]
        return combine(found) if found else node.empty

    return maker.checked(node.type, fold)


def best_part(maker: ValueMaker, node: nodes.BestPart) -> Value:
    each = _of_parts(maker, node)
    sign = 1 if node.op == "max" else -1

    def best(cells: Cells, env: Env) -> int:
        found = list(each(cells, env))
        return max(found, key=lambda one: sign * one[1])[0] if found else 0

    return best


def _of_parts(
    maker: ValueMaker, node: nodes.FoldParts | nodes.BestPart
) -> Callable[[Cells, Env], Iterator[tuple[int, int]]]:
    """Yield each part that satisfies the condition, with its value."""
    value, condition, formula = map(maker.value, (node.value, node.condition, node.formula))
    table, var = node.table.values, node.var

    def each(cells: Cells, env: Env) -> Iterator[tuple[int, int]]:
        inner = dict(env)
        for part in parts_of(table, value(cells, env)):
            inner[var] = part
            if condition(cells, inner):
                yield part, formula(cells, inner)

    return each


def longest_line(maker: ValueMaker, node: nodes.LongestLine) -> Value:
    value = maker.value(node.value)

    def longest(cells: Cells, env: Env) -> int:
        whole = value(cells, env)
        most = 0
        for move in node.moves:
            ends, length = whole, 0  # the ends of lines of this length
            while ends:
                length += 1
                ends = moved(ends, move) & whole
            most = max(most, length)
        return most or int(whole != 0)

    return maker.checked(node.type, longest)


def step_count(maker: ValueMaker, node: nodes.StepCount) -> Value:
    start, goal, over = map(maker.value, (node.start, node.goal, node.over))
    table = node.table.values

    def count(cells: Cells, env: Env) -> int:
        edge, goals, room = start(cells, env), goal(cells, env), over(cells, env)
        seen, steps = edge, 0
        while edge and not edge & goals:
            edge = gathered(table, edge) & (room | goals) & ~seen
            seen |= edge
            steps += 1
        return steps if edge else len(table)

    return maker.checked(node.type, count)


def shortest_way(maker: ValueMaker, node: nodes.ShortestWay) -> Value:
    start, goal, over = map(maker.value, (node.start, node.goal, node.over))
    fewest = [maker.value(one) for one in node.fewest]
    table = node.table.values

    def shortest(cells: Cells, env: Env) -> int:
        starts, goals, room = start(cells, env), goal(cells, env), over(cells, env)
        counted = [one(cells, env) for one in fewest]
        return best_way(table, starts, goals, room, counted)

    return shortest


def walk_ends(maker: ValueMaker, node: nodes.WalkEnds) -> Value:
    near, start, least = map(maker.value, (node.near, node.start, node.least))
    rows, budgets = [maker.value(one) for one in node.rows], [maker.value(one) for one in node.budgets]

    def ends(cells: Cells, env: Env) -> int:
        open_ = [row(cells, env) for row in rows]
        left = [min(node.most(n), budget(cells, env)) for n, budget in enumerate(budgets)]
        if any(one < 0 for one in left):
            return 0
        if math.prod(one + 1 for one in left) > WALK_STATES:
            return reduce(or_, open_)
        inner, needed = dict(env), least(cells, env)

        def next_to(front: int) -> int:
            inner[node.var] = front
            return near(cells, inner)

        reached = {tuple(0 for _ in left): start(cells, env)}
        found = 0
        # What has been spent only grows, so each combination is done with when its turn has come.
        for spent in product(*(range(one + 1) for one in left)):
            front, seen = reached.get(spent, 0), reached.get(spent, 0)
            while front:
                around, front = next_to(front), 0
                for row, price, stops in zip(open_, node.prices, node.stops, strict=True):
                    after = tuple(a + b for a, b in zip(spent, price, strict=True))
                    entered = around & row
                    if not entered or any(a > b for a, b in zip(after, left, strict=True)):
                        continue
                    if not after or after[0] >= needed:
                        found |= entered
                    if not stops and after == spent:
                        front |= entered & ~seen
                    elif not stops:
                        reached[after] = reached.get(after, 0) | entered
                seen |= front
        return found

    return ends


Cost = tuple[int, ...]


def best_way(table: tuple[int, ...], starts: int, goals: int, room: int, counted: list[int]) -> int:
    """Relax path costs to a fixpoint, and walk down from the best start."""

    def own(space: int) -> Cost:
        return (*((one >> space) & 1 for one in counted), 1)

    left: dict[int, Cost] = {space: own(space) for space in members(goals)}
    changed = set(left)
    while changed:
        before, changed = changed, set()
        for space in before:
            if not ((goals | room) >> space) & 1:
                continue  # a start that nothing goes through
            for other in members(table[space] & (room | starts)):
                cost = tuple(a + b for a, b in zip(own(other), left[space], strict=True))
                if other not in left or cost < left[other]:
                    left[other] = cost
                    changed.add(other)
    possible = [space for space in members(starts) if space in left]
    if not possible:
        return 0
    at = min(possible, key=lambda space: (left[space], space))
    path = 1 << at
    while not (goals >> at) & 1:
        rest = tuple(a - b for a, b in zip(left[at], own(at), strict=True))
        at = next(one for one in members(table[at] & (room | goals)) if left.get(one) == rest)
        path |= 1 << at
    return path
