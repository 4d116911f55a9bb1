"""Entry blocks for turns and phases, for positions made by hand.

A hand-made position lacks the names of the enclosing rules: the remaining members of a loop, the remaining
rounds. Entry blocks derive them from the position. A loop continues at the known member (the acting player
or an argument of the checkpoint), else in the first round in which the conditions around the checkpoint hold,
else in its first round. A checkpoint that needs any other name, such as an earlier choice, has no entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const, Expr
from rulec.ir.types import ElemType, IntType, ListType, SetType, bounds, members_of
from rulec.ir.walk import locals_read
from rulec.lower.blocks.block_drafts import Cursor, DraftCheckpoint
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.expressions.lists import first_and_rest
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.lower.sentences.rule_lifetimes import RunningRules
from rulec.semantics import typed

Known = Mapping[str, Expr]  # names around a checkpoint whose value is said by it
# A step is given the block that goes on where a condition does not hold, and gives the one for steps behind
# it; none where conditions are not looked at.
Step = Callable[[Cursor, Known, int | None], int | None]


class Entering:
    """Builds the entry blocks of checkpoints."""

    def __init__(self, flow: LoweringContext, running: RunningRules) -> None:
        self.flow = flow
        self.running = running
        self.around: list[Step] = []  # enclosing steps, outermost first
        self.conditions: set[Step] = set()
        # For rules with several callers: the test whether an earlier caller fits the checkpoint.
        self.fits: dict[typed.Rule, Expr] = {}

    @contextmanager
    def inside(self, *steps: Step) -> Iterator[None]:
        """Register steps that lead into a body, while it is lowered."""
        before = len(self.around)
        self.around += steps
        yield
        del self.around[before:]

    @contextmanager
    def elsewhere(self) -> Iterator[None]:
        """Lower a called rule without the steps of its caller."""
        before, self.around = self.around, []
        yield
        self.around = before

    def checkpoint(self, node: typed.CallRule, values: list[Expr], inner: Cursor) -> None:
        """Add a checkpoint for positions made by hand, with its actor and arguments."""
        rule = node.rule
        if inner.root != "play":
            return  # it would not be known where the rule around it was called
        entry = self.flow.next_block(inner, rule.span, "begins")
        self.flow.end(nodes.Goto(entry))
        reads = [inner.names.locals[one] for one in rule.parameters]
        pairs = zip(values, reads, strict=True)
        known = {value.name: read for value, read in pairs if isinstance(value, nodes.ReadLocal)}
        me = inner.names.me
        if isinstance(me, nodes.ReadLocal):
            known[me.name] = me
        block = self._ways(entry, inner, known)
        given = tuple(read for read in reads if isinstance(read, nodes.ReadLocal))
        self.flow.checkpoints[rule] = DraftCheckpoint(block, me, given, tuple(self.running.around), entry)
        self.flow.begin(entry, inner)

    def called(self, node: typed.CallRule, values: list[Expr], place: Cursor, call: nodes.Call) -> None:
        """Add a checkpoint within a rule of several callers: it returns to the first caller that fits."""
        rule, flow = node.rule, self.flow
        if not rule.point or place.root != "play" or (rule.uses_me and place.names.me is None):
            return
        given = [flow.read(f"{rule.name}.{one.name}", flow.local_type(one)) for one in rule.parameters]
        pairs = list(zip(values, given, strict=True))
        me = None
        if rule.uses_me and place.names.me is not None:
            me = flow.read(f"{rule.name}.me", flow.stores.actor_type)
            pairs.append((place.names.me, me))
        known = {value.name: read for value, read in pairs if isinstance(value, nodes.ReadLocal)}
        fits: Expr = s.TRUE
        for value, read in pairs:
            if isinstance(value, Const):
                fits = s.both(fits, nodes.Compare("==", read, value))
        entry = flow.next_block(place, rule.span, f"calls {rule.name}")
        flow.begin(entry, place)
        for one in self.running.around:
            flow.emit(place, nodes.Assign(self.running.running(one), (), s.ONE, rule.span))
            if one.uses_me and me is not None:
                flow.emit(place, nodes.Assign(self.running.owner(one), (), me, rule.span))
        flow.end(call)
        block = self._ways(entry, place, known)
        before = flow.checkpoints.get(rule)
        if before is not None:
            other = flow.new(f"{rule.name} from outside", rule.name, place.root, flow.game.span)
            flow.begin(other, place)
            flow.end(nodes.Branch(self.fits[rule], before.block, block))
            block, fits = other, s.either(self.fits[rule], fits)
        self.fits[rule] = fits
        flow.checkpoints[rule] = DraftCheckpoint(block, me, tuple(given), (), flow.entries[rule])

    def _ways(self, entry: int, inner: Cursor, known: Known) -> int:
        if not self.around:
            return entry
        block = self._way(entry, inner, known, None)
        if any(step in self.conditions for step in self.around):
            block = self._way(entry, inner, known, block)
        return block

    def _way(self, entry: int, inner: Cursor, known: Known, otherwise: int | None) -> int:
        """Emit the blocks that enter a body from outside."""
        place = inner.inside(facts=KnownFacts())
        block = self.flow.next_block(place, self.flow.game.span, "from outside")
        self.flow.begin(block, place)
        for step in self.around:
            otherwise = step(place, known, otherwise)
        self.flow.end(nodes.Goto(entry))
        return block

    # --- what leads to the inside of a sentence -----------------------------------------------------------

    def where(self, condition: Expr) -> tuple[Step, ...]:
        """Restore a condition of the body; only names can be chosen to satisfy it."""
        if not locals_read(condition):
            return ()

        def step(place: Cursor, known: Known, otherwise: int | None) -> int | None:
            if otherwise is not None:
                holds = self.flow.next_block(place, self.flow.game.span, "holds")
                self.flow.end(nodes.Branch(condition, holds, otherwise))
                self.flow.begin(holds, place)
            return otherwise

        self.conditions.add(step)
        return (step,)

    def at(self, name: nodes.ReadLocal, otherwise: Expr) -> Step:
        """Bind a name to its known value, or to a default."""

        def step(place: Cursor, known: Known, retry: int | None) -> int | None:
            self._set(place, name, known.get(name.name, otherwise))
            return retry

        return step

    def counted(self, name: nodes.ReadLocal, first: Expr, last: Expr) -> Step:
        """Enter a counting loop."""

        def step(place: Cursor, known: Known, otherwise: int | None) -> int | None:
            self._set(place, name, known.get(name.name, first))
            if name.name in known:
                return otherwise
            most = max(bounds(name.type).hi, bounds(last.type).hi)
            following = nodes.Arithmetic("+", name, s.ONE, IntType(bounds(name.type).lo + 1, most + 1))
            left = nodes.Compare("<", name, last)
            return self._rounds(place, otherwise, left, lambda: self._set(place, name, following))

        return step

    def in_rest(
        self, member: nodes.ReadLocal, rest: nodes.ReadLocal, value: Expr, own_order: bool = False
    ) -> Step:
        """Enter a loop over a remaining set or list: later members, or all others."""
        assert isinstance(value.type, SetType)
        type_ = value.type

        def next_one(place: Cursor) -> None:
            self._set(place, member, self._first(rest))
            self._set(place, rest, self._others(rest, member))

        def step(place: Cursor, known: Known, otherwise: int | None) -> int | None:
            self._set(place, rest, value)
            if member.name not in known:
                if otherwise is None:
                    next_one(place)
                return self._rounds(place, otherwise, s.some(rest), lambda: next_one(place), begun=False)
            self._set(place, member, known[member.name])
            if isinstance(type_, ListType):
                self._behind(place, rest, member)
                return otherwise
            if not own_order:
                before = s.lookup(self.flow.stores.members_before(type_.domain), (member,))
                self._set(place, rest, nodes.SetOp("-", rest, before, type_))
            self._set(place, rest, self._others(rest, member))
            return otherwise

        return step

    def in_round(
        self, rounds: Expr, left: list[nodes.ReadLocal], kept: list[tuple[nodes.ReadLocal, Expr]]
    ) -> Step:
        """Enter counted rounds; the first name counts, beside constants."""

        def count(place: Cursor, whole: Expr) -> None:
            have = bounds(whole.type)
            fewer = nodes.Arithmetic("-", whole, s.ONE, IntType(have.lo - 1, have.hi - 1))
            most = IntType(max(0, have.lo - 1), max(0, have.hi - 1))
            self._set(place, left[0], nodes.Arithmetic("max", fewer, s.ZERO, most))
            for name in left[1:]:
                self._set(place, name, left[0])

        def step(place: Cursor, known: Known, otherwise: int | None) -> int | None:
            for name, value in kept:
                self._set(place, name, value)
            count(place, rounds)
            more = nodes.Compare(">", left[0], s.ZERO)
            return self._rounds(place, otherwise, more, lambda: count(place, left[0]))

        return step

    # --- writing ------------------------------------------------------------------------------------------

    def _rounds(
        self,
        place: Cursor,
        otherwise: int | None,
        more: Expr,
        go_on: Callable[[], None],
        begun: bool = True,
    ) -> int | None:
        """Emit the block that begins the next round, and the test for another one."""
        if otherwise is None:
            return None
        names = ("here", "next round", "goes on")
        here, following, goes_on = (self.flow.next_block(place, self.flow.game.span, name) for name in names)
        self.flow.end(nodes.Goto(here if begun else following))
        self.flow.begin(following, place)
        self.flow.end(nodes.Branch(more, goes_on, otherwise))
        self.flow.begin(goes_on, place)
        go_on()
        self.flow.end(nodes.Goto(here))
        self.flow.begin(here, place)
        return following

    def _others(self, rest: nodes.ReadLocal, member: nodes.ReadLocal) -> Expr:
        assert isinstance(rest.type, SetType)
        if isinstance(rest.type, ListType):
            return first_and_rest(rest)[1]
        return nodes.SetOp("-", rest, nodes.Single(member, rest.type), rest.type)

    def _set(self, place: Cursor, name: nodes.ReadLocal, value: Expr) -> None:
        if value != name:
            self.flow.emit(place, nodes.SetLocal(name.name, value, self.flow.game.span))

    def _first(self, rest: nodes.ReadLocal) -> Expr:
        """Return the first member; without one, a harmless value."""
        assert isinstance(rest.type, SetType)
        member = ElemType(members_of(rest.type))
        first = nodes.Pick("first", rest, member)
        return nodes.IfElse(s.some(rest), first, Const(0, member), member)

    def _behind(self, place: Cursor, rest: nodes.ReadLocal, member: nodes.ReadLocal) -> None:
        """Drop the entries of a list up to this member."""
        names = ("looks for it", "not yet", "found")
        head, more, after = (self.flow.next_block(place, self.flow.game.span, name) for name in names)
        domain = members_of(rest.type)
        self.flow.end(nodes.Goto(head))
        self.flow.begin(head, place)
        self.flow.end(nodes.Branch(s.some(rest), more, after))
        self.flow.begin(more, place)
        first, others = first_and_rest(rest)
        looked_at = self.flow.read(self.flow.expressions.fresh("looked at"), ElemType(domain))
        self._set(place, looked_at, first)
        self._set(place, rest, others)
        self.flow.end(nodes.Branch(nodes.Compare("==", looked_at, member), after, head))
        self.flow.begin(after, place)
