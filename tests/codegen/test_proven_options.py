"""What a trial shows of the next decision is not tried again there; a debug build tries it all the same."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rulec.compiler import compile_program, generate
from rulec.errors import RulecError
from rulec.native.build_module import build_module
from rulec.native.loader import load_module
from rulec.native.options import BuildOptions
from tests.engines import SMALL, interpreted
from tests.side_by_side import play_side_by_side

DUTIES = next(path for path in SMALL if path.stem == "duties")
LOOKED_UP = "if s.proofs[n].ids[0] == action + 1:"


def built(condition: str, debug: bool = True) -> Any:
    """The engine, with this condition for the proofs that hold behind an action."""
    generated = generate(compile_program(DUTIES), debug=debug)
    assert sum(text.count(LOOKED_UP) for text in generated.files.values()) == 1
    files = {name: text.replace(LOOKED_UP, condition) for name, text in generated.files.items()}
    options = BuildOptions(debug=debug, optimise="-O0", native=False)
    module = build_module(replace(generated, files=files), options=options)
    return load_module(module.path, module.name, module.build_id, DUTIES)


def play(game: Any, seeds: int) -> None:
    rnd = random.Random(1)
    for seed in range(seeds):
        state = game.State(seed=seed)
        while not state.is_terminal():
            state.apply_action(rnd.choice(state.legal_actions()))


def test_a_debug_build_tries_what_is_proven() -> None:
    play(built(LOOKED_UP), 20)
    with pytest.raises(RulecError, match="a bug of rulec"):
        play(built("if s.proofs[n].ids[0]:"), 60)


@pytest.mark.parametrize("seed", range(4))
def test_options_are_those_of_the_interpreter(seed: int) -> None:
    game = built(LOOKED_UP, debug=False)
    states = [on.State(seed=seed) for on in (interpreted(DUTIES), game)]
    assert play_side_by_side(*states, random.Random(seed)) > 10
