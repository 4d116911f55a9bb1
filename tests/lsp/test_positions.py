"""Every request with positions outside the text, inside of surrogate pairs, and such as are no positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from rulec.lsp.server import _FEATURES
from tests.lsp.raw_client import RawClient
from tests.lsp.small import GAME

LARGEST = 2**31 - 1  # of an unsigned integer of the protocol
ROW = GAME.split("\n").index("  raise my grain by amount")
TEXT = GAME.replace("  raise my grain by amount", "  raise my grain by amount  # 𝄞𝄞 é")
PAIR = "  raise my grain by amount  # 𝄞".index("𝄞")
PLACES = {
    "behind the line": (ROW, 10_000),
    "inside a pair": (ROW, PAIR + 1),
    "between pairs": (ROW, PAIR + 2),
    "behind the text": (10_000, 0),
    "largest": (LARGEST, LARGEST),
    "largest column": (0, LARGEST),
}
NONE = {
    "negative line": (-1, 0),
    "negative column": (0, -1),
    "too large": (2**31, 2**40),
    "text": ("1", "x"),
    "nothing": (None, None),
}
WITHOUT = {
    lsp.TEXT_DOCUMENT_DIAGNOSTIC,
    lsp.TEXT_DOCUMENT_FORMATTING,
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
    lsp.TEXT_DOCUMENT_FOLDING_RANGE,
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    lsp.TEXT_DOCUMENT_CODE_LENS,
    lsp.WORKSPACE_SYMBOL,
    lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES,
    lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
}


@pytest.fixture(scope="module")
def client() -> Iterator[RawClient]:
    with RawClient() as found:
        yield found


def questions(uri: str, where: tuple[Any, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request that has a position or a range, with this one as its start or as its end."""
    document = {"textDocument": {"uri": uri}}
    place = {"line": where[0], "character": where[1]}
    start = {"line": 0, "character": 0}
    options = {"tabSize": 2, "insertSpaces": True}
    for method in (
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.TEXT_DOCUMENT_HOVER,
        lsp.TEXT_DOCUMENT_DEFINITION,
        lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT,
        lsp.TEXT_DOCUMENT_PREPARE_RENAME,
        lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
    ):
        yield method, {**document, "position": place}
    yield (
        lsp.TEXT_DOCUMENT_REFERENCES,
        {**document, "position": place, "context": {"includeDeclaration": True}},
    )
    yield lsp.TEXT_DOCUMENT_RENAME, {**document, "position": place, "newName": "other"}
    for span in (
        {"start": place, "end": place},
        {"start": start, "end": place},
        {"start": place, "end": start},
    ):
        yield lsp.TEXT_DOCUMENT_CODE_ACTION, {**document, "range": span, "context": {"diagnostics": []}}
        yield lsp.TEXT_DOCUMENT_RANGE_FORMATTING, {**document, "range": span, "options": options}
        yield lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, {**document, "range": span}
        yield lsp.TEXT_DOCUMENT_INLAY_HINT, {**document, "range": span}
        item = {"name": "collect", "kind": 6, "uri": uri, "range": span, "selectionRange": span}
        yield lsp.CALL_HIERARCHY_INCOMING_CALLS, {"item": item}
        yield lsp.CALL_HIERARCHY_OUTGOING_CALLS, {"item": item}


def opened(client: RawClient, path: Path, text: str) -> str:
    document = {"uri": path.as_uri(), "languageId": "rules", "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": document})
    assert problems(client, path.as_uri()) == []
    return path.as_uri()


def problems(client: RawClient, uri: str) -> list[str]:
    found = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    return [one["code"] for one in found["result"]["items"]]


def change(uri: str, version: int, start: tuple[Any, Any], end: tuple[Any, Any], text: str) -> Any:
    span = {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }
    return {
        "textDocument": {"uri": uri, "version": version},
        "contentChanges": [{"range": span, "text": text}],
    }


def test_every_request_with_a_position_is_asked() -> None:
    asked = {method for method, _ in questions("file:///x", (0, 0))}
    assert asked == {method for method, _, _ in _FEATURES} - WITHOUT


@pytest.mark.parametrize("where", PLACES.values(), ids=PLACES)
def test_positions_outside_the_text(client: RawClient, tmp_path: Path, where: tuple[int, int]) -> None:
    uri = opened(client, tmp_path / "outside.rules", TEXT)
    for method, params in questions(uri, where):
        found = client.request(method, params)
        refusal = found.get("error", {}).get("message", "")
        is_rename = method in (lsp.TEXT_DOCUMENT_RENAME, lsp.TEXT_DOCUMENT_PREPARE_RENAME)
        assert "result" in found or (is_rename and refusal and "Traceback" not in refusal), (method, found)
    client.notify("textDocument/didChange", change(uri, 2, where, where, "\n# end"))
    assert "R206" not in problems(client, uri)
    assert not {name for _, name, _ in _FEATURES} & set(client.said().split("\n"))  # no handler failed


@pytest.mark.parametrize("where", NONE.values(), ids=NONE)
def test_what_is_no_position_is_refused(client: RawClient, tmp_path: Path, where: tuple[Any, Any]) -> None:
    uri = opened(client, tmp_path / "refused.rules", TEXT)
    for method, params in questions(uri, where):
        found = client.request(method, params)
        assert "error" in found or method in (
            lsp.CALL_HIERARCHY_INCOMING_CALLS,
            lsp.CALL_HIERARCHY_OUTGOING_CALLS,
        ), (method, found)
    client.notify("textDocument/didChange", change(uri, 2, where, (0, 0), "x"))
    assert problems(client, uri) == []


def test_an_edit_that_ends_inside_a_pair_keeps_the_text_whole(client: RawClient, tmp_path: Path) -> None:
    uri = opened(client, tmp_path / "pairs.rules", TEXT)
    client.notify("textDocument/didChange", change(uri, 2, (ROW, PAIR + 1), (ROW, PAIR + 3), ""))
    client.notify("textDocument/didChange", change(uri, 3, (ROW, 2), (ROW, 7), "rise"))
    assert problems(client, uri) == ["R110"]
    hover = client.request(
        "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": ROW, "character": 11}}
    )
    assert "grain" in hover["result"]["contents"]["value"]
