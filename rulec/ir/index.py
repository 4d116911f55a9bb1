"""Where the names of a rules file are declared, and which definitions its decisions are made of."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span


@dataclass(frozen=True)
class Index:
    """For whoever looks names up without the typed game."""

    file: str
    declared: tuple[tuple[str, Span], ...]  # by the name that positions have for it, in order
    rules: tuple[str, ...]
    definitions: tuple[str, ...]
    made_of: tuple[tuple[str, tuple[Span, ...]], ...]  # a decision, its definitions

    def kind(self, name: str) -> str:
        if name in self.rules:
            return "rule"
        return "definition" if name in self.definitions else "name"

    def lines(self) -> dict[str, int]:
        """The line of each declaration of the file itself."""
        return {path: span.line for path, span in self.declared if span.file == self.file}
