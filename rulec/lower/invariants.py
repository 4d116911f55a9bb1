"""Lowers invariants, which hold at every suspension, and adds them to a program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Expr, ReadLocal
from rulec.ir.program import Always, Duty, Fault, Function, Program
from rulec.ir.types import BOOL
from rulec.ir.walk import locals_read
from rulec.lower.blocks.block_drafts import DraftDecision
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.names import Names
from rulec.lower.state_layout import Stores
from rulec.semantics import typed

_OWN_NAMES = 2_000_000  # names made here are none of the program's, nor of its examples


def with_always(program: Program, game: typed.Game, stores: Stores, reserved: Iterable[Duty]) -> Program:
    """Return the program with its invariants and reservations."""
    found = _Found(program, stores)
    for one in game.always:
        condition = found.expressions.expr(one.condition, Names(found.me if one.uses_me else None))
        found.add(one.name, condition, one.uses_me, f"`{one.name}` does not hold", one.span)
    for duty in reserved:
        idle = nodes.Compare("==", nodes.ReadField(duty.running, ()), s.ZERO)
        met = nodes.CallFunction(duty.function, (found.me,), BOOL)
        rule = duty.running.name.removesuffix(".running")
        message = f"`{duty.name}` does not hold while `{rule}` runs"
        found.add(f"{duty.name} in {rule}", s.either(idle, met), True, message, duty.span)
    return found.joined() if found.always else program


class _Found:
    def __init__(self, program: Program, stores: Stores) -> None:
        self.program, self.stores = program, stores
        self.expressions = ExpressionLowering(stores, first_name=_OWN_NAMES)
        self.me = ReadLocal("me", stores.actor_type)
        self.always: list[Always] = []
        self.functions: list[Function] = []
        self.faults = list(program.faults)

    def add(self, name: str, condition: Expr, of_actor: bool, message: str, span: Span) -> None:
        parameters = (("me", self.stores.actor_type),) if of_actor else ()
        function = f"always {name}"  # no name of a rules file has a blank
        self.functions.append(Function(function, parameters, condition, span))
        self.always.append(Always(name, function, of_actor, len(self.faults), span))
        self.faults.append(Fault("always", message, span))

    def joined(self) -> Program:
        return replace(
            self.program,
            tables=tuple(self.stores.tables.values()),
            always=tuple(self.always),
            always_functions=(*self.expressions.functions.values(), *self.functions),
            faults=tuple(self.faults),
        )


def actor_of(draft: DraftDecision) -> Expr | None:
    """Return the actor of a decision, if stored while it is pending."""
    return None if draft.actor is None or locals_read(draft.actor) else draft.actor
