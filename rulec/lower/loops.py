"""`each` and `repeat` to blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import Domain, ElemType, IntType, SetType, bounds
from rulec.lower import simplify as s
from rulec.lower.drafts import Place
from rulec.lower.expressions import Names
from rulec.lower.facts import Facts
from rulec.lower.writing import ONE, ZERO
from rulec.semantics import typed

if TYPE_CHECKING:
    from rulec.lower.flow import FlowLowering


class LoopLowering:
    """Part of the lowering of sentences."""

    def __init__(self, flow: FlowLowering) -> None:
        self.flow = flow
        self.stores, self.expressions = flow.stores, flow.expressions

    def each(self, node: typed.Each, place: Place) -> None:
        value = self.expressions.expr(node.value, place.names)
        assert isinstance(value.type, SetType)
        member = self.flow.local(place, node.var)
        names = place.names.bind(node.var, member)
        if node.acting:
            names = Names(member, names.locals)
        if not self.flow.stops(node.body):
            inner = place.inside(names=names, out=[], facts=Facts())
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
        """The number of members, where the loop goes over all of a sort in order."""
        if not isinstance(node, typed.All) or not isinstance(value.type, SetType):
            return None
        if value.type.domain is self.stores.seats:
            return self.stores.number_of_seats()
        size = value.type.domain.size
        return Const(size, IntType(size, size))

    def _each_counted(
        self, node: typed.Each, place: Place, member: nodes.ReadLocal, domain: Domain, size: Expr
    ) -> None:
        """Counting up needs less to be remembered than a set of those still to come."""
        self.flow.emit(place, nodes.SetLocal(member.name, Const(0, member.type), node.span))
        body = self.flow.next_block(place, node.span, "each")
        again = self.flow.next_block(place, node.span, "next")
        after = self.flow.next_block(place, node.span, "after each")
        self.flow.end(nodes.Goto(body))
        self.flow.begin(body, place)
        self.flow.sentences(node.body, place)
        following = nodes.Arithmetic("+", member, ONE, IntType(1, domain.size))
        self.flow.end(nodes.Branch(nodes.Compare("<", following, size), again, after))
        self.flow.begin(again, place)
        self.flow.emit(place, nodes.SetLocal(member.name, following, node.span))
        self.flow.end(nodes.Goto(body))
        self.flow.begin(after, place)

    def _each_of_set(self, node: typed.Each, place: Place, member: nodes.ReadLocal, value: Expr) -> None:
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
        first = nodes.Pick("first", rest, ElemType(value.type.domain, True))
        self.flow.emit(place, nodes.SetLocal(member.name, first, node.span))
        shrunk = nodes.SetOp("-", rest, nodes.Single(member, value.type), value.type)
        self.flow.emit(place, nodes.SetLocal(rest.name, shrunk, node.span))
        self.flow.sentences(node.body, place)
        self.flow.end(nodes.Goto(head))
        self.flow.begin(after, place)

    def repeat(self, node: typed.Repeat, place: Place) -> None:
        counter: nodes.ReadLocal | None = None
        if node.times is not None:
            times = self.expressions.expr(node.times, place.names)
            type_ = IntType(min(0, bounds(times.type).lo), max(0, bounds(times.type).hi))
            counter = self.flow.read(self.expressions.fresh(f"{place.rule}.times"), type_)
            self.flow.emit(place, nodes.SetLocal(counter.name, times, node.span))
        head = self.flow.next_block(place, node.span, "repeat")
        body = self.flow.next_block(place, node.span, "again")
        after = self.flow.next_block(place, node.span, "after repeat")
        self.flow.end(nodes.Goto(head))
        self.flow.begin(head, place)
        if node.until is not None:
            self.flow.end(nodes.Branch(self.expressions.expr(node.until, place.names), after, body))
        elif counter is not None:
            self.flow.end(nodes.Branch(nodes.Compare(">", counter, ZERO), body, after))
        else:
            self.flow.end(nodes.Goto(body))
        self.flow.begin(body, place)
        if counter is not None:
            down = bounds(counter.type)
            less = nodes.Arithmetic("-", counter, ONE, IntType(down.lo - 1, down.hi - 1))
            self.flow.emit(place, nodes.SetLocal(counter.name, less, node.span))
        self.flow.sentences(node.body, place)
        self.flow.end(nodes.Goto(head))
        if node.until is None and counter is None:
            self.flow.current = None  # only the end of the game leads out of here
        else:
            self.flow.begin(after, place)
