"""Repairs of variant patches with wrong names or layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from rulec.repair.bigrams import code_of
from rulec.repair.edits import Edit

_COST: Final = -9.0
_NEW: Final = re.compile(
    r"add ((?:turn|phase|action|effect|rule|free action|kind|table|board|pieces|deck|goods|track|example"
    r"|option|each|the game|whenever|end when|route|payment)\b.*)"
)
_FROM: Final = re.compile(r"(remove|delete|drop) (\w+(?: each \w+)?) (?:from|in|of) (\w+)")
_NAMED: Final = re.compile(
    r"(in|replace|before|after|around|remove)"
    r"( (?:turn|phase|action|effect|rule|track|table|kind))? (\w+)\b(.*)"
)
_RULE: Final = re.compile(r"^(turn|phase|action|effect|rule) ([a-z_]\w*)", re.M)
_OTHERS: Final = re.compile(r"^(table|kind|track|board|option|pieces|deck) ([a-z_]\w*)", re.M)
_MOST: Final = 12


def patched(lines: list[str], bases: list[str], number: int) -> Iterator[Edit]:
    """Yield candidate repairs of the patch in a line."""
    raw = lines[number - 1]
    code = code_of(raw).rstrip()
    text = code.lstrip(" ")
    start, end = len(code) - len(text), len(code)
    if not bases:
        return
    if found := _NEW.fullmatch(text):
        new = found[1] if found[1].endswith(":") else f"{found[1]}:"
        message = "additions go below `add:`"
        for what in dict.fromkeys((found[1], new)):
            yield _below(_COST, number, start, end, "add:", what, message)
    if found := _FROM.fullmatch(text):
        message = f"a part of `{found[3]}` is taken out below `in {found[3]}:`"
        yield _below(_COST, number, start, end, f"in {found[3]}:", f"remove {found[2]}", message)
    if found := _NAMED.fullmatch(text):
        yield from _renamed(found, lines, bases, number, start, end)


def _below(cost: float, number: int, start: int, end: int, first: str, below: str, message: str) -> Edit:
    text = f"{first}\n{' ' * (start + 2)}{below}"
    hint = f"write `{first}` and below it, indented, `{below}`"
    return Edit(cost, number, start, end, text, hint, (start, end), None, message, True)


def _renamed(
    found: re.Match[str], lines: list[str], bases: list[str], number: int, start: int, end: int
) -> Iterator[Edit]:
    """Yield the patch with the most similar targets of the base, by name or body."""
    opener, sort, name, rest = found.groups()
    own = _block(lines, number)
    base = "\n".join(bases)
    likely = []
    for place in (*_RULE.finditer(base), *_OTHERS.finditer(base)):
        if place[2] == name:
            continue
        body = base[place.end() : _stop(base, place.end())]
        alike = max(SequenceMatcher(None, name, place[2]).ratio(), 0.5 + _alike(own, body) / 2 if own else 0)
        likely.append((alike, place[1], place[2]))
    for alike, kind, other in sorted(likely, reverse=True)[:_MOST]:
        word = f" {kind}" if sort else ""
        instead = f"{opener}{word} {other}{rest}"
        text = lines[number - 1][start:end]
        hint = f"write `{instead}` for `{text}`"
        yield Edit(_COST + 8 * (1 - alike), number, start, end, instead, hint, (start, end), (0, "name"))


def _block(lines: list[str], number: int) -> str:
    depth = len(lines[number - 1]) - len(lines[number - 1].lstrip())
    below = []
    for raw in lines[number:]:
        if raw.strip() and len(raw) - len(raw.lstrip()) <= depth:
            break
        below.append(raw)
    return "\n".join(below)


def _stop(text: str, start: int) -> int:
    found = re.compile(r"^\S", re.M).search(text, text.find("\n", start) + 1)
    return found.start() if found is not None else len(text)


def _alike(one: str, two: str) -> float:
    """Return the share of the first text's words that occur in the second."""
    first, second = set(re.findall(r"[a-z_]\w+", one)), set(re.findall(r"[a-z_]\w+", two))
    return len(first & second) / max(1, len(first))
