"""Compiles definitions to functions beside a lowered program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulec.ir import simplify as s
from rulec.ir.named_queries import NamedQueries, NamedQuery
from rulec.ir.nodes import Expr, ReadLocal
from rulec.ir.program import Function, Program
from rulec.ir.types import ElemType, IntType, Type
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.state_layout import Stores
from rulec.lower.tunable_fields import column_cell
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.typed.walk import parts

_OWN_NAMES = 2_000_000  # names made here are none of the program's, nor of its examples


def lower_queries(game: typed.Game, program: Program) -> NamedQueries:
    """Compile the definitions of a game, evaluable on states of `program`."""
    stores = Stores(game)
    expressions = ExpressionLowering(stores, first_name=_OWN_NAMES)
    functions: list[Function] = []
    queries: list[NamedQuery] = []
    for one in game.definitions:
        if " " in one.name or not _stands_alone(one):  # no name of a rules file has a blank
            continue
        function = expressions.function(one)
        functions.append(function)
        given = function.parameters[int(one.uses_me) :]
        queries.append(NamedQuery(_path(one), function.name, one.uses_me, tuple(type_ for _, type_ in given)))
    for column in game.columns:
        if not column.texts and column.keys:
            made_of = _lookup(expressions, column)
            functions.append(made_of)
            given = made_of.parameters
            queries.append(
                NamedQuery(_path_of(column), made_of.name, False, tuple(type_ for _, type_ in given))
            )
    made = {one.name: one for one in (*expressions.functions.values(), *functions)}
    own = replace(program, functions=(*program.functions, *made.values()))
    return NamedQueries(own, tuple(queries), tuple(_singulars(game)), stores.actor_type)


def _stands_alone(one: typed.Definition) -> bool:
    """Can a definition be evaluated by itself? Probes need a running game."""
    if one.body is None or one.formula:
        return False
    asked, waiting = {one}, [one]
    while waiting:
        for part in parts(waiting.pop().body):
            if isinstance(part, typed.CanCall):
                return False
            if isinstance(part, typed.Use) and part.definition not in asked:
                asked.add(part.definition)
                waiting.append(part.definition)
    return True


def _lookup(expressions: ExpressionLowering, column: typed.Column) -> Function:
    """Return the lookup of a table column."""
    parameters: list[tuple[str, Type]] = []
    index: list[Expr] = []
    for key in column.keys:
        if isinstance(key, t.NumberKey):
            number = IntType(key.lo, key.hi)
            name = expressions.fresh(key.name)
            parameters.append((name, number))
            index.append(s.less(ReadLocal(name, number), key.lo, key.size))
        else:
            member = ElemType(expressions.stores.domain(key))
            name = expressions.fresh(key.singular)
            parameters.append((name, member))
            index.append(ReadLocal(name, member))
    value = column_cell(expressions.stores.column(column), tuple(index))
    return Function(expressions.fresh(f"{column.table}_{column.name}"), tuple(parameters), value, column.span)


def _path_of(column: typed.Column) -> str:
    first = column.keys[0]
    if not column.name:
        return column.table
    return f"{column.table if isinstance(first, t.NumberKey) else first.plural}.{column.name}"


def _path(one: typed.Definition) -> str:
    owner = one.subject.type if one.subject is not None else None
    return f"{owner.sort.plural}.{one.name}" if isinstance(owner, t.MemberType) else one.name


def _singulars(game: typed.Game) -> Iterator[tuple[str, str]]:
    """Map each kind to its singular."""
    yield from ((sort.singular, sort.plural) for sort in (game.player_sort, *game.sorts))
