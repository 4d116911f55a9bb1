"""Checks of routes before expressions are typed."""

from __future__ import annotations

from rulec.semantics.declarations.context import DeclarationContext
from rulec.semantics.sentence_walk import walk
from rulec.syntax import ast


class RouteDeclarer:
    """Declares names and forms of routes; expressions are checked where a route is followed."""

    def __init__(self, declarer: DeclarationContext) -> None:
        self.declarer = declarer
        self.globals, self.report = declarer.globals, declarer.report

    def declare(self, one: ast.Route) -> None:
        if not self.globals.declare(one.name):
            return
        self.globals.routes[one.name.text] = one
        before = len(self.report.found)
        if one.once is not None:
            self.declarer.member_sort(one.once)
        name = one.name.text
        if (one.marker is None) == (one.start is None):
            message = f"this does not say where `{name}` begins"
            hint = "write `from here` behind its name, and give the space where it is followed"
            if one.marker is not None:
                message = f"`{name}` begins at two places: at a marker, and at `from`"
                hint = "leave one of the two out"
            self.report.error("R851", one.name.span, message, hint)
        open_rows = [row for row in one.rows if not _only(row, {"passed", "closed"})]
        if not open_rows:
            self.report.error(
                "R852",
                one.span,
                f"no space can be entered on `{name}`",
                "add a row such as `over squares where empty | uses 1 step` or `... | free`",
            )
        for row in one.rows:
            self._row(row)
            self._lays(one, row)
        if one.once is None:
            self._comes_to_an_end(one, open_rows)
        if len(self.report.found) == before and not one.asked:
            self._is_followed(name)

    def _is_followed(self, name: str) -> None:
        """Report an unused route, since its expressions would stay unchecked."""
        begins = (f"follow {name}", f"follow {name} as ")
        rules = [rule.name.text for rule in self.declarer.file.declarations if isinstance(rule, ast.Rule)]
        if self.report.lost_sections or any(
            rule == begins[0] or rule.startswith(begins[1]) for rule in rules
        ):
            return
        sentences = (one for rule in self.declarer.file.declarations for one in walk(rule))
        if not any(isinstance(left, ast.Follow) for left in sentences):
            message, hint = (
                f"`{name}` is never followed",
                f"write `follow {name} ...` in a rule, or remove it",
            )
            self.report.error("R858", self.globals.places[name], message, hint)

    def _row(self, row: ast.RouteRow) -> None:
        for side in row.sides:
            alone = {rule.sort for rule in side} & {"free", "closed", "passed"}
            if (alone and len(side) > 1) or (alone - {"free"} and len(row.sides) > 1):
                word = {"passed": "passed through"}.get(min(alone), min(alone))
                message = f"`{word}` must be alone in its row"
                self.report.error("R853", row.span, message, "remove the other cells")
                return
        if len(row.sides) > 1 and row.name is None:
            self.report.error(
                "R854",
                row.span,
                "the sides of this row are asked about, and the question has no name",
                "write `as` and a name at the end of the row",
            )

    def _lays(self, one: ast.Route, row: ast.RouteRow) -> None:
        """Check `lays`: the pieces are reserved along the route, a constant number per space."""
        for rule in (rule for side in row.sides for rule in side if rule.sort == "lays"):
            if one.once is None:
                message = "a space that is met twice would be laid twice"
                hint = f"write `, no {_space(one)} twice` at the end of the line of the route"
                self.report.error("R890", rule.span, message, hint)
            elif not isinstance(rule.number, ast.Number):
                message = "it is laid at the end of the way, so how many is a number that does not change"
                self.report.error("R890", rule.span, message, "write as in `lays 1 ...`")

    def _comes_to_an_end(self, one: ast.Route, rows: list[ast.RouteRow]) -> None:
        """Report a row that consumes nothing, on which a route could cycle."""
        for row in rows:
            for side in row.sides:
                if all(rule.sort == "free" for rule in side):
                    self.report.error(
                        "R855",
                        row.span,
                        "nothing is used up here, so the way could go round and round",
                        f"write `, no {_space(one)} twice` at the end of the line of the route, or "
                        "`uses 1 step` here",
                    )
                    return


def _only(row: ast.RouteRow, sorts: set[str]) -> bool:
    return all(rule.sort in sorts for side in row.sides for rule in side)


def _space(one: ast.Route) -> str:
    return one.entering.text if one.entering is not None else "space"
