"""One slip after the other: what is said about it, and whether the hint helps."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from rulec.base.diagnostics import Diagnostic
from rulec.base.source_text import SourceText
from rulec.frontend import check, logical_lines, read_source
from rulec.insight.rule_diff import differences
from rulec.syntax.lines.outline import comment_start
from rulec.syntax.parsing.error_repair import words
from tests.cases.typed_in import fixed
from tests.faults.operators import OPERATORS, Slip, slips, tokens

ROOT: Final = Path(__file__).parents[2]
FILES: Final = tuple(sorted((ROOT / "games").rglob("*.rules")))
TRIES: Final = 8  # slips that leave a file valid before another file is taken
# What nobody who writes rules has to know of: terminals are added below, unless the file has such a word.
_INNER: Final = re.compile(
    r"Traceback|\w(?:Error|Exception)\b|\bNone\b|0x[0-9a-f]{4}|<class|object at|__\w+__"
    r"|\blark\b|[Cc]ython|\bgcc\b|\.pyx?\b|\$END|\bToken\(|\bparser?\b|\btoken\b|\bsyntax\b|\bAST\b"
)
_CAPITALS: Final = re.compile(r"\b[A-Z][A-Z_]{2,}\b")


@dataclass(frozen=True)
class Outcome:
    """What came of one slip. Of a file that is still valid only `said` counts: what is different."""

    kind: str
    file: str
    slip: Slip
    wrong: bool
    near: bool = False
    typed: bool = False  # is the hint something to type in?
    gone: bool = False
    accepted: bool = False  # is the file accepted with the hint?
    fixed: bool = False  # and does it mean what it meant before the slip?
    open: bool = False  # by a hint that gives an example, or a range, of what is to be put there
    inner: str = ""
    said: str = ""


def sown(path: Path, slip: Slip) -> SourceText:
    lines = read_source(path).text.split("\n")
    lines[slip.line - 1] = slip.text
    return SourceText(str(path), "\n".join(lines))


def examine(kind: str, path: Path, slip: Slip) -> Outcome:
    name = str(path.relative_to(ROOT / "games"))
    source = sown(path, slip)
    checked = check(source)
    if checked.ok:
        return Outcome(kind, name, slip, False, said=_difference(path, source))
    first = next(one for one in checked.diagnostics if one.severity == "error")
    near = first.span.file == source.name and abs(first.span.line - slip.line) <= 1
    text = fixed(source.text, first) if first.span.file == source.name else None
    gone = accepted = right = choice = False
    if text is not None:
        after = check(SourceText(source.name, text))
        line = first.span.line
        gone = all((one.span.file, one.span.line) != (source.name, line) for one in after.diagnostics)
        accepted = after.ok
        right, choice = restored(path, text, first) if accepted else (False, False)
    inner = next((word for one in checked.diagnostics if (word := inner_word(one, source))), "")
    said = f"{first.span.line}:{first.span.column} {first.code} {first.message}"
    said += f" | {first.hint}" if first.hint else ""
    return Outcome(kind, name, slip, True, near, text is not None, gone, accepted, right, choice, inner, said)


def restored(path: Path, text: str, first: Diagnostic) -> tuple[bool, bool]:
    """Do the rules mean what they meant before the slip, and is that left to who reads an open hint?

    A hint that gives an example, or a range, is right if something else in that one place gives the
    meaning back.
    """
    original = read_source(path)
    if _written(text) == _written(original.text):
        return True, False
    source = SourceText(original.name, text)
    if _meant(source) == _meant(original):
        return True, False
    hole = _RANGE.fullmatch(first.hint)
    if hole is None and ", for example `" not in first.hint:
        return False, False
    differ = [
        (one, two)
        for one, two in zip(_tokens(text), _tokens(original.text), strict=False)
        if one.casefold() != two.casefold()
    ]
    if len(differ) != 1 or len(_tokens(text)) != len(_tokens(original.text)):
        return False, True
    if hole is not None:
        meant = differ[0][1]
        return meant.isdigit() and int(hole[1]) <= int(meant) <= int(hole[2]), True
    one, two = differ[0]
    return one[0].isdigit() == two[0].isdigit(), True


_RANGE: Final = re.compile(r"(?:write|start with) a number from (-?\d+) to (-?\d+)(?:, .*)?")


def _tokens(text: str) -> list[str]:
    return [word.text for raw in text.split("\n") for word in tokens(raw)]


def _written(text: str) -> list[tuple[int, list[str]]]:
    """What stands in every line, with its indentation; blanks between words make no difference."""
    rows = []
    for raw in text.split("\n"):
        code = raw if (start := comment_start(raw)) is None else raw[:start]
        if code.strip():
            rows.append((len(code) - len(code.lstrip(" ")), [word.text for word in words(code)]))
    return rows


def _meant(source: SourceText) -> str:
    """The rules as they are read, without the places where they are written."""
    return re.sub(r"Span\([^()]*\)", "", repr(check(source).tree))


def inner_word(one: Diagnostic, source: SourceText) -> str:
    """A word of the machinery in what is said; what is quoted from the file is the designer's own."""
    text = "\n".join((one.message, one.hint, *(note.message for note in one.notes)))
    found = _INNER.search(text)
    if found is not None:
        return found[0]
    shown = (word[0] for word in _CAPITALS.finditer(re.sub(r"\bUTF-8\b", "", text)))
    return next((word for word in shown if word not in source.text), "")


def _difference(path: Path, source: SourceText) -> str:
    found = differences(_outline(path), logical_lines(source))
    if not found:
        return "the same rules"
    one = found[0]
    left, right = (side.text if side else "nothing" for side in (one.left, one.right))
    return f"{one.words}: {left} -> {right}"


@cache
def _outline(path: Path) -> list[object]:
    return logical_lines(read_source(path))  # type: ignore[return-value]


def sample(number: int, seed: int, files: tuple[Path, ...] = FILES) -> Iterator[Outcome]:
    """So many slips that make a file wrong, as many of each kind, and the valid ones on the way."""
    sizes = [len(path.read_text(encoding="utf-8").split("\n")) ** 0.5 for path in files]
    slots = []
    for slot in range(number):
        rng = random.Random(f"{seed} {slot}")
        order = [rng.choices(files, sizes)[0] for _ in range(TRIES)]
        slots.append((order, list(OPERATORS)[slot % len(OPERATORS)], rng))
    for order, kind, rng in sorted(slots, key=lambda one: str(one[0][0])):  # lines are remembered
        yield from _until_wrong(order, kind, rng)


def _until_wrong(order: list[Path], kind: str, rng: random.Random) -> Iterator[Outcome]:
    for path in order:
        text = path.read_text(encoding="utf-8")
        for slip in islice(slips(kind, text, rng), TRIES):
            found = examine(kind, path, slip)
            yield found
            if found.wrong:
                return
