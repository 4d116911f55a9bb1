"""Candidate repairs of a line, most likely first.

The cost of an edit combines an error model (doubled, dropped, misspelt or swapped words) with the n-gram
model of the file. Whether the file is valid with the edit is checked elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from rulec.repair.bigrams import EDGE, NUMBER, TEXT, Usage, code_of, sort_of
from rulec.repair.edits import Edit, addition, instead, removal
from rulec.syntax.parsing.error_repair import TIME_WORDS, Word, carries_content, is_one_edit, words
from rulec.syntax.parsing.parser import openers
from rulec.syntax.parsing.reserved_words import RESERVED

# Costs of the error model, before the n-gram model is consulted.
_TWICE: Final = 1.0
_RUN_TOGETHER: Final = 0.5
_SWAPPED: Final = 2.0
_SWAPPED_COLON: Final = 3.0
_LETTERS: Final = 1.5
_UNFINISHED: Final = 6.0
_GLUED: Final = 0.4  # for each blank that is missing
_GLUED_NAME: Final = -1.0
_NAMING: Final = ("as", "let", "each", "choose", "giving", "rule", "action", "effect", "phase", "turn")
_LEAST_NAME: Final = 3
_LEAST_GLUED: Final = 4
_MOST_GLUED: Final = 40
_DROPPED: Final = 2.5
_DROPPED_SIGN: Final = 2.0
_SUPERFLUOUS: Final = 6.5
_LITTLE: Final = 4.5
_NUMBER: Final = 3.5
_TURNED: Final = -6.0
_ODD_NUMBER: Final = -1.5  # a number used nowhere else
_OTHER: Final = 4.5
_OTHER_WORD: Final = 6.0
_OTHER_KEYWORD: Final = 9.0
_UNKNOWN: Final = 12.0  # an unknown word is more likely misspelt
_WANTED: Final = 0.5
ANY_NAME: Final = 5.5  # of a number by a name that does not stand beside these words elsewhere
_NAMES: Final = 40
_TRUST: Final = 0.5  # weight of the n-gram model
_MOST: Final = 12.0
_FAR: Final = 0.12  # per word between the edit and the error
_BEHIND: Final = 1.5
_LITTLE_WORDS: Final = frozenset(
    "a an the of to from on in one card cards piece pieces space token it is".split()  # noqa: SIM905
)


class Candidates:
    """Candidate edits of a physical line; `at` is the column of the syntax error."""

    def __init__(
        self, usage: Usage, keywords: frozenset[str], wanted: frozenset[str], number: int, raw: str, at: int
    ) -> None:
        self.usage, self.keywords, self.number, self.raw = usage, keywords, number, raw
        self.wanted = wanted  # names used but not declared
        code = code_of(raw)
        self.words = words(code)
        self.stop = len(code.rstrip())
        self.row = [EDGE, EDGE, *(sort_of(word.text) for word in self.words), EDGE, EDGE]
        self.index = next((n for n, one in enumerate(self.words) if one.end > at), len(self.words))

    def all(self) -> list[Edit]:
        if not self.words:
            return []
        found = [*self._twice(), *self._swapped(), *self._misspelt(), *self._dropped(), *self._other()]
        found += [*self._glued(), *self._run_together()]
        found += [*self._superfluous(), *self._numbers(), *self._ends()]
        return sorted(found, key=lambda one: one.cost)

    def _gain(self, start: int, end: int, instead: list[str]) -> float:
        """Return the change in cost if the words start to end are replaced."""
        start, end = start + 2, end + 2
        row = [*self.row[start - 2 : start], *instead, *self.row[end : end + 2]]
        new = self.usage.surprise(row, 2, len(row))
        gain = new - self.usage.surprise(self.row, start, min(end + 2, len(self.row)))
        return _TRUST * max(-_MOST, min(gain, _MOST))

    def _far(self, index: int) -> float:
        return _FAR * abs(self.index - index) + (_BEHIND if index > self.index + 1 else 0)

    def _twice(self) -> Iterator[Edit]:
        for n, (one, two) in enumerate(pairwise(self.words)):
            if one.text == two.text and one.text not in "()":
                cost = _TWICE + self._gain(n + 1, n + 2, []) + self._far(n + 1)
                yield removal(cost, self.number, two, self.raw, True)

    def _superfluous(self) -> Iterator[Edit]:
        for n, word in enumerate(self.words):
            beside = [one.text for one in self.words[max(n - 1, 0) : n + 2]]
            if word.text not in "()" and beside.count(word.text) > 1:
                continue
            if beside.count(word.text) == 1 and carries_content(word.text, self.keywords):
                continue
            cost = _LITTLE if word.text in _LITTLE_WORDS else _SUPERFLUOUS
            cost = _TWICE if beside.count(word.text) > 1 else cost
            cost += self._gain(n, n + 1, []) + self._far(n)
            if len(self.words) > 1:
                yield removal(cost, self.number, word, self.raw, False)

    def _swapped(self) -> Iterator[Edit]:
        for n, (one, two) in enumerate(pairwise(self.words)):
            if one.text == two.text or "`" in one.text + two.text:
                continue
            if n == 0 and one.text in TIME_WORDS:
                continue
            base = _SWAPPED_COLON if ":" in {one.text, two.text} else _SWAPPED
            cost = base + self._gain(n, n + 2, self.row[n + 2 : n + 4][::-1]) + self._far(n)
            blank = self.raw[one.end : two.start]
            text = beside(two.text, one.text, blank)
            if self.raw[two.end : two.end + 1].isalnum() and text[-1].isalnum():
                text += " "
            if self.raw[: one.start][-1:].isalnum() and text[0].isalnum():
                text = f" {text}"
            yield instead(cost, self.number, one.start, two.end, text, self.raw)
        for one, quoted, two in zip(self.words, self.words[1:], self.words[2:], strict=False):
            if quoted.text[0] == '"' and not {one.text[0], two.text[0]} & set('"`'):
                blank = " " if one.text[0].isalnum() else ""
                turned = f"{two.text} {quoted.text}{blank}{one.text}"
                yield instead(_SWAPPED_COLON, self.number, one.start, two.end, turned, self.raw)

    def _run_together(self) -> Iterator[Edit]:
        """Yield an unknown word split in two, with the sign behind it put in between."""
        for n, (word, sign) in enumerate(pairwise(self.words)):
            known = word.text in self.keywords or self.usage.one[word.text] > 1
            if known or sign.text not in {"'s", ",", "(", ")", ":"} or len(word.text) > _MOST_GLUED:
                continue
            for parts in self._parts(word.text, 2):
                if len(parts) == 2:
                    text = beside(beside(parts[0], sign.text, ""), parts[1], "")
                    yield instead(
                        _RUN_TOGETHER + self._far(n), self.number, word.start, sign.end, text, self.raw
                    )

    def _misspelt(self) -> Iterator[Edit]:
        known = {*self.usage.one, *self.keywords, *self.wanted}
        for n, word in enumerate(self.words):
            if not word.text[0].isalpha() or len(word.text) < 2:
                continue
            sure = word.text in self.keywords or self.usage.one[word.text] > 1
            # Where the line is not finished, a keyword that fits is no slip for another.
            doubt = (
                _UNFINISHED if self.index == len(self.words) and word.text in self.keywords else 2
            ) * sure
            for close in sorted(known):
                if abs(len(close) - len(word.text)) > 2 or not close[0].isalpha():
                    continue
                off = misspelt(word.text, close)
                if off:
                    cost = _LETTERS * off + doubt + self._gain(n, n + 1, [close]) + self._far(n)
                    yield instead(cost, self.number, word.start, word.end, close, self.raw, near=True)

    def _glued(self) -> Iterator[Edit]:
        """Yield an unknown word as the two or three known words that it is written of: `mymoney`."""
        for n, word in enumerate(self.words):
            text = word.text
            known = text in self.keywords or self.usage.one[text] > 1
            if known or not text.isidentifier() or not _LEAST_GLUED <= len(text) <= _MOST_GLUED:
                continue
            for parts in self._parts(text, 3):
                if len(parts) > 1:
                    cost = _GLUED * (len(parts) - 1) + min(0.0, self._gain(n, n + 1, parts)) + self._far(n)
                    yield instead(
                        cost, self.number, word.start, word.end, " ".join(parts), self.raw, near=True
                    )

            yield from self._named(n, word)

    def _named(self, n: int, word: Word) -> Iterator[Edit]:
        """Yield an unknown word as a keyword and the new name behind it: `asaction`."""
        for opener in _NAMING:
            name = word.text.removeprefix(opener)
            if name != word.text and len(name) >= _LEAST_NAME and name[0].isalpha():
                cost = _GLUED_NAME + self._far(n)
                yield instead(
                    cost, self.number, word.start, word.end, f"{opener} {name}", self.raw, near=True
                )

    def _parts(self, text: str, most: int) -> Iterator[list[str]]:
        """Yield the ways to write a text as so many known words at most."""
        for end in range(1, len(text) + 1):
            first = text[:end]
            if first not in self.keywords and not self.usage.one[first]:
                continue
            if end == len(text):
                yield [first]
            elif most > 1:
                for rest in self._parts(text[end:], most - 1):
                    yield [first, *rest]

    def _dropped(self) -> Iterator[Edit]:
        for n in range(len(self.words) + 1):
            before = self.words[n] if n < len(self.words) else None
            left, right = self.row[n + 1], self.row[n + 2]
            for word in sorted({*self.usage.between(left, right), *self.wanted, NUMBER}):
                begun = self.words[0].text in openers("declaration")
                declares = n == 0 and begun and not self.raw.startswith(" ")
                if declares or word in {TEXT, left} or (word == right and word not in "()"):
                    continue
                base = _DROPPED if word[0].isalpha() else _DROPPED_SIGN
                cost = base + self._gain(n, n, [word]) + self._far(n)
                cost = min(cost, _WANTED + self._far(n)) if word in self.wanted else cost
                yield self._filled(cost, word, n, before)

    def _filled(self, cost: float, word: str, n: int, before: Word | None) -> Edit:
        text = self.usage.number(self.row[n + 1], self.row[n + 2]) if word == NUMBER else word
        edit = addition(cost, self.number, text, before, self.raw, self.stop)
        return _with_hole(edit, word, n)

    def _other(self) -> Iterator[Edit]:
        """Yield replacements of a word by another, or of a number by a name and vice versa."""
        for n, word in enumerate(self.words):
            left, right = self.row[n + 1], self.row[n + 3]
            number = word.text[0].isdigit()
            if not number and not word.text[0].isalpha():
                continue
            base = _OTHER if number else _OTHER_WORD
            if word.text in self.keywords:
                base = _OTHER_KEYWORD
            elif not number and word.text not in self.usage.one:
                base = _UNKNOWN
            beside_it = {*self.usage.between(left, right), *self.wanted, NUMBER}
            if number:
                yield from self._any_name(word, n, beside_it)
            for other in sorted(beside_it):
                if other in {TEXT, self.row[n + 2]} or not other[0].isalnum():
                    continue
                text = self.usage.number(left, right) if other == NUMBER else other
                cost = base + self._gain(n, n + 1, [other]) + 3 * self._far(n)
                cost = min(cost, _WANTED + 3 * self._far(n)) if other in self.wanted else cost
                edit = instead(cost, self.number, word.start, word.end, text, self.raw)
                yield _with_hole(edit, other, n)

    def _any_name(self, word: Word, n: int, tried: set[str]) -> Iterator[Edit]:
        """Yield a number replaced by the names most frequent in the file, for a place unlike all others."""
        names = (one for one, _ in self.usage.one.most_common() if one.isidentifier() and one not in tried)
        for rank, name in enumerate(islice((one for one in names if one not in self.keywords), _NAMES)):
            edit = instead(ANY_NAME + 0.01 * rank, self.number, word.start, word.end, name, self.raw)
            yield _with_hole(edit, name, n)

    def _numbers(self) -> Iterator[Edit]:
        """Yield replacements of a number: without a digit, or by one usual in this place."""
        for n, word in enumerate(self.words):
            if not word.text.isdigit():
                continue
            usual = self.usage.number(self.row[n + 1], self.row[n + 3])
            for rank, other in enumerate(dict.fromkeys(self._other_numbers(word.text, usual))):
                if other and other != word.text and not (len(other) > 1 and other[0] == "0"):
                    base = _NUMBER if word.text in self.usage.figures else _ODD_NUMBER
                    cost = base + 0.3 * rank + 3 * self._far(n)
                    edit = instead(cost, self.number, word.start, word.end, other, self.raw)
                    yield _with_hole(edit, NUMBER, n)

    def _ends(self) -> Iterator[Edit]:
        """Yield reversals of a range whose larger number comes first."""
        for one, two, three in zip(self.words, self.words[1:], self.words[2:], strict=False):
            numbers = one.text.isdigit() and two.text == "to" and three.text.isdigit()
            if numbers and int(one.text) > int(three.text):
                text = f"{three.text} to {one.text}"
                yield instead(_TURNED, self.number, one.start, three.end, text, self.raw)

    def _other_numbers(self, wrong: str, usual: str) -> list[str]:
        line = [word.text for word in self.words if word.text.isdigit()]
        return [*line, usual, wrong[:-1], wrong[-2:], "1", "0", *(str(n) for n in range(2, 5))]


def _with_hole(edit: Edit, word: str, n: int) -> Edit:
    missing = word == "none" and edit.start == edit.end  # a value of any sort
    if word == NUMBER:
        what = "number"
    elif word == "-" and edit.start == edit.end and edit.hint.endswith("before `|`"):
        what = "value"  # of an empty cell
    elif missing or (word[0].isalpha() and word not in RESERVED and word not in openers("sentence")):
        what = "name"
    else:
        return edit
    return Edit(edit.cost, edit.line, edit.start, edit.end, edit.text, edit.hint, edit.shown, (n, what))


@lru_cache(1 << 16)
def misspelt(word: str, meant: str) -> int:
    """Return the number of slips between two words, 1 or 2; 0 if equal or too different."""
    if word == meant:
        return 0
    if word.lower() == meant.lower() or is_one_edit(word, meant):
        return 1
    if len(word) < 5 or len(meant) < 5:
        return 0
    return 2 if sorted(word) == sorted(meant) or word in (meant + "s", meant + "es") else 0


def beside(one: str, two: str, blank: str) -> str:
    """Join two words with the usual spacing: `x:`, `x, y`, `(x`, `x's`."""
    if two in {":", ",", ")", "'s"} or one == "(":
        return one + two
    if one in {":", ",", ")", "'s"} or (one[-1:].isalnum() and two[:1].isalnum()):
        return f"{one} {two}"
    return one + blank + two
