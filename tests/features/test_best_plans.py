"""Best plans, against every assignment of fates that there is."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from tests.engines import ROOT, engine, interpreted

OBJECTIVES = ROOT / "tests" / "probes" / "objectives.rules"
LARGEST = 7  # cards of which every assignment is tried


def cards() -> dict[str, dict[str, int]]:
    """The rows of the table, read from the file."""
    lines = [line.split("#")[0] for line in OBJECTIVES.read_text(encoding="utf-8").splitlines()]
    first = next(n for n, line in enumerate(lines) if line.strip().startswith("card ")) + 1
    found = {}
    for line in lines[first : first + 25]:
        name, _, points, penalty, *tasks = (cell.strip() for cell in line.split("|"))
        numbers = [0 if cell == "-" else int(cell) for cell in (points, penalty, *tasks)]
        found[name] = {"points": numbers[0], "penalty": numbers[1]} | {
            str(n): number for n, number in enumerate(numbers[2:])
        }
    return found


def best(player: dict[str, Any], known: dict[str, dict[str, int]]) -> tuple[int, int, int]:
    """The greatest total with the pairs, then the greatest points of cards, then the fewest cards."""
    area = [name for name, number in player["area"].items() for _ in range(number)]
    herd = [name for name, number in player["herd"].items() for _ in range(number)]
    pairs = "for_objectives" in player["masters_won"]
    found = []
    for fates in product(*["+-"] * len(area), *["+-0"] * len(herd)):
        given = list(zip((known[name] for name in (*area, *herd)), fates, strict=True))
        if any(
            sum(card[str(n)] for card, fate in given if fate == "+") > have
            for n, have in enumerate(player["things"].values())
        ):
            continue
        points = sum({"+": card["points"], "-": -card["penalty"], "0": 0}[fate] for card, fate in given)
        count = sum(fate != "0" for fate in fates)
        found.append((points + (3 * (count // 2) if pairs else 0), points, -count))
    return max(found)


def test_no_assignment_is_better() -> None:
    """Most games on the engine: the slow part is trying out all assignments."""
    known, compared = cards(), 0
    assert len(known) == 25
    for seed in range(40):
        rules = interpreted(OBJECTIVES) if seed % 5 == 0 else engine(OBJECTIVES)
        state, rnd = rules.State(2, seed=seed), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(rnd.choice(state.legal_actions()))
        players, sheet = state.to_dict()["players"], state.score_sheet()["Objective cards"]
        for seat in range(2):
            player = {name: values[str(seat + 1)] for name, values in players.items()}
            if (
                not sum(player["herd"].values())
                or sum((*player["area"].values(), *player["herd"].values())) > LARGEST
            ):
                continue
            compared += 1
            assert sheet[seat] == best(player, known)[1], (seed, player)
    assert compared > 10
