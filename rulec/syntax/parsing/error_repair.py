"""Error repair: small edits after which a line parses, for hints and error recovery.

The parser tries each candidate before it is suggested, so a hint works when typed in. The line is then read
as repaired, so that a mistake causes no consequential errors.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final

import lark

from rulec.base.fast_dataclass import dataclass
from rulec.syntax.parsing.lalr_tables import WORD_END

_BRACKETS: Final = re.compile(r"\([^()]*\)")
_TOKEN: Final = re.compile(r'"[^"]*"|\'s\b|[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9_]*|<=|>=|[-+*<>=():,]|\S')
SHOWN: Final = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "$END": "the end of the line",
}
TRIED: Final = 150  # candidates per line
_PLACEHOLDERS: Final = (("INT", "3"), ("NAME", "something"), ("STRING", '"..."'))
# Words of other programming languages and everyday speech, with their equivalents.
SYNONYMS: Final = {
    "elif": "otherwise if", "elsif": "otherwise if", "else if": "otherwise if", "else": "otherwise",
    "then": ":", "for each": "each", "foreach": "each", "for": "each", "while not": "repeat until",
    "forever": "repeat", "loop": "repeat", "put": "place", "pick": "choose", "select": "choose",
    "==": "is", "! =": "is not", "!=": "is not", "< >": "is not", "& &": "and", "| |": "or",
    "&": "and", "|": "or", "%": "mod", "/": "div", "! ": "not", "are": "is", "has": "is", "isn ' t": "is not",
    "true": "yes", "false": "no", "x": "by", "any": "some", "all": "every", "count of": "number of",
    "increase": "raise", "decrease": "lower", "add": "raise", "finish": "end", "stop": "end", "let": "set",
    "set": "let", "=": "to", "to": "=", "infinite": "unlimited", "piece": "pieces",
    "have": "has", "neighbors": "neighbours", "neighbour": "neighbours", "neighbor": "neighbours",
}  # fmt: skip
# Candidates for a missing word, likeliest first. Arithmetic operators are never guessed.
_LEFT_OUT: Final = (
    ":", ",", ")", "(", "of", "from", "where", "to", "on", "by", "in", "among", "a", "row", "over", "with",
    "has", "when", "else", "until", "times", "for", "each", "player", "columns", "rows", "the", "game", "one",
    "as", "seat", "order", "=", "'s", "is", "means", "my", "place",
)  # fmt: skip
# A line that begins so says when, as `on turn end:`: its second word is no name.
TIME_WORDS: Final = frozenset({"at", "during", "in", "on", "upon", "when"})
DRASTIC: Final = frozenset({"game", "remove"})  # `end the game`, `remove ...`: never a guess for another word
_NEVER_MEANT: Final = DRASTIC | {"of", "among", "'s"}  # as replacement of another word
_NEVER_MISSPELT: Final = frozenset({"<", ">", "<=", ">=", "+", "-", "*"})
_OWNED: Final = frozenset({"owner", "squares", "column", "row", "position"})  # attributes of members
_NUMBERS: Final = frozenset({"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"})
_STOPS: Final = frozenset(".;,!?")
_FILLERS: Final = frozenset({"also", "an", "are", "exactly", "just", "now", "please", "that", "then"})
_BEFORE_THE_LAST: Final = ("my", "the", "each", "some")
_FEW: Final = 20  # insertions are tried only if at most this many terminals are expected
_NUMBER_ALONE: Final = re.compile(r": ?(\d+)$")
_END: Final = "at the end of the line"


_CLOSE_UP: Final = frozenset({":", ",", ")", "'s"})


@dataclass(frozen=True)
class Word:
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Repair:
    """An edit that replaces text[start:end], with its hint."""

    hint: str
    start: int
    end: int
    text: str
    shown: Word | None = None  # the wrong word, if it is not the word at which the parser stopped


def is_one_edit(word: str, meant: str) -> bool:
    """Check for edit distance 1: a letter missing, added or changed, or two neighbours transposed."""
    if abs(len(word) - len(meant)) > 1 or word == meant:
        return False
    same = next((n for n, (one, two) in enumerate(zip(word, meant, strict=False)) if one != two), None)
    at = min(len(word), len(meant)) if same is None else same
    rest, other = word[at:], meant[at:]
    swapped = rest[:2] == other[:2][::-1] and rest[2:] == other[2:]
    return rest[1:] == other or rest == other[1:] or rest[1:] == other[1:] or swapped


def carries_content(word: str, keywords: frozenset[str]) -> bool:
    """Check whether the word is a number, a text or a name; removing those loses meaning."""
    if word[:1].isdigit() or word.startswith('"'):
        return True
    return word.isidentifier() and word not in keywords and word.lower() not in _FILLERS


def _runs_on(text: str, behind: str) -> bool:
    return text[-1:].isalnum() and behind.isalnum()


def _outside_brackets(text: str) -> str:
    """Return a text without its closed brackets and their contents."""
    while (shorter := _BRACKETS.sub("", text)) != text:
        text = shorter
    return text


def _beside(one: str, two: str, blank: str) -> str:
    """Join two words with the usual spacing: `x:`, `x, y`, `(x`, `x's`."""
    if two in _CLOSE_UP or one == "(":
        return one + two
    if one in _CLOSE_UP or (one[-1:].isalnum() and two[:1].isalnum()):
        return f"{one} {two}"
    return one + blank + two


def words(text: str) -> list[Word]:
    """Split a line into words and signs."""
    return list(each_word(text))


def each_word(text: str) -> Iterator[Word]:
    for found in _TOKEN.finditer(text):
        yield Word(found.group(0), found.start(), found.end())


@cache
def _terminals(parser: lark.Lark) -> dict[str, str]:
    """Map each terminal's name to the text of its keyword or sign."""
    found = {}
    for terminal in parser.terminals:
        if terminal.pattern.value.endswith(WORD_END):  # a keyword or a fixed phrase
            words = terminal.pattern.value.removesuffix(WORD_END)
            found[terminal.name] = words.replace("[ \t]+", " ").replace("[ \t]*", " ")
        elif isinstance(terminal.pattern, lark.lexer.PatternStr):
            found[terminal.name] = terminal.pattern.value
    found["COMPARE"] = "="
    return found


def shown(parser: lark.Lark, names: set[str], most: int = 8) -> str:
    """List the expected terminals in the designer's words; empty if they are more than `most`."""
    texts = _terminals(parser)
    out = [f"`{texts[name]}`" if name in texts else SHOWN.get(name, "") for name in sorted(names)]
    out = [one for one in out if one]
    return ", ".join(out) if len(out) <= most else ""


def known_words(parser: lark.Lark) -> frozenset[str]:
    """Return the keywords of the language, without its signs."""
    known = {word for one in _terminals(parser).values() for word in one.split()}
    return frozenset(word for word in known if word.isidentifier())


def find_repair(
    parser: lark.Lark,
    text: str,
    pieces: list[Word],
    index: int,
    expected: set[str],
    parses: Callable[[str], bool],
    begins: set[str],
) -> Repair | None:
    """Return the first candidate after which the line parses."""
    finder = _Finder(text, pieces, index, {_terminals(parser).get(name, name) for name in expected})
    finder.parses, finder.begins = parses, {_terminals(parser).get(name, name) for name in begins}
    finder.keywords = known_words(parser)
    for count, one in enumerate(finder.all()):
        if count >= TRIED:
            break
        if parses(text[: one.start] + one.text + text[one.end :]):
            return one
    return None


class _Finder:
    """Yields repair candidates for the line `text`, which fails to parse at the word `index`."""

    keywords: frozenset[str] = frozenset()
    begins: set[str]
    parses: Callable[[str], bool]

    def __init__(self, text: str, pieces: list[Word], index: int, expected: set[str]) -> None:
        self.text, self.pieces, self.index, self.expected = text, pieces, index, expected
        self.here = pieces[index] if index < len(pieces) else None

    def all(self) -> Iterator[Repair]:
        yield from self._synonyms()
        yield from self._slips_of_letters()
        yield from self._twice()
        yield from self._swapped()
        yield from self._misspelt()
        yield from self._colon()
        yield from self._beginning()
        yield from self._left_out()
        yield from self._swapped(colon=True)
        yield from self._one_left_out()
        yield from self._too_much()
        yield from self._brackets()
        yield from self._quotes()
        yield from self._only_word()
        yield from self._placeholders()

    def _synonyms(self) -> Iterator[Repair]:
        if self.here is not None and self.text.startswith("//", self.here.start):
            yield Repair("a comment begins with `#`", self.here.start, len(self.text), "", self.here)
        for at in dict.fromkeys((self.index, self.index - 1, 0)):
            for size in (3, 2, 1):
                part = self.pieces[max(at, 0) : max(at, 0) + size]
                phrase = " ".join(word.text for word in part)
                instead = SYNONYMS.get(phrase)
                if instead is None or len(part) < size:
                    continue
                start, end = part[0].start, part[-1].end
                # `then` becomes a colon, right behind the word before it
                if instead == ":":
                    start = part[0].start - (self.text[: part[0].start][-1:] == " ")
                shown = Word(self.text[part[0].start : end], part[0].start, end)
                yield Repair(f"write `{instead}` for `{shown.text}`", start, end, instead, shown)

    def _slips_of_letters(self) -> Iterator[Repair]:
        """Yield keywords at edit distance 1, the most reliable repairs."""
        for word in self.pieces[: self.index + 1][::-1]:
            known = word.text in self.keywords and word is not self.here
            if known or not word.text.isidentifier() or len(word.text) < 3 or word.text in _NUMBERS:
                continue
            for close in sorted(self.keywords - {word.text}):
                if is_one_edit(word.text, close):
                    yield Repair(f"did you mean `{close}`?", word.start, word.end, close, word)

    def _misspelt(self) -> Iterator[Repair]:
        for word in self.pieces[: self.index + 1][::-1]:
            if not word.text.isidentifier() or (word.text in self.keywords and word is not self.here):
                continue
            if word.text in _NUMBERS or len(word.text) < 2:
                continue
            for close in self._close(word.text[:40]):
                yield Repair(f"did you mean `{close}`?", word.start, word.end, close, word)

    def _close(self, word: str) -> list[str]:
        """Return similar keywords and anagrams of the word."""
        others = sorted(self.keywords - {word})
        close = difflib.get_close_matches(word.lower(), others, n=3, cutoff=0.6)
        return [*close, *(one for one in others if sorted(one) == sorted(word))]

    def _colon(self) -> Iterator[Repair]:
        end = len(self.text)
        if not self.text.endswith(":"):
            yield Repair(f"add `:` {_END}", end, end, ":", Word("", end, end))
        elif self.here is not None and self.here.text == ":":
            yield Repair(f"remove the `:` {_END}", end - 1, end, "", Word(":", end - 1, end))

    def _beginning(self) -> Iterator[Repair]:
        """Read a number alone as where a count begins: `coins: 10 up` would be its lower limit."""
        number = _NUMBER_ALONE.search(self.text) if self.here is None and "up" in self.expected else None
        if number is not None:
            start, end, instead = number.start(1), number.end(1), f"0 up, starts {number[1]}"
            yield Repair(f"write `{instead}`", start, end, instead, Word(number[1], start, end))

    def _left_out(self) -> Iterator[Repair]:
        place = self.here.start if self.here is not None else len(self.text)
        where = f"before `{self.here.text}`" if self.here is not None else _END
        for sign in self._signs(self.text[:place]):
            if sign in self.expected:
                yield Repair(f"add `{sign}` {where}", place, place, self._fit(sign, place))
        if self.here is None and "else" in self.expected:
            yield Repair(f"add `else 0` {_END}", place, place, " else 0", Word("", place, place))
        if 0 < self.index <= len(self.pieces):
            last = self.pieces[self.index - 1]
            for sign in _BEFORE_THE_LAST if last.text not in self.keywords - {"first", "last"} else ():
                yield Repair(f"add `{sign}` before `{last.text}`", last.start, last.start, f"{sign} ", last)

    def _signs(self, before: str) -> list[str]:
        """Return candidates for a word missing behind this text, likeliest first."""
        here = self.here.text if self.here is not None else ""
        signs = list(_LEFT_OUT)
        if here in _OWNED:
            signs.insert(0, "'s")
        if here.isdigit() and before.count("(") == before.count(")"):
            signs.insert(0, "=")  # in brackets, a comma is likelier
        never = {here, before.split()[-1] if before.split() else ""} - {"(", ")"}  # `of of` is never meant
        if " where " in _outside_brackets(before):
            never.add("where")
        return [one for one in dict.fromkeys(signs) if one not in never]

    def _one_left_out(self) -> Iterator[Repair]:
        """Yield the only word whose insertion makes the line parse, at its beginning or at the error."""
        first = self.pieces[0] if self.pieces else None
        lacks = first is not None and self.index <= 3 and first.text not in self.begins
        if first is not None and lacks and self._fitting(self.begins, 0) == 1:
            word = self._fits[0]
            yield Repair(f"add `{word}` before `{first.text}`", 0, 0, f"{word} ", first)
        place = self.here.start if self.here is not None else len(self.text)
        few = len(self.expected) <= _FEW and "NAME" not in self.expected
        if few and self._fitting(self.expected, place) == 1:
            where = f"before `{self.here.text}`" if self.here is not None else _END
            yield Repair(f"add `{self._fits[0]}` {where}", place, place, self._fit(self._fits[0], place))

    def _fitting(self, expected: set[str], place: int) -> int:
        """Count the words whose insertion at `place` makes the line parse."""
        tried = sorted(one for one in expected if one.replace(" ", "").isalpha() and one.islower())
        before, behind = self.text[:place], self.text[place:]
        self._fits = [one for one in tried if self.parses(before + self._fit(one, place) + behind)]
        return len(self._fits)

    def _fit(self, sign: str, place: int) -> str:
        """Return the sign with the blanks that its insertion at `place` needs."""
        before = " " if place and self.text[place - 1] != " " and sign not in {":", ",", ")", "'s"} else ""
        return f"{before}{sign} " if place < len(self.text) else f"{before}{sign}"

    def _too_much(self) -> Iterator[Repair]:
        if self.here is not None:
            word = self.here
            end = len(self.text)
            if word.text in _STOPS:
                yield Repair(f"remove `{word.text}`", word.start, word.end, "")
                hint = f"write the rest after `{word.text}` in a line of its own"
                yield Repair(hint, word.start, end, "", word)
            content = carries_content(word.text, self.keywords)
            for sign in _LEFT_OUT if not content and word.text not in _NEVER_MISSPELT else ():
                if sign in self.expected and sign not in _NEVER_MEANT:
                    yield Repair(f"write `{sign}` for `{word.text}`", word.start, word.end, sign)
            if not content:
                yield Repair(f"remove `{word.text}`", word.start, word.end, "")
        if 0 < self.index <= len(self.pieces):
            word = self.pieces[self.index - 1]
            if not carries_content(word.text, self.keywords):
                yield Repair(f"remove `{word.text}`", word.start, word.end, "", word)
        called = self.index == 1 and self.pieces[0].text not in self.keywords - {"while"}
        over = self.pieces[self.index :]
        empty = not any(carries_content(one.text, self.keywords) for one in over)
        if self.here is not None and self.index and not called and empty and len(over) <= 3:
            end = len(self.text)
            rest = Word(self.text[self.here.start :], self.here.start, end)
            yield Repair(f"remove `{rest.text}`", rest.start, end, "", rest)

    def _twice(self) -> Iterator[Repair]:
        """Yield removals of a repeated word or sign, the nearest to the error first."""
        for first, second in reversed(list(pairwise(self.pieces[: self.index + 2]))):
            if first.text == second.text and first.text not in "()":
                hint = f"remove the second `{second.text}`"
                yield Repair(hint, second.start, second.end, "", second)

    def _swapped(self, colon: bool = False) -> Iterator[Repair]:
        """Yield transpositions of two neighbouring words; with `colon`, of a word and a colon."""
        for at in (self.index - 1, self.index, self.index - 2):
            if not 0 <= at < len(self.pieces) - 1:
                continue
            one, two = self.pieces[at : at + 2]
            begins = one.text in self.begins and (at == 0 or self.pieces[at - 1].text == ":")
            if begins or one.text == two.text or "`" in one.text + two.text or (two.text == ":") != colon:
                continue
            if one.text == ":" and at < self.index:  # the parser accepted it: it is in place
                continue
            if at == 0 and one.text in TIME_WORDS:
                continue
            start, end = one.start, two.end
            blank = self.text[one.end : two.start]
            instead = _beside(two.text, one.text, blank)
            if _runs_on(one.text, self.text[end : end + 1]):
                continue
            shown = Word(self.text[one.start : end], one.start, end)
            yield Repair(f"write `{instead}` for `{shown.text}`", start, end, instead, shown)

    def _brackets(self) -> Iterator[Repair]:
        for opening, closing in ("{}", "[]"):
            start, end = self.text.find(opening), self.text.rfind(closing)
            if 0 <= start < end:
                part = self.text[start + 1 : end]
                shown = Word(self.text[start : end + 1], start, end + 1)
                yield Repair(f"write `({part})`", start, end + 1, f"({part})", shown)

    def _quotes(self) -> Iterator[Repair]:
        if self.here is None or "STRING" not in self.expected:
            return
        start = self.here.start
        colon = self.text.find(":", start)
        for end in (len(self.text), colon):
            part = self.text[start:end]
            inner = part.strip("'")
            if inner and '"' not in part:
                shown = Word(part, start, end)
                yield Repair(f'write `"{inner}"`, in double quotes', start, end, f'"{inner}"', shown)

    def _only_word(self) -> Iterator[Repair]:
        """Yield the only word that can stand where a number does, as `superfluous` behind `nothing`."""
        fitting = [one for one in self.expected if one.replace(" ", "").isalpha() and one.islower()]
        number = self.here is not None and self.here.text.isdigit()
        if self.here is not None and number and len(fitting) == 1 and "NAME" not in self.expected:
            word = self.here
            yield Repair(f"write `{fitting[0]}` for `{word.text}`", word.start, word.end, fitting[0])

    def _placeholders(self) -> Iterator[Repair]:
        place = self.here.start if self.here is not None else len(self.text)
        where = f"before `{self.here.text}`" if self.here is not None else _END
        names = [("NAME", "something")] if {"NAME", "INT"} <= self.expected else _PLACEHOLDERS
        for name, example in names:
            if name in self.expected:
                what = SHOWN[name] if len(names) > 1 else "the missing part"
                yield Repair(f"add {what} {where}", place, place, f" {example} ")
        if 0 < self.index <= len(self.pieces):
            last = self.pieces[self.index - 1]
            yield Repair(f"add a number before `{last.text}`", last.start, last.start, "3 ", last)
        for name, example in _PLACEHOLDERS:
            if name in self.expected and self.here is not None:
                word = self.here
                yield Repair(f"write {SHOWN[name]} for `{word.text}`", word.start, word.end, f" {example} ")
