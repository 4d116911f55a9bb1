"""Lines and indentation: the first look at a rules file.

Structure is carried by indentation alone, so it is found before any sentence is parsed. That way a
line that makes no sense spoils neither its neighbours nor the lines below it, and every problem of a
file is found in one run.

A line is continued on the next one while a bracket is open, where it ends in a comma, and where the next
one lies deeper and begins with a word or sign that nothing else begins with.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace
from itertools import pairwise
from operator import itemgetter

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span

CITATION = re.compile(r"\[([A-Za-z]{1,8}-?[A-Za-z]{0,2}\d{1,4}[a-z]?)\]")
TRAILING_CITATIONS = re.compile(r"(?:\s*\[[^\[\]\"]{0,40}\])+\s*$")


# What a deeper line goes on with. An `or` that names an option of a choice ends in a colon.
_GOES_ON = re.compile(
    r"(?:(?:and|else|where|when|giving|such)\b|or\b(?![^\"():]*:(?:\s|$))|[-+*](?!\S))(?!\s*\|)"
)

# What goes on with the sentence before it, so that it stands in its column.
_GOES_ON_BEFORE = re.compile(r"(?:otherwise|or)\b")


@dataclass(frozen=True)
class Citation:
    """The rulebook statement, ruling or decision point that a line carries out."""

    text: str
    span: Span


@dataclass
class Line:
    """One logical line: its text without comment and citations, and the lines indented below it."""

    text: str
    span: Span
    columns: tuple[tuple[int, int, int], ...]  # (offset in text, line, column) of each physical part
    citations: tuple[Citation, ...] = ()
    comment: str = ""
    children: list[Line] = field(default_factory=list)
    broken: bool = False  # reported already: only its place in the tree counts
    # Where parts come from another file than the line as a whole: (offset in text, file).
    files: tuple[tuple[int, str], ...] = ()
    # How far the lines before and behind are indented, where this one stands further left without a colon.
    around: int = 0
    # Of a line that ends in a colon with nothing below: (line, indentation) of the next one.
    follower: tuple[int, int] | None = None

    def at(self, start: int, end: int | None = None) -> Span:
        """The place in the file of text[start:end], or of as much of it as stands in the same file."""
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
        """Read on as if text[start:end] were something else; places still lead to the file."""
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
        """A stretch of this line as a line of its own: one cell of a table."""
        behind = tuple((begin - start, n, c) for begin, n, c in self.columns if start < begin < end)
        columns = ((0, *self._place(start)), *behind)
        files = tuple((max(begin - start, 0), name) for begin, name in self.files if begin < end)
        return Line(self.text[start:end], self.at(start, end), columns, self.citations, files=files)

    def spliced(self, start: int, end: int, given: Line) -> Line:
        """This line with another one, perhaps of another file, in the place of text[start:end].

        Without the lines below; every part still leads to where it was written.
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
        """The line and all below it, to be changed apart from this one."""
        return replace(self, children=[one.copy() for one in self.children])

    def each(self) -> Iterator[Line]:
        """The line and all below it."""
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
    """The tree of logical lines of a file."""
    if len(source.lines) > limits.LINES:
        report.lost_sections |= {"game", "play", "score"}
        report.error(
            "R102",
            Span.at(source.name, limits.LINES + 1),
            f"the file has {len(source.lines)} lines; at most {limits.LINES} are read",
        )
        return []
    indents = _Indents(source, report)
    physical = [
        one for one in (_physical(source, n, indents, report) for n in range(1, len(source.lines) + 1)) if one
    ]
    indents.report_all()
    return _nest(_join(source, physical, report), report)


class _Indents:
    """How far lines are indented; whatever else than a space indents a line is reported once per file."""

    def __init__(self, source: SourceText, report: Reporter) -> None:
        self.source, self.report = source, report
        self.wrong: list[tuple[int, int, str]] = []  # line, column, character
        steps = (len(line) - len(line.lstrip(" ")) for line in source.lines if line.strip())
        self.step = min((one for one in steps if one > 0), default=2)

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
    """What an odd character is called, for people."""
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
    tail = TRAILING_CITATIONS.search(code)
    if tail is not None and not broken:
        citations = _citations(tail, Span.at(source.name, number, len(lead) + 1), report)
        code = code[: tail.start()].rstrip()
        if not code:
            if citations:
                report.error(
                    "R107",
                    citations[0].span,
                    "a citation stands behind the line that carries it out, not on a line of its own",
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
                f"`{found.group(0)}` is no citation",
                "a citation names one statement of the rulebook, like [RR-117]",
            )
    return citations


def _split_comment(raw: str) -> tuple[str, str]:
    """The code and the comment of a line."""
    start = comment_start(raw)
    return (raw.rstrip(), "") if start is None else (raw[:start].rstrip(), raw[start + 1 :].strip())


def comment_start(raw: str) -> int | None:
    """Where the comment of a line begins; a `#` inside quotes is text."""
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
    quoted = False
    for char in code:
        if char == '"':
            quoted = not quoted
        elif not quoted and char == "(":
            depth += 1
        elif not quoted and char == ")":
            depth -= 1
    return depth


def _join(source: SourceText, physical: list[_Physical], report: Reporter) -> list[tuple[int, Line]]:
    """Physical lines to logical ones."""
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
            goes_on = depth > 0 or last.code.endswith(",")
            if not last.code.endswith(":"):
                goes_on = goes_on or _GOES_ON.match(following.code) is not None
            if not goes_on or following.indent <= first.indent:
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
    """Does something end too early? That is reported here."""
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


def _nest(flat: list[tuple[int, Line]], report: Reporter) -> list[Line]:
    """Logical lines to a tree."""
    top: list[Line] = []
    if not flat:
        return top
    margin = min(indent for indent, _ in flat)
    if flat[0][0] > 0:
        what = "the first line is" if margin == 0 else "all lines of the file are"
        report.error(
            "R104", flat[0][1].span, f"{what} indented, but nothing stands above", "remove the spaces"
        )
        flat[0] = (margin, flat[0][1])
    stack: list[tuple[int, list[Line]]] = [(margin, top)]
    too_deep = False
    step = _step(flat)
    for place, (indent, line) in enumerate(flat):
        _look_around(flat, place, _opened(stack, margin), step)
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
    return top


def _step(flat: list[tuple[int, Line]]) -> int:
    """By how much most lines are indented that stand below another."""
    steps = Counter(below - above for (above, _), (below, _) in pairwise(flat) if below > above)
    return max(steps, key=lambda one: (steps[one], -one), default=2)


def _opened(stack: list[tuple[int, list[Line]]], margin: int) -> set[int]:
    """The columns in which lines stand below one that takes lines."""
    levels = set()
    for (outer, siblings), (inner, _) in pairwise(stack):
        if outer == margin or siblings[-1].text.endswith(":"):
            levels.add(inner)
    return levels


def _look_around(flat: list[tuple[int, Line]], place: int, levels: set[int], step: int) -> None:
    """Note what the lines around show about the indentation of this one."""
    if place + 1 >= len(flat):
        return
    (indent, line), (following, other) = flat[place], flat[place + 1]
    if following > indent and following in levels and not line.text.endswith(":"):
        line.around = following
    if line.text.endswith(":") and indent == following and not _GOES_ON_BEFORE.match(other.text):
        below = flat[place + 2][0] if place + 2 < len(flat) else 0
        if not other.text.endswith(":"):
            line.follower = (other.span.line, below if below > indent else indent + step)
        elif below == indent + 2 * step:  # its own lines stand where they would if it stood further right
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
        # the one line above is the odd one: this one stands where a line below `owner` should
        message = f"this line is indented by {count(inner[0], 'space')}, the next one by {indent}"
        hint = f"indent it by {count(indent, 'space')}, like the line below"
        report.error("R104", inner[1][0].span, message, hint, [Note(line.span, "the next one")])
        return
    hint = f"indent it by {inner[0]} or by {count(outer, 'space')}"
    right, left = inner[0] - indent, indent - outer
    goes_on = following == inner[0] or list(inner[1][-1].each())[-1].span.end_line + 1 == line.span.line
    opens = line.text.endswith(":") and following - step in {inner[0], outer}
    if opens:  # the lines below it show where it should stand
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
