"""Which options can be completed, found by trying them out from outside.

This knows nothing of how rulec looks ahead. It plays a game that offers whatever is possible by itself, on
copies, depth first through the decisions of one player, until it meets something that nobody looks behind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulec.errors import RulesError

Position = dict[str, Any]


def nothing_owed(position: Position, player: int) -> bool:
    return True


def one_turn(position: Position) -> Any:
    return position["turns"]


@dataclass(frozen=True)
class Rules:
    """What has to be known of a probe besides its options."""

    # Anything that changes where a look-ahead ends, unseen from outside: at the end of a turn, at a mark.
    stretch: Callable[[Position], Any] = one_turn
    # Options of free actions: tried only to meet what is owed.
    free: frozenset[str] = frozenset()
    # Is all met that this player owes? Asked where a look-ahead ends before what is owed is due.
    met: Callable[[Position, int], bool] = nothing_owed
    # May a free action stand in what is tried, at a decision with these options? Only where what is owed is
    # not met, and nothing else is owed.
    helps: Callable[[Position, int, set[str]], bool] = lambda position, player, options: False


@dataclass
class Completion:
    rules: Rules
    player: int
    tried: int = 0
    failed: set[bytes] = field(default_factory=set)

    def possible(self, state: Any, action: int) -> bool:
        """Can this option of the pending decision be followed to an end?"""
        stretch = self.rules.stretch(state.to_dict())
        return self._after(state, action, stretch)

    def _after(self, state: Any, action: int, stretch: Any) -> bool:
        later = state.clone()
        self.tried += 1
        try:
            later.apply_action(action)
        except RulesError as error:
            return bool(error.kind != "dead end")
        return self._reached(later, stretch)

    def _reached(self, state: Any, stretch: Any) -> bool:
        if state.is_terminal():
            return True
        position = state.to_dict()
        if self.rules.stretch(position) != stretch:
            return True
        if state.current_player() != self.player:  # chance too
            return self.rules.met(position, self.player)
        key = state.to_bytes()
        if key in self.failed:
            return False
        labels = {action: state.action_to_string(action) for action in state.legal_actions()}
        for action, label in labels.items():
            free = label.partition(": ")[2] in self.rules.free
            if free and not self.rules.helps(position, self.player, set(labels.values())):
                continue
            if self._after(state, action, stretch):
                return True
        self.failed.add(key)
        return False


def completable(state: Any, rules: Rules) -> list[int]:
    """The options of a state of the game without look-ahead that can be completed."""
    search = Completion(rules, state.current_player())
    return [action for action in state.legal_actions() if search.possible(state, action)]
