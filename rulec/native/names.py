"""Validation of names that become paths or C symbols."""

from __future__ import annotations

import keyword
import re
from importlib.machinery import EXTENSION_SUFFIXES

from rulec.base import limits
from rulec.errors import RulecError

# Suffix of extension modules: `.cpython-311-x86_64-linux-gnu.so`.
SUFFIX = EXTENSION_SUFFIXES[0]

_GAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_FILE = re.compile(r"[a-z][a-z0-9_]*\.(pyx|pxd|pxi|h|txt)", re.ASCII)
# A module of this name would shadow a package that generated code imports.
_TAKEN = frozenset({"cpython", "cython", "libc", "libcpp", "numpy", "rulec"})


def is_game_name(name: str) -> bool:
    """Check whether `name` is importable: `from generated import NAME`."""
    return (
        len(name) <= limits.NAME_LENGTH
        and _GAME.fullmatch(name) is not None
        and not keyword.iskeyword(name)
        and name not in _TAKEN
    )


def reserved(name: str) -> str:
    """Reason why the name is reserved, or empty."""
    if keyword.iskeyword(name):
        return f"`{name}` is a word of Python"
    return f"a module called `{name}` is part of what engines are built with" if name in _TAKEN else ""


def require_game_name(name: str) -> str:
    if is_game_name(name):
        return name
    raise RulecError(
        f"{_shown(name)} can't be the name of a module",
        "small letters, digits and `_`, a letter first, no word of Python: rename the rules file",
    )


def require_file_names(names: list[str]) -> None:
    """Raise an error unless all names are plain names of generated files."""
    for name in names:
        if _FILE.fullmatch(name) is None or len(name) > limits.NAME_LENGTH + 4:
            raise RulecError(f"{_shown(name)} can't be the name of a generated file")


def _shown(name: str) -> str:
    return ascii(name if len(name) <= limits.NAME_LENGTH else name[: limits.NAME_LENGTH] + "...")
