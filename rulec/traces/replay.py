"""Replays recorded games; every move must be legal and lead to the recorded position."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.errors import IllegalAction, RulecError
from rulec.face import Game, State
from rulec.traces.trace_text import Move, Trace, digest_of, who_name


class ReplayMismatch(RulecError):
    """The game departs from its record."""


def replayed(name: str, game: Game, state: State, trace: Trace) -> Iterator[Move]:
    """Apply the moves of a trace to `state` in place; a `ReplayMismatch` names the line."""
    compare = trace.rules == game.RULES_HASH
    for move in trace.moves:
        state.apply_index(index_of(name, state, move))
        if compare:
            check_position(name, state, move)
        yield move


def index_of(name: str, state: State, move: Move) -> int:
    """Index of a move among the legal options of a state."""
    place = f"{name}:{move.line}"
    if state.is_terminal():
        raise ReplayMismatch(f"{place}: the game is over before `{move.label}`")
    who = who_name(state.current_player())
    if move.who is not None and move.who != who:
        raise ReplayMismatch(f"{place}: `{move.label}` is decided by {move.who}, but it is the turn of {who}")
    try:
        action = state.string_to_action(move.label)
    except IllegalAction as problem:
        raise ReplayMismatch(f"{place}: {problem.message}", problem.hint) from None
    except ValueError as problem:
        raise ReplayMismatch(f"{place}: {problem}") from None
    return state.legal_actions().index(action)


def check_position(name: str, state: State, move: Move) -> None:
    if move.digest is not None and move.digest != digest_of(state):
        raise ReplayMismatch(
            f"{name}:{move.line}: `{move.label}` led to another position than when it was recorded",
            "the line was changed, or the game is not deterministic, which is a bug of rulec",
        )
