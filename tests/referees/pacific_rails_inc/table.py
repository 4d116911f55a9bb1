"""A table laid by hand, for worked examples."""

from __future__ import annotations

from collections import Counter

from tests.referees.pacific_rails_inc import Configuration, Game
from tests.referees.pacific_rails_inc.asking import Choice, Flow
from tests.referees.pacific_rails_inc.components import CITIES, GROUND, RESOURCES
from tests.referees.pacific_rails_inc.position import Company, Position


def table(players: int = 4) -> Position:
    """All rows of Houses full but for one of wood, nothing on the board, empty cargo."""
    position = Position.laid_out(Configuration(players))
    position.started = True
    for seat, company in enumerate(position.companies):
        company.rows["wood"] -= 1
        company.engines = [f"{'AEGI'[seat]}0", f"{'AEGI'[seat]}18"]
        for item in RESOURCES:
            company.cargo[item] -= 1
            position.supply[item] += 1
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


def load(position: Position, seat: int, **items: int) -> Company:
    """This is her cargo."""
    company = position.companies[seat]
    position.supply += company.cargo
    company.cargo = Counter(items)
    position.supply.subtract(company.cargo)
    return company


def cargo(position: Position, seat: int = 0) -> dict[str, int]:
    return dict(+position.companies[seat].cargo)


def give_stations(position: Position, seat: int, number: int) -> None:
    """In the last cities of the list, with Houses of the gunpowder and coin rows."""
    free = [city for city in reversed(CITIES) if city not in position.station]
    for city in free[:number]:
        row = next(row for row in RESOURCES if position.companies[seat].rows[row])
        position.companies[seat].rows[row] -= 1
        position.station[city] = seat


def train(position: Position, seat: int, *roles: str) -> Company:
    """With so many Carriages as they need."""
    give_stations(position, seat, (len(roles) + 1) // 2 - position.stations(seat))
    position.companies[seat].seated = list(roles)
    position.tokens.subtract(roles)
    return position.companies[seat]


def lay(position: Position, *spaces: str) -> None:
    for space in spaces:
        position.track[space] = GROUND[space]
        position.supply[GROUND[space]] -= 1


def points(position: Position) -> list[int]:
    return [company.points for company in position.companies]
