"""Rules files by their ids: nothing outside of the folder is read or written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.errors import RulecError
from rulec.studio.server.library import Conflict, Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    inside = tmp_path / "inside"
    (inside / "more").mkdir(parents=True)
    (inside / ".hidden").mkdir()
    (inside / "a.rules").write_text('game "A"\n  players 2 to 4\n')
    (inside / "more" / "b.rules").write_text('variant "B" of a:\n')
    (inside / ".hidden" / "c.rules").write_text('game "C"\n')
    (inside / "secret.txt").write_text("secret")
    (tmp_path / "outside.rules").write_text('game "Outside"\n')
    (inside / "link.rules").symlink_to(tmp_path / "outside.rules")
    (inside / "folder").symlink_to(tmp_path)
    return Library(inside, None)


def test_lists_what_lies_in_the_folder(library: Library) -> None:
    found = {one.id: (one.title, one.kind, one.base, one.players) for one in library.entries()}
    assert found == {
        "here/a.rules": ("A", "game", "", "2 to 4"),
        "here/more/b.rules": ("B", "variant", "a", ""),
    }


def test_equal_titles_are_told_apart_by_their_files(library: Library) -> None:
    assert [one.file for one in library.entries()] == ["a.rules", "more/b.rules"]


@pytest.mark.parametrize(
    "game",
    [
        "here/../outside.rules",
        "here/more/../../outside.rules",
        "here//etc/passwd.rules",
        "here/link.rules",
        "here/folder/outside.rules",
        "here/.hidden/c.rules",
        "here/secret.txt",
        "here/a.rules/",
        "here/a\x00.rules",
        "here/..\\outside.rules",
        "there/a.rules",
        "rulec/a.rules",
        "/a.rules",
        "a.rules",
        "",
    ],
)
def test_nothing_else_has_an_id(library: Library, game: str) -> None:
    with pytest.raises(RulecError):
        library.read(game)
    with pytest.raises(RulecError):
        library.write(game, "anything", "")


def test_a_text_is_saved_over_the_one_that_was_read(library: Library) -> None:
    read = library.read("here/a.rules")
    digest = library.write("here/a.rules", "new", read.digest)
    assert library.read("here/a.rules").text == "new"
    assert library.read("here/a.rules").digest == digest
    with pytest.raises(Conflict):
        library.write("here/a.rules", "newer", read.digest)
    with pytest.raises(Conflict):
        library.write("here/a.rules", "newer", "")
    assert library.read("here/a.rules").text == "new"
    library.write("here/more/new.rules", "x", "")
    assert library.read("here/more/new.rules").text == "x"
