"""Short text of arbitrary user values for messages."""

from __future__ import annotations

from numbers import Real
from typing import Any, Final

from rulec.runtime.numbers import whole

_MOST: Final = 60  # characters
_ENTRIES: Final = 4
_DEPTH: Final = 2


def shown(value: Any) -> str:
    """Abbreviated `repr` of any value, bounded in depth and length."""
    text = _text(value, _DEPTH)
    return text if len(text) <= _MOST else f"{text[: _MOST - 4]} ..."


def written(value: object) -> str:
    """`repr` of a value, of numbers of other libraries as Python writes them: 7, not `np.int64(7)`."""
    number = whole(value)
    if number is not None:
        return _text(number, 0)
    if isinstance(value, bool):
        return repr(value)
    return repr(float(value) if isinstance(value, Real) else value)


def _text(value: Any, depth: int) -> str:
    kind = type(value)
    if kind is int and value.bit_length() > 200:
        return f"a number of about {value.bit_length() * 30103 // 100000 + 1} digits"
    if kind is str:
        return repr(value[:_MOST])
    if kind in (bool, int, float, type(None), bytes):
        return repr(value[:_MOST] if kind is bytes else value)
    if isinstance(value, dict):
        return _joined("{", (f"{_text(k, 0)}: {_text(v, depth - 1)}" for k, v in value.items()), "}", depth)
    if isinstance(value, list):
        return _joined("[", (_text(one, depth - 1) for one in value), "]", depth)
    return f"a {kind.__name__}"


def _joined(opens: str, parts: Any, closes: str, depth: int) -> str:
    if depth <= 0:
        return f"{opens}...{closes}"
    found: list[str] = []
    for part in parts:
        if len(found) == _ENTRIES:
            found.append("...")
            break
        found.append(part)
    return f"{opens}{', '.join(found)}{closes}"


def key_text(key: Any) -> str:
    """Text of a dictionary key; numbers are accepted as labels."""
    if type(key) is str:
        return key
    number = whole(key)
    return str(number) if number is not None and number.bit_length() <= 64 else shown(key)
