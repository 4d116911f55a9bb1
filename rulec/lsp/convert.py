"""Converts records of `rulec.editor` to protocol types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types as lsp

from rulec.base.source_text import Span
from rulec.editor.calls import RuleItem
from rulec.editor.completion import Completion
from rulec.editor.document import Change, Edit
from rulec.editor.outline import Symbol
from rulec.editor.positions import Position, Range, position_of, range_of
from rulec.editor.problems import Problem
from rulec.editor.workspace import Workspace
from rulec.lsp.uris import Uris

_COMPLETIONS = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "snippet": lsp.CompletionItemKind.Snippet,
    "kind": lsp.CompletionItemKind.Class,
    "member": lsp.CompletionItemKind.EnumMember,
    "pieces": lsp.CompletionItemKind.Struct,
    "variable": lsp.CompletionItemKind.Variable,
    "property": lsp.CompletionItemKind.Property,
    "zone": lsp.CompletionItemKind.Field,
    "definition": lsp.CompletionItemKind.Function,
    "rule": lsp.CompletionItemKind.Method,
    "table": lsp.CompletionItemKind.Module,
    "decision": lsp.CompletionItemKind.Event,
    "option": lsp.CompletionItemKind.Value,
    "local": lsp.CompletionItemKind.Variable,
    "statement": lsp.CompletionItemKind.Reference,
}
_SYMBOLS = {
    "game": lsp.SymbolKind.Package,
    "variant": lsp.SymbolKind.Package,
    "kind": lsp.SymbolKind.Enum,
    "table": lsp.SymbolKind.Enum,
    "board": lsp.SymbolKind.Class,
    "graph": lsp.SymbolKind.Class,
    "track": lsp.SymbolKind.Class,
    "pieces": lsp.SymbolKind.Struct,
    "deck": lsp.SymbolKind.Array,
    "the game": lsp.SymbolKind.Object,
    "each": lsp.SymbolKind.Object,
    "in the game": lsp.SymbolKind.Variable,
    "in each": lsp.SymbolKind.Field,
    "in table": lsp.SymbolKind.EnumMember,
    "adjective": lsp.SymbolKind.Property,
    "meaning": lsp.SymbolKind.Function,
    "goods": lsp.SymbolKind.Variable,
    "option": lsp.SymbolKind.Constant,
    "score": lsp.SymbolKind.Number,
    "in score": lsp.SymbolKind.Number,
    "decision": lsp.SymbolKind.Event,
    "example": lsp.SymbolKind.String,
    "patch": lsp.SymbolKind.Key,
    "always": lsp.SymbolKind.Boolean,
    "obligation": lsp.SymbolKind.Boolean,
}
_RULE = lsp.SymbolKind.Method


class Converter:
    """Converter with access to all files' lines, to map spans to ranges."""

    def __init__(self, workspace: Workspace, uris: Uris) -> None:
        self.workspace, self.uris = workspace, uris

    def range(self, span: Span) -> lsp.Range:
        return to_range(range_of(self.workspace.lines_of(span.file), span))

    def location(self, span: Span) -> lsp.Location:
        return lsp.Location(self.uris.uri(span.file), self.range(span))

    def locations(self, spans: Iterable[Span]) -> list[lsp.Location]:
        return [self.location(one) for one in spans]

    def diagnostic(self, one: Problem) -> lsp.Diagnostic:
        related = [
            lsp.DiagnosticRelatedInformation(self.location(note.span), note.message)
            for note in one.related
            if self.workspace.lines_of(note.span.file)
        ]
        severity = lsp.DiagnosticSeverity.Error
        if one.diagnostic.severity != "error":
            severity = lsp.DiagnosticSeverity.Warning
        return lsp.Diagnostic(
            self.range(one.span),
            one.message,
            severity,
            one.diagnostic.code,
            source="rulec",
            related_information=related or None,
        )

    def edit(self, one: Edit) -> lsp.TextEdit:
        return lsp.TextEdit(self.range(one.span), one.text)

    def edits(self, found: Iterable[Edit]) -> list[lsp.TextEdit]:
        return [self.edit(one) for one in found]

    def changes(self, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
        by_file: dict[str, list[lsp.TextEdit]] = {}
        for one in edits:
            by_file.setdefault(self.uris.uri(one.span.file), []).append(self.edit(one))
        return lsp.WorkspaceEdit(changes=by_file)

    def symbol(self, one: Symbol) -> lsp.DocumentSymbol:
        span, name = self.range(one.span), self.range(one.name_span)
        if not _inside(name, span):
            name = lsp.Range(span.start, span.start)
        kind = _SYMBOLS.get(one.sort, _RULE)
        children = [self.symbol(child) for child in one.children]
        return lsp.DocumentSymbol(
            one.name or one.sort, kind, span, name, one.detail or None, children=children
        )

    def symbol_information(self, one: Symbol) -> lsp.SymbolInformation:
        return lsp.SymbolInformation(self.location(one.name_span), one.name, _SYMBOLS.get(one.sort, _RULE))

    def rule(self, one: RuleItem) -> lsp.CallHierarchyItem:
        uri, span, name = self.uris.uri(one.span.file), self.range(one.span), self.range(one.name_span)
        return lsp.CallHierarchyItem(one.name, _RULE, uri, span, name, detail=one.sort)

    def completion(
        self, one: Completion, lines: Sequence[str], line: int, offset: int, snippets: bool
    ) -> lsp.CompletionItem:
        text = one.insert or one.label
        snippet = one.snippet and snippets
        if one.snippet and not snippets:
            text = one.label
        start = position_of(lines, line, offset - one.typed)
        edit = lsp.TextEdit(
            lsp.Range(to_position(start), to_position(position_of(lines, line, offset))), text
        )
        return lsp.CompletionItem(
            one.label,
            kind=_COMPLETIONS.get(one.kind, lsp.CompletionItemKind.Text),
            detail=one.detail or None,
            sort_text=f"{one.rank}{one.label}",
            filter_text=text if one.snippet else one.label,
            text_edit=edit,
            insert_text_format=lsp.InsertTextFormat.Snippet if snippet else lsp.InsertTextFormat.PlainText,
        )


def to_position(one: Position) -> lsp.Position:
    return lsp.Position(one.line, one.character)


def to_range(one: Range) -> lsp.Range:
    return lsp.Range(to_position(one.start), to_position(one.end))


def from_position(one: lsp.Position) -> Position:
    return Position(one.line, one.character)


def from_range(one: lsp.Range) -> Range:
    return Range(from_position(one.start), from_position(one.end))


def from_change(one: lsp.TextDocumentContentChangeEvent) -> Change:
    given = getattr(one, "range", None)
    return Change(one.text, None if given is None else from_range(given))


def _inside(inner: lsp.Range, outer: lsp.Range) -> bool:
    return bool(outer.start <= inner.start and inner.end <= outer.end)
