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

from rulec.diagnostics import Diagnostic
from rulec.differences import differences
from rulec.frontend import check, outline_of, read_source
from rulec.source import SourceText
from tests.cases.typed_in import fixed
from tests.faults.operators import OPERATORS, Slip, slips

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
    fixed: bool = False
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
    typed, gone, accepted = _typed_in(source, first)
    inner = next((word for one in checked.diagnostics if (word := inner_word(one, source))), "")
    said = f"{first.span.line}:{first.span.column} {first.code} {first.message}"
    said += f" | {first.hint}" if first.hint else ""
    return Outcome(kind, name, slip, True, near, typed, gone, accepted, inner, said)


def _typed_in(source: SourceText, first: Diagnostic) -> tuple[bool, bool, bool]:
    """Can the hint be typed in, is the message gone then, is the file accepted?"""
    text = fixed(source.text, first) if first.span.file == source.name else None
    if text is None:
        return False, False, False
    after = check(SourceText(source.name, text))
    line = first.span.line
    gone = all((one.span.file, one.span.line) != (source.name, line) for one in after.diagnostics)
    return True, gone, after.ok


def inner_word(one: Diagnostic, source: SourceText) -> str:
    """A word of the machinery in what is said; what is quoted from the file is the designer's own."""
    text = "\n".join((one.message, one.hint, *(note.message for note in one.notes)))
    found = _INNER.search(text)
    if found is not None:
        return found[0]
    shown = (word[0] for word in _CAPITALS.finditer(re.sub(r"\bUTF-8\b", "", text)))
    return next((word for word in shown if word not in source.text), "")


def _difference(path: Path, source: SourceText) -> str:
    found = differences(_outline(path), outline_of(source))
    if not found:
        return "the same rules"
    one = found[0]
    left, right = (side.text if side else "nothing" for side in (one.left, one.right))
    return f"{one.words}: {left} -> {right}"


@cache
def _outline(path: Path) -> list[object]:
    return outline_of(read_source(path))  # type: ignore[return-value]


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
