"""What an option must pass, clause by clause as the rules have it: for whoever asks why it is offered."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.ir.nodes import Expr


@dataclass(frozen=True)
class Clause:
    """`test` is yes or no, or (a `Filter`) the members of which it is true; without one it can't be told."""

    span: Span
    test: Expr | None
    words: str = ""  # where the rules do not say it in so many words
    parts: tuple[Clause, ...] = ()  # what the definition says that it names
