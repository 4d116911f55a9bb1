"""Locate the value in a declaration that `set NAME to E` of a variant replaces."""

from __future__ import annotations

import re
from typing import Final

from rulec.syntax.canonical_layout import outside_quotes

CLAUSES: Final = frozenset({"players", "length", "statements"})
# The next clause of a variable, goods or a track, behind the comma after a value.
_NEXT: Final = re.compile(
    r",\s*(?:until\s+end|seen\s+by|at\s+most|full\b|laid\s+over|purse\b|abilities\b|unlimited\b|limited\b|never\b"
    r"|(?:\w+\s+)?starts\b)"
)


def value_place(text: str, sort: str, kind: str) -> tuple[int, int, str] | None:
    """Return (start, end, words to add before) of the part of the line that a value replaces, or None."""
    if sort == "meaning":
        found = re.search(r"\bmeans\s+", text)
        return None if found is None or text.endswith(":") else (found.end(), len(text), "")
    if sort == "option":
        found = re.search(r"\bdefault\s+", text)
        return None if found is None else (found.end(), _end(text, found.end(), len(text)), "")
    if sort not in {"variable", "goods", "track"} or (kind and sort != "goods"):
        return None
    stop = len(text)
    if sort == "track":
        stop = max((place for place, char in outside_quotes(text) if char == ":"), default=stop)
    what = rf"{kind}\s+starts" if kind else "starts"
    found = re.compile(rf",\s*{what}\s+").search(text, 0, stop)
    if found is not None:
        return found.end(), _end(text, found.end(), stop), ""
    if re.search(r":\s*(?:place|zone|row|deck)\b", text):
        return None
    end = _end(text, stop, stop, text.find(":") + 1)
    return end, end, f", {kind} starts " if kind else ", starts "


def _end(text: str, start: int, stop: int, least: int | None = None) -> int:
    """Return the end of the value at `start`; with `least`, the end of the line without its text."""
    found = _NEXT.search(text, start, stop)
    end = found.start() if found is not None else stop
    quote = text.find('"', start if least is None else least, end)
    return len(text[: quote if quote >= 0 else end].rstrip())
