"""What stands above or inside lines without being typed: commands, counts of options, types of names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.editor.names import count_of_options, lets_of, value_text
from rulec.editor.vocabulary import PLAY, RUN_EXAMPLE
from rulec.editor.workspace import Analysis, LineMap, Workspace
from rulec.semantics import typed

_EXAMPLE: Final = re.compile(r'\s*example\s+"([^"]*)"')
_PLAY: Final = re.compile(r"play\s*:")


@dataclass(frozen=True)
class Lens:
    """A title above a line, and the command behind it, or none."""

    span: Span
    title: str
    command: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hint:
    """Text inside a line, before a column (from 1)."""

    line: int
    column: int
    text: str
    about: str


def lenses(workspace: Workspace, path: str) -> list[Lens]:
    document = workspace.document(path)
    if document is None:
        return []
    found: list[Lens] = []
    for number, line in enumerate(document.lines, start=1):
        example = _EXAMPLE.match(line)
        if example is not None:
            span = Span.at(path, number, 1, max(len(line), 1))
            found.append(Lens(span, "run example", RUN_EXAMPLE, (path, example[1])))
            found.append(Lens(span, "play from here", PLAY, (path, example[1])))
        elif _PLAY.match(line):
            found.append(Lens(Span.at(path, number, 1, max(len(line), 1)), "play", PLAY, (path,)))
    analysis = workspace.last(path)
    if analysis is not None:
        found += _counts(analysis, LineMap(analysis.lines, document.lines), path)
    return sorted(found, key=lambda one: one.span.line)


def _counts(analysis: Analysis, moves: LineMap, path: str) -> Iterator[Lens]:
    """Above each decision, how many options it can have at most."""
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
    """Types of names given by `let`, numbers of options of decisions, in lines `first` to `last` from 1."""
    analysis = workspace.last(path)
    if analysis is None:
        return []
    moves = LineMap(analysis.lines, workspace.lines_of(path))
    found: dict[tuple[int, int], Hint] = {}
    for one in lets_of(analysis):
        _hint(found, moves, path, one.var.span, f": {value_text(one.var.type)}", "what the name can hold")
    for span, text in _ids(analysis):
        _hint(found, moves, path, span, text, "where the options of the decision begin among all actions")
    return [one for one in found.values() if first <= one.line <= last]


def _hint(
    found: dict[tuple[int, int], Hint], moves: LineMap, path: str, span: Span, text: str, about: str
) -> None:
    line = moves.new(span.line - 1) if span.file == path else None
    if line is not None and len(text) > 2:
        found.setdefault((line, span.end_column), Hint(line + 1, span.end_column, text, about))


def _ids(analysis: Analysis) -> Iterator[tuple[Span, str]]:
    """Behind the name of each decision: the numbers of its options, as engines and masks count them."""
    game = analysis.checked.game
    numbers = action_numbers(game) if game is not None else {}
    names = analysis.names
    for key, found in names.by_key.items():
        if key[0] == "decision" and key[1] in numbers and not found[0].text.startswith("_"):
            low, high = numbers[key[1]]
            yield found[0].span, f" #{low}" if low == high else f" #{low} to {high}"


def action_numbers(game: typed.Game) -> dict[str, tuple[int, int]]:
    """The ids of the options of each decision that has all of them together."""
    ids: dict[tuple[str, object, str], int] = {}
    spans: dict[str, tuple[int, int]] = {}
    following = 0
    for one in game.decisions:
        low = following
        for sort, label in one.groups:
            if (one.name, sort, label) not in ids:
                ids[one.name, sort, label] = following
                following += sort.size if sort is not None else 1
        if following > low:
            spans[one.name] = (spans.get(one.name, (low, 0))[0], following - 1)
    return spans
