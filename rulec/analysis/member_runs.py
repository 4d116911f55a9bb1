"""Runs of members with ascending constant features, for run-by-run (bit-parallel) filters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rulec.analysis.total_expressions import is_certain
from rulec.ir import nodes
from rulec.ir.nodes import Expr, Table
from rulec.ir.types import BoolType, Domain, ListType, SetType
from rulec.ir.walk import locals_read

_LARGE: Final = 16  # members; fewer are tested one by one
_WORTH: Final = 4  # members to a run, on the average
WORD_BITS: Final = 64


@dataclass(frozen=True)
class Run:
    first: int
    length: int


def is_by_runs(node: Any) -> bool:
    """Return whether a filter is computed run by run."""
    type_ = node.type if isinstance(node, nodes.Filter) else None
    if not isinstance(type_, SetType) or isinstance(type_, ListType) or type_.domain.size < _LARGE:
        return False
    if not _is_of_words(node.condition, node.var, type_.domain):
        return False
    tables = feature_tables(node.condition)
    if not tables or any(-1 in table.values for table in tables):
        return False
    return _WORTH * len(split_runs(tables, type_.domain.size)) <= type_.domain.size


def _is_of_words(test: Expr, var: str, domain: Domain) -> bool:
    """Return whether a test consists of set memberships of features and constants only."""
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


def asked_sets(test: Any) -> Iterator[tuple[Expr, Table]]:
    """Yield each set of a test with the feature whose membership it tests."""
    match test:
        case nodes.Logic(_, left, right):
            yield from asked_sets(left)
            yield from asked_sets(right)
        case nodes.Not(inner):
            yield from asked_sets(inner)
        case nodes.Contains(those, nodes.Lookup(table, _)):
            yield those, table
        case _:
            pass


def feature_tables(test: Expr) -> list[Table]:
    return list(dict.fromkeys(table for _, table in asked_sets(test)))


def split_runs(tables: list[Table], size: int) -> list[Run]:
    """Split members into runs with ascending features, each within one word."""
    found, first = [], 0
    for member in range(1, size + 1):
        goes_on = (
            member < size
            and member - first < WORD_BITS
            and all(_goes_up(table.values[member - 1], table.values[member]) for table in tables)
        )
        if not goes_on:
            found.append(Run(first, member - first))
            first = member
    return found


def _goes_up(before: int, after: int) -> bool:
    return before < after and before // WORD_BITS == after // WORD_BITS
