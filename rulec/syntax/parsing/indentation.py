"""Diagnostics of lines indented too little or too much, with the likely column.

`outline.py` records the evidence of the neighbouring lines; this module reports it once a line proves wrong.
"""

from __future__ import annotations

import re
from typing import Final

from rulec.base.diagnostics import Reporter
from rulec.base.source_text import Span
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing.lalr_driver import Tree
from rulec.syntax.parsing.parser import opens_lines, too_far_left, tree_of

_COLON: Final = "add `:` at the end of the line"
_DECLINED: Final = re.compile(r", (?:or \w|if any\b)")
_TAKES_NONE = "this line is indented, but the line above takes no lines below it"


def takes_no_lines(line: Line, report: Reporter, hint: str = "") -> None:
    """Report lines below a line that takes none: they are indented too much, or it is too little."""
    if line.around and not opens_lines(line):
        too_far_left(line, report)
        return
    hint = hint or f"indent it by {count(line.span.column - 1, 'space')}, like the line above"
    report.error("R121", line.children[0].span, _TAKES_NONE, hint)


def lacks_colon(line: Line, report: Reporter) -> Tree | None:
    """Report a whole sentence to which its lines belong but for a colon; return it as read with one.

    A single line below it may as well be indented too much, unless there is something else to choose.
    """
    if len(line.children) < 2 and not _DECLINED.search(line.text):
        return None
    tree = tree_of(f"{line.text}:", "sentence")
    if tree is None:
        return None
    end = line.at(max(0, len(line.text) - 1), len(line.text))
    message = "lines are indented below this line, but it does not end in `:`"
    report.error("R121", Span.at(end.file, end.end_line, end.end_column), message, _COLON)
    line.replace(len(line.text), len(line.text), ":")
    return tree


def needs_lines(line: Line, report: Reporter, hint: str, message: str = "") -> None:
    """Report a line without the lines it needs; suggest to indent the next line if that fits."""
    if line.follower is not None and line.span.column > 1:  # at the margin it may be a declaration
        number, indent = line.follower
        hint = f"indent line {number} by {count(indent, 'space')}, so that it is below this one"
    report.error("R120", line.span, message or "no lines are indented below this line", hint)
