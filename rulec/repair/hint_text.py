"""Forms of hints that edit a line: rendered for people, and parsed back into edits."""

from __future__ import annotations

import re
from typing import Final

from rulec.base.diagnostics import Diagnostic
from rulec.repair.edits import shifted
from rulec.repair.renaming import renamed
from rulec.syntax.lines.outline import TRAILING_CITATIONS

_CLOSE_UP: Final = (":", "'s", ",", ")")
_IN_PLACE: Final = r"in place of this line and the (?:line|(\d+) lines) below it"
_NOT_COMMENT: Final = re.compile(r'(?:[^"#]|"[^"]*")*')


def typed_in(text: str, one: Diagnostic) -> str | None:
    """Apply a hint to the text; None for advice without a unique edit."""
    if "..." in one.hint:
        return None
    lines = text.split("\n")
    if not 0 < one.span.line <= len(lines):
        return None
    line = lines[one.span.line - 1]
    start = one.span.column - 1
    end = one.span.end_column - 1 if one.span.end_line == one.span.line else len(line)
    code = _NOT_COMMENT.match(line)
    stop = len(TRAILING_CITATIONS.sub("", code[0]).rstrip()) if code else len(line)

    def matches(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, one.hint)

    if found := matches(r"write `(\w+)` for `(\w+)`, here and in lines? ([\d, and]+)"):
        uses = [int(number) for number in re.findall(r"\d+", found[3])]
        lines = renamed(text, found[2], found[1], uses).split("\n")
        line = line[:start] + found[1] + line[end:]
    elif found := matches(rf"write `([^`]+)`((?: and below it `[^`]+`)*) {_IN_PLACE}"):
        added = "".join(f"\n{below}" for below in re.findall(r"`([^`]+)`", found[2]))
        del lines[one.span.line : one.span.line + int(found[3] or 1)]
        line = found[1] + added + line[stop:]
    elif found := matches(r"did you mean `(.+)`\?"):
        line = line[:start] + found[1] + line[end:]
    elif found := matches(r"add (?:a \w+ )?(?:`(.+)` )?at the end of the line(?:, for example `([^`]+)`)?"):
        added = found[1] or found[2]
        if added is None:
            return None
        line = line[:stop] + ("" if added.startswith(_CLOSE_UP) else " ") + added + line[stop:]
    elif found := matches(r"add (?:`(.+)`|a \w+) before `(.+?)`(?:, for example `([^`]+)`)?"):
        added = found[1] or found[3]
        if added is None:
            return None
        start = len(line[:start].rstrip()) if added == "'s" else start
        line = (
            line[:start] + (added if added in _CLOSE_UP or found[2] in ":,)" else added + " ") + line[start:]
        )
    elif found := matches(r"write `([^`]+)`((?: and below it(?:, indented,)? `[^`]+`)+)"):
        indent = len(line) - len(line.lstrip(" "))
        rest = "".join(
            "\n" + " " * (indent + 2 * bool(deeper)) + below
            for deeper, below in re.findall(r"and below it(, indented,)? `([^`]+)`", found[2])
        )
        if "indented" in found[2]:
            start, end = indent, stop  # the whole line
            lines[one.span.line :] = shifted(lines[one.span.line :], line)
        line = line[:start] + found[1] + rest + line[end:]
    elif (found := matches(r"write `([^`]+)` for `([^`]+)`")) and found[2] in line[:stop]:
        start = start if line[start:end] == found[2] else _covering(line, found[2], start)
        line = line[:start] + found[1] + line[start + len(found[2]) :]
    elif (
        (found := matches(r"write `([^`]+)`, or .+"))
        or (found := matches(r"write `(.+)` for `(.+)`"))
        or (found := matches(r"write `([^`]+)`(?:, in double quotes|, which is one of them)?"))
    ):
        line = line[:start] + found[1] + line[end:]
    elif found := matches(r"write `(yes)` or `no`.*|put an? \w+ there, for example `([^`]+)`.*"):
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
            return None  # ambiguous
        low, high = int(found[1]), int(found[2])
        wrong = range(start, end) if not numbers else range(*(start + at for at in numbers[0].span()))
        instead = high if numbers and int(numbers[0][0]) > high else low
        line = line[: wrong.start] + str(instead) + line[wrong.stop :]
    elif found := matches(r"indent line (\d+) by (\d+) spaces?, .*"):
        lines[int(found[1]) - 1] = " " * int(found[2]) + lines[int(found[1]) - 1].lstrip(" ")
        line = lines[one.span.line - 1]
    else:
        return None
    lines[one.span.line - 1] = line
    return "\n".join(lines)


def _covering(line: str, part: str, at: int) -> int:
    """Return the start of the occurrence to replace, which contains the error."""
    found = line.rfind(part, 0, at + len(part))
    return found if found >= 0 else line.index(part)
