"""Hover texts in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.editor.citations import citation_at, statement
from rulec.editor.declarations import declaration_at, starts_of
from rulec.editor.language import language
from rulec.editor.names import BOX, meaning_of, meaning_of_seat
from rulec.editor.navigation import NameAtPosition, current, name_at
from rulec.editor.positions import Position
from rulec.editor.workspace import Analysis, Workspace
from rulec.insight.option_conditions import asking, condition_in
from rulec.semantics.desugar.zone_monomorphization import PARTS_OF_DECKS
from rulec.syntax.lines.outline import CITATION, comment_start

_FORMS: Final = 3
_SEAT: Final = re.compile(r"p[1-8]")
_OPTIONS: Final = 12  # conditions of options in one hover
_COMMENT: Final = 6  # maximal lines of a comment above a declaration
_ASKS: Final = re.compile(r"choose|any order|may\b|pause|repeat|each\b.*order of my choice|follow")


@dataclass(frozen=True)
class Hover:
    text: str
    span: Span


def hover(workspace: Workspace, path: str, position: Position) -> Hover | None:
    document = workspace.document(path)
    if document is None:
        return None
    line, offset = document.offset(position)
    text = document.lines[line]
    cited = citation_at(text, offset)
    if cited is not None:
        span = Span.at(path, line + 1, cited.start() + 1, len(cited[0]))
        found = statement(workspace, path, cited[1])
        said = (
            f"**{cited[1]}**: {found.text}" if found is not None else f"`{cited[1]}` is not in the inventory"
        )
        return Hover(said, span)
    if (comment := comment_start(text)) is not None and offset > comment:
        return None
    named = name_at(workspace, path, position)
    word = document.word_at(position)
    if named is not None:
        return Hover("\n\n".join(_of_name(workspace, path, named)), named.span)
    if word is None:
        return None
    told = list(_of_word(document.lines, line, text[word.column - 1 : word.end_column - 1], text, word))
    told = told or list(_of_built_in(text[word.column - 1 : word.end_column - 1]))
    return Hover("\n\n".join(told), word) if told else None


def _of_name(workspace: Workspace, path: str, found: NameAtPosition) -> Iterator[str]:
    key = found.occurrence.key
    meaning = meaning_of(found.analysis, key)
    yield f"**{meaning.name}** ({meaning.kind})" + (f": {meaning.type}" if meaning.type else "")
    places = current(workspace, found.analysis, found.analysis.names.declarations(key))
    if key[0] == "decision":
        places = [one.span for one in found.analysis.names.by_key.get(key, ())]
        places = [
            one
            for one in current(workspace, found.analysis, places)
            if _asks(workspace.lines_of(one.file), one)
        ]
    for place in places[:2]:
        lines = workspace.lines_of(place.file)
        if 0 < place.line <= len(lines):
            yield from _declared(lines, place, path)
    if key[0] in ("decision", "option"):
        rows = [*dict.fromkeys(_conditions(found.analysis, *key[:2]))]
        if rows:
            more = [f"- and {len(rows) - _OPTIONS} more"] if len(rows) > _OPTIONS else []
            yield "\n".join(["When it is legal:", "", *rows[:_OPTIONS], *more])


def _conditions(analysis: Analysis, kind: str, name: str) -> Iterator[str]:
    """Yield when the options of a decision, or those of one name, are legal."""
    game = analysis.checked.game
    for one in game.decisions if game is not None else ():
        lines, line = analysis.lines_of(one.span.file), one.span.line
        if not 0 < line <= len(lines) or (kind == "decision" and one.name != name):
            continue
        members = [label for _, label in one.groups if not label]
        place = 0
        for sort, label in one.groups:
            condition = condition_in(lines, line, label, place, len(members))
            place += not label
            if kind == "option" and label != name:
                continue
            if condition == asking(lines, line):
                condition = f"asked in line {line}"
            yield f"- {f'`{label}`' if sort is None else f'each {sort.singular}'}: {condition}"


def _asks(lines: Sequence[str], place: Span) -> bool:
    return place.line <= len(lines) and _ASKS.search(lines[place.line - 1]) is not None


def _declared(lines: Sequence[str], place: Span, path: str) -> Iterator[str]:
    """Yield the declaring line of a name, its comment and its citations."""
    text = lines[place.line - 1]
    start = comment_start(text)
    code = CITATION.sub("", text[:start]).strip()
    yield f"```rules\n{code}\n```"
    said = [text[start + 1 :].strip()] if start is not None else _comment_above(lines, place.line - 1)
    if any(said):
        yield " ".join(said)
    file = "" if place.file == path else f"{Path(place.file).name}, "
    yield f"{file}line {place.line}"


def _comment_above(lines: Sequence[str], line: int) -> list[str]:
    found: list[str] = []
    while line > 0 and lines[line - 1].strip().startswith("#") and len(found) < _COMMENT:
        line -= 1
        found.insert(0, lines[line].strip().lstrip("#").strip())
    return [] if any(re.fullmatch(r"[-=]{4,}", one) for one in found) else found


# --- words of the language --------------------------------------------------------------------------------


def _of_word(lines: Sequence[str], line: int, word: str, text: str, span: Span) -> Iterator[str]:
    """Yield the meaning of a keyword and the line forms that it begins."""
    meaning = _phrase(word, text, span)
    if word not in language().words and meaning is None:
        return
    if meaning is not None:
        phrase, (said, section) = meaning
        yield f"**{phrase}**: {said}" + (f" (language reference, {section})" if section else "")
    if text[: span.column - 1].strip() == "" or text[: span.column - 1].rstrip().endswith(":"):
        one = declaration_at(lines, line)
        start = starts_of(one.text).get(line - one.first + 1, "sentence")
        forms = [form.form for form in language().forms.get(start, ()) if form.opener == word]
        if forms:
            yield "```\n" + "\n".join(forms[:_FORMS]) + "\n```"


def _of_built_in(word: str) -> Iterator[str]:
    """Yield the meaning of a name that no file declares."""
    if _SEAT.fullmatch(word):
        yield f"**{word}**: {meaning_of_seat(int(word[1:]) - 1)}"
    elif word == "box":
        yield f"**box**: {BOX}"
    elif word in PARTS_OF_DECKS:
        yield f"**{word}**: a part of each deck"


def _phrase(word: str, text: str, span: Span) -> tuple[str, tuple[str, str]] | None:
    """Longest phrase of the reference around the word."""
    known = language().meanings
    found: tuple[str, tuple[str, str]] | None = None
    for phrase, meaning in known.items():
        if word not in phrase.split():
            continue
        for one in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text):
            covers = one.start() < span.column <= one.end()
            if covers and (found is None or len(phrase) > len(found[0])):
                found = phrase, meaning
    return found
