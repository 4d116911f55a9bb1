"""The block builder: statements, block ends, checks, and names for locals."""

from __future__ import annotations

from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import Fault
from rulec.ir.types import IntType, Type, bounds
from rulec.ir.walk import locals_read, parts
from rulec.lower.blocks.block_drafts import BlockDraft, Cursor
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.expressions import lists
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.state_layout import Stores
from rulec.semantics import typed
from rulec.semantics import types as t

# Rules called here are complete by themselves: no later part of the game makes one of their options illegal.
SCHEDULES = ("play", "setup")


class BlockBuilder:
    """Emission services shared by all parts of sentence lowering."""

    def __init__(self, stores: Stores, expressions: ExpressionLowering) -> None:
        self.stores, self.expressions = stores, expressions
        self.drafts: list[BlockDraft] = []
        self.faults: list[Fault] = []
        self.local_types: dict[str, Type] = {}
        self.current: BlockDraft | None = None

    def new(
        self, name: str, rule: str, root: str, span: Span, parameter: tuple[str, Type] | None = None
    ) -> int:
        self.drafts.append(BlockDraft(name, rule, root, span, parameter=parameter, owed=self.owing()))
        return len(self.drafts) - 1

    def owing(self) -> bool:
        """Whether an obligation may be open at the point of emission."""
        return False

    def no_facts(self) -> KnownFacts:
        return KnownFacts()

    def next_block(self, place: Cursor, span: Span, what: str) -> int:
        return self.new(f"{place.rule} {what}", place.rule, place.root, span)

    def end(self, end: nodes.End) -> None:
        if self.current is not None:
            self.current.end = end
            self.current = None

    def finish(self) -> None:
        self.end(nodes.Finish())

    def begin(self, block: int, place: Cursor) -> None:
        self.current = self.drafts[block]
        place.facts.known.clear()

    def cut(self, place: Cursor, span: Span) -> None:
        """Emit a commit point: no option is refused because of later code."""
        back = self.next_block(place, span, "is over")
        self.end(nodes.Cut(back))
        self.begin(back, place)

    def emit(self, place: Cursor, statement: nodes.Stmt) -> None:
        if place.out is not None:
            place.out.append(statement)
        elif self.current is not None:
            self.current.body.append(statement)

    def fault(self, kind: str, message: str, span: Span, promised: bool = False) -> int:
        one = Fault(kind, message, span, promised)  # type: ignore[arg-type]
        if one not in self.faults:
            self.faults.append(one)
        return self.faults.index(one)

    def require(self, place: Cursor, test: Expr, kind: str, message: str, span: Span) -> None:
        """Emit a check, unless it is known to hold."""
        if not place.facts.proves(test):
            self.emit(place, nodes.Require(test, self.fault(kind, message, span), span))
            place.facts.learn(test)

    def local_type(self, local: t.Local) -> Type:
        if isinstance(local.type, t.NumberType) and not local.settable and local.type.hi - local.type.lo == 0:
            return IntType(local.type.lo, local.type.hi)
        return self.expressions.type(local.type)

    def read(self, name: str, type_: Type) -> nodes.ReadLocal:
        self.local_types[name] = type_
        return nodes.ReadLocal(name, type_)

    def local(self, place: Cursor, local: t.Local) -> nodes.ReadLocal:
        """Return a unique name for a local of the rules."""
        name = f"{place.rule}.{local.name}"
        if name in self.local_types or name in self.stores.names:
            name = self.expressions.fresh(name)
        return self.read(name, self.local_type(local))

    def update_outer_copies(self, place: Cursor, local: t.Local, span: Span) -> None:
        """Copy a reassigned local to its outer locals, and forget the facts about these."""
        outer = local.outer
        while outer is not None:
            read = place.names.locals.get(outer)
            if isinstance(read, nodes.ReadLocal):
                self.forget_local(place, read.name)
                self.emit(place, nodes.SetLocal(read.name, place.names.locals[local], span))
            outer = outer.outer

    def in_range(self, node: typed.Expr, wanted: t.Type, name: str, place: Cursor, span: Span) -> Expr:
        """Return the value, with a range check unless it always fits."""
        value = self.expressions.expr(node, place.names)
        if isinstance(wanted, t.ListType):
            fits = lists.too_long(value, node, wanted)
            if fits is not None:
                message = f"`{name}` gets more than {wanted.entries} entries"
                self.require(place, fits, "range", message, span)
        return self.fitting(value, wanted, name, place, span)

    def fitting(self, value: Expr, wanted: t.Type, name: str, place: Cursor, span: Span) -> Expr:
        """Return the value, with a range check unless it always fits."""
        if isinstance(wanted, t.NumberType):
            have = bounds(value.type)
            message = f"`{name}` leaves its range {wanted.lo} to {wanted.hi}"
            if have.lo < wanted.lo:
                low = Const(wanted.lo, IntType(wanted.lo, wanted.lo))
                self.require(place, nodes.Compare(">=", value, low), "range", message, span)
            if have.hi > wanted.hi:
                high = Const(wanted.hi, IntType(wanted.hi, wanted.hi))
                self.require(place, nodes.Compare("<=", value, high), "range", message, span)
        return value

    def forget_changes(self, statements: tuple[nodes.Stmt, ...], place: Cursor) -> None:
        for statement in statements:
            for part in parts(statement):
                if isinstance(part, nodes.Assign):
                    place.facts.forget(part.field)
                elif isinstance(part, nodes.SetLocal):
                    self.forget_local(place, part.name)
                elif isinstance(part, nodes.CallProcedure):
                    place.facts.known.clear()

    def forget_local(self, place: Cursor, name: str) -> None:
        place.facts.known = {fact for fact in place.facts.known if name not in locals_read(fact)}
