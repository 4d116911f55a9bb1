"""Reuse of the syntax trees of unchanged declarations, for repeated reads of a file during typing."""

from __future__ import annotations

from typing import Any

from rulec.base.diagnostics import Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.syntax import ast
from rulec.syntax.ast import examples
from rulec.syntax.lines.outline import Line
from rulec.syntax.reading.declarations import read_declaration

Read = ast.Declaration | examples.Example | None


@dataclass(frozen=True)
class KeptDeclaration:
    """A tree, and all on which it depends."""

    place: tuple[str, int]
    signature: tuple[Any, ...]
    tree: Read
    starts: dict[tuple[str, int], str]


class KeptDeclarations:
    """Trees of the declarations in the last read that were free of errors, by their place.

    A declaration is read again if any of its lines changed or moved, or if its reading left any trace in the
    reporter. The result is therefore that of a fresh read, and unchanged declarations are identical objects.
    """

    def __init__(self) -> None:
        self._last: dict[tuple[str, int], KeptDeclaration] = {}
        self._next: dict[tuple[str, int], KeptDeclaration] = {}

    def begin(self) -> KeptDeclarations:
        """Start a read."""
        self._last |= self._next
        self._next = {}
        return self

    def end(self) -> None:
        """Complete a read: declarations that it did not meet are dropped."""
        self._last = {}

    def read(self, line: Line, report: Reporter) -> Read:
        place = line.span.file, line.span.line
        signature = tuple(map(_signature, line.each()))
        found = self._last.get(place)
        if found is not None and found.signature == signature:
            report.starts.update(found.starts)
        else:
            before = _traces(report)
            tree = read_declaration(line, report)
            if _traces(report) != before or _is_marked(line, report):
                return tree
            places = [(one.span.file, one.span.line) for one in line.each()]
            starts = {one: report.starts[one] for one in places if one in report.starts}
            found = KeptDeclaration(place, signature, tree, starts)
        self._next[place] = found
        return found.tree

    def known(self, line: Line) -> KeptDeclaration | None:
        """Return the entry of a declaration that this read has met."""
        return self._next.get((line.span.file, line.span.line))

    def repeat(self, known: KeptDeclaration, report: Reporter) -> Read:
        """Return the tree of a declaration whose lines are those of a former read."""
        report.starts.update(known.starts)
        self._next[known.place] = known
        return known.tree


def _signature(line: Line) -> tuple[Any, ...]:
    """Return all of a line that a reader can see; the number of lines below it stands for the nesting."""
    span = line.span
    return (
        line.text, span.file, span.line, span.column, span.end_line, span.end_column, line.columns,
        line.citations, line.comment, len(line.children), line.broken, line.files, line.around, line.follower,
    )  # fmt: skip


def _is_marked(line: Line, report: Reporter) -> bool:
    """Check whether earlier reports silence problems of these lines."""
    return any(one.broken or any(odd in one.text for odd in report.odd) for one in line.each())


def _traces(report: Reporter) -> tuple[Any, ...]:
    """Return the sizes of all records of a reporter, which never shrink while a declaration is read."""
    return (
        len(report.found), len(report.guessed), len(report.lost), len(report.lost_sections),
        len(report.removed), len(report.odd), report.silent, report.repair_budget,
    )  # fmt: skip
