"""A hint typed in word by word, as a newcomer would do it."""

from __future__ import annotations

import re

from rulec.diagnostics import Diagnostic
from rulec.syntax.outline import TRAILING_CITATIONS


def fixed(text: str, one: Diagnostic) -> str | None:
    """The text after the hint was followed; nothing for advice that leaves something to think about."""
    lines = text.split("\n")
    line = lines[one.span.line - 1]
    start = one.span.column - 1
    end = one.span.end_column - 1 if one.span.end_line == one.span.line else len(line)
    code = re.match(r'(?:[^"#]|"[^"]*")*', line)
    stop = len(TRAILING_CITATIONS.sub("", code[0]).rstrip()) if code else len(line)

    def matches(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, one.hint)

    if "..." in one.hint:
        return None
    if found := matches(r"did you mean `(.+)`\?"):
        line = line[:start] + found[1] + line[end:]
    elif found := matches(r"add `(.+)` at the end of the line"):
        line = line[:stop] + (" " if found[1][0].isalnum() else "") + found[1] + line[stop:]
    elif found := matches(r"add `(.+)` before `(.+)`"):
        sign = found[1] if found[1] in ":'s," else found[1] + " "
        start = len(line[:start].rstrip()) if found[1] == "'s" else start
        line = line[:start] + sign + line[start:]
    elif (found := matches(r"write `([^`]+)` for `([^`]+)`")) and found[2] in line[:stop]:
        start = start if line[start:end] == found[2] else _covering(line, found[2], start)
        line = line[:start] + found[1] + line[start + len(found[2]) :]
    elif (
        (found := matches(r"write `([^`]+)`, or .+"))
        or (found := matches(r"write `(.+)` for `(.+)`"))
        or (found := matches(r"write `([^`]+)`(?:, in double quotes|, which is one of them)?"))
    ):
        line = line[:start] + found[1] + line[end:]
    elif found := matches(r"write `(yes)` or `no`.*|put an? \w+ there, for example `(\w+)`.*"):
        line = line[:start] + (found[1] or found[2]) + line[end:]
    elif matches(r"remove the `:` at the end of the line"):
        line = line[: stop - 1] + line[stop:]
    elif matches(r"remove (the second )?`(.+)`|a comment begins with `#`|remove it|remove that character"):
        line = line[:start] + ("# " if "comment" in one.hint else "") + line[end:]
    elif matches("type a space instead"):
        line = line[:start] + " " + line[end:]
    elif matches(r"remove the spaces(?: before it)?"):
        line = line.lstrip(" ")
    elif found := matches(r"indent it by (\d+) spaces?, .*"):
        line = " " * int(found[1]) + line.lstrip(" ")
    elif found := matches(r"(?:write|start with) a number from (-?\d+) to (-?\d+)(?:, .*)?"):
        numbers = list(re.finditer(r"(?<!\w)-?\d+", line[start:end]))
        if len(numbers) > 1 or (not numbers and " " in line[start:end]):
            return None  # it is not said which
        low, high = int(found[1]), int(found[2])
        wrong = range(start, end) if not numbers else range(*(start + at for at in numbers[0].span()))
        instead = high if numbers and int(numbers[0][0]) > high else low
        line = line[: wrong.start] + str(instead) + line[wrong.stop :]
    elif found := matches(r"indent line (\d+) by (\d+) spaces?, .*"):
        lines[int(found[1]) - 1] = " " * int(found[2]) + lines[int(found[1]) - 1].lstrip(" ")
    else:
        return None
    lines[one.span.line - 1] = line
    return "\n".join(lines)


def _covering(line: str, part: str, at: int) -> int:
    """Where the part of the line begins that is to be written anew, and that has the problem in it."""
    found = line.rfind(part, 0, at + len(part))
    return found if found >= 0 else line.index(part)
