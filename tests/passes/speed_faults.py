"""Wrong versions of the passes for speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Table
from rulec.ir.program import Program
from rulec.ir.walk import rewrite_program
from tests.passes.faults import Way, faults, patched, result
from tests.passes.legality_faults import instead


def tables(name: str, change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Way:
    """The tables that the pass makes (they bear this name), with other values in all that read them."""

    def changed(part: Any) -> Any:
        if isinstance(part, nodes.Lookup) and part.table.name.startswith(name):
            return replace(part, table=other(part.table))
        return part

    def other(table: Table) -> Table:
        return replace(table, values=change(table.values)) if table.name.startswith(name) else table

    def of(program: Program) -> Program:
        program = rewrite_program(program, changed)
        return replace(program, tables=tuple(map(other, program.tables)))

    return result(of)


def turned(values: tuple[int, ...]) -> tuple[int, ...]:
    return (*values[1:], values[0])


def last_as_first(values: tuple[int, ...]) -> tuple[int, ...]:
    return (*values[:-1], values[0])


def nothing(values: tuple[int, ...]) -> tuple[int, ...]:
    return (min(values),) * len(values)


PEEPHOLE = faults(
    "peephole",
    (
        "a test counts as its contrary",
        "tests/probes/network_scoring",
        patched("peephole:_if", lambda of: lambda test: of(s.negate(test))),
    ),
    (
        "a union counts its single member twice",
        "tests/games/choices",
        patched("peephole:_counted", lambda of: _counted_twice(of)),
    ),
    (
        "a term split off a sum is lost",
        "games/manifest_railways",
        patched(
            "peephole:_sum_with_one_more", lambda of: lambda total, those, member: replace(total, value=those)
        ),
    ),
    (
        "a constant changes sides with its sign",
        "tests/games/draughts",
        patched("peephole:simplified", lambda of: _wrong_sign(of)),
    ),
    (
        "what lowers to 0 lowers below",
        "tests/games/companies",
        patched("peephole:simplified", lambda of: _no_floor(of)),
    ),
)


def _other_side(found: Any) -> Any:
    return found and (found[0], not found[1])


def _counted_twice(of: Any) -> Any:
    def wrong(count: nodes.Count, value: Any) -> Any:
        match value:
            case nodes.SetOp("|", left, right):
                return nodes.Arithmetic(
                    "+", nodes.Count(left, count.type), nodes.Count(right, count.type), count.type
                )
            case _:
                return of(count, value)

    return wrong


def _wrong_sign(of: Any) -> Any:
    def wrong(part: Any) -> Any:
        match part:
            case nodes.Compare(op, nodes.Arithmetic("+", number, Const(more)), Const(limit) as right):
                return nodes.Compare(op, number, replace(right, value=limit + more))
            case nodes.Compare(op, nodes.Arithmetic("-", number, Const(less)), Const(limit) as right):
                return nodes.Compare(op, number, replace(right, value=limit - less))
            case _:
                return of(part)

    return wrong


def _no_floor(of: Any) -> Any:
    def wrong(part: Any) -> Any:
        match part:
            case nodes.Arithmetic("max", nodes.Arithmetic("-") as less, Const(0)):
                return less
            case _:
                return of(part)

    return wrong


LAZY_TRIALS = faults(
    "lazy-trials",
    (
        "what is tried is never late",
        "tests/probes/districts",
        patched(
            "lazy_trials:_late", lambda of: lambda those, sure, test, type_: of(those, sure, s.FALSE, type_)
        ),
    ),
    (
        "members that are sure are left out",
        "tests/probes/districts",
        patched("lazy_trials:_late", lambda of: lambda those, sure, test, type_: of(those, [], test, type_)),
    ),
    (
        "tests that are tried are dropped",
        "tests/probes/districts",
        patched(
            "lazy_trials:_cheapest_first",
            lambda of: (
                lambda logic, invariants: next(
                    (one for one in (logic.left, logic.right) if not invariants.tries_something(one)), logic
                )
            ),
        ),
    ),
    (
        "a test is taken for its contrary",
        "tests/probes/districts",
        patched(
            "lazy_trials:_all_or_none",
            lambda of: lambda value: None if of(value) is None else s.negate(of(value)),
        ),
    ),
)

LOOKUP_TABLES = faults(
    "lookup-tables",
    ("a table begins one entry late", "tests/games/voids", tables("answers", turned)),
    ("the last entry is that of the first", "tests/games/voids", tables("answers", last_as_first)),
    ("every entry is the least", "tests/games/voids", tables("answers", nothing)),
    (
        "a number is looked up without its offset",
        "tests/games/lists",
        patched("lookup_tables:_place", lambda of: lambda number: number),
    ),
    (
        "a condition behind a table is dropped",
        "tests/games/caravan",
        patched("lookup_tables:_Tabulated._narrowed", lambda of: _rest_dropped(of)),
    ),
)


def _rest_dropped(of: Any) -> Any:
    def wrong(self: Any, part: Any) -> Any:
        found = of(self, part)
        if found != part and isinstance(found, nodes.Filter | nodes.Exists):
            return nodes.Some(found.value) if isinstance(found, nodes.Exists) else found.value
        return found

    return wrong


LOOP_NARROWING = faults(
    "loop-narrowing",
    (
        "members of either set are looked at",
        "tests/games/camps",
        patched(
            "loop_narrowing:_both", lambda of: lambda value, among: nodes.SetOp("|", value, among, value.type)
        ),
    ),
    (
        "only the other set is looked at",
        "tests/passes/games/overlaps",
        patched("loop_narrowing:_both", lambda of: lambda value, among: among),
    ),
    (
        "the other set is forgotten",
        "tests/games/camps",
        patched("loop_narrowing:_both", lambda of: lambda value, among: value),
    ),
    (
        "a sum over one member is that of another",
        "tests/games/camps",
        patched(
            "loop_narrowing:_sum", lambda of: lambda part, var, value, test, then: replace(part, formula=then)
        ),
    ),
)

COLUMN_MASKS = faults(
    "column-masks",
    ("a mask is one member off", "tests/passes/games/paths", tables("feature", turned)),
    ("no member has the feature", "tests/passes/games/paths", tables("feature", nothing)),
    (
        "a comparison with its sides exchanged",
        "tests/passes/games/paths",
        patched("column_masks:terms_of", lambda of: lambda value, times=1: of(value, -times)),
    ),
    (
        "features are read of the member before",
        "tests/passes/games/paths",
        patched("column_masks:_each", lambda of: _of_the_member_before(of)),
    ),
)


def _of_the_member_before(of: Any) -> Any:
    def wrong(test: Any, var: str, domain: Any) -> Any:
        found = of(test, var, domain)
        return found and [found[-1], *found[:-1]]

    return wrong


SPARSE_ITERATION = faults(
    "sparse-iteration",
    (
        "everything vanishes with the first variable",
        "tests/games/camps",
        patched("sparse_iteration:_vanishes", instead(True)),
    ),
    (
        "every variable must keep something",
        "tests/games/camps",
        patched("sparse_iteration:_occupied", lambda of: _all_occupied),
    ),
    (
        "members that keep nothing are looked at",
        "tests/games/camps",
        patched(
            "sparse_iteration:_occupied",
            lambda of: (
                lambda fields, type_: nodes.SetOp(
                    "-", Const(type_.domain.full, type_), of(fields, type_), type_
                )
            ),
        ),
    ),
    (
        "the set itself is forgotten",
        "tests/games/camps",
        patched(
            "sparse_iteration:_narrowed",
            lambda of: lambda part, sparse: _only_occupied(part, of(part, sparse)),
        ),
    ),
    (
        "a row that holds anything is taken for empty",
        "tests/games/yard",
        patched("sparse_iteration:_guarded", lambda of: lambda part: _turned_round(part, of(part))),
    ),
)


def _all_occupied(fields: Any, type_: Any) -> Any:
    there: Any = nodes.Occupied(fields[0])
    for field in fields[1:]:
        there = nodes.SetOp("&", there, nodes.Occupied(field), type_)
    return there


def _is_new(part: Any, found: Any) -> bool:
    return isinstance(found, nodes.IfElse) and found.then is part


def _turned_round(part: Any, found: Any) -> Any:
    if not _is_new(part, found):
        return found
    return nodes.IfElse(found.condition, found.otherwise, found.then, found.type)


def _only_occupied(part: Any, found: Any) -> Any:
    if found == part or not isinstance(found.value, nodes.SetOp):
        return found
    return replace(found, value=found.value.right)


INDEX_JOINS = faults(
    "index-joins",
    ("an index is that of the next member", "tests/passes/games/paths", tables("with", turned)),
    (
        "an index lacks its last member",
        "tests/passes/games/paths",
        tables("with", lambda values: (*values[:-1], 0)),
    ),
    (
        "the other conditions are dropped",
        "tests/passes/games/paths",
        patched("index_joins:_Narrowing.change", lambda of: _rest_dropped(of)),
    ),
    ("the set itself is forgotten", "tests/passes/games/paths", patched("index_joins:is_all", instead(True))),
    (
        "the test that is joined is any test of a feature",
        "tests/passes/games/paths",
        patched(
            "index_joins:_Narrowing._with_one_of",
            lambda of: (
                lambda self, feature, those, type_: of(
                    self,
                    feature,
                    s.difference(Const(those.type.domain.full, those.type), those, those.type),
                    type_,
                )
            ),
        ),
    ),
)

COMMON_SUBEXPRESSIONS = faults(
    "tested-set-reuse",
    (
        "a set is shared beyond what changes it",
        "tests/passes/games/spread",
        patched("tested_set_reuse:_with", lambda of: _shared_for_ever(of)),
    ),
    (
        "conditions before the shared one are dropped",
        "tests/passes/games/spread",
        patched("tested_set_reuse:conjuncts", lambda of: lambda test: list(of(test))[-1:]),
    ),
    (
        "the shared set is not asked for",
        "tests/passes/games/spread",
        patched("tested_set_reuse:s.some", lambda of: lambda value: s.TRUE),
    ),
)


def _shared_for_ever(of: Any) -> Any:
    def wrong(body: Any, value: Any, known: Any) -> Any:
        from rulec.ir.walk import rewrite

        return tuple(
            rewrite(one, lambda part: known if type(part) is type(value) and part == value else part)
            for one in body
        )

    return wrong


SPEED_FAULTS = (
    *PEEPHOLE,
    *LAZY_TRIALS,
    *LOOKUP_TABLES,
    *LOOP_NARROWING,
    *COLUMN_MASKS,
    *SPARSE_ITERATION,
    *INDEX_JOINS,
    *COMMON_SUBEXPRESSIONS,
)
