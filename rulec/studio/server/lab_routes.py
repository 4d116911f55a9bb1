"""Routes of the lab page, which simulates and measures games."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rulec.errors import RulecError
from rulec.studio.server.pages import page
from rulec.studio.server.play_routes import library_of
from rulec.studio.server.requests import BadRequest, fields

if TYPE_CHECKING:
    from rulec.studio.server.lab import Lab, LabRun
    from rulec.studio.server.library import Entry

_MOST_GAMES = 100_000
_MOST_SECONDS = 6 * 3600
_REPORTS = {"simulate": "simulation.html", "compare": "comparison.html", "balance": "balance.html"}


def lab_of(request: Request) -> Lab:
    found: Lab = request.app.state.lab
    return found


async def lab(request: Request) -> Response:
    game = request.path_params["game"]
    return page("lab", game=game, game_title=library_of(request).title(game))


async def start(request: Request) -> Response:
    given = await fields(request)
    kind, seed = given.get("kind", str), given.optional("seed", int)
    arguments: dict[str, Any] = {
        "players": given.get("players", int),
        "options": given.plain("options"),
        "seed": secrets.randbelow(1_000_000) if seed is None else seed,
    }
    if kind == "simulate":
        arguments |= {
            "games": max(1, min(given.get("games", int), _MOST_GAMES)),
            "ways": given.texts("ways"),
        }
    elif kind == "compare":
        arguments |= {
            "games": max(2, min(given.get("games", int), _MOST_GAMES)),
            "ways": given.texts("ways"),
            "other": str(library_of(request).path(given.get("other", str))),
        }
    elif kind == "balance":
        arguments["seconds"] = max(5, min(given.get("seconds", int), _MOST_SECONDS))
    else:
        raise BadRequest("a run simulates, compares or measures balance")
    return JSONResponse(
        _told(lab_of(request), await lab_of(request).start(kind, given.get("game", str), arguments))
    )


async def rivals(request: Request) -> Response:
    """List rules files to compare with: base and variants first, then siblings, then all others."""
    game = request.path_params["game"]
    entries = library_of(request).entries()
    own = next((one for one in entries if one.id == game), None)
    stem = game.rpartition("/")[2].removesuffix(".rules")
    base = own.base if own is not None else ""

    def distance(one: Entry) -> tuple[int, str]:
        name = one.id.rpartition("/")[2].removesuffix(".rules")
        related = name in _bases(base) or stem in _bases(one.base)
        return (0 if related else 1 if base and one.base == base else 2), one.title.lower()

    others = sorted((one for one in entries if one.id != game), key=distance)
    return JSONResponse(
        {"rivals": [{"id": one.id, "title": one.title, "related": distance(one)[0] < 2} for one in others]}
    )


def _bases(named: str) -> list[str]:
    return [one.strip() for one in named.split(",")]


async def run(request: Request) -> Response:
    return JSONResponse(_told(lab_of(request), lab_of(request).get(request.path_params["id"])))


async def history(request: Request) -> Response:
    found = lab_of(request).of_game(request.path_params["game"])
    return JSONResponse({"runs": [_told(lab_of(request), one) for one in found]})


async def cancel(request: Request) -> Response:
    found = lab_of(request).get(request.path_params["id"])
    lab_of(request).cancel(found)
    return JSONResponse(_told(lab_of(request), found))


async def report(request: Request) -> Response:
    """Return the report of a run as a download: its charts use inline scripts."""
    found = lab_of(request).get(request.path_params["id"])
    text = found.result.get("report")
    if not isinstance(text, str):
        raise RulecError("this run has no report")
    headers = {"content-disposition": f'attachment; filename="{_REPORTS.get(found.kind, "report.html")}"'}
    return Response(text, media_type="text/html", headers=headers)


def _told(lab: Lab, one: LabRun) -> dict[str, Any]:
    result = {key: value for key, value in one.result.items() if key != "report"}
    return {
        "id": one.id,
        "kind": one.kind,
        "game": one.game,
        "arguments": one.arguments,
        "begun": one.begun,
        "status": one.status,
        "problem": one.problem,
        "building": lab.building(one),
        "result": result,
        "report": "report" in one.result,
    }


def routes() -> list[Route]:
    return [
        Route("/lab/{game:path}", lab),
        Route("/api/lab/start", start, methods=["POST"]),
        Route("/api/lab/rivals/{game:path}", rivals),
        Route("/api/lab/run/{id}", run),
        Route("/api/lab/run/{id}/report", report),
        Route("/api/lab/run/{id}/cancel", cancel, methods=["POST"]),
        Route("/api/lab/history/{game:path}", history),
    ]
