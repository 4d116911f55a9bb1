"""State shared by the declarers of the first pass: names so far, and bodies to check later."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal

from rulec.base.diagnostics import Reporter, did_you_mean
from rulec.base.source_text import NOWHERE, Span
from rulec.semantics import typed
from rulec.semantics.declarations.plurals import refuse_one_number
from rulec.semantics.scope import Attribute, Globals
from rulec.semantics.types import (
    PieceSort,
    Sort,
)
from rulec.syntax import ast


class DeclarationContext(ABC):
    """The game under construction; bodies are checked later, when all names are known."""

    game: typed.Game

    def __init__(self, file: ast.RulesFile, report: Reporter) -> None:
        self.file = file
        self.report = report
        self.globals = Globals(report)
        self.bodies: list[tuple[typed.Definition, ast.Expr]] = []
        self.adjectives: set[typed.Definition] = set()
        self.rules: list[tuple[typed.Rule, ast.Rule]] = []
        self.fillings: list[tuple[typed.Deck, ast.Deck]] = []
        self.homes: list[tuple[PieceSort, ast.Ident]] = []
        self.zone_limits: list[tuple[typed.Zone, ast.Expr]] = []
        self.shared_limits: list[tuple[typed.SharedLimit, ast.Expr]] = []
        self.goods_limits: list[tuple[typed.Goods, ast.Expr]] = []
        self.limits: list[tuple[typed.Option, ast.Allowed]] = []
        self.untils: list[tuple[typed.Variable, ast.Ident | None]] = []
        self.piece_filters: list[tuple[PieceSort, Sort, ast.Expr, bool]] = []
        self.track_rules: list[tuple[ast.Rule, typed.Track]] = []
        self.put_under: set[str] = set()  # decks with layers
        self.drawn_aside: set[str] = set()  # decks whose drawn pieces are held aside
        self.score: ast.Score | None = None
        self.ties: ast.Ties | None = None
        self.standing: ast.Standing | None = None
        self.sheet: typed.Variable | None = None  # entered score lines
        self.entering: dict[typed.Rule, list[str]] = {}  # rule -> lines that it enters

    @abstractmethod
    def declare_variable(self, owner: Sort | None, one: ast.Variable) -> None:
        """Declare a variable in `the game has` or `each KIND has`."""

    @abstractmethod
    def declare_definition(
        self,
        subject: ast.Ident | None,
        name: ast.Ident,
        parameters: tuple[ast.Ident, ...],
        body: ast.Expr | ast.MeaningByCases,
        span: Span,
        adjective: bool = False,
    ) -> None:
        """Declare `NAME means ...` or `KIND is NAME when ...`."""

    def add_sort(self, game: typed.Game, sort: Sort, names: tuple[ast.Ident, ast.Ident] | None) -> bool:
        if names is None:
            self.globals.places[sort.plural] = self.globals.places[sort.singular] = NOWHERE
        else:
            plural, singular = names
            if refuse_one_number(plural, singular, self.report):
                return False
            if not (self.globals.declare(plural) & self.globals.declare(singular)):
                return False
        self.globals.sets[sort.plural] = sort
        self.globals.members[sort.singular] = sort
        self.globals.own[sort] = {}
        game.sorts.append(sort)
        return True

    def define(self, definition: typed.Definition, body: ast.Expr) -> None:
        self.game.definitions.append(definition)
        self.bodies.append((definition, body))

    def member_sort(self, name: ast.Ident) -> Sort | None:
        """Return the sort with this singular; None after a report."""
        found = self.globals.members.get(name.text)
        if found is None:
            plural = self.globals.sets.get(name.text)
            hint = (
                f"write `{plural.singular}`, which is one of them"
                if plural is not None
                else did_you_mean(name.text, self.globals.members)
            )
            message = f"no sort of thing is called `{name.text}`"
            self.report.unknown("R205", name.text, name.span, message, hint)
        return found

    def claim(self, owner: Sort | None, name: ast.Ident, attribute: Attribute) -> bool:
        """Declare an attribute of a sort, or a global name."""
        if owner is None:
            return self.globals.declare(name)
        if not self.globals.usable(name):
            return False
        before = self.globals.own[owner].get(name.text)
        if before is not None:
            self.report.error(
                "R207",
                name.span,
                f"every {owner.singular} already has something called `{name.text}`",
                "give one of the two another name",
            )
            return False
        self.globals.own[owner][name.text] = attribute
        return True

    def seen(self, owner: Sort | None, by: ast.Ident | None) -> Literal["all", "owner", "nobody"]:
        """Return who can see a variable."""
        if by is None:
            return "all"
        if by.text == "nobody":
            return "nobody"
        if by.text != "owner":
            hint = did_you_mean(by.text, {"owner", "nobody"}) or "write `owner` or `nobody`"
            self.report.error("R444", by.span, f"nobody is called `{by.text}` here", hint)
        elif owner is None or owner not in (self.game.player_sort, self.globals.actors):
            acting = self.globals.acting.singular
            self.report.error(
                "R444",
                by.span,
                "this belongs to no player, so it has no owner who could see it",
                f"declare it below `each {acting} has:`, or write `nobody`",
            )
        return "owner"
