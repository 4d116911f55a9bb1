"""What checks of single sentences share: context, names, decisions, and the way back to whole bodies."""

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
    """Where a sentence stands: its scope (which grows with each `let`), its rule, loops around it."""

    scope: Scope
    rule: typed.Rule
    changed: frozenset[str] = frozenset()  # names that some sentence of the rule sets again
    ends: list[Scope] = field(default_factory=list)  # of the bodies of the sentence that is being checked
    orders: dict[str, tuple[typed.Decision, int]] = field(default_factory=dict)  # parts of orders around this

    def inside(self) -> Context:
        """For what stands below the sentence: names that are given there do not hold here."""
        return Context(self.scope.inside(), self.rule, self.changed, self.ends, self.orders)


class SentenceBase(ABC):
    """Checks sentences against the expressions and the game they were made with."""

    def __init__(self, expressions: ExpressionChecker, game: typed.Game) -> None:
        self.expressions, self.game = expressions, game

    # --- entrances: the whole implements them --------------------------------------------------------

    @abstractmethod
    def sequence(self, sentences: tuple[ast.Sentence, ...], inner: Context) -> tuple[typed.Sentence, ...]:
        """Sentences one after the other, in a context of their own."""

    @abstractmethod
    def options(self, alternatives: tuple[ast.Alternative, ...], context: Context) -> list[typed.ChoiceGroup]:
        """Named options, each with its condition and its sentences."""

    def body(self, sentences: tuple[ast.Sentence, ...], context: Context) -> tuple[typed.Sentence, ...]:
        """A block, whose end is noted: names given inside it are seen in another way behind it."""
        inner = Context(context.scope.inside(), context.rule, context.changed, [], context.orders)
        out = self.sequence(sentences, inner)
        context.ends.append(inner.scope)
        return out

    def body_where(
        self, condition: ast.Expr | None, holds: bool, body: tuple[ast.Sentence, ...], context: Context
    ) -> tuple[typed.Sentence, ...]:
        """What stands below `if x is not none:`, or behind such a `when`, may use x as a member."""
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
        """A new name for the rest of the block."""
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
        if name.text not in g.decisions:  # else it is asked at another place, perhaps with other options
            g.usable(name)
            g.decisions[name.text] = decision
        self.game.decisions.append(decision)
        return decision
