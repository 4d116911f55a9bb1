"""Canonical formatter of rules files, for `rulec fmt`.

It works on lines and their nesting alone (`outline.py`), so it depends on no sentence of the language:
a level is two spaces, cells of a table are aligned, citations have a column of their own, comments stay
in place. Formatting preserves the outline of the text; every run checks that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulec.base.diagnostics import Diagnostic, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.syntax.lines.outline import Line, comment_start, read_outline

STEP = 2
CONTINUED = 2  # minimal extra indentation of a continuation line
CITED_WIDTH = 96  # citations follow longer lines directly
ROW_WIDTH = 600  # rows that alignment would make longer are not aligned
REPAIRED = frozenset({"R101"})  # problems that formatting repairs: tabs


NOT_CLOSED = "this text has no closing quote"
CLOSE_IT = 'add `"` where the text ends'


class NotLaidOut(Exception):
    """The outline of the file has errors, listed in `problems`."""

    def __init__(self, problems: tuple[Diagnostic, ...]) -> None:
        super().__init__("the layout of the file is not clear")
        self.problems = problems


@dataclass
class _Part:
    """A physical line that holds code."""

    number: int
    indent: int  # in the new layout
    was: int  # in the file
    code: str
    citations: list[str]
    level: int  # of the logical line
    first: bool  # of its logical line
    opens: bool  # the logical line has children


def lay_out(source: SourceText) -> str:
    """Return the text in canonical layout. Raise `NotLaidOut` if the outline has errors."""
    outline = _outline(source)
    parts = {part.number: part for part in _parts(outline, 0)}
    columns = _citation_columns(source, parts)
    out: list[_Written] = []
    for item in _items(source, parts, columns):
        _append(out, item)
    while out and not out[-1].text:
        out.pop()
    text = "".join(f"{item.text}\n" for item in out)
    again = SourceText(source.name, text)
    if _meaning(_outline(again)) != _meaning(outline):
        raise AssertionError(f"the layout of {source.name} would change what it says")
    return text


def _outline(source: SourceText) -> list[Line]:
    report = Reporter()
    outline = read_outline(source, report)
    for place, raw in enumerate(source.lines, start=1):
        if raw[: comment_start(raw)].count('"') % 2:
            report.error("R111", Span.at(source.name, place, raw.index('"') + 1), NOT_CLOSED, CLOSE_IT)
    problems = tuple(one for one in report.sorted() if one.code not in REPAIRED)
    if problems:
        raise NotLaidOut(problems)
    return outline


def _meaning(lines: list[Line]) -> list[object]:
    """Return the content that formatting preserves: squeezed texts, citations, nesting."""
    return [
        (
            [squeezed(cell) for cell in cells(line.text)],
            [one.text for one in line.citations],
            _meaning(line.children),
        )
        for line in lines
    ]


# --- code --------------------------------------------------------------------------------------


def _parts(lines: list[Line], level: int) -> Iterator[_Part]:
    rows = _aligned(lines)
    for line in lines:
        was = line.columns[0][2]
        for place, (offset, number, column) in enumerate(line.columns):
            end = line.columns[place + 1][0] - 1 if place + 1 < len(line.columns) else len(line.text)
            code = rows.get(number) or squeezed(line.text[offset:end])
            indent = STEP * level + (max(column - was, CONTINUED) if place else 0)
            cited = [f"[{one.text}]" for one in line.citations if one.span.line == number]
            yield _Part(number, indent, column - 1, code, cited, level, place == 0, bool(line.children))
        yield from _parts(line.children, level + 1)


def outside_quotes(text: str) -> Iterator[tuple[int, str]]:
    quoted = False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif not quoted:
            yield place, char


def squeezed(text: str) -> str:
    """Collapse runs of blanks outside quotes to one blank."""
    blank = {place for place, char in outside_quotes(text) if char in " \t"}
    kept = (place for place in range(len(text)) if not {place - 1, place} <= blank)
    return "".join(" " if place in blank else text[place] for place in kept).strip()


def cells(text: str) -> list[str]:
    """Split a row of a table at every `|` outside brackets and quotes."""
    found, depth, begin = [], 0, 0
    for place, char in outside_quotes(text):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == "|" and depth == 0:
            found.append(text[begin:place])
            begin = place + 1
    return [*found, text[begin:]]


def _aligned(lines: list[Line]) -> dict[int, str]:
    """Return the aligned rows by line number. Rows with different numbers of cells are aligned apart."""
    tables: dict[int, list[tuple[int, list[str]]]] = {}
    for line in lines:
        row = [squeezed(cell) for cell in cells(line.text)]
        if len(row) > 1 and len(line.columns) == 1:
            tables.setdefault(len(row), []).append((line.span.line, row))
    aligned: dict[int, str] = {}
    for rows in tables.values():
        widths = [max(len(row[place]) for _, row in rows) for place in range(len(rows[0][1]))]
        if sum(widths) + 3 * len(widths) > ROW_WIDTH:
            widths = [0] * len(widths)
        for number, row in rows:
            padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            aligned[number] = " | ".join(padded).strip()
    return aligned


# --- citations and comments --------------------------------------------------------------------


def _citation_columns(source: SourceText, parts: dict[int, _Part]) -> dict[int, int]:
    """Return the column of the citations of each line.

    Citations that already share a column with a neighbour keep it: sections have columns of their own. All
    others move to the most frequent column, or else behind the longest line that is not too long.
    """
    cited = [part for part in parts.values() if part.citations]
    was = [_cited_at(source.line(part.number), part) for part in cited]
    most = Counter(column for column in was if column >= 0).most_common(1)
    usual = most[0][0] if most and most[0][1] > 1 else _behind_all(cited)
    found = {}
    for place, part in enumerate(cited):
        beside = was[max(0, place - 1) : place] + was[place + 1 : place + 2]
        found[part.number] = was[place] if was[place] >= 0 and was[place] in beside else usual
    return found


def _cited_at(raw: str, part: _Part) -> int:
    """Return the column of the first citation, or -1 if the formatted line leaves no room for it."""
    start = comment_start(raw)
    column = raw[:start].find(part.citations[0])
    return column if column >= part.indent + len(part.code) + 2 else -1


def _behind_all(cited: list[_Part]) -> int:
    """Return the first even column behind the longest cited line within the width limit."""
    widths = [part.indent + len(part.code) for part in cited]
    widths = [width for width in widths if width + 2 <= CITED_WIDTH]
    return -(-(max(widths) + 2) // STEP) * STEP if widths else 0


def _line_of(part: _Part, raw: str, column: int) -> str:
    text = " " * part.indent + part.code
    if part.citations:
        gap = max(column - len(text), 2)
        text += " " * gap + " ".join(part.citations)
    start = comment_start(raw)
    if start is None:
        return text
    before = raw[:start].rstrip()
    close = start - len(before) <= 2
    gap = 2 if close else max(start - len(text), 2)
    return text + " " * gap + raw[start:].rstrip()


@dataclass
class _Written:
    text: str
    part: _Part | None = None  # None: a comment or an empty line
    level: int = 0


def _items(source: SourceText, parts: dict[int, _Part], columns: dict[int, int]) -> Iterator[_Written]:
    """Yield the formatted lines of the file in order."""
    above: list[_Part] = []  # the line above and its ancestors
    following = _following(source, parts)
    for number in range(1, len(source.lines) + 1):
        raw = source.line(number)
        part = parts.get(number)
        if part is not None:
            if part.first:
                above = [one for one in above if one.level < part.level] + [part]
            yield _Written(_line_of(part, raw, columns.get(number, 0)), part, part.level)
        elif (start := comment_start(raw)) is not None:
            indent = _comment_indent(_width(raw[:start]), above, following[number - 1])
            yield _Written(" " * indent + raw[start:].rstrip(), None, indent // STEP)
        else:
            yield _Written("")


def _following(source: SourceText, parts: dict[int, _Part]) -> list[_Part | None]:
    """Return for each line the next line with code, itself included."""
    found: list[_Part | None] = []
    following = None
    for number in range(len(source.lines), 0, -1):
        following = parts.get(number, following)
        found.append(following)
    return found[::-1]


def _width(lead: str) -> int:
    return sum(STEP if char == "\t" else 1 for char in lead)


def _comment_indent(was: int, above: list[_Part], following: _Part | None) -> int:
    """Indent a comment like the line below it, or like the last line above with at most its indentation."""
    if following is not None and (was == following.was or not following.first):
        return following.indent
    fitting = [part for part in above if part.was <= was]
    if fitting:
        return fitting[-1].indent
    return following.indent if following is not None else 0


# --- empty lines -------------------------------------------------------------------------------


def _append(out: list[_Written], item: _Written) -> None:
    """Append a line and normalize the empty lines before it.

    At most two empty lines in a row, one inside a declaration, none below a line that opens a body (except
    the heading of a file), one around declarations with bodies.
    """
    if not item.text:
        if any(one.text for one in out[-2:]):
            out.append(item)
        return
    if item.level > 0 and len(out) > 1 and not any(one.text for one in out[-2:]):
        out.pop()
    part = item.part
    if part is not None:
        while out and not out[-1].text and _inside(out, part):
            out.pop()
        if part.first and part.level == 0:
            _set_apart(out, part)
    out.append(item)


def _inside(out: list[_Written], part: _Part) -> bool:
    """Check whether an empty line here would split a sentence, or a heading from its body."""
    above = next((one.part for one in reversed(out[:-1]) if one.text), None)
    if above is not None and above.level == 0 and above.code.startswith("variant "):
        return not part.first
    return not part.first or (above is not None and above.opens and part.level > above.level)


def _set_apart(out: list[_Written], part: _Part) -> None:
    place = len(out)  # moves above the comments of this declaration
    while place and out[place - 1].part is None and out[place - 1].text and out[place - 1].level == 0:
        place -= 1
    if place == 0 or not out[place - 1].text:
        return
    if part.opens or out[place - 1].level > 0:
        out.insert(place, _Written(""))
