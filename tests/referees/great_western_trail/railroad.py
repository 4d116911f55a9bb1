"""The railroad track: where an engine can go, and how far a delivery has to be carted."""

from __future__ import annotations

from collections.abc import Callable, Set

from tests.referees.great_western_trail.components import CROSSES, CROSSES_TO, LAST_SPACE, SIDINGS

FIRST, LAST = "r0", f"r{LAST_SPACE}"
TRACK: tuple[str, ...] = tuple(
    node
    for number in range(LAST_SPACE + 1)
    for node in (f"r{number}", *((f"siding_{number}",) if number in SIDINGS else ()))
)


def number_of(node: str) -> int:
    """Of the space, or of the one before a siding."""
    return int(node.removeprefix("siding_").removeprefix("r"))


def is_siding(node: str) -> bool:
    return node.startswith("siding")


def order(node: str) -> int:
    return TRACK.index(node)


def onward(node: str) -> tuple[str, ...]:
    """The nodes next to it in forward direction [GW-200, A20]."""
    number = number_of(node)
    if node == LAST:
        return ()
    following = f"r{number + 1}"
    return (following, f"siding_{number}") if number in SIDINGS and not is_siding(node) else (following,)


def backward(node: str) -> tuple[str, ...]:
    return tuple(one for one in TRACK if node in onward(one))


def _next(node: str, ways: Callable[[str], tuple[str, ...]], taken: Set[str]) -> set[str]:
    """One step on; taken spaces are passed as if they were not there [GW-199, GW-208]."""
    found: set[str] = set()
    for one in ways(node):
        found |= _next(one, ways, taken) if one in taken and one != FIRST else {one}
    return found


def forward_within(node: str, steps: int, taken: Set[str]) -> list[str]:
    """Where up to so many steps lead [GW-197 to GW-202]."""
    reached: set[str] = set()
    edge = {node}
    for _ in range(steps):
        edge = {target for one in edge for target in _next(one, onward, taken)}
        reached |= edge
    return [one for one in TRACK if one in reached]


def back_exactly(node: str, steps: int, taken: Set[str]) -> list[str]:
    """Where the whole of this many steps back leads [GW-208, GW-210, GW-211]."""
    edge = {node}
    for _ in range(steps):
        edge = {target for one in edge for target in _next(one, backward, taken)}
    return [one for one in TRACK if one in edge]


def behind(node: str, taken: Set[str]) -> list[str]:
    """Every free space further down [GW-205, A55]."""
    return [one for one in TRACK if order(one) < order(node) and (one == FIRST or one not in taken)]


def spaces_back(start: str, end: str, taken: Set[str]) -> int:
    """Without turnouts and taken spaces; the starting space counts [GW-282, A23, A24]."""
    passed = TRACK[order(end) : order(start)]
    return sum(1 for one in passed if not is_siding(one) and (one == FIRST or one not in taken))


def transport(node: str, city: str) -> int:
    """Crosses between the nose and the city [GW-159, GW-160, A21]."""
    number = number_of(node)
    passed = sum(1 for one in CROSSES if one < number or (one == number and is_siding(node)))
    return max(0, CROSSES_TO[city] - passed)
