"""Sampling of game histories that one player cannot distinguish from the actual one.

A history starts when the player last knew the whole position, or where the record begins. Hidden chance
outcomes are sampled by weight, hidden decisions uniformly; observed ones are kept. Rejection sampling runs
until all observations agree; after `WORK` actions it is replaced by Markov chain Monte Carlo from the actual
history, or the latest accepted one, changing one or two hidden events at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rulec.runtime import codec, hidden, rng, state_dict
from rulec.runtime.errors import RulecError
from rulec.runtime.face import CHANCE_PLAYER
from rulec.runtime.observer import Observer
from rulec.runtime.origin import Earlier, Origin
from rulec.runtime.resampling.events import Step, all_steps, begin, is_secret, knows
from rulec.runtime.resampling.exclusions import PlayedStep, caps_of
from rulec.runtime.resampling.proposals import proposal_of
from rulec.runtime.state_base import StateBase
from rulec.runtime.view import View

WORK = 1_500  # budget of actions for rejection sampling
EASY = 100  # part of it spent before deriving upper bounds
CHAIN = 300  # budget of actions for the Markov chain
CHANGES = 16  # minimal number of chain steps
_STREAM = 1 << 21

Choice = Callable[["StateBase", int], int]
Stop = Callable[[], bool]


class Interrupted(Exception):
    """Raised where an analysis or a replay of a history is to end early."""


def never() -> bool:
    return False


class Draws:
    """Sequential random numbers of one stream."""

    def __init__(self, key: int) -> None:
        self.stream, self.count = rng.stream(key, _STREAM), 0

    def number(self) -> int:
        self.count += 1
        return rng.draw(self.stream, self.count)

    def below(self, n: int) -> int:
        return rng.below(self.number(), n)


@dataclass(frozen=True)
class Stretch:
    """Steps since the player knew the whole position (`known`), or since the record begins."""

    steps: tuple[Step, ...]
    known: bool


@dataclass(frozen=True)
class Found:
    """Consistent history: final cells, actions, and the probability of its hidden events as a fraction."""

    cells: list[int]
    taken: tuple[int, ...]
    start: bytes
    weight: int
    total: int

    def earlier(self, known: bool) -> Earlier:
        return Earlier(self.start, self.taken, known)


def history_of(state: StateBase, player: int, stop: Stop = never) -> ObservedHistory | None:
    """Reconstruct the history of a state from its record; None if the record is insufficient.

    Once `stop` holds, this and every draw from the history raise `Interrupted`.
    """
    if not state.recording or state.origin is None:
        return None
    try:
        taken = tuple(_unless(stop, one) for one in all_steps(state))
    except RulecError:
        return None
    stretch = _stretch(state, taken, player)
    return None if stretch is None else ObservedHistory(state, player, stretch, stop)


def _unless(stop: Stop, step: Step) -> Step:
    if stop():
        raise Interrupted
    return step


def _stretch(state: StateBase, taken: tuple[Step, ...], player: int) -> Stretch | None:
    view = state._face.view
    piles = hidden.slots(view)
    rest = [slot for slot in view.schema.slots if slot.seen != "all" and slot.role != "control"]
    others = [slot for slot in rest if slot.name not in piles]
    whole = state.origin is not None and state.origin.begins_anew
    if any(slot.role == "state" for slot in others):
        return Stretch(taken, True) if whole else None
    held = {slot.name for slot in others}
    for first in range(len(taken), 0, -1):
        at = taken[first].before if first < len(taken) else state
        if not holds(at, held) and _is_known(view, at._cells(), player):
            return Stretch(taken[first:], True)
    first_state = taken[0].before if taken else state
    if whole:
        return Stretch(taken, True)
    if holds(first_state, held):
        return None
    return Stretch(taken, _is_known(view, first_state._cells(), player))


def holds(state: StateBase, names: set[str]) -> bool:
    """Check whether a running rule holds a hidden local among `names`."""
    return bool(names) and not names.isdisjoint(state_dict.held_locals(state._face.view, state._cells()))


def _is_known(view: View, cells: list[int], player: int) -> bool:
    """Check whether the player can infer the location of every piece."""
    waiting: set[tuple[int, int]] = set()  # groups of pieces of which some zone has unknown ones
    for zone in hidden.zones(view, cells):
        unknown = hidden.size(view, cells, zone) - hidden.number_known(view, cells, zone, player)
        if unknown > 0 and not zone.seen(view, cells, player):
            if zone.group in waiting:
                return False
            waiting.add(zone.group)
    return True


class ObservedHistory:
    """History of a game as one player saw it; samples indistinguishable histories."""

    def __init__(self, state: StateBase, player: int, stretch: Stretch, stop: Stop = never) -> None:
        view = state._face.view
        self.stop = stop
        self.state, self.player, self.known = state, player, stretch.known
        self.eye = Observer(view, player)
        self.hidden = [not knows(step, player) for step in stretch.steps]
        self.actions = [step.action for step in stretch.steps]
        self.start = stretch.steps[0].before if stretch.steps else _asking(state)
        ends = [step.before for step in stretch.steps[1:]] + [state]
        self.first_look = self.eye.look(self.start)
        self.looks = [self.eye.look(one) for one in ends] if stretch.steps else []
        contents = [one._cells() for one in (self.start, *ends)] if stretch.steps else []
        asked = [step.seat == CHANCE_PLAYER for step in stretch.steps]
        odds = [
            _odds(step) if by_chance else None for step, by_chance in zip(stretch.steps, asked, strict=True)
        ]
        self.proposal = proposal_of(view, contents, self.hidden, odds, player, stretch.known)
        self.limits = [
            self._limit(step, after) if by_chance and not one else None
            for one, by_chance, step, after in zip(self.hidden, asked, stretch.steps, ends, strict=False)
        ]
        self._played: list[PlayedStep] | None = [
            PlayedStep(*one)
            for one in zip(range(len(ends)), stretch.steps, self.looks, strict=False)
            if knows(one[1], player)
        ]
        self.work = WORK
        self.last: Found | None = None  # current sample of the chain
        self.accepted: Found | None = None  # latest sample found by rejection

    def _limit(self, step: Step, after: StateBase) -> tuple[int, int] | None:
        """Upper bound on the likelihood of an observed draw, as a fraction; None if proposals weigh it."""
        view, legal, weights = self.state._face.view, step.before.legal_actions(), step.before._weights()
        weight = weights[legal.index(step.action)]
        before, then = step.before._cells(), after._cells()
        zones = [one for one in hidden.zones(view, before) if not one.seen(view, before, self.player)]
        for zone in zones:
            if not hidden.changed(view, before, then, zone):
                continue
            old, new = (hidden.content(view, cells, zone) for cells in (before, then))
            less = [count - now for count, now in zip(old, new, strict=True)]
            if sum(less) == max(less) == 1 and old[less.index(1)] == weight:
                if self.proposal is not None:
                    return None
                kind = less.index(1)
                alike = (one for one in zones if one.group == zone.group)
                weight = sum(hidden.content(view, before, one)[kind] for one in alike)
        return min(weight, sum(weights)), sum(weights)

    # --- drawing --------------------------------------------------------------------------------------

    def drawn(self, draws: Draws) -> Found:
        """Sample an indistinguishable history.

        Where rejection has succeeded before, a draw beyond its budget leaves the next ones their own.
        """
        while self.work > 0 and (self.last is None or self.accepted is not None):
            if self.work < WORK - EASY and self._played is not None:
                self._exclude()
            found = self._attempt(draws)
            if found is not None:
                self.work, self.last, self.accepted = WORK, None, found
                return found
        return self._changed(draws)

    def _exclude(self) -> None:
        """After many rejections, derive upper bounds on the contents of hidden zones."""
        if self.proposal is not None and self._played is not None:
            self.proposal.restrict(list(caps_of(self.proposal.reading, self._played, self.eye)))
        self._played = None

    def _attempt(self, draws: Draws) -> Found | None:
        self.work -= 1
        proposed = self._proposed(draws)
        if proposed is None:
            return None
        start, planned = proposed

        def choose(at: StateBase, place: int) -> int:
            legal = at.legal_actions()
            if at.current_player() != CHANCE_PLAYER:
                return legal[draws.below(len(legal))]
            node = at._face.chance(at._pending())
            if node is not None and place in planned:
                return at._face.schema.events[node.event].first + planned[place]
            return legal[rng.weighted(draws.number(), at._weights())]

        return self._follow(start, choose, draws)

    def _proposed(self, draws: Draws) -> tuple[StateBase, Mapping[int, int]] | None:
        """Propose a start state and the outcomes of unseen draws."""
        if self.proposal is None:
            return (self.start, {}) if self.known else self._beginning(self._redealt(draws), {})
        dealt = self.proposal.draw(draws.below)
        if dealt is None:
            return None
        return (self.start, dealt.drawn) if self.known else self._beginning(dealt.cells, dealt.drawn)

    def _redealt(self, draws: Draws) -> list[int]:
        return hidden.redraw(self.state._face.view, self.start._cells(), self.player, draws.below)

    def _beginning(
        self, cells: list[int], drawn: Mapping[int, int]
    ) -> tuple[StateBase, Mapping[int, int]] | None:
        other = self.start.clone()
        try:
            other._load(codec.pack(self.state._face.schema, cells))
        except (ValueError, OverflowError):
            return None
        if other._refresh() >= 0 or self.eye.look(other) != self.first_look:
            return None
        return other, drawn

    def _follow(self, start: StateBase, choose: Choice, draws: Draws | None = None) -> Found | None:
        """Replay with the chosen hidden events; None if observations differ.

        With `draws`, reject in proportion to the unlikelihood of the observed events.
        """
        at, taken, weight, total = start.clone(), list[int](), 1, 1
        for place, look in enumerate(self.looks):
            if self.stop():
                raise Interrupted
            action = choose(at, place) if self.hidden[place] else self.actions[place]
            legal = at.legal_actions()
            if action not in legal:
                return None
            if self.hidden[place] and not is_secret(at, action):
                return None
            by_chance = at.current_player() == CHANCE_PLAYER
            if by_chance or self.hidden[place]:
                weights = at._weights() if by_chance else [1] * len(legal)
                one, all_of_them = weights[legal.index(action)], sum(weights)
                weight, total = weight * one, total * all_of_them
                limit = self.limits[place]
                if draws is not None and limit is not None:
                    most, least = one * limit[1], all_of_them * limit[0]
                    if most < least and draws.below(least) >= most:
                        return None
            self.work -= 1
            try:
                at._apply(action)
            except RulecError:
                return None
            if self.eye.look(at) != look:
                return None
            taken.append(action)
        return Found(at._cells(), tuple(taken), start._body(), weight, total)

    # --- the course that was, changed -----------------------------------------------------------------

    def _changed(self, draws: Draws) -> Found:
        """Sample by Metropolis-Hastings: local changes, accepted so that the distribution is preserved."""
        if self.last is None:
            self.last = self.accepted or self._follow(self.start, lambda at, place: self.actions[place])
        assert self.last is not None, "the course that was looks like itself"
        places = [place for place, one in enumerate(self.hidden) if one]
        self.work, count = CHAIN, 0
        while self.work > 0 or count < CHANGES:
            other = self._step(self.last, places, draws)
            count += 1
            if other is not None and self._is_taken(self.last, other, draws):
                self.last = other
            self.work -= 1
        self.work = WORK
        return self.last

    def _step(self, found: Found, places: Sequence[int], draws: Draws) -> Found | None:
        start = self.start.clone()
        start._load(found.start)
        start._refresh()
        if not self.known and (not places or draws.below(2) == 0):
            moved = hidden.exchange(self.state._face.view, start._cells(), self.player, draws.below)
            begun = self._beginning(moved, {})
            return None if begun is None else self._follow(begun[0], lambda at, place: found.taken[place])
        if not places:
            return None
        one, other = places[draws.below(len(places))], places[draws.below(len(places))]
        number = draws.number()

        def choose(at: StateBase, place: int) -> int:
            if one == other and place == one:
                legal = at.legal_actions()
                return legal[rng.below(number, len(legal))]
            swapped = {one: other, other: one}.get(place, place)
            return found.taken[swapped]

        return self._follow(start, choose)

    def _is_taken(self, found: Found, other: Found, draws: Draws) -> bool:
        likely = other.weight * found.total
        return draws.number() * found.weight * other.total < likely << 64


def _odds(step: Step) -> dict[int, int]:
    """Weights of the possible outcomes, by index within their event."""
    node = step.before._face.chance(step.before._pending())
    assert node is not None
    first = step.before._face.schema.events[node.event].first
    return {
        action - first: weight
        for action, weight in zip(step.before.legal_actions(), step.before._weights(), strict=True)
    }


def _asking(state: StateBase) -> StateBase:
    """Copy the state with explicit chance."""
    return begin(state, Origin(body=state._body()))
