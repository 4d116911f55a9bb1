"""The slips: each changes one word, one number or one indentation of a rules file."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rulec.syntax.lines.outline import CITATION, comment_start
from rulec.syntax.parsing.error_repair import Word, words
from rulec.syntax.parsing.parser import openers
from rulec.syntax.parsing.reserved_words import RESERVED

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_FLAGS: Final = frozenset({"yes", "no"})
_NAMING: Final = frozenset({"let", "as", "each", "choose", "rule", "effect", "phase", "action"})
# Words of the language; what is left stands for something that the designer declared.
_LANGUAGE: Final = (
    RESERVED
    | set(openers("sentence"))
    | frozenset(
        """
        action add after around assumed at before best board change columns consumes deck default effect end
        example flag for free game given giving goods graph has home it's kind kinds length means obligation
        offered on once open option phase pieces place play player players remove replace rows rule run score
        setup starts such table that then ties track turn unlimited variant when whenever with
        """.split()  # noqa: SIM905
    )
)


@dataclass(frozen=True)
class Slip:
    """Line `line` of the file reads `text` now; `told` says what was done, for people."""

    line: int
    text: str
    told: str


def tokens(raw: str) -> list[Word]:
    """Words, numbers and signs of a line; no comment, no citation, no text in quotes."""
    start = comment_start(raw)
    code = raw if start is None else raw[:start]
    code = CITATION.sub(lambda found: " " * len(found[0]), code)
    return [word for word in words(code) if not word.text.startswith('"')]


def _cut(raw: str, start: int, end: int, text: str) -> str:
    return raw[:start] + text + raw[end:]


def dropped(raw: str, rng: random.Random, _: tuple[str, ...]) -> tuple[str, str]:
    word = rng.choice(tokens(raw))
    end = word.end + (raw[word.end : word.end + 1] == " " and raw[: word.start][-1:] in {" ", ""})
    return _cut(raw, word.start, end, ""), f"`{word.text}` dropped"


def doubled(raw: str, rng: random.Random, _: tuple[str, ...]) -> tuple[str, str]:
    word = rng.choice(tokens(raw))
    return _cut(raw, word.end, word.end, f" {word.text}"), f"`{word.text}` doubled"


def swapped(raw: str, rng: random.Random, _: tuple[str, ...]) -> tuple[str, str]:
    found = tokens(raw)
    one, two = rng.choice(list(pairwise(found)))
    # between a word and a sign there may be no blank that could come to stand between two words
    blank = raw[one.end : two.start] or " "
    text = _cut(raw, one.start, two.end, two.text + blank + one.text)
    return text, f"`{one.text}` and `{two.text}` swapped"


def misspelt(raw: str, rng: random.Random, _: tuple[str, ...]) -> tuple[str, str]:
    word = rng.choice([one for one in tokens(raw) if one.text.isidentifier() and len(one.text) > 2])
    wrong = _other_letters(word.text, rng)
    return _cut(raw, word.start, word.end, wrong), f"`{word.text}` misspelt `{wrong}`"


def _other_letters(word: str, rng: random.Random) -> str:
    while True:
        place = rng.randrange(len(word))
        wrong = rng.choice(
            (
                word[:place] + word[place + 1 :],
                word[:place] + word[place] + word[place:],
                word[:place] + word[place + 1 : place + 2] + word[place] + word[place + 2 :],
                word[:place] + rng.choice(_LETTERS) + word[place + 1 :],
            )
        )
        if wrong != word and wrong.isidentifier():
            return wrong


def wrong_type(raw: str, rng: random.Random, names: tuple[str, ...]) -> tuple[str, str]:
    """A number where a name stands, or a name where a number stands."""
    found = tokens(raw)
    uses = [
        two
        for one, two in pairwise(found)  # never the first word: that declares
        if two.text.isdigit() or _is_use(one, two)
    ]
    word = rng.choice(uses)
    wrong = rng.choice((*_FLAGS, *names)) if word.text.isdigit() else str(rng.randrange(2, 9))
    return _cut(raw, word.start, word.end, wrong), f"`{wrong}` for `{word.text}`"


def _is_use(before: Word, word: Word) -> bool:
    named = word.text.isidentifier() and word.text not in _LANGUAGE - _FLAGS
    return named and before.text not in _NAMING


def out_of_range(raw: str, rng: random.Random, _: tuple[str, ...]) -> tuple[str, str]:
    word = rng.choice([one for one in tokens(raw) if one.text.isdigit()])
    number = int(word.text)
    wrong = str(rng.choice((0, number + 100, number * 10 + 7, number + 1_000_000, 10**9)))
    return _cut(raw, word.start, word.end, wrong), f"`{wrong}` for `{word.text}`"


def indented(raw: str, rng: random.Random, _: tuple[str, ...]) -> tuple[str, str]:
    code = raw.lstrip(" ")
    was = len(raw) - len(code)
    step = 4 if was % 4 == 0 else 2
    by = rng.choice([one for one in (step, 1, -step, -1) if was + one >= 0])
    return " " * (was + by) + code, f"indented by {was + by}, not {was}"


Operator = Callable[[str, random.Random, tuple[str, ...]], tuple[str, str]]
OPERATORS: Final[dict[str, Operator]] = {
    "a word dropped": dropped,
    "a word doubled": doubled,
    "two words swapped": swapped,
    "a name misspelt": misspelt,
    "a wrong type": wrong_type,
    "a number out of range": out_of_range,
    "a wrong indent": indented,
}


def slips(kind: str, text: str, rng: random.Random) -> Iterator[Slip]:
    """Slips of one kind in this text, without end; every line with something to change is as likely."""
    lines = text.split("\n")
    names = tuple(
        sorted({name for name in re.findall(r"^ *([a-z_]\w+)", text, re.M) if name not in _LANGUAGE})
    )
    places = [number for number, raw in enumerate(lines) if tokens(raw)]
    while True:
        number = rng.choice(places)
        try:
            changed, told = OPERATORS[kind](lines[number], rng, names)
        except IndexError:  # nothing of that sort in this line
            continue
        if changed.rstrip() and changed != lines[number]:
            yield Slip(number + 1, changed, told)
