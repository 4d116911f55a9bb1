"""Finds and caches the look files of a game and its base games."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rulec.base.base_lookup import find_bases
from rulec.base.diagnostics import Diagnostic, render
from rulec.base.source_text import SourceText, Span
from rulec.face import Description, State
from rulec.picture.look.reading import read_look
from rulec.picture.look.records import PLAIN, Look, overlay
from rulec.picture.look.vocabulary import vocabulary

SUFFIX: Final = ".look.toml"
LOOK_BYTES: Final = 250_000  # pictures stay small
_VARIANT: Final = re.compile(r'^variant[ \t]+"(?:[^"\\\n]|\\.)*"[ \t]+of[ \t]+([^:#\n]+):', re.M)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_HEAD: Final = 1_000_000  # characters searched for the line that names the base game
_DEEP: Final = 20  # maximal depth of variants
_KEPT: Final = 32

Stamp = tuple[int, int] | None  # (modification time, size)


@dataclass(frozen=True)
class LookProblems:
    """Diagnostics of a game's look files, with their sources."""

    found: tuple[Diagnostic, ...] = ()
    sources: tuple[SourceText, ...] = ()

    @property
    def refused(self) -> bool:
        """Check whether errors prevent the use of the look."""
        return any(one.severity == "error" for one in self.found)

    def text(self) -> str:
        return render(self.found, {one.name: one for one in self.sources})


class LookWarning(UserWarning):
    """Warning: a look file is unusable."""


@dataclass(frozen=True)
class _Kept:
    description: Description
    stamps: tuple[tuple[str, Stamp], ...]
    look: Look
    problems: LookProblems


_kept: dict[str, _Kept] = {}


def look_file(rules: Path) -> Path:
    """Path of the look file of a rules file."""
    return rules.with_name(f"{rules.stem}{SUFFIX}")


def look_files(rules: Path) -> tuple[Path, ...]:
    """Existing look files of a game, base games first."""
    return tuple(path for one in reversed(family(rules)) if (path := look_file(one)).is_file())


def look_of(rules: Path, description: Description) -> tuple[Look, LookProblems]:
    """Look of a game with its problems; plain if unusable. Cached until a file changes.

    Dependencies are its files and the rules files of a variant.
    """
    key = str(rules)
    known = _kept.get(key)
    if (
        known is not None
        and known.description is description
        and all(_stamp(Path(path)) == stamp for path, stamp in known.stamps)
    ):
        return known.look, known.problems
    members = family(rules)
    watched = (*members, *map(look_file, members))
    stamps = tuple((str(path), _stamp(path)) for path in watched)
    look, problems = _read(members, description)
    while len(_kept) >= _KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = _Kept(description, stamps, look, problems)
    return look, problems


def look_for(state: State) -> Look:
    """Look for pictures of a state; an unusable one gives a `LookWarning` and a plain look."""
    rules = state.rules_file()
    if not rules:
        return PLAIN
    look, problems = look_of(Path(rules), state.description())
    if problems.refused:
        warnings.warn(f"the look file is not used\n\n{problems.text()}", LookWarning, stacklevel=3)
    return look


def _read(members: tuple[Path, ...], description: Description) -> tuple[Look, LookProblems]:
    words = vocabulary(description)
    look, found, sources = PLAIN, [], []
    for rules in reversed(members):
        path = look_file(rules)
        if not path.is_file():
            continue
        source = _source(path)
        if isinstance(source, Diagnostic):
            found.append(source)
            continue
        one, problems = read_look(source, words, strict=rules == members[0], whole=len(members) == 1)
        look = overlay(look, one)
        found += problems
        sources.append(source)
    shown = LookProblems(tuple(found), tuple(sources))
    return (PLAIN if shown.refused else look), shown


def _source(path: Path) -> SourceText | Diagnostic:
    name = _shown(path)
    try:
        with open(path, "rb") as file:
            data = file.read(LOOK_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as problem:
        message, hint = f"this file can't be read: {problem.strerror}", ""
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        message, hint = f"line {line} is not text in UTF-8", "save the file in UTF-8"
    else:
        if len(data) <= LOOK_BYTES:
            return SourceText(name, text.replace("\r\n", "\n"))
        message, hint = f"a look file has at most {LOOK_BYTES:,} bytes", "take fewer points for its shapes"
    return Diagnostic("L101", message, Span.at(name, 1), hint)


def _shown(path: Path) -> str:
    """Path relative to the working directory, if below it."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith(os.pardir + os.sep) else relative


def family(rules: Path) -> tuple[Path, ...]:
    """Rules file and its base games, nearest first."""
    found: dict[Path, None] = {rules: None}
    waiting = [rules]
    while waiting and len(found) < _DEEP:
        for base in _bases(waiting.pop(0)):
            if base not in found:
                found[base] = None
                waiting.append(base)
    return tuple(found)


def _bases(rules: Path) -> Iterator[Path]:
    try:
        with open(rules, encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError):
        return
    match = _VARIANT.search(head)
    for name in _NAME.findall(match[1]) if match else ():
        if name != "and":
            yield from find_bases(rules, name)[:1]


def _stamp(path: Path) -> Stamp:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size
