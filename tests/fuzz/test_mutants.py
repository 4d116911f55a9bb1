"""Mutated files: problems or a game that can be played; never a traceback, a crash or a hang."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulec.base.diagnostics import render, to_json
from rulec.compiler import generate, to_program
from rulec.errors import RulecError, RulesError
from rulec.frontend import Checked, check, decode_source
from rulec.interp.face import interpret
from tests.fuzz.mutants import mutant

MUTANTS = 48  # a long run takes 5,000
BATCH = 16
MENDED = 20  # of so many mutants, mending is tried on one: it takes most of the time
DECISIONS = 20


def examine(data: bytes, mending: bool) -> Checked | None:
    """Check; what is accepted is played. Nothing if the bytes are no text."""
    try:
        checked = check(decode_source("mutant.rules", data), mending=mending)
    except RulecError:
        return None
    shown = render(checked.diagnostics, {checked.source.name: checked.source})
    to_json(checked.diagnostics)
    assert checked.ok or shown
    assert all(one.message and "Unknown" not in one.message for one in checked.diagnostics), shown
    lines = len(checked.source.lines)
    assert all(1 <= one.span.line <= lines + 1 and one.span.column >= 1 for one in checked.diagnostics), shown
    if checked.ok:
        play(checked)
    return checked


def play(checked: Checked) -> None:
    program = to_program(checked)
    assert generate(program).files
    game = interpret(program)
    players = program.players[0]
    rng = random.Random(0)
    try:
        state = game.State(players=players, seed=1)
        for _ in range(DECISIONS):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
        state.to_dict()
        game.State.from_bytes(state.to_bytes())
    except RulesError:
        pass


@pytest.mark.parametrize("first", range(0, MUTANTS, BATCH))
def test_mutants(first: int, time_limit: Callable[[], int]) -> None:
    for seed in range(first, first + BATCH):
        time_limit()
        try:
            examine(mutant(seed), mending=seed % MENDED == 0)
        except Exception as problem:
            raise AssertionError(f"mutant({seed})") from problem


def test_mutants_reach_both_outcomes() -> None:
    sources = [decode_source("m.rules", one) for seed in range(40) if (one := mutant(seed)).isascii()]
    seen = [check(source, mending=False).ok for source in sources]
    assert 3 < sum(seen) < len(seen) - 10
