"""Incremental parsing: splits a text into declarations and caches each by its text.

Syntax errors of a declaration are cached by its text, independent of its place in the file, and shown at
once. The full front end reports everything else, including problems between declarations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulec.base.diagnostics import Diagnostic, Note, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.editor.bounded_cache import BoundedCache
from rulec.syntax.lines.outline import read_outline
from rulec.syntax.parsing.parser import openers
from rulec.syntax.reader import read_rules
from rulec.syntax.reading.misplaced_lines import DECLARATION_WORDS

_KEPT = 4_096  # cached declarations over all files
_REPAIRS = 60_000  # characters parsed for hints per keystroke; the delayed check has a larger budget


@dataclass(frozen=True)
class Declaration:
    """Physical lines from one at the margin to the next: lines[first:stop]."""

    first: int
    stop: int
    text: str


@dataclass(frozen=True)
class Read:
    """Parse result of a declaration; lines are relative to its first."""

    problems: tuple[Diagnostic, ...]
    starts: dict[int, str]  # line -> start rule


_read: BoundedCache[str, Read] = BoundedCache(_KEPT)
_starts: BoundedCache[str, Read] = BoundedCache(_KEPT)


def declarations_of(lines: Sequence[str]) -> list[Declaration]:
    """Split the text at lines that seem to begin a declaration."""
    begins = [n for n, line in enumerate(lines) if line and line[0] not in " \t#" and _begins(line)]
    if not begins or begins[0] > 0:
        begins.insert(0, 0)
    stops = [*begins[1:], len(lines)]
    return [
        Declaration(first, stop, "\n".join(lines[first:stop]))
        for first, stop in zip(begins, stops, strict=True)
    ]


def declaration_at(lines: Sequence[str], line: int) -> Declaration:
    """Declaration around a line."""
    return next(one for one in declarations_of(lines) if one.first <= line < max(one.stop, one.first + 1))


def _begins(line: str) -> bool:
    word = line.partition(" ")[0].rstrip(":")
    return word in DECLARATION_WORDS or (word not in openers("sentence") and word != "otherwise")


def example_lines(lines: Sequence[str]) -> set[int]:
    """Return the numbers of all lines of examples, from 1."""
    found: set[int] = set()
    inside = False
    for number, line in enumerate(lines, start=1):
        if line and line[0] not in " \t#":
            inside = line.startswith("example ")
        if inside:
            found.add(number)
    return found


def is_variant(lines: Sequence[str]) -> bool:
    return any(line.startswith("variant ") and '"' in line for line in lines)


def read(text: str) -> Read:
    """Parse one declaration by itself (cached)."""
    return _read.get(text, lambda: _read_anew(text, Reporter(repair_budget=_REPAIRS)))


def starts_of(text: str) -> dict[int, str]:
    """Start rule of each line of a declaration, despite errors (cached)."""
    return _starts.get(text, lambda: _read_anew(text, Reporter(repair_budget=0))).starts


def _read_anew(text: str, report: Reporter) -> Read:
    if text.startswith("variant "):  # its base is in other files
        read_outline(SourceText("", text), report)
    else:
        read_rules(SourceText("", text), report)
    problems = tuple(one for one in report.sorted() if not one.code.startswith("R9"))
    return Read(problems, {line: start for (_, line), start in report.starts.items()})


def syntax_problems(name: str, lines: Sequence[str]) -> list[Diagnostic]:
    """Syntax errors found in each declaration by itself."""
    found: list[Diagnostic] = []
    for one in declarations_of(lines):
        found += (moved(problem, name, one.first) for problem in read(one.text).problems)
    return found


def moved(one: Diagnostic, name: str, lines: int) -> Diagnostic:
    """Move a diagnostic to a file and down by a number of lines."""
    notes = tuple(Note(_moved(note.span, name, lines), note.message) for note in one.notes)
    return replace(one, span=_moved(one.span, name, lines), notes=notes)


def _moved(span: Span, name: str, lines: int) -> Span:
    return Span(name, span.line + lines, span.column, span.end_line + lines, span.end_column)


def forget() -> None:
    """Clear the caches, for measurements."""
    _read.clear()
    _starts.clear()
