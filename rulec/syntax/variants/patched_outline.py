"""Mutable outline of a base game under patching, with the targets already changed."""

from __future__ import annotations

from typing import Final

from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.syntax.lines.outline import Line
from rulec.syntax.patch_targets import Point, places_below, point_of

REPEATABLE: Final = frozenset({"the game", "each", "example", "whenever", "end when", "assumed"})


@dataclass
class Declared:
    """A declaration of the base, with its patched line, or None once removed."""

    point: Point
    printed: Span
    line: Line | None

    @property
    def path(self) -> tuple[str, ...]:
        return (self.point.sort, *self.point.key)


class PatchedOutline:
    """The outline on which all patches of a variant work; each target can change once."""

    def __init__(self, base: list[Line], report: Reporter) -> None:
        self.report = report
        self.declared = [Declared(point_of(line) or Point("", ""), line.span, line) for line in base]
        self.added: list[Line] = []
        self.touched: dict[tuple[str, ...], Span] = {}
        self._inside: dict[tuple[str, ...], Span] = {}

    def outline(self) -> list[Line]:
        return [one.line for one in self.declared if one.line is not None] + self.added

    def touch(self, path: tuple[str, ...], span: Span) -> bool:
        """Record the change of a target; report a conflict with an earlier patch and return false."""
        parents = [path[:length] for length in range(1, len(path) + 1)]
        first = next((self.touched[one] for one in parents if one in self.touched), None)
        first = first or self._inside.get(path)
        if first is not None:
            self.clash(first, span, "make one patch of the two")
            return False
        self.touched[path] = span
        for one in parents[:-1]:
            self._inside.setdefault(one, span)
        return True

    def clash(self, first: Span, span: Span, hint: str) -> None:
        note = Note(first, "the first patch of it")
        message = "another patch of this variant changes the same"
        if first.file != span.file:
            message = "two of the variants that are combined change the same"
            hint = "leave one of the two out, or write a variant of one that does what both do"
        self.report.error("R905", span, message, hint, [note])

    def missing(self, code: str, span: Span, message: str, hint: str, owner: Span, what: str) -> None:
        self.report.error(code, span, message, hint, [Note(owner, what)])

    def wrong(self, span: Span, message: str, hint: str, one: Declared) -> None:
        self.report.error("R907", span, message, hint, [Note(one.printed, "this is patched")])

    def find(self, words: str, span: Span, below: bool = False) -> Declared | None:
        """Find the declaration that a patch names, or report it; `below`: to patch the lines below it."""
        found = [one for one in self.declared if one.point.is_called(words)]
        exact = [one for one in found if one.point.words == words]
        found = exact if len(exact) == 1 else found
        if not found:
            known = [one.point.words for one in self.declared if one.point.words]
            hint = self._line_called(words) or did_you_mean(words, known)
            if not hint and below:
                hint = "name a declaration, or the name after `choose one as` or `any order as`"
            hint = hint or "look at the base game, or use `add:`"
            message = f"the base game declares no `{words}`"
            self.missing("R903", span, message, hint, self.declared[0].printed, "this game")
            return None
        if len(found) > 1 and found[0].point.sort not in REPEATABLE:
            notes = [Note(one.printed, f"`{one.point.words}`") for one in found]
            hint = f"write `{found[0].point.words}`" if found[0].point.owner else "patch them by `replace:`"
            message = f"several declarations of the game are called `{words}`"
            self.report.error("R910", span, message, hint, notes)
            return None
        return found[0]

    def _line_called(self, words: str) -> str:
        """Return a hint if the name is that of a line below a declaration."""
        for one in self.declared:
            names = [] if one.line is None else places_below(one.line, one.point.sort)
            if any(place.name == words for place in names):
                return f"`{words}` is a line of `{one.point.words}`: patch it below `in {one.point.words}:`"
        return ""

    def all_of(self, one: Declared) -> list[Declared]:
        """Return all declarations with this address: `each player has` can be repeated."""
        return [two for two in self.declared if two.point == one.point]
