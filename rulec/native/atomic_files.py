"""Atomic file writes: other processes see the old or the new content, never a part."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rulec.native.trust import make_private


def write_atomic(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file atomically, creating its folder; `private`: accessible to this user only."""
    if private:
        make_private(path.parent)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        os.chmod(name, (0o644 if private else 0o666) & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Current umask of the process; readable only by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
