"""Declares kinds: members listed, numbered or included from other kinds; and the rows of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulec.base import limits
from rulec.base.diagnostics import Reporter
from rulec.semantics import typed
from rulec.semantics.declarations.cells import Names
from rulec.semantics.declarations.plurals import both_numbers
from rulec.semantics.scope import Globals
from rulec.semantics.types import Sort
from rulec.syntax import ast

AddSort = Callable[[typed.Game, Sort, tuple[ast.Ident, ast.Ident] | None], bool]


class KindDeclarer:
    def __init__(
        self,
        game: typed.Game,
        globals_: Globals,
        report: Reporter,
        add_sort: AddSort,
        member_sort: Callable[[ast.Ident], Sort | None],
    ) -> None:
        self.game, self.globals, self.report = game, globals_, report
        self.add_sort, self.member_sort = add_sort, member_sort

    def run(self, file: ast.RulesFile) -> None:
        """Declare kinds and the members of tables, in topological order of inclusion."""
        declared = [one for one in file.declarations if isinstance(one, ast.Kind | ast.Table)]
        self.waiting = {one.singular.text: one for one in reversed(declared)}
        self.done: set[int] = set()
        for one in declared:
            self._in_turn(one, [])

    def _in_turn(self, one: ast.Kind | ast.Table, path: list[str]) -> None:
        name = one.singular.text
        if id(one) in self.done:
            return
        if name in path:
            shown = " -> ".join(f"`{other}`" for other in [*path[path.index(name) :], name])
            self.report.error(
                "R721", one.span, f"this kind takes in itself: {shown}", "leave one of them out"
            )
            self.done.add(id(one))
            self.report.lost |= names_given(one)
            return
        for item in one.items if isinstance(one, ast.Kind) else ():
            inner = self.waiting.get(item.name.text)
            if item.sort == "each" and inner is not None:
                self._in_turn(inner, [*path, name])
        if id(one) not in self.done:
            self.done.add(id(one))
            before = len(self.report.found) + self.report.silent
            self._kind(one)
            if len(self.report.found) + self.report.silent > before:
                self.report.lost |= names_given(one)

    def _kind(self, one: ast.Kind | ast.Table) -> None:
        names = Names(self.report)
        members: list[ast.Ident] = []
        own: list[tuple[int, ast.Ident]] = []
        parts: dict[Sort, int] = {}
        for item in one.items if isinstance(one, ast.Kind) else ():
            if item.sort == "each":
                sort = self.member_sort(item.name)
                if sort is None:
                    return
                for part, start in {sort: 0, **sort.parts}.items():
                    if part in parts:
                        self._taken_in_twice(item, part)
                        return
                    parts[part] = len(members) + start
                members += [ast.Ident(name, item.span) for name in sort.members]
                continue
            last = item.last
            more = (item.name,) if last is None else names.numbered(item.name, last, item.span)
            own += [(len(members) + n, name) for n, name in enumerate(more)]
            members += more
        if isinstance(one, ast.Table):
            members = [name for row in one.grid.rows for name in names.of_row(row)]
            own = list(enumerate(members))
        if len(members) > limits.DOMAIN_SIZE:
            self.report.error(
                "R501", one.span, f"a kind has at most {limits.DOMAIN_SIZE} members", "make two kinds of it"
            )
            return
        sort = Sort(one.plural.text, one.singular.text, tuple(m.text for m in members), one.span, named=True)
        sort.parts = parts
        if not self.add_sort(self.game, sort, (one.plural, one.singular)):
            return
        for index, member in own:
            if self.globals.declare(member):
                self.globals.constants[member.text] = (sort, index)

    def _taken_in_twice(self, item: ast.KindItem, part: Sort) -> None:
        self.report.error(
            "R722",
            item.span,
            f"the {part.plural} are among the members already",
            "leave this out",
        )


def names_given(one: ast.Declaration) -> set[str]:
    """Return the names that a declaration binds."""
    match one:
        case ast.Kind():
            names = {item.name.text for item in one.items if item.sort != "each"}
            names |= {item.last.text for item in one.items if item.last is not None}
            return both_numbers(one.plural.text, one.singular.text) | names
        case ast.Table():
            cells = (value for row in one.grid.rows for value in row.cells[0].values)
            columns = {heading.name.text for heading in one.grid.headings if heading.name is not None}
            rows = {value.name.text for value in cells if isinstance(value, ast.Name)}
            return both_numbers(one.plural.text, one.singular.text) | rows | columns
        case ast.LookupTable() | ast.Option() | ast.Deck() | ast.Account():
            return {one.name.text}
        case ast.Board():
            brings = {"columns", "column", "rows", "row", "steps", "step"}
            return both_numbers(one.plural.text, one.singular.text) | brings
        case ast.Pieces():
            return both_numbers(one.plural.text, one.singular.text)
        case ast.Goods():
            return {one.name.text, *([one.singular.text] if one.singular is not None else [])}
        case ast.Has():
            return {clause.name.text for clause in one.clauses}
        case ast.Adjective() | ast.Meaning() | ast.MeaningByCases() | ast.Rule() | ast.BestPlan():
            return {one.name.text}
        case (
            ast.Game()
            | ast.Track()
            | ast.Route()
            | ast.Shortage()
            | ast.Payment()
            | ast.Whenever()
            | ast.EndWhen()
            | ast.WheneverGains()
            | ast.Score()
            | ast.Standing()
            | ast.NoWinner()
            | ast.Ties()
            | ast.Actors()
            | ast.Obligation()
            | ast.Always()
            | ast.Window()
            | ast.Display()
            | ast.FreeAction()
        ):
            pass
        case _ as other:
            assert_never(other)
    return set()
