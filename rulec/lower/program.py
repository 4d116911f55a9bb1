"""Assembles the program: the last step of lowering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulec.base import limits
from rulec.base.source_text import SourceText, Span
from rulec.ir import nodes
from rulec.ir.control_flow import dispatched, reached, retarget
from rulec.ir.nodes import Block, Expr
from rulec.ir.program import (
    AbortableRule,
    Category,
    ChanceEvent,
    Checkpoint,
    Decision,
    Function,
    Option,
    Picture,
    Program,
)
from rulec.ir.schema import cell_bytes
from rulec.ir.simplify import contains
from rulec.ir.types import Domain, IntType
from rulec.lower.blocks.block_drafts import BlockDraft, DraftCheckpoint, DraftDecision, DraftProbe
from rulec.lower.blocks.frames import FrameAllocation, make_frames
from rulec.lower.expressions.hidden_zone_groups import hidden_zones
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.invariants import actor_of, with_always
from rulec.lower.laid_kinds import LaidKinds, with_laid_kinds
from rulec.lower.limits import with_limits
from rulec.lower.names import Names
from rulec.lower.presentation import presentation
from rulec.lower.sentences.legality_clauses import Telling
from rulec.lower.sentences.statements import StatementLowering
from rulec.lower.state_layout import Stores
from rulec.lower.tunable_fields import with_tunable
from rulec.runtime import control
from rulec.semantics import typed


def lower(game: typed.Game, telling: Telling | None = None, sources: Sequence[SourceText] = ()) -> Program:
    """Lower a game that the checker has accepted.

    `telling` collects why options are offered; `sources` are the files, for effects in words.
    """
    stores = Stores(game)
    expressions = ExpressionLowering(stores)
    flow = StatementLowering(game, stores, expressions)
    flow.telling = telling
    start = flow.run()
    scoring = _Scoring(game, stores, expressions)
    final = _skip_empty(flow.drafts, list(flow.decisions.values()), flow.probes)
    for point in flow.checkpoints.values():
        point.block, point.begins = final(point.block), final(point.begins)
    start = final(start)
    roots = {"play": start, **{rule.name: block for rule, block in flow.entries.items()}}
    ways = [(point.begins, point.block) for point in flow.checkpoints.values()]
    drafts, numbers = _prune(flow.drafts, list(flow.decisions.values()), flow.probes, start, ways)
    decisions = [_renumber(one, numbers) for one in flow.decisions.values()]
    asked = [name for point in flow.checkpoints.values() for name in _names_given(point)]
    asked += [name for one in flow.probes for name in one.parameters]
    laid = LaidKinds(drafts, decisions, flow.procedures.values(), asked)
    framed = make_frames(drafts, decisions, flow.probes, flow.local_types, set(flow.running.fields))
    if telling is not None:
        telling.finish(expressions, {one.name: one for one in framed.fields})
    depth = _call_depth(drafts, flow.probes)
    events = flow.chances.events()
    saved = _saved_bytes(framed.blocks)
    standing = stores.control.all() + _draws(events) + _stack(depth, _places_to_return_to(drafts), saved)
    length = flow.fault("length", f"the game has taken more than {game.length} decisions", game.length_span)
    lookahead = flow.fault(
        "look-ahead",
        f"more than {limits.LOOKAHEAD_NODES} decisions were tried to find the legal options",
        game.span,
    )
    deep = f"more than {limits.LOOKAHEAD_DEPTH} decisions, one behind the other, were tried"
    flow.fault("look-ahead", f"{deep} to find the legal options", game.span)
    for draft in framed.blocks:
        if isinstance(draft.end, nodes.Finish):  # nothing runs any more
            draft.body += [
                nodes.Assign(field, (), nodes.Const(0, field.type), draft.span)
                for field in flow.running.fields.values()
            ]
    owed = _owed_rules(framed.blocks)
    blocks = tuple(_block(draft, owed, framed.kept.get(n, ())) for n, draft in enumerate(framed.blocks))
    loops = tuple(
        (block, flow.fault("length", "this loops without a decision", blocks[block].span))
        for block in dispatched(blocks)
    )
    program = Program(
        name=game.name,
        title=game.title,
        file=game.file,
        players=tuple(range(game.players[0], game.players[1] + 1)),
        options=tuple(Option(stores.variable(one.variable), one.text) for one in game.options),
        configurations=game.configurations,
        seats=stores.seats,
        decides=None if game.actors is None else stores.variable(game.actors.decider),
        domains=(*stores.domains.values(), *stores.ranges.values(), *stores.bits()),
        fields=(*standing, *stores.fields, *framed.fields, *flow.running.fields.values()),
        tables=tuple(stores.tables.values()),
        functions=(*expressions.functions.values(), *flow.windows.functions, *scoring.functions),
        procedures=tuple(flow.procedures.values()),
        blocks=blocks,
        decisions=tuple(_decisions(framed)),
        events=events,
        checkpoints=tuple(_checkpoints(flow, numbers, framed)),
        categories=scoring.categories,
        tie_breaks=scoring.tie_breaks,
        scored=scoring.scored,
        stores=stores.piece_stores(),
        boards=stores.board_zones(),
        pictures=tuple(
            Picture(
                one.board.plural, stores.domain(one.board), one.option, one.value, one.signs, one.meanings
            )
            for one in game.pictures
        ),
        stocks=stores.stocks(),
        pools=stores.pools(),
        hidden=hidden_zones(game, stores),
        faults=tuple(flow.faults),
        start=numbers[start],
        call_depth=depth,
        frame_bytes=saved,
        max_decisions=game.length,
        length_fault=length,
        loop_faults=loops,
        probes=framed.probes,
        leavable=tuple(
            AbortableRule(flow.running.running(rule), numbers[final(roots[root])])
            for rule, root in flow.running.roots.items()
        ),
        duties=tuple(flow.windows.duties.values()),
        free_actions=flow.windows.free_actions(),
        lookahead_fault=lookahead,
        presentation=presentation(game, sources),
    )
    reserved = [duty for (_, _, while_), duty in flow.windows.duties.items() if while_]
    program = with_limits(with_always(program, game, stores, reserved), game, stores)
    return with_tunable(with_laid_kinds(program, laid), stores.tunable)


class _Scoring:
    """Lowers score lines and tie-breaks to functions of the player."""

    def __init__(self, game: typed.Game, stores: Stores, expressions: ExpressionLowering) -> None:
        self.stores, self.expressions = stores, expressions
        names = Names(nodes.ReadLocal("me", stores.player_type))  # the score is the players'
        parameters = (("me", stores.player_type),)
        self.functions: list[Function] = []
        categories, breaks = [], []
        for number, line in enumerate(game.score, start=1):
            name = f"score {number}"  # no name of a rules file has a blank
            self.functions.append(Function(name, parameters, expressions.expr(line.value, names), line.span))
            each = "" if line.each is None else self._of_member(f"line {number}", line.each)
            categories.append(Category(line.label, name, each))
        self.scored = "" if game.scored is None else self._is_scored(game.scored)
        for number, one in enumerate(game.ties, start=1):
            name = f"tie {number}"
            value = expressions.expr(one.value, names)
            if one.rank == "least":
                from rulec.ir.types import bounds

                have = bounds(value.type)
                zero = nodes.Const(0, IntType(0, 0))
                value = nodes.Arithmetic("-", zero, value, IntType(-have.hi, -have.lo))
            self.functions.append(Function(name, parameters, value, one.span))
            breaks.append(name)
        self.categories, self.tie_breaks = tuple(categories), tuple(breaks)

    def _of_member(self, name: str, line: typed.Definition) -> str:
        """Lower a score line to a function of its scoring member."""
        assert line.subject is not None
        assert line.body is not None
        names = Names().bind(line.subject, nodes.ReadLocal("me", self.stores.actor_type))
        return self._function(name, self.expressions.expr(line.body, names), line.span)

    def _is_scored(self, members: typed.Expr) -> str:
        inside = contains(
            self.expressions.expr(members, Names()), nodes.ReadLocal("me", self.stores.actor_type)
        )
        return self._function("scored", inside, members.span)

    def _function(self, name: str, value: Expr, span: Span) -> str:
        name = f"seat {name}"
        self.functions.append(Function(name, (("me", self.stores.actor_type),), value, span))
        return name


def _draws(events: tuple[ChanceEvent, ...]) -> tuple[nodes.Field, ...]:
    """Allocate draw counters: independent random streams for each event."""
    if not events:
        return ()
    names = Domain("chance", tuple(event.name for event in events))
    return (nodes.Field(control.DRAWS, IntType(0, 2**32 - 1), (names,), "control"),)


def _places_to_return_to(drafts: list[BlockDraft]) -> int:
    return len({draft.end.back for draft in drafts if isinstance(draft.end, nodes.Call)})


def _stack(depth: int, places: int, saved: int) -> tuple[nodes.Field, ...]:
    """Allocate the call stack; unnecessary where every rule has one call site."""
    if depth == 0:
        return ()
    levels = Domain("levels", tuple(str(n + 1) for n in range(depth)))
    fields = (
        nodes.Field(control.DEPTH, IntType(0, depth), (), "control"),
        nodes.Field(control.STACK, IntType(0, max(0, places - 1)), (levels,), "control"),
    )
    if saved == 0:
        return fields
    cells = Domain("saved bytes", tuple(str(n + 1) for n in range(saved)))
    return (
        *fields,
        nodes.Field(control.TOP, IntType(0, saved), (), "control"),
        nodes.Field(control.SAVED, IntType(0, 255), (cells,), "control"),
    )


def _saved_bytes(drafts: list[BlockDraft]) -> int:
    """Return the bytes needed for saved locals of recursive rules."""
    saves = [one for draft in drafts for one in draft.body if isinstance(one, nodes.Save)]
    if not saves:
        return 0
    largest = max(sum(cell_bytes(field)[0] for field in save.fields) for save in saves)
    return limits.NESTING * max(largest, 1)


def _skip_empty(
    drafts: list[BlockDraft], decisions: list[DraftDecision], probes: list[DraftProbe]
) -> Callable[[int], int]:
    """Thread jumps through empty blocks; return the final targets."""

    def final(block: int) -> int:
        seen = {block}
        while not drafts[block].body and isinstance(end := drafts[block].end, nodes.Goto):
            if end.target in seen or drafts[block].parameter is not None or drafts[block].solid:
                break
            block = end.target
            seen.add(block)
        return block

    backs: set[int] = set()
    for draft in drafts:
        before = draft.end
        draft.end = retarget(draft.end, final)
        if isinstance(before, nodes.Call) and isinstance(draft.end, nodes.Call):
            # Each call returns to a block of its own, which determines the called rule and the saved fields.
            if draft.end.back in backs:
                draft.end = replace(draft.end, back=before.back)
            backs.add(draft.end.back)
    for probe in probes:
        probe.block = final(probe.block)
    for asked in decisions:
        asked.groups = [replace(g, resume=final(g.resume)) for g in asked.groups]
    return final


def _prune(
    drafts: list[BlockDraft],
    decisions: list[DraftDecision],
    probes: list[DraftProbe],
    start: int,
    ways: list[tuple[int, int]],
) -> tuple[list[BlockDraft], dict[int, int]]:
    """Drop unreachable blocks, and renumber the rest in the order of the rules.

    A way in from outside is only one to where the game itself can come.
    """
    waiting = [start, *(probe.block for probe in probes)]
    found = set(waiting)
    while waiting:
        end = drafts[waiting.pop()].end
        for target in reached(end, lambda number: [group.resume for group in decisions[number].groups]):
            if target not in found:
                found.add(target)
                waiting.append(target)
        if not waiting:
            waiting = [block for begins, block in ways if begins in found and block not in found]
            found.update(waiting)
    numbers = {old: new for new, old in enumerate(sorted(found))}
    kept = [drafts[old] for old in sorted(found)]
    for draft in kept:
        draft.end = retarget(draft.end, lambda old: numbers[old])
    for probe in probes:
        probe.block = numbers[probe.block]
    return kept, numbers


def _renumber(decision: DraftDecision, numbers: dict[int, int]) -> DraftDecision:
    decision.groups = [replace(g, resume=numbers.get(g.resume, 0)) for g in decision.groups]
    return decision


def _call_depth(drafts: list[BlockDraft], probes: list[DraftProbe]) -> int:
    """Bound the call depth; recursive rules have a declared bound."""
    calls: dict[str, set[str]] = {draft.root: set() for draft in drafts}
    for draft in drafts:
        if isinstance(draft.end, nodes.Call):
            calls[draft.root].add(drafts[draft.end.target].root)
    reach = {rule: _reached_from(rule, calls) for rule in calls}
    known: dict[str, int] = {}

    def depth(rule: str) -> int:
        """Return the depth below a rule; a cycle counts all its rules, for independence of call order."""
        if rule not in known:
            circle = {one for one in reach[rule] if rule in reach[one]} or {rule}
            below = {called for one in circle for called in calls[one]} - circle
            deepest = len(circle) - 1 + max((1 + depth(one) for one in below), default=0)
            known.update((one, deepest) for one in circle)
        return known[rule]

    # A probe runs on top of the rules that already run.
    longest = depth("play") + max((1 + depth(drafts[one.block].root) for one in probes), default=0)
    return longest + limits.NESTING if any(rule in found for rule, found in reach.items()) else longest


def _reached_from(rule: str, calls: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [rule]
    while waiting:
        for one in calls[waiting.pop()] - found:
            found.add(one)
            waiting.append(one)
    return found


def _owed_rules(drafts: list[BlockDraft]) -> set[str]:
    """Return the rules that may run under an obligation."""
    found: set[str] = set()
    while True:
        more = {
            drafts[draft.end.target].root
            for draft in drafts
            if isinstance(draft.end, nodes.Call) and (draft.owed or draft.root in found)
        }
        if more <= found:
            return found
        found |= more


def _block(draft: BlockDraft, owed: set[str], kept: tuple[nodes.Field, ...]) -> Block:
    assert draft.end is not None, draft.name
    owing = draft.owed or draft.root in owed
    return Block(
        draft.name, draft.rule, tuple(draft.body), draft.end, draft.span, draft.parameter, owing, kept,
        draft.promise,
    )  # fmt: skip


def _decisions(framed: FrameAllocation) -> list[Decision]:
    found = []
    for draft, kept in zip(framed.decisions, framed.locals_of, strict=True):
        found.append(
            Decision(
                name=draft.decision.name,
                rule=draft.rule,
                citation=draft.decision.citation,
                decider=draft.decider,
                who=draft.who,
                groups=tuple(draft.groups),
                first=draft.groups[0].first,
                size=draft.groups[-1].first + draft.groups[-1].domain.size - draft.groups[0].first,
                dead_end=draft.dead_end,
                locals=kept,
                free_actions_help=draft.helps,
                has_pending_work=draft.unfinished,
                actor=actor_of(draft),
                collection=draft.collection,
                span=draft.span,
            )
        )
    return found


def _names_given(point: DraftCheckpoint) -> list[str]:
    """Return the names of the actor and of the arguments in a position made by hand."""
    return [one.name for one in (point.me, *point.given) if isinstance(one, nodes.ReadLocal)]


def _checkpoints(
    flow: StatementLowering, numbers: dict[int, int], framed: FrameAllocation
) -> list[Checkpoint]:
    """Build the entry points for positions made by hand."""
    by_name = {field.name: field for field in framed.fields}
    found = []
    for rule, point in flow.checkpoints.items():
        if point.block not in numbers:
            continue
        me = point.me
        seat = by_name.get(me.name) if isinstance(me, nodes.ReadLocal) else None
        if isinstance(me, nodes.ReadField) and not me.index:
            seat = me.field  # who acts stands in a variable of the game
        if rule.uses_me and seat is None:
            continue
        said = set(_names_given(point))
        if framed.live[numbers[point.block]] - said:
            continue  # something around it can't be known
        parameters = tuple(by_name.get(one.name) for one in point.given)
        running = tuple(flow.running.running(one) for one in point.around)
        owned = tuple(flow.running.owner(one) for one in point.around if one.uses_me)
        found.append(Checkpoint(rule.point, numbers[point.block], seat, parameters, running, owned))
    return found
