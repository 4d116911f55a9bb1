"""What the tests of the lab share: small games with a planted truth, balanced on the interpreter."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rulec.facade import interpret
from rulec.lab.balance import Balance, BalancePlan, Run, balance
from rulec.sim.workers import workers

GAMES = Path(__file__).resolve().parent / "games"


@cache
def game(name: str) -> Any:
    return interpret(str(GAMES / f"{name}.rules"))


@cache
def balanced(
    name: str,
    seed: int = 0,
    games: int = 100,
    player: str = "greedy",
    ladder: tuple[str, ...] = ("random", "greedy"),
) -> Balance:
    """A whole run with a budget of games."""
    one = game(name)
    found = balance(one, BalancePlan((dict(one.CONFIGURATIONS[0]),), ladder, player, seed, games))
    with workers(one, 1, lambda: one) as hands:
        Run(found, hands, lambda phase, share, what: None).run()
    return found


def verdicts(found: Balance) -> dict[str, str]:
    return {one.part.name: one.verdict for one in found.judged()[0]}


def seats_found(found: Balance) -> list[tuple[str, int, bool]]:
    """(players, seat, more than its share?) of all findings about seats."""
    chances, place, told = found.judged()[1], 0, []
    for seats in found.seats:
        for seat, one in enumerate(seats.shares()):
            if chances[place] < 0.05:
                told.append((seats.way, seat, one.mean > 1 / seats.players))
            place += 1
    return told


def skill_found(found: Balance) -> list[tuple[str, str]]:
    """(better, worse) of all findings about skill."""
    chances = found.judged()[1][-len(found.ladder.pairs) :]
    return [
        (pair.ways[pair.score.mean > 0], pair.ways[pair.score.mean <= 0])
        for pair, chance in zip(found.ladder.pairs, chances, strict=True)
        if chance < 0.05
    ]
