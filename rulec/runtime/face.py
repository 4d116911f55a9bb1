"""Game-level API shared by engine and interpreter: names, labels, messages, ranking.

A `Face` is created once per game from its schema. The hot paths (options, apply, clone, playouts) belong to
the back ends; everything else callable by users is implemented here once.
"""

from __future__ import annotations

import difflib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn, SupportsIndex

import msgspec

from rulec.runtime import knowledge
from rulec.runtime.description import ActionRow, Description, describe
from rulec.runtime.errors import IllegalAction, RulecError, RulesError
from rulec.runtime.named_queries import QueryReader
from rulec.runtime.numbers import whole
from rulec.runtime.observation import observation_tables
from rulec.runtime.observation.compact import Compact
from rulec.runtime.options import chosen, configuration
from rulec.runtime.parameters import ParameterKind, Parameters
from rulec.runtime.schema import ChanceInfo, DecisionInfo, FrameInvariant, OfferableInfo, Schema
from rulec.runtime.value_text import written
from rulec.runtime.values import Values
from rulec.runtime.view import View
from rulec.runtime.wording import Wording

_ORDERS = {
    "set": "; a set is asked for one member after the other, in the order of their ids",
    "bag": "; a bag is asked for one piece after the other, in the order of their ids",
}

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4
NO_PLAYER = -3  # invalid player in OpenSpiel


class DecisionKind(NamedTuple):
    """Metadata of a `choose` statement, for tools."""

    name: str
    citation: str
    who: str
    first: int
    size: int
    searched: bool = False  # legality needs a search


class OptionKind(NamedTuple):
    """Metadata of an option fixed before set-up."""

    default: Any
    values: tuple[Any, ...]
    text: str


class BoardKind(NamedTuple):
    """Board with at most one piece per space: path in dictionaries, spaces, pieces."""

    name: str
    spaces: tuple[str, ...]
    pieces: tuple[str, ...]


class Playouts(NamedTuple):
    """Results of n random games as NumPy arrays; `choices` is None if not counted."""

    scores: Any
    winners: Any
    decisions: Any
    choices: Any


def _kinds(schema: Schema) -> Iterator[DecisionKind]:
    """Yield the decisions by distinct name; the ids of equally named choice points are contiguous."""
    for name in dict.fromkeys(one.name for one in schema.decisions):
        places = [one for one in schema.decisions if one.name == name]
        first = min(one.first for one in places)
        cited = dict.fromkeys(text for one in places for text in one.citation.split(", ") if text)
        who = " or ".join(dict.fromkeys(one.who for one in places))
        size = max(one.first + one.size for one in places) - first
        searched = any(one.searched for one in places)
        yield DecisionKind(name, ", ".join(cited), who, first, size, searched)


def _marked_seats(schema: Schema) -> Iterator[tuple[str, int]]:
    """Yield aliases of labels that choose players: `target: p2` for `target: 2`."""
    for one in schema.decisions:
        for group in one.groups:
            if group.players:
                for index, seat in enumerate(group.labels):
                    yield f"{one.name}: p{seat}", group.first + index


def _secrets(schema: Schema) -> Iterator[bool]:
    """Yield, per option group and chance event, whether its outcome is hidden from some player."""
    yield from (group.secret for one in schema.decisions for group in one.groups)
    yield from (one.secret for one in schema.chances)


def is_compact(form: object) -> bool:
    """Check whether the form is `compact`; raise a ValueError unless it is `wide` or `compact`."""
    if form not in ("wide", "compact"):
        raise ValueError(f"observations are 'wide' or 'compact', not {form!r}")
    return form == "compact"


class Face:
    def __init__(
        self,
        schema: Schema,
        pickled: Callable[[bytes], tuple[Any, ...]],
        open_queries: Callable[[], QueryReader],
        rules_file: Callable[[], str] = str,
        offerable: Callable[[], OfferableInfo] | None = None,
        frame_invariants: Callable[[], Sequence[FrameInvariant]] = tuple,
    ) -> None:
        self.schema = schema
        self._offers = offerable  # where the schema does not say it
        self.rules_file = rules_file  # path of the rules, or empty
        self.pickled = pickled  # unpickling function and its arguments
        self.view = View(schema, frame_invariants)
        self.values = Values(self.view, open_queries)
        self.layout = knowledge.layout(schema)
        self.observed = sum(part.size for part in self.layout)
        self.rows: list[ActionRow] = []
        groups = {group.first: (one.name, group) for one in schema.decisions for group in one.groups}
        for first, (name, group) in sorted(groups.items()):
            for index, option in enumerate(group.labels):
                row = ActionRow(first + index, name, option, f"{name}: {option}", group.kind)
                self.rows.append(row)
        self.by_label = {row.label: row.id for row in self.rows}
        self.by_seat = dict(_marked_seats(schema))
        self.outcomes: list[ActionRow] = []  # ids separate from actions
        for event in schema.events:
            for index, option in enumerate(event.labels):
                self.outcomes.append(
                    ActionRow(event.first + index, event.name, option, f"{event.name}: {option}")
                )
        self.outcome_by_label = {row.label: row.id for row in self.outcomes}
        self._parameters: Parameters | None = None
        self._compact: dict[tuple[int, ...], Compact] = {}
        self.dealt: dict[tuple[int, ...], list[int]] = {}  # configuration -> cells before the first draw

    def parameters(self, changed: Callable[[], object]) -> Parameters:
        """The numbers with which games begin; `changed` is called when they are set."""

        def begin_with() -> None:
            self.dealt.clear()
            changed()

        self._parameters = Parameters(self.view, begin_with)
        return self._parameters

    def parameter_values(self) -> dict[str, int]:
        """Current parameters of new games."""
        return {} if self._parameters is None else self._parameters.values()

    # --- module level ---------------------------------------------------------------------------------

    def constants(self) -> dict[str, Any]:
        """Module attributes that describe the game."""
        schema = self.schema
        return {
            "TITLE": schema.title,
            "NAME": schema.name,
            "PLAYERS": schema.players,
            "SEATS": schema.actors or schema.seats,
            "OPTIONS": {one.name: OptionKind(one.default, one.values, one.text) for one in schema.options},
            "CONFIGURATIONS": tuple(configuration(schema, one) for one in schema.configurations),
            "DECISIONS": tuple(_kinds(schema)),
            "BOARDS": tuple(
                BoardKind(b.name, b.spaces, tuple(piece for piece, _ in b.pieces)) for b in schema.boards
            ),
            "NUM_ACTIONS": schema.num_actions,
            "MAX_DECISIONS": schema.max_decisions,
            "MAX_CHANCE_OUTCOMES": len(self.outcomes),
            "SCORE_CATEGORIES": schema.categories,
            "COOPERATIVE": schema.cooperative,
            "OBSERVATION_LAYOUT": self.layout,
            "PERFECT_INFORMATION": not any(_secrets(schema)),
            "PARAMETERS": {
                one.name: ParameterKind(one.value, one.lo, one.hi) for one in schema.tunable_numbers
            },
            "RULES_HASH": schema.rules_hash,
            "LAYOUT_HASH": schema.layout_hash,
        }

    @cached_property
    def observing(self) -> bytes:
        """Tensor-encoding table for the engine."""
        return observation_tables.table(self.view)

    @cached_property
    def description(self) -> Description:
        """Declarations that tools need to display a position."""
        return describe(self.view, tuple(self.rows), self.wording)

    def compact(self, chosen: tuple[int, ...]) -> Compact:
        """Compact observation of a configuration (cached)."""
        if chosen not in self._compact:
            self._compact[chosen] = Compact(self.view, chosen)
        return self._compact[chosen]

    @property
    def common_schema(self) -> Schema:
        """Schema without results that engines carry and the interpreter computes on demand."""
        unset = msgspec.UNSET
        return msgspec.structs.replace(self.schema, offerable=unset, frame_invariants=unset)

    @cached_property
    def _offerable(self) -> OfferableInfo:
        known = self.schema.offerable
        if isinstance(known, OfferableInfo):
            return known
        if self._offers is not None:
            return self._offers()
        configurations = len(self.schema.configurations)
        return OfferableInfo((((0, self.schema.num_actions),),), (0,) * configurations)

    def offerable(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Action ids that may be offered in a configuration, ascending."""
        return self._offerable.ids(self.schema.configurations.index(chosen))

    def action_table(self) -> tuple[ActionRow, ...]:
        return tuple(self.rows)

    def chance_table(self) -> tuple[ActionRow, ...]:
        """Table of chance outcomes by id: event, outcome, label."""
        return tuple(self.outcomes)

    # --- chance ---------------------------------------------------------------------------------------

    def chance(self, pending: int) -> ChanceInfo | None:
        """Pending chance node, or None if a player decides."""
        number = pending - 1 - len(self.schema.decisions)
        return self.schema.chances[number] if number >= 0 else None

    def rows_of(self, pending: int) -> list[ActionRow]:
        """Pending rows: action rows, or outcome rows at a chance node."""
        return self.rows if self.chance(pending) is None else self.outcomes

    # --- a new game -----------------------------------------------------------------------------------

    def chosen(self, players: SupportsIndex | None, chance: str, options: dict[str, Any]) -> tuple[int, ...]:
        """Validate and return the configuration: number of players, option values."""
        if chance not in ("sampled", "explicit"):
            raise ValueError(f"chance is 'sampled' or 'explicit', not {chance!r}")
        return chosen(self.schema, players, options)

    def seed(self, seed: SupportsIndex) -> int:
        number = whole(seed)
        if number is None:
            raise ValueError(f"a seed is a whole number, not {written(seed)}")
        if not 0 <= number < 1 << 64:
            raise ValueError(f"a seed lies between 0 and 2**64 - 1, not at {seed}")
        return number

    # --- labels ---------------------------------------------------------------------------------------

    def label(self, action: object, rows: list[ActionRow]) -> str:
        """Label of an action id, or of an outcome id if `rows` are the outcomes."""
        number = whole(action)
        if number is None or not 0 <= number < len(rows):
            what = "action" if rows is self.rows else "chance outcome"
            ids = f"; ids are 0 to {len(rows) - 1}" if rows else ""
            raise ValueError(f"{self.schema.name} has no {what} {written(action)}{ids}")
        return rows[number].label

    @cached_property
    def wording(self) -> Wording:
        return Wording(self.schema)

    def text(self, action: object, rows: list[ActionRow]) -> str:
        """Display text of an action or outcome id."""
        self.label(action, rows)
        number = whole(action)
        assert number is not None
        return self.wording.action(number) if rows is self.rows else self.wording.outcome(number)

    def describe(self, name: str) -> str:
        """Describe a name of the rules file for players, one line per meaning."""
        if not isinstance(name, str):
            raise ValueError(f"a name is text, not {type(name).__name__}")
        lines = self.wording.described(name)
        if not lines:
            close = difflib.get_close_matches(name[:200], self.wording.describable(), n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"{self.schema.name} has nothing called {name[:200]!r}{hint}")
        return "\n".join(lines)

    def action(self, text: str, legal: Sequence[int], pending: int) -> int:
        """Action id of a legal label; raise an error that suggests alternatives otherwise."""
        if not isinstance(text, str):
            raise ValueError(f"a label is text, not {type(text).__name__}")
        known, others = self.by_label, self.outcome_by_label
        if self.chance(pending) is not None:
            known, others = others, known
        action = known.get(text.strip())
        if action is None and known is self.by_label:
            action = self.by_seat.get(text.strip())
        if action is None and text.strip() in others:
            self.misplaced(text.strip(), legal, pending)
        if action is None:
            close = difflib.get_close_matches(text[:200], [*known, *others], n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"{self.schema.name} has no action {text[:200]!r}{hint}")
        if action not in legal:
            self.illegal(action, legal, pending)
        return action

    def misplaced(self, text: str, legal: Sequence[int], pending: int) -> NoReturn:
        """Raise the error for a chance label at a player's decision, or vice versa."""
        if pending == 0:
            raise IllegalAction("the game is over; there is nothing to decide")
        where = self._where(legal, pending)
        what = "no chance outcome" if self.chance(pending) is not None else "a chance outcome"
        raise IllegalAction(f"{text!r} is {what}, but {where}")

    def _where(self, legal: Sequence[int], pending: int) -> str:
        """Describe the pending decision and its first options."""
        rows, event = self.rows_of(pending), self.chance(pending)
        shown = ", ".join(repr(rows[one].option) for one in legal[:8]) + (" ..." if len(legal) > 8 else "")
        if event is not None:
            return f"chance has to decide `{self.schema.events[event.event].name}`: {shown}"
        return f"`{self.schema.decisions[pending - 1].name}` is pending: {shown}"

    def illegal(self, action: Any, legal: Sequence[int], pending: int) -> NoReturn:
        """Raise the error for an illegal action, naming the pending decision."""
        number = whole(action)
        if number is None:
            raise IllegalAction(f"an action is a whole number, not {written(action)}")
        if pending == 0:
            raise IllegalAction("the game is over; there is nothing to decide")
        where, rows, event = self._where(legal, pending), self.rows_of(pending), self.chance(pending)
        if not 0 <= number < len(rows):
            what = "action" if event is None else "chance outcome"
            raise IllegalAction(f"there is no {what} {number}; {where}")
        row = rows[number]
        shown = where.partition(": ")[2]
        if event is not None:
            raise IllegalAction(f"{row.label!r} can't come now; {where}")
        decision = self.schema.decisions[pending - 1]
        if row.decision != decision.name:
            raise IllegalAction(f"{row.label!r} belongs to `{row.decision}`, but {where}")
        order = _ORDERS.get(decision.collection, "")
        raise IllegalAction(f"`{decision.name}` does not offer {row.option!r} now, only: {shown}{order}")

    def illegal_index(self, index: Any, count: int) -> NoReturn:
        raise IllegalAction(f"there is no option number {written(index)}; the pending decision has {count}")

    def pending(self, number: int) -> DecisionInfo | None:
        return self.schema.decisions[number - 1] if 0 < number <= len(self.schema.decisions) else None

    # --- what went wrong ------------------------------------------------------------------------------

    def fault(
        self, number: int, state: bytes, action: int | None, seed: int | None = None, pending: int = 0
    ) -> RulesError:
        """Create the error of a fault; `pending` is the node at which the action was taken."""
        one = self.schema.faults[number]
        done = f", after {self.rows_of(pending)[action].label!r}" if action is not None else ""
        game = f", in the game with seed {seed}" if seed is not None else ""
        return RulesError(
            f"{one.file}:{one.line}: {one.message}{done}{game}",
            kind=one.kind,
            file=one.file,
            line=one.line,
            state=state,
            action=action,
            seed=seed,
        )

    def broken(self, number: int) -> str:
        """Describe the violated invariant of a position: location, message, source text."""
        fault = self.schema.faults[number]
        text = next((one.text for one in self.schema.always if one.fault == number), "")
        return f"{fault.file}:{fault.line}: {fault.message} in this position: {text}"

    # --- results --------------------------------------------------------------------------------------

    def ranking(self, scores: list[int], ties: list[tuple[int, ...]]) -> list[list[int]]:
        """Seats grouped by rank, best first; ties share a group."""
        keys = {seat: (score, *ties[seat]) for seat, score in enumerate(scores)}
        places: dict[tuple[int, ...], list[int]] = {}
        for seat in sorted(keys, key=lambda one: keys[one], reverse=True):
            places.setdefault(keys[seat], []).append(seat)
        return [sorted(group) for group in places.values()]

    def winners(self, scores: list[int], ties: list[tuple[int, ...]]) -> list[int]:
        """Seats of the best rank; empty in solo games and in lost cooperative games."""
        if len(scores) < 2 or (self.schema.cooperative and scores[0] <= 0):
            return []
        return self.ranking(scores, ties)[0]

    def returns(self, over: bool, seats: int, winners: list[int]) -> list[float]:
        if not over:
            return [0.0] * seats
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def arrays(games: list[tuple[list[int], list[int], int, int]], seats: int, count_choices: bool) -> Playouts:
    """Convert (scores, winners, decisions, choices) per game to arrays."""
    import numpy

    scores = numpy.array([g[0] for g in games], dtype=numpy.int32).reshape(len(games), seats)
    winners = numpy.array([[s in g[1] for s in range(seats)] for g in games], dtype=bool).reshape(
        len(games), seats
    )
    decisions = numpy.array([g[2] for g in games], dtype=numpy.int32)
    choices = numpy.array([g[3] for g in games], dtype=numpy.int32) if count_choices else None
    return Playouts(scores, winners, decisions, choices)


def checked_count(n: object, what: str = "n") -> int:
    number = whole(n)
    if number is None or not 0 <= number < 1 << 31:
        raise ValueError(f"{what} is a whole number from 0 to 2**31 - 1, not {written(n)}")
    return number


def in_threads(play: Callable[..., int], count: int, workers: int, *given: Any) -> list[int]:
    """Play games 0 .. count-1 on several threads where worthwhile; return the faulting games."""
    workers = max(1, min(workers, count // 256))
    edges = [count * part // workers for part in range(workers + 1)]
    ranges = list(pairwise(edges))
    stop = threading.Event()
    if workers == 1:
        faults = [_in_chunks(play, first, end, given, stop) for first, end in ranges]
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            try:
                faults = list(pool.map(lambda part: _in_chunks(play, part[0], part[1], given, stop), ranges))
            except BaseException:
                stop.set()  # Ctrl-C: leave when all threads have stopped
                raise
    return [game for game in faults if game >= 0]


def _in_chunks(
    play: Callable[..., int], first: int, end: int, given: tuple[Any, ...], stop: threading.Event
) -> int:
    """Play games first .. end-1 in chunks of about 50 ms, so that Ctrl-C is handled between them."""
    size = 1
    while first < end and not stop.is_set():
        last, started = min(first + size, end), time.perf_counter()
        fault = play(first, last, *given)
        if fault >= 0:
            return fault
        size = 2 * size if time.perf_counter() - started < _CHUNK else max(1, size // 2)
        first = last
    return -1


_CHUNK = 0.05  # seconds


def replay(state_class: Any, seats: int, seed: int, options: dict[str, Any]) -> NoReturn:
    """Replay a random game that hit a fault, to raise its error with the source line."""
    from rulec.runtime import rng

    state = state_class(seats, seed, record=False, **options)
    stream = rng.stream(rng.key_of(seed), rng.STREAM_RANDOM_PLAY)
    count = 0
    try:
        while not state.is_terminal():
            state.apply_index(state.drawn(rng.draw(stream, count)))
            count += 1
    except RulesError as error:
        error.seed = seed
        raise
    except RulecError as error:
        raise RulecError(f"{error}; in the game with seed {seed}") from None
    raise RuntimeError(f"the game with seed {seed} ran into a fault only once: a bug of rulec")
