"""Asks everything an editor can ask at a place, and looks whether each answer lies inside the text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise

from rulec.base.source_text import Span
from rulec.editor import calls, lenses, navigation, rename, tokens
from rulec.editor.completion import completions
from rulec.editor.document import Document, Edit
from rulec.editor.hover import hover
from rulec.editor.layout import layout_edits
from rulec.editor.outline import Symbol, folds_in, symbols_in
from rulec.editor.positions import Position, range_of
from rulec.editor.problems import fixes_in, problems_in
from rulec.editor.workspace import Workspace


def inside(workspace: Workspace, spans: Iterable[Span]) -> None:
    """Every span is a range of the file that it names."""
    for span in spans:
        lines = workspace.lines_of(span.file)
        if not lines:  # a file that is gone
            continue
        found = range_of(lines, span)
        last = len(lines) - 1
        assert 0 <= found.start.line <= found.end.line <= last, span
        for one in (found.start, found.end):
            units = len(lines[one.line].encode("utf-16-le")) // 2
            assert 0 <= one.character <= units, span


def ask_quickly(workspace: Workspace, path: str, position: Position) -> None:
    """What is asked at every keystroke."""
    document = workspace.documents[path]
    shown = problems_in(path, document.lines, workspace.quick_problems(path))
    inside(workspace, (one.span for one in shown))
    line, offset = document.offset(position)
    for one in completions(workspace, path, position):
        assert one.label
        assert 0 <= one.typed <= offset
    found = hover(workspace, path, position)
    if found is not None:
        inside(workspace, [found.span])
        assert found.span.line == line + 1


def ask_everything(workspace: Workspace, path: str, position: Position) -> None:
    """All features, on the text as it is."""
    document = workspace.documents[path]
    ask_quickly(workspace, path, position)
    inside(workspace, _spans(symbols_in(path, document.lines)))
    for fold in folds_in(document.lines):
        assert 0 <= fold.first < fold.last < len(document.lines)
    check_tokens(workspace, path, document)
    inside(workspace, navigation.definition(workspace, path, position))
    inside(workspace, navigation.references(workspace, path, position, family=False))
    inside(workspace, (one.span for one in lenses.lenses(workspace, path)))
    for hint in lenses.hints(workspace, path, 1, len(document.lines)):
        assert 1 <= hint.line <= len(document.lines)
        assert 1 <= hint.column <= len(document.lines[hint.line - 1]) + 1
    item = calls.rule_at(workspace, path, position)
    if item is not None:
        inside(workspace, [item.span, item.name_span])
        for call in (*calls.incoming(workspace, path, item), *calls.outgoing(workspace, path, item)):
            inside(workspace, [call.item.span, *call.places])
    check_edits(workspace, path, layout_edits(document.source) or [])
    analysis = workspace.last(path)
    problems = workspace.quick_problems(path) if analysis is None else analysis.problems
    tried = partial(workspace.problems_after, path)
    for fix in fixes_in(document.source, problems, 1, len(document.lines), tried):
        check_edits(workspace, path, fix.edits)


def rename_somewhere(workspace: Workspace, path: str, position: Position, name: str) -> bool:
    """Rename what stands there, if it can be; is it so?"""
    try:
        found = rename.rename(workspace, path, position, name)
    except rename.NotRenamed:
        return False
    for edits in found.edits.values():
        inside(workspace, (one.span for one in edits))
    return True


def check_tokens(workspace: Workspace, path: str, document: Document) -> None:
    data = tokens.encoded(workspace, path)
    line = character = 0
    for n in range(0, len(data), 5):
        down, right, length, kind, _ = data[n : n + 5]
        assert down >= 0
        assert length > 0
        line, character = line + down, right + (0 if down else character)
        units = len(document.lines[line].encode("utf-16-le")) // 2
        assert character + length <= units
        assert 0 <= kind < len(tokens.TYPES)


def check_edits(workspace: Workspace, path: str, edits: Iterable[Edit]) -> None:
    """They lie inside the text and do not overlap."""
    rows = sorted(((e.span.line, e.span.column), (e.span.end_line, e.span.end_column)) for e in edits)
    lines = workspace.documents[path].lines
    for start, end in rows:
        assert (1, 1) <= start <= end
        assert end[0] <= len(lines)
        assert end[1] <= len(lines[end[0] - 1]) + 1
    for one, two in pairwise(rows):
        assert one[1] <= two[0]


def _spans(symbols: Iterable[Symbol]) -> Iterable[Span]:
    for one in symbols:
        yield from (one.span, one.name_span)
        yield from _spans(one.children)
