"""Milestones that are complete at the end of a turn [RR-198, RR-203]."""

from __future__ import annotations

from collections import Counter

from tests.referees.railroad_revolution.asking import Chance, Flow, ask
from tests.referees.railroad_revolution.components import DRAWN
from tests.referees.railroad_revolution.position import Position
from tests.referees.railroad_revolution.tiles import stack_of


def complete_milestones(position: Position, seat: int) -> Flow:
    """Those of this player, who alone can hire now, then clockwise [A13, A17]."""
    for owner in (seat, *position.clockwise_after(seat)):
        company = position.companies[owner]

        def complete() -> list[str]:
            return [tile for tile in company.milestones if company.is_complete(tile)]  # noqa: B023

        while complete():
            tile = complete()[0]
            if len(complete()) > 1:
                tile = yield from ask(position, owner, "completing", complete, hires=owner == seat)
            yield from complete_one(position, owner, tile, owner == seat)


def complete_one(position: Position, owner: int, tile: str, hires: bool) -> Flow:
    """The Managers leave, another tile takes its place [RR-199, RR-200, RR-202]."""
    company = position.companies[owner]
    company.milestones.remove(tile)
    company.completed.append(tile)
    position.supply += company.managers.pop(tile)
    following = {"A1": "B", "A2": "B", "B": "C", "C": "D", "D": ""}[stack_of(tile)]
    if following:
        yield from replace(position, owner, following, hires)


def replace(position: Position, owner: int, stack: str, hires: bool) -> Flow:
    """One of three, or of the whole stack [RR-201, RR-204, A18, A19]."""
    tiles, under = position.stacks[stack], position.under[stack]
    number = len(tiles) + len(under) if position.configuration.whole_stack else DRAWN
    drawn: list[str] = []
    while len(drawn) < number and (tiles or under):
        pile = tiles or under
        tile = yield Chance("milestone", tuple(tiles) or (under[0],))
        pile.remove(tile)
        drawn.append(tile)
    if drawn:
        kept = yield from ask(position, owner, "keep", lambda: drawn, hires=hires)
        drawn.remove(kept)
        under.extend(drawn)
        give(position, owner, kept)


def give(position: Position, owner: int, tile: str) -> None:
    company = position.companies[owner]
    company.milestones.append(tile)
    company.managers[tile] = Counter()
