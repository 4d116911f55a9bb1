"""Commands compile a rules file once: the compiled forms are kept, and checked when they are read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulec import compiled, compiler
from rulec.compiled import Compiled
from tests.cli.tools import CONNECT_FOUR, NIM, ROOT, Cli


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the stages that were run."""
    runs: list[str] = []

    def counting(name: str) -> None:
        real = getattr(compiler, name)

        def run(*arguments: object, **named: object) -> object:
            runs.append(name)
            return real(*arguments, **named)

        monkeypatch.setattr(compiler, name, run)

    for name in ("lower", "run_passes"):
        counting(name)
    return runs


COMMANDS = [
    ["explain", CONNECT_FOUR],
    ["explain", CONNECT_FOUR, "drop"],
    ["explain", CONNECT_FOUR, "--protocol"],
    ["why", CONNECT_FOUR, "--interpreter"],
    ["play", CONNECT_FOUR, "--interpreter", "--seats", "random", "--seed", "1"],
    ["test", NIM, "--interpreter-only"],
    ["sim", NIM, "-n", "2", "--interpreter", "--rules"],
    ["trace", "record", NIM, "--interpreter"],
    ["perft", NIM, "--interpreter", "--depth", "2"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_second_call_compiles_nothing(cli: Cli, counted: list[str], command: list[str]) -> None:
    first = cli(*command)
    assert first.status == 0, first.err
    assert counted
    counted.clear()
    second = cli(*command)
    assert counted == []
    if command[0] != "sim":
        assert second.out == first.out


def test_a_file_with_many_decisions_is_lowered_once(cli: Cli, counted: list[str]) -> None:
    many = str(ROOT / "tests" / "games" / "abilities.rules")
    assert cli("explain", many).status == 0
    assert counted == ["lower", "run_passes"]


def test_coverage_is_told_without_lowering(cli: Cli, counted: list[str]) -> None:
    stones = str(ROOT / "tests" / "games" / "stones.rules")
    assert cli("cover", stones).out
    assert counted == []


def test_without_an_inventory_nothing_is_checked(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulec.frontend.check", lambda source: pytest.fail("the file was checked"))
    ran = cli("cover", CONNECT_FOUR)
    assert (ran.status, "names no inventory" in ran.err) == (2, True)


def test_a_new_variant_of_a_known_game_needs_no_look_ahead(cli: Cli, counted: list[str]) -> None:
    assert cli("new", "one", "--extends", "connect_four").status == 0
    counted.clear()
    assert cli("new", "two", "--extends", "connect_four").status == 0
    assert counted == []
    assert Path("one.rules").read_text().replace("One", "Two") == Path("two.rules").read_text()


def test_an_edit_is_seen(cli: Cli) -> None:
    shutil.copy(NIM, "nim.rules")
    before = cli("explain", "nim.rules").out
    text = Path("nim.rules").read_text()
    Path("nim.rules").write_text("# one line more\n" + text)
    assert cli("explain", "nim.rules").out != before


def test_a_base_that_changes_is_seen(elsewhere: Path, counted: list[str]) -> None:
    shutil.copy(CONNECT_FOUR, "connect_four.rules")
    Path("quick.rules").write_text('variant "Quick" of connect_four:\n  set length to 20\n')
    assert Compiled("quick.rules").program.max_decisions == 20
    counted.clear()
    assert Compiled("quick.rules").program.max_decisions == 20
    assert counted == []
    text = Path("connect_four.rules").read_text()
    Path("connect_four.rules").write_text(text + "\n# changed\n")
    assert Compiled("quick.rules").program.max_decisions == 20
    assert counted


def test_messages_call_the_file_as_the_user_does(cli: Cli, counted: list[str]) -> None:
    Path("sub").mkdir()
    shutil.copy(NIM, "sub/nim.rules")
    cli("why", "sub/nim.rules", "--interpreter")
    counted.clear()
    ran = cli("why", str(Path("sub/nim.rules").absolute()), "--interpreter")
    assert counted == []
    assert f"({Path('sub/nim.rules').absolute()}:" in ran.out


def damaged(data: bytes) -> list[bytes]:
    return [b"", b"{}", data[:-20], data.replace(b"rulec.ir.", b"subprocess."), b"\x80\x05."]


def test_damaged_forms_are_compiled_again(
    elsewhere: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with a digest that fits: as somebody would leave it who knows how it is done."""
    from rulec.native import source_cache
    from rulec.native.cache import Cache

    sound = Compiled(NIM).program
    found = source_cache.recall_tree("program", Path(NIM), cache=Cache.default())
    assert found is not None
    for data in damaged(found.data):
        source_cache.remember_tree("program", data, found.sources, cache=Cache.default())
        counted.clear()
        assert Compiled(NIM).program == sound
        assert counted == ["lower", "run_passes"]


def test_the_compiled_forms_of_old_texts_are_dropped(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulec.native import cache

    monkeypatch.setattr(cache, "_TREES", 3)
    text = Path(NIM).read_text()
    for number in range(6):
        Path("nim.rules").write_text(text + f"\n# {number}\n")
        assert Compiled("nim.rules").program
    assert len(list((cache.Cache.default().root / "trees").iterdir())) == 3


def test_a_text_from_elsewhere_is_not_kept(cli: Cli) -> None:
    from rulec.native.cache import Cache

    ran = cli("explain", "-", "take", stdin=Path(NIM).read_text())
    assert ran.status == 0, ran.err
    assert not (Cache.default().root / "trees").exists()
    assert compiled.__doc__
