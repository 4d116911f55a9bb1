"""Command `rulec studio`: play, change and measure games in a browser window."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulec.cli.completion import complete_rules
from rulec.cli.shared.files import require_file
from rulec.cli.shared.parameters import find_file
from rulec.errors import RulecError

HELP = (
    "Play, change and measure games in a browser window.\n\n"
    "Prints a link with a key to the pages; they answer to this machine alone. The games are those of the "
    "folder given or of FILE, by default the current one, and the bundled ones, compiled ahead with the "
    "lowest priority. Games in progress survive a restart. It needs the extra `studio`: "
    "`pip install 'rulec[studio]'`.",
    "rulec studio",
    "rulec studio games",
    "rulec studio games/classics/connect_four.rules",
    "rulec studio connect_four --port 8000 --no-browser",
)
_LIBRARIES = ("starlette", "uvicorn", "anyio", "h11", "click")


def _found(name: str | None) -> str | None:
    return None if name is None else find_file(name)


def run(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="A rules file, a game by its name, or a folder.",
            show_default=False,
            callback=_found,
            autocompletion=complete_rules,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=1, max=65535, help="Port; by default 8421, or a free one."),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the link, but open no browser.")
    ] = False,
    no_prepare: Annotated[
        bool,
        typer.Option("--no-prepare", help="Compile no games in advance."),
    ] = False,
) -> None:
    try:
        from rulec.studio.server.run import run as serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _LIBRARIES:
            raise
        raise RulecError(f"{error.name} is not installed", "run `pip install 'rulec[studio]'`") from None
    rules = None if file is None else require_file(file)
    folder = Path.cwd()
    if rules is not None and rules.is_dir():
        folder, rules = rules.absolute(), None
    elif rules is not None:
        if not rules.is_file():
            raise RulecError(f"there is no file or folder {rules}")
        folder = rules.absolute().parent
    serve(folder, rules, port, not no_browser, not no_prepare)
