"""Index of declared names, and of the definitions behind each decision."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span


@dataclass(frozen=True)
class Index:
    """Name lookup without the typed game."""

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
        """Map each declaration of the file itself to its line."""
        return {path: span.line for path, span in self.declared if span.file == self.file}
