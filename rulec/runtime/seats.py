"""How text names a seat: `p1`, or `1` where nothing else is meant. The Python face counts players from 0."""

from __future__ import annotations

import re
from typing import Any

from rulec.runtime.value_text import key_text

_NAMED = re.compile(r"p([1-9][0-9]{0,3})")


def unmarked(label: str) -> str:
    """The label that states have for a seat: `1` for `p1`; all other text as it is."""
    found = _NAMED.fullmatch(label)
    return found[1] if found is not None else label


def unmarked_keys(content: Any, seats: bool) -> Any:
    """`{"p1": 3}` as `{"1": 3}` where the keys are seats; a seat that is named twice stays as it is."""
    if not seats or not isinstance(content, dict):
        return content
    keys = [unmarked(key) if isinstance(key, str) else key for key in content]
    if len(set(map(key_text, keys))) < len(keys):
        return content
    return dict(zip(keys, content.values(), strict=True))
