"""Folds lines to the terminal's width, with a hanging indent derived from their layout."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TextIO

NARROWEST = 30  # folding is useless below this
_QUOTED = re.compile(r"^(?:\s*\d*\s*\||next: )")  # lines of a file, commands to copy
_COLUMNS = re.compile(r"^(\s*\S+(?: \S+)*\s{2,})\S")  # `  name    text`


def width_of(stream: TextIO | None) -> int:
    """Width from `COLUMNS` or the terminal; 0 if unlimited."""
    try:
        wanted = int(os.environ.get("COLUMNS", ""))
    except ValueError:
        wanted = 0
    if wanted <= 0:
        try:
            wanted = os.get_terminal_size(stream.fileno()).columns if stream and stream.isatty() else 0
        except (OSError, ValueError, AttributeError):
            wanted = 0
    return max(wanted, NARROWEST) if wanted > 0 else 0


def fold(text: str, width: int, column: int, visible: Callable[[str], str]) -> str:
    """Fold long lines; the first line starts at `column`.

    `visible` strips what a terminal does not display (colours).
    """
    lines = text.split("\n")
    folded = [_fold_line(lines[0], width, column, visible)]
    folded += [_fold_line(line, width, 0, visible) for line in lines[1:]]
    return "\n".join(folded)


def _fold_line(line: str, width: int, column: int, visible: Callable[[str], str]) -> str:
    seen = visible(line)
    if column + len(seen) <= width or _QUOTED.match(seen) or "\r" in line:
        return line
    hang = " " * _hanging_indent(seen, width)
    written, at = "", column
    for blanks, word in re.findall(r"(\s*)(\S+|$)", line):
        long = len(visible(word))
        if not word:
            continue
        fresh = not visible(written).strip()
        if fresh or at + len(blanks) + long <= width:
            written += blanks + word
            at += len(blanks) + long
        else:
            written += f"\n{hang}{word}"
            at = len(hang) + long
    return written


def _hanging_indent(line: str, width: int) -> int:
    found = _COLUMNS.match(line)
    if found and len(found[1]) <= width // 2:
        return len(found[1])
    if line[:1].isupper() and line.endswith("."):  # prose
        return 0
    return len(line) - len(line.lstrip()) + 2
