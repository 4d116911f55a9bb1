"""The interpreter's face: the same names as a compiled engine, so that tools need not care which it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from rulec.interp.machine import Fault, Machine
from rulec.ir.program import Program
from rulec.runtime import codec, positions, rng
from rulec.runtime.errors import RulecError
from rulec.runtime.face import (
    TERMINAL_PLAYER,
    ActionRow,
    BoardKind,
    DecisionKind,
    Face,
    Playouts,
    arrays,
    checked_count,
    setup_position,
)
from rulec.runtime.validate import validate

# A history is a chain of pairs (what came before, action), shared by all clones.
History = tuple[Any, int] | None


class State:
    """A game in progress; made by the class attribute `State` of an interpreted game."""

    _game: Game
    adopted: tuple[str, ...] = ()

    def __init__(
        self,
        players: int | None = None,
        seed: int = 0,
        chance: str = "sampled",
        record: bool = True,
        auto_forced: bool = False,
        **options: Any,
    ) -> None:
        game = self._game
        seats = game._face.seats(players, chance, options)
        view = game._machine.view
        cells = view.fresh()
        view.put(cells, "seats", seats)
        view.put(cells, "rng", rng.key_of(game._face.seed(seed)))
        view.put(cells, "chance", int(chance == "explicit"))
        self._take(cells, record, auto_forced)
        try:
            game._machine.start(cells)
        except Fault as fault:
            raise game._face.fault(fault.number, b"", None, seed) from None
        self._settle()

    def _take(self, values: list[int], record: bool, auto_forced: bool) -> None:
        self._values = values
        self._recording = bool(record)
        self._auto_forced = bool(auto_forced)
        self._past: History = None
        self._legal: list[int] | None = None

    # --- other ways to be made ------------------------------------------------------------------------

    @classmethod
    def setup(
        cls,
        players: int | None = None,
        seed: int = 0,
        before: Sequence[str] = (),
        edits: dict[str, Any] | None = None,
        at: str | None = None,
        play: Sequence[str] = (),
        chance: str = "sampled",
        record: bool = True,
        **options: Any,
    ) -> State:
        def new() -> State:
            return cls(players, seed, chance, record, **options)

        return cast(State, setup_position(cls, cls._game._face, new, before, edits, at, play))

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        game = cls._game
        cells = codec.unpack(game._machine.schema, codec.unseal(game._machine.schema, data))
        validate(game._machine.view, cells)
        return cls._from_cells(cells, None)

    @classmethod
    def from_dict(cls, data: dict[str, Any], adopt: bool = False) -> State:
        game = cls._game
        cells, adopted = positions.from_dict(game._machine.view, data, adopt)
        validate(game._machine.view, cells)
        state = cls._from_cells(cells, None)
        state.adopted = adopted
        return state

    @classmethod
    def _from_cells(cls, cells: list[int], like: State | None) -> State:
        """Validated cells; what depends on the rules themselves is looked at here."""
        state = cls.__new__(cls)
        state._take(list(cells), like._recording if like else True, like._auto_forced if like else False)
        machine = cls._game._machine
        if machine.view.get(cells, "pending"):
            if not state.legal_actions():
                raise ValueError(f"`pending`: `{state.decision()}` has no option in this position")
            if machine.decider(cells) != machine.view.get(cells, "seat"):
                raise ValueError("`seat`: it is another player's turn to decide in this position")
        return state

    @classmethod
    def _from_checkpoint(cls, cells: list[int], number: int, like: State) -> State:
        state = cls.__new__(cls)
        state._take(list(cells), like._recording, like._auto_forced)
        try:
            cls._game._machine.run(state._values, number)
        except Fault as fault:
            raise cls._game._face.fault(fault.number, b"", None) from None
        state._settle()
        return state

    # --- who and what ---------------------------------------------------------------------------------

    def current_player(self) -> int:
        seat = self._game._machine.view.get(self._values, "seat")
        return TERMINAL_PLAYER if seat < 0 else seat

    def decision_seat(self) -> int:
        return self.current_player()

    def decision(self) -> str | None:
        info = self._game._face.pending(self._pending())
        return None if info is None else info.name

    def _pending(self) -> int:
        return self._game._machine.view.get(self._values, "pending")

    def num_players(self) -> int:
        return self._game._machine.view.get(self._values, "seats")

    def is_terminal(self) -> bool:
        return self._pending() == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return []

    # --- options --------------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        if self._legal is None:
            self._legal = self._game._machine.options(self._values)
        return list(self._legal)

    def legal_actions_mask(self) -> bytes:
        mask = bytearray(self._game.NUM_ACTIONS)
        for action in self.legal_actions():
            mask[action] = 1
        return bytes(mask)

    def count_legal(self) -> int:
        return len(self.legal_actions())

    def action_to_string(self, action: int) -> str:
        return self._game._face.label(action)

    def string_to_action(self, text: str) -> int:
        return self._game._face.action(text, self.legal_actions(), self._pending())

    # --- moving on ------------------------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        legal = self.legal_actions()
        if isinstance(action, bool) or not isinstance(action, int) or action not in legal:
            self._game._face.illegal(action, legal, self._pending())
        self._apply(action)
        self._settle()

    def apply_index(self, index: int) -> None:
        legal = self.legal_actions()
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(legal):
            self._game._face.illegal_index(index, len(legal))
        self._apply(legal[index])
        self._settle()

    def play(self, *labels: str) -> None:
        for label in labels:
            self.apply_action(self.string_to_action(label))

    def _apply(self, action: int) -> None:
        """Carried out on a copy, so that a fault leaves the state as it was."""
        after = list(self._values)
        try:
            self._game._machine.choose(after, action)
        except Fault as fault:
            raise self._game._face.fault(fault.number, self.to_bytes(), action) from None
        self._values = after
        self._legal = None
        if self._recording:
            self._past = (self._past, action)

    def _settle(self) -> None:
        while self._auto_forced and not self.is_terminal() and self.count_legal() == 1:
            self._apply(self.legal_actions()[0])

    def rollout(self, seed: int = 0) -> State:
        """A clone, played to the end at random."""
        state = self.clone()
        state._recording = False
        state._past = None
        stream = rng.stream(rng.key_of(self._game._face.seed(seed)), rng.STREAM_RANDOM_PLAY)
        count = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state._apply(legal[rng.below(rng.draw(stream, count), len(legal))])
            count += 1
        return state

    # --- results --------------------------------------------------------------------------------------

    def _call(self, function: str) -> list[int]:
        machine = self._game._machine
        return [machine.evaluator.call(function, self._values, [seat]) for seat in range(self.num_players())]

    def score_sheet(self) -> dict[str, list[int]]:
        return {one.label: self._call(one.function) for one in self._game._machine.program.categories}

    def scores(self) -> list[int]:
        rows = list(self.score_sheet().values())
        return [sum(row[seat] for row in rows) for seat in range(self.num_players())]

    def score_sheets(self) -> dict[str, list[int]]:
        return self.score_sheet()

    def public_scores(self, player: int) -> list[int]:
        return self.scores()

    def _ties(self) -> list[tuple[int, ...]]:
        rows = [self._call(name) for name in self._game._machine.program.tie_breaks]
        return [tuple(row[seat] for row in rows) for seat in range(self.num_players())]

    def ranking(self) -> list[list[int]]:
        return self._game._face.ranking(self.scores(), self._ties())

    def winners(self) -> list[int]:
        return self._game._face.winners(self.scores(), self._ties())

    def returns(self) -> list[float]:
        return self._game._face.returns(self.is_terminal(), self.num_players(), self.winners())

    # --- copies ---------------------------------------------------------------------------------------

    def clone(self) -> State:
        other = self.__class__.__new__(self.__class__)
        other._take(list(self._values), self._recording, self._auto_forced)
        other._past, other._legal, other.adopted = self._past, self._legal, self.adopted
        return other

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def _cells(self) -> list[int]:
        return list(self._values)

    def to_bytes(self) -> bytes:
        schema = self._game._machine.schema
        return codec.seal(schema, codec.pack(schema, self._values))

    def to_dict(self) -> dict[str, Any]:
        return positions.to_dict(self._game._machine.view, self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._game._machine.schema.rules_hash == other._game._machine.schema.rules_hash and (
            self._values == other._values
        )

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def position_hash(self) -> int:
        view = self._game._machine.view
        cells = list(self._values)
        view.put(cells, "rng", 0)
        return hash(codec.pack(self._game._machine.schema, cells))

    def history(self) -> list[int]:
        if not self._recording:
            raise RulecError("this state keeps no history", "make it with record=True")
        found = []
        past = self._past
        while past is not None:
            past, action = past
            found.append(action)
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self._game._machine.program, self.to_bytes()))

    def __repr__(self) -> str:
        what = "over" if self.is_terminal() else f"{self.decision()} of {self.current_player() + 1}"
        return f"<{self._game.NAME} State: {what}>"


def _restore(program: Program, data: bytes) -> State:
    return interpret(program).State.from_bytes(data)


class Game:
    """An interpreted game: looks like the module of a compiled one."""

    TITLE: str
    NAME: str
    PLAYERS: tuple[int, ...]
    OPTIONS: dict[str, Any]
    CONFIGURATIONS: tuple[dict[str, Any], ...]
    DECISIONS: tuple[DecisionKind, ...]
    BOARDS: tuple[BoardKind, ...]
    NUM_ACTIONS: int
    MAX_DECISIONS: int
    MAX_CHANCE_OUTCOMES: int
    SCORE_CATEGORIES: tuple[str, ...]
    RULES_HASH: str
    LAYOUT_HASH: str
    BUILD_ID = "interpreter"

    def __init__(self, program: Program) -> None:
        self._machine = Machine(program)
        self._face = Face(self._machine.schema)
        for name, value in self._face.constants().items():
            setattr(self, name, value)
        self.State: type[State] = type("State", (State,), {"_game": self, "__module__": __name__})

    def action_table(self) -> tuple[ActionRow, ...]:
        return self._face.action_table()

    def chance_table(self) -> tuple[ActionRow, ...]:
        return ()

    def playout_seed(self, seed: int, index: int) -> int:
        return rng.playout_seed(self._face.seed(seed), index)

    def playouts(
        self, n: int, players: int | None = None, seed: int = 0, threads: int = 0, **options: Any
    ) -> Playouts:
        """n random games, one after the other: the oracle of the engine's `playouts`."""
        checked_count(n)
        checked_count(threads, "threads")
        seats = self._face.seats(players, "sampled", options)
        return arrays([self._random_game(seats, self.playout_seed(seed, index)) for index in range(n)], seats)

    def _random_game(self, seats: int, seed: int) -> tuple[list[int], list[int], int, int]:
        state = self.State(seats, seed, record=False)
        stream = rng.stream(rng.key_of(seed), rng.STREAM_RANDOM_PLAY)
        decisions = choices = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state._apply(legal[rng.below(rng.draw(stream, decisions), len(legal))])
            decisions += 1
            choices += len(legal) > 1
        return state.scores(), state.winners(), decisions, choices


def interpret(program: Program, lookahead: bool = True) -> Game:
    """A game on the interpreter; `lookahead` matters once rules have obligations."""
    return Game(program)
