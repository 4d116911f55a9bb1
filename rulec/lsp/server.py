"""Language server start-up: answers `initialize` before loading the front end."""

from __future__ import annotations

import gc
import inspect
import logging
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from rulec.base.version import VERSION
from rulec.editor.vocabulary import MODIFIERS, RUN_EXAMPLE, TYPES

if TYPE_CHECKING:
    from rulec.lsp.session import Session

log = logging.getLogger(__name__)
_LEGEND: Final = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
# Full collections take 0.1 s with a large game: the session runs them in pauses.
_THRESHOLDS: Final = (20_000, 20, 10_000)
_TRIGGERS: Final = [" ", "'", '"', "[", ":", ","]
_PULL: Final = lsp.DiagnosticOptions(
    inter_file_dependencies=True, workspace_diagnostics=False, identifier="rulec"
)
# Requests, their handlers in `rulec.lsp.features`, and registration options.
_FEATURES: Final[tuple[tuple[str, str, Any], ...]] = (
    (lsp.TEXT_DOCUMENT_DIAGNOSTIC, "diagnostic", _PULL),
    (lsp.TEXT_DOCUMENT_CODE_ACTION, "code_action", lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
    (lsp.TEXT_DOCUMENT_COMPLETION, "completion", lsp.CompletionOptions(trigger_characters=_TRIGGERS)),
    (lsp.TEXT_DOCUMENT_FORMATTING, "formatting", None),
    (lsp.TEXT_DOCUMENT_RANGE_FORMATTING, "range_formatting", None),
    (lsp.TEXT_DOCUMENT_HOVER, "hovered", None),
    (lsp.TEXT_DOCUMENT_DEFINITION, "definition", None),
    (lsp.TEXT_DOCUMENT_REFERENCES, "references", None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "highlight", None),
    (lsp.TEXT_DOCUMENT_PREPARE_RENAME, "prepare_rename", None),
    (lsp.TEXT_DOCUMENT_RENAME, "renamed", lsp.RenameOptions(prepare_provider=True)),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "document_symbol", None),
    (lsp.WORKSPACE_SYMBOL, "workspace_symbol", None),
    (lsp.TEXT_DOCUMENT_FOLDING_RANGE, "folding", None),
    (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, "semantic_tokens", _LEGEND),
    (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, "semantic_tokens_range", _LEGEND),
    (lsp.TEXT_DOCUMENT_INLAY_HINT, "inlay_hint", None),
    (lsp.TEXT_DOCUMENT_CODE_LENS, "code_lens", None),
    (lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, "prepare_calls", None),
    (lsp.CALL_HIERARCHY_INCOMING_CALLS, "incoming_calls", None),
    (lsp.CALL_HIERARCHY_OUTGOING_CALLS, "outgoing_calls", None),
    (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, "files_changed", None),
    (lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, "folders_changed", None),
)
# Text changes are applied in order, before any request about them is answered.
_TEXTS: Final = (
    (lsp.TEXT_DOCUMENT_DID_OPEN, "opened"),
    (lsp.TEXT_DOCUMENT_DID_CHANGE, "edited"),
    (lsp.TEXT_DOCUMENT_DID_CLOSE, "closed"),
)


class _Protocol(LanguageServerProtocol):
    """Protocol without its own text store (see `rulec.editor`), with UTF-16 columns for all clients."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, Any]:
        general = params.capabilities.general
        if general is not None:
            general.position_encodings = None
        return (yield from super().lsp_initialize(params))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Refuse ill-formed requests by an answer, for which clients would wait in vain."""
        try:
            return super().structure_message(data)
        except JsonRpcException as refusal:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=refusal.to_response_error())
            raise

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> Generator[Any, Any, Any]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: lsp.DidChangeTextDocumentParams
    ) -> Generator[Any, Any, Any]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(
        self, params: lsp.DidCloseTextDocumentParams
    ) -> Generator[Any, Any, Any]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CLOSE], (params,), None


class RulesServer(LanguageServer):
    """Language server whose session starts with its first request."""

    def __init__(self) -> None:
        super().__init__("rulec", VERSION, protocol_cls=_Protocol)
        self.params = lsp.InitializeParams(lsp.ClientCapabilities())
        self._session: Session | None = None
        self.exit_code = 0  # the protocol asks for 1 after an exit without a shutdown
        self._is_shut_down = False

    @property
    def session(self) -> Session:
        if self._session is None:
            from rulec.lsp.session import Session

            self._session = Session(self, self.params)
        return self._session

    def shut_down(self) -> None:
        self._is_shut_down = True

    def leave(self) -> None:
        self.exit_code = 0 if self._is_shut_down else 1

    def answer(self, name: str, *given: Any) -> Any:
        from rulec.lsp import features

        return getattr(features, name)(self.session, *given)


def make_server() -> RulesServer:
    gc.set_threshold(*_THRESHOLDS)
    server = RulesServer()

    def initialize(params: lsp.InitializeParams) -> None:
        server.params = params

    def initialized(params: lsp.InitializedParams) -> None:
        server.session.watch()

    server.feature(lsp.INITIALIZE)(initialize)
    server.feature(lsp.INITIALIZED)(initialized)
    server.feature(lsp.SHUTDOWN)(lambda params: server.shut_down())
    server.feature(lsp.EXIT)(lambda params: server.leave())
    save = lsp.SaveOptions(include_text=False)
    server.feature(lsp.TEXT_DOCUMENT_DID_SAVE, save)(_at_once(server, "saved"))
    for method, name, options in _FEATURES:
        server.feature(method, options)(_guarded(server, name))
    for method, name in _TEXTS:
        server.feature(method)(_at_once(server, name))

    async def run_example(path: str, title: str) -> str:
        return str(await server.answer("run_example", path, title))

    server.command(RUN_EXAMPLE)(run_example)
    return server


def _guarded(server: RulesServer, name: str) -> Callable[..., Any]:
    """Wrap a handler: log unexpected errors and answer null; deliberate refusals propagate."""

    async def answer(params: Any) -> Any:
        try:
            found = server.answer(name, params)
            return await found if inspect.isawaitable(found) else found
        except JsonRpcException:
            raise
        except Exception:
            log.exception(name)
            return None

    return answer


def _at_once(server: RulesServer, name: str) -> Callable[..., None]:
    def change(params: Any) -> None:
        try:
            server.answer(name, params)
        except Exception:
            log.exception(name)

    return change
