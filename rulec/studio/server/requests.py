"""Validation of requests: a body is a JSON object with typed fields."""

from __future__ import annotations

from typing import Any, TypeVar

from starlette.requests import Request

from rulec.errors import RulecError
from rulec.traces.json_text import read_json

T = TypeVar("T", str, int, bool)
_BITS = 80  # of an integer in a body
_NUMBER = 18  # digits of an integer in a query string


class BadRequest(RulecError):
    """A malformed request, which no page of the studio sends."""


class Fields:
    """The fields of a JSON object."""

    def __init__(self, data: Any) -> None:
        if not isinstance(data, dict):
            raise BadRequest("an object in JSON is expected")
        self._data = data

    def get(self, name: str, kind: type[T], default: T | None = None) -> T:
        found = self._data.get(name, default)
        if type(found) is not kind or not _is_sound(found):
            raise BadRequest(f"`{name}` is missing or of another kind")
        return found

    def optional(self, name: str, kind: type[T]) -> T | None:
        return None if self._data.get(name) is None else self.get(name, kind)

    def texts(self, name: str, most: int = 32) -> list[str]:
        found = self._data.get(name)
        if not isinstance(found, list) or len(found) > most:
            raise BadRequest(f"`{name}` is a list of texts")
        if not all(isinstance(one, str) and _is_sound(one) for one in found):
            raise BadRequest(f"`{name}` is a list of texts")
        return found

    def optional_texts(self, name: str) -> list[str] | None:
        return None if self._data.get(name) is None else self.texts(name)

    def plain(self, name: str) -> dict[str, Any]:
        """Return an object field with values of texts, integers and booleans."""
        found = self._data.get(name, {})
        if not isinstance(found, dict) or not all(
            _is_sound(key) and isinstance(one, str | int | bool) and _is_sound(one)
            for key, one in found.items()
        ):
            raise BadRequest(f"`{name}` is an object")
        return found


def _is_sound(value: object) -> bool:
    """Check that a value can be sent on: no half characters, no integers of more than 80 bits."""
    if isinstance(value, int):
        return value.bit_length() <= _BITS
    try:
        str(value).encode()
    except UnicodeEncodeError:
        return False
    return True


async def fields(request: Request) -> Fields:
    body = await request.body()
    try:
        return Fields(read_json(body.decode("utf-8")))
    except ValueError:
        raise BadRequest("the request is not JSON") from None


def number(request: Request, name: str) -> int | None:
    """Return an integer of the query string, or None if it is absent."""
    text = request.query_params.get(name)
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _NUMBER):
        raise BadRequest(f"`{name}` is a whole number")
    return int(text)
