"""Scaffold of a variant that lists all assumed declarations, to be corrected from a printed copy.

Tables are listed row by row below a comment with their headings; other assumed declarations (boards, decks)
are commented out as a whole. The variant passes the checks unchanged, and plays as its base.
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
    """Lines of the variant for a declaration; `mark` comments them out, since the variant can't hold them."""

    lines: tuple[str, ...]
    patch: tuple[str, ...]
    mark: bool = False

    def written(self) -> list[str]:
        return [*self.lines, *(f"  # {line}" if self.mark else f"  {line}" for line in self.patch)]


def assumed_variant(base: frontend.Checked, title: str, file: str) -> SourceText:
    """Return the scaffold for a valid game; raise `RulecError` if nothing in it is assumed."""
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
        """Yield patches of assumed values without an owner, and of starts of variables and goods."""
        for one in rules_numbers(self.base.tree):
            if one.assumed and one.sort != "cell":
                yield f"  {one.patched(one.value)}".ljust(44) + f" # {self._where(one.span)}: {one.assumed}"

    def _where(self, span: Span) -> str:
        return f"{Path(span.file).name}, line {span.line}"

    # --- the text ---------------------------------------------------------------------------------------

    def _tried(self, block: _Block) -> _Block:
        """Return the block, commented out if the variant does not pass the checks with it."""
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
    """Yield the lines below a declaration, without the `assumed` notes."""
    for child in line.children:
        if _NOTE.match(child.text) is None:
            yield f"{'  ' * depth}{child.text}"
            yield from _below(child, depth + 1)
