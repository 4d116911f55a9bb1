"""Lists that are rotated instead of sorted (`rulec.analysis.rotations`), on both back ends and by hand."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rulec.compiler import compile_program, generate
from tests.engines import engine, interpreted, one_line

# Seats change at every turn: none, some, all of them in any order, and one twice.
RULES = """game "Tables"
  players 2
  length 400
kind firms of firm: red, green, blue, black, white
actors: firms, each for its owner, seated as in seating
each firm has:
  owner: maybe player
the game has:
  seating: list of firm
  from_here: list of firm
  after_here: list of firm
  back_from: list of firm
  back_after: list of firm
setup:
  each p acting in players in seat order:
    each firm in firms where owner is none: set firm's owner to p
play:
  each p acting in players in seat order:
    repeat 20 times:
      choose firm from firms as here
      set from_here to seating clockwise from firm
      set after_here to seating clockwise after firm
      set back_from to seating counter-clockwise from firm
      set back_after to seating counter-clockwise after firm
      choose seat from firms as seat
      choose one as change:
        stand when number of seating >= 1: set seating to seating - seat
        gather: set seating to firms - seat
        sit when number of seating < 5: set seating to seating + seat
score:
  "None": 0
"""


def turned(seats: list[str], firm: str, by: int, after: bool) -> list[str]:
    """In the order of the distance of each, around the table; who has no seat counts as the first there."""
    if not seats:
        return []
    start = seats.index(firm) if firm in seats else 0
    return sorted(seats, key=lambda one: (by * (seats.index(one) - start) - after) % len(seats))


def lists(state: Any) -> dict[str, list[str]]:
    names = ("seating", "from_here", "after_here", "back_from", "back_after")
    return {name: list(state.to_dict()[name]) for name in names}


def test_lists_are_rotated_as_they_would_be_sorted(tmp_path: Path) -> None:
    path = tmp_path / "tables.rules"
    path.write_text(RULES)
    rotated = doubled = 0
    for backend in (interpreted, engine):
        rnd, state = random.Random(3), backend(path).State(seed=1)
        while not state.is_terminal():
            before = lists(state)["seating"]
            action = rnd.choice(state.legal_actions())
            label = state.action_to_string(action)
            state.apply_action(action)
            if not label.startswith("here: "):
                continue
            firm, found = label.removeprefix("here: "), lists(state)
            rotated += len(set(before)) == len(before) > 1
            doubled += len(set(before)) < len(before)
            assert found["from_here"] == turned(before, firm, 1, False)
            assert found["after_here"] == turned(before, firm, 1, True)
            assert found["back_from"] == turned(before, firm, -1, False)
            assert found["back_after"] == turned(before, firm, -1, True)
    assert rotated >= 8
    assert doubled >= 8


def test_only_sorts_by_place_are_rotated(tmp_path: Path) -> None:
    path = tmp_path / "tables.rules"
    path.write_text(RULES)
    assert text(path).count("if rulec_list_rotated(") == 4
    path.write_text(RULES.replace("seating clockwise after firm", "(seating - red) clockwise after firm"))
    assert text(path).count("if rulec_list_rotated(") == 3


def text(path: Path) -> str:
    return one_line("".join(generate(compile_program(path)).files.values()))
