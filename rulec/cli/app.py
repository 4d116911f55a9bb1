"""The commands of `rulec`, in the order in which one meets them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from rulec.cli import build, cache, check, doctor, emit, perft, play, selftest
from rulec.cli.parameters import command, examples
from rulec.diagnostics import did_you_mean
from rulec.errors import RulecError
from rulec.version import VERSION


class Commands(TyperGroup):
    """The commands, with a suggestion for a mistyped one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        word = args[0]
        if self.get_command(ctx, word) is None and not word.startswith("-"):
            raise RulecError(f"rulec has no command `{word}`", self._suggestion(word, args))
        return super().resolve_command(ctx, args)

    def _suggestion(self, word: str, args: list[str]) -> str:
        if word.endswith(".rules") or Path(word).is_file():
            return f"did you mean `rulec play {' '.join(args)}`?"
        return did_you_mean(word, self.commands) or "`rulec --help` lists the commands"


app = typer.Typer(
    name="rulec",
    cls=Commands,
    help="A compiler for the rules of board games: a .rules file becomes a fast native engine.",
    epilog=examples(
        "rulec check games/classics/connect_four.rules",
        "rulec play games/classics/connect_four.rules",
        "rulec build games/classics/connect_four.rules",
    ),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"rulec {VERSION}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """What can stand before the command."""


for module in (check, build, play, perft, selftest, emit):
    app.command(**command(*module.HELP))(module.run)
app.add_typer(cache.app, name="cache")
app.command(**command(*doctor.HELP))(doctor.run)
