"""Lists and orderings as integers whose digits are the entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rulec.interp.bits import members
from rulec.interp.value_maker import Cells, Env, Value, ValueMaker
from rulec.ir import nodes
from rulec.ir.types import ListType, Type
from rulec.runtime.list_codec import entries, packed


def over(type_: Type) -> Callable[[int], Iterator[int]]:
    """Return the iterator over the members of a set, or the entries of a list."""
    return partial(entries, digit=type_.digit) if isinstance(type_, ListType) else members


def collected(found: list[int], type_: Type) -> int:
    """Collect members into a set, or into a list in this order."""
    if isinstance(type_, ListType):
        return packed(found[: type_.room], type_.digit)
    return sum(1 << member for member in found)


def length(maker: ValueMaker, value: Value, type_: ListType) -> Value:
    return lambda cells, env: sum(1 for _ in entries(value(cells, env), type_.digit))


def pick(node: nodes.Pick, value: Value, type_: ListType) -> Value:
    last = node.which == "last"

    def picked(cells: Cells, env: Env) -> int:
        found = list(entries(value(cells, env), type_.digit))
        return (found[-1] if last else found[0]) if found else -1

    return picked


def entry(maker: ValueMaker, node: nodes.Entry) -> Value:
    number, value, each = maker.value(node.number), maker.value(node.value), over(node.value.type)

    def find(cells: Cells, env: Env) -> int:
        place, found = number(cells, env), list(each(value(cells, env)))
        return found[place - 1] if 1 <= place <= len(found) else -1

    return find


def position_of(maker: ValueMaker, node: nodes.PositionOf) -> Value:
    member, value, each = maker.value(node.member), maker.value(node.value), over(node.value.type)

    def find(cells: Cells, env: Env) -> int:
        wanted = member(cells, env)
        found = list(each(value(cells, env)))
        return found.index(wanted) + 1 if wanted in found else 0

    return maker.checked(node.type, find)


def holds_along(maker: ValueMaker, node: nodes.HoldsAlong) -> Value:
    value, var, each = maker.value(node.value), node.var, over(node.value.type)
    start, pays, earns = maker.value(node.start), maker.value(node.pays), maker.value(node.earns)

    def walk(cells: Cells, env: Env) -> int:
        inner, left = dict(env), start(cells, env)
        for member in each(value(cells, env)):
            inner[var] = member
            left -= pays(cells, inner)
            if left < 0:
                return 0
            left += earns(cells, inner)
        return 1

    return walk


def joined(maker: ValueMaker, node: nodes.Joined) -> Value:
    left, right, type_ = maker.value(node.left), maker.value(node.right), node.type

    def join(cells: Cells, env: Env) -> int:
        both = (left(cells, env), right(cells, env))
        return collected([one for part in both for one in entries(part, type_.digit)], type_)

    return join


def listed(maker: ValueMaker, node: nodes.Listed) -> Value:
    value, type_ = maker.value(node.value), node.type
    return lambda cells, env: collected(list(members(value(cells, env))), type_)


def in_order(maker: ValueMaker, node: nodes.InOrder) -> Value:
    value, key, var, each = maker.value(node.value), maker.value(node.key), node.var, over(node.value.type)

    def order(cells: Cells, env: Env) -> int:
        inner = dict(env)
        keyed = []
        for member in each(value(cells, env)):
            inner[var] = member
            rank = key(cells, inner)
            keyed.append((-rank if node.op == "max" else rank, member))
        keyed.sort(key=lambda one: one[0])  # equal keys stay as they stood
        return collected([member for _, member in keyed], node.type)

    return order


def part(maker: ValueMaker, node: nodes.Part) -> Value:
    number, value, type_ = maker.value(node.number), maker.value(node.value), node.type

    def some(cells: Cells, env: Env) -> int:
        wanted, found = max(0, number(cells, env)), list(entries(value(cells, env), type_.digit))
        start = max(0, len(found) - wanted)
        return packed(found[:wanted] if node.which == "first" else found[start:], type_.digit)

    return some
