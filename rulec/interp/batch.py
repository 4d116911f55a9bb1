"""Batches of games on the interpreter, played one by one: the oracle of the engine's batches."""

from __future__ import annotations

from array import array
from typing import Any

from rulec.runtime import control, rng
from rulec.runtime.errors import IllegalAction, RulesError
from rulec.runtime.observation.in_bytes import in_bytes
from rulec.runtime.state import StateFace


class InterpretedMany:
    """See `rulec.runtime.batch.Many`."""

    def __init__(self, state: type[StateFace], count: int, chosen: tuple[int, ...], seed: int) -> None:
        self.state, self.chosen_values, self.seed = state, chosen, seed
        self.now: list[Any] = [None] * count
        self.before: dict[int, Any] = {}  # the games that the last call has changed, as they were
        self.final: dict[int, Any] = {}  # of the games that the last step ended

    def _new(self, number: int) -> tuple[StateFace, bool]:
        """Create a game at its first decision; return it and whether a fault stopped it on the way."""
        state = self.state.__new__(self.state)
        state._keep(True, False)  # for `log`
        key = rng.key_of(rng.playout_seed(self.seed, number))
        return state, state._begin(self.chosen_values, key, False) >= 0

    def start(self, first: int, end: int, numbers: Any, where: Any) -> int:
        self.before = {}
        for game in range(first, end):
            if where[game]:
                self.before[game] = self.now[game]
                self.now[game], stopped = self._new(int(numbers[game]))
                if stopped:
                    return game
        return -1

    def undo(self, first: int, end: int, numbers: Any) -> int:
        for game in self.before:
            self.now[game] = self.before[game]
        return -1

    def look(self, first: int, end: int, players: Any, counts: Any) -> int:
        for game in range(first, end):
            players[game] = max(-1, self.now[game].current_player())
            counts[game] = self.now[game].count_legal()
        return -1

    def list(self, first: int, end: int, offsets: Any, ids: Any) -> int:
        for game in range(first, end):
            ids[offsets[game] : offsets[game + 1]] = self.now[game].legal_actions()
        return -1

    def mark(self, first: int, end: int, masks: Any) -> int:
        for game in range(first, end):
            masks[game] = list(self.now[game].legal_actions_mask())
        return -1

    def observe(self, first: int, end: int, table: Any, players: Any, rows: Any) -> int:
        form = "compact" if table[0] < 0 else "wide"
        for game in range(first, end):
            seat = int(players[game])
            rows[game] = self.now[game].observation_tensor(seat, form) if seat >= 0 else 0
        return -1

    def mark_float(self, first: int, end: int, masks: Any) -> int:
        return self.mark(first, end, masks)

    def observe_bytes(self, first: int, end: int, table: Any, players: Any, rows: Any) -> int:
        import numpy

        told = numpy.zeros(rows.shape, dtype=numpy.float32)
        self.observe(first, end, table, players, told)
        rows[first:end] = in_bytes(told[first:end])
        return -1

    def observe_ended(self, first: int, end: int, table: Any, where: Any, players: Any, rows: Any) -> int:
        form = "compact" if table[0] < 0 else "wide"
        for game in range(first, end):
            if where[game]:
                rows[game] = self.final[game].observation_tensor(int(players[game]), form)
        return -1

    def offered(self, first: int, end: int, actions: Any) -> int:
        wrong = (game for game in range(first, end) if actions[game] not in self.now[game].legal_actions())
        return next(wrong, -1)

    def chosen(self, first: int, end: int, places: Any, actions: Any) -> int:
        for game in range(first, end):
            legal = self.now[game].legal_actions()
            if not 0 <= places[game] < len(legal):
                return game
            actions[game] = legal[places[game]]
        return -1

    def step(self, first: int, end: int, given: Any, actions: Any, *arrays: Any) -> int:
        self.before = {}
        wrong = self.offered(first, end, given)
        actions[first:end] = given[first:end]
        return wrong if wrong >= 0 else self._step(first, end, actions, *arrays)

    def step_index(self, first: int, end: int, given: Any, actions: Any, *arrays: Any) -> int:
        self.before = {}
        wrong = self.chosen(first, end, given, actions)
        return wrong if wrong >= 0 else self._step(first, end, actions, *arrays)

    def _step(
        self, first: int, end: int, actions: Any, numbers: Any, following: Any, terminal: Any, scores: Any,
        winners: Any, players: Any, counts: Any,
    ) -> int:  # fmt: skip
        for game in range(first, end):
            state = self.now[game].clone()
            try:
                state._apply(int(actions[game]))
            except RulesError:
                return game
            following[game], terminal[game] = numbers[game], state.is_terminal()
            if terminal[game]:
                scores[game] = state.scores()
                winners[game][state.winners()] = True
                self.final[game] = state
                following[game] += len(self.now)
                state, stopped = self._new(int(following[game]))
                if stopped:
                    return game
            self.before[game], self.now[game] = self.now[game], state
            players[game], counts[game] = max(-1, state.current_player()), state.count_legal()
        return -1

    def addresses(self, arrays: tuple[Any, ...]) -> tuple[Any, ...]:
        return arrays

    def points(self, first: int, end: int, scores: Any) -> int:
        for game in range(first, end):
            scores[game] = self.now[game].scores()
        return -1

    def body(self, game: int) -> bytes:
        found: bytes = self.now[game]._body()
        return found

    def ended(self, game: int) -> bytes:
        found: bytes = self.final[game]._body()
        return found

    def log(self, game: int, number: int) -> bytes:
        key = rng.key_of(rng.playout_seed(self.seed, number))
        for state in (self.now[game], self.final.get(game)):
            if state is not None and state._face.view.get(state._cells(), control.KEY) == key:
                return array("i", state.history()).tobytes()
        return b""

    def replay(
        self, first: int, end: int, numbers: Any, offsets: Any, actions: Any, following: Any, terminal: Any
    ) -> int:
        for game in range(first, end):
            state, stopped = self._new(int(numbers[game]))
            if stopped or not _all_applied(state, actions[offsets[game] : offsets[game + 1]]):
                return game
            following[game], terminal[game] = numbers[game], state.is_terminal()
            if terminal[game]:
                self.final[game] = state
                following[game] += len(self.now)
                state, stopped = self._new(int(following[game]))
                if stopped:
                    return game
            self.now[game] = state
        return -1


def _all_applied(state: Any, actions: Any) -> bool:
    """Apply actions in order; stop at the first illegal or failing one."""
    for action in actions:
        try:
            state.apply_action(int(action))
        except (IllegalAction, RulesError):
            return False
    return True
