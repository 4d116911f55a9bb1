"""What is told of options without trying them out is what trying them out would find."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.compiled import Compiled
from rulec.compiler import to_program
from rulec.frontend import check, read_source
from rulec.interp.face import interpret
from rulec.ir import nodes
from rulec.ir.walk import parts
from tests.exhaustive_trials import compare_with_search, number_of_marked_groups
from tests.large import by_default

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    "games/great_western_trail",
    "games/manifest_railways",
    "games/pacific_rails_inc",
    "games/railroad_revolution",
    "games/railway_boom",
    "tests/games/valley",
    "tests/passes/games/bundles",
    "tests/probes/conversions",
    "tests/probes/dice",
    "tests/probes/engine_track",
    "tests/probes/phase_b",
    "tests/probes/trail",
)
DECISIONS = 80


# What is chosen at once sets workers anew; only a free action can make them enough for what comes behind it.
HIRING = """\
game "Hiring"
  players 2
  length 200

kind tools of tool: spade, axe
money: goods of each player, unlimited, starts 6
each player has:
  workers: 0 to 99, starts 5
  tools: set of tool
  points: 0 to 200

obligation enough_hands: my workers >= 4
  by end of turn, helped by hire

free action hire:
  open at every choice of mine in turn
  at most 2 times a turn
  pay 3 money
  raise my workers by 5

play:
  repeat 5 times:
    each player acting: turn

turn:
  gain 1 money
  choose one as start:
    risky:
      set my workers to 1
      choose one as after:
        big when my workers >= 5: raise my points by 2
        huge when my workers >= 9: raise my points by 3
    poor:
      lower my workers by 3
      choose tool from tools where (not tool in my tools and my money >= 2) as buy:
        pay 2 money
        set my tools to my tools + tool
    plain: raise my points by 1
    chores:
      set my workers to 1
      any order as chore:
        must haul when my workers >= 5: raise my points by 4
        may rest: raise my points by 1
    many:
      lower my workers by 2
      any order as many_chore:
        must sweep when my workers >= 4: raise my points by 2
        must pay_up: pay 4 money
    again:
      set my tools to my tools - spade
      set my workers to 2
      choose tool from tools where not tool in my tools as take:
        set my tools to my tools + tool

score:
  "Points": my points
"""


@pytest.mark.parametrize("file", by_default(FILES, "games/manifest_railways", *FILES[-6:]))
def test_what_is_told_is_what_would_be_found(file: str) -> None:
    program = Compiled(ROOT / f"{file}.rules").program
    assert number_of_marked_groups(program) > 0
    assert compare_with_search(program, DECISIONS) == DECISIONS


def test_a_free_action_may_make_up_for_what_was_set_anew(tmp_path: Path) -> None:
    path = tmp_path / "hiring.rules"
    path.write_text(HIRING)
    program = to_program(check(read_source(path)))
    start = interpret(program).State(2, seed=0)
    assert "start: risky" in map(start.action_to_string, start.legal_actions())
    assert compare_with_search(program, 1500) == 1500


@pytest.mark.long
@pytest.mark.heavy
def test_of_what_has_no_way_on_behind_a_free_action_either_it_is_told() -> None:
    """Who has no milestone that wants a colour can't promote it, whoever is hired first."""
    program = Compiled(ROOT / "games/railroad_revolution.rules").program
    promote = next(one for one in program.decisions if one.name == "promote")
    assert all(one.legality.necessary is not None for one in promote.groups if one.domain.name == "colours")


def test_effects_of_rows_and_payments_in_loops_are_decided_without_a_trial() -> None:
    program = to_program(check(read_source(ROOT / "tests/games/valley.rules")))
    tried = [one.name for one in program.decisions if any(g.legality.needs_search for g in one.groups)]
    assert tried == []


def test_a_condition_of_constant_subsets_is_asked_once_for_each() -> None:
    program = to_program(check(read_source(ROOT / "tests/games/valley.rules")))
    spots = program.decisions[0].groups[0].options
    asked = [part for part in parts(spots) if isinstance(part, nodes.Filter)]
    assert all(one.value.type.domain.name != "spots" for one in asked)


def test_a_program_is_compiled_alike_twice_in_one_process() -> None:
    """Normal forms are kept between compilations, with variables of the earlier program in them."""
    source = read_source(ROOT / "tests/passes/games/bundles.rules")
    first, second = (to_program(check(source)) for _ in range(2))
    assert repr(first.decisions) == repr(second.decisions)
    assert repr(first.blocks) == repr(second.blocks)
