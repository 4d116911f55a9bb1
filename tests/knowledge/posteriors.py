"""What a player can know, worked out by going through every course of a game: the oracle of `resample`.

It uses what a person at the table sees (observations, own options, what others are seen to do) and the odds
that chance names, and nothing of how rulec deals anew.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

CHANCE = -1
COMMON = 1e-4  # a test that is right fails this often


def seen(state: Any, player: int) -> str:
    """What the player sees of a position, its own options included."""
    options = state.legal_actions() if state.current_player() == player else []
    return json.dumps([state.observation(player), state.current_player(), options], sort_keys=True)


def placed(state: Any, *paths: str) -> str:
    """Where everything lies, or what stands at these paths."""
    position = state.to_dict()
    found = {name: position[name] for name in position if name not in ("rng", "pending", "chance", "noticed")}
    if paths:
        found = {path: at(position, path) for path in paths}
    return json.dumps(found, sort_keys=True)


def at(position: Any, path: str) -> Any:
    for key in path.split("."):
        position = position[key]
    return position


def posterior(state: Any, player: int, *paths: str) -> dict[str, Fraction]:
    """How likely each position is, of a game that was played with `chance="explicit"` from its beginning."""
    cls, seats = type(state), state.num_players()
    start = cls(seats, chance="explicit")
    course, walk = [], start.clone()
    for action, event in zip(state.history(), state.events(player), strict=True):
        course.append((action, _is_unseen(event), seen(walk, player)))
        walk.apply_action(action)
    weights: dict[str, Fraction] = {}

    def follow(now: Any, place: int, weight: Fraction) -> None:
        if seen(now, player) != (course[place][2] if place < len(course) else seen(state, player)):
            return
        if place == len(course):
            here = placed(now, *paths)
            weights[here] = weights.get(here, Fraction(0)) + weight
            return
        action, unseen, _ = course[place]
        odds = {one: Fraction(1, now.count_legal()) for one in now.legal_actions()}
        if now.current_player() == CHANCE:
            odds = {one: Fraction(p).limit_denominator(10_000) for one, p in now.chance_outcomes()}
        for one in odds if unseen else [action]:
            if one in odds and _is_unseen(now.event(one, player)) == unseen:
                later = now.clone()
                later.apply_action(one)
                by_chance = now.current_player() == CHANCE
                follow(later, place + 1, weight * odds[one] if unseen or by_chance else weight)

    follow(start, 0, Fraction(1))
    total = sum(weights.values(), Fraction(0))
    return {position: weight / total for position, weight in weights.items()}


def _is_unseen(event: dict[str, Any]) -> bool:
    """Of a decision with options that are seen and others that are not, these are told apart."""
    return event.get("outcome", event.get("option")) is None


def chi_square(found: Counter[str], expected: dict[str, Fraction]) -> tuple[float, float]:
    """The statistic, and what it stays below but once in ten thousand; rare positions are taken together."""
    assert set(found) <= set(expected), set(found) - set(expected)
    count = sum(found.values())
    cells, rare = [], [0.0, 0.0]
    for position, share in expected.items():
        if count * share < 5:
            rare = [rare[0] + found[position], rare[1] + float(count * share)]
        else:
            cells.append((found[position], float(count * share)))
    if rare[1] >= 5:
        cells.append((int(rare[0]), rare[1]))
    freedom = max(1, len(cells) - 1)
    statistic = sum((have - want) ** 2 / want for have, want in cells)
    # Wilson and Hilferty: a chi-square value is about the cube of a normal one.
    limit = freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
    return statistic, limit
