"""Lowers table cells with effects to a switch over their numbers."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed

_Cases = tuple[tuple[int, tuple[typed.Sentence, ...]], ...]


class CaseLowering:
    """Lowers switches over effects."""

    def __init__(self, flow: LoweringContext) -> None:
        self.flow, self.expressions = flow, flow.expressions

    def case_of(self, node: typed.CaseOf, place: Cursor) -> None:
        value = self.expressions.expr(node.value, place.names)
        if isinstance(value, Const):
            self.flow.sentences(dict(node.cases).get(value.value, ()), place)
        elif any(self.flow.stops(body) for _, body in node.cases):
            self._blocks(node, value, place)
        else:
            for one in self._halves(node, node.cases, value, place):
                self.flow.emit(place, one)
            place.facts.known.clear()

    def _blocks(self, node: typed.CaseOf, value: Expr, place: Cursor) -> None:
        """Emit a block per value, and a join block."""
        new = [(n, self.flow.next_block(place, node.span, f"case {n}"), body) for n, body in node.cases]
        after = self.flow.next_block(place, node.span, "after cases")
        self.flow.end(nodes.Switch(value, tuple((n, block) for n, block, _ in new), after))
        for _, block, body in new:
            self.flow.begin(block, place)
            self.flow.sentences(body, place.inside(facts=KnownFacts()))
            self.flow.end(nodes.Goto(after))
        self.flow.begin(after, place)

    def _halves(
        self, node: typed.CaseOf, cases: _Cases, value: Expr, place: Cursor
    ) -> tuple[nodes.Stmt, ...]:
        """Return a binary search over values: few tests, little nesting."""
        if not cases:
            return ()
        if len(cases) == 1:
            number, body = cases[0]
            test: Expr = nodes.Compare("==", value, Const(number, value.type))
            inner, _ = self.flow.nested(body, place.inside(facts=KnownFacts()), test)
            return (nodes.If(test, inner, (), node.span),) if inner else ()
        half = len(cases) // 2
        low = self._halves(node, cases[:half], value, place)
        high = self._halves(node, cases[half:], value, place)
        test = nodes.Compare("<", value, Const(cases[half][0], value.type))
        return (nodes.If(test, low, high, node.span),) if low or high else ()
