"""Decisions: their options, and what follows each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.ir import nodes
from rulec.ir.nodes import Const
from rulec.ir.program import OptionGroup
from rulec.ir.types import Domain, SetType
from rulec.ir.walk import substitute
from rulec.lower import simplify as s
from rulec.lower.drafts import DraftDecision, Place
from rulec.lower.expressions import Names
from rulec.lower.facts import Facts
from rulec.lower.writing import SCHEDULES
from rulec.semantics import typed

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
        first = sum(group.domain.size for draft in self.flow.decisions.values() for group in draft.groups)
        dead_end = self.flow.fault(
            "dead end", f"there is nothing to choose from at `{node.decision.name}`", node.span
        )
        who = self.expressions.expr(node.by, place.names)
        decider = (
            "the player who acts"
            if isinstance(node.by, typed.Me)
            else f"the player named in line {node.span.line}"
        )
        draft = DraftDecision(node.decision, place.rule, place.root, decider, who, [], dead_end, node.span)
        self.flow.decisions[node.decision] = draft
        number = len(self.flow.decisions) - 1
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
                domain = options.type.domain
                member = self.flow.local(place, group.var)
                self.flow.drafts[resume].parameter = (member.name, member.type)
                names = names.bind(group.var, member)
                facts.learn_member(options, member)
                if options in self.expressions.tests:
                    var, test = self.expressions.tests[options]
                    facts.learn(substitute(test, var, member))
            else:
                domain = Domain(f"{node.decision.name} {group.label}", (group.label,))
                test = s.TRUE if group.options is None else self.expressions.expr(group.options, place.names)
                options = nodes.IfElse(test, s.full(domain), s.empty(domain), SetType(domain))
                if isinstance(test, Const):
                    options = s.full(domain) if test.value else s.empty(domain)
                facts.learn(test)
            draft.groups.append(OptionGroup(domain, options, resume, first, group.label))
            first += domain.size
            resumes.append((resume, group, names, facts))
        self.flow.end(nodes.Ask(number, nothing))
        self._after_choice(node, place, resumes, nothing, after)

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
