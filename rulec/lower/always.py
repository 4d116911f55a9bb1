"""Conditions that hold whenever the game stops, beside a program that is lowered already."""

from __future__ import annotations

from dataclasses import replace

from rulec.ir.nodes import Expr, ReadLocal
from rulec.ir.program import Always, Fault, Function, Program
from rulec.ir.walk import locals_read
from rulec.lower.drafts import DraftDecision
from rulec.lower.expressions import ExpressionLowering, Names
from rulec.lower.layout import Stores
from rulec.semantics import typed

_OWN_NAMES = 2_000_000  # names made here are none of the program's, nor of its examples


def with_always(program: Program, game: typed.Game, stores: Stores) -> Program:
    """The program with what always holds; all else in it stays as it is."""
    if not game.always:
        return program
    expressions = ExpressionLowering(stores, first_name=_OWN_NAMES)
    functions, found, faults = list[Function](), list[Always](), list(program.faults)
    for one in game.always:
        me = ReadLocal("me", stores.actor_type)
        parameters = (("me", stores.actor_type),) if one.uses_me else ()
        condition = expressions.expr(one.condition, Names(me if one.uses_me else None))
        name = f"always {one.name}"  # no name of a rules file has a blank
        functions.append(Function(name, parameters, condition, one.span))
        found.append(Always(one.name, name, one.uses_me, len(faults), one.span))
        faults.append(Fault("always", f"`{one.name}` does not hold", one.span))
    return replace(
        program,
        tables=tuple(stores.tables.values()),
        always=tuple(found),
        always_functions=(*expressions.functions.values(), *functions),
        faults=tuple(faults),
    )


def actor_of(draft: DraftDecision) -> Expr | None:
    """For whom a decision is, if that is kept while it is pending."""
    return None if draft.actor is None or locals_read(draft.actor) else draft.actor
