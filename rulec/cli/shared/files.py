"""Reads user-named files: rules (or standard input) and saved games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulec.base import limits
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.base.source_text import SourceText
    from rulec.compiled import Compiled

STANDARD_INPUT = "-"
_SAVED_BYTES = 64_000_000


def read_rules(name: str) -> SourceText:
    """Read a rules file; `-` is standard input."""
    from rulec.frontend import decode_source, read_source

    if name != STANDARD_INPUT:
        return read_source(name)
    if sys.stdin is None:
        raise RulecError("standard input is closed")
    return decode_source("<standard input>", sys.stdin.buffer.read(limits.FILE_BYTES + 1))


def compiled_rules(name: str) -> Compiled:
    """Compiled forms of a rules file; standard input is not cached."""
    from rulec.compiled import Compiled

    return Compiled(name, read_rules(name) if name == STANDARD_INPUT else None)


def require_file(name: str) -> Path:
    """Path of a rules file; standard input is rejected."""
    if name == STANDARD_INPUT:
        raise RulecError("this command needs a file; it can't read the rules from standard input")
    return Path(name)


def read_bytes(name: str, what: str) -> bytes:
    """Read a saved game; errors are worded as for a rules file."""
    path = Path(name)
    try:
        with open(path, "rb") as file:
            data = file.read(_SAVED_BYTES + 1)
    except FileNotFoundError:
        raise RulecError(f"there is no {what} {name}", _similar(path)) from None
    except IsADirectoryError:
        raise RulecError(f"{name} is a folder, not a {what}") from None
    except OSError as problem:
        raise RulecError(f"{name} can't be read: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"{name!r} is not a name of a file") from None
    if len(data) > _SAVED_BYTES:
        raise RulecError(f"{name} is too big for a {what}: more than {_SAVED_BYTES} bytes")
    return data


def _similar(path: Path) -> str:
    from rulec.base.diagnostics import did_you_mean

    try:
        return did_you_mean(path.name, [one.name for one in path.parent.iterdir()])
    except OSError:
        return ""
