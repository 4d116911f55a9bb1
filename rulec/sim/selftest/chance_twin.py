"""Twin game with explicit chance, run beside a sampled one; both must agree."""

from __future__ import annotations

from rulec.face import State
from rulec.runtime import codec, control
from rulec.runtime.errors import RulesError
from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.schema import Schema
from rulec.sim.selftest.state_comparison import Difference, Side
from rulec.sim.tasks import Task


class ChanceTwin:
    """Explicit-chance twin that receives the sampled game's decisions and outcomes."""

    def __init__(self, side: Side, task: Task) -> None:
        self.side = side
        self.state: State = side.game.State(seed=task.seed, chance="explicit", **task.configuration)
        schema: Schema = getattr(side.game.State, "_face").schema  # noqa: B009 - of both back ends
        self.mode, self.behind = codec.place(schema, control.EXPLICIT)
        self._draw()

    def _draw(self) -> None:
        while self.state.current_player() == CHANCE_PLAYER:
            outcomes = self.state.chance_outcomes()
            total = sum(probability for _, probability in outcomes)
            if abs(total - 1) > 1e-9 or [one for one, _ in outcomes] != self.state.legal_actions():
                raise Difference(f"{self.side.name}: no distribution over the outcomes: {outcomes}")
            self.state.apply_action(self.state.sample_outcome())

    def follow(self, action: int, state: State) -> None:
        """Apply the other game's action and compare with its state."""
        self.state.apply_action(action)
        self._draw()
        self.compare(state)

    def follow_fault(self, action: int, fault: RulesError) -> None:
        try:
            self.state.apply_action(action)
            self._draw()
        except RulesError as mine:
            if (mine.kind, mine.line) == (fault.kind, fault.line):
                return
        raise Difference(f"{self.side.name}: with chance asked for, the rules don't stop as they do: {fault}")

    def compare(self, state: State) -> None:
        if self._apart_from_mode(self.state) != self._apart_from_mode(state):
            raise Difference(
                f"{self.side.name}: the same outcomes lead elsewhere where chance is asked for",
                (("explicit", str(self.state.to_dict())), ("sampled", str(state.to_dict()))),
            )

    def _apart_from_mode(self, state: State) -> list[bytes]:
        """State bytes without the chance mode and the checksum."""
        data = state.to_bytes()[: self.mode.stop + self.behind]
        return [data[: self.mode.start], data[self.mode.stop :]]
