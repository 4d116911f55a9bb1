"""Ownership checks for executable files: only this user may be able to write them."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from rulec.errors import RulecError

_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_LINKS = 40  # same limit as the system


class UntrustedPath(RulecError):
    """Another user can write a file that would be executed or trusted."""


def require_trusted(path: Path) -> None:
    """Raise an error if another user can write or replace a path; missing paths pass.

    Links are resolved step by step, like the system does. The path must be owned by this user or root and
    writable by nobody else; parent folders may be sticky, like `/tmp`.
    """
    path = Path(os.path.abspath(path))
    for step, last in _steps(path):
        try:
            found = os.lstat(step)
        except OSError:
            return  # missing or unreachable: opening it reports the error
        if not last and not (stat.S_ISDIR(found.st_mode) or stat.S_ISLNK(found.st_mode)):
            return  # no path can continue below
        _require_owner(path, step, found)
        if not stat.S_ISLNK(found.st_mode):
            _require_mode(path, step, found, last)


def require_own(path: Path) -> None:
    """Raise an error for a link or a foreign file inside an already trusted folder."""
    found = os.lstat(path)
    if stat.S_ISLNK(found.st_mode):
        raise UntrustedPath(f"{path} is a link: rulec executes nothing behind it", f"remove {path}")
    _require_owner(path, path, found)
    _require_mode(path, path, found, last=True)


def require_executable(module: Path) -> None:
    """Raise an error for a compiled module that another user can write or replace."""
    require_trusted(module.parent)
    with contextlib.suppress(OSError):
        require_own(module)


def make_private(folder: Path) -> None:
    """Create a folder and its parents, writable by this user only regardless of the umask."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        one.mkdir(mode=0o755, exist_ok=True)


def _steps(path: Path) -> Iterator[tuple[Path, bool]]:
    """Yield each folder and link on the path, outermost first, and whether it is the last."""
    waiting, step, links = list(path.parts[1:]), Path(path.anchor), 0
    while waiting:
        yield step, False
        part = waiting.pop(0)
        step = step.parent if part == os.pardir else step / part
        if links < _LINKS and _is_link(step):
            yield step, False
            links += 1
            target = Path(os.readlink(step))
            step = Path(target.anchor) if target.is_absolute() else step.parent
            waiting[:0] = target.parts[1:] if target.is_absolute() else target.parts
    yield step, True


def _is_link(path: Path) -> bool:
    try:
        return stat.S_ISLNK(os.lstat(path).st_mode)
    except OSError:
        return False


def _require_owner(path: Path, step: Path, found: os.stat_result) -> None:
    if found.st_uid not in (os.geteuid(), 0):
        raise UntrustedPath(
            f"{_shown(path, step)} belongs to another user: rulec executes nothing from there",
            "set RULEC_CACHE_DIR to a folder of your own",
        )


def _require_mode(path: Path, step: Path, found: os.stat_result, last: bool) -> None:
    loose = found.st_mode & _OTHERS
    if not last:
        if found.st_mode & stat.S_ISVTX:
            return  # sticky: others may add files but not rename existing ones
        if loose == stat.S_IWGRP and found.st_gid in (0, os.getegid()):
            return  # the user's private group
    if loose:
        raise UntrustedPath(
            f"{_shown(path, step)} can be written by other users: rulec executes nothing from there",
            f"`chmod go-w {step}`, or set RULEC_CACHE_DIR to a folder of your own",
        )


def _shown(path: Path, step: Path) -> str:
    return f"{path}" if step == path else f"{step}, on the way to {path},"
