"""Command `rulec test`: runs the examples of rules files on interpreter and engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, PROBLEMS, tell
from rulec.cli.shared.files import require_file
from rulec.cli.shared.open_games import built_engine, told_unbuildable
from rulec.cli.shared.parameters import Format, OutputFormat, RulesFiles
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.facade import ExampleReport
    from rulec.interp.examples import Failure, Outcome

HELP = (
    "Run the examples of rules files, on interpreter and engine.\n\n"
    "The engine is built if necessary. Without a C compiler only the interpreter runs them; a note says so.",
    "rulec test games/classics/tic_tac_toe.rules",
    "rulec test games/*/*.rules --interpreter",
    'rulec test my.rules --only "third round" --verbose',
    "rulec test my.rules --format json",
)


def run(
    files: RulesFiles,
    interpreter_only: Annotated[
        bool, typer.Option("--interpreter", "--interpreter-only", help="Skip the engine.")
    ] = False,
    only: Annotated[
        str, typer.Option("--only", metavar="TEXT", help="Run only examples with TEXT in their title.")
    ] = "",
    verbose: Annotated[bool, typer.Option("--verbose", help="List passed examples, too.")] = False,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec import facade

    status, reports = FINE, []
    for name in dict.fromkeys(files):
        try:
            with doing(f"running the examples of {name}"):
                path = require_file(name)
                engine = not interpreter_only and (
                    built_engine(path) is not None or not told_unbuildable(path)
                )
                report = facade.run_examples(path, engine=engine, only=only)
        except RulecError as problem:
            status = max(status, tell(problem))
            continue
        status = max(status, FINE if report.ok else PROBLEMS)
        reports.append(_as_json(name, report))
        if format_ is Format.text:
            _print(name, report, verbose)
    if format_ is Format.json:
        output.print_json(reports)
    raise typer.Exit(status)


def _print(name: str, report: ExampleReport, verbose: bool) -> None:
    rows = list(zip(*report.outcomes.values(), strict=True))
    where = " and ".join(report.outcomes)
    bad = [row for row in rows if not all(one.ok for one in row)]
    for row in rows:
        if all(one.ok for one in row):
            if verbose:
                print(f'{name}:{row[0].line}: "{row[0].title}" {output.paint("holds", "green")}')
            continue
        cited = f" [{'] ['.join(row[0].citations)}]" if row[0].citations else ""
        print(output.paint(f'{name}:{row[0].line}: example "{row[0].title}" fails{cited}', "red"))
        for back_ends, failures in _by_failures(list(report.outcomes), row):
            for failure in failures:
                _print_failure(name, failure, back_ends if back_ends != where else "")
    if not rows:
        hint = 'write one with `example "..."` below the rules'
        print(f"{name}: no examples; {hint}")
    elif bad:
        print(
            output.paint(
                f"{name}: {len(bad)} of {output.count(len(rows), 'example')} failed ({where})", "red"
            )
        )
    else:
        print(f"{name}: {output.count(len(rows), 'example')} fine ({where})")


def _by_failures(back_ends: list[str], row: tuple[Outcome, ...]) -> list[tuple[str, tuple[Failure, ...]]]:
    """Failures by back end; equal failures are merged."""
    if len({one.failures for one in row}) == 1:
        return [(" and ".join(back_ends), row[0].failures)]
    return [(back_end, one.failures) for back_end, one in zip(back_ends, row, strict=True) if one.failures]


def _print_failure(name: str, one: Failure, where: str) -> None:
    print(f"  {name}:{one.line}: {one.what}{f' (on the {where} alone)' if where else ''}")
    facts = [("expected", one.expected), ("found", one.found), ("hint", one.hint)]
    for word, text in facts:
        if text:
            print(f"    {output.paint(f'{word}:', 'cyan' if word == 'hint' else 'dim')} {text}")


def _as_json(name: str, report: ExampleReport) -> dict[str, Any]:
    examples = []
    for row in zip(*report.outcomes.values(), strict=True):
        failures = [
            {
                "back_end": back_end,
                "line": failure.line,
                "what": failure.what,
                "expected": failure.expected,
                "found": failure.found,
                "hint": failure.hint,
            }
            for back_end, one in zip(report.outcomes, row, strict=True)
            for failure in one.failures
        ]
        first = row[0]
        about = {"title": first.title, "line": first.line, "citations": list(first.citations)}
        examples.append({**about, "ok": not failures, "failures": failures})
    return {"file": name, "ok": report.ok, "back_ends": list(report.outcomes), "examples": examples}
