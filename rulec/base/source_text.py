"""Source texts and spans; every node of the compiler carries a `Span`."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """A source span on one or several lines. Lines and columns count from 1; `end_column` is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def at(cls, file: str, line: int, column: int = 1, width: int = 1) -> Span:
        return cls(file, line, column, line, column + max(width, 1))

    def to(self, other: Span) -> Span:
        """Return the span from the start of this span to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("<built in>", 1, 1, 1, 2)


@dataclass(frozen=True)
class SourceText:
    """A rules file: its name as typed by the user, and its text."""

    name: str
    text: str
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(self.text.split("\n")))

    def line(self, number: int) -> str:
        """Return line `number` (from 1), or an empty text beyond the end of the file."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
