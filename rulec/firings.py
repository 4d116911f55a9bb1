"""Which rules are carried out when a game is played, and which never: `rulec sim --rules`.

An engine keeps no account of its rules. Its games are carried out once more on the interpreter, decision by
decision, and every sentence and question that is come by is noted by its line. Nothing is looked ahead for:
what was taken is known. Only where a look-ahead decides whether anybody is asked, the game is followed with
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from rulec.compiler import to_program
from rulec.frontend import Checked, outline_of
from rulec.interp.evaluate import Cells, Env
from rulec.interp.face import interpret
from rulec.interp.machine import Machine, ReadyBlock
from rulec.interp.search import Trial
from rulec.interp.statements import Act, Fault, Statements
from rulec.ir import nodes
from rulec.ir.program import Program
from rulec.records import dataclass
from rulec.runtime import codec
from rulec.source import Span
from rulec.syntax.outline import Line
from rulec.syntax.points import RULES, point_of

_Place = tuple[str, int]  # file, line
_BY_THEMSELVES = frozenset({"setup", "play"})


@dataclass(frozen=True)
class Rule:
    """A rule as the file declares it, and its lines."""

    name: str
    span: Span
    lines: frozenset[_Place]


class Firings:
    """What has been carried out of games of one file."""

    def __init__(self, checked: Checked) -> None:
        self._program = to_program(checked)
        self._seen: set[_Place] = set()
        self._plain = _Watched(self._program, self._seen, lookahead=False)
        self._ahead: _Watched | None = None
        self._game = interpret(self._program, lookahead=False)
        cast(Any, self._game).State._machine = self._plain
        told = set(_told(self._program))
        # Of a rule without a sentence of its own, or that nothing uses, nothing can be said.
        rules = _rules(outline_of(checked.source))
        self.rules = tuple(one for one in rules if not told.isdisjoint(one.lines))

    def begin(self, seed: int, chance: str, configuration: dict[str, Any]) -> None:
        """The beginning of a game, up to the first decision."""
        self._game.State(seed=seed, chance=chance, record=False, **configuration)

    def follow(self, state: bytes, action: int, after: bytes) -> None:
        """What was taken in a saved state, and the state that the engine came to."""
        before, end = self._cells(state), self._cells(after)
        now = list(before)
        _choose(self._plain, now, action)
        if now[self._plain.pending_at] != end[self._plain.pending_at]:
            if self._ahead is None:
                self._ahead = _Watched(self._program, self._seen)
            _choose(self._ahead, before, action)

    def never(self) -> list[Rule]:
        return [one for one in self.rules if self._seen.isdisjoint(one.lines)]

    def _cells(self, state: bytes) -> Cells:
        schema = self._plain.schema
        return codec.unpack(schema, codec.unseal(schema, state))


def _choose(machine: Machine, cells: Cells, action: int) -> None:
    # The engine stopped there, too, or the look-ahead of the game would have kept it from this.
    with suppress(Fault):
        machine.choose(cells, action)


def _rules(lines: Iterable[Line]) -> Iterator[Rule]:
    for line in lines:
        point = point_of(line)
        if point is None or point.sort not in RULES or point.sort in _BY_THEMSELVES:
            continue
        places = {
            (span.file, span.line)
            for one in line.each()
            for span in (one.at(offset) for offset, _, _ in one.columns)
        }
        yield Rule(point.words, line.span, frozenset(places))


def _told(program: Program) -> Iterator[_Place]:
    """Every line that something is noted of when it is carried out."""
    for block in program.blocks:
        yield block.span.file, block.span.line
        yield from _lines(block.body)
    for procedure in program.procedures:
        yield from _lines(procedure.body)
    for decision in program.decisions:
        yield decision.span.file, decision.span.line


def _lines(body: Iterable[nodes.Stmt]) -> Iterator[_Place]:
    for one in body:
        span = getattr(one, "span", None)
        if span is not None:
            yield span.file, span.line
        for inner in ("then", "otherwise", "body"):
            yield from _lines(getattr(one, inner, ()))


# --- noting -----------------------------------------------------------------------------------------------


class _Noting(Statements):
    """Sentences that note their lines, except while something is only tried."""

    watched: _Watched

    def acts(self, body: tuple[nodes.Stmt, ...]) -> tuple[Act, ...]:
        return tuple(
            self._noting(getattr(one, "span", None), act)
            for one, act in zip(body, super().acts(body), strict=True)
        )

    def _noting(self, span: Span | None, act: Act) -> Act:
        if span is None:
            return act
        place, watched = (span.file, span.line), self.watched

        def note(cells: Cells, env: Env) -> None:
            if not watched.trying:
                watched.seen.add(place)
            act(cells, env)

        return note


class _Watched(Machine):
    def __init__(self, program: Program, seen: set[_Place], lookahead: bool = True) -> None:
        super().__init__(program, lookahead)
        self.seen, self.trying = seen, False
        noting = _Noting(program, self.view, self.evaluator)
        noting.watched = self
        self.statements = noting

    def run(self, cells: Cells, number: int, chosen: int | None = None, trial: Trial | None = None) -> bool:
        outer, self.trying = self.trying, trial is not None
        try:
            return super().run(cells, number, chosen, trial)
        finally:
            self.trying = outer

    def _ready(self, number: int) -> ReadyBlock:
        span = self.program.blocks[number].span
        found = super()._ready(number)
        noted = replace(found, acts=(self._entered((span.file, span.line)), *found.acts))
        self.blocks[number] = noted
        return noted

    def _entered(self, place: _Place) -> Act:
        def entered(cells: Cells, env: Env) -> None:
            if not self.trying:
                self.seen.add(place)

        return entered

    def _stop(self, cells: Cells, pending: int, seat: int) -> None:
        super()._stop(cells, pending, seat)
        if not self.trying and 0 < pending <= len(self.program.decisions):
            span = self.program.decisions[pending - 1].span
            self.seen.add((span.file, span.line))
