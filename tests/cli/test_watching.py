"""What `rulec check --watch` notices, looked at without waiting."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulec.cli.check.watch import PATIENCE, FileWatcher

GAME = 'game "Base"\n    players 2\n    length 9\n\nplay:\n    end the game\n\nscore:\n    "A": 0\n'
VARIANT = 'variant "Short" of base:\n    set length to 8\n'


@pytest.fixture(autouse=True)
def files(elsewhere: Path) -> Path:
    (elsewhere / "base.rules").write_text(GAME)
    (elsewhere / "short.rules").write_text(VARIANT)
    return elsewhere


def touch(path: str, later: int) -> None:
    status = os.stat(path)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + later))


def test_the_first_look_is_a_change_and_then_only_what_changes() -> None:
    watched = FileWatcher(["base.rules"])
    assert watched.changed()
    assert not watched.changed()
    touch("base.rules", 5)
    assert watched.changed()
    assert not watched.changed()


def test_a_file_that_a_variant_is_made_of_counts() -> None:
    watched = FileWatcher(["short.rules"])
    assert watched.changed()
    assert watched.files == ["short.rules", "base.rules"]
    touch("base.rules", 5)
    assert watched.changed()


def test_look_files_count() -> None:
    """That of a variant's base too, and one that has not been there."""
    watched = FileWatcher(["short.rules"])
    assert watched.changed()
    Path("base.look.toml").write_text("[panels.turn]\norder = 1\n")
    assert watched.changed()
    assert not watched.changed()
    touch("base.look.toml", 5)
    assert watched.changed()
    assert watched.files == ["short.rules", "base.rules"]


def test_a_file_that_is_away_while_it_is_saved_is_waited_for() -> None:
    text = Path("base.rules").read_text()
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            Path("base.rules").write_text("")
        if len(waited) == 3:
            Path("base.rules").write_text(text + "# saved\n")

    watched = FileWatcher(["short.rules"], sleep)
    assert watched.changed()
    os.remove("base.rules")
    assert watched.changed()
    assert len(waited) == 4  # and once more, whether it is all that is written
    assert watched.files == ["short.rules", "base.rules"]
    assert not watched.changed()


def test_a_file_that_stays_away_is_told_once_and_seen_when_it_is_back() -> None:
    waited: list[float] = []
    watched = FileWatcher(["base.rules"], waited.append)
    assert watched.changed()
    os.remove("base.rules")
    assert watched.changed()
    assert sum(waited) == pytest.approx(PATIENCE, abs=0.1)
    assert not watched.changed()
    Path("base.rules").write_text(GAME)
    assert watched.changed()


def test_the_game_of_a_variant_may_come_later() -> None:
    os.remove("base.rules")
    watched = FileWatcher(["short.rules"], lambda seconds: None)
    assert watched.changed()
    assert watched.files == ["short.rules"]
    assert not watched.changed()
    Path("base.rules").write_text(GAME)
    assert watched.changed()
    assert watched.files == ["short.rules", "base.rules"]


def test_other_files_in_the_folder_do_not_count_for_a_whole_game() -> None:
    watched = FileWatcher(["base.rules"])
    assert watched.changed()
    Path("notes.txt").write_text("...")
    assert not watched.changed()
