"""Game history with undo: all positions and moves since the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.face import Game, State
from rulec.traces.replay import check_position, index_of
from rulec.traces.trace_text import MODES, Move, Trace, digest_of, who_name


@dataclass(frozen=True)
class Played:
    seat: int  # negative: chance
    label: str


class Record:
    """Positions and moves; one more position than moves."""

    def __init__(
        self,
        game: Game,
        state: State,
        seed: int = 0,
        from_position: bool = False,
        chance: str = MODES[0],
    ) -> None:
        self.game = game
        self.seed = seed
        self.chance = chance
        self.from_position = from_position
        self.states: list[State] = [state]
        self.moves: list[Played] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def choose(self, index: int) -> Played:
        """Apply an option by its legal index; unchanged on failure."""
        before = self.state
        move = Played(before.current_player(), before.action_to_string(before.legal_actions()[index]))
        after = before.clone()
        after.apply_index(index)
        self.states.append(after)
        self.moves.append(move)
        return move

    def back_to(self, number: int) -> None:
        """Undo all but the first `number` moves."""
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
            chance=self.chance,
            start=first if self.from_position else None,
            moves=tuple(
                Move(played.label, digest_of(state), who=who_name(played.seat)) for played, state in after
            ),
            result=tuple(self.state.scores()) if self.state.is_terminal() else None,
        )

    def replay(self, name: str, trace: Trace) -> Iterator[Played]:
        """Replay the moves of a trace; errors name its line."""
        compare = trace.rules == self.game.RULES_HASH
        for move in trace.moves:
            played = self.choose(index_of(name, self.state, move))
            if compare:
                check_position(name, self.state, move)
            yield played
