"""Types of expressions: names resolved, mistakes said in the designer's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from rulec.base import limits
from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import mismatch_hints, typed
from rulec.semantics.ambiguity import refused, refused_adjective, refused_it
from rulec.semantics.desugar.filter_names import Fold
from rulec.semantics.expressions import abilities, accounts, best_plans, formula_columns, lists
from rulec.semantics.expressions.chance import ChanceExpressions
from rulec.semantics.expressions.goods import GoodsExpressions
from rulec.semantics.expressions.lookups import TableExpressions
from rulec.semantics.expressions.parameter_ranges import handed_on
from rulec.semantics.expressions.score_sheet import score_of
from rulec.semantics.expressions.track_numbers import as_numbers, kept_for, printed
from rulec.semantics.expressions.tracks import by_cases, steps_above
from rulec.semantics.expressions.zone_goods import asks_for_kind, copies_of, present
from rulec.semantics.expressions.zone_provenance import lies_in, whence
from rulec.semantics.expressions.zones import ZoneExpressions, drawn_aside, room_for
from rulec.semantics.flow.narrowing import as_it_is, definitely, surely_stored, where_holds
from rulec.semantics.flow.number_ranges import result_range
from rulec.semantics.flow.rule_lifetimes import rule_named
from rulec.semantics.scope import Attribute, BuiltIn, Scope, Share, it_sort, read
from rulec.semantics.turn_actors import nobody
from rulec.semantics.types import (
    FLAG,
    NONE,
    TEXT,
    UNKNOWN,
    EffectType,
    FlagType,
    ListType,
    Local,
    MemberType,
    NoneType,
    NumberType,
    PieceType,
    SetType,
    Type,
    Unknown,
    put_there,
)
from rulec.syntax import ast


class ExpressionChecker(ChanceExpressions, TableExpressions, GoodsExpressions, ZoneExpressions):
    """The entrance: every sort of expression."""

    # The rule that `can` asks about: given by the check of sentences.
    try_call: Callable[[ast.CallRule, Scope], typed.CallRule | None] | None = None
    do_effect: Callable[[typed.Expr, Span], typed.CallRule] | None = None

    def expr(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        if not isinstance(node, Fold):
            return _CHECKERS[type(node)](self, node, scope)
        self.folds.append(node)
        value = _CHECKERS[type(node)](self, node, scope)
        self.folds.pop()
        return value

    # --- leaves -------------------------------------------------------------------------------------

    def _number(self, node: ast.Number, scope: Scope) -> typed.Expr:
        if node.value > limits.INT_MAX:
            self._error(
                scope, "R509", node.span, f"numbers go up to {limits.INT_MAX}", "count in larger units"
            )
            return self._unknown(node.span)
        return typed.Constant(node.value, NumberType(node.value, node.value), node.span)

    def _word(self, node: ast.Word, scope: Scope) -> typed.Expr:
        if node.word == "me":
            if scope.me is None:
                self._error(
                    scope,
                    "R210",
                    node.span,
                    "nobody acts here, so there is no `me` and no `my`",
                    "name the player, for example `p1`"
                    if scope.words
                    else "say who acts with `each player acting in seat order:`",
                )
                return self._unknown(node.span)
            return typed.Me(MemberType(scope.me), node.span)
        if node.word == "it":
            if scope.it is None:
                self._error(
                    scope,
                    "R211",
                    node.span,
                    "`it` stands for the member that a `where` looks at; there is none here",
                    "name what is meant",
                )
                return self._unknown(node.span)
            if refused_it(node.span, scope):
                return self._unknown(node.span)
            return typed.LocalValue(scope.it, node.span)
        if node.word == "none":
            return typed.Constant(-1, NONE, node.span)
        return typed.Constant(int(node.word == "yes"), FLAG, node.span)

    def _name(self, node: ast.Name, scope: Scope) -> typed.Expr:
        name, g = node.name, scope.globals
        if refused(node, scope):
            return self._unknown(node.span)
        it = it_sort(scope.it)
        if node.arguments and name.text in g.members and g.members[name.text].board is not None:
            return self.square_at(node, g.members[name.text], scope)
        attribute = g.attribute(it, name.text) if it is not None else None
        marker = isinstance(attribute, typed.Variable) and attribute in g.markers  # called like its track
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
            message = f"`{name.text}` is one of the {g.members[name.text].plural}, but which one is not said"
            hint = f"write `{g.members[name.text].plural}` for all of them"
            g.report.unknown("R213", name.text, name.span, message, hint)
            return self._unknown(node.span)
        if name.text in scope.words and not node.arguments:
            sort, index = scope.words[name.text]
            return typed.Constant(index, MemberType(sort), node.span)
        for other in scope.around.values():  # a word of the member of a filter further out
            sort_around = it_sort(other)
            further = g.attribute(sort_around, name.text) if sort_around is not None else None
            if further is not None:
                owner = typed.LocalValue(other, name.span)
                return self._attribute(further, owner, name, node.arguments, node.span, scope)
        if it is None or not node.arguments or any(name.text in words for words in g.own.values()):
            scope.unknown(name)
        else:
            g.report.unknown("R201", name.text, name.span, f"nothing is called `{name.text}`")
        return self._unknown(node.span)

    def member_called(self, name: ast.Ident, scope: Scope) -> typed.Expr | None:
        """Inside a filter its member is called by its type, and so is that of a filter around it."""
        it, around = it_sort(scope.it), scope.around.get(name.text)
        if scope.it is None or it is None or name.text != it.singular:
            return None if around is None else typed.LocalValue(around, name.span)
        return typed.LocalValue(scope.it, name.span)

    def others(self, node: ast.Name, scope: Scope) -> typed.Expr:
        """The players without `me`."""
        assert scope.me is not None
        type_ = SetType(scope.me)
        every, me = typed.All(type_, node.span), typed.Me(MemberType(scope.me), node.span)
        return typed.SetCombination("-", every, self.as_set(me), type_, node.span)

    def whose_zone(self, piece: typed.Expr, name: ast.Ident, span: Span, scope: Scope) -> typed.Expr | None:
        """`card's player`, of what may be chosen from several zones: the member in whose zone it lies."""
        found = whence(piece)
        if found is None or not self.definite(piece, scope):
            return None
        return found.word(name.text, (self.players, scope.globals.acting), span)

    def target(self, node: ast.Expr, scope: Scope) -> typed.Expr:
        """What a sentence changes: a word of a member that is surely there."""
        value = as_it_is(self.expr(node, scope))
        if isinstance(node, ast.Possessive) and isinstance(value, typed.IfElse):
            owner = self.expr(node.owner, scope)
            if isinstance(owner.type, MemberType) and not self.definite(owner, scope):
                return self._unknown(node.span)
        return value

    def _text(self, node: ast.Text, scope: Scope) -> typed.Expr:
        return typed.Constant(0, TEXT, node.span)

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
            return self._unknown(node.span)  # the lines of the score were not looked at
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
        """A zone; or, with a kind of piece behind its keys, how many of them lie there."""
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
        """What is given to a formula that speaks of members, and what of it may be none."""
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
        maybe: bool = False,  # of none it is nothing
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
        checked_later: bool = False,  # ranges, while the game runs
        maybe: bool = False,
    ) -> typed.Expr:
        """A value for a parameter of what is called `name`, if it can be one."""
        fitted = self.fitted(value, parameter.type)
        if fitted is None:
            message = f"`{parameter.name}` of `{name}` is {parameter.type}, but this is {value.type}"
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

    # --- numbers and sets ---------------------------------------------------------------------------

    def _binary(self, node: ast.Binary, scope: Scope) -> typed.Expr:
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return self._unknown(node.span)
        if not isinstance(left.type, SetType) and not isinstance(right.type, SetType):
            left, right = printed(left), printed(right)
        left, right = self.alike(left, right)
        if node.op in {"+", "-", "within"}:
            joined = lists.combined(self, cast(Any, node.op), left, right, node.span, scope)
            if joined is not None:
                return joined
        if isinstance(left.type, SetType) != isinstance(right.type, SetType):
            left, right = self.as_set(left), self.as_set(right)  # one member counts as a set of one
        if isinstance(left.type, MemberType) and node.op in {"+", "within"}:
            left, right = self.as_set(left), self.as_set(right)
        if (
            isinstance(left.type, SetType)
            and isinstance(right.type, SetType)
            and node.op in {"+", "-", "within"}
        ):
            if left.type.sort is not right.type.sort:
                self._error(scope, "R305", node.span, f"{left.type} and {right.type} can't be put together")
                return self._unknown(node.span)
            counted = left.type.counted or right.type.counted
            type_ = SetType(left.type.sort, counted)
            return typed.SetCombination(cast(Any, node.op), left, right, type_, node.span)
        if isinstance(left.type, NumberType) and isinstance(right.type, NumberType) and node.op != "within":
            return self._arithmetic(node.op, left, right, node.span, scope)
        self._error(scope, "R305", node.span, f"`{node.op}` does not go with {left.type} and {right.type}")
        return self._unknown(node.span)

    def _arithmetic(
        self, op: str, left: typed.Expr, right: typed.Expr, span: Span, scope: Scope
    ) -> typed.Expr:
        a, b = cast(NumberType, left.type), cast(NumberType, right.type)
        if op in {"div", "div_up", "mod"} and b.lo <= 0:
            if b.lo == b.hi:
                what = "0" if b.lo == 0 else "a negative number"
                self._error(scope, "R306", span, f"this divides by {what}", "divide by a number above 0")
            else:
                what = "0" if b.lo == 0 else "a negative number or 0"
                hint = "write `greater of ... and 1` for what it divides by"
                self._error(scope, "R306", span, f"this may divide by {what}", hint)
            return self._unknown(span)
        lo, hi = result_range(op, (a.lo, a.hi), (b.lo, b.hi))
        if lo < limits.INT_MIN or hi > limits.INT_MAX:
            self._error(
                scope,
                "R307",
                span,
                f"this may come to more than {limits.INT_MAX}",
                "use numbers with a smaller range",
            )
            return self._unknown(span)
        return typed.Arithmetic(cast(Any, op), left, right, NumberType(lo, hi), span)

    def _negative(self, node: ast.Negative, scope: Scope) -> typed.Expr:
        value = self.number(node.value, scope, "what follows `-`")
        if isinstance(value.type, Unknown):
            return value
        zero = typed.Constant(0, NumberType(0, 0), node.span)
        return self._arithmetic("-", zero, value, node.span, scope)

    # --- conditions ---------------------------------------------------------------------------------

    def _not(self, node: ast.Not, scope: Scope) -> typed.Expr:
        return typed.Not(self.flag(node.value, scope, "what follows `not`"), node.span)

    def _logic(self, node: ast.Logic, scope: Scope) -> typed.Expr:
        parts: list[typed.Expr] = []
        for number, part in enumerate(node.parts):
            later = node.parts[number + 1 :]
            if later and isinstance(part, ast.Where):
                self._one_test(later[0], node.op, part, scope)
                return self._unknown(node.span)
            known = len(scope.globals.report.found)
            inner = scope.without_chance() if number else scope
            for before in node.parts[:number]:
                inner = where_holds(self.tried, before, node.op == "and", inner)
            also = ""
            if number and isinstance(node.parts[number - 1], ast.Compare):
                also = f"say what it is compared with, too: `... {node.op} ... is ...`"
            parts.append(self.flag(part, inner, f"each side of `{node.op}`", also))
            new = scope.globals.report.found[known:]
            if number and _filters(node.parts[number - 1]) and any(one.code in _OF_MEMBERS for one in new):
                del scope.globals.report.found[known:]
                self._one_test(part, node.op, node.parts[number - 1], scope)
                return self._unknown(node.span)
        value = parts[0]
        for other in parts[1:]:
            value = typed.Logic(node.op, value, other, value.span.to(other.span))
        return value

    def _one_test(self, part: ast.Expr, op: str, before: ast.Expr, scope: Scope) -> None:
        """A second test that was meant for the members of a `where`, or of an `every ... has`."""
        word = "has" if isinstance(before, ast.Quantity) and before.sort == "every" else "where"
        message = f"this test does not belong to the `{word}`: an `{op}` ends it"
        hint = f"put all tests of the members in brackets: `{word} (... {op} ...)`"
        self._error(scope, "R317", part.span, message, hint)

    def _compare(self, node: ast.Compare, scope: Scope) -> typed.Expr:
        left = self.expr(node.left, scope)
        if node.op == "is":
            adjective = self._adjective(node, left, scope)
            if adjective is not None:
                return adjective
        right = self.expr(node.right, scope)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return self._unknown(node.span)
        equality = node.op in {"is", "="}
        if equality:
            left, right = as_it_is(left), as_it_is(right)
        if isinstance(left.type, NoneType):
            left, right = right, left
        left, right = self.alike(*as_numbers(left, right))
        if not self._comparable(left.type, right.type, equality):
            hint = mismatch_hints.hint(left, right, equality, scope)
            what = "compared" if equality else f"put in order with `{node.op}`"
            self._error(scope, "R308", node.span, f"{left.type} and {right.type} can't be {what}", hint)
            return self._unknown(node.span)
        op = {"is": "==", "=": "=="}.get(node.op, node.op)
        if node.negated:
            op = "!="
        return typed.Comparison(cast(Any, op), left, right, node.span)

    def _adjective(self, node: ast.Compare, left: typed.Expr, scope: Scope) -> typed.Expr | None:
        """`square is empty`, where `empty` is an adjective or a flag of the square's sort."""
        if not isinstance(node.right, ast.Name):
            return None
        word = node.right.name
        if word.text in scope.locals and not node.right.arguments:
            owner = left.type.sort if isinstance(left.type, MemberType) else None
            asked = None if owner is None else scope.globals.attribute(owner, word.text)
            flag = isinstance(asked, typed.Variable | typed.Column | typed.Definition)
            if owner is not None and flag and refused_adjective(node.right, owner, scope):
                return self._unknown(node.span)
            return None
        if isinstance(left.type, Unknown) and any(word.text in own for own in scope.globals.own.values()):
            return left  # reported already
        if not isinstance(left.type, MemberType):
            return None
        attribute = scope.globals.attribute(left.type.sort, word.text)
        if isinstance(attribute, typed.Definition):
            self.ensure(attribute)
        elif not isinstance(attribute, typed.Variable | typed.Column):
            return self._sort_of_piece(node, left, word, scope)
        constant = scope.globals.constants.get(word.text)
        if not isinstance(attribute.type, FlagType) or (constant and constant[0] is left.type.sort):
            return None
        value = self._attribute(attribute, left, word, node.right.arguments, node.span, scope)
        return typed.Not(value, node.span) if node.negated else value

    def _sort_of_piece(
        self, node: ast.Compare, left: typed.Expr, word: ast.Ident, scope: Scope
    ) -> typed.Expr | None:
        """`it is railway`, where one of several sorts of pieces is looked at."""
        pieces = scope.globals.pieces.get(word.text)
        have = left.type
        if pieces is None or not isinstance(have, MemberType) or word.text in scope.globals.constants:
            return None
        if all(have.sort is not one.kinds for one in self.pieces) or have.maybe:
            return None
        return typed.Constant(int((have.sort is pieces.kinds) != node.negated), FLAG, node.span)

    def _comparable(self, left: Type, right: Type, equality: bool) -> bool:
        if isinstance(left, NumberType) and isinstance(right, NumberType):
            return True
        if isinstance(left, MemberType) and isinstance(right, MemberType):
            # rows and columns have an order, and so have kinds: the one they are declared in
            return left.sort is right.sort and (equality or not (left.maybe or right.maybe))
        if not equality:
            return False
        if isinstance(right, NoneType):
            return isinstance(left, PieceType | NoneType) or (isinstance(left, MemberType) and left.maybe)
        return isinstance(left, SetType | ListType | FlagType) and left == right

    def _in(self, node: ast.In, scope: Scope) -> typed.Expr:
        value = self.set_(node.value, scope, "what follows `in`", lists=True)
        member, value = self.alike(self.expr(node.member, scope), value)
        if isinstance(value.type, SetType | ListType) and not isinstance(member.type, Unknown):
            if not (isinstance(member.type, MemberType) and member.type.sort is value.type.sort):
                self._error(scope, "R304", node.member.span, f"{member.type} can't be in {value.type}")
                return self._unknown(node.span)
            lies = lies_in(member, value, node.span)  # this very piece, not one like it
            test: typed.Expr = lies or typed.Membership(member, value, node.span)
            return typed.Not(test, node.span) if node.negated else test
        return self._unknown(node.span)

    def _can_call(self, node: ast.CanCall, scope: Scope) -> typed.Expr:
        call = self.try_call(node.call, scope) if self.try_call is not None else None
        if call is None:
            return typed.Constant(0, UNKNOWN, node.span)
        return typed.CanCall(call, FLAG, node.span)

    def _during(self, node: ast.During, scope: Scope) -> typed.Expr:
        setup = scope.globals.setup if node.rule.text == "setup" else None
        rule = setup or rule_named(node.rule, scope.globals)
        return self._unknown(node.span) if rule is None else typed.During(rule, FLAG, node.span)

    def _can_do(self, node: ast.CanDo, scope: Scope) -> typed.Expr:
        value = self.expr(node.value, scope)
        if isinstance(value.type, EffectType) and self.do_effect is not None:
            return typed.CanCall(self.do_effect(value, node.span), FLAG, node.span)
        if not isinstance(value.type, Unknown):
            no_effect(value, scope)
        return self._unknown(node.span)

    def _if_else(self, node: ast.IfElse, scope: Scope) -> typed.Expr:
        condition = self.flag(node.condition, scope, "what stands between `if` and `else`")
        sure = scope.without_chance()
        then, otherwise = as_numbers(
            self.expr(node.then, where_holds(self.tried, node.condition, True, sure)),
            self.expr(node.otherwise, where_holds(self.tried, node.condition, False, sure)),
        )
        then, otherwise = self.alike(then, otherwise)
        type_ = self.join(then.type, otherwise.type)
        if type_ is None:
            self._error(
                scope, "R309", node.span, f"one side of `else` is {then.type}, the other is {otherwise.type}"
            )
            return self._unknown(node.span)
        return typed.IfElse(condition, then, otherwise, type_, node.span)


def no_effect(value: typed.Expr, scope: Scope) -> None:
    """What stands behind `do` is none."""
    hint = "name a column with `effect` in its heading, as in `do city's reward`"
    message = f"`do` carries out an effect, but this is {value.type}"
    scope.globals.report.error("R734", value.span, message, hint)


def _of_a_parameter(owner: typed.Expr, word: str, scope: Scope) -> str:
    """A parameter of a definition is a number unless its name says otherwise."""
    owners = [sort.singular for sort, words in scope.globals.own.items() if word in words]
    if not owners or not isinstance(owner, typed.LocalValue) or not isinstance(owner.type, NumberType):
        return ""
    if owner.local.settable or owner.local.decision:
        return ""
    return f"what is given is a {owners[0]} if it is called `{owners[0]}`, or `{owners[0]}_2`"


def _may_be_none(wanted: Type, have: Type) -> bool:
    """May this be none where a member is wanted?"""
    return isinstance(wanted, MemberType) and not wanted.maybe and isinstance(have, MemberType) and have.maybe


_OF_MEMBERS: Final = ("R211", "R213")  # words of a member, where none is looked at


def _filters(part: ast.Expr) -> bool:
    """Does this end in a `where`, or in an `every ... has`, that one could think still open?"""
    while isinstance(part, ast.Not):
        part = part.value
    if isinstance(part, ast.Compare):
        return _filters(part.right)
    if isinstance(part, ast.In):
        return _filters(part.value)
    if isinstance(part, ast.Quantity):
        return part.sort == "every" or isinstance(part.members.value, ast.Where)
    return isinstance(part, ast.Where | ast.NumberOf | ast.InARow)


def _contains(wanted: Type, have: Type, surely: bool) -> bool:
    """Is a number surely, or else perhaps, in the range of what it is given to?"""
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


_CHECKERS: dict[type, Callable[[ExpressionChecker, Any, Scope], typed.Expr]] = {
    ast.Number: ExpressionChecker._number,
    ast.Text: ExpressionChecker._text,
    ast.Word: ExpressionChecker._word,
    ast.Name: ExpressionChecker._name,
    ast.Possessive: ExpressionChecker._possessive,
    ast.Binary: ExpressionChecker._binary,
    ast.Negative: ExpressionChecker._negative,
    ast.Not: ExpressionChecker._not,
    ast.Logic: ExpressionChecker._logic,
    ast.Compare: ExpressionChecker._compare,
    ast.In: ExpressionChecker._in,
    ast.Where: ExpressionChecker._where,
    ast.Quantity: ExpressionChecker._quantity,
    ast.NumberOf: ExpressionChecker._number_of,
    ast.Pick: lists.pick,
    ast.Ordered: lists.ordered,
    ast.Entry: lists.entry,
    ast.PositionOf: lists.position_of,
    ast.BestOf: ExpressionChecker._best_of,
    ast.UnionOf: ExpressionChecker._union_of,
    ast.IsOnly: ExpressionChecker._is_only,
    ast.IsAbility: abilities.is_ability,
    ast.Beside: abilities.beside,
    ast.HoldsAlong: accounts.holds_along,
    ast.RoomFor: room_for,
    ast.Total: ExpressionChecker._total,
    ast.Alike: ExpressionChecker._alike,
    ast.InARow: ExpressionChecker._in_a_row,
    ast.Neighbours: ExpressionChecker._neighbours,
    ast.Diagonals: ExpressionChecker._diagonals,
    ast.RunFrom: ExpressionChecker._run_from,
    ast.Way: ExpressionChecker._way,
    ast.LongestLine: ExpressionChecker._longest_line,
    ast.PartsOf: ExpressionChecker._parts_of,
    ast.Reach: ExpressionChecker._reach,
    ast.StepsAbove: steps_above,
    ast.ByCases: by_cases,
    ast.CanCall: ExpressionChecker._can_call,
    ast.SetOf: ExpressionChecker._set_of,
    ast.EndsOf: ExpressionChecker._ends_of,
    ast.Before: ExpressionChecker._before,
    ast.WalkEnds: ExpressionChecker._walk_ends,
    ast.Fits: ExpressionChecker._fits,
    ast.CanPayBy: ExpressionChecker._can_pay_by,
    ast.CanDo: ExpressionChecker._can_do,
    ast.During: ExpressionChecker._during,
    ast.IfElse: ExpressionChecker._if_else,
    ast.ByMember: formula_columns.by_member,
    ast.CanPay: ExpressionChecker._can_pay,
    ast.RandomOne: ExpressionChecker._random_one,
    ast.TopOf: ExpressionChecker._top_of,
    ast.EndOfRow: ExpressionChecker._end_of_row,
    ast.OnMember: ExpressionChecker._on_member,
}
