"""Protocol of typed expressions, and constants."""

from __future__ import annotations

from typing import Literal, Protocol

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.semantics.node_bases import ExprNode
from rulec.semantics.types import Type


class Expr(Protocol):
    """Typed expression: any record of the union `AnyExpr`."""

    @property
    def is_expression(self) -> Literal[True]: ...

    @property
    def type(self) -> Type: ...

    @property
    def span(self) -> Span: ...


@dataclass(frozen=True)
class Constant(ExprNode):
    value: int
    type: Type
    span: Span
