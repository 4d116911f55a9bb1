"""The course of play: set-up, turns, the end."""

from __future__ import annotations

from typing import Any

from tests.referees.railroad_revolution.actions import take_action
from tests.referees.railroad_revolution.asking import (
    HIRE,
    Chance,
    Choice,
    Flow,
    Pending,
    ask,
    hire,
    hire_enough,
)
from tests.referees.railroad_revolution.completion import Run, possible
from tests.referees.railroad_revolution.components import (
    ACTIONS,
    CITIES,
    FIRST_CITIES,
    SECTIONS,
    SPECIALIZED,
    Configuration,
)
from tests.referees.railroad_revolution.deals import resolve_deal, turn_up_deal
from tests.referees.railroad_revolution.milestones import complete_milestones, give
from tests.referees.railroad_revolution.position import Position
from tests.referees.railroad_revolution.rewards import passable, resolve, step
from tests.referees.railroad_revolution.tiles import CITY_TILES, DEALS, SETUP_TILES, TELEGRAPH_TILES, Reward

GO_ON = "go on"
ORDERS = ("effect", "deal")  # questions about what is done in an order of the player's choice
SETUP_STEPS = 3  # [RR-049]


# --- set-up -----------------------------------------------------------------------------------------------


def set_up(position: Position) -> Flow:
    """What chance brings, then the draft [RR-027 to RR-048]."""
    players = position.configuration.players
    position.deals = set(DEALS)
    yield from turn_up_deal(position)
    position.starter = yield Chance("starter", tuple(range(players)))
    for seat in range(players):
        for stack in ("A1", "A2"):
            tile = yield Chance("milestone", tuple(position.stacks[stack]))
            position.stacks[stack].remove(tile)
            give(position, seat, tile)
    for stack in ("A1", "A2"):  # [RR-029]
        position.stacks[stack] = []
    for city, (level, _) in CITIES.items():
        if city not in FIRST_CITIES:
            left = [one for one, tile in CITY_TILES.items() if tile.level == level]
            free = tuple(one for one in left if one not in position.tile_at.values())
            position.tile_at[city] = yield Chance("city tile", free)
    for section, form in SECTIONS.items():
        if not form.deal:
            free = tuple(one for one in TELEGRAPH_TILES if one not in position.tile_at.values())
            position.tile_at[section] = yield Chance("telegraph tile", free)
    yield from draw_setup_tiles(position, players)
    first = position.starter
    for seat in reversed([first, *position.clockwise_after(first)]):  # [RR-044]
        yield from draft(position, seat)


def draw_setup_tiles(position: Position, players: int) -> Flow:
    """[RR-040, RR-041]"""
    drawn: list[str] = []
    for _ in range(players):
        left = tuple(tile for tile in SETUP_TILES if tile not in drawn)
        drawn.append((yield Chance("setup tile", left)))
    colours = list(SPECIALIZED)
    for tile in sorted(drawn):
        side = yield Chance("side", (0, 1))
        colour = yield Chance("colour", tuple(colours))
        colours.remove(colour)
        position.supply[colour] -= 1
        position.draft[tile] = (side, colour)


def draft(position: Position, seat: int) -> Flow:
    """The Worker comes first, so it can be swapped [RR-045, A40]."""
    tile = yield Choice(seat, "draft", tuple(position.draft), hire=False)
    side, colour = position.draft.pop(tile)
    position.companies[seat].own[colour] += 1
    yield from setup_reward(position, seat, SETUP_TILES[tile][side])


def setup_reward(position: Position, seat: int, reward: Reward) -> Flow:
    """[RR-046, RR-049 to RR-055]; what it places lies beside the board."""
    company = position.companies[seat]
    if reward.kind == "steps":
        for _ in range(SETUP_STEPS):  # may be fewer [A39]
            track = yield Choice(seat, "step", (*passable(position, seat), "stop"), False, "stop")
            if track == "stop":
                break
            yield from step(position, seat, track)
    elif reward.kind == "setup office":
        sections = [one for one, form in SECTIONS.items() if form.deal and one not in position.first_office]
        section = yield Choice(seat, "section", tuple(sections), hire=False)  # [A42]
        position.build_office(seat, section)
    elif reward.kind == "setup station":
        cities = tuple(city for city in FIRST_CITIES if city not in position.first_station)
        position.build_station(seat, (yield Choice(seat, "city", cities, hire=False)))
    elif reward.kind == "setup rail":
        company.track.add((yield Choice(seat, "rail", tuple(company.rail_spaces()), hire=False)))
    elif reward.kind == "swap":
        if (yield Choice(seat, "swap", ("yes", "no"), hire=False)) == "yes":
            yield from resolve(position, seat, reward)
    else:
        yield from resolve(position, seat, reward)


# --- turns ------------------------------------------------------------------------------------------------


def take_turn(position: Position, seat: int) -> Flow:
    """[RR-069, RR-082]; whoever has no piece left places no Worker [A25]."""
    company = position.companies[seat]
    if not company.own.total():
        while position.can_hire(seat) and (yield Choice(seat, "recall", (GO_ON,))) == HIRE:  # [A13]
            yield from hire(position, seat)
    if not company.own.total():  # [RR-072 to RR-074]
        company.own, company.placed = company.placed, company.own
    if company.is_sold_out():
        return
    colour = yield from ask(position, seat, "worker", lambda: +company.own)
    company.own[colour] -= 1
    company.placed[colour] += 1
    name = yield from ask(position, seat, "action", lambda: ACTIONS)
    yield from take_action(position, seat, name, colour)
    assert position.action is not None
    deal, position.action = position.action.deal, None
    if deal:
        yield from resolve_deal(position, seat)
    else:
        yield from hire_enough(position, seat)
    yield from complete_milestones(position, seat)


def end_turn(position: Position, seat: int) -> bool:
    """Is the game over? The round of the trigger is finished, then comes one more [RR-220 to RR-223]."""
    if not position.rounds_left and any(one.is_clear() for one in position.companies):  # [A23, A24]
        position.rounds_left = 2
    ends_round = (seat + 1) % position.configuration.players == position.starter
    if position.rounds_left and ends_round:
        position.rounds_left -= 1
        return position.rounds_left == 0
    return False


class Game:
    """A game at its next decision, or at what chance is to bring; `pending` is None when it is over."""

    def __init__(self, configuration: Configuration) -> None:
        self._begin(Run(Position.laid_out(configuration), set_up), -1)

    @classmethod
    def at(cls, position: Position, seat: int) -> Game:
        """From a position made by hand, at the beginning of a player's turn."""
        game = cls.__new__(cls)
        game._begin(turn_of(position, seat), seat)
        return game

    def _begin(self, run: Run, seat: int) -> None:
        self._run, self._seat = run, seat  # the turn of this seat; -1 while the game is set up
        self.over = False
        self._arrive()

    @property
    def position(self) -> Position:
        return self._run.position

    @property
    def pending(self) -> Pending | None:
        return self._run.pending

    def go_on(self, answer: Any) -> None:
        """With one of the options, or what chance has brought."""
        outcomes = self.pending.outcomes if isinstance(self.pending, Chance) else self.options
        assert answer in outcomes, f"{answer!r} is none of {outcomes}"
        self._run.go_on(answer)
        self._arrive()

    def _arrive(self) -> None:
        """At something that has to be asked: what else there is happens by itself."""
        self.options: tuple[Any, ...] = ()
        while True:
            while self.pending is None:
                if self._seat >= 0 and end_turn(self.position, self._seat):
                    self.over = True
                    return
                self._seat = self.position.starter if self._seat < 0 else self._next()
                self._run = turn_of(self.position, self._seat)
            if isinstance(self.pending, Chance):
                return
            self.options = possible(self._run)
            choice = self.pending
            left = {choice.otherwise, HIRE}
            if choice.name in ORDERS and HIRE in self.options and set(choice.options) - left:
                return  # a Worker more may make possible what is left [RR-061, RR-062]
            if choice.otherwise is None or set(self.options) - left:
                assert self.options, f"nothing can be done at {choice}"
                return
            self._run.go_on(choice.otherwise)

    def _next(self) -> int:
        return (self._seat + 1) % self.position.configuration.players


def turn_of(position: Position, seat: int) -> Run:
    position.started = True
    return Run(position, lambda one: take_turn(one, seat))
