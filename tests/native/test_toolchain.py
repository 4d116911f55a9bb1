"""Finding the tools, and what is said when one is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.errors import ToolchainError
from rulec.native import toolchain
from rulec.native.build_module import build_module
from rulec.native.cache import Cache
from rulec.native.doctor import examine, probe
from rulec.native.options import BuildOptions
from rulec.native.tool_facts import Memo

Tool = Callable[[str, str], Path]


@pytest.fixture
def memo(tmp_path: Path) -> Memo:
    return Memo(tmp_path / "memo.json")


@pytest.fixture
def bare_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A path with nothing on it but what a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CC", raising=False)
    return folder


def test_found(memo: Memo) -> None:
    found = toolchain.find_toolchain(memo)
    assert Path(found.command[0]).is_file()
    assert found.version
    assert (found.headers / "Python.h").is_file()


@pytest.mark.usefixtures("bare_path")
def test_no_compiler(memo: Memo) -> None:
    with pytest.raises(ToolchainError, match=r"there is no C compiler on this machine \(install"):
        toolchain.find_toolchain(memo)


@pytest.mark.usefixtures("bare_path")
def test_no_compiler_says_what_this_system_installs(memo: Memo, tool: Tool) -> None:
    tool("apt-get", "exit 0")
    with pytest.raises(ToolchainError) as caught:
        toolchain.find_toolchain(memo)
    assert caught.value.hint == "install one: apt install gcc libc6-dev"


@pytest.mark.usefixtures("bare_path")
def test_no_compiler_stops_a_build(cache: Cache, tiny) -> None:
    with pytest.raises(ToolchainError, match="there is no C compiler"):
        build_module(tiny(), cache=cache)


def test_cc_names_a_compiler_that_is_not_there(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-cc -m64")
    with pytest.raises(ToolchainError, match="no-such-cc.*CC"):
        toolchain.find_toolchain(memo)


@pytest.mark.parametrize("value", ["gcc 'unclosed", "   "])
def test_cc_that_is_no_command(memo: Memo, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CC", value)
    if value.strip():
        with pytest.raises(ToolchainError, match="CC"):
            toolchain.find_toolchain(memo)
    else:
        assert toolchain.find_toolchain(memo).version


@pytest.mark.usefixtures("bare_path")
def test_cc_keeps_its_arguments(memo: Memo, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tool("mycc", 'echo "mycc 1 $*"')
    monkeypatch.setenv("CC", "mycc -m64")
    found = toolchain.find_toolchain(memo)
    assert found.command == (str(path), "-m64")
    assert found.version == "mycc 1 -m64 --version"


@pytest.mark.usefixtures("bare_path")
def test_compiler_that_does_not_run(memo: Memo, tool: Tool) -> None:
    tool("gcc", "exit 3")
    with pytest.raises(ToolchainError, match="does not run: it ended with 3"):
        toolchain.find_toolchain(memo)


def test_no_headers(memo: Memo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(toolchain.sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(ToolchainError, match=r"headers of Python .* are not installed"):
        toolchain.find_toolchain(memo)


def test_no_cython(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "find_spec", lambda name: None)
    with pytest.raises(ToolchainError, match="Cython is not installed"):
        toolchain.find_toolchain(memo)


def test_cython_version_is_the_one_that_runs() -> None:
    from importlib.metadata import version

    assert toolchain.cython_version() == version("cython")


@pytest.mark.usefixtures("bare_path")
def test_version_is_asked_once_and_again_after_an_upgrade(memo: Memo, tool: Tool, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    tool("gcc", f"echo x >> {log}; echo gcc 1")
    first = toolchain.find_toolchain(memo)
    assert toolchain.find_toolchain(memo) == first
    assert log.read_text() == "x\n"
    tool("gcc", f"echo x >> {log}; echo gcc 2.0")
    second = toolchain.find_toolchain(memo)
    assert second.version == "gcc 2.0"
    assert second.key != first.key
    assert log.read_text() == "x\nx\n"


def test_key_depends_on_flags(memo: Memo) -> None:
    found = toolchain.find_toolchain(memo)
    options = [
        BuildOptions(),
        BuildOptions(debug=True),
        BuildOptions(optimise="-O0"),
        BuildOptions(native=False),
    ]
    assert len({found.key_for(one) for one in options}) == len(options)
    assert "-march=native" in found.flags(BuildOptions())
    assert "-march=native" not in found.flags(BuildOptions(native=False))


@pytest.mark.usefixtures("bare_path")
def test_levels_that_the_compiler_does_not_know(memo: Memo, tool: Tool) -> None:
    tool("gcc", 'test "$1" = --version && echo gcc 9 && exit; test "$1" != -march=x86-64-v3')
    found = toolchain.find_toolchain(memo)
    assert [found.knows(level) for level in ("", "x86-64-v2", "x86-64-v3")] == [True, True, False]


def test_key_depends_on_the_processor(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    found = toolchain.find_toolchain(memo)
    native, portable = BuildOptions(), BuildOptions(native=False)
    before = found.key_for(native), found.key_for(portable)
    monkeypatch.setattr(toolchain, "processor", lambda: "another")
    assert found.key_for(native) != before[0]
    assert found.key_for(portable) == before[1]


def test_memo_survives_anything(tmp_path: Path) -> None:
    memo = Memo(tmp_path / "memo.json", keep=2)
    for text in ("", "{", "[]", '{"a": 1}', "\udcff"):
        memo.path.write_text(text, errors="surrogateescape")
        assert memo.get("a") is None
    for key in "abc":
        memo.put(key, key)
    assert [memo.get(key) for key in "abc"] == [None, "b", "c"]
    Memo(memo.path / "below a file").put("a", "b")


def test_probe(memo: Memo, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    probe(toolchain.find_toolchain(memo))
    broken = tool(
        "gcc",
        'test "$1" = --version && echo gcc 1 && exit; echo "stdio.h: fatal error: no such file"; exit 1',
    )
    monkeypatch.setenv("CC", str(broken))
    with pytest.raises(ToolchainError, match=r"smallest Python module: stdio.h: fatal error"):
        probe(toolchain.find_toolchain(memo))


def test_doctor(cache: Cache, monkeypatch: pytest.MonkeyPatch, bare_path: Path) -> None:
    facts = {fact.what: fact for fact in examine(cache)}
    assert facts["C compiler"].missing
    assert "install" in facts["C compiler"].hint
    assert not facts["Python"].missing
    assert not facts["Cython"].missing
    assert not facts["build cache"].missing


def test_doctor_finds_all(cache: Cache) -> None:
    assert [fact for fact in examine(cache) if fact.missing] == []


def test_compiler_killed_is_the_machines_trouble(
    cache: Cache, tiny, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = tool("gcc", 'test "$1" = --version && echo gcc 1 && exit; kill -9 $$')
    monkeypatch.setenv("CC", str(killed))
    with pytest.raises(ToolchainError, match="stopped by the system"):
        build_module(tiny(), cache=cache)
    assert cache.info().entries == 0


def test_environment_does_not_leak_into_builds(monkeypatch: pytest.MonkeyPatch, cache: Cache, tiny) -> None:
    """CFLAGS and warnings turned to errors are for the user's own programs."""
    monkeypatch.setenv("CFLAGS", "-this-is-no-flag")
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    built = build_module(tiny(), cache=cache, options=BuildOptions(optimise="-O0", native=False))
    assert built.path.is_file()
