"""Conditions of options as source text: the operand of `from` or `when`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulec.ir.program import Decision, OptionGroup, Program

_CITED = re.compile(r"(?:\s*\[[^\[\]\"]{0,40}\])+\s*$")
_AMONG = re.compile(r"\bfrom\s+(.*?)\s+as\s+")
_EACH = re.compile(r"(?:\w+\s+)?each\s+\w+\s+(?:in|of)\s+(.*?)(?::|$)")
_OPEN = re.compile(r"(?:open at|once a|at most|consumes)\b")


def condition_of(program: Program, one: Decision, group: OptionGroup) -> str:
    """Return the condition of a group of options, such as `cities where open (line 457)`, or `always`."""
    lines = list(program.lines_of(one.span.file))
    if group.free_action >= 0:
        return _free_action(lines, group.label)
    among = [other for other in one.groups if not other.label and other.free_action < 0]
    place = among.index(group) if group in among else 0
    return condition_in(lines, one.span.line, group.label, place, len(among))


def condition_in(lines: Sequence[str], line: int, label: str, place: int, among: int) -> str:
    """Return the condition of options that a line asks for.

    They are called by a label, or they are members: the group `place` of `among` groups of members.
    """
    head = _plain(lines[line - 1])
    block = list(_block(lines, line))
    if label:
        word = re.escape(label)
        for number, text in ((line, head), *block):
            found = re.search(
                rf"(?:^|,?\s*\bor\s+|^instead\s+of\s+all\s+){word}(?:\s+when\s+(.*?))?(?::|,\s+or\s|$)", text
            )
            if found and (found[1] or number != line or "or " in found[0]):
                return f"{found[1]} (line {number})" if found[1] else f"always (line {number})"
        return asking(lines, line)
    found = _AMONG.search(head)
    if found:
        return f"{found[1]} (line {line})"
    each = [(number, found[1]) for number, text in block if (found := _EACH.match(text))]
    if len(each) == among:
        number, text = each[place]
        return f"{text} (line {number})"
    return asking(lines, line)


def asking(lines: Sequence[str], line: int) -> str:
    """Return the sentence of a line, which stands for a condition that has no words of its own."""
    return f"{_plain(lines[line - 1])} (line {line})"


def _free_action(lines: Sequence[str], name: str) -> str:
    for number, text in enumerate(lines, start=1):
        if re.match(rf"free\s+action\s+{re.escape(name)}\b", text):
            clauses = [one for _, one in _block(lines, number) if _OPEN.match(one)]
            return f"the free action of line {number} may be used: {'; '.join(clauses)}"
    return "the free action may be used"


def _plain(text: str) -> str:
    """Strip the comment and citations from a line."""
    code = re.sub(r'"[^"]*"', lambda quoted: quoted[0].replace("#", "\0"), text).partition("#")[0]
    return _CITED.sub("", code).strip().replace("\0", "#")


def _block(lines: Sequence[str], number: int) -> Iterator[tuple[int, str]]:
    """Yield the following lines with a deeper indentation, or with a continuing `or`."""
    own = _indent(lines[number - 1])
    for below in range(number, len(lines)):
        text = lines[below]
        goes_on = _indent(text) == own and text.lstrip().startswith("or ")
        if text.strip() and _indent(text) <= own and not goes_on:
            return
        if plain := _plain(text):
            yield below + 1, plain


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
