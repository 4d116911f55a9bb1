"""Rules that travel: files of a game and its bases, opened where neither exists."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rulec.cluster import PortableGame, connect
from rulec.errors import RulecError
from rulec.facade import interpret
from tests.cli.tools import NIM, Cli

VARIANT = """\
variant "Nim with a hint" of base_nim:

  add:
    example "one is taken":
      players 2
      play "take: one"
      then heap = 20
"""


def test_a_variant_takes_its_base_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))
    here = tmp_path / "here"
    here.mkdir()
    (here / "base_nim.rules").write_bytes(Path(NIM).read_bytes())
    (here / "short_nim.rules").write_text(VARIANT, encoding="utf-8")
    rules_hash = interpret(here / "short_nim.rules").RULES_HASH
    sent = pickle.dumps(PortableGame.of(here / "short_nim.rules", interpreted=True))
    for one in here.iterdir():
        one.unlink()
    game = pickle.loads(sent)()
    assert game.RULES_HASH == rules_hash
    assert [one for one in (tmp_path / "cache").rglob("*.rules") if "cluster" in one.parts]


def test_files_that_were_damaged_are_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path))
    portable = PortableGame.of(NIM, interpreted=True)
    expected = portable().RULES_HASH
    (written,) = tmp_path.rglob("*.rules")
    written.write_text("game", encoding="utf-8")
    assert portable().RULES_HASH == expected


def test_another_rulec_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path))
    with pytest.raises(RulecError, match="rulec differs between machines"):
        replace(PortableGame.of(NIM), compiler="another")()


# --- commands ---------------------------------------------------------------------------------------------


def test_without_ray_the_extra_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = cli("sim", NIM, "-n", "10", "--interpreter", "--ray", "auto")
    assert ran.status == 2
    assert ran.error == "error: Ray is not installed"
    assert ran.hint == "hint: run `pip install 'rulec[cluster]'`"


@pytest.mark.parametrize("command", [("sim", NIM), ("ladder", NIM, "--players", "random,first")])
def test_either_jobs_or_ray(command: tuple[str, ...], cli: Cli) -> None:
    ran = cli(*command, "--interpreter", "--jobs", "2", "--ray", "auto")
    assert ran.status == 2
    assert ran.error.startswith("error: --jobs is for processes of this machine")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("cluster", "`cluster` is not an address of a Ray cluster"),
        ("host:0", "`host:0` is not an address of a Ray cluster"),
        ("host:99999999", "`host:99999999` is not an address of a Ray cluster"),
        ("127.0.0.1:9", "no Ray cluster at 127.0.0.1:9: "),
        ("ray://[::1]:9", "no Ray cluster at ray://[::1]:9: "),
    ],
)
def test_addresses_where_nothing_answers(address: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ray:
        @staticmethod
        def is_initialized() -> bool:
            return False

    monkeypatch.setitem(sys.modules, "ray", Ray)
    with pytest.raises(RulecError) as caught, connect(address):
        pass
    assert caught.value.message.startswith(message)
