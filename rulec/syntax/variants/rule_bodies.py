"""Bodies of rules as lists of lines, for the patches `before`, `after` and `around`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import lark

from rulec.base.diagnostics import Reporter
from rulec.syntax.canonical_layout import outside_quotes
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.parser import tree_of

PRINTED: Final = "as_printed"
_ALONE: Final = re.compile(rf"{PRINTED}\s*")
_BEHIND_COLON: Final = re.compile(rf":\s*{PRINTED}\s*$")


def _inline(line: Line) -> list[tuple[int, int]]:
    """Return the bounds of the sentences behind the colon of a rule."""
    tree = tree_of(line.text, "declaration")
    inline = next(
        (
            one
            for one in (tree.children if tree else ())
            if isinstance(one, lark.Tree) and one.data == "inline"
        ),
        None,
    )
    if inline is None:
        return []
    metas = [one.meta for one in inline.children if isinstance(one, lark.Tree)]
    return [(meta.start_pos, meta.end_pos) for meta in metas]


def head_of(line: Line) -> Line:
    """Return the line of a rule up to its colon."""
    inline = _inline(line)
    end = inline[0][0] if inline else len(line.text)
    return line.part(0, len(line.text[:end].rstrip()))


def body_of(line: Line) -> list[Line]:
    """Return the sentences of a rule, each as a line."""
    parts = [line.part(begin, end) for begin, end in _inline(line)]
    if not parts:
        return line.children
    parts[-1].children = line.children
    return parts


def merged(line: Line, body: list[Line]) -> Line:
    """Return the rule of that line with another body."""
    return replace(head_of(line), children=body, comment=line.comment)


def signature_of(line: Line) -> str:
    """Return the source text of a rule's parameters."""
    head = head_of(line).text
    return re.sub(r"\s+", " ", re.sub(r"^\w+\s*\w*", "", head).split(":")[0]).strip()


def with_printed(body: list[Line], printed: list[Line], patch: Line, report: Reporter) -> list[Line]:
    """Substitute the printed body for each `as_printed`; report a body without any."""
    found = 0

    def put(lines: list[Line]) -> list[Line]:
        nonlocal found
        made: list[Line] = []
        for line in lines:
            behind = _BEHIND_COLON.search(line.text)
            if _ALONE.fullmatch(line.text) and not line.children:
                found += 1
                made += [one.copy() for one in printed]
            elif behind is not None and not line.children:
                found += 1
                first = line.part(0, behind.start() + 1)
                first.children = [one.copy() for one in printed]
                made.append(first)
            else:
                found += report_printed(line, report)
                made.append(replace(line, children=put(line.children)))
        return made

    made = put(body)
    if not found:
        message = f"the printed rule is left out: `{PRINTED}` is not below `around`"
        report.error("R909", patch.span, message, f"write `{PRINTED}` where it belongs, or use `replace`")
    return made


def report_printed(line: Line, report: Reporter) -> bool:
    """Check for `as_printed` in the middle of a line, and report it."""
    text = "".join(
        char if place in outside else " "
        for outside in [{place for place, _ in outside_quotes(line.text)}]
        for place, char in enumerate(line.text)
    )
    found = re.search(rf"\b{PRINTED}\b", text)
    if found is not None:
        message = f"`{PRINTED}` must be alone in its line"
        hint = "write it on a line of its own, or behind a colon"
        report.error("R909", line.at(found.start(), found.end()), message, hint)
    return found is not None
