"""Command `rulec build`: compiles rules files to engines."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, tell
from rulec.cli.shared.files import require_file
from rulec.cli.shared.output_guard import guarded, unguarded
from rulec.cli.shared.parameters import Format, OutputFormat
from rulec.cli.shared.progress import bar, doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.facade import BuildReport
    from rulec.face import Game

HELP = (
    "Build the native engine of rules files.\n\n"
    "Checks, generates and compiles; cached engines are reused. The readable text goes to "
    "DIR/NAME/, and a short self-test compares the engine with the interpreter. Several files are built in "
    "parallel.",
    "rulec build games/classics/connect_four.rules",
    "rulec build games/*/*.rules --debug",
    "rulec build --all",
)
_GAMES = 3  # games of the short self-test
_SECONDS = 2.5  # time limit; a long game is abandoned


def run(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Rules files.", show_default=False)
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Build all bundled games (no variants).")] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Check every index and bound at run time; slower.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option("--jobs", metavar="N", min=0, help="Parallel builds; 0: one for each core."),
    ] = 0,
    output_: Annotated[
        str, typer.Option("--output", metavar="DIR", help="Folder of the readable text.")
    ] = "generated",
    format_: OutputFormat = Format.text,
) -> None:
    names = _names(files or [], all_)
    task = _Task(debug, output_, format_)
    status, built = FINE, []
    for answer in _answers(names, task, jobs or os.cpu_count() or 1):
        unguarded(sys.stdout).write(answer.out)
        sys.stdout.flush()
        unguarded(sys.stderr).write(answer.err)
        status = max(status, answer.status)
        built += [answer.facts] if answer.facts is not None else []
    if format_ is Format.json:
        output.print_json(built)
    elif status == FINE:
        output.next_command(f"rulec play {names[-1]}")
    raise typer.Exit(status)


def _names(files: list[str], all_: bool) -> list[str]:
    """Files to build, without duplicates."""
    from rulec.native.shipped_modules import GAMES, shipped_rules

    if all_:
        files = [*files, *(os.path.relpath(path) for path in shipped_rules(GAMES))]
    if not files:
        raise RulecError("no rules file is given", "rulec build FILE, or `rulec build --all`")
    return list(dict.fromkeys(files))


@dataclass(frozen=True)
class _Answer:
    """Output of a build, with its facts for `--format json` on success."""

    status: int
    out: str = ""
    err: str = ""
    facts: dict[str, Any] | None = None


@dataclass(frozen=True)
class _Task:
    """Parameters shared by all builds of a command."""

    debug: bool
    folder: str
    format_: Format

    def here(self, name: str) -> _Answer:
        """Build one file in this process; its facts are printed later."""
        try:
            return _Answer(FINE, facts=_build(name, self.debug, self.folder, self.format_))
        except RulecError as problem:
            return _Answer(tell(problem))

    def apart(self, name: str, colour: bool) -> _Answer:
        """Build one file in a worker process and capture its output."""
        if colour:
            os.environ["FORCE_COLOR"] = "1"
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(guarded(out)), contextlib.redirect_stderr(guarded(err)):
            answer = self.here(name)
        return replace(answer, out=out.getvalue(), err=err.getvalue())


def _answers(names: list[str], task: _Task, jobs: int) -> Iterator[_Answer]:
    """Build several files in parallel; yield answers in order of completion."""
    if len(names) == 1 or jobs == 1:
        yield from map(task.here, names)
        return
    from rulec.sim.pool import as_they_come, processes

    apart = partial(task.apart, colour=output.coloured(sys.stdout))
    with processes(min(jobs, len(names))) as pool, bar("building", len(names), sys.stderr) as shown:
        for answer in as_they_come(pool, apart, iter(names)):
            shown.advance(1)
            yield answer


def _build(name: str, debug: bool, folder: str, format_: Format) -> dict[str, Any]:
    from rulec import facade
    from rulec.native.options import BuildOptions

    path = require_file(name)
    with doing(f"building {name}") as on_stage:
        report = facade.build(path, options=BuildOptions(debug=debug), folder=folder, on_stage=on_stage)
    game = load(report, path)
    facts = {
        "file": name,
        "name": report.generated.name,
        "title": report.generated.title,
        "import": import_line(report, name, debug, folder),
        "folder": str(report.folder),
        "module": str(report.module.path),
        "rules_hash": report.generated.rules_hash,
        "state_bytes": report.generated.state_bytes,
        "decisions": len(game.DECISIONS),
        "actions": game.NUM_ACTIONS,
        "max_decisions": game.MAX_DECISIONS,
        "cached": report.module.cached,
        "seconds": report.seconds,
        "self_test": _short_selftest(report, game, path),
    }
    if format_ is Format.text:
        _print(facts, game)
    return facts


def load(report: BuildReport, path: Path) -> Game:
    """Load the module that was just built."""
    from typing import cast

    from rulec.native.loader import load_module

    module = report.module
    return cast("Game", load_module(module.path, module.name, module.build_id, path.absolute()))


def import_line(report: BuildReport, name: str, debug: bool, folder: str) -> str:
    """Python statement that loads this build from the working directory."""
    if Path(folder).absolute() == Path("generated").absolute():
        return f"from generated import {report.generated.name}"
    more = ", debug=True" if debug else ""
    return f"import rulec; {report.generated.name} = rulec.load({name!r}{more})"


def _short_selftest(report: BuildReport, game: Game, path: Path) -> str:
    """Run a short self-test once per build; the cache remembers its success."""
    from rulec.native.cache import Cache
    from rulec.native.digests import digest_of

    cache = Cache.default()
    key = digest_of("self-test", report.module.build_id, str(_GAMES))
    known = cache.recall(key)
    if known is not None:
        return f"{known} (when it was built)"
    from rulec.sim.selftest.plan import SelftestPlan
    from rulec.sim.selftest.run import selftest

    found = selftest(
        (_interpreter(report, path), game), SelftestPlan(games=_GAMES, seconds=_SECONDS, whole=False)
    )
    if not found.agree:
        raise RulecError(
            f"{path} was built, but engine and interpreter differ: {found.findings[0].what}",
            f"`rulec selftest {path}` shows where; a difference between the two is a bug of rulec",
        )
    text = f"{output.count(found.games, 'game')}, {output.count(found.decisions, 'decision')}: no difference"
    if not found.ok:
        text += f"; but the rules stop a game: {found.findings[0].what}"
    cache.note(key, text)
    return text


def _interpreter(report: BuildReport, path: Path) -> Game:
    """Interpreter of the game; reuses the program that was just compiled."""
    from typing import cast

    from rulec.cli.shared.open_games import open_interpreter
    from rulec.interp.face import interpret

    return open_interpreter(path) if report.program is None else cast("Game", interpret(report.program))


def _print(facts: dict[str, Any], game: Game) -> None:
    took = sum(facts["seconds"].values())
    how = f"built in {took:.1f} s"
    if facts["cached"]:
        how = "the same engine is in the cache" if took else "nothing has changed, taken from the cache"
    print(f"{output.paint(facts['title'], 'bold')}: {how}")
    decisions = output.count(facts["decisions"], "decision")
    stages = ", ".join(f"{stage} {seconds:.2f} s" for stage, seconds in facts["seconds"].items())
    rows = [
        ("import", facts["import"]),
        ("text", f"{facts['folder']}{os.sep}"),
        ("state", output.count(facts["state_bytes"], "byte")),
        ("decisions", f"{decisions} with {output.count(facts['actions'], 'action id')}"),
        ("length", f"at most {output.count(facts['max_decisions'], 'choice')} in a game"),
    ]
    by_rule = ", ".join(one.name for one in game.DECISIONS if not one.searched)
    tried = ", ".join(one.name for one in game.DECISIONS if one.searched)
    rows += [("legality", f"{by_rule}: offered exactly when the rule says so")] if by_rule else []
    rows += [("tried out", f"{tried}: offered if what they begin can be completed")] if tried else []
    rows += [("time", stages)] if stages else []
    output.rows([*rows, ("self-test", facts["self_test"])])
