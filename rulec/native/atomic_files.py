"""Files that other processes may read at any moment: whole or not there, never half written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rulec.native.trust import make_private


def write_atomic(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Put `content` at `path` in one step; the folder is made if need be. `private`: for this user alone."""
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
    """What the user takes away from new files; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
