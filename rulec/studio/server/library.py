"""Library of rules files: those of the studio's folder, and the games shipped with rulec."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulec.base import limits as rules_limits
from rulec.base.base_lookup import SUFFIX
from rulec.errors import RulecError
from rulec.frontend import decode_source
from rulec.studio import limits

OWN, SHIPPED = "here", "rulec"
_HEAD = 8_000  # characters searched for title and players
_TITLE = re.compile(r'^(game|variant)\s+"([^"\n]{1,200})"(?:\s+of\s+([\w ,]+))?', re.MULTILINE)
_PLAYERS = re.compile(r"^\s+players\s+([^\n#]{1,40})", re.MULTILINE)
_PART = re.compile(r"[^/\\\x00.][^/\\\x00]{0,199}")
_SKIPPED = frozenset({"node_modules", "generated", "build", "dist"})
_DEPTH = 4


@dataclass(frozen=True)
class Entry:
    """An entry of the start page's list of rules files."""

    id: str
    title: str
    kind: str
    base: str
    players: str
    own: bool

    @property
    def file(self) -> str:
        """Path below its folder."""
        return self.id.partition("/")[2]


@dataclass(frozen=True)
class RulesText:
    text: str
    digest: str


class Library:
    """Games by id: `here/PATH` below the folder, `rulec/PATH` below the shipped games."""

    def __init__(self, folder: Path, shipped: Path | None) -> None:
        self.roots = {OWN: folder.resolve()}
        if shipped is not None and shipped.is_dir():
            self.roots[SHIPPED] = shipped.resolve()

    # --- names ------------------------------------------------------------------------------------

    def path(self, game: str) -> Path:
        """Return the rules file with this id; no id leads outside the roots."""
        path = self._place(game)
        if not path.is_file():
            raise RulecError(f"there is no game {game}")
        return path

    def _place(self, game: str) -> Path:
        root_name, _, rest = game.partition("/")
        root, parts = self.roots.get(root_name), rest.split("/")
        if root is None or not rest.endswith(SUFFIX) or not all(_PART.fullmatch(part) for part in parts):
            raise RulecError("this is not a game of the folder")
        path = root.joinpath(*parts)
        resolved = path.resolve()
        if not resolved.is_relative_to(root) or resolved.suffix != SUFFIX:
            raise RulecError("this is not a game of the folder", "a link leads out of it")
        return path

    def title(self, game: str) -> str:
        """Return the title that the rules file declares, or its name."""
        return _entry(game, self.path(game), self.is_own(game)).title

    def id_of(self, path: Path) -> str | None:
        """Return the id of a file, or None if it lies in no root."""
        resolved = path.resolve()
        for name, root in self.roots.items():
            if resolved.is_relative_to(root):
                return f"{name}/{resolved.relative_to(root).as_posix()}"
        return None

    def is_own(self, game: str) -> bool:
        return game.startswith(f"{OWN}/")

    # --- listing ----------------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """List every rules file, those of the folder first; a file in both roots counts for the folder."""
        found: list[Entry] = []
        seen: set[Path] = set()
        for name, root in self.roots.items():
            for path in _walk(root):
                if len(found) >= limits.GAMES:
                    break
                resolved = path.resolve()
                if resolved not in seen and resolved.is_relative_to(root):
                    seen.add(resolved)
                    found.append(_entry(f"{name}/{path.relative_to(root).as_posix()}", path, name == OWN))
        return found

    # --- texts ------------------------------------------------------------------------------------

    def read(self, game: str) -> RulesText:
        path = self.path(game)
        try:
            with path.open("rb") as file:
                data = file.read(rules_limits.FILE_BYTES + 1)
        except OSError as problem:
            raise RulecError(f"{game} can't be read: {problem.strerror}") from None
        return RulesText(decode_source(path.name, data).text, _digest(data))

    def write(self, game: str, text: str, digest: str) -> str:
        """Replace the text with this digest; return the new digest, or raise `Conflict` if it has changed."""
        path = self._place(game)
        if not self.is_own(game):
            raise RulecError(
                "rulec's own games are not changed here", "make a variant, or save a copy into your folder"
            )
        data = text.encode()
        if len(data) > rules_limits.FILE_BYTES:
            raise RulecError(f"a rules file has at most {rules_limits.FILE_BYTES:,} bytes")
        there = path.read_bytes() if path.is_file() else None
        if (there is None) != (digest == "") or (there is not None and _digest(there) != digest):
            raise Conflict("the file has been changed elsewhere since you opened it")
        _replace(path, data)
        return _digest(data)


class Conflict(RulecError):
    """The file on disk differs from the edited version."""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _replace(path: Path, data: bytes) -> None:
    """Replace a file atomically by way of a temporary file beside it."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            beside.write_bytes(data)
            if path.exists():
                beside.chmod(path.stat().st_mode & 0o777)
            beside.replace(path)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
    except OSError as problem:
        raise RulecError(f"{path.name} can't be written: {problem.strerror}") from None


def _walk(root: Path) -> Iterator[Path]:
    for folder, inner, files in os.walk(root):
        depth = len(Path(folder).relative_to(root).parts)
        kept = sorted(one for one in inner if not one.startswith(".") and one not in _SKIPPED)
        inner[:] = kept if depth < _DEPTH else []
        for name in sorted(files):
            if name.endswith(SUFFIX) and _PART.fullmatch(name):
                yield Path(folder, name)


def _entry(game: str, path: Path, own: bool) -> Entry:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except OSError:
        head = ""
    title, players = _TITLE.search(head), _PLAYERS.search(head)
    return Entry(
        game,
        title[2] if title else path.stem,
        title[1] if title else "game",
        (title[3] or "").strip() if title else "",
        players[1].strip() if players else "",
        own,
    )
