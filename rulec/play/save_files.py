"""Reads and writes saved games: traces, JSON positions, binary positions."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from rulec.errors import RulecError
from rulec.face import Game, State
from rulec.traces.json_text import read_json
from rulec.traces.trace_text import FIRST_LINE

_BYTES = b"RULEC"


def load_position(game: Game, name: str, data: bytes, bases: tuple[str, ...] = ()) -> State:
    """Load a position from file content of any format.

    Positions of older rules, or of one of the `bases`, are migrated as far as they fit.
    """
    if data.startswith(FIRST_LINE.encode()):
        raise RulecError(f"{name} is a trace, not a position", f"give it with --replay {name}")
    if data.startswith(_BYTES):
        return _made(name, lambda: game.State.from_bytes(data))
    try:
        content = read_json(data.decode("utf-8"))
    except ValueError as problem:
        if type(problem) is ValueError:  # not a JSON or UTF-8 error
            raise RulecError(f"{name}: {problem}") from None
        raise RulecError(
            f"{name} is not a position", "a position is what `save` in `rulec play` or State.to_dict() gives"
        ) from None
    other = isinstance(content, dict) and content.get("rules") != game.RULES_HASH
    if other and content.get("game") in {game.NAME, *bases}:
        return _made(name, lambda: game.State.from_dict(content, adopt=True))
    return position_from(game, name, content)


def position_from(game: Game, name: str, content: Any) -> State:
    """Create a position from user-written data."""
    return _made(name, lambda: game.State.from_dict(content))


def _made(name: str, make: Any) -> State:
    try:
        state: State = make()
    except ValueError as problem:
        raise RulecError(f"{name}: {problem}") from None
    return state


def position_bytes(state: State, suffix: str) -> bytes | None:
    """Serialize in the format of the file suffix; None for other suffixes."""
    if suffix == ".json":
        return (json.dumps(state.to_dict(), indent=2, ensure_ascii=False) + "\n").encode()
    return state.to_bytes() if suffix == ".bytes" else None


def write_file(name: str, data: bytes) -> None:
    """Write a saved game; only older saved games are overwritten."""
    path = Path(name)
    try:
        if path.exists() and not _is_saved_game(path):
            raise RulecError(f"{name} is there already and is not a saved game", "choose another name")
        path.write_bytes(data)
    except OSError as problem:
        raise RulecError(f"{name} can't be written: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"{name!r} is not a name of a file") from None


def require_writable(name: str) -> None:
    """Raise an error for an unwritable file name before the game is played."""
    path = Path(name)
    try:
        with contextlib.suppress(FileNotFoundError):
            os.stat(name)
        if path.exists():
            if not _is_saved_game(path):
                raise RulecError(f"{name} is there already and is not a saved game", "choose another name")
        elif not path.parent.is_dir():
            raise RulecError(f"{name} can't be written: there is no folder {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise RulecError(f"{name} can't be written: Permission denied")
    except OSError as problem:
        raise RulecError(f"{name} can't be written: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"{name!r} is not a name of a file") from None


def _is_saved_game(path: Path) -> bool:
    if path.is_dir():
        raise RulecError(f"{path} is a folder")
    with open(path, "rb") as file:
        start = file.read(64)
    return (
        not start
        or start.startswith((_BYTES, FIRST_LINE.encode()))
        or start.lstrip(b"{ \n").startswith(b'"game"')
    )
