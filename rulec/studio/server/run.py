"""`rulec studio`: bind the loopback address, print the link, answer until Ctrl-C."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import socket
from pathlib import Path

import uvicorn

from rulec.errors import RulecError
from rulec.native.shipped_modules import GAMES
from rulec.studio.server.app import Settings, application
from rulec.studio.server.library import Library
from rulec.studio.server.patience import PatientProtocol

HOST = "127.0.0.1"
_USUAL = 8421  # fixed, so that an open page reconnects to the next run
_AT_ONCE = 500  # connections
_GRACE = 0.5  # seconds for requests that are nearly answered
_WAITING = 128


def bound(port: int | None) -> socket.socket:
    """Bind a socket on the loopback address: the given port, or else the usual port, or else any."""
    for number in (_USUAL, 0) if port is None else (port,):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, number))
            found.listen(_WAITING)  # early requests wait for the server
        except OSError as problem:
            found.close()
            if port is not None:
                raise RulecError(f"port {port} can't be used: {problem.strerror}") from None
        else:
            return found
    raise RulecError("no port of this machine can be used")


def state_folder(folder: Path) -> Path:
    """Return the folder for the saved games of a rules folder."""
    chosen = os.environ.get("RULEC_STATE_DIR", "").strip()
    if chosen:
        root = Path(chosen)
    else:
        import platformdirs

        root = platformdirs.user_state_path("rulec", appauthor=False)
    digest = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    return root / "studio" / digest


def first_page(folder: Path, rules: Path | None) -> str:
    """Return the first page of the link."""
    if rules is None:
        return "/"
    from urllib.parse import quote

    game = Library(folder, GAMES).id_of(rules)
    return "/" if game is None else f"/new/{quote(game)}"


def run(folder: Path, rules: Path | None, port: int | None, browser: bool, ahead: bool = True) -> None:
    """Serve a folder until Ctrl-C; compile its games ahead unless told not to."""
    listening = bound(port)
    number, token = listening.getsockname()[1], secrets.token_urlsafe(24)
    link = f"http://{HOST}:{number}/?token={token}"
    print(link, flush=True)
    first = first_page(folder, rules)
    settings = Settings(folder, state_folder(folder), number, token, first, GAMES, warm=True, ahead=ahead)
    config = uvicorn.Config(
        application(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_AT_ONCE,
        timeout_graceful_shutdown=1,
        lifespan="on",
        ws="none",
        http=PatientProtocol,
    )
    if browser:
        _open(link)
    _Server(config).run(sockets=[listening])


class _Server(uvicorn.Server):  # type: ignore[misc]  # untyped where the extra is missing
    """A server that ends with requests pending: event streams, openings of games."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        pending = set(self.server_state.tasks)
        if pending:
            _, pending = await asyncio.wait(pending, timeout=_GRACE)
        for task in pending:
            task.cancel()
        await super().shutdown(sockets)


def _open(link: str) -> None:
    """Open the link in a browser if this machine has a display; never block on a terminal browser."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
