"""A page read from top to bottom in an empty folder: what it writes is written, what it runs is run.

```rules save=NAME      written to that file, likewise ```toml save=NAME
```pycon                Python's prompt: what `>>>` lines answer stands below them, as in `doctest`
```sh                   left alone: other programs are in it
```console              each `$` line is run, and answers what stands below it
   place> white         in what is answered: typed at the prompt
   ...                  in what is answered: any lines; within a line any text
... long                only in long runs
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rulec.cli import main

ROOT = Path(__file__).resolve().parents[2]

_BLOCK = re.compile(r"^```(\w+)\b[ ]*(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
_TYPED = re.compile(r"^\w+> (.+)$", re.MULTILINE)
_TIMES = re.compile(r"[\d.,]+(?= s\b| a second)")  # they differ from run to run


@dataclass(frozen=True)
class Block:
    line: int
    language: str
    text: str
    saved: str | None
    long: bool


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        words = found[2].split()
        saved = [one.removeprefix("save=") for one in words if one.startswith("save=")]
        others = [one for one in words if not one.startswith("save=") and one != "long"]
        assert not others, f"{page.name}: {found[0].splitlines()[0]}"
        line = text.count("\n", 0, found.start()) + 1
        yield Block(line, found[1], found[3], saved[0] if saved else None, "long" in words)


def read(page: Path, monkeypatch: pytest.MonkeyPatch, long: bool = False) -> None:
    """In the current folder. What is to be answered is held against what is, block after block."""
    monkeypatch.setenv("COLUMNS", "130")
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks_of(page):
        if block.long and not long:
            continue
        if block.saved is not None:
            Path(block.saved).write_text(block.text, encoding="utf-8")
        elif block.language == "sh":
            continue
        elif block.language == "pycon":
            converse(block, page, names)
        else:
            assert block.language == "console", f"{page.name}:{block.line}: nothing is done with this"
            for command, answer in commands(block.text):
                assert_fits(answer, run(command, answer), f"{page.name}:{block.line}: {command}")


def converse(block: Block, page: Path, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    wrong: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=wrong.append, clear_globs=False)
    if wrong:
        pytest.fail("".join(wrong))
    names.update(test.globs)


def commands(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer


def run(command: str, answer: str) -> str:
    """All that a terminal would show."""
    program, *arguments = shlex.split(command)
    assert program == "rulec", command
    typed = "".join(f"{one}\n" for one in _TYPED.findall(answer))
    shown = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    given = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
            main(arguments)
    finally:
        sys.stdin = given
    shown.seek(0)
    return shown.read()


def assert_fits(answer: str, shown: str, where: str) -> None:
    if not fits(answer, shown):
        pytest.fail(f"{where}\n--- the page says\n{answer}\n--- it was\n{shown}")


def fits(answer: str, shown: str) -> bool:
    pattern = ""
    for line in _plain(answer).splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(map(re.escape, line.split("..."))) + r"\n"
    return re.fullmatch(pattern, _plain(shown)) is not None


def _plain(text: str) -> str:
    """Without times, blanks at the ends of lines and empty lines at the end."""
    lines = [_TIMES.sub("#", line).rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return "".join(f"{line}\n" for line in lines)
