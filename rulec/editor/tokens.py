"""Semantic tokens, by the last analysis, else by grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.editor.language import language
from rulec.editor.name_index import Key, NameIndex
from rulec.editor.names import meaning_of
from rulec.editor.positions import units_before
from rulec.editor.vocabulary import TYPES
from rulec.editor.workspace import Analysis, LineMap, Workspace

_NUMBERS: Final = {name: number for number, name in enumerate(TYPES)}
_KINDS: Final = {
    "kind": "type",
    "member": "enumMember",
    "pieces": "class",
    "variable": "variable",
    "property": "property",
    "zone": "property",
    "definition": "function",
    "rule": "function",
    "table": "function",
    "decision": "event",
    "option": "enumMember",
    "local": "parameter",
    "event": "event",
    "column": "property",
    "statement": "decorator",
}
_LEX: Final = re.compile(
    r"""(?P<comment>\#.*)|(?P<string>"[^"]*"?)|(?P<cited>\[[A-Za-z]{1,8}-?[A-Za-z]{0,2}\d{1,4}[a-z]?\])|"""
    r"(?P<word>[A-Za-z_]\w*)|(?P<number>\d[\d_]*)|(?P<sign><=|>=|[-+*<>=])"
)


@dataclass(frozen=True)
class Token:
    """Token on one line (from 0): type, one of `TYPES`, and whether it is a declaration."""

    line: int
    start: int
    end: int
    type: str
    declares: bool = False


def tokens(workspace: Workspace, path: str, first: int = 0, last: int | None = None) -> list[Token]:
    """Tokens of lines `first` (inclusive) to `last` (exclusive)."""
    found = list[Token]()
    for number, row in _rows(workspace, path, first, last):
        found += (Token(number, start, end, kind, declares) for start, end, kind, declares in row)
    return found


def encoded(workspace: Workspace, path: str, first: int = 0, last: int | None = None) -> list[int]:
    """Tokens in LSP encoding: five integers each, relative to the previous, in UTF-16 units."""
    document = workspace.document(path)
    data: list[int] = []
    line = 0
    for number, row in _rows(workspace, path, first, last):
        if not row or document is None:
            continue
        text, character = document.lines[number], 0
        plain = text.isascii()
        for start, end, kind, declares in row:
            begin = start if plain else units_before(text, start)
            length = (end if plain else units_before(text, end)) - begin
            data += (number - line, begin - character, length, _NUMBERS[kind], int(declares))
            line, character = number, begin
    return data


_Row = tuple[tuple[int, int, str, bool], ...]  # (start, end, type, is declaration)


def _rows(workspace: Workspace, path: str, first: int, last: int | None) -> Iterator[tuple[int, _Row]]:
    document = workspace.document(path)
    if document is None:
        return
    lines, analysis = document.lines, workspace.last(path)
    moves = LineMap(analysis.lines, lines) if analysis is not None else None
    colours = _colours(analysis) if analysis is not None else None
    for number in range(max(first, 0), len(lines) if last is None else min(last, len(lines))):
        old = moves.old(number) if moves is not None else None
        if colours is None or old is None:
            yield number, tuple(_of_line(lines[number], colours, path, None))
        else:
            yield number, colours.row(path, old, lines[number])


def _colours(analysis: Analysis) -> _Colours:
    found = analysis.kept.get("colours")
    if not isinstance(found, _Colours):
        found = analysis.kept["colours"] = _Colours(analysis.names, analysis)
    return found


class _Colours:
    """Cached token types of names."""

    def __init__(self, names: NameIndex, analysis: Analysis) -> None:
        self.names, self.analysis = names, analysis
        self._kinds: dict[Key, str] = {}
        self._rows: dict[int, _Row] = {}

    def row(self, path: str, line: int, text: str) -> _Row:
        """Tokens of an unchanged line (from 0), cached."""
        found = self._rows.get(line)
        if found is None:
            found = self._rows[line] = tuple(_of_line(text, self, path, line))
        return found

    def kind(self, key: Key) -> str:
        found = self._kinds.get(key)
        if found is None:
            kind = "local" if key[0] == "local" else key[0]
            if key[0] in {"global", "own"}:
                kind = meaning_of(self.analysis, key).kind
            found = self._kinds[key] = _KINDS.get(kind, "variable")
        return found

    def of_line(self, path: str, line: int) -> dict[int, tuple[str, bool]]:
        """Column -> token type and whether the name is declared there."""
        return {
            one.span.column: (
                self.kind(one.key),
                one.gives or one.span in self.names.declarations(one.key)[:1],
            )
            for one in reversed(self.names.by_line.get((path, line), ()))
        }


def _of_line(
    text: str, colours: _Colours | None, path: str, old: int | None
) -> Iterator[tuple[int, int, str, bool]]:
    named = colours.of_line(path, old + 1) if colours is not None and old is not None else {}
    for found in _LEX.finditer(text):
        start, end = found.span()
        kind = found.lastgroup
        if kind == "word":
            known = named.get(start + 1)
            if known is not None:
                yield start, end, known[0], known[1]
            elif found[0] in language().words:
                yield start, end, "keyword", False
            elif (guessed := _by_text(colours, found[0])) is not None:
                yield start, end, guessed, False
        elif kind is not None:
            yield start, end, {"cited": "decorator", "sign": "operator"}.get(kind, kind), False


def _by_text(colours: _Colours | None, word: str) -> str | None:
    """Token type of a word on a changed line, by its global meaning."""
    if colours is None:
        return None
    g = colours.analysis.resolution.globals
    if g is None or word not in g.places:
        return None
    return colours.kind(("global", word))
