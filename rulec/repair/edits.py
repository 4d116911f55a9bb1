"""Edits of a line, each with its hint."""

from __future__ import annotations

from rulec.base.fast_dataclass import dataclass
from rulec.syntax.parsing.error_repair import Word


@dataclass(frozen=True)
class Edit:
    """Replacement of text[start:end] in a line; a lower cost is more likely."""

    cost: float
    line: int
    start: int
    end: int
    text: str
    hint: str
    shown: tuple[int, int]  # columns of the error
    hole: tuple[int, str] | None = None  # position that any name (or number) may fill, and which
    message: str = ""  # replaces the original message
    shifts: bool = False  # whether the nested lines are indented with it
    covers: int = 0  # number of lines below that it replaces as well

    def applied(self, lines: list[str]) -> str:
        raw = lines[self.line - 1]
        changed = raw[: self.start] + self.text + raw[self.end :]
        below = lines[self.line + self.covers :]
        below = shifted(below, raw) if self.shifts else below
        return "\n".join((*lines[: self.line - 1], changed, *below))

    def open_hint(self) -> str:
        """Return the hint as an example, if other words fit as well."""
        if self.hole is None:
            return self.hint
        what = f"a {self.hole[1]}"
        if self.hint.startswith("write") and "` for `" in self.hint and " " in self.text:
            return f"put a line there, for example `{self.text}`"
        if self.hint.startswith("add"):
            where = self.hint[self.hint.index("` ") + 2 :]
            return f"add {what} {where}, for example `{self.text.strip()}`"
        return f"put {what} there, for example `{self.text}`"


def shifted(below: list[str], above: str) -> list[str]:
    """Indent the nested lines below a line by one more step."""
    depth = len(above) - len(above.lstrip(" "))
    stop = next(
        (n for n, raw in enumerate(below) if raw.strip() and len(raw) - len(raw.lstrip(" ")) <= depth),
        len(below),
    )
    return [*(f"  {raw}" if raw.strip() else raw for raw in below[:stop]), *below[stop:]]


def removal(cost: float, line: int, word: Word, raw: str, again: bool) -> Edit:
    blank = raw[word.end : word.end + 1] == " " and not raw[: word.start].strip()
    end = word.end + blank
    hint = f"remove the second `{word.text}`" if again else f"remove `{word.text}`"
    return Edit(cost, line, word.start, end, "", hint, (word.start, end))


def addition(cost: float, line: int, added: str, before: Word | None, raw: str, stop: int) -> Edit:
    """Insert a word before another, or at the end of the line's code (`stop`)."""
    if before is None:
        close = added[0] in ":,)'"
        hint = f"add `{added}` at the end of the line"
        return Edit(cost, line, stop, stop, added if close else f" {added}", hint, (stop, stop))
    start = before.start
    if added == "'s":
        start = len(raw[:start].rstrip())
    close = added in {"'s", ":", ","} or before.text in {":", ",", ")"}
    text = added if close else f"{added} "
    hint = f"add `{added}` before `{before.text}`"
    return Edit(cost, line, start, start, text, hint, (before.start, before.end))


def instead(cost: float, line: int, start: int, end: int, text: str, raw: str, near: bool = False) -> Edit:
    hint = f"did you mean `{text}`?" if near else f"write `{text}` for `{raw[start:end]}`"
    return Edit(cost, line, start, end, text, hint, (start, end))
