"""JSON of strangers: nested deeply, never closed."""

from __future__ import annotations

import pytest

from rulec.traces.json_text import _SIGNS, read_json


def test_deep_nesting_is_named() -> None:
    with pytest.raises(ValueError, match=r"`a\.b`: brackets"):
        read_json('{"a": {"b": ' + "[" * 70 + "]" * 70 + "}}")
    assert read_json('{"a": "[[\\"[", "b": [1, "\\\\"]}') == {"a": '[["[', "b": [1, "\\"]}


@pytest.mark.parametrize("text", ['"' + '\\"' * 500, '"' + "x" * 500, '"x\\', '"'])
def test_a_text_without_end_is_looked_at_once(text: str) -> None:
    assert [one[0] for one in _SIGNS.finditer(text)] == [text]
    with pytest.raises(ValueError, match=r"Unterminated|Invalid"):
        read_json(text)
