"""Guard clauses of options, one by one as the rules state them, for explanations of legality."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.ir.nodes import Expr


@dataclass(frozen=True)
class Clause:
    """A guard clause: `test` is a condition, or a `Filter` of members that pass; None if not evaluable."""

    span: Span
    test: Expr | None
    words: str = ""  # where the rules do not say it in so many words
    parts: tuple[Clause, ...] = ()  # what the definition says that it names
