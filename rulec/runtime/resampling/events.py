"""Replay of a record: the events of a game and their observers.

The state records actions only. Sampled chance is reproducible, since the generator is part of the state: the
replay uses explicit chance and applies the sampled outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulec.runtime import codec, control
from rulec.runtime.errors import RulecError
from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.origin import Origin
from rulec.runtime.state_base import StateBase


@dataclass(frozen=True)
class Step:
    """Decision or chance outcome, with the state before it (explicit chance)."""

    before: StateBase
    action: int
    seat: int  # or CHANCE_PLAYER
    secret: bool  # known only to the decider (or viewer of the outcome)
    viewer: int = -1  # player who privately sees a chance outcome


def begin(state: StateBase, origin: Origin) -> StateBase:
    """State at the beginning of the record, with explicit chance."""
    cls = type(state)
    again = cls.__new__(cls)
    again._keep(False, False)
    if origin.body is None:
        again._begin(origin.chosen, origin.key, True)
        return again
    return asked(again, origin.body)


def asked(state: StateBase, body: bytes) -> StateBase:
    """Load a state body with explicit chance."""
    face = state._face
    cells = codec.unpack(face.schema, body)
    face.view.put(cells, control.EXPLICIT, 1)
    state._load(codec.pack(face.schema, cells))
    state._refresh()
    return state


def all_steps(state: StateBase) -> Iterator[Step]:
    """All steps of a state; for a determinized state, its sampled history as well."""
    earlier = state._origin().earlier
    if earlier is not None:
        at = begin(state, Origin(body=earlier.body))
        for action in earlier.actions:
            yield _step(at, action)
            at._apply(action)
    yield from steps(state)


def steps(state: StateBase) -> Iterator[Step]:
    """Replay the record step by step."""
    asked = state._face.view.get(state._cells(), control.EXPLICIT) == 1
    actions = state.history()
    at = begin(state, state._origin())
    number = 0
    while True:
        if at.current_player() == CHANCE_PLAYER and not asked:
            action = at._sample()
        elif number < len(actions):
            action = actions[number]
            number += 1
        else:
            return
        yield _step(at, action)
        at._apply(action)


def _step(at: StateBase, action: int) -> Step:
    return Step(at.clone(), action, at.current_player(), is_secret(at, action), viewer(at))


def event_of(state: StateBase, action: int, player: int) -> dict[str, Any]:
    """Event that a player observes if the action is applied now."""
    step = Step(state, action, state.current_player(), is_secret(state, action), viewer(state))
    return seen_by(step, player)


def is_secret(state: StateBase, action: int) -> bool:
    face, pending = state._face, state._pending()
    chance = face.chance(pending)
    if chance is not None:
        return chance.secret
    decision = face.schema.decisions[pending - 1]
    return next(group for group in reversed(decision.groups) if group.first <= action).secret


def viewer(state: StateBase) -> int:
    """Player who privately sees the pending chance outcome; -1 if nobody or everybody does."""
    chance = state._face.chance(state._pending())
    if chance is None or not chance.viewer:
        return -1
    return state._face.view.get(state._cells(), chance.viewer)


def knows(step: Step, player: int) -> bool:
    """Check whether the player knows the chosen option or outcome."""
    return not step.secret or player in (step.seat, step.viewer)


def seen_by(step: Step, player: int) -> dict[str, Any]:
    """The step as the player observes it; hidden outcomes are None."""
    state = step.before
    face = state._face
    known = knows(step, player)
    option = face.rows_of(state._pending())[step.action].option if known else None
    if step.seat == CHANCE_PLAYER:
        return {"chance": state.decision(), "outcome": option}
    return {"player": face.schema.seats[step.seat], "decision": state.decision(), "option": option}


def seen_so_far(state: StateBase, player: int) -> list[dict[str, Any]]:
    """All steps as the player observes them, including those before the record."""
    origin = state._origin()
    if origin.player is not None and origin.player != player:
        raise RulecError(
            f"this state was drawn anew for player {origin.player}; the knowledge of others is not known"
        )
    return [*origin.seen, *(seen_by(step, player) for step in steps(state))]
