"""The referee's decisions and figures in the words of `games/pacific_rails_inc.rules`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.referees.pacific_rails_inc.asking import Chance, Choice
from tests.referees.pacific_rails_inc.components import (
    ALL_TOKENS,
    ALL_WORKERS,
    SENATORS,
    SPECIALISTS,
    TOKENS,
    WORKERS,
    Configuration,
)
from tests.referees.pacific_rails_inc.game import Game
from tests.referees.pacific_rails_inc.position import Position
from tests.referees.pacific_rails_inc.scoring import BUILDINGS, CARGO, GOALS, PLAY
from tests.referees.pacific_rails_inc.tastes import TASTES, Taste

SCORES = {
    PLAY: "Points during the game",
    BUILDINGS: "Stations and Telegraphs",
    CARGO: "Track Tiles in cargo",
    GOALS: "Scoring Goals",
}


class RailWords:
    """What is pending in the words of the rules file."""

    def __init__(self, game: Game, taste: Taste = TASTES[0]) -> None:
        self.game = game
        self.taste = taste  # how gladly an option is taken

    def over(self) -> bool:
        return self.game.pending is None

    def chance(self) -> dict[str, float] | None:
        pending = self.game.pending
        if not isinstance(pending, Chance):
            return None
        return {f"{pending.name}: {one}": 1 / len(pending.outcomes) for one in pending.outcomes}

    def bring(self, label: str) -> None:
        self.game.go_on(label.partition(": ")[2])

    def _choice(self) -> Choice:
        assert isinstance(self.game.pending, Choice)
        return self.game.pending

    def player(self) -> int:
        return self._choice().seat

    def options(self) -> list[str]:
        choice = self._choice()
        return [f"{choice.name}: {one}" for one in choice.options]

    def choose(self, label: str) -> None:
        self.game.go_on(label.partition(": ")[2])

    def likes(self, label: str) -> float:
        return self.taste(self._choice(), label.partition(": ")[2])

    def settled(self) -> bool:
        """Not while the game is set up: pieces come to the table in an order of no importance."""
        return self.game.position.started

    def figures(self) -> dict[str, Any]:
        return figures(self.game.position)


def options_of(configuration: Configuration) -> dict[str, Any]:
    """How the engine is asked for this configuration."""
    return {"players": configuration.players, "round_limit": configuration.round_limit}


def pieces(kind: str, number_of: dict[str, int]) -> dict[str, str]:
    """Whose stands where."""
    return {place: f"{kind} of {seat + 1}" for place, seat in number_of.items()}


def figures(position: Position) -> dict[str, Any]:
    """Path in the engine's dictionary -> what the referee holds; whatever is empty there may be left out."""
    yard: dict[str, Counter[str]] = {}
    for seat, company in enumerate(position.companies):
        for space in company.engines:
            yard.setdefault(space, Counter())[f"engine of {seat + 1}"] += 1
    players = position.players
    found: dict[str, Any] = {
        "action_spots/occupant": pieces("worker", position.occupant),
        "districts/guest": pieces("worker", position.guest),
        "districts/lots": {
            district: {f"house of {seat + 1}": number for seat, number in there.items()}
            for district, there in position.lots.items()
        },
        "spaces/track": dict(position.track),
        "spaces/station": pieces("house", position.station),
        "spaces/telegraph": pieces("telegraph", position.telegraph),
        "spaces/yard": {space: dict(there) for space, there in yard.items()},
        "supply": dict(position.supply),
        "specialist_stock": dict(position.tokens),
        "upgrade_stock": dict(position.upgrades),
        "senators/lowered": {name: name in position.lowered for name in SENATORS},
        "goal_deck": position.hidden_goals,
        "shown_goals": position.goals,
        "round": position.round,
        "coasts_met": position.joined,
        "pool": position.pool,
        "box/workers": {str(seat + 1): ALL_WORKERS - WORKERS[players] for seat in range(players)},
        "box/specialists": dict.fromkeys(SPECIALISTS, ALL_TOKENS - TOKENS[players]),
    }
    for seat in range(players):
        found |= {f"players/{path}/{seat + 1}": value for path, value in holdings(position, seat).items()}
    return found


def holdings(position: Position, seat: int) -> dict[str, Any]:
    company = position.companies[seat]
    return {
        "vp": company.points,
        "hats": company.hats,
        "mast": company.mast,
        "reserve": {f"worker of {seat + 1}": company.workers},
        "house_row": dict(company.rows),
        "cargo": dict(company.cargo),
        "seated": {f"seat_{number}": name for number, name in enumerate(company.seated, start=1)},
        "upgraded": dict(company.upgrades),
    }
