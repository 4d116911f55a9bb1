"""Arguments and options shared by several commands."""

from __future__ import annotations

import os
from enum import StrEnum
from math import isfinite
from typing import Annotated, Any

import typer

from rulec.cli.completion import complete_rules
from rulec.cli.shared.files import STANDARD_INPUT
from rulec.errors import RulecError


class Format(StrEnum):
    """Output format."""

    text = "text"
    json = "json"


class ChanceMode(StrEnum):
    """Chance mode: sampled by the state, or applied explicitly."""

    sampled = "sampled"
    explicit = "explicit"


def examples(*lines: str) -> str:
    """Examples for the end of a help text, kept line by line (`\\b` stops click from rewrapping)."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def command(help_text: str, *lines: str) -> dict[str, Any]:
    """Registration arguments of a command: help, short help, examples."""
    return {"help": help_text, "short_help": help_text.partition("\n")[0], "epilog": examples(*lines)}


def find_file(name: str) -> str:
    """Resolve an argument to a rules file: path, standard input, or name of a game."""
    if name == STANDARD_INPUT or os.path.isfile(name):
        return name
    from rulec.native.engines import find_rules

    return find_rules(name)


def within_64_bits(seed: int | None) -> int | None:
    """Refuse a seed beyond the range of the random numbers."""
    if seed is not None and seed >= 1 << 64:
        raise RulecError(f"--seed: {seed} is too large", f"the largest seed is {(1 << 64) - 1}")
    return seed


def finite(seconds: float | None) -> float | None:
    """Refuse `nan` and infinite numbers of seconds."""
    if seconds is not None and not isfinite(seconds):
        raise RulecError(f"--seconds: {seconds} is no number of seconds", "as --seconds 300")
    return seconds


def _find_files(names: list[str]) -> list[str]:
    return [find_file(one) for one in names]


_FILE = "A rules file, or the name of a game."
RulesFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help=_FILE, show_default=False, callback=find_file, autocompletion=complete_rules
    ),
]
RulesFiles = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Rules files, or names of games.",
        show_default=False,
        callback=_find_files,
        autocompletion=complete_rules,
    ),
]
OutputFormat = Annotated[
    Format, typer.Option("--format", help="Output format: text or json (short: --json).")
]
Chance = Annotated[
    ChanceMode,
    typer.Option(
        "--chance",
        help="explicit: outcomes of chance are lines of the trace; sampled: they follow from the seed.",
    ),
]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help="Number of players; by default the least.")
]
Seats = Annotated[
    str,
    typer.Option(
        "--seats",
        metavar="KIND,...",
        help=(
            "Who plays each seat: random, first, last, same, greedy (best score one decision ahead), or a "
            "searching player, mcts:100 or flat:100 (100 simulations for each decision); the last one also "
            "plays the seats that follow."
        ),
    ),
]
Forbid = Annotated[
    list[str] | None,
    typer.Option(
        "--forbid",
        metavar="WHAT",
        help=(
            "Never take this if anything else is offered: an option (`main: telegraph`), a table row, a kind "
            "or a decision; for player 1 alone as `p1: main: telegraph`. Repeatable."
        ),
        show_default=False,
    ),
]
Prefer = Annotated[
    list[str] | None,
    typer.Option(
        "--prefer",
        metavar="WHAT",
        help="Take this whenever it is offered; otherwise like --forbid.",
        show_default=False,
    ),
]
Config = Annotated[
    str, typer.Option("--config", metavar="C", help="Players and options, as players=2,map=western.")
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=256, help="Processes.")]
JobsHere = Annotated[  # of commands that know --ray
    int | None, typer.Option("--jobs", metavar="N", min=1, max=256, help="Processes.", show_default="1")
]
AllJobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, max=256, help="Processes.", show_default="one for each core"),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Run on all nodes of a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local.",
        show_default=False,
    ),
]
# Of commands that build the engine if it is missing, and of those that never build.
OnInterpreter = Annotated[bool, typer.Option("--interpreter", help="Use the interpreter; build nothing.")]
NotOnEngine = Annotated[
    bool, typer.Option("--interpreter", help="Use the interpreter even if the engine is built.")
]
Report = Annotated[
    str | None,
    typer.Option(
        "--report",
        metavar="OUT.html",
        help="Write a report with charts as one HTML file.",
        show_default=False,
    ),
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="FILE",
        help="Keep results in this file, and go on from those in it.",
        show_default=False,
    ),
]
Seed = Annotated[
    int,
    typer.Option("--seed", metavar="N", min=0, help="Seed of the random numbers.", callback=within_64_bits),
]
