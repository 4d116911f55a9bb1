"""State methods derived from the back end's primitives, mostly named as in OpenSpiel."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, cast, overload

from rulec.runtime import values
from rulec.runtime.core import Core
from rulec.runtime.errors import IllegalAction, UnknownName
from rulec.runtime.face import CHANCE_PLAYER, TERMINAL_PLAYER, Face
from rulec.runtime.numbers import plain, whole
from rulec.runtime.value_text import written

_MISSING = cast(Any, object())  # missing argument


class Derived(Core):
    """Mixin: kind of node, labels, values, children, serialization."""

    __slots__ = ()
    _face: Face

    if TYPE_CHECKING:

        def returns(self) -> list[float]: ...
        def to_bytes(self) -> bytes: ...
        def _cells(self) -> list[int]: ...
        @classmethod
        def from_bytes(cls, data: bytes) -> Self: ...

    # --- who decides ------------------------------------------------------------------------------------

    def is_chance_node(self) -> bool:
        """Check whether chance decides now; only with `chance="explicit"`."""
        return self.current_player() == CHANCE_PLAYER

    def is_player_node(self) -> bool:
        """Check whether a player decides now."""
        return self.current_player() >= 0

    def _seat(self, player: SupportsIndex) -> int:
        number, seats = whole(player), self.num_players()
        if number is None or not 0 <= number < seats:
            raise ValueError(f"there is no player {written(player)}; they are 0 to {seats - 1}")
        return number

    def _player(self, player: SupportsIndex) -> int:
        """Validate a player number; CHANCE_PLAYER and TERMINAL_PLAYER are accepted."""
        number = whole(player)
        if number is not None and number in (CHANCE_PLAYER, TERMINAL_PLAYER):
            return number
        return self._seat(player)

    def _decides(self, player: SupportsIndex) -> bool:
        """Check whether `player` decides now; always false when the game is over."""
        number = self._player(player)
        return number != TERMINAL_PLAYER and number == self.current_player()

    def _mask_of(self, player: SupportsIndex) -> bytes:
        """Legal-action mask of a player, or of chance over the outcome ids."""
        chance = self._player(player) == CHANCE_PLAYER
        mask = bytearray(len(self._face.outcomes) if chance else self._face.schema.num_actions)
        for action in self.legal_actions(player):
            mask[action] = 1
        return bytes(mask)

    def num_distinct_actions(self) -> int:
        """Number of action ids, legal or not: the length of a mask."""
        return self._face.schema.num_actions

    # --- labels -----------------------------------------------------------------------------------------

    @overload
    def action_to_string(self, action: SupportsIndex, /) -> str: ...
    @overload
    def action_to_string(self, player: SupportsIndex, action: SupportsIndex, /) -> str: ...
    def action_to_string(self, player: SupportsIndex, action: SupportsIndex = _MISSING, /) -> str:
        """Label of an action id; with one argument, of the deciding player's action or chance outcome.

        With two arguments: of an action if `player` is a player, of a chance outcome if it is -1.
        """
        face = self._face
        if action is _MISSING:
            return face.label(player, face.rows_of(self._pending()))
        if whole(player) == CHANCE_PLAYER:
            return face.label(action, face.outcomes)
        self._seat(player)
        return face.label(action, face.rows)

    @overload
    def string_to_action(self, text: str, /) -> int: ...
    @overload
    def string_to_action(self, player: SupportsIndex, text: str, /) -> int: ...
    def string_to_action(self, player: Any, text: str = _MISSING, /) -> int:
        """Action id of a legal label; with two arguments, `player` must decide now."""
        if text is _MISSING:
            text = player
        elif not self._decides(player):
            raise IllegalAction(f"player {player} has nothing to decide now")
        return self._face.action(text, self.legal_actions(), self._pending())

    def legal_labels(self, player: SupportsIndex | None = None) -> list[str]:
        """Labels of `legal_actions(player)`, in the same order."""
        rows = self._face.rows_of(self._pending())
        return [rows[action].label for action in self.legal_actions(player)]

    @overload
    def action_text(self, action: SupportsIndex, /) -> str: ...
    @overload
    def action_text(self, player: SupportsIndex, action: SupportsIndex, /) -> str: ...
    def action_text(self, player: SupportsIndex, action: SupportsIndex = _MISSING, /) -> str:
        """Display text of an action id; arguments as for `action_to_string`."""
        face = self._face
        if action is _MISSING:
            return face.text(player, face.rows_of(self._pending()))
        if whole(player) == CHANCE_PLAYER:
            return face.text(action, face.outcomes)
        self._seat(player)
        return face.text(action, face.rows)

    def legal_texts(self, player: SupportsIndex | None = None) -> list[str]:
        """Display texts of `legal_actions(player)`, in the same order."""
        rows = self._face.rows_of(self._pending())
        return [self._face.text(action, rows) for action in self.legal_actions(player)]

    # --- values -----------------------------------------------------------------------------------------

    def __getitem__(self, path: str) -> Any:
        """Value at a path of `to_dict()` or of a definition: `state["players.money.1"]`."""
        view, cells = self._face.view, self._cells()
        return self._face.values.at(cells, path, values.actor_of(view, cells))

    def value(self, name: str, *members: object) -> Any:
        """Value of a name for given members: `state.value("square's price", "a1")`."""
        if not isinstance(name, str):
            raise UnknownName(f"a name is text, not {type(name).__name__}")
        return self[".".join([name, *(str(plain(one)) for one in members)])]

    def price(self, action: SupportsIndex) -> dict[str, int]:
        """Cost of an option to the acting member: path -> decrease until the next decision.

        Covers all numbers and piece counts of the acting member (or deciding player). Costs of later
        decisions are not included.
        """
        view, before = self._face.view, self._cells()
        if not self.is_player_node():
            raise IllegalAction("no player has anything to decide now")
        actor = values.actor_of(view, before) or view.schema.seats[self.current_player()]
        return values.losses(view, before, self.child(action)._cells(), actor)

    # --- results and copies -----------------------------------------------------------------------------

    def rewards(self) -> list[float]:
        """Rewards of the last step: zeros before the end, then `returns()`."""
        return self.returns()

    def player_return(self, player: SupportsIndex) -> float:
        """Utility of one player; see `returns`."""
        return self.returns()[self._seat(player)]

    def child(self, action: SupportsIndex) -> Self:
        """Clone the state and apply this action or chance outcome."""
        other = self.clone()
        other.apply_action(action)
        return other

    def serialize(self) -> str:
        """Serialize the state as one line of base64 text; inverse of the module's `deserialize_state`."""
        return base64.b64encode(self.to_bytes()).decode("ascii")

    @classmethod
    def deserialize(cls, text: str) -> Self:
        """Restore a state from `serialize`, validated as by `from_bytes`."""
        if not isinstance(text, str):
            raise ValueError(f"a serialized state is text, not {type(text).__name__}")
        try:
            data = base64.b64decode(text.strip(), validate=True)
        except (binascii.Error, ValueError):
            raise ValueError("this text is not a serialized state: it is not in base 64") from None
        return cls.from_bytes(data)
