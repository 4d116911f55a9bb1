"""Command `rulec fmt`: canonical layout of rules files."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, PROBLEMS, tell
from rulec.cli.shared.files import STANDARD_INPUT, read_rules
from rulec.cli.shared.parameters import RulesFiles
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.base.source_text import SourceText

HELP = (
    "Write rules files in canonical layout.\n\n"
    "Two spaces for each level, cells of tables below one another, citations in columns, comments where "
    "they are, no more than two empty lines. Sentences and their meaning stay as they are. From standard "
    "input (`-`) to standard output.",
    "rulec fmt my.rules",
    "rulec fmt games/*/*.rules --check",
    "rulec fmt my.rules --diff",
)


def run(
    files: RulesFiles,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; list the files that would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> None:
    status, changed = FINE, 0
    for name in dict.fromkeys(files):
        try:
            changed += _format(name, check, diff)
        except RulecError as problem:
            status = max(status, tell(problem))
    if changed and (check or diff):
        status = max(status, PROBLEMS)
        print(
            output.paint(f"{output.count(changed, 'file')} would change", "yellow", sys.stderr),
            file=sys.stderr,
        )
    raise typer.Exit(status)


def _format(name: str, check: bool, diff: bool) -> bool:
    """Format a file and return whether it changes."""
    from rulec.compiler import laid_out

    source = read_rules(name)
    text = laid_out(source)
    piped = name == STANDARD_INPUT
    # Foreign line ends are normalized even if the text is equal.
    changes = text != source.text or (not piped and Path(name).read_bytes() != text.encode())
    if diff:
        _print_diff(source, text)
    elif check:
        if changes:
            print(source.name)
    elif piped:
        output.exact(sys.stdout).write(text)
    elif changes:
        _write(name, text)
        print(f"{name}: laid out anew")
    return changes


def _print_diff(source: SourceText, text: str) -> None:
    out = output.unfolded(sys.stdout)
    before, after = source.text.splitlines(), text.splitlines()
    for line in difflib.unified_diff(before, after, source.name, f"{source.name}, laid out", lineterm=""):
        print(output.paint(line, "green" if line[0] == "+" else "red" if line[0] == "-" else "dim"), file=out)


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise RulecError(f"{name} can't be written: {problem.strerror}") from None
