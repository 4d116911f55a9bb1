"""Routes of the start page and of the play page."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from rulec.errors import RulecError
from rulec.studio import limits
from rulec.studio.server.pages import page
from rulec.studio.server.requests import BadRequest, Fields, fields, number

if TYPE_CHECKING:
    from rulec.studio.server.games import Games, Playing
    from rulec.studio.server.library import Library

_RECENT = 40  # games in progress that are listed
_POLL = 3000  # milliseconds between looks of windows that get no stream
_BEAT = 15.0  # seconds between heartbeats of a stream


def games_of(request: Request) -> Games:
    found: Games = request.app.state.games
    return found


def library_of(request: Request) -> Library:
    found: Library = request.app.state.library
    return found


def playing_of(request: Request) -> Playing:
    return games_of(request).get(request.path_params["id"])


# --- pages ------------------------------------------------------------------------------------------------


async def start(request: Request) -> Response:
    entries = await asyncio.to_thread(library_of(request).entries)
    games = games_of(request).all()[:_RECENT]
    titles = {one.id.rpartition("/")[2].removesuffix(".rules"): one.title for one in entries}
    about = {"folder": request.app.state.folder, "ahead": games_of(request).is_preparing}
    return page("start", entries=entries, titles=titles, games=games, **about)


async def new(request: Request) -> Response:
    game = request.path_params["game"]
    return page(
        "new", game=game, game_title=library_of(request).title(game), seed=secrets.randbelow(1_000_000)
    )


async def play(request: Request) -> Response:
    saved = playing_of(request).saved
    return page("play", game=saved.game, game_title=saved.title, saved=saved)


# --- beginning --------------------------------------------------------------------------------------------


async def describe(request: Request) -> Response:
    return JSONResponse(await games_of(request).describe(request.path_params["game"]))


async def foresee(request: Request) -> Response:
    """Begin to open a game before its page is opened."""
    games_of(request).foresee(request.path_params["game"])
    return JSONResponse({})


async def opening(request: Request) -> Response:
    """Tell how far the opening of a game is."""
    return JSONResponse(await games_of(request).opening(request.path_params["game"]))


async def preparations(request: Request) -> Response:
    """Tell which games are compiled ahead, and which one is at present."""
    found = games_of(request).preparations
    return JSONResponse(
        {
            "ready": found.ready,
            "engines": sorted(found.engines),
            "now": found.waiting[0] if found.waiting else "",
            "done": found.total - len(found.waiting),
            "of": found.total,
        }
    )


async def begin(request: Request) -> Response:
    given = await fields(request)
    playing = await games_of(request).begin(
        given.get("game", str),
        given.get("players", int),
        given.plain("options"),
        _seed(given),
        given.texts("seats"),
        given.get("designer", bool, False),
    )
    return JSONResponse({"id": playing.saved.id})


def _seed(given: Fields) -> int:
    seed = given.optional("seed", int)
    return secrets.randbelow(1_000_000) if seed is None else seed


async def load(request: Request) -> Response:
    """Load a game from a trace file of any listed game."""
    from rulec.traces.trace_text import read_trace

    given = await fields(request)
    text = given.get("trace", str)
    trace = await asyncio.to_thread(read_trace, "the file", text.encode())
    entries = await asyncio.to_thread(library_of(request).entries)
    stem = f"{trace.game}.rules"
    found = next((one.id for one in entries if one.id.rpartition("/")[2] == stem), None)
    if found is None:
        name = trace.game[:80]
        raise RulecError(
            f"the file is of the game {name}, which is not here", f"put {name}.rules into the folder"
        )
    usual = ["human", *["random"] * (min(trace.players, 32) - 1)]
    seats = given.optional_texts("seats") or list(trace.seats) or usual
    playing = await games_of(request).load(found, text, seats, given.get("designer", bool, False))
    return JSONResponse({"id": playing.saved.id})


# --- playing ----------------------------------------------------------------------------------------------


async def view(request: Request) -> Response:
    """Return the position as the observer is allowed to see it."""
    playing, log, epoch = playing_of(request), number(request, "log") or 0, number(request, "epoch")
    asked = {"seat": number(request, "seat"), "at": number(request, "at")}
    version = playing.version
    seen = await games_of(request).ask(
        playing, "view", limits.VIEW, log=log if epoch == playing.epoch else 0, **asked
    )
    saved = playing.saved
    about = {
        "version": version,
        "epoch": playing.epoch,
        "seats": saved.seats,
        "designer": saved.designer,
        "pace": saved.pace,
        "paused": playing.paused,
        "planning": playing.plan is not None,
        "think": limits.THINK,
        "note": saved.note,
        "problem": playing.problem,
        "branched": saved.branched,
        "title": saved.title,
    }
    games_of(request).go_on(playing)
    return JSONResponse({**about, **seen})


async def choose(request: Request) -> Response:
    given, playing = await fields(request), playing_of(request)
    await games_of(request).choose(
        playing, given.get("action", int), given.get("moves", int), given.optional("seat", int)
    )
    return JSONResponse({"version": playing.version})


async def undo(request: Request) -> Response:
    await games_of(request).undo(playing_of(request))
    return JSONResponse({})


async def branch(request: Request) -> Response:
    given = await fields(request)
    at = given.get("at", int)
    if at < 0:
        raise BadRequest("`at` is a number of moves")
    playing = await games_of(request).branch(playing_of(request), at)
    return JSONResponse({"id": playing.saved.id})


async def pace(request: Request) -> Response:
    given = await fields(request)
    games_of(request).pace(playing_of(request), given.get("pace", int), given.get("paused", bool, False))
    return JSONResponse({})


async def move_now(request: Request) -> Response:
    games_of(request).move_now(playing_of(request))
    return JSONResponse({})


async def seats(request: Request) -> Response:
    given = await fields(request)
    await games_of(request).seats(playing_of(request), given.texts("seats"))
    return JSONResponse({})


async def remove(request: Request) -> Response:
    games_of(request).remove(playing_of(request))
    return JSONResponse({})


async def why(request: Request) -> Response:
    option = request.query_params.get("option", "")[:500]
    arguments = {"at": number(request, "at"), "seat": number(request, "seat")}
    games, playing = games_of(request), playing_of(request)
    if not option:
        return JSONResponse(await games.inquire(playing, "options", **arguments))
    most = limits.WHY_MOST if request.query_params.get("longer") else limits.WHY
    return JSONResponse(await games.inquire(playing, "why", option=option, most=most, **arguments))


async def inquiry(request: Request) -> Response:
    """Tell how far the answer to a question is."""
    return JSONResponse(playing_of(request).inquiry)


async def stop_inquiry(request: Request) -> Response:
    """End a question early; its answer tells the results so far."""
    playing = playing_of(request)
    if playing.worker is not None and playing.inquiry:
        playing.worker.stop()
    return JSONResponse({})


# --- files and events -------------------------------------------------------------------------------------


async def trace(request: Request) -> Response:
    saved = playing_of(request).saved
    seated = f"seats: {', '.join(saved.seats)}\n\n"
    return _file(saved.trace.replace("\n\n", f"\n{seated}", 1), saved.game, "trace")


async def position(request: Request) -> Response:
    await games_of(request).when_planned(playing_of(request))
    found = await games_of(request).ask(playing_of(request), "position", limits.VIEW)
    text = json.dumps(found["position"], indent=2, ensure_ascii=False)
    return _file(text, playing_of(request).saved.game, "json")


def _file(text: str, game: str, ending: str) -> Response:
    stem = game.rpartition("/")[2].removesuffix(".rules")
    name = "".join(char if char.isascii() and (char.isalnum() or char in "_-") else "_" for char in stem)
    disposition = f'attachment; filename="{name or "game"}.{ending}"'
    return PlainTextResponse(text, headers={"content-disposition": disposition})


async def events(request: Request) -> Response:
    """Stream an event for each change of the game, on which the page requests its view."""
    playing, games = playing_of(request), games_of(request)

    async def stream() -> AsyncIterator[str]:
        if games.streams() >= limits.STREAMS:
            yield f"retry: {_POLL}\ndata: {playing.version}\n\n"  # the browser asks again after this time
            return
        with games.listening(playing) as queue:
            yield f"retry: 1000\ndata: {playing.version}\n\n"
            while True:
                try:
                    version = await asyncio.wait_for(queue.get(), _BEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                else:
                    yield f"data: {version}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


def routes() -> list[Route]:
    return [
        Route("/", start),
        Route("/new/{game:path}", new),
        Route("/play/{id}", play),
        Route("/play/{id}/trace", trace),
        Route("/play/{id}/position", position),
        Route("/api/describe/{game:path}", describe),
        Route("/api/foresee/{game:path}", foresee, methods=["POST"]),
        Route("/api/opening/{game:path}", opening),
        Route("/api/preparations", preparations),
        Route("/api/begin", begin, methods=["POST"]),
        Route("/api/load", load, methods=["POST"]),
        Route("/api/play/{id}", view),
        Route("/api/play/{id}/events", events),
        Route("/api/play/{id}/why", why),
        Route("/api/play/{id}/why/progress", inquiry),
        Route("/api/play/{id}/why/stop", stop_inquiry, methods=["POST"]),
        Route("/api/play/{id}/choose", choose, methods=["POST"]),
        Route("/api/play/{id}/undo", undo, methods=["POST"]),
        Route("/api/play/{id}/branch", branch, methods=["POST"]),
        Route("/api/play/{id}/now", move_now, methods=["POST"]),
        Route("/api/play/{id}/pace", pace, methods=["POST"]),
        Route("/api/play/{id}/seats", seats, methods=["POST"]),
        Route("/api/play/{id}/remove", remove, methods=["POST"]),
    ]
