"""Round-trip test: saved, loaded and cloned copies must play on like the original."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from rulec.face import Game, State
from rulec.runtime.errors import RulesError
from rulec.sim.selftest.state_comparison import Difference, Side

FOLLOW = 20  # decisions for which a copy is followed
_FOLLOW_SLOWLY = 5  # on the interpreter, where copies dominate the time
_SPARSE = 4
_FOR_EVER = 1 << 40

Way = tuple[str, Callable[[Game, State], State]]

WAYS: tuple[Way, ...] = (
    ("bytes", lambda game, state: game.State.from_bytes(state.to_bytes())),
    ("dictionary", lambda game, state: game.State.from_dict(state.to_dict())),
    ("clone()", lambda game, state: state.clone()),
    ("copy.copy", lambda game, state: copy.copy(state)),
    ("copy.deepcopy", lambda game, state: copy.deepcopy(state)),
    ("pickle", lambda game, state: pickle.loads(pickle.dumps(state))),  # noqa: S301 - our own, just made
)


@dataclass
class _Shadow:
    state: State
    way: str
    born: int
    until: int


class RoundTripCopies:
    """Copies of one side's game that follow it.

    The engine follows copies of every kind from every decision. With `every` off (for the slow interpreter),
    one copy is followed every few decisions, alternating kinds; all copies are still compared when made. With
    `few` only that one is made, since serialization is shared by both sides.
    """

    def __init__(self, side: Side, every: bool, few: bool = False) -> None:
        self.side = side
        self.every = every
        self.few = few
        self._following: list[_Shadow] = []

    def spawn(self, state: State, number: int, to_the_end: bool) -> int:
        """Copy the state before decision `number` in each way and compare; return the number of copies."""
        until = _FOR_EVER if to_the_end else number + (FOLLOW if self.every else _FOLLOW_SLOWLY)
        turn = number // _SPARSE % len(WAYS) if number % _SPARSE == 0 or to_the_end else None
        made = 0
        for position, (way, make) in enumerate(WAYS):
            followed = self.every or position == turn
            if not followed and (self.few or way == "pickle"):
                continue  # slow on the interpreter
            other = make(self.side.game, state)
            self._expect_equal(other, state, way, number, number)
            made += 1
            if followed:
                self._following.append(_Shadow(other, way, number, until))
        return made

    def follow(self, index: int, state: State, number: int) -> None:
        """Apply option `index` to every copy and compare with `state`."""
        saved, legal = state.to_bytes(), state.legal_actions()
        still = []
        for shadow in self._following:
            other = shadow.state
            other.apply_index(index)
            if number + 1 >= shadow.until or state.is_terminal():
                self._expect_equal(other, state, shadow.way, shadow.born, number + 1)
            elif other.to_bytes() == saved and other.legal_actions() == legal:
                still.append(shadow)
            else:
                self._differ(other, state, shadow.way, shadow.born, number + 1)
        self._following = still

    def follow_fault(self, index: int, fault: RulesError) -> None:
        """Check that option `index` raises the same error of the rules in every copy."""
        for shadow in self._following:
            try:
                shadow.state.apply_index(index)
            except RulesError as error:
                if str(error) == str(fault):
                    continue
            raise Difference(
                f"{self.side.name}: a copy by {shadow.way} does not fail as the original does: {fault}"
            )

    def _expect_equal(self, other: State, state: State, way: str, born: int, number: int) -> None:
        """Compare a copy; dictionaries are derived from bytes and only compared on mismatch."""
        same = other == state and hash(other) == hash(state) and other.to_bytes() == state.to_bytes()
        if not same or other.legal_actions() != state.legal_actions():
            self._differ(other, state, way, born, number)

    def _differ(self, other: State, state: State, way: str, born: int, number: int) -> NoReturn:
        when = "at once" if born == number else f"{number - born} decisions later"
        raise Difference(
            f"{self.side.name}: a copy by {way}, made at decision {born}, differs from the original {when}",
            (("copy", str(other.to_dict())), ("original", str(state.to_dict()))),
        )
