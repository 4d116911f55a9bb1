"""Code lenses and inlay hints: commands, option counts, types of names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.editor.names import count_of_options, lets_of, value_text
from rulec.editor.vocabulary import PLAY, RUN_EXAMPLE
from rulec.editor.workspace import Analysis, LineMap, Workspace
from rulec.semantics.types import Local
from rulec.syntax.lines.outline import comment_start

_EXAMPLE: Final = re.compile(r'\s*example\s+"([^"]*)"')
_PLAY: Final = re.compile(r"play\s*:")


@dataclass(frozen=True)
class Lens:
    """Code lens: title above a line, with an optional command."""

    span: Span
    title: str
    command: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hint:
    """Inlay hint before a column (from 1)."""

    line: int
    column: int
    text: str
    about: str


def lenses(workspace: Workspace, path: str, *, plays: bool = True) -> list[Lens]:
    """Code lenses of a file; `plays`: the editor can open a terminal for a game."""
    document = workspace.document(path)
    if document is None:
        return []
    found: list[Lens] = []
    for number, line in enumerate(document.lines, start=1):
        example = _EXAMPLE.match(line)
        if example is not None:
            span = Span.at(path, number, 1, max(len(line), 1))
            found.append(Lens(span, "run example", RUN_EXAMPLE, (path, example[1])))
            if plays:
                found.append(Lens(span, "play from here", PLAY, (path, example[1])))
        elif plays and _PLAY.match(line):
            found.append(Lens(Span.at(path, number, 1, max(len(line), 1)), "play", PLAY, (path,)))
    analysis = workspace.last(path)
    if analysis is not None:
        found += _counts(analysis, LineMap(analysis.lines, document.lines), path)
    return sorted(found, key=lambda one: one.span.line)


def _counts(analysis: Analysis, moves: LineMap, path: str) -> Iterator[Lens]:
    """Yield a lens above each decision with its maximal number of options."""
    game = analysis.checked.game
    totals: dict[int, dict[str, int]] = {}
    for one in game.decisions if game is not None else ():
        line = moves.new(one.span.line - 1) if one.span.file == path else None
        if line is not None:
            totals.setdefault(line + 1, {})[one.name] = count_of_options(one)
    for number, named in totals.items():
        title = ", ".join(f"{name}: up to {n} option{'s' if n != 1 else ''}" for name, n in named.items())
        yield Lens(Span.at(path, number, 1), title)


def hints(workspace: Workspace, path: str, first: int, last: int) -> list[Hint]:
    """Types of `let` names and rule parameters, and option ids, in lines `first` to `last` from 1."""
    analysis = workspace.last(path)
    if analysis is None:
        return []
    lines = workspace.lines_of(path)
    moves = LineMap(analysis.lines, lines)
    found: dict[tuple[int, int], Hint] = {}
    for one in lets_of(analysis):
        _hint(found, moves, path, one.var.span, f": {value_text(one.var.type)}", "what the name can hold")
    for local in _given(analysis):
        _hint(found, moves, path, local.span, f": {value_text(local.type)}", "what calls of the rule give")
    ids = workspace.option_ids.get(path, {})
    game = analysis.checked.game
    for decision in game.decisions if game is not None and ids else ():
        _ids(found, moves, path, lines, decision.span, ids.get(decision.name, ""))
    return [one for one in found.values() if first <= one.line <= last]


def _ids(
    found: dict[tuple[int, int], Hint],
    moves: LineMap,
    path: str,
    lines: Sequence[str],
    span: Span,
    ids: str,
) -> None:
    """Put the ids of a decision's options behind its first line."""
    line = moves.new(span.line - 1) if span.file == path else None
    if line is not None and ids:
        column = len(lines[line][: comment_start(lines[line])].rstrip()) + 1
        hint = Hint(line + 1, column, f"  ids {ids}", "ids of the options in the file as last saved")
        found.setdefault((line, column), hint)


def _hint(
    found: dict[tuple[int, int], Hint], moves: LineMap, path: str, span: Span, text: str, about: str
) -> None:
    line = moves.new(span.line - 1) if span.file == path else None
    if line is not None and len(text) > 2:
        found.setdefault((line, span.end_column), Hint(line + 1, span.end_column, text, about))


def _given(analysis: Analysis) -> Iterator[Local]:
    """Rule parameters whose names do not reveal their kind."""
    game, g = analysis.checked.game, analysis.resolution.globals
    for rule in game.rules if game is not None and g is not None else ():
        if rule.sort != "cell":
            yield from (one for one in rule.parameters if g is not None and one.name not in g.members)
