"""Lifecycle of a game in progress: creation, actions, serialization, restoring."""

from __future__ import annotations

from typing import Any, NoReturn, Self, SupportsIndex

from rulec.runtime import codec, rng, zone_room
from rulec.runtime.derived import Derived
from rulec.runtime.errors import IllegalAction, RulecError
from rulec.runtime.face import CHANCE_PLAYER, Face
from rulec.runtime.origin import Origin
from rulec.runtime.positions import setup
from rulec.runtime.validate import validate


class StateBase(Derived):
    """Base class of states: creation, actions and serialization, on top of the back end."""

    __slots__ = ()
    _face: Face

    def __init__(
        self,
        players: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        chance: str = "sampled",
        record: bool = True,
        auto_forced: bool = False,
        **options: Any,
    ) -> None:
        face = self._face
        chosen = face.chosen(players, chance, options)
        seed = face.seed(seed)
        key = rng.key_of(seed)
        self._keep(record, auto_forced)
        self.origin = Origin(chosen, key)
        fault = self._begin(chosen, key, chance == "explicit")
        if fault >= 0:
            raise face.fault(fault, b"", None, seed)
        self._settle()

    def _keep(self, record: bool, auto_forced: bool) -> None:
        self.recording = bool(record)
        self.auto_forced = bool(auto_forced)
        self.past = None
        self.adopted = ()
        self.origin = None

    def _settle(self) -> None:
        """Apply forced actions if `auto_forced` is set; chance is never skipped."""
        while self.auto_forced and self.count_legal() == 1 and self.current_player() != CHANCE_PLAYER:
            self._apply(self.legal_actions()[0])

    def _illegal(self, action: object) -> NoReturn:
        self._face.illegal(action, self.legal_actions(), self._pending())

    def _illegal_index(self, index: object) -> NoReturn:
        self._face.illegal_index(index, self.count_legal())

    def _failed(self, action: int, fault: int, wrong: bytes = b"") -> NoReturn:
        """Raise the error of a failed action: `fault` is a number from 1, or 0 for a trap.

        Traps occur in debug builds only; `wrong` is then the resulting state.
        """
        if not fault:
            raise RulecError(self._unsound(action, wrong))
        raise self._face.fault(fault - 1, self.to_bytes(), action, pending=self._pending())

    def _unsound(self, action: int, wrong: bytes) -> str:
        after = f"after {self.action_to_string(action)!r}"
        try:
            validate(self._face.view, codec.unpack(self._face.schema, wrong))
        except ValueError as problem:
            return f"{problem}, {after}: a bug of rulec"
        return f"an index or value left what the compiler had proved, {after}: a bug of rulec"

    # --- from cells and bytes -------------------------------------------------------------------------

    def _with_cells(self, cells: list[int], at: str | None = None) -> Self:
        """Copy the state with these cells, optionally at a checkpoint; the cells are validated."""
        return self._at_checkpoint(cells, at, self) if at is not None else self._checked(cells, self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Restore a state from `to_bytes`, with validation."""
        schema = cls._face.schema
        return cls._checked(codec.unpack(schema, codec.unseal(schema, data)), None)

    @classmethod
    def _checked(cls, cells: list[int], like: Self | None) -> Self:
        """Create a state from cells after full validation."""
        validate(cls._face.view, cells)
        state = cls._of(cells, like)
        state._demand_always()
        fault = state._refresh()
        if fault >= 0:
            raise ValueError(f"`pending`: {cls._face.schema.faults[fault].message}")
        if cls._face.chance(state._pending()) is not None:
            if state.count_legal() == 0:
                raise ValueError(f"`pending`: chance can't bring anything for `{state.decision()}` here")
        elif state._pending():
            if state.count_legal() == 0:
                raise ValueError(f"`pending`: `{state.decision()}` has no option in this position")
            if state._decider() != state.current_player():
                raise ValueError("`seat`: it is another player's turn to decide in this position")
        return state

    def _demand_always(self) -> None:
        """Raise a ValueError if the position violates an `always` invariant."""
        fault = self._broken()
        if fault >= 0:
            raise ValueError(self._face.broken(fault))

    @classmethod
    def _of(cls, cells: list[int], like: Self | None) -> Self:
        state = cls.__new__(cls)
        state._keep(
            like.recording if like is not None else True, like.auto_forced if like is not None else False
        )
        body = codec.pack(cls._face.schema, cells)
        state._load(body)
        state.origin = Origin(body=body)
        return state

    @classmethod
    def _at_checkpoint(cls, cells: list[int], at: str, like: Self | None) -> Self:
        view = cls._face.view
        number = setup.checkpoint(view, cells, at)
        standing = setup.without_control(view, cells)
        validate(view, standing)
        zone_room.check_shown(view, standing)
        state = cls._of(cells, like)
        fault = state._enter(number)
        if fault >= 0:
            if cls._face.schema.faults[fault].kind == "always":
                raise ValueError(cls._face.broken(fault))
            cls._of(standing, like)._demand_always()  # a possible cause
            raise cls._face.fault(fault, b"", None)
        state._demand_always()
        state.origin = Origin(body=state._body())
        state._settle()
        return state

    # --- where it stands ------------------------------------------------------------------------------

    def decision(self) -> str | None:
        """Name of the pending `choose` or chance event; None when the game is over."""
        pending, face = self._pending(), self._face
        info, chance = face.pending(pending), face.chance(pending)
        if chance is not None:
            return face.schema.events[chance.event].name
        return None if info is None else info.name

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Possible chance outcomes with their probabilities; empty unless chance decides now."""
        if self.current_player() != CHANCE_PLAYER:
            return []
        weights = self._weights()
        total = sum(weights)
        return [(one, weight / total) for one, weight in zip(self.legal_actions(), weights, strict=True)]

    def sample_outcome(self) -> int:
        """Chance outcome from the state's own generator, as in the mode `sampled`."""
        if self.current_player() != CHANCE_PLAYER:
            raise IllegalAction("chance has nothing to decide now")
        return self._sample()

    def play(self, *labels: str) -> None:
        """Apply options by label in sequence; on an error, earlier ones stay applied."""
        for label in labels:
            self.apply_action(self.string_to_action(label))

    def _origin(self) -> Origin:
        if not self.recording or self.origin is None:
            raise RulecError("this state keeps no history", "make it with record=True")
        return self.origin

    def _cells(self) -> list[int]:
        return codec.unpack(self._face.schema, self._body())

    def to_bytes(self) -> bytes:
        """Serialize the whole state, including mid-turn control; inverse of `from_bytes`."""
        return codec.seal(self._face.schema, self._body())

    def history(self) -> list[int]:
        """Action ids since the beginning."""
        if not self.recording:
            raise RulecError("this state keeps no history", "make it with record=True")
        found = []
        past = self.past
        while past is not None:
            past, action = past
            found.append(action)
        return found[::-1]
