"""Vectorized environments for learning: `Batch(n, ...)` steps many games in parallel.

Inputs and outputs are NumPy arrays with one entry per game. A step applies one action in every game or, if
any is illegal, in none. A finished game keeps its result while the next one starts in its slot: game r of
slot i of n has the seed of playout i + r * n. The back end processes ranges of games, so that threads can
share the work.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, Self, SupportsIndex, cast

from rulec.runtime import batch_bytes, foreign_names, rng
from rulec.runtime.buffers import writable
from rulec.runtime.errors import IllegalAction, RulecError
from rulec.runtime.face import Face, checked_count, is_compact
from rulec.runtime.game_classes import GameClass, Reduced
from rulec.runtime.observation.in_bytes import in_bytes
from rulec.runtime.options import configuration

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from rulec.runtime.knowledge import ObservationPart
    from rulec.runtime.state import StateFace

_WORTH_A_THREAD: Final = 0.0005  # seconds of work; results do not depend on it
_SECONDS_PER_ACTION: Final = 2e-6  # of a replay, roughly
Array = Any  # NumPy array; NumPy is imported lazily


class Many(Protocol):
    """Batch kernel of a back end; its methods return the index of the first failing game, or -1."""

    def start(self, first: int, end: int, numbers: Any, where: Any, /) -> int: ...
    def undo(self, first: int, end: int, numbers: Any, /) -> int: ...
    def look(self, first: int, end: int, players: Any, counts: Any, /) -> int: ...
    def observe(self, first: int, end: int, table: Any, players: Any, rows: Any, /) -> int: ...
    def list(self, first: int, end: int, offsets: Any, ids: Any, /) -> int: ...
    def mark(self, first: int, end: int, masks: Any, /) -> int: ...
    def mark_float(self, first: int, end: int, masks: Any, /) -> int: ...
    def observe_bytes(self, first: int, end: int, table: Any, players: Any, rows: Any, /) -> int: ...
    def observe_ended(self, first: int, end: int, table: Any, where: Any, /, *arrays: Any) -> int: ...
    def offered(self, first: int, end: int, actions: Any, /) -> int: ...
    def chosen(self, first: int, end: int, places: Any, actions: Any, /) -> int: ...
    def step(self, first: int, end: int, given: Any, /, *arrays: Any) -> int: ...
    def step_index(self, first: int, end: int, given: Any, /, *arrays: Any) -> int: ...
    def addresses(self, arrays: tuple[Any, ...], /) -> Sequence[int]: ...
    def points(self, first: int, end: int, scores: Any, /) -> int: ...
    def body(self, game: int, /) -> bytes: ...
    def ended(self, game: int, /) -> bytes: ...
    def log(self, game: int, number: int, /) -> bytes: ...
    def replay(self, first: int, end: int, numbers: Any, /, *arrays: Any) -> int: ...


# (n, configuration, seed) -> kernel
MakeMany = Callable[[int, tuple[int, ...], int], Many]


class Batch:
    """n games stepped in lockstep; chance is sampled, nothing is recorded."""

    # Set by `close_module`.
    _face: Face
    _state: type[StateFace]
    _many: MakeMany
    _native: bool
    _game: Callable[[], Reduced]  # a function and its arguments, which find or make the game in a new process

    def __init__(
        self,
        n: SupportsIndex,
        players: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 0,
        **options: Any,
    ) -> None:
        import numpy

        chosen = self._face.chosen(players, "sampled", options)
        self._make(checked_count(n), chosen, self._face.seed(seed), checked_count(threads, "threads"))
        self._begin(self._numbers, numpy.ones(self._n, dtype=bool))

    def _make(self, n: int, chosen: tuple[int, ...], seed: int, threads: int) -> None:
        """Allocate games that have not begun."""
        import numpy

        self._numpy, self._n, self._chosen, self.seed = numpy, n, chosen, seed
        self._options = configuration(self._face.schema, chosen)
        self._parameters = self._face.parameter_values()
        self._threads_given = threads
        self._workers = threads or len(os.sched_getaffinity(0))
        self._games = type(self)._many(n, chosen, seed)
        seats = chosen[0]
        self._numbers: Array = numpy.arange(n, dtype=numpy.int64)
        self._players: Array = numpy.zeros(n, dtype=numpy.int32)
        self._counts: Array = numpy.zeros(n, dtype=numpy.int32)
        self._shown_counts = _read_only(self._counts.view())
        self._terminal: Array = numpy.zeros(n, dtype=bool)
        self._final = numpy.zeros((n, seats), dtype=numpy.int32)
        self._winners: Array = numpy.zeros((n, seats), dtype=bool)
        self._kept: dict[str, Any] = {}
        self._buffers: dict[str, Array] = {}
        self._tables: dict[str, tuple[Array, int]] = {}
        self._threads: ThreadPoolExecutor | None = None
        self._stopped = -1  # the game that stopped the last step
        self._ends_known = False  # are the final positions of the last step still there?
        self._lasts: dict[str, float] = {}  # seconds of each part in one thread

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        seats = self._chosen[0]
        return f"<{self._face.schema.name} Batch: {self._n} games of {seats} player{'s' * (seats > 1)}>"

    if not TYPE_CHECKING:  # where every name would seem to be known

        def __getattr__(self, name: str) -> NoReturn:
            known = [*dir(type(self)), *vars(self)]
            raise foreign_names.missing("a Batch", name, known, foreign_names.OF_BATCHES)

    # --- copies -----------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """Serialize all games with their course and seed; inverse of `from_bytes`."""
        numpy, ends = self._numpy, self._ends_known
        if self._parameters != self._face.parameter_values():
            raise RulecError(
                f"parameters of {self._face.schema.name} were set since this batch was made: "
                "it can't be saved or copied",
                "make batches after `set_parameters`",
            )
        numbers = self._numbers - self._n * self._terminal if ends else self._numbers
        logs = [self._games.log(game, int(number)) for game, number in enumerate(numbers)]
        saved = batch_bytes.SavedBatch(
            configuration=self._chosen,
            seed=self.seed,
            parameters=self._parameters,
            numbers=numbers.astype("<i8").tobytes(),
            lengths=numpy.array([len(one) // 4 for one in logs], dtype="<i8").tobytes(),
            actions=b"".join(logs),
            ends_known=ends,
            terminal=self._terminal.tobytes(),
            scores=self._final.astype("<i4").tobytes(),
            winners=self._winners.tobytes(),
            positions=batch_bytes.digest_of(self._n, self._games.body),
        )
        return batch_bytes.write(self._face.schema, saved)

    @classmethod
    def from_bytes(cls, data: bytes, threads: SupportsIndex = 0) -> Self:
        """Restore a batch from `to_bytes` by replaying its games; it goes on as the saved one does."""
        face = cls._face
        saved, logs = batch_bytes.read(face.schema, data, face.parameter_values())
        batch = cls.__new__(cls)
        batch._make(logs.n, saved.configuration, saved.seed, checked_count(threads, "threads"))
        batch._replay(logs, saved.ends_known)
        if batch_bytes.digest_of(batch._n, batch._games.body) != saved.positions:
            raise ValueError(f"this saved batch leads to other positions of {face.schema.name} here")
        return batch

    def _replay(self, logs: batch_bytes.Logs, ends_known: bool) -> None:
        numpy, over = self._numpy, self._numpy.zeros(self._n, dtype=bool)
        following = numpy.zeros(self._n, dtype=numpy.int64)
        self._lasts["replay"] = _SECONDS_PER_ACTION * len(logs.actions)
        wrong = self._all(self._games.replay, logs.numbers, logs.offsets, logs.actions, following, over)
        if wrong >= 0 or (over != (logs.terminal & ends_known)).any():
            raise ValueError("this saved batch has actions that its games don't offer")
        self._numbers, self._terminal, self._ends_known = following, logs.terminal, ends_known
        self._final, self._winners = logs.scores, logs.winners
        self._looked()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._game(), self.to_bytes(), self._threads_given)

    # --- looking ----------------------------------------------------------------------------------------
    # Back ends trust the sizes of these arrays and the counts in them, so none can be replaced.

    @property
    def n(self) -> int:
        """Number of games."""
        return self._n

    @property
    def current_players(self) -> Array:
        """Deciding player of each game; written in place by each step."""
        return self._players

    @property
    def legal_counts(self) -> Array:
        """Number of options of each game; read-only, updated in place by each step."""
        return self._shown_counts

    @property
    def terminal(self) -> Array:
        """Flags of the games that the last step ended."""
        return self._terminal

    @property
    def winners(self) -> Array:
        """Winners of the games that the last step ended, a flag for each player."""
        return self._winners

    @property
    def numbers(self) -> Array:
        """Numbers of the current games among the `playouts` of the same seed."""
        return self._numbers

    @property
    def legal_offsets(self) -> Array:
        """Offsets of each game's options in `legal_ids`: n + 1 entries, read-only."""
        if "offsets" not in self._kept:
            import numpy

            offsets = numpy.zeros(self._n + 1, dtype=numpy.int64)
            numpy.cumsum(self._counts, out=offsets[1:])
            self._kept["offsets"] = _read_only(offsets)
        return self._kept["offsets"]

    @property
    def legal_ids(self) -> Array:
        """Concatenated legal action ids of all games, ascending within each game."""
        if "ids" not in self._kept:
            import numpy

            ids = numpy.zeros(int(self.legal_offsets[-1]), dtype=numpy.int32)
            self._all(self._games.list, self.legal_offsets, ids)
            self._kept["ids"] = ids
        return self._kept["ids"]

    @property
    def masks(self) -> Array:
        """Legal-action masks as an (n, num_actions) array of 0 and 1; the buffer is reused."""
        if "masks" not in self._kept:
            masks = self._buffer("masks", (self._n, self._face.schema.num_actions), "uint8")
            self._all(self._games.mark, masks)
            self._kept["masks"] = masks
        return self._kept["masks"]

    @property
    def observations(self) -> Array:
        """Compact observations of the deciding players, one row per game; the buffer is reused."""
        if "observations" not in self._kept:
            rows = self._buffer("observations", (self._n, self._table("compact")[1]), "float32")
            self._observe(rows, "compact")
            self._kept["observations"] = rows
        return self._kept["observations"]

    @property
    def observation_layout(self) -> tuple[ObservationPart, ...]:
        """Layout of a compact observation row."""
        return self._face.compact(self._chosen).parts

    def observe(self, out: Any = None, form: str = "compact") -> Array:
        """Write the deciding players' observations into `out` or a new array; `form` as for a state.

        `out` is an array of float32, or of uint8: numbers from 0 to 1 in 255ths, others cut to these.
        `State.inexact_in_bytes` has the parts that uint8 does not tell exactly.
        """
        rows = self._rows(out, self._table(form)[1], "float32", ("float32", "uint8"))
        self._observe(rows, form)
        return rows if out is None else out

    def observe_ended(self, players: Any, out: Any = None, form: str = "compact") -> Array:
        """Write observations of the final positions of games that the last step ended.

        `players` has the observer of each game; `out` is as for `observe`. Rows of other games stay as they
        are: zeros in a new array.
        """
        numpy = self._numpy
        seats = numpy.ascontiguousarray(self._given(players, "players"), dtype=numpy.int32)
        if self._terminal.any():
            self._require_ends()
        asked = seats[self._terminal]
        if ((asked < 0) | (asked >= self._chosen[0])).any():
            raise ValueError(f"players are 0 to {self._chosen[0] - 1}")
        table, size = self._table(form)
        rows = self._rows(out, size, "float32", ("float32", "uint8"))
        if out is None:
            rows[:] = 0
        told = rows if rows.itemsize > 1 else numpy.zeros(rows.shape, dtype=numpy.float32)
        self._all(self._games.observe_ended, table, self._terminal, seats, told)
        if told is not rows:
            rows[self._terminal] = in_bytes(told[self._terminal])
        return rows if out is None else out

    def _observe(self, rows: Array, form: str) -> None:
        part = self._games.observe if rows.itemsize > 1 else self._games.observe_bytes
        self._all(part, self._table(form)[0], self._players, rows)

    def _table(self, form: str) -> tuple[Array, int]:
        """Encoding table of a form of observations, and how many numbers it writes."""
        small = is_compact(form)
        if form not in self._tables:
            compact = self._face.compact(self._chosen) if small else None
            table = compact.table if compact else self._face.observing
            size = compact.size if compact else self._face.observed
            self._tables[form] = self._numpy.frombuffer(table, dtype=self._numpy.int64), size
        return self._tables[form]

    def mask(self, out: Any = None) -> Array:
        """Write the legal-action masks into `out` (uint8, int8, bool or float32) or a new array of uint8."""
        types = ("uint8", "int8", "bool", "float32")
        rows = self._rows(out, self._face.schema.num_actions, "uint8", types)
        self._all(self._games.mark if rows.itemsize == 1 else self._games.mark_float, rows)
        return rows if out is None else out

    def _rows(self, out: Any, size: int, made: str, types: tuple[str, ...]) -> Array:
        if out is None:
            return self._numpy.empty((self._n, size), dtype=made)
        return writable(out, (self._n, size), types)

    @property
    def scores(self) -> Array:
        """Current points of each player; final points for games that the last step ended."""
        if "scores" not in self._kept:
            found = self._final.copy()
            self._all(self._games.points, found)
            found[self._terminal] = self._final[self._terminal]
            self._kept["scores"] = found
        return self._kept["scores"]

    def state(self, game: SupportsIndex) -> StateFace:
        """Return a copy of one game as an independent state."""
        number = checked_count(game, "a game of a batch")
        if number >= self._n:
            known = f"the games of this batch are 0 to {self._n - 1}" if self._n else "this batch is empty"
            raise ValueError(f"{known}; there is no {game}")
        return self._loaded(self._games.body(number))

    def ended(self, game: SupportsIndex) -> StateFace:
        """Return the final position of a game that the last step ended."""
        number = checked_count(game, "a game of a batch")
        if number >= self._n or not self._terminal[number]:
            raise ValueError(f"game {game} of this batch was not over with the last step")
        self._require_ends()
        return self._loaded(self._games.ended(number))

    def _require_ends(self) -> None:
        if not self._ends_known:
            raise ValueError("a step that failed came since: the last positions are no longer known")

    def _loaded(self, body: bytes) -> StateFace:
        state = self._state.__new__(self._state)
        state._keep(False, False)
        state._load(body)
        state._refresh()
        return state

    # --- moving on --------------------------------------------------------------------------------------

    def step(self, actions: Any) -> None:
        """Apply one action per game; if any is illegal, change nothing."""
        given = self._given(actions, "actions")
        if self._carry_out(self._games.step, given) >= 0:
            self._fail(given, None)

    def step_index(self, indices: Any) -> None:
        """Apply one option per game, given by its index among the game's legal options."""
        places = self._given(indices, "indices")
        if self._carry_out(self._games.step_index, places) >= 0:
            self._fail(None, places)

    def reset(self, where: Any = None) -> None:
        """Restart the marked games (default: all), each with the next seed of its slot."""
        import numpy

        marks = numpy.ones(self._n, dtype=bool)
        if where is not None:
            marks = numpy.ascontiguousarray(where, dtype=None if self._n else bool)  # [] has no type
            if marks.shape != (self._n,) or marks.dtype != bool:
                raise ValueError(f"`where` has a yes or no for each of the {self._n} games")
        self._begin(numpy.where(marks, self._numbers + self._n, self._numbers), marks)
        self._terminal[marks] = False

    def _carry_out(self, part: Callable[..., int], given: Array) -> int:
        """Do all that a step does in one pass; return the first game in which it fails, or -1."""
        numpy, n = self._numpy, self._n
        actions, following = numpy.empty(n, dtype=numpy.int64), numpy.empty(n, dtype=numpy.int64)
        terminal = numpy.zeros(n, dtype=numpy.bool_)
        final = numpy.zeros(self._final.shape, dtype=numpy.int32)
        winners = numpy.zeros(final.shape, dtype=numpy.bool_)
        results = (actions, self._numbers, following, terminal, final, winners)
        self._ends_known = False
        try:
            wrong = self._all(part, given, *results, self._players, self._counts)
        except BaseException:
            self._undo()
            raise
        if wrong >= 0:
            self._undo()
            self._stopped = wrong
            return wrong
        self._ends_known = True
        self._numbers, self._terminal = following, terminal
        self._final, self._winners, self._kept = final, winners, {}
        return -1

    def _fail(self, given: Array | None, places: Array | None) -> None:
        """Raise the error of a step that can't be made: illegal actions come before holes of the rules."""
        actions = self._numpy.zeros(self._n, dtype=self._numpy.int64) if given is None else given
        if places is not None:
            wrong = self._all(self._games.chosen, places, actions)
            if wrong >= 0:
                self._refuse(wrong, lambda state: cast("Any", state).apply_index(int(places[wrong])))
        wrong = self._all(self._games.offered, actions)
        if wrong >= 0:
            self._refuse(wrong, lambda state: cast("Any", state).apply_action(int(actions[wrong])))
        wrong = self._stopped
        self._refuse(
            wrong, lambda state: self._again(state, int(actions[wrong]), int(self._numbers[wrong]) + self._n)
        )

    def _again(self, state: StateFace, action: int, following: int) -> None:
        """Repeat a failed step on a single state, so that the error names its source line."""
        state.apply_action(action)
        self._state(seed=rng.playout_seed(self.seed, following), **self._options)

    def _undo(self) -> None:
        """Restore the games as they were before the call that failed."""
        self._all(self._games.undo, self._numbers)
        self._looked()

    def _begin(self, numbers: Array, where: Array) -> None:
        wrong = self._all(self._games.start, numbers, where)
        if wrong >= 0:
            self._all(self._games.undo, self._numbers)
            seed = rng.playout_seed(self.seed, int(numbers[wrong]))
            self._state(seed=seed, **self._options)
            raise AssertionError("a game began in one way and then in another")
        self._numbers = numbers
        self._looked()

    def _looked(self) -> None:
        self._kept = {}
        self._all(self._games.look, self._players, self._counts)

    def _refuse(self, game: int, repeated: Callable[[StateFace], object]) -> None:
        """Raise the error that a single state raises, prefixed with the game's number."""
        try:
            repeated(self.state(game))
        except IllegalAction as problem:
            raise IllegalAction(f"game {game}: {problem}") from None
        raise AssertionError("a game went on in one way and then in another")

    # --- arrays -----------------------------------------------------------------------------------------

    def _given(self, values: Any, what: str) -> Array:
        given = self._numpy.asarray(values, dtype=None if self._n else int)  # [] has no type
        if given.shape != (self._n,) or given.dtype.kind not in "iu":
            raise ValueError(f"`{what}` has a whole number for each of the {self._n} games")
        if given.dtype == self._numpy.int64 and given.flags.c_contiguous:
            return given
        return self._numpy.ascontiguousarray(given, dtype=self._numpy.int64)

    def _buffer(self, name: str, shape: tuple[int, ...], dtype: str) -> Array:
        if name not in self._buffers:
            self._buffers[name] = self._numpy.zeros(shape, dtype=dtype)
        return self._buffers[name]

    def _all(self, part: Callable[..., int], *arrays: Any) -> int:
        """Run `part` over all games, in threads where worthwhile; return the first failing game, or -1."""
        if not self._native:
            return part(0, self._n, *arrays)
        places = self._games.addresses(arrays)
        name = part.__name__
        workers = min(self._workers, int(self._lasts.get(name, 0.0) / _WORTH_A_THREAD))
        begun = time.perf_counter()
        if workers <= 1:
            wrong = part(0, self._n, *places)
            self._lasts[name] = time.perf_counter() - begun
            return wrong
        edges = [self._n * one // workers for one in range(workers + 1)]
        found = list(self._pool().map(lambda one: part(*one, *places), pairwise(edges)))
        self._lasts[name] = (time.perf_counter() - begun) * workers
        return min((one for one in found if one >= 0), default=-1)

    def _pool(self) -> ThreadPoolExecutor:
        """Persistent thread pool: starting threads costs more than a step of a small game."""
        if self._threads is None:
            from concurrent.futures import ThreadPoolExecutor

            self._threads = ThreadPoolExecutor(self._workers)
        return self._threads


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array


def _restore(game: Reduced, data: bytes, threads: int) -> Batch:
    """Unpickle a batch; `game` is the reduced form of its engine or interpreted game."""
    restore, given = game
    batch: Batch = restore(*given).Batch.from_bytes(data, threads)
    return batch


def batch_class(
    face: Face, state: type[StateFace], many: MakeMany, native: bool, module: str, game: Callable[[], Reduced]
) -> type[Batch]:
    """Create the `Batch` class of one game; `game` gives its reduced form for pickles."""
    made = GameClass(
        "Batch",
        (Batch,),
        {
            "__module__": module,
            "__doc__": Batch.__doc__,
            "_face": face,
            "_state": state,
            "_many": staticmethod(many),
            "_native": native,
            "_game": staticmethod(game),
        },
    )
    return cast(type[Batch], made)
