"""Bases of all typed expressions and sentences.

Declarations hold expressions and sentences, and these refer to declarations: with the bases, modules of
declarations need not import those of nodes.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from rulec.base.source_text import Span


class ExprNode:
    """Base of the records of expressions; annotations say `typed.Expr`, which also has type and span."""

    is_expression: ClassVar[Literal[True]] = True


class Sentence:
    """Base of the records of sentences."""

    span: Span
