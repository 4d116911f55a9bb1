"""Calls of rules, and feasibility tests of calls."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode, Sentence
from rulec.semantics.typed.values import Expr
from rulec.semantics.types import FlagType, Local, Rule


@dataclass(frozen=True)
class CallRule(Sentence):
    rule: Rule
    arguments: tuple[Expr, ...]
    giving: tuple[tuple[Local, Local], ...]  # result names: the rule's, the caller's
    span: Span


@dataclass(frozen=True)
class CanCall(ExprNode):
    call: CallRule
    type: FlagType
    span: Span
