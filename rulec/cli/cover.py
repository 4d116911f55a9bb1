"""Command `rulec cover`: coverage of the rulebook's statements by the rules."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, PROBLEMS
from rulec.cli.shared.files import require_file
from rulec.cli.shared.output_guard import unguarded
from rulec.cli.shared.parameters import Format, Jobs, OutputFormat, RulesFile, Seed
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.insight.mutation_proof import MutationReport
    from rulec.insight.rulebook_inventory import Coverage
    from rulec.syntax.clause_mutations import Change

HELP = (
    "Compare the citations of a rules file with the inventory of its rulebook.\n\n"
    "The inventory is GAME.statements.toml beside GAME.rules. With --proof, every clause that cites "
    "something is changed in turn, and an example or a recorded game must notice. A change that makes a "
    "game endless is stopped after --limit and counted as undecided.",
    "rulec cover my_game.rules",
    "rulec cover my_game.rules --open",
    "rulec cover my_game.rules --proof --traces traces --jobs 2 --resume proof.jsonl",
)
WANTED = 0.9  # required share of detected mutants


def run(
    file: RulesFile,
    open_: Annotated[bool, typer.Option("--open", help="List open statements.")] = False,
    proof: Annotated[
        bool, typer.Option("--proof", help="Mutate each clause; an example or trace must notice.")
    ] = False,
    traces: Annotated[
        str,
        typer.Option(
            "--traces", metavar="DIR", help="Folder of recorded games that a referee has confirmed."
        ),
    ] = "",
    sample: Annotated[
        int,
        typer.Option(
            "--sample", metavar="N", min=0, help="Test a sample of so many changes, drawn by --seed."
        ),
    ] = 0,
    jobs: Jobs = 1,
    limit: Annotated[
        float,
        typer.Option("--limit", metavar="S", min=0.1, help="Processor seconds for each change."),
    ] = 60.0,
    resume: Annotated[
        str,
        typer.Option("--resume", metavar="FILE", help="Keep results there, and skip those that are there."),
    ] = "",
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec import frontend
    from rulec.insight.rulebook_inventory import coverage, inventory_file, read_inventory

    path = require_file(file)
    source = frontend.read_source(path)
    prefix = frontend.prefix_of(source)
    if prefix == "":
        raise RulecError(f"{file} names no inventory", "add the line `statements XY` below `game`")
    inventory = read_inventory(inventory_file(path), prefix) if prefix else None
    with doing(f"checking {file}"):
        checked = frontend.check(source)
    if not checked.ok or inventory is None:
        raise frontend.refusal(source.name, checked.files, checked.diagnostics)
    found = coverage(inventory, checked.tree.citations, checked.tree.assumed)
    proved = None
    if proof:
        from rulec.insight.mutation_proof import MutationPlan, prove

        plan = MutationPlan(_traces(traces), sample, seed, jobs, limit, Path(resume) if resume else None)
        proved = prove(path, plan, inventory.equivalent, _progress)
    if format_ is Format.json:
        output.print_json(_as_json(file, found, proved))
    else:
        _print(file, found, open_)
        if proved is not None:
            _print_proof(file, proved)
    fine = not found.problems and (proved is None or proved.share >= WANTED)
    raise typer.Exit(FINE if fine else PROBLEMS)


def _traces(folder: str) -> tuple[Path, ...]:
    if not folder:
        return ()
    path = Path(folder)
    if not path.is_dir():
        raise RulecError(
            f"there is no folder {folder}", "`rulec trace record FILE --games N --to DIR` makes one"
        )
    found = tuple(sorted(path.glob("*.trace")))
    if not found:
        raise RulecError(f"there are no traces in {folder}", "their names end in `.trace`")
    return found


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{done:,} of {of:,} changes tried", end=end, file=unguarded(sys.stderr), flush=True)


# --- coverage -------------------------------------------------------------------------------------------


def _print(file: str, found: Coverage, open_: bool) -> None:
    rows = []
    for section in found.sections:
        rows.append((section, _counts(found, section)))
    output.rows([*rows, ("all", _counts(found, None))])
    if open_:
        left = [one for one in found.rows if one.standing == "open"]
        print("open:" if left else "nothing is open")
        output.rows([(one.statement.id, one.statement.text) for one in left])
    for problem in found.problems:
        print(output.paint(f"{file}:{problem.line}: {problem.what}", "red"))
        print(f"  {output.paint('hint:', 'cyan')} {problem.hint}")
    if found.assumed:
        print("assumed:")
    for note in found.assumed:
        names = ", ".join(one.text for one in note.names) or "all of it"
        where = f"{note.heading}: " if note.heading else ""
        print(f"  {file}:{note.span.line}: {where}{names} ({note.reason.value})")


def _counts(found: Coverage, section: str | None) -> str:
    carried, without = found.count("carried out", section), found.count("not applicable", section)
    return f"{carried} carried out, {without} not applicable, {found.count('open', section)} open"


# --- the proof ------------------------------------------------------------------------------------------


def _print_proof(file: str, proof: MutationReport) -> None:
    killed, survived, rejected = (proof.of(one) for one in ("killed", "survived", "rejected"))
    undecided = proof.of("undecided")
    print()
    style: output.Style = "green" if proof.share >= WANTED else "red"
    print(output.paint(f"{proof.share:.1%} of the changes are noticed", style))
    same = [one for one in proof.changes if one.key in proof.equivalent and one not in killed]
    games = sum(proof.tried[one.key].by.startswith("trace ") for one in killed)
    output.rows(
        [
            ("changes", f"{len(proof.changes):,} tried of {proof.total:,}"),
            ("noticed", f"{len(killed):,}: {len(killed) - games:,} by examples, {games:,} by recorded games"),
            ("not noticed", f"{len(survived):,}"),
            *([("undecided", f"{len(undecided):,}: ended after --limit")] if undecided else []),
            ("no rules", f"{len(rejected):,}: `check` refuses them"),
            ("no difference", f"{len(same):,}"),
        ]
    )
    for key in proof.unknown:
        print(output.paint(f"{key} is called equivalent, but there is no such change", "red"))
    lists = (
        ("not noticed:", survived),
        ("undecided, ended after --limit:", undecided),
        ("no difference:", same),
        ("called equivalent, but noticed:", proof.different),
    )
    for title, changes in lists:
        if changes:
            print(title)
        for one in changes:
            reason = f" ({proof.equivalent[one.key]})" if one.key in proof.equivalent else ""
            print(f"  {one.key}  {file}:{one.line}: {one.what}{reason}\n            {one.text}")


# --- for programs ---------------------------------------------------------------------------------------


def _as_json(file: str, found: Coverage, proof: MutationReport | None) -> dict[str, Any]:
    rows = [
        {
            "id": one.statement.id,
            "section": one.statement.section,
            "text": one.statement.text,
            "standing": one.standing,
            "not_applicable": one.statement.not_applicable,
            "lines": list(one.lines),
            "examples": list(one.examples),
        }
        for one in found.rows
    ]
    assumed = [
        {
            "line": one.span.line,
            "declaration": one.heading,
            "names": [name.text for name in one.names],
            "reason": one.reason.value,
        }
        for one in found.assumed
    ]
    about: dict[str, Any] = {
        "file": file,
        "inventory": found.inventory.file,
        "statements": rows,
        "problems": [dataclasses.asdict(one) for one in found.problems],
        "assumed": assumed,
    }
    if proof is not None:
        about["proof"] = {
            "share": proof.share,
            "total": proof.total,
            "unknown": list(proof.unknown),
            "changes": [_change(one, proof) for one in proof.changes],
        }
    return about


def _change(one: Change, proof: MutationReport) -> dict[str, Any]:
    tried = proof.tried[one.key]
    return {
        "key": one.key,
        "line": one.line,
        "what": one.what,
        "citations": list(one.citations),
        "verdict": tried.verdict,
        "by": tried.by,
        "equivalent": proof.equivalent.get(one.key, ""),
    }
