"""Information states: everything that each player has observed in a game.

A `HistoryNode` is a position and the one before it. Neither changes, so that states share them; what a player
has seen is computed on demand, and kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

from rulec.errors import RulecError
from rulec.face import Game, State

_SHOWN = 40  # events that the text of an information state spells out; a digest stands for all of them
_CHANCE = 0
_HIDDEN = -1


@dataclass(frozen=True)
class ObservationHistory:
    """Observation history of a player: last event, predecessors, digest of everything."""

    digest: str
    event: str = ""
    decider: int = _CHANCE  # the player from 1, 0 for chance
    code: int = 0
    before: ObservationHistory | None = None

    def _backwards(self) -> Iterator[ObservationHistory]:
        at = self
        while at.before is not None:
            yield at
            at = at.before

    def text(self, player: int) -> str:
        """Information-state string: equal exactly for indistinguishable histories."""
        recent: list[str] = []
        for one in self._backwards():
            if len(recent) == _SHOWN:
                recent.append("...")
                break
            recent.append(one.event)
        return "\n".join([f"player {player + 1}", *reversed(recent), f"#{self.digest}"])

    def codes(self) -> list[tuple[int, int]]:
        """Events as (decider or 0 for chance, 1 + action id or -1 if hidden)."""
        return [(one.decider, one.code) for one in self._backwards()][::-1]


class Draws:
    """Determinizations of a node for one player; they share the analysis of its history."""

    def __init__(self, node: HistoryNode, player: int) -> None:
        self.node, self.player, self._seed = node, player, 0
        self._states = node.position.resample_many(player, self._seeds())

    def _seeds(self) -> Iterator[int]:
        while True:
            yield self._seed

    def state(self, seed: int) -> State:
        """Return the same state as `position.resample(player, seed)`."""
        self._seed = seed
        return next(self._states)


class HistoryNode:
    """Immutable node of a history: position, predecessor, observations of each player."""

    __slots__ = ("_draws", "_seen", "action", "before", "open", "position", "root")

    def __init__(self, position: State, before: HistoryNode | None, action: int, is_open: bool) -> None:
        self.position, self.before, self.action, self.open = position, before, action, is_open
        self.root: HistoryNode = self if before is None else before.root
        self._seen: dict[int, ObservationHistory] = {}
        self._draws: Draws | None = None  # of a root: the last ones of its history

    @classmethod
    def first(cls, position: State, is_open: bool) -> Self:
        """First moment of a record; `is_open` marks perfect information, where events suffice."""
        return cls(position, None, 0, is_open)

    def after(self, action: int) -> HistoryNode:
        return HistoryNode(self.position.child(action), self, action, self.open)

    def __deepcopy__(self, memo: dict[int, Any]) -> HistoryNode:
        return self

    # --- what is seen -----------------------------------------------------------------------------------

    def seen(self, player: int) -> ObservationHistory:
        """Observation history of the player, computed lazily."""
        missing: list[HistoryNode] = []
        at = self
        while player not in at._seen:
            missing.append(at)
            if at.before is None:
                break
            at = at.before
        for one in reversed(missing):
            one._seen[player] = one._look(player)
        return self._seen[player]

    def _look(self, player: int) -> ObservationHistory:
        if self.before is None:
            return ObservationHistory(self._digest("", "", player))
        earlier = self.before._seen[player]
        event = self.before.position.event(self.action, player)
        text, decider, code = self._told(event)
        return ObservationHistory(self._digest(earlier.digest, text, player), text, decider, code, earlier)

    def _told(self, event: dict[str, Any]) -> tuple[str, int, int]:
        """Encode an event as text and numbers."""
        before = self.before
        assert before is not None
        if "chance" in event:
            known = event["outcome"] is not None
            text = f"{event['chance']}: {event['outcome'] if known else '?'}"
            return text, _CHANCE, self.action + 1 if known else _HIDDEN
        known = event["option"] is not None
        decider = before.position.current_player() + 1
        text = f"{event['player']} {event['decision']}: {event['option'] if known else '?'}"
        return text, decider, self.action + 1 if known else _HIDDEN

    def _digest(self, earlier: str, event: str, player: int) -> str:
        """Digest of earlier observations, the event and the current observation."""
        known = (
            b"" if self.open else array("f", self.position.observation_tensor(player, "compact")).tobytes()
        )
        return blake2b(f"{earlier}\n{event}\n".encode() + known, digest_size=12).hexdigest()

    def drawn_anew(self, player: int, seed: int) -> HistoryNode:
        """Determinized moment that looks the same to the player; others keep no history."""
        draws, self.root._draws = self.root._draws, None  # taken: another thread would make its own
        if draws is None or draws.node is not self or draws.player != player:
            draws = Draws(self, player)
        other = HistoryNode.first(draws.state(seed), self.open)
        self.root._draws = draws
        other._seen[player] = self.seen(player)
        return other

    # --- to and from bytes ------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as plain data: position and start of the record; restored by `read_back`."""
        root = self.root
        return tuple, ((self.position.to_bytes(), root.position.to_bytes(), dict(root._seen)),)

    @staticmethod
    def read_back(
        kept: Any,
        first: HistoryNode,
        game: Game,
        actions: Sequence[int],
        engine_id: Callable[[State, int], int],
    ) -> HistoryNode:
        """Restore a pickled moment by replay; raise a ValueError if the game differs.

        `engine_id` gives the engine's id of an action or outcome in a position.
        """
        position, begun, seen = kept
        at = first
        if begun != first.position.to_bytes():
            at = HistoryNode.first(game.State.from_bytes(begun), first.open)
            at._seen.update(seen)
        try:
            for action in actions:
                at = at.after(engine_id(at.position, action))
        except RulecError as problem:
            raise ValueError(f"this state is of another game: {problem}") from None
        if at.position.to_bytes() != position:
            raise ValueError("this state is of another game: its actions lead elsewhere")
        return at
