"""The reference of the language, one long file, as a site has it: a page for each chapter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_links import headings, lines_with_fences

SOURCE = "docs/language.md"
FOLDER = "language"
FRAME = "the-game-the-examples-belong-to"  # what fragments are part of
_HEADING = re.compile(r"^(#{1,6}) ")


@dataclass
class Chapter:
    """A page: its lines, the anchors of its headings, how far the headings move up."""

    title: str
    uri: str
    level: int
    lines: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    children: list[Chapter] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def has_fragments(self) -> bool:
        return any(line.startswith("```rules") and "fragment=" in line for line in self.lines)


def split(text: str) -> list[Chapter]:
    """The chapters in order: the introduction, then every `##`, with every `###` of the long ones below it.

    A chapter is long if it has more than five sections.
    """
    found = list(headings(text))
    sections: dict[str, int] = {}
    owner = ""
    for level, _, anchor in found:
        if level == 2:
            owner = anchor
        sections[owner] = sections.get(owner, 0) + (level == 3)
    long = {anchor for anchor, number in sections.items() if number > 5}

    given = iter(found)
    chapters: list[Chapter] = []
    current = chapter = Chapter("", f"{FOLDER}/index.md", 1)
    for line, code in lines_with_fences(text):
        if not code and _HEADING.match(line):
            level, title, anchor = next(given)
            if level == 1:
                current = chapter = Chapter(title, f"{FOLDER}/index.md", 1)
                chapters.append(chapter)
            elif level == 2:
                uri = f"{FOLDER}/{anchor}/index.md" if anchor in long else f"{FOLDER}/{anchor}.md"
                current = chapter = Chapter(title, uri, 2)
                chapters.append(chapter)
            elif level == 3 and chapter.anchors[0] in long:
                current = Chapter(title, f"{FOLDER}/{chapter.anchors[0]}/{anchor}.md", 3)
                chapter.children.append(current)
            current.anchors.append(anchor)
        current.lines.append(line)
    for one in chapters:
        if one.children:
            one.lines += ["", *(f"- [{child.title}](#{child.anchors[0]})" for child in one.children)]
    return chapters


def every_page(chapters: list[Chapter]) -> list[Chapter]:
    return [page for one in chapters for page in (one, *one.children)]


def places(chapters: list[Chapter]) -> dict[str, str]:
    """Anchor of the long file -> page on which it is now."""
    return {anchor: page.uri for page in every_page(chapters) for anchor in page.anchors}
