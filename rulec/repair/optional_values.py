"""Guards for uses of optional values: the same sentence under a test for none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.base.diagnostics import Diagnostic
from rulec.repair.bigrams import code_of
from rulec.repair.edits import Edit

_COST: Final = -9.0


def guarded(lines: list[str], first: Diagnostic) -> Iterator[Edit]:
    if first.code != "R312" or first.span.end_line != first.span.line:
        return
    raw = lines[first.span.line - 1]
    code = code_of(raw).rstrip()
    start = len(code) - len(code.lstrip(" "))
    text = code[start:]
    value = raw[first.span.column - 1 : first.span.end_column - 1]
    there = f"{value} is not none"
    meant = []
    if found := re.fullmatch(r"((?:otherwise )?if|repeat while|repeat until) (.+?):(.*)", text):
        meant.append(f"{found[1]} {there} and ({found[2]}):{found[3]}")
    for found in re.finditer(r" where ([^,:]+?)(?= as\b| by\b|,|:|$)", text):
        meant.append(f"{text[: found.start()]} where ({there} and ({found[1]})){text[found.end() :]}")
    if found := re.fullmatch(r"(.*?(?: when | means |\": ))(.+)", text):
        meant.append(f"{found[1]}{there} and ({found[2]})")
        meant.append(f"{found[1]}({found[2]}) if {there} else 0")
    if not text.endswith(":"):
        meant.append(f"if {there}: {text}")
    for rank, instead in enumerate(meant):
        hint = f"write `{instead}`"
        yield Edit(_COST + 0.1 * rank, first.span.line, start, len(code), instead, hint, (start, len(code)))
    if not text.endswith(":"):
        instead, hint = _named(text, value, start)
        yield Edit(_COST + 0.9, first.span.line, start, len(code), instead, hint, (start, len(code)))


def _named(text: str, value: str, indent: int) -> tuple[str, str]:
    """Name the value in front of the sentence that uses it; return the text and its hint."""
    before, colon, sentence = text.rpartition(": ")
    name = f"its_{value.split()[-1]}"
    named, used = f"let {name} = the first of {value}", sentence.replace(value, name)
    if colon:
        instead = f"{before}{colon}{named}, {used}"
        return instead, f"write `{instead}`"
    return f"{named}\n{' ' * indent}{used}", f"write `{named}` and below it `{used}`"
