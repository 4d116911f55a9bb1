"""Command registry of `rulec`, in order of typical use."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

from rulec.base.version import VERSION
from rulec.cli.shared.command_group import Commands, LazyCommands
from rulec.cli.shared.parameters import command, examples

# Each module has `HELP` and `run`, or a group of commands as `app`.
MODULES = {
    "new": "rulec.cli.new",
    "check": "rulec.cli.check.command",
    "build": "rulec.cli.build",
    "fmt": "rulec.cli.fmt",
    "test": "rulec.cli.test",
    "cover": "rulec.cli.cover",
    "explain": "rulec.cli.explain",
    "why": "rulec.cli.why",
    "play": "rulec.cli.play.command",
    "picture": "rulec.cli.picture",
    "sim": "rulec.cli.sim.command",
    "ladder": "rulec.cli.ladder",
    "balance": "rulec.cli.balance.command",
    "tune": "rulec.cli.tune.command",
    "diff": "rulec.cli.diff.command",
    "perft": "rulec.cli.perft",
    "selftest": "rulec.cli.selftest.command",
    "emit": "rulec.cli.emit",
    "studio": "rulec.cli.studio",
    "lsp": "rulec.cli.lsp",
    "doctor": "rulec.cli.doctor",
    "trace": "rulec.cli.trace",
    "cache": "rulec.cli.cache",
}


def _build(name: str) -> Any:
    """Import the module of a command and build its parser."""
    module = import_module(MODULES[name])
    if hasattr(module, "app"):
        group = typer.main.get_group(module.app)
        group.name = name
        return group
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name, **command(*module.HELP))(module.run)
    return typer.main.get_command(single)


class RootCommands(Commands):
    """Commands of `rulec`, built on demand: building all takes longer than most commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = LazyCommands(MODULES, _build)


app = typer.Typer(
    name="rulec",
    cls=RootCommands,
    help="A compiler for the rules of board games: a .rules file becomes a fast native engine.",
    epilog=examples(
        "rulec check games/classics/connect_four.rules",
        "rulec play games/classics/connect_four.rules",
        "rulec build games/classics/connect_four.rules",
    )
    + "\n\n\b\n"
    + "Exit codes: 0 fine; 1 problems found; 2 wrong call, or the machine can't;\n"
    + "130 interrupted; 141 the output's reader left. --json (--format json) prints\n"
    + "one JSON document on standard output. docs/command_line.md has both at length.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from rulec.base.commit import version_line

        print(version_line(VERSION))
        raise typer.Exit


def _install_completion(wanted: bool) -> None:
    if wanted:
        from rulec.cli.completion import detected_shell, install

        shell = detected_shell()
        script, start_up = install(shell)
        print(f"{script}: completion for {shell}" + (f", read by {start_up}" if start_up else ""))
        print("start a new shell to use it")
        raise typer.Exit


def _show_completion(wanted: bool) -> None:
    if wanted:
        from rulec.cli.completion import detected_shell, script

        print(script(detected_shell()), end="")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print version, commit, Python and platform, and stop.",
            is_eager=True,
            callback=_print_version,
        ),
    ] = False,
    install_completion: Annotated[
        bool,
        typer.Option(
            "--install-completion",
            help="Install completion for this shell (bash, zsh, fish), and stop.",
            is_eager=True,
            callback=_install_completion,
        ),
    ] = False,
    show_completion: Annotated[
        bool,
        typer.Option(
            "--show-completion",
            help="Print the completion script of this shell, and stop.",
            is_eager=True,
            callback=_show_completion,
        ),
    ] = False,
) -> None:
    """Options before the command."""
