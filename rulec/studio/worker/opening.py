"""Open a game in a worker process: its engine if built, else the interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rulec.base.source_text import SourceText

if TYPE_CHECKING:
    from rulec.face import Game


def open_game(path: Path) -> tuple[Game, str]:
    """Open a game, with the name of its back end; raise a `RulesFileError` for faulty rules."""
    from rulec import facade

    engine = open_engine(path)
    if engine is not None:
        return engine, "engine"
    return cast("Game", facade.interpret(path)), "interpreter"


def open_engine(path: Path) -> Game | None:
    from rulec.native.engines import built_engine

    return cast("Game | None", built_engine(path))


def description(game: Game, back_end: str) -> dict[str, Any]:
    """Return the data for the page that starts a game."""
    return {
        "title": game.TITLE,
        "name": game.NAME,
        "players": list(game.PLAYERS),
        "options": [
            {"name": name, "text": one.text, "default": one.default, "values": list(one.values)}
            for name, one in game.OPTIONS.items()
        ],
        "hidden": not game.PERFECT_INFORMATION,
        "back_end": back_end,
        "rules": game.RULES_HASH,
    }


def read_text(path: Path) -> SourceText:
    from rulec.frontend import read_source

    return read_source(path)
