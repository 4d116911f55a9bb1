"""Neighbourhoods and flood fills as functions of their table: masked shifts where it is regular.

The neighbours of a board's spaces lie at a few distances, the same for all spaces but those at edges: a set
moves to its neighbours by one masked shift for each distance. A question about a flood fill ends with the
first step that answers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from rulec.codegen.constants import set_value
from rulec.codegen.text_nodes import Code, call, chained, grouped, operation
from rulec.codegen.writer import ExpressionWriter
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr
from rulec.ir.schema import words
from rulec.ir.types import SetType

_WORD_SHIFTS: Final = 32  # more of them take longer than a look at the table for each member at the edge
_SIGNATURES: Final = {
    "around": ("{0}", "{0} members"),
    "flood": ("{0}", "{0} seeds, {0} within"),
    "flood_meets": ("int", "{0} seeds, {0} within, {0} room"),
    "near_meets": ("int", "{0} seeds, {0} within, {0} room"),
    "flood_until": ("{0}", "{0} seeds, {0} within, {0} room, {0} stop"),
    "near_until": ("{0}", "{0} seeds, {0} within, {0} room, {0} stop"),
    "flood_up_to": ("int", "{0} seeds, {0} within, {0} room, int most"),
    "near_up_to": ("int", "{0} seeds, {0} within, {0} room, int most"),
}


@dataclass(frozen=True)
class Reached:
    """The members of `room` in a flood fill, or (`near`) beside its members."""

    flood: nodes.Flood
    near: bool
    room: Expr


def shifts_of(table: nodes.Table) -> dict[int, int] | None:
    """Return a table of neighbours as masks of starts by distance; None if it is not regular."""
    if not isinstance(table.type, SetType) or len(table.dims) != 1 or table.dims[0] != table.type.domain:
        return None
    starts: dict[int, int] = {}
    most = _WORD_SHIFTS // words(table.type)
    for start, goals in enumerate(table.values):
        while goals:
            distance = (goals & -goals).bit_length() - 1 - start
            starts[distance] = starts.get(distance, 0) | 1 << start
            goals &= goals - 1
        if len(starts) > most:
            return None
    return starts


# --- calls --------------------------------------------------------------------------------------------------


def gather(writer: ExpressionWriter, node: nodes.Gather) -> Code | None:
    """Emit the neighbours of a set as shifts; None where the table is not regular."""
    if node.value.type != node.type or not shifts_of(node.table):
        return None
    return _call(writer, "around", node.table, node.value)


def flood(writer: ExpressionWriter, node: nodes.Flood) -> Code:
    return _call(writer, "flood", node.table, node.seeds, node.within)


def some(writer: ExpressionWriter, node: nodes.Some) -> Code | None:
    """Emit the test whether flood fills meet a set; each ends where they do."""
    found = _reached(node.value)
    if not found:
        return None
    tests = [_asked(writer, "meets", one) for one in found]
    return tests[0] if len(tests) == 1 else grouped(chained("or", tests))


def contains(writer: ExpressionWriter, node: nodes.Contains) -> Code | None:
    """Emit the test whether a flood fill reaches a member."""
    assert isinstance(node.value.type, SetType)
    here = nodes.Single(node.member, node.value.type)
    return some(writer, nodes.Some(s.intersection(node.value, here, node.value.type)))


def compare(writer: ExpressionWriter, node: nodes.Compare) -> Code | None:
    """Emit a comparison of a flood fill's size with a constant, or of its members with one member."""
    match node:
        case nodes.Compare(op, nodes.Count(value), nodes.Const(limit)) if limit >= 0:
            found = _reached(value)
            if len(found) == 1:
                return operation(_asked(writer, "up_to", found[0], str(limit)), op, str(limit))
        case nodes.Compare("==" | "!=" as op, value, nodes.Single() as member):
            found = _reached(value)
            if len(found) == 1:
                assert isinstance(member.type, SetType)
                others = s.difference(s.full(member.type.domain), member, member.type)
                until = _asked(writer, "until", found[0], writer.text(others))
                if words(member.type) == 1:
                    return operation(until, op, writer.text(member))
                equal = writer.call_set("equal", member.type, until, writer.text(member))
                return equal if op == "==" else grouped(equal, "not ")
        case _:
            pass
    return None


def _reached(value: Expr) -> list[Reached]:
    """Return the flood fills whose union is the value; empty if it is another set."""
    if not isinstance(value.type, SetType):
        return []
    type_ = value.type
    match value:
        case nodes.Flood():
            return [Reached(value, False, s.full(type_.domain))]
        case nodes.Gather(table, inner) if inner.type == type_:
            found = _reached(inner)
            is_whole = all(one.room == s.full(type_.domain) and not one.near for one in found)
            same = is_whole and all(one.flood.table == table for one in found)
            return [replace(one, near=True) for one in found] if same else []
        case nodes.SetOp("|", left, right):
            found, others = _reached(left), _reached(right)
            return found + others if found and others else []
        case nodes.SetOp("&", left, right):
            for own, other in ((left, right), (right, left)):
                if found := _reached(own):
                    return [replace(one, room=s.intersection(one.room, other, type_)) for one in found]
        case nodes.SetOp("-", left, right):
            return [replace(one, room=s.difference(one.room, right, type_)) for one in _reached(left)]
        case _:
            pass
    return []


def _asked(writer: ExpressionWriter, question: str, one: Reached, *more: str | Code) -> Code:
    about = "near" if one.near else "flood"
    given = (one.flood.seeds, one.flood.within, one.room)
    return _call(writer, f"{about}_{question}", one.flood.table, *given, more=more)


def _call(
    writer: ExpressionWriter,
    function: str,
    table: nodes.Table,
    *given: Expr,
    more: tuple[str | Code, ...] = (),
) -> Code:
    return call(flood_function(writer, function, table), *map(writer.text, given), *more)


def flood_function(writer: ExpressionWriter, function: str, table: nodes.Table) -> str:
    """Return the name of a function of a table of neighbours, which the engine then defines."""
    writer.plan.flooded.setdefault(table.name, {})[function] = None
    return f"{function}_{writer.plan.tables[table.name]}"


# --- definitions --------------------------------------------------------------------------------------------


def definitions(table: nodes.Table, name: str) -> Iterator[str]:
    """Yield the C functions of a table of neighbours."""
    assert isinstance(table.type, SetType)
    count = words(table.type)
    shifts = shifts_of(table)
    if shifts:
        yield from _by_shifts(shifts, count, name)
    else:
        yield f"RULEC_STEP_BY_TABLE({count}, {name})"
    yield f"RULEC_DEFINE_FLOODS({count}, {name})"


def declarations(table: nodes.Table, name: str, operations: dict[str, None]) -> Iterator[str]:
    """Yield the declarations of those functions that the engine calls."""
    assert isinstance(table.type, SetType)
    count = words(table.type)
    type_ = "uint64_t" if count == 1 else f"set{count}"
    for called in sorted(operations):
        result, parameters = _SIGNATURES[called]
        yield f"{result.format(type_)} {called}_{name}({parameters.format(type_)})"


def _by_shifts(shifts: dict[int, int], count: int, name: str) -> Iterator[str]:
    """Define a move to all neighbours at once, and a step of a flood fill."""
    moved = [_moved(distance, starts, count) for distance, starts in sorted(shifts.items())]
    yield f"RULEC_INLINE set{count} around_{name}(set{count} all) {{"
    yield f"  set{count} near = {moved[0]};"
    yield from (f"  near = set{count}_or(near, {one});" for one in moved[1:])
    yield "  return near; }"
    yield f"RULEC_INLINE set{count} step_{name}(set{count} *at, set{count} *edge, set{count} within) {{"
    yield f"  set{count} all = *at, near = set{count}_none(), moved;"
    for one in moved:
        yield f"  moved = {one};"
        yield f"  near = set{count}_or(near, moved);"
        yield f"  all = set{count}_or(all, set{count}_and(moved, within));"
    yield f"  *edge = set{count}_minus(all, *at);"
    yield "  *at = all;"
    yield "  return near; }"


def _moved(distance: int, starts: int, count: int) -> str:
    value = ", ".join(set_value(count, starts))
    mask = value if count == 1 else f"(set{count}){value}"
    return f"set{count}_shift(set{count}_and(all, {mask}), {distance})"
