"""Look files on the command line: what `check`, `picture` and `explain` say of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.tools import Cli
from tests.picture.test_look_files import LOOK
from tests.picture.test_scene import CARAVANS


@pytest.fixture
def rules(elsewhere: Path) -> Path:
    path = elsewhere / "caravans.rules"
    path.write_text(CARAVANS, encoding="utf-8")
    return path


def with_look(rules: Path, text: str) -> None:
    rules.with_name("caravans.look.toml").write_text(text, encoding="utf-8")


def test_check_tells_of_look_files(rules: Path, cli: Cli) -> None:
    with_look(rules, LOOK)
    ran = cli("check", str(rules))
    assert (ran.status, ran.err) == (0, "")
    with_look(rules, LOOK.replace('"#123456"', '"#12345"').replace("[zones.caravan]", "[zones.caravn]"))
    ran = cli("check", str(rules))
    assert ran.status == 1
    assert "caravans.rules: fine" in ran.out
    assert "caravans.look.toml:2:12: error L105: `#12345` is not a colour" in ran.out
    assert "hint: did you mean `caravan`?" in ran.out
    assert "2 problems in 1 file" in ran.out
    told = json.loads(cli("check", str(rules), "--format", "json").out)
    assert [(one["code"], one["line"], os.path.basename(one["file"])) for one in told] == [
        ("L105", 2, "caravans.look.toml"),
        ("L103", 25, "caravans.look.toml"),
    ]
    with_look(rules, LOOK.replace('"#e8c832"', '"#1a3c5c"'))
    ran = cli("check", str(rules))
    assert (ran.status, "warning L201" in ran.out) == (0, True)
    assert cli("check", str(rules)).out.count("L201") == 1  # a warning is not forgotten


def test_a_look_file_is_no_rules_file(rules: Path, cli: Cli) -> None:
    with_look(rules, LOOK)
    ran = cli("check", "caravans.look.toml")
    assert (ran.status, ran.error) == (2, "error: caravans.look.toml is a look file")
    assert ran.hint == "hint: it is checked with its rules: `rulec check caravans.rules`"


def test_the_picture_is_plain_and_says_so(rules: Path, cli: Cli) -> None:
    with_look(rules, "[panels.towns]\ntitel = 'Roads'\n")
    ran = cli("picture", str(rules), "--interpreter", "-o", "a.svg")
    assert ran.status == 0
    assert "caravans.look.toml:2:1: error L102: `titel` is not a key here" in ran.err
    assert "hint: did you mean `title`?" in ran.err
    assert "note: the picture is drawn without the look file" in ran.err
    assert "Towns" in Path("a.svg").read_text(encoding="utf-8")


def test_codes_are_explained(cli: Cli) -> None:
    assert "L106: no path data" in cli("explain", "L106").out
    assert json.loads(cli("explain", "l106", "--format", "json").out)["code"] == "L106"
    assert "L109" in cli("explain", "L109").error
