"""`rulec picture`: positions from everywhere, files of every form, and nothing overwritten but pictures."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import rulec
from tests.cli.tools import CONNECT_FOUR, NIM, TIC_TAC_TOE, Cli

LEDUC = str(Path(NIM).with_name("leduc_poker.rules"))


def test_forms(cli: Cli) -> None:
    assert cli("picture", NIM).out == "nim.svg: Nim after 0 decisions\n"
    assert Path("nim.svg").read_text(encoding="utf-8").startswith("<svg")
    assert cli("picture", NIM, "-o", "nim.html").status == 0
    assert Path("nim.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert cli("picture", NIM, "-o", "-").out.startswith("<svg")
    ran = cli("picture", NIM, "-o", "nim.gif")
    assert (ran.status, ran.hint) == (2, "hint: let it end in .svg, .html or .png")


def test_png_needs_its_library(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ran = cli("picture", NIM, "-o", "nim.png")
    assert (ran.status, ran.error) == (2, "error: resvg-py is not installed")
    assert ran.hint == "hint: run `pip install 'rulec[picture]'`"
    assert not Path("nim.png").exists()


def test_png(cli: Cli) -> None:
    pytest.importorskip("resvg_py", reason="needs the extra `picture`")
    assert cli("picture", NIM, "-o", "nim.png").status == 0
    assert Path("nim.png").read_bytes().startswith(b"\x89PNG")


def test_the_same_seed_draws_the_same(cli: Cli) -> None:
    texts = [
        cli("picture", CONNECT_FOUR, "--interpreter", "--moves", "9", "--seed", seed, "-o", "-").out
        for seed in ("3", "3", "4")
    ]
    assert texts[0] == texts[1] != texts[2]


def test_a_saved_state(cli: Cli) -> None:
    state = rulec.interpret(TIC_TAC_TOE).State()
    state.play("mark: b2", "mark: a1")
    Path("two.json").write_text(json.dumps(state.to_dict()), encoding="utf-8")
    ran = cli("picture", TIC_TAC_TOE, "--from", "two.json", "-o", "two.svg")
    assert ran.out == "two.svg: Tic-Tac-Toe after 2 decisions\n"
    found = Path("two.svg").read_text(encoding="utf-8")
    assert set(re.findall('data-label="([^"]+)"', found)) == set(state.legal_labels())


def test_a_recorded_game(cli: Cli) -> None:
    assert cli("trace", "record", TIC_TAC_TOE, "--seed", "2", "--to", "my.trace").status == 0
    ran = cli("picture", TIC_TAC_TOE, "--replay", "my.trace", "--move", "3", "-o", "three.svg")
    assert ran.out == "three.svg: Tic-Tac-Toe after 3 decisions\n"
    assert "Before: Player 1, Mark: " in Path("three.svg").read_text(encoding="utf-8")
    assert cli("picture", TIC_TAC_TOE, "--replay", "my.trace", "-o", "end.svg").status == 0
    assert "Game over" in Path("end.svg").read_text(encoding="utf-8")
    assert "moves, not 99" in cli("picture", TIC_TAC_TOE, "--replay", "my.trace", "--move", "99").error


def test_what_a_player_knows(cli: Cli) -> None:
    words = ["picture", LEDUC, "--interpreter", "--moves", "2", "--seed", "5", "-o", "-"]
    assert "face down" in cli(*words, "--observer", "1").out
    assert cli(*words, "--observer", "1").out != cli(*words, "--observer", "2").out
    ran = cli(*words, "--observer", "3")
    assert (ran.status, ran.error) == (2, "error: there is no player 3")


def test_what_does_not_go_together(cli: Cli) -> None:
    assert cli("picture", NIM, "--move", "3").status == 2
    assert cli("picture", NIM, "--from", "a.json", "--replay", "b.trace").status == 2
    assert cli("picture", NIM, "--players", "9").status == 2
    assert cli("picture", NIM, "-o", "no/such/folder.svg").error == (
        "error: no/such/folder.svg can't be written: No such file or directory"
    )


def test_nothing_but_pictures_is_overwritten(cli: Cli) -> None:
    Path("letter.svg").write_text("Dear all", encoding="utf-8")
    ran = cli("picture", NIM, "-o", "letter.svg")
    assert (ran.status, ran.error) == (2, "error: letter.svg is there already and is not a picture")
    assert Path("letter.svg").read_text(encoding="utf-8") == "Dear all"
    Path("folder.svg").mkdir()
    assert cli("picture", NIM, "-o", "folder.svg").error == "error: folder.svg is a folder"


def test_a_game_in_the_terminal_has_a_picture_beside_it(cli: Cli) -> None:
    ran = cli("play", LEDUC, "--interpreter", "--seed", "1", "--seats", "random", "--picture", "beside.html")
    assert ran.status == 0
    assert "Game over" in Path("beside.html").read_text(encoding="utf-8")
    assert cli("play", LEDUC, "--picture", "beside.txt").hint == "hint: let it end in .svg, .html or .png"
    assert sorted(one.name for one in Path().iterdir() if "beside" in one.name) == ["beside.html"]
    cli("play", LEDUC, "--interpreter", "--seats", "human,human", "--picture", "mine.html", stdin="")
    found = Path("mine.html").read_text(encoding="utf-8")
    assert re.search("as seen by player [12]", found)
    assert "face down" in found
