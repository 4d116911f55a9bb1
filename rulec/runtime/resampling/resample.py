"""Determinization of a state: resamples everything that a player cannot know.

If the rules read hidden information and the state has a record, whole histories are sampled (see `courses`).
Otherwise pieces in unseen zones are redealt from the position alone (see `hidden.redraw`), and hidden
variables are sampled from their ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulec.runtime import control, hidden, knowledge, state_dict
from rulec.runtime.list_codec import bits, packed
from rulec.runtime.observer import Look, Observer
from rulec.runtime.origin import Earlier, Origin
from rulec.runtime.resampling.courses import (
    Draws,
    Interrupted,
    ObservedHistory,
    Stop,
    history_of,
    holds,
    never,
)
from rulec.runtime.resampling.events import seen_so_far
from rulec.runtime.schema import Slot
from rulec.runtime.state_base import StateBase
from rulec.runtime.validate import validate

TRIES = 64  # attempts without a record


def resample(state: StateBase, player: int, key: int) -> StateBase:
    return next(determinize_each(state, player, (key,)))


def determinize_many(state: StateBase, player: int, keys: Iterable[int]) -> list[StateBase]:
    """Determinize once per key; the history is analysed only once."""
    return list(determinize_each(state, player, keys))


def determinize_each(
    state: StateBase, player: int, keys: Iterable[int], stop: Stop = never
) -> Iterator[StateBase]:
    """Determinize once per key, each when it is asked for; raise `Interrupted` once `stop` holds."""
    course = _course(state, player, stop)
    seen = tuple(seen_so_far(state, player)) if state.recording else ()
    for key in keys:
        other, earlier = _drawn(state, player, key, course)
        assert other.origin is not None
        if state.recording:
            other.origin = Origin(body=other.origin.body, player=player, seen=seen, earlier=earlier)
        yield other


def redealt_each(state: StateBase, player: int, keys: Iterable[int]) -> Iterator[StateBase] | None:
    """Deal unseen pieces once per key, consistent with the position though not with its record.

    All deals that agree with the record, too, are among these, which take far less time on the interpreter.
    None if more is hidden than pieces in zones.
    """
    view = state._face.view
    piles = hidden.slots(view)
    rest = [slot for slot in view.schema.slots if slot.seen != "all" and slot.name not in piles]
    others = [slot for slot in rest if slot.role != "control"]
    if not piles or any(slot.role == "state" for slot in rest) or holds(state, {one.name for one in others}):
        return None
    return (_drawn(state, player, key, None)[0] for key in keys)


def worlds(state: StateBase, player: int, keys: Sequence[int], stop: Stop) -> Iterator[bytes]:
    """Yield bodies of determinizations, one per key, until `stop` holds, yet at least one.

    If the history takes too long for even one, its body comes from the position alone.
    """
    drawn = 0
    try:
        course = _course(state, player, stop)
        for key in keys:
            if drawn and stop():
                return
            yield _drawn(state, player, key, course)[0]._body()
            drawn += 1
    except Interrupted:
        if not drawn:
            yield _drawn(state, player, keys[0], None)[0]._body()


def _drawn(
    state: StateBase, player: int, key: int, course: ObservedHistory | None
) -> tuple[StateBase, Earlier | None]:
    """Draw a determinization, without a record of its own, and the history that leads to it."""
    view, draws, earlier = state._face.view, Draws(key), None
    if course is not None:
        found, now = course.drawn(draws), state._cells()
        cells, earlier = found.cells, found.earlier(course.known)
        view.put(cells, control.EXPLICIT, view.get(now, control.EXPLICIT))
        view.put_draws(cells, view.draws(now))
    else:
        cells = _cells(state, player, draws)
    view.put(cells, control.KEY, draws.number())
    other = type(state)._of(cells, state)
    other._refresh()
    return other, earlier


def tells(state: StateBase) -> bool:
    """Check whether the record constrains hidden information beyond the position."""
    view = state._face.view
    piles = hidden.slots(view)
    rest = [slot for slot in view.schema.slots if slot.seen != "all" and slot.role != "control"]
    rest = [slot for slot in rest if slot.name not in piles]
    if not state.recording or state.origin is None or not (piles or rest):
        return False
    if any(one.revealed or one.mixed >= 0 for one in view.schema.hidden):
        return True
    if any(slot.role == "state" for slot in rest):
        return True
    return holds(state, {slot.name for slot in rest})


def _course(state: StateBase, player: int, stop: Stop = never) -> ObservedHistory | None:
    """History of the game if it is relevant and available for this player."""
    if not tells(state) or state._origin().player not in (None, player):
        return None  # a determinized state's record belongs to another player
    return history_of(state, player, stop)


def _cells(state: StateBase, player: int, draws: Draws) -> list[int]:
    """Determinized cells from the position alone."""
    view, now = state._face.view, state._cells()
    piles = hidden.slots(view)
    rest = [slot for slot in view.schema.slots if slot.seen != "all" and slot.name not in piles]
    if not piles and not rest:
        return now
    if any(slot.role == "state" for slot in rest) or not piles:
        return _variables(state, player, draws)
    return _dealt(state, player, draws)


def _dealt(state: StateBase, player: int, draws: Draws) -> list[int]:
    """Sample consistent deals by rejection, else by random swaps."""
    view, now = state._face.view, state._cells()
    look = Observer(view, player).look(state)
    for _ in range(TRIES):
        cells = hidden.redraw(view, now, player, draws.below)
        if _looks_alike(state, cells, player, look):
            return cells
    cells = now
    for _ in range(TRIES):
        other = hidden.exchange(view, cells, player, draws.below)
        cells = other if _looks_alike(state, other, player, look) else cells
    return cells


def _looks_alike(state: StateBase, cells: list[int], player: int, look: Look) -> bool:
    """Check whether the cells are a valid state that looks the same to the player."""
    try:
        validate(state._face.view, cells)
        other = type(state)._checked(cells, state)
    except ValueError:
        return False
    return Observer(state._face.view, player).look(other) == look


# --- without a record -------------------------------------------------------------------------------------


def _variables(state: StateBase, player: int, draws: Draws) -> list[int]:
    """Sample hidden variables from their ranges until the position looks the same."""
    view = state._face.view
    eye, piles = Observer(view, player), hidden.slots(view)
    look = eye.look(state)
    for _ in range(TRIES):
        cells = hidden.redraw(view, state._cells(), player, draws.below)
        for slot in view.schema.slots:
            if slot.seen == "all" or slot.role == "control" or slot.name in piles:
                continue
            present = view.get(cells, control.SEATS) if slot.kept_for[:1] == ("players",) else slot.cells
            for index in range(slot.cells):
                seated = index // (slot.cells // len(slot.dims[0])) < present if slot.dims else True
                if (
                    seated
                    and not knowledge.sees(view, cells, slot, index, player)
                    and _alive(state, slot.name)
                ):
                    view.put(cells, slot.name, _any_value(slot, draws), index)
        try:
            validate(view, cells)
            other = type(state)._checked(cells, state)
        except ValueError:
            continue
        if eye.look(other) == look:
            return cells
    return _dealt(state, player, draws) if piles else state._cells()


def _any_value(slot: Slot, draws: Draws) -> int:
    if slot.sort == "set":
        return draws.below(1 << len(slot.members))
    if slot.sort == "list":
        length = draws.below(slot.hi + 1)
        return packed([draws.below(len(slot.members)) for _ in range(length)], bits(len(slot.members)))
    return draws.below(slot.hi - slot.lo + 1) + slot.lo


def _alive(state: StateBase, name: str) -> bool:
    """Check whether a local is live in the current position."""
    view = state._face.view
    if view.slots[name].role != "frame":
        return True
    return name in state_dict.held_locals(view, state._cells())
