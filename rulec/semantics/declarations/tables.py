"""Declares tables: rows become members, columns become constant data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.declarations.cells import Cells, Names, own_number, tunable_numbers, widened
from rulec.semantics.declarations.effect_cells import Effects
from rulec.semantics.declarations.formula_columns import formula_column
from rulec.semantics.scope import Attribute, Globals
from rulec.semantics.types import EffectType, Key, MemberType, MixType, NumberKey, Sort, TextType, Type
from rulec.syntax import ast

Claim = Callable[[Sort, ast.Ident, Attribute], bool]
Define = Callable[[typed.Definition, ast.Expr], None]


class TableDeclarer:
    """Fills the columns of tables, when all sorts are known."""

    def __init__(
        self,
        globals_: Globals,
        report: Reporter,
        value_type: Callable[[ast.ValueType], Type],
        claim: Claim,
        players: tuple[int, int],
        effects: Effects,
        define: Define,
    ) -> None:
        self.globals, self.report, self.players, self.effects = globals_, report, players, effects
        self.value_type, self.claim, self.define = value_type, claim, define
        self.cells, self.names = Cells(globals_, report, effects), Names(report)

    # --- tables of members ----------------------------------------------------------------------------

    def columns(self, one: ast.Table, sort: Sort) -> list[typed.Column]:
        """Return a table's columns; headings of one name form a single column with keys."""
        members = [name.text for row in one.grid.rows for name in self.names.of_row(row)]
        if len(members) != sort.size:
            return []  # reported with the rows
        found: list[typed.Column] = []
        groups: dict[str, list[int]] = {}
        rows = [row for row in one.grid.rows for _ in self.names.of_row(row)]
        for place, heading in enumerate(one.grid.headings[1:], start=1):
            if heading.name is None:
                if not self.report.failed:
                    self._no_name(heading)
                continue
            groups.setdefault(heading.name.text, []).append(place)
            texts = (_shown(row.cells[place], member) for row, member in zip(rows, members, strict=True))
            sort.cells[_written(heading)] = tuple(texts)
        for places in groups.values():
            first = one.grid.headings[places[0]]
            if isinstance(first.type, ast.FormulaType):
                self._formulas(one, sort, places)
                continue
            column = self._column(one, sort, places, members)
            if column is not None:
                name = one.grid.headings[places[0]].name
                assert name is not None
                if self.claim(sort, name, column):
                    found.append(column)
        self._assumed(one.grid, set(groups))
        return found

    def _formulas(self, one: ast.Table, sort: Sort, places: list[int]) -> None:
        """Declare a column of formulas, evaluated on each read, as a definition."""
        first, *others = (one.grid.headings[place] for place in places)
        assert first.name is not None
        for heading in (*others, *([first] if first.parameters else [])):
            what = "a column of formulas appears once, without brackets after its name"
            hint = "move the dependence into the formulas, or use several columns"
            self.report.error("R762", heading.span, what, hint)
        cells = [row.cells[places[0]] for row in one.grid.rows for _ in self.names.of_row(row)]
        definition, body = formula_column(sort, first, cells, self.report)
        if self.claim(sort, first.name, definition):
            self.define(definition, body)

    def _no_name(self, heading: ast.Heading) -> None:
        self.report.error(
            "R714",
            heading.span,
            "this column has no name",
            "the columns of a `by` table have numbers as headings",
        )

    def _column(
        self, one: ast.Table, sort: Sort, places: list[int], members: list[str]
    ) -> typed.Column | None:
        headings = [one.grid.headings[place] for place in places]
        first = headings[0]
        assert first.name is not None
        keys = self._column_keys(headings)
        if keys is None:
            return None
        rows = [row for row in one.grid.rows for _ in self.names.of_row(row)]
        by_key: dict[tuple[int, ...], list[ast.Cell]] = {}
        for place, heading in zip(places, headings, strict=True):
            index = tuple(
                self.cells.index_of(ast.Name(p, (), p.span), key, p.text) or 0
                for p, key in zip(heading.parameters, keys, strict=True)
            )
            if index in by_key:
                self.report.error(
                    "R715",
                    heading.span,
                    f"two columns are called `{first.name.text}`",
                    "give one of the two another name",
                    [Note(first.span, "the first one")],
                )
                return None
            by_key[index] = [row.cells[place] for row in rows]
        cells = [
            (cell, name) for column in by_key.values() for cell, name in zip(column, members, strict=True)
        ]
        orders = list(product(*(range(key.size) for key in keys)))
        type_ = self._type(one.plural.text, first, cells, whole=len(by_key) == len(orders))
        blank = -1 if isinstance(type_, MemberType | EffectType) else 0
        values = tuple(
            self.cells.value(by_key[order][row], type_, name) if order in by_key else blank
            for row, name in enumerate(members)
            for order in orders
        )
        texts: tuple[str, ...] = ()
        if isinstance(type_, TextType):
            texts = tuple(
                self.cells.text(by_key[order][row]) if order in by_key else ""
                for row in range(len(members))
                for order in orders
            )
        empty = ast.Cell("blank", (), "-", first.span)
        pairs = product(range(len(members)), orders)
        every = [by_key[order][row] if order in by_key else empty for row, order in pairs]
        tunable = tunable_numbers(every)
        made = typed.Column(
            sort.plural, first.name.text, (sort, *keys), type_, values, first.span, texts, tunable=tunable
        )
        if isinstance(type_, MixType):
            made = replace(made, mix=self.cells.mix(every, made))
        return made

    def _column_keys(self, headings: list[ast.Heading]) -> tuple[Sort, ...] | None:
        """Return the key sorts of columns with a common name: `vp(northeast)`, `vp(western)`."""
        found: list[tuple[Sort, ...]] = []
        for heading in headings:
            sorts = []
            for name in heading.parameters:
                known = self.globals.constants.get(name.text)
                if known is None:
                    hint = did_you_mean(name.text, self.globals.constants)
                    message = f"unknown name `{name.text}`"
                    self.report.unknown("R201", name.text, name.span, message, hint)
                    return None
                sorts.append(known[0])
            found.append(tuple(sorts))
        if any(one != found[0] for one in found):
            self.report.error(
                "R715",
                headings[-1].span,
                f"two columns are called `{headings[0].name.text if headings[0].name else ''}`",
                "give one of the two another name",
                [Note(headings[0].span, "the first one")],
            )
            return None
        return found[0]

    def _type(
        self, table: str, heading: ast.Heading, cells: list[tuple[ast.Cell, str]], whole: bool = True
    ) -> Type:
        """Return the type of a column, widened by its empty cells."""
        self.cells.heading = table, heading
        if isinstance(heading.type, ast.EffectType):
            assert heading.name is not None
            if heading.type.abilities and heading.parameters:
                what = "a column of abilities appears once, without brackets after its name"
                self.report.error("R750", heading.span, what, "put it into several columns")
            return self.effects.column(table, heading.name.text, heading.type, heading.span)
        said = heading.type if isinstance(heading.type, ast.ValueType) else None
        type_ = self.value_type(said) if said else self.cells.common_type(cells)
        return widened(type_, not whole or any(cell.sort == "blank" for cell, _ in cells))

    def _assumed(self, grid: ast.Grid, columns: set[str]) -> None:
        for one in grid.assumed:
            for name in one.columns:
                if name.text not in columns:
                    hint = did_you_mean(name.text, columns)
                    message = f"this table has no column `{name.text}`"
                    self.report.unknown("R214", name.text, name.span, message, hint)

    # --- lookup tables --------------------------------------------------------------------------------

    def lookup(self, one: ast.LookupTable) -> typed.LookupTable | None:
        keys = [self.key(key) for key in one.keys]
        if any(key is None for key in keys):
            return None
        known = tuple(key for key in keys if key is not None)
        return _Lookup(self, one, known).run()

    def key(self, one: ast.TableKey) -> Key | None:
        if one.sort == "count":
            if self.globals.sets.get(one.name.text) is not self.globals.members["player"]:
                self.report.error(
                    "R716",
                    one.span,
                    "only the number of players is known beforehand",
                    "write a range of numbers",
                )
                return None
            return NumberKey("players", *self.players)
        if one.sort == "range":
            if not one.lo <= one.hi or one.hi - one.lo >= limits.DOMAIN_SIZE:
                self.report.error(
                    "R505",
                    one.span,
                    f"no number lies between {one.lo} and {one.hi}",
                    "write the smaller first",
                )
                return None
            return NumberKey(one.name.text, one.lo, one.hi)
        sort = self.globals.members.get(one.name.text)
        if sort is None:
            hint = did_you_mean(one.name.text, self.globals.members)
            message = f"no sort of thing is called `{one.name.text}`"
            self.report.unknown("R205", one.name.text, one.span, message, hint)
        return sort


class _Lookup:
    """Reads one `table ... by ...`."""

    def __init__(self, owner: TableDeclarer, one: ast.LookupTable, keys: tuple[Key, ...]) -> None:
        self.owner, self.one, self.keys = owner, one, keys
        self.report, self.cells = owner.report, owner.cells

    def run(self) -> typed.LookupTable | None:
        headings, keys = self.one.grid.headings, self.keys
        table = typed.LookupTable(self.one.name.text, keys, {}, self.one.span)
        across = len(keys) - 1  # number of key columns if the last key is in the headings
        if self._are_keys(headings[across:], keys[-1]):
            places = [self._heading_index(one, keys[-1]) for one in headings[across:]]
            cells = {
                (*before, place): row.cells[across + n]
                for before, row in self._rows(keys[:-1])
                for n, place in enumerate(places)
            }
            self._add(table, "", cells, None, self.one.span)
            self.owner._assumed(self.one.grid, set())
            return table
        short = len(headings) <= len(keys)  # no value column behind the keys
        if short or (self.one.giving is not None and len(headings) != len(keys) + 1):
            self.report.error(
                "R717",
                headings[-1].span if headings else self.one.span,
                "the headings of this table are not the values of its last key",
                "put its members or numbers above the columns, or leave `giving` out",
            )
            return None
        rows = list(self._rows(keys))
        for n, heading in enumerate(headings[len(keys) :], start=len(keys)):
            if heading.name is None:
                if not self.report.failed:
                    self.owner._no_name(heading)
                return None
            if heading.name.text in table.columns:
                self.report.error(
                    "R715",
                    heading.span,
                    f"two columns are called `{heading.name.text}`",
                    "give one of the two another name",
                )
            name = heading.name.text if self.one.giving is None else ""
            self._add(table, name, {key: row.cells[n] for key, row in rows}, heading, heading.span)
        self.owner._assumed(self.one.grid, set(table.columns))
        return table

    # --- keys -----------------------------------------------------------------------------------------

    def _are_keys(self, headings: Sequence[ast.Heading], key: Key) -> bool:
        """Return whether headings are the members or numbers of a key."""
        return bool(headings) and all(
            heading.type is None
            and not heading.parameters
            and (
                heading.name is None
                if isinstance(key, NumberKey)
                else heading.name is not None and self._index(heading.name, key) is not None
            )
            for heading in headings
        )

    def _index(self, name: ast.Ident, key: Sort) -> int | None:
        return self.cells.index_of(ast.Name(name, (), name.span), key, name.text)

    def _heading_index(self, heading: ast.Heading, key: Key) -> int:
        if isinstance(key, NumberKey):
            return self._number(heading.number, key, heading.span)
        assert heading.name is not None
        return self._index(heading.name, key) or 0

    def _number(self, number: int, key: NumberKey, span: Span) -> int:
        if not key.lo <= number <= key.hi:
            self.report.error(
                "R718",
                span,
                f"{number} is not in {key.lo} to {key.hi}",
                "leave it out, or change the range in the first line of the table",
            )
            return 0
        return number - key.lo

    def _rows(self, keys: tuple[Key, ...]) -> Sequence[tuple[tuple[int, ...], ast.Row]]:
        """Return the rows, with the key indices from their first cells."""
        found = []
        for row in self.one.grid.rows:
            parts = [self._of_cell(row.cells[n], key) for n, key in enumerate(keys)]
            found += [(index, row) for index in product(*parts)]
        return found

    def _of_cell(self, cell: ast.Cell, key: Key) -> list[int]:
        if isinstance(key, NumberKey):
            number = self.cells.number(cell.values[0]) if len(cell.values) == 1 else None
            if number is None:
                self.report.error(
                    "R719", cell.span, f"this cell is a number from {key.lo} to {key.hi}", "write it there"
                )
                return []
            return [self._number(number, key, cell.span)]
        if cell.sort == "numbered":
            names = [one.name for one in cell.values if isinstance(one, ast.Name)]
            among = self.owner.names.numbered(names[0], names[1], cell.span)
            return [self.cells.member(cell, ast.Name(n, (), n.span), key, n.text) for n in among]
        if not cell.values:
            self.report.error("R719", cell.span, f"this cell names a {key.singular}", "write its name there")
            return []
        return [self.cells.member(cell, cell.values[0], key, cell.text)]

    # --- values ---------------------------------------------------------------------------------------

    def _add(
        self,
        table: typed.LookupTable,
        name: str,
        cells: dict[tuple[int, ...], ast.Cell],
        heading: ast.Heading | None,
        span: Span,
    ) -> None:
        found = [(cell, self.one.name.text) for cell in cells.values()]
        self.owner.cells.heading = (self.one.name.text, heading) if heading is not None else None
        said = self.one.giving or (heading.type if heading is not None else None)
        if isinstance(said, ast.FormulaType):
            hint = "give the formulas to the members of a table without `by`, or write `means by`"
            self.owner.report.error("R762", said.span, "a table with keys holds no formulas", hint)
            return
        if isinstance(said, ast.EffectType) and said.abilities:
            hint = "give them to the members of a table without `by`, or write `effect`"
            self.owner.report.error("R750", said.span, "a table with keys holds no abilities", hint)
            return
        if isinstance(said, ast.EffectType):
            type_: Type = self.owner.effects.column(self.one.name.text, name, said, span)
        else:
            type_ = self.owner.value_type(said) if said is not None else self.cells.common_type(found)
        type_ = widened(type_, any(cell.sort == "blank" for cell, _ in found))
        values = []
        every: list[ast.Cell] = []
        for order in product(*(range(key.size) for key in self.keys)):
            cell = cells.get(order)
            if cell is None:
                self._missing(order, span)
                return
            every.append(cell)
            values.append(self.cells.value(cell, type_, self.one.name.text))
        texts = tuple(self.cells.text(cell) for cell, _ in found) if isinstance(type_, TextType) else ()
        made = typed.Column(
            self.one.name.text, name, self.keys, type_, tuple(values), span, texts, (), tunable_numbers(every)
        )
        if isinstance(type_, MixType):
            made = replace(made, mix=self.cells.mix(every, made))
        table.columns[name] = made

    def _missing(self, order: tuple[int, ...], span: Span) -> None:
        if self.report.failed:
            return
        shown = ", ".join(
            str(key.lo + n) if isinstance(key, NumberKey) else key.members[n]
            for key, n in zip(self.keys, order, strict=True)
        )
        self.report.error(
            "R720",
            self.one.span,
            f"`{self.one.name.text}` has nothing for {shown}",
            "add the missing cells, with `-` for an empty one",
        )


def _shown(cell: ast.Cell, member: str) -> str:
    """Return a cell as players read it: `number` in a row of numbered names as the member's number."""
    number = own_number(member) if cell.sort == "own number" else None
    return cell.text if number is None else str(number)


def _written(heading: ast.Heading) -> str:
    """Return the source form of a column's name: `tax(summer)`."""
    assert heading.name is not None
    given = ", ".join(one.text for one in heading.parameters)
    return f"{heading.name.text}({given})" if given else heading.name.text
