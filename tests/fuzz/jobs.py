"""What the processes of a long run do with one item. An exception is a failure."""

from __future__ import annotations

import os
import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import rulec
from rulec.runtime.schema import Schema
from tests.engines import installed
from tests.fuzz.mutants import GAMES, ROOT, mutant
from tests.fuzz.states import check_loaded, hostile_bytes, hostile_dictionary, random_state
from tests.fuzz.test_mutants import MENDED, examine

STATES = 20  # of one item


def check_mutant(item: list[int]) -> None:
    """[seed, is it built if it is accepted?]"""
    seed, build = item
    data = mutant(seed)
    checked = examine(data, mending=seed % MENDED == 0)
    if build and checked is not None and checked.ok:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"m{seed}.rules"
            path.write_bytes(data)
            rulec.load(path, optimise="-O0")


@cache
def _both(number: int) -> tuple[Any, Any, Schema]:
    interpreted = rulec.interpret(GAMES[number])
    return interpreted, _engine(GAMES[number]), interpreted._face.schema


def _engine(path: Path) -> Any:
    debug = bool(os.environ.get("RULEC_FUZZ_DEBUG"))
    if debug and path.parent.name == "games" and path.parent.parent == ROOT:
        return installed(path)  # a large one; a build of its own takes as long as all small ones together
    return rulec.load(path, debug=debug, optimise="-O0", native=False)


def check_states(seed: int) -> None:
    """Some hostile states of one game, on both back ends: both say the same."""
    rnd = random.Random(seed)
    interpreted, engine, schema = _both(seed % len(GAMES))
    for number in range(STATES):
        state = random_state(engine, rnd)
        if rnd.random() < 0.6:
            data: Any = hostile_bytes(schema, state.to_bytes(), rnd)
        else:
            data = hostile_dictionary(state.to_dict(), rnd)
        left, right = check_loaded(interpreted, data, seed), check_loaded(engine, data, seed)
        assert left == right, f"state {number} of {seed} ({GAMES[seed % len(GAMES)].stem}): {left} / {right}"
