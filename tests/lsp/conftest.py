"""Two servers for all tests, one for a plain client and one for a client that can more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp

from tests.lsp.editor_client import Editor
from tests.lsp.small import GAME, INVENTORY, VARIANT


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small game with its variant and inventory."""
    root = tmp_path_factory.mktemp("games")
    (root / "harvest.rules").write_text(GAME, encoding="utf-8")
    (root / "long_harvest.rules").write_text(VARIANT, encoding="utf-8")
    (root / "harvest.statements.toml").write_text(INVENTORY, encoding="utf-8")
    return root


@pytest.fixture(scope="session")
def editor(folder: Path) -> Iterator[Editor]:
    edit = lsp.WorkspaceEditClientCapabilities(
        document_changes=True, change_annotation_support=lsp.ChangeAnnotationsSupportOptions()
    )
    can = lsp.ClientCapabilities(workspace=lsp.WorkspaceClientCapabilities(workspace_edit=edit))
    found = Editor(can, root=folder)
    yield found
    found.close()


@pytest.fixture(scope="session")
def able(folder: Path) -> Iterator[Editor]:
    """A client that pulls diagnostics, takes snippets, and would rather count bytes."""
    item = lsp.ClientCompletionItemOptions(snippet_support=True)
    can = lsp.ClientCapabilities(
        general=lsp.GeneralClientCapabilities(position_encodings=["utf-8", "utf-32"]),
        text_document=lsp.TextDocumentClientCapabilities(
            completion=lsp.CompletionClientCapabilities(completion_item=item),
            diagnostic=lsp.DiagnosticClientCapabilities(),
            inlay_hint=lsp.InlayHintClientCapabilities(),
        ),
        workspace=lsp.WorkspaceClientCapabilities(
            inlay_hint=lsp.InlayHintWorkspaceClientCapabilities(refresh_support=True),
            did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
            diagnostics=lsp.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
        ),
    )
    found = Editor(can, root=folder)
    yield found
    found.close()
