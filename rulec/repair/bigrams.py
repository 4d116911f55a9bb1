"""N-gram model of a file's words, to rank candidate readings of a line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from rulec.syntax.lines.outline import CITATION, comment_start
from rulec.syntax.parsing.error_repair import Word, words

EDGE: Final = "\n"  # start and end of a line
NUMBER: Final = "0"
TEXT: Final = '"'
_WEIGHTS: Final = (0.55, 0.3, 0.13)  # interpolation weights of trigrams, bigrams, unigrams
_UNSEEN: Final = 0.02 / 5_000

# Prior sentences: a short file provides little data.
_USUAL: Final = (
    "each player acting in seat order :",
    "each player in players in seat order :",
    "repeat 2 times :",
    "players 2 to 4",
    "the game has :",
    "each player has :",
    "end the game",
    "end turn",
    "finish the round",
    "choose one as action :",
    "otherwise :",
    "let first = the first of players",
    "in order of",
    "set round to round + 1",
    "raise my points by 1",
    "lower my points by 1",
    "gain 1 coins",
    "if no squares where empty : end the game",
    "number of squares where mine",
    "starts 0",
    "up to",
    "a random one of",
    "place my piece on square",
    "remove square 's piece",
    "move square 's piece to target",
    "draw 1 from pile to my hand",
    "is not none",
    "square is mine when piece 's owner is me",
    "square is free when piece is none",
    "for each player",
    "as pieces",
    "zone of card , seen by owner",
    "until end of turn",
    "at most 1",
    "place for 1 of pieces",
    "board squares of square : 8 columns by 8 rows",
    "sum of points over players",
)


def code_of(raw: str) -> str:
    """Blank out comment and citations, keeping the columns."""
    start = comment_start(raw)
    code = raw if start is None else raw[:start]
    return CITATION.sub(lambda found: " " * len(found[0]), code)


def words_of(raw: str) -> list[Word]:
    return words(code_of(raw))


def sort_of(word: str) -> str:
    """Return the token class of a word: numbers and texts are merged."""
    if word[0].isdigit():
        return NUMBER
    return TEXT if word[0] == '"' else word


class Usage:
    """Unigram, bigram and trigram counts of a file."""

    def __init__(self, lines: Iterable[list[str]]) -> None:
        self.one: Counter[str] = Counter()
        self.two: Counter[tuple[str, str]] = Counter()
        self.three: Counter[tuple[str, str, str]] = Counter()
        self.numbers: dict[str, Counter[str]] = {}  # by the preceding word
        self.figures: set[str] = set()
        for line in lines:
            self._learn(line)
        for text in _USUAL:
            self._learn([word.text for word in words(text)])
        self.total = sum(self.one.values()) or 1
        self.behind: dict[str, list[str]] = {}
        self.before: dict[str, list[str]] = {}
        for left, right in self.two:
            self.behind.setdefault(left, []).append(right)
            self.before.setdefault(right, []).append(left)

    def _learn(self, line: list[str]) -> None:
        for left, right in zip([EDGE, *map(sort_of, line)], line, strict=False):
            if right[0].isdigit():
                self.figures.add(right)
                self.numbers.setdefault(left, Counter())[right] += 1
        row = [EDGE, EDGE, *map(sort_of, line), EDGE]
        self.one.update(row[2:])
        self.two.update(pairwise(row[1:]))
        self.three.update(zip(row, row[1:], row[2:], strict=False))

    def surprise(self, row: list[str], start: int, end: int) -> float:
        """Return the negative log-likelihood of the words row[start:end] under the trigram model."""
        return sum(self._surprise(row[n - 2], row[n - 1], row[n]) for n in range(start, end))

    def _surprise(self, left: str, middle: str, word: str) -> float:
        chance = _UNSEEN + _WEIGHTS[2] * self.one[word] / self.total
        if seen := self.one[middle] if middle != EDGE else self.one[EDGE]:
            chance += _WEIGHTS[1] * self.two[middle, word] / seen
        if seen := self.two[left, middle]:
            chance += _WEIGHTS[0] * self.three[left, middle, word] / seen
        return -math.log(min(chance, 1.0))

    def number(self, left: str, right: str) -> str:
        """Return the number most frequent behind a word."""
        if left == "else":
            return "0"
        known = self.numbers.get(left)
        return known.most_common(1)[0][0] if known else "1"

    def between(self, left: str, right: str) -> Iterator[str]:
        """Yield words that follow `left` or precede `right` elsewhere."""
        return iter({*self.behind.get(left, ()), *self.before.get(right, ())} - {EDGE})
