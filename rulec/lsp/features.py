"""Request handlers of the language server; the work is done in `rulec.editor`."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidRequest

from rulec.editor import calls, lenses, navigation, rename, tokens
from rulec.editor.completion import completions
from rulec.editor.hover import hover
from rulec.editor.layout import layout_edits
from rulec.editor.outline import folds_in, symbols_in
from rulec.editor.positions import Position, units_before
from rulec.editor.problems import fixes_in
from rulec.lsp.convert import from_position
from rulec.lsp.session import Session

_SYMBOLS: Final = 500
_BESIDE: Final = "beside"


def place(ls: Session, params: Any) -> tuple[str, Position]:
    return ls.uris.path(params.text_document.uri), from_position(params.position)


# --- diagnostics and fixes --------------------------------------------------------------------------------


async def diagnostic(
    ls: Session, params: lsp.DocumentDiagnosticParams
) -> lsp.RelatedFullDocumentDiagnosticReport:
    return lsp.RelatedFullDocumentDiagnosticReport(await ls.pulled(ls.uris.path(params.text_document.uri)))


async def code_action(ls: Session, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Quick fixes for problems in the range."""
    path = ls.uris.path(params.text_document.uri)
    document, analysis = ls.rules.document(path), ls.rules.last(path)
    if document is None:
        return []
    problems = (
        analysis.problems
        if analysis is not None and ls.rules.is_current(analysis)
        else ls.rules.quick_problems(path)
    )
    first, last = params.range.start.line + 1, params.range.end.line + 1
    fixes = await ls.in_worker(
        lambda: fixes_in(
            document.source, problems, first, last, lambda text: ls.rules.problems_after(path, text)
        )
    )
    return [
        lsp.CodeAction(
            fix.title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[
                one
                for one in ls.all_diagnostics(path)
                if one.code == fix.diagnostic.code and one.range.start.line == fix.diagnostic.span.line - 1
            ],
            edit=ls.convert.changes(fix.edits),
            is_preferred=len(fixes) == 1,
        )
        for fix in fixes
    ]


# --- typing -----------------------------------------------------------------------------------------------


def completion(ls: Session, params: lsp.CompletionParams) -> lsp.CompletionList:
    path, position = place(ls, params)
    document = ls.rules.document(path)
    if document is None:
        return lsp.CompletionList(False, [])
    line, offset = document.offset(position)
    found = completions(ls.rules, path, position)
    items = [ls.convert.completion(one, document.lines, line, offset, ls.snippets) for one in found]
    return lsp.CompletionList(is_incomplete=False, items=items)


async def formatting(ls: Session, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    return await _laid_out(ls, ls.uris.path(params.text_document.uri), 1, None)


async def range_formatting(
    ls: Session, params: lsp.DocumentRangeFormattingParams
) -> list[lsp.TextEdit] | None:
    last = params.range.end.line + (params.range.end.character > 0)
    return await _laid_out(ls, ls.uris.path(params.text_document.uri), params.range.start.line + 1, last)


async def _laid_out(ls: Session, path: str, first: int, last: int | None) -> list[lsp.TextEdit] | None:
    document = ls.rules.document(path)
    if document is None:
        return None
    edits = await ls.in_worker(lambda: layout_edits(document.source, first, last))
    return None if edits is None else ls.convert.edits(edits)


# --- names ------------------------------------------------------------------------------------------------


def hovered(ls: Session, params: lsp.HoverParams) -> lsp.Hover | None:
    found = hover(ls.rules, *place(ls, params))
    if found is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), ls.convert.range(found.span))


def definition(ls: Session, params: lsp.DefinitionParams) -> list[lsp.Location]:
    return ls.convert.locations(navigation.definition(ls.rules, *place(ls, params)))


async def references(ls: Session, params: lsp.ReferenceParams) -> list[lsp.Location]:
    path, position = place(ls, params)
    with_declaration = params.context.include_declaration
    found = await ls.in_worker(
        lambda: navigation.references(ls.rules, path, position, declaration=with_declaration)
    )
    return ls.convert.locations(found)


def highlight(ls: Session, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    found = navigation.highlights(ls.rules, *place(ls, params))
    return [lsp.DocumentHighlight(ls.convert.range(one), lsp.DocumentHighlightKind.Text) for one in found]


async def prepare_rename(ls: Session, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    path, position = place(ls, params)
    try:
        span = await ls.in_worker(lambda: rename.renamed_span(ls.rules, path, position))
    except rename.NotRenamed:
        return None
    return ls.convert.range(span)


async def renamed(ls: Session, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    path, position = place(ls, params)
    try:
        found = await ls.in_worker(lambda: rename.rename(ls.rules, path, position, params.new_name))
    except rename.NotRenamed as refused:
        raise JsonRpcInvalidRequest(refused.message + (f": {refused.hint}" if refused.hint else "")) from None
    return _edit_of(ls, found) if ls.document_changes else ls.convert.changes(sum(found.edits.values(), ()))


def _edit_of(ls: Session, found: rename.Rename) -> lsp.WorkspaceEdit:
    """Workspace edit of a rename; edits of files beside the rules need confirmation if possible."""
    changes: list[lsp.TextDocumentEdit] = []
    for file, edits in found.edits.items():
        document = ls.rules.documents.get(file)
        version = document.version if document is not None else None
        named = lsp.OptionalVersionedTextDocumentIdentifier(ls.uris.uri(file), version)
        rows = ls.convert.edits(edits)
        if ls.annotations and file in found.unsure:
            rows = [lsp.AnnotatedTextEdit(_BESIDE, one.range, one.new_text) for one in rows]
        changes.append(lsp.TextDocumentEdit(named, rows))
    annotation = lsp.ChangeAnnotation("Files beside the rules", needs_confirmation=True)
    annotations = {_BESIDE: annotation} if ls.annotations and found.unsure else None
    return lsp.WorkspaceEdit(document_changes=changes, change_annotations=annotations)


# --- the file as a whole ----------------------------------------------------------------------------------


def document_symbol(ls: Session, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    path = ls.uris.path(params.text_document.uri)
    return [ls.convert.symbol(one) for one in symbols_in(path, ls.rules.lines_of(path))]


async def workspace_symbol(ls: Session, params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
    wanted = params.query.casefold()

    def look() -> list[lsp.SymbolInformation]:
        found = []
        for path in ls.rules.all_files():
            for one in symbols_in(path, ls.rules.lines_of(path)):
                for symbol in (one, *one.children):
                    if wanted in symbol.name.casefold():
                        found.append(ls.convert.symbol_information(symbol))
                if len(found) >= _SYMBOLS:
                    return found
        return found

    return await ls.in_worker(look)


def folding(ls: Session, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    lines = ls.rules.lines_of(ls.uris.path(params.text_document.uri))
    return [
        lsp.FoldingRange(one.first, one.last, kind=lsp.FoldingRangeKind.Comment if one.comment else None)
        for one in folds_in(lines)
    ]


def semantic_tokens(ls: Session, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    path = ls.uris.path(params.text_document.uri)
    return lsp.SemanticTokens(tokens.encoded(ls.rules, path))


def semantic_tokens_range(ls: Session, params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens:
    path = ls.uris.path(params.text_document.uri)
    first, last = params.range.start.line, params.range.end.line + 1
    return lsp.SemanticTokens(tokens.encoded(ls.rules, path, first, last))


def inlay_hint(ls: Session, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    path = ls.uris.path(params.text_document.uri)
    lines = ls.rules.lines_of(path)
    found = lenses.hints(ls.rules, path, params.range.start.line + 1, params.range.end.line + 1)
    return [
        lsp.InlayHint(
            lsp.Position(one.line - 1, units_before(lines[one.line - 1], one.column - 1)),
            one.text,
            kind=lsp.InlayHintKind.Type,
            tooltip=one.about,
        )
        for one in found
    ]


def code_lens(ls: Session, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    path = ls.uris.path(params.text_document.uri)
    return [
        lsp.CodeLens(
            ls.convert.range(one.span), lsp.Command(one.title, one.command, arguments=list(one.arguments))
        )
        for one in lenses.lenses(ls.rules, path, plays=ls.plays)
    ]


# --- calls ------------------------------------------------------------------------------------------------


def prepare_calls(ls: Session, params: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem]:
    found = calls.rule_at(ls.rules, *place(ls, params))
    return [] if found is None else [ls.convert.rule(found)]


def _item(ls: Session, item: lsp.CallHierarchyItem) -> tuple[str, calls.RuleItem | None]:
    path = ls.uris.path(item.uri)
    return path, calls.rule_at(ls.rules, path, from_position(item.selection_range.start))


def incoming_calls(
    ls: Session, params: lsp.CallHierarchyIncomingCallsParams
) -> list[lsp.CallHierarchyIncomingCall]:
    path, item = _item(ls, params.item)
    found = calls.incoming(ls.rules, path, item) if item is not None else []
    return [
        lsp.CallHierarchyIncomingCall(ls.convert.rule(one.item), [ls.convert.range(at) for at in one.places])
        for one in found
    ]


def outgoing_calls(
    ls: Session, params: lsp.CallHierarchyOutgoingCallsParams
) -> list[lsp.CallHierarchyOutgoingCall]:
    path, item = _item(ls, params.item)
    found = calls.outgoing(ls.rules, path, item) if item is not None else []
    return [
        lsp.CallHierarchyOutgoingCall(ls.convert.rule(one.item), [ls.convert.range(at) for at in one.places])
        for one in found
    ]


# --- commands ---------------------------------------------------------------------------------------------


async def run_example(ls: Session, path: str, title: str) -> str:
    """Run an example of the saved file on the interpreter and show its output."""
    arguments = ["-m", "rulec", "test", path, "--interpreter-only", "--verbose", "--only", title]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        env={**os.environ, "COLUMNS": "500"},  # avoid wrapped lines
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    text = out.decode("utf-8", "replace").strip()
    kind = lsp.MessageType.Info if process.returncode == 0 else lsp.MessageType.Error
    ls.client.window_show_message(lsp.ShowMessageParams(kind, text[-2_000:] or "nothing was said"))
    return text


# --- texts ------------------------------------------------------------------------------------------------


def opened(ls: Session, params: lsp.DidOpenTextDocumentParams) -> None:
    ls.opened(params)


def edited(ls: Session, params: lsp.DidChangeTextDocumentParams) -> None:
    ls.edited(params)


def saved(ls: Session, params: lsp.DidSaveTextDocumentParams) -> None:
    ls.saved(params)


def closed(ls: Session, params: lsp.DidCloseTextDocumentParams) -> None:
    ls.closed(params)


def folders_changed(ls: Session, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
    ls.folders_changed(params)


def files_changed(ls: Session, params: lsp.DidChangeWatchedFilesParams) -> None:
    ls.files_changed(params)
