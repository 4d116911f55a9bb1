"""One line to its parse tree, or one diagnostic in the designer's words.

When a line makes no sense the parser tries small repairs (a misspelt word, a missing colon, a word
too many) and suggests one only if the line then makes sense: a hint that is typed in works.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulec import limits
from rulec.diagnostics import Reporter, nearest
from rulec.syntax import tables
from rulec.syntax.outline import Line

_TOKEN: Final = re.compile(r'"[^"]*"|\'s\b|[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9_]*|<=|>=|[-+*<>=():,]|\S')
_WHAT: Final = {
    "declaration": "declaration",
    "game_clause": "line of the game's heading",
    "has_clause": "line that says what something has",
    "sentence": "sentence of a rule",
    "alternative": "alternative of a choice",
    "score_line": "line of the score sheet",
}
_SHOWN: Final = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "$END": "the end of the line"}
_REPAIRS_TRIED: Final = 150


@dataclass(frozen=True)
class Word:
    text: str
    start: int
    end: int


@cache
def parser() -> lark.Lark:
    return tables.load_parser()


@cache
def _terminals() -> dict[str, str]:
    """Terminal name -> the text of a keyword or sign."""
    found = {}
    for terminal in parser().terminals:
        if isinstance(terminal.pattern, lark.lexer.PatternStr):
            found[terminal.name] = terminal.pattern.value
    found["COMPARE"] = "="
    return found


@cache
def _keywords() -> frozenset[str]:
    return frozenset(text for text in _terminals().values() if text.isidentifier())


def words(text: str) -> list[Word]:
    """A line cut into words and signs."""
    return [Word(found.group(0), found.start(), found.end()) for found in _TOKEN.finditer(text)]


def parse_line(line: Line, start: str, report: Reporter) -> lark.Tree[lark.Token] | None:
    """The tree of one line, or nothing after the problem has been reported."""
    if not _acceptable(line, report):
        return None
    try:
        return parser().parse(line.text, start=start)
    except UnexpectedInput as problem:
        _explain(line, start, problem, report)
        return None


def _parses(text: str, start: str) -> bool:
    try:
        parser().parse(text, start=start)
    except UnexpectedInput:
        return False
    return True


def _acceptable(line: Line, report: Reporter) -> bool:
    """Checks that keep the parser itself out of trouble."""
    depth = 0
    for word in words(line.text):
        if word.text.startswith('"'):
            if len(word.text) == 1:
                report.error(
                    "R111", line.at(word.start, len(line.text)), "this text has no closing quote", 'add `"`'
                )
                return False
            if len(word.text) - 2 > limits.STRING_LENGTH:
                report.error(
                    "R112",
                    line.at(word.start, word.end),
                    f"this text has {len(word.text) - 2} characters; at most {limits.STRING_LENGTH} are read",
                )
                return False
        elif word.text[0].isdigit() and len(word.text) > limits.NUMBER_DIGITS:
            report.error(
                "R113",
                line.at(word.start, word.end),
                f"this number has {len(word.text)} digits; at most {limits.NUMBER_DIGITS} are read",
            )
            return False
        elif len(word.text) > limits.NAME_LENGTH:
            report.error(
                "R114",
                line.at(word.start, word.end),
                f"this name has {len(word.text)} letters; at most {limits.NAME_LENGTH} are read",
            )
            return False
        elif word.text == ")" and depth == 0:
            report.error("R115", line.at(word.start, word.end), "this `)` closes nothing", "remove it")
            return False
        depth += {"(": 1, ")": -1}.get(word.text, 0)
        # Words that open an expression nest without a bracket, too.
        if depth > limits.EXPRESSION_DEPTH:
            report.error(
                "R116",
                line.at(word.start, word.end),
                f"brackets are nested more than {limits.EXPRESSION_DEPTH} deep",
                "give a part a name of its own with `means`",
            )
            return False
    return True


def _explain(line: Line, start: str, problem: UnexpectedInput, report: Reporter) -> None:
    pieces = words(line.text)
    offset = _offset(line, problem)
    index = next((n for n, word in enumerate(pieces) if word.end > offset), len(pieces))
    span = line.at(offset, pieces[index].end if index < len(pieces) else offset + 1)
    hint = _repair(line.text, pieces, index, start, _expected(problem))
    expected = _list(sorted(_expected(problem)))
    if index < len(pieces):
        found = pieces[index].text
        if not (found[0].isalnum() or found[0] in "_\"'" or found in "<=>=()+-*:,"):
            message = f"`{found}` has no meaning in a rules file"
        elif index == 0:
            message = f"no {_WHAT[start]} begins with `{found}`"
        else:
            message = f"`{found}` does not fit here, after `{pieces[index - 1].text}`"
    else:
        message = f"this {_WHAT[start]} is not finished"
    if not hint and expected:
        hint = f"what can stand here: {expected}"
    report.error("R110", span, message, hint)


def _offset(line: Line, problem: UnexpectedInput) -> int:
    position = problem.pos_in_stream
    if isinstance(problem, UnexpectedToken) and problem.token.type == "$END":
        return len(line.text)
    return len(line.text) if position is None or position < 0 else min(position, len(line.text))


def _expected(problem: UnexpectedInput) -> set[str]:
    if isinstance(problem, UnexpectedToken):
        return set(problem.accepts or problem.expected)
    return set(problem.allowed or ()) if isinstance(problem, UnexpectedCharacters) else set()


def _list(names: list[str], most: int = 8) -> str:
    shown = [f"`{_terminals()[name]}`" if name in _terminals() else _SHOWN.get(name, "") for name in names]
    shown = [one for one in shown if one]
    return ", ".join(shown) if len(shown) <= most else ""


def _repair(text: str, pieces: list[Word], index: int, start: str, expected: set[str]) -> str:
    """The first small change after which the line can be read, as a hint."""
    for count, (hint, changed) in enumerate(_candidates(text, pieces, index, expected)):
        if count >= _REPAIRS_TRIED:
            break
        if _parses(changed, start):
            return hint
    return ""


def _candidates(
    text: str, pieces: list[Word], index: int, expected: set[str]
) -> Iterator[tuple[str, str]]:
    known = _keywords()
    for word in pieces[: index + 1][::-1]:
        if word.text.isidentifier() and word.text not in known:
            close = nearest(word.text, known)
            if close is not None:
                yield f"did you mean `{close}`?", text[: word.start] + close + text[word.end :]
    if not text.endswith(":"):
        yield "add `:` at the end of the line", text + ":"
    else:
        yield "remove the `:` at the end of the line", text[:-1]
    here = pieces[index].start if index < len(pieces) else len(text)
    signs = sorted(name for name in expected if name in _terminals())
    for name in signs:
        sign = _terminals()[name]
        place = f"before `{pieces[index].text}`" if index < len(pieces) else "at the end of the line"
        yield f"add `{sign}` {place}", f"{text[:here]} {sign} {text[here:]}"
    if index < len(pieces):
        word = pieces[index]
        for name in signs:
            sign = _terminals()[name]
            yield f"write `{sign}` for `{word.text}`", f"{text[: word.start]} {sign} {text[word.end :]}"
        yield f"remove `{word.text}`", text[: word.start] + " " + text[word.end :]
    if 0 < index <= len(pieces):
        word = pieces[index - 1]
        yield f"remove `{word.text}`", text[: word.start] + " " + text[word.end :]
    for name, example in (("INT", "1"), ("NAME", "something"), ("STRING", '"..."')):
        if name in expected:
            place = f"before `{pieces[index].text}`" if index < len(pieces) else "at the end of the line"
            yield f"add {_SHOWN[name]} {place}", f"{text[:here]} {example} {text[here:]}"
