"""First pass: builds the symbol table before any expression is checked."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import assert_never

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter, did_you_mean
from rulec.base.source_text import NOWHERE, Span
from rulec.semantics import typed
from rulec.semantics.declarations.accounts import declare_account
from rulec.semantics.declarations.actors import ActorsDeclarer
from rulec.semantics.declarations.boards import BoardDeclarer
from rulec.semantics.declarations.configurations import is_choosable
from rulec.semantics.declarations.decks import DeckDeclarer, decks_named
from rulec.semantics.declarations.effect_cells import Effects
from rulec.semantics.declarations.goods import GoodsDeclarer
from rulec.semantics.declarations.graphs import GraphDeclarer
from rulec.semantics.declarations.kinds import KindDeclarer, names_given
from rulec.semantics.declarations.payments import declare_payment
from rulec.semantics.declarations.pieces import PieceDeclarer
from rulec.semantics.declarations.plurals import refuse_one_number
from rulec.semantics.declarations.routes import RouteDeclarer
from rulec.semantics.declarations.scores import ScoreDeclarer, standing_of
from rulec.semantics.declarations.tables import TableDeclarer
from rulec.semantics.declarations.tracks import TrackDeclarer, tables_of_tracks
from rulec.semantics.declarations.variables import VariableDeclarer
from rulec.semantics.desugar.event_listeners import event_rules
from rulec.semantics.expressions.tracks import cases_of
from rulec.semantics.types import (
    UNKNOWN,
    Local,
    MemberType,
    NumberType,
    Sort,
    Unknown,
)
from rulec.syntax import ast
from rulec.syntax.parsing.parser import openers

NUMBER = NumberType(-limits.OPEN_END, limits.OPEN_END)
_NUMBERED = re.compile(r"_?[0-9]+$")  # suffix of parameters of the same sort


class SymbolTableBuilder(VariableDeclarer):
    """Fills `Globals` and an empty game; bodies are checked later, when all names are known."""

    def __init__(self, file: ast.RulesFile, report: Reporter) -> None:
        super().__init__(tables_of_tracks(file), report)
        if any(isinstance(one, ast.Deck | ast.Has) for one in self.file.declarations):
            self.put_under, self.drawn_aside = decks_named(file, ast.PutUnder), decks_named(file, ast.Draw)

    def run(self) -> typed.Game | None:
        heading = self._heading()
        if heading is None and not self.file.declarations:
            return None
        if heading is None:  # reported already; the rest of the file is checked all the same
            nowhere = Span.at(self.file.name, 1)
            heading = ast.Game(ast.Text("?", nowhere), (1, limits.PLAYERS), None, None, None, None, nowhere)
            self.report.lost |= {f"p{seat}" for seat in range(1, limits.PLAYERS + 1)}
        self.game = game = self._game(heading)
        self.effects = Effects(game, self.globals, self.report, self.rules)
        KindDeclarer(game, self.globals, self.report, self.add_sort, self.member_sort).run(self.file)
        tracks = TrackDeclarer(self, self.tables)
        tracks.spaces()
        self.boards = BoardDeclarer(self)
        self._declare_all(ast.Board, ast.Goods)
        self._declare_all(ast.Option)
        # Cells name members of any kind, and edges by their ends, so graphs come first.
        tables = [one for one in self.file.declarations if isinstance(one, ast.Table | ast.LookupTable)]
        for one in sorted(tables, key=lambda one: not (isinstance(one, ast.Table) and one.joins)):
            self._declare(one)
        tracks.columns()
        self.boards.pictures.declare()
        self.effects.finish()
        PieceDeclarer(self).tables_as_pieces()
        actors = ActorsDeclarer(game, self.globals, self.report)
        actors.begin(self.file)
        self._declare_all(ast.Pieces)
        self._declare_all(ast.Has, ast.Deck)
        tracks.markers()
        actors.finish()
        self.effects.abilities.declare_marks(self)
        PieceDeclarer(self).check_homes()
        self._declare_all(ast.Adjective, ast.Meaning, ast.MeaningByCases, ast.Account)
        self._declare_all(ast.Rule, ast.Route, ast.FreeAction, ast.BestPlan)
        self._declare_all(ast.Shortage, ast.Payment)
        for entering, track in self.track_rules:
            self._rule(entering)
            space = self.rules[-1][0].parameters[-1]
            space.type, space.inferred = MemberType(track.sort), False
        for rule in (*event_rules(self._listeners(), self.report), *self.effects.abilities.reactions):
            self._rule(rule)
        self._single(ast.Score)
        self._single(ast.Ties)
        ScoreDeclarer(self).declare(self.score)
        self.standing = standing_of(self.file, self.game, self.report)
        return game

    def _listeners(self) -> list[ast.Whenever]:
        """Return all event listeners in file order: rules, and cells of tables."""
        abilities, found = self.effects.abilities, list[ast.Whenever]()
        abilities.check_zones(self.file)
        for one in self.file.declarations:
            if isinstance(one, ast.Whenever):
                found.append(one)
            elif isinstance(one, ast.Table):
                found += abilities.listeners(one, self.file)
        return found

    def _declare_all(self, *sorts: type[ast.Declaration]) -> None:
        for sort in sorts:
            for one in self.file.declarations:
                if isinstance(one, sort):
                    self._declare(one)

    # --- the heading ------------------------------------------------------------------------------

    def _heading(self) -> ast.Game | None:
        headings = [one for one in self.file.declarations if isinstance(one, ast.Game)]
        if not headings:
            if "game" not in self.report.lost_sections:
                self.report.error(
                    "R401",
                    Span.at(self.file.name, 1),
                    "this file declares no game",
                    'begin it with `game "..."` and the line `players 2` indented below',
                )
            return None
        for other in headings[1:]:
            self._twice("game", other.span, headings[0].span)
        return headings[0]

    def _twice(self, word: str, second: Span, first: Span) -> None:
        message, hint = f"`{word}` appears twice in this file", "merge both, or remove one"
        self.report.error("R402", second, message, hint, [Note(first, "the first one")])

    def _game(self, heading: ast.Game) -> typed.Game:
        report = self.report
        low, high = heading.players or (1, 1)
        if heading.players is None:
            report.error(
                "R403",
                heading.span,
                "the number of players is missing",
                "add the line `players 2` below this one",
            )
        elif not 1 <= low <= high <= limits.PLAYERS:
            assert heading.players_span is not None
            report.error(
                "R404",
                heading.players_span,
                f"the range {low} to {high} of players is empty"
                if low > high
                else f"a game has 1 to {limits.PLAYERS} players",
                "write the smaller number first"
                if low > high
                else f"write a number from 1 to {limits.PLAYERS}",
            )
            low, high = 1, 1
        length = heading.length if heading.length is not None else 10_000
        if not 1 <= length <= limits.DECISIONS_IN_A_GAME:
            report.error(
                "R405",
                heading.length_span or heading.span,
                f"the length of a game is 1 to {limits.DECISIONS_IN_A_GAME} decisions",
                "write about how many decisions the longest game takes",
            )
            length = 1
        if not heading.title.value.strip():
            report.error("R406", heading.title.span, "the title is empty", "write a title between the quotes")
        players = Sort("players", "player", tuple(str(n + 1) for n in range(high)), NOWHERE, fewest=low)
        game = typed.Game(
            heading.title.value,
            self.file.name,
            slug(self.file.name),
            heading.span,
            (low, high),
            length,
            heading.length_span or heading.span,
            players,
            statements=heading.statements.text if heading.statements is not None else "",
        )
        self.add_sort(game, players, None)
        self.globals.labels.update((f"p{n + 1}", (players, n)) for n in range(low))
        return game

    # --- declarations -----------------------------------------------------------------------------

    def _single(self, sort: type[ast.Score] | type[ast.Ties]) -> None:
        found = [one for one in self.file.declarations if isinstance(one, sort)]
        word = "score" if sort is ast.Score else "ties"
        for other in found[1:]:
            self._twice(word, other.span, found[0].span)
        if found and sort is ast.Score:
            assert isinstance(found[0], ast.Score)
            self.score = found[0]
        elif found:
            assert isinstance(found[0], ast.Ties)
            self.ties = found[0]
        elif sort is ast.Score and "score" not in self.report.lost_sections:
            self.report.error(
                "R407",
                self.game.span,
                "this game has no score, so nobody can win it",
                'add `score:` and a line like `"Points": 1 if ... else 0` below it',
            )

    def _declare(self, one: ast.Declaration) -> None:
        before = len(self.report.found) + self.report.silent
        self._declare_one(one)
        if len(self.report.found) + self.report.silent > before:
            self.report.lost |= names_given(one)

    def _declare_one(self, one: ast.Declaration) -> None:
        match one:
            case ast.Option():
                self._option(one)
            case ast.Table():
                self._table(one)
            case ast.LookupTable():
                self._lookup(one)
            case ast.Board():
                self.boards.declare(one)
            case ast.Pieces():
                self._pieces(one)
            case ast.Goods():
                GoodsDeclarer(self).declare(one)
            case ast.Has():
                self._has(one)
            case ast.Deck():
                DeckDeclarer(self).declare(None, one)
            case ast.Adjective():
                self.declare_definition(
                    one.subject, one.name, one.parameters, one.condition, one.span, adjective=True
                )
            case ast.Meaning():
                self.declare_definition(one.subject, one.name, one.parameters, one.value, one.span)
            case ast.MeaningByCases():
                self.declare_definition(one.subject, one.name, one.parameters, one, one.span)
            case ast.Rule():
                self._rule(one)
            case ast.Route():
                RouteDeclarer(self).declare(one)
            case ast.Shortage():
                GoodsDeclarer(self).shortage(one)
            case ast.Payment():
                declare_payment(self, one)
            case ast.FreeAction():
                self._rule(one.rule)
            case ast.Account():
                declare_account(self, one)
            case ast.BestPlan():
                if self.globals.declare(one.name):
                    self.globals.plans[one.name.text] = one, typed.AssignmentPlan(one.name.text, one.span)
            case (
                ast.Game()
                | ast.Kind()
                | ast.Track()
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
            ):
                pass
            case _ as other:
                assert_never(other)

    def _option(self, one: ast.Option) -> None:
        type_ = self.value_type(one.type)
        if not isinstance(type_, Unknown) and not is_choosable(type_):
            hint = "make it a number, a flag or a kind's member"
            self.report.error("R723", one.type.span, f"an option can't hold {type_}", hint)
            return
        initial = self._initial(ast.Variable(one.name, (), one.type, one.default, None, one.span), type_)
        variable = typed.Variable(None, one.name.text, type_, initial, one.span, fixed=True)
        if not self.globals.declare(one.name):
            return
        option = typed.Option(variable, one.text.value if one.text is not None else "", one.span)
        self.globals.variables[one.name.text] = variable
        self.game.options.append(option)
        self.limits += [(option, limit) for limit in one.allowed]

    def option_value(self, value: ast.Expr, option: typed.Option) -> int:
        """Return the value of an option in an `allowed` line."""
        named = ast.Ident(option.variable.name, value.span)
        type_ = ast.ValueType("flag", 0, 1, None, value.span)
        return self._initial(ast.Variable(named, (), type_, value, None, value.span), option.variable.type)

    def _table(self, one: ast.Table) -> None:
        sort = self.globals.members.get(one.singular.text)
        if sort is None or sort.span != one.span:
            return
        if one.joins is not None:
            GraphDeclarer(self, self.tables).declare(one, sort)
        else:
            self.game.columns += self.tables().columns(one, sort)

    def _lookup(self, one: ast.LookupTable) -> None:
        table = self.tables().lookup(one)
        if self.globals.declare(one.name) and table is not None:
            self.globals.lookups[one.name.text] = table
            self.game.columns += table.columns.values()

    def tables(self) -> TableDeclarer:
        return TableDeclarer(
            self.globals,
            self.report,
            self.value_type,
            self.claim,
            self.game.players,
            self.effects,
            self.define,
        )

    def _pieces(self, one: ast.Pieces) -> None:
        if refuse_one_number(one.plural, one.singular, self.report):
            return
        if not (self.globals.declare(one.plural) & self.globals.declare(one.singular)):
            return
        if one.count is not None and not 1 <= one.count <= limits.DOMAIN_SIZE:
            self.report.error(
                "R503",
                one.span,
                f"the number of pieces is 1 to {limits.DOMAIN_SIZE}",
                "write another number, or `unlimited`",
            )
            return
        PieceDeclarer(self).pieces(one)

    def _has(self, one: ast.Has) -> None:
        owner: Sort | None = None
        if one.owner is not None:
            owner = self.member_sort(one.owner)
            if owner is None:
                return
        for clause in one.clauses:
            if isinstance(clause, ast.Zone):
                PieceDeclarer(self).zone(owner, clause)
            elif isinstance(clause, ast.Deck):
                DeckDeclarer(self).declare(owner, clause)
            elif isinstance(clause, ast.Place):
                self._place(owner, clause)
            else:
                self.declare_variable(owner, clause)

    def _place(self, owner: Sort | None, one: ast.Place) -> None:
        pieces = self.globals.pieces.get(one.pieces.text)
        if pieces is None:
            hint = did_you_mean(one.pieces.text, self.globals.pieces)
            message = f"no pieces are called `{one.pieces.text}`"
            self.report.unknown("R208", one.pieces.text, one.pieces.span, message, hint)
            return
        if one.count != 1:
            line = self.report.line_of(one.span) or ""
            written = line[one.span.column - 1 : one.span.end_column - 1]
            one_piece = re.sub(r"place for \d+", "place for 1", written)
            hint = f"write `{one.name.text}: zone of {pieces.singular}`, which has room for several"
            if one_piece != written:
                hint = f"write `{one_piece}`, or `{one.name.text}: zone of {pieces.singular}` for several"
            self.report.error("R410", one.span, "a place has room for 1 piece", hint)
            return
        if owner in (None, self.game.player_sort, pieces.owner) or not pieces.plain or one.parameters:
            PieceDeclarer(self).place(owner, one, pieces)
            return
        place = typed.Place(owner, one.name.text, pieces, one.span)
        if self.claim(owner, one.name, place):
            self.game.places.append(place)
            if pieces.kinds is not None and pieces.kinds not in self.game.sorts:
                self.game.sorts.append(pieces.kinds)

    def parameter(self, name: ast.Ident) -> Local:
        """Declare a parameter: a member if named like a sort (also `square_2`), else a number."""
        self.globals.usable(name)
        members = self.globals.members
        kind = _NUMBERED.sub("", name.text)
        sort = members.get(name.text) or members.get(kind)
        if sort is None and (self.report.is_lost(name.text) or self.report.is_lost(kind)):
            return Local(name.text, UNKNOWN, name.span)
        return Local(name.text, NUMBER if sort is None else MemberType(sort), name.span)

    def _given(self, name: ast.Ident) -> Local:
        """Declare a rule's parameter: its sort by its name, else inferred from the calls."""
        local = self.parameter(name)
        if name.text not in self.globals.members:
            local.type, local.inferred = UNKNOWN, True
        return local

    def declare_definition(
        self,
        subject: ast.Ident | None,
        name: ast.Ident,
        parameters: tuple[ast.Ident, ...],
        body: ast.Expr | ast.MeaningByCases,
        span: Span,
        adjective: bool = False,
    ) -> None:
        owner: Sort | None = None
        local: Local | None = None
        if subject is not None:
            owner = self.member_sort(subject)
            if owner is None:
                return
            local = Local(subject.text, MemberType(owner), subject.span)
        for n, one in enumerate(parameters):
            if one.text in {other.text for other in (*parameters[:n], subject) if other is not None}:
                message = f"`{one.text}` would mean two things in `{name.text}`"
                self.report.error("R202", one.span, message, f"call what is given here `{one.text}_2`")
        locals_ = tuple(self.parameter(one) for one in parameters)
        definition = typed.Definition(name.text, local, locals_, span)
        if isinstance(body, ast.MeaningByCases):
            cases = cases_of(body, locals_, local, self.globals)
            if cases is None:
                return
            body = cases
        if self.claim(owner, name, definition):
            if owner is None:
                self.globals.definitions[name.text] = definition
            self.define(definition, body)
            if adjective:
                self.adjectives.add(definition)

    def _rule(self, one: ast.Rule) -> None:
        parameters = tuple(self._given(parameter.name) for parameter in one.parameters)
        words = tuple(parameter.word for parameter in one.parameters)
        for n, parameter in enumerate(one.parameters):
            if n and parameter.word in words[:n] and parameter.word != words[n - 1]:
                self.report.error(
                    "R245",
                    parameter.name.span,
                    f"`{parameter.word}` appears twice here",
                    f"put both names behind one `{parameter.word}`, separated by a comma",
                )
        rule = typed.Rule(one.sort, one.name.text, parameters, words, one.span)
        rule.certain = one.certain
        rule.point = rule.name if one.sort in {"turn", "phase"} else ""
        if one.sort in {"setup", "play"}:
            if getattr(self.game, one.sort) is not None:
                self._twice(one.sort, one.span, getattr(self.game, one.sort).span)
                return
            setattr(self.game, one.sort, rule)
            self.globals.setup = self.game.setup
        else:
            if one.name.text in openers("sentence"):
                self.report.error(
                    "R203",
                    one.name.span,
                    f"`{one.name.text}` begins a sentence and can't be the name of a rule",
                    f"call it for example `{one.name.text}_`, here and where it is used",
                )
                return
            if not self.globals.declare(one.name):
                return
            self.globals.rules[one.name.text] = rule
        self.game.rules.append(rule)
        self.rules.append((rule, one))


def slug(file: str) -> str:
    """Return the name of the game's module, derived from the file name."""
    stem = Path(file).name.removesuffix(".rules")
    name = "".join(char if char.isascii() and char.isalnum() else "_" for char in stem).strip("_").lower()
    if not name or name[0].isdigit() or keyword.iskeyword(name):
        name = f"game_{name}".rstrip("_")
    return name[: limits.NAME_LENGTH]
