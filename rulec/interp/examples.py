"""Runs the examples of a rules file on a game of either back end.

The game carries out what is decided, works out what is offered, and scores; what `given` changes and what
`then` asks is worked out here on the bytes of its states, which both back ends lay out alike.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, assert_never, cast

from rulec.base.diagnostics import did_you_mean
from rulec.base.example_labels import Label, Offered, Over, Play
from rulec.base.source_text import Span
from rulec.errors import RulecError
from rulec.interp.machine import Machine
from rulec.interp.statements import Fault
from rulec.ir import examples as ir
from rulec.ir.nodes import Expr
from rulec.ir.reports.expression_printer import constant
from rulec.ir.types import ElemType, SetType, Type
from rulec.runtime import hidden, piece_conservation
from rulec.runtime.errors import RulesError
from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.positions import setup
from rulec.runtime.setup_outcomes import finish_set_up, outcome_at, places
from rulec.runtime.state import StateFace

SEEDS = (0, 1, 2)  # an example in which something is drawn must hold with each of them
_SHOWN = 12
_MEANT = 3  # labels with the same option


@dataclass(frozen=True)
class Failure:
    """A mismatch between an example and the game. `what` is one line; the rest is optional detail."""

    line: int
    what: str
    expected: str = ""
    found: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Outcome:
    title: str
    line: int
    citations: tuple[str, ...]
    failures: tuple[Failure, ...]

    @property
    def ok(self) -> bool:
        return not self.failures


class _Stop(Exception):
    """The rest of this example cannot run."""

    def __init__(self, failure: Failure | None) -> None:
        super().__init__("" if failure is None else failure.what)
        self.failure = failure


class ExampleRunner:
    """The examples of one file, executable on games of any back end.

    `hint_of` returns the hint for an error of the rules that stops an example.
    """

    def __init__(
        self, examples: ir.Examples, hint_of: Callable[[RulesError], str] = lambda fault: fault.hint
    ) -> None:
        self.examples = examples.examples
        self.hint_of = hint_of
        self.machine = Machine(examples.program)
        self._openings: dict[Any, tuple[StateFace, int]] = {}

    def run(self, game: Any, only: str = "") -> Iterator[Outcome]:
        """Run the examples in order; with `only` those with this text in their title, case ignored."""
        for example in self.examples:
            if only.casefold() in example.title.casefold():
                yield self.run_one(game, example)

    def run_one(self, game: Any, example: ir.Example, seeds: tuple[int, ...] = SEEDS) -> Outcome:
        failures: tuple[Failure, ...] = ()
        for seed in seeds:
            one = _Run(self, game, example, seed)
            failures = one.run()
            if failures and seed != SEEDS[0]:
                hint = "something is drawn at random here; fix it with `play`, under the name of the draw"
                failures = tuple(
                    Failure(f.line, f.what, f.expected, f.found, f.hint or hint) for f in failures
                )
            if failures or not one.drawn:
                break
        return Outcome(example.title, example.span.line, example.citations, failures)

    def position(self, game: Any, title: str) -> StateFace:
        """Return the position that an example leads to; named by its title or by a unique part of it."""
        named = [one for one in self.examples if title.casefold() in one.title.casefold()]
        exact = [one for one in named if one.title == title]
        if len(exact or named) != 1:
            what = "no example has" if not named else f"{len(named)} examples have"
            hint = (
                did_you_mean(title, [one.title for one in self.examples]) if not named else "say more of it"
            )
            raise RulecError(f"{what} `{title}` in the title", hint)
        run = _Run(self, game, (exact or named)[0], SEEDS[0])
        failures = run.run()
        if run.state is None or failures:
            why = failures[0].what if failures else "it leads to no position"
            raise RulecError(f'the example "{(exact or named)[0].title}" fails: {why}')
        return run.state

    def opening(self, game: Any, example: ir.Example, seed: int) -> tuple[StateFace, int]:
        """Set up a game with the given chance outcomes; return it and the number of draws for that.

        Examples at a checkpoint begin with the same few games: each is set up once.
        """
        key = (game, example.players, frozenset(dict(example.options).items()), seed)
        if key not in self._openings:
            drawn, next_place = 0, places(seed)

            def place() -> float:
                nonlocal drawn
                drawn += 1
                return next_place()

            state = fresh(game, example, seed)
            finish_set_up(state, place)
            self._openings[key] = state, drawn
        state, drawn = self._openings[key]
        return state.clone(), drawn


def fresh(game: Any, example: ir.Example, seed: int) -> StateFace:
    """Create the game of an example before any draw or decision."""
    explicit = getattr(game, "MAX_CHANCE_OUTCOMES", 0) > 0
    chance = "explicit" if explicit else "sampled"
    make = cast(Callable[..., StateFace], game.State)
    return make(example.players, seed, chance=chance, record=False, **dict(example.options))


class _Run:
    """One run of an example with one seed."""

    def __init__(self, runner: ExampleRunner, game: Any, example: ir.Example, seed: int) -> None:
        self.runner, self.game, self.example, self.seed = runner, game, example, seed
        self.machine = runner.machine
        self.state: StateFace | None = None
        self.waiting: list[ir.Given] = []
        self.at: ir.At | None = None
        self.drawn, self.next_place = 0, places(seed)  # events that the example does not fix
        self.filled: set[piece_conservation.Zone] = (
            set()
        )  # zones of which `given` has said all that lies there
        self.failures: list[Failure] = []
        self.last = ""  # the decision that was made last
        self.passed: list[str] = []  # what could come of the chance on the way to this decision
        self.refused: set[str] = set()  # labels that were expected here, and are not offered

    def run(self) -> tuple[Failure, ...]:
        """Return the mismatches; first of all, labels that no decision has."""
        labels = [
            one for line in self.example.lines if isinstance(line, Play | Offered) for one in line.labels
        ]
        unknown = unknown_labels(self.game, labels)
        if unknown:
            return unknown
        try:
            for line in self.example.lines:
                self._line(line)
            self._arrive(self.example.span)
        except _Stop as stop:
            self.failures += [] if stop.failure is None else [stop.failure]
        return tuple(self.failures)

    def _line(self, line: ir.Line) -> None:
        match line:
            case ir.At():
                self.at = line
            case ir.Given():
                self.waiting.append(line)
            case Play(labels):
                for label in labels:
                    self._play(self._arrive(label.span), label)
            case Offered(labels, negated, span):
                state = self._arrive(span)
                self._draw(state, lambda: True, span)
                for label in labels:
                    self._offered(state, label, negated)
            case Over(negated, span):
                state = self._arrive(span)
                self._draw(state, lambda: True, span)
                if state.is_terminal() == negated:
                    self.failures.append(self._not_so(state, span))
            case ir.Then(conditions, span):
                state = self._arrive(span)
                self._draw(state, lambda: True, span)
                cells = state._cells()
                for condition in conditions:
                    self._condition(condition, cells)
            case _ as other:
                assert_never(other)

    # --- positions ------------------------------------------------------------------------------------

    def _arrive(self, span: Span) -> StateFace:
        """Apply the `given` and `at` lines since the last decision, and return the state."""
        place = self.at.span if self.at is not None else self.waiting[-1].span if self.waiting else span
        with self._told(place):
            if self.state is None and self.at is not None:
                self.state, drawn = self.runner.opening(self.game, self.example, self.seed)
                for _ in range(drawn):
                    self.place()
            elif self.state is None:
                self.state = fresh(self.game, self.example, self.seed)
            elif self.at is not None:
                finish_set_up(self.state, self.place)
            if self.waiting or self.at is not None:
                cells = self.state._cells()
                if self.at is not None:
                    setup.fall_back(self.state._face.view, cells)
                for given in self.waiting:
                    self._change(given, cells)
                at = None if self.at is None else self._checkpoint(self.at, cells)
                self.state = self.state._with_cells(cells, at)
        self.waiting, self.at = [], None
        return self.state

    def _change(self, given: ir.Given, cells: list[int]) -> None:
        kept: dict[str, int] = {}  # what one part works out for the next ones
        try:
            for part in given.parts:
                if isinstance(part, ir.Contents):
                    self._put(part, cells)
                    continue
                for act in self.machine.statements.acts(part):
                    act(cells, kept)
        except Fault as fault:
            message = self.machine.program.faults[fault.number].message
            raise _Stop(Failure(given.span.line, f"this position can't be: {message}")) from None

    def _put(self, one: ir.Contents, cells: list[int]) -> None:
        """Place pieces into a zone; its previous contents go home."""
        wanted: dict[int, int] = {}
        for kind, number in one.counts:
            member = self._value(kind, cells)
            wanted[member] = wanted.get(member, 0) + self._value(number, cells)
        if one.kinds is not None:
            value = self._value(one.kinds, cells)
            if isinstance(one.kinds.type, SetType):
                wanted = {kind: 1 for kind in range(value.bit_length()) if (value >> kind) & 1}
            elif value >= 0:
                wanted = {value: 1}
        index = [self._value(part, cells) for part in one.index]
        assert self.state is not None
        piece_conservation.put_contents(
            self.state._face.view, cells, one.field.name, index, wanted, self.filled
        )
        hidden.forget_what_is_gone(self.state._face.view, cells)

    def _checkpoint(self, at: ir.At, cells: list[int]) -> str:
        """Return the checkpoint as `State.setup` takes it, e.g. `turn of 2`."""
        words = [at.checkpoint]
        for value in at.arguments:
            words += ["with", constant(self._value(value, cells), value.type)]
        if at.player is not None:
            words += ["of", constant(self._value(at.player, cells), at.player.type)]
        return " ".join(words)

    @contextmanager
    def _told(self, span: Span) -> Iterator[None]:
        """Turn errors of the game into failures of the example at this line."""
        try:
            yield
        except RulesError as error:
            message = f"the rules stop the game: {error.message}"
            raise _Stop(Failure(span.line, message, hint=self.runner.hint_of(error))) from None
        except ValueError as error:
            raise _Stop(Failure(span.line, str(error))) from None

    # --- decisions ------------------------------------------------------------------------------------

    def _play(self, state: StateFace, label: Label) -> None:
        self._draw(state, lambda: label.text not in self._options(state), label.span)
        options = self._options(state)
        if label.text not in options:
            if label.text in self.refused:  # told where it was expected to be offered
                raise _Stop(None)
            raise _Stop(self._not_offered(state, label, options))
        self.refused.clear()
        self.last = label.text.partition(": ")[0]
        with self._told(label.span):
            state.play(label.text)

    def _options(self, state: StateFace) -> list[str]:
        return [state.action_to_string(one) for one in state.legal_actions()]

    def place(self) -> float:
        self.drawn += 1
        return self.next_place()

    def _draw(self, state: StateFace, wanted: Callable[[], bool], span: Span) -> None:
        """Draw the chance events that the example leaves open."""
        self.passed = []
        while state.current_player() == CHANCE_PLAYER and wanted():
            self.passed += self._options(state)
            with self._told(span):
                state.apply_action(outcome_at(state.chance_outcomes(), self.place()))

    def _offered(self, state: StateFace, label: Label, negated: bool) -> None:
        options = self._options(state)
        if label.text not in options and not negated:
            self.refused.add(label.text)
            self.failures.append(self._not_offered(state, label, options))
        elif label.text in options and negated:
            found = shown_options(options)
            self.failures.append(Failure(label.span.line, f'"{label.text}" is offered', found=found))

    def _not_offered(self, state: StateFace, label: Label, options: list[str]) -> Failure:
        decision = label.text.partition(": ")[0]
        could = [one for one in dict.fromkeys(self.passed) if one.partition(": ")[0] == decision]
        if could:
            what = f'"{label.text}" can\'t come here'
            if lies := whereabouts(state.to_dict(), label.text.partition(": ")[2]):
                what += f": {lies}"
            return Failure(label.span.line, what, found=shown_options(could))
        what = f'"{label.text}" is not offered'
        if state.is_terminal():
            what += ": the game is over"
        elif options and all(one.partition(": ")[0] != decision for one in options):
            what += f": `{decision}` is not asked here"
            if decision == self.last:
                what += ", for it has ended by itself: nothing is left to choose"
            return Failure(label.span.line, what, found=shown_options(options), hint=_before(state, options))
        return Failure(label.span.line, what, found=shown_options(options))

    def _not_so(self, state: StateFace, span: Span) -> Failure:
        if state.is_terminal():
            return Failure(span.line, "the game is over")
        what = f"the game is not over: `{state.decision()}` is asked"
        who = "" if state.current_player() < 0 else f" of p{state.current_player() + 1}"
        hint = f"the game goes on with `{state.decision()}`{who}; a rule ends it with `end the game`"
        return Failure(span.line, what, found=shown_options(self._options(state)), hint=hint)

    # --- conditions -----------------------------------------------------------------------------------

    def _value(self, node: Expr, cells: list[int]) -> int:
        return self.machine._eval(node, cells, {})

    def _condition(self, one: ir.Condition, cells: list[int]) -> None:
        if self._value(one.test, cells):
            return
        found = ""
        if one.value is not None:
            found = f"{one.value_text} is {shown(self._value(one.value, cells), one.value.type)}"
        self.failures.append(Failure(one.span.line, "this does not hold", one.text, found, self._asked()))

    def _asked(self) -> str:
        """Return a note that the expectation may follow the pending answer; empty without an answer."""
        assert self.state is not None
        if not self.last or self.state.is_terminal():
            return ""
        return f"`{self.state.decision()}` is pending here; its effects have not happened yet"


def _before(state: StateFace, options: list[str]) -> str:
    """Return a hint at the pending decision, whose answer has to come first."""
    who = "" if state.current_player() < 0 else f" of p{state.current_player() + 1}"
    return f'`{state.decision()}` is asked{who} instead; answer it first, as in `play "{options[0]}"`'


def unknown_labels(game: Any, labels: list[Label]) -> tuple[Failure, ...]:
    """Return a failure for each label that no decision of a game has."""
    known = [row.label for row in (*game.action_table(), *game.chance_table())]
    every = set(known)
    wrong = {one.text: one for one in labels[::-1] if one.text not in every}
    found = []
    for label in sorted(wrong.values(), key=lambda one: (one.span.line, one.span.column)):
        alone = [one for one in known if one.partition(": ")[2] == label.text]
        close = alone[:_MEANT] or difflib.get_close_matches(label.text[:200], known, n=1)
        meant = " or ".join(f'"{one}"' for one in close)
        hint = f"did you mean {meant}?" if close else "a label is a decision and one of its options"
        found.append(Failure(label.span.line, f'there is no option "{label.text}"', hint=hint))
    return tuple(found)


def shown(value: int, type_: Type) -> str:
    """Format a value in the words of examples, with players as `p1`, `p2` ..."""
    text = constant(value, type_)
    if isinstance(type_, ElemType) and type_.domain.name == "players" and value >= 0:
        return f"p{text}"
    return text


def whereabouts(position: dict[str, Any], name: str) -> str:
    """Describe where a piece of this kind lies: `king lies in p2's hand`; empty if nowhere."""
    owners = {"players": "p{}"}
    places = []

    def walk(value: Any, path: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            if value.get(name) and type(value[name]) is int:  # so many of each kind
                places.append(path)
            for key, below in value.items():
                walk(below, (*path, str(key)))
        elif isinstance(value, list) and any(one == name for one in value):
            places.append(path)

    for key, value in position.items():
        if key not in _NOT_PLACES:
            walk(value, (key,))
    told = []
    for first, *rest in places:
        if len(rest) > 1:  # a zone of an owner: the kind, the zone, the owner
            owner = owners.get(first, "{}").format(rest[1])
            told.append(f"{owner}'s {rest[0]}")
        else:
            told.append(first if not rest or rest[0] in _PARTS else f"{rest[0]} of {first}")
    return f"{name} lies in {' and in '.join(dict.fromkeys(told))}" if told else ""


_NOT_PLACES: Final = frozenset({"game", "rules", "seats", "options", "chance", "rng", "decisions", "pending"})
_PARTS: Final = frozenset({"top", "middle", "bottom"})


def shown_options(options: list[str]) -> str:
    more = f" and {len(options) - _SHOWN} more" if len(options) > _SHOWN else ""
    return ", ".join(f'"{one}"' for one in options[:_SHOWN]) + more
