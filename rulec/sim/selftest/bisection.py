"""Finds the first pass of the compiler after which a game differs from the plain oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulec.face import Game, State
from rulec.runtime.errors import RulesError
from rulec.runtime.face import CHANCE_PLAYER
from rulec.sim.policies import chooser
from rulec.sim.tasks import Task

_NO_ERROR = "no error"


@dataclass(frozen=True)
class WrongPass:
    """The first pass with a different answer, in the first position of the game with one."""

    name: str
    what: str  # the differing property
    plain: str  # its value on the oracle
    found: str  # its value after the pass
    decision: int
    played: tuple[str, ...]


@dataclass(frozen=True)
class Bisection:
    """Result of comparing one game after each pass."""

    task: Task
    wrong: WrongPass | None
    decisions: int
    skipped: int  # positions in which the oracle's search takes too long
    unsearchable: tuple[str, ...]  # passes after which a look-ahead exceeds its limit


class _Found(Exception):
    """A difference ends the game."""

    def __init__(self, name: str, what: str, plain: str, found: str) -> None:
        super().__init__(what)
        self.difference = name, what, plain, found


def bisect(oracle: Game, after: Sequence[tuple[str, Game]], task: Task) -> Bisection:
    """Play a game on the plain oracle and, with the same actions, on the program after each pass."""
    game = _ParallelGame(oracle, after, task)
    wrong = None
    try:
        game.play()
    except _Found as found:
        wrong = WrongPass(*found.difference, game.decisions, tuple(game.played))
    return Bisection(task, wrong, game.decisions, game.skipped, tuple(game.unsearchable))


class _ParallelGame:
    """One game on the oracle and on the program after each pass, in the order of the passes."""

    def __init__(self, oracle: Game, after: Sequence[tuple[str, Game]], task: Task) -> None:
        self.oracle, self.after, self.task = oracle, after, task
        self.counts = getattr(oracle, "oracle").begin()  # noqa: B009
        self.choose = chooser(task.way, task.seed)
        self.states: dict[str, State] = {}
        self.played: list[str] = []
        self.decisions = self.skipped = self.given_up = 0
        self.unsearchable: list[str] = []

    def play(self) -> None:
        plain, told = self._new(self.oracle)
        for name, game in self.after:
            state, found = self._new(game)
            _expect(name, "setup", told, found)
            if state is not None:
                self.states[name] = state
        while plain is not None:
            self._compare(plain)
            if plain.is_terminal() or not self._step(plain):
                return

    def _new(self, game: Game) -> tuple[State | None, str]:
        made: list[State] = []
        told = _error_of(lambda: made.append(self._setup(game)))
        return (made[0] if made else None), told

    def _setup(self, game: Game) -> State:
        return game.State(seed=self.task.seed, chance=self.task.chance, **self.task.configuration)

    def _step(self, plain: State) -> bool:
        """Carry out the next action everywhere; return whether the game goes on."""
        by_chance = plain.current_player() == CHANCE_PLAYER
        if by_chance:
            action = plain.sample_outcome()
        else:
            legal = plain.legal_actions()
            action = legal[self.choose(self.decisions, legal, plain)]
        self.played.append(plain.action_to_string(action))
        told = _error_of(partial(plain.apply_action, action))
        for name, state in self.states.items():
            _expect(
                name, f"the end of `{self.played[-1]}`", told, _error_of(partial(state.apply_action, action))
            )
        self.decisions += not by_chance
        return told == _NO_ERROR

    def _compare(self, plain: State) -> None:
        """Compare a position with the oracle, unless the oracle has given its search up."""
        answers = _answers(plain)
        before, self.given_up = self.given_up, self.counts.given_up
        if self.given_up > before:  # the last action may have asked for these options already
            self.skipped += 1
            return
        for name, state in list(self.states.items()):
            try:
                found = _answers(state)
            except RulesError as error:
                if error.kind != "look-ahead":
                    raise _Found(name, "the options", "no error", str(error)) from error
                self.unsearchable.append(name)
                del self.states[name]
                continue
            except Exception as error:  # the interpreter checks every index and range
                raise _Found(name, "the position", "no error", f"{type(error).__name__}: {error}") from error
            if found["the options"] != answers["the options"]:
                raise _Found(name, "the options", *_own_options(plain, answers, found))
            for what, value in answers.items():
                _expect(name, what, value, found[what])


def _answers(state: State) -> dict[str, Any]:
    """Return the properties that no pass may change."""
    return {
        "the end of the game": state.is_terminal(),
        "the decision": state.decision(),
        "the options": state.legal_actions(),
        "the position": {**state.to_dict(), "rules": ""},
        "the points": state.score_sheet(),
    }


def _own_options(plain: State, answers: dict[str, Any], found: dict[str, Any]) -> tuple[str, str]:
    """Return the options that only the oracle has, and those that it lacks."""
    left, right = ({*one["the options"]} for one in (answers, found))
    only = (sorted(left - right), sorted(right - left))
    mine, other = (", ".join(map(plain.action_to_string, ids)) for ids in only)
    return (f"only here: {mine}" if mine else "-"), (f"only here: {other}" if other else "-")


def _expect(name: str, what: str, plain: object, found: object) -> None:
    if plain != found:
        raise _Found(name, what, str(plain), str(found))


def _error_of(call: Callable[[], object]) -> str:
    """Return the error in which a call ends; of an internal error the type, too."""
    try:
        call()
    except RulesError as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return _NO_ERROR
