"""Rules files with something changed at random: bytes, words, lines, numbers, indentation."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "games/classics", "tests/games", "tests/probes")  # variants of large games apart
GAMES = sorted({path for folder in FOLDERS for path in ROOT.glob(f"{folder}/*.rules")})
# What is told by its differences is changed in `test_variant_mutants`.
_WHOLE = [path for path in GAMES if not re.search(rb"^variant ", path.read_bytes(), re.M)]
_WORD = re.compile(rb"[A-Za-z_]+|[0-9]+|[^\sA-Za-z0-9_]|'s")
_NUMBERS = (
    b"0",
    b"1",
    b"2",
    b"3",
    b"7",
    b"64",
    b"65",
    b"999",
    b"1000001",
    b"2147483647",
    b"2147483648",
    b"9" * 40,
)


def _language() -> list[bytes]:
    grammar = (ROOT / "grammars" / "rules.lark").read_text(encoding="utf-8")
    games = " ".join(path.read_text(encoding="utf-8") for path in GAMES)
    words = set(re.findall(r'"([^" ]+)"', grammar)) | set(re.findall(r"[a-z_]+", games))
    return sorted(word.encode() for word in words)


LANGUAGE = _language()


def mutant(seed: int) -> bytes:
    """The same bytes for the same seed, in every process."""
    rng = random.Random(seed)
    data = rng.choice(_WHOLE).read_bytes()
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5, 12))):
        data = rng.choice(_CHANGES)(data, rng)
    return data


def _bytes(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    new = bytes(rng.randrange(256) for _ in range(rng.randrange(3)))
    return data[:place] + new + data[place + rng.randrange(3) :]


def _splice(data: bytes, rng: random.Random) -> bytes:
    """A stretch of the file once more somewhere else."""
    start = rng.randrange(len(data) + 1)
    place = rng.randrange(len(data) + 1)
    return data[:place] + data[start : start + rng.randrange(200)] + data[place:]


def _words(data: bytes, rng: random.Random) -> list[re.Match[bytes]]:
    found = list(_WORD.finditer(data))
    return rng.sample(found, min(len(found), 2))


def _other_word(data: bytes, rng: random.Random) -> bytes:
    for found in _words(data, rng)[:1]:
        return data[: found.start()] + rng.choice(LANGUAGE) + data[found.end() :]
    return data


def _swap_words(data: bytes, rng: random.Random) -> bytes:
    pair = sorted(_words(data, rng), key=lambda found: found.start())
    if len(pair) < 2:
        return data
    one, two = pair
    return data[: one.start()] + two.group() + data[one.end() : two.start()] + one.group() + data[two.end() :]


def _drop_word(data: bytes, rng: random.Random) -> bytes:
    for found in _words(data, rng)[:1]:
        return data[: found.start()] + data[found.end() :]
    return data


def _double_word(data: bytes, rng: random.Random) -> bytes:
    for found in _words(data, rng)[:1]:
        return data[: found.end()] + b" " + found.group() + data[found.end() :]
    return data


def _letters(data: bytes, rng: random.Random) -> bytes:
    """A typing mistake inside a word."""
    for found in _words(data, rng)[:1]:
        letters = bytearray(found.group())
        rng.shuffle(letters)
        return data[: found.start()] + bytes(letters) + data[found.end() :]
    return data


def _number(data: bytes, rng: random.Random) -> bytes:
    numbers = list(re.finditer(rb"[0-9]+", data))
    if not numbers:
        return data
    found = rng.choice(numbers)
    return data[: found.start()] + rng.choice(_NUMBERS) + data[found.end() :]


def _lines(change: Callable[[list[bytes], random.Random], None]) -> Callable[[bytes, random.Random], bytes]:
    def changed(data: bytes, rng: random.Random) -> bytes:
        lines = data.split(b"\n")
        change(lines, rng)
        return b"\n".join(lines)

    return changed


def _drop_line(lines: list[bytes], rng: random.Random) -> None:
    del lines[rng.randrange(len(lines))]
    lines.append(b"")


def _double_line(lines: list[bytes], rng: random.Random) -> None:
    place = rng.randrange(len(lines))
    lines.insert(rng.choice((place, rng.randrange(len(lines)))), lines[place])


def _swap_lines(lines: list[bytes], rng: random.Random) -> None:
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _indent(lines: list[bytes], rng: random.Random) -> None:
    place = rng.randrange(len(lines))
    lead = rng.choice((b"", b" ", b"  ", b"    ", b"      ", b"\t", b" \t ", b" " * 70))
    for line in range(place, min(len(lines), place + rng.choice((1, 1, 3)))):
        lines[line] = lead + lines[line].lstrip()


def _foreign_line(lines: list[bytes], rng: random.Random) -> None:
    other = rng.choice(GAMES).read_bytes().split(b"\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(other))


def _invented_line(lines: list[bytes], rng: random.Random) -> None:
    """Words of the language in any order."""
    words = b" ".join(rng.choice(LANGUAGE) for _ in range(rng.randrange(1, 10)))
    lines.insert(rng.randrange(len(lines)), b" " * rng.choice((0, 2, 4)) + words)


_CHANGES = (
    _bytes,
    _splice,
    _other_word,
    _other_word,
    _swap_words,
    _drop_word,
    _double_word,
    _letters,
    _number,
    _number,
    _lines(_drop_line),
    _lines(_double_line),
    _lines(_swap_lines),
    _lines(_indent),
    _lines(_foreign_line),
    _lines(_invented_line),
)
