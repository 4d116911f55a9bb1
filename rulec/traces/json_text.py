"""JSON parsing, safe against deep nesting and huge numbers."""

from __future__ import annotations

import json
import re
from typing import Any, Final

DEPTH: Final = 64  # nesting depth of brackets; positions have at most eight
_DIGITS: Final = 400
_LONGEST: Final = 10_000
# A text that is not closed is found once: to look for its end from each quotation mark in it takes hours.
_SIGNS: Final = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|\\?\Z)|[\[{]|[\]}]', re.DOTALL)


def read_json(text: str) -> Any:
    """Parse JSON; raise a ValueError that names a field nested too deeply.

    Integers with too many digits are replaced by one with as many digits, so that validation can name the
    field.
    """
    deep = _too_deep(text)
    if deep is not None:
        raise ValueError(f"`{deep}`: brackets are nested more than {DEPTH} deep")
    return json.loads(text, parse_int=_whole)


def _whole(text: str) -> int:
    return int(text) if len(text) <= _DIGITS else 10 ** min(len(text) - 1, _LONGEST)


def _too_deep(text: str) -> str | None:
    """Path of keys to the first value nested too deeply, or None."""
    keys: list[str] = []
    last = ""
    for found in _SIGNS.finditer(text):
        sign = found[0][0]
        if sign == '"':
            last = found[1] if found[2] else last
        elif sign in "[{":
            keys.append(last)
            last = ""
            if len(keys) > DEPTH:
                return ".".join(key for key in keys if key)[:200] or "the outermost list"
        elif keys:
            keys.pop()
            last = ""
    return None
