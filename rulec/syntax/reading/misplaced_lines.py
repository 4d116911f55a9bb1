"""Repair the nesting of declarations: sentences at the margin, and indented declarations."""

from __future__ import annotations

import re
from typing import Final

from rulec.base.diagnostics import Note, Reporter
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing.error_repair import each_word
from rulec.syntax.parsing.parser import first_word, openers, parses

_RULES = {"whenever", "setup", "play", "turn", "phase", "action", "effect", "rule", "free"}


DECLARATION_WORDS = {
    *("route", "payment", "track", "deck"),
    *("game", "variant", "kind", "table", "board", "graph", "pieces", "the", "each", "score", "ties"),
    *("example", "obligation", "always", "window", "option", "end", "actors", "best", "account"),
    *("standing", "no", "display"),
    *_RULES,
}


def rearrange(outline: list[Line], report: Reporter) -> list[Line]:
    """Move sentences at the margin below their rule, and indented declarations to the margin."""
    arranged: list[Line] = []
    astray: list[Line] = []
    for line in outline:
        if arranged and belongs_below(line, arranged[-1]):
            astray.append(line)
            arranged[-1].children += [line, *line.children]
            line.children = []
            continue
        _report_astray(astray, arranged, report)
        astray = []
        arranged.append(line)
        arranged += taken_out(line, report)
    _report_astray(astray, arranged, report)
    return arranged


def _report_astray(astray: list[Line], arranged: list[Line], report: Reporter) -> None:
    if not astray:
        return
    owner, more = arranged[-1], len(astray) - 1
    beside = next((one for one in owner.children if one.span.column > 1), None)
    column = astray[0].around or (beside.span.column - 1 if beside is not None else 2)
    also = f", and so {'is 1 more line' if more == 1 else f'are {more} more lines'}" if more else ""
    report.error(
        "R126",
        astray[0].span,
        f"this line is at the left margin, away from the lines it belongs to{also}",
        f"indent it by {count(column, 'space')}, so that it is below `{owner.text[:40]}`"
        if not more
        else f"indent them by {count(column, 'space')}, so that they are below `{owner.text[:40]}`",
        [Note(owner.span, "it seems to belong here")],
    )


_BELOW = {
    "game": "game_clause",
    "table": "assumed",
    "graph": "assumed",
    "board": "board_line",
    "option": "option_line",
    "route": "route_line",
    "payment": "payment_line",
    "track": "track_line",
    "score": "score_line",
    "best": "plan_line",
    "account": "account_line",
    "obligation": "obligation_line",
    "the": "has_clause",
    "each": "has_clause",
    "example": "example_line",
    "display": "display_line",
}


_INDENTED: Final = "this line is indented, but declarations begin at the left margin"
_ABOUT_ME: Final = re.compile(r"\b(?:me|my)\b")  # a declaration has no acting player


def start_below(line: Line) -> str:
    """Return the start rule for lines below this declaration, by its first word."""
    return _BELOW.get(first_word(line), "sentence")


def fits_below(line: Line, text: str) -> bool:
    """Check whether the lines below a declaration can stand below `text`, if it begins in another way."""
    first = next((word.text for word in each_word(text)), "")
    if "|" in text or first == first_word(line):
        return True
    start = _BELOW.get(first, "sentence")
    others = {"sentence", *_BELOW.values()} - {start}
    return not any(
        not parses(child.text, start) and any(parses(child.text, other) for other in others)
        for child in line.children
    )


def belongs_below(line: Line, above: Line) -> bool:
    """Check whether a line at the margin continues the declaration above it."""
    if "|" in line.text:
        return any("|" in one.text for one in above.children) and not parses(line.text, "declaration")
    start = start_below(above)
    if start == "sentence" and first_word(above) not in _RULES:
        return False
    word = first_word(line)
    if start == "sentence":
        likely = word in openers("sentence") or word == "otherwise"
    elif start == "game_clause":
        likely = word in {"players", "length", "statements"}
    else:
        likely = word.startswith('"') or " " not in line.text.partition(":")[0]
    likely = likely or word in openers(start)
    if not likely or (start == "has_clause" and word in {*_RULES, "score", "ties"}):
        return False
    return not parses(line.text, "declaration") and parses(line.text, start)


def taken_out(line: Line, report: Reporter) -> list[Line]:
    """Detach the first declaration indented below this line, with the lines after it; report it."""
    start = start_below(line)
    for place, child in enumerate(line.children):
        if not _declares(child) or parses(child.text, start):
            deeper = taken_out(child, report) if child.children and start != "sentence" else []
            if deeper:
                taken, line.children = line.children[place + 1 :], line.children[: place + 1]
                return [*deeper, *taken]
            continue
        if line.text.startswith("choose") or not parses(child.text, "declaration"):
            continue
        asked = child.text.removeprefix("end when ")
        if start == "sentence" and asked != child.text and _ABOUT_ME.search(asked):
            report.error("R127", child.span, _INDENTED, f"write `if {asked}`")
            line.children = line.children[:place] + line.children[place + 1 :]
            return taken_out(line, report)
        report.error("R127", child.span, _INDENTED, "remove the spaces before it")
        taken, line.children = line.children[place:], line.children[:place]
        if child.text.endswith(":") and not child.children:
            # its body is indented like its heading, and ends at the next declaration
            stop = next((n for n, one in enumerate(taken) if n and _declares(one)), len(taken))
            child.children, taken = taken[1:stop], [child, *taken[stop:]]
        return taken
    return []


def _declares(line: Line) -> bool:
    return first_word(line) in DECLARATION_WORDS or " when " in line.text or " means " in line.text
