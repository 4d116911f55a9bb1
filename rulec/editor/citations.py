"""Rulebook statements cited by a file, from its inventory, including unsaved changes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.editor.bounded_cache import BoundedCache
from rulec.editor.workspace import Workspace
from rulec.syntax.lines.outline import CITATION

_OPEN: Final = re.compile(r"\[([A-Za-z]*-?[A-Za-z0-9-]*)$")
_ID: Final = re.compile(r"[\s=]")  # terminator of the id at the start of a line
_READ_AT_MOST: Final = 2_000_000
_KEPT: Final = 16  # cached inventories


@dataclass(frozen=True)
class Statement:
    id: str
    text: str
    span: Span  # span of the id in the inventory


_known: BoundedCache[tuple[str, str], dict[str, Statement]] = BoundedCache(_KEPT)


def statements_of(workspace: Workspace, path: str) -> dict[str, Statement]:
    """Statements of the inventories beside a file and its base games."""
    analysis = workspace.last(path)
    files = [path, *(one.name for one in (analysis.checked.tree.bases if analysis is not None else ()))]
    found: dict[str, Statement] = {}
    for file in reversed(files):
        found |= _read(workspace, str(Path(file).with_suffix(".statements.toml")))
    return found


def statement(workspace: Workspace, path: str, citation: str) -> Statement | None:
    """Statement of a citation; `A11` matches `RR-A11` in an inventory with prefix `RR`."""
    known = statements_of(workspace, path)
    short = next((one for id_, one in known.items() if id_.rpartition("-")[2] == citation), None)
    return known.get(citation) or known.get(citation.rpartition("-")[2]) or short


def _read(workspace: Workspace, path: str) -> dict[str, Statement]:
    text = inventory_text(workspace, path)
    return _known.get((path, text), lambda: _statements(path, text))


def _statements(path: str, text: str) -> dict[str, Statement]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}
    lines = {_ID.split(line, maxsplit=1)[0]: n for n, line in enumerate(text.split("\n"), start=1)}
    sections = data.get("sections", {})
    return {
        id_: Statement(id_, said, Span.at(path, lines.get(id_, 1), 1, len(id_)))
        for id_, said in _entries(sections if isinstance(sections, dict) else {})
    }


def inventory_text(workspace: Workspace, path: str) -> str:
    """Text of an inventory or another file beside the rules; empty if missing."""
    opened = workspace.documents.get(path)
    if opened is not None:
        return opened.text
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(_READ_AT_MOST)
    except (OSError, UnicodeDecodeError):
        return ""


def _entries(sections: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for section in sections.values():
        for id_, said in section.items() if isinstance(section, dict) else ():
            text = (
                said if isinstance(said, str) else str(said.get("text", "")) if isinstance(said, dict) else ""
            )
            yield id_, text


def citation_at(line: str, offset: int) -> re.Match[str] | None:
    """Citation at an offset of a line."""
    return next((one for one in CITATION.finditer(line) if one.start() <= offset <= one.end()), None)


def citation_begun(before: str) -> str | None:
    """Typed prefix of an unfinished citation, or None."""
    found = _OPEN.search(before)
    return None if found is None or before.count('"', 0, found.start()) % 2 else found[1]
