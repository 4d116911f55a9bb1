"""Names in generated text: of functions after the rules that they carry out, of locals after what they hold.

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

LONGEST_NAME: Final = 32  # characters of what is taken from one name of the rules
_NUMBERS: Final = re.compile(r"[~. ]\d+(?=[~. ]|$)")  # what the IR tells names apart by
_NOT_FOR_C: Final = re.compile(r"[^A-Za-z0-9]+")
_SAYS_HOW: Final = frozenset({"chosen", "once", "option", "rest", "steady", "same", "next"})


def plain(text: str) -> str:
    """An identifier for a name: letters without their accents, digits, single underscores between them."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore")
    found = _shortened(_NOT_FOR_C.sub("_", letters.decode()).strip("_"))
    return found if found[:1].isalpha() else f"n{found}"


def _shortened(name: str) -> str:
    """The beginning of a long name, up to the end of a word where one ends late enough."""
    if len(name) <= LONGEST_NAME:
        return name
    words, _, _ = name[: LONGEST_NAME + 1].rpartition("_")
    return words if len(words) > LONGEST_NAME // 2 else name[:LONGEST_NAME]


def without_numbers(name: str) -> str:
    """A name of the IR without the numbers that tell it apart from others."""
    return _NUMBERS.sub("", name)


def local_name(key: str) -> str:
    """The last part of a name of the IR: what the variable holds, without the rule that it belongs to."""
    parts = [part for part in without_numbers(key).split(".") if part] or [key]
    kept = parts[-2:] if parts[-1] in _SAYS_HOW else parts[-1:]
    return plain("_".join(kept))


def distinct(base: str, taken: Container[str]) -> str:
    """The name, with a number where it is taken."""
    name, count = base, 1
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    return name


def distinct_names(names: Iterable[str], prefix: str) -> dict[str, str]:
    """An identifier of C for each name of the IR, without the numbers that tell those apart."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        found[name] = distinct(prefix + plain(without_numbers(name)), taken)
        taken.add(found[name])
    return found


class FunctionNames:
    """Names of the functions of a module, and of what else is known everywhere in it."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}

    def new(self, base: str) -> str:
        """A name that nothing else has."""
        count = self._counts.get(base, 0)
        name = base
        while not count or name in self._taken:
            count += 1
            name = base if count == 1 else f"{base}_{count}"
        self._counts[base] = count
        self._taken.add(name)
        return name


class LocalNames:
    """Names of the locals of one function, in the order of their first use."""

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
    """A stretch of a rule: `turn__main_action`. What names the IR gives to places begins with the rule."""
    within = place.removeprefix(rule).strip() if place != rule else "begins"
    return f"{plain(rule)}__{plain(within)}"
