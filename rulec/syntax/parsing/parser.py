"""Parse a line to its tree, or report a syntax error in the designer's words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

import lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulec.base.diagnostics import Reporter
from rulec.base.source_text import Span
from rulec.syntax.lines.characters import acceptable
from rulec.syntax.lines.outline import Line, count
from rulec.syntax.parsing import lalr_tables
from rulec.syntax.parsing.error_repair import Repair, Word, each_word, find_repair, known_words, shown, words
from rulec.syntax.parsing.lalr_driver import Tree
from rulec.syntax.parsing.phrase_hints import phrases
from rulec.syntax.parsing.reserved_words import RESERVED

_WHAT: Final = {
    "declaration": "declaration",
    "game_clause": "line about the game",
    "board_line": "line about a board",
    "picture_line": "row of a drawn board",
    "has_clause": "line that says what something has",
    "sentence": "sentence of a rule",
    "alternative": "alternative of a choice",
    "part": "part of an order",
    "obligation_line": "line of an obligation",
    "free_clause": "line about a free action",
    "route_line": "line of a route",
    "track_line": "line of a track",
    "payment_line": "line of a payment",
    "formula_cell": "value of a case",
    "score_line": "line of the score",
    "plan_line": "line of a plan",
    "account_line": "line of an account",
    "heading_cell": "heading of a column",
    "value_cell": "cell of a table",
    "effect_cell": "effect in a cell",
    "ability_cell": "ability in a cell",
    "example_line": "line of an example",
    "display_line": "line of the display texts",
    "assumed": "reason for an assumption",
    "patch": "patch of a variant",
    "removed_lines": "line of a patch",
    "option_line": "line about an option",
}
# Sentences that take their lines below them, but have text behind their colon.
_IN_A_LINE: Final = re.compile(r"(?:choose one as|any order as|first possible of)\b[^:]*:\s*(?=\S)")
# A free action with clauses behind its name that belong on lines below it.
_FREE_IN_A_LINE: Final = re.compile(
    r"(free action \w+)[ ,]+(?:at most )?((?:once (?:a|per) |at most |open at |consumes )[^:]*)(:?)"
)
# Prepositions before the arguments of a rule.
_LITTLE: Final = frozenset(["with", "for", "of", "on", "in", "at", "to", "from"])
_REMEMBERED: Final = 8_192
# Words of a sentence before a name that it declares.
_NAMING: Final = frozenset({"let", "choose", "as", "each"})


# Beginnings of frequent declarations, for hints; all of them would be too many.
_DECLARED: Final = (
    *("kind", "table", "board", "pieces", "deck", "the game has:", "each player has:"),
    *("setup:", "play:", "turn:", "action", "rule", "score:"),
)

# Lines that are expressions: the list of their possible beginnings is too long to show.
_EXPRESSIONS: Final = frozenset({"formula_cell", "value_cell"})


@cache
def _parsers() -> lalr_tables.Parsers:
    return lalr_tables.Parsers()


@cache
def openers(start: str) -> tuple[str, ...]:
    """Return the keywords with which the grammar lets such a line begin; none for expressions."""
    return () if start in _EXPRESSIONS else _parsers().driver.openers(start)


def accepted_after(text: str, start: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the terminals (`NAME`, `INT` ...) and the fixed texts that can follow a line's beginning."""
    driver = _parsers().driver
    kinds = driver.accepted(text, start)
    fixed = sorted(
        {driver.text_of(one) for one in kinds if one not in ("NAME", "INT", "STRING", "$END")} - {""}
    )
    return kinds, tuple(fixed)


def parser() -> lark.Lark:
    """Return Lark's own parser, for syntax errors."""
    return _parsers().lark


@lru_cache(_REMEMBERED)
def _tree(text: str, start: str) -> Tree | None:
    """Parse a text, memoized: equal lines, above all cells, are frequent, and trees are never changed."""
    return _parsers().driver.parse(text, start)


def forget_trees() -> None:
    """Clear the parse cache, for measurements."""
    _tree.cache_clear()


def _always(_: str) -> bool:
    return True


def parse_line(
    line: Line, start: str, report: Reporter, fits: Callable[[str], bool] = _always
) -> Tree | None:
    """Return the parse tree of a line; report an error and return None, or the tree of a repaired line.

    A repair is a guess, and only one that `fits` is made.
    """
    report.starts[line.span.file, line.span.line] = start
    if line.broken or not acceptable(line, report):
        declare_unparsed_names(line, start, report)
        return None
    tree = _tree(line.text, start)
    if tree is not None:
        return tree
    if line.around and not opens_lines(line) and any(parses(line.text, one) for one in _WHAT if one != start):
        too_far_left(line, report)
        report.guess(line.span)
        declare_unparsed_names(line, start, report)
        return None
    try:
        return parser().parse(line.text, start=start)
    except UnexpectedInput as problem:
        repair = _explain(line, start, problem, report, fits)
    report.guess(line.span)
    declare_unparsed_names(line, start, report)
    if repair is None:
        return None
    line.replace(repair.start, repair.end, repair.text)
    report.lost.add("something")
    return parser().parse(line.text, start=start)


@cache
def keywords() -> frozenset[str]:
    """Return the keywords of the language."""
    return known_words(parser())


def opens_lines(line: Line) -> bool:
    """Check whether the line lacks only a colon to open a body."""
    return any(parses(f"{line.text}:", one) for one in _WHAT)


def too_far_left(line: Line, report: Reporter) -> None:
    message = "this line is indented less than the lines around it"
    hint = f"indent it by {count(line.around, 'space')}, like the lines around it"
    report.error("R104", line.span, message, hint)


def parses(text: str, start: str) -> bool:
    return _tree(text, start) is not None


def tree_of(text: str, start: str) -> Tree | None:
    """Return the parse tree of a text, or None; report nothing."""
    return _tree(text, start)


def declare_unparsed_names(line: Line, start: str, report: Reporter) -> None:
    """Record the names that an unparsable line seems to declare, so that their uses report no errors."""
    pieces = [word.text for word in words(line.text)]
    if start == "sentence":
        named = [word for before, word in pairwise(pieces) if before in _NAMING]
    elif start == "has_clause":
        named = pieces[:1]
    elif start == "declaration":
        colon = pieces.index(":") if ":" in pieces and pieces[0] not in {"kind", "kinds"} else len(pieces)
        stop = next((n for n, word in enumerate(pieces) if word in {"when", "means"}), colon)
        named = pieces[:stop]
    else:
        named = []
    report.lost |= {word for word in named if word.isidentifier() and word not in RESERVED}


def _explain(
    line: Line, start: str, problem: UnexpectedInput, report: Reporter, fits: Callable[[str], bool]
) -> Repair | None:
    pieces = words(line.text)
    offset = _offset(line, problem)
    index = next((n for n, word in enumerate(pieces) if word.end > offset), len(pieces))
    expected = _expected(problem) | _expected_before(line.text[:offset], start)
    if start == "sentence" and index > 1 and _seems_a_call(pieces, index):
        index, expected = 1, {"$END", "WITH", "FOR", "COMMA"}

    def works(text: str) -> bool:
        report.repair_budget -= len(text)
        return report.repair_budget > 0 and parses(text, start) and fits(text)

    choice = _IN_A_LINE.match(line.text) if start == "sentence" else None
    if choice is not None:
        wrong = Word(line.text[choice.end() :], choice.end(), len(line.text))
        hint = f"write each of its lines below it, indented, and nothing behind `{choice[0].strip()}`"
        report.error("R110", _span(line, wrong), "the lines of a choice are indented below it", hint)
        return None
    free = _FREE_IN_A_LINE.match(line.text) if start == "declaration" else None
    if free is not None:
        said = re.sub(r" per ", " a ", free[2].strip())
        hint = f"write `{free[1]}:` and below it, indented, `{said}`"
        message = "lines below the name of an action say where and how often it is free"
        report.error("R110", _span(line, Word(free[2], free.start(2), free.end(2))), message, hint)
        return None
    repair = meant = next(phrases(line.text, works), None)
    nameless = _reserved_as_name(line.text, start, pieces, index) if repair is None else None
    if nameless is not None:
        name = _missing_name(line.text, nameless, pieces[index:], works)
        message, hint = f"a name is missing before `{nameless.text}`", f"add {name} before `{nameless.text}`"
        report.error("R110", _span(line, nameless), message, hint)
        return None
    if repair is None and report.repair_budget > 0:
        repair = find_repair(parser(), line.text, pieces, index, expected, works, _expected_before("", start))
    if repair is not None and repair.shown is not None:
        wrong = repair.shown
        index = next((n for n, word in enumerate(pieces) if word.start >= wrong.start), len(pieces))
    else:
        wrong = pieces[index] if index < len(pieces) else Word("", len(line.text), len(line.text))
    hint = repair.hint if repair is not None else ""
    if not hint and start == "declaration":
        hint = _rewritten(line.text, pieces, works)
    if not hint:
        can_stand = shown(parser(), expected)
        hint = f"expected here: {can_stand}" if can_stand else ""
        if index == 1 and pieces[0].text.isidentifier() and pieces[0].text not in openers(start):
            wrong, index, hint = pieces[0], 0, _begin(start)
        elif {"NAME", "INT"} <= expected:
            hint = "expected a value here: a number, a name, or something in brackets"
        elif expected <= {"$END"}:
            hint = "the line should end here"
    message = _message(start, wrong, index, pieces)
    if meant is not None:
        message = f"`{wrong.text}` is not a phrase of the language"
    report.error("R110", _span(line, wrong), message, hint)
    return repair


def _reserved_as_name(text: str, start: str, pieces: list[Word], index: int) -> Word | None:
    """Return the reserved word that the lexer took for a missing name, or None."""
    if start != "declaration" or not 1 < index <= len(pieces) or pieces[index - 1].text not in _LITTLE:
        return None
    before = pieces[index - 1]
    expected = _expected_before(text[: before.start], start)
    return before if "NAME" in expected and before.text.upper() not in expected else None


def _missing_name(text: str, before: Word, behind: list[Word], works: Callable[[str], bool]) -> str:
    """Return the noun behind a preposition in the plural, if it mends the line: `sizes` for `of size`."""
    noun = behind[0].text if behind else ""
    plural = noun if noun.endswith("s") else f"{noun}s"
    fits = noun.isidentifier() and works(f"{text[: before.start]}{plural} {text[before.start :]}")
    return f"`{plural}`" if fits else "a name"


def _seems_a_call(pieces: list[Word], index: int) -> bool:
    """Check whether the line parsed so far only as a call of a rule named by its first word."""
    stop = pieces[index].text if index < len(pieces) else ""
    return pieces[0].text not in openers("sentence") and stop in {"=", ":", "(", ")"}


def _rewritten(text: str, pieces: list[Word], works: Callable[[str], bool]) -> str:
    """Return a hint for a keyword used as a name, or for arguments without a preposition."""
    if not pieces:
        return ""
    first = pieces[0]
    opens = first.text in openers("declaration") and " means " in text
    if opens and works(f"{text[: first.end]}_{text[first.end :]}"):
        return f"`{first.text}` begins a declaration of its own: write `{first.text}_` or another word"
    if len(pieces) > 2 and pieces[2].text.isidentifier() and pieces[1].text not in _LITTLE:
        line = f"{text[: pieces[2].start]}with {text[pieces[2].start :]}"
        if works(line):
            return f"several values follow a preposition: write `{line}`"
    return ""


def _begin(start: str) -> str:
    if start == "declaration":
        known = ", ".join(f"`{one}`" for one in _DECLARED if one.split()[0].rstrip(":") in openers(start))
        return f"it can begin with {known} or another word of the language, or say what a word `means`"
    known = ", ".join(f"`{word}`" for word in openers(start))
    also = ", or the name of a rule" if start == "sentence" else ""
    return f"it can begin with {known}{also}" if known else ""


def _span(line: Line, wrong: Word) -> Span:
    if wrong.text:
        return line.at(wrong.start, wrong.end)
    end = line.at(max(0, len(line.text) - 1), len(line.text))  # right behind the last character
    return Span.at(end.file, end.end_line, end.end_column)


def _message(start: str, wrong: Word, index: int, pieces: list[Word]) -> str:
    if not wrong.text:
        return f"this {_WHAT[start]} is not finished"
    first = wrong.text[0]
    if not (first.isalnum() or first in "_\"'<=>()+-*:,"):
        return f"`{wrong.text}` has no meaning in a rules file"
    if index == 0:
        return f"no {_WHAT[start]} begins with `{wrong.text}`"
    return f"`{wrong.text}` does not fit here, after `{pieces[index - 1].text}`"


def _offset(line: Line, problem: UnexpectedInput) -> int:
    position: int | None = problem.pos_in_stream
    if isinstance(problem, UnexpectedToken) and problem.token.type == "$END":
        return len(line.text)
    return len(line.text) if position is None or position < 0 else min(position, len(line.text))


def _expected(problem: UnexpectedInput) -> set[str]:
    if isinstance(problem, UnexpectedToken):
        return set(problem.accepts or problem.expected)
    return set(problem.allowed or ()) if isinstance(problem, UnexpectedCharacters) else set()


def _expected_before(text: str, start: str) -> set[str]:
    """Return the terminals that can follow the text, before any reduction for the wrong word."""
    try:
        reading = parser().parse_interactive(text, start=start)
        reading.exhaust_lexer()
        return set(reading.accepts())  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return set()


def first_word(line: Line) -> str:
    """Return the first word of a line, or nothing if it has none."""
    return _first_word(line.text)


@lru_cache(1 << 14)
def _first_word(text: str) -> str:
    return next((word.text for word in each_word(text[:200])), "")
