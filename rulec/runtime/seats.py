"""Seat labels in text: `p1`, or `1` where unambiguous; the Python API counts from 0."""

from __future__ import annotations

import re
from typing import Any

from rulec.runtime.value_text import key_text

_NAMED = re.compile(r"p([1-9][0-9]{0,3})")


def unmarked(label: str) -> str:
    """Convert `p1` to the state's label `1`; leave other text unchanged."""
    found = _NAMED.fullmatch(label)
    return found[1] if found is not None else label


def unmarked_keys(content: Any, seats: bool) -> Any:
    """Convert seat keys: `{"p1": 3}` -> `{"1": 3}`; unchanged if a seat occurs twice."""
    if not seats or not isinstance(content, dict):
        return content
    keys = [unmarked(key) if isinstance(key, str) else key for key in content]
    if len(set(map(key_text, keys))) < len(keys):
        return content
    return dict(zip(keys, content.values(), strict=True))
