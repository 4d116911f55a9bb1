"""File watcher of `rulec check --watch`: files, base games, folders of missing ones."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

from rulec.errors import RulecError

_Stamp = tuple[int, int] | None
PATIENCE = 1.0  # seconds: saving editors briefly remove the file, or write it in parts
_STEP = 0.05


class FileWatcher:
    """Watches files by modification time; `changed` is True on first call."""

    def __init__(self, files: list[str], sleep: Callable[[float], None] = time.sleep) -> None:
        self.named, self._sleep = list(dict.fromkeys(files)), sleep
        self._known: dict[str, list[str]] = {}  # file -> all its sources
        self._seen: dict[str, _Stamp] | None = None
        self.files: list[str] = []

    def changed(self) -> bool:
        """Check whether anything changed since the last call; waits for saves to complete."""
        if self._seen is not None and self._stamps(list(self._seen)) == self._seen:
            return False
        self._wait_until_saved()
        self.files = [one for name in self.named for one in self._with_bases(name)]
        # The missing base of a variant may appear in a watched folder.
        alone = [name for name in self.named if len(self._known[name]) == 1 and _is_variant(name)]
        folders = [str(Path(name).absolute().parent) for name in alone]
        self._seen = self._stamps([*self.files, *folders, *map(_look, self.files)])
        return True

    def _wait_until_saved(self) -> None:
        """Wait until modification times are stable and no file is missing or empty."""
        left, before = PATIENCE, self._seen or {}
        full = [name for name, stamp in before.items() if _is_full(stamp)]
        while left > 0 and before:
            self._sleep(_STEP)
            left -= _STEP
            now = self._stamps(list(before))
            if now == before and all(_is_full(now[name]) for name in full):
                return
            before = now

    def _with_bases(self, name: str) -> list[str]:
        """The file and its base games; the previous ones if it cannot be read."""
        from rulec.frontend import files_of

        try:
            found = [str(one) for one in files_of(name)]
        except RulecError:
            found = [name]
        if len(found) == 1 and _stamp(name) is None:
            found = self._known.get(name, found)
        self._known[name] = found
        return found

    def _stamps(self, names: list[str]) -> dict[str, _Stamp]:
        return {name: _stamp(name) for name in names}


def _look(name: str) -> str:
    """Look file of a rules file, watched even if it does not exist."""
    from rulec.picture.look.files import look_file

    return str(look_file(Path(name)))


def _is_variant(name: str) -> bool:
    try:
        return (
            re.search(r"^variant\b", Path(name).read_text(encoding="utf-8", errors="replace"), re.M)
            is not None
        )
    except (OSError, ValueError):
        return False


def _is_full(stamp: _Stamp) -> bool:
    return stamp is not None and stamp[1] > 0


def _stamp(name: str) -> _Stamp:
    try:
        status = os.stat(name)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size
