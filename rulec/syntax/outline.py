"""Lines and indentation: the first look at a rules file.

Structure is carried by indentation alone, so it is found before any sentence is parsed. That way a
line that makes no sense spoils neither its neighbours nor the lines below it, and every problem of a
file is found in one run.

A line is continued on the next one while a bracket is open or where it ends in a comma.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulec import limits
from rulec.diagnostics import Note, Reporter
from rulec.source import SourceText, Span

CITATION = re.compile(r"\[([A-Za-z]{1,8}-?[A-Za-z]{0,2}\d{1,4}[a-z]?)\]")
_TRAILING_CITATIONS = re.compile(r"(?:\s*\[[^\[\]\"]{0,40}\])+\s*$")


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

    def at(self, start: int, end: int | None = None) -> Span:
        """The place in the file of text[start:end]."""
        first = self._place(start)
        last = self._place(max(start, (end if end is not None else start + 1) - 1))
        return Span(self.span.file, first[0], first[1], last[0], last[1] + 1)

    def _place(self, offset: int) -> tuple[int, int]:
        line, column = self.span.line, self.span.column
        for begin, part_line, part_column in self.columns:
            if begin <= offset:
                line, column = part_line, part_column + offset - begin
        return line, column


@dataclass
class _Physical:
    number: int
    indent: int
    code: str  # without indentation, comment, citations
    citations: list[Citation]
    comment: str


def read_outline(source: SourceText, report: Reporter) -> list[Line]:
    """The tree of logical lines of a file."""
    if len(source.lines) > limits.LINES:
        report.error(
            "R102",
            Span.at(source.name, limits.LINES + 1),
            f"the file has {len(source.lines)} lines; at most {limits.LINES} are read",
        )
        return []
    physical = [one for one in (_physical(source, n, report) for n in range(1, len(source.lines) + 1)) if one]
    return _nest(_join(source, physical, report), report)


def _physical(source: SourceText, number: int, report: Reporter) -> _Physical | None:
    raw = source.line(number).removesuffix("\r")
    if len(raw) > limits.LINE_LENGTH:
        report.error(
            "R103",
            Span.at(source.name, number, limits.LINE_LENGTH + 1),
            f"this line has {len(raw)} characters; at most {limits.LINE_LENGTH} are read",
            "break it after a comma or inside brackets",
        )
        return None
    code, comment = _split_comment(raw)
    stripped = code.strip(" ")
    if not stripped.strip():
        return None
    lead = code[: len(code) - len(code.lstrip())]
    if "\t" in lead:
        report.error(
            "R101",
            Span.at(source.name, number, lead.index("\t") + 1),
            "this line is indented with a tab",
            "indent with spaces, two for each level",
        )
        lead = lead.replace("\t", "  ")
    code = code.strip()
    citations: list[Citation] = []
    tail = _TRAILING_CITATIONS.search(code)
    if tail is not None:
        offset = len(raw) - len(raw.lstrip()) + 1
        for found in re.finditer(r"\[([^\[\]]*)\]", tail.group(0)):
            span = Span.at(source.name, number, offset + tail.start() + found.start(), len(found.group(0)))
            if CITATION.fullmatch(found.group(0)):
                citations.append(Citation(found.group(1), span))
            else:
                report.error(
                    "R106",
                    span,
                    f"`{found.group(0)}` is no citation",
                    "a citation names one statement of the rulebook, like [RR-117]",
                )
        code = code[: tail.start()].rstrip()
    if not code:
        if citations:
            report.error("R107", citations[0].span, "a citation needs a line that it belongs to")
        return None
    return _Physical(number, len(lead), code, citations, comment)


def _split_comment(raw: str) -> tuple[str, str]:
    """The code and the comment of a line; a `#` inside quotes is text."""
    quoted = False
    for index, char in enumerate(raw):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return raw[:index].rstrip(), raw[index + 1 :].strip()
    return raw.rstrip(), ""


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
        text, columns = first.code, [(0, first.number, first.indent + 1)]
        citations, comment = list(first.citations), first.comment
        depth, last = _open_brackets(first.code, 0), first
        while (depth > 0 or text.endswith(",")) and index + 1 < len(physical):
            following = physical[index + 1]
            if following.indent <= first.indent:
                break
            index += 1
            columns.append((len(text) + 1, following.number, following.indent + 1))
            text = f"{text} {following.code}"
            citations += following.citations
            comment = comment or following.comment
            depth, last = _open_brackets(following.code, depth), following
        end_column = last.indent + len(last.code) + 1
        span = Span(source.name, first.number, first.indent + 1, last.number, end_column)
        line = Line(text, span, tuple(columns), tuple(citations), comment)
        if depth > 0:
            place = _unclosed(line)
            report.error("R105", line.at(place, place + 1), "this bracket is never closed", "add `)`")
        elif text.endswith(","):
            report.error(
                "R108",
                line.at(len(text) - 1, len(text)),
                "this line ends in a comma but nothing follows it",
                "remove the comma, or indent the continuation deeper than this line",
            )
        else:
            joined.append((first.indent, line))
        index += 1
    return joined


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
    stack: list[tuple[int, list[Line], Line | None]] = [(0, top, None)]
    if flat and flat[0][0] > 0:
        report.error(
            "R104", flat[0][1].span, "the first line is indented but stands below nothing", "remove the spaces"
        )
        stack = [(flat[0][0], top, None)]
    for indent, line in flat:
        while len(stack) > 1 and indent < stack[-1][0]:
            stack.pop()
        current, siblings, parent = stack[-1]
        if indent > current and siblings:
            owner = siblings[-1]
            if len(stack) > limits.OUTLINE_DEPTH:
                report.error(
                    "R109",
                    line.span,
                    f"lines are indented more than {limits.OUTLINE_DEPTH} levels deep",
                    "give the inner part a name of its own with `rule`",
                )
                continue
            owner.children.append(line)
            stack.append((indent, owner.children, owner))
        elif indent != current and len(stack) > 1 and parent is not None:
            report.error(
                "R104",
                line.span,
                f"this line is indented by {indent} spaces, which fits no line above it",
                f"indent it by {current} spaces, like the lines it belongs to",
                [Note(parent.span, "the lines above belong to this one")],
            )
            siblings.append(line)
        elif indent < current:
            stack[-1] = (indent, siblings, parent)
            siblings.append(line)
        else:
            siblings.append(line)
    return top
