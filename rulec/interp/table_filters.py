"""Prefilters sets by constant tables: `city's region = west` for all cities at once.

The members that have each value are noted the first time they are asked for. What this saves is most of the
time of a game with long tables; everything else that a condition says is still asked member by member.
"""

from __future__ import annotations

from collections.abc import Callable

from rulec.interp.value_maker import Cells, Env, InterpreterBug, Value, ValueMaker
from rulec.ir import nodes
from rulec.ir.types import ListType
from rulec.ir.walk import conjuncts, locals_read

# The members of this set for which the test holds.
Narrow = Callable[[Cells, Env, int], int]


def narrowed(self: ValueMaker, node: nodes.Filter) -> tuple[Value, nodes.Expr | None]:
    """Return the set without the members that leading table tests exclude.

    The rest of the condition comes back too. Tests are taken in the order in which they are written, and what
    they compare with is only worked out while there is a member left, as if each had been asked by itself.
    """
    value = self.value(node.value)
    if isinstance(node.value.type, ListType):
        return value, node.condition  # its bits are entries, not members
    tests = conjuncts(node.condition)
    narrows: list[Narrow] = []
    while tests and (found := _narrow(self, tests[0], node.var)) is not None:
        narrows.append(found)
        tests = tests[1:]
    if not narrows:
        return value, node.condition

    def left(cells: Cells, env: Env) -> int:
        found = value(cells, env)
        for narrow in narrows:
            if not found:
                break
            found = narrow(cells, env, found)
        return found

    rest = tests[0] if tests else None
    for one in tests[1:]:
        assert rest is not None
        rest = nodes.Logic("and", rest, one)
    return left, rest


def _narrow(self: ValueMaker, test: nodes.Expr, var: str) -> Narrow | None:
    """Return the filter for a test of a member's table entry against a value common to all members."""
    if not isinstance(test, nodes.Compare) or test.op != "==":
        return None
    look, other = (test.left, test.right) if isinstance(test.left, nodes.Lookup) else (test.right, test.left)
    if not isinstance(look, nodes.Lookup) or var in locals_read(other):
        return None
    free = [not (isinstance(one, nodes.ReadLocal) and one.name == var) for one in look.index]
    if free.count(False) != 1 or any(
        var in locals_read(one) for one, is_free in zip(look.index, free, strict=True) if is_free
    ):
        return None
    sizes = [dim.size for dim in look.table.dims]
    at = free.index(False)
    step = 1
    for size in sizes[at + 1 :]:
        step *= size
    name, values, count = look.table.name, look.table.values, sizes[at]
    indices = [
        (None if place == at else self.value(one), size)
        for place, (one, size) in enumerate(zip(look.index, sizes, strict=True))
    ]
    same, known = self.value(other), dict[int, dict[int, int]]()

    def narrow(cells: Cells, env: Env, members: int) -> int:
        if members >> count:
            raise InterpreterBug(f"index {members.bit_length() - 1} of table {name}")
        first = 0
        for index, size in indices:
            number = 0 if index is None else index(cells, env)
            if not 0 <= number < size:
                raise InterpreterBug(f"index {number} of table {name}")
            first = first * size + number
        by_value = known.get(first)
        if by_value is None:
            by_value = known[first] = {}
            for member in range(count):
                entry = values[first + member * step]
                by_value[entry] = by_value.get(entry, 0) | 1 << member
        return members & by_value.get(same(cells, env), 0)

    return narrow
