"""Lowers `each` and `repeat`."""

from __future__ import annotations

from dataclasses import replace

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import Domain, ElemType, IntType, ListType, SetType, bounds, members_of
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.expressions.lists import first_and_rest
from rulec.lower.names import Names
from rulec.lower.sentences.checkpoints import Entering, Step
from rulec.lower.sentences.choices import ChoiceLowering, ExitOption
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.lower.sentences.rule_lifetimes import RunningRules
from rulec.semantics import typed
from rulec.semantics.sentences.loops import first_decision, needed_before, part_of_caller


class LoopLowering:
    """Lowers loops with decisions to blocks, and others to statements."""

    def __init__(
        self, flow: LoweringContext, choices: ChoiceLowering, entering: Entering, running: RunningRules
    ) -> None:
        self.flow = flow
        self.choices, self.entering, self.running = choices, entering, running
        self.stores, self.expressions = flow.stores, flow.expressions
        self.inside: set[typed.Rule] = set()  # rules that are written out where they are called
        # What is needed before the decision at which a loop can be left: without it the loop is left.
        self.unless_left: dict[int, tuple[ExitOption, typed.Choose]] = {}

    def each(self, node: typed.Each, place: Cursor) -> None:
        value = self.expressions.expr(node.value, place.names)
        assert isinstance(value.type, SetType)
        member = self.flow.local(place, node.var)
        names = place.names.bind(node.var, member)
        if node.acting:
            names = Names(member, names.locals)
        if isinstance(node, typed.EachInOwnOrder):
            self._each_in_own_order(node, place, names, member, value)
            place.facts.known.clear()
            return
        if not self.flow.stops(node.body):
            inner = place.inside(names=names, out=[], facts=KnownFacts())
            self.flow.sentences(node.body, inner)
            body = tuple(inner.out or ())
            self.flow.emit(place, nodes.ForEach(member.name, value, body, node.span))
            self.flow.forget_changes(body, place)
            return
        whole = self._whole_size(node.value, value)
        if whole is not None:
            self._each_counted(node, place.inside(names=names), member, value.type.domain, whole)
        else:
            self._each_of_set(node, place.inside(names=names), member, value)
        place.facts.known.clear()

    def _whole_size(self, node: typed.Expr, value: Expr) -> Expr | None:
        """Return the number of members, if the loop covers a whole sort in order."""
        if not isinstance(node, typed.All) or not isinstance(value.type, SetType):
            return None
        if value.type.domain is self.stores.seats:
            return self.stores.number_of_seats()
        size = value.type.domain.size
        return Const(size, IntType(size, size))

    def _each_counted(
        self, node: typed.Each, place: Cursor, member: nodes.ReadLocal, domain: Domain, size: Expr
    ) -> None:
        """Lower to a counting loop: it stores less than a set of remaining members."""
        self.flow.emit(place, nodes.SetLocal(member.name, Const(0, member.type), node.span))
        body = self.flow.next_block(place, node.span, "each")
        again = self.flow.next_block(place, node.span, "next")
        after = self.flow.next_block(place, node.span, "after each")
        self.flow.end(nodes.Goto(body))
        self.flow.begin(body, place)
        have = bounds(size.type)
        last = nodes.Arithmetic("-", size, s.ONE, IntType(have.lo - 1, have.hi - 1))
        with self.entering.inside(self.entering.counted(member, Const(0, member.type), last)):
            self.flow.sentences(node.body, place)
        following = nodes.Arithmetic("+", member, s.ONE, IntType(1, domain.size))
        self.flow.end(nodes.Branch(nodes.Compare("<", following, size), again, after))
        self.flow.begin(again, place)
        self.flow.emit(place, nodes.SetLocal(member.name, following, node.span))
        self.flow.end(nodes.Goto(body))
        self.flow.begin(after, place)

    def _each_of_set(self, node: typed.Each, place: Cursor, member: nodes.ReadLocal, value: Expr) -> None:
        """Lower to a loop over a stored remaining set or list."""
        assert isinstance(value.type, SetType)
        rest = self.flow.read(self.expressions.fresh(f"{member.name}.rest"), value.type)
        self.flow.emit(place, nodes.SetLocal(rest.name, value, node.span))
        head = self.flow.next_block(place, node.span, "each")
        body = self.flow.next_block(place, node.span, "body")
        after = self.flow.next_block(place, node.span, "after each")
        self.flow.end(nodes.Goto(head))
        self.flow.begin(head, place)
        self.flow.end(nodes.Branch(s.some(rest), body, after))
        self.flow.begin(body, place)
        first: Expr = nodes.Pick("first", rest, ElemType(members_of(value.type), True))
        shrunk: Expr = nodes.SetOp("-", rest, nodes.Single(member, value.type), value.type)
        if isinstance(value.type, ListType):
            first, shrunk = first_and_rest(rest)
        self.flow.emit(place, nodes.SetLocal(member.name, first, node.span))
        self.flow.emit(place, nodes.SetLocal(rest.name, shrunk, node.span))
        with self.entering.inside(self.entering.in_rest(member, rest, value)):
            self.flow.sentences(node.body, place)
        self.flow.end(nodes.Goto(head))
        self.flow.begin(after, place)

    def acting_as(self, node: typed.ActingAs, place: Cursor) -> None:
        me = self.flow.read(self.expressions.fresh(f"{place.rule}.me"), self.stores.actor_type)
        player = self.expressions.expr(node.player, place.names)
        self.flow.emit(place, nodes.SetLocal(me.name, player, node.span))
        with self.entering.inside(self.entering.at(me, player)):
            self.flow.sentences(node.body, place.inside(names=Names(me, place.names.locals)))

    def _each_in_own_order(
        self, node: typed.EachInOwnOrder, place: Cursor, names: Names, member: nodes.ReadLocal, value: Expr
    ) -> None:
        """Lower to a loop that asks for the next member while several are left."""
        assert isinstance(value.type, SetType)
        rest = self.flow.read(self.expressions.fresh(f"{member.name}.rest"), value.type)
        self.flow.emit(place, nodes.SetLocal(rest.name, value, node.span))
        names_ = ("each", "next", "asks", "chosen", "last", "body", "after each")
        head, one, asks, chosen, last, body, after = (
            self.flow.next_block(place, node.span, name) for name in names_
        )
        self.flow.end(nodes.Goto(head))
        self.flow.drafts[head].end = nodes.Branch(s.some(rest), one, after)
        several = nodes.Compare(">", nodes.Count(rest, IntType(0, value.type.domain.size)), s.ONE)
        self.flow.drafts[one].end = nodes.Branch(several, asks, last)
        self.flow.current = self.flow.drafts[asks]
        draft, number = self.choices.draft(node.decision, node.by, place, node.span)
        self.choices.group(draft, value.type.domain, rest, chosen)
        self.flow.end(nodes.Ask(number))
        picked = nodes.ReadLocal(f"{member.name}.next", ElemType(value.type.domain))
        self.flow.drafts[chosen].parameter = (picked.name, picked.type)
        first = nodes.Pick("first", rest, ElemType(value.type.domain, True))
        for block, taken in ((chosen, picked), (last, first)):
            self.flow.drafts[block].body.append(nodes.SetLocal(member.name, taken, node.span))
            self.flow.drafts[block].end = nodes.Goto(body)
        self.flow.begin(body, place)
        inner = place.inside(names=names)
        shrunk = nodes.SetOp("-", rest, nodes.Single(member, value.type), value.type)
        self.flow.emit(inner, nodes.SetLocal(rest.name, shrunk, node.span))
        with self.entering.inside(self.entering.in_rest(member, rest, value, True)):
            self.flow.sentences(node.body, inner)
        self.flow.end(nodes.Goto(head))
        self.flow.begin(after, place)

    # --- rounds -------------------------------------------------------------------------------------

    def repeat(self, node: typed.Repeat, place: Cursor) -> None:
        counter: nodes.ReadLocal | None = None
        if node.times is not None:
            counter = self._number(node.times, "times", place)
        total = self._kept(counter, "rounds", place, node.span) if node.least is not None else None
        least = self._number(node.least, "least", place) if node.least is not None else None
        head = self.flow.next_block(place, node.span, "repeat")
        body = self.flow.next_block(place, node.span, "again")
        after = self.flow.next_block(place, node.span, "after repeat")
        self.flow.end(nodes.Goto(head))
        self.flow.begin(head, place)
        if node.until is not None:
            stay = body if counter is None else self.flow.next_block(place, node.span, "rounds")
            self.flow.end(nodes.Branch(self.expressions.expr(node.until, place.names), after, stay))
            if counter is not None:
                self.flow.begin(stay, place)
        if counter is not None:
            self.flow.end(nodes.Branch(nodes.Compare(">", counter, s.ZERO), body, after))
        self.flow.end(nodes.Goto(body))
        self.flow.begin(body, place)
        inner = place.inside()
        if counter is not None:
            down = bounds(counter.type)
            less = nodes.Arithmetic("-", counter, s.ONE, IntType(down.lo - 1, down.hi - 1))
            self.flow.emit(inner, nodes.SetLocal(counter.name, less, node.span))
        if node.left is not None and counter is not None:
            left = self.flow.local(inner, node.left)
            inner.names = inner.names.bind(node.left, left)
            self.flow.emit(inner, nodes.SetLocal(left.name, counter, node.span))
        if node.loop_exit is not None:
            allowed = self._allowed(node, inner, counter, total, least)
            self._may_leave(node, node.loop_exit, allowed, after, inner)
        with self.entering.inside(*self._first_round(node, place, inner, counter, total, least)):
            self.flow.sentences(node.body, inner)
        self.flow.end(nodes.Goto(head))
        if node.to_the_end:
            self.running.rounds_over = after
        if node.until is None and counter is None and node.loop_exit is None and not node.to_the_end:
            self.flow.current = None  # only the end of the game leads out of here
        else:
            self.flow.begin(after, place)

    def needs(self, node: typed.Needs, place: Cursor) -> None:
        """Check a requirement; if it fails, a loop that can be left here is left."""
        test, message = (
            self.expressions.expr(node.condition, place.names),
            "a condition of this statement does not hold",
        )
        if id(node) not in self.unless_left:
            self.flow.require(place, test, "dead end", message, node.span)
            return
        leaving, first = self.unless_left.pop(id(node))
        holds = self.flow.next_block(place, node.span, "holds")
        fails = self.flow.next_block(place, node.span, f"{leaving.label} at once")
        self.flow.end(nodes.Branch(test, holds, fails))
        self.flow.current = self.flow.drafts[fails]
        if leaving.idle:
            fault = self.flow.fault("dead end", message, node.span)
            self.flow.current.body.append(nodes.Require(leaving.allowed, fault, node.span))
            self.flow.end(nodes.Goto(leaving.target))
        else:  # the question is put even if leaving is all that is left
            alone = replace(first.decision, groups=((None, leaving.label),))
            draft, number = self.choices.draft(alone, first.by, place, first.span)
            self.choices.leave(leaving, draft, place)
            self.flow.end(nodes.Ask(number, None))
        self.flow.begin(holds, place)
        place.facts.learn(test)

    def _first_round(
        self, node: typed.Repeat, place: Cursor, inner: Cursor, *counts: nodes.ReadLocal | None
    ) -> tuple[Step, ...]:
        counter, total, least = counts
        if counter is None or node.times is None:
            return ()
        rounds = self.expressions.expr(node.times, place.names)
        kept = [(total, rounds)] if total is not None else []
        if least is not None and node.least is not None:
            kept.append((least, self.expressions.expr(node.least, place.names)))
        left = inner.names.locals[node.left] if node.left is not None else None
        lower = [counter, left] if isinstance(left, nodes.ReadLocal) else [counter]
        return (self.entering.in_round(rounds, lower, kept),)

    def _number(self, value: typed.Expr, what: str, place: Cursor) -> nodes.ReadLocal:
        """Read a number once, before the first round."""
        found = self.expressions.expr(value, place.names)
        type_ = IntType(min(0, bounds(found.type).lo), max(0, bounds(found.type).hi))
        local = self.flow.read(self.expressions.fresh(f"{place.rule}.{what}"), type_)
        self.flow.emit(place, nodes.SetLocal(local.name, found, value.span))
        return local

    def _kept(self, value: nodes.ReadLocal | None, what: str, place: Cursor, span: Span) -> nodes.ReadLocal:
        assert value is not None, "a loop with a least number of rounds has a greatest"
        local = self.flow.read(self.expressions.fresh(f"{place.rule}.{what}"), value.type)
        self.flow.emit(place, nodes.SetLocal(local.name, value, span))
        return local

    def _allowed(
        self,
        node: typed.Repeat,
        place: Cursor,
        counter: nodes.ReadLocal | None,
        total: nodes.ReadLocal | None,
        least: nodes.ReadLocal | None,
    ) -> Expr:
        """Test whether the loop may be left at the beginning of this round."""
        assert node.loop_exit is not None
        allowed: Expr = s.TRUE
        if counter is not None and total is not None and least is not None:
            have, left = bounds(total.type), bounds(counter.type)
            done = nodes.Arithmetic("-", total, counter, IntType(have.lo - left.hi, have.hi - left.lo))
            allowed = nodes.Compare(">", done, least)  # this round is counted already
        if node.loop_exit.when is not None:
            when = self.expressions.expr(node.loop_exit.when, place.names)
            allowed = when if allowed == s.TRUE else nodes.Logic("and", allowed, when)
        return allowed

    def _may_leave(
        self, node: typed.Repeat, leave: typed.LoopExit, allowed: Expr, after: int, place: Cursor
    ) -> None:
        """Add the exit as an option of the body's first decision, or of a question before it."""
        if leave.decision is None:
            self.inside = self.inside or part_of_caller(self.flow.game)
            first = first_decision(node.body, self.inside)
            assert first is not None, "the checker lets no loop through that can't be left"
            leaving = ExitOption(leave.label, allowed, leave.idle, after)
            self.choices.leaving[id(first)] = leaving
            for one in needed_before(node.body, self.inside):
                self.unless_left[id(one)] = leaving, first
            return
        asks, going = (self.flow.next_block(place, node.span, name) for name in ("asks", "goes on"))
        self.flow.end(nodes.Branch(allowed, asks, going))
        out = self.flow.next_block(place, node.span, leave.label)
        self.flow.drafts[out].end = nodes.Goto(after)
        self.flow.current = self.flow.drafts[asks]
        draft, number = self.choices.draft(leave.decision, leave.by, place, node.span)
        self.choices.named(draft, "go_on", s.TRUE, going)
        self.choices.named(draft, leave.label, s.TRUE, out, leave.idle)
        self.flow.end(nodes.Ask(number, after if leave.idle else None))
        self.flow.begin(going, place)
