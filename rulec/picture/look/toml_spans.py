"""TOML parser with source spans of keys and values.

`tomllib` validates and evaluates; this module scans the same text for positions.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any, Final

from rulec.base.source_text import SourceText, Span

SYNTAX_PROBLEMS: Final = 20
_PLACE: Final = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_BEGINS: Final = re.compile(r"\s*(?:\[|[\w.\"' -]+=)")
_SPACE: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")' + r"|'''.*?'{3,5}(?!')" + r'|"(?:\\.|[^"\\\n])*"' + r"|'[^'\n]*'", re.S
)


@dataclass
class Value:
    """TOML value with its span: `items` of a table, `elements` of an array, spans of `keys`."""

    span: Span
    plain: Any = None
    items: dict[str, Value] | None = None
    elements: list[Value] | None = None
    keys: dict[str, Span] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """Type name for messages."""
        if self.items is not None:
            return "a table"
        if self.elements is not None:
            return "an array"
        names = {bool: "true or false", int: "a number", float: "a number", str: "a text"}
        return names.get(type(self.plain), "a date or time")


def read_toml(source: SourceText) -> tuple[Value, list[tuple[Span, str]]]:
    """Parse a file; return its table and all syntax errors, skipping the faulty lines."""
    problems: list[tuple[Span, str]] = []
    lines = list(source.lines)
    while True:
        try:
            tomllib.loads("\n".join(lines))
            break
        except RecursionError:
            return _nothing(source), [(Span.at(source.name, 1), "arrays and tables are nested too deeply")]
        except ValueError as error:
            number = _blank_error(lines, str(error), source, problems)
            if number is None or len(problems) >= SYNTAX_PROBLEMS:
                return _nothing(source), problems
    return _Walker(source.name, "\n".join(lines)).table(), problems


def _nothing(source: SourceText) -> Value:
    return Value(Span.at(source.name, 1), items={})


def _blank_error(
    lines: list[str], text: str, source: SourceText, problems: list[tuple[Span, str]]
) -> int | None:
    """Record a syntax error and blank its lines up to the next key or table."""
    found = _PLACE.search(text)
    message = text[: found.start()] if found else text
    number: int | None = int(found[1]) if found is not None and found[1] is not None else None
    column = int(found[2]) if found is not None and found[1] is not None else 1
    if number is None or not 1 <= number <= len(lines) or not lines[number - 1].strip():
        number, column = _last_beginning(lines), 1
    if number is None:
        problems.append((Span.at(source.name, 1), message))
        return None
    line = lines[number - 1]
    problems.append((Span.at(source.name, number, min(column, len(line) + 1)), _readable(message)))
    lines[number - 1] = ""
    for index in range(number, len(lines)):
        if _BEGINS.match(lines[index]):
            break
        lines[index] = ""
    return number


def _last_beginning(lines: list[str]) -> int | None:
    """Number of the last line that begins a key or table, else of the last non-blank line."""
    full = [number for number, line in enumerate(lines, start=1) if line.strip()]
    begun = [number for number in full if _BEGINS.match(lines[number - 1])]
    return max(begun or full, default=None)


def _readable(message: str) -> str:
    message = message.rstrip(".")
    return message[:1].lower() + message[1:]


class _Walker:
    """Locates keys and values in text that `tomllib` has accepted."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text, self.at = name, text, 0
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def table(self) -> Value:
        root = Value(self._span(0, 1), items={})
        current = root
        while self._skip():
            if self.text[self.at] == "[":
                current = self._header(root)
            else:
                self._pair(current)
        return root

    def _header(self, root: Value) -> Value:
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        path = self._path()
        self.at = self.text.index("]", self.at) + (2 if many else 1)
        current = root
        for name, span in path[:-1]:
            current = _inside(current, name, span)
        name, span = path[-1]
        if not many:
            return _inside(current, name, span)
        assert current.items is not None
        rows = current.items.setdefault(name, Value(span, elements=[]))
        current.keys.setdefault(name, span)
        assert rows.elements is not None
        rows.elements.append(Value(span, items={}))
        return rows.elements[-1]

    def _pair(self, table: Value) -> None:
        path = self._path()
        self.at = self.text.index("=", self.at) + 1
        for name, span in path[:-1]:
            table = _inside(table, name, span)
        name, span = path[-1]
        assert table.items is not None
        table.keys[name] = span
        table.items[name] = self._value()

    def _path(self) -> list[tuple[str, Span]]:
        path = []
        while True:
            self._skip()
            start = self.at
            found = _BARE.match(self.text, self.at) or _STRING.match(self.text, self.at)
            assert found is not None
            self.at = found.end()
            name = found[0] if found[0][0] not in "\"'" else str(_read(found[0]))
            path.append((name, self._span(start, self.at)))
            self._skip()
            if self.text[self.at] != ".":
                return path
            self.at += 1

    def _value(self) -> Value:
        self._skip()
        start, char = self.at, self.text[self.at]
        if char == "[":
            elements = []
            self.at += 1
            while self._skip() and self.text[self.at] != "]":
                elements.append(self._value())
                self._comma()
            self.at += 1
            return Value(self._span(start, self.at), elements=elements)
        if char == "{":
            made = Value(self._span(start, start + 1), items={})
            self.at += 1
            while self._skip() and self.text[self.at] != "}":
                self._pair(made)
                self._comma()
            self.at += 1
            made.span = self._span(start, self.at)
            return made
        found = _STRING.match(self.text, start) or _SCALAR.match(self.text, start)
        assert found is not None
        text = found[0].rstrip()
        self.at = start + len(text)
        return Value(self._span(start, self.at), _read(text))

    def _comma(self) -> None:
        self._skip()
        if self.text[self.at] == ",":
            self.at += 1

    def _skip(self) -> bool:
        """Skip blanks and comments; return whether any text follows."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.at < len(self.text)

    def _span(self, start: int, end: int) -> Span:
        from bisect import bisect_right

        line = bisect_right(self.starts, start)
        last = bisect_right(self.starts, max(end - 1, start))
        return Span(self.name, line, start - self.starts[line - 1] + 1, last, end - self.starts[last - 1] + 1)


def _inside(table: Value, name: str, span: Span) -> Value:
    """Nested table of that name; of an array of tables, the last element."""
    assert table.items is not None
    table.keys.setdefault(name, span)
    found = table.items.setdefault(name, Value(span, items={}))
    return found.elements[-1] if found.elements else found


def _read(text: str) -> Any:
    return tomllib.loads(f"value = {text}")["value"]
