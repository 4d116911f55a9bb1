"""Iterates an inverse index instead of testing a constant feature of every member (index join).

"The steps that start at a man of mine" would test the start of every step of a board. Instead an index from
places to steps, built here, yields the steps from the places of my men, and only these are tested.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import count
from typing import Any, Final, cast

from rulec.analysis.member_runs import is_by_runs
from rulec.analysis.total_expressions import is_all, is_certain
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr, Table
from rulec.ir.program import Program
from rulec.ir.types import Domain, ElemType, ListType, SetType
from rulec.ir.walk import conjuncts, locals_read, rewrite_program

_LARGE: Final = 64  # members; below, all of them are tested without a branch
_WORTH: Final = 2  # words of sets joined for each member that need not be tested


def join_indexes(program: Program) -> Program:
    narrowing = _Narrowing()
    changed = rewrite_program(program, narrowing.change)
    return replace(changed, tables=(*program.tables, *narrowing.tables.values()))


class _Narrowing:
    def __init__(self) -> None:
        self.tables: dict[Table, Table] = {}  # of a feature: who has it
        self.numbers = count()

    def change(self, part: Any) -> Any:
        if not isinstance(part, nodes.Filter | nodes.Exists) or is_by_runs(part):
            return part
        type_ = part.value.type
        if not isinstance(type_, SetType) or isinstance(type_, ListType) or type_.domain.size <= _LARGE:
            return part
        tests = list(conjuncts(part.condition))
        for test in tests:
            feature = _feature(test, part.var, type_.domain)
            if feature is None:
                continue
            value = self._with_one_of(feature, cast(nodes.Contains, test).value, type_)
            if not is_all(part.value, type_):
                value = nodes.SetOp("&", part.value, value, type_)
            rest = [one for one in tests if one is not test]
            if rest:
                return replace(part, value=value, condition=reduce(s.both, rest))
            return nodes.Some(value) if isinstance(part, nodes.Exists) else value
        return part

    def _with_one_of(self, feature: Table, those: Expr, type_: SetType) -> Expr:
        """Return the members whose feature lies in the set, as a union over the inverse index."""
        assert isinstance(those.type, SetType)
        if feature not in self.tables:
            who = [0] * those.type.domain.size
            for member, value in enumerate(feature.values):
                if value >= 0:
                    who[value] |= 1 << member
            name = f"with {feature.name}"
            self.tables[feature] = Table(name, type_, (those.type.domain,), tuple(who))
        var = f"narrowed.{next(self.numbers)}"
        one = nodes.ReadLocal(var, ElemType(those.type.domain))
        return nodes.UnionOf(var, those, nodes.Lookup(self.tables[feature], (one,)), type_)


def _feature(test: Expr, var: str, domain: Domain) -> Table | None:
    """Return the feature table of a membership test whose set does not depend on the member."""
    match test:
        case nodes.Contains(those, nodes.Lookup(table, (nodes.ReadLocal(name),))):
            pass
        case _:
            return None
    known = name == var and table.dims == (domain,) and var not in locals_read(those)
    if not known or not isinstance(those.type, SetType) or isinstance(those.type, ListType):
        return None
    words = -(-domain.size // 64)
    pays = those.type.domain.size * words <= _WORTH * domain.size
    return table if pays and is_certain(those) else None
