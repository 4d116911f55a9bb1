"""Type checks of names, attributes and arguments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.ambiguity import refused
from rulec.semantics.expressions import best_plans, formula_columns, lists
from rulec.semantics.expressions.chance import ChanceExpressions
from rulec.semantics.expressions.goods import GoodsExpressions
from rulec.semantics.expressions.lookups import TableExpressions
from rulec.semantics.expressions.parameter_ranges import handed_on
from rulec.semantics.expressions.score_sheet import score_of
from rulec.semantics.expressions.track_numbers import kept_for
from rulec.semantics.expressions.zone_goods import asks_for_kind, copies_of, present
from rulec.semantics.expressions.zone_provenance import whence
from rulec.semantics.expressions.zones import ZoneExpressions, drawn_aside
from rulec.semantics.flow.narrowing import as_it_is, definitely, surely_stored
from rulec.semantics.scope import Attribute, BuiltIn, Scope, Share, it_sort, read
from rulec.semantics.turn_actors import nobody
from rulec.semantics.types import (
    Local,
    MemberType,
    NumberType,
    PieceSort,
    PieceType,
    SetType,
    Sort,
    Type,
    Unknown,
    put_there,
)
from rulec.syntax import ast


class NameExpressions(ChanceExpressions, TableExpressions, GoodsExpressions, ZoneExpressions):
    """Type checks of `NAME`, `NAME(..)`, `MEMBER's WORD`."""

    def _name(self, node: ast.Name, scope: Scope) -> typed.Expr:
        name, g = node.name, scope.globals
        if refused(node, scope):
            return self._unknown(node.span)
        it = it_sort(scope.it)
        if node.arguments and name.text in g.members and g.members[name.text].board is not None:
            return self.square_at(node, g.members[name.text], scope)
        attribute = g.attribute(it, name.text) if it is not None else None
        marker = isinstance(attribute, typed.Variable) and attribute in g.markers  # named like its track
        if name.text in g.sets and not node.arguments and not marker:
            return typed.All(SetType(g.sets[name.text]), node.span)
        local = scope.locals.get(name.text) or scope.left.get(name.text)
        if local is not None and not node.arguments:
            g.resolution.locals[name.span] = local
            found = typed.LocalValue(read(local), node.span)
            return definitely(found, scope) if local.aside is None else drawn_aside(found)
        if local is None and name.text in scope.left:
            self._error(
                scope,
                "R244",
                name.span,
                f"`{name.text}` means different things above",
                "give one of them another name",
            )
            return self._unknown(node.span)
        if attribute is not None:
            assert scope.it is not None
            return self._attribute(
                attribute, typed.LocalValue(scope.it, name.span), name, node.arguments, node.span, scope
            )
        if name.text in g.constants and not node.arguments:
            sort, index = g.constants[name.text]
            return typed.Constant(index, MemberType(sort), node.span)
        if name.text in g.variables:
            variable = g.variables[name.text]
            keys = self.keys(name.text, variable.keys, node.arguments, node.span, scope)
            return surely_stored(typed.VariableValue(variable, None, node.span, keys), scope)
        if name.text in g.zones:
            return self._zone_called(g.zones[name.text], None, name.text, node.arguments, node.span, scope)
        if name.text in g.mixed and g.mixed[name.text].owner is None:
            return self.part_of_mixed(
                g.mixed[name.text],
                None,
                lambda kinds: self.keys(name.text, kinds, node.arguments, node.span, scope),
                node.span,
                scope,
            )
        if name.text in g.lookups:
            return self.lookup(g.lookups[name.text], "", node.arguments, node.span, scope)
        if name.text in g.definitions:
            return self._use(g.definitions[name.text], None, node.arguments, node.span, scope)
        if name.text in g.shared_labels and not node.arguments:
            message = f"several boards have a square `{name.text}`"
            hint = f"say which one, as in `{g.shared_labels[name.text].singular}(1, 1)`"
            self._error(scope, "R868", name.span, message, hint)
            return self._unknown(node.span)
        if name.text in g.labels and not node.arguments:
            sort, index = g.labels[name.text]
            return typed.Constant(index, MemberType(sort), node.span)
        seat = g.seat_called(name.text)
        if seat is not None and not node.arguments:
            return typed.Constant(seat, MemberType(self.players), node.span)
        member = self.member_called(name, scope) if not node.arguments else None
        if member is not None:
            return member
        if name.text == "owner" and not node.arguments and scope.it is not None:
            lies = self.whose_zone(typed.LocalValue(scope.it, name.span), name, node.span, scope)
            if lies is not None:
                return lies
        if name.text == "others" and not node.arguments and scope.me is not None:
            return self.others(node, scope)
        if name.text in g.members and not node.arguments:
            message = (
                f"`{name.text}` is one of the {g.members[name.text].plural}, and this does not say which one"
            )
            hint = f"write `{g.members[name.text].plural}` for all of them"
            g.report.unknown("R213", name.text, name.span, message, hint)
            return self._unknown(node.span)
        if name.text in scope.words and not node.arguments:
            sort, index = scope.words[name.text]
            return typed.Constant(index, MemberType(sort), node.span)
        for other in scope.around.values():  # an attribute of an outer filter's member
            sort_around = it_sort(other)
            further = g.attribute(sort_around, name.text) if sort_around is not None else None
            if further is not None:
                owner = typed.LocalValue(other, name.span)
                return self._attribute(further, owner, name, node.arguments, node.span, scope)
        if it is None or not node.arguments or any(name.text in words for words in g.own.values()):
            scope.unknown(name, bare=not node.arguments)
        else:
            g.report.unknown("R201", name.text, name.span, f"unknown name `{name.text}`")
        return self._unknown(node.span)

    def member_called(self, name: ast.Ident, scope: Scope) -> typed.Expr | None:
        """Resolve a sort's singular to the member of the innermost filter over it."""
        it, around = it_sort(scope.it), scope.around.get(name.text)
        if scope.it is None or it is None or name.text != it.singular:
            return None if around is None else typed.LocalValue(around, name.span)
        return typed.LocalValue(scope.it, name.span)

    def others(self, node: ast.Name, scope: Scope) -> typed.Expr:
        """Type `others`: all turn actors except `me`."""
        assert scope.me is not None
        type_ = SetType(scope.me)
        every, me = typed.All(type_, node.span), typed.Me(MemberType(scope.me), node.span)
        return typed.SetCombination("-", every, self.as_set(me), type_, node.span)

    def whose_zone(self, piece: typed.Expr, name: ast.Ident, span: Span, scope: Scope) -> typed.Expr | None:
        """Type `card's player` for a piece chosen from several zones: the owner of its zone."""
        found = whence(piece)
        if found is None or not self.definite(piece, scope):
            return None
        return found.word(name.text, (self.players, scope.globals.acting), span)

    def target(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        """Type the target of a change: an attribute of a non-optional member."""
        value = as_it_is(self.expr(node, scope))
        if isinstance(node, ast.Possessive) and isinstance(value, typed.IfElse):
            owner = self.expr(node.owner, scope)
            if isinstance(owner.type, MemberType) and not self.definite(owner, scope):
                return self._unknown(node.span)
        return value

    def _possessive(self, node: ast.Possessive, scope: Scope) -> typed.Expr:
        column = self.lookup_column(node, scope)
        if column is not None:
            return column
        planned = best_plans.plan_value(self, node, scope)
        if planned is not None:
            return planned
        owner = self.expr(node.owner, scope)
        g, name = scope.globals, node.name
        if isinstance(owner.type, Unknown):
            return owner
        part = self.part_of_deck(owner, name, node.span)
        if part is not None:
            return part
        if isinstance(owner.type, PieceType):
            if name.text == "owner" and not node.arguments:
                whose = owner.type.pieces.owner or self.players
                return typed.OwnerOf(owner, MemberType(whose, True), node.span)
            self._error(scope, "R214", name.span, f"a piece has no `{name.text}`", "a piece has an `owner`")
            return self._unknown(node.span)
        if not isinstance(owner.type, MemberType):
            hint = _of_a_parameter(owner, name.text, scope)
            self._error(scope, "R214", name.span, f"{owner.type} has no `{name.text}`", hint)
            return self._unknown(node.span)
        sort = owner.type.sort
        on_track = kept_for(owner, name.text, g.markers)
        if on_track is not None:
            return on_track
        attribute = g.attribute(sort, name.text)
        if attribute is None and not node.arguments:
            lies = self.whose_zone(owner, name, node.span, scope)
            if lies is not None:
                return lies
        if attribute is None and name.text == "score" and scope.without_sheet:
            return self._unknown(node.span)  # the score was not read
        if attribute is None and name.text == "score" and scope.sheet and sort is self.players:
            found = score_of(scope.sheet, owner, node.arguments, node.span)
            if not isinstance(found, str):
                return found
            self._error(scope, "R220", node.span, "the score has no such line", found)
            return self._unknown(node.span)
        if attribute is None and not node.arguments and name.text == sort.singular:
            return owner  # `w's colour`, where Workers are from the table of colours
        if attribute is None and sort is g.acting and name.text in g.definitions:
            return formula_columns.of_player(self, g.definitions[name.text], owner, node, scope)
        if attribute is None:
            known = g.own[sort]
            hint = did_you_mean(
                name.text, [*known, "score"] if scope.sheet and sort is self.players else known
            )
            if not hint and name.text in g.definitions:
                hint = f"`{name.text}` belongs to the game: write it alone"
            if not hint:
                hint = _where_they_lie(name.text, sort, g.pieces.values())
            if not hint and known:
                hint = f"{MemberType(sort)} has " + ", ".join(f"`{word}`" for word in list(known)[:8])
            message = f"{MemberType(sort)} has no `{name.text}`"
            g.report.unknown("R214", name.text, name.span, message, hint)
            return self._unknown(node.span)
        return self._attribute(attribute, owner, name, node.arguments, node.span, scope)

    def _attribute(
        self,
        attribute: Attribute,
        owner: typed.Expr,
        name: ast.Ident,
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        assert isinstance(owner.type, MemberType)
        home = scope.globals.home(owner.type.sort, name.text)
        assert home is not None
        scope.globals.resolution.owners[name.span] = home
        given: tuple[typed.Expr, ...] = ()
        if isinstance(attribute, typed.Column | typed.Variable):
            keys = attribute.keys[1:] if isinstance(attribute, typed.Column) else attribute.keys
            given = self.keys(name.text, keys, arguments, span, scope)
        elif arguments and not isinstance(attribute, typed.Definition | typed.Zone | typed.MixedZone):
            self._error(
                scope, "R215", span, f"`{name.text}` takes nothing in brackets", "remove the brackets"
            )

        def make(one: typed.Expr) -> typed.Expr:
            if isinstance(attribute, typed.MixedZone):
                return self.part_of_mixed(
                    attribute,
                    one,
                    lambda kinds: self.keys(name.text, kinds, arguments, span, scope),
                    span,
                    scope,
                )
            if isinstance(attribute, typed.Definition):
                return self._use(attribute, one, arguments, span, scope)
            if isinstance(attribute, typed.Column):
                return typed.ColumnValue(attribute, (one, *given), span)
            if isinstance(attribute, typed.Variable):
                return typed.VariableValue(attribute, one, span, given)
            if isinstance(attribute, typed.Zone):
                return self._zone_called(attribute, one, name.text, arguments, span, scope)
            if isinstance(attribute, Share):
                member = typed.Constant(attribute.member, MemberType(attribute.sort), span)
                return typed.VariableValue(attribute.variable, one, span, (member,))
            if isinstance(attribute, typed.Place):
                return typed.PieceAt(attribute, one, PieceType(attribute.pieces), span)
            return _coordinate(attribute, one, span)

        return surely_stored(self.asked(owner, home, make, span, scope), scope)

    def _zone_called(
        self,
        zone: typed.Zone,
        owner: typed.Expr | None,
        name: str,
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        """Type a zone, or with a kind of piece behind its keys, the number of these pieces in it."""
        more = asks_for_kind(zone, arguments)
        given = self.keys(name, zone.keys, arguments[:-1] if more else arguments, span, scope)
        value = self.deck_or_zone(zone, owner, given, span)
        return copies_of(self, value, arguments[-1], name, span, scope) if more else value

    def _use(
        self,
        definition: typed.Definition,
        subject: typed.Expr | None,
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> typed.Expr:
        self.ensure(definition)
        if definition.formula and len(arguments) == 1:
            return formula_columns.for_player(self, definition, subject, arguments[0], span, scope)
        values, none = self._present(
            definition.parameters,
            self.arguments(definition.name, definition.parameters, arguments, span, scope, maybe=True),
        )
        if definition.uses_me and scope.me is not scope.globals.acting:
            self._error(scope, "R210", span, *nobody(definition.name, scope))
            return self._unknown(span)
        return self.or_nothing(none, typed.Use(definition, subject, values, definition.type, span), scope)

    def _present(
        self, parameters: tuple[Local, ...], values: tuple[typed.Expr, ...]
    ) -> tuple[tuple[typed.Expr, ...], list[typed.Expr]]:
        """Narrow optional arguments of a definition; return them with the values to guard."""
        given, none = list(values), []
        for number, (parameter, value) in enumerate(zip(parameters, values, strict=False)):
            if _may_be_none(parameter.type, value.type):
                given[number] = present(value)
                none.append(value)
        return tuple(given), none

    def arguments(
        self,
        name: str,
        parameters: tuple[Local, ...],
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
        maybe: bool = False,  # none is replaced by the default of the result
    ) -> tuple[typed.Expr, ...]:
        if len(arguments) != len(parameters):
            wanted = ", ".join(f"`{one.name}`" for one in parameters)
            message = f"`{name}` needs {_things(len(parameters))}"
            message += f" ({wanted})" if wanted else ""
            message += f", but {_things(len(arguments))} {'is' if len(arguments) < 2 else 'are'} given"
            shown = wanted.replace("`", "")
            hint = f"say it as in `{name}({shown})`" if parameters else "leave it out"
            self._error(scope, "R216", span, message, hint)
        values = []
        for parameter, argument in zip(parameters, arguments, strict=False):
            values.append(self.given(self.expr(argument, scope), name, parameter, scope, maybe=maybe))
        while len(values) < len(parameters):
            values.append(self._unknown(span))
        return tuple(values)

    def given(
        self,
        value: typed.Expr,
        name: str,
        parameter: Local,
        scope: Scope,
        checked_later: bool = False,  # ranges are checked at run time
        maybe: bool = False,
    ) -> typed.Expr:
        """Coerce an argument to its parameter's type; report a mismatch."""
        fitted = self.fitted(value, parameter.type)
        if fitted is None:
            message = f"`{parameter.name}` of `{name}` must be {parameter.type}, but this is {value.type}"
            self._error(scope, "R304", value.span, message, put_there(parameter.type))
            return self._unknown(value.span)
        if not lists.fits(self, fitted, parameter.name, scope):
            return self._unknown(value.span)
        sure = maybe or checked_later or not _may_be_none(parameter.type, fitted.type)
        if not sure and not self.definite(fitted, scope):
            return self._unknown(value.span)
        if _contains(parameter.type, fitted.type, surely=not checked_later):
            return fitted
        assert isinstance(parameter.type, NumberType)
        held = None if checked_later else handed_on(fitted, parameter.type)
        if held is not None:
            return held
        lo, hi = parameter.type.lo, parameter.type.hi
        lies = "lies" if checked_later else "may lie"
        self._error(
            scope,
            "R515",
            value.span,
            f"`{parameter.name}` of `{name}` is between {lo} and {hi}, but this {lies} outside",
            "give it something with a smaller range",
        )
        return self._unknown(value.span)


def _of_a_parameter(owner: typed.Expr, word: str, scope: Scope) -> str:
    """Return a hint for parameters, which are numbers unless named like a sort."""
    owners = [sort.singular for sort, words in scope.globals.own.items() if word in words]
    if not owners or not isinstance(owner, typed.LocalValue) or not isinstance(owner.type, NumberType):
        return ""
    if owner.local.settable or owner.local.decision:
        return ""
    return f"a parameter called `{owners[0]}` or `{owners[0]}_2` is a {owners[0]}"


def _may_be_none(wanted: Type, have: Type) -> bool:
    """Return whether an optional value meets a parameter that excludes none."""
    return isinstance(wanted, MemberType) and not wanted.maybe and isinstance(have, MemberType) and have.maybe


def _contains(wanted: Type, have: Type, surely: bool) -> bool:
    """Return whether a range lies within the expected one, or (not `surely`) overlaps it."""
    if not isinstance(wanted, NumberType) or not isinstance(have, NumberType):
        return True
    if surely:
        return wanted.lo <= have.lo and have.hi <= wanted.hi
    return wanted.lo <= have.hi and have.lo <= wanted.hi


def _things(number: int) -> str:
    return {0: "nothing", 1: "1 thing"}.get(number, f"{number} things")


def _coordinate(attribute: BuiltIn, owner: typed.Expr, span: Span) -> typed.Expr:
    if attribute.what == "position":
        assert attribute.board.board is not None
        first = attribute.board.board.first
        result: Type = NumberType(first, first + attribute.result.size - 1)
    elif attribute.maybe:
        result = MemberType(attribute.result, True)
    else:
        result = SetType(attribute.result) if attribute.is_set else MemberType(attribute.result)
    return typed.Coordinate(cast(Any, attribute.what), owner, attribute.board, result, span)


def _where_they_lie(word: str, owner: Sort, pieces: Iterable[PieceSort]) -> str:
    """Return the hint for a word that names pieces of this owner without a zone."""
    found = next((one for one in pieces if one.owner is owner and word in {one.plural, one.singular}), None)
    if found is None:
        return ""
    if found.home:
        return f"pieces are counted where they lie: those at home are in `{found.home}`"
    zone = f"`reserve: zone of {found.singular}` below `each {owner.singular} has:`"
    return (
        f"pieces are counted where they lie: give {found.plural} a home, as in `..., home reserve` and {zone}"
    )
