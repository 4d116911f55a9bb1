"""Opens a game for a command: engine, interpreter, or an available one."""

from __future__ import annotations

import sys
from enum import Enum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rulec.cli.shared import output
from rulec.cli.shared.progress import doing

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulec.face import Game


class BackEnd(Enum):
    engine = "engine"
    interpreter = "interpreter"


def open_engine(path: Path, debug: bool = False) -> Game:
    """Compiled engine, built if necessary."""
    from rulec import facade

    engine = built_engine(path, debug)
    if engine is not None:
        return engine
    with doing(f"building {path}"):
        return cast("Game", facade.load(path, debug))


class Oracle(StrEnum):
    """Legality oracle of a comparison: plain search, or marks of passes."""

    plain = "plain"
    marked = "marked"


def open_interpreter(path: Path) -> Game:
    from rulec import facade

    with doing(f"compiling {path}"):
        return cast("Game", facade.interpret(path))


def open_oracle(path: Path, sampled: bool = True) -> Game:
    """The interpreter as an oracle: plain search on the program as lowered."""
    from rulec import facade

    with doing(f"compiling {path}"):
        return cast("Game", facade.interpret_plainly(path, sampled=sampled))


def open_after_each_pass(path: Path) -> list[tuple[str, Game]]:
    """The interpreter on the program after each pass of the compiler, with the names of the passes."""
    from rulec import facade

    with doing(f"compiling {path}"):
        return cast("list[tuple[str, Game]]", facade.interpret_after_each_pass(path))


def chosen_opener(path: Path, interpreter: bool) -> tuple[Callable[[Path], Game], BackEnd]:
    """Interpreter if requested or if no engine can be built, else the engine."""
    if interpreter or told_unbuildable(path):
        return open_interpreter, BackEnd.interpreter
    return open_engine, BackEnd.engine


def open_game(path: Path, back_end: BackEnd | None = None, announced: bool = False) -> tuple[Game, BackEnd]:
    """Requested back end; by default the engine if built, else the interpreter with a note.

    The note on interpretation is omitted for commands that announce their back end themselves, if an engine
    could be built.
    """
    if back_end is BackEnd.engine:
        return open_engine(path), back_end
    engine = built_engine(path) if back_end is None else None
    if engine is not None:
        return engine, BackEnd.engine
    if back_end is None and not told_unbuildable(path) and not announced:
        _note(f"{path} is not built, so it is interpreted; `rulec build {path}` makes it fast")
    return open_interpreter(path), BackEnd.interpreter


def told_unbuildable(path: Path) -> bool:
    """Check whether the engine cannot be built here; if so, print why."""
    from rulec.native.build_module import unbuildable
    from rulec.native.cache import Cache

    why = unbuildable(Cache.default())
    if why is not None:
        _note(f"{path} is not built, so it is interpreted: {why}")
    return why is not None


def _note(text: str) -> None:
    print(output.paint(f"note: {text}", "dim", sys.stderr), file=sys.stderr)


def open_pair(
    path: Path, debug: bool = False, oracle: Oracle = Oracle.marked, sampled: bool = True
) -> tuple[Game, Game]:
    """Interpreter and engine of the same rules; worker processes open their own.

    The plain oracle searches a sample of the positions, or all feasible ones.
    """
    slow = open_interpreter(path) if oracle is Oracle.marked else open_oracle(path, sampled)
    return slow, open_engine(path, debug)


def built_engine(path: Path, debug: bool = False) -> Game | None:
    """Engine if already built or bundled, else None."""
    from rulec.native.engines import built_engine as find

    return cast("Game | None", find(path, debug))
