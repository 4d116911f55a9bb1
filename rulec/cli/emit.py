"""Command `rulec emit`: prints the output of a compiler stage, and lists the passes."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from rulec.cli.shared import output
from rulec.cli.shared.files import read_rules
from rulec.cli.shared.parameters import find_file
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.base.source_text import SourceText

HELP = (
    "Print the output of one stage of the compiler.\n\n"
    "ast: the syntax tree. ir: the intermediate representation that interpreter and engine share. "
    "pyx: the generated Cython text. Legality passes run before ir, speed passes between ir and pyx; "
    "--passes "
    "lists all of them.",
    "rulec emit games/classics/tic_tac_toe.rules --stage ir",
    "rulec emit - --stage ast < my.rules",
    "rulec emit --passes",
    "rulec emit my.rules --passes",
    "rulec emit my.rules --after guard-hoisting",
)


class Stage(StrEnum):
    ast = "ast"
    ir = "ir"
    pyx = "pyx"


def _find(name: str) -> str:
    return find_file(name) if name else ""


def run(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A rules file, or the name of a game.",
            show_default=False,
            callback=_find,
        ),
    ] = "",
    stage: Annotated[Stage | None, typer.Option("--stage", help="The stage; by default ir.")] = None,
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="PASS", help="Print the IR after this pass; `none`: as lowered."),
    ] = None,
    passes: Annotated[
        bool, typer.Option("--passes", help="List the passes; with a FILE, time and verify each.")
    ] = False,
) -> None:
    from rulec.compiler import listing, listing_after

    if sum((stage is not None, after is not None, passes)) > 1:
        raise RulecError("--stage, --after and --passes exclude each other", "give one of them")
    if not file and not passes:
        raise RulecError("missing argument 'FILE'", "`rulec emit --help` shows how it is used")
    if passes:
        _list_passes(read_rules(file) if file else None)
        return
    with doing(f"compiling {file}"):
        source = read_rules(file)
        text = listing(source, (stage or Stage.ir).value) if after is None else listing_after(source, after)
    output.exact(sys.stdout).write(text)


def _list_passes(source: SourceText | None) -> None:
    """List the passes in order, grouped by part of the pipeline."""
    from rulec.compiler import LEGALITY, PIPELINE, SPEED, time_passes

    took: dict[str, str] = {}
    if source is not None:
        with doing(f"compiling {source.name}"):
            for timed in time_passes(source):
                took[timed.of.name] = f"{timed.seconds:8.3f} s  {'changed' if timed.changed else '-':9}"
    width = max(len(one.name) for one in PIPELINE)
    parts = (
        ("legality: both back ends read the marks", LEGALITY),
        ("speed: for the engine alone", SPEED),
    )
    for title, passes in parts:
        print(output.paint(title, "dim"))
        for one in passes:
            needs = f" (needs {', '.join(one.needs)})" if one.needs else ""
            print(f"  {one.name.ljust(width)}  {took.get(one.name, '')}{one.summary}{needs}")
            if source is None:
                print(f"  {' ' * width}  keeps {', '.join(one.keeps)}")
