"""How long `check` takes for one line: a long file made of the declarations of real games, under new names.

    python tests/benchmarks/checking.py [--lines N] [--repeats N] [--profile] [--write FILE]

Every name that a game gives gets a number, copy after copy, until the file is long enough; so no line is
there twice. Printed are milliseconds of processor time per line, stage by stage: the least of the repeats.
A game whose copy uses a word of the language that this program takes for a name is left out.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GAMES = [*sorted((ROOT / "games").rglob("*.rules")), *sorted((ROOT / "tests" / "games").glob("*.rules"))]
BUILT_IN = frozenset(
    ["columns", "column", "rows", "row", "players", "player", "owner", "position", "squares", "square"]
)
BOARD = "board squares of square: 7 columns by 6 rows"
_WORD = re.compile(r"\"[^\"]*\"|#.*|\[[A-Z]+-?\d+\]|'s\b|\b[A-Za-z_]\w*")


def keywords() -> frozenset[str]:
    grammar = (ROOT / "grammars" / "rules.lark").read_text(encoding="utf-8")
    quoted = re.findall(r'"(\w+)"', grammar)
    joined = [word for line in re.findall(r": /(.*)/", grammar) for word in re.findall(r"[a-z]{2,}", line)]
    players = [f"p{number}" for number in range(1, 9)]
    return frozenset([*quoted, *joined, *players]) | BUILT_IN


def renamed(text: str, number: int, kept: frozenset[str]) -> str:
    def rename(found: re.Match[str]) -> str:
        word = found.group(0)
        return word if word in kept or not word.isidentifier() else f"{word}_{number}"

    return _WORD.sub(rename, text)


def pieces(text: str) -> list[str]:
    """The declarations of a file, each with what stands below it."""
    found: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line[0] == " ":
            found[-1] += "\n" + line
        else:
            found.append(line)
    return found


def fits(text: str) -> bool:
    """A file has one board: the games that can share it."""
    return "board" not in text or "board squares of square:" in text


def long_file(lines: int) -> str:
    """A file of about so many lines that `check` accepts."""
    from rulec.frontend import check, decode_source

    def accepted(text: str) -> bool:
        return check(decode_source("x", text.encode())).ok

    kept = keywords()
    texts = [path.read_text(encoding="utf-8") for path in GAMES]
    texts = [text for text in texts if fits(text) and accepted(text)]
    texts = [text for text in texts if accepted(joined([copy_of(text, 1, kept), copy_of(text, 2, kept)]))]
    copies: list[list[str]] = []
    while sum(map(len, copies)) < lines - 12:
        copies.append(copy_of(texts[len(copies) % len(texts)], len(copies) + 1, kept))
    return joined(copies)


def joined(copies: list[list[str]]) -> str:
    calls = [
        f"  {line[6:].partition(':')[0]}" for one in copies for line in one if line.startswith("phase plays_")
    ]
    head = ['game "Long"', "  players 2", "  length 1000000", BOARD]
    lines = [line for one in copies for line in one]
    return "\n".join([*head, *lines, "play:", *calls, "score:", '  "Nothing": 0', ""])


def copy_of(text: str, number: int, kept: frozenset[str]) -> list[str]:
    """The declarations of a game that many copies can stand beside, its names numbered."""
    copy: list[str] = []
    for piece in pieces(text):
        word = piece.split()[0].rstrip(":")
        if word in {"game", "board", "ties", "score"}:
            continue
        if word in {"play", "setup", "turn"} and piece.split(":")[0] == word:
            new = f"{'turn' if word == 'turn' else 'phase'} {word}s_{number}{piece[len(word) :]}"
            copy += renamed(new, number, kept | {f"{word}s_{number}"}).split("\n")
        else:
            copy += renamed(piece, number, kept).split("\n")
    # With many places on the board it must be said which one is meant.
    unsaid = re.compile(rf"\b(remove|to|move) (goal|man_of)_{number}\b")
    copy = [unsaid.sub(rf"\1 \2_{number}'s man_{number}", line) for line in copy]
    return [re.sub(r"^(\s+|.*[:,] )turn$", rf"\1turns_{number}", line) for line in copy]


def least(repeats: int, call: Callable[[], Any]) -> float:
    from rulec.syntax.parsing.parser import forget_trees

    best = float("inf")
    for _ in range(repeats):
        forget_trees()
        started = time.process_time()
        call()
        best = min(best, time.process_time() - started)
    return best


def main() -> None:
    from rulec.base.diagnostics import Reporter, render
    from rulec.compiler import to_program
    from rulec.frontend import check, decode_source
    from rulec.semantics.check import check_rules
    from rulec.syntax.lines.outline import read_outline
    from rulec.syntax.parsing.parser import parser
    from rulec.syntax.reader import read_rules

    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--lines", type=int, default=1_500)
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--profile", action="store_true")
    options.add_argument("--write", type=Path, help="keep the long file")
    given = options.parse_args()
    text = long_file(given.lines)
    if given.write:
        given.write.write_text(text, encoding="utf-8")
    source = decode_source("long.rules", text.encode())
    lines = len(source.lines)
    print(f"{lines} lines")
    print(f"  parser     {1000 * least(1, parser):8.1f} ms once")
    checked = check(source)
    if not checked.ok:
        print(render(checked.diagnostics[:10], {source.name: source}))
    tree = read_rules(source, Reporter())
    stages: dict[str, Callable[[], Any]] = {
        "outline": lambda: read_outline(source, Reporter()),
        "syntax": lambda: read_rules(source, Reporter()),
        "semantics": lambda: check_rules(tree, Reporter()),
        "check": lambda: check(source),
    }
    if checked.ok:
        stages["program"] = lambda: to_program(checked)
    for name, call in stages.items():
        seconds = least(given.repeats, call)
        print(f"  {name:10} {1000 * seconds:8.1f} ms   {1000 * seconds / lines:.3f} ms a line")
    if given.profile:
        profile = cProfile.Profile()
        profile.runcall(check, source)
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    main()
