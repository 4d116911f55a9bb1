"""Routes of the coverage page, which compares the rules with the statements of their rulebook."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rulec.studio import limits
from rulec.studio.server.pages import page
from rulec.studio.server.play_routes import library_of
from rulec.studio.server.rules_routes import analysts_of


async def cover(request: Request) -> Response:
    game = request.path_params["game"]
    return page("cover", game=game, game_title=library_of(request).title(game))


async def statements(request: Request) -> Response:
    return JSONResponse(await analysts_of(request).ask("cover", request.path_params["game"], limits.OPEN))


def routes() -> list[Route]:
    return [Route("/cover/{game:path}", cover), Route("/api/cover/{game:path}", statements)]
