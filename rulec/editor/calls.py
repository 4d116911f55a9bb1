"""Call hierarchy: callers and callees of a rule."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.editor.name_index import Key
from rulec.editor.navigation import current, name_at
from rulec.editor.outline import Symbol, symbols_in
from rulec.editor.positions import Position
from rulec.editor.workspace import Analysis, Workspace

_RULES = frozenset({"turn", "phase", "action", "effect", "rule", "setup", "play", "free action", "whenever"})


@dataclass(frozen=True)
class RuleItem:
    name: str
    sort: str
    span: Span
    name_span: Span


@dataclass(frozen=True)
class Call:
    """Calling or called rule, with the call sites."""

    item: RuleItem
    places: tuple[Span, ...]


def rule_at(workspace: Workspace, path: str, position: Position) -> RuleItem | None:
    """Rule that the name at the position refers to, else the enclosing rule."""
    found = name_at(workspace, path, position)
    if found is not None and found.occurrence.key[0] == "global":
        places = current(workspace, found.analysis, found.analysis.names.declarations(found.occurrence.key))
        for place in places:
            item = _around(workspace, place.file, place.line)
            if item is not None and item.name == found.occurrence.key[1]:
                return item
    document = workspace.document(path)
    return None if document is None else _around(workspace, path, document.offset(position)[0] + 1)


def _items(workspace: Workspace, path: str) -> list[RuleItem]:
    symbols = list(symbols_in(path, workspace.lines_of(path)))
    return [_item(one) for one in symbols if one.sort in _RULES]


def _item(one: Symbol) -> RuleItem:
    return RuleItem(one.name, one.sort, one.span, one.name_span)


def _around(workspace: Workspace, path: str, line: int) -> RuleItem | None:
    return next((one for one in _items(workspace, path) if one.span.line <= line <= one.span.end_line), None)


def incoming(workspace: Workspace, path: str, item: RuleItem) -> list[Call]:
    """Callers of a rule."""
    analysis = workspace.last(path)
    if analysis is None:
        return []
    key: Key = ("global", item.name)
    spans = [one.span for one in analysis.names.by_key.get(key, ())]
    found: dict[RuleItem, list[Span]] = {}
    for span in current(workspace, analysis, spans):
        around = _around(workspace, span.file, span.line)
        if around is not None and span != around.name_span:
            found.setdefault(around, []).append(span)
    return [Call(one, tuple(places)) for one, places in found.items()]


def outgoing(workspace: Workspace, path: str, item: RuleItem) -> list[Call]:
    """Callees of a rule."""
    analysis = workspace.last(path)
    if analysis is None:
        return []
    found: dict[RuleItem, list[Span]] = {}
    for name, span in _names_in(workspace, analysis, item):
        place = next(iter(current(workspace, analysis, analysis.names.declarations(("global", name)))), None)
        called = _around(workspace, place.file, place.line) if place is not None else None
        if called is not None and called.name == name and span != called.name_span:
            found.setdefault(called, []).append(span)
    return [Call(one, tuple(places)) for one, places in found.items()]


def _names_in(workspace: Workspace, analysis: Analysis, item: RuleItem) -> Iterator[tuple[str, Span]]:
    g = analysis.resolution.globals
    for key, found in analysis.names.by_key.items():
        if key[0] != "global" or g is None or key[1] not in g.rules:
            continue
        for span in current(workspace, analysis, [one.span for one in found]):
            if span.file == item.span.file and item.span.line <= span.line <= item.span.end_line:
                yield key[1], span
