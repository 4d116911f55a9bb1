"""Broken variants: problems are reported, and nothing crashes."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest

from rulec.base.diagnostics import render
from rulec.base.source_text import SourceText
from rulec.compiler import to_program
from rulec.frontend import Library, check
from rulec.syntax.canonical_layout import NotLaidOut, lay_out

GAMES = Path(__file__).parents[1] / "games"
FILES = sorted(GAMES.rglob("*.rules"))
TEXTS = [path.read_text(encoding="utf-8") for path in sorted((GAMES / "variants").glob("*.rules"))]
WORDS = (
    *(
        "remove",
        "in turn:",
        "as_printed",
        "|",
        '"x"',
        "add:",
        "replace:",
        "set",
        "change",
        "of",
        "in",
        "to",
        "1",
    ),
    *(":", "before turn:", "around setup: as_printed", "'s", "or", "each", "must", "l1 to l9", "(", ")", ","),
)


def mutant(seed: int) -> str:
    """A variant in which one to three lines are lost, doubled, cut off, indented or have another word."""
    choose = random.Random(seed)
    lines = choose.choice(TEXTS).splitlines()
    for _ in range(choose.randint(1, 3)):
        at = choose.randrange(len(lines))
        words = re.split(r"(\s+)", lines[at])
        words[choose.randrange(len(words))] = choose.choice(WORDS)
        lines[at : at + 1] = choose.choice(
            (
                [],
                [lines[at], choose.choice(lines)],
                ["".join(words)],
                [lines[at][: choose.randrange(len(lines[at]) + 1)]],
                [" " * choose.choice((0, 2, 4, 6)) + lines[at].strip()],
            )
        )
        lines = lines or ["x"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("first", range(0, 60, 30))
def test_mutants_of_variants(first: int) -> None:
    games = {path.stem: SourceText(path.name, path.read_text(encoding="utf-8")) for path in FILES}
    for seed in range(first, first + 30):
        source = SourceText("variant.rules", mutant(seed))
        checked = check(source, Library({**games, "variant": source}), mending=seed % 10 == 0)
        assert checked.ok or render(checked.diagnostics, checked.files)
        if checked.ok:
            to_program(checked)
        with contextlib.suppress(NotLaidOut):
            lay_out(source)
