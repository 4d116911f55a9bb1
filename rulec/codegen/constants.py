"""Constant tables and sets as C initialisers, in readable rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from rulec.codegen.name_plan import NamePlan
from rulec.ir.program import Program
from rulec.ir.schema import words
from rulec.ir.types import SetType, bounds

_WIDTH: Final = 110
_WORD: Final = (1 << 64) - 1


@dataclass(frozen=True)
class Constant:
    """A constant table (with a length) or wide set. The value begins with a space or a new line."""

    name: str
    type: str
    length: int
    value: str

    @property
    def declared(self) -> str:
        return f"const {self.type} {self.name}" + (f"[{self.length}]" if self.length else "")


def tables(program: Program, plan: NamePlan) -> Iterator[Constant]:
    for table in program.tables:
        name = plan.tables[table.name]
        if isinstance(table.type, SetType):
            count = words(table.type)
            shown = chain.from_iterable(set_value(count, value) for value in table.values)
            yield Constant(name, plan.c_type(table.type), len(table.values), " " + braced(shown))
            continue
        have = bounds(table.type)
        width = next(w for w in (8, 16, 32) if -(1 << (w - 1)) <= have.lo and have.hi < 1 << (w - 1))
        yield Constant(name, f"int{width}_t", len(table.values), " " + braced(map(str, table.values)))


def large_sets(plan: NamePlan) -> Iterator[Constant]:
    for (count, value), name in plan.constants.items():
        shown = set_value(count, value)
        short = f" {', '.join(shown)}"
        long = "\n" + "\n".join(rows(shown, 8))
        yield Constant(name, f"set{count}", 0, short if len(short) <= _WIDTH // 2 else long)


def set_value(count: int, value: int) -> list[str]:
    """Format the words of a set as an initialiser."""
    parts = [f"{hex((value >> (64 * n)) & _WORD)}ULL" for n in range(count)]
    if count > 1:
        parts[0], parts[-1] = "{{" + parts[0], parts[-1] + "}}"
    return parts


def braced(values: Iterable[object]) -> str:
    """Format an array initialiser: on one line if it fits, else in rows below its name."""
    shown = list(map(str, values))
    if sum(map(len, shown)) + 2 * len(shown) <= _WIDTH // 2:
        return "{" + ", ".join(shown) + "}"
    return "\n".join(["{", *rows(shown, 8), "    }"])


def rows(values: Iterable[str], indentation: int) -> Iterator[str]:
    """Wrap comma-separated values into rows."""
    row: list[str] = []
    filled = indentation
    for value in values:
        if row and filled + len(value) + 2 > _WIDTH:
            yield " " * indentation + ", ".join(row) + ","
            row, filled = [], indentation
        row.append(value)
        filled += len(value) + 2
    yield " " * indentation + ", ".join(row)
