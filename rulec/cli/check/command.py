"""Command `rulec check`: runs the front end on all files and reports all problems."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, PROBLEMS, tell
from rulec.cli.shared.files import STANDARD_INPUT, read_rules
from rulec.cli.shared.output_guard import unguarded
from rulec.cli.shared.parameters import Format, OutputFormat, RulesFiles
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.frontend import Checked
    from rulec.native.source_cache import Counts
    from rulec.picture.look.files import LookProblems

HELP = (
    "Report all problems of rules files, and of the look files beside them.",
    "rulec check games/classics/connect_four.rules",
    "rulec check games/*/*.rules --format json",
    "rulec check my.rules --watch",
)
_LOOK_EVERY = 0.2
LOOK_SUFFIX = ".look.toml"


def run(
    files: RulesFiles,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Show run-time checks and all ids, too.")
    ] = False,
    format_: OutputFormat = Format.text,
) -> None:
    if watch:
        _watch(files, verbose)
    raise typer.Exit(_check(files, verbose, format_))


def _check(files: list[str], verbose: bool, format_: Format) -> int:
    """Check all files; return the worst status."""
    status: int = FINE
    checked: list[Checked] = []
    looks: list[LookProblems] = []
    last = ""
    for name in dict.fromkeys(files):
        last = name
        if name.endswith(LOOK_SUFFIX):
            rules = name.removesuffix(LOOK_SUFFIX)
            hint = f"it is checked with its rules: `rulec check {rules}.rules`"
            status = max(status, tell(RulecError(f"{name} is a look file", hint)))
            continue
        if format_ is Format.text and not verbose and _was_fine(name):
            status = max(status, _look(name, looks, format_))
            continue
        try:
            from rulec.frontend import check

            one = check(read_rules(name))
        except RulecError as problem:
            status = max(status, tell(problem))
            continue
        checked.append(one)
        named = _check_name(name)
        status = max(status, FINE if one.ok else PROBLEMS, named)
        if format_ is Format.text and not (one.ok and named):
            _print(one, verbose)
        if one.ok:
            status = max(status, _look(name, looks, format_, one))
    _summary(checked, looks, status, format_, last)
    return status


def _look(name: str, looks: list[LookProblems], format_: Format, checked: Checked | None = None) -> int:
    """Check the look file of accepted rules; an unusable one is a problem."""
    from rulec.cli.check.looks import check_look

    found = check_look(name, checked)
    if found is None or not found.found:
        return FINE
    looks.append(found)
    if format_ is Format.text:
        print(output.problem_text(found.text()) + "\n")
    return PROBLEMS if found.refused else FINE


def _check_name(name: str) -> int:
    """Reject file names that cannot be game names: not importable, or shadowing a module."""
    from rulec.native.names import reserved

    taken = reserved(Path(name).stem) if name != STANDARD_INPUT else ""
    return (
        tell(RulecError(f"{name}: a game can't have this name: {taken}", "rename the file"))
        if taken
        else FINE
    )


def _was_fine(name: str) -> bool:
    """Repeat the cached success of an unchanged file without reading it again."""
    from rulec.cli.check.summary import print_fine
    from rulec.native.cache import Cache
    from rulec.native.names import reserved
    from rulec.native.source_cache import recall_check

    if name == STANDARD_INPUT or reserved(Path(name).stem):
        return False
    known = recall_check(Path(name).absolute(), cache=Cache.default())
    if known is not None:
        print_fine(name, known)
    return known is not None


def _remember(one: Checked, counts: Counts) -> None:
    """Cache a success without diagnostics, unless a source changed meanwhile."""
    from rulec.frontend import decode_source
    from rulec.native.cache import Cache
    from rulec.native.digests import digest_of
    from rulec.native.source_cache import remember_check
    from rulec.native.sources import SourceFile

    if one.diagnostics or one.source.name[:1] == "<":
        return
    sources = []
    for read in (one.source, *one.tree.bases):
        path = Path(read.name).absolute()
        try:
            data = path.read_bytes()
            if decode_source(read.name, data).text != read.text:
                return
        except (OSError, RulecError):
            return
        sources.append(SourceFile(str(path), digest_of(data)))
    remember_check(counts, tuple(sources), cache=Cache.default())


def _print(one: Checked, verbose: bool) -> None:
    """Print the problems of a file, or its summary."""
    from rulec.base.diagnostics import render

    if one.diagnostics:
        print(output.problem_text(render(one.diagnostics, one.files)) + "\n")
    if one.game is not None:
        from rulec.cli.check.summary import print_at_length, print_fine
        from rulec.native.source_cache import Counts

        decisions = len({decision.name for decision in one.game.decisions})
        counts = Counts(len(one.game.rules), decisions, len(one.tree.examples))
        print_fine(one.source.name, counts)
        if verbose:
            from rulec.compiler import to_program

            print_at_length(to_program(one))
        _remember(one, counts)


def _summary(
    checked: list[Checked], looks: list[LookProblems], status: int, format_: Format, last: str
) -> None:
    shown = [
        *(one.diagnostics for one in checked if not one.ok),
        *(one.found for one in looks if one.refused),
    ]
    if format_ is Format.json:
        from rulec.base.diagnostics import to_json

        every = [*(one.diagnostics for one in checked), *(one.found for one in looks)]
        print(to_json([problem for found in every for problem in found]))
    elif shown:
        found = sum(problem.severity == "error" for problems in shown for problem in problems)
        print(output.paint(f"{output.count(found, 'problem')} in {output.count(len(shown), 'file')}", "red"))
    elif status == FINE and last != STANDARD_INPUT:
        output.next_command(f"rulec play {last}")


def _watch(files: list[str], verbose: bool) -> None:
    """Check after every change until Ctrl-C."""
    import sys

    if STANDARD_INPUT in files:
        raise RulecError("standard input can't be watched", "name a file")
    from rulec.cli.check.watch import FileWatcher

    watched = FileWatcher(files)
    while True:
        if watched.changed():
            if output.coloured(sys.stdout):
                unguarded(sys.stdout).write("\x1b[2J\x1b[H")
            _check(files, verbose, Format.text)
            shown = output.count(len(watched.files), "file")
            told = f"{time.strftime('%H:%M:%S')} watching {shown}; Ctrl-C ends"
            print(output.paint(told, "dim"), flush=True)
        time.sleep(_LOOK_EVERY)
