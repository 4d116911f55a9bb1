"""Frame allocation: which locals outlive a block, and their fields in the state.

A name that is read in a block other than the one that gives it its value becomes a field of the state.
Where the game stops, fields that nothing can read any more are set back, so that two positions which
play on alike are equal to the last byte.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rulec.base.fast_dataclass import dataclass
from rulec.ir import nodes
from rulec.ir.control_flow import reached
from rulec.ir.list_lengths import greatest_lengths
from rulec.ir.nodes import Const, Expr, Field
from rulec.ir.program import Probe
from rulec.ir.types import IntType, ListType, Type
from rulec.ir.walk import locals_read, parts, rewrite
from rulec.lower.blocks.block_drafts import BlockDraft, DraftDecision, DraftProbe


@dataclass
class FrameAllocation:
    """The result: blocks and decisions in which every name is a field or block-local."""

    kept: dict[int, tuple[Field, ...]]  # by block that ends in a call or in chance

    blocks: list[BlockDraft]
    decisions: list[DraftDecision]
    fields: list[Field]
    locals_of: list[tuple[Field, ...]]  # per decision
    probes: tuple[Probe, ...]
    live: list[set[str]]  # names that are read behind the beginning of each block


def _expressions_of(decision: DraftDecision) -> list[Expr]:
    told = [one for one in (decision.helps, decision.unfinished) if one is not None]
    return [decision.who, *told, *(group.options for group in decision.groups)]


class Liveness:
    """Liveness of names at block entry."""

    def __init__(
        self, drafts: list[BlockDraft], decisions: list[DraftDecision], probes: list[DraftProbe]
    ) -> None:
        self.drafts, self.decisions, self.probes = drafts, decisions, probes
        self.live: list[set[str]] = [set() for _ in drafts]
        # What each statement and expression reads itself, and tries out: each is looked at many times.
        self.names: dict[int, tuple[Any, frozenset[str], tuple[int, ...]]] = {}
        self.saved: set[str] = set()  # fields that the current block pushes
        changed = True
        while changed:
            changed = False
            for number in reversed(range(len(drafts))):
                found = self._live_at(drafts[number])
                if found != self.live[number]:
                    self.live[number] = found
                    changed = True

    def successors(self, draft: BlockDraft) -> list[int]:
        return reached(draft.end, lambda number: [group.resume for group in self.decisions[number].groups])

    def after(self, draft: BlockDraft) -> set[str]:
        """Return the names live behind the block's last statement."""
        live: set[str] = set(draft.gives) if isinstance(draft.end, nodes.Return) else set()
        for successor in self.successors(draft):
            live |= self.live[successor]
        if isinstance(draft.end, nodes.Call):
            live = self.live[draft.end.target] | self.behind(draft)
        if isinstance(draft.end, nodes.Branch):
            live |= self.read(draft.end.condition)
        if isinstance(draft.end, nodes.Switch):
            live |= self.read(draft.end.value)
        if isinstance(draft.end, nodes.Unwind):
            live |= self.read(draft.end.depth)
        if isinstance(draft.end, nodes.Ask):
            for value in _expressions_of(self.decisions[draft.end.decision]):
                live |= self.read(value)
        if isinstance(draft.end, nodes.Chance):
            live |= self.by_chance(draft.end)
        return live

    def by_chance(self, end: nodes.Chance) -> set[str]:
        viewer = () if end.viewer is None else self.read(end.viewer)
        return {*self.read(end.members), *(self.read(end.weight) - {end.var}), *viewer}

    def behind(self, draft: BlockDraft) -> set[str]:
        """Return the names live across a block's call."""
        assert isinstance(draft.end, nodes.Call)
        return self.live[draft.end.back] - set(draft.gives)

    def read(self, node: Any) -> frozenset[str]:
        """Return the names that a statement or expression reads, probed blocks included."""
        known = self.names.get(id(node))
        if known is None:
            tried = tuple(part.probe for part in parts(node) if type(part) is nodes.Can)
            known = self.names[id(node)] = node, frozenset(locals_read(node)), tried
        _, found, probes = known
        return found.union(*map(self.tried, probes))

    def tried(self, probe: int) -> set[str]:
        one = self.probes[probe]
        return self.live[one.block] - set(one.parameters)

    def _live_at(self, draft: BlockDraft) -> set[str]:
        live = self.after(draft)
        self.saved = self.behind(draft) if isinstance(draft.end, nodes.Call) else set()
        for statement in reversed(draft.body):
            live = self._before(statement, live)
        if draft.parameter is not None:
            live.discard(draft.parameter[0])
        return live

    def _before(self, statement: nodes.Stmt, live: set[str]) -> set[str]:
        if isinstance(statement, nodes.Save):
            return live | self.saved
        if isinstance(statement, nodes.SetLocal):
            return (live - {statement.name}) | self.read(statement.value)
        if isinstance(statement, nodes.If):
            then, otherwise = set(live), set(live)
            for one in reversed(statement.then):
                then = self._before(one, then)
            for one in reversed(statement.otherwise):
                otherwise = self._before(one, otherwise)
            return then | otherwise | self.read(statement.condition)
        if isinstance(statement, nodes.ForEach):
            inner = set(live)
            for _ in range(2):  # what one round leaves is read by the next
                for one in reversed(statement.body):
                    inner = self._before(one, inner)
                inner |= live
            return (inner - {statement.var}) | self.read(statement.value)
        return live | self.read(statement)


def make_frames(
    drafts: list[BlockDraft],
    decisions: list[DraftDecision],
    probes: list[DraftProbe],
    types: dict[str, Type],
    taken: set[str],
) -> FrameAllocation:
    """Allocate frames. `taken` are other names of a rule's variables: it may have a `let owner`, too."""
    liveness = Liveness(drafts, decisions, probes)
    crossing: set[str] = set()
    for number, draft in enumerate(drafts):
        crossing |= liveness.live[number]
        if isinstance(draft.end, nodes.Ask):
            crossing |= {
                name
                for value in _expressions_of(decisions[draft.end.decision])
                for name in liveness.read(value)
            }
        if isinstance(draft.end, nodes.Chance):
            crossing |= liveness.by_chance(draft.end)
    roots = _roots(drafts, decisions, crossing)
    lengths = greatest_lengths(
        (one.body for one in drafts), (name for one in probes for name in one.parameters)
    )
    fields = {
        name: Field(
            f"{name}~0" if name in taken else name,
            _kept(types[name]),
            role="frame",
            least=_least(types[name]),
            most=_most(types[name], lengths.get(name)),
        )
        for name in sorted(crossing, key=_order(drafts, decisions))
    }
    framing = _Framing(fields, roots, liveness)
    for draft in drafts:
        framing.block(draft)
    locals_of: list[tuple[Field, ...]] = []
    for number, decision in enumerate(decisions):
        asks = [d for d in drafts if isinstance(d.end, nodes.Ask) and d.end.decision == number]
        kept = {name for ask in asks for name in framing.kept[id(ask)]}
        locals_of.append(tuple(field for name, field in fields.items() if name in kept))
        decision.who = framing.expr(decision.who)
        if decision.actor is not None:
            decision.actor = framing.expr(decision.actor)
        if decision.helps is not None:
            decision.helps = framing.expr(decision.helps)
        if decision.unfinished is not None:
            decision.unfinished = framing.expr(decision.unfinished)
        decision.groups = [replace(g, options=framing.expr(g.options)) for g in decision.groups]
    calls = {
        number: tuple(fields[name] for name in fields if name in framing.kept[id(draft)])
        for number, draft in enumerate(drafts)
        if isinstance(draft.end, nodes.Call | nodes.Chance)
    }
    tried = tuple(Probe(p.block, tuple(fields.get(n) for n in p.parameters), p.span) for p in probes)
    return FrameAllocation(calls, drafts, decisions, list(fields.values()), locals_of, tried, liveness.live)


def _kept(type_: Type) -> Type:
    """Widen a number's type to include 0, to which dead fields are reset."""
    return IntType(min(type_.lo, 0), max(type_.hi, 0)) if isinstance(type_, IntType) else type_


def _order(drafts: list[BlockDraft], decisions: list[DraftDecision]) -> Any:
    """Order names as in the rules."""
    order: dict[str, int] = {}
    for draft in drafts:
        if draft.parameter is not None:
            order.setdefault(draft.parameter[0], len(order))
        for statement in draft.body:
            for part in parts(statement):
                if isinstance(part, nodes.SetLocal):
                    order.setdefault(part.name, len(order))
    return lambda name: (order.get(name, len(order)), name)


def _least(type_: Type) -> int:
    return max(0, type_.lo) if isinstance(type_, IntType) else 0


def _most(type_: Type, length: int | None) -> int:
    """Return the most entries of a list; 0 if nothing less than its room is known."""
    known = isinstance(type_, ListType) and length is not None and length < type_.room
    return max(1, length or 0) if known else 0


def _roots(drafts: list[BlockDraft], decisions: list[DraftDecision], names: set[str]) -> dict[str, str]:
    """Map each name to the rule that owns its frame."""
    roots: dict[str, str] = {}
    for draft in drafts:
        values: list[Any] = [*draft.body]
        if isinstance(draft.end, nodes.Branch):
            values.append(draft.end.condition)
        if isinstance(draft.end, nodes.Switch):
            values.append(draft.end.value)
        if isinstance(draft.end, nodes.Unwind):
            values.append(draft.end.depth)
        if isinstance(draft.end, nodes.Ask):
            values += _expressions_of(decisions[draft.end.decision])
        if isinstance(draft.end, nodes.Chance):
            values += [draft.end.members, draft.end.weight, draft.end.viewer]
            values = [value for value in values if value is not None]
        read = {name for value in values for name in locals_read(value)}
        for name in read & names:
            roots.setdefault(name, draft.root)
    # A parameter of a rule belongs to the rule that reads it, not to the one that gives it.
    return roots


class _Framing:
    def __init__(self, fields: dict[str, Field], roots: dict[str, str], liveness: Liveness) -> None:
        self.fields, self.roots, self.liveness = fields, roots, liveness
        self.kept: dict[int, set[str]] = {}

    def expr(self, value: Any) -> Any:
        def change(part: Any) -> Any:
            if isinstance(part, nodes.ReadLocal) and part.name in self.fields:
                return nodes.ReadField(self.fields[part.name], ())
            if isinstance(part, nodes.SetLocal) and part.name in self.fields:
                return nodes.Assign(self.fields[part.name], (), part.value, part.span)
            return part

        return rewrite(value, change)

    def block(self, draft: BlockDraft) -> None:
        body = [self._statement(statement, draft) for statement in draft.body]
        if draft.parameter is not None and draft.parameter[0] in self.fields:
            name, type_ = draft.parameter
            draft.parameter = (f"{name}.chosen", type_)
            value = nodes.ReadLocal(f"{name}.chosen", type_)
            body.insert(0, nodes.Assign(self.fields[name], (), value, draft.span))
        draft.body = body + self._clear(draft)
        if isinstance(draft.end, nodes.Branch):
            condition = cast(Expr, self.expr(draft.end.condition))
            draft.end = nodes.Branch(condition, draft.end.then, draft.end.otherwise)
        if isinstance(draft.end, nodes.Switch):
            draft.end = replace(draft.end, value=cast(Expr, self.expr(draft.end.value)))
        if isinstance(draft.end, nodes.Chance):
            members, weight = self.expr(draft.end.members), self.expr(draft.end.weight)
            viewer = None if draft.end.viewer is None else self.expr(draft.end.viewer)
            draft.end = replace(draft.end, members=members, weight=weight, viewer=viewer)
        if isinstance(draft.end, nodes.Unwind):
            draft.end = nodes.Unwind(cast(Expr, self.expr(draft.end.depth)), draft.end.target)

    def _statement(self, statement: nodes.Stmt, draft: BlockDraft) -> nodes.Stmt:
        if isinstance(statement, nodes.Save):
            assert isinstance(draft.end, nodes.Call)
            kept = self.liveness.behind(draft)
            fields = tuple(field for name, field in self.fields.items() if name in kept)
            return nodes.Save((*fields, *statement.fields), statement.fault, statement.span)
        return cast(nodes.Stmt, self.expr(statement))

    def _reached(self, root: str) -> set[str]:
        """Return the rules that a rule may call, transitively."""
        drafts = self.liveness.drafts
        found: set[str] = set()
        waiting = [root]
        while waiting:
            one = waiting.pop()
            for draft in drafts:
                if draft.root == one and isinstance(draft.end, nodes.Call):
                    called = drafts[draft.end.target].root
                    if called not in found:
                        found.add(called)
                        waiting.append(called)
        return found

    def _clear(self, draft: BlockDraft) -> list[nodes.Stmt]:
        """Reset dead fields before each suspension."""
        if isinstance(draft.end, nodes.Finish):
            dead = set(self.fields)
        elif isinstance(draft.end, nodes.Unwind):
            kept = self.liveness.after(draft)
            over = self._reached(self.liveness.drafts[draft.end.target].root)
            dead = {name for name in self.fields if self.roots.get(name) in over} - kept
        elif isinstance(draft.end, nodes.Ask | nodes.Call | nodes.Return | nodes.Chance):
            kept = self.liveness.after(draft)
            if isinstance(draft.end, nodes.Call):
                kept = self.liveness.behind(draft)
            self.kept[id(draft)] = kept & set(self.fields)
            given = set(self.liveness.live[draft.end.target]) if isinstance(draft.end, nodes.Call) else set()
            if any(isinstance(one, nodes.Save) for one in draft.body):
                kept = set()  # the stack restores pushed fields
            dead = {name for name in self.fields if self.roots.get(name) == draft.root} - kept - given
        else:
            return []
        return [
            nodes.Assign(field, (), Const(0, field.type), draft.span)
            for name, field in self.fields.items()
            if name in dead
        ]
