"""Canonical layout as edits of the whole text or of selected lines."""

from __future__ import annotations

import difflib

from rulec.base.source_text import SourceText, Span
from rulec.editor.document import Edit
from rulec.syntax.canonical_layout import NotLaidOut, lay_out


def layout_edits(source: SourceText, first: int = 1, last: int | None = None) -> list[Edit] | None:
    """Edits that format lines `first` to `last` (from 1); None if the layout is ambiguous."""
    try:
        after = lay_out(source)
    except NotLaidOut:
        return None
    if after == source.text:
        return []
    before, new = list(source.lines), after.split("\n")
    same = 0
    while same < min(len(before), len(new)) and before[same] == new[same]:
        same += 1
    stop = len(before) if last is None else last
    edits: list[Edit] = []
    matcher = difflib.SequenceMatcher(None, before[same:], new[same:], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        start, end = same + a, same + b  # lines[start:end], from 0
        if end < first or start >= stop:
            continue
        edits.append(_replaced(source, before, start, end, new[same + c : same + d]))
    return edits


def _replaced(source: SourceText, before: list[str], start: int, end: int, new: list[str]) -> Edit:
    if end < len(before):
        return Edit(Span(source.name, start + 1, 1, end + 1, 1), "".join(f"{line}\n" for line in new))
    # At the end of the text, include the preceding line break.
    if start == 0:
        return Edit(Span(source.name, 1, 1, len(before), len(before[-1]) + 1), "\n".join(new))
    span = Span(source.name, start, len(before[start - 1]) + 1, len(before), len(before[-1]) + 1)
    return Edit(span, "".join(f"\n{line}" for line in new))
