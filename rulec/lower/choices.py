"""Decisions: their options, and what follows each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import OptionGroup
from rulec.ir.types import Domain, SetType
from rulec.ir.walk import substitute
from rulec.lower import simplify as s
from rulec.lower.drafts import DraftDecision, Place
from rulec.lower.expressions import Names
from rulec.lower.facts import Facts
from rulec.lower.writing import SCHEDULES
from rulec.semantics import typed
from rulec.source import Span

if TYPE_CHECKING:
    from rulec.lower.flow import FlowLowering


class ChoiceLowering:
    """Part of the lowering of sentences."""

    def __init__(self, flow: FlowLowering) -> None:
        self.flow = flow
        self.stores, self.expressions = flow.stores, flow.expressions

    def choose(self, node: typed.Choose, place: Place) -> None:
        if place.rule in SCHEDULES:
            self.flow.cut(place, node.span)
        draft, number = self.draft(node.decision, node.by, place, node.span)
        after = self.flow.next_block(place, node.span, f"after {node.decision.name}")
        nothing: int | None = None
        if node.otherwise is not None:
            nothing = self.flow.next_block(place, node.span, f"no {node.decision.name}")
        resumes: list[tuple[int, typed.ChoiceGroup, Names, Facts]] = []
        for group in node.groups:
            facts = place.facts.copy()
            names = place.names
            label = group.label or node.decision.name
            resume = self.flow.next_block(place, node.span, label)
            if group.var is not None and group.options is not None:
                options = self.expressions.expr(group.options, place.names)
                assert isinstance(options.type, SetType)
                member = self.flow.local(place, group.var)
                self.flow.drafts[resume].parameter = (member.name, member.type)
                names = names.bind(group.var, member)
                facts.learn_member(options, member)
                if options in self.expressions.tests:
                    var, test = self.expressions.tests[options]
                    facts.learn(substitute(test, var, member))
                self.group(draft, options.type.domain, options, resume)
            else:
                test = s.TRUE if group.options is None else self.expressions.expr(group.options, place.names)
                self.named(draft, group.label, test, resume)
                facts.learn(test)
            resumes.append((resume, group, names, facts))
        self.flow.end(nodes.Ask(number, nothing))
        self._after_choice(node, place, resumes, nothing, after)

    # --- also for the other sentences that ask ----------------------------------------------------------

    def draft(
        self, decision: typed.Decision, by: typed.Expr, place: Place, span: Span
    ) -> tuple[DraftDecision, int]:
        """A decision whose options are still to come, and its number."""
        dead_end = self.flow.fault("dead end", f"there is nothing to choose from at `{decision.name}`", span)
        who = self.expressions.expr(by, place.names)
        decider = "the player who acts"
        if not isinstance(by, typed.Me):
            decider = f"the player named in line {span.line}"
        draft = DraftDecision(decision, place.rule, place.root, decider, who, [], dead_end, span)
        self.flow.decisions[decision] = draft
        return draft, len(self.flow.decisions) - 1

    def group(
        self,
        draft: DraftDecision,
        domain: Domain,
        options: Expr,
        resume: int,
        label: str = "",
        idle: bool = False,
    ) -> None:
        """More options of a decision, with the numbers that follow: all of them before those of any other."""
        first = sum(group.domain.size for one in self.flow.decisions.values() for group in one.groups)
        draft.groups.append(OptionGroup(domain, options, resume, first, label, idle))

    def named(self, draft: DraftDecision, label: str, test: Expr, resume: int, idle: bool = False) -> None:
        """An option that is no member of anything."""
        domain = Domain(f"{draft.decision.name} {label}", (label,))
        options: Expr = nodes.IfElse(test, s.full(domain), s.empty(domain), SetType(domain))
        if isinstance(test, Const):
            options = s.full(domain) if test.value else s.empty(domain)
        self.group(draft, domain, options, resume, label, idle)

    def _after_choice(
        self,
        node: typed.Choose,
        place: Place,
        resumes: list[tuple[int, typed.ChoiceGroup, Names, Facts]],
        nothing: int | None,
        after: int,
    ) -> None:
        single = len(resumes) == 1 and nothing is None
        for resume, group, names, facts in resumes:
            self.flow.current = self.flow.drafts[resume]
            inner = place.inside(names=names, facts=facts)
            if group.var is not None:
                self.flow.given(inner, group.var, node.span)
            self.flow.sentences(group.body, inner)
            if single:  # the rest of the rule follows at once, with what is known of the choice
                place.names, place.facts = names, facts
                self.flow.drafts[after].end = nodes.Return()  # not reached
                return
            self.flow.end(nodes.Goto(after))
        if nothing is not None:
            self.flow.begin(nothing, place)
            self.flow.sentences(node.otherwise or (), place)
            self.flow.end(nodes.Goto(after))
        self.flow.begin(after, place)
