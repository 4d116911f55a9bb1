"""Opening a game for a command: the engine, the interpreter, or whichever is at hand."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rulec.cli import output

if TYPE_CHECKING:
    from rulec.face import Game


class BackEnd(Enum):
    engine = "engine"
    interpreter = "interpreter"


def open_engine(path: Path, debug: bool = False) -> Game:
    """The compiled engine; it is built if need be, which takes a few seconds."""
    from rulec import facade

    engine = built_engine(path, debug)
    if engine is not None:
        return engine
    if sys.stderr.isatty():
        print(output.paint(f"building {path} ...", "dim", sys.stderr), file=sys.stderr)
    return cast("Game", facade.load(path, debug))


def open_interpreter(path: Path) -> Game:
    from rulec import facade

    return cast("Game", facade.interpret(path))


def open_game(path: Path, back_end: BackEnd | None = None) -> tuple[Game, BackEnd]:
    """The back end that is asked for; if none is, the engine where it is built, so that nobody waits."""
    if back_end is BackEnd.engine:
        return open_engine(path), back_end
    engine = built_engine(path) if back_end is None else None
    if engine is not None:
        return engine, BackEnd.engine
    return open_interpreter(path), BackEnd.interpreter


def open_pair(path: Path, debug: bool = False) -> tuple[Game, Game]:
    """Interpreter and engine of the same rules (worker processes open their own)."""
    return open_interpreter(path), open_engine(path, debug)


def built_engine(path: Path, debug: bool = False) -> Game | None:
    """The engine, if it is built."""
    from rulec.native.options import BuildOptions
    from rulec.native.recall import cached_module

    return cast("Game | None", cached_module(path.absolute(), options=BuildOptions(debug=debug)))
