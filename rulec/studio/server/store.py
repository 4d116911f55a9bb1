"""Saved games on disk: `ID.json` holds the seats, `ID.trace` the moves."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rulec.errors import RulecError
from rulec.studio import limits

_ID = re.compile(r"[0-9a-f]{16}")
_PRIVATE = 0o600


@dataclass
class Saved:
    """A game as stored between runs of the studio."""

    id: str
    game: str
    title: str
    seats: list[str]
    designer: bool = False
    pace: int = 600  # milliseconds between the moves of programs
    created: float = 0.0
    changed: float = 0.0
    branched: str = ""
    note: str = ""
    over: bool = False
    head: str = ""  # of its trace
    lines: list[str] = field(default_factory=list)

    @property
    def trace(self) -> str:
        return self.head + "".join(f"{line}\n" for line in self.lines)

    def take(self, trace: str) -> None:
        """Replace the trace."""
        head, _, rest = trace.partition("\n\n")
        self.head = f"{head}\n\n"
        self.lines = [line for line in rest.split("\n") if line.strip() and not line.startswith("#")]


class Store:
    """The folder of games. Each write replaces a file or appends a line, so that a crash loses no move."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as problem:
            raise RulecError(f"{folder} can't be written: {problem.strerror}") from None

    def secret(self, name: str) -> str:
        """Return a random secret that persists between runs, readable by the user only."""
        path = self.folder / f"{name}.secret"
        with contextlib.suppress(OSError):
            found = path.read_text(encoding="ascii")
            if len(found) >= 32:
                return found
        made = secrets.token_urlsafe(32)
        _write(path, made)
        return made

    def games(self) -> Iterator[Saved]:
        """Yield all games, the most recently played first."""
        paths = sorted(self.folder.glob("*.json"), key=_when, reverse=True)
        for path in paths[: limits.KEPT]:
            found = self._read(path)
            if found is not None:
                yield found

    def _read(self, path: Path) -> Saved | None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            saved = Saved(**data)
            if _ID.fullmatch(saved.id) is None or saved.id != path.stem:
                return None
            saved.take(path.with_suffix(".trace").read_text(encoding="utf-8"))
        except (OSError, ValueError, TypeError):
            return None
        return saved

    def write(self, saved: Saved) -> None:
        """Write a game with its whole trace."""
        _write(self.folder / f"{saved.id}.trace", saved.trace)
        self.write_about(saved)

    def write_about(self, saved: Saved) -> None:
        saved.changed = time.time()
        about: dict[str, Any] = asdict(saved)
        del about["head"], about["lines"]
        _write(self.folder / f"{saved.id}.json", json.dumps(about))

    def add(self, saved: Saved, line: str) -> None:
        """Append a move."""
        saved.lines.append(line)
        with (self.folder / f"{saved.id}.trace").open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def set_aside(self, saved: Saved) -> None:
        """Back the trace up under another name, before it is truncated."""
        _write(self.folder / f"{saved.id}.{int(time.time())}.before", saved.trace)

    def remove(self, saved: Saved) -> None:
        for path in self.folder.glob(f"{saved.id}.*"):
            with contextlib.suppress(OSError):
                path.unlink()


def new_id() -> str:
    return secrets.token_hex(8)


def _when(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _write(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        beside.touch(mode=_PRIVATE)
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise RulecError(f"{path.parent} can't be written: {problem.strerror}") from None
