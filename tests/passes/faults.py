"""Planted faults: wrong versions of passes, and the play that tells each from the program as lowered.

A fault is found by differential testing: random games are played on the interpreter by plain search on the
program as lowered, and on the program that the wrong pass has made. Few faults need an engine, because the
interpreter reads most marks and all expressions that the passes for speed write.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal
from unittest import mock

from rulec.compiled import Compiled
from rulec.errors import RulesError
from rulec.interp.face import Game, interpret_plainly
from rulec.ir.nodes import Block
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.verify import verify
from rulec.passes.pipeline import LEGALITY, PIPELINE, SPEED, run_passes
from rulec.runtime.codec import MAGIC

ROOT = Path(__file__).parents[2]
GAMES = 6  # random games at most
DECISIONS = 150  # of one game at most
_BODY = slice(len(MAGIC) + 32, -4)  # of a saved state: its header, and its sum, tell one program from another

Change = Callable[[Program], Program]
Way = Callable[[Change, Program], Program]  # a pass and the program before it to the program behind it


@dataclass(frozen=True)
class Fault:
    """A wrong version of the pass `of`, and the rules file on which it is found.

    `on`: which back end reads what is wrong.
    """

    name: str
    of: str
    game: str
    way: Way
    on: Literal["interpreter", "engine"] = "interpreter"

    def __str__(self) -> str:
        return f"{self.of}: {self.name}"

    @property
    def is_dear(self) -> bool:
        """Does it take a large game or an engine to find it?"""
        return self.on == "engine" or self.game.startswith("tests/probes")

    @property
    def path(self) -> Path:
        return ROOT / f"{self.game}.rules"

    def run(self, program: Program) -> Program:
        """The wrong pass."""
        right = next(one for one in PIPELINE if one.name == self.of)
        return self.way(right.run, program)


def faults(of: str, *table: tuple[str, str, Way]) -> tuple[Fault, ...]:
    """The faults of one pass: of each its name, the rules file without its suffix, the way."""
    return tuple(Fault(name, of, game, way) for name, game, way in table)


# --- ways to make a pass wrong --------------------------------------------------------------------------


def result(change: Change) -> Way:
    """The pass, and a change of what it made."""
    return lambda run, program: change(run(program))


def patched(place: str, make: Callable[[Any], Any]) -> Way:
    """The pass while `module:name` (or `module:Class.name`) is something made of the original.

    The module stands in `rulec.passes`, or is named with its folder: `analysis.symbolic_state`. A place that
    has gone is an error at once, not only where the fault is planted.
    """
    getattr(*_named(place))

    def way(run: Change, program: Program) -> Program:
        with _patched(place, make):
            return run(program)

    return way


def _named(place: str) -> tuple[Any, str]:
    """The owner of a place, and its name there."""
    module, _, name = place.partition(":")
    owner: Any = import_module(f"rulec.{module}" if "." in module else f"rulec.passes.{module}")
    *outer, last = name.split(".")
    for one in outer:
        owner = getattr(owner, one)
    return owner, last


@contextmanager
def _patched(place: str, make: Callable[[Any], Any]) -> Iterator[None]:
    owner, last = _named(place)
    with mock.patch.object(owner, last, make(getattr(owner, last))):
        yield


def groups(change: Callable[[OptionGroup], OptionGroup]) -> Way:
    return decisions(lambda one: replace(one, groups=tuple(map(change, one.groups))))


def decisions(change: Callable[[Decision], Decision]) -> Way:
    return result(lambda program: replace(program, decisions=tuple(map(change, program.decisions))))


def blocks(change: Callable[[Block], Block]) -> Way:
    return result(lambda program: replace(program, blocks=tuple(map(change, program.blocks))))


# --- finding them ---------------------------------------------------------------------------------------


@cache
def lowered(path: Path) -> Program:
    return Compiled(path).lowered


@cache
def oracle(path: Path) -> Game:
    """The program as lowered; where it is not searched it is nowhere asked."""
    return interpret_plainly(lowered(path), Compiled(path).program, sampled=False)


def faulty(fault: Fault) -> Program:
    """The program behind the passes of legality, or behind all if the wrong one comes later."""
    speed = fault.of in {one.name for one in SPEED}
    passes = PIPELINE if speed else LEGALITY
    wrong = tuple(replace(one, run=fault.run) if one.name == fault.of else one for one in passes)
    program = run_passes(lowered(fault.path), wrong)
    verify(program)
    return program


def found(fault: Fault) -> str | None:
    """How the fault shows, if it does."""
    game = Game(faulty(fault)) if fault.on == "interpreter" else engine(faulty(fault))
    return difference(oracle(fault.path), game)


def engine(program: Program) -> Any:
    """A program behind the passes of legality as an engine."""
    from rulec.compiler import generate
    from rulec.native.build_module import build_module
    from rulec.native.cache import Cache
    from rulec.native.loader import load_module
    from rulec.native.options import BuildOptions

    built = build_module(
        generate(program), cache=Cache.default(), options=BuildOptions(optimise="-O0", native=False)
    )
    return load_module(built.path, built.name, built.build_id, Path(program.file))


def difference(one: Any, other: Any, games: int = GAMES) -> str | None:
    """The first difference in random games: of options, of points, of the state, of errors."""
    for number in range(games):
        configuration = one.CONFIGURATIONS[number % len(one.CONFIGURATIONS)]
        try:
            told = _of_a_game(one, other, number, configuration)
        except Exception as error:  # a bug of the interpreter, too: it checks every index and range
            told = f"set-up ends in an error: {error}"
        if told is not None:
            return f"game {number}: {told}"
    return None


def _of_a_game(one: Any, other: Any, seed: int, configuration: dict[str, Any]) -> str | None:
    left, right = (game.State(seed=seed, **configuration) for game in (one, other))
    chosen = random.Random(seed)
    for _ in range(DECISIONS):
        try:
            told = _of_a_position(left, right)
        except Exception as error:  # the interpreter checks every index, range and local
            told = f"an error that nobody may see: {type(error).__name__}: {error}"
        if told is not None or left.is_terminal():
            return told
        action = chosen.choice(left.legal_actions())
        ends = [_after(state, action) for state in (left, right)]
        if ends[0] != ends[1]:
            return f"{left.action_to_string(action)}: {ends[0]} / {ends[1]}"
        if ends[0] is not None:
            return None
    return None


def _of_a_position(left: Any, right: Any) -> str | None:
    for what in ("is_terminal", "current_player", "decision", "score_sheet", "legal_actions", "to_bytes"):
        mine, other = getattr(left, what)(), getattr(right, what)()
        if what == "to_bytes":
            mine, other = mine[_BODY], other[_BODY]
        if what == "legal_actions" and mine != other:
            label = left.action_to_string(min({*mine} ^ {*other}))
            return f"{label} is {'' if len(mine) > len(other) else 'not '}legal"
        if mine != other:
            return f"{what} differs"
    return None


def _after(state: Any, action: int) -> str | None:
    """Carry it out; the error that it ends in, if it does."""
    try:
        state.apply_action(action)
    except RulesError as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None
