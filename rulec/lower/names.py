"""Bindings of locals and `me` during lowering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from rulec.base.fast_dataclass import dataclass
from rulec.ir.nodes import Expr
from rulec.semantics import typed
from rulec.semantics import types as t


@dataclass
class Names:
    """The environment of an expression: locals and `me`."""

    me: Expr | None = None
    locals: dict[t.Local, Expr] = field(default_factory=dict)

    def bind(self, local: t.Local, value: Expr) -> Names:
        return Names(self.me, {**self.locals, local: value})


# A rule that an expression asks about, and what names mean there: the question as an expression.
TryOut = Callable[[typed.CallRule, Names], Expr]
