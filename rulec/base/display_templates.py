"""Display templates with placeholders: `build a Station in {city}`, `{number share/shares}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulec.base.fast_dataclass import dataclass

_NAME = r"[A-Za-z]\w*"
_BRACES = re.compile(r"\{([^{}]*)\}|[{}]")
_INSIDE = re.compile(rf"\s*({_NAME})(?:\s*'s\s+({_NAME}))?(?:\s+([^/{{}}]+)/([^/{{}}]+))?\s*")


@dataclass(frozen=True)
class Placeholder:
    """A placeholder: a name, optionally with a column, and the word for a number (`one`, `many`)."""

    name: str
    column: str = ""
    one: str = ""
    many: str = ""


Template = tuple[str | Placeholder, ...]


class Unreadable(ValueError):
    """Braces without a valid placeholder; `place` is the index in the text."""

    def __init__(self, text: str, place: int) -> None:
        super().__init__(text)
        self.text, self.place = text, place


def read_template(text: str) -> Template:
    """Split a text at its placeholders; raise `Unreadable` for invalid braces."""
    found: list[str | Placeholder] = []
    begin = 0
    for braces in _BRACES.finditer(text):
        inside = _INSIDE.fullmatch(braces[1]) if braces[1] is not None else None
        if inside is None:
            raise Unreadable(braces[0], braces.start())
        if braces.start() > begin:
            found.append(text[begin : braces.start()])
        name, column, one, many = (part or "" for part in inside.groups())
        found.append(Placeholder(name, column, one.strip(), many.strip()))
        begin = braces.end()
    if begin < len(text):
        found.append(text[begin:])
    return tuple(found)


def holes(template: Template) -> Iterator[Placeholder]:
    return (part for part in template if isinstance(part, Placeholder))


def with_word(value: str, hole: Placeholder) -> str:
    """Return the value with its word, `1 share` or `3 shares`; alone if the placeholder has no word."""
    if not hole.many:
        return value
    return f"{value} {hole.one if value == '1' else hole.many}"
