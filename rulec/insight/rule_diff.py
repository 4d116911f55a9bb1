"""Structural diff of two games by the names of their declarations, for `rulec diff A B`.

A variant is compared with its base merged in. Layout, comments, citations, examples and `assumed` notes are
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final

from rulec.base.fast_dataclass import dataclass
from rulec.insight import table_diff
from rulec.insight.rule_passages import Difference, Kind, Passage, passage_at
from rulec.syntax.canonical_layout import squeezed
from rulec.syntax.lines.outline import Line
from rulec.syntax.parsing.parser import openers
from rulec.syntax.patch_targets import RULES, TABLES, Point, is_part, name_of, opens_names, point_of
from rulec.syntax.variants.rule_bodies import body_of, head_of

SECTIONS: Final = {
    "the game": ("game", "actors"),
    "options": ("option",),
    "kinds, tables and boards": ("kind", "table", "board", "graph", "track"),
    "pieces, goods and payments": ("pieces", "deck", "goods", "payment", "account", "route"),
    "variables and zones": ("the game", "each"),
    "words": ("meaning", "adjective", "window", "display"),
    "rules": (),  # and all others
    "score and end": ("score", "ties", "standing", "no winner", "end when", "best"),
}
_ELSE: Final = "rules"
_LEFT_OUT: Final = frozenset({"example"})
_MERGED: Final = frozenset({"the game", "each"})  # declarations that can be repeated
_SENTENCES: Final = RULES | {"whenever", "free action", "end when"}
_ALIKE: Final = 0.5  # least similarity of two lines that count as a changed line


def differences(left: list[Line], right: list[Line]) -> tuple[Difference, ...]:
    """Return all differences by section, in the order of the left game."""
    found = list(_compare(_declared(left), _declared(right)))
    order = {section: number for number, section in enumerate(SECTIONS)}
    return tuple(sorted(found, key=lambda one: order[one.section]))


# --- declarations ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Declared:
    point: Point
    line: Line
    number: int  # among declarations of the same address

    @property
    def key(self) -> tuple[str, str, str, int]:
        return (self.point.sort, self.point.owner, self.point.name, self.number)

    @property
    def owner(self) -> str:
        point = self.point
        if point.sort == "adjective":
            return f"{point.owner} is {point.name}"
        named = point.sort in {"the game", "each", "meaning", "goods"} or not point.name
        words = point.words if named else f"{point.sort} {point.words}"
        return words if self.number == 0 else f"{words} ({self.number + 1})"

    @property
    def section(self) -> str:
        return next((name for name, sorts in SECTIONS.items() if self.point.sort in sorts), _ELSE)


def _declared(outline: list[Line]) -> list[_Declared]:
    """Return the declarations; repeatable ones are merged into a single declaration."""
    found: list[_Declared] = []
    counts: dict[Point, int] = {}
    for line in outline:
        point = point_of(line)
        if point is None:
            word = re.match(r"\w*", line.text)
            point = Point(word[0] if word else "")
        if point.sort in _LEFT_OUT or point.sort == "assumed":
            continue
        if point.sort in _MERGED and point in counts:
            first = next(one for one in found if one.point == point)
            first.line.children.extend(line.children)
            continue
        counts[point] = counts.get(point, -1) + 1
        found.append(_Declared(point, line.copy(), counts[point]))
    return found


def _compare(left: list[_Declared], right: list[_Declared]) -> Iterator[Difference]:
    theirs = {one.key: one for one in right}
    ours = {one.key: one for one in left}
    _match_unnamed(left, right, ours, theirs)
    gone = [one for key, one in ours.items() if key not in theirs]
    new = [one for key, one in theirs.items() if key not in ours]
    renamed = dict(_renamed(gone, new))
    for key, one in ours.items():
        if key in theirs:
            yield from _declaration(one, theirs[key])
        elif key in renamed:
            other = renamed[key]
            yield _difference(one, "", "renamed", *_pair(one.line, other.line), other.owner)
        else:
            yield _difference(one, "", "removed", _passage(one.line), None)
    taken = {one.key for one in renamed.values()}
    for one in new:
        if one.key not in taken:
            yield _difference(one, "", "added", None, _passage(one.line))


def _match_unnamed(
    left: list[_Declared],
    right: list[_Declared],
    ours: dict[tuple[str, str, str, int], _Declared],
    theirs: dict[tuple[str, str, str, int], _Declared],
) -> None:
    """Pair equal declarations among several with the same address (`whenever built`)."""
    for point in {one.point for one in (*left, *right) if one.number}:
        mine, others = ([one for one in side if one.point == point] for side in (left, right))
        texts = [_whole(one.line) for one in others]
        for one in mine:
            if _whole(one.line) in texts:
                number = texts.index(_whole(one.line))
                texts[number] = ""
                del ours[one.key], theirs[others[number].key]


def _renamed(
    gone: list[_Declared], new: list[_Declared]
) -> Iterator[tuple[tuple[str, str, str, int], _Declared]]:
    """Yield pairs of declarations that differ in their name only."""
    left = list(new)
    for one in gone:
        for other in left:
            if one.point.sort == other.point.sort and _nameless(one) == _nameless(other):
                left.remove(other)
                yield one.key, other
                break


def _nameless(one: _Declared) -> str:
    if not one.point.name:
        return ""
    return re.sub(rf"\b{re.escape(one.point.name)}\b", "*", _whole(one.line))


def _declaration(one: _Declared, other: _Declared) -> Iterator[Difference]:
    if _whole(one.line) == _whole(other.line):
        return
    sort = one.point.sort
    tell = _Below(one)
    if sort in RULES:
        # Sentences behind the colon of a rule equal sentences below it.
        heads = head_of(one.line), head_of(other.line)
        if squeezed(heads[0].text) != squeezed(heads[1].text):
            yield _difference(one, "", "changed", *_pair(*heads))
        yield from tell.sentences(body_of(one.line), body_of(other.line), ())
        return
    if squeezed(one.line.text) != squeezed(other.line.text):
        name = "title" if sort == "game" else ""
        yield _difference(one, name, "changed", *_pair(one.line, other.line))
    if sort in TABLES and any("|" in child.text for child in one.line.children):
        yield from table_diff.rows(tell.difference, one.line, other.line)
        yield from tell.named(*(_without_rows(side.line) for side in (one, other)))
    elif sort in _SENTENCES:
        yield from tell.sentences(one.line.children, other.line.children, ())
    else:
        yield from tell.named(one.line, other.line)


# --- lines below a declaration --------------------------------------------------------------------------


class _Below:
    """Differences below a declaration."""

    def __init__(self, declared: _Declared) -> None:
        self.declared = declared

    def difference(self, name: str, kind: Kind, left: Passage | None, right: Passage | None) -> Difference:
        return _difference(self.declared, name, kind, left, right)

    def named(self, one: Line, other: Line) -> Iterator[Difference]:
        """Compare named lines: variables, zones, lines of the score, clauses."""
        sort = self.declared.point.sort
        ours, theirs = (_by_name(line.children, lambda child: name_of(child, sort)) for line in (one, other))
        for name, line in ours.items():
            if name not in theirs:
                yield self.difference(name, "removed", _passage(line), None)
            elif _whole(line) != _whole(theirs[name]):
                yield from self._line(name, line, theirs[name])
        for name, line in theirs.items():
            if name not in ours:
                yield self.difference(name, "added", None, _passage(line))

    def _called(self, path: tuple[str, ...], line: Line, named: bool) -> str:
        """Return the path of a line: an option by its name, any other line as a sentence of its parent."""
        any_other = "sentence" if self.declared.point.sort in _SENTENCES else "line"
        last = name_of(line, "rule") if named or line.text.startswith("or ") else any_other
        return " > ".join((*path, last))

    def _line(self, name: str, one: Line, other: Line) -> Iterator[Difference]:
        """Compare two lines of a name: their texts, and the lines below apart, such as rows of a picture."""
        if squeezed(one.text) != squeezed(other.text):
            yield self.difference(name, "changed", *_pair(one, other))
        yield from self.sentences(one.children, other.children, (name,))

    def sentences(
        self, ours: list[Line], theirs: list[Line], path: tuple[str, ...], named: bool = False
    ) -> Iterator[Difference]:
        """Compare ordered lists of sentences; `named` if they are options of a choice."""
        left, right = ([squeezed(line.text) for line in side] for side in (ours, theirs))
        for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
            if tag == "equal":
                for one, other in zip(ours[a:b], theirs[c:d], strict=True):
                    yield from self._below(one, other, path)
                continue
            yield from self._block(ours[a:b], theirs[c:d], path, named)

    def _below(self, one: Line, other: Line, path: tuple[str, ...]) -> Iterator[Difference]:
        yield from self.sentences(one.children, other.children, _inside(path, one), opens_names(one))

    def _block(
        self, ours: list[Line], theirs: list[Line], path: tuple[str, ...], named: bool
    ) -> Iterator[Difference]:
        """Compare replaced sentences: pair similar ones, report the others as removed or added."""
        left = list(theirs)
        for one in ours:
            other = max(left, key=lambda two: _likeness(one, two), default=None)
            if other is None or _likeness(one, other) < _ALIKE:
                yield self.difference(self._called(path, one, named), "removed", _passage(one), None)
                continue
            for skipped in left[: left.index(other)]:
                yield self.difference(self._called(path, skipped, named), "added", None, _passage(skipped))
            left = left[left.index(other) + 1 :]
            if squeezed(one.text) != squeezed(other.text):
                yield self.difference(self._called(path, one, named), "changed", *_pair(one, other))
            yield from self._below(one, other, path)
        for other in left:
            yield self.difference(self._called(path, other, named), "added", None, _passage(other))


def _without_rows(line: Line) -> Line:
    """Return a table without its rows: its clauses and notes."""
    found = line.copy()
    found.children = [child for child in found.children if "|" not in child.text]
    return found


def _by_name(lines: Iterable[Line], name: Callable[[Line], str]) -> dict[str, Line]:
    found: dict[str, Line] = {}
    for line in lines:
        if line.text.startswith("assumed "):
            continue
        called = key = name(line)
        number = 2
        while key in found:
            key, number = f"{called} ({number})", number + 1
        found[key] = line
    return found


def _inside(path: tuple[str, ...], line: Line) -> tuple[str, ...]:
    """Return the path to the sentences below a line, by names of decisions and options."""
    asked = re.match(r"(?:choose|may|any\s+order)\b.*\bas\s+(\w+)", line.text)
    if asked is not None:
        return (*path, asked[1])
    option = re.match(r"(?:or\s+)?(\w+)\b[^|]*:$", line.text)
    if is_part(line) or (option is not None and option[1] not in openers("sentence")):
        return (*path, name_of(line, "rule"))
    return path


def _likeness(one: Line, other: Line) -> float:
    """Return the similarity of two sentences, from 0 to 1; equal bodies make them alike."""
    if one.children and _whole(one).partition("\n")[2] == _whole(other).partition("\n")[2]:
        return 1.0
    return SequenceMatcher(None, squeezed(one.text), squeezed(other.text), autojunk=False).ratio()


# --- passages -------------------------------------------------------------------------------------------


def _difference(
    one: _Declared, name: str, kind: Kind, left: Passage | None, right: Passage | None, new_name: str = ""
) -> Difference:
    owner = f"{one.owner} -> {new_name}" if new_name else one.owner
    return Difference(one.section, owner, name, kind, left, right)


def _whole(line: Line) -> str:
    """Return the normalized text of a line and its descendants, without `assumed` notes."""
    below = [_whole(child) for child in line.children if not child.text.startswith("assumed ")]
    return "\n".join([squeezed(line.text), *("  " + text.replace("\n", "\n  ") for text in below)])


def _pair(one: Line, other: Line) -> tuple[Passage, Passage]:
    """Return two lines with the spans of their first difference, which can lie in another file."""
    same = 0
    for mine, yours in zip(one.text, other.text, strict=False):
        if mine != yours:
            break
        same += 1
    return (
        passage_at(one.at(min(same, len(one.text) - 1)), squeezed(one.text)),
        passage_at(other.at(min(same, len(other.text) - 1)), squeezed(other.text)),
    )


def _passage(line: Line) -> Passage:
    return passage_at(line.span, squeezed(line.text), sum(1 for _ in line.each()) - 1)
