"""A game with its past: every position since it was begun or loaded, and what was chosen in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.errors import IllegalAction, RulecError
from rulec.face import Game, State
from rulec.play.trace import Move, Trace, digest_of


@dataclass(frozen=True)
class Played:
    seat: int
    label: str


class Record:
    """Positions and moves; there is always one position more than moves."""

    def __init__(self, game: Game, state: State, seed: int = 0, from_position: bool = False) -> None:
        self.game = game
        self.seed = seed
        self.from_position = from_position
        self.states: list[State] = [state]
        self.moves: list[Played] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def choose(self, index: int) -> Played:
        """Carry out an option, by its place among the legal ones. If that fails nothing has changed."""
        before = self.state
        move = Played(before.current_player(), before.action_to_string(before.legal_actions()[index]))
        after = before.clone()
        after.apply_index(index)
        self.states.append(after)
        self.moves.append(move)
        return move

    def back_to(self, number: int) -> None:
        """Forget all but the first `number` moves."""
        del self.moves[number:]
        del self.states[number + 1 :]

    def trace(self) -> Trace:
        first = self.states[0].to_dict()
        after = zip(self.moves, self.states[1:], strict=True)
        return Trace(
            game=self.game.NAME,
            rules=self.game.RULES_HASH,
            players=first["seats"],
            options=first["options"],
            seed=self.seed,
            start=first if self.from_position else None,
            moves=tuple(Move(played.label, digest_of(state)) for played, state in after),
        )

    def replay(self, name: str, trace: Trace) -> Iterator[Played]:
        """Play the moves of a trace one by one; a digest that does not fit is told with its line."""
        compare = trace.rules == self.game.RULES_HASH
        for move in trace.moves:
            played = self._replay_one(f"{name}:{move.line}", move)
            if compare and move.digest is not None and move.digest != digest_of(self.state):
                raise RulecError(
                    f"{name}:{move.line}: `{move.label}` led to another position than when it was recorded",
                    "the line was changed, or the game is not deterministic, which is a bug of rulec",
                )
            yield played

    def _replay_one(self, place: str, move: Move) -> Played:
        if self.state.is_terminal():
            raise RulecError(f"{place}: the game is over before `{move.label}`")
        try:
            action = self.state.string_to_action(move.label)
        except IllegalAction as problem:
            raise RulecError(f"{place}: {problem.message}", problem.hint) from None
        except ValueError as problem:
            raise RulecError(f"{place}: {problem}") from None
        return self.choose(self.state.legal_actions().index(action))
