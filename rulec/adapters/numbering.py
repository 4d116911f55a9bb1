"""Action numberings of environments: the engine's ids, or dense ones of a configuration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulec.errors import RulecError


@dataclass(frozen=True)
class ActionNumbering:
    """Bijection between the actions of an environment, from 0 on, and action ids of the engine.

    `ids` has the id of each action, ascending. Dense numberings leave out ids that are never offered in their
    configuration.
    """

    ids: tuple[int, ...]
    engine_size: int  # number of ids of the engine

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def is_identity(self) -> bool:
        return len(self.ids) == self.engine_size

    def id_of(self, action: int) -> int:
        """Engine id of an action; a ValueError for one that does not exist."""
        if not 0 <= action < len(self.ids):
            raise ValueError(f"{action} is not an action; they are 0 to {len(self.ids) - 1}")
        return self.ids[action]

    def action_of(self, engine_id: int) -> int:
        """Action with this engine id; a RulecError if it is never offered in this configuration."""
        action = self._actions.get(engine_id)
        if action is None:
            raise RulecError(
                f"the action id {engine_id} has no number: it is never offered in games of this configuration"
            )
        return action

    @cached_property
    def _actions(self) -> dict[int, int]:
        return {engine_id: action for action, engine_id in enumerate(self.ids)}

    @cached_property
    def array(self) -> Any:
        """The ids as an array of NumPy."""
        import numpy

        return numpy.array(self.ids, dtype=numpy.int64)

    def mask(self, of_ids: Any) -> Any:
        """Mask of actions, from a mask of engine ids; its last axis is reduced."""
        return of_ids if self.is_identity else of_ids[..., self.array]
