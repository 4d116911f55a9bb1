"""Ways on the Map: where a railroad can go with the tiles at hand, what is joined, what is nearest."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Mapping

from tests.referees.pacific_rails_inc.components import CITIES, EAST, GROUND, NEXT, NODES, TILES, WEST
from tests.referees.pacific_rails_inc.position import Position

Used = tuple[int, ...]  # tiles of each type


def needed(position: Position, space: str) -> str | None:
    """The tile that has to be laid here; None if a railroad may run as it is [PR-177 to PR-181, A34]."""
    return None if space in NODES or space in position.track else GROUND[space]


def targets(position: Position, seat: int) -> set[str]:
    """Cities where the player may build one or the other [PR-188]."""
    return {
        city for city in CITIES if position.takes_station(seat, city) or position.takes_telegraph(seat, city)
    }


def can_reach(
    position: Position, here: str, goals: Collection[str], left: Mapping[str, int], closed: Collection[str]
) -> bool:
    """Is there a way from here, not over what is closed, with these tiles [PR-182, A35]?

    Of the ways to a space only those are kept that no other one undercuts in every type of tile; a way that
    came twice over the same space would be undercut by its own short cut.
    """
    best: dict[str, list[Used]] = {here: [(0,) * len(TILES)]}
    waiting = [(here, best[here][0])]
    while waiting:
        space, used = waiting.pop()
        if space in goals:
            return True
        if used not in best[space]:
            continue
        for further in NEXT[space]:
            if further in closed:
                continue
            tile = needed(position, further)
            now = tuple(number + (one == tile) for one, number in zip(TILES, used, strict=True))
            if any(number > left.get(one, 0) for one, number in zip(TILES, now, strict=True)):
                continue
            known = best.setdefault(further, [])
            if any(undercuts(one, now) for one in known):
                continue
            best[further] = [one for one in known if not undercuts(now, one)] + [now]
            waiting.append((further, now))
    return False


def undercuts(one: Used, other: Used) -> bool:
    return all(mine <= its for mine, its in zip(one, other, strict=True))


def can_start(position: Position, seat: int, engine: str) -> bool:
    return can_reach(
        position, engine, targets(position, seat) - {engine}, position.companies[seat].cargo, (engine,)
    )


def usable_engines(position: Position, seat: int) -> list[str]:
    """Where one stands from which an execution is possible [PR-195]."""
    return [one for one in dict.fromkeys(position.companies[seat].engines) if can_start(position, seat, one)]


def next_spaces(position: Position, seat: int, way: list[str], left: Counter[str]) -> list[str]:
    """That the route can go on over to some city [D16]."""
    found = []
    goals = targets(position, seat)
    for space in NEXT[way[-1]]:
        tile = needed(position, space)
        if space in way or (tile and not left[tile]):
            continue
        rest = left - Counter([tile] if tile else [])
        if can_reach(position, space, goals - set(way), rest, (*way, space)):
            found.append(space)
    return found


def on_railroad(position: Position, space: str) -> bool:
    return space in NODES or space in position.track


def coasts_joined(position: Position) -> bool:
    """[PR-215, A33, A42]"""
    reached, waiting = set(WEST), list(WEST)
    while waiting:
        for further in NEXT[waiting.pop()]:
            if further not in reached and on_railroad(position, further):
                reached.add(further)
                waiting.append(further)
    return not reached.isdisjoint(EAST)


def to_nearest(position: Position, city: str, new: Collection[str]) -> tuple[int, int]:
    """The length of the shortest way to any other city or start, and how few new tiles such a way has
    [PR-206, A37, A38]."""
    waiting: list[tuple[int, int, str]] = [(0, 0, city)]
    done = set()
    while waiting:
        length, laid, space = heapq.heappop(waiting)
        if space in done:
            continue
        done.add(space)
        if space in NODES and space != city:
            return length, laid
        for further in NEXT[space]:
            if further not in done and on_railroad(position, further):
                tile = further not in NODES
                heapq.heappush(waiting, (length + tile, laid + (further in new), further))
    raise AssertionError(f"nothing leads to {city}")
