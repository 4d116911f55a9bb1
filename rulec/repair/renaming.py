"""Hints that rename a declaration: with the lines that use the name, so that they are changed as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from rulec.base.diagnostics import Diagnostic
from rulec.base.source_text import SourceText
from rulec.repair.bigrams import code_of, words_of
from rulec.syntax.parsing.error_repair import Word
from rulec.syntax.parsing.parser import parses

_CODES: Final = frozenset({"R203", "R206"})  # the name is reserved
_UNREAD: Final = frozenset({"R110", "R120"})
_INSTEAD: Final = re.compile(r"(?:write|call it for example) `(\w+)`")
_VALUES: Final = frozenset({"it", "me", "no", "none", "yes"})  # a line with one may mean either
_SHOWN: Final = 12  # lines
_WORDS: Final = 6  # limit of equal words in a line


def with_uses(
    source: SourceText, found: Sequence[Diagnostic], starts: dict[tuple[str, int], str]
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics; of those with a reserved name, with the lines that use it in their hints.

    Lines that can't be read because of the name are no problems of their own.
    """
    told, cured = [], set[int]()
    for one in found:
        if one.code in _CODES:
            one, uses = _with_uses(source, one, starts)
            cured |= uses
        told.append(one)
    lines = {number for number in cured if not code_of(source.lines[number - 1]).rstrip().endswith(":")}
    return tuple(
        one
        for one in told
        if one.code not in _UNREAD or one.span.line not in lines or one.span.file != source.name
    )


def renamed(text: str, name: str, instead: str, numbers: Sequence[int]) -> str:
    """Return a text with a name replaced in some of its lines, outside comments and quotes."""
    lines = text.split("\n")
    for number in numbers:
        if 0 < number <= len(lines):
            places = [word for word in words_of(lines[number - 1]) if word.text == name]
            lines[number - 1] = _replaced(lines[number - 1], places, instead)
    return "\n".join(lines)


def _with_uses(
    source: SourceText, one: Diagnostic, starts: dict[tuple[str, int], str]
) -> tuple[Diagnostic, set[int]]:
    """Return a diagnostic with the lines that use the name in its hint, and these lines."""
    meant, span = _INSTEAD.match(one.hint), one.span
    if meant is None or span.file != source.name or span.end_line != span.line:
        return one, set()
    name = source.lines[span.line - 1][span.column - 1 : span.end_column - 1]
    if not name.isidentifier() or name in _VALUES:
        return one, set()
    uses = dict(_uses(source, span.line, name, meant[1], starts))
    if not uses:
        return replace(one, hint=f"write `{meant[1]}`, or another word"), set()
    if len(uses) > _SHOWN:
        return one, set(uses)
    shown = _listed(list(uses))
    if all(uses.values()):
        return replace(one, hint=f"write `{meant[1]}` for `{name}`, here and in {shown}"), set(uses)
    return replace(one, hint=f"write `{meant[1]}` or another word, here and in {shown}"), set(uses)


def _uses(
    source: SourceText, declared: int, name: str, instead: str, starts: dict[tuple[str, int], str]
) -> Iterator[tuple[int, bool]]:
    """Yield the lines that parse with the new name, and whether each occurrence is the name."""
    for number, raw in enumerate(source.lines, start=1):
        start = starts.get((source.name, number))
        if number == declared or start is None or name not in raw:
            continue
        places = [word for word in words_of(raw) if word.text == name][:_WORDS]
        for size in range(len(places), 0, -1):
            if any(
                parses(_alone(_replaced(raw, some, instead)), start) for some in combinations(places, size)
            ):
                yield number, size == len(places)
                break


def _alone(raw: str) -> str:
    return " ".join(code_of(raw).split())


def _replaced(raw: str, places: Sequence[Word], instead: str) -> str:
    for word in reversed(places):
        raw = raw[: word.start] + instead + raw[word.end :]
    return raw


def _listed(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    return f"lines {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
