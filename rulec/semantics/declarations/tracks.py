"""Declares tracks: rows of spaces, named or numbered, and the markers of players on them.

The spaces form a sort; a marker's position is a variable of its player. A numbered space converts to its
number where a number is expected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product

from rulec.base import limits
from rulec.base.diagnostics import Note, did_you_mean
from rulec.semantics import typed
from rulec.semantics.declarations.cells import tunable_numbers
from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.declarations.tables import TableDeclarer
from rulec.semantics.types import EffectType, MemberType, NumberKey, NumberType, Sort
from rulec.syntax import ast


class TrackDeclarer:
    """Declares tracks in the first pass."""

    def __init__(self, declarer: DeclarationContext, tables: Callable[[], TableDeclarer]) -> None:
        self.declarer, self.tables = declarer, tables
        self.globals, self.report, self.game = declarer.globals, declarer.report, declarer.game
        self.tracks: list[tuple[ast.Track, typed.Track]] = []

    # --- spaces -----------------------------------------------------------------------------------------

    def spaces(self) -> None:
        """Declare the sorts of all spaces; named spaces are rows of tables."""
        for one in self.declarer.file.declarations:
            if not isinstance(one, ast.Track):
                continue
            before = len(self.report.found) + self.report.silent
            track = self._spaces(one)
            if track is not None:
                track.sort.track = track
                self.tracks.append((one, track))
            if len(self.report.found) + self.report.silent > before:
                self.report.lost |= {one.name.text} | ({one.space.text} if one.space is not None else set())

    def _spaces(self, one: ast.Track) -> typed.Track | None:
        numbers = one.slots if one.grid is None else self._numbers_of_rows(one, one.grid)
        if one.grid is None and not one.slots:
            return None  # reported already
        if one.owner is None and (one.starts is not None or one.parameters or one.entering is not None):
            message = "this track has no markers, so nothing of it starts, moves or is kept for several"
            self.report.error("R742", one.span, message, "write `for each player` before the colon")
            return None
        if numbers is None:
            sort = self._named(one)
        else:
            if any(a >= b for a, b in pairwise(numbers)):
                message = "the numbers of a track grow from space to space"
                hint = "give the spaces names and put equal numbers into a column"
                self.report.error("R743", one.span, message, hint)
                return None
            sort = self._numbered(one, numbers)
        if sort is None:
            return None
        return self._track(one, sort, numbers)

    def _numbers_of_rows(self, one: ast.Track, grid: ast.Grid) -> tuple[int, ...] | None:
        """Return the sorted numbers in the column of spaces; None for named spaces."""
        place = len(one.parameters)
        cells = [row.cells[place] for row in grid.rows if len(row.cells) > place]
        found = [self._number(cell.values[0]) if len(cell.values) == 1 else None for cell in cells]
        if one.parameters or any(number is not None for number in found):
            return tuple(sorted({number for number in found if number is not None}))
        return None

    def _number(self, value: ast.Expr) -> int | None:
        if isinstance(value, ast.Number):
            return value.value
        if isinstance(value, ast.Negative) and isinstance(value.value, ast.Number):
            return -value.value.value
        return None

    def _named(self, one: ast.Track) -> Sort | None:
        """Return the sort of the table that `tables_of_tracks` added."""
        if one.space is None:
            message = "the name of a single space of this track is missing"
            self.report.error("R742", one.span, message, f"write `track {one.name.text} of` and a word")
            return None
        return self.globals.members.get(one.space.text)

    def _numbered(self, one: ast.Track, numbers: tuple[int, ...]) -> Sort | None:
        singular = one.space or ast.Ident(f"{one.name.text}.slot", one.name.span)
        if len(numbers) > limits.DOMAIN_SIZE:
            message = f"a track has at most {limits.DOMAIN_SIZE} spaces"
            self.report.error("R501", one.span, message, "make it shorter")
            return None
        labels = tuple(str(number) for number in numbers)
        sort = Sort(one.name.text, singular.text, labels, one.span)
        return sort if self.declarer.add_sort(self.game, sort, (one.name, singular)) else None

    def _track(self, one: ast.Track, sort: Sort, numbers: tuple[int, ...] | None) -> typed.Track:
        name, size = one.name.text, sort.size
        steps = NumberKey("steps", 0, size - 1)
        space = MemberType(sort)

        def column(what: str, keys: tuple[Sort | NumberKey, ...], values: list[int]) -> typed.Column:
            found = (
                NumberType(min(values, default=0), max(values, default=0))
                if what in {"number", "left"}
                else space
            )
            return typed.Column(f"{name}.{what}", "", keys, found, tuple(values), one.span)

        printed = None if numbers is None else column("number", (sort,), list(numbers))
        left = column("left", (sort,), [size - 1 - n for n in range(size)])
        pairs = list(product(range(size), range(size)))
        above = column("above", (sort, steps), [min(size - 1, n + by) for n, by in pairs])
        below = column("below", (sort, steps), [max(0, n - by) for n, by in pairs])
        return typed.Track(name, sort, printed, left, above, below, one.span, one.never_down)

    # --- columns ----------------------------------------------------------------------------------------

    def columns(self) -> None:
        for one, track in self.tracks:
            if one.grid is not None and track.printed is not None:
                self._columns(one, one.grid, track)

    def _columns(self, one: ast.Track, grid: ast.Grid, track: typed.Track) -> None:
        found = [self.declarer.member_sort(name) for name in one.parameters]
        kinds = [sort for sort in found if sort is not None]
        if len(kinds) < len(found):
            return
        wanted = [name.text for name in one.parameters] + [one.space.text if one.space else "slot"]
        have = [heading.name.text if heading.name else "" for heading in grid.headings[: len(wanted)]]
        if have != wanted:
            shown = " | ".join(wanted)
            message = "the first columns of this track are not those that its first line speaks of"
            self.report.error("R744", one.span, message, f"begin with `{shown}`")
            return
        rows = self._rows(one, grid, track, kinds)
        if rows is None:  # reported; its columns count as declared
            self.report.lost |= {heading.name.text for heading in grid.headings if heading.name}
            return
        tables = self.tables()
        keys = (*kinds, track.sort)
        for place, heading in enumerate(grid.headings[len(wanted) :], start=len(wanted)):
            if heading.name is None:
                self.report.error("R714", heading.span, "this column has no name", "write one above it")
                continue
            cells = [(row.cells[place], f"{track.name}.{heading.name.text}") for row in rows.values()]
            type_ = tables._type(track.name, heading, cells)
            blank = -1 if isinstance(type_, MemberType | EffectType) else 0
            values = tuple(
                tables.cells.value(rows[order].cells[place], type_, track.name) if order in rows else blank
                for order in product(*(range(key.size) for key in keys))
            )
            ordered = [rows[order].cells[place] for order in sorted(rows)]
            tunable = tunable_numbers(ordered)
            column = typed.Column(
                track.name, heading.name.text, keys, type_, values, heading.span, tunable=tunable
            )
            if kinds:
                track.columns[heading.name.text] = column
            elif not self.declarer.claim(track.sort, heading.name, column):
                continue
            self.game.columns.append(column)

    def _rows(
        self, one: ast.Track, grid: ast.Grid, track: typed.Track, kinds: list[Sort]
    ) -> dict[tuple[int, ...], ast.Row] | None:
        """Return the rows by key members and space; every combination must occur once."""
        cells = self.tables().cells
        assert track.printed is not None
        numbers = track.printed.values
        found: dict[tuple[int, ...], ast.Row] = {}
        for row in grid.rows:
            index = []
            for cell, kind in zip(row.cells, kinds, strict=False):
                if not cell.values:
                    message = f"this cell names a {kind.singular}"
                    self.report.error("R719", cell.span, message, "write its name there")
                    return None
                index.append(cells.member(cell, cell.values[0], kind, cell.text))
            cell = row.cells[len(kinds)]
            number = self._number(cell.values[0]) if len(cell.values) == 1 else None
            if number is None:
                message = "this cell is the number that is printed on a space"
                self.report.error("R719", cell.span, message, "write it there")
                return None
            order = (*index, numbers.index(number))
            if order in found:
                note = Note(found[order].span, "the first one")
                self.report.error("R745", row.span, "this space appears twice in the track", "", [note])
                return None
            found[order] = row
        for order in product(*(range(key.size) for key in (*kinds, track.sort))):
            if order not in found:
                *members, slot = order
                shown = [kind.members[n] for kind, n in zip(kinds, members, strict=True)]
                message = f"the track has no space {numbers[slot]} for {', '.join(shown)}"
                hint = "every marker of a track has the same range"
                self.report.error("R745", one.span, message, hint)
                return None
        return found

    # --- markers ----------------------------------------------------------------------------------------

    def markers(self) -> None:
        for one, track in self.tracks:
            if one.owner is not None:
                self._marker(one, one.owner, track)

    def _marker(self, one: ast.Track, owner: ast.Ident, track: typed.Track) -> None:
        sort = self.declarer.member_sort(owner)
        keys = [self.declarer.member_sort(name) for name in one.parameters]
        known = tuple(key for key in keys if key is not None)
        if sort is None or len(known) < len(keys):
            return
        start = self._start(one, track)
        variable = typed.Variable(sort, one.name.text, MemberType(track.sort), start, one.name.span, known)
        if self.declarer.claim(sort, one.name, variable):
            track.marker = variable
            self.game.variables.append(variable)
            self.globals.markers[variable] = track
            self._entering(one, sort, track)

    def _start(self, one: ast.Track, track: typed.Track) -> int:
        if one.starts is None:
            return 0
        number = self._number(one.starts)
        if number is not None and track.printed is not None and number in track.printed.values:
            return track.printed.values.index(number)
        if number is None and isinstance(one.starts, ast.Name) and track.printed is None:
            found = self.globals.constants.get(one.starts.name.text)
            if found is not None and found[0] is track.sort:
                return found[1]
        words = track.sort.members
        hint = did_you_mean(one.starts.name.text, words) if isinstance(one.starts, ast.Name) else ""
        message = f"`{one.name.text}` has no such space to start on"
        named = f"name one of {words[0]} to {words[-1]}" if words else ""
        self.report.error("R508", one.starts.span, message, hint or named)
        return 0

    def _entering(self, one: ast.Track, owner: Sort, track: typed.Track) -> None:
        """Build the rule of a single step: the gate of the space, the move, the `entered` body."""
        gate = track.columns.get("gate") or self.globals.own[track.sort].get("gate")
        has_gate = isinstance(gate, typed.Column) and isinstance(gate.type, EffectType)
        if not has_gate and one.entering is None:
            return
        if owner is not self.game.player_sort:
            message = "only a player's marker can pay at a gate or do something on entering"
            self.report.error("R742", one.span, message, "only tracks `for each player` can")
            return
        span = one.span
        if one.entering is not None and one.space is not None and one.entering.name.text != one.space.text:
            word = one.space.text
            message = f"a single space is called `{word}`"
            self.report.error("R205", one.entering.name.span, message, f"write `on each {word} entered:`")
            return
        space = one.space or (one.entering.name if one.entering is not None else None)
        space = space or ast.Ident(track.sort.singular, span)
        if isinstance(gate, typed.Column) and has_gate:
            table = typed.LookupTable(f"{track.name}.gate", gate.keys, {"": gate}, span)
            self.globals.lookups[table.name] = table
        names = [ast.Name(name, (), name.span) for name in (*one.parameters, space)]
        *keys, slot = names
        marker = ast.Possessive(ast.Word("me", span), one.name, tuple(keys), span)
        body: tuple[ast.Sentence, ...] = ()
        if has_gate:
            body += (ast.Do(ast.Name(ast.Ident(f"{track.name}.gate", span), tuple(names), span), span),)
        body += (ast.Change("set", marker, slot, replace(span)),)
        if one.entering is not None:
            body += one.entering.body
        track.enters = f"enter {track.name}"
        parameters = tuple(ast.Parameter("", name) for name in (*one.parameters, space))
        rule = ast.Rule("cell", ast.Ident(track.enters, span), parameters, body, span)
        self.declarer.track_rules.append((rule, track))


def tables_of_tracks(file: ast.RulesFile) -> ast.RulesFile:
    """Add a table for each track with named spaces."""
    found: list[ast.Declaration] = []
    for one in file.declarations:
        found.append(one)
        if isinstance(one, ast.Track) and one.grid is not None and one.space is not None and _has_names(one):
            found.append(ast.Table(one.name, one.space, one.grid, one.span))
    return replace(file, declarations=tuple(found)) if len(found) > len(file.declarations) else file


def _has_names(one: ast.Track) -> bool:
    assert one.grid is not None
    first = (row.cells[0] for row in one.grid.rows)
    return not one.parameters and not any(
        isinstance(value, ast.Number | ast.Negative) for cell in first for value in cell.values
    )
