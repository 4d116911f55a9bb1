"""A filter of many members as algebra of words: one operation for a whole run of members.

The steps of a board in one direction stand side by side, and where they start and where they lead to goes up
from one to the next. So "starts at a man of mine" is, for all of them at once, the bits of my men at the
squares where these steps start, pushed together; and "does not lead to one of mine" likewise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rulec.codegen.values import is_all, is_certain
from rulec.ir import nodes
from rulec.ir.nodes import Expr, Table
from rulec.ir.schema import words
from rulec.ir.types import BoolType, Domain, ListType, SetType
from rulec.ir.walk import locals_read

if TYPE_CHECKING:
    from rulec.codegen.expressions import ExpressionText, Helper

_LARGE: Final = 16  # members; fewer are tested one by one
_WORTH: Final = 4  # members to a run, on the average
_WORD: Final = 64


@dataclass(frozen=True)
class _Run:
    first: int
    length: int


def is_by_runs(node: Any) -> bool:
    """Is this a filter that is worked out run by run?"""
    type_ = node.type if isinstance(node, nodes.Filter) else None
    if not isinstance(type_, SetType) or isinstance(type_, ListType) or type_.domain.size < _LARGE:
        return False
    if not _is_of_words(node.condition, node.var, type_.domain):
        return False
    tables = _features(node.condition)
    if not tables or any(-1 in table.values for table in tables):
        return False
    return _WORTH * len(_runs(tables, type_.domain.size)) <= type_.domain.size


def _is_of_words(test: Expr, var: str, domain: Domain) -> bool:
    """Does it only ask whether features lie in sets that are known, and what is constant?"""
    match test:
        case nodes.Logic(_, left, right):
            return _is_of_words(left, var, domain) and _is_of_words(right, var, domain)
        case nodes.Not(inner):
            return _is_of_words(inner, var, domain)
        case nodes.Contains(those, nodes.Lookup(table, (nodes.ReadLocal(name),))) if name == var:
            plain = isinstance(those.type, SetType) and not isinstance(those.type, ListType)
            known = var not in locals_read(those) and is_certain(those)
            return plain and known and table.dims == (domain,)
        case nodes.Lookup(table, (nodes.ReadLocal(name),)) if name == var:
            return isinstance(table.type, BoolType) and table.dims == (domain,)
    return False


def _asked(test: Any) -> Iterator[tuple[Expr, Table]]:
    """Each set that a test asks about, and the feature of which it is asked whether it lies there."""
    match test:
        case nodes.Logic(_, left, right):
            yield from _asked(left)
            yield from _asked(right)
        case nodes.Not(inner):
            yield from _asked(inner)
        case nodes.Contains(those, nodes.Lookup(table, _)):
            yield those, table


def _features(test: Expr) -> list[Table]:
    return list(dict.fromkeys(table for _, table in _asked(test)))


def _runs(tables: list[Table], size: int) -> list[_Run]:
    """Members side by side of which every feature is greater than that of the one before, in one word."""
    found, first = [], 0
    for member in range(1, size + 1):
        goes_on = (
            member < size
            and member - first < _WORD
            and all(_goes_up(table.values[member - 1], table.values[member]) for table in tables)
        )
        if not goes_on:
            found.append(_Run(first, member - first))
            first = member
    return found


def _goes_up(before: int, after: int) -> bool:
    return before < after and before // _WORD == after // _WORD


def filter_by_runs(text: ExpressionText, node: nodes.Filter, helper: Helper) -> None:
    type_ = node.type
    assert isinstance(type_, SetType)
    tables = _features(node.condition)
    count = words(type_)
    those = list(dict.fromkeys(those for those, _ in _asked(node.condition)))
    names = {one: f"those_{n}" for n, one in enumerate(those)}
    whole = is_all(node.value, type_)
    c_type, into, among = text.plan.c_type(type_), "&out", "&among"
    if count > 1:
        into, among = "out.w", "among.w"
    lines = [f"cdef {text.plan.c_type(one.type)} {name} = {text.text(one)}" for one, name in names.items()]
    lines += [f"cdef {c_type} out = set{count}_none()", "cdef uint64_t run"]
    if not whole:
        lines.append(f"cdef {c_type} among = {text.text(node.value)}")
    for run in _runs(tables, type_.domain.size):
        where = f"{run.first}, {run.length}"
        bits = _bits(node.condition, run, names)
        if whole:
            lines.append(f"rulec_put_run({into}, {where}, {bits} & {_hex((1 << run.length) - 1)})")
        else:
            lines.append(f"run = rulec_run({among}, {where})")
            lines += ["if run:", f"    rulec_put_run({into}, {where}, run & {bits})"]
    helper.body = [*lines, "return out"]


def _bits(test: Any, run: _Run, names: dict[Expr, str]) -> str:
    """A test for every member of a run, a bit for each; what lies beyond the run means nothing."""
    match test:
        case nodes.Logic(op, left, right):
            return f"({_bits(left, run, names)} {'&' if op == 'and' else '|'} {_bits(right, run, names)})"
        case nodes.Not(inner):
            return f"(~{_bits(inner, run, names)})"
        case nodes.Contains(those, nodes.Lookup(table, _)):
            word = table.values[run.first] // _WORD
            places = [place % _WORD for place in table.values[run.first : run.first + run.length]]
            assert isinstance(those.type, SetType)
            bits = f"{names[those]}.w[{word}]" if those.type.domain.size > _WORD else names[those]
            if places[-1] - places[0] == run.length - 1:
                return f"({bits} >> {places[0]})" if places[0] else bits
            return f"rulec_pushed({bits}, {_hex(sum(1 << place for place in places))})"
        case nodes.Lookup(table, _):
            values = table.values[run.first : run.first + run.length]
            return _hex(sum(1 << n for n, value in enumerate(values) if value))
    raise AssertionError(test)


def _hex(value: int) -> str:
    return f"{hex(value)}ULL"
