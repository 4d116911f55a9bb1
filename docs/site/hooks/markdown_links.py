"""Markdown of the repository as pages of the site: code fences, heading anchors, relative links."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

_FENCE = re.compile(r"^( *)(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r"^(#{1,6}) (.+?)\s*$")
_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK = re.compile(r"(?<=\])\(([^()\s]+)\)")
_ERROR = re.compile(r"\berror=([R\d,]+)")
_STOPS = re.compile(r"\bstops=(\w+)")
_FILE = re.compile(r"\b(?:file|save)=(\S+)")

Target = Callable[[str, str], str]


def lines_with_fences(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is code: a fence or a line between two."""
    closing = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if closing:
            yield line, True
            if found and found[2].startswith(closing) and not found[3].strip():
                closing = ""
        elif found:
            closing = found[2]
            yield line, True
        else:
            yield line, False


def headings(text: str) -> Iterator[tuple[int, str, str]]:
    """Level, title and anchor of every heading, with the anchors that GitHub gives them."""
    seen: set[str] = set()
    for line, code in lines_with_fences(text):
        found = None if code else _HEADING.match(line)
        if found:
            yield len(found[1]), found[2], _unused(slug(found[2]), seen)


def slug(title: str) -> str:
    """The anchor of a heading as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _unused(anchor: str, seen: set[str]) -> str:
    """`values`, then `values-1` ..."""
    found, number = anchor, 0
    while found in seen:
        number += 1
        found = f"{anchor}-{number}"
    seen.add(found)
    return found


def rewrite(text: str, target: Target, anchors: list[str], promote: int = 0) -> str:
    """The page with the anchors given to its headings, links led to `target(path, anchor)`, plain fences."""
    written: list[str] = []
    left = iter(anchors)
    opened = False
    for line, code in lines_with_fences(text):
        if code:
            found = _FENCE.match(line)
            if found and not opened:
                opened = True
                line = found[1] + found[2] + _info(found[3].strip())
            elif found and not found[3].strip():
                opened = False
            written.append(line)
            continue
        heading = _HEADING.match(line)
        line = _outside_code(line, lambda part: _LINK.sub(lambda one: _link(one[1], target), part))
        if heading:
            marks = "#" * max(1, len(heading[1]) - promote)
            title = line.lstrip("#").strip()
            line = f"{marks} {title} {{ #{next(left)} }}"
        written.append(line)
    return "\n".join(written) + "\n"


def _info(info: str) -> str:
    """The info string of a fence for superfences: the language, and a title for its settings."""
    language, _, settings = info.partition(" ")
    if settings.startswith("title="):
        return info
    for pattern, words in ((_ERROR, "refused with"), (_STOPS, "stops in play:"), (_FILE, "")):
        found = pattern.search(settings)
        if found:
            return f'{language} title="{f"{words} {found[1]}".strip()}"'
    return language


def _outside_code(line: str, change: Callable[[str], str]) -> str:
    """The line with `change` made to what stands outside code spans."""
    parts, end = [], 0
    for span in _SPAN.finditer(line):
        parts += [change(line[end : span.start()]), span[0]]
        end = span.end()
    return "".join([*parts, change(line[end:])])


def _link(address: str, target: Target) -> str:
    if re.match(r"[a-z]+:", address):
        return f"({address})"
    path, _, anchor = address.partition("#")
    return f"({target(path, anchor)})"


def relative(src_uri: str, from_uri: str) -> str:
    """The path of a source page as a link from another one."""
    return posixpath.relpath(src_uri, posixpath.dirname(from_uri) or ".")
