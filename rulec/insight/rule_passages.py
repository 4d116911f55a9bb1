"""Records of a comparison of two games: passages of the files, and differences."""

from __future__ import annotations

from typing import Literal

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.patch_targets import RULES

Kind = Literal["added", "removed", "changed", "renamed", "moved"]


@dataclass(frozen=True)
class Passage:
    """A passage of either file."""

    file: str
    line: int
    text: str
    below: int = 0  # number of lines indented below it


@dataclass(frozen=True)
class Difference:
    section: str
    owner: str  # the declaration: `table cities`, `turn`, `score`
    name: str  # its part: `cost of chicago`; empty: the whole declaration
    kind: Kind
    left: Passage | None
    right: Passage | None

    @property
    def words(self) -> str:
        return f"{self.owner}, {self.name}" if self.name else self.owner

    @property
    def rule(self) -> str:
        """The name of the enclosing rule, as in `rulec sim --rules`, or else the declaration."""
        sort, _, name = self.owner.partition(" ")
        return name if sort in RULES and name else self.owner


def passage_at(span: Span, text: str, below: int = 0) -> Passage:
    return Passage(span.file, span.line, text, below)
