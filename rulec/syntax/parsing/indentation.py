"""Lines that stand too far left or right: what is said about them, and which column was meant.

What the lines around them show is noted when lines are nested (`outline.py`); here it is said, once it is
clear that something is wrong at all.
"""

from __future__ import annotations

from rulec.base.diagnostics import Reporter
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing.parser import opens_lines, too_far_left

_TAKES_NONE = "this line is indented, but the line above takes no lines below it"


def takes_no_lines(line: Line, report: Reporter, hint: str = "") -> None:
    """Lines stand below one that takes none: they stand too far right, or it stands too far left."""
    if line.around and not opens_lines(line):
        too_far_left(line, report)
        return
    hint = hint or f"indent it by {count(line.span.column - 1, 'space')}, like the line above"
    report.error("R121", line.children[0].span, _TAKES_NONE, hint)


def needs_lines(line: Line, report: Reporter, hint: str, message: str = "") -> None:
    """Nothing stands below a line: perhaps the next one was meant to."""
    if line.follower is not None and line.span.column > 1:  # at the margin it may be a declaration
        number, indent = line.follower
        hint = f"indent line {number} by {count(indent, 'space')}, so that it stands below this one"
    report.error("R120", line.span, message or "nothing stands below this line", hint)
