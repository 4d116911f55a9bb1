"""Base of sentence checks: context, names, decisions, and entry points for whole bodies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from typing import Any

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.ambiguity import taken
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.flow.narrowing import where_holds
from rulec.semantics.scope import Scope
from rulec.semantics.types import UNKNOWN, Local, MemberType, Sort, Type
from rulec.syntax import ast


@dataclass
class Context:
    """Context of a sentence: its scope (which grows with each `let`), rule and enclosing orders."""

    scope: Scope
    rule: typed.Rule
    changed: frozenset[str] = frozenset()  # names that the rule assigns again
    ends: list[Scope] = field(default_factory=list)  # final scopes of the current sentence's bodies
    orders: dict[str, tuple[typed.Decision, int]] = field(default_factory=dict)  # parts of enclosing orders

    def inside(self) -> Context:
        """Return a context for nested sentences, whose bindings are local to it."""
        return Context(self.scope.inside(), self.rule, self.changed, self.ends, self.orders)


class SentenceBase(ABC):
    """Base of sentence checks; holds the expression checks and the game."""

    def __init__(self, expressions: ExpressionChecker, game: typed.Game) -> None:
        self.expressions, self.game = expressions, game

    # --- entry points, implemented by the checker ------------------------------------------------------

    @abstractmethod
    def sequence(self, sentences: tuple[ast.Sentence, ...], inner: Context) -> tuple[typed.Sentence, ...]:
        """Type a sequence of sentences in its own context."""

    @abstractmethod
    def options(self, alternatives: tuple[ast.Alternative, ...], context: Context) -> list[typed.ChoiceGroup]:
        """Type named options, each with condition and body."""

    def body(self, sentences: tuple[ast.Sentence, ...], context: Context) -> tuple[typed.Sentence, ...]:
        """Type a block, and record its final scope: its names have other types behind it."""
        inner = Context(context.scope.inside(), context.rule, context.changed, [], context.orders)
        out = self.sequence(sentences, inner)
        context.ends.append(inner.scope)
        return out

    def body_where(
        self, condition: ast.Expr | None, holds: bool, body: tuple[ast.Sentence, ...], context: Context
    ) -> tuple[typed.Sentence, ...]:
        """Type a body where a condition holds (or fails), with optional names narrowed by it."""
        before = context.scope
        if condition is not None:
            context.scope = where_holds(self.expressions.tried, condition, holds, before, context.changed)
        out = self.body(body, context)
        context.scope = before
        return out

    # --- helpers ------------------------------------------------------------------------------------

    def error(
        self, context: Context, code: str, span: Span, message: str, hint: str = "", notes: Any = ()
    ) -> None:
        context.scope.globals.report.error(code, span, message, hint, notes)

    def bind(self, name: ast.Ident, type_: Type, context: Context, settable: bool = False) -> Local:
        """Bind a new name for the rest of the block."""
        scope = context.scope
        local = Local(name.text, type_, name.span, settable)
        if not scope.globals.usable(name):
            return local
        scope.globals.given.setdefault(name.text, name.span)
        taken(name, scope)
        scope.locals[name.text] = local
        return local

    def decider(self, by: ast.Expr | None, span: Span, context: Context) -> typed.Expr:
        if by is not None:
            value = self.expressions.member(by, context.scope, self.game.player_sort, "who decides")
            self.expressions.definite(value, context.scope)
            return value
        if context.scope.me is None:
            self.error(
                context,
                "R210",
                span,
                "nobody acts here, so nobody can choose",
                "add `by` and a player, or put this below `each player acting in seat order:`",
            )
            return typed.Constant(0, UNKNOWN, span)
        return typed.Me(MemberType(context.scope.me), span)

    def declare_decision(
        self,
        name: ast.Ident,
        groups: tuple[tuple[Sort | None, str], ...],
        citations: tuple[str, ...],
        span: Span,
        context: Context,
    ) -> typed.Decision:
        g = context.scope.globals
        decision = typed.Decision(name.text, context.rule.name, ", ".join(citations), span, groups)
        if name.text not in g.decisions:  # else a further occurrence, perhaps with other options
            g.usable(name)
            g.decisions[name.text] = decision
        self.game.decisions.append(decision)
        return decision
