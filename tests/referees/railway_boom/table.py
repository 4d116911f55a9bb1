"""A table laid by hand, for worked examples."""

from __future__ import annotations

from tests.referees.railway_boom import Configuration, Game
from tests.referees.railway_boom.asking import Chance, Choice, Flow
from tests.referees.railway_boom.components import RESOURCES, WHITES
from tests.referees.railway_boom.country import AT_LABEL, SPACE_OF, Space
from tests.referees.railway_boom.position import Position, Tycoon


def table(players: int = 2) -> Position:
    """The first player furthest to the right; no objectives, no routes, eight of every resource."""
    position = Position.laid_out(Configuration(players))
    for tycoon, space in zip(position.tycoons, reversed(WHITES), strict=False):
        tycoon.spot = space
    return position


def play(position: Position, flow: Flow, *answers: str) -> Game:
    """On with this, through these answers."""
    game = Game.at(position, flow)
    for answer in answers:
        game.go_on(answer)
    return game


def asked(game: Game) -> str:
    assert isinstance(game.pending, (Choice, Chance))
    return game.pending.name


def offered(game: Game) -> set[str]:
    assert isinstance(game.pending, Choice)
    return set(game.pending.options)


def first(position: Position) -> Tycoon:
    return position.tycoons[0]


def own(tycoon: Tycoon, *amounts: int) -> None:
    """So much money, materials, technology and coal."""
    tycoon.stock.update({kind: -tycoon.stock[kind] for kind in RESOURCES})
    tycoon.stock.update(dict(zip(RESOURCES, amounts, strict=True)))


def at(*names: str) -> set[Space]:
    """Spaces by their labels, or by the names of their cities."""
    return {SPACE_OF[name] if name in SPACE_OF else AT_LABEL[name] for name in names}


def bring(game: Game, *outcomes: str) -> None:
    """This is what chance has brought."""
    for outcome in outcomes:
        assert isinstance(game.pending, Chance)
        game.go_on(outcome)


def bring_anything(game: Game) -> None:
    while isinstance(game.pending, Chance):
        game.go_on(next(iter(game.pending.outcomes)))
