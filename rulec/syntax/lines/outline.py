"""Outline of a rules file: logical lines, nested by indentation (off-side rule).

Indentation alone carries the structure, so the outline exists before any sentence is parsed. A line that
does not parse therefore affects neither its neighbours nor the lines below it, and one run finds every
problem of a file.

A line continues on the next line while a bracket is open, if it ends in a comma, or if the next line is
indented deeper and begins with a word or sign that begins no sentence.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cached_property
from itertools import pairwise
from operator import itemgetter

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span

CITATION = re.compile(r"\[([A-Za-z]{1,8}-?[A-Za-z]{0,2}\d{1,4}[a-z]?)\]")
TRAILING_CITATIONS = re.compile(r"(?:\s*\[[^\[\]\"]{0,40}\])+\s*$")


_QUOTED = re.compile(r'"[^"]*(?:"|$)')

# Beginnings of continuation lines. An `or` that names an option of a choice ends in a colon.
_GOES_ON = re.compile(
    r"(?:(?:and|else|where|when|giving|such)\b|or\b(?![^\"():]*:(?:\s|$))|[-+*](?!\S))(?!\s*\|)"
)

# Beginnings of lines that continue the sentence before them in its column.
_GOES_ON_BEFORE = re.compile(r"(?:otherwise|or)\b")


def continues(line: str) -> bool:
    """Check whether a line begins like one that continues the sentence above it."""
    return _GOES_ON.match(line.lstrip()) is not None


@dataclass(frozen=True)
class Citation:
    """The rulebook statement, ruling or decision point that a line implements."""

    text: str
    span: Span


@dataclass
class Line:
    """A logical line: its text without comment and citations, and the lines indented below it."""

    text: str
    span: Span
    columns: tuple[tuple[int, int, int], ...]  # (offset in text, line, column) of each physical part
    citations: tuple[Citation, ...] = ()
    comment: str = ""
    children: list[Line] = field(default_factory=list)
    broken: bool = False  # already reported, kept for its place in the tree only
    # Parts from other files than the line as a whole: (offset in text, file).
    files: tuple[tuple[int, str], ...] = ()
    # Indentation of the neighbouring lines, if this line is indented less and has no colon.
    around: int = 0
    # For a line that ends in a colon with nothing below: (line, indentation) of the next line.
    follower: tuple[int, int] | None = None

    def at(self, start: int, end: int | None = None) -> Span:
        """Return the source span of text[start:end], cut where another file begins."""
        stop = max(start, (end if end is not None else start + 1) - 1)
        file = self.span.file
        for begin, name in self.files:
            if begin <= start:
                file = name
            elif name != file and begin <= stop:
                stop = max(start, begin - 1)
                break
        first, last = self._place(start), self._place(stop)
        return Span(file, first[0], first[1], last[0], last[1] + 1)

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace text[start:end] in place; spans still point to the file."""
        moved = len(text) - (end - start)
        _, line, column = self.columns[0]
        for begin, part_line, part_column in self.columns:
            if begin <= end:
                line, column = part_line, part_column + end - begin
        kept = [one for one in self.columns if one[0] <= start]
        after = [(begin + moved, n, c) for begin, n, c in self.columns if begin > end]
        self.columns = (*kept, (end + moved, line, column), *after)
        self.files = tuple((begin + moved if begin >= end else begin, name) for begin, name in self.files)
        self.text = self.text[:start] + text + self.text[end:]

    def part(self, start: int, end: int) -> Line:
        """Return text[start:end], such as a table cell, as a line of its own."""
        behind = tuple((begin - start, n, c) for begin, n, c in self.columns if start < begin < end)
        columns = ((0, *self._place(start)), *behind)
        files = tuple((max(begin - start, 0), name) for begin, name in self.files if begin < end)
        return Line(self.text[start:end], self.at(start, end), columns, self.citations, files=files)

    def spliced(self, start: int, end: int, given: Line) -> Line:
        """Return a copy with another line, perhaps of another file, in place of text[start:end].

        The copy has no children; the span of every part still points to its origin.
        """
        moved = start + len(given.text)
        columns = [one for one in self.columns if one[0] < start]
        columns += [(start + begin, line, column) for begin, line, column in given.columns]
        files = [one for one in (self.files or ((0, self.span.file),)) if one[0] < start]
        files += [(start + begin, name) for begin, name in (given.files or ((0, given.span.file),))]
        if end < len(self.text):
            columns.append((moved, *self._place(end)))
            columns += [(moved + begin - end, n, c) for begin, n, c in self.columns if begin > end]
            files.append((moved, self.at(end).file))
            files += [(moved + begin - end, name) for begin, name in self.files if begin > end]
        text = self.text[:start] + given.text + self.text[end:]
        span = self.span if start > 0 or not given.text else given.span
        return Line(
            text, span, tuple(columns), self.citations, self.comment, broken=self.broken, files=tuple(files)
        )

    def copy(self) -> Line:
        """Return a deep copy of the line and its descendants."""
        return replace(self, children=[one.copy() for one in self.children])

    def each(self) -> Iterator[Line]:
        """Yield the line and its descendants in pre-order."""
        yield self
        for child in self.children:
            yield from child.each()

    def _place(self, offset: int) -> tuple[int, int]:
        part = bisect_right(self.columns, offset, key=itemgetter(0)) - 1  # offsets ascend
        if part < 0:
            return self.span.line, self.span.column
        begin, line, column = self.columns[part]
        return line, column + offset - begin


@dataclass
class _Physical:
    number: int
    indent: int
    column: int  # of the first character of the code
    code: str  # without indentation, comment, citations
    citations: list[Citation]
    comment: str
    broken: bool = False


def read_outline(source: SourceText, report: Reporter) -> list[Line]:
    """Return the tree of logical lines of a file."""
    if len(source.lines) > limits.LINES:
        report.lost_sections |= {"game", "play", "score"}
        report.error(
            "R102",
            Span.at(source.name, limits.LINES + 1),
            f"the file has {len(source.lines)} lines; at most {limits.LINES} are read",
        )
        return []
    indents = _Indents(source, report)
    flat = _flat(source, range(1, len(source.lines) + 1), indents, report)
    return nest(flat, report)[0]


def flat_part(source: SourceText, numbers: range, report: Reporter) -> list[tuple[int, Line]] | None:
    """Return logical lines of a part of a file with their indentation; None if it has odd spaces.

    The part begins at the left margin, and so does the line behind it.
    """
    indents = _Indents(source, report)
    flat = _flat(source, numbers, indents, report)
    return None if indents.wrong else flat


def _flat(source: SourceText, numbers: range, indents: _Indents, report: Reporter) -> list[tuple[int, Line]]:
    physical = [one for one in (_physical(source, n, indents, report) for n in numbers) if one]
    indents.report_all()
    return _join(source, physical, report)


class _Indents:
    """Measures indentation; reports characters other than spaces once per file."""

    def __init__(self, source: SourceText, report: Reporter) -> None:
        self.source, self.report = source, report
        self.wrong: list[tuple[int, int, str]] = []  # line, column, character

    @cached_property
    def step(self) -> int:
        steps = (len(line) - len(line.lstrip(" ")) for line in self.source.lines if line.strip())
        return min((one for one in steps if one > 0), default=2)

    def of(self, number: int, lead: str) -> int:
        wrong = next((place for place, char in enumerate(lead) if char != " "), None)
        if wrong is None:
            return len(lead)
        self.wrong.append((number, wrong + 1, lead[wrong]))
        return sum(self.step if char == "\t" else 1 for char in lead)

    def report_all(self) -> None:
        if not self.wrong:
            return
        number, column, char = self.wrong[0]
        what = "a tab" if char == "\t" else char_name(char)
        more = len(self.wrong) - 1
        message = f"this line is indented with {what}"
        if more:
            message += f", and so {'is 1 more line' if more == 1 else f'are {more} more lines'}"
        hint = f"indent with spaces only, {self.step} for each level"
        self.report.error("R101", Span.at(self.source.name, number, column), message, hint)


def char_name(char: str) -> str:
    """Return the Unicode name of an odd character, for messages."""
    name = unicodedata.name(char, "")
    return f"the character {name} (U+{ord(char):04X})" if name else f"the character U+{ord(char):04X}"


def _physical(source: SourceText, number: int, indents: _Indents, report: Reporter) -> _Physical | None:
    raw = source.line(number)
    broken = len(raw) > limits.LINE_LENGTH
    if broken:
        report.error(
            "R103",
            Span.at(source.name, number, limits.LINE_LENGTH + 1),
            f"this line has {len(raw)} characters; at most {limits.LINE_LENGTH} are read",
            "break it after a comma or inside brackets",
        )
        raw = raw[: limits.LINE_LENGTH]
    code, comment = _split_comment(raw)
    if not code.strip():
        return None
    lead = code[: len(code) - len(code.lstrip())]
    indent = indents.of(number, lead)
    code = code[len(lead) :]
    citations: list[Citation] = []
    tail = TRAILING_CITATIONS.search(code) if code.endswith("]") else None
    if tail is not None and not broken:
        citations = _citations(tail, Span.at(source.name, number, len(lead) + 1), report)
        code = code[: tail.start()].rstrip()
        if not code:
            if citations:
                report.error(
                    "R107",
                    citations[0].span,
                    "a citation follows the line that implements it, not on a line of its own",
                    "move it to the end of that line",
                )
            return None
    return _Physical(number, indent, len(lead) + 1, code, citations, comment, broken)


def _citations(tail: re.Match[str], line: Span, report: Reporter) -> list[Citation]:
    citations: list[Citation] = []
    for found in re.finditer(r"\[([^\[\]]*)\]", tail.group(0)):
        column = line.column + tail.start() + found.start()
        span = Span.at(line.file, line.line, column, len(found.group(0)))
        if CITATION.fullmatch(found.group(0)):
            citations.append(Citation(found.group(1), span))
        else:
            report.error(
                "R106",
                span,
                f"`{found.group(0)}` is not a citation",
                "a citation names one statement of the rulebook, like [RR-117]",
            )
    return citations


def _split_comment(raw: str) -> tuple[str, str]:
    """Split a line into its code and its comment."""
    start = comment_start(raw)
    return (raw.rstrip(), "") if start is None else (raw[:start].rstrip(), raw[start + 1 :].strip())


def comment_start(raw: str) -> int | None:
    """Return the index of a line's comment, or None; a `#` inside quotes is text."""
    if "#" not in raw:
        return None
    quoted = False
    for index, char in enumerate(raw):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return index
    return None


def _open_brackets(code: str, depth: int) -> int:
    if '"' in code:
        code = _QUOTED.sub("", code)
    return depth + code.count("(") - code.count(")")


def _join(source: SourceText, physical: list[_Physical], report: Reporter) -> list[tuple[int, Line]]:
    """Join physical lines to logical lines, with their indentation."""
    joined: list[tuple[int, Line]] = []
    index = 0
    while index < len(physical):
        first = physical[index]
        parts, length = [first.code], len(first.code)
        columns = [(0, first.number, first.column)]
        citations, comment, broken = list(first.citations), first.comment, first.broken
        depth, last = _open_brackets(first.code, 0), first
        while index + 1 < len(physical):
            following = physical[index + 1]
            if following.indent <= first.indent:
                break
            goes_on = depth > 0 or last.code.endswith(",")
            if not last.code.endswith(":"):
                goes_on = goes_on or _GOES_ON.match(following.code) is not None
            if not goes_on:
                break
            index += 1
            columns.append((length + 1, following.number, following.column))
            parts.append(following.code)
            length += 1 + len(following.code)
            citations += following.citations
            comment = comment or following.comment
            depth, last = _open_brackets(following.code, depth), following
            broken = broken or following.broken
        end_column = last.column + len(last.code)
        span = Span(source.name, first.number, first.column, last.number, end_column)
        line = Line(" ".join(parts), span, tuple(columns), tuple(citations), comment, broken=broken)
        if not broken:
            line.broken = _is_cut_off(line, depth, report)
        joined.append((first.indent, line))
        index += 1
    return joined


def _is_cut_off(line: Line, depth: int, report: Reporter) -> bool:
    """Check whether a line ends too early, or is too long; report it."""
    if depth > 0:
        place = _unclosed(line)
        report.error("R105", line.at(place, place + 1), "this bracket is never closed", "add `)`")
    elif line.text.endswith(","):
        report.error(
            "R108",
            line.at(len(line.text) - 1, len(line.text)),
            "this line ends in a comma but nothing follows it",
            "remove the comma, or indent the continuation deeper than this line",
        )
    elif len(line.text) > limits.JOINED_LENGTH:
        report.error(
            "R118",
            line.at(0, 1),
            f"this sentence has {len(line.text)} characters; at most {limits.JOINED_LENGTH} are read",
            "give a part of it a name of its own with `means`",
        )
    else:
        return False
    return True


def _unclosed(line: Line) -> int:
    places: list[int] = []
    quoted = False
    for index, char in enumerate(line.text):
        if char == '"':
            quoted = not quoted
        elif not quoted and char == "(":
            places.append(index)
        elif not quoted and char == ")" and places:
            places.pop()
    return places[0] if places else 0


def nest(
    flat: list[tuple[int, Line]],
    report: Reporter,
    step: int | None = None,
    levels: frozenset[int] = frozenset(),
) -> tuple[list[Line], frozenset[int]]:
    """Build the tree of logical lines from their indentation; `step` is the usual one of the file.

    `levels` are those that are open above a part of a file. The second result are the levels open at its end.
    """
    top: list[Line] = []
    if not flat:
        return top, levels
    margin = min(indent for indent, _ in flat)
    if flat[0][0] > 0:
        what = "the first line is" if margin == 0 else "all lines of the file are"
        report.error(
            "R104", flat[0][1].span, f"{what} indented, but there is no line above", "remove the spaces"
        )
        flat[0] = (margin, flat[0][1])
    stack: list[tuple[int, list[Line]]] = [(margin, top)]
    too_deep = False
    step = step_of(steps_in(flat)) if step is None else step
    for place, (indent, line) in enumerate(flat):
        _look_around(flat, place, _opened(stack, margin) if place else levels, step)
        following = flat[place + 1][0] if place + 1 < len(flat) else margin
        left: tuple[int, list[Line]] | None = None  # the level that was left last
        while len(stack) > 1 and indent < stack[-1][0]:
            left = stack.pop()
        current, siblings = stack[-1]
        if indent == current:
            siblings.append(line)
        elif left is not None:
            _misfit(indent, current, left, siblings[-1], line, report, step, following)
            left[1].append(line)
            stack.append(left)
        elif len(stack) > limits.OUTLINE_DEPTH:
            if not too_deep:
                report.error(
                    "R109",
                    line.span,
                    f"lines are indented more than {limits.OUTLINE_DEPTH} levels deep",
                    "give the inner part a name of its own with `rule`",
                )
            too_deep = line.broken = True
            siblings[-1].children.append(line)  # not read
        else:
            siblings[-1].children.append(line)
            stack.append((indent, siblings[-1].children))
    return top, _opened(stack, margin)


def steps_in(flat: list[tuple[int, Line]]) -> Counter[int]:
    """Count the steps by which lines are indented deeper than the line above."""
    return Counter(below - above for (above, _), (below, _) in pairwise(flat) if below > above)


def step_of(steps: Counter[int]) -> int:
    """Return the most frequent indentation step, the smallest among equals."""
    return max(steps, key=lambda one: (steps[one], -one), default=2)


def _opened(stack: list[tuple[int, list[Line]]], margin: int) -> frozenset[int]:
    """Return the open indentation levels below lines that take children."""
    levels = set()
    for (outer, siblings), (inner, _) in pairwise(stack):
        if outer == margin or siblings[-1].text.endswith(":"):
            levels.add(inner)
    return frozenset(levels)


def _look_around(flat: list[tuple[int, Line]], place: int, levels: frozenset[int], step: int) -> None:
    """Record in the line the indentation suggested by its neighbours."""
    if place + 1 >= len(flat):
        return
    (indent, line), (following, other) = flat[place], flat[place + 1]
    if following > indent and following in levels and not line.text.endswith(":"):
        line.around = following
    if line.text.endswith(":") and indent == following and not _GOES_ON_BEFORE.match(other.text):
        below = flat[place + 2][0] if place + 2 < len(flat) else 0
        if not other.text.endswith(":"):
            line.follower = (other.span.line, below if below > indent else indent + step)
        elif below == indent + 2 * step:  # its own children are indented as if it stood one step deeper
            line.follower = (other.span.line, indent + step)


def _misfit(
    indent: int,
    outer: int,
    inner: tuple[int, list[Line]],
    owner: Line,
    line: Line,
    report: Reporter,
    step: int,
    following: int,
) -> None:
    alone = len(inner[1]) == 1 and not inner[1][0].children
    if alone and indent == outer + step and owner.text.endswith(":"):
        # the line above is misplaced: this line has the indentation of a child of `owner`
        message = f"this line is indented by {count(inner[0], 'space')}, the next one by {indent}"
        hint = f"indent it by {count(indent, 'space')}, like the line below"
        report.error("R104", inner[1][0].span, message, hint, [Note(line.span, "the next one")])
        return
    hint = f"indent it by {inner[0]} or by {count(outer, 'space')}"
    right, left = inner[0] - indent, indent - outer
    goes_on = following == inner[0] or list(inner[1][-1].each())[-1].span.end_line + 1 == line.span.line
    opens = line.text.endswith(":") and following - step in {inner[0], outer}
    if opens:  # its children suggest its level
        right, left = abs(following - step - inner[0]), abs(following - step - outer)
    if right < left or (right == left and goes_on):
        hint = f"indent it by {count(inner[0], 'space')}, not by {indent}"
    elif left < right or not outer:
        hint = f"indent it by {count(outer, 'space')}, not by {indent}"
    report.error(
        "R104",
        line.span,
        f"this line is indented by {count(indent, 'space')}, which fits no line above it",
        hint,
        [Note(inner[1][0].span, f"indented by {inner[0]}"), Note(owner.span, f"indented by {outer}")],
    )


def count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
