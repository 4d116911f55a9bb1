"""A table laid by hand, for worked examples."""

from __future__ import annotations

from collections import Counter

from tests.referees.great_western_trail import Configuration, Game
from tests.referees.great_western_trail.asking import Choice, Flow
from tests.referees.great_western_trail.components import (
    DISC_SPACES,
    NEUTRAL_SPACES,
)
from tests.referees.great_western_trail.position import NEUTRAL, House, Position, Rancher


def table(players: int = 2) -> Position:
    """Neutral buildings by letter, nothing else on the trail, empty hands, nobody has money."""
    position = Position.laid_out(Configuration(players))
    for letter, space in zip("abcdefg", NEUTRAL_SPACES, strict=True):
        position.house[space] = House(f"neutral_{letter}", NEUTRAL)
    for rancher in position.ranchers:
        rancher.cattleman = "horseman"
        rancher.houses = [f"p{number}a" for number in range(1, 11)]
    return position


def play(position: Position, flow: Flow, *answers: str) -> Game:
    """On with this, through these answers."""
    game = Game.at(position, flow)
    for answer in answers:
        game.go_on(answer)
    return game


def offered(game: Game) -> set[str]:
    assert isinstance(game.pending, Choice)
    return set(game.pending.options)


def first(position: Position) -> Rancher:
    return position.ranchers[0]


def set_hand(rancher: Rancher, *cards: str) -> None:
    rancher.hand = Counter(cards)


def clear_all(rancher: Rancher, *but: str) -> None:
    for space in DISC_SPACES:
        if space not in but:
            rancher.discs[space] = 0
