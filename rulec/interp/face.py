"""The interpreter behind the interface of a compiled engine, so that tools can use either."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, SupportsIndex
from weakref import WeakValueDictionary

from rulec.interp.batch import InterpretedMany
from rulec.interp.evaluate import Known
from rulec.interp.machine import Machine
from rulec.interp.montecarlo import InterpretedTree
from rulec.interp.named_queries import QueryEvaluator
from rulec.interp.oracle import PlainMachine
from rulec.interp.statements import Fault
from rulec.ir.frame_invariants import frame_invariants
from rulec.ir.named_queries import NamedQueries
from rulec.ir.offerable_ids import offerable
from rulec.ir.program import Program
from rulec.ir.schema import make_schema
from rulec.runtime import codec, control, knowledge, rng
from rulec.runtime.batch import batch_class
from rulec.runtime.core import History
from rulec.runtime.description import ActionRow
from rulec.runtime.errors import RulesError
from rulec.runtime.face import (
    CHANCE_PLAYER,
    TERMINAL_PLAYER,
    DecisionKind,
    Face,
    Playouts,
    arrays,
    checked_count,
)
from rulec.runtime.foreign_names import OF_GAMES, missing
from rulec.runtime.named_queries import QueryReader, open_queries
from rulec.runtime.numbers import whole
from rulec.runtime.observation.compact import Compact
from rulec.runtime.parameters import ParameterKind
from rulec.runtime.schema import Schema
from rulec.runtime.search_tree import SearchTree
from rulec.runtime.state import StateFace, state_class

_UNPLANNED_TRIALS = 1_000  # for one position: about as long as the passes of a small game take


class InterpretedCore:
    """The back end of an interpreted state: a list of cells and its machine (see `rulec.runtime.state`)."""

    __slots__ = ("_legal", "_points", "_values", "adopted", "auto_forced", "origin", "past", "recording")
    _machine: ClassVar[Machine]
    _face: Face

    recording: bool
    auto_forced: bool
    past: History
    adopted: tuple[str, ...]
    origin: Any
    _values: list[int]
    _legal: list[int] | None  # worked out when first asked for, like the points
    _points: Known

    # --- beginning ------------------------------------------------------------------------------------

    def _begin(self, chosen: tuple[int, ...], key: int, explicit: bool) -> int:
        view = self._machine.view
        self._values = view.fresh()
        view.put(self._values, control.SEATS, chosen[0])
        for option, value in zip(view.schema.options, chosen[1:], strict=True):
            view.put(self._values, option.name, value)
        view.put(self._values, control.KEY, key)
        view.put(self._values, control.EXPLICIT, int(explicit))
        return self._enter(self._machine.program.start)

    def _enter(self, number: int) -> int:
        self._changed()
        try:
            self._machine.enter(self._values, number)
        except Fault as fault:
            return fault.number
        return -1

    def _load(self, body: bytes) -> None:
        self._values = codec.unpack(self._machine.schema, body)
        self._changed()

    def _refresh(self) -> int:
        self._changed()
        try:
            self._options()
        except Fault as fault:
            return fault.number
        return -1

    def _broken(self) -> int:
        return self._machine.broken(self._values)

    def _body(self) -> bytes:
        return codec.pack(self._machine.schema, self._values)

    # --- who and what ---------------------------------------------------------------------------------

    def _pending(self) -> int:
        return self._machine.view.get(self._values, control.PENDING)

    def _decider(self) -> int:
        return self._machine.decider(self._values)

    def current_player(self) -> int:
        seat = self._machine.view.get(self._values, control.SEAT)
        if seat >= 0:
            return seat
        return CHANCE_PLAYER if self._pending() else TERMINAL_PLAYER

    def num_players(self) -> int:
        return self._machine.view.get(self._values, control.SEATS)

    def is_terminal(self) -> bool:
        return self._pending() == 0

    # --- options --------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._legal, self._points = None, {}

    def _options(self) -> list[int]:
        if self._legal is None:
            self._legal = self._machine.options(self._values)
        return self._legal

    def legal_actions(self, player: SupportsIndex | None = None) -> list[int]:
        if player is not None and not self._decides(player):
            return []
        return list(self._options())

    def legal_actions_mask(self, player: SupportsIndex | None = None) -> bytes:
        if player is not None:
            return self._mask_of(player)
        mask = bytearray(self._machine.program.num_actions)
        if self.current_player() != CHANCE_PLAYER:  # outcomes have ids of their own
            for action in self._options():
                mask[action] = 1
        return bytes(mask)

    def count_legal(self) -> int:
        return len(self._options())

    # --- moving on ------------------------------------------------------------------------------------

    def apply_action(self, action: SupportsIndex) -> None:
        chosen, legal = whole(action), self._options()
        if chosen is None or chosen not in legal:
            self._face.illegal(action, legal, self._pending())
        self._apply(chosen)
        self._settle()

    def apply_index(self, index: SupportsIndex) -> None:
        place, legal = whole(index), self._options()
        if place is None or not 0 <= place < len(legal):
            self._face.illegal_index(index, len(legal))
        self._apply(legal[place])
        self._settle()

    if TYPE_CHECKING:  # of StateFace

        def _settle(self) -> None: ...
        def _decides(self, player: SupportsIndex) -> bool: ...
        def _mask_of(self, player: SupportsIndex) -> bytes: ...
        def drawn(self, number: int) -> int: ...

    def _apply(self, action: int) -> None:
        """Apply on a copy, so that a fault leaves the state unchanged."""
        after = list(self._values)
        try:
            self._machine.choose(after, action)
        except Fault as fault:
            state = codec.seal(self._machine.schema, self._body())
            raise self._face.fault(fault.number, state, action, pending=self._pending()) from None
        self._values = after
        self._changed()
        if self.recording:
            self.past = (self.past, action)

    def _weights(self) -> list[int]:
        chance = self._machine.pending_chance(self._values)
        assert chance is not None
        return [weight for _, weight in self._machine.weights(self._values, chance, {})]

    def _sample(self) -> int:
        machine = self._machine
        chance = machine.pending_chance(self._values)
        assert chance is not None
        return machine.program.events[chance.event].first + machine.sample(self._values, chance, {})

    def _play_out(self, key: int) -> int:
        stream = rng.stream(key, rng.STREAM_RANDOM_PLAY)
        count = 0
        if self._machine.program.events:  # this game has a chance of its own
            self._machine.view.put(self._values, control.KEY, key)
            self._machine.view.put_draws(self._values, [])
        while not self.is_terminal():
            if self.current_player() == CHANCE_PLAYER:
                action = self._sample()
            else:
                action = self._options()[self.drawn(rng.draw(stream, count))]
                count += 1
            try:
                self._machine.choose(self._values, action)
            except Fault as fault:
                return fault.number
            self._changed()
        return -1

    # --- results and copies ---------------------------------------------------------------------------

    def _score(self, line: int, seat: int) -> int:
        return self._known(self._machine.program.categories[line].function, seat)

    def _line(self, line: int, member: int) -> int:
        return self._known(self._machine.program.categories[line].each, member)

    def _scored(self, member: int) -> bool:
        return bool(self._known(self._machine.program.scored, member))

    def _tie(self, key: int, seat: int) -> int:
        return self._known(self._machine.program.tie_breaks[key], seat)

    def _known(self, function: str, seat: int) -> int:
        return self._machine.evaluator.call_known(function, self._values, [seat], self._points)

    def _tensor(self, player: int, compact: Compact | None) -> list[float]:
        if compact is None:
            return knowledge.tensor(self._machine.view, self._values, player)
        return compact.encode(self._values, player)

    def clone(self) -> Self:
        other = self.__class__.__new__(self.__class__)
        other._values, other._legal, other._points = list(self._values), self._legal, dict(self._points)
        other.recording, other.auto_forced = self.recording, self.auto_forced
        other.past, other.adopted, other.origin = self.past, self.adopted, self.origin
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InterpretedCore):
            return NotImplemented
        mine, others = self._machine.schema, other._machine.schema
        return mine.rules_hash == others.rules_hash and self._values == other._values

    __hash__ = StateFace.__hash__


def _restore(written: bytes, lookahead: bool, data: bytes, rules_file: str = "") -> StateFace:
    """Unpickle a state within the game that wrote it, if this process has it: building one takes a second."""
    return _game_of(written, lookahead, rules_file).State.from_bytes(data)


def _restore_game(written: bytes, lookahead: bool, rules_file: str, parameters: dict[str, int]) -> Game:
    """Unpickle a game; its parameters are set where this process has the defaults."""
    game = _game_of(written, lookahead, rules_file)
    game._adopt_parameters(parameters)
    return game


def _game_of(written: bytes, lookahead: bool, rules_file: str) -> Game:
    """Return the game that was pickled, if this process has it, or make it."""
    game = _in_use.get((written, lookahead))
    if game is None:
        program, lowered = pickle.loads(written)  # noqa: S301 - a part of what is being unpickled
        game = Game(program, lookahead, lowered=lowered, rules_file=rules_file)
        _in_use[(written, lookahead)] = game
    return game


class Game:
    """An interpreted game with the interface of a compiled engine's module."""

    TITLE: str
    NAME: str
    PLAYERS: tuple[int, ...]
    OPTIONS: dict[str, Any]
    CONFIGURATIONS: tuple[dict[str, Any], ...]
    DECISIONS: tuple[DecisionKind, ...]
    SEATS: tuple[str, ...]
    NUM_ACTIONS: int
    MAX_DECISIONS: int
    MAX_CHANCE_OUTCOMES: int
    SCORE_CATEGORIES: tuple[str, ...]
    COOPERATIVE: bool
    OBSERVATION_LAYOUT: tuple[Any, ...]
    PERFECT_INFORMATION: bool
    PARAMETERS: dict[str, ParameterKind]
    RULES_HASH: str
    LAYOUT_HASH: str
    BUILD_ID = "interpreter"
    SearchTree = SearchTree
    oracle: PlainMachine | None  # where options are found by plain search

    def __init__(
        self,
        program: Program,
        lookahead: bool = True,
        queries: Callable[[], NamedQueries] | None = None,
        *,
        lowered: Program | None = None,
        sampled: bool = True,
        rules_file: str = "",
        schema: Schema | None = None,
        planned: Callable[[], Program] | None = None,
    ) -> None:
        """Use `lowered`, if given, as the program, with legality decided by plain search.

        `schema`: that of the program, if it is known already. `planned`: the program after the passes, where
        `program` is the lowered one as well.
        """
        self._lookahead, self._queries, self._programs = lookahead, queries, (program, lowered)
        self._planned = planned
        plain = None
        if lowered is not None:
            most = None if planned is None else _UNPLANNED_TRIALS
            marked = planned or (lambda: program)
            plain = PlainMachine(lowered, marked, schema or make_schema(program), sampled, most)
        self._machine = plain or Machine(program, lookahead, schema)
        self.oracle = plain
        self._face = Face(
            self._machine.schema,
            self._pickled,
            self._open_queries,
            lambda: rules_file,
            lambda: offerable(program),
            lambda: frame_invariants(program),
        )
        for name, value in self._face.constants().items():
            setattr(self, name, value)
        parameters = self._face.parameters(lambda: self._machine.view.begin_as(self._face.view))
        self.parameters, self.set_parameters = parameters.values, parameters.set
        self._adopt_parameters = parameters.adopt
        core = type("Core", (InterpretedCore,), {"__slots__": (), "_machine": self._machine})
        self.State: type[StateFace] = state_class(
            core, self._face, __name__, InterpretedTree, self.__reduce__
        )
        many = partial(InterpretedMany, self.State)
        self.Batch = batch_class(
            self._face, self.State, many, native=False, module=__name__, game=self.__reduce__
        )

    def _open_queries(self) -> QueryReader:
        if self._queries is None:  # an unpickled game, or one that nobody has read from a file
            return open_queries(self._face.rules_file(), self.RULES_HASH)
        return QueryEvaluator(self._queries())

    @cached_property
    def _written(self) -> bytes:
        """The serialized programs, which every pickled state carries."""
        if self._planned is not None:
            raise TypeError(f"{self.NAME} and its states can't be pickled before its options are planned")
        written = pickle.dumps(self._programs)
        _in_use[(written, self._lookahead)] = self
        return written

    def __reduce__(self) -> tuple[Any, ...]:
        given = self._written, self._lookahead, self._face.rules_file(), self.parameters()
        return _restore_game, given

    def _pickled(self, data: bytes) -> tuple[Any, ...]:
        return _restore, (self._written, self._lookahead, data, self._face.rules_file())

    if not TYPE_CHECKING:  # where every name would seem to be known

        def __getattr__(self, name: str) -> NoReturn:
            known = [*dir(type(self)), *vars(self)]
            raise missing(f"the game `{vars(self).get('NAME', '')}`", name, known, OF_GAMES)

    def action_table(self) -> tuple[ActionRow, ...]:
        return self._face.action_table()

    def describe(self, name: str) -> str:
        """Describe a name of the rules file in the players' words."""
        return self._face.describe(name)

    def chance_table(self) -> tuple[ActionRow, ...]:
        return self._face.chance_table()

    def deserialize_state(self, text: str) -> StateFace:
        """Deserialize a state from `serialize()`."""
        return self.State.deserialize(text)

    def playout_seed(self, seed: SupportsIndex, index: SupportsIndex) -> int:
        return rng.playout_seed(self._face.seed(seed), self._face.seed(index))

    def playouts(
        self,
        n: SupportsIndex,
        players: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 0,
        *,
        first_game: SupportsIndex = 0,
        count_choices: bool = True,
        **options: Any,
    ) -> Playouts:
        """Play n random games one by one: the oracle of the engine's `playouts`."""
        first = checked_count(first_game, "first_game")
        numbers = range(first, first + checked_count(n))
        checked_count(threads, "threads")
        seats = self._face.chosen(players, "sampled", options)[0]
        games = [self._random_game(seats, self.playout_seed(seed, index), options) for index in numbers]
        return arrays(games, seats, count_choices)

    def _random_game(
        self, seats: int, seed: int, options: dict[str, Any]
    ) -> tuple[list[int], list[int], int, int]:
        state = self.State(seats, seed, record=False, **options)
        stream = rng.stream(rng.key_of(seed), rng.STREAM_RANDOM_PLAY)
        decisions = choices = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            try:
                state._apply(legal[state.drawn(rng.draw(stream, decisions))])
            except RulesError as error:
                error.seed = seed
                raise
            decisions += 1
            choices += len(legal) > 1
        return state.scores(), state.winners(), decisions, choices


_in_use: WeakValueDictionary[tuple[bytes, bool], Game] = WeakValueDictionary()  # those with pickled states


def interpret(
    program: Program,
    lookahead: bool = True,
    queries: Callable[[], NamedQueries] | None = None,
    rules_file: str = "",
    schema: Schema | None = None,
) -> Game:
    """Interpret a game; without `lookahead` every locally legal option is offered.

    `queries` compiles the definitions of the rules when the first one is asked for. `schema` is made of the
    program unless it is given.
    """
    return Game(program, lookahead, queries, rules_file=rules_file, schema=schema)


def interpret_plainly(lowered: Program, program: Program, *, sampled: bool = True) -> Game:
    """Interpret a game with plain search on the program as lowered: an oracle independent of the passes.

    `program` is the same one after the passes of legality: where a search would take too long, and with
    `sampled` where others before have, its marks say what is legal.
    """
    return Game(program, lowered=lowered, sampled=sampled)


def interpret_unplanned(
    lowered: Program,
    planned: Callable[[], Program],
    queries: Callable[[], NamedQueries] | None = None,
    rules_file: str = "",
) -> Game:
    """Interpret a game before its legality passes have run: options are found by plain search.

    `planned` runs the passes: called only if a search takes too long. The game's `RULES_HASH` is not that of
    the planned program, and what is drawn anew for an observer (`State.resample`) may differ.
    """
    schema = make_schema(lowered, monotone=False)
    return Game(
        lowered, True, queries,
        lowered=lowered, sampled=False, rules_file=rules_file, schema=schema, planned=planned,
    )  # fmt: skip
