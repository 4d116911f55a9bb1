"""A variant to fill in from a printed copy: every declaration that no rulebook gives, as it is assumed.

Tables stand there row by row, with their headings above them as a comment; whatever else is assumed (boards,
decks) stands behind `#` as a whole declaration. The variant is accepted as it is, and plays as its base.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rulec import frontend
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.errors import RulecError
from rulec.insight.tunables import length_of
from rulec.syntax.lines.outline import Line
from rulec.syntax.patch_targets import TABLES, Point, point_of, squeezed
from rulec.syntax.reading.table_rows import cells_of
from rulec.syntax.tunable_numbers import rules_numbers

_NOTE: Final = re.compile(r'assumed\s*"((?:[^"])*)"(?:\s+for\s+(.*))?')


@dataclass(frozen=True)
class _Block:
    """Lines of the variant for one declaration; with `mark` behind `#`, as they can't stand as they are."""

    lines: tuple[str, ...]
    patch: tuple[str, ...]
    mark: bool = False

    def written(self) -> list[str]:
        return [*self.lines, *(f"  # {line}" if self.mark else f"  {line}" for line in self.patch)]


def assumed_variant(base: frontend.Checked, title: str, file: str) -> SourceText:
    """The variant of a game of which nothing is wrong; a `RulecError` if nothing of it is assumed."""
    return _Scaffold(base, title, file).written()


class _Scaffold:
    def __init__(self, base: frontend.Checked, title: str, file: str) -> None:
        assert base.game is not None
        self.base, self.title, self.file, self.name = base, title, file, base.game.title
        self.library = frontend.Library({Path(one.name).stem: one for one in base.files.values()})
        self.outline = frontend.logical_lines(base.source, self.library)

    def written(self) -> SourceText:
        blocks = [block for line in self.outline for block in self._of_declaration(line)]
        starts = list(self._starts())
        if not blocks and not starts:
            raise RulecError(f"nothing of {self.base.source.name} is marked `assumed`", "leave --assumed out")
        if not self._stands(starts, blocks):
            blocks = [self._tried(block) for block in blocks]
            starts = starts if self._stands(starts, []) else []
        return self._text(starts, blocks)

    # --- declarations -----------------------------------------------------------------------------------

    def _of_declaration(self, line: Line) -> Iterator[_Block]:
        notes = [found for one in line.each() if (found := _NOTE.match(one.text)) is not None]
        point = point_of(line)
        if not notes or point is None:
            return
        rows = [one for one in line.children if "|" in one.text]
        told = [f"  # {self._where(line.span)}: {_reason(note)}" for note in notes]
        if point.sort in TABLES and len(rows) > 1:
            yield self._table(point, rows, notes, told)
        elif point.sort not in ("game", "each", "the game", "goods", "meaning"):
            yield _Block(("", *told), (f"replace {line.text}", *_below(line, 1)), mark=True)

    def _table(self, point: Point, rows: list[Line], notes: list[re.Match[str]], told: list[str]) -> _Block:
        names = {name.strip() for note in notes for name in (note[2] or "").split(",")} - {""}
        every = any(note[2] is None for note in notes)
        heads = [squeezed(cell.text) for cell in cells_of(rows[0])]
        marked = [
            f"{head} ?" if place and (every or re.split(r"[ (]", head)[0] in names) else head
            for place, head in enumerate(heads)
        ]
        table = [[cell.text for cell in cells_of(row)] for row in rows[1:]]
        columns = range(len(heads))
        widths = [max(len(row[n]) for row in table if n < len(row)) for n in columns]
        lines = [
            " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=False)).rstrip()
            for row in [marked, *table]
        ]
        head, *body = lines
        return _Block(
            ("", *told, f"  # {head}"), (f"in {point.sort} {point.name}:", *(f"  {row}" for row in body))
        )

    def _starts(self) -> Iterator[str]:
        """Assumed values without an owner, and what variables and goods start with."""
        for one in rules_numbers(self.base.tree):
            if one.assumed and one.sort != "cell":
                yield f"  {one.patched(one.value)}".ljust(44) + f" # {self._where(one.span)}: {one.assumed}"

    def _where(self, span: Span) -> str:
        return f"{Path(span.file).name}, line {span.line}"

    # --- the text ---------------------------------------------------------------------------------------

    def _tried(self, block: _Block) -> _Block:
        """The block, behind `#` if a variant can't say it so."""
        if block.mark or self._stands([], [block]):
            return block
        return _Block(block.lines, block.patch, mark=True)

    def _stands(self, starts: list[str], blocks: list[_Block]) -> bool:
        live = [one for one in blocks if not one.mark]
        return not (starts or live) or frontend.check(self._text(starts, blocks), self.library).ok

    def _text(self, starts: list[str], blocks: list[_Block]) -> SourceText:
        base = Path(self.base.source.name)
        lines = [
            f"# {self.title}: {self.name} with the numbers of a printed copy.",
            "#",
            f"# What {base.name} assumes, since no text gives it, stands here as it is assumed.",
            "# Write over it what your copy says: columns with a `?`, and what stands behind `# replace`,",
            "# without its `# `. What you don't change can go.",
            "",
            f'variant "{self.title}" of {base.stem}:',
            *starts,
            *(line for block in blocks for line in block.written()),
        ]
        length = length_of(self.outline)
        if not starts and length is not None and all(block.mark for block in blocks):
            lines += ["", f"  set length to {length.printed}"]  # a variant changes something
        return SourceText(self.file, "\n".join(lines) + "\n")


def _reason(note: re.Match[str]) -> str:
    return f"{note[1]} ({squeezed(note[2])})" if note[2] else note[1]


def _below(line: Line, depth: int) -> Iterator[str]:
    """The lines below a declaration, but for the notes."""
    for child in line.children:
        if _NOTE.match(child.text) is None:
            yield f"{'  ' * depth}{child.text}"
            yield from _below(child, depth + 1)
