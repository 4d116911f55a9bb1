"""Lowers loops whose progress is a single variable or name."""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import ElemType, IntType, SetType, bounds
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.sentences.checkpoints import Entering
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.semantics import typed


class CountLowering:
    """Lowers counting loops."""

    def __init__(self, flow: LoweringContext, entering: Entering) -> None:
        self.flow = flow
        self.entering = entering
        self.stores, self.expressions = flow.stores, flow.expressions

    def count(self, node: typed.CountedLoop, place: Cursor) -> None:
        low = self.expressions.expr(node.low, place.names)
        inner = place.inside()
        if isinstance(node.target, typed.Variable):
            now: Expr = nodes.ReadField(self.stores.variable(node.target), ())
        else:
            now = self.flow.local(place, node.target)
            inner.names = place.names.bind(node.target, now)
        begins, again, after = (
            self.flow.next_block(place, node.span, name) for name in ("counts", "next", "after counting")
        )
        body = self.flow.next_block(place, node.span, "each")
        if node.high is None:
            self._members(node, inner, low, now, (begins, body, again, after))
        else:
            self._numbers(node, inner, low, now, (begins, body, again, after))
        self.flow.begin(after, place)
        place.facts.known.clear()

    def _numbers(
        self, node: typed.CountedLoop, place: Cursor, low: Expr, now: Expr, blocks: tuple[int, int, int, int]
    ) -> None:
        begins, body, again, after = blocks
        assert node.high is not None
        high = self.expressions.expr(node.high, place.names)
        self.flow.end(nodes.Branch(nodes.Compare("<=", low, high), begins, after))
        self.flow.begin(begins, place)
        self._put(node, place, now, low)
        self._round(node, place, body, now, (low, high))
        high = self.expressions.expr(node.high, place.names)
        self.flow.end(nodes.Branch(nodes.Compare("<", now, high), again, after))
        self.flow.begin(again, place)
        span = bounds(now.type)
        self._put(node, place, now, nodes.Arithmetic("+", now, s.ONE, IntType(span.lo + 1, span.hi + 1)))
        self.flow.end(nodes.Goto(body))

    def _members(
        self,
        node: typed.CountedLoop,
        place: Cursor,
        value: Expr,
        now: Expr,
        blocks: tuple[int, int, int, int],
    ) -> None:
        begins, body, again, after = blocks
        assert isinstance(value.type, SetType)
        domain = value.type.domain
        self.flow.end(nodes.Branch(s.some(value), begins, after))
        self.flow.begin(begins, place)
        first = nodes.Pick("first", value, ElemType(domain, True))
        self._put(node, place, now, first)
        self._round(node, place, body, now)
        member = s.surely(now, ElemType(domain))
        later = Const((1 << domain.size) - 1, value.type)
        done = s.lookup(self.stores.members_before(domain), (member,))
        rest: Expr = nodes.SetOp("&", self.expressions.expr(node.low, place.names), later, value.type)
        rest = nodes.SetOp("-", rest, done, value.type)
        rest = nodes.SetOp("-", rest, nodes.Single(member, value.type), value.type)
        self.flow.end(nodes.Branch(s.some(rest), again, after))
        self.flow.begin(again, place)
        self._put(node, place, now, nodes.Pick("first", rest, ElemType(domain, True)))
        self.flow.end(nodes.Goto(body))

    def _round(
        self,
        node: typed.CountedLoop,
        place: Cursor,
        body: int,
        now: Expr,
        ends: tuple[Expr, Expr] | None = None,
    ) -> None:
        self.flow.end(nodes.Goto(body))
        self.flow.begin(body, place)
        entering = self.entering
        steps = [entering.counted(now, *ends)] if isinstance(now, nodes.ReadLocal) and ends else []
        with entering.inside(*steps):  # how far a variable has come says the position
            self.flow.sentences(node.body, place)

    def _put(self, node: typed.CountedLoop, place: Cursor, now: Expr, value: Expr) -> None:
        if isinstance(now, nodes.ReadLocal):
            self.flow.emit(place, nodes.SetLocal(now.name, value, node.span))
            return
        assert isinstance(now, nodes.ReadField)
        place.facts.forget(now.field)
        assert isinstance(node.target, typed.Variable)
        value = self.flow.fitting(value, node.target.type, node.target.name, place, node.span)
        self.flow.emit(place, nodes.Assign(now.field, (), value, node.span))
