"""Hostile and unlucky names."""

from __future__ import annotations

import pytest

from rulec.errors import RulecError
from rulec.native.names import is_game_name, require_file_names, require_game_name


@pytest.mark.parametrize("name", ["tiny", "tic_tac_toe", "hex11", "a", "x" * 80])
def test_good_names(name: str) -> None:
    assert require_game_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "/etc/x",
        "a\\b",
        "a b",
        "a\nb",
        "a\0b",
        "Tiny",
        "_tiny",
        "__init__",
        "7up",
        "class",
        "import",
        "tiny.pyx",
        "tiny\n",
        "ti-ny",
        "tïny",
        "ﬁne",
        "numpy",
        "cython",
        "rulec",
        "x" * 81,
    ],
)
def test_bad_names(name: str) -> None:
    assert not is_game_name(name)
    with pytest.raises(RulecError, match="can't be the name of a module"):
        require_game_name(name)


def test_message_shows_no_raw_text() -> None:
    with pytest.raises(RulecError) as caught:
        require_game_name("evil\x1b[31m" + "x" * 1000)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "name", ["../x.pyx", "a/b.pyx", ".pyx", ".hidden.pyx", "x.py", "x.so", "manifest.json", "x"]
)
def test_bad_file_names(name: str) -> None:
    with pytest.raises(RulecError, match="can't be the name of a generated file"):
        require_file_names(["tiny.pyx", name])
