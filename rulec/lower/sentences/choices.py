"""Lowers decisions: options and their continuations."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.clauses import Clause
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import OptionGroup
from rulec.ir.types import Domain, ElemType, IntType, SetType, bounds
from rulec.ir.walk import substitute
from rulec.lower.blocks.block_builder import SCHEDULES
from rulec.lower.blocks.block_drafts import Cursor, DraftDecision
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.names import Names
from rulec.lower.sentences.legality_clauses import Telling
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed
from rulec.semantics import types as t


@dataclass
class OptionContinuation:
    """The continuation of an option or a group."""

    resume: int
    group: typed.ChoiceGroup
    names: Names
    facts: KnownFacts
    member: nodes.ReadLocal | None = None
    value: nodes.ReadLocal | nodes.Arithmetic | None = (
        None  # the value of the name, if it is not the chosen member
    )
    body: int | None = None  # the first block of the sentences, if it can be reached without the choice


@dataclass
class ExitOption:
    """The exit of a loop as an option."""

    label: str
    allowed: Expr
    idle: bool
    target: int


class ChoiceLowering:
    """Lowers `choose`: option groups, numbering of actions, else-edges."""

    def __init__(self, flow: LoweringContext) -> None:
        self.flow = flow
        self.before_ask: Callable[[DraftDecision, Cursor], None]  # given by the lowering of sentences
        self.leaving: dict[int, ExitOption] = {}  # by the decision in which the loop around it can be left
        self.stores, self.expressions = flow.stores, flow.expressions

    def choose(self, node: typed.Choose, place: Cursor) -> None:
        if place.rule in SCHEDULES:
            self.flow.cut(place, node.span)
        leaving = self.leaving.pop(id(node), None)
        draft, number = self.draft(node.decision, node.by, place, node.span)
        after = self.flow.next_block(place, node.span, f"after {node.decision.name}")
        nothing = after if node.skips else None
        if node.otherwise is not None:
            nothing = self.flow.next_block(place, node.span, f"no {node.decision.name}")
        continuations: list[OptionContinuation] = []
        tests: list[Expr] = []
        for group in node.groups:
            label = group.label or node.decision.name
            resume = self.flow.next_block(place, node.span, label)
            continuation = OptionContinuation(resume, group, place.names, place.facts.copy())
            if group.var is not None:
                self._member(node, continuation, group.var, draft, place)
            else:
                test = s.TRUE if group.options is None else self.expressions.expr(group.options, place.names)
                self.named(draft, group.label, test, resume, group.idle)
                if self.flow.telling is not None:
                    self.record_clauses(draft, self.flow.telling.test(group.options, place.names))
                continuation.facts.learn(test)
                tests.append(test)
            continuations.append(continuation)
        if leaving is not None:
            tests.append(leaving.allowed)
            left = self.leave(leaving, draft, place)
            nothing = left if leaving.idle and nothing is None else nothing
        if node.unless_one and draft.groups[0].options.type != SetType(draft.groups[0].domain):
            raise AssertionError("the first options are the members")
        if node.unless_one:
            self._take_single(node, continuations[0], draft.groups[0].options, tests, place)
        self.flow.end(nodes.Ask(number, nothing))
        self._after_choice(node, place, continuations, nothing, after)

    def _member(
        self,
        node: typed.Choose,
        continuation: OptionContinuation,
        var: t.Local,
        draft: DraftDecision,
        place: Cursor,
    ) -> None:
        """Add options for the members of a set, or for numbers."""
        group = continuation.group
        member = self.flow.local(place, var)
        if group.numbers is not None:
            domain, options = self._numbers(node, group, group.numbers, var, place)
            for test in self._number_tests(group, group.numbers, var, member, place):
                continuation.facts.learn(test)
            chosen = nodes.ReadLocal(f"{member.name}.number", ElemType(domain))
            have = bounds(member.type)
            continuation.value = chosen if have.lo == 0 else _shifted(chosen, have)
        else:
            assert group.options is not None
            options = self.expressions.expr(group.options, place.names)
            assert isinstance(options.type, SetType)
            domain = options.type.domain
            chosen = nodes.ReadLocal(f"{member.name}.taken", ElemType(domain))
            continuation.value = chosen if node.unless_one else None
            continuation.facts.learn_member(options, member)
            if options in self.expressions.tests:
                name, test = self.expressions.tests[options]
                continuation.facts.learn(substitute(test, name, member))
        continuation.member = member
        name = member.name if continuation.value is None else chosen.name
        self.flow.drafts[continuation.resume].parameter = (name, ElemType(domain))
        continuation.names = continuation.names.bind(var, member)
        self.group(draft, domain, options, continuation.resume, idle=group.idle)
        if self.flow.telling is not None:
            self.record_clauses(draft, self._clauses(self.flow.telling, group, var, domain, place))
        if group.labels:
            draft.groups[-1] = replace(draft.groups[-1], own_labels=group.labels)
        elif group.label:
            named = tuple(f"{group.label} {one}" for one in domain.labels)
            draft.groups[-1] = replace(draft.groups[-1], own_labels=named)

    def _clauses(
        self, telling: Telling, group: typed.ChoiceGroup, var: t.Local, domain: Domain, place: Cursor
    ) -> Callable[[], list[Clause]]:
        if group.numbers is None:
            assert group.options is not None
            return telling.members(group.options, place.names, domain)
        assert isinstance(var.type, t.NumberType)
        return telling.numbers(group.numbers, group.options, var, place.names, domain)

    def record_clauses(self, draft: DraftDecision, later: Callable[[], list[Clause]]) -> None:
        """Record the guard clauses of the options added last, for explanations."""
        assert self.flow.telling is not None
        draft.groups[-1] = replace(draft.groups[-1], clause_id=self.flow.telling.tell(later))

    def _numbers(
        self, node: typed.Choose, group: typed.ChoiceGroup, numbers: tuple[typed.Expr, typed.Expr],
        var: t.Local, place: Cursor,
    ) -> tuple[Domain, Expr]:  # fmt: skip
        """Return the numbers of a range as members of the range's domain."""
        assert isinstance(var.type, t.NumberType)
        lo, hi = var.type.lo, var.type.hi
        domain = Domain(f"numbers of {node.decision.name}", tuple(str(n) for n in range(lo, hi + 1)))
        one = nodes.ReadLocal(self.expressions.fresh("number"), ElemType(domain))
        options: Expr = s.full(domain)
        for test in self._number_tests(group, numbers, var, _shifted(one, IntType(lo, hi)), place):
            options = nodes.Filter(one.name, options, test, SetType(domain))
        return domain, options

    def _number_tests(
        self, group: typed.ChoiceGroup, numbers: tuple[typed.Expr, typed.Expr], var: t.Local, value: Expr,
        place: Cursor,
    ) -> list[Expr]:  # fmt: skip
        """Return the condition on a number to be an option."""
        assert isinstance(var.type, t.NumberType)
        low, high = (self.expressions.expr(one, place.names) for one in numbers)
        tests = list[Expr]()
        if bounds(low.type).hi > var.type.lo:
            tests.append(nodes.Compare(">=", value, low))
        if bounds(high.type).lo < var.type.hi:
            tests.append(nodes.Compare("<=", value, high))
        if group.options is not None:
            tests.append(self.expressions.expr(group.options, place.names.bind(var, value)))
        return tests

    def _take_single(
        self,
        node: typed.Choose,
        continuation: OptionContinuation,
        options: Expr,
        tests: list[Expr],
        place: Cursor,
    ) -> None:
        """Take a single member unasked, if nothing else can be chosen."""
        assert isinstance(options.type, SetType)
        domain = options.type.domain
        alone: Expr = nodes.Compare("==", nodes.Count(options, IntType(0, domain.size)), s.ONE)
        for test in tests:
            alone = nodes.Logic("and", alone, s.negate(test))
        taken = self.flow.next_block(place, node.span, f"one {node.decision.name}")
        asked = self.flow.next_block(place, node.span, f"asks {node.decision.name}")
        continuation.body = self.flow.next_block(place, node.span, node.decision.name)
        self.flow.end(nodes.Branch(alone, taken, asked))
        self.flow.current = self.flow.drafts[taken]
        only = nodes.Pick("first", options, ElemType(domain, True))
        assert continuation.member is not None
        assert isinstance(continuation.value, nodes.ReadLocal | nodes.Arithmetic)
        value = (
            only
            if isinstance(continuation.value, nodes.ReadLocal)
            else replace(continuation.value, left=only)
        )
        self.flow.emit(place, nodes.SetLocal(continuation.member.name, value, node.span))
        self.flow.end(nodes.Goto(continuation.body))
        self.flow.current = self.flow.drafts[asked]

    def leave(self, leaving: ExitOption, draft: DraftDecision, place: Cursor) -> int:
        """Add the exit of the enclosing loop as an option; return the block behind the exit."""
        span = draft.span
        out = self.flow.next_block(place, span, leaving.label)
        self.named(draft, leaving.label, leaving.allowed, out, leaving.idle)
        self.flow.drafts[out].end = nodes.Goto(leaving.target)
        unasked = self.flow.next_block(place, span, f"{leaving.label} unasked")
        message = f"there is nothing to choose from at `{draft.decision.name}`"
        fault = self.flow.fault("dead end", message, span)
        self.flow.drafts[unasked].body.append(nodes.Require(leaving.allowed, fault, span))
        self.flow.drafts[unasked].end = nodes.Goto(leaving.target)
        return unasked

    # --- also for the other sentences that ask ----------------------------------------------------------

    def draft(
        self, decision: typed.Decision, by: typed.Expr, place: Cursor, span: Span
    ) -> tuple[DraftDecision, int]:
        """Begin a decision without options; return it with its number."""
        dead_end = self.flow.fault("dead end", f"there is nothing to choose from at `{decision.name}`", span)
        named = self.expressions.expr(by, place.names)
        who = self.stores.decider(named)
        decider = "the player who acts"
        if who is not named:
            decider = f"the player for whom the {self.stores.actor_word} acts"
            message = f"nobody decides `{decision.name}` for this {self.stores.actor_word}"
            somebody = nodes.Compare(">=", who, Const(0, who.type))
            self.flow.require(place, somebody, "range", message, span)
            who = s.surely(who, self.stores.player_type)
        elif not isinstance(by, typed.Me):
            decider = f"the player named in line {span.line}"
        actor = named if named.type == self.stores.actor_type else None
        draft = DraftDecision(decision, place.rule, place.root, decider, who, actor, [], dead_end, span)
        self.flow.decisions[decision] = draft
        number = len(self.flow.decisions) - 1
        self.before_ask(draft, place)
        return draft, number

    def number(self) -> None:
        """Number all options, decision by decision, options of one name together.

        What several places of one name offer has the same ids at all of them: a label belongs to one id.
        Where members of two sorts would have one label under that name, a number behind it tells them apart.
        """
        named: dict[str, list[DraftDecision]] = {}
        for draft in self.flow.decisions.values():
            named.setdefault(draft.decision.name, []).append(draft)
        following = 0
        for places in named.values():
            known: dict[tuple[str, ...], OptionGroup] = {}
            taken: set[str] = set()
            for draft in places:
                for n, group in enumerate(draft.groups):
                    same = known.get(group.labels)
                    if same is None:
                        labels = _apart(group.labels, taken)
                        renamed = labels if labels != group.labels else group.own_labels
                        same = known[group.labels] = replace(group, first=following, own_labels=renamed)
                        following += group.domain.size
                        taken.update(labels)
                    draft.groups[n] = replace(group, first=same.first, own_labels=same.own_labels)
                draft.groups.sort(key=lambda group: group.first)  # ids ascend at every place

    def group(
        self,
        draft: DraftDecision,
        domain: Domain,
        options: Expr,
        resume: int,
        label: str = "",
        idle: bool = False,
        free: int = -1,
    ) -> None:
        """Add an option group to a decision."""
        draft.groups.append(OptionGroup(domain, options, resume, 0, label, idle, free))

    def named(
        self, draft: DraftDecision, label: str, test: Expr, resume: int, idle: bool = False, free: int = -1
    ) -> None:
        """Add a named option."""
        domain = Domain(f"{draft.decision.name} {label}", (label,))
        options: Expr = nodes.IfElse(test, s.full(domain), s.empty(domain), SetType(domain))
        if isinstance(test, Const):
            options = s.full(domain) if test.value else s.empty(domain)
        self.group(draft, domain, options, resume, label, idle, free)

    def _after_choice(
        self,
        node: typed.Choose,
        place: Cursor,
        continuations: list[OptionContinuation],
        nothing: int | None,
        after: int,
    ) -> None:
        single = (
            len(continuations) == 1
            and len(self.flow.decisions[node.decision].groups) == 1
            and nothing is None
        )
        for continuation in continuations:
            group = continuation.group
            self.flow.current = self.flow.drafts[continuation.resume]
            inner = place.inside(names=continuation.names, facts=continuation.facts)
            if continuation.value is not None and continuation.member is not None:
                self.flow.emit(inner, nodes.SetLocal(continuation.member.name, continuation.value, node.span))
            if continuation.body is not None:
                self.flow.end(nodes.Goto(continuation.body))
                self.flow.current = self.flow.drafts[continuation.body]
            if group.var is not None:
                self.flow.update_outer_copies(inner, group.var, node.span)
            if group.body is None:
                other = nothing if node.otherwise is not None and nothing is not None else after
                self.flow.end(nodes.Goto(other))
                continue
            self.flow.sentences(group.body, inner)
            if single:  # the rest of the rule follows at once, with the facts about the choice
                place.names, place.facts = inner.names, inner.facts
                self.flow.drafts[after].end = nodes.Return()  # not reached
                return
            self.flow.end(nodes.Goto(after))
        if nothing is not None and node.otherwise is not None:
            self.flow.begin(nothing, place)
            self.flow.sentences(node.otherwise, place)
            self.flow.end(nodes.Goto(after))
        self.flow.begin(after, place)
        if len(continuations) == 1 and continuations[0].group.var is not None and not node.skips:
            place.names = continuations[0].names  # leaving a loop is the only other way


def _shifted(member: nodes.ReadLocal, numbers: IntType) -> nodes.Arithmetic:
    """Return the number of a member."""
    low = Const(numbers.lo, IntType(numbers.lo, numbers.lo))
    return nodes.Arithmetic("+", member, low, IntType(numbers.lo, numbers.hi))


def _apart(labels: tuple[str, ...], taken: set[str]) -> tuple[str, ...]:
    """Disambiguate labels from those already taken."""
    found = []
    for label in labels:
        tries = (f"{label} ({n})" for n in itertools.count(2))
        found.append(label if label not in taken else next(one for one in tries if one not in taken))
    return tuple(found)
