"""Client session: text synchronization, debounced checks, pushed or pulled diagnostics."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulec.editor.problems import problems_in
from rulec.editor.workspace import Analysis, Cancelled, Workspace
from rulec.lsp.convert import Converter, from_change
from rulec.lsp.option_ids import ids_of_options
from rulec.lsp.uris import Uris
from rulec.lsp.worker import Worker
from rulec.syntax.parsing.parser import parser

PAUSE: Final = 0.25  # seconds without keystroke before a full check
_SHORT_PAUSE: Final = 0.05  # the same for files that are checked in no time
SWEPT: Final = 4  # analyses between garbage collections
_ENDING: Final = ".rules"
_WATCHED: Final = ("**/*.rules", "**/*.toml")
T = TypeVar("T")
log = logging.getLogger(__name__)


def pause_after(took: float | None, longest: float = PAUSE) -> float:
    """Return the pause before a check: twice the time that the last one took, within bounds."""
    return longest if took is None else min(longest, max(_SHORT_PAUSE, 2 * took))


class Session:
    """Texts of a client, with their analyses."""

    def __init__(self, client: LanguageServer, params: lsp.InitializeParams, pause: float = PAUSE) -> None:
        self.client = client
        self.rules = Workspace()
        self.uris = Uris()
        self.convert = Converter(self.rules, self.uris)
        self.worker = Worker()
        self.pause = pause
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._edits: dict[str, int] = {}
        self._took: dict[str, float] = {}  # processor seconds until the last check showed problems
        self._numberings: dict[str, asyncio.Task[None]] = {}
        self._unnumbered: set[str] = set()  # files whose options have no ids yet, or old ones
        self._analysed = 0
        self.plays = self.document_changes = self.annotations = self.watches = False
        self.hints = self.refreshes_hints = False
        self.pulls = self.refreshes = self.refreshes_tokens = self.refreshes_lenses = self.snippets = False
        self._know(params)
        self.worker.submit(parser)  # Lark's tables are needed for the first syntax error

    # --- the client -------------------------------------------------------------------------------

    def _know(self, params: lsp.InitializeParams) -> None:
        """Record the client's capabilities: pulled diagnostics, refresh requests, snippets."""
        documents, workspace = params.capabilities.text_document, params.capabilities.workspace
        self.pulls = documents is not None and documents.diagnostic is not None
        completion = documents.completion if documents is not None else None
        item = completion.completion_item if completion is not None else None
        self.snippets = item is not None and bool(item.snippet_support)
        self.hints = documents is not None and documents.inlay_hint is not None
        given = params.initialization_options
        self.plays = isinstance(given, dict) and given.get("play") is True
        if workspace is not None:
            edit = workspace.workspace_edit
            self.document_changes = edit is not None and bool(edit.document_changes)
            self.annotations = edit is not None and edit.change_annotation_support is not None
            self.refreshes = workspace.diagnostics is not None and bool(workspace.diagnostics.refresh_support)
            tokens, lens = workspace.semantic_tokens, workspace.code_lens
            self.refreshes_tokens = tokens is not None and bool(tokens.refresh_support)
            self.refreshes_lenses = lens is not None and bool(lens.refresh_support)
            hints = workspace.inlay_hint
            self.refreshes_hints = hints is not None and bool(hints.refresh_support)
            watched = workspace.did_change_watched_files
            self.watches = watched is not None and bool(watched.dynamic_registration)
        roots = [one.uri for one in params.workspace_folders or []] or [params.root_uri or ""]
        self.rules.folders = [Path(self.uris.path(uri)) for uri in roots if uri.startswith("file:")]

    def watch(self) -> None:
        """Ask the client to tell of changed files, if it waits to be asked."""
        if self.watches:
            watchers = [lsp.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            watched = lsp.Registration("rules", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client.client_register_capability(lsp.RegistrationParams([watched]))

    def folders_changed(self, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        """Follow the folders of a window with several roots."""
        removed = {self.uris.path(one.uri) for one in params.event.removed}
        kept = [one for one in self.rules.folders if str(one) not in removed]
        added = [Path(self.uris.path(one.uri)) for one in params.event.added if one.uri.startswith("file:")]
        self.rules.folders = list(dict.fromkeys(kept + added))

    # --- documents --------------------------------------------------------------------------------

    def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        path = self.uris.path(params.text_document.uri)
        self.rules.open(path, params.text_document.text, params.text_document.version)
        self._unnumbered.add(path)
        self.changed_text(path, 0)

    def edited(self, params: lsp.DidChangeTextDocumentParams) -> None:
        path = self.uris.path(params.text_document.uri)
        document = self.rules.documents.get(path)
        if document is None:
            return
        document.apply((from_change(one) for one in params.content_changes), params.text_document.version)
        self.changed_text(path, pause_after(self._took.get(path), self.pause))

    def saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        path = self.uris.path(params.text_document.uri)
        if path in self.rules.documents:
            self._unnumbered.add(path)
            self._number_options(path)

    def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        path = self.uris.path(params.text_document.uri)
        self._cancel(path)
        self._stop_numbering(path)
        self._unnumbered.discard(path)
        variants = self.rules.dependents(path)
        self.rules.close(path)
        self._edits.pop(path, None)
        self._took.pop(path, None)
        if not self.pulls:
            self.publish(path, [])
        self.uris.forget(path)
        for one in variants:  # edits that were not saved are gone
            self.changed_text(one, self.pause)

    def changed_text(self, path: str, pause: float) -> None:
        """Publish quick diagnostics at once and schedule a full check after a pause."""
        if not path.endswith(_ENDING) and not path.startswith("untitled:"):
            return
        self._edits[path] = self._edits.get(path, 0) + 1
        if not self.pulls:
            self.publish_quick(path)
        self._cancel(path)
        self._checks[path] = asyncio.get_running_loop().create_task(self._check_later(path, pause))

    def _cancel(self, path: str) -> None:
        task = self._checks.pop(path, None)
        if task is not None:
            task.cancel()

    async def _check_later(self, path: str, pause: float) -> None:
        await asyncio.sleep(pause)
        try:
            await self._check_early(path, examples=False)
            if self.rules.waits_for_examples(path):
                await self._check_early(path)
            await self.checked(path)
        except Cancelled:
            return
        except Exception:
            log.exception("checking %s", path)
            return
        if not self.pulls:
            self.publish_all(path)
            for other in self.rules.dependents(path):
                self.changed_base(other)
        self.refresh()
        self._number_options(path)

    # --- option ids ---------------------------------------------------------------------------------

    def _number_options(self, path: str) -> None:
        """Ask for the option ids of a saved file without errors, once."""
        analysis = self.rules.last(path)
        wanted = self.hints and path in self._unnumbered
        if wanted and analysis is not None and analysis.checked.ok and self.rules.is_current(analysis):
            self._unnumbered.discard(path)
            self._stop_numbering(path)
            self._numberings[path] = asyncio.get_running_loop().create_task(self._numbered(path))

    def _stop_numbering(self, path: str) -> None:
        task = self._numberings.pop(path, None)
        if task is not None:
            task.cancel()

    async def _numbered(self, path: str) -> None:
        found = await ids_of_options(path)
        if path in self.rules.documents:
            self.rules.option_ids[path] = found
            if self.refreshes_hints:
                self.client.workspace_inlay_hint_refresh(None)

    async def _check_early(self, path: str, examples: bool = True) -> None:
        """Show all diagnostics before the search for edits that mend the text, those of examples last."""
        shown = self.rules.quick_problems(path)
        edits = self._edits.get(path, 0)

        def check() -> float:
            began = time.thread_time()
            self.rules.early_problems(
                path, examples=examples, cancelled=lambda: self._edits.get(path, 0) != edits
            )
            return time.thread_time() - began

        took = await self.in_worker(check)
        if not examples:
            self._took[path] = took
        if self.rules.quick_problems(path) == shown:
            return
        if not self.pulls:
            self.publish_quick(path)
        elif self.refreshes:
            self.client.workspace_diagnostic_refresh(None)

    def changed_base(self, path: str) -> None:
        """Re-check an open variant whose base game changed."""
        if path not in self._checks or self._checks[path].done():
            self._checks[path] = asyncio.get_running_loop().create_task(self._check_variant(path))

    async def _check_variant(self, path: str) -> None:
        try:
            found = self.rules.last(path)
            if found is None or not self.rules.is_current(found):
                await self.checked(path)
                self.publish_all(path)
        except Cancelled:
            return
        except Exception:
            log.exception("checking %s", path)

    async def checked(self, path: str) -> Analysis | None:
        """Analysis of the current text; raise `Cancelled` if it changes meanwhile."""
        edits = self._edits.get(path, 0)

        def analysed() -> Analysis | None:
            found = self.rules.analyse(path, cancelled=lambda: self._edits.get(path, 0) != edits)
            if found is not None:
                assert found.names is not None  # compute it here, not on first request
            self._sweep()
            return found

        return await self.in_worker(analysed)

    def _sweep(self) -> None:
        """Collect garbage of old analyses (cyclic) between edits."""
        self._analysed += 1
        if self._analysed % SWEPT == 0:
            gc.collect()

    async def in_worker(self, work: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self.worker.submit(work))

    # --- diagnostics ------------------------------------------------------------------------------

    def publish_quick(self, path: str) -> None:
        self.publish(path, self.quick_diagnostics(path))

    def publish_all(self, path: str) -> None:
        if path in self.rules.documents:
            self.publish(path, self.all_diagnostics(path))

    def publish(self, path: str, found: list[lsp.Diagnostic]) -> None:
        document = self.rules.documents.get(path)
        version = document.version if document is not None else None
        self.client.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(self.uris.uri(path), found, version=version)
        )

    def quick_diagnostics(self, path: str) -> list[lsp.Diagnostic]:
        lines = self.rules.lines_of(path)
        return [
            self.convert.diagnostic(one) for one in problems_in(path, lines, self.rules.quick_problems(path))
        ]

    def all_diagnostics(self, path: str) -> list[lsp.Diagnostic]:
        """Diagnostics of the current text: full if checked, else quick ones."""
        analysis = self.rules.last(path)
        if analysis is None or not self.rules.is_current(analysis):
            return self.quick_diagnostics(path)
        return [self.convert.diagnostic(one) for one in problems_in(path, analysis.lines, analysis.problems)]

    async def pulled(self, path: str) -> list[lsp.Diagnostic]:
        """Answer a diagnostics pull: quick results if a refresh can follow, else a full check."""
        analysis = self.rules.last(path)
        stale = analysis is None or not self.rules.is_current(analysis)
        waits = path in self._checks and not self._checks[path].done()
        if stale and not (self.refreshes and waits):
            try:
                await self.checked(path)
            except Cancelled:
                return self.quick_diagnostics(path)
        return self.all_diagnostics(path)

    def refresh(self) -> None:
        """Request refreshes of diagnostics, tokens and lenses from the client."""
        if self.pulls and self.refreshes:
            self.client.workspace_diagnostic_refresh(None)
        if self.refreshes_tokens:
            self.client.workspace_semantic_tokens_refresh(None)
        if self.refreshes_lenses:
            self.client.workspace_code_lens_refresh(None)

    # --- files on the disk ------------------------------------------------------------------------

    def files_changed(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            path = self.uris.path(change.uri)
            if path in self.rules.documents:
                continue
            affected = self.rules.dependents(path)
            self.rules.forget(path)
            for one in affected:
                self.changed_text(one, self.pause)
