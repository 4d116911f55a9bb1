"""Routes of the rules page, which shows and edits rules."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rulec.base import limits as rules_limits
from rulec.errors import RulecError
from rulec.studio import limits
from rulec.studio.server.library import OWN, Conflict
from rulec.studio.server.pages import page
from rulec.studio.server.play_routes import games_of, library_of
from rulec.studio.server.requests import BadRequest, Fields, fields

if TYPE_CHECKING:
    from rulec.studio.server.analysts import Analysts

# The editor bundle built by `editors/studio/build.mjs`; the fallback is a text area.
BUNDLE: Final = Path(__file__).parents[1] / "static" / "bundle" / "codemirror.js"
_AT_PLACE: Final = ("complete", "hover", "definition", "references")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,59}")


def analysts_of(request: Request) -> Analysts:
    found: Analysts = request.app.state.analysts
    return found


async def rules(request: Request) -> Response:
    game = request.path_params["game"]
    library = library_of(request)
    read = await asyncio.to_thread(library.read, game)
    return page(
        "rules",
        game=game,
        game_title=library_of(request).title(game),
        text=read.text,
        digest=read.digest,
        own=library.is_own(game),
        bundle=BUNDLE.is_file(),
    )


async def text(request: Request) -> Response:
    """Return the current text on disk."""
    read = await asyncio.to_thread(library_of(request).read, request.path_params["game"])
    return JSONResponse({"text": read.text, "digest": read.digest})


async def ask(request: Request) -> Response:
    """Answer a request about a text; the path names its kind."""
    what = request.path_params["what"]
    given = await fields(request)
    game = given.get("game", str)
    if what == "explain":
        return JSONResponse(await analysts_of(request).ask("explain", game, code=given.get("code", str)))
    if what == "numbers":
        return JSONResponse(await analysts_of(request).ask("numbers", game))
    arguments: dict[str, Any] = {"text": _text(given)}
    if what in _AT_PLACE:
        arguments |= {"line": given.get("line", int), "character": given.get("character", int)}
    elif what == "examples":
        arguments["only"] = given.get("only", str, "")
        return JSONResponse(await analysts_of(request).ask("examples", game, limits.EXAMPLES, **arguments))
    elif what not in ("check", "problems", "quick", "format"):
        raise BadRequest("there is no such question")
    return JSONResponse(await analysts_of(request).ask(what, game, **arguments))


def _text(given: Fields) -> str:
    found = given.get("text", str)
    if len(found) > rules_limits.FILE_BYTES:
        raise RulecError(f"a rules file has at most {rules_limits.FILE_BYTES:,} bytes")
    return found


async def save(request: Request) -> Response:
    """Write the file; games in progress continue under the new rules."""
    given = await fields(request)
    game = given.get("game", str)
    library, games = library_of(request), games_of(request)
    try:
        digest = await asyncio.to_thread(library.write, game, _text(given), given.get("digest", str))
    except Conflict as problem:
        there = await asyncio.to_thread(library.read, game)
        return JSONResponse(
            {"error": problem.message, "hint": "", "text": there.text, "digest": there.digest}, 409
        )
    told = []
    for playing in games.of_rules(game):
        if not playing.saved.over and playing.worker is not None:
            await games.adopt(playing)
            told.append({"id": playing.saved.id, "title": playing.saved.title, "note": playing.saved.note})
    return JSONResponse({"digest": digest, "games": told})


async def variant(request: Request) -> Response:
    """Create a variant of a game in the user's folder, beside copies of its bases."""
    given = await fields(request)
    base, name = given.get("game", str), given.get("name", str)
    if _NAME.fullmatch(name) is None:
        raise RulecError("a name has small letters, digits and `_`, a letter first")
    changes = {key: value for key, value in given.plain("changes").items() if type(value) is int}
    title = given.get("title", str)[: limits.TITLE]
    template = given.get("template", bool, False)
    found = await analysts_of(request).ask("variant", base, title=title, changes=changes, template=template)
    library = library_of(request)
    folder = base.rpartition("/")[0] if library.is_own(base) else OWN
    target = f"{folder}/{name}.rules"
    if not library.is_own(base):
        await asyncio.to_thread(_copy_bases, request, found["bases"])
    await asyncio.to_thread(library.write, target, found["text"], "")
    return JSONResponse({"game": target})


def _copy_bases(request: Request, bases: list[str]) -> None:
    """Copy shipped base games of a variant into the folder, unless a file of that name exists."""
    library = library_of(request)
    for one in map(Path, bases):
        game = library.id_of(one)
        if game is None or library.is_own(game):
            continue
        target = f"{OWN}/{one.name}"
        try:
            if library.read(target).digest != library.read(game).digest:
                raise RulecError(f"{one.name} is in your folder already and is another game")
        except RulecError as problem:
            if "there is no game" not in problem.message:
                raise
            library.write(target, library.read(game).text, "")


def routes() -> list[Route]:
    return [
        Route("/rules/{game:path}", rules),
        Route("/api/text/{game:path}", text),
        Route("/api/rules/save", save, methods=["POST"]),
        Route("/api/rules/variant", variant, methods=["POST"]),
        Route("/api/rules/{what}", ask, methods=["POST"]),
    ]
