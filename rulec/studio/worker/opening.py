"""Open a game in a worker process: its engine if built, else the interpreter."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rulec.base.gc_pause import gc_paused
from rulec.base.source_text import SourceText

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulec.face import Game

    Tell = Callable[[dict[str, Any]], None]
    Stopped = Callable[[], bool]  # whether the server has asked to end a request early

_OFTEN = 0.1  # seconds between two reports of a compilation


@gc_paused
def open_game(path: Path, tell: Tell | None = None, at_once: bool = False) -> tuple[Game, str, bool]:
    """Open a game, with its back end and whether it is planned; raise a `RulesFileError` for faulty rules.

    `tell` sends the stages of a compilation to the server. With `at_once` nobody waits for the legality
    passes: options are found by plain search until the game is opened again.
    """
    from rulec import facade

    engine = open_engine(path)
    if engine is not None:
        return engine, "engine", True
    on_stage = None if tell is None else Stages(tell).reached
    if at_once:
        game, planned = facade.interpret_at_once(path, on_stage=on_stage)
        return cast("Game", game), "interpreter", planned
    return cast("Game", facade.interpret(path, on_stage=on_stage)), "interpreter", True


def open_engine(path: Path) -> Game | None:
    from rulec.native.engines import built_engine

    return cast("Game | None", built_engine(path))


class Stages:
    """Reports the stages of a compilation, each at once and its shares not too often."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._told, self._stage = tell, 0.0, ""

    def reached(self, stage: str, share: float) -> None:
        now = time.monotonic()
        if stage != self._stage or now - self._told >= _OFTEN:
            self._told, self._stage = now, stage
            self._tell({"progress": {"stage": stage, "share": round(share, 3)}})


def heading(path: Path) -> dict[str, Any] | None:
    """Return title, players and options before the rules are compiled; None if unclear."""
    from rulec.frontend import read_heading, read_source

    found = read_heading(read_source(path))
    if found is None:
        return None
    options = [
        {"name": one.name, "text": one.text, "default": one.default, "values": list(one.values)}
        for one in found.options
    ]
    return {"title": found.title, "players": list(found.players), "options": options}


def digests(path: Path) -> list[str]:
    """Return the digests of a rules file and its bases."""
    from rulec.frontend import files_of
    from rulec.native.digests import digest_of_file

    return [digest_of_file(one) for one in files_of(path)]


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
