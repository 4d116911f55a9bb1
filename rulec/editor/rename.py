"""Rename refactoring across a game, its variants, labels and accompanying files.

Edits that would break a file are rejected: the front end checks every file as edited.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import NOWHERE, SourceText, Span
from rulec.editor.citations import inventory_text, statement
from rulec.editor.document import Edit, edited
from rulec.editor.name_index import Key, NameIndex
from rulec.editor.navigation import NameAtPosition, name_at
from rulec.editor.positions import Position
from rulec.editor.workspace import Analysis, Workspace
from rulec.errors import RulecError
from rulec.frontend import Library, check
from rulec.syntax.parsing.reserved_words import POSITION_KEYS, RESERVED

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ID: Final = re.compile(r"[A-Za-z]{1,8}-?[A-Za-z]{0,2}\d{1,4}[a-z]?")
_PATCH: Final = re.compile(r"^\s+(?:in|remove|replace|before|after|around|set|change)\b")
_STRINGS: Final = re.compile(r'"[^"]*"')


@dataclass(frozen=True)
class Rename:
    """Edits by file; those of `unsure` files need confirmation."""

    edits: dict[str, tuple[Edit, ...]]
    unsure: frozenset[str] = frozenset()


class NotRenamed(RulecError):
    """The name cannot be renamed, or not to the new one."""


def renamed_span(workspace: Workspace, path: str, position: Position) -> Span:
    """Span of the name to rename; raise `NotRenamed` for names that the file does not declare."""
    return _found(workspace, path, position).span


def _found(workspace: Workspace, path: str, position: Position) -> NameAtPosition:
    workspace.analyse(path)
    found = name_at(workspace, path, position)
    if found is None:
        raise NotRenamed("no name of the file stands here")
    key, index = found.occurrence.key, found.analysis.names
    if key[0] in {"global", "own"} and not _is_declared(index, key):
        raise NotRenamed(f"`{found.occurrence.text}` is a name of the language")
    return found


def _is_declared(index: NameIndex, key: Key) -> bool:
    """Check whether the name has a literal declaration; `tile_7` of `tile_1 to tile_12` has none."""
    places = index.declarations(key)
    return bool(places) and any(one.span == places[0] for one in index.all_of(key)) and places[0] != NOWHERE


def rename(workspace: Workspace, path: str, position: Position, name: str) -> Rename:
    found = _found(workspace, path, position)
    old, key = found.occurrence.text, found.occurrence.key
    if key[0] == "statement":
        return _rename_statement(workspace, path, found, name)
    _require_usable(name, found, key)
    edits: dict[str, dict[Span, Edit]] = defaultdict(dict)
    home = _home(found)
    analyses = _analyses(workspace, found, home)
    for analysis in analyses:
        for span in (*(one.span for one in analysis.names.all_of(key)), *_numbered(analysis, key, old)):
            edits[span.file].setdefault(span, Edit(span, name))
        for edit in _patched(workspace, analysis, key, old, name):
            edits[edit.span.file].setdefault(edit.span, edit)
    sure = {file: tuple(found.values()) for file, found in edits.items()}
    _require_sound(workspace, analyses, sure)
    beside = dict(_beside(workspace, home, old, name)) if key[0] != "local" else {}
    return Rename({**sure, **beside}, frozenset(beside))


def _home(found: NameAtPosition) -> str:
    places = found.analysis.names.declarations(found.occurrence.key)
    return places[0].file if places else found.analysis.document


def _analyses(workspace: Workspace, found: NameAtPosition, home: str) -> list[Analysis]:
    """Analyses of the file, the declaring file, and all variants of that."""
    if found.occurrence.key[0] == "local":
        return [found.analysis]
    analyses = {one.document: one for one in workspace.in_family(home)}
    analyses.setdefault(found.analysis.document, found.analysis)
    return list(analyses.values())


def _require_usable(name: str, found: NameAtPosition, key: Key) -> None:
    if not _NAME.fullmatch(name):
        raise NotRenamed(f"`{name}` is not a name", "a name has letters, digits and `_`")
    if name in RESERVED or name in POSITION_KEYS:
        raise NotRenamed(f"`{name}` is a word of the language")
    index = found.analysis.names
    if name == found.occurrence.text:
        raise NotRenamed(f"it is called `{name}` already")
    taken = index.by_key.get((*key[:-1], name)) or (key[0] != "local" and index.by_key.get(("global", name)))
    if taken:
        raise NotRenamed(f"`{name}` is the name of something else")


def _numbered(analysis: Analysis, key: Key, old: str) -> Iterable[Span]:
    """Yield numbered locals such as `city_2`, whose kind is implied by the name's prefix."""
    g = analysis.resolution.globals
    if key[0] != "global" or g is None or key[1] not in g.members:
        return
    pattern = re.compile(rf"{re.escape(old)}_?\d+")
    for other, found in analysis.names.by_key.items():
        if other[0] == "local" and pattern.fullmatch(other[-1]):
            for one in found:
                yield Span.at(one.span.file, one.span.line, one.span.column, len(old))


def _patched(workspace: Workspace, analysis: Analysis, key: Key, old: str, name: str) -> Iterable[Edit]:
    """Yield edits of patch headers, whose names the patched game no longer has."""
    if key[0] == "local":
        return
    lines = workspace.lines_of(analysis.document)
    if not any(line.startswith("variant ") for line in lines):
        return
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    for number, line in enumerate(lines, start=1):
        if not _PATCH.match(line):
            continue
        quoted = [one.span() for one in _STRINGS.finditer(line)]
        for one in word.finditer(line.partition("#")[0]):
            if not any(a <= one.start() < b for a, b in quoted):
                yield Edit(Span.at(analysis.document, number, one.start() + 1, len(old)), name)


def _require_sound(
    workspace: Workspace, analyses: list[Analysis], edits: dict[str, tuple[Edit, ...]]
) -> None:
    """Raise an error if any file would have more errors than before."""
    texts = {}
    for file, found in edits.items():
        texts[file] = edited("\n".join(workspace.lines_of(file)), found)
    library = Library(unsaved={**{p: d.text for p, d in workspace.documents.items()}, **texts})
    for analysis in analyses:
        source = SourceText(analysis.document, texts.get(analysis.document, "\n".join(analysis.lines)))
        after = check(source, library, mending=False).diagnostics
        errors = [one for one in after if one.severity == "error"]
        if len(errors) > sum(one.severity == "error" for one in analysis.problems):
            first = errors[0]
            where = f"{Path(first.span.file).name}, line {first.span.line}"
            raise NotRenamed(f"with that name something would be wrong in {where}: {first.message}")


def _beside(workspace: Workspace, home: str, old: str, name: str) -> Iterable[tuple[str, tuple[Edit, ...]]]:
    """Yield edits of accompanying files: the look file."""
    path = str(Path(home).with_suffix(".look.toml"))
    text = inventory_text(workspace, path)
    word = re.compile(rf'"{re.escape(old)}"|"[^"]*"|(?<![\w-]){re.escape(old)}(?![\w-])')
    edits = tuple(
        Edit(Span.at(path, number, one.start() + 1 + one[0].startswith('"'), len(old)), name)
        for number, line in enumerate(text.split("\n"), start=1)
        for one in word.finditer(line.partition(" #")[0])
        if one[0].strip('"') == old
    )
    if edits:
        yield path, edits


def _rename_statement(workspace: Workspace, path: str, found: NameAtPosition, name: str) -> Rename:
    """Rename a citation in the rules, in variants and in the inventory."""
    if not _ID.fullmatch(name):
        raise NotRenamed(f"`{name}` is not a citation", "a citation is called like RR-117")
    edits: dict[str, tuple[Edit, ...]] = {}
    for analysis in workspace.in_family(path):
        for one in analysis.names.all_of(found.occurrence.key):
            edits[one.span.file] = tuple({*edits.get(one.span.file, ()), Edit(one.span, name)})
    cited = statement(workspace, path, found.occurrence.text)
    if cited is not None:
        edits[cited.span.file] = (Edit(cited.span, name),)
    return Rename(edits, frozenset() if cited is None else frozenset({cited.span.file}))
