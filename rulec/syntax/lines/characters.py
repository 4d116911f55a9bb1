"""Input sanitizer before the parser: odd characters, oversized names and numbers, bracket nesting.

It reports illegal input and repairs it where possible, so that the rest of the line is still parsed.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from rulec.base import limits
from rulec.base.diagnostics import Reporter
from rulec.syntax.lines.outline import Line, char_name

# Typographic signs of word processors and other notations, with their replacements.
SIGNS: Final = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‟": '"', "″": '"',
    "’": "'", "‘": "'", "´": "'", "`": "'", "ʼ": "'", "′": "'",
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-",
    "×": "*", "·": "*", "÷": "div", "≤": "<=", "≥": ">=", "≠": "is not", "…": "to",
    "：": ":", "，": ",", "（": "(", "）": ")", "＝": "=",
}  # fmt: skip
ODD_NAME: Final = "odd_name"  # replaces a name without any legal letter
_ODD: Final = re.compile(r"\w*[^\x20-\x7e]\w*")
_JOINERS: Final = "\u200c\u200d"  # inside emoji
_NEEDS_A_LOOK: Final = re.compile(rf'["()]|[0-9_]{{{limits.NUMBER_DIGITS}}}')
_PIECE: Final = re.compile(r'"[^"]*"?|\w+|[()]')


def acceptable(line: Line, report: Reporter) -> bool:
    """Check whether the parser can take this line; report errors and repair odd characters."""
    _replace_odd(line, report)
    if len(line.text) <= limits.NAME_LENGTH and not _NEEDS_A_LOOK.search(line.text):
        return True
    depth = 0
    for found in _PIECE.finditer(line.text):
        word, start, end = found.group(0), found.start(), found.end()
        depth += {"(": 1, ")": -1}.get(word, 0)
        problem = _problem(word, depth)
        if problem is not None:
            code, message, hint = problem
            if code == "R111":
                end = len(line.text)
            report.error(code, line.at(start, end), message, hint)
            return False
    return True


def _problem(word: str, depth: int) -> tuple[str, str, str] | None:
    size = len(word)
    if word.startswith('"'):
        if size == 1 or not word.endswith('"'):
            return "R111", "this text has no closing quote", 'add `"` where the text ends'
        if size - 2 > limits.STRING_LENGTH:
            message = f"this text has {size - 2} characters; at most {limits.STRING_LENGTH} are read"
            return "R112", message, "shorten it"
    elif word[0].isdigit() and len(word.replace("_", "")) > limits.NUMBER_DIGITS:
        message = f"this number has {size} digits; at most {limits.NUMBER_DIGITS} are read"
        return "R113", message, f"no number of a game is above {limits.INT_MAX}"
    elif size > limits.NAME_LENGTH:
        message = f"this name has {size} letters; at most {limits.NAME_LENGTH} are read"
        return "R114", message, "shorten it"
    elif depth < 0:
        return "R115", "this `)` closes nothing", "remove it, or add `(` where the bracket begins"
    elif depth > limits.EXPRESSION_DEPTH:
        message = f"brackets are nested more than {limits.EXPRESSION_DEPTH} deep"
        return "R116", message, "give a part a name of its own with `means`"
    return None


def _replace_odd(line: Line, report: Reporter) -> None:
    """Replace characters outside ASCII; they are legal only inside quotes."""
    if line.text.isascii() and line.text.isprintable():
        return
    offset = 0
    while True:
        found = _ODD.search(line.text, offset)
        if found is None:
            return
        start, end = found.start(), found.end()
        if line.text.count('"', 0, start) % 2:
            close = line.text.find('"', start)
            offset = close if close >= 0 else len(line.text)
            _inside_quotes(line, start, offset, report)
            continue
        start, end, instead, message, hint = _explain(line.text, start, end)
        if line.text[start:end] not in report.odd:
            report.odd.add(line.text[start:end])
            report.lost.add(ODD_NAME)
            report.error("R119", line.at(start, end), message, hint)
        line.replace(start, end, instead)
        offset = start + len(instead)
        if instead == '"':
            close = next((n for n in range(offset, len(line.text)) if SIGNS.get(line.text[n]) == '"'), -1)
            if close >= 0:
                line.replace(close, close + 1, '"')
            offset = start


def _inside_quotes(line: Line, start: int, end: int, report: Reporter) -> None:
    for place in range(start, end):
        char = line.text[place]
        if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} and char not in _JOINERS:
            report.error(
                "R119",
                line.at(place, place + 1),
                f"this text contains {char_name(char)}",
                "remove that character",
            )
            line.replace(place, place + 1, " ")


def _explain(text: str, start: int, end: int) -> tuple[int, int, str, str, str]:
    """Return the span, replacement, message and hint for the odd word at text[start:end]."""
    word = text[start:end]
    place = next(n for n, char in enumerate(word) if not " " <= char <= "~")
    char = word[place]
    if char not in SIGNS and char.isalnum():
        whole = re.compile(r"\w+").match(text, start)
        end = whole.end() if whole is not None else end
        plain = _ascii_name(text[start:end])
        hint = f"write `{plain}`" if plain else ""
        message = f"`{text[start:end]}` can't be read; names are made of the letters a to z, digits and `_`"
        return start, end, plain or ODD_NAME, message, hint
    start, end = start + place, start + place + 1
    if char in SIGNS:
        hint = f"write `{SIGNS[char]}`" if SIGNS[char] != '"' else 'use straight quotes, `"`, at both ends'
        return start, end, _spaced(SIGNS[char]), f"`{char}` has no meaning in a rules file", hint
    blank = char.isspace()  # any other may stand within a word, which it must not cut
    hint = "type a space instead" if blank else "remove it"
    return start, end, " " if blank else "", f"{char_name(char)} has no meaning in a rules file", hint


def _spaced(sign: str) -> str:
    return f" {sign} " if sign[0].isalpha() else sign


def _ascii_name(word: str) -> str:
    """Transliterate a name to ASCII letters: `größe` to `grosse`; empty if the result is no name."""
    plain = unicodedata.normalize("NFKD", word.replace("ß", "ss").replace("æ", "ae").replace("ø", "o"))
    name = "".join(char for char in plain if char.isascii() and (char.isalnum() or char == "_"))
    return name if name.isidentifier() else ""
