"""An editor for tests: a real client in front of a server in a process of its own."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

T = TypeVar("T")
PATIENCE = 60  # seconds; nothing is measured by it


class Editor:
    """Opens and changes texts, and asks the server about them."""

    def __init__(self, capabilities: lsp.ClientCapabilities | None = None, root: Path | None = None) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.published: dict[str, list[lsp.Diagnostic]] = {}
        self.versions: dict[str, int | None] = {}
        self.refreshed = self.hints_refreshed = 0
        self.messages: list[str] = []
        self.registered: list[lsp.Registration] = []
        self.wake = threading.Condition()
        self.client = self.run(self._start(capabilities or lsp.ClientCapabilities(), root))

    async def _start(self, capabilities: lsp.ClientCapabilities, root: Path | None) -> LanguageClient:
        client = LanguageClient("tests", "1")

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            with self.wake:
                self.published[params.uri] = list(params.diagnostics)
                self.versions[params.uri] = params.version
                self.wake.notify_all()

        @client.feature(lsp.WORKSPACE_DIAGNOSTIC_REFRESH)
        def refresh(params: Any) -> None:
            with self.wake:
                self.refreshed += 1
                self.wake.notify_all()

        @client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
        def register(params: lsp.RegistrationParams) -> None:
            with self.wake:
                self.registered += params.registrations
                self.wake.notify_all()

        @client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)
        def refresh_hints(params: Any) -> None:
            with self.wake:
                self.hints_refreshed += 1
                self.wake.notify_all()

        @client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def message(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

        await client.start_io(sys.executable, "-m", "rulec", "lsp")
        self.initialized = await client.initialize_async(
            lsp.InitializeParams(
                capabilities,
                root_uri=root.as_uri() if root is not None else None,
                initialization_options={"play": True} if capabilities.workspace is not None else None,
            )
        )
        client.initialized(lsp.InitializedParams())
        return client

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def close(self) -> None:
        async def stop() -> None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            await self.client.stop()

        self.run(stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)

    # --- texts ------------------------------------------------------------------------------------

    def open(self, path: Path | str, text: str) -> str:
        uri = path.as_uri() if isinstance(path, Path) else path
        self.client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "rules", 1, text))
        )
        return uri

    def change(self, uri: str, version: int, *changes: lsp.TextDocumentContentChangeEvent) -> None:
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, list(changes)))

    def replace(self, uri: str, version: int, text: str) -> None:
        self.change(uri, version, lsp.TextDocumentContentChangeWholeDocument(text))

    def shut(self, uri: str) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))

    def pull(self, uri: str) -> list[lsp.Diagnostic]:
        """The diagnostics of the text as it is now; afterwards the analysis is that of this text."""
        params = lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri))
        report = self.ask(lsp.TEXT_DOCUMENT_DIAGNOSTIC, params)
        return list(report.items)

    def ask(self, method: str, params: Any) -> Any:
        async def answer() -> Any:
            return await self.client.protocol.send_request_async(method, params)

        return self.run(answer())

    def at(
        self, method: str, kind: type, uri: str, text: str, words: str, offset: int = 0, **more: Any
    ) -> Any:
        """Ask about the place where these words stand in the text."""
        where = position(text, words, offset)
        return self.ask(method, kind(text_document=lsp.TextDocumentIdentifier(uri), position=where, **more))

    def wait_until(self, condition: Any) -> None:
        with self.wake:
            assert self.wake.wait_for(condition, PATIENCE), "the server has not said so"


def position(text: str, words: str, offset: int = 0) -> lsp.Position:
    """Where words stand in a text (of ASCII), so many characters further on."""
    before = text[: text.index(words) + offset]
    return lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def cut(text: str, where: lsp.Range) -> str:
    """The text of a range in one line (of ASCII)."""
    return text.split("\n")[where.start.line][where.start.character : where.end.character]
