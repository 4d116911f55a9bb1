"""Drawing anew what a player can't know.

Pieces in zones that a player does not see are dealt anew (see `hidden.redraw`).

For the rest: where the state keeps a record, whole courses of the game are drawn: what the player has seen
stays, hidden outcomes of chance come by their weights and hidden decisions of others with every option
equally likely. A course counts if the player would have seen the same all along. If too few do, the course
that was is changed step by step, one hidden thing at a time. Without a record the hidden variables themselves
are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulec.runtime import codec, control, hidden, knowledge, positions, rng
from rulec.runtime.digits import bits, packed
from rulec.runtime.errors import RulecError
from rulec.runtime.events import Origin, Step, begin, is_secret, knows, steps
from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.schema import Slot
from rulec.runtime.validate import validate

if TYPE_CHECKING:
    from rulec.runtime.state import StateFace

COURSES = 32  # whole courses that are tried
SWEEPS = 4  # times that each hidden thing is changed on its own
TRIES = 64  # of hidden variables without a record
_STREAM = 1 << 21


# The cells that a player knows, and its options.
Look = tuple[tuple[int | None, ...], tuple[int, ...]]
Choice = Callable[["StateFace", int], int]


class Draws:
    """Numbers of one stream."""

    def __init__(self, key: int) -> None:
        self.stream, self.count = rng.stream(key, _STREAM), 0

    def number(self) -> int:
        self.count += 1
        return rng.draw(self.stream, self.count)

    def below(self, n: int) -> int:
        return rng.below(self.number(), n)


def resample(state: StateFace, player: int, key: int) -> StateFace:
    draws = Draws(key)
    found = _cells(state, player, draws)
    view = state._face.view
    view.put(found, control.KEY, draws.number())
    other = type(state)._of(found, state)
    other._refresh()
    assert other.origin is not None
    if state.recording:
        other.origin = Origin(body=other.origin.body, player=player, seen=tuple(state.events(player)))
    return other


def _cells(state: StateFace, player: int, draws: Draws) -> list[int]:
    """The cells of the position with everything hidden drawn anew."""
    view = state._face.view
    now = state._cells()
    if not any(slot.seen != "all" for slot in view.schema.slots):
        return now
    if view.schema.hidden:
        return _with_zones(state, player, draws)
    course = _course(state, player) if state.recording and state.origin is not None else None
    if course is None:
        return _variables(state, player, draws)
    found = course.drawn(draws)
    view.put(found, control.EXPLICIT, view.get(now, control.EXPLICIT))
    view.put_draws(found, view.draws(now))
    return found


# --- with a record ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Seen:
    """What the player saw before a step, and the step, if that is not hidden from it."""

    look: Look
    hidden: bool
    action: int


def _look(at: StateFace, player: int) -> Look:
    """The position in the player's eyes, and its own options."""
    view = at._face.view
    options = tuple(at.legal_actions()) if at.current_player() == player else ()
    known = knowledge.hide(view, at._cells(), player)
    known[view.start[control.EXPLICIT]] = None  # whether outcomes are asked for is not of the game
    return tuple(known), options


def _course(state: StateFace, player: int) -> _Course | None:
    try:
        taken = list(steps(state))
    except RulecError:
        return None
    origin = state._origin()
    if origin.player is not None or origin.body is not None:
        return None  # what was hidden where the record begins would stay as it is
    seen = []
    for step in taken:
        seen.append(_Seen(_look(step.before, player), not knows(step, player), step.action))
    return _Course(state, player, begin(state, origin), seen)


class _Course:
    """The course of a game, as one player saw it."""

    def __init__(self, state: StateFace, player: int, start: StateFace, seen: list[_Seen]) -> None:
        self.player, self.start, self.seen = player, start, seen
        self.end = _look(state, player)

    def drawn(self, draws: Draws) -> list[int]:
        """The cells at the end of another course that looks the same."""
        for _ in range(COURSES):
            found = self._follow(lambda at, place: self._redrawn(at, place, draws))
            if found is not None:
                return found[0]
        return self._changed(draws)

    def _redrawn(self, at: StateFace, place: int, draws: Draws) -> int:
        """One of the hidden things that could have come, or been chosen, by what is seen at once."""
        legal, by_chance = at.legal_actions(), at.current_player() == CHANCE_PLAYER
        weights = at._weights() if by_chance else [1] * len(legal)
        fitting = [
            (action, weight)
            for action, weight in zip(legal, weights, strict=True)
            if self._fits(_after(at, action, True), place)
        ]
        if not fitting:
            return -1
        return fitting[rng.weighted(draws.number(), [weight for _, weight in fitting])][0]

    def _fits(self, after: StateFace | None, place: int) -> bool:
        return after is not None and _look(after, self.player) == self._look_after(place)

    def _changed(self, draws: Draws) -> list[int]:
        """From the course that was: one hidden thing after the other drawn anew, kept if all looks alike."""
        hidden = [place for place, one in enumerate(self.seen) if one.hidden]
        found = self._follow(lambda at, place: self.seen[place].action)
        assert found is not None, "the course that was looks like itself"
        for _ in range(SWEEPS * len(hidden)):
            found = self._follow(self._but(found[1], hidden[draws.below(len(hidden))], draws)) or found
        return found[0]

    def _but(self, taken: list[int], changed: int, draws: Draws) -> Choice:
        """The steps as they were taken, but for one."""
        return lambda at, place: self._redrawn(at, place, draws) if place == changed else taken[place]

    def _follow(self, choose: Choice) -> tuple[list[int], list[int]] | None:
        """Through the game with hidden things as chosen, if it looks alike: the last cells, the steps."""
        at, taken = self.start.clone(), list[int]()
        if _look(at, self.player) != self._look_after(-1):
            return None
        for place, one in enumerate(self.seen):
            action = choose(at, place) if one.hidden else one.action
            after = _after(at, action, one.hidden)
            if after is None or not self._fits(after, place):
                return None
            at = after
            taken.append(action)
        return at._cells(), taken

    def _look_after(self, place: int) -> Look:
        following = place + 1
        return self.seen[following].look if following < len(self.seen) else self.end


def _after(at: StateFace, action: int, hidden: bool) -> StateFace | None:
    """The state behind a step, if it can be taken (a hidden one where it stays hidden)."""
    if action not in at.legal_actions() or (hidden and not is_secret(at, action)):
        return None
    after = at.clone()
    try:
        after._apply(action)
    except RulecError:
        return None
    return after


# --- with zones ---------------------------------------------------------------------------------------------


def _with_zones(state: StateFace, player: int, draws: Draws) -> list[int]:
    """Pieces dealt anew; what rules hold of them meanwhile is worked out again from there."""
    view = state._face.view
    piles = hidden.slots(view)
    rest = [slot for slot in view.schema.slots if slot.seen != "all" and slot.name not in piles]
    if any(slot.role == "state" for slot in rest):
        return _variables(state, player, draws)
    held = {slot.name for slot in rest if slot.role == "frame"}
    if len(held) == len(rest) and not _holds(state, held):
        return _dealt(state, player, draws)
    if len(held) == len(rest) and state.recording and state.origin is not None:
        found = _since_nothing_was_held(state, player, held, draws)
        if found is not None:
            view.put(found, control.EXPLICIT, view.get(state._cells(), control.EXPLICIT))
            view.put_draws(found, view.draws(state._cells()))
            return found
    return _dealt(state, player, draws)


def _holds(state: StateFace, names: set[str]) -> bool:
    """Does a rule that runs hold something hidden under one of these names?"""
    return not names.isdisjoint(positions.held_locals(state._face.view, state._cells()))


def _since_nothing_was_held(state: StateFace, player: int, names: set[str], draws: Draws) -> list[int] | None:
    """A deal at the last moment at which no rule held anything hidden, and what was done since then."""
    try:
        taken = list(steps(state))
    except RulecError:
        return None
    last = next((n for n in reversed(range(len(taken))) if not _holds(taken[n].before, names)), None)
    if last is None:
        return None
    since = taken[last:]
    seen = [_Seen(_look(step.before, player), not knows(step, player), step.action) for step in since]
    for _ in range(COURSES):
        start = _another(since[0], _dealt(since[0].before, player, draws))
        course = _Course(state, player, start, seen)
        found = course._follow(lambda at, place, of=course: of._redrawn(at, place, draws))  # type: ignore[misc]
        if found is not None:
            return found[0]
    return _Course(state, player, since[0].before, seen)._changed(draws)


def _another(step: Step, cells: list[int]) -> StateFace:
    other = step.before.clone()
    other._load(codec.pack(other._face.schema, cells))
    other._refresh()
    return other


def _dealt(state: StateFace, player: int, draws: Draws) -> list[int]:
    """All deals that fit are equally likely; if few do, two pieces at a time are exchanged."""
    view, now = state._face.view, state._cells()
    look = _look(state, player)
    for _ in range(TRIES):
        cells = hidden.redraw(view, now, player, draws.below)
        if _looks_alike(state, cells, player, look):
            return cells
    cells = now
    for _ in range(TRIES):
        other = hidden.exchange(view, cells, player, draws.below)
        cells = other if _looks_alike(state, other, player, look) else cells
    return cells


def _looks_alike(state: StateFace, cells: list[int], player: int, look: Look) -> bool:
    """Could the game stand so, and would it look the same?"""
    try:
        validate(state._face.view, cells)
        other = type(state)._checked(cells, state)
    except ValueError:
        return False
    return _look(other, player) == look


# --- without a record -------------------------------------------------------------------------------------


def _variables(state: StateFace, player: int, draws: Draws) -> list[int]:
    """Hidden variables drawn from their ranges, so that the position is one that looks the same."""
    view = state._face.view
    look, piles = _look(state, player), hidden.slots(view)
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
        if _look(other, player) == look:
            return cells
    return _dealt(state, player, draws) if piles else state._cells()


def _any_value(slot: Slot, draws: Draws) -> int:
    if slot.sort == "set":
        return draws.below(1 << len(slot.members))
    if slot.sort == "list":
        length = draws.below(slot.hi + 1)
        return packed([draws.below(len(slot.members)) for _ in range(length)], bits(len(slot.members)))
    return draws.below(slot.hi - slot.lo + 1) + slot.lo


def _alive(state: StateFace, name: str) -> bool:
    """Does a local of a rule matter where the game stands?"""
    view = state._face.view
    if view.slots[name].role != "frame":
        return True
    return name in positions.held_locals(view, state._cells())
