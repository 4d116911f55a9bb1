"""Lowers trials, `any order`, and choices of several members."""

from __future__ import annotations

from functools import reduce

from rulec.base import limits
from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.clauses import Clause
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import Domain, ElemType, IntType, ListType, SetType, bounds
from rulec.lower.blocks.block_builder import SCHEDULES
from rulec.lower.blocks.block_drafts import Cursor, DraftDecision, DraftProbe
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.expressions import lists, zones
from rulec.lower.names import Names
from rulec.lower.sentences.calls import CallLowering
from rulec.lower.sentences.choices import ChoiceLowering
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.typed.walk import parts

_BEGUN = "no part is done as yet"


class TrialLowering:
    """Lowers `if possible`, `first possible of`, `can CALL` to probes: the same blocks, run on a copy."""

    def __init__(self, flow: LoweringContext, calls: CallLowering) -> None:
        self.flow = flow
        self.calls = calls
        self.stores, self.expressions = flow.stores, flow.expressions

    def probe(self, block: int, span: Span, parameters: list[str] | None = None) -> int:
        self.flow.probes.append(DraftProbe(block, parameters or [], span))
        return len(self.flow.probes) - 1

    def can(self, probe: int, place: Cursor, arguments: tuple[Expr, ...] = ()) -> Expr:
        return nodes.Can(probe, self._who(place.names.me), arguments)

    def _who(self, me: Expr | None) -> Expr:
        """Return the player whose decisions the probe explores; none where nobody acts."""
        return self.stores.decider(me) if me is not None else Const(-1, ElemType(self.stores.seats, True))

    def if_possible(self, node: typed.IfPossible, place: Cursor) -> None:
        tried = self.flow.next_block(place, node.span, "try")
        then = self.flow.next_block(place, node.span, "done")
        after = self.flow.next_block(place, node.span, "after if possible")
        otherwise = self.flow.next_block(place, node.span, "not possible") if node.otherwise else after
        probe = self.probe(tried, node.span)
        self.flow.end(nodes.Branch(self.can(probe, place), tried, otherwise))
        self.flow.begin(tried, place)
        self.flow.sentences(node.tried, place)
        self.flow.end(nodes.ProbeSuccess(probe, then))
        self.flow.begin(then, place)
        self.flow.sentences(node.then, place)
        self.flow.end(nodes.Goto(after))
        if node.otherwise:
            self.flow.begin(otherwise, place)
            self.flow.sentences(node.otherwise, place)
            self.flow.end(nodes.Goto(after))
        self.flow.begin(after, place)

    def first_possible(self, node: typed.FirstPossible, place: Cursor) -> None:
        after = self.flow.next_block(place, node.span, "after first possible")
        for one in node.alternatives:
            body = self.flow.next_block(place, node.span, one.label)
            other = self.flow.next_block(place, node.span, f"not {one.label}")
            probe = self.probe(body, node.span)
            test = self.can(probe, place)
            if one.options is not None:
                test = s.both(self.expressions.expr(one.options, place.names), test)
            self.flow.end(nodes.Branch(test, body, other))
            self.flow.begin(body, place)
            self.flow.sentences(one.body or (), place)
            self.flow.end(nodes.ProbeSuccess(probe, after))
            self.flow.begin(other, place)
        self.flow.require(place, s.FALSE, "dead end", "none of these can be carried out", node.span)
        self.flow.end(nodes.Goto(after))
        self.flow.begin(after, place)

    def can_call(self, call: typed.CallRule, names: Names) -> Expr:
        """Lower the probe of a rule in an expression; its arguments become parameters of the probe."""
        rule = call.rule
        waiting, root = self.flow.current, f"can {rule.name} {len(self.flow.probes)}"
        entry = self.flow.new(f"can {rule.name}", root, root, call.span)
        inner = Cursor(Names(), root, root, KnownFacts())
        parameters: list[str] = []
        arguments: list[Expr] = []
        if rule.uses_me and names.me is not None:
            me = self.flow.read(f"{root}.me", self.stores.actor_type)
            inner.names = Names(me)
            parameters.append(me.name)
            arguments.append(names.me)
        values: list[Expr] = []
        for parameter, value in zip(rule.parameters, call.arguments, strict=True):
            one = self.flow.read(f"{root}.{parameter.name}", self.flow.local_type(parameter))
            parameters.append(one.name)
            arguments.append(self.expressions.expr(value, names))
            values.append(one)
        probe = self.probe(entry, call.span, parameters)
        self.flow.current = self.flow.drafts[entry]
        self.calls.carry_out(call, values, inner)
        done = self.flow.next_block(inner, call.span, "done")
        self.flow.end(nodes.ProbeSuccess(probe, done))
        self.flow.begin(done, inner)
        self.flow.finish()
        self.flow.current = waiting
        return nodes.Can(probe, self._who(names.me), tuple(arguments))


class AnyOrderLowering:
    """Lowers `any order` to a loop around one decision, with a set of the finished parts."""

    def __init__(self, flow: LoweringContext, choices: ChoiceLowering) -> None:
        self.flow = flow
        self.choices = choices
        self.stores, self.expressions = flow.stores, flow.expressions
        self.done: dict[typed.Decision, nodes.ReadLocal] = {}

    def any_order(self, node: typed.AnyOrder, place: Cursor) -> None:
        name = node.decision.name
        self.flow.sentences(node.left, place)
        domain = Domain(f"{name} parts", (*(part.name for part in node.parts), "begun"))
        done = self.flow.read(self.expressions.fresh(f"{place.rule}.{name}.done"), SetType(domain))
        self.done[node.decision] = done
        self.flow.emit(place, nodes.SetLocal(done.name, s.empty(domain), node.span))
        left = {part.name: self._entries(node, part, place) for part in node.parts if part.var is not None}
        head = self.flow.next_block(place, node.span, name)
        ended = self.flow.next_block(place, node.span, f"{name} is done")
        over = self.flow.next_block(place, node.span, f"after {name}")
        self.flow.end(nodes.Goto(head))
        self.flow.begin(head, place)
        draft, number = self.choices.draft(node.decision, node.by, place, node.span)
        resumes: list[tuple[int, Cursor, tuple[typed.Sentence, ...], int]] = []
        for index in range(len(node.parts)):
            resumes.append(self._part(node, index, draft, left, place, head))
        begun = Const(1 << len(node.parts), SetType(domain))
        for one in node.instead:
            test: Expr = s.negate(s.some(s.intersection(done, begun, SetType(domain))))
            if one.options is not None:
                test = s.both(test, self.expressions.expr(one.options, place.names))
            resume = self.flow.next_block(place, node.span, one.label)
            self.choices.named(draft, one.label, test, resume)
            if self.flow.telling is not None:
                nothing = Clause(
                    node.span, s.negate(s.some(s.intersection(done, begun, SetType(domain)))), _BEGUN
                )
                self.choices.record_clauses(draft, self.flow.telling.test(one.options, place.names, nothing))
            resumes.append((resume, place, one.body or (), over))
        musts = self._musts(node, done, place)
        if self.flow.game.free_actions:
            draft.helps = musts
            # What can't be done as yet may be possible behind a free action: there is still something to ask.
            draft.unfinished = reduce(s.either, (s.some(group.options) for group in draft.groups))
        self.choices.named(draft, "done", musts, ended, idle=True)
        if self.flow.telling is not None:
            all_done = Clause(node.span, musts, "all parts that must be are done")
            self.choices.record_clauses(draft, self.flow.telling.test(None, place.names, all_done))
        self.flow.end(nodes.Ask(number, ended))
        for resume, inner, body, following in resumes:
            self.flow.current = self.flow.drafts[resume]
            inner.facts.known.clear()
            self.flow.sentences(body, inner)
            self.flow.end(nodes.Goto(following))
        self.flow.begin(ended, place)
        message = f"what `{name}` asks for is not all done"
        self.flow.require(place, musts, "dead end", message, node.span)
        self.flow.end(nodes.Goto(over))
        self.flow.begin(over, place)

    def _entries(self, node: typed.AnyOrder, part: typed.Part, place: Cursor) -> Expr:
        """Return the remaining members of a part per member: a variable itself, or a copy of a set."""
        assert part.value is not None
        if isinstance(part.value, typed.EntriesOf) and self._changed(part.value.value):
            return self.expressions.expr(part.value.value, place.names)  # equal entries are taken one by one
        value = self.expressions.expr(part.value, place.names)
        if self._changed(part.value):
            return value
        name = self.expressions.fresh(f"{place.rule}.{node.decision.name}.{part.name}.left")
        left = self.flow.read(name, value.type)
        self.flow.emit(place, nodes.SetLocal(left.name, value, node.span))
        return left

    def _changed(self, value: typed.Expr) -> bool:
        """Return whether an expression is a variable from which entries can be removed."""
        return isinstance(value, typed.VariableValue) or (
            isinstance(value, typed.LocalValue) and value.local.settable
        )

    def _part(
        self,
        node: typed.AnyOrder,
        index: int,
        draft: DraftDecision,
        left: dict[str, Expr],
        place: Cursor,
        head: int,
    ) -> tuple[int, Cursor, tuple[typed.Sentence, ...], int]:
        """Emit the option group of a part, and return its block; the part's sentences are lowered later."""
        part, done = node.parts[index], self.done[node.decision]
        resume = self.flow.next_block(place, node.span, part.name)
        inner, test = place, self._ready(node, index, done)
        type_ = _set_type(done)
        marked = Const((1 << index if part.var is None else 0) | 1 << len(node.parts), type_)
        self.flow.drafts[resume].body.append(
            nodes.SetLocal(done.name, s.union(done, marked, type_), node.span)
        )
        if part.var is None:
            if part.when is not None:
                test = s.both(test, self.expressions.expr(part.when, place.names))
            self.choices.named(draft, part.name, test, resume)
            if self.flow.telling is not None:
                order = self._order_clauses(node, index, done)
                self.choices.record_clauses(draft, self.flow.telling.test(part.when, place.names, *order))
            return resume, inner, part.body, head
        entries = left[part.name]
        options: Expr = entries
        if isinstance(entries.type, ListType):
            assert part.value is not None
            options = self.expressions.expr(part.value, place.names)
        type_, whole = _set_type(options), options
        member = self.flow.local(place, part.var)
        inner = place.inside(names=place.names.bind(part.var, member))
        if part.when is not None:
            candidate = nodes.ReadLocal(self.expressions.fresh(part.name), member.type)
            condition = self.expressions.expr(part.when, place.names.bind(part.var, candidate))
            options = nodes.Filter(candidate.name, options, condition, type_)
        if test != s.TRUE:
            options = nodes.IfElse(test, options, s.empty(type_.domain), type_)
        self.flow.drafts[resume].parameter = (member.name, member.type)
        self.choices.group(draft, type_.domain, options, resume)
        if self.flow.telling is not None:
            order = self._order_clauses(node, index, done)
            told = self.flow.telling.entries(whole, part.when, part.var, place.names, node.span, *order)
            self.choices.record_clauses(draft, told)
        if isinstance(entries.type, ListType):
            rest = lists.without_one(entries, member)
        else:
            rest = nodes.SetOp("-", entries, nodes.Single(member, type_), type_)
        self.flow.drafts[resume].body.append(_store(entries, rest, node.span))
        return resume, inner, part.body, head

    def _order_clauses(self, node: typed.AnyOrder, index: int, done: nodes.ReadLocal) -> list[Clause]:
        """Yield the conditions of `after`, `before` and `at most one of`, one by one."""
        part, type_ = node.parts[index], _set_type(done)

        def is_done(other: int) -> Expr:
            return s.some(s.intersection(done, Const(1 << other, type_), type_))

        found = []
        if part.var is None:
            found.append(Clause(node.span, s.negate(is_done(index)), f"`{part.name}` is not done as yet"))
        found += [
            Clause(node.span, is_done(other), f"`{node.parts[other].name}` is done: it comes first")
            for other in part.after
        ]
        found += [
            Clause(
                node.span, s.negate(is_done(other)), f"`{node.parts[other].name}` is not done: it comes later"
            )
            for other in part.before
        ]
        others = sorted({other for group in node.exclusive if index in group for other in group} - {index})
        found += [
            Clause(
                node.span,
                s.negate(is_done(other)),
                f"`{node.parts[other].name}` is not done: at most one of them",
            )
            for other in others
        ]
        return found

    def _ready(self, node: typed.AnyOrder, index: int, done: nodes.ReadLocal) -> Expr:
        """Test whether a part is open: not done, predecessors done, successors not done."""
        part = node.parts[index]
        test: Expr = s.TRUE
        own = 1 << index if part.var is None else 0
        barred = own | sum(1 << other for other in part.before)
        for group in node.exclusive:
            if index in group:
                barred |= sum(1 << other for other in group if other != index)
        type_ = _set_type(done)
        first = sum(1 << other for other in part.after)
        if barred:
            test = s.negate(s.some(s.intersection(done, Const(barred, type_), type_)))
        if first:
            missing = s.difference(Const(first, type_), done, type_)
            test = s.both(test, s.negate(s.some(missing)))
        return test

    def _musts(self, node: typed.AnyOrder, done: nodes.ReadLocal, place: Cursor) -> Expr:
        """Test whether all mandatory parts are done. A part with a false condition is optional."""
        test: Expr = s.TRUE
        for index, part in enumerate(node.parts):
            if part.must:
                fine: Expr = s.contains(done, Const(index, ElemType(_set_type(done).domain)))
                if part.when is not None:
                    fine = s.either(fine, s.negate(self.expressions.expr(part.when, place.names)))
                test = s.both(test, fine)
        return test

    def skip(self, node: typed.SkipPart, place: Cursor) -> None:
        done = self.done[node.decision]
        self.flow.forget_local(place, done.name)
        more = s.union(done, Const(1 << node.part, _set_type(done)), _set_type(done))
        self.flow.emit(place, nodes.SetLocal(done.name, more, node.span))


class MultiSelectLowering:
    """Lowers `a set of n`, `a bag of n`, `a list of n` to a loop that accumulates the chosen members."""

    def __init__(self, flow: LoweringContext, choices: ChoiceLowering) -> None:
        self.flow = flow
        self.choices = choices
        self.stores, self.expressions = flow.stores, flow.expressions

    def choose(self, node: typed.ChooseSeveral, place: Cursor) -> None:
        if place.rule in SCHEDULES:
            self.flow.cut(place, node.span)
        name, span = node.decision.name, node.span
        most = self.expressions.expr(node.most, place.names)
        least = self.expressions.expr(node.least, place.names) if node.least is not None else s.ZERO
        limit = max(0, bounds(most.type).hi)
        wanted = self._keep(f"{name}.most", most, IntType(min(0, bounds(most.type).lo), limit), place, span)
        needed = wanted
        if node.least is not node.most:
            have = bounds(least.type)
            needed = self._keep(
                f"{name}.least", least, IntType(min(0, have.lo), max(0, have.hi)), place, span
            )
        message = f"there are not enough for `{name}`"
        promised = self._is_promised(node)
        if promised:
            self._promise(node, needed, message, place)
        counted = self._keep(f"{name}.count", s.ZERO, IntType(0, limit), place, span)
        assert isinstance(node.var.type, t.MemberType)
        domain = self.stores.domain(node.var.type.sort)
        type_ = SetType(domain)
        chosen = self._keep(f"{name}.chosen", s.empty(domain), type_, place, span)
        dropped = self._keep(f"{name}.dropped", s.empty(domain), type_, place, span)
        pieces = isinstance(node.value.type, t.SetType) and node.value.type.counted
        alike: nodes.ReadLocal | None = None  # how many of the last kind have been chosen
        if pieces and node.collection == "set" and not node.body:
            alike = self._keep(f"{name}.alike", s.ZERO, IntType(0, limit), place, span)
        listed = node.giving is not None and isinstance(node.giving.type, t.ListType)
        given = chosen
        if listed:
            several = self.stores.list_type(node.var.type.sort)
            given = self._keep(f"{name}.given", s.nothing(several), several, place, span)
        if node.giving is not None:
            place.names = place.names.bind(node.giving, given)
            self.flow.update_outer_copies(place, node.giving, span)
        head = self.flow.next_block(place, span, name)
        ask = self.flow.next_block(place, span, f"next {name}")
        resume = self.flow.next_block(place, span, f"one {name}")
        over = self.flow.next_block(place, span, f"after {name}")
        self.flow.end(nodes.Goto(head))
        self.flow.begin(head, place)
        self.flow.end(nodes.Branch(nodes.Compare("<", counted, wanted), ask, over))
        self.flow.begin(ask, place)
        draft, number = self.choices.draft(node.decision, node.by, place, span)
        draft.collection = "" if node.collection == "list" else node.collection
        options = self.expressions.expr(node.value, place.names)
        gone: Expr | None = None
        if node.collection == "set":
            # A kind of piece may be taken as often as it lies there: it is taken away, or counted.
            gone = dropped if pieces else s.union(chosen, dropped, type_)
            options = s.difference(options, gone, type_)
        elif node.collection == "bag":
            gone = dropped
            options = s.difference(options, dropped, type_)
        member = self.flow.local(place, node.var)
        self.flow.drafts[resume].parameter = (member.name, member.type)
        self.choices.group(draft, domain, options, resume)
        if self.flow.telling is not None:
            self.choices.record_clauses(draft, self.flow.telling.several(node.value, gone, place.names, span))
        enough = nodes.Compare(">=", counted, needed)
        if len(node.decision.groups) > 1:
            self.choices.named(draft, "stop", enough, over, idle=True)
            if self.flow.telling is not None:
                chosen_enough = Clause(span, enough, "enough are chosen")
                self.choices.record_clauses(draft, self.flow.telling.test(None, place.names, chosen_enough))
        self.flow.end(nodes.Ask(number, over))
        self.flow.current = self.flow.drafts[resume]
        inner = place.inside(names=place.names.bind(node.var, member))
        inner.facts.known.clear()
        if node.collection != "list":
            before = s.lookup(self.stores.members_before(domain), (member,))
            passed = s.intersection(options, before, type_)
            more = s.union(dropped, passed, type_)
            self.flow.emit(inner, nodes.SetLocal(dropped.name, more, span))
        one = nodes.Single(member, type_)
        if alike is not None:
            self._count_alike(node, alike, chosen, dropped, inner)
        self.flow.emit(inner, nodes.SetLocal(chosen.name, nodes.SetOp("|", chosen, one, type_), span))
        if listed:
            assert isinstance(given.type, ListType)
            longer = nodes.Joined(given, nodes.Listed(one, given.type), given.type)
            self.flow.emit(inner, nodes.SetLocal(given.name, longer, span))
        if node.giving is not None:
            self.flow.update_outer_copies(inner, node.giving, span)
        self.flow.emit(inner, nodes.SetLocal(counted.name, _one_more(counted), span))
        self.flow.sentences(node.body, inner)
        self.flow.end(nodes.Goto(head))
        self.flow.begin(over, place)
        if promised:
            number = self.flow.fault("dead end", message, span, promised=True)
            self.flow.emit(place, nodes.Require(enough, number, span))
            place.facts.learn(enough)
            self.flow.promise("ends", place, span)
        else:
            self.flow.require(place, enough, "dead end", message, span)
        if node.such_that is not None:
            test = self.expressions.expr(node.such_that, place.names)
            self.flow.require(place, test, "dead end", f"`{name}` is not as it must be", span)

    def _is_promised(self, node: typed.ChooseSeveral) -> bool:
        """Return whether a selection, once begun, can always be completed if enough candidates exist.

        The first candidates in order form a selection, provided that no other condition applies and nothing
        happens in between.
        """
        given = (one for one in parts(node.value) if isinstance(one, typed.LocalValue))
        alone = all(one.local is not node.giving for one in given)
        return node.collection == "set" and not node.body and node.such_that is None and alone

    def _promise(
        self, node: typed.ChooseSeveral, needed: nodes.ReadLocal, message: str, place: Cursor
    ) -> None:
        number = typed.NumberOf(node.value, t.NumberType(0, limits.OPEN_END), node.span)
        there = nodes.Compare(">=", self.expressions.expr(number, place.names), needed)
        self.flow.require(place, there, "dead end", message, node.span)
        self.flow.promise("begins", place, node.span)

    def _count_alike(
        self,
        node: typed.ChooseSeveral,
        alike: nodes.ReadLocal,
        chosen: nodes.ReadLocal,
        dropped: nodes.ReadLocal,
        place: Cursor,
    ) -> None:
        """Bound repetitions: the pieces stay where they are, so a kind is offered as often as it lies there.

        Kinds are chosen in one order, so only the last kind can recur.
        """
        member, span, type_ = place.names.locals[node.var], node.span, _set_type(chosen)
        again, top = s.contains(chosen, member), bounds(alike.type)
        number = nodes.IfElse(again, _one_more(alike), s.ONE, IntType(min(1, top.hi), top.hi))
        self.flow.emit(place, nodes.SetLocal(alike.name, number, span))
        whole = node.value
        while isinstance(whole, typed.Where):  # whether it fits is asked anew each time
            whole = whole.value
        here = zones.copies(self.expressions, whole, member, place.names)
        spent: Expr = nodes.IfElse(
            nodes.Compare(">=", alike, here), nodes.Single(member, type_), s.empty(type_.domain), type_
        )
        self.flow.emit(place, nodes.SetLocal(dropped.name, s.union(dropped, spent, type_), span))

    def _keep(
        self, what: str, value: Expr, type_: IntType | SetType, place: Cursor, span: Span
    ) -> nodes.ReadLocal:
        name = self.expressions.fresh(f"{place.rule}.{what}")
        read = self.flow.read(name, type_)
        self.flow.emit(place, nodes.SetLocal(name, value, span))
        return read


def _one_more(count: nodes.ReadLocal) -> Expr:
    """Return the count plus 1, clamped to its range for the sake of loaded states."""
    limit = bounds(count.type).hi
    more = nodes.Arithmetic("+", count, s.ONE, IntType(1, limit + 1))
    return nodes.Arithmetic("min", more, Const(limit, IntType(limit, limit)), IntType(min(1, limit), limit))


def _set_type(value: Expr) -> SetType:
    assert isinstance(value.type, SetType)
    return value.type


def _store(target: Expr, value: Expr, span: Span) -> nodes.Stmt:
    if isinstance(target, nodes.ReadLocal):
        return nodes.SetLocal(target.name, value, span)
    assert isinstance(target, nodes.ReadField)
    return nodes.Assign(target.field, target.index, value, span)
