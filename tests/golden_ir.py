"""Golden cases of the IR: a snippet of rules, and the listing that it is to give, side by side.

    === a title
    --- rules
    what stands below the preamble of the file; alone, if it begins with `game`
    --- listing                     (of tests/lower: blocks and what belongs to them, as lowered)
    --- PASS                        (of tests/passes: the lines that the pass of this name changes)

A file begins with its preamble. Numbers of lines count from the line of the snippet that is the first.
`pytest tests/lower tests/passes --update` rewrites what follows the rules; the difference is read by eye.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from zlib import crc32

import pytest

from rulec.base.diagnostics import render
from rulec.base.source_text import SourceText
from rulec.compiler import PIPELINE, to_program
from rulec.frontend import check
from rulec.ir.program import Program
from rulec.ir.reports.printer import print_program
from rulec.passes.pass_ import check_result

# Sections of a listing that say what is stored, and for people: the same whatever stands in the rules.
_STATIC = frozenset(
    ["domains", "options", "fields", "tables", "checkpoints", "ties", "pieces", "boards", "faults", "score"]
)

_OF_A_LINE = re.compile(r"  # line \d+$")
_LONG = 320  # characters of a line


@dataclass(frozen=True)
class Case:
    title: str
    preamble: str
    rules: str
    stage: str  # a pass, or `listing`
    expected: str

    @property
    def text(self) -> str:
        return self.rules if self.rules.startswith("game ") else self.preamble + self.rules

    def lowered(self) -> Program:
        source = SourceText("case.rules", self.text)
        result = check(source)
        assert result.ok, render(result.diagnostics, result.files)
        return to_program(result, to_be_played=False)

    def listing(self, program: Program) -> list[str]:
        """The lines of a listing, with the numbers of lines of the snippet."""
        above = self.text.count("\n") - self.rules.count("\n")

        def renumbered(found: re.Match[str]) -> str:
            number = int(found[1]) - above
            return f"  # line {number}" if number > 0 else ""

        text = re.sub(r"  # line (\d+)$", renumbered, print_program(program), flags=re.MULTILINE)
        return [_shortened(line) for line in text.split("\n")]

    def outcome(self) -> str:
        program = self.lowered()
        if self.stage == "listing":
            return "\n".join(_sections(self.listing(program)))
        for one in PIPELINE:
            before, program = program, one.run(program)
            if one.name == self.stage:
                check_result(one, before, program)
                return "\n".join(changes(self.listing(before), self.listing(program)))
        raise AssertionError(f"no pass is called `{self.stage}`")


def _shortened(line: str) -> str:
    """A line that can be read: the rest of a table is compared by its checksum."""
    if len(line) <= _LONG:
        return line
    return f"{line[:_LONG]} ... {len(line)} characters, {crc32(line.encode()):08x}"


def _sections(lines: list[str]) -> list[str]:
    """What the snippet has become: the blocks, procedures and decisions that name one of its lines."""
    found: list[str] = []
    section, kept = "", False
    for line in lines:
        if line and not line.startswith(" "):
            section = "" if line in _STATIC or line.startswith(("game ", "players ")) else line
            kept = _OF_A_LINE.search(line) is not None
            if kept:
                found += ["", line]
        elif re.match(r"  \S", line) and not section.startswith(("procedure ", "decision ")):
            kept = bool(section) and (section == "chance" or _OF_A_LINE.search(line) is not None)
            if kept:
                found += [line] if section in found else ["", section, line]
        elif kept and line:
            found.append(line)
    return found[1:]


def changes(before: list[str], after: list[str]) -> list[str]:
    """The lines that differ, below the line that they belong to."""
    found: list[str] = []
    above = ""
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        heading = _heading(before[:a])
        if heading != above:
            found.append(f"@ {heading}")
            above = heading
        found += [f"- {line.strip()}" for line in before[a:b] if line.strip()]
        found += [f"+ {line.strip()}" for line in after[c:d] if line.strip()]
    return found


def _heading(above: list[str]) -> str:
    """The block, decision or section that the next line stands in."""
    for line in reversed(above):
        if line and (not line.startswith(" ") or re.match(r"  \d+ \S", line)):
            return line.strip()
    return "the beginning"


def read_cases(path: Path) -> list[Case]:
    preamble, *parts = path.read_text(encoding="utf-8").split("=== ")
    cases = []
    for part in parts:
        title, _, rest = part.partition("\n--- rules\n")
        rules, _, rest = rest.partition("\n--- ")
        stage, _, expected = rest.partition("\n")
        cases.append(Case(title, preamble, f"{rules}\n", stage.strip(), expected.rstrip("\n")))
    return cases


def write_cases(path: Path, cases: list[Case]) -> None:
    parts = [f"=== {c.title}\n--- rules\n{c.rules}--- {c.stage}\n{c.expected}\n" for c in cases]
    path.write_text(cases[0].preamble + "\n".join(parts), encoding="utf-8")


def hold(path: Path, request: pytest.FixtureRequest) -> None:
    """Compare all cases of a file with what the compiler does; with `--update`, write that down."""
    cases = [replace(case, expected=case.outcome()) for case in read_cases(path)]
    expected = [case.expected for case in read_cases(path)]
    update = request.config.getoption("--update")
    if update:
        write_cases(path, cases)
    wrong = [case.title for case, old in zip(cases, expected, strict=True) if case.expected != old]
    assert not update, "written; read `git diff`"
    assert not wrong, f"other listings than expected; read `git diff` after a run with --update: {wrong}"
