"""The server itself: hostile messages, files that come and go, clients that push or pull, two windows."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulec.lsp.session import pause_after
from tests.lsp.editor_client import Editor, position
from tests.lsp.raw_client import RawClient
from tests.lsp.small import GAME, VARIANT


def alive(editor: Editor, folder: Path, name: str = "alive.rules") -> bool:
    """Does the server still answer rightly?"""
    uri = editor.open(folder / name, GAME.replace("lower rounds", "lwer rounds"))
    found = editor.pull(uri)
    editor.shut(uri)
    return [one.code for one in found] == ["R110"]


@pytest.mark.parametrize("where", [(10**6, 10**6), (3, 10**6), (2**31 - 1, 2**31 - 1), (4, 3)], ids=str)
def test_positions_outside_the_text(editor: Editor, folder: Path, where: tuple[int, int]) -> None:
    text = GAME.replace("# Harvest", "# 𝄞𝄞 Harvest 𝄞")
    uri = editor.open(folder / "outside.rules", text)
    editor.pull(uri)
    document, place = lsp.TextDocumentIdentifier(uri), lsp.Position(*where)
    for method, kind in (
        (lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams),
        (lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionParams),
        (lsp.TEXT_DOCUMENT_DEFINITION, lsp.DefinitionParams),
        (lsp.TEXT_DOCUMENT_PREPARE_RENAME, lsp.PrepareRenameParams),
        (lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, lsp.CallHierarchyPrepareParams),
    ):
        editor.ask(method, kind(document, place))
    span = lsp.Range(lsp.Position(*where), lsp.Position(0, 0))
    editor.change(uri, 2, lsp.TextDocumentContentChangePartial(span, "x"))
    editor.ask(lsp.TEXT_DOCUMENT_INLAY_HINT, lsp.InlayHintParams(document, span))
    editor.ask(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, lsp.SemanticTokensRangeParams(document, span))
    editor.shut(uri)
    assert alive(editor, folder)


def test_columns_count_utf16_units(editor: Editor, folder: Path) -> None:
    text = GAME.replace('"Grain": my grain', '"𝄞𝄞": my grin')
    uri = editor.open(folder / "signs.rules", text)
    (found,) = editor.pull(uri)
    line = text.split("\n")[found.range.start.line].encode("utf-16-le")
    shown = line[2 * found.range.start.character : 2 * found.range.end.character].decode("utf-16-le")
    assert shown == "grin"
    editor.shut(uri)


def test_a_client_that_prefers_bytes_gets_utf16(able: Editor) -> None:
    assert able.initialized.capabilities.position_encoding == "utf-16"


def test_texts_that_nobody_opened(editor: Editor, folder: Path) -> None:
    for uri in (
        (folder / "gone.rules").as_uri(),
        "untitled:Untitled-1",
        "https://example.com/a.rules",
        "file:",
        "x",
    ):
        document = lsp.TextDocumentIdentifier(uri)
        assert editor.ask(lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(document, lsp.Position(0, 0))) is None
        editor.ask(lsp.TEXT_DOCUMENT_FOLDING_RANGE, lsp.FoldingRangeParams(document))
        editor.ask(
            lsp.TEXT_DOCUMENT_FORMATTING,
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True)),
        )
        editor.change(uri, 7, lsp.TextDocumentContentChangeWholeDocument("x"))
        assert editor.pull(uri) == []
    assert alive(editor, folder)


def test_a_text_that_is_no_file_yet(editor: Editor) -> None:
    uri = editor.open("untitled:Untitled-2", GAME.replace("lower rounds", "lwer rounds"))
    assert [one.code for one in editor.pull(uri)] == ["R110"]
    editor.shut(uri)


def test_names_with_blanks_and_signs_keep_their_address(editor: Editor, folder: Path) -> None:
    inner = folder / "ä b%20c"
    inner.mkdir(exist_ok=True)
    uri = editor.open(inner / "my game.rules", GAME)
    editor.pull(uri)
    found = editor.at(lsp.TEXT_DOCUMENT_DEFINITION, lsp.DefinitionParams, uri, GAME, "collect with gained")
    assert [one.uri for one in found] == [uri]
    editor.shut(uri)


def test_files_come_and_go_below_an_open_variant(editor: Editor, tmp_path: Path) -> None:
    base, variant = tmp_path / "harvest.rules", tmp_path / "long_harvest.rules"
    base.write_text(GAME, encoding="utf-8")
    variant.write_text(VARIANT, encoding="utf-8")
    uri = editor.open(variant, VARIANT)
    assert editor.pull(uri) == []
    base.rename(tmp_path / "other.rules")
    tell(editor, base, lsp.FileChangeType.Deleted)
    assert [one.code for one in editor.pull(uri)] == ["R901"]
    base.write_text(GAME.replace("rule collect", "rule gather"), encoding="utf-8")
    tell(editor, base, lsp.FileChangeType.Created)
    assert editor.pull(uri)
    base.write_text(GAME, encoding="utf-8")
    os.chmod(base, 0o444)
    tell(editor, base, lsp.FileChangeType.Changed)
    assert editor.pull(uri) == []
    base.write_bytes(b"\xff\xfe\x00") if os.access(base, os.W_OK) else None
    tell(editor, base, lsp.FileChangeType.Changed)
    editor.pull(uri)
    variant.unlink()
    tell(editor, variant, lsp.FileChangeType.Deleted)
    editor.pull(uri)
    editor.shut(uri)
    assert alive(editor, tmp_path)


def tell(editor: Editor, path: Path, kind: lsp.FileChangeType) -> None:
    change = lsp.FileEvent(path.as_uri(), kind)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))


def test_a_variant_sees_what_its_game_is_being_made(editor: Editor, tmp_path: Path) -> None:
    base, variant = tmp_path / "harvest.rules", tmp_path / "long_harvest.rules"
    base.write_text(GAME, encoding="utf-8")
    variant.write_text(VARIANT, encoding="utf-8")
    first, second = editor.open(base, GAME), editor.open(variant, VARIANT)
    assert editor.pull(second) == []
    editor.wait_until(lambda: editor.published.get(second) == [])
    changed = GAME.replace("collect", "gather")
    editor.replace(first, 2, changed)
    editor.wait_until(lambda: bool(editor.published.get(second)))
    assert [one.code for one in editor.pull(second)] == ["R219"]
    editor.replace(first, 3, GAME)
    editor.wait_until(lambda: editor.published.get(second) == [])
    editor.shut(first)
    editor.shut(second)


def test_a_variant_sees_its_game_as_saved_once_the_window_is_closed(editor: Editor, tmp_path: Path) -> None:
    base, variant = tmp_path / "harvest.rules", tmp_path / "long_harvest.rules"
    base.write_text(GAME, encoding="utf-8")
    variant.write_text(VARIANT, encoding="utf-8")
    game = editor.open(base, GAME.replace("rule collect", "rule gather").replace("    collect", "    gather"))
    editor.pull(game)
    uri = editor.open(variant, VARIANT)
    editor.wait_until(lambda: any(one.code == "R219" for one in editor.published.get(uri, ())))
    editor.shut(game)
    editor.wait_until(lambda: not editor.published[uri])
    editor.shut(uri)


def test_folders_come_and_go_in_a_window_with_several(editor: Editor, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.rules").write_text(GAME.replace("collect", "gleaning"), encoding="utf-8")

    def shown() -> list[str]:
        found = editor.ask(lsp.WORKSPACE_SYMBOL, lsp.WorkspaceSymbolParams("gleaning"))
        return [one.name for one in found or []]

    one = lsp.WorkspaceFolder(tmp_path.as_uri(), "other")
    assert shown() == []
    for event, expected in (
        (lsp.WorkspaceFoldersChangeEvent([one], []), ["gleaning"]),
        (lsp.WorkspaceFoldersChangeEvent([], [one]), []),
    ):
        params = lsp.DidChangeWorkspaceFoldersParams(event)
        editor.client.workspace_did_change_workspace_folders(params)
        assert shown() == expected
    assert alive(editor, folder)


def test_a_client_that_waits_to_be_asked_watches_files(editor: Editor, able: Editor) -> None:
    able.wait_until(lambda: able.registered)
    (one,) = able.registered
    assert one.method == lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
    assert editor.registered == []


def test_a_base_that_is_a_variant_of_itself(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "round.rules"
    path.write_text('variant "Round" of round:\n  add:\n    rule x: nothing\n', encoding="utf-8")
    uri = editor.open(path, path.read_text())
    assert [one.code for one in editor.pull(uri)] == ["R902"]
    editor.shut(uri)


def test_keystrokes_are_answered_at_once_and_checked_after_a_pause(editor: Editor, folder: Path) -> None:
    uri = editor.open(folder / "typed.rules", GAME)
    editor.pull(uri)
    for version in range(2, 12):
        editor.change(uri, version, lsp.TextDocumentContentChangePartial(at(GAME, "lower rounds"), "l"))
    editor.wait_until(lambda: editor.versions.get(uri) == 11 and len(editor.published[uri]) == 1)
    assert [one.code for one in editor.pull(uri)] == [editor.published[uri][0].code] == ["R110"]
    editor.shut(uri)


def at(text: str, words: str) -> lsp.Range:
    place = position(text, words)
    return lsp.Range(place, place)


@pytest.mark.parametrize(
    ("took", "pause"),
    [(None, 0.25), (0.0, 0.05), (0.04, 0.08), (0.6, 0.25)],
    ids=["first", "no time", "little", "long"],
)
def test_small_files_are_checked_after_a_shorter_pause(took: float | None, pause: float) -> None:
    assert pause_after(took) == pause


def test_a_client_that_pulls_is_asked_to_pull_again(able: Editor, folder: Path) -> None:
    before = able.refreshed
    uri = able.open(folder / "pulled.rules", GAME.replace("my grain > 20", "my grin > 20"))
    able.wait_until(lambda: able.refreshed > before)
    assert [one.code for one in able.pull(uri)] == ["R214"]
    able.wait_until(lambda: able.refreshed >= before + 2)  # once more, with the edit that mends it
    assert able.published == {}
    able.shut(uri)


def test_a_client_with_plain_edits_gets_them(able: Editor, folder: Path) -> None:
    uri = able.open(folder / "plain.rules", GAME)
    able.pull(uri)
    asked = lsp.RenameParams(lsp.TextDocumentIdentifier(uri), position(GAME, "gained"), "won")
    found = able.ask(lsp.TEXT_DOCUMENT_RENAME, asked)
    assert found.document_changes is None
    assert [one.new_text for one in found.changes[uri]] == ["won", "won"]
    able.shut(uri)


def test_two_windows_on_one_folder(editor: Editor, able: Editor, folder: Path) -> None:
    one = editor.open(folder / "both.rules", GAME)
    two = able.open(folder / "both.rules", GAME.replace("lower rounds", "lwer rounds"))
    assert editor.pull(one) == []
    assert len(able.pull(two)) == 1
    editor.shut(one)
    able.shut(two)


def test_closing_while_it_is_checked(editor: Editor, folder: Path) -> None:
    for number in range(5):
        uri = editor.open(folder / f"closed{number}.rules", GAME + "x" * number)
        editor.shut(uri)
    assert alive(editor, folder)


def test_a_server_that_is_told_to_exit_says_nothing(tmp_path: Path) -> None:
    with RawClient() as client:
        document = {"uri": (tmp_path / "a.rules").as_uri(), "languageId": "rules", "version": 1, "text": GAME}
        client.notify("textDocument/didOpen", {"textDocument": document})
        assert client.leave() == 0
        assert client.said() == ""


def test_by_tcp_with_messages_that_make_no_sense() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "rulec", "lsp", "--tcp", str(port)], stderr=subprocess.DEVNULL
    )
    try:
        with connected(port) as connection:
            send(connection, '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
            receive(connection, b'"name":"rulec"')
            place = '"position":{"line":-1,"character":"x"}'
            for params in (f'{{"textDocument":{{"uri":"file:///x.rules"}},{place}}}', "[]", "7", "null"):
                send(
                    connection, f'{{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{params}}}'
                )
            send(connection, '{"jsonrpc":"2.0","id":9,"method":"no/such/method","params":{}}')
            send(connection, "nothing")
            send(connection, '{"jsonrpc":"2.0","id":3,"method":"shutdown"}')
            receive(connection, b'"id":3')
    finally:
        process.kill()
        process.wait()


def connected(port: int) -> socket.socket:
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody listens")


def send(connection: socket.socket, body: str) -> None:
    connection.sendall(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())


def receive(connection: socket.socket, words: bytes) -> None:
    """Read until the words come; the connection gives up after a minute."""
    found = b""
    while words not in found:
        part = connection.recv(65_536)
        assert part, found
        found += part.replace(b" ", b"")


@pytest.mark.parametrize(("goodbye", "code"), [(("shutdown", "exit"), 0), (("exit",), 1), ((), 0)])
def test_exit_codes(goodbye: tuple[str, ...], code: int) -> None:
    """An exit without a shutdown is an error by the protocol; an editor that is gone is none."""
    messages = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}]
    messages += [
        {"jsonrpc": "2.0", "method": one} | ({"id": 2} if one == "shutdown" else {}) for one in goodbye
    ]
    bodies = [json.dumps(one).encode() for one in messages]
    sent = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in bodies)
    ran = subprocess.run([sys.executable, "-m", "rulec", "lsp"], input=sent, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (code, b"")


def test_without_the_library_one_line_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'pygls'\", name='pygls')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-m", "rulec", "lsp"], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr.splitlines() == [
        "error: pygls is not installed",
        "hint: run `pip install 'rulec[lsp]'`",
    ]
