"""What is told of options without trying them out is what trying them out would find."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from rulec.compiler import to_program
from rulec.frontend import check, read_source
from rulec.interp.face import interpret
from rulec.ir.program import OptionGroup, Program

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    "games/great_western_trail",
    "games/manifest_railways",
    "games/pacific_rails_inc",
    "games/railroad_revolution",
    "games/railway_boom",
    "tests/probes/conversions",
    "tests/probes/dice",
    "tests/probes/engine_track",
    "tests/probes/phase_b",
    "tests/probes/trail",
)
DECISIONS = 120


def tried_out(program: Program) -> Program:
    """The same game, where nothing is told and nothing is sure: every option is searched, to the very end."""

    def group(one: OptionGroup) -> OptionGroup:
        if one.possible is not None:
            one = replace(one, options=one.possible, possible=None, foreseen=False)
        return replace(one, searched=True, sure_within=False, enough=None, needed=None, told_first=False)

    decisions = tuple(
        replace(
            decision,
            groups=tuple(map(group, decision.groups)),
            settled=False,
            settled_within=False,
            hope=None,
        )
        for decision in program.decisions
    )
    return replace(program, decisions=decisions)


def told_of(program: Program) -> int:
    groups = [group for decision in program.decisions for group in decision.groups]
    return sum(one.possible is not None or one.enough is not None or one.needed is not None for one in groups)


@pytest.mark.parametrize("file", FILES)
def test_what_is_told_is_what_would_be_found(file: str) -> None:
    program = to_program(check(read_source(ROOT / f"{file}.rules")))
    game, searching = interpret(program), interpret(tried_out(program))
    assert told_of(program) > 0
    compared = seed = 0
    while compared < DECISIONS:
        rnd = random.Random(seed)
        state = game.State(game.PLAYERS[seed % len(game.PLAYERS)], seed=seed)
        seed += 1
        while not state.is_terminal() and compared < DECISIONS:
            told = state.legal_actions()
            found = searching._machine.options(list(state._values))
            assert told == found, (state.history(), state.to_dict())
            compared += 1
            state.apply_action(rnd.choice(told))
