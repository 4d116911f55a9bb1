"""Names in generated text: functions after their rules, locals after their contents.

A name of the rules may be as long as it likes, and of any letters. Here it becomes a short identifier of C,
told apart by a number from those that would be like it. Numbers count names that are alike, not everything
that comes before, so that an edit of one rule leaves the names of others as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable
from typing import Final

from rulec.codegen.text_nodes import Local

LONGEST_NAME: Final = 32  # characters taken from one name of the rules
_NUMBERS: Final = re.compile(r"[~. ]\d+(?=[~. ]|$)")  # suffixes that distinguish names in the IR
_NOT_FOR_C: Final = re.compile(r"[^A-Za-z0-9]+")
_SAYS_HOW: Final = frozenset({"chosen", "once", "option", "rest", "steady", "same", "next"})


def plain(text: str) -> str:
    """Convert a name to an identifier: ASCII letters, digits, single underscores."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore")
    found = _shortened(_NOT_FOR_C.sub("_", letters.decode()).strip("_"))
    return found if found[:1].isalpha() else f"n{found}"


def _shortened(name: str) -> str:
    """Truncate a long name, at the end of a word if possible."""
    if len(name) <= LONGEST_NAME:
        return name
    words, _, _ = name[: LONGEST_NAME + 1].rpartition("_")
    return words if len(words) > LONGEST_NAME // 2 else name[:LONGEST_NAME]


def without_numbers(name: str) -> str:
    """Strip the disambiguating numbers of a name of the IR."""
    return _NUMBERS.sub("", name)


def local_name(key: str) -> str:
    """Return the last part of a name of the IR, without its rule."""
    parts = [part for part in without_numbers(key).split(".") if part] or [key]
    kept = parts[-2:] if parts[-1] in _SAYS_HOW else parts[-1:]
    return plain("_".join(kept))


def distinct(base: str, taken: Container[str]) -> str:
    """Number a name if it is taken."""
    name, count = base, 1
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    return name


def distinct_names(names: Iterable[str], prefix: str) -> dict[str, str]:
    """Return a C identifier for each name of the IR, without disambiguating numbers."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        found[name] = distinct(prefix + plain(without_numbers(name)), taken)
        taken.add(found[name])
    return found


class FunctionNames:
    """Names of a module's functions and other global names."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}

    def new(self, base: str) -> str:
        """Return an unused name."""
        count = self._counts.get(base, 0)
        name = base
        while not count or name in self._taken:
            count += 1
            name = base if count == 1 else f"{base}_{count}"
        self._counts[base] = count
        self._taken.add(name)
        return name


class LocalNames:
    """Names of a function's locals, in the order of their first use."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, local: Local) -> str:
        name = self._names.get(local.key)
        if name is None:
            name = self._names[local.key] = distinct(f"l_{local_name(local.key)}", self._taken)
            self._taken.add(name)
        return f"{local.role}_{name}" if local.role else name


def place_name(rule: str, place: str) -> str:
    """Name a part of a rule: `turn__main_action`. Place names of the IR begin with the rule."""
    within = place.removeprefix(rule).strip() if place != rule else "begins"
    return f"{plain(rule)}__{plain(within)}"
