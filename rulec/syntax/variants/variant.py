"""Read a variant, a file of patches, together with its base game as a single game."""

from __future__ import annotations

from typing import Final, Protocol

import lark

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter
from rulec.base.source_text import SourceText, Span
from rulec.syntax.lines.outline import Line, read_outline
from rulec.syntax.parsing.parser import first_word, parse_line, tree_of
from rulec.syntax.patch_targets import point_of
from rulec.syntax.variants.patches import Patcher, reads_as_patch

_OPENER: Final = "variant"
_INDENT: Final = "indent it by 2 spaces, like the patches of the variant"
_BELOW: Final = "indent it below `add:`, if it is new, or below `replace:`"


class NoBase(Exception):
    """The base game of a variant can't be read."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Bases(Protocol):
    """Locates the base games of variants."""

    def base(self, name: str, variant: str) -> SourceText:
        """Return the game `name` for the variant in the file `variant`; raise `NoBase` if there is none."""


def is_variant(outline: list[Line]) -> bool:
    return any(_opens(line) for line in outline)


def _opens(line: Line) -> bool:
    """Check whether the line opens a variant, and does not declare the name `variant`."""
    if first_word(line) != _OPENER:
        return False
    tree = tree_of(line.text, "declaration")
    return tree.data == _OPENER if tree is not None else '"' in line.text


def game_of(
    source: SourceText, bases: Bases | None, report: Reporter, opened: list[SourceText]
) -> list[Line]:
    """Return the outline of a game or patched variant; append the base files that it reads to `opened`."""
    outline = read_outline(source, report)
    return _Family(bases, report, opened).game(outline, (source.name,)) if is_variant(outline) else outline


class _Family:
    """Reads a variant with its chain of bases."""

    def __init__(self, bases: Bases | None, report: Reporter, opened: list[SourceText]) -> None:
        self.bases, self.report, self.opened = bases, report, opened

    def game(self, outline: list[Line], chain: tuple[str, ...]) -> list[Line]:
        """Return the outline of a patched variant; empty, and reported, if its base can't be read."""
        head = self._head(outline)
        tree = parse_line(head, "declaration", self.report)
        if tree is None or tree.data != _OPENER:
            return _nothing(self.report)
        title, *names = (one for one in tree.children if isinstance(one, lark.Token))
        if not head.children and len(names) == 1:
            hint = "indent patches below it"
            self.report.error("R120", head.span, "no lines are indented below this line", hint)
        lines = self._base(names[0], head, chain) if len(names) == 1 else self._together(names, head, chain)
        if not lines:
            return _nothing(self.report)
        patcher = Patcher(_without_examples(lines), self.report)
        patcher.apply(head.children)
        return _titled(patcher.outline(), head.part(title.start_pos or 0, title.end_pos or 0))

    def _head(self, outline: list[Line]) -> Line:
        head = next(line for line in outline if _opens(line))
        for line in outline:
            if line is not head:
                self.report.error(
                    "R908",
                    line.span,
                    "a variant is one declaration; everything else is indented below it",
                    _INDENT if reads_as_patch(line.text) else _BELOW,
                    [Note(head.span, "the variant")],
                )
        return head

    def _base(self, name: lark.Token, head: Line, chain: tuple[str, ...]) -> list[Line]:
        """Return the outline of a variant's base, which can be a variant itself."""
        found = self._open(name, head, chain)
        if found is None:
            return []
        base, lines = found
        return self.game(lines, (*chain, base.name)) if is_variant(lines) else lines

    def _open(
        self, name: lark.Token, head: Line, chain: tuple[str, ...]
    ) -> tuple[SourceText, list[Line]] | None:
        place = _place(head, name)
        try:
            if self.bases is None:
                raise NoBase(f"nothing is known of a game `{name}` here", "")
            base = self.bases.base(str(name), chain[-1])
        except NoBase as missing:
            self.report.error("R901", place, missing.message, missing.hint)
            return None
        if all(one.name != base.name for one in self.opened):
            self.opened.append(base)
        if base.name in chain or len(chain) >= limits.VARIANTS:
            shown = " -> ".join(f"`{one}`" for one in (*chain[-3:], base.name))
            message = (
                f"this variant changes itself: {shown}"
                if base.name in chain
                else f"a variant of a variant, more than {limits.VARIANTS} deep: ... {shown}"
            )
            self.report.error("R902", place, message, "name the base game after `of`")
            return None
        return base, read_outline(base, self.report)

    # --- combined variants --------------------------------------------------------------------------------

    def _together(self, names: list[lark.Token], head: Line, chain: tuple[str, ...]) -> list[Line]:
        """Return the common base of several variants with the patches of all, which must not overlap."""
        game: list[Line] | None = None
        first: tuple[SourceText, Line] | None = None  # the base, and the head of the first variant
        patches: list[Line] = []
        for number, name in enumerate(names):
            found = self._open(name, head, chain)
            if found is None:
                return []
            variant, lines = found
            if name in names[:number]:
                message = f"`{name}` is named twice"
                self.report.error("R911", _place(head, name), message, "name it once")
                continue
            if not is_variant(lines):
                message = f"`{name}` is not a variant and can't be combined"
                self.report.error("R911", _place(head, name), message, "name variants of one game")
                return []
            one = self._head(lines)
            tree = tree_of(one.text, "declaration")
            bases = [] if tree is None else [x for x in tree.children[1:] if isinstance(x, lark.Token)]
            if len(bases) > 1:
                message = f"`{name}` combines variants itself"
                self.report.error("R911", _place(head, name), message, "name those variants instead")
                return []
            if not bases:
                parse_line(one, "declaration", self.report)
                return []
            inner = (*chain, variant.name)
            base = self._open(bases[0], one, inner)
            if base is None:
                return []
            if first is None:
                first = base[0], one
                game = base[1] if not is_variant(base[1]) else self.game(base[1], (*inner, base[0].name))
            elif base[0].name != first[0].name:
                message = f"these variants change different games, `{names[0]}` another one than `{name}`"
                notes = [Note(first[1].span, "the first one"), Note(one.span, "this one")]
                hint = "combine variants of one game"
                self.report.error("R911", _place(head, name), message, hint, notes)
                return []
            patches += _without_new_examples(one.children)
        if not game:
            return []
        patcher = Patcher(_without_examples(game), self.report)
        patcher.apply(patches)
        return patcher.outline()


def _place(head: Line, name: lark.Token) -> Span:
    return head.at(name.start_pos or 0, name.end_pos)


def _without_examples(lines: list[Line]) -> list[Line]:
    """Drop the examples of the base, which need not hold in a variant."""
    return [line for line in lines if first_word(line) != "example"]


def _without_new_examples(patches: list[Line]) -> list[Line]:
    """Drop the added examples of a variant, which need not hold once it is combined with others."""
    kept = []
    for line in patches:
        new = _without_examples(line.children) if first_word(line) == "add" else line.children
        if line.children and not new:
            continue
        line.children = new
        kept.append(line)
    return kept


def _titled(lines: list[Line], title: Line) -> list[Line]:
    """Give the game the title of the variant."""
    for place, line in enumerate(lines):
        point = point_of(line)
        quote = line.text.find('"')
        if point is not None and point.sort == "game" and quote >= 0:
            lines[place] = line.spliced(quote, len(line.text), title)
            lines[place].children = line.children
    return lines


def _nothing(report: Reporter) -> list[Line]:
    """Return an empty outline; suppress consequential diagnostics of missing sections."""
    report.lost_sections |= {"game", "play", "score"}
    return []


def places_of(outline: list[Line]) -> dict[tuple[str, int], int]:
    """Return the rank of each line of an assembled game: (file, line) -> rank."""
    order: dict[tuple[str, int], int] = {}
    for top in outline:
        for line in top.each():
            for offset, _, _ in line.columns:
                span = line.at(offset)
                order.setdefault((span.file, span.line), len(order))
    return order
