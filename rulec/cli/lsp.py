"""Command `rulec lsp`: language server for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulec.base.gc_pause import gc_paused
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.lsp.server import RulesServer

HELP = (
    "Run the language server for editors.\n\n"
    "Editors start it and speak the Language Server Protocol on standard input and output; "
    "docs/editors.md says how to set up "
    "VS Code, Neovim, Helix and Emacs. It needs the extra `lsp`: `pip install 'rulec[lsp]'`.",
    "rulec lsp",
    "rulec lsp --tcp 2087",
)
_LIBRARIES = ("pygls", "lsprotocol", "cattrs", "attr", "attrs")


def run(
    tcp: Annotated[
        int | None,
        typer.Option(
            "--tcp", metavar="PORT", min=1, max=65535, help="Listen on this port of 127.0.0.1 instead."
        ),
    ] = None,
    stdio: Annotated[
        bool, typer.Option("--stdio", hidden=True, help="Standard input and output, as without options.")
    ] = False,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Write a log of errors to this file.")
    ] = None,
) -> None:
    import logging

    server = _server()
    if log is not None:
        try:
            logging.basicConfig(
                filename=log, level=logging.WARNING, format="%(asctime)s %(name)s %(message)s"
            )
        except OSError as problem:
            raise RulecError(f"{log} can't be written: {problem.strerror}") from None
    if tcp is None:
        server.start_io()
        raise typer.Exit(server.exit_code)
    try:
        server.start_tcp("127.0.0.1", tcp)
    except OSError as problem:
        raise RulecError(f"port {tcp} can't be used: {problem.strerror}") from None


@gc_paused  # exclude imported modules from collections, a tenth of start-up time
def _server() -> RulesServer:
    try:
        from rulec.lsp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _LIBRARIES:
            raise
        raise RulecError("pygls is not installed", "run `pip install 'rulec[lsp]'`") from None
    return make_server()
