"""`rulec emit`: what one stage of the compiler makes of a file."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from rulec.cli import output
from rulec.cli.files import read_rules
from rulec.cli.parameters import RulesFile
from rulec.cli.progress import doing

HELP = (
    "Print what one stage of the compiler makes of a rules file.\n\n"
    "ast: the syntax tree. ir: the intermediate representation that interpreter and engine share. "
    "pyx: the generated Cython text.",
    "rulec emit games/classics/tic_tac_toe.rules --stage ir",
    "rulec emit - --stage ast < my.rules",
)


class Stage(StrEnum):
    ast = "ast"
    ir = "ir"
    pyx = "pyx"


def run(
    file: RulesFile,
    stage: Annotated[Stage, typer.Option("--stage", help="Which one.")] = Stage.ir,
) -> None:
    from rulec.compiler import listing

    with doing(f"compiling {file}"):
        text = listing(read_rules(file), stage.value)
    output.exact(sys.stdout).write(text)
