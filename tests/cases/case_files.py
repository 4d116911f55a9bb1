"""Case files: what is changed in a game that is right, and what is said about it, side by side.

    === a title
    --- change tic_tac_toe          (or `--- file`, followed by a whole file, or `--- variant`, a variant)
    -a line of the game
    +what stands there instead      (only `+`: added at the end; a line with a blank: kept)
    --- says
    the rendered problems

`--- change` and `--- file` may end in `escaped`: then `\\t`, `\\x00` and the like are read as in Python.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulec.base.diagnostics import Diagnostic, render
from rulec.base.source_text import SourceText
from rulec.errors import RulecError
from rulec.frontend import Library, check, decode_source

FOLDER = Path(__file__).parent / "broken"
GAMES = Path(__file__).parents[2] / "games" / "classics"
SMALL = Path(__file__).parents[1] / "games"


# A game in which names stand for several things.
TWOFOLD = """game "Twofold"
  players 2
  length 20
kind towns of town: ash, birch
kind roads of road: high, low
town is good when yes
road is good when yes
play: each player acting: turn
turn:
  choose one as way:
    go when some towns where good: nothing_more
    pass when some roads where good: nothing_more
  choose one as answer:
    other: nothing_more
    pass: nothing_more
rule nothing_more: end the game
score:
  "Points": 1
"""


def library(source: SourceText) -> Library:
    """The games that variants of cases change, and the case itself."""
    return Library({**_bases(), "variant": source})


@cache
def _bases() -> dict[str, SourceText]:
    paths = [*GAMES.glob("*.rules"), *SMALL.rglob("*.rules")]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    texts["twofold"] = TWOFOLD
    return {name: SourceText(f"{name}.rules", text) for name, text in texts.items()}


@dataclass(frozen=True)
class Case:
    file: Path
    title: str
    heading: str
    change: str
    says: str

    @property
    def name(self) -> str:
        """How the rules file of this case is called in messages."""
        words = self.heading.split()
        if words[0] == "variant":
            return "variant.rules"
        return f"{words[1]}.rules" if words[0] == "change" else "game.rules"

    def data(self) -> bytes:
        text = self.change
        if self.heading.endswith(" escaped"):
            text = text.encode("latin-1", "backslashreplace").decode("unicode_escape")
        if self.heading.startswith("change"):
            text = changed((GAMES / self.name).read_text(encoding="utf-8"), text)
        return text.encode("utf-8", "surrogateescape")


def changed(base: str, change: str) -> str:
    """The base with all hunks of the change applied."""
    lines = base.rstrip("\n").split("\n")
    for old, new in _hunks(change.split("\n")):
        if not old:
            lines += new
            continue
        at = [n for n in range(len(lines)) if lines[n : n + len(old)] == old]
        assert at, f"not found: {old}"
        lines[at[0] : at[0] + len(old)] = new
    return "\n".join(lines) + "\n"


def _hunks(lines: list[str]) -> list[tuple[list[str], list[str]]]:
    hunks: list[tuple[list[str], list[str]]] = []
    before = "+"
    for line in lines:
        if not line:
            before = "+"
            continue
        if (before == "+" and line[0] != "+") or not hunks:
            hunks.append(([], []))
        if line[0] in "- ":
            hunks[-1][0].append(line[1:])
        if line[0] in "+ ":
            hunks[-1][1].append(line[1:])
        before = line[0]
    return hunks


def read_cases(path: Path) -> list[Case]:
    cases = []
    for part in path.read_text(encoding="utf-8").split("=== ")[1:]:
        title, _, rest = part.partition("\n")
        heading, _, body = rest.removeprefix("--- ").partition("\n")
        change, _, says = body.partition("--- says\n")
        change = change.removesuffix("\n")
        cases.append(Case(path, title, heading, change, says.rstrip("\n")))
    return cases


def write_cases(path: Path, cases: list[Case]) -> None:
    parts = [f"=== {c.title}\n--- {c.heading}\n{c.change}\n--- says\n{c.says}\n" for c in cases]
    path.write_text("\n".join(parts), encoding="utf-8")


@cache
def told(case: Case) -> tuple[tuple[Diagnostic, ...] | None, str]:
    """What `rulec check` makes of a case, found out once: its problems, if it is text at all, as they are
    and as they are shown."""
    try:
        source = decode_source(case.name, case.data())
        result = check(source, library(source))
    except RulecError as problem:
        return None, problem.message + (f"\n  hint: {problem.hint}" if problem.hint else "")
    return tuple(result.diagnostics), render(result.diagnostics, result.files) or "fine"


def outcome(case: Case) -> str:
    return told(case)[1]


def updated(case: Case) -> Case:
    return replace(case, says=outcome(case))
