"""Navigation: name at a position, its definition and references."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.editor.name_index import Key, Occurrence
from rulec.editor.positions import Position
from rulec.editor.workspace import Analysis, LineMap, Workspace


@dataclass(frozen=True)
class NameAtPosition:
    """Name at a position, with its analysis and its span in the current text."""

    analysis: Analysis
    occurrence: Occurrence
    span: Span


def name_at(workspace: Workspace, path: str, position: Position) -> NameAtPosition | None:
    """Name at a position by the last analysis; on changed lines, by its text."""
    document, analysis = workspace.document(path), workspace.last(path)
    if document is None or analysis is None:
        return None
    line, offset = document.offset(position)
    moves = LineMap(analysis.lines, document.lines)
    old = moves.old(line)
    if old is not None:
        found = analysis.names.at(path, old + 1, offset + 1)
        if found is None:
            return None
        span = Span(path, line + 1, found.span.column, line + 1, found.span.end_column)
        return NameAtPosition(analysis, found, span)
    word = document.word_at(position)
    if word is None:
        return None
    text = document.lines[line][word.column - 1 : word.end_column - 1]
    key = _key_of(analysis, text)
    return None if key is None else NameAtPosition(analysis, Occurrence(word, key, text), word)


def _key_of(analysis: Analysis, text: str) -> Key | None:
    keys = [key for key in analysis.names.by_key if key[-1] == text and key[0] != "local"]
    keys.sort(
        key=lambda key: ("global", "own", "decision", "option", "column", "event", "statement").index(key[0])
    )
    return keys[0] if keys else None


def definition(workspace: Workspace, path: str, position: Position) -> list[Span]:
    """Declaration of the name at a position; for the base in `variant ... of`, its file."""
    base = base_at(workspace, path, position)
    if base is not None:
        return [Span.at(base, 1)]
    found = name_at(workspace, path, position)
    if found is None:
        return []
    return current(workspace, found.analysis, found.analysis.names.declarations(found.occurrence.key))


def base_at(workspace: Workspace, path: str, position: Position) -> str | None:
    document, analysis = workspace.document(path), workspace.last(path)
    word = document.word_at(position) if document is not None else None
    if document is None or analysis is None or word is None:
        return None
    line = document.lines[word.line - 1]
    if not line.startswith("variant ") or word.column <= line.rfind('"'):
        return None
    name = line[word.column - 1 : word.end_column - 1]
    return next((one.name for one in analysis.checked.tree.bases if one.name.endswith(f"{name}.rules")), None)


def references(
    workspace: Workspace, path: str, position: Position, *, declaration: bool = True, family: bool = True
) -> list[Span]:
    """All occurrences of the name, in the file, its base games and its variants."""
    found = name_at(workspace, path, position)
    if found is None:
        return []
    spans = _all_of(workspace, found.analysis, found.occurrence.key)
    if family and found.occurrence.key[0] != "local":
        home = _home(workspace, found)
        for other in workspace.in_family(home):
            spans += _all_of(workspace, other, found.occurrence.key)
    spans = list(dict.fromkeys(spans))
    if not declaration:
        places = current(workspace, found.analysis, found.analysis.names.declarations(found.occurrence.key))
        spans = [one for one in spans if one not in places]
    return sorted(spans, key=lambda one: (one.file != path, one.file, one.line, one.column))


def _home(workspace: Workspace, found: NameAtPosition) -> str:
    """File that declares a name, possibly the base of a variant."""
    places = found.analysis.names.declarations(found.occurrence.key)
    return places[0].file if places and places[0].file.startswith("/") else found.analysis.document


def _all_of(workspace: Workspace, analysis: Analysis, key: Key) -> list[Span]:
    return current(workspace, analysis, [one.span for one in analysis.names.all_of(key)])


def highlights(workspace: Workspace, path: str, position: Position) -> list[Span]:
    """Occurrences of the name in the same file."""
    return [one for one in references(workspace, path, position, family=False) if one.file == path]


def current(workspace: Workspace, analysis: Analysis, spans: Sequence[Span]) -> list[Span]:
    """Map spans of an analysed text to the current one, dropping changed lines."""
    maps: dict[str, LineMap] = {}
    moved = []
    for span in spans:
        if span.file not in maps:
            maps[span.file] = LineMap(analysis.lines_of(span.file), workspace.lines_of(span.file))
        now = maps[span.file].span(span)
        if now is not None:
            moved.append(now)
    return moved
