"""Files that change while they are open: by other windows, by other names, or not at all any more."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from tests.lsp.editor_client import Editor, position
from tests.lsp.small import GAME, VARIANT

BROKEN = GAME.replace('"Harvest"', '"Harvest').replace("lower rounds", "lwer rounds")
OTHER = GAME.replace("collect", "gather")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A game with a variant beside it."""
    path = tmp_path / "harvest.rules"
    path.write_text(GAME, encoding="utf-8")
    (tmp_path / "long_harvest.rules").write_text(VARIANT, encoding="utf-8")
    return path


def variant_of(base: Path) -> Path:
    return base.with_name("long_harvest.rules")


def tell(editor: Editor, *events: tuple[Path, lsp.FileChangeType]) -> None:
    changes = [lsp.FileEvent(path.as_uri(), kind) for path, kind in events]
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(changes))


def codes(editor: Editor, uri: str) -> list[str]:
    return [str(one.code) for one in editor.pull(uri)]


def shows(editor: Editor, uri: str, *expected: str) -> None:
    """Wait until exactly these problems were pushed."""
    editor.wait_until(lambda: sorted(str(one.code) for one in editor.published[uri]) == sorted(expected))


def comes_to(editor: Editor, uri: str, *expected: str) -> None:
    """Pull again whenever the server asks for it, until exactly these problems come."""
    while True:
        before = editor.refreshed
        if codes(editor, uri) == list(expected):
            return
        editor.wait_until(lambda seen=before: editor.refreshed > seen)


def test_two_windows_edit_one_file(editor: Editor, able: Editor, base: Path) -> None:
    """Each window checks its own text; what one of them saves reaches the variant in the other."""
    one, two = editor.open(base, GAME), able.open(base, GAME)
    variant = able.open(variant_of(base), VARIANT)
    editor.replace(one, 2, OTHER)
    assert codes(editor, one) == codes(able, two) == codes(able, variant) == []
    base.write_text(OTHER, encoding="utf-8")
    tell(able, (base, lsp.FileChangeType.Changed))
    assert codes(able, variant) == []  # the text in this window is another one
    able.shut(two)
    comes_to(able, variant, "R219")
    two = able.open(base, OTHER)
    able.replace(two, 2, GAME)
    comes_to(able, variant)
    for window, uri in ((editor, one), (able, two), (able, variant)):
        window.shut(uri)


def test_a_file_that_is_opened_twice_has_the_later_text(editor: Editor, base: Path) -> None:
    uri = editor.open(base, BROKEN)
    assert codes(editor, uri) != []
    assert editor.open(base, GAME) == uri
    assert codes(editor, uri) == []
    shows(editor, uri)
    editor.shut(uri)
    editor.shut(uri)
    editor.replace(uri, 9, BROKEN)
    assert codes(editor, uri) == []  # as on the disk


@pytest.mark.parametrize("is_told_first", [False, True])
def test_a_file_that_is_renamed_while_open(editor: Editor, base: Path, is_told_first: bool) -> None:
    variant = editor.open(variant_of(base), VARIANT)
    uri = editor.open(base, GAME)
    assert codes(editor, variant) == []
    new = base.with_name("reaping.rules")
    base.rename(new)
    events = (base, lsp.FileChangeType.Deleted), (new, lsp.FileChangeType.Created)
    if is_told_first:
        tell(editor, *events)
    editor.shut(uri)
    renamed = editor.open(new, GAME)
    if not is_told_first:
        tell(editor, *events)
    assert codes(editor, renamed) == []
    shows(editor, variant, "R901")
    editor.replace(variant, 2, VARIANT.replace("of harvest", "of reaping"))
    assert codes(editor, variant) == []
    shows(editor, variant)
    editor.shut(renamed)
    editor.shut(variant)


def test_a_file_that_is_deleted_while_open(editor: Editor, base: Path) -> None:
    """The text in the window goes on; saved again, it is the variant's game again."""
    uri, variant = editor.open(base, GAME), editor.open(variant_of(base), VARIANT)
    assert codes(editor, variant) == []
    base.unlink()
    tell(editor, (base, lsp.FileChangeType.Deleted))
    editor.replace(uri, 2, GAME.replace("lower rounds", "lwer rounds"))
    assert codes(editor, uri) == ["R110"]
    editor.replace(uri, 3, GAME)
    assert codes(editor, uri) == []
    hover = editor.at(lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams, uri, GAME, "reach_far")
    assert "reach_far" in hover.contents.value
    base.write_text(GAME, encoding="utf-8")
    tell(editor, (base, lsp.FileChangeType.Created))
    assert codes(editor, variant) == []
    shows(editor, variant)
    editor.shut(uri)
    editor.shut(variant)


def test_a_file_that_may_not_be_written(editor: Editor, base: Path) -> None:
    """Edits are the editor's: nothing is written here, so that nothing fails."""
    base.chmod(0o444)
    uri = editor.open(base, GAME)
    asked = lsp.RenameParams(lsp.TextDocumentIdentifier(uri), position(GAME, "gained"), "won")
    assert editor.ask(lsp.TEXT_DOCUMENT_RENAME, asked) is not None
    editor.replace(uri, 2, OTHER)
    assert codes(editor, uri) == []
    assert base.read_text(encoding="utf-8") == GAME
    editor.shut(uri)


def test_a_base_that_breaks_vanishes_and_returns(editor: Editor, base: Path) -> None:
    variant = editor.open(variant_of(base), VARIANT)
    assert codes(editor, variant) == []

    def becomes(text: str | bytes | None, kind: lsp.FileChangeType = lsp.FileChangeType.Changed) -> None:
        if base.is_dir():
            shutil.rmtree(base)
        if text is None:
            base.unlink(missing_ok=True)
        else:
            base.write_bytes(text.encode() if isinstance(text, str) else text)
        tell(editor, (base, kind))

    becomes(BROKEN)
    editor.wait_until(lambda: editor.published[variant])
    broken = codes(editor, variant)
    assert broken
    becomes(None, lsp.FileChangeType.Deleted)
    shows(editor, variant, "R901")
    becomes(b"\xff\xfe\x00", lsp.FileChangeType.Created)
    assert codes(editor, variant) == ["R901"]
    becomes(None, lsp.FileChangeType.Deleted)
    base.mkdir()
    tell(editor, (base, lsp.FileChangeType.Created))
    assert codes(editor, variant) == ["R901"]
    becomes(BROKEN)
    assert codes(editor, variant) == broken
    becomes(OTHER)
    shows(editor, variant, "R219")
    becomes(GAME)
    shows(editor, variant)
    assert codes(editor, variant) == []
    editor.shut(variant)
