"""Command registry of `rulec`, in order of typical use."""

from __future__ import annotations

from typing import Annotated

import typer

from rulec.base.version import VERSION
from rulec.cli import (
    build,
    cache,
    cover,
    doctor,
    emit,
    explain,
    fmt,
    ladder,
    lsp,
    new,
    perft,
    picture,
    test,
    trace,
    why,
)
from rulec.cli.balance import command as balance
from rulec.cli.check import command as check
from rulec.cli.diff import command as diff
from rulec.cli.play import command as play
from rulec.cli.selftest import command as selftest
from rulec.cli.shared.command_group import Commands
from rulec.cli.shared.parameters import command, examples
from rulec.cli.sim import command as sim
from rulec.cli.tune import command as tune

app = typer.Typer(
    name="rulec",
    cls=Commands,
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
    """What can stand before the command."""


app.command("new", **command(*new.HELP))(new.run)
app.command("check", **command(*check.HELP))(check.run)
app.command("build", **command(*build.HELP))(build.run)
app.command("fmt", **command(*fmt.HELP))(fmt.run)
app.command("test", **command(*test.HELP))(test.run)
app.command("cover", **command(*cover.HELP))(cover.run)
app.command("explain", **command(*explain.HELP))(explain.run)
app.command("why", **command(*why.HELP))(why.run)
app.command("play", **command(*play.HELP))(play.run)
app.command("picture", **command(*picture.HELP))(picture.run)
app.command("sim", **command(*sim.HELP))(sim.run)
app.command("ladder", **command(*ladder.HELP))(ladder.run)
app.command("balance", **command(*balance.HELP))(balance.run)
app.command("tune", **command(*tune.HELP))(tune.run)
app.command("diff", **command(*diff.HELP))(diff.run)
app.command("perft", **command(*perft.HELP))(perft.run)
app.command("selftest", **command(*selftest.HELP))(selftest.run)
app.add_typer(trace.app, name="trace")
app.command("emit", **command(*emit.HELP))(emit.run)
app.add_typer(cache.app, name="cache")
app.command("lsp", **command(*lsp.HELP))(lsp.run)
app.command("doctor", **command(*doctor.HELP))(doctor.run)
