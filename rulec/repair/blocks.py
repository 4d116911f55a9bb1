"""Blocks of lines in foreign notation, as declarations of one line each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from rulec.repair.bigrams import code_of
from rulec.repair.declared import Declared
from rulec.repair.edits import Edit
from rulec.repair.word_forms import plural, singular

_COST: Final = -10.5
_LEAST: Final = 2  # members of a kind
_MOST: Final = 40  # lines of a block
BULLET: Final = re.compile(r"^(?:[-*+•–]|\(?\d+[.)]|\(?[a-z]\)) +(?=\S)")
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_OF: Final = r"([a-z_]\w*)(?: of ([a-z_]\w*))?"
_KIND: Final = re.compile(rf"(?:(?:kinds?|enum|types?|set|list|sorts?) (?:of )?)?{_OF}")
_LIST: Final = r"[A-Za-z_]\w*(?: ?, ?[A-Za-z_]\w*)+"
_MEMBERS: Final = re.compile(rf"{_OF} ?[:=] ?[\[{{(]?({_LIST})[\]}})]?")
_OWNED: Final = r"((?: |, ?)(?:per|each|for each|for every|of each)(?: player)?)?"
_COUNTED: Final = re.compile(rf"{_OF} ?[:=x]? ?(\d+)(?: (?:pieces|tokens))?{_OWNED}")
_VALUE: Final = re.compile(r"([A-Za-z_]\w*) ?[:=] ?(-?\d+)")
_SECTIONS: Final = frozenset(
    {"setup", "play", "turn", "score", "ties", "display", "players", "player", "game", "choose", "options"}
)


def in_one_line_each(lines: list[str], number: int) -> Iterator[Edit]:
    """Yield declarations in place of a heading and the lines below it."""
    raw = lines[number - 1]
    code = code_of(raw).rstrip()
    if not code.endswith(":") or code.startswith(" "):
        return
    below = _nested(lines, number)
    if not below or len(below) > _MOST:
        return
    items = [BULLET.sub("", one, count=1).rstrip(",").strip('"') for one in below]
    declared = Declared(["\n".join(lines)], number)
    head = code[:-1].strip().lower()
    for found in _read(head, items, declared):
        shown = "` and below it `".join(found)
        place = "the line" if len(below) == 1 else f"the {len(below)} lines"
        hint = f"write `{shown}` in place of this line and {place} below it"
        message = f"`{code[:60]}` is not a heading of the language"
        text = "\n".join(found)
        yield Edit(_COST, number, 0, len(code), text, hint, (0, len(code)), None, message, covers=len(below))


def _read(head: str, items: list[str], declared: Declared) -> Iterator[list[str]]:
    kind = _KIND.fullmatch(head)
    names = all(_NAME.fullmatch(one) for one in items)
    if kind is not None and names and len(items) >= _LEAST and head not in _SECTIONS:
        if declared.rules and not set(items).isdisjoint(declared.rules):
            return
        one = kind[2] or singular(kind[1], declared)
        many = plural(kind[1], declared)
        yield [f"kind {many} of {one}: {', '.join(items)}"]
    for heads, read in _READERS:
        if re.fullmatch(heads, head):
            found = [read(one, declared) for one in items]
            if all(found):
                yield found


def _nested(lines: list[str], number: int) -> list[str]:
    """Return the lines below a heading, without comments; nothing if they have lines below them."""
    found: list[tuple[int, str]] = []
    for raw in lines[number:]:
        code = code_of(raw).rstrip()
        if not code.startswith(" "):
            break
        found.append((len(code) - len(code.lstrip()), code.lstrip()))
    return [text for _, text in found] if len({depth for depth, _ in found}) == 1 else []


def _kind_of(text: str, declared: Declared) -> str:
    found = _MEMBERS.fullmatch(text)
    if found is None:
        return ""
    one = found[2] or singular(found[1], declared)
    members = ", ".join(_NAME.findall(found[3]))
    return f"kind {plural(found[1], declared)} of {one}: {members}"


def _pieces_of(text: str, declared: Declared) -> str:
    found = _COUNTED.fullmatch(text)
    if found is None:
        return ""
    one = found[2] or singular(found[1], declared)
    return f"pieces {plural(found[1], declared)} of {one}: {found[3]}{' for each player' * bool(found[4])}"


def _goods_of(text: str, _: Declared) -> str:
    found = _VALUE.fullmatch(text)
    return "" if found is None else f"{found[1]}: goods of each player, unlimited, starts {found[2]}"


def _constant_of(text: str, _: Declared) -> str:
    found = _VALUE.fullmatch(text)
    return "" if found is None else f"{found[1]} means {found[2]}"


_READERS: Final[tuple[tuple[str, Callable[[str, Declared], str]], ...]] = (
    (r"(?:kinds|types|enums|sets|sorts)", _kind_of),
    (r"(?:the )?(?:pieces|components|tokens|meeples|units|figures)", _pieces_of),
    (r"(?:the )?(?:goods|resources|currencies|starting (?:goods|resources))", _goods_of),
    (r"(?:constants|settings|parameters|config|configuration|numbers)", _constant_of),
)
