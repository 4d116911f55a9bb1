"""Positions built by hand: new game, decisions by label, edits, checkpoint, further decisions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex, TypeVar

from rulec.runtime import control, rng, zone_room
from rulec.runtime.errors import IllegalAction, RulesError
from rulec.runtime.face import CHANCE_PLAYER, Face
from rulec.runtime.positions import setup
from rulec.runtime.setup_outcomes import finish_set_up, places
from rulec.runtime.state_base import StateBase

S = TypeVar("S", bound="StateBase")
_NAMED = 3  # edits named in a message


def labels_of(name: str, given: object) -> tuple[str, ...]:
    """Validate `before` or `play`: a sequence of labels."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise ValueError(f"`before` and `play` are lists of labels; `{name}` is {type(given).__name__}")
    return tuple(given)


# --- decisions and chance by label ------------------------------------------------------------------------


def play_on(state: S, name: str, labels: Sequence[str], fixed: bool = False) -> S:
    """Apply labels in sequence, including chance labels in games with sampled chance.

    Chance events not named by a label are sampled with the seed. With `fixed`, explicit chance outcomes must
    all be named.
    """
    sampled = not has_explicit_chance(state)
    names_chance = sampled and any(is_outcome(state._face, label) for label in labels)
    if names_chance:
        state = with_chance_mode(state, True)
    for number, label in enumerate(labels):
        try:
            if names_chance or not (sampled or fixed):
                _sample_up_to(state, label)
            state.play(label)
        except IllegalAction as problem:
            where = f"{name}[{number}]: {_quoted(label)}"
            raise IllegalAction(f"{where}: {problem.message}", problem.hint) from None
        except ValueError as problem:
            raise ValueError(f"{name}[{number}]: {_quoted(label)}: {problem}") from None
    return with_chance_mode(state, False) if names_chance else state


def _quoted(label: object) -> str:
    return json.dumps(label, ensure_ascii=False) if isinstance(label, str) else repr(label)


def _text(label: object) -> str:
    return label.strip() if isinstance(label, str) else ""


def is_outcome(face: Face, label: object) -> bool:
    """Check whether the label is a chance outcome only."""
    text = _text(label)
    return text in face.outcome_by_label and text not in face.by_label


def has_explicit_chance(state: StateBase) -> bool:
    """Check whether the state has explicit chance nodes."""
    return bool(state._face.view.get(state._cells(), control.EXPLICIT))


def with_chance_mode(state: S, explicit: bool) -> S:
    """Convert a state to explicit or sampled chance; the latter resolves pending chance nodes."""
    while not explicit and state.current_player() == CHANCE_PLAYER:
        state._apply(state._sample())
    cells = state._cells()
    state._face.view.put(cells, control.EXPLICIT, int(explicit))
    other = state._of(cells, state)
    other._refresh()  # engines compute options on loading
    return other


def _sample_up_to(state: StateBase, label: str) -> None:
    """Sample chance events up to the event of `label`, or up to the next decision."""
    event = _text(label).partition(": ")[0] if is_outcome(state._face, label) else None
    while state.current_player() == CHANCE_PLAYER and state.decision() != event:
        state._apply(state._sample())


# --- the steps of `setup` -------------------------------------------------------------------------------


def start_game(
    cls: type[S],
    labels: Sequence[str],
    at: str | None,
    game: tuple[SupportsIndex | None, int, str, bool, dict[str, Any]],
) -> S:
    """Start a game and apply its first decisions; before a checkpoint, finish the set-up."""
    players, seed, chance, record, options = game
    sampled, face = chance == "sampled", cls._face
    early = at is not None and bool(face.schema.chances)
    asked = sampled and (early or any(is_outcome(face, label) for label in labels))
    state = cls(players, seed, "explicit" if asked else chance, record, **options)
    state = play_on(state, "before", labels)
    if at is not None:
        advance_to(state, at, seed, sampled)
    elif sampled and has_explicit_chance(state):
        state = with_chance_mode(state, False)
    return state


def play_after(state: S, labels: Sequence[str], edits: Mapping[str, Any]) -> S:
    """Apply the labels of `play`; a dead end is blamed on the edits."""
    try:
        return play_on(state, "play", labels, fixed=True)
    except RulesError as error:
        if not edits:
            raise
        raise ValueError(dead_end_message(edits, " in `play`", error.message)) from None


# --- a checkpoint ---------------------------------------------------------------------------------------


def advance_to(state: StateBase, at: str, seed: int, sampled: bool) -> None:
    """Finish the set-up and sample chance up to the beginning of the checkpoint's rule."""
    finish_set_up(state, places(seed), sampled)
    while sampled and state.current_player() == CHANCE_PLAYER and not _begins(state, at):
        state._apply(state._sample())


def _begins(state: StateBase, at: str) -> bool:
    """Check whether the rule of the checkpoint is running at the pending chance node."""
    view, cells = state._face.view, state._cells()
    node = state._face.chance(state._pending())
    name = str(at).partition(" ")[0]
    running = f"{name}.running"
    if node is None or name not in {one.name for one in view.schema.checkpoints}:
        return False
    if running in view.slots and view.slots[running].role == "running":
        return bool(view.get(cells, running))
    return node.rule == name or any(view.returns[back].rule == name for back in view.stack(cells))


# --- edits ------------------------------------------------------------------------------------------------


def edited(state: S, edits: Mapping[str, Any], at: str | None, sampled: bool) -> S:
    """Copy the state with edited contents, optionally at a checkpoint; blame the edits for failure."""
    view = state._face.view
    cells = state._cells()
    if sampled:
        view.put(cells, control.EXPLICIT, 0)
    if at is not None:
        setup.fall_back(view, cells)
        cells = setup.without_control(view, cells)
    setup.edit(view, cells, edits, cells_before_dealing(state))
    if at is None:
        zone_room.check_shown(view, cells, state._cells())
    try:
        return state._with_cells(cells, at)
    except (RulesError, ValueError) as problem:
        stands = "" if at is None else f" at `{at}`"
        pending = isinstance(problem, ValueError) and str(problem).startswith("`pending`: ")
        if not edits or not (pending or isinstance(problem, RulesError)):
            raise
        raise ValueError(dead_end_message(edits, stands, str(problem).removeprefix("`pending`: "))) from None


def dead_end_message(edits: Mapping[str, Any], where: str, reason: str) -> str:
    """Message for a dead end that edits of a position cause."""
    keys = [f"edits[{json.dumps(str(key), ensure_ascii=False)}]" for key in edits]
    more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
    return f"{', '.join(keys[:_NAMED])}{more}: from this position the game can't go on{where}: {reason}"


def cells_before_dealing(state: StateBase) -> Callable[[], list[int]]:
    """Return a thunk for the cells of the same configuration before the first chance event."""

    def dealt() -> list[int]:
        view, now = state._face.view, state._cells()
        chosen = (view.get(now, control.SEATS), *(view.get(now, one.name) for one in view.schema.options))
        known = state._face.dealt
        if chosen not in known:
            fresh = type(state).__new__(type(state))
            fresh._keep(False, False)
            stopped = fresh._begin(chosen, rng.key_of(0), True) >= 0
            known[chosen] = view.fresh() if stopped else fresh._cells()
        return known[chosen]

    return dealt
