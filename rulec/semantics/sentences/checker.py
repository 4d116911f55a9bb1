"""Type checker of sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from rulec.base.diagnostics import did_you_mean
from rulec.base.source_text import Span
from rulec.semantics import typed
from rulec.semantics.expressions import lists
from rulec.semantics.expressions.chance import chance_event
from rulec.semantics.expressions.checker import ExpressionChecker, no_effect
from rulec.semantics.expressions.goods import unknown_payment
from rulec.semantics.expressions.mixed_zones import narrowed_by
from rulec.semantics.expressions.track_numbers import printed
from rulec.semantics.expressions.zone_provenance import scattered, whence
from rulec.semantics.expressions.zones import origin
from rulec.semantics.flow.narrowing import behind, for_another, where_holds
from rulec.semantics.scope import Scope
from rulec.semantics.sentence_walk import walk
from rulec.semantics.sentences import ability_events, any_order, choices, loops, track_steps
from rulec.semantics.sentences.base import Context, SentenceBase
from rulec.semantics.sentences.board_removal import leaves_the_board, take_away
from rulec.semantics.sentences.decks import DECK_SENTENCES
from rulec.semantics.sentences.moves import MoveChecker
from rulec.semantics.sentences.name_scopes import leave
from rulec.semantics.sentences.rule_calls import ANY_NUMBER, RuleCalls
from rulec.semantics.turn_actors import acting_sort
from rulec.semantics.types import (
    UNKNOWN,
    EffectType,
    FlagType,
    ListType,
    Local,
    MemberType,
    NumberType,
    PieceType,
    SetType,
    Sort,
    Type,
    Unknown,
    put_there,
)
from rulec.syntax import ast

_NAMED_PLACES: Final = 4  # limit of places in a hint


class SentenceChecker(SentenceBase):
    """Entry point of sentence checks: dispatches on the node's class."""

    def __init__(
        self,
        expressions: ExpressionChecker,
        game: typed.Game,
        ensure: Callable[[typed.Rule], bool],
        do_effect: Callable[[typed.Expr, Span], typed.CallRule],
    ) -> None:
        super().__init__(expressions, game)
        self.do_effect = do_effect  # builds the call that runs an effect
        self.calls = RuleCalls(self, ensure)
        self.expressions.try_call = self._try_call
        self.expressions.do_effect = do_effect

    def sequence(self, sentences: tuple[ast.Sentence, ...], inner: Context) -> tuple[typed.Sentence, ...]:
        """Type a sequence of sentences in its own context."""
        out: list[typed.Sentence] = []
        ended: typed.EndGame | None = None
        for sentence in sentences:
            if ended is not None:
                self.error(
                    inner,
                    "R411",
                    sentence.span,
                    "this is never reached: the game ends above",
                    "remove it, or move it up",
                )
                break
            inner.ends = []
            later = behind(sentence, inner.scope).stored if inner.scope.stored else {}
            if later and not inner.scope.globals.preserved.looks_first(sentence):
                inner.scope.stored = later
            if isinstance(sentence, ast.Needs):
                held = where_holds(
                    self.expressions.tried, sentence.condition, True, inner.scope, inner.changed
                )
                inner.scope.sure, inner.scope.stored = held.sure, held.stored
            checked = _CHECKERS[type(sentence)](self, sentence, inner)
            inner.scope.stored = later
            if isinstance(sentence, ast.Needs):
                held = where_holds(
                    self.expressions.tried, sentence.condition, True, inner.scope, inner.changed
                )
                inner.scope.sure, inner.scope.stored = held.sure, held.stored
            left = leave(inner.scope, inner.ends, _always(sentence))
            if checked is not None:
                out += [typed.Unreached(left, sentence.span)] if left else []
                out.append(checked)
            if isinstance(checked, typed.EndGame):
                ended = checked
            inner.scope.globals.report.settle()
        return tuple(out)

    def _try_call(self, node: ast.CallRule, scope: Scope) -> typed.CallRule | None:
        """Type the call inside `can`."""
        nowhere = typed.Rule("rule", "", (), (), node.span)
        found = self.calls.call(node, Context(scope, nowhere))
        return found if isinstance(found, typed.CallRule) else None

    # --- helpers ------------------------------------------------------------------------------------

    # --- flow ---------------------------------------------------------------------------------------

    def _if(self, node: ast.If, context: Context) -> typed.Sentence:
        listens = context.rule.sort == "whenever" and node.span == context.rule.span
        where = "the value after `where`" if listens else "the value after `if`"
        condition = self.expressions.flag(node.condition, context.scope, where)
        then = self.body_where(node.condition, True, node.then, context)
        otherwise = self.body_where(node.condition, False, node.otherwise, context)
        return typed.If(condition, then, otherwise, node.span)

    def _each(self, node: ast.Each, context: Context) -> typed.Sentence:
        variable = context.scope.globals.variables.get(node.var.text)
        if variable is not None and node.value is not None and not node.acting and node.order is None:
            return loops.each_member_in_turn(self, node, variable, context)
        if node.value is not None:
            scope = narrowed_by(context.scope, node.var)
            value = self.expressions.set_(node.value, scope, "the value after `in`", lists=True)
        else:
            value = self._all_of(node, context)
        if node.ordering is not None and not lists.stands_in_seat_order(
            self.expressions, value, node.ordering
        ):
            value = lists.in_order(self.expressions, value, None, node.ordering, context.scope)
        if node.order is not None and isinstance(value.type, ListType):
            message = "these have an order already, so no one can be asked for one"
            self.error(context, "R345", value.span, message, "leave one of the two orders out")
            value = _nothing(node.span)
        sort = value.type.sort if isinstance(value.type, SetType | ListType) else None
        acting = acting_sort(sort, context.scope.globals) if node.acting else None
        if node.acting and sort is not None and acting is None:
            actors = context.scope.globals.acting
            message = f"only {actors.plural} act, but these are {sort.plural}"
            self.error(context, "R412", node.var.span, message, "leave `acting` out")
        inner = context.inside()
        if sort is not None:
            local = self.bind(node.var, MemberType(sort), inner)
            local.origin = origin(value) or scattered(value, node.span)
        else:
            local = inner.scope.locals[node.var.text] = Local(node.var.text, UNKNOWN, node.var.span)
        local.lasts = False
        if node.acting:
            inner.scope.me = acting or context.scope.globals.acting
            inner.scope.stored = for_another(inner.scope)
        body = self.body(node.body, inner)
        if node.order is None:
            return typed.Each(local, node.acting, value, body, node.span)
        by = self.decider(None, node.span, context)
        decision = self.declare_decision(node.order, ((sort, ""),), node.citations, node.span, context)
        return typed.EachInOwnOrder(local, node.acting, value, body, node.span, decision, by)

    def _all_of(self, node: ast.Each, context: Context) -> typed.Expr:
        """Return the set of an `each square:` without `in`: all members of the sort."""
        g = context.scope.globals
        sort = g.members.get(node.var.text)
        if node.acting and (sort is None or acting_sort(sort, g) is None):
            sort = g.acting
        if sort is not None:
            return typed.All(SetType(sort), node.var.span)
        plural = g.sets.get(node.var.text)
        hint = f"write `{plural.singular}`, which is one of them" if plural is not None else ""
        hint = hint or did_you_mean(node.var.text, g.members) or f"write `each {node.var.text} in ...`"
        message = f"this does not say of which set `{node.var.text}` is a member"
        g.report.unknown("R218", node.var.text, node.var.span, message, hint)
        return _nothing(node.span)

    def _roll(self, node: ast.Roll, context: Context) -> typed.Sentence | None:
        ends = self.expressions.roll_range(node, context.scope)
        if ends is None:
            self.bind(node.var, UNKNOWN, context)
            return None
        low, high = ends
        assert isinstance(low.type, NumberType)
        assert isinstance(high.type, NumberType)
        numbers = NumberType(low.type.lo, high.type.hi)
        event = chance_event(context.scope.globals, node.var.text, None, numbers, node.span)
        local = self.bind(node.var, numbers, context)
        return None if event is None else typed.Roll(event, local, low, high, node.span)

    def _end_game(self, node: ast.EndGame, context: Context) -> typed.Sentence:
        return typed.EndGame(node.span)

    def _do(self, node: ast.Do, context: Context) -> typed.Sentence | None:
        value = self.expressions.expr(node.value, context.scope)
        if isinstance(value.type, EffectType):
            return self.do_effect(value, node.span)
        if not isinstance(value.type, Unknown):
            no_effect(value, context.scope)
        return None

    def _nothing(self, node: ast.Nothing, context: Context) -> None:
        return None

    # --- decisions ------------------------------------------------------------------------------------

    def options(self, alternatives: tuple[ast.Alternative, ...], context: Context) -> list[typed.ChoiceGroup]:
        """Type named options, each with condition and body."""
        return [group for _, group in choices.offered(self, alternatives, context)]

    # --- state ----------------------------------------------------------------------------------------

    def _let(self, node: ast.Let, context: Context) -> typed.Sentence:
        value = self.expressions.expr(node.value, context.scope.inside(chance=node.var.text))
        if isinstance(value, typed.Conversion) and isinstance(value.value, typed.Pick | typed.Best):
            value = value.value  # `let` needs no such guarantee
        type_ = value.type
        if isinstance(value, typed.Pick | typed.Best | typed.EntryOf):
            assert isinstance(type_, MemberType)
            type_ = MemberType(type_.sort)  # `let` requires existence
        elif isinstance(type_, NumberType) and node.var.text in context.changed:
            type_ = ANY_NUMBER  # without a declared range
        elif isinstance(type_, PieceType):
            self.error(
                context,
                "R313",
                node.value.span,
                "a piece is only known by its place",
                "name its place, or write `'s owner` behind it",
            )
            type_ = UNKNOWN
        elif isinstance(type_, SetType) and type_.counted:
            message = f"`{node.var.text}` can't name one piece: equal pieces lie there"
            self.error(context, "R837", node.value.span, message, "name the zone itself where it is needed")
            type_ = UNKNOWN
        elif isinstance(type_, ListType):
            type_ = ListType(type_.sort)
        elif not isinstance(type_, NumberType | MemberType | SetType | FlagType | EffectType | Unknown):
            self.error(context, "R313", node.value.span, f"`{node.var.text}` can't name {type_}")
            type_ = UNKNOWN
        local = self.bind(node.var, type_, context, settable=True)
        local.origin = origin(value) if isinstance(type_, MemberType) else None
        return typed.Let(local, value, node.span)

    def _of_some_members(self, target: ast.Expr, context: Context) -> str:
        """Return a hint for a variable that only some members of the owner's kind have."""
        if not isinstance(target, ast.Possessive):
            return ""
        owner, name = self.expressions.expr(target.owner, context.scope), target.name.text
        if not isinstance(owner.type, MemberType):
            return ""
        own, sort = context.scope.globals.own, owner.type.sort
        has = next(
            (one for one, words in own.items() if name in words and set(one.members) < set(sort.members)),
            None,
        )
        if has is None:
            return ""
        whose = f"every {has.singular} has a `{name}`, but not every {sort.singular}"
        return f"{whose}; go over the one it is: `each {has.singular} in {has.plural} where it is ...:`"

    def _change(self, node: ast.Change, context: Context) -> typed.Sentence | None:
        target = self.expressions.target(node.target, context.scope)
        if isinstance(target.type, Unknown):
            self.expressions.expr(node.value, context.scope)
            return None
        if isinstance(target, typed.LocalValue) and target.local.settable and whence(target) is None:
            wanted: Type = target.local.type
            name = target.local.name
        elif isinstance(target, typed.VariableValue) and not target.variable.fixed:
            wanted, name = target.variable.type, target.variable.name
        else:
            message = "only a variable or a `let` can be changed"
            hint = self._of_some_members(node.target, context)
            if isinstance(target.type, PieceType):
                hint = "pieces are moved with `place`, `move` and `remove`"
            self.error(context, "R415", node.target.span, message, hint)
            return None
        if isinstance(wanted, MemberType) and wanted.sort.track is not None:
            if node.op != "set":
                return track_steps.change(self, node, target, context)
            if track_steps.refused(self, wanted.sort.track, target, node.span, context):
                return None
        given = node.value
        if node.op == "add":
            if not isinstance(wanted, ListType | SetType):
                message = f"`add` needs a list or a set, but `{name}` is {wanted}"
                hint = "write `raise ... by ...`" if isinstance(wanted, NumberType) else ""
                self.error(context, "R303", node.target.span, message, hint)
                return None
            given = ast.Binary("+", node.target, node.value, node.span)
        value = self.expressions.expr(given, context.scope.inside(chance=name))
        if isinstance(wanted, NumberType):
            value = printed(value)
        if isinstance(value.type, Unknown):
            return None
        if node.op in {"raise", "lower"}:
            if not isinstance(wanted, NumberType) or not isinstance(value.type, NumberType):
                wrong = value if isinstance(wanted, NumberType) else target
                self.error(
                    context,
                    "R302",
                    wrong.span,
                    f"`{node.op}` needs a number, but this is {wrong.type}",
                    "",
                )
                return None
            op = "+" if node.op == "raise" else "-"
            value = self.expressions._arithmetic(op, target, value, node.span, context.scope)
            if isinstance(value.type, Unknown):
                return None
        fitted = self.expressions.fitted(value, wanted)
        if fitted is None:
            message = f"`{name}` must be {wanted}, but this is {value.type}"
            self.error(context, "R304", node.value.span, message, put_there(wanted))
            return None
        value = fitted
        if isinstance(target, typed.LocalValue):
            have = target.local.type
            if isinstance(have, MemberType) and not have.maybe:
                self.expressions.definite(value, context.scope)
            return typed.SetLocal(target.local, value, node.span)
        if isinstance(wanted, MemberType) and isinstance(value.type, MemberType) and not wanted.maybe:
            self.expressions.definite(value, context.scope)
        if self._never_fits(value, wanted, name, context):
            return None
        assert isinstance(target, typed.VariableValue)
        return typed.SetVariable(target.variable, target.owner, value, node.span, target.keys)

    def _never_fits(self, value: typed.Expr, wanted: Type, name: str, context: Context) -> bool:
        """Report a number whose range is disjoint from the expected one; overlaps are checked at run time."""
        have = value.type
        if not isinstance(wanted, NumberType) or not isinstance(have, NumberType):
            return False
        if wanted.lo <= have.hi and have.lo <= wanted.hi:
            return False
        message = f"this is never in {wanted.lo} to {wanted.hi}, the range of `{name}`"
        hint = ""  # no hint for computed values
        if isinstance(value, typed.Constant):
            hint = f"write a number from {wanted.lo} to {wanted.hi}, or declare a larger range"
        self.error(context, "R510", value.span, message, hint)
        return True

    # --- goods ------------------------------------------------------------------------------------------

    def _transfer(self, node: ast.Transfer, context: Context) -> typed.Sentence | None:
        scope = context.scope
        owner = self.expressions.payer(node.span, scope)
        to = None
        if node.to is not None:
            to = self.expressions.member(node.to, scope, self.game.player_sort, "who is paid")
            self.expressions.definite(to, scope)
        amounts = self.expressions.amounts(node.mix, scope)
        if amounts is None or isinstance(owner.type, Unknown):
            return None
        if isinstance(node.to, ast.Word) and node.to.word == "me":
            message = "this changes nothing: who pays is who is paid, the player who acts"
            hint = "name the player who is paid: `let taker = me` above `as ...:`, and `to taker` below it"
            context.scope.globals.report.warning("R617", node.to.span, message, hint)
        return typed.Transfer(node.sort, owner, amounts, to, node.span)

    # --- pieces -----------------------------------------------------------------------------------------

    def _place_of(
        self, node: ast.Expr, pieces: str | None, context: Context
    ) -> tuple[typed.Place, typed.Expr] | None:
        """Resolve a member with a place: `square`, or `square's piece` if it has several."""
        value = self.expressions.expr(node, context.scope)
        if isinstance(value.type, Unknown):
            return None
        if isinstance(value, typed.PieceAt):
            if pieces is not None and value.place.pieces.plural != pieces:
                self.error(
                    context,
                    "R316",
                    node.span,
                    f"this place has room for {value.place.pieces.plural}, not {pieces}",
                )
                return None
            return value.place, value.at
        if isinstance(value.type, MemberType):
            found = [
                place
                for place in self.game.places
                if place.owner is value.type.sort and pieces in {None, place.pieces.plural}
            ]
            if not self.expressions.definite(value, context.scope):
                return None
            if len(found) == 1:
                return found[0], value
            what = f"for {pieces}" if pieces else "for pieces"
            if found:
                names = ", ".join(f"`'s {place.name}`" for place in found)
                self.error(
                    context,
                    "R314",
                    node.span,
                    "this does not say which place is meant",
                    f"add one of {names}",
                )
            elif not self._places_are_lost(context):
                self.error(
                    context,
                    "R314",
                    node.span,
                    f"{MemberType(value.type.sort)} has no place {what}",
                    self._zones_instead(value.type.sort, pieces)
                    or f"declare one below `each {value.type.sort.singular} has:`",
                )
            return None
        hint = ""
        if MoveChecker(self, context).of_none(node):
            return None
        if isinstance(value.type, SetType):
            hint = "name one of them first, with `choose ... from ...` or `let ... = the first of ...`"
        self.error(context, "R314", node.span, f"a piece lies in a place, but this is {value.type}", hint)
        return None

    def _zones_instead(self, owner: Sort, pieces: str | None) -> str:
        """Return a hint with other places and zones of a member for such pieces."""
        members = set(owner.members)
        found = [
            f"`place ... on {place.owner.singular}'s {place.name}`"
            for place in self.game.places
            if pieces in {None, place.pieces.plural} and not members.isdisjoint(place.owner.members)
        ]
        found += [
            f"`{'place ... on' if zone.single else 'move ... to'} {zone.owner.singular}'s {zone.name}`"
            for zone in self.game.zones
            if zone.owner is not None
            and pieces in {None, zone.pieces.plural}
            and not members.isdisjoint(zone.owner.members)
        ]
        return f"write {' or '.join(found)}" if 0 < len(found) <= _NAMED_PLACES else ""

    def _places_are_lost(self, context: Context) -> bool:
        """Return whether the lack of places is due to unreadable declarations."""
        report = context.scope.globals.report
        return not self.game.places and bool(report.lost or report.lost_sections)

    def _place_piece(self, node: ast.PlacePiece, context: Context) -> typed.Sentence | None:
        g = context.scope.globals
        owner: typed.Expr | None = None
        pieces = g.pieces.get(node.piece.text)
        if node.owner is not None:
            whose = pieces.owner if pieces is not None and pieces.owner is not None else g.acting
            owner = self.expressions.member(node.owner, context.scope, whose, "the owner of a piece")
            if not isinstance(owner.type, Unknown) and not self.expressions.definite(owner, context.scope):
                return None
        if pieces is None:
            hint = did_you_mean(node.piece.text, {p.singular for p in g.pieces.values()})
            message = f"no pieces are called `{node.piece.text}`"
            g.report.unknown("R208", node.piece.text, node.piece.span, message, hint)
            self.expressions.expr(node.target, context.scope)
            return None
        mover = MoveChecker(self, context)
        if owner is None or not pieces.owned or mover.zone(node.target, pieces) is not None:
            return mover.place(node, pieces, owner)
        found = self._place_of(node.target, pieces.plural, context)
        if found is None or isinstance(owner.type, Unknown):
            return None
        return typed.PlacePiece(owner, found[0], found[1], node.span)

    def _move(self, node: ast.MovePiece, context: Context) -> typed.Sentence | None:
        moved = node.moved.value
        goal = node.target
        if node.moved.sort != "pieces" or node.source is not None or moved is None or goal is None:
            return MoveChecker(self, context).move(node)
        before = context.scope.globals.report.mark()
        value = self.expressions.expr(moved, context.scope)
        if MoveChecker(self, context).moves(value):
            return MoveChecker(self, context).move(node)
        context.scope.globals.report.back_to(before)
        source = self._place_of(moved, None, context)
        if source is None:
            self.expressions.expr(goal, context.scope)
            return None
        if leaves_the_board(goal, source[0], MoveChecker(self, context)):
            return take_away(self, goal, *source, context, node.span)
        target = self._place_of(goal, source[0].pieces.plural, context)
        if target is None:
            return None
        if source[0] is not target[0]:
            self.error(context, "R315", node.span, "a piece is moved between places of one sort")
            return None
        return typed.MovePiece(source[0], source[1], target[1], node.span)

    def _remove(self, node: ast.RemovePiece, context: Context) -> typed.Sentence | None:
        before = context.scope.globals.report.mark()
        value = self.expressions.expr(node.source, context.scope)
        if MoveChecker(self, context).moves(value):
            return MoveChecker(self, context).remove(node, value)
        context.scope.globals.report.back_to(before)
        source = self._place_of(node.source, None, context)
        return None if source is None else typed.RemovePiece(source[0], source[1], node.span)


def leave_rounds(checker: SentenceChecker, node: ast.LeaveRounds, context: Context) -> typed.Sentence:
    return typed.LeaveRounds(node.span)


def routes_followed(checker: SentenceChecker, node: ast.Follow, context: Context) -> typed.Sentence | None:
    """Report an unknown route; known ones have been desugared."""
    report = context.scope.globals.report
    hint = did_you_mean(node.route.text, context.scope.globals.routes)
    report.unknown("R850", node.route.text, node.route.span, f"no route is called `{node.route.text}`", hint)
    return None


def payments_made(checker: SentenceChecker, node: ast.PayBy, context: Context) -> typed.Sentence | None:
    """Report an unknown payment; known ones have been desugared."""
    unknown_payment(node.payment, context.scope)
    return None


def must(checker: SentenceChecker, node: ast.Must, context: Context) -> typed.Sentence:
    condition = checker.expressions.flag(node.condition, context.scope, "this")
    return typed.Must(condition, node.message, node.span, promise=node.promise)


def changed_names(sentences: tuple[ast.Sentence, ...]) -> frozenset[str]:
    """Return the names that `set`, `raise` and `lower` change, at any depth."""
    return frozenset(
        one.target.name.text
        for one in walk(sentences)
        if isinstance(one, ast.Change) and isinstance(one.target, ast.Name)
    )


def _always(sentence: ast.Sentence) -> bool:
    """Return whether some body of the sentence always runs."""
    if isinstance(sentence, ast.If):
        return bool(sentence.otherwise)
    return isinstance(sentence, ast.ChooseOne | ast.Choose | ast.FirstPossible | ast.ActingAs)


def _nothing(span: Span) -> typed.Expr:
    return typed.Constant(0, UNKNOWN, span)


_Checker = Callable[[SentenceChecker, Any, Context], "typed.Sentence | None"]
_CHECKERS: dict[type, _Checker] = {
    ast.If: SentenceChecker._if,
    ast.Each: SentenceChecker._each,
    ast.ActingAs: loops.acting_as,
    ast.EachNumber: loops.each_number,
    ast.Repeat: loops.repeat,
    ast.Choose: choices.choose,
    ast.ChooseOne: choices.choose_one,
    ast.May: choices.may,
    ast.Pause: choices.pause,
    ast.Needs: choices.needs,
    ast.Let: SentenceChecker._let,
    ast.Change: SentenceChecker._change,
    ast.PlacePiece: SentenceChecker._place_piece,
    ast.MovePiece: SentenceChecker._move,
    ast.RemovePiece: SentenceChecker._remove,
    **DECK_SENTENCES,
    ast.Roll: SentenceChecker._roll,
    ast.Transfer: SentenceChecker._transfer,
    ast.Do: SentenceChecker._do,
    ast.Nothing: SentenceChecker._nothing,
    ast.EndGame: cast(_Checker, SentenceChecker._end_game),
    ast.IfPossible: any_order.if_possible,
    ast.FirstPossible: any_order.first_possible,
    ast.LeaveRule: any_order.leave,
    ast.LeaveRounds: leave_rounds,
    ast.AnyOrder: any_order.any_order,
    ast.SkipPart: any_order.skip_part,
    ast.ChooseSeveral: any_order.choose_several,
    ast.Follow: routes_followed,
    ast.PayBy: payments_made,
    ast.Must: must,
    ast.CaseOf: ability_events.case_of,
    ast.CallRule: lambda checker, node, context: checker.calls.call(node, context),
}
