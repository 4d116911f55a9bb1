"""Rule coverage of played games: executed, unexecuted and counted rules, for `rulec sim --rules`.

An engine does not count its rules. The interpreter replays its games decision by decision and records each
executed sentence and decision by its line. The replay needs no look-ahead, because the action taken is known;
it uses look-ahead only where that determines whether a decision is asked.

Executions of a rule are counted at its beginning. A rule that begins with a decision may have no beginning of
its own, since the decision is asked again after a free action: such a rule counts as executed or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.frontend import logical_lines
from rulec.interp.block_runner import ReadyBlock, Trial
from rulec.interp.face import interpret
from rulec.interp.machine import Machine
from rulec.interp.statements import Act, Fault, Statements
from rulec.interp.value_maker import Cells, Env
from rulec.ir import nodes
from rulec.ir.program import Program
from rulec.runtime import codec
from rulec.syntax.lines.outline import Line
from rulec.syntax.patch_targets import RULES, point_of

_Place = tuple[str, int]  # file, line
_TOLD = (RULES - {"setup", "play"}) | {"whenever", "free action"}


@dataclass(frozen=True)
class Rule:
    """A declared rule with its lines."""

    name: str
    span: Span
    lines: frozenset[_Place]


class RuleCounts:
    """Rule coverage of the games of a file."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._notes = _Notes()
        self._plain = _Watched(self._program, self._notes, lookahead=False)
        self._ahead: _Watched | None = None
        self._game = interpret(self._program, lookahead=False)
        cast(Any, self._game).State._machine = self._plain
        self._behind: tuple[bytes, Cells] = (b"", [])  # the last state, and its cells
        told = set(_told(self._program))
        # A rule without a sentence of its own, or without uses, has no coverage.
        rules = _rules(logical_lines(program.source[0]))
        self.rules = tuple(one for one in rules if not told.isdisjoint(one.lines))
        beginnings = set(_beginnings(self._program))
        self.counted = frozenset(one for one in self.rules if _place(one.span) in beginnings)
        self._seen: set[_Place] = set()
        self._begun: Counter[_Place] = Counter()
        self._came: set[_Place] = set()

    def begin(self, seed: int, chance: str, configuration: dict[str, Any]) -> None:
        """Run the beginning of a game, up to the first decision."""
        self._begun, self._came = Counter(), set()
        self._notes.clear()
        self._game.State(seed=seed, chance=chance, record=False, **configuration)
        self._enter()

    def follow(self, state: bytes, action: int, after: bytes) -> None:
        """Replay an action from a saved state, up to the state that the engine reached."""
        before, end = self._cells(state), self._cells(after)
        self._behind = after, end
        now = list(before)
        self._notes.clear()
        _choose(self._plain, now, action)
        if now[self._plain.pending_at] != end[self._plain.pending_at]:
            if self._ahead is None:
                self._ahead = _Watched(self._program, self._notes)
            self._notes.clear()
            _choose(self._ahead, list(before), action)
        self._enter()

    def never(self) -> list[Rule]:
        return [one for one in self.rules if self._seen.isdisjoint(one.lines)]

    def times(self) -> dict[Rule, int]:
        """Return the executions of each rule in the current game, as 0 or 1 for rules without a count."""
        return {
            one: self._begun[_place(one.span)]
            if one in self.counted
            else int(not self._came.isdisjoint(one.lines))
            for one in self.rules
        }

    def _enter(self) -> None:
        self._seen |= self._notes.seen
        self._came |= self._notes.seen
        self._begun += self._notes.begun

    def _cells(self, state: bytes) -> Cells:
        if state == self._behind[0]:
            return self._behind[1]
        schema = self._plain.schema
        return codec.unpack(schema, codec.unseal(schema, state))


def _choose(machine: Machine, cells: Cells, action: int) -> None:
    # The same fault stopped the engine, unless its look-ahead avoided the fault.
    with suppress(Fault):
        machine.choose(cells, action)


def _rules(lines: Iterable[Line]) -> Iterator[Rule]:
    for line in lines:
        point = point_of(line)
        if point is None or point.sort not in _TOLD:
            continue
        places = {
            (span.file, span.line)
            for one in line.each()
            for span in (one.at(offset) for offset, _, _ in one.columns)
        }
        named = point.words if point.sort in RULES else f"{point.sort} {point.words}"
        yield Rule(named, line.span, frozenset(places))


def _told(program: Program) -> Iterator[_Place]:
    """Yield every line that records its execution."""
    for block in program.blocks:
        yield block.span.file, block.span.line
        yield from _lines(block.body)
    for procedure in program.procedures:
        yield from _lines(procedure.body)
    for decision in program.decisions:
        yield decision.span.file, decision.span.line


def _beginnings(program: Program) -> Iterator[_Place]:
    """Yield the beginnings of rules: blocks for rules that can stop, procedures for others."""
    yield from (_place(one.span) for one in program.blocks if _begins(one))
    yield from (_place(one.span) for one in program.procedures)


def _begins(block: nodes.Block) -> bool:
    return block.name in (block.rule, f"{block.rule} begins")


def _place(span: Span) -> _Place:
    return span.file, span.line


def _lines(body: Iterable[nodes.Stmt]) -> Iterator[_Place]:
    for one in body:
        span = getattr(one, "span", None)
        if span is not None:
            yield span.file, span.line
        for inner in ("then", "otherwise", "body"):
            yield from _lines(getattr(one, inner, ()))


# --- noting -----------------------------------------------------------------------------------------------


class _Notes:
    """The lines executed, and the rules begun, in a step of a game."""

    def __init__(self) -> None:
        self.seen: set[_Place] = set()
        self.begun: Counter[_Place] = Counter()

    def clear(self) -> None:
        self.seen, self.begun = set(), Counter()


class _Noting(Statements):
    """Statements that record their lines, except during look-ahead."""

    watched: _Watched

    def acts(self, body: tuple[nodes.Stmt, ...]) -> tuple[Act, ...]:
        return tuple(self._noting(one, act) for one, act in zip(body, super().acts(body), strict=True))

    def _noting(self, one: nodes.Stmt, act: Act) -> Act:
        span: Span | None = getattr(one, "span", None)
        if span is None:
            return act
        place, watched = _place(span), self.watched
        begun = None
        if isinstance(one, nodes.CallProcedure):
            begun = _place(self.procedures[one.procedure].span)

        def note(cells: Cells, env: Env) -> None:
            if not watched.trying:
                watched.notes.seen.add(place)
                if begun is not None:
                    watched.notes.begun[begun] += 1
            act(cells, env)

        return note


class _Watched(Machine):
    def __init__(self, program: Program, notes: _Notes, lookahead: bool = True) -> None:
        super().__init__(program, lookahead)
        self.notes, self.trying = notes, False
        self.before: nodes.Block | None = None  # the block entered before
        noting = _Noting(program, self.view, self.evaluator)
        noting.watched = self
        self.statements = noting

    def run(self, cells: Cells, number: int, chosen: int | None = None, trial: Trial | None = None) -> bool:
        outer, self.trying = self.trying, trial is not None
        if trial is None:
            self.before = None
        try:
            return super().run(cells, number, chosen, trial)
        finally:
            self.trying = outer

    def _ready(self, number: int) -> ReadyBlock:
        found = super()._ready(number)
        noted = replace(found, acts=(self._entered(self.program.blocks[number]), *found.acts))
        self.blocks[number] = noted
        return noted

    def _entered(self, block: nodes.Block) -> Act:
        place, begins = _place(block.span), _begins(block)

        def entered(cells: Cells, env: Env) -> None:
            if self.trying:
                return
            self.notes.seen.add(place)
            before, self.before = self.before, block
            # The entry of a rule and its beginning can be two consecutive blocks; count them once.
            if begins and not (before is not None and _begins(before) and _place(before.span) == place):
                self.notes.begun[place] += 1

        return entered

    def _stop(self, cells: Cells, pending: int, seat: int) -> None:
        super()._stop(cells, pending, seat)
        if not self.trying and 0 < pending <= len(self.program.decisions):
            self.notes.seen.add(_place(self.program.decisions[pending - 1].span))
