"""Web application: routes, errors as pages or JSON, resources with its lifetime."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from rulec.errors import RulecError
from rulec.studio.server import cover_routes, lab_routes, play_routes, rules_routes
from rulec.studio.server.analysts import Analysts
from rulec.studio.server.games import Games
from rulec.studio.server.guard import Guard
from rulec.studio.server.lab import Lab
from rulec.studio.server.library import Conflict, Library
from rulec.studio.server.pages import error_page
from rulec.studio.server.requests import BadRequest
from rulec.studio.server.store import Store

STATIC = Path(__file__).parents[1] / "static"


@dataclass(frozen=True)
class Settings:
    """Settings of one run.

    `state`: the folder of saved games; `builds`: build engines in the background; `warm`: preload the modules
    of worker processes before the first game is opened; `ahead`: compile games before they are opened.
    """

    folder: Path
    state: Path
    port: int
    token: str
    first: str = "/"
    shipped: Path | None = None
    builds: bool = True
    warm: bool = False
    ahead: bool = False


def application(settings: Settings) -> Guard:
    """Return the studio as an ASGI application."""
    library, store = Library(settings.folder, settings.shipped), Store(settings.state)
    games = Games(library, store, settings.builds)
    analysts, lab = Analysts(library, games), Lab(library, games, settings.state)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if settings.warm:
            games.warm()
        if settings.ahead:
            games.prepare()
        try:
            yield
        finally:
            lab.close()
            analysts.close()
            games.close()
            if games.builds is not None:
                await games.builds.closed()

    app = Starlette(
        routes=[
            *play_routes.routes(),
            *rules_routes.routes(),
            *lab_routes.routes(),
            *cover_routes.routes(),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={
            RulecError: _refused,
            HTTPException: _missing,
            ClientDisconnect: _gone,
            Exception: _failed,
        },
        lifespan=lifespan,
    )
    app.state.library, app.state.games, app.state.analysts, app.state.lab = library, games, analysts, lab
    app.state.folder = settings.folder.name or str(settings.folder)
    secret = store.secret("cookie")
    return Guard(app, token=settings.token, secret=secret, port=settings.port, first=settings.first)


def _told(request: Request, status: int, message: str, hint: str = "") -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": message, "hint": hint}, status)
    return error_page(status, message, hint)


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RulecError)
    status = 409 if isinstance(problem, Conflict) else 400 if isinstance(problem, BadRequest) else 422
    return _told(request, status, problem.message, problem.hint)


async def _missing(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    return _told(
        request,
        problem.status_code,
        "There is no such page." if problem.status_code == 404 else problem.detail,
    )


async def _gone(request: Request, _: Exception) -> Response:
    return _told(request, 400, "The browser went away before the request was whole.")


async def _failed(request: Request, _: Exception) -> Response:
    return _told(request, 500, "rulec failed here; what was played is kept")
