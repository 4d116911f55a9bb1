"""Games by name: the nearest one is meant; and the engine that is used is one that is there already."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from rulec import facade
from rulec.base.version import VERSION
from rulec.errors import RulecError
from rulec.native import engines
from rulec.native.digests import compiler_digest, digest_of_file
from rulec.native.engines import built_engine, find_rules
from rulec.native.shipped_modules import GAMES, Compiled, Record, Shipped
from rulec.native.sources import SourceFile
from tests.cli.tools import CONNECT_FOUR, NIM, Cli


def copied(target: str) -> Path:
    path = Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(CONNECT_FOUR, path)
    return path


def test_the_nearest_game_of_a_name_is_meant() -> None:
    assert find_rules("connect_four") == str(GAMES / "classics" / "connect_four.rules")
    copied("games/mine/connect_four.rules")
    assert find_rules("connect_four") == "games/mine/connect_four.rules"
    copied("games/connect_four.rules")
    assert find_rules("connect_four") == "games/connect_four.rules"
    copied("connect_four.rules")
    assert find_rules("connect_four") == "connect_four.rules"
    copied("connect_four")  # a file of that very name
    assert find_rules("connect_four") == "connect_four"


def test_a_game_that_was_built_here_is_meant(elsewhere: Path) -> None:
    from rulec.native.outputs import Manifest
    from rulec.native.sources import SourceFile

    rules = copied("deep/below/mine.rules")
    copied("games/mine.rules")
    manifest = Manifest(
        "mine", "Mine", (SourceFile.of(rules),), "mine.so", "", "", "", "", "", False, "0", ()
    )
    folder = Path("generated/mine")
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    assert find_rules("mine") == "deep/below/mine.rules"
    rules.unlink()
    assert find_rules("mine") == "games/mine.rules"


@pytest.mark.parametrize("path", ["a/b", "x.rules", "./x", "../connect_four", "a\0b", "-x", "x" * 300, ""])
def test_what_is_plainly_a_path_is_handed_on(path: str) -> None:
    assert find_rules(path) == path


def test_a_folder_is_called_a_folder(cli: Cli) -> None:
    Path("somewhere").mkdir()
    assert cli("check", "somewhere").error == "error: somewhere is a folder, not a rules file"


def test_the_nearest_name_is_proposed(cli: Cli) -> None:
    copied("my_game.rules")
    for wrong, hint in (("conect_four", "connect_four"), ("my_gane", "my_game.rules")):
        ran = cli("check", wrong)
        assert (ran.status, ran.error) == (2, f"error: there is no file {wrong}, and no game of that name")
        assert f"`{hint}`" in ran.hint
    with pytest.raises(RulecError):
        find_rules("zzzzzzzz")


COMMANDS = [
    ["check"],
    ["explain"],
    ["explain", "--protocol"],
    ["why", "--interpreter"],
    ["perft", "--interpreter", "--depth", "1"],
    ["play", "--interpreter", "--seats", "random"],
    ["sim", "--interpreter", "-n", "1"],
    ["ladder", "--players", "random,first", "--interpreter", "-n", "1"],
    ["trace", "record", "--interpreter"],
    ["emit", "--stage", "ast"],
    ["fmt", "--check"],
    ["test", "--interpreter-only"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_takes_names(cli: Cli, command: list[str]) -> None:
    words = command[: 2 if command[0] == "trace" else 1]
    ran = cli(*words, "tic_tac_toe", *command[len(words) :])
    assert ran.status == 0, ran.err


def test_diff_takes_names(cli: Cli) -> None:
    copied("connect_four.rules")
    assert cli("diff", "connect_four", CONNECT_FOUR).status == 0


@pytest.fixture
def shipped(builds: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shipped:
    """Connect Four as a wheel of this very compiler would carry it; nothing else is built."""
    module = facade.load(CONNECT_FOUR)
    path = Path(str(module.__file__))
    record = Record(
        "connect_four",
        module.TITLE,
        (SourceFile.of(CONNECT_FOUR),),
        (Compiled("baseline", digest_of_file(path), module.BUILD_ID),),
        module.RULES_HASH,
        VERSION,
        compiler_digest(),
    )
    found = Shipped(record, record.modules[0], path)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "empty"))
    monkeypatch.setattr(engines, "find_shipped", lambda name: found if name == "connect_four" else None)
    for work in ("_build", "interpret"):
        monkeypatch.setattr(facade, work, lambda *given: pytest.fail("nothing has to be compiled"))
    return found


USING = [
    ["perft", "--depth", "2"],
    ["play", "--seats", "random", "--seed", "1"],
    ["why", "--moves", "3"],
    ["sim", "-n", "3"],
    ["trace", "record"],
]


@pytest.mark.parametrize("command", USING, ids=" ".join)
def test_commands_use_the_engines_that_came_with_rulec(
    cli: Cli, shipped: Shipped, command: list[str]
) -> None:
    words = command[: 2 if command[0] == "trace" else 1]
    ran = cli(*words, "connect_four", *command[len(words) :])
    assert (ran.status, ran.err) == (0, "")
    if command[0] in ("perft", "play", "sim"):
        assert "engine" in ran.out


def test_a_copy_of_the_rules_will_do(shipped: Shipped) -> None:
    path = copied("here/connect_four.rules")
    engine = built_engine(path)
    assert engine is not None
    assert engine._SOURCE == str(path.absolute())
    assert built_engine(path, debug=True) is None


def test_an_edited_copy_has_no_engine(shipped: Shipped) -> None:
    path = copied("connect_four.rules")
    path.write_text(path.read_text() + "# edited\n")
    assert built_engine(path) is None
    assert built_engine(copied("connect_five.rules")) is None


def test_an_engine_of_another_compiler_is_not_used(shipped: Shipped, monkeypatch: pytest.MonkeyPatch) -> None:
    for digest in ("", "0" * 40):
        record = msgspec.structs.replace(shipped.record, compiler=digest)
        old = Shipped(record, shipped.compiled, shipped.path)
        monkeypatch.setattr(engines, "find_shipped", lambda name, old=old: old)
        assert built_engine(Path(CONNECT_FOUR)) is None


def test_it_is_said_where_a_game_is_interpreted(cli: Cli) -> None:
    assert "is not built, so it is interpreted" in cli("trace", "record", NIM).err
    assert cli("trace", "record", NIM, "--interpreter").err == ""
    assert cli("why", NIM).err == ""  # one position takes no time
    assert "interpreter, seed" in cli("play", NIM, "--seats", "random").out
