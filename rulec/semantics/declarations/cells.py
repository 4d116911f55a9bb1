"""Reads table cells: row names, and values by column type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rulec.base import limits
from rulec.base.diagnostics import Reporter, did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.declarations.effect_cells import Effects
from rulec.semantics.scope import Globals
from rulec.semantics.types import (
    FLAG,
    MIX,
    TEXT,
    UNKNOWN,
    EffectType,
    FlagType,
    ListType,
    MemberType,
    MixType,
    NumberType,
    SetType,
    Sort,
    TextType,
    Type,
    Unknown,
    put_there,
)
from rulec.syntax import ast

_NUMBERED: Final = re.compile(r"(.*?)([0-9]+)")
_FLAGS: Final = frozenset({"yes", "no"})
_EMPTY: Final = frozenset({"none", "nothing", "nil", "null", "empty", "na", "n/a", "x"})


def _says_nothing(text: str) -> bool:
    """Return whether a cell seems meant to be empty: a sign, or a word for nothing."""
    return not any(map(str.isalnum, text)) or text.lower() in _EMPTY


def _literals(type_: Type) -> list[str]:
    """Return the words that a cell of this type can hold."""
    if isinstance(type_, MemberType):
        return list(type_.sort.members)
    return sorted(_FLAGS) if isinstance(type_, FlagType) else []


class Names:
    """Reads the names that a kind or the rows of a table declare."""

    def __init__(self, report: Reporter) -> None:
        self.report = report

    def numbered(self, first: ast.Ident, last: ast.Ident, span: Span) -> tuple[ast.Ident, ...]:
        """Expand `l01 to l04` into all names between, keeping leading zeros."""
        a, b = _NUMBERED.fullmatch(first.text), _NUMBERED.fullmatch(last.text)
        if a is None or b is None or a[1] != b[1] or int(a[2]) > int(b[2]):
            self.report.error(
                "R707",
                span,
                f"`{first.text} to {last.text}` is not a row of numbered names",
                "both end in a number and begin alike, as in `l01 to l04`",
            )
            return (first,)
        count = int(b[2]) - int(a[2]) + 1
        if count > limits.DOMAIN_SIZE:
            self.report.error(
                "R501", span, f"a kind has at most {limits.DOMAIN_SIZE} members", "make two kinds of it"
            )
            return (first,)
        width = len(a[2]) if a[2].startswith("0") else 0
        return tuple(
            ast.Ident(f"{a[1]}{number:0{width}d}", span) for number in range(int(a[2]), int(b[2]) + 1)
        )

    def of_row(self, row: ast.Row) -> tuple[ast.Ident, ...]:
        """Return the members that a row declares."""
        cell = row.cells[0]
        names = [one.name for one in cell.values if isinstance(one, ast.Name) and not one.arguments]
        if cell.sort == "numbered":
            return self.numbered(names[0], names[1], cell.span)
        if cell.sort == "values" and len(cell.values) == len(names) == 1:
            return (names[0],)
        self.report.error(
            "R708", cell.span, "the first cell of a row is the name of its member", "write a name there"
        )
        return ()


def _enumerated(text: str, sort: Sort) -> str:
    """Return the hint for members of a set joined by other signs than commas."""
    named = [one for one in re.split(r"[^\w.]+|\band\b", text) if one]
    known = len(named) > 1 and all(one in sort.members for one in named)
    return f"write `{', '.join(named)}`" if known else ""


class Cells:
    """Reads cell values by column type."""

    def __init__(self, globals_: Globals, report: Reporter, effects: Effects) -> None:
        self.globals, self.report, self.effects = globals_, report, effects
        self.heading: tuple[str, ast.Heading] | None = None  # table and heading of the current cells

    def member(self, cell: ast.Cell, value: ast.Expr, sort: Sort, text: str) -> int:
        found = self.index_of(value, sort, text)
        if found is None:
            word = value.name.text if isinstance(value, ast.Name) else text
            hint = _enumerated(text, sort) or did_you_mean(word, sort.members)
            message = f"no {sort.singular} is called `{text}`"
            self.report.unknown("R209", word, value.span, message, hint, put_there(MemberType(sort)))
        return found or 0

    def index_of(self, value: ast.Expr, sort: Sort, text: str) -> int | None:
        """Return the member of a sort that a cell names."""
        if isinstance(value, ast.Binary) and sort.ends:
            return self._edge(value, sort)
        if isinstance(value, ast.Name) and not value.arguments:
            known = self.globals.constants.get(value.name.text)
            if known is not None and known[0] is sort:
                return known[1]
            if known is not None and known[0] in sort.parts:
                return sort.parts[known[0]] + known[1]
            if sort is self.globals.members.get("player"):
                return self.globals.seat_called(value.name.text)
        label = text.replace(" ", "")
        if not sort.named and label in sort.members:
            return sort.members.index(label)  # squares and players are named by their labels
        return None

    def _edge(self, value: ast.Binary, sort: Sort) -> int | None:
        """Return the first edge between the two nodes of `a - b`."""
        named = [one.name.text for one in (value.left, value.right) if isinstance(one, ast.Name)]
        known = [self.globals.constants.get(name) for name in named]
        for edge, both in enumerate(sort.ends):
            nodes = [sort.nodes_at(*one) for one in known if one is not None]
            if value.op == "-" and len(nodes) == 2 and both == nodes[0] | nodes[1]:
                return edge
        return None

    def number(self, value: ast.Expr) -> int | None:
        if isinstance(value, ast.Number):
            return value.value
        if isinstance(value, ast.Negative) and isinstance(value.value, ast.Number):
            return -value.value.value
        return None

    def value(self, cell: ast.Cell, type_: Type, member: str) -> int:
        """Encode a cell as a number of the program; report errors."""
        if isinstance(type_, EffectType):
            return self.effects.number(cell, type_, member)
        if cell.sort == "blank" or isinstance(type_, Unknown | TextType):
            return -1 if isinstance(type_, MemberType) else 0
        if isinstance(type_, MixType) and cell.sort == "mix":
            return 0  # read by `mix`
        if cell.sort == "own number":
            return self._own_number(cell, type_, member)
        if cell.sort == "values" and isinstance(type_, SetType):
            found = 0
            for one in _ends_apart(cell.values, type_.sort):
                text = cell.text if len(cell.values) == 1 else _written(one)
                found |= 1 << self.member(cell, one, type_.sort, text)
            return found
        if cell.sort == "values" and isinstance(type_, ListType):
            return self._list(cell, type_)
        if cell.sort == "values" and isinstance(type_, MemberType):
            if len(cell.values) == 1 or cell.text.replace(" ", "") in type_.sort.members:
                if isinstance(cell.values[0], ast.Word) and cell.values[0].word == "none":
                    return -1
                return self.member(cell, cell.values[0], type_.sort, cell.text)
        elif cell.sort == "values" and len(cell.values) == 1:
            return self._plain(cell, cell.values[0], type_)
        self._wrong(cell, type_)
        return 0

    def _list(self, cell: ast.Cell, type_: ListType) -> int:
        """Pack a list: one digit per entry, the first lowest."""
        digit = 8 if type_.sort.size < 256 else 16
        if len(cell.values) > type_.sort.entries:
            most = type_.sort.entries
            message = (
                f"this list has {len(cell.values)} entries; one of {type_.sort.plural} has at most {most}"
            )
            self.report.error("R346", cell.span, message, "leave some out")
            return 0
        found = 0
        for place, one in enumerate(cell.values):
            text = cell.text if len(cell.values) == 1 else _written(one)
            found |= (self.member(cell, one, type_.sort, text) + 1) << place * digit
        return found

    def _plain(self, cell: ast.Cell, value: ast.Expr, type_: Type) -> int:
        if isinstance(type_, NumberType):
            number = self.number(value)
            if isinstance(value, ast.TunableNumber):
                for bound in {value.lo, value.hi}:
                    self._in_range(bound, cell, type_)
            if number is not None:
                return self._in_range(number, cell, type_)
        elif isinstance(type_, FlagType) and isinstance(value, ast.Word) and value.word in _FLAGS:
            return int(value.word == "yes")
        self._wrong(cell, type_)
        return 0

    def _own_number(self, cell: ast.Cell, type_: Type, member: str) -> int:
        number = own_number(member)
        if number is None or not isinstance(type_, NumberType):
            self.report.error(
                "R709",
                cell.span,
                f"`{member}` has no number of its own"
                if number is None
                else f"`number` is a number, but this column holds {type_}",
                "write a number, or name the row for example `bid_1 to bid_20`",
            )
            return 0
        return self._in_range(number, cell, type_)

    def _in_range(self, number: int, cell: ast.Cell, type_: NumberType) -> int:
        if _kept(number) != number:
            self._too_large(cell.span)
            number = min(max(number, type_.lo), type_.hi)
        if not type_.lo <= number <= type_.hi:
            self.report.error(
                "R710",
                cell.span,
                f"{number} is not in {type_.lo} to {type_.hi}, the range of this column",
                self._wider(number, cell, type_),
            )
            return min(max(number, type_.lo), type_.hi)
        return number

    def _wider(self, number: int, cell: ast.Cell, type_: NumberType) -> str:
        """Return a hint for a number out of range; for a variant's cell, the patch that widens it."""
        place = self.heading
        fitting = f"write a number from {type_.lo} " + (
            "up" if type_.hi >= limits.OPEN_END else f"to {type_.hi}"
        )
        if place is None or place[1].span.file == cell.span.file or place[1].name is None:
            return f"{fitting}, or change the range in the heading"
        table = place[0]
        names = ", ".join(one.text for one in place[1].parameters)
        column = place[1].name.text + (f"({names})" if names else "")
        low, high = min(type_.lo, number), max(type_.hi, number)
        shown = f"{low} up" if high >= limits.OPEN_END else f"{low} to {high}"
        return f"{fitting}, or add `change heading of {column} in {table} to {shown}`"

    def _too_large(self, span: Span) -> None:
        self.report.error("R509", span, f"numbers go up to {limits.INT_MAX}", "count in larger units")

    def _wrong(self, cell: ast.Cell, type_: Type) -> None:
        if self.report.lost and any(isinstance(one, ast.Name) for one in cell.values):
            return
        hint = put_there(type_)
        words = cell.text.split()
        near = did_you_mean(cell.text, _literals(type_))
        if len(words) == 2 and words[0] == words[1]:
            hint = f"write `{words[0]}`"
        elif near:
            hint = near
        elif isinstance(type_, NumberType):
            high = "up" if type_.hi >= limits.OPEN_END else f"to {type_.hi}"
            hint = f"write a number from {type_.lo} {high}"
        if _says_nothing(cell.text):
            hint = f"{f'{hint}, or' if hint else 'write'} `-` if there is nothing to write"
        self.report.error("R711", cell.span, f"this column holds {type_}, not `{cell.text}`", hint)

    def mix(
        self, cells: Sequence[ast.Cell], column: typed.Column
    ) -> tuple[tuple[ast.Ident, typed.Column], ...]:
        """Split a column of amounts into number columns, one for each of the goods."""
        found: dict[str, tuple[ast.Ident, list[int]]] = {}
        tunable: dict[str, list[tuple[int, ast.TunableNumber]]] = {}
        for place, cell in enumerate(cells):
            for one in cell.mix:
                number = self.number(one.number)
                if one.name is None or number is None or number < 0:
                    message = "an amount in a cell is a number and what there are so many of"
                    self.report.error("R844", one.span, message, "write it like `1 iron + 2 coin`")
                    continue
                if _kept(number) != number:
                    self._too_large(one.span)
                    continue
                _, numbers = found.setdefault(one.name.text, (one.name, [0] * len(cells)))
                numbers[place] += number
                if isinstance(one.number, ast.TunableNumber):
                    tunable.setdefault(one.name.text, []).append((place, one.number))
        return tuple(
            (
                name,
                replace(
                    column,
                    name=f"{column.name} {name.text}".strip(),
                    type=_reaching(NumberType(min(numbers), max(numbers)), tunable.get(name.text, [])),
                    values=tuple(numbers),
                    tunable=tuple(tunable.get(name.text, [])),
                ),
            )
            for name, numbers in found.values()
        )

    # --- type inference for columns without a type ----------------------------------------------------

    def common_type(self, cells: Sequence[tuple[ast.Cell, str]]) -> Type:
        """Infer a column's type: numbers, flags, members of one kind, or else texts."""
        if any(cell.sort == "mix" for cell, _ in cells):
            return MIX
        values = [(cell, one) for cell, _ in cells for one in cell.values if cell.sort == "values"]
        own = [_NUMBERED.fullmatch(member) for cell, member in cells if cell.sort == "own number"]
        blank = any(cell.sort == "blank" for cell, _ in cells)
        numbers = [self.number(one) for _, one in values]
        numbers += [0 if one is None else int(one[2]) for one in own]  # reported with the cell
        single = all(len(cell.values) <= 1 for cell, _ in cells)
        known = [one for one in numbers if one is not None]
        if single and known and len(known) == len(numbers):
            zero = [0] if blank else []
            within = NumberType(_kept(min(known + zero)), _kept(max(known + zero)))
            return _reaching(within, tunable_numbers([cell for cell, _ in cells]))
        if single and not own and all(isinstance(o, ast.Word) and o.word in _FLAGS for _, o in values):
            return FLAG
        names = [one for _, one in values if isinstance(one, ast.Name) and not one.arguments]
        sorts = [self.globals.constants.get(one.name.text) for one in names]
        if not any(sorts):
            return TEXT
        kinds = {one[0] for one in sorts if one is not None}
        wider = [s for s in self.globals.sets.values() if all(k is s or k in s.parts for k in kinds)]
        if not wider or len(names) != len(values):
            self._several_sorts([one for one, _ in values], [self._sort_of(one) for _, one in values])
            return UNKNOWN
        sort = min(wider, key=lambda s: s.size)
        if not single:
            cell = next(cell for cell, _ in cells if len(cell.values) > 1)
            hint = f"write `set of {sort.singular}` behind the name in its heading"
            self.report.error("R713", cell.span, "this does not say what this column holds", hint)
            return SetType(sort)
        return MemberType(sort, blank)

    def _sort_of(self, value: ast.Expr) -> Sort | None:
        """Return the sort of the member that a cell names, if any."""
        if not isinstance(value, ast.Name) or value.arguments:
            return None
        found = self.globals.constants.get(value.name.text)
        return None if found is None else found[0]

    def _several_sorts(self, cells: list[ast.Cell], sorts: list[Sort | None]) -> None:
        """Report the only cell that does not fit the others of its column, or the column."""
        usual, times = Counter(sorts).most_common(1)[0]
        if usual is not None and times == len(cells) - 1 > 1:
            odd = next(cell for cell, sort in zip(cells, sorts, strict=True) if sort is not usual)
            message = f"this is no {usual.singular}, as the other cells of its column are"
            self.report.error("R712", odd.span, message, put_there(MemberType(usual)))
            return
        message = "the cells of this column are of several sorts"
        self.report.error("R712", cells[0].span, message, "say in its heading what it holds")

    def text(self, cell: ast.Cell) -> str:
        if len(cell.values) == 1 and isinstance(cell.values[0], ast.Text):
            return cell.values[0].value
        return "" if cell.sort == "blank" else cell.text


def own_number(member: str) -> int | None:
    """Return the number at the end of a member's name, as in `bid_7`."""
    found = _NUMBERED.fullmatch(member)
    return None if found is None else int(found[2])


def tunable_numbers(cells: Sequence[ast.Cell]) -> tuple[tuple[int, ast.TunableNumber], ...]:
    """Return the tunable numbers among cells, with their indices."""
    return tuple(
        (place, cell.values[0])
        for place, cell in enumerate(cells)
        if len(cell.values) == 1 and isinstance(cell.values[0], ast.TunableNumber)
    )


def _reaching(type_: NumberType, tunable: Sequence[tuple[int, ast.TunableNumber]]) -> NumberType:
    """Widen a range to all values that tunable numbers can take."""
    lows, highs = [one.lo for _, one in tunable], [one.hi for _, one in tunable]
    return NumberType(_kept(min(type_.lo, *lows, type_.lo)), _kept(max(type_.hi, *highs, type_.hi)))


def widened(type_: Type, blank: bool) -> Type:
    """Widen a type by the value of empty cells: 0 or none."""
    if blank and isinstance(type_, NumberType):
        return NumberType(min(0, type_.lo), max(0, type_.hi))
    if blank and isinstance(type_, MemberType):
        return MemberType(type_.sort, True)
    return type_


def _ends_apart(values: Sequence[ast.Expr], sort: Sort) -> list[ast.Expr]:
    """Split `a - b` in a cell of nodes into both nodes."""
    found: list[ast.Expr] = []
    for one in values:
        both = isinstance(one, ast.Binary) and one.op == "-" and not sort.ends
        found += [one.left, one.right] if both and isinstance(one, ast.Binary) else [one]
    return found


def _written(value: ast.Expr) -> str:
    if isinstance(value, ast.Name):
        return value.name.text
    if isinstance(value, ast.Binary):
        return f"{_written(value.left)} {value.op} {_written(value.right)}"
    return str(value.value) if isinstance(value, ast.Number | ast.Text) else ""


def _kept(number: int) -> int:
    """Clamp a number to the engine's integer range."""
    return min(max(number, limits.INT_MIN), limits.INT_MAX)
