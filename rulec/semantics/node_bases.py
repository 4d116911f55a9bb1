"""Base classes of all typed expressions and sentences.

Declarations and nodes refer to each other; with the bases apart, the modules of declarations need not
import those of nodes.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from rulec.base.source_text import Span


class ExprNode:
    """Base class of expression records; annotations use `typed.Expr`, which adds type and span."""

    is_expression: ClassVar[Literal[True]] = True


class Sentence:
    """Base class of sentence records."""

    span: Span
