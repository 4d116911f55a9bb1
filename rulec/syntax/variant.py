"""A variant: a file of patches of another game, read together with it as one game."""

from __future__ import annotations

from typing import Final, Protocol

import lark

from rulec import limits
from rulec.diagnostics import Note, Reporter
from rulec.source import SourceText
from rulec.syntax.outline import Line, read_outline
from rulec.syntax.parser import first_word, parse_line, tree_of
from rulec.syntax.patches import Patcher
from rulec.syntax.points import point_of

_OPENER: Final = "variant"


class NoBase(Exception):
    """The game that a variant changes can't be read."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Bases(Protocol):
    """Where the games are that variants change."""

    def base(self, name: str, variant: str) -> SourceText:
        """The game `name` for the variant in the file `variant`, or `NoBase`."""


def is_variant(outline: list[Line]) -> bool:
    return any(_opens(line) for line in outline)


def _opens(line: Line) -> bool:
    """Is this the first line of a variant, and no declaration of something that is called `variant`?"""
    if first_word(line) != _OPENER:
        return False
    tree = tree_of(line.text, "declaration")
    return tree.data == _OPENER if tree is not None else '"' in line.text


def game_of(
    source: SourceText, bases: Bases | None, report: Reporter, opened: list[SourceText]
) -> list[Line]:
    """The outline of a game; the files that a variant is put together from besides its own are `opened`."""
    outline = read_outline(source, report)
    return _patched(outline, source, bases, report, opened, ()) if is_variant(outline) else outline


def _patched(
    outline: list[Line],
    source: SourceText,
    bases: Bases | None,
    report: Reporter,
    opened: list[SourceText],
    above: tuple[str, ...],
) -> list[Line]:
    """The base of a variant, perhaps a variant itself, with all patches carried out."""
    head = next(line for line in outline if _opens(line))
    for line in outline:
        if line is not head:
            report.error(
                "R908",
                line.span,
                "a variant is one declaration, and all else stands below it",
                "indent it below `add:`, if it is new, or below `replace:`",
                [Note(head.span, "the variant")],
            )
    tree = parse_line(head, "declaration", report)
    if tree is None or tree.data != _OPENER:
        return _nothing(report)
    title, name = (one for one in tree.children if isinstance(one, lark.Token))
    place = head.at(name.start_pos or 0, name.end_pos)
    if not head.children:
        report.error("R120", head.span, "nothing stands below this line", "indent patches below it")
    chain = (*above, source.name)
    try:
        if bases is None:
            raise NoBase(f"nothing is known of a game `{name}` here", "")
        base = bases.base(str(name), source.name)
    except NoBase as missing:
        report.error("R901", place, missing.message, missing.hint)
        return _nothing(report)
    opened.append(base)
    if base.name in chain or len(chain) >= limits.VARIANTS:
        shown = " -> ".join(f"`{one}`" for one in (*chain[-3:], base.name))
        message = (
            f"this variant changes itself: {shown}"
            if base.name in chain
            else f"a variant of a variant, more than {limits.VARIANTS} deep: ... {shown}"
        )
        report.error("R902", place, message, "name the game that is changed behind `of`")
        return _nothing(report)
    lines = read_outline(base, report)
    if is_variant(lines):
        lines = _patched(lines, base, bases, report, opened, chain)
    if not lines:
        return lines
    # Examples of the base speak of the base; a variant has its own.
    patcher = Patcher([line for line in lines if first_word(line) != "example"], report)
    patcher.apply(head.children)
    return _titled(patcher.outline(), head.part(title.start_pos or 0, title.end_pos or 0))


def _titled(lines: list[Line], title: Line) -> list[Line]:
    """The game under the title of the variant."""
    for place, line in enumerate(lines):
        point = point_of(line)
        quote = line.text.find('"')
        if point is not None and point.sort == "game" and quote >= 0:
            lines[place] = line.spliced(quote, len(line.text), title)
            lines[place].children = line.children
    return lines


def _nothing(report: Reporter) -> list[Line]:
    """Nothing is known of the game, so nothing else is said of it."""
    report.lost_sections |= {"game", "play", "score"}
    return []


def places_of(outline: list[Line]) -> dict[tuple[str, int], int]:
    """The order of all lines of a game that was put together: (file, line) -> its place."""
    order: dict[tuple[str, int], int] = {}
    for top in outline:
        for line in top.each():
            for offset, _, _ in line.columns:
                span = line.at(offset)
                order.setdefault((span.file, span.line), len(order))
    return order
