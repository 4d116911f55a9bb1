"""Declares the turn actors: the players, or members of a kind controlled by players."""

from __future__ import annotations

from rulec.base.diagnostics import Reporter, did_you_mean
from rulec.semantics import typed
from rulec.semantics.scope import Globals
from rulec.semantics.types import ListType, MemberType, Sort
from rulec.syntax import ast


class ActorsDeclarer:
    """Declares `actors: companies, each for its owner`: the acting sort first, its controllers later."""

    def __init__(self, game: typed.Game, globals_: Globals, report: Reporter) -> None:
        self.game, self.globals, self.report = game, globals_, report
        self.node: ast.Actors | None = None

    def begin(self, file: ast.RulesFile) -> None:
        """Set the acting sort before rules and definitions are read, since `me` has its type."""
        found = [one for one in file.declarations if isinstance(one, ast.Actors)]
        for other in found[1:]:
            self.report.error(
                "R202", other.span, "this says twice whose turns these are", "leave one of the two out"
            )
        if not found:
            return
        who = found[0].who
        sort = self.globals.sets.get(who.text)
        if sort is None or sort is self.game.player_sort:
            message = (
                "players act for themselves anyhow"
                if sort is not None
                else f"nothing that could take turns is called `{who.text}`"
            )
            hint = "leave the line out" if sort is not None else did_you_mean(who.text, self.globals.sets)
            self.report.unknown("R205", who.text, who.span, message, hint)
            return
        self.node = found[0]
        self.globals.actors = sort

    def finish(self) -> None:
        """Resolve the variable that names the controlling player, when all variables are known."""
        if self.node is None or self.globals.actors is None:
            return
        sort, name = self.globals.actors, self.node.decider
        variable = self.globals.own[sort].get(name.text)
        players = self.game.player_sort
        if not isinstance(variable, typed.Variable) or variable.keys:
            message = f"no variable of each {sort.singular} is called `{name.text}`"
            hint = f"declare it: `each {sort.singular} has:` and below it `{name.text}: maybe player`"
            self.report.unknown("R205", name.text, name.span, message, hint)
            return
        if not isinstance(variable.type, MemberType) or variable.type.sort is not players:
            message = f"`{name.text}` names no player, so it can't say who decides"
            self.report.error("R304", name.span, message, f"declare it as `{name.text}: maybe player`")
            return
        if variable.seen != "all":
            message = f"`{name.text}` says whose turns these are, so all must see it"
            self.report.error("R444", name.span, message, f"leave out `seen by {variable.seen}` behind it")
            return
        self.game.actors = typed.Actors(sort, variable, self.node.span)
        self._seating(sort)

    def _seating(self, sort: Sort) -> None:
        """Resolve the list of the seating order."""
        assert self.node is not None
        name = self.node.seating
        if name is None:
            return
        variable = self.globals.variables.get(name.text)
        if not isinstance(variable, typed.Variable) or variable.keys or variable.seen != "all":
            message = f"no list that all see is called `{name.text}`"
            hint = f"declare it: `the game has:` and below it `{name.text}: list of {sort.singular}`"
            self.report.unknown("R205", name.text, name.span, message, hint)
        elif not isinstance(variable.type, ListType) or variable.type.sort is not sort:
            message = f"`{name.text}` is {variable.type}, so it can't say how {sort.plural} sit"
            self.report.error("R304", name.span, message, f"declare it as `list of {sort.singular}`")
        else:
            self.globals.seating = variable
            assert self.game.actors is not None
            self.game.actors.seating = variable
