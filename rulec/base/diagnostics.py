"""Diagnostics of a rules file: records, collection, output as text and JSON.

The codes and their long explanations are in `diagnostic_codes.py`.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from rulec.base import limits
from rulec.base.source_text import SourceText, Span


@dataclass(frozen=True, slots=True)
class Note:
    """A secondary span of a diagnostic."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A diagnostic: code, span, a message in the designer's words, and where possible a fix that works."""

    code: str
    message: str
    span: Span
    hint: str = ""
    notes: tuple[Note, ...] = ()
    severity: str = "error"

    def sort_key(self) -> tuple[str, int, int, str]:
        return (self.span.file, self.span.line, self.span.column, self.code)


# Default hints for unknown names without a similar name.
_DECLARE = {
    "R201": "declare it, for example with `{name} means ...`, or with `... is {name} when ...`",
    "R205": "declare it, for example with `board {one}s of {one}: 8 columns by 8 rows`",
    "R208": "declare them, for example with `pieces {one}s of {one}: unlimited for each player`",
    "R219": "declare it with `rule {name}:`",
}


# Default hints by code, without a more exact one.
_ADVICE = {
    "R119": "use the letters a to z",
    "R214": "use a word that is declared below `each ... has:`, or declare this one there",
    "R302": "put a number there",
    "R303": "put a set there, for example `squares`, or `squares where ...`",
    "R304": "put something of that sort there",
    "R305": "put two sets of one sort together, or two numbers",
    "R307": "use numbers with a smaller range",
    "R308": "compare two things of one sort",
    "R309": "put values of one sort on both sides of `else`",
    "R310": "name squares, for example `squares where ...`",
    "R311": "write a number from 2 up",
    "R313": "ask about the place where it lies, or for its `owner`",
    "R314": "name a square, or another member that has a place",
    "R315": "move it to a place that is declared in the same line",
    "R316": "place it where there is room for it, or declare such a place",
    "R510": "put a number of that range there, or declare a larger range",
}


_OF_ALL: Final = "R417"  # told only of a file with nothing else wrong
_CLOSE: Final = 3  # similar words that are looked at
_ALIKE: Final = 0.75  # share of equal letters in words of about one length
_SHORT, _LONG = 6, 12  # letters of words in which one is wrong at most, or two
_WORDS_LOOKED_UP: Final = 64  # cached results of `nearest`: speculative readings repeat them


class TooManyProblems(Exception):
    """The limit of diagnostics is reached; the rest of the file is skipped."""


Mark = tuple[int, set[str], int]  # number found, names lost, number silenced


@dataclass
class Reporter:
    """Collects the diagnostics of a run; phases continue after errors where possible."""

    found: list[Diagnostic] = field(default_factory=list)
    # Lines repaired by a guess: further diagnostics there are consequences of the guess.
    guessed: set[tuple[str, int]] = field(default_factory=set)
    # Names that such lines may declare: their uses are not reported.
    lost: set[str] = field(default_factory=set)
    lost_sections: set[str] = field(default_factory=set)  # `play`, `score` ...: there, but unreadable
    removed: dict[str, Span] = field(default_factory=dict)  # name removed by a variant -> span of the patch
    odd: set[str] = field(default_factory=set)  # odd words and characters, reported once each
    silent: int = 0  # number of suppressed diagnostics
    sources: dict[str, SourceText] = field(default_factory=dict)  # for fixes that rewrite source text
    asked: set[str] = field(default_factory=set)  # names whose loss was asked about
    quoted: set[tuple[str, int]] = field(default_factory=set)  # (file, line) of text read by `line_of`
    repair_budget: int = limits.REPAIR_CHARACTERS
    # (file, line) -> the start rule of the grammar with which the line was parsed.
    starts: dict[tuple[str, int], str] = field(default_factory=dict)

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        hint: str = "",
        notes: Iterable[Note] = (),
    ) -> None:
        self.found.append(Diagnostic(code, message, span, hint or _ADVICE.get(code, ""), tuple(notes)))
        if len(self.found) >= limits.DIAGNOSTICS_FOUND:
            raise TooManyProblems

    def unknown(
        self, code: str, name: str, span: Span, message: str, hint: str = "", example: str = ""
    ) -> None:
        """Report an unknown name, unless an unread line may declare it; show an `example` for a number."""
        if example and name.isdigit():  # no slip of letters
            hint = example
        if self.is_lost(name) or (not hint and "has" in self.lost_sections):
            self.silent += 1
            return
        if name in self.removed:
            taken = Note(self.removed[name], f"`{name}` is taken out here")
            self.error(code, span, message, "patch this, too, or leave it in", [taken])
            return
        self.error(
            code, span, message, hint or _DECLARE.get(code, "").format(name=name, one=name.removesuffix("s"))
        )
        if not hint:  # undeclared rather than misspelt: reported once
            self.lost |= {name, name + "s", name.removesuffix("s")}

    def is_lost(self, name: str) -> bool:
        """Check whether a refused line may declare this name."""
        self.asked.add(name)
        return name in self.lost

    def line_of(self, span: Span) -> str | None:
        """Return the text of the line of a span; None for several lines."""
        source = self.sources.get(span.file)
        if source is None or span.line != span.end_line:
            return None
        self.quoted.add((span.file, span.line))
        return source.line(span.line)

    def mark(self) -> Mark:
        """Return a checkpoint, for `back_to` after a speculative reading."""
        return len(self.found), set(self.lost), self.silent

    def back_to(self, mark: Mark) -> None:
        """Drop all reports since the checkpoint."""
        found, self.lost, self.silent = mark
        del self.found[found:]

    def settle(self) -> None:
        """Commit all reports so far: no later `back_to` drops them."""

    def guess(self, span: Span) -> None:
        self.guessed.update((span.file, line) for line in range(span.line, span.end_line + 1))

    def warning(
        self, code: str, span: Span, message: str, hint: str = "", notes: Iterable[Note] = ()
    ) -> None:
        self.found.append(Diagnostic(code, message, span, hint, tuple(notes), severity="warning"))

    @property
    def cut(self) -> bool:
        """Check whether a limit on the file's length skipped a part of it."""
        return any(one.code in ("R102", "R117") for one in self.found)

    @property
    def failed(self) -> bool:
        return any(one.severity == "error" for one in self.found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics in file order, without duplicates and consequences of guesses."""
        kept: dict[tuple[object, ...], Diagnostic] = {}
        for one in sorted(self.found, key=Diagnostic.sort_key):
            said = one.code.startswith("R1") or one.code == "R701"  # the cause of the guess
            if (one.span.file, one.span.line) in self.guessed and not said:
                continue
            kept.setdefault((one.span, one.code, one.message), one)
        return tuple(kept.values())


class Trial(Reporter):
    """Collects the diagnostics of a candidate fix, and stops as soon as it is no improvement.

    An improvement has no diagnostic in the fixed line and the lines `added` below it, and at most `most`
    elsewhere (only lines `inside` count, if given).
    """

    def __init__(
        self, place: tuple[str, int], most: int, inside: set[tuple[str, int]] | None = None, added: int = 0
    ) -> None:
        super().__init__(repair_budget=0)
        self.place, self.most, self.inside, self.added = place, most, inside, added

    def is_worse(self) -> bool:
        counted = [
            (one.span.file, one.span.line)
            for one in self.found
            if one.severity == "error"
            and one.code != _OF_ALL
            and (self.inside is None or (one.span.file, one.span.line) in self.inside)
        ]
        file, line = self.place
        here = ((file, number) for number in range(line, line + self.added + 1))
        return len(counted) > self.most or any(place in counted for place in here)

    def settle(self) -> None:
        if self.found and self.is_worse():
            raise TooManyProblems


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to `word`, or None."""
    return _nearest(word, frozenset(known))


@lru_cache(_WORDS_LOOKED_UP)
def _nearest(word: str, known: frozenset[str]) -> str | None:
    pool = {name.lower(): name for name in sorted(known) if name != word}
    short = word.lower()[: limits.NAME_LENGTH]
    close = difflib.get_close_matches(short, list(pool), n=_CLOSE, cutoff=0.6)
    close.sort(key=lambda one: sorted(one) != sorted(short))  # letters in another order come first
    return next((pool[one] for one in close if _is_slip(short, one)), None)


def _is_slip(word: str, meant: str) -> bool:
    """Check whether one word is the other with few wrong letters, shortened or lengthened."""
    if word.startswith(meant) or meant.startswith(word) or sorted(word) == sorted(meant):
        return True
    if abs(len(word) - len(meant)) <= 1 and difflib.SequenceMatcher(None, meant, word).ratio() >= _ALIKE:
        return True
    longer = max(len(word), len(meant)) + (_SHORT if word[:3] == meant[:3] else 0)
    most = 1 if longer <= _SHORT else 2 if longer <= _LONG else 3
    begun = meant[: len(word)] if len(word) > _SHORT else meant
    return min(_edits(word, meant), _edits(word, begun)) <= most


def _edits(word: str, meant: str) -> int:
    """Count the letters to add, drop, change or transpose (optimal string alignment distance)."""
    before: list[int] = []
    last = list(range(len(meant) + 1))
    for row, letter in enumerate(word, start=1):
        here = [row]
        for column, other in enumerate(meant, start=1):
            best = min(last[column] + 1, here[-1] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == meant[column - 2] and word[row - 2] == other:
                best = min(best, before[column - 2] + 1)
            here.append(best)
        before, last = last, here
    return last[-1]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known word, or an empty text."""
    close = nearest(word, known)
    return f"did you mean `{close}`?" if close is not None else ""


def render(diagnostics: Iterable[Diagnostic], sources: dict[str, SourceText]) -> str:
    """Format diagnostics as text: code, span, line, caret, secondary spans, fix."""
    shown = list(diagnostics)
    parts = [_render_one(one, sources) for one in shown[: limits.DIAGNOSTICS_SHOWN]]
    left = len(shown) - limits.DIAGNOSTICS_SHOWN
    if left > 0:
        parts.append(f"... and {left} more problems")
    return "\n\n".join(parts)


def _render_one(one: Diagnostic, sources: dict[str, SourceText]) -> str:
    out = [f"{one.span}: {one.severity} {one.code}: {one.message}"]
    out += _excerpt(one.span, sources)
    for note in one.notes:
        out.append(f"  {note.span}: {note.message}")
        out += _excerpt(note.span, sources)
    if one.hint:
        out.append(f"  hint: {one.hint}")
    return "\n".join(out)


def _excerpt(span: Span, sources: dict[str, SourceText]) -> list[str]:
    source = sources.get(span.file)
    if source is None:
        return []
    text = "".join(char if char.isprintable() else " " for char in source.line(span.line))
    if not text.strip():
        return []
    start, column = 0, span.column
    if len(text) > 120:  # cut to a window around the span, so that the caret is visible
        start = max(0, column - 60)
        text, column = text[start : start + 120], column - start
    width = span.end_column - span.column if span.end_line == span.line else len(text) - column + 1
    width = max(1, min(width, len(text) - column + 2))
    gutter = f"{span.line:>5} | "
    return [gutter + text, " " * (len(gutter) - 2) + "| " + " " * (column - 1) + "^" * width]


def to_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Format diagnostics as JSON."""
    rows = [
        {
            "code": one.code,
            "severity": one.severity,
            "message": one.message,
            "file": one.span.file,
            "line": one.span.line,
            "column": one.span.column,
            "end_line": one.span.end_line,
            "end_column": one.span.end_column,
            "hint": one.hint,
            "notes": [
                {"file": n.span.file, "line": n.span.line, "column": n.span.column, "message": n.message}
                for n in one.notes
            ],
        }
        for one in diagnostics
    ]
    return json.dumps(rows, indent=2, ensure_ascii=False)
