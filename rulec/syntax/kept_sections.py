"""Reuse of whole sections of a file during typing: a declaration with all lines up to the next one.

A keystroke changes one section. All others that were free of errors keep their trees, citations and notes
without a look at their lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from rulec.base import limits
from rulec.base.diagnostics import Reporter, TooManyProblems
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText
from rulec.syntax.ast.examples import Assumed, Cited
from rulec.syntax.kept_declarations import KeptDeclaration, KeptDeclarations, Read
from rulec.syntax.lines.outline import Line, flat_part, nest, step_of, steps_in
from rulec.syntax.parsing.parser import first_word
from rulec.syntax.reading.citations import citations, take_assumed
from rulec.syntax.reading.misplaced_lines import belongs_below, taken_out

_Key = tuple[int, tuple[str, ...]]  # number of the first line, and all lines


@dataclass(frozen=True)
class _Section:
    """A section that was free of errors, with all that reading it gave."""

    head: Line
    word: str  # its first word
    above: tuple[str, frozenset[int] | None]  # of the section above: first word, levels if they matter
    levels: frozenset[int]  # of indentation, open at the end
    steps: Counter[int]
    step: int  # usual indentation step of the file
    declaration: KeptDeclaration
    cited: tuple[Cited, ...]
    assumed: tuple[Assumed, ...]


class _Fresh:
    """A section to be read."""

    def __init__(self, flat: list[tuple[int, Line]]) -> None:
        self.head, self.flat, self.steps = flat[0][1], flat, steps_in(flat)
        self.word = first_word(self.head)
        self.cited: tuple[Cited, ...] = ()
        self.assumed: list[Assumed] = []
        self.levels: frozenset[int] = frozenset()
        self.is_clean = True  # no report so far
        self.is_declaration = True

    def look(self) -> tuple[Cited, ...]:
        self.cited = tuple(citations([self.head]))
        return self.cited

    def take_notes(self, report: Reporter) -> list[Assumed]:
        before = len(report.found) + report.silent
        self.is_declaration = bool(take_assumed([self.head], None, self.assumed, report))
        self.is_clean = self.is_clean and len(report.found) + report.silent == before
        return self.assumed

    def kept(self, above: _Part | None, step: int, declaration: KeptDeclaration) -> _Section:
        head = replace(self.head, children=[])
        return _Section(
            head, self.word, _seen(above, head, len(self.flat) > 1), self.levels, self.steps, step,
            declaration, self.cited, tuple(self.assumed),
        )  # fmt: skip


@dataclass(frozen=True)
class Sections:
    """All that the sections of a file contain, in the order of the file."""

    declarations: list[Read]
    cited: list[Cited]
    assumed: list[Assumed]


_Part = _Section | _Fresh


def _seen(above: _Part | None, head: Line, has_lines: bool) -> tuple[str, frozenset[int] | None]:
    """Return all of the section above that a section depends on."""
    if above is None:
        return "", None
    return above.word, above.levels if has_lines and not head.text.endswith(":") else None


class KeptSections:
    """Sections of the last two texts, because a broken line is often joined again."""

    def __init__(self) -> None:
        self._before: dict[_Key, _Section] = {}
        self._last: dict[_Key, _Section] = {}
        self._declarations = KeptDeclarations()
        self._step = 2

    def begin(self) -> KeptSections:
        """Start a read."""
        self._declarations.begin()
        return self

    def end(self) -> None:
        """Complete a read."""
        self._declarations.end()

    def read_declaration(self, line: Line, report: Reporter) -> Read:
        """Read a declaration of a file that can't be read by sections."""
        return self._declarations.read(line, report)

    def read(self, source: SourceText, report: Reporter) -> Sections | None:
        """Read a file by sections; None, without any report, if they can't be read one by one."""
        keys, trial = _split(source), Reporter()
        try:
            parts = None if keys is None else self._outlined(source, keys, trial)
        except TooManyProblems:
            return None
        if keys is None or parts is None:
            return None
        report.found += trial.found
        found = Sections([], [], [])
        try:
            self._contents(keys, parts, report, found)
        except TooManyProblems:
            found.declarations.clear()
        return found

    def _contents(self, keys: list[_Key], parts: list[_Part], report: Reporter, found: Sections) -> None:
        now = dict[_Key, _Section]()
        for one in parts:
            found.cited.extend(one.look() if isinstance(one, _Fresh) else one.cited)
        for one in parts:
            found.assumed.extend(one.take_notes(report) if isinstance(one, _Fresh) else one.assumed)
        for key, above, one in zip(keys, [None, *parts], parts, strict=False):
            if isinstance(one, _Section):
                now[key] = one
                found.declarations.append(self._declarations.repeat(one.declaration, report))
            elif one.is_declaration:
                found.declarations.append(self._declarations.read(one.head, report))
                known = self._declarations.known(one.head)
                if known is not None and one.is_clean:
                    now[key] = one.kept(above, self._step, known)
                report.settle()
        self._before, self._last = self._last, now

    def _outlined(self, source: SourceText, keys: list[_Key], report: Reporter) -> list[_Part] | None:
        parts: list[_Part] = []
        for key in keys:
            known: _Part | None = self._last.get(key) or self._before.get(key) or _fresh(source, key, report)
            if known is None:
                return None
            parts.append(known)
        steps = Counter[int]()
        for one in parts:
            steps.update(one.steps)
        self._step = step_of(steps)
        for number, key in enumerate(keys):
            above, one = parts[number - 1] if number else None, parts[number]
            if isinstance(one, _Section):
                if one.step == self._step and one.above == _seen(above, one.head, one.above[1] is not None):
                    continue
                again = _fresh(source, key, report)  # its neighbours changed
                if again is None:
                    return None
                one = parts[number] = again
            if not self._stands_alone(above, one, report):
                return None
        return parts

    def _stands_alone(self, above: _Part | None, one: _Fresh, report: Reporter) -> bool:
        """Nest a fresh section; return whether neither its neighbours nor the file matter for its tree."""
        if above is not None and belongs_below(one.head, above.head):
            return False
        if len(one.flat) == 1 and one.head.text.endswith(":"):  # its neighbours may belong below
            return False
        before = len(report.found)
        one.levels = nest(one.flat, report, self._step, frozenset() if above is None else above.levels)[1]
        one.is_clean = one.is_clean and len(report.found) == before
        is_deep = any(found.code == "R109" for found in report.found[before:])  # reported once for the file
        return not is_deep and first_word(one.head) != "variant" and not taken_out(one.head, Reporter())


def _fresh(source: SourceText, key: _Key, report: Reporter) -> _Fresh | None:
    """Read the lines of a section; None unless it is one declaration."""
    before = len(report.found)
    flat = flat_part(source, range(key[0], key[0] + len(key[1])), report)
    if not flat or [not indent for indent, _ in flat].count(True) != 1 or flat[0][0]:
        return None
    fresh = _Fresh(flat)
    fresh.is_clean = len(report.found) == before
    return fresh


def section_starts(lines: Sequence[str]) -> list[int]:
    """Indices of the lines at the left margin, with which sections begin."""
    return [n for n, line in enumerate(lines) if line and line[0] != "#" and not line[0].isspace()]


def _split(source: SourceText) -> list[_Key] | None:
    """Split a text before each line at the left margin; None if it begins with other lines."""
    lines = source.lines
    starts = section_starts(lines)
    if len(lines) > limits.LINES or not 0 < len(starts) <= limits.DECLARATIONS:
        return None
    if any(line.partition("#")[0].strip() for line in lines[: starts[0]]):
        return None
    return [(start + 1, lines[start:end]) for start, end in pairwise([*starts, len(lines)])]
