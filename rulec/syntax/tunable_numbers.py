"""Tunable numbers of a rules file: their names, their patches, and their marks in the syntax tree.

`crops[wheat].worth` is a cell of a table, `fees[3].red` a cell of a table `by` keys, `pace` a value without
an owner, `money` the start of a variable or of goods.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from rulec.base.fast_dataclass import dataclass, inner, objects
from rulec.base.source_text import Span
from rulec.syntax import ast
from rulec.syntax.ast.declarations import Goods, Has, Meaning, Track, Variable
from rulec.syntax.patch_targets import squeezed

NumberSort = Literal["cell", "value", "start"]


@dataclass(frozen=True)
class RulesNumber:
    """A number that a one-line `patch` of a variant can change; `{}` in the patch stands for the number."""

    name: str
    sort: NumberSort
    value: int
    patch: str
    span: Span
    group: str  # the column, for the list of tunable numbers
    assumed: str = ""  # the reason, if the rulebook does not give the number
    lo: int | None = None  # of the range declared by the heading or the type
    hi: int | None = None

    def patched(self, value: int) -> str:
        return self.patch.replace("{}", str(value))

    @property
    def proposed(self) -> tuple[int, int]:
        """Proposed search range: 50 % to 150 % of the number, at least 2 either way, within its range."""
        reach = max(2, (abs(self.value) + 1) // 2)
        low = self.value - reach
        if self.value >= 0:
            low = max(low, 0)
        lo = low if self.lo is None else max(low, self.lo)
        hi = self.value + reach if self.hi is None else min(self.value + reach, self.hi)
        return min(lo, self.value), max(hi, self.value)

    @property
    def step(self) -> int:
        """Step of the search range: hundreds for 600, ones for 25 and 40."""
        step = 1
        while self.value and self.value % (10 * step) == 0 and abs(self.value) >= 50 * step:
            step *= 10
        return step


def rules_numbers(tree: ast.RulesFile) -> list[RulesNumber]:
    """Return all numbers of a file that have a name, in file order; the first of each name wins."""
    found: dict[str, RulesNumber] = {}
    for one in tree.declarations:
        for number in _of_declaration(one):
            reason = number.assumed or _assumed(tree, one.span, number)
            found.setdefault(number.name, replace(number, assumed=reason))
    return list(found.values())


def with_tunable(tree: ast.RulesFile, chosen: Mapping[str, ast.TunableNumber]) -> ast.RulesFile:
    """Mark the named cells and values as tunable in the tree; starting values stay constants."""
    spans = {
        one.span: chosen[one.name]
        for one in rules_numbers(tree)
        if one.name in chosen and one.sort != "start"
    }
    return replace(tree, declarations=tuple(_marked(one, spans) for one in tree.declarations))


def rules_value(node: object) -> int | None:
    """Return the value of a literal number, with its sign, or None."""
    if isinstance(node, ast.Number):
        return node.value
    if isinstance(node, ast.Negative) and isinstance(node.value, ast.Number):
        return -node.value.value
    return None


def _marked(node: Any, spans: Mapping[Span, ast.TunableNumber]) -> Any:
    """Return the node with the numbers at these spans made tunable; the span includes the sign."""
    if type(node) is tuple:
        new = tuple([_marked(one, spans) for one in node])
        return node if all(a is b for a, b in zip(new, node, strict=True)) else new
    if rules_value(node) is not None:
        return spans.get(node.span, node)
    changed = {}
    for name in inner(type(node)) or ():
        old = getattr(node, name)
        if old is not None:
            part = _marked(old, spans)
            if part is not old:
                changed[name] = part
    if changed and isinstance(node, ast.Side):
        names = [one.name for one in objects(changed["body"]) if isinstance(one, ast.TunableNumber)]
        changed["text"] = f"{node.text} ({', '.join(names)})"  # cells with the same text are one effect
    return replace(node, **changed) if changed else node


# --- numbers of a declaration -------------------------------------------------------------------------


def _of_declaration(one: object) -> Iterator[RulesNumber]:
    match one:
        case ast.Table(plural, _, grid):
            yield from _of_grid(plural.text, grid, 1)
        case ast.LookupTable(name, keys, _, grid):
            yield from _of_grid(name.text, grid, _key_columns(grid, len(keys)))
        case Track(name, parameters, grid=grid) if grid is not None:
            yield from _of_grid(name.text, grid, len(parameters) + 1)
        case Meaning(None, name, (), value):
            number = rules_value(value)
            if number is not None:
                patch = f"set {name.text} to {{}}"
                yield RulesNumber(name.text, "value", number, patch, value.span, name.text)
        case Has(_, clauses):
            for clause in clauses:
                if isinstance(clause, Variable) and clause.until is None and not clause.parameters:
                    yield from _start_of_variable(clause)
        case Goods() if one.until is None:
            yield from _starts_of_goods(one)
        case _:
            pass


def _start_of_variable(clause: Variable) -> Iterator[RulesNumber]:
    number = rules_value(clause.starts)
    if number is None or clause.type.sort != "range" or clause.starts is None:
        return
    name, type_ = clause.name.text, clause.type
    patch = f"set {name} to {{}}"
    yield RulesNumber(name, "start", number, patch, clause.starts.span, name, "", type_.lo, type_.hi)


def _starts_of_goods(one: Goods) -> Iterator[RulesNumber]:
    for start in one.starts:
        kind = "" if start.kind is None else f"({start.kind.text})"
        if not kind and one.parameters:
            continue  # a start for every kind is no single cell
        name = f"{one.name.text}{kind}"
        yield RulesNumber(name, "start", start.value, f"set {name} to {{}}", start.span, name, "", 0)


# --- tables -------------------------------------------------------------------------------------------


def _key_columns(grid: ast.Grid, keys: int) -> int:
    """Return how many first columns hold keys; the last key may run across the headings."""
    last = grid.headings[keys - 1] if 0 < keys <= len(grid.headings) else None
    across = last is not None and (last.name is None or (last.type is None and len(grid.headings) > keys + 1))
    named = {one.name.text for one in grid.headings if one.name is not None}
    own = all(
        isinstance(value, ast.Name) and value.name.text not in named
        for row in grid.rows
        for value in row.cells[min(keys, len(row.cells)) - 1].values[:1]
    )
    return keys - 1 if across and not own else keys


def _of_grid(table: str, grid: ast.Grid, keys: int) -> Iterator[RulesNumber]:
    reasons = {name.text: note.reason.value for note in grid.assumed for name in note.columns}
    every = next((note.reason.value for note in grid.assumed if not note.columns), "")
    for row in grid.rows:
        key = " ".join(squeezed(cell.text) for cell in row.cells[:keys])
        if any(cell.sort != "values" for cell in row.cells[:keys]) or "|" in key:
            continue
        for heading, cell in zip(grid.headings[keys:], row.cells[keys:], strict=False):
            column = _column(heading)
            range_ = _declared(heading.type)
            own = "" if heading.name is None else reasons.get(heading.name.text, "")
            for number in _of_cell(cell):
                yield replace(
                    number,
                    name=f"{table}[{key}].{column}",
                    patch=f"change {column} of {key} in {table} to {number.patch}",
                    group=f"{table}.{column}",
                    assumed=own or every,
                    lo=range_[0],
                    hi=range_[1],
                )


def _column(heading: ast.Heading) -> str:
    if heading.name is None:
        return str(heading.number)
    given = ", ".join(one.text for one in heading.parameters)
    return f"{heading.name.text}({given})" if given else heading.name.text


def _declared(type_: ast.ColumnType | None) -> tuple[int, int] | tuple[None, None]:
    if isinstance(type_, ast.ValueType) and type_.sort == "range":
        return type_.lo, type_.hi
    return None, None


def _of_cell(cell: ast.Cell) -> Iterator[RulesNumber]:
    """Yield the only number of a cell, with the text of the cell as its patch."""
    if cell.sort == "values":
        number = rules_value(cell.values[0]) if len(cell.values) == 1 else None
        if number is not None:
            yield RulesNumber("", "cell", number, "{}", cell.values[0].span, "")
        return
    places = list(re.finditer(r"\b\d+\b", cell.text))
    inside = _numbers_inside(cell)
    # An implied number has no place in the text; the sides of a cell are options named by their texts.
    if len(cell.sides) < 2 and len(places) == len(inside) == 1 and int(places[0][0]) == inside[0].value:
        text = f"{cell.text[: places[0].start()]}{{}}{cell.text[places[0].end() :]}"
        yield RulesNumber("", "cell", inside[0].value, text, inside[0].span, "")


def _numbers_inside(cell: ast.Cell) -> Sequence[ast.Number]:
    parts = (cell.values, tuple(side.body for side in cell.sides), cell.mix)
    return [one for one in objects(parts) if isinstance(one, ast.Number)]


def _assumed(tree: ast.RulesFile, declared: Span, number: RulesNumber) -> str:
    """Return the reason of the `assumed` note that names the number or covers its declaration."""
    plain = number.name.partition("(")[0]
    column = number.group.rpartition(".")[2].partition("(")[0] if number.sort == "cell" else ""
    for one in tree.assumed:
        below = one.owner is not None and (one.owner.file, one.owner.line) == (declared.file, declared.line)
        named = [other.text for other in one.names]
        if plain in named or (below and (not named or column in named)):
            return one.reason.value
    return ""
